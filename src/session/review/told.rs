//! One reviewed move in figures.

use serde::Serialize;

use crate::players::rating::points;
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
    /// Whether it may be a slip of a thumb.
    pub slip: bool,
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

/// How many other moves are told of each.
const OTHERS: usize = 3;

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
            slip: reviewed.is_slip(),
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
