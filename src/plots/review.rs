//! Page of one reviewed game: expected score, losses and worst moves.

use std::collections::BTreeMap;

use crate::players::Label;
use crate::rules::counted;
use crate::rules::sanitize::quoted;
use crate::session::review::{CategoryShare, CurvePoint, Habit, MoveGroupFigures};
use crate::session::{ReviewFigures, ReviewedMove};

use super::Plot;
use super::axis::Axis;
use super::chart::Chart;
use super::drawing::Ink;
use super::numbers::{count, number, percent, percent_or_unknown};
use super::page::{self, Page};
use super::svg::escaped;
use super::tables::{Table, Tables, card};
use super::walk;
use super::worst::{self, WorstMove};

/// Reviewed game.
#[derive(Clone, Copy, Debug)]
pub struct Review<'a> {
    /// Name of the game, for the title.
    pub game: &'a str,
    /// True if the game is one side of a match. A match has no expected score at line 230.
    pub is_match: bool,
    /// Link to the game's video, with escapes for a link. Empty if the video does not lie beside the page.
    pub video: &'a str,
    /// Frames of the video at the worst moves, as JPEG, by the numbers of the pieces. Any may be missing.
    pub frames: &'a BTreeMap<usize, Vec<u8>>,
    /// Hands for which the moves were rated.
    pub hands: &'a str,
    /// Figures of the review.
    pub figures: &'a ReviewFigures,
    /// All moves of the game.
    pub moves: &'a [ReviewedMove],
}

/// Returns the page of a reviewed game as one file that needs no other. `command` is the command line that made it. In
/// browsers with scripts enabled, readers can step through the game, whose curve has a dot for each mistake. Each move
/// has a link (`#move-491`), and so has each kind of error (`#kind-hole`).
pub fn review_page(review: &Review, command: &str) -> String {
    let curve = match review.is_match {
        true => Vec::new(),
        false => CurvePoint::curve(review.moves),
    };
    let plots: Vec<Plot> = losses_and_luck(&curve).into_iter().collect();
    let worst_moves = ReviewedMove::worst(review.moves).into_iter();
    let worst_moves = worst_moves.map(|reviewed| WorstMove {
        game: None,
        link: walk::link_to_move(reviewed.number),
        frame: review.frames.get(&reviewed.number).map(Vec::as_slice),
        reviewed,
    });
    let worst_moves: Vec<WorstMove> = worst_moves.collect();
    let more = worst::section(&worst_moves) + &glossary();
    let replay = replay(review);
    let commands: Vec<&str> = [Some(command), replay.as_deref()]
        .into_iter()
        .flatten()
        .collect();
    page::page(&Page {
        plots: &plots,
        tables: &tables(review),
        lead: &habits(review.figures, walk::link_to_habit),
        walk: &walk::section(review.figures, review.moves, &curve, review.video),
        more: &more,
        commands: &commands,
        below: practice(review),
    })
}

