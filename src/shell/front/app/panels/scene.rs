//! The panels of the scene that is on.

use rightwell::render::Panel;
use rightwell::render::panel::PanelPart;

use crate::shell::front::app::App;

use super::review;

/// The panels of the scene, the keys of a review in the first one.
pub(super) fn panels(app: &App) -> Vec<Panel> {
    let told = app.review();
    let mut panels: Vec<Panel> = (app.hud().panels.iter())
        .map(|scene| scene.panel.clone())
        .collect();
    match (panels.first_mut(), told) {
        (Some(first), Some(told)) if !told.keys.is_empty() => {
            let keys = PanelPart::Keys(told.keys);
            let compact = first.compact.iter_mut();
            compact.for_each(|parts| parts.push(keys.clone()));
            first.parts.push(keys);
        }
        (None, Some(told)) => panels.push(review::panel(told)),
        _ => {}
    }
    panels
}
