//! A game with each of its moves rated, and what that says of the game.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::players::rating::{accuracy, points};
use crate::players::{Input, Label, Player, RatedMove, Rating};
use crate::rules::{Piece, Pose};

use super::moves::{GameMoves, Move};
use super::reasons::{Category, Reason, explain};

/// A move and what it was worth.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// Which piece of the game it was, from 1.
    pub number: usize,
    /// What was played.
    pub played: Move,
    /// What that was worth.
    pub rating: Rating,
    /// Why it loses, the heaviest reason first; none for a good move.
    pub reasons: Vec<Reason>,
}

impl ReviewedMove {
    /// Rates move `number` (from 1) of a game for hands that move pieces so; none by a player that does not
    /// judge by what a game will lose.
    pub fn of(number: usize, played: &Move, judge: &Player, input: &Input) -> Option<ReviewedMove> {
        let rating = judge.rate(&played.position, played.lock, input)?;
        let reasons = explain(judge, &played.position, &rating, input);
        Some(ReviewedMove {
            number,
            played: played.clone(),
            rating,
            reasons,
        })
    }

    /// What kind of error it is, if it is one.
    pub fn category(&self) -> Option<Category> {
        self.reasons.first().map(|reason| reason.category)
    }
}

/// The figures of a reviewed game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewFigures {
    /// Pieces that locked.
    pub pieces: usize,
    /// How many of them locked where it is not known.
    pub unknown: usize,
    /// Lines when the last piece came, and the rows that this one cleared.
    pub lines: u32,
    /// How often one, two, three, four rows were cleared at once.
    pub clears: [u32; 4],
    /// Rows cleared four at once among all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tetris_rate: Option<f64>,
    /// The longest wait for an I, in pieces.
    pub longest_drought: usize,
    /// All moves.
    pub whole: Share,
    /// Moves by how fast pieces fell.
    pub by_speed: BTreeMap<&'static str, Share>,
    /// Moves by piece.
    pub by_piece: BTreeMap<char, Share>,
    /// How many moves bear each label.
    pub labels: BTreeMap<Label, usize>,
    /// What each kind of error has cost, the most expensive first.
    pub categories: Vec<CategoryShare>,
    /// Moves that were good before NEXT came, and not after.
    pub missed_adjustments: usize,
    /// The worst moves, the worst first.
    pub worst: Vec<MoveFigures>,
}

/// What some of the moves have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Share {
    /// How many there are.
    pub moves: usize,
    /// The mean of what each loss is worth, 0 to 1.
    pub accuracy: f64,
    /// Mean loss, in lines.
    pub mean_loss: f64,
    /// All losses, in points.
    pub points_lost: f64,
}

/// What a kind of error has cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CategoryShare {
    /// Which.
    pub category: Category,
    /// How many moves it is the first reason of.
    pub moves: usize,
    /// What those lost, in lines.
    pub lines_lost: f64,
    /// The same in points.
    pub points_lost: f64,
}

/// One move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveFigures {
    /// Which piece of the game it was, from 1.
    pub number: usize,
    /// The frame of the recording in which the piece came.
    pub frame: u64,
    /// The settled cells, top first.
    pub board: Vec<String>,
    /// The piece and the one after it.
    pub current: char,
    /// The piece after it, if it was known.
    pub next: Option<char>,
    /// Level when it came.
    pub level: u8,
    /// Lines when it came.
    pub lines: u16,
    /// What was played.
    pub played: PlaceFigures,
    /// What else there was, the best first, without what was played.
    pub others: Vec<PlaceFigures>,
    /// What it lost, in lines and in points.
    pub loss: f64,
    /// The same in points.
    pub points_lost: f64,
    /// What the loss is called.
    pub label: Label,
    /// Why it loses, the heaviest reason first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
    /// Whether it was good before NEXT came, and not after.
    pub missed_adjustment: bool,
    /// Whether the hands it is rated for cannot play it.
    pub fast: bool,
}

/// A place for the current piece, and what it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Column of the pivot.
    pub x: i8,
    /// Row of the pivot.
    pub y: i8,
    /// Turns from the spawn orientation.
    pub rotation: u8,
}

/// A place for the current piece, and what it loses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PlaceFigures {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// Where NEXT is best put then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<Place>,
    /// What it loses against the best, in lines.
    pub loss: f64,
}

/// How many of the worst moves are told.
const WORST: usize = 10;
/// How many other moves are told of each.
const OTHERS: usize = 3;
/// Of two bad moves so near to each other only the worse is told.
const NEAR: usize = 5;

