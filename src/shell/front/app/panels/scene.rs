//! Panels of the current scene.

use rightwell::render::Panel;
use rightwell::render::panel::PanelPart;

use crate::front::app::App;
use crate::input::action::Action;
use crate::input::pad_help::capitalized;
use crate::scene::recording::REVIEW_HINTS;

/// Returns the scene's panels. The first one also lists the keys of a review.
pub(super) fn panels(app: &App) -> Vec<Panel> {
    let panels = app.hud().panels.iter().map(|scene| scene.panel.clone());
    let mut panels: Vec<Panel> = panels.collect();
    for panel in &mut panels {
        let compact = panel.compact.iter_mut().flatten();
        panel
            .parts
            .iter_mut()
            .chain(compact)
            .for_each(|part| name_buttons(app, part));
    }
    let keys = review_keys(app);
    if let Some(first) = panels.first_mut().filter(|_| !keys.is_empty()) {
        for parts in first.compact.iter_mut().chain([&mut first.parts]) {
            parts.push(PanelPart::Keys(keys.clone()));
        }
    }
    panels
}

/// Replaces buttons in braces with their keys. Sentences begin with a capital letter.
fn name_buttons(app: &App, part: &mut PanelPart) {
    match part {
        PanelPart::Keys(keys) => {
            for (key, _) in keys {
                *key = app.named(key);
            }
        }
        PanelPart::Text(text, _) => *text = capitalized(&app.named(text)),
        _ => {}
    }
}

/// Returns the keys that these panels list.
pub(super) fn listed_keys(panels: &[Panel]) -> Vec<&str> {
    let parts = panels.iter().flat_map(|panel| &panel.parts);
    let keys = parts.filter_map(|part| match part {
        PanelPart::Keys(keys) => Some(keys),
        _ => None,
    });
    keys.flatten().map(|(key, _)| &**key).collect()
}

/// Returns the keys of a review while its panel is shown.
fn review_keys(app: &App) -> Vec<(String, String)> {
    let hud = app.hud();
    if !hud.is_opened || !app.is_reviewed() || hud.panels.is_empty() {
        return Vec::new();
    }
    let needs_window = |action| matches!(action, Action::TryAgain | Action::Practise);
    let hints = REVIEW_HINTS.iter();
    let hints = hints.filter(|(action, _)| app.devices.windowed || !needs_window(*action));
    let keys = hints.map(|(action, does)| {
        let key = action.key(&app.settings().program_keys);
        (key, (*does).to_owned())
    });
    keys.collect()
}
