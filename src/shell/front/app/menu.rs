//! Menu over the current scene.

use rightwell::engine::{StartPosition, View};
use rightwell::menu::{Input, Sheet};

use crate::host::{drawing, page};
#[cfg(any(feature = "window", test))]
use crate::input::action::Action;
use crate::menu::{InputKind, ProgramMenu, SceneInfo};

use super::App;

impl App {
    /// Closes the help or the menu. If neither is open, opens the menu.
    pub(super) fn open_or_close_menu(&mut self) {
        if self.help {
            self.help = false;
        } else if self.menu.is_some() {
            self.close_menu();
        } else {
            self.menu = Some(ProgramMenu::new(self.below()));
            self.notice = None;
        }
    }

    /// Returns the menu's information about the scene below it.
    pub(super) fn below(&self) -> SceneInfo {
        SceneInfo {
            can: self.can(),
            is_busy: self.stack.is_busy(),
            is_over: self.hud().own_result.is_some(),
            is_match: self.stack.is_match(),
            is_deep: self.stack.is_deep(),
            has_pad: self.devices.has_pad,
            is_windowed: self.devices.windowed,
            position: self.position(),
            edited: self.hud().edited,
            worst: self.hud().worst.clone(),
            race: self.hud().race.clone(),
            link: self.link(),
        }
    }

    /// Returns a link to the current scene, if the program runs on a web page and the scene can be linked.
    pub(super) fn link(&self) -> Option<String> {
        if !page::has_links() {
            return None;
        }
        let begun = self.context.begun.as_ref();
        let begun = begun.filter(|_| !self.stack.is_deep());
        let words = self.stack.top().scene.link(begun)?.words();
        page::link(words.iter().map(String::as_str))
    }

    /// Returns the position of the current game, if a game can start from it. `None` while people play for the high
    /// scores.
    fn position(&self) -> Option<StartPosition> {
        let can = self.can();
        if can.people.contains(&true) && !can.is_practice {
            return None;
        }
        match self.view() {
            View::Game(view) => {
                let mut position = StartPosition::of_view(&view)?;
                position.region = can.region;
                position.check().is_ok().then_some(position)
            }
            _ => None,
        }
    }

    /// Handles a request to close the window. Returns whether the program may end. If that would abandon a game, opens
    /// a page that asks for confirmation. A second request while this page is open ends the program.
    #[cfg(any(feature = "window", test))]
    pub fn may_close(&mut self) -> bool {
        let is_asking = self.menu.as_ref().is_some_and(ProgramMenu::asks_to_quit);
        if is_asking || !self.asks_to_leave() {
            return true;
        }
        self.menu = Some(ProgramMenu::quitting(&self.below()));
        false
    }

    /// Returns whether leaving the program now would abandon a game, and the user wants to be asked.
    #[cfg(any(feature = "window", test))]
    pub fn asks_to_leave(&self) -> bool {
        self.settings().confirmations && self.stack.is_busy()
    }

    /// Closes the menu and changes the filter of the game that it covers, if the game has filters.
    #[cfg(any(feature = "window", test))]
    pub fn filter_below_menu(&mut self) {
        if self.keys().has(Action::Filter) {
            self.close_menu();
            self.act(Action::Filter);
        }
    }

    pub(super) fn close_menu(&mut self) {
        self.menu = None;
        self.begin_anew();
        self.count_down();
    }

    /// Returns the kind of input that the menu expects, or `None` while the menu is closed.
    pub fn menu_takes(&self) -> Option<InputKind> {
        self.menu.as_ref().map(ProgramMenu::takes)
    }

    /// Returns the page of the open menu.
    pub fn sheet(&self) -> Option<Sheet> {
        let mut sheet = self.menu.as_ref()?.sheet();
        if self.devices.is_touched {
            sheet.footer = for_fingers(&sheet.footer);
        }
        Some(sheet)
    }

    /// Returns the page of the open menu as it is drawn.
    fn drawn_sheet(&self) -> Option<Sheet> {
        #[cfg(any(feature = "window", test))]
        return self.sheet_beside_panels();
        #[cfg(not(any(feature = "window", test)))]
        return self.sheet();
    }

    /// Sends an input to the open menu.
    pub fn menu_input(&mut self, input: Input) {
        // The pointer's position refers to the page as it is drawn.
        let sheet = self.drawn_sheet();
        let Some(input) = sheet.and_then(|sheet| sheet.aim(input)) else {
            return;
        };
        if let Some(menu) = &mut self.menu {
            self.notice = None;
            let asked = drawing::step(|| menu.press(input, &mut self.context));
            drawing::step(|| self.fulfil(asked));
        }
    }

    /// Sends a key or pad button to the open menu, by its name in the settings.
    pub fn menu_key(&mut self, name: &str) {
        if let Some(menu) = &mut self.menu {
            let asked = drawing::step(|| menu.key(name, &mut self.context));
            drawing::step(|| self.fulfil(asked));
        }
    }
}

/// Replaces keys with pad buttons in the footer of a menu page, for touch input.
fn for_fingers(footer: &str) -> String {
    let keys = [
        ("ENTER/A", "A"),
        ("TYPE/A", "A"),
        ("ESC/B", "B"),
        ("ENTER", "START"),
        ("ESC", "B"),
    ];
    let replaced = |said: String, (key, button): (&str, &str)| said.replace(key, button);
    keys.into_iter().fold(footer.to_owned(), replaced)
}
