//! Page of all reviewed games in a folder: accuracy within the same hands and levels, habits from the oldest game to the
//! newest, and the worst moves of all games.

use std::cmp::Reverse;

use crate::rules::counted;
use crate::session::review::{CostsOverTime, HandFigures, LevelGroup};
use crate::session::{CapturedGame, ReviewFigures, ReviewedMove};

use super::axis::Axis;
use super::chart::Chart;
use super::contest::{contests, unknown_scores};
use super::drawing::Ink;
use super::numbers::{count, percent, percent_or_unknown};
use super::page::{self, Page};
use super::tables::{Table, Tables, card};
use super::worst::{self, WorstMove};
use super::{Plot, review, walk};

/// One of several reviewed games on a page.
#[derive(Clone, Copy, Debug)]
pub struct GameOfMany<'a> {
    /// Name of the game, for the table.
    pub name: &'a str,
    /// Day on which the game was recorded.
    pub date: &'a str,
    /// Link to the report of the game. Empty if there is none.
    pub report: &'a str,
    /// Hands for which the moves were rated.
    pub hands: &'a str,
    /// Figures of the review.
    pub figures: &'a ReviewFigures,
    /// All moves of the game.
    pub moves: &'a [ReviewedMove],
    /// Game as captured from a video, if it is one.
    pub captured: Option<&'a CapturedGame>,
}

/// Maximum number of worst moves on the page.
const WORST: usize = 10;
/// Maximum number of plots of accuracy.
const PLOTS_MAX: usize = 4;
/// Minimum number of moves at one falling speed for a point in a plot of accuracy.
const MOVES_MIN: usize = 20;

/// Returns the figures of two strong people. `assets/coach/README.md` has the command that computes them.
pub fn strong_people() -> Vec<HandFigures> {
    let json = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../assets/coach/norms.json"
    ));
    serde_json::from_str(json).expect("a command wrote this file")
}

