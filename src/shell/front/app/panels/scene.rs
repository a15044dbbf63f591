//! The panels of the scene that is on.

use rightwell::render::Panel;
use rightwell::render::panel::PanelPart;

use crate::shell::activity::recording::REVIEW_HINTS;
use crate::shell::front::app::App;
use crate::shell::input::action::Action;

/// The panels of the scene, the keys of a review in the first one.
pub(super) fn panels(app: &App) -> Vec<Panel> {
    let hud = app.hud();
    let panels = hud.panels.iter().map(|scene| scene.panel.clone());
    let mut panels: Vec<Panel> = panels.collect();
    if hud.is_opened && app.is_reviewed() {
        let first = panels.iter_mut().take(1);
        first.for_each(|first| add_keys(app, first));
    }
    panels
}

fn add_keys(app: &App, panel: &mut Panel) {
    let needs_window = |action| matches!(action, Action::TryAgain | Action::Practise);
    let hints = REVIEW_HINTS.iter();
    let hints = hints.filter(|(action, _)| app.windowed || !needs_window(*action));
    let keys = hints.map(|(action, does)| {
        let key = action.key(&app.settings().program_keys);
        (key, (*does).to_owned())
    });
    let keys = PanelPart::Keys(keys.collect());
    for parts in panel.compact.iter_mut().chain([&mut panel.parts]) {
        parts.push(keys.clone());
    }
}
