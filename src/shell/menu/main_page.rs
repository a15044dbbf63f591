//! First page of the menu.

use crate::shell::host::page;
use crate::shell::input::action::Action;
use crate::shell::options::forms::{PlayForm, PuzzlesForm, TrainingForm, VersusForm, WatchForm};
use crate::shell::scene::{Request, ReviewState, SceneCommand};

use super::act_page::{ActPage, ActRows};
use super::editor::editor_page;
use super::keys::keys_page;
use super::mode::{ModeForm, ModePage};
use super::question::{LEAVE, LEAVE_AND_QUIT, QuestionText, ask_if};
use super::recordings::RecordingsPage;
use super::settings::SettingsPage;
use super::start::push_editor;
use super::states::StatesPage;
use super::worst::worst_page;
use super::{PageAction, SceneInfo};

/// Returns the first page of the menu, over the current scene.
pub fn main_page(below: &SceneInfo) -> ActPage {
    let mut rows = ActRows::default();
    let copy = || below.clone();
    rows.act("CONTINUE", "Closes the menu", |_| PageAction::Close);
    let hint = "Watch an AI play. You choose the player and its options";
    add_mode::<WatchForm>(&mut rows, "WATCH", hint, below);
    add_mode::<PlayForm>(&mut rows, "PLAY", "Play the exact NES game", below);
    let hint = "Play against the computer or a friend, with garbage";
    add_mode::<VersusForm>(&mut rows, "VERSUS", hint, below);
    let hint = "Where does this piece go? Place it and see how good your choice is";
    add_mode::<PuzzlesForm>(&mut rows, "PUZZLES", hint, below);
    let hint = "Drills: droughts, tapping, spins, garbage, killscreens";
    add_mode::<TrainingForm>(&mut rows, "TRAINING", hint, below);
    if below.is_windowed {
        let (hint, below) = (
            "Draw a position. Play it, or see its best placements",
            copy(),
        );
        rows.act("EDITOR", hint, move |context| match below.edited {
            Some(position) => PageAction::open(editor_page(position, below.clone())),
            None => PageAction::Ask(push_editor(&below, context)),
        });
    }
    let (hint, info) = ("Saved games: watch, review, film, rename, delete", copy());
    rows.open("RECORDINGS", hint, move |context| {
        RecordingsPage::new(context, info.clone())
    });
    if let Some(link) = below.link.clone() {
        let hint = "Copies a link to this game, position or puzzle";
        rows.act("COPY LINK", hint, move |_| PageAction::copy(link.clone()));
    }
    let hint = "Keys, gamepads, colours, screen and storage";
    rows.open("SETTINGS", hint, |context| SettingsPage::new(context));
    if !page::is_touched() {
        let info = copy();
        rows.open("KEYS", "Lists the keys that work now", move |context| {
            keys_page(context, &info)
        });
    }
    if below.can.review == ReviewState::Offered {
        let hint = "Rates the moves of this game and shows better ones";
        rows.act("REVIEW", hint, |_| {
            PageAction::send(SceneCommand::Act(Action::NextMistake))
        });
    }
    if !below.worst.is_empty() {
        let (hint, worst) = ("Lists the moves that cost the most", below.worst.clone());
        rows.open("WORST MOVES", hint, move |_| worst_page(&worst));
    }
    if below.can.does(Action::States) {
        let (hint, info) = ("Ten save slots in practice games", copy());
        rows.open("SAVED STATES", hint, move |context| {
            StatesPage::new(context, &info)
        });
    }
    if below.is_deep {
        let text = QuestionText::leave(below.is_match, LEAVE);
        let is_asked = below.can.is_busy;
        let is_over_game = below.is_busy && !below.can.is_busy;
        rows.act(
            if is_over_game {
                "BACK TO MY GAME"
            } else {
                "GO BACK"
            },
            "Returns to where you were",
            move |context| {
                ask_if(is_asked, text, context, |_| {
                    PageAction::Ask(Request::Leave { for_next: false })
                })
            },
        );
    }
    // On a web page, the browser ends the program.
    if !page::IS_HERE {
        let text = QuestionText::leave(below.is_match, LEAVE_AND_QUIT);
        let is_asked = below.is_busy;
        rows.act(
            "QUIT",
            "Ends the program. Games are saved",
            move |context| ask_if(is_asked, text, context, |_| PageAction::Ask(Request::Quit)),
        );
    }
    rows.into_page("RIGHTWELL")
}

/// Adds a row that opens the page of a mode.
fn add_mode<F: ModeForm>(rows: &mut ActRows, label: &str, hint: &str, below: &SceneInfo) {
    let below = below.clone();
    rows.open(label, hint, move |context| {
        ModePage::<F>::new(context, below.clone())
    });
}
