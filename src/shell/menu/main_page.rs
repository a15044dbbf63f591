//! First page of the menu.

use std::path::PathBuf;

use rightwell::menu::{Answer, Field, Input, MenuRow, Page, Sheet};
use rightwell::rules::sanitize::sanitized;

use crate::shell::error::CliError;
use crate::shell::host::page;
use crate::shell::input::action::Action;
use crate::shell::options::forms::{PlayForm, PuzzlesForm, TrainingForm, VersusForm, WatchForm};
use crate::shell::scene::editor::EditorScene;
use crate::shell::scene::{Begun, Request, Reviewing, SceneCommand};
use crate::shell::store::states::States;

use super::context::AppContext;
use super::editor::EditorPage;
use super::keys::KeysPage;
use super::mode::ModePage;
use super::question::{LEAVE, QuestionText, ask_if};
use super::recordings::RecordingsPage;
use super::settings::SettingsPage;
use super::states::StatesPage;
use super::worst::WorstPage;
use super::{MenuPage, PageAction, SceneInfo};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MainRow {
    Continue,
    Watch,
    Play,
    Versus,
    Puzzles,
    Training,
    Editor,
    Recordings,
    Link,
    Settings,
    Keys,
    Review,
    Worst,
    States,
    Leave,
    Quit,
}

/// First page of the menu.
#[derive(Debug)]
pub struct MainPage {
    page: Page<MainRow>,
    below: SceneInfo,
}

impl MainPage {
    /// Returns the first page over the current scene.
    pub fn new(below: SceneInfo) -> MainPage {
        let row = |name, label, hint| MenuRow::new(name, label, Field::Act, hint);
        let mut rows = vec![
            row(MainRow::Continue, "CONTINUE", "Back to what is on"),
            row(
                MainRow::Watch,
                "WATCH",
                "The computer plays; you choose who and how",
            ),
            row(MainRow::Play, "PLAY", "You play the exact console"),
            row(
                MainRow::Versus,
                "VERSUS",
                "You against the computer or a friend, with garbage rows",
            ),
            row(
                MainRow::Puzzles,
                "PUZZLES",
                "Where does this piece go? You place it, and are told what that is worth",
            ),
            row(
                MainRow::Training,
                "TRAINING",
                "One thing again and again: droughts, taps, spins, garbage, killscreens",
            ),
            row(
                MainRow::Editor,
                "EDITOR",
                "Draw a position: play from there, or see what is best in it",
            ),
            row(
                MainRow::Recordings,
                "RECORDINGS",
                "What was played: watch, film, rename, delete",
            ),
            row(
                MainRow::Link,
                "COPY LINK",
                "Copies a link to what is on: its game, position or puzzle",
            ),
            row(
                MainRow::Settings,
                "SETTINGS",
                "Keys, pads, colours, picture, what is kept",
            ),
            row(MainRow::Keys, "KEYS", "What the keys do in what is on now"),
            row(
                MainRow::Review,
                "REVIEW",
                "The moves of this game one by one: what was better, and what it lost",
            ),
            row(
                MainRow::Worst,
                "WORST MOVES",
                "The moves of this game that lost most, to go to them",
            ),
            row(
                MainRow::States,
                "SAVED STATES",
                "Ten places in games of practice to go on from",
            ),
            row(
                MainRow::Leave,
                "GO BACK",
                "Leaves what is on for what was on before",
            ),
            row(
                MainRow::Quit,
                "QUIT",
                "Ends the program; everything is kept",
            ),
        ];
        rows.retain(|row| match row.name {
            MainRow::Leave => below.is_deep,
            MainRow::Editor => below.is_windowed,
            MainRow::Review => below.can.review == Reviewing::Offered,
            MainRow::Worst => !below.worst.is_empty(),
            MainRow::Link => below.link.is_some(),
            MainRow::States => below.can.does(Action::States),
            MainRow::Keys => !page::is_touched(),
            // The browser closes web pages.
            MainRow::Quit => !page::IS_HERE,
            _ => true,
        });
        MainPage {
            page: Page::new("RIGHTWELL", rows),
            below,
        }
    }
}

impl MenuPage for MainPage {
    fn sheet(&self) -> Sheet {
        self.page.sheet()
    }

