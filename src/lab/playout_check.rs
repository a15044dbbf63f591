//! Check of a review's losses by playouts: compares the loss that the review gives for a move with the loss that
//! playouts measure.

use serde::Serialize;

use crate::rules::motion::ROWS;
use crate::session::review::PlayoutLoss;
use crate::session::{Category, LossParts, Rater, ReviewedMove};

use super::{Control, Playouts};

/// Move whose loss was checked by playouts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckedMove {
    /// Number of the piece in the game, from 1.
    pub number: usize,
    /// Category of the move's most expensive error, in one word. `None` if the review finds the move good.
    pub kind: Option<&'static str>,
    /// Label of the move.
    pub label: &'static str,
    /// Level before the move.
    pub level: u8,
    /// Lines cleared before the move.
    pub lines: u16,
    /// Height of the highest column before the move, in rows.
    pub height: u8,
    /// Loss according to the review, in lines.
    #[serde(rename = "said")]
    pub reviewed_loss: f64,
    /// Cost of the move according to the judge, by part. The review counts a share of each part.
    pub charged: LossParts,
    /// Loss found by playouts, in lines.
    pub found: f64,
    /// Standard error of the loss found, in lines.
    pub error: f64,
}

/// Mean losses of several moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct FoundLoss {
    /// Number of moves.
    pub moves: usize,
    /// Mean loss according to the review, in lines.
    #[serde(rename = "said")]
    pub reviewed_loss: f64,
    /// Mean loss found by playouts, in lines.
    pub found: f64,
    /// Half width of the 95 % confidence interval of `found`, in lines.
    #[serde(rename = "within")]
    pub half_width: f64,
}

impl FoundLoss {
    /// Computes the mean losses of these moves.
    pub fn mean_of<'a>(moves: impl IntoIterator<Item = &'a CheckedMove>) -> FoundLoss {
        let mut all = FoundLoss::default();
        let mut variance = 0.0;
        for checked in moves {
            all.moves += 1;
            all.reviewed_loss += checked.reviewed_loss;
            all.found += checked.found;
            variance += checked.error * checked.error;
        }
        let count = all.moves.max(1) as f64;
        all.reviewed_loss /= count;
        all.found /= count;
        all.half_width = 1.96 * variance.sqrt() / count;
        all
    }
}

impl CheckedMove {
    /// Plays out moves on all threads of the rayon pool. [`Playouts::can_play_out`] must be true for every move.
    /// Returns fewer moves if the work is stopped.
    pub fn check(
        playouts: &Playouts,
        rater: &Rater,
        moves: &[&ReviewedMove],
        control: &Control,
    ) -> Vec<CheckedMove> {
        let found = playouts
            .play_out_all(rater, moves, control, || true)
            .into_iter();
        let checked = found.zip(moves);
        checked
            .filter_map(|(found, reviewed)| CheckedMove::new(rater, reviewed, found?))
            .collect()
    }

    fn new(rater: &Rater, reviewed: &ReviewedMove, found: PlayoutLoss) -> Option<CheckedMove> {
        let position = &reviewed.played.position;
        let top = (0..ROWS).find(|&y| position.board.row(y) != 0);
        Some(CheckedMove {
            number: reviewed.number,
            kind: reviewed.category().map(Category::word),
            label: reviewed.rating.label().name(),
            level: position.level,
            lines: position.lines,
            height: top.map_or(0, |y| (ROWS - y) as u8),
            reviewed_loss: reviewed.rating.loss,
            charged: rater.charged(&reviewed.played)?,
            found: found.loss,
            error: found.error,
        })
    }
}
