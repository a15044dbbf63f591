//! Actions and commands for the current scene, and the requests of scenes and menu.

use crate::host::clock::now;
use crate::input::action::Action;
use crate::menu::{ProgramMenu, push_editor};
use crate::scene::context::Context;
use crate::scene::{EditorCommand, Request, SceneCommand};

use super::App;
use super::lab::LabPanels;
use super::pages::PanelPages;

impl App {
    /// Runs an action of the current scene, if the scene offers it. Some actions ask for confirmation.
    pub(super) fn act_on_top(&mut self, action: Action) {
        let can = self.can();
        if !can.does(action) {
            return;
        }
        let is_asked = self.settings().confirmations && can.is_busy;
        match (action, self.hud().sides.clone()) {
            (Action::WorstMoves, _) => match ProgramMenu::worst(&self.below()) {
                Some(menu) => self.menu = Some(menu),
                None => self.say("no moves are rated yet".to_owned()),
            },
            // The page of a race leads to the reviews of both games.
            (Action::NextMistake, _) if self.hud().race.is_some() => {
                self.menu = ProgramMenu::race(&self.below());
            }
            // A tap only explains how to restart, because the key must be held: see `hold_restart`.
            (Action::Restart, _) => self.say("hold the key to start a new game".to_owned()),
            (Action::GoOn, Some(names)) => {
                self.menu = Some(ProgramMenu::sides(&names, &self.context));
            }
            (Action::GoOn, None) if can.invites_to_play => self.play_at_once(),
            (Action::NewGame, _) if is_asked => {
                self.menu = Some(ProgramMenu::leaving(&self.below(), action));
            }
            (Action::Training, _) => {
                let below = self.below();
                self.menu = Some(ProgramMenu::training(&below, &self.context));
            }
            (Action::Edit, _) => self.edit(),
            (Action::States, _) => {
                self.menu = Some(ProgramMenu::states(&self.below(), &self.context));
            }
            (Action::Plan, _) => self.toggle_plan(),
            (Action::Goal, _) => {
                self.context.set(|settings| settings.goal = !settings.goal);
            }
            _ => self.pass_on(SceneCommand::Act(action)),
        }
    }

    /// Begins the scene that was just put on top, on its first page of panels.
    pub(super) fn begin_scene(&mut self) {
        if self.pages.is_later() {
            self.pages = PanelPages::Page(0);
        }
        let mut context = Context::default();
        self.stack.top_mut().scene.begin(&mut context);
        self.carry_out(context);
    }

    /// Sends a command to the current scene and resets the lab's projection.
    pub(super) fn pass_on(&mut self, command: SceneCommand) {
        // The command may begin another game, to which the projection does not apply.
        self.lab = LabPanels::default();
        self.send(command);
        self.attend();
    }

    /// Sends a command to the current scene, without resetting anything.
    pub(super) fn send(&mut self, command: SceneCommand) {
        let mut context = Context::default();
        self.stack.top_mut().scene.handle(command, &mut context);
        self.carry_out(context);
    }

    /// Collects the results of background tasks, and runs the scene's tick.
    pub(super) fn attend(&mut self) {
        if let Some(requests) = self.context.finished_tasks() {
            if let Some(menu) = &mut self.menu {
                menu.refresh(&self.context);
            }
            self.fulfil(requests);
        }
        let is_covered = self.menu.is_some() || self.help;
        self.coach.is_asked = self.buttons.asks_for_hint && !is_covered;
        self.note_speed();
        let mut context = Context::default();
        let scene = &mut self.stack.top_mut().scene;
        scene.tick(&self.coach, &mut context);
        self.carry_out(context);
    }

    /// Carries out the requests of a scene. Returns whether another scene is on top now.
    pub(super) fn carry_out(&mut self, mut context: Context) -> bool {
        let requests = context.take();
        let is_other =
            |request: &Request| matches!(request, Request::Push(_) | Request::Leave { .. });
        let is_left = requests.iter().any(is_other);
        self.fulfil(requests);
        is_left
    }

    /// Resets input, due steps and projection after a change of scene, because they belong to the previous scene.
    pub(super) fn begin_anew(&mut self) {
        self.lab = LabPanels::default();
        (self.buttons.held, self.buttons.tapped) = Default::default();
        self.buttons.heard = None;
        self.pacer.forgive();
        self.begun = now();
    }

    /// Opens the menu of the current editor, or opens a new editor over the scene.
    fn edit(&mut self) {
        let below = self.below();
        match below.edited {
            Some(position) => self.menu = Some(ProgramMenu::editor(position, below)),
            None => {
                let asked = push_editor(&below, &self.context);
                self.fulfil([asked]);
            }
        }
    }

    /// Carries out requests of a scene or of the menu.
    pub(super) fn fulfil(&mut self, requests: impl IntoIterator<Item = Request>) {
        for request in requests {
            match request {
                // The news that a game does not count is not replaced by news of the last game.
                Request::Notify(_) if self.is_warned() => {}
                Request::Notify(notice) => self.say(notice),
                Request::Announce(title, text) => self.announce(title, &text),
                Request::Pause(is_paused) => {
                    self.stack.top_mut().is_paused = is_paused;
                    self.waits = is_paused;
                }
                Request::BeginAnew => self.begin_anew(),
                Request::Race(source) => {
                    self.context.race(source);
                    self.menu = None;
                    self.say("preparing the race..".to_owned());
                }
                Request::Push(scene) => {
                    self.menu = None;
                    self.stack.push(scene);
                    self.begin_anew();
                    self.begin_scene();
                    self.attend();
                }
                Request::Leave { for_next } => {
                    self.menu = None;
                    self.quit |= !self.stack.pop();
                    self.begin_anew();
                    // Start the next game below at once, so that the finished one never appears.
                    if !self.quit && for_next {
                        self.pass_on(SceneCommand::Next);
                    }
                    self.count_down();
                }
                Request::Remember(contestants) => self.context.remember_contestants(&contestants),
                Request::Close => self.close_menu(),
                Request::Send(command) => self.send(command),
                Request::Edit => self.edit(),
                Request::Copy(text) => {
                    let said = match self.devices.clipboard {
                        Some(clipboard) => {
                            (clipboard.set)(&text);
                            format!("copied: {text}")
                        }
                        None => text,
                    };
                    self.say(said);
                }
                Request::Paste => match self
                    .devices
                    .clipboard
                    .and_then(|clipboard| (clipboard.get)())
                {
                    Some(text) => {
                        self.close_menu();
                        self.pass_on(SceneCommand::Edit(EditorCommand::Paste(text)));
                    }
                    None => self.say("the clipboard has no text".to_owned()),
                },
                Request::CloseAndSend(command) => {
                    self.close_menu();
                    self.pass_on(command);
                }
                Request::Begin(begun) => {
                    self.menu = None;
                    self.stack.replace(begun);
                    self.begin_anew();
                    self.begin_scene();
                    self.count_down();
                }
                Request::Quit => self.quit = true,
            }
        }
    }
}