/// Returns the plot of the cumulative losses and luck. `None` if the curve has fewer than two points.
fn losses_and_luck(curve: &[CurvePoint]) -> Option<Plot> {
    let last = curve.last().filter(|_| curve.len() > 1)?;
    let line = |of: fn(&CurvePoint) -> f64| -> Vec<(f64, f64)> {
        let point = |point: &CurvePoint| (point.number as f64, of(point));
        curve.iter().map(point).collect()
    };
    let (lost, luck) = (line(|point| -point.lost), line(|point| point.luck));
    let both = lost.iter().chain(&luck).map(|&(_, value)| value);
    let (low, high) = both.fold((0.0_f64, 0.0_f64), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    let room = ((high - low) / 10.0).max(1000.0);
    let x = Axis::linear("piece", 0.0, last.number as f64);
    let y = Axis::linear("points", low - room, high + room);
    let mut chart = Chart::new("Moves and pieces separately", &[], x, y);
    chart.line(&luck, Ink::Data);
    chart.line(&lost, Ink::Computed);
    chart.name(Ink::Data, "luck");
    chart.name(Ink::Computed, "lost by moves");
    Some(Plot {
        name: "luck",
        caption: "Points lost by the moves so far, and points gained because the pieces dealt were better than an average piece. In the long run, luck is 0; a game that is kept as a record is usually a lucky one. All other changes of the expected score are corrections of the judge's estimate."
            .to_owned(),
        drawing: chart.drawing,
    })
}

/// Formats the lines of a review, with a plus sign if there may have been more.
pub(super) fn lines_of(figures: &ReviewFigures) -> String {
    count(figures.lines.into()) + figures.lines_from.mark()
}

/// Returns the sentence about unknown lines, if there are any.
pub(super) fn unknown_lines(figures: &ReviewFigures) -> String {
    match figures.lines_from.is_known() {
        true => String::new(),
        false => format!(" Note: {}.", ReviewFigures::UNKNOWN_LINES),
    }
}

/// Returns the sentences about locks that are not certain, if there are any.
pub(super) fn guesses(figures: &ReviewFigures) -> String {
    let warning = figures
        .warning()
        .map(|warning| format!(" Warning: {warning}."));
    let sureness = figures.sureness().map(|sureness| format!(" {sureness}."));
    warning.into_iter().chain(sureness).collect()
}

fn tables(review: &Review) -> Tables {
    let figures = review.figures;
    let whole = &figures.whole;
    let mut cards = vec![
        card("accuracy", percent_or_unknown(whole.accuracy)),
        card("points of the clears", count(figures.points as u64)),
        card("lines", lines_of(figures)),
        card("lines lost per piece", format!("{:.2}", whole.mean_loss)),
    ];
    if let Some(rate) = figures.tetris_rate {
        cards.push(card("Tetris rate", percent(rate)));
    }
    let lost = match figures.lost_end {
        0 => String::new(),
        pieces => format!(
            " The game was lost {} before its end; the figures leave that part out.",
            counted(pieces, "piece")
        ),
    };
    let unknown = match figures.unknown {
        0 => String::new(),
        unknown => format!(
            " {} locked at an unknown position; {} left out.",
            counted(unknown, "piece"),
            if unknown == 1 { "it is" } else { "they are" }
        ),
    };
    let (guesses, lines) = (guesses(figures), unknown_lines(figures));
    Tables {
        title: format!("Review of {}", review.game),
        about: format!(
            "{guesses} Rated for the hands: {}.{lost}{unknown}{lines}",
            review.hands
        )
        .trim_start()
        .to_owned(),
        cards,
        tables: vec![
            Table {
                links: (figures.categories.iter())
                    .map(|share| walk::link_to_kind(share.category))
                    .collect(),
                ..categories(figures)
            },
            shares(
                "By level",
                "level",
                figures
                    .by_speed
                    .iter()
                    .map(|(level, share)| (level.to_string(), share)),
            ),
            labels(figures),
            by_piece(figures),
            game(figures),
        ],
    }
}

/// Returns one sentence per habit, as HTML. `link` returns the target of the link on a habit, or an empty text.
pub(super) fn habits(figures: &ReviewFigures, link: impl Fn(&Habit) -> String) -> String {
    (figures.habits.iter())
        .map(|habit| {
            let part = match habit.part {
                "" => String::new(),
                part => format!(" {part}"),
            };
            let what = page::linked(&escaped(&habit.description()), &link(habit));
            format!("<p>The most expensive habit{part}: {what}.</p>\n")
        })
        .collect()
}

/// Returns a table that explains the terms on the page.
pub(super) fn glossary() -> String {
    const WORDS: [(&str, &str); 13] = [
        (
            "line",
            "the points for one row of a Tetris: 300 times (level + 1)",
        ),
        (
            "loss",
            "the extra cost of a lock over the best one, in lines, if all later moves are the best ones. If several moves together lose more points than could still be won, their lost points are scaled down",
        ),
        (
            "1.1 \u{b1} 0.2 lines",
            "a loss measured by playouts, with one standard error: the judge played on many times from the played and from the best lock, with equal pieces",
        ),
        (
            "lost from here",
            "from there on, every position costs 20 lines or more whatever the player does, or the player has stopped; these moves are left out of all figures",
        ),
        (
            "guess",
            "a lock that the frames of the video do not prove; no figure counts it",
        ),
        (
            "accuracy",
            "the mean over all moves of 0.45 to the power of the loss: 100 % without a loss, 45 % for a loss of one line",
        ),
        (
            "best, good, inaccuracy, mistake, blunder",
            "a loss of up to 0.1, 0.4, 1 and 2.5 lines, and more",
        ),
        (
            "step, gap",
            "the difference in height between neighbouring columns; a column lower than both of its neighbours",
        ),
        (
            "smooth place",
            "a place that makes no hole and adds at most one row to the sum of all steps",
        ),
        (
            "waits",
            "a gap three or more rows deep, which only an I fills",
        ),
        ("tuck", "moving or turning a piece in under an overhang"),
        (
            "turned once, twice, back",
            "button A once, twice, button B once",
        ),
        (
            "hands",
            "how fast buttons are tapped; a lock that these hands cannot reach cannot be the best",
        ),
    ];
    let rows: String = WORDS
        .iter()
        .map(|(word, means)| {
            format!("<tr><th scope=\"row\">{word}</th><td class=\"long\">{means}</td></tr>\n")
        })
        .collect();
    format!(
        "<h2 class=\"worst\">Words</h2>\n<section class=\"words\">\n<table><tbody>\n{rows}</tbody></table>\n</section>\n"
    )
}

/// Returns a sentence that explains the second command at the foot, made by [`replay`]. Empty if there is no such
/// command.
fn practice(review: &Review) -> &'static str {
    match replay(review) {
        Some(_) => {
            "The second command shows the moves of the most expensive habit in the window, to try each again."
        }
        None => "",
    }
}

