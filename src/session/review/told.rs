//! One reviewed move in figures.

use serde::Serialize;

use crate::players::{Label, RatedMove};
use crate::rules::{Piece, Pose};
use crate::session::reasons::Reason;

use super::ReviewedMove;

/// One move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveFigures {
    /// Which piece of the game it was, from 1.
    pub number: usize,
    /// The frame of the recording in which the piece came.
    pub frame: u64,
    /// The settled cells, top first.
    pub board: Vec<String>,
    /// The piece.
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
    /// What it lost, in lines.
    pub loss: f64,
    /// What it lost, in points.
    pub points_lost: f64,
    /// What the game costs from here on by the best place, in lines.
    pub price: f64,
    /// What NEXT saves beside the mean over all that could have come, in lines.
    pub luck: f64,
    /// Whether it is the best place and every other one loses more than a line.
    pub only_move: bool,
    /// The piece from which on no place could save the game, or nobody played, if this is not before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_from: Option<usize>,
    /// What the loss is called.
    pub label: Label,
    /// Why it loses, the heaviest reason first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
    /// Whether it was good before NEXT came, and not after.
    pub missed_adjustment: bool,
    /// Whether it may be a slip of a thumb.
    pub slip: bool,
    /// Whether the hands it is rated for cannot play it.
    pub fast: bool,
    /// How the best place is come to, if only a tuck leads there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tuck: Option<TuckFigures>,
}

/// A best place that only a tuck leads to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TuckFigures {
    /// Successive frames in which its last press leads there; 6 says 6 or more.
    pub frames: u8,
    /// Whether it is NEXT that is tucked after the best place.
    pub next: bool,
    /// The best place that no tuck is needed for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<PlaceFigures>,
}

/// A place for a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewedPlace {
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
    pub place: ReviewedPlace,
    /// Where NEXT is best put then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<ReviewedPlace>,
    /// What it loses against the best, in lines.
    pub loss: f64,
}

/// How many other moves are told of each.
const OTHERS: usize = 3;

impl MoveFigures {
    /// The figures of a move.
    pub fn from_reviewed(reviewed: &ReviewedMove) -> MoveFigures {
        let ReviewedMove {
            number,
            played,
            rating,
            reasons,
            tuck,
            lost_from,
        } = reviewed;
        let position = &played.position;
        let best = rating.best();
        let place = |rated: &RatedMove| PlaceFigures::beside(best, rated);
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
            points_lost: reviewed.points_lost(),
            price: best.cost,
            luck: rating.luck,
            only_move: reviewed.is_only_move(),
            lost_from: lost_from.map(|from| from.piece),
            label: rating.label(),
            reasons: reasons.clone(),
            missed_adjustment: rating.is_missed_adjustment(),
            slip: reviewed.is_slip(),
            fast: !rating.in_reach,
            tuck: tuck.map(|tuck| TuckFigures {
                frames: tuck.frames,
                next: tuck.is_next,
                without: tuck.without.as_ref().map(place),
            }),
        }
    }
}

impl PlaceFigures {
    /// A place beside the best one.
    pub fn beside(best: &RatedMove, rated: &RatedMove) -> PlaceFigures {
        PlaceFigures {
            place: ReviewedPlace::from_pose(rated.lock),
            then: rated.then.map(ReviewedPlace::from_pose),
            loss: rated.cost - best.cost,
        }
    }
}

impl ReviewedPlace {
    fn from_pose(pose: Pose) -> ReviewedPlace {
        ReviewedPlace {
            x: pose.x,
            y: pose.y,
            rotation: pose.orientation.rotation(),
        }
    }
}

/// The columns of a place, from 1 at the left.
pub(in crate::session) fn columns_of(lock: Pose) -> String {
    let columns = lock.cells().map(|(x, _)| x + 1);
    let (first, last) = (columns.iter().min(), columns.iter().max());
    let (first, last) = (first.copied().unwrap_or(0), last.copied().unwrap_or(0));
    match first == last {
        true => format!("column {first}"),
        false => format!("columns {first} to {last}"),
    }
}

/// A place in words: its columns, from 1 at the left, and how the piece is turned.
pub fn in_words(lock: Pose) -> String {
    let columns = columns_of(lock);
    match lock.orientation.rotation() {
        0 => columns,
        1 => format!("{columns}, turned once"),
        2 => format!("{columns}, turned twice"),
        _ => format!("{columns}, turned back"),
    }
}
