//! What is going on, and what there is to say: at the foot of a column.

use rightwell::render::Panel;
use rightwell::render::panel::{PanelPart, PanelSide, Tone};

use crate::shell::front::app::App;

/// Lines that it has room for at least, so that nothing moves when something is said.
const ROOM: usize = 7;
/// Letters that the status may have.
const LETTERS: usize = 100;

/// The panel of status and notices, with the keys that lead on or without.
pub(super) fn panel(app: &mut App, with_keys: bool) -> Panel {
    let mut parts = Vec::new();
    if app.settings().status_line {
        let status = app.status();
        let status = match with_keys {
            true => status,
            false => status.without_keys(),
        };
        let said = status.stacked(LETTERS).into_iter();
        parts.extend(said.map(|text| PanelPart::Text(text, Tone::Quiet)));
    }
    let has_failed = app.top().failure.is_some();
    if let Some(notice) = app.notice() {
        let tone = if has_failed { Tone::Bad } else { Tone::Plain };
        parts.push(PanelPart::Text(notice, tone));
    }
    Panel {
        side: PanelSide::Middle,
        is_pinned: true,
        room: ROOM,
        ..Panel::new("", parts)
    }
}
