//! Page that lists the keys of the current scene.

use rightwell::menu::Field;

use crate::input::action::SceneKeys;
use crate::input::pad_help::{PadHelp, PadUse, moves};
use crate::scene::app_context::AppContext;

use super::SceneInfo;
use super::act_page::{ActionPage, ActionRows};

/// Returns the page of the keys for the scene below the menu.
pub fn keys_page(context: &AppContext, below: &SceneInfo) -> ActionPage {
    let settings = context.settings();
    let of_program = SceneKeys {
        settings,
        people: below.can.people,
        has_pad: below.has_pad,
        is_windowed: below.is_windowed,
        unlisted: below.can.unlisted,
    };
    let mut keys = of_program.help(below.can.keys);
    let pads = PadHelp::new(below.can.pads, settings);
    keys.extend(pads.lines(below.can.people, below.has_pad));
    let mut rows = ActionRows::default();
    if below.can.people == [false, false] && below.is_windowed {
        rows.heading("WHEN YOU PLAY");
        show(moves([true, false], PadUse::Play, settings), &mut rows);
        rows.heading("NOW");
    }
    show(keys, &mut rows);
    rows.into_page("KEYS")
}

fn show(keys: Vec<(String, String)>, rows: &mut ActionRows) {
    for (key, does) in keys {
        rows.show(&key, Field::Told(does), "Change the keys in SETTINGS");
    }
}
