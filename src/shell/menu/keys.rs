//! Page that lists the keys of the current scene.

use rightwell::menu::Field;

use crate::input::action::SceneKeys;
use crate::input::pad_help::PadHelp;
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
    keys.extend_from_slice(&PadHelp::new(settings).lines(below.can.people, below.has_pad));
    let mut rows = ActionRows::default();
    for (key, does) in keys {
        rows.show(&key, Field::Told(does), "Change the keys in SETTINGS");
    }
    rows.into_page("KEYS")
}
