//! Check of a review's losses by playouts: compares the loss that the review gives for a move with the loss that
//! playouts find.
//!
//! The judge plays on many times, from the playfield after the played move and from the playfield after the best move.
//! Both get the same pieces. These games run frame by frame, with the hands for which the moves are rated. The loss of
//! the move is the difference of their points until line 230. The judge's prices count only for the playfields at the
//! end of the games.

use std::sync::atomic::Ordering;

use rayon::prelude::*;
use serde::Serialize;

use crate::engine::StartPosition;
use crate::players::rating::points;
use crate::players::{Position, TreeMemory};
use crate::rules::counter::{Counter, LineCounter};
use crate::rules::motion::ROWS;
use crate::rules::randomizer::generator;
use crate::rules::{Cell, PlayfieldMemory, Pose, Randomizer};
use crate::session::review::{LAST_LINE, clear_points, usual_to_come};
use crate::session::{Autoplay, Category, LossParts, Rater, ReviewedMove, Summary};

use super::Control;

/// Parameters of the playouts that compare two playfields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playouts {
    /// Games played from each of the two playfields.
    pub games: u32,
    /// Number of pieces per game. The cost of the final playfield is added to the result.
    pub pieces: u32,
    /// Seed of all pieces.
    pub seed: u64,
}

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

impl Playouts {
    /// Returns whether playouts can check a move. The move must not be the best one itself. It must have been made
    /// before line 230 and before the game was lost.
    pub fn can_check(reviewed: &ReviewedMove) -> bool {
        let position = &reviewed.played.position;
        let field = |lock: Pose| position.board.lock(lock);
        position.lines < LAST_LINE
            && !reviewed.is_lost()
            && field(reviewed.rating.played.lock) != field(reviewed.rating.best().lock)
    }

    /// Checks moves on all threads of the rayon pool. [`Playouts::can_check`] must be true for every move. Returns
    /// fewer moves if the check is stopped. Equal seeds give equal results.
    pub fn check(
        &self,
        rater: &Rater,
        moves: &[&ReviewedMove],
        control: &Control,
    ) -> Vec<CheckedMove> {
        let checked = moves.par_iter().filter_map(|reviewed| {
            let checked = self.check_one(rater, reviewed, control);
            control.games.fetch_add(1, Ordering::Relaxed);
            checked
        });
        checked.collect()
    }

    fn check_one(
        &self,
        rater: &Rater,
        reviewed: &ReviewedMove,
        control: &Control,
    ) -> Option<CheckedMove> {
        let position = &reviewed.played.position;
        let (mut sum, mut squares) = (0.0, 0.0);
        for game in 0..self.games {
            if control.is_stopped() {
                return None;
            }
            // Both playfields of a move get equal pieces. Different moves have different pieces.
            let game = (reviewed.number as u64) << 32 | u64::from(game);
            let points_after = |lock| self.play_from(rater, position, lock, game);
            let loss = points_after(reviewed.rating.best().lock)?
                - points_after(reviewed.rating.played.lock)?;
            let loss = loss / points(1.0, position.level);
            sum += loss;
            squares += loss * loss;
        }
        let count = f64::from(self.games);
        let found = sum / count;
        let variance = (squares / count - found * found).max(0.0) * count / (count - 1.0).max(1.0);
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
            found,
            error: (variance / count).sqrt(),
        })
    }

    /// Returns the points of a game that continues from a lock until line 230. `None` if no game can begin after the
    /// lock.
    fn play_from(&self, rater: &Rater, from: &Position, lock: Pose, game: u64) -> Option<f64> {
        let (board, rows) = from.board.lock(lock);
        let won = clear_points(from.lines, from.level, rows as u8);
        let mut counter = LineCounter(Counter::new(from.lines));
        let level = counter.count(rows as u8, from.level);
        let mut pieces = Randomizer::NesOdds {
            generator: generator(self.seed, game),
            previous: Some(from.next.unwrap_or(from.current)),
        };
        let current = from.next.unwrap_or_else(|| pieces.choose());
        let field = PlayfieldMemory::from_board(&board, Cell::BORDERED);
        let mut start = StartPosition::new(current, pieces.choose()).with_field(&field);
        (start.level, start.lines) = (level, counter.0.value());
        let to_play = LAST_LINE.saturating_sub(start.lines);
        let mut play = rater.start_game_at(start, self.seed ^ game.rotate_left(17))?;
        play.set_play_fast(true);
        let points_so_far = |play: &Autoplay| {
            let score = play.summary().map_or(0, |summary| summary.score);
            won + score as f64
        };
        while play.summary()?.pieces < self.pieces.into() {
            let has_ended = |summary: Summary| summary.lines >= to_play.into();
            if play.ending().is_some() || play.summary().is_some_and(has_ended) {
                return Some(points_so_far(&play));
            }
            play.advance();
        }
        let (Some(position), None) = (play.position(), play.ending()) else {
            return Some(points_so_far(&play));
        };
        let Some(cost) = rater.cost(&mut TreeMemory::default(), &position) else {
            return Some(points_so_far(&play));
        };
        let to_come = usual_to_come(position.lines, position.level);
        Some(points_so_far(&play) + (to_come - points(cost, position.level)).max(0.0))
    }
}
