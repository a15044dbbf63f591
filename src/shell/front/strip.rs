//! Strip of text beside the screen, so that the status and notices do not cover the game.

use rightwell::engine::View;
use rightwell::render::palette::TEXT;
use rightwell::render::{Frame, PhoneScreen, Renderer};

use super::status::Status;
use crate::stage::layout::StripSize;
use rightwell::menu::wrap;

/// Position of the status line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "only a window has room beside the picture")
)]
pub enum StatusPlace {
    /// Over the bottom row of the screen, which old televisions hid.
    Over,
    /// On a strip beside the screen, together with the notices that fit there.
    Beside(StripSize),
    /// The status line is not shown.
    Nowhere,
    /// The status line is not shown, and the game screen is arranged for a phone.
    OnPhone(PhoneScreen),
}

/// Writes status and notice into the first rows of a frame. Returns whether the notice fitted.
pub fn draw(
    renderer: &Renderer,
    frame: &mut Frame,
    size: StripSize,
    status: &Status,
    notice: Option<&str>,
) -> bool {
    let (lines, has_room) = lines(size, status, notice);
    renderer.draw(&View::Blank, frame);
    for (row, line) in lines.iter().take(size.rows).enumerate() {
        renderer.text(frame, 0, row, line, TEXT);
    }
    has_room
}

fn lines(size: StripSize, status: &Status, notice: Option<&str>) -> (Vec<String>, bool) {
    let StripSize { columns, rows } = size;
    let items = status.stacked(columns * rows);
    let notice = notice.map(|notice| wrap(notice, columns));
    let mut lines = match columns {
        Frame::COLUMNS => vec![status.spread(columns)],
        _ => wrap(&items.join("\n"), columns),
    };
    // Separate the items by empty lines if there is room.
    let apart = wrap(&items.join("\n\n"), columns);
    let needed = apart.len() + notice.as_ref().map_or(0, |notice| notice.len() + 1);
    if columns < Frame::COLUMNS && needed <= rows {
        lines = apart;
    }
    let Some(mut notice) = notice else {
        return (lines, true);
    };
    if notice.len() > rows {
        return (lines, false);
    }
    if lines.len() + notice.len() > rows {
        // The status line returns when the notice disappears.
        return (notice, true);
    }
    // Separate status and notice by an empty line if there is room.
    if lines.len() + notice.len() < rows && columns < Frame::COLUMNS {
        lines.push(String::new());
    }
    lines.append(&mut notice);
    (lines, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status() -> Status {
        let texts = ["survival drag checkerboard", "checkerboard"];
        let right = vec!["paused x1".to_owned()];
        Status::new(texts.map(str::to_owned).into(), right)
    }

    fn shown(columns: usize, rows: usize, notice: Option<&str>) -> (Vec<String>, bool) {
        lines(StripSize { columns, rows }, &status(), notice)
    }

    #[test]
    fn a_notice_is_below_the_status_or_replaces_it_or_is_elsewhere() {
        let line = "checkerboard           paused x1";
        let notice = "screenshot: rightwell-0001.png";
        assert_eq!(shown(32, 1, None), (vec![line.to_owned()], true));
        assert_eq!(shown(32, 1, Some(notice)), (vec![notice.to_owned()], true));
        let (lines, has_room) = shown(32, 3, Some(notice));
        assert_eq!((lines, has_room), (vec![line.into(), notice.into()], true));
        let long = "paused: the window lost focus. Space: go on";
        assert_eq!(shown(32, 1, Some(long)), (vec![line.to_owned()], false));
        assert_eq!(shown(32, 2, Some(long)).0.len(), 2);
    }

    #[test]
    fn at_the_side_the_status_breaks_between_words() {
        let (lines, has_room) = shown(14, 8, Some("kept as game-1.ron"));
        let expected = [
            "survival drag",
            "checkerboard",
            "F1: keys",
            "Esc: menu",
            "paused x1",
            "",
            "kept as",
            "game-1.ron",
        ];
        assert_eq!(
            (lines, has_room),
            (expected.map(str::to_owned).into(), true)
        );
        let (apart, has_room) = shown(14, 12, Some("kept as game-1.ron"));
        let gaps = apart.iter().filter(|line| line.is_empty()).count();
        assert!(has_room && gaps == 4 && apart.len() == 11, "{apart:?}");
    }

    #[test]
    fn a_strip_is_black_but_for_its_text() {
        let renderer = Renderer::new();
        let mut frame = Frame::new();
        let (columns, rows) = (32, 1);
        assert!(draw(
            &renderer,
            &mut frame,
            StripSize { columns, rows },
            &status(),
            None
        ));
        let is_white = |y: usize| (0..256).any(|x| frame.pixel(x, y) == TEXT[3]);
        assert!((0..8).any(is_white));
        assert!(!(8..240).any(is_white));
    }
}