/// Returns the command that replays the moves of the most expensive habit. `None` for matches, and for games without a
/// habit.
fn replay(review: &Review) -> Option<String> {
    let most = review.figures.habits.first();
    let most = most.filter(|_| !review.is_match)?;
    let kind = most.share.category.word();
    Some(format!(
        "rightwell replay {} --review --kind {kind}",
        quoted(review.game)
    ))
}

/// Returns the table of losses by category of errors.
pub(super) fn categories(figures: &ReviewFigures) -> Table {
    let row = |share: &CategoryShare| {
        vec![
            share.category.name().to_owned(),
            count(share.moves as u64),
            format!("{:.1}", share.lines_lost),
            count(share.points_lost.round() as u64),
            percent(figures.share_of(share)),
        ]
    };
    Table {
        title: "Losses by category",
        head: vec!["first reason", "moves", "lines", "points", "share"],
        rows: figures.categories.iter().map(row).collect(),
        ..Table::default()
    }
}

fn shares<'a>(
    title: &'static str,
    of: &'static str,
    shares: impl Iterator<Item = (String, &'a MoveGroupFigures)>,
) -> Table {
    let row = |(name, share): (String, &MoveGroupFigures)| {
        vec![
            name,
            count(share.moves as u64),
            percent_or_unknown(share.accuracy),
            format!("{:.2}", share.mean_loss),
            count(share.points_lost.round() as u64),
        ]
    };
    Table {
        title,
        head: vec![of, "moves", "accuracy", "lines per move", "points"],
        rows: shares.map(row).collect(),
        ..Table::default()
    }
}

/// Returns the table of accuracy by piece.
pub(super) fn by_piece(figures: &ReviewFigures) -> Table {
    let pieces = figures.by_piece.iter();
    shares(
        "By piece",
        "piece",
        pieces.map(|(name, share)| (name.to_string(), share)),
    )
}

pub(super) fn labels(figures: &ReviewFigures) -> Table {
    let all: usize = figures.labels.values().sum();
    let row = |label: Label| {
        let moves = figures.labels.get(&label).copied().unwrap_or(0);
        let share = moves as f64 / all.max(1) as f64;
        vec![label.to_string(), count(moves as u64), percent(share)]
    };
    Table {
        title: "Labels",
        head: vec!["", "moves", "share"],
        rows: Label::ALL.into_iter().map(row).collect(),
        ..Table::default()
    }
}

fn game(figures: &ReviewFigures) -> Table {
    let [singles, doubles, triples, tetrises] = figures.clears;
    let mut rows = vec![
        ("pieces", count(figures.pieces as u64)),
        (
            "singles, doubles, triples",
            format!("{singles}, {doubles}, {triples}"),
        ),
        ("Tetrises", tetrises.to_string()),
        (
            "longest wait for an I, in pieces",
            figures.longest_drought.to_string(),
        ),
        ("waits of 13 pieces or more", figures.droughts.to_string()),
        (
            "good if NEXT were unknown, but NEXT needed another lock",
            figures.missed_adjustments.to_string(),
        ),
        (
            "one column or rotation away from the best: misdrops?",
            figures.slips.to_string(),
        ),
        (
            "best lock is a tuck with 1 or 2 frames for its last press",
            format!(
                "{}, {}",
                figures.missed_tucks.moves, figures.missed_tucks.exact
            ),
        ),
    ];
    if let Some(efficiency) = figures.efficiency {
        rows.push((
            "points per line at level 0 (300 is perfect)",
            number(efficiency),
        ));
    }
    if let Some(transition) = figures.transition {
        rows.push((
            "points until the level first rose",
            count(transition as u64),
        ));
    }
    Table {
        title: "The game",
        head: Vec::new(),
        rows: rows
            .into_iter()
            .map(|(name, value)| vec![name.to_owned(), value])
            .collect(),
        ..Table::default()
    }
}
