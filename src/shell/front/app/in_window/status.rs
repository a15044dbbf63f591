//! Panel of status and notices at the bottom of a column.

use rightwell::render::Panel;
use rightwell::render::panel::{Figure, PanelPart, PanelSide, Tone};

use crate::front::app::App;

/// Number of lines reserved for this panel, so that notices do not move other panels.
const ROOM: usize = 4;
/// Maximum length of the status in characters.
const LETTERS: usize = 100;

/// Builds the panel of status and notices, with or without key hints.
pub(super) fn panel(app: &mut App, with_keys: bool) -> Panel {
    let mut parts = Vec::new();
    let notice = app.notice_beside();
    // A notice replaces the status, so that the panels above do not move.
    if app.settings().status_line && notice.is_none() {
        let status = app.status();
        let status = match with_keys {
            true => status,
            false => status.without_keys(),
        };
        let said = status.stacked(LETTERS).into_iter();
        parts.extend(said.map(|text| PanelPart::Text(text, Tone::Quiet)));
    }
    if let Some((name, share)) = app.context.film_progress() {
        let percent = format!("{:.0}%", 100.0 * share);
        parts.push(PanelPart::Bars(vec![(Figure::new(name, percent), share)]));
    }
    let page = app.page_in_words();
    parts.extend(page.map(|page| PanelPart::Text(page, Tone::Quiet)));
    let has_failed = app.top().failure.is_some();
    if let Some(notice) = notice {
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
