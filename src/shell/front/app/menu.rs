//! The menu over what is on: who gets keys and buttons, and what the menu asks for.

use rightwell::engine::{StartPosition, View};
use rightwell::menu::{Input, Sheet};

use crate::shell::activity::{Edit, Happening, Request};
use crate::shell::host::page;
use crate::shell::input::action::Action;
use crate::shell::menu::{Below, ProgramMenu, Takes, lay_editor};

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
    pub(super) fn below(&self) -> Below {
        Below {
            can: self.can(),
            is_busy: self.stack.is_busy(),
            is_match: self.stack.is_match(),
            is_deep: self.stack.is_deep(),
            has_pad: self.has_pad,
            is_windowed: self.windowed,
            position: self.position(),
            edited: self.hud().edited,
            worst: self.hud().worst.clone(),
            link: self.link(),
        }
    }

    /// The link to what is on the screen, if there is a page and a link leads there.
    fn link(&self) -> Option<String> {
        let begun = self.context.begun.as_ref();
        let begun = begun.filter(|_| !self.stack.is_deep());
        let words = self.stack.top().activity.link(begun)?.words();
        page::link(words.iter().map(String::as_str))
    }

    /// The position of the game on the screen; none while people play one for the high scores.
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

    /// Opens the page of the editor that is on, or an editor over what is on.
    fn edit(&mut self) {
        let below = self.below();
        match below.edited {
            Some(position) => self.menu = Some(ProgramMenu::editor(position, below)),
            None => {
                let asked = lay_editor(&below, &self.context);
                self.fulfil([asked]);
            }
        }
    }

    /// Does what is asked of the activity, if it is one of its own actions; some ask something before.
    pub(super) fn act_on_top(&mut self, action: Action) {
        let can = self.can();
        if !can.does(action) {
            return;
        }
        let is_asked = self.settings().confirmations && can.is_busy;
        match (action, self.hud().sides.clone()) {
            (Action::WorstMoves, _) => match ProgramMenu::worst(&self.below()) {
                Some(menu) => self.menu = Some(menu),
                None => self.say("no moves are rated here yet".to_owned()),
            },
            // A tap does nothing: it must be held, see `hold_restart`.
            (Action::Restart, _) => self.say("hold it to begin a new game".to_owned()),
            (Action::GoOn, Some(names)) => {
                self.menu = Some(ProgramMenu::sides(&names, &self.context));
            }
            (Action::NewGame, _) if is_asked => {
                self.menu = Some(ProgramMenu::leaving(&self.below(), action));
            }
            (Action::Training, _) => {
                let below = self.below();
                self.menu = Some(ProgramMenu::training(below, &mut self.context));
            }
            (Action::Edit, _) => self.edit(),
            (Action::States, _) => {
                self.menu = Some(ProgramMenu::states(&self.below(), &self.context));
            }
            (Action::Lab, _) => self.toggle_lab(),
            (Action::Plan, _) => self.toggle_plan(),
            (Action::Goal, _) => {
                let said = self.context.set(|settings| settings.goal = !settings.goal);
                said.into_iter().for_each(|said| self.say(said));
            }
            _ => self.pass_on(Happening::Act(action)),
        }
    }

    /// Tells what is on of something, and does what it asks for then.
    pub(super) fn pass_on(&mut self, happening: Happening) {
        // What another player was likely to come to says nothing any more.
        self.lab = Lab::default();
        self.stack.top_mut().activity.handle(happening);
        self.attend();
    }

    /// Lets what is on look after what goes on beside its steps, and does what it asks for.
    pub(super) fn attend(&mut self) {
        let is_covered = self.menu.is_some() || self.help;
        let wanted = self.context.coaching(self.asks_for_hint && !is_covered);
        let activity = &mut self.stack.top_mut().activity;
        activity.handle(Happening::Round(wanted));
        self.carry_out();
    }

    /// Does what is on asks for; says whether something else is on now.
    pub(super) fn carry_out(&mut self) -> bool {
        let requests = self.stack.top_mut().activity.requests();
        let is_other =
            |request: &Request| matches!(request, Request::Lay(_) | Request::Leave { .. });
        let is_left = requests.iter().any(is_other);
        self.fulfil(requests);
        is_left
    }

    /// Another scene is on the screen: what was pressed for the one before and the time that it owes are
    /// not its own.
    pub(super) fn begin_anew(&mut self) {
        self.lab = Lab::default();
        (self.held, self.tapped) = Default::default();
        self.heard = None;
        self.pacer.forgive();
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
        let mut sheet = self.menu.as_ref()?.sheet();
        if self.is_touched {
            sheet.footer = for_fingers(&sheet.footer);
        }
        Some(sheet)
    }

    /// Does in the menu what an input asks for; nothing while it is closed.
    pub fn menu_input(&mut self, input: Input) {
        if let Some(menu) = &mut self.menu {
            self.notice = None;
            let asked = menu.press(input, &mut self.context);
            self.fulfil(asked);
        }
    }

    /// Tells the menu which key or button of a pad was pressed, by its name in the settings.
    pub fn menu_key(&mut self, name: &str) {
        if let Some(menu) = &mut self.menu {
            let asked = menu.key(name, &mut self.context);
            self.fulfil(asked);
        }
    }

    pub(super) fn fulfil(&mut self, requests: impl IntoIterator<Item = Request>) {
        for request in requests {
            match request {
                Request::Say(said) => self.say(said),
                Request::Pause(is_paused) => {
                    self.stack.top_mut().is_paused = is_paused;
                    self.waits = is_paused;
                }
                Request::Lay(activity) => {
                    self.menu = None;
                    self.stack.push(activity);
                    self.begin_anew();
                    self.attend();
                }
                Request::Leave { for_next } => {
                    self.menu = None;
                    self.quit |= !self.stack.pop();
                    self.begin_anew();
                    // What comes next from below comes in this round: nobody sees what lies between them.
                    if !self.quit && for_next {
                        self.pass_on(Happening::Next);
                    }
                }
                Request::Remember(contestants) => self.context.remember_contestants(&contestants),
                Request::Close => self.close_menu(),
                Request::Inform(happening) => self.stack.top_mut().activity.handle(happening),
                Request::Edit => self.edit(),
                Request::Copy(text) => {
                    let said = match self.clipboard {
                        Some(clipboard) => {
                            (clipboard.set)(&text);
                            format!("copied: {text}")
                        }
                        None => text,
                    };
                    self.say(said);
                }
                Request::Paste => match self.clipboard.and_then(|clipboard| (clipboard.get)()) {
                    Some(text) => {
                        self.close_menu();
                        self.pass_on(Happening::Edit(Edit::Paste(text)));
                    }
                    None => self.say("no text was copied".to_owned()),
                },
                Request::Tell(happening) => {
                    self.close_menu();
                    self.pass_on(happening);
                }
                Request::Begin(begun) => {
                    self.menu = None;
                    self.stack.replace(begun);
                    self.begin_anew();
                }
                Request::Quit => self.quit = true,
            }
        }
    }
}

/// The foot of a menu's page with the buttons of a pad in the places of keys.
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
