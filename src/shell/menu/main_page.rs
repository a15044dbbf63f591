//! The first page.

use rightwell::menu::{Answer, Field, Input, Page, Row, Sheet};

use crate::shell::activity::{Happening, Request, Reviewing};
use crate::shell::input::action::Action;
use crate::shell::store::choices::{PlayChoice, PuzzlesChoice, VersusChoice, WatchChoice};

use super::desk::Desk;
use super::keys::KeysPage;
use super::mode::ModePage;
use super::question::{LEAVE, leave_if};
use super::recordings::RecordingsPage;
use super::settings::SettingsPage;
use super::worst::WorstPage;
use super::{Below, MenuPage, Turn};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Continue,
    Watch,
    Play,
    Versus,
    Puzzles,
    Recordings,
    Settings,
    Keys,
    Review,
    Worst,
    Leave,
    Quit,
}

/// The first page of the menu.
#[derive(Debug)]
pub struct MainPage {
    page: Page<Name>,
    below: Below,
}

impl MainPage {
    /// The page over what lies below the menu.
    pub fn new(below: Below) -> MainPage {
        let row = |name, label, hint| Row::new(name, label, Field::Act, hint);
        let mut rows = vec![
            row(Name::Continue, "CONTINUE", "Back to what is on"),
            row(
                Name::Watch,
                "WATCH",
                "The computer plays; you choose who and how",
            ),
            row(Name::Play, "PLAY", "You play the exact console"),
            row(
                Name::Versus,
                "VERSUS",
                "You against the computer or a friend, with garbage rows",
            ),
            row(
                Name::Puzzles,
                "PUZZLES",
                "Where does this piece go? You place it, and are told what that is worth",
            ),
            row(
                Name::Recordings,
                "RECORDINGS",
                "What was played: watch, film, rename, delete",
            ),
            row(
                Name::Settings,
                "SETTINGS",
                "Keys, pads, colours, picture, what is kept",
            ),
            row(Name::Keys, "KEYS", "What the keys do in what is on now"),
            row(
                Name::Review,
                "REVIEW",
                "The moves of this game one by one: what was better, and what it lost",
            ),
            row(
                Name::Worst,
                "WORST MOVES",
                "The moves of this game that lost most, to go to them",
            ),
            row(
                Name::Leave,
                "GO BACK",
                "Leaves what is on for what was on before",
            ),
            row(Name::Quit, "QUIT", "Ends the program; everything is kept"),
        ];
        rows.retain(|row| match row.name {
            Name::Leave => below.is_deep,
            Name::Review => below.can.review == Reviewing::Offered,
            Name::Worst => !below.worst.is_empty(),
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

    fn press(&mut self, input: Input, desk: &mut Desk) -> Turn {
        let name = match self.page.press(input) {
            Answer::Chosen(name) => name,
            Answer::Left => return Turn::Ask(Request::Close),
            Answer::Nothing | Answer::Changed(_) | Answer::Entered(_) => return Turn::Stay,
        };
        let below = self.below.clone();
        match name {
            Name::Continue => Turn::Ask(Request::Close),
            Name::Watch => Turn::Open(Box::new(ModePage::<WatchChoice>::new(desk, below))),
            Name::Play => Turn::Open(Box::new(ModePage::<PlayChoice>::new(desk, below))),
            Name::Versus => Turn::Open(Box::new(ModePage::<VersusChoice>::new(desk, below))),
            Name::Puzzles => Turn::Open(Box::new(ModePage::<PuzzlesChoice>::new(desk, below))),
            Name::Recordings => Turn::Open(Box::new(RecordingsPage::new(desk, below))),
            Name::Settings => Turn::Open(Box::new(SettingsPage::new(desk))),
            Name::Keys => Turn::Open(Box::new(KeysPage::new(desk, &below))),
            Name::Review => Turn::Ask(Request::Tell(Happening::Act(Action::NextMistake))),
            Name::Worst => Turn::Open(Box::new(WorstPage::new(&below.worst))),
            Name::Leave => leave_if(below.can.is_busy, below.is_match, LEAVE, desk, |_| {
                Turn::Ask(Request::Leave { for_next: false })
            }),
            Name::Quit => {
                let yes = "LEAVE AND QUIT";
                leave_if(below.is_busy, below.is_match, yes, desk, |_| {
                    Turn::Ask(Request::Quit)
                })
            }
        }
    }
}

/// Begins what the words say, after a question where something would be broken off.
pub(super) fn begin(words: Vec<String>, below: &Below, desk: &mut Desk) -> Turn {
    let is_windowed = below.is_windowed;
    leave_if(
        below.is_busy,
        below.is_match,
        LEAVE,
        desk,
        move |desk| match desk.begin(&words) {
            Ok(begun) if !is_windowed && begun.activity.can().people.contains(&true) => Turn::say(
                "playing needs the window: a terminal does not say when a key is released"
                    .to_owned(),
            ),
            Ok(begun) => Turn::Ask(Request::Begin(begun)),
            Err(error) => Turn::say(error.to_string()),
        },
    )
}