/// Returns the page of all games in a folder as one file that needs no other. `games` are sorted from oldest to newest,
/// and `all` contains the figures of all games together. `left_out` says which files were left out, and why. If two
/// games are those of the players of a match in a video, the page shows the match first.
pub fn reviews_page(
    folder: &str,
    games: &[GameOfMany],
    all: &ReviewFigures,
    left_out: &[String],
    command: &str,
) -> String {
    let by_hand = HandFigures::of(games.iter().map(|game| (game.hands, game.figures)));
    let mut groups: Vec<&HandFigures> = by_hand.iter().collect();
    groups.sort_by_key(|group| Reverse(group.moves));
    let plots = groups.iter().filter_map(|group| accuracy(games, group));
    let mut plots: Vec<Plot> = plots.take(PLOTS_MAX).collect();
    let mut bad: Vec<WorstMove> = Vec::new();
    for game in games {
        let of_game = ReviewedMove::worst(game.moves).into_iter();
        bad.extend(of_game.map(|reviewed| WorstMove {
            game: Some(game.name),
            link: match game.report {
                "" => String::new(),
                report => format!("{report}{}", walk::link_to_move(reviewed.number)),
            },
            frame: None,
            reviewed,
        }));
    }
    bad.sort_by(|one, other| {
        let loss = |worst: &WorstMove| worst.reviewed.rating.loss;
        loss(other).total_cmp(&loss(one))
    });
    bad.truncate(WORST);
    let more = worst::section(&bad) + &review::glossary();
    let mut tables = tables(folder, games, all, &by_hand, left_out);
    for contest in contests(games) {
        plots.insert(0, contest.plot);
        tables.tables.splice(0..0, contest.tables);
        tables.about = format!("{} {}", contest.sentence, tables.about);
    }
    let captured: Vec<Option<&CapturedGame>> = games.iter().map(|game| game.captured).collect();
    for sentence in unknown_scores(&captured) {
        tables.about = format!("{sentence} {}", tables.about);
    }
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

/// Returns the plot of accuracy by game within a group. `None` for fewer than two games.
fn accuracy(games: &[GameOfMany], group: &HandFigures) -> Option<Plot> {
    let of_group = (1..)
        .map(f64::from)
        .zip(games)
        .filter_map(|(number, game)| {
            let share = game.figures.by_speed.get(&group.level)?;
            let is_in = game.hands == group.hand && share.moves >= MOVES_MIN;
            Some((number, 100.0 * share.accuracy?)).filter(|_| is_in)
        });
    let points: Vec<(f64, f64)> = of_group.collect();
    if points.len() < 2 {
        return None;
    }
    let strong = strong(group).map(|strong| 100.0 * strong.accuracy);
    let values = points.iter().map(|&(_, value)| value).chain(strong);
    let low = values.fold(100.0, f64::min);
    let x = Axis::whole("game", games.len() as f64);
    let y = Axis::linear("%", (low - 5.0).max(0.0), 100.0);
    let end = x.to;
    let title = format!("Accuracy at level {}", group.level);
    let mut chart = Chart::new(&title, &[format!("hands: {}", group.hand)], x, y);
    if let Some(strong) = strong {
        chart.dashes(&[(0.0, strong), (end, strong)], Ink::Computed);
        chart.name(Ink::Computed, STRONG);
    }
    chart.line(&points, Ink::Data);
    chart.dots(&points, Ink::Data);
    Some(Plot {
        name: "accuracy",
        caption: format!(
            "One point per game with {MOVES_MIN} or more such moves. The games are numbered as in the table below."
        ),
        drawing: chart.drawing,
    })
}

/// Name of the people of [`strong_people`].
const STRONG: &str = "two strong people";

/// Returns the figures of strong people in a group. `None` if their moves were rated for other hands.
fn strong(group: &HandFigures) -> Option<HandFigures> {
    let is_group = |strong: &HandFigures| strong.hand == group.hand && strong.level == group.level;
    strong_people().into_iter().find(is_group)
}

fn tables(
    folder: &str,
    games: &[GameOfMany],
    all: &ReviewFigures,
    by_hand: &[HandFigures],
    left_out: &[String],
) -> Tables {
    let whole = &all.whole;
    let left_out = match left_out {
        [] => String::new(),
        faults => format!(" Left out: {}.", faults.join("; ")),
    };
    let mut tables = vec![by_game(games, all)];
    let figures: Vec<&ReviewFigures> = games.iter().map(|game| game.figures).collect();
    tables.extend(CostsOverTime::of(&figures).map(over_time));
    tables.extend([
        by_hands(by_hand),
        review::categories(all),
        review::labels(all),
    ]);
    tables.push(review::by_piece(all));
    Tables {
        title: format!("Review of {} in {folder}", counted(games.len(), "game")),
        about: format!(
            "Each game is rated for the hands listed beside it. Compare the accuracy only within the same hands and levels; --hand rates all games for the same hands.{left_out}{}{}",
            review::guesses(all),
            review::unknown_lines(all)
        ),
        cards: vec![
            card("games", count(games.len() as u64)),
            card("lines", review::lines_of(all)),
            card("pieces", count(all.pieces as u64)),
            card("lines lost per piece", format!("{:.2}", whole.mean_loss)),
        ],
        tables,
    }
}

fn by_game(games: &[GameOfMany], all: &ReviewFigures) -> Table {
    let speeds: Vec<LevelGroup> = all.by_speed.keys().copied().collect();
    let row = |(number, game): (usize, &GameOfMany)| {
        let figures = game.figures;
        let most = figures.categories.first();
        let mut row = vec![
            format!("{number}: {}", game.name),
            game.date.to_owned(),
            game.hands.to_owned(),
            review::lines_of(figures),
        ];
        row.extend(speeds.iter().map(|speed| {
            let share = figures.by_speed.get(speed);
            share.map_or_else(String::new, |share| percent_or_unknown(share.accuracy))
        }));
        row.push(most.map_or("", |share| share.category.name()).to_owned());
        row
    };
    let head = ["game", "recorded", "hands", "lines"].into_iter();
    Table {
        title: "Games, from the oldest to the newest, with the accuracy by level",
        head: head
            .chain(speeds.iter().map(|speed| speed.name()))
            .chain(["costs most"])
            .collect(),
        rows: (1..).zip(games).map(row).collect(),
        links: games.iter().map(|game| game.report.to_owned()).collect(),
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

/// Returns the table of accuracy by hands and falling speed, beside the accuracy of strong people.
fn by_hands(groups: &[HandFigures]) -> Table {
    let row = |group: &HandFigures| {
        vec![
            format!("{}, {}", group.hand, group.level),
            count(group.games as u64),
            count(group.moves as u64),
            percent(group.accuracy),
            strong(group).map_or_else(String::new, |strong| percent(strong.accuracy)),
        ]
    };
    Table {
        title: "Accuracy by hands and level",
        head: vec!["", "games", "moves", "here", STRONG],
        rows: groups.iter().map(row).collect(),
        ..Table::default()
    }
}
