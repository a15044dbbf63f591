//! First page of the menu.

use rightwell::menu::Icon;

use crate::host::page::{self, PageRequest};
use crate::input::action::Action;
use crate::options::forms::{PlayForm, PuzzlesForm, VersusForm};
use crate::scene::{Request, ReviewState, SceneCommand};

use super::act_page::{ActionPage, ActionRows};
use super::editor::editor_page;
use super::keys::keys_page;
use super::mode::{ModeForm, ModePage};
use super::question::{LEAVE, LEAVE_AND_QUIT, QuestionText, ask_if};
use super::race::race_page;
use super::recordings::RecordingsPage;
use super::settings::SettingsPage;
use super::start::push_editor;
use super::states::StatesPage;
use super::training::gallery_page;
use super::watch_gallery::watch_page;
use super::worst::worst_page;
use super::{PageAction, SceneInfo};

/// Returns the first page of the menu, over the current scene.
pub fn main_page(below: &SceneInfo) -> ActionPage {
    let mut rows = ActionRows::default();
    let (label, hint) = match below.is_over {
        true => ("AGAIN", "A new game from the same start"),
        false => ("CONTINUE", "Back to the game"),
    };
    let is_over = below.is_over;
    rows.act(label, hint, move |_| match is_over {
        true => PageAction::send(SceneCommand::Act(Action::NewGame)),
        false => PageAction::Close,
    });
    rows.icon(Icon::Continue);
    if below.is_deep {
        go_back(&mut rows, below);
    }
    play_group(&mut rows, below);
    learn_group(&mut rows, below);
    rows.heading("WATCH");
    let (hint, info) = (
        "A strong game, pictures built of pieces, machines against each other",
        below.clone(),
    );
    rows.open("WATCH THE AI", hint, move |_| watch_page(&info));
    rows.icon(Icon::Watch);
    let (hint, info) = (
        "Saved games: watch, review, film, rename, delete",
        below.clone(),
    );
    rows.open("RECORDINGS", hint, move |context| {
        RecordingsPage::new(context, info.clone())
    });
    rows.icon(Icon::Recordings);
    program_group(&mut rows, below);
    rows.into_page("RIGHTWELL").beside_game()
}

/// Adds the row that leads to the scene below the current one.
fn go_back(rows: &mut ActionRows, below: &SceneInfo) {
    let text = QuestionText::leave(below.is_match, LEAVE);
    let is_asked = below.can.is_busy;
    let is_over_game = below.is_busy && !below.can.is_busy;
    let label = match is_over_game {
        true => "BACK TO MY GAME",
        false => "GO BACK",
    };
    rows.act(label, "Returns to where you were", move |context| {
        ask_if(is_asked, text, context, |_| {
            PageAction::Ask(Request::Leave { for_next: false })
        })
    });
    rows.icon(Icon::Back);
}

/// Adds the rows for playing games.
fn play_group(rows: &mut ActionRows, below: &SceneInfo) {
    rows.heading("PLAY");
    let hint = "Play the exact NES game";
    add_mode::<PlayForm>(rows, ("PLAY", Icon::Play), hint, below);
    let hint = "Play against the computer or a friend, with garbage";
    add_mode::<VersusForm>(rows, ("VERSUS", Icon::Versus), hint, below);
    if below.is_windowed {
        race_rows(rows, below);
    }
    if below.can.does(Action::States) {
        let (hint, info) = ("Ten save slots in practice games", below.clone());
        rows.open("SAVED STATES", hint, move |context| {
            StatesPage::new(context, &info)
        });
        rows.icon(Icon::States);
    }
}

/// Adds the rows for races against recorded games.
fn race_rows(rows: &mut ActionRows, below: &SceneInfo) {
    if let Some(race) = below.race.clone() {
        let hint = "Compares both games level by level. Leads to their reviews";
        rows.open("RACE RESULT", hint, move |_| race_page(&race));
        rows.icon(Icon::Race);
    }
    if below.can.can_be_raced {
        let hint = "Play against this game: it runs beside yours, with the same pieces";
        send_row(rows, below, "RACE THIS GAME", hint, || SceneCommand::Race);
    }
    if below.can.can_be_raced && below.can.people[0] {
        let hint = "Play against your best game from the same level";
        send_row(rows, below, "RACE MY BEST", hint, || SceneCommand::RaceBest);
    }
    let (hint, info) = (
        "Play against a recorded game, yours or any other",
        below.clone(),
    );
    rows.open("RACE", hint, move |context| {
        RecordingsPage::for_race(context, info.clone())
    });
    rows.icon(Icon::Race);
}