    fn press(&mut self, input: Input, context: &mut AppContext) -> PageAction {
        let name = match self.page.press(input) {
            Answer::Chosen(name) => name,
            Answer::Left => return PageAction::Ask(Request::Close),
            Answer::Nothing | Answer::Changed(_) | Answer::Entered(_) => return PageAction::Stay,
        };
        let below = self.below.clone();
        match name {
            MainRow::Continue => PageAction::Ask(Request::Close),
            MainRow::Watch => {
                PageAction::Open(Box::new(ModePage::<WatchForm>::new(context, below)))
            }
            MainRow::Play => PageAction::Open(Box::new(ModePage::<PlayForm>::new(context, below))),
            MainRow::Versus => {
                PageAction::Open(Box::new(ModePage::<VersusForm>::new(context, below)))
            }
            MainRow::Puzzles => {
                PageAction::Open(Box::new(ModePage::<PuzzlesForm>::new(context, below)))
            }
            MainRow::Training => {
                PageAction::Open(Box::new(ModePage::<TrainingForm>::new(context, below)))
            }
            MainRow::Editor => match below.edited {
                Some(position) => PageAction::Open(Box::new(EditorPage::new(position, below))),
                None => PageAction::Ask(lay_editor(&below, context)),
            },
            MainRow::Recordings => PageAction::Open(Box::new(RecordingsPage::new(context, below))),
            MainRow::Link => below.link.map_or(PageAction::Stay, |link| {
                PageAction::Ask(Request::Copy(link))
            }),
            MainRow::Settings => PageAction::Open(Box::new(SettingsPage::new(context))),
            MainRow::Keys => PageAction::Open(Box::new(KeysPage::new(context, &below))),
            MainRow::Review => PageAction::Ask(Request::CloseAndSend(SceneCommand::Act(
                Action::NextMistake,
            ))),
            MainRow::Worst => PageAction::Open(Box::new(WorstPage::new(&below.worst))),
            MainRow::States => PageAction::Open(Box::new(StatesPage::new(context, &below))),
            MainRow::Leave => {
                let text = QuestionText::leave(below.is_match, LEAVE);
                ask_if(below.can.is_busy, text, context, |_| {
                    PageAction::Ask(Request::Leave { for_next: false })
                })
            }
            MainRow::Quit => {
                let text = QuestionText::leave(below.is_match, "LEAVE AND QUIT");
                ask_if(below.is_busy, text, context, |_| {
                    PageAction::Ask(Request::Quit)
                })
            }
        }
    }
}

/// Opens an editor on top, at the position of the current game if that can be edited.
pub fn lay_editor(below: &SceneInfo, context: &AppContext) -> Request {
    let home = context.home().ok();
    let states = home.map(|home| States::of(&home.recording_store(None)));
    Request::Push(Box::new(EditorScene::new(below.position, states)))
}

/// Opens a recording. Asks first if a game would be broken off.
pub(super) fn open_or_ask(
    below: &SceneInfo,
    context: &mut AppContext,
    path: PathBuf,
    is_reviewed: bool,
) -> PageAction {
    let text = QuestionText::leave(below.is_match, LEAVE);
    ask_if(below.is_busy, text, context, move |context| {
        let name = path.file_name().unwrap_or_default();
        let said = format!("opening {}..", sanitized(&name.to_string_lossy()));
        context.open_recording(path, is_reviewed);
        PageAction::say(said)
    })
}

/// Starts a scene. Asks first if a game would be broken off.
pub(super) fn begin_or_ask(
    below: &SceneInfo,
    context: &mut AppContext,
    begin: impl FnOnce(&mut AppContext) -> Result<Begun, CliError> + 'static,
) -> PageAction {
    let is_windowed = below.is_windowed;
    let text = QuestionText::leave(below.is_match, LEAVE);
    ask_if(below.is_busy, text, context, move |context| {
        match begin(context) {
            Ok(begun) if !is_windowed && begun.scene.can().people.contains(&true) => {
                PageAction::say(
                    "playing needs the window: a terminal does not say when a key is released"
                        .to_owned(),
                )
            }
            Ok(begun) => PageAction::Ask(Request::Begin(begun)),
            Err(error) => PageAction::say(error.to_string()),
        }
    })
}
