//! Page with the result of a race.

use rightwell::menu::{Column, Field, Icon};
use rightwell::plots::count;
use rightwell::rules::sanitized;
use rightwell::session::{LevelComparison, LevelRow, Summary};

use crate::input::action::Action;
use crate::scene::SceneCommand;
use crate::scene::person::RaceResult;

use super::PageAction;
use super::act_page::{ActionPage, ActionRows};

/// Columns of the table: level, then points, lines and Tetris rate, first of the person and then of the ghost.
const COLUMNS: [Column; 7] = [
    Column::text("Level"),
    Column::number("1,234,567"),
    Column::number("Lines"),
    Column::number("100%"),
    Column::number("1,234,567"),
    Column::number("Lines"),
    Column::number("100%"),
];

/// Returns the page: the actions that follow a race, and both games level by level.
pub fn race_page(race: &RaceResult) -> ActionPage {
    let mut rows = ActionRows::default();
    let act = |action| move |_: &mut _| PageAction::send(SceneCommand::Act(action));
    let hint = "Starts the same race again";
    rows.act("RACE AGAIN", hint, act(Action::NewGame));
    rows.icon(Icon::Race);
    let hint = "Rates your moves and shows better ones";
    rows.act("REVIEW MY GAME", hint, |_| {
        PageAction::send(SceneCommand::Review)
    });
    rows.icon(Icon::Review);
    let hint = "Rates the ghost's moves and shows better ones";
    rows.act("REVIEW THE GHOST", hint, |_| {
        PageAction::send(SceneCommand::ReviewGhost)
    });
    rows.icon(Icon::Review);
    rows.heading(&format!(
        "AGAINST {}",
        sanitized(&race.ghost).to_string().to_uppercase()
    ));
    let titles = ["Level", "You", "Lines", "TRT", "Ghost", "Lines", "TRT"];
    rows.cells(Field::Heading, titles.map(str::to_owned).into());
    for LevelComparison { level, own, ghost } in &race.levels {
        let both = [own, ghost]
            .into_iter()
            .flat_map(|row| of_level(row.as_ref()));
        rows.cells(
            Field::Told(String::new()),
            [level.to_string()].into_iter().chain(both).collect(),
        );
    }
    let both = race.totals.iter().flat_map(of_game);
    rows.cells(
        Field::Told(String::new()),
        ["All".to_owned()].into_iter().chain(both).collect(),
    );
    rows.into_page("RACE RESULT").with_columns(&COLUMNS)
}

/// Returns the points, lines and Tetris rate of a level.
fn of_level(row: Option<&LevelRow>) -> [String; 3] {
    row.map_or_else(Default::default, |row| {
        let rate = row.tetris_rate();
        [
            count(row.points),
            row.lines.to_string(),
            rate.map_or(String::new(), |rate| format!("{:.0}%", 100.0 * rate)),
        ]
    })
}

/// Returns the points, lines and Tetris rate of a whole game.
fn of_game(totals: &Summary) -> [String; 3] {
    let rate = totals.tetris_rate;
    [
        count(totals.score),
        totals.lines.to_string(),
        rate.map_or(String::new(), |rate| format!("{rate}%")),
    ]
}
