//! Text drawn over a copy of the screen: status line, help and messages.

use rightwell::menu::wrap;
use rightwell::render::palette::TEXT;
use rightwell::render::{Frame, Renderer};

use super::status::Status;

/// Characters per screen row.
const COLUMNS: usize = Frame::COLUMNS;
/// Bottom row of the screen. Televisions of the time hid it.
const STATUS_ROW: usize = Frame::ROWS - 1;

/// First row below the playfield.
const BELOW_FIELD: usize = 26;
/// Maximum rows of a notice, so that it does not cover the playfield. A longer notice has several pages.
const NOTICE_ROWS: usize = Frame::ROWS - BELOW_FIELD;

/// Writes the status line at the bottom.
pub fn status(renderer: &Renderer, frame: &mut Frame, status: &Status) {
    renderer.text(frame, 0, STATUS_ROW, &status.spread(COLUMNS), TEXT);
}

/// Returns the number of pages of a notice.
pub fn pages(text: &str) -> usize {
    wrap(text, COLUMNS).len().div_ceil(NOTICE_ROWS).max(1)
}

/// Returns the lines of a page, counted from 0, with `rows` lines per page. A page number beyond the last page yields
/// the last page.
pub fn page_of(lines: &[String], rows: usize, page: usize) -> &[String] {
    let mut pages = lines.chunks(rows.max(1));
    let last = pages.len().saturating_sub(1);
    pages.nth(page.min(last)).unwrap_or_default()
}

/// Shows a page of a notice between the playfield and the status line. A full page also covers the status line.
pub fn notice(renderer: &Renderer, frame: &mut Frame, text: &str, page: usize) {
    let lines = wrap(text, COLUMNS);
    let shown = page_of(&lines, NOTICE_ROWS, page);
    let first = (STATUS_ROW - shown.len().min(STATUS_ROW)).max(BELOW_FIELD);
    for (row, line) in (first..).zip(shown) {
        renderer.text(frame, 0, row, &format!("{line:<COLUMNS$}"), TEXT);
    }
}

#[cfg(test)]
mod tests {
    use rightwell::engine::view::{MatchStage, RoundOutcome, Side, View};
    use rightwell::engine::{Versus, VersusStart};

    use super::*;

    #[test]
    fn no_notice_covers_the_buttons_after_a_match() {
        let View::Versus(view) = Versus::new(VersusStart::default()).unwrap().view() else {
            panic!("a match view shows two games");
        };
        let renderer = Renderer::new();
        let picture = |moment| {
            let (mut view, mut frame) = (view.clone(), Frame::new());
            view.moment = moment;
            renderer.draw(&View::Versus(view), &mut frame);
            frame
        };
        let won = RoundOutcome::Won(Side::Left);
        let (over, other) = (MatchStage::MatchOver(won), MatchStage::RoundOver(won));
        let (over, other) = (picture(over), picture(other));
        let pairs = over.pixels().iter().zip(other.pixels());
        let said = pairs.enumerate().filter(|(_, (over, other))| over != other);
        let lowest = said.map(|(place, _)| place / Frame::WIDTH / 8).max();
        assert!(lowest.is_some_and(|row| row < STATUS_ROW - NOTICE_ROWS));
    }

    #[test]
    fn a_notice_of_any_length_is_shown_in_full_below_the_playfield() {
        let renderer = Renderer::new();
        let text = "one word after the other ".repeat(20);
        let lines = wrap(&text, COLUMNS);
        let paged = (0..pages(&text)).flat_map(|page| page_of(&lines, NOTICE_ROWS, page));
        assert_eq!(paged.cloned().collect::<Vec<_>>(), lines);
        for text in ["short", &text] {
            for page in 0..pages(text) {
                let mut frame = Frame::new();
                notice(&renderer, &mut frame, text, page);
                let is_lit = |row: usize| {
                    let rows = row * 8..row * 8 + 8;
                    rows.flat_map(|y| (0..Frame::WIDTH).map(move |x| (x, y)))
                        .any(|(x, y)| frame.pixel(x, y) == TEXT[3])
                };
                assert!(!(0..BELOW_FIELD).any(is_lit), "page {page}");
                assert!((BELOW_FIELD..Frame::ROWS).any(is_lit), "page {page}");
                // The status line is hidden only if the notice needs its row.
                assert!(!is_lit(STATUS_ROW) || text != "short", "page {page}");
            }
        }
    }
}
