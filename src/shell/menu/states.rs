//! Page of the saved states, with an image of the selected one.

use rightwell::engine::StartPosition;
use rightwell::menu::{Answer, Column, Field, Icon, Input, MenuRow, Page, Preview, Sheet};
use rightwell::rules::{Cell, counted};

use crate::host::clock::{FileTime, file_time, when};
use crate::scene::app_context::AppContext;
use crate::scene::{SceneCommand, StateRequest};
use crate::store::states::{STATES, SavedState, SavedStates};

use super::act_page::{ActionPage, ActionRows};
use super::recording_rows::{TIMES, title_of_times};
use super::{MenuPage, PageAction, SceneInfo};

/// Width and height in pixels of a cell in the image.
const SQUARE: usize = 3;
/// NES colours of an empty cell and of the three blocks.
const COLOURS: [(Cell, u8); 4] = [
    (Cell::EMPTY, 0x0F),
    (Cell::BORDERED, 0x30),
    (Cell::LIGHT, 0x21),
    (Cell::DARK, 0x12),
];

/// Page of the saved states. The user can load or overwrite a used state, and save the game in an unused one.
#[derive(Debug)]
pub struct StatesPage {
    page: Page<usize>,
    /// The states. `None` for an unused one.
    states: Vec<Option<SavedState>>,
    /// True if a person is playing, so that the game can be saved. Loading a state then ends this game.
    can_save: bool,
}

impl StatesPage {
    /// Returns the page of the user's states.
    pub fn new(context: &AppContext, below: &SceneInfo) -> StatesPage {
        let home = context.home().ok();
        let states = home.map(|home| SavedStates::of(&home.recording_store(None)).list());
        let states = states.unwrap_or_else(|| vec![None; STATES]);
        let now = file_time();
        let row = |(number, state): (usize, &Option<SavedState>)| {
            let (cells, hint) = match state {
                None => (
                    [const { String::new() }; 3],
                    "Saves the game here".to_owned(),
                ),
                Some(state) => described(state, now),
            };
            let when = match state {
                None => "empty".to_owned(),
                Some(state) => saved(state, now),
            };
            let mut row = MenuRow::new(number, &format!("STATE {number}"), Field::Act, &hint);
            row.icon = state.map(|_| Icon::States);
            let cells = std::iter::once(number.to_string()).chain(cells);
            row.cells = vec![cells.chain([when]).collect()];
            row
        };
        let rows = (1..).zip(&states).map(row);
        let rows = std::iter::once(header()).chain(rows);
        let mut page = StatesPage {
            page: Page::new("SAVED STATES", rows.collect()).with_columns(&COLUMNS),
            states,
            can_save: below.can.people[0],
        };
        page.show();
        page
    }

    /// Shows the image of the state under the cursor.
    fn show(&mut self) {
        let state = self.states[self.page.name() - 1].and_then(|state| state.position);
        self.page
            .set_preview(state.map(|position| picture(&position)));
    }
}

/// Columns of the page: number, level, lines, score and time.
const COLUMNS: [Column; 5] = [
    Column::number("10"),
    Column::number("Level"),
    Column::number("Lines"),
    Column::number("1234567"),
    Column::text(TIMES),
];

/// Name of the row with the titles of the columns.
const HEADER: usize = 0;

/// Returns the row with the titles of the columns.
fn header() -> MenuRow<usize> {
    let titles = ["", "Level", "Lines", "Score"].map(str::to_owned);
    let titles = titles.into_iter().chain([title_of_times("Saved")]);
    let mut row = MenuRow::new(HEADER, "", Field::Heading, "");
    row.cells = vec![titles.collect()];
    row
}

/// Formats the time at which a state was saved.
fn saved(state: &SavedState, now: FileTime) -> String {
    let written = state.written.map(|written| when(written, now));
    written.unwrap_or_else(|| "saved".to_owned())
}

/// Returns level, lines and score of a state, and the hint of its row.
fn described(state: &SavedState, now: FileTime) -> ([String; 3], String) {
    let Some(position) = state.position else {
        return (Default::default(), "Load it, or save over it".to_owned());
    };
    let StartPosition {
        level,
        lines,
        score,
        ..
    } = position;
    let saved = saved(state, now);
    // Lower only the first letter, because months keep their capitals.
    let (first, rest) = saved.split_at(1);
    let hint = format!(
        "Level {level}, {}, {}, {}{rest}. Load it, or save over it",
        counted(lines, "line"),
        counted(score, "point"),
        first.to_lowercase(),
    );
    let cells = [level.to_string(), lines.to_string(), score.to_string()];
    (cells, hint)
}

/// Returns an image of a position's playfield.
pub fn picture(position: &StartPosition) -> Preview {
    let (width, height) = (10 * SQUARE, 20 * SQUARE);
    let pixel = |place: usize| {
        let (x, y) = (place % width / SQUARE, place / width / SQUARE);
        let cell = position.cell(x as i8, y as i8);
        if place % width % SQUARE == SQUARE - 1 || place / width % SQUARE == SQUARE - 1 {
            return COLOURS[0].1;
        }
        let known = COLOURS.iter().find(|(known, _)| *known == cell);
        known.map_or(COLOURS[1].1, |(_, colour)| *colour)
    };
    Preview {
        width,
        height,
        pixels: (0..width * height).map(pixel).collect(),
    }
}

fn send(wish: StateRequest) -> PageAction {
    PageAction::send(SceneCommand::State(wish))
}

impl MenuPage for StatesPage {
    fn sheet(&self) -> Sheet {
        self.page.sheet()
    }

    fn press(&mut self, input: Input, _context: &mut AppContext) -> PageAction {
        let answer = self.page.press(input);
        self.show();
        match answer {
            Answer::Chosen(number) if self.states[number - 1].is_some() => {
                PageAction::open(state_page(number))
            }
            Answer::Chosen(number) if self.can_save => send(StateRequest::Save(number)),
            Answer::Left => PageAction::Back,
            _ => PageAction::Stay,
        }
    }
}

/// Returns the page with the actions for a used state.
fn state_page(number: usize) -> ActionPage {
    let mut rows = ActionRows::default();
    let hint = "Continues from here. The current game is saved as a recording";
    rows.act("GO ON FROM HERE", hint, move |_| {
        send(StateRequest::Load(number))
    });
    rows.act("SAVE OVER IT", "Replaces the saved game", move |_| {
        send(StateRequest::Save(number))
    });
    rows.into_page(&format!("STATE {number}"))
}
