//! What is laid over a copy of the picture: status line, help, messages.

use rightwell::menu::{wrap, wrap_within};
use rightwell::render::palette::TEXT;
use rightwell::render::{Frame, Renderer};

use super::status::Status;

/// Letters across the screen.
const COLUMNS: usize = Frame::COLUMNS;
/// The bottom row, which a television of the time would hide.
const STATUS_ROW: usize = Frame::ROWS - 1;

/// Rows of the box beside its lines: frame, title, a spare row, a spare row, frame.
const BOX_ROWS: usize = 5;
/// Lines that the help may have.
#[cfg(test)]
pub const HELP_ROWS: usize = Frame::ROWS - BOX_ROWS;

/// Rows a notice may take.
const NOTICE_ROWS: usize = 6;

/// Writes the status line at the bottom.
pub fn status(renderer: &Renderer, frame: &mut Frame, status: &Status) {
    renderer.text(frame, 0, STATUS_ROW, &status.spread(COLUMNS), TEXT);
}

/// Shows the keys in a box in the middle.
pub fn help(renderer: &Renderer, frame: &mut Frame, keys: &[(String, String)]) {
    let lines: Vec<String> = keys
        .iter()
        .map(|(key, action)| format!("{key:<7}{action}"))
        .collect();
    boxed(renderer, frame, "KEYS", &lines);
}

/// Shows a message in a box in the middle, broken into lines.
pub fn message(renderer: &Renderer, frame: &mut Frame, title: &str, text: &str) {
    boxed(renderer, frame, title, &wrap(text, 26));
}

/// Shows a short notice just above the status line.
pub fn notice(renderer: &Renderer, frame: &mut Frame, text: &str) {
    let lines = wrap_within(text, COLUMNS, NOTICE_ROWS);
    for (index, line) in lines.iter().enumerate() {
        let row = (STATUS_ROW - lines.len() + index).min(STATUS_ROW - 1);
        renderer.text(frame, 0, row, &format!("{line:<COLUMNS$}"), TEXT);
    }
}

fn boxed(renderer: &Renderer, frame: &mut Frame, title: &str, lines: &[String]) {
    let longest = lines.iter().map(|line| line.chars().count()).max();
    let width = (longest.unwrap_or(0).max(title.len()) + 3).min(COLUMNS);
    let height = lines.len() + BOX_ROWS;
    let column = COLUMNS.saturating_sub(width) / 2;
    let row = (Frame::ROWS.saturating_sub(height)) / 2;
    renderer.panel(frame, column, row, width, height);
    renderer.text(
        frame,
        column + (width - title.len()) / 2,
        row + 1,
        title,
        TEXT,
    );
    for (index, line) in lines.iter().enumerate() {
        renderer.text(
            frame,
            column + 2 - usize::from(width == COLUMNS),
            row + 3 + index,
            line,
            TEXT,
        );
    }
}

#[cfg(test)]
mod tests {
    use rightwell::engine::view::{Moment, Outcome, Side, View};
    use rightwell::engine::{Versus, VersusStart};

    use super::*;

    #[test]
    fn no_notice_covers_what_the_buttons_do_after_a_match() {
        let View::Versus(view) = Versus::new(VersusStart::default()).unwrap().view() else {
            panic!("a match shows both games");
        };
        let renderer = Renderer::new();
        let picture = |moment| {
            let (mut view, mut frame) = (view.clone(), Frame::new());
            view.moment = moment;
            renderer.draw(&View::Versus(view), &mut frame);
            frame
        };
        let won = Outcome::Won(Side::Left);
        let (over, other) = (Moment::MatchOver(won), Moment::RoundOver(won));
        let (over, other) = (picture(over), picture(other));
        let pairs = over.pixels().iter().zip(other.pixels());
        let said = pairs.enumerate().filter(|(_, (over, other))| over != other);
        let lowest = said.map(|(place, _)| place / Frame::WIDTH / 8).max();
        assert!(lowest.is_some_and(|row| row < STATUS_ROW - NOTICE_ROWS));
    }
}