impl ReviewFigures {
    /// The figures of these moves of a game.
    pub fn of(game: &GameMoves, moves: &[ReviewedMove]) -> ReviewFigures {
        let [_, clears @ ..] = game.clears();
        let rows: u32 = (1..).zip(clears).map(|(rows, times)| rows * times).sum();
        let last = game.moves.last();
        let mut by_speed: BTreeMap<&'static str, Vec<&ReviewedMove>> = BTreeMap::new();
        let mut by_piece: BTreeMap<char, Vec<&ReviewedMove>> = BTreeMap::new();
        let mut labels = BTreeMap::new();
        for reviewed in moves {
            let position = &reviewed.played.position;
            by_speed
                .entry(speed(position.level))
                .or_default()
                .push(reviewed);
            let piece = position.current.letter();
            by_piece.entry(piece).or_default().push(reviewed);
            *labels.entry(reviewed.rating.label()).or_default() += 1;
        }
        let missed = moves
            .iter()
            .filter(|reviewed| reviewed.rating.is_missed_adjustment());
        ReviewFigures {
            pieces: game.moves.len() + game.unknown,
            unknown: game.unknown,
            lines: last.map_or(0, |last| {
                u32::from(last.position.lines) + u32::from(last.rows)
            }),
            clears,
            tetris_rate: (rows > 0).then(|| f64::from(4 * clears[3]) / f64::from(rows)),
            longest_drought: longest_drought(&game.moves),
            whole: Share::of(moves.iter()),
            by_speed: by_speed
                .into_iter()
                .map(|(speed, moves)| (speed, Share::of(moves)))
                .collect(),
            by_piece: by_piece
                .into_iter()
                .map(|(piece, moves)| (piece, Share::of(moves)))
                .collect(),
            labels,
            categories: categories(moves),
            missed_adjustments: missed.count(),
            worst: worst(moves).into_iter().map(MoveFigures::of).collect(),
        }
    }
}

impl Share {
    /// Of these moves.
    pub fn of<'a>(moves: impl IntoIterator<Item = &'a ReviewedMove>) -> Share {
        let mut share = Share::default();
        for reviewed in moves {
            let loss = reviewed.rating.loss;
            share.moves += 1;
            share.accuracy += accuracy(loss);
            share.mean_loss += loss;
            share.points_lost += points(loss, reviewed.played.position.level);
        }
        let count = share.moves.max(1) as f64;
        share.accuracy /= count;
        share.mean_loss /= count;
        share
    }
}

impl MoveFigures {
    /// The figures of a move.
    pub fn of(reviewed: &ReviewedMove) -> MoveFigures {
        let ReviewedMove {
            number,
            played,
            rating,
            reasons,
        } = reviewed;
        let position = &played.position;
        let best = rating.best().cost;
        let place = |rated: &RatedMove| PlaceFigures {
            place: Place::of(rated.lock),
            then: rated.then.map(Place::of),
            loss: rated.cost - best,
        };
        let others = rating
            .moves
            .iter()
            .filter(|rated| rated.lock != rating.played.lock);
        MoveFigures {
            number: *number,
            frame: played.frame,
            board: position
                .board
                .to_string()
                .lines()
                .map(str::to_owned)
                .collect(),
            current: position.current.letter(),
            next: position.next.map(Piece::letter),
            level: position.level,
            lines: position.lines,
            played: place(&rating.played),
            others: others.take(OTHERS).map(place).collect(),
            loss: rating.loss,
            points_lost: points(rating.loss, position.level),
            label: rating.label(),
            reasons: reasons.clone(),
            missed_adjustment: rating.is_missed_adjustment(),
            fast: !rating.in_reach,
        }
    }
}

impl Place {
    fn of(pose: Pose) -> Place {
        Place {
            x: pose.x,
            y: pose.y,
            rotation: pose.orientation.rotation(),
        }
    }
}

/// What each kind of error has cost, the most expensive first.
fn categories(moves: &[ReviewedMove]) -> Vec<CategoryShare> {
    let shares = Category::ALL.into_iter().map(|category| {
        let of_it = moves
            .iter()
            .filter(|reviewed| reviewed.category() == Some(category));
        let share = Share::of(of_it);
        CategoryShare {
            category,
            moves: share.moves,
            lines_lost: share.mean_loss * share.moves as f64,
            points_lost: share.points_lost,
        }
    });
    let mut shares: Vec<CategoryShare> = shares.filter(|share| share.moves > 0).collect();
    shares.sort_by(|one, other| other.points_lost.total_cmp(&one.points_lost));
    shares
}

/// The worst moves, the worst first, no two of them near to each other.
fn worst(moves: &[ReviewedMove]) -> Vec<&ReviewedMove> {
    let mut by_loss: Vec<&ReviewedMove> = moves
        .iter()
        .filter(|reviewed| reviewed.rating.label() > Label::Good)
        .collect();
    by_loss.sort_by(|one, other| other.rating.loss.total_cmp(&one.rating.loss));
    let mut worst: Vec<&ReviewedMove> = Vec::new();
    for reviewed in by_loss {
        let is_near = |other: &&ReviewedMove| other.number.abs_diff(reviewed.number) <= NEAR;
        if worst.len() < WORST && !worst.iter().any(is_near) {
            worst.push(reviewed);
        }
    }
    worst
}

/// How fast pieces fall at a level, as players tell it.
const fn speed(level: u8) -> &'static str {
    match level {
        0..=17 => "below 18",
        18 => "18",
        19..=28 => "19-28",
        _ => "29 and more",
    }
}

fn longest_drought(moves: &[Move]) -> usize {
    let mut longest = 0;
    let mut present = 0;
    for played in moves {
        present = match played.position.current {
            Piece::I => 0,
            _ => present + 1,
        };
        longest = longest.max(present);
    }
    longest
}
