//! Panel of the currently active keys.

use std::time::Duration;

use rightwell::render::Panel;
use rightwell::render::panel::{PanelPart, PanelSide};

use crate::front::app::App;
use crate::host::page;
use crate::input::pad_help::{self, PadUse};
use crate::store::settings::KeysPanel;

use super::scene::listed_keys;

/// Time for which the keys are shown to new users.
pub(in crate::front::app) const FIRST_MINUTES: Duration = Duration::from_secs(180);

/// Returns the keys panel, if it is on. It leaves out the keys that the panels of the scene already list.
pub(super) fn panel(app: &App, scene: &[Panel]) -> Option<Panel> {
    let is_wanted = match app.settings().keys_panel {
        KeysPanel::Always => true,
        KeysPanel::First => app.watched < FIRST_MINUTES,
        KeysPanel::Never => false,
    };
    // The menu page and the welcome card list their own keys.
    if !is_wanted || app.menu.is_some() || app.welcome().is_some() {
        return None;
    }
    let can = app.can();
    let listed = listed_keys(scene);
    let is_listed = |keys: &str| keys.split(' ').all(|key| listed.contains(&key));
    // On a web page, new visitors see only how to play and the menu key.
    let own = match page::IS_HERE && app.settings().keys_panel == KeysPanel::First {
        true => app.keys().menu_help(),
        false => app.keys().own_help(can.keys),
    };
    let own = own.into_iter().filter(|(keys, _)| !is_listed(keys));
    // In a terminal, the user can only watch.
    let plays = app.devices.windowed && can.pads != PadUse::None;
    let moves = plays.then(|| pad_help::moves(can.people, can.pads, app.settings()));
    let moves = moves.into_iter().flatten();
    let keys: Vec<_> = moves.clone().chain(own).collect();
    let few = app.keys().own_help(&[]).into_iter();
    let mut first: Vec<_> = moves
        .chain(few.filter(|(keys, _)| !is_listed(keys)))
        .collect();
    let least = first.len();
    let more = keys.iter().filter(|key| !first.contains(key)).cloned();
    first.extend(more.collect::<Vec<_>>());
    Some(Panel {
        compact: Some(vec![PanelPart::MoreKeys { keys: first, least }]),
        is_pinned: true,
        // The panel of an exercise or a drill is right of the game, and grows.
        side: match app.has_person()
            && !scene.is_empty()
            && (app.hud().is_opened || can.is_practice)
        {
            true => PanelSide::Left,
            false => PanelSide::Right,
        },
        ..Panel::new("Keys", vec![PanelPart::Keys(keys)])
    })
}
