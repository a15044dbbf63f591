//! Page of all reviewed games in a folder: accuracy and habits from the oldest game to the newest, and the worst moves
//! of all games.

use crate::rules::counted;
use crate::session::review::CostsOverTime;
use crate::session::{ReviewFigures, ReviewedMove};

use super::axis::Axis;
use super::chart::Chart;
use super::drawing::Ink;
use super::numbers::{count, percent};
use super::page::{self, Page};
use super::tables::{Table, Tables, card};
use super::worst::{self, WorstMove};
use super::{Plot, review};

/// One of several reviewed games on a page.
#[derive(Clone, Copy, Debug)]
pub struct GameOfMany<'a> {
    /// Name of the game, for the table.
    pub name: &'a str,
    /// Hands for which the moves were rated.
    pub hands: &'a str,
    /// Figures of the review.
    pub figures: &'a ReviewFigures,
    /// All moves of the game.
    pub moves: &'a [ReviewedMove],
}

/// Maximum number of worst moves on the page.
const WORST: usize = 10;

/// Accuracy of two strong players at each range of levels, measured in one game of each, with 1.6 million and 777,000
/// points. See `assets/coach/README.md`.
const STRONG: [(&str, f64); 3] = [("18", 0.950), ("19-28", 0.924), ("29 and more", 0.849)];

/// Returns the page of all games in a folder as one file that needs no other. `games` are sorted from oldest to newest,
/// and `all` contains the figures of all games together. `left_out` says which files were left out, and why.
pub fn reviews_page(
    folder: &str,
    games: &[GameOfMany],
    all: &ReviewFigures,
    left_out: &[String],
    command: &str,
) -> String {
    let plots: Vec<Plot> = accuracy(games).into_iter().collect();
    let mut bad: Vec<WorstMove> = Vec::new();
    for game in games {
        let of_game = ReviewedMove::worst(game.moves).into_iter();
        bad.extend(of_game.map(|reviewed| WorstMove {
            game: Some(game.name),
            link: String::new(),
            reviewed,
        }));
    }
    bad.sort_by(|one, other| {
        let loss = |worst: &WorstMove| worst.reviewed.rating.loss;
        loss(other).total_cmp(&loss(one))
    });
    bad.truncate(WORST);
    let more = worst::section(&bad) + &review::glossary();
    let tables = tables(folder, games, all, left_out);
    page::page(&Page {
        plots: &plots,
        tables: &tables,
        lead: &review::habits(all, |_| String::new()),
        walk: "",
        more: &more,
        commands: &[command],
        below: "",
    })
}

/// Returns the plot of accuracy by game. `None` for fewer than three games.
fn accuracy(games: &[GameOfMany]) -> Option<Plot> {
    if games.len() < 3 {
        return None;
    }
    let of_game = |game: &GameOfMany| 100.0 * game.figures.whole.accuracy;
    let values: Vec<f64> = games.iter().map(of_game).collect();
    let points: Vec<(f64, f64)> = (1..).map(f64::from).zip(values.iter().copied()).collect();
    let low = values.iter().copied().fold(100.0, f64::min);
    let x = Axis::linear("game", 0.0, games.len() as f64);
    let y = Axis::linear("%", (low - 5.0).max(0.0), 100.0);
    let mut chart = Chart::new("Accuracy", &[], x, y);
    chart.line(&points, Ink::Data);
    chart.dots(&points, Ink::Data);
    Some(Plot {
        name: "accuracy",
        caption: "One point per game, from the oldest to the newest file by modification time."
            .to_owned(),
        drawing: chart.drawing,
    })
}

fn tables(folder: &str, games: &[GameOfMany], all: &ReviewFigures, left_out: &[String]) -> Tables {
    let whole = &all.whole;
    let left_out = match left_out {
        [] => String::new(),
        faults => format!(" Left out: {}.", faults.join("; ")),
    };
    let mut tables = vec![by_game(games)];
    let figures: Vec<&ReviewFigures> = games.iter().map(|game| game.figures).collect();
    tables.extend(CostsOverTime::of(&figures).map(over_time));
    tables.extend([
        strong_players(all),
        review::categories(all),
        review::labels(all),
    ]);
    tables.push(review::by_piece(all));
    Tables {
        title: format!("Review of {} in {folder}", counted(games.len(), "game")),
        about: format!("Each game is rated for the hands listed beside it.{left_out}"),
        cards: vec![
            card("accuracy", percent(whole.accuracy)),
            card("lines", count(all.lines.into())),
            card("pieces", count(all.pieces as u64)),
            card("lines lost per piece", format!("{:.2}", whole.mean_loss)),
        ],
        tables,
    }
}

fn by_game(games: &[GameOfMany]) -> Table {
    let row = |(number, game): (usize, &GameOfMany)| {
        let figures = game.figures;
        let most = figures.categories.first();
        vec![
            format!("{number}: {}", game.name),
            count(figures.lines.into()),
            percent(figures.whole.accuracy),
            format!("{:.2}", figures.whole.mean_loss),
            most.map_or("", |share| share.category.name()).to_owned(),
            game.hands.to_owned(),
        ]
    };
    Table {
        title: "Games, from the oldest to the newest",
        head: vec![
            "game",
            "lines",
            "accuracy",
            "lines per move",
            "costs most",
            "hands",
        ],
        rows: (1..).zip(games).map(row).collect(),
        ..Table::default()
    }
}

/// Returns the table of lines lost, with one row per period.
fn over_time(costs: CostsOverTime) -> Table {
    let row = |(place, part): (usize, String)| {
        let values = costs
            .rows
            .iter()
            .map(|(_, values)| format!("{:.1}", values[place]));
        std::iter::once(part).chain(values).collect()
    };
    let names = costs.rows.iter().map(|(name, _)| *name);
    Table {
        title: "Lines lost per 100 pieces, by kind of error",
        head: std::iter::once("").chain(names).collect(),
        rows: costs.parts.iter().cloned().enumerate().map(row).collect(),
        ..Table::default()
    }
}

/// Returns the table of accuracy by falling speed, beside the accuracy of strong players.
fn strong_players(all: &ReviewFigures) -> Table {
    let row = |(speed, share): (&&'static str, &crate::session::review::MoveGroupFigures)| {
        let strong = STRONG.iter().find(|(name, _)| name == speed);
        vec![
            (*speed).to_owned(),
            count(share.moves as u64),
            percent(share.accuracy),
            strong.map_or_else(String::new, |&(_, value)| percent(value)),
        ]
    };
    Table {
        title: "Accuracy by level",
        head: vec!["level", "moves", "here", "two strong people"],
        rows: all.by_speed.iter().map(row).collect(),
        ..Table::default()
    }
}
