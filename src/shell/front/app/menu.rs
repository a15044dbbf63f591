//! The menu over what is on: who gets keys and buttons, and what the menu asks for.

#[cfg(any(feature = "window", test))]
use std::path::Path;

use rightwell::menu::{Input, Sheet};

use crate::shell::input::action::Action;
#[cfg(any(feature = "window", test))]
use crate::shell::menu::recordings::replay_words;
use crate::shell::menu::{Below, ProgramMenu, Takes, Wish};

use super::App;
use super::lab::Lab;

impl App {
    /// Opens the menu, or closes it and what is open of the help.
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

    /// What the menu needs to know of what is on.
    fn below(&self) -> Below {
        Below {
            is_busy: self.stack.is_busy(),
            is_top_busy: self.activity().is_busy(),
            is_match: self.stack.is_match(),
            is_deep: self.stack.is_deep(),
            keys: self.activity().keys(),
            people: self.people(),
            has_pad: self.has_pad,
            is_windowed: self.windowed,
            worst: self.activity().worst(),
        }
    }

    /// Does what is asked of the activity, if it is one of its own actions; some ask something before.
    pub(super) fn act_on_top(&mut self, action: Action) {
        let keys = self.activity().keys();
        if !keys.iter().any(|(actions, _)| actions.contains(&action)) {
            return;
        }
        let is_asked = self.settings().confirmations && self.activity().is_busy();
        let sides = self.activity().sides();
        match (action, sides) {
            (Action::WorstMoves, _) => match ProgramMenu::worst(&self.below()) {
                Some(menu) => self.menu = Some(menu),
                None => self.say("no moves are rated here yet".to_owned()),
            },
            // A tap does nothing: it must be held, see `hold_restart`.
            (Action::Restart, _) => self.say("hold it to begin a new game".to_owned()),
            (Action::GoOn, Some(names)) => self.menu = Some(ProgramMenu::sides(&names, &self.desk)),
            (Action::NewGame, _) if is_asked => {
                self.menu = Some(ProgramMenu::leaving(&self.below(), action));
            }
            _ => self.act_now(action),
        }
    }

    /// Does what is asked of the activity.
    pub(super) fn act_now(&mut self, action: Action) {
        match action {
            Action::Lab => self.toggle_lab(),
            Action::Goal => {
                let said = self.desk.set(|settings| settings.goal = !settings.goal);
                said.into_iter().for_each(|said| self.say(said));
            }
            action => {
                // What another player was likely to come to says nothing any more.
                self.lab = Lab::default();
                let activity = &mut self.stack.top_mut().activity;
                activity.act(action);
                if matches!(action, Action::Previous | Action::Next)
                    && let Some(contestants) = activity.next_contestants()
                {
                    let contestants = contestants.clone();
                    self.desk.remember_contestants(&contestants);
                }
                self.attend();
            }
        }
    }

    /// Plays a recording that was dropped on the window; asks before, if something would be broken
    /// off.
    #[cfg(any(feature = "window", test))]
    pub fn open_recording(&mut self, path: &Path) {
        let words = replay_words(&path.to_string_lossy());
        let (menu, wish) = ProgramMenu::beginning(words, &self.below(), &mut self.desk);
        self.menu = menu;
        self.fulfil(wish);
    }

    fn close_menu(&mut self) {
        self.menu = None;
        self.begin_anew();
    }

    /// What the menu takes in now; nothing while it is closed.
    pub fn menu_takes(&self) -> Option<Takes> {
        self.menu.as_ref().map(ProgramMenu::takes)
    }

    /// What the menu looks like while it is open.
    pub fn sheet(&self) -> Option<Sheet> {
        self.menu.as_ref().map(ProgramMenu::sheet)
    }

    /// Does in the menu what an input asks for; nothing while it is closed.
    pub fn menu_input(&mut self, input: Input) {
        if let Some(menu) = &mut self.menu {
            self.notice = None;
            let wish = menu.press(input, &mut self.desk);
            self.fulfil(wish);
        }
    }

    /// Tells the menu which key or button of a pad was pressed, by its name in the settings.
    pub fn menu_key(&mut self, name: &str) {
        if let Some(menu) = &mut self.menu {
            let wish = menu.key(name, &mut self.desk);
            self.fulfil(wish);
        }
    }

    fn fulfil(&mut self, wish: Wish) {
        match wish {
            Wish::Nothing => {}
            Wish::Say(said) => self.say(said),
            Wish::Close => self.close_menu(),
            Wish::Act(action) => {
                self.close_menu();
                self.act_now(action);
            }
            Wish::Jump(target) => {
                self.close_menu();
                self.stack.top_mut().activity.jump(target);
                self.attend();
            }
            Wish::PlayOn(side, opponent) => {
                self.close_menu();
                self.stack.top_mut().activity.play_on(side, opponent);
                self.attend();
            }
            Wish::Leave => {
                self.menu = None;
                self.leave();
            }
            Wish::Begin(begun) => {
                self.menu = None;
                self.stack.replace(begun);
                self.begin_anew();
            }
            Wish::Quit => self.quit = true,
        }
    }
}
