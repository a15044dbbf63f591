//! Figures of one reviewed move, for reports.

use serde::Serialize;

use crate::players::RatedMove;
use crate::rules::{LockNotation, Piece, Pose};
use crate::session::reasons::{LossReason, columns_of};

use super::{FasterFigures, PlayoutLoss, ReviewedMove};

/// Figures of one reviewed move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveFigures {
    /// Number of the piece in the game, from 1.
    pub number: usize,
    /// Frame of the recording in which the piece spawned.
    pub frame: u64,
    /// Seconds from the start of the video to the spawn of the piece, in a game from a video.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// True if the lock is a guess, which no figure of the game counts.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub guess: bool,
    /// Settled cells, top row first.
    pub board: Vec<String>,
    /// Letter of the piece.
    pub current: char,
    /// Letter of NEXT, if NEXT was known.
    pub next: Option<char>,
    /// Level when the piece spawned.
    pub level: u8,
    /// Lines when the piece spawned.
    pub lines: u16,
    /// Lock that was played.
    pub played: PlaceFigures,
    /// Best alternatives, best first, without the played lock.
    pub others: Vec<PlaceFigures>,
    /// Loss of the move, in lines.
    pub loss: f64,
    /// Loss that playouts measured, beside `loss`. `None` unless the move was played out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playouts: Option<PlayoutLoss>,
    /// Loss of the move, in points.
    pub points_lost: f64,
    /// Cost of the rest of the game if the best lock is played, in lines.
    #[serde(rename = "price")]
    pub best_cost: f64,
    /// Luck of NEXT: how much better it is than the mean of all possible NEXT pieces, in lines.
    pub luck: f64,
    /// True if the move is the best lock and all alternatives lose more than one line.
    pub only_move: bool,
    /// Number of the piece from which the game was lost or given up. `None` if this move was made before that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_from: Option<usize>,
    /// Name of the label of the loss, or `guess`.
    pub label: &'static str,
    /// Reasons why the move loses, most expensive first. Empty for a guess.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<LossReason>,
    /// True if the move would be good if NEXT were unknown, but is not with the known NEXT.
    pub missed_adjustment: bool,
    /// True if the move may be a misdrop.
    pub slip: bool,
    /// True if the hands for which the moves are rated cannot reach the played lock.
    #[serde(rename = "fast")]
    pub is_unreachable: bool,
    /// Better lock that only faster hands reach, if it is more than a line better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_faster: Option<FasterFigures>,
    /// Tuck to the best lock, if the best lock needs one and another lock was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tuck: Option<TuckFigures>,
}

/// Tuck that leads to the best lock.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TuckFigures {
    /// Number of consecutive frames in which the last press of the tuck works. 6 means 6 or more.
    pub frames: u8,
    /// True if not the best lock itself needs the tuck, but NEXT after it.
    pub next: bool,
    /// Best lock that needs no tuck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<PlaceFigures>,
}

/// Lock of a piece, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewedPlace {
    /// Pivot column.
    pub x: i8,
    /// Pivot row.
    pub y: i8,
    /// Clockwise turns from the spawn orientation.
    pub rotation: u8,
    /// Lock in players' notation.
    pub notation: LockNotation,
}

/// Lock of the current piece with its loss.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PlaceFigures {
    /// Lock of the piece.
    #[serde(flatten)]
    pub place: ReviewedPlace,
    /// Best lock of NEXT after `place`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<ReviewedPlace>,
    /// Loss compared with the best lock, in lines.
    pub loss: f64,
}

/// Maximum number of alternatives per move.
const OTHERS_MAX: usize = 3;

impl MoveFigures {
    /// Returns the figures of a move.
    pub fn from_reviewed(reviewed: &ReviewedMove) -> MoveFigures {
        let ReviewedMove {
            number,
            played,
            rating,
            reasons,
            tuck,
            lost_from,
            faster,
            playouts,
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
            seconds: played.seen.map(|seen| f64::from(seen.time) / 1_000.0),
            guess: played.is_guess(),
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
            others: others.take(OTHERS_MAX).map(place).collect(),
            loss: rating.loss,
            playouts: *playouts,
            points_lost: reviewed.points_lost(),
            best_cost: best.cost,
            luck: rating.luck,
            only_move: reviewed.is_only_move(),
            lost_from: lost_from.map(|from| from.piece),
            label: match played.is_guess() {
                true => "guess",
                false => rating.label().name(),
            },
            reasons: match played.is_guess() {
                true => Vec::new(),
                false => reasons.clone(),
            },
            missed_adjustment: rating.is_missed_adjustment(),
            slip: reviewed.is_slip(),
            is_unreachable: !rating.in_reach,
            only_faster: faster.map(|faster| faster.figures()),
            tuck: tuck.map(|tuck| TuckFigures {
                frames: tuck.frames,
                next: tuck.is_next,
                without: tuck.without.as_ref().map(place),
            }),
        }
    }
}

impl PlaceFigures {
    /// Returns the figures of a lock, compared with the best one.
    pub fn beside(best: &RatedMove, rated: &RatedMove) -> PlaceFigures {
        PlaceFigures {
            place: ReviewedPlace::from_pose(rated.lock),
            then: rated.then.map(ReviewedPlace::from_pose),
            loss: rated.cost - best.cost,
        }
    }
}

impl ReviewedPlace {
    pub(super) fn from_pose(pose: Pose) -> ReviewedPlace {
        ReviewedPlace {
            x: pose.x,
            y: pose.y,
            rotation: pose.orientation.rotation(),
            notation: pose.notation(),
        }
    }
}

/// Describes a lock in players' notation and in words: `I-0, column 10, turned once`.
pub fn in_full(lock: Pose) -> String {
    format!("{}, {}", lock.notation(), in_words(lock))
}

/// Describes a lock by its columns (from 1 at the left) and the turns of the piece.
pub fn in_words(lock: Pose) -> String {
    let columns = columns_of(lock);
    match lock.orientation.rotation() {
        0 => columns,
        1 => format!("{columns}, turned once"),
        2 => format!("{columns}, turned twice"),
        _ => format!("{columns}, turned back"),
    }
}
