//! Page of the editor: pieces, level, lines and score, and actions on the position.

use std::cell::Cell;
use std::rc::Rc;

use rightwell::engine::{PositionFormat, StartPosition};
use rightwell::menu::Field;
use rightwell::rules::Piece;
use rightwell::rules::score::SCORE_MAX;

use crate::host::page;
use crate::options::scenes::SceneArgs;
use crate::scene::editor::BLOCKS;
use crate::scene::{EditorCommand, Request, SceneCommand};

use super::act_page::{ActionPage, ActionRows};
use super::start::begin_or_ask;
use super::states::{StatesPage, picture};
use super::{PageAction, SceneInfo};

/// Position that all rows of the page share.
type SharedPosition = Rc<Cell<StartPosition>>;

/// Returns the page of an editor at this position.
pub fn editor_page(position: StartPosition, below: SceneInfo) -> ActionPage {
    let shared = Rc::new(Cell::new(position));
    let (is_deep, states_below) = (below.is_deep, below.clone());
    let mut rows = ActionRows::default();
    let hint = "Back to drawing, with the keys or the mouse";
    rows.act("DRAW", hint, |_| PageAction::Close);
    values(&shared, &mut rows);
    let hint = "Shows the five best locks and what each loses";
    rows.act("BEST PLACES", hint, |_| edit(EditorCommand::Rate));
    begins(&shared, Rc::new(below), &mut rows);
    let hint = "Copies the position as a line of text";
    copies(&shared, &mut rows, "POSITION AS TEXT", hint, |position| {
        position.to_string()
    });
    if page::has_links() {
        let hint = "Copies a link to this position";
        copies(&shared, &mut rows, "LINK TO POSITION", hint, |position| {
            let words = SceneArgs::watch_from(position).words();
            page::link(words.iter().map(String::as_str)).unwrap_or_default()
        });
    }
    let others = Rc::clone(&shared);
    rows.open(
        "COPY FOR OTHER PROGRAMS",
        "Copies the position for another program",
        move |_| other_formats(&others),
    );
    let hint = "Reads a position of this program or of another one";
    rows.act("PASTE", hint, |_| PageAction::Ask(Request::Paste));
    rows.open("SAVED STATES", "Ten saved positions", move |context| {
        StatesPage::new(context, &states_below)
    });
    let emptied = Rc::clone(&shared);
    rows.act("EMPTY FIELD", "Removes all blocks", move |_| {
        edit(EditorCommand::Set(emptied.get().emptied()))
    });
    if is_deep {
        rows.act("LEAVE THE EDITOR", "Closes the editor", |_| {
            PageAction::Ask(Request::Leave { for_next: false })
        });
    }
    rows.into_page("EDITOR")
        .with_preview(picture(&position))
        .left_by_closing()
}

/// Returns the action that closes the menu and sends a command to the editor.
const fn edit(edit: EditorCommand) -> PageAction {
    PageAction::send(SceneCommand::Edit(edit))
}

/// Adds the rows that change the position, and the row for the block to draw.
fn values(shared: &SharedPosition, rows: &mut ActionRows) {
    let position = shared.get();
    let mut add = |label, field, hint, change: fn(&mut StartPosition, &str)| {
        let shared = Rc::clone(shared);
        rows.value(label, field, hint, move |value| {
            let mut position = shared.get();
            change(&mut position, value);
            shared.set(position);
            PageAction::Ask(Request::Send(SceneCommand::Edit(EditorCommand::Set(
                position,
            ))))
        });
    };
    let pieces = Piece::ALL.map(|piece| piece.to_string());
    let pieces = pieces.each_ref().map(String::as_str);
    let piece = |piece: Piece| Field::choice(&pieces, &piece.to_string());
    add(
        "PIECE",
        piece(position.current),
        "The current piece",
        |position, letter| position.current = piece_of(letter).unwrap_or(position.current),
    );
    add(
        "NEXT",
        piece(position.next),
        "The next piece",
        |position, letter| position.next = piece_of(letter).unwrap_or(position.next),
    );
    let level = Field::number(position.level.into(), 0, u8::MAX.into());
    add(
        "LEVEL",
        level,
        "Current level, 0 to 255",
        |position, number| position.level = number.parse().unwrap_or(position.level),
    );
    let lines = Field::number(position.lines.into(), 0, StartPosition::LINES_MAX.into());
    add(
        "LINES",
        lines,
        "Line counter, 0 to 25599",
        |position, number| position.lines = number.parse().unwrap_or(position.lines),
    );
    let score = Field::number(position.score, 0, SCORE_MAX);
    add("SCORE", score, "Current score", |position, number| {
        position.score = number.parse().unwrap_or(position.score);
    });
    let blocks = Field::choice(&BLOCKS.map(|(_, name)| name), BLOCKS[0].1);
    let hint = "Kind of block to draw. Select changes it too";
    rows.value("BLOCKS", blocks, hint, |name| {
        let block = BLOCKS.iter().position(|(_, known)| *known == name);
        let block = EditorCommand::Block(block.unwrap_or(0));
        PageAction::Ask(Request::Send(SceneCommand::Edit(block)))
    });
}

fn piece_of(letter: &str) -> Option<Piece> {
    letter.chars().next().and_then(Piece::from_letter)
}

/// Adds the rows that start a scene at the position.
fn begins(shared: &SharedPosition, below: Rc<SceneInfo>, rows: &mut ActionRows) {
    let mut add = |label, hint, args: fn(StartPosition) -> SceneArgs| {
        let (shared, below) = (Rc::clone(shared), Rc::clone(&below));
        rows.act(label, hint, move |context| {
            checked(&shared, |position| {
                begin_or_ask(&below, context, args(position))
            })
        });
    };
    add(
        "PLAY FROM HERE",
        "Starts a practice game at this position",
        SceneArgs::play_from,
    );
    add(
        "LET THE AI CONTINUE",
        "An AI plays on with a gamepad and perfect hands",
        SceneArgs::watch_from,
    );
    add(
        "AS A PUZZLE",
        "Place the piece and see how good your choice is",
        SceneArgs::puzzle_of,
    );
}

/// Adds a row that copies a text made from the position.
fn copies(
    shared: &SharedPosition,
    rows: &mut ActionRows,
    label: &str,
    hint: &str,
    text: fn(StartPosition) -> String,
) {
    let shared = Rc::clone(shared);
    rows.act(label, hint, move |_| {
        checked(&shared, |position| PageAction::copy(text(position)))
    });
}

/// Returns the page that copies the position in the formats of other programs.
fn other_formats(shared: &SharedPosition) -> ActionPage {
    let mut rows = ActionRows::default();
    let [_own, others @ ..] = PositionFormat::WRITTEN;
    for format in others {
        let shared = Rc::clone(shared);
        let hint = format!("Copies the position for {}", format.name());
        rows.act(&format.name().to_uppercase(), &hint, move |_| {
            checked(&shared, |position| {
                let text = position.written_as(format);
                PageAction::copy(text.expect("the format can be written"))
            })
        });
    }
    rows.into_page("COPY FOR OTHER PROGRAMS")
}

/// Runs the action if the position is valid. Otherwise shows the error.
fn checked(shared: &SharedPosition, act: impl FnOnce(StartPosition) -> PageAction) -> PageAction {
    let position = shared.get();
    match position.check() {
        Ok(()) => act(position),
        Err(error) => PageAction::say(error.to_string()),
    }
}