/// Adds the row of a race that the current scene starts.
fn send_row(
    rows: &mut ActionRows,
    below: &SceneInfo,
    label: &str,
    hint: &str,
    command: fn() -> SceneCommand,
) {
    let text = QuestionText::leave(below.is_match, LEAVE);
    let is_asked = below.is_busy;
    rows.act(label, hint, move |context| {
        ask_if(
            is_asked,
            text,
            context,
            move |_| PageAction::send(command()),
        )
    });
    rows.icon(Icon::Race);
}

/// Adds the rows for learning to play better.
fn learn_group(rows: &mut ActionRows, below: &SceneInfo) {
    rows.heading("LEARN");
    if below.can.review == ReviewState::Offered {
        let hint = "Rates the moves of this game and shows better ones";
        rows.act("REVIEW THIS GAME", hint, |_| {
            PageAction::send(SceneCommand::Act(Action::NextMistake))
        });
        rows.icon(Icon::Review);
    }
    if !below.worst.is_empty() {
        let (hint, worst) = ("Lists the moves that cost the most", below.worst.clone());
        rows.open("WORST MOVES", hint, move |_| worst_page(&worst));
        rows.icon(Icon::Review);
    }
    let (hint, info) = (
        "Rates the moves of a saved game and shows better ones",
        below.clone(),
    );
    rows.open("REVIEW MY GAMES", hint, move |context| {
        RecordingsPage::for_review(context, info.clone())
    });
    rows.icon(Icon::Review);
    let hint = "Where does this piece go? Place it and see how good your choice is";
    add_mode::<PuzzlesForm>(rows, ("PUZZLES", Icon::Puzzle), hint, below);
    let hint = "Drills: droughts, tapping, spins, garbage, killscreens";
    let info = below.clone();
    rows.open("TRAINING", hint, move |context| {
        gallery_page(context, &info)
    });
    rows.icon(Icon::Training);
    if below.is_windowed {
        let hint = "Draw a position. Play it, or see its best placements";
        let below = below.clone();
        rows.act("EDITOR", hint, move |context| match below.edited {
            Some(position) => PageAction::open(editor_page(position, below.clone())),
            None => PageAction::Ask(push_editor(&below, context)),
        });
        rows.icon(Icon::Editor);
    }
}

/// Adds the rows of the program itself.
fn program_group(rows: &mut ActionRows, below: &SceneInfo) {
    rows.begin_group();
    if let Some(link) = below.link.clone() {
        let hint = "Copies a link to this game, position or puzzle";
        rows.act("COPY LINK", hint, move |_| PageAction::copy(link.clone()));
        rows.icon(Icon::Link);
    }
    let hint = "Keys, gamepads, colours, screen and storage";
    rows.open("SETTINGS", hint, |context| SettingsPage::new(context));
    rows.icon(Icon::Settings);
    if !page::is_touched() {
        let info = below.clone();
        rows.open("KEYS", "Lists the keys that work now", move |context| {
            keys_page(context, &info)
        });
        rows.icon(Icon::Keys);
    }
    // On a web page, the user ends the program in the browser.
    if page::IS_HERE {
        let hint = "Open a recording, save or read all games and settings, read about the page";
        rows.open("FILES AND ABOUT", hint, |_| files_page());
        rows.icon(Icon::Recordings);
    } else {
        let text = QuestionText::leave(below.is_match, LEAVE_AND_QUIT);
        let is_asked = below.is_busy;
        rows.act(
            "QUIT",
            "Ends the program. Games are saved",
            move |context| ask_if(is_asked, text, context, |_| PageAction::Ask(Request::Quit)),
        );
        rows.icon(Icon::Quit);
    }
}

/// Returns the rows of the actions that only the web page can do.
fn files_page() -> ActionPage {
    let mut rows = ActionRows::default();
    for (label, request, hint) in [
        (
            "OPEN A RECORDING",
            PageRequest::OpenRecording,
            "Plays a recording from this device",
        ),
        (
            "SAVE ALL AS A FILE",
            PageRequest::SaveAll,
            "Games, scores and settings, for another browser or device",
        ),
        (
            "READ SUCH A FILE",
            PageRequest::ReadAll,
            "Adds its games, and replaces scores and settings",
        ),
        (
            "ABOUT THIS PAGE",
            PageRequest::ShowAbout,
            "The text below the screen: keys, links, licences",
        ),
    ] {
        rows.act(label, hint, move |_| {
            page::ask(request);
            PageAction::Stay
        });
    }
    rows.into_page("FILES AND ABOUT")
}

/// Adds a row that opens the page of a mode.
fn add_mode<F: ModeForm>(
    rows: &mut ActionRows,
    (label, icon): (&str, Icon),
    hint: &str,
    below: &SceneInfo,
) {
    let below = below.clone();
    rows.open(label, hint, move |context| {
        ModePage::<F>::new(context, below.clone())
    });
    rows.icon(icon);
}
