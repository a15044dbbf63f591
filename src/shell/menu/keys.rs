//! Page that lists the keys of the current scene.

use rightwell::menu::{Answer, Field, Input, MenuRow, Page, Sheet};

use crate::shell::input::action::SceneKeys;
use crate::shell::input::pad_help::PadHelp;

use super::context::AppContext;
use super::{MenuPage, PageAction, SceneInfo};

/// Read-only list of keys.
#[derive(Debug)]
pub struct KeysPage(Page<usize>);

impl KeysPage {
    /// Returns the keys for the scene below the menu.
    pub fn new(context: &AppContext, below: &SceneInfo) -> KeysPage {
        let settings = context.settings();
        let of_program = SceneKeys {
            settings,
            people: below.can.people,
            has_pad: below.has_pad,
            is_windowed: below.is_windowed,
        };
        let mut keys = of_program.help(below.can.keys);
        keys.extend_from_slice(&PadHelp::new(settings).lines(below.can.people, below.has_pad));
        let rows = keys.into_iter().enumerate().map(|(place, (key, does))| {
            let hint = "Other keys can be chosen in SETTINGS";
            MenuRow::new(place, &key, Field::Told(does), hint)
        });
        KeysPage(Page::new("KEYS", rows.collect()))
    }
}

impl MenuPage for KeysPage {
    fn sheet(&self) -> Sheet {
        self.0.sheet()
    }

    fn press(&mut self, input: Input, _context: &mut AppContext) -> PageAction {
        match self.0.press(input) {
            Answer::Left => PageAction::Back,
            _ => PageAction::Stay,
        }
    }
}
