//! Playouts from two locks of one piece: the loss of a move, measured by playing on.
//!
//! The judge plays on many times, in pairs: one game from the playfield after the played lock, and one from the
//! playfield after the best lock. Both get the same pieces. These games run frame by frame, with the hands for which
//! the moves are rated. A game ends after some pieces, at the latest at line 230. Its result is its points plus the
//! points that the judge still expects from the last playfield. The loss of the move is the mean difference of the two
//! results.
//!
//! The luck of the pieces is most of the noise. So each result is reduced by a share of the judge's price for the luck
//! of every NEXT. The mean luck is 0, so this changes only the error and not the loss.
//!
//! A pair is seeded by the number of the move and the number of the pair, and the pairs of a move are played in order.
//! Results therefore do not depend on the number of threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::players::rating::points;
use crate::players::{Position, TreeMemory};
use crate::rules::counter::{Counter, LineCounter};
use crate::rules::randomizer::generator;
use crate::rules::{Pose, Randomizer, StateHash};
use crate::session::review::{LAST_LINE, PlayoutLoss, clear_points, usual_to_come};
use crate::session::{Autoplay, Rater, ReviewedMove};

use super::Control;

/// Parameters of the playouts of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playouts {
    /// Maximum number of pairs of games.
    pub pairs: u32,
    /// Standard error, in lines, at which a move has enough pairs. 0 plays all pairs.
    pub error: f64,
    /// Maximum number of pieces per game. The cost of the final playfield is added to the result.
    pub pieces: u32,
    /// Seed of all pieces.
    pub seed: u64,
}

/// Minimum number of pairs before the standard error is trusted.
const PAIRS_MIN: u32 = 8;
/// Minimum loss of a move that a review plays out, in lines.
const LOSS_MIN: f64 = 0.3;
/// Share of the judge's price for luck that is removed from a result. The judge's prices are too high, so the error is
/// smallest at 0.5 to 0.8. See `assets/coach/README.md`.
const LUCK_SHARE: f64 = 0.6;
/// Version of the method. Results of another version are not comparable.
const VERSION: u64 = 2;

impl Playouts {
    /// Maximum number of pieces per game. In 40 pieces there is time for about four Tetrises; after that, the first
    /// playfield no longer matters.
    pub const PIECES: u32 = 40;

    /// Playouts of a review: until the standard error is 0.3 lines. The judge uses its full search. A judge that looks
    /// ahead only to NEXT is five times as fast, but it repairs less than it could: covered wells then cost twice as much.
    pub const REVIEW: Playouts = Playouts {
        pairs: 48,
        error: 0.3,
        pieces: Playouts::PIECES,
        seed: 1,
    };

    /// Returns whether a move can be played out. The move must not be the best one itself. It must count, and it
    /// must have been made before line 230.
    pub fn can_play_out(reviewed: &ReviewedMove) -> bool {
        let position = &reviewed.played.position;
        let field = |lock: Pose| position.board.lock(lock);
        position.lines < LAST_LINE
            && reviewed.is_counted()
            && field(reviewed.rating.played.lock) != field(reviewed.rating.best().lock)
    }

    /// Returns the indices of the moves that a review plays out, worst first: those with a loss of 0.3 lines or more.
    pub fn worst_first(moves: &[ReviewedMove]) -> Vec<usize> {
        let is_bad = |index: &usize| {
            let reviewed = &moves[*index];
            reviewed.rating.loss >= LOSS_MIN && Playouts::can_play_out(reviewed)
        };
        let mut worst: Vec<usize> = (0..moves.len()).filter(is_bad).collect();
        let loss = |index: usize| moves[index].rating.loss;
        worst.sort_by(|&one, &other| loss(other).total_cmp(&loss(one)));
        worst
    }

    /// Plays out moves on all threads of the rayon pool, in their order. Counts each move as a game in `control`. Returns `None` for
    /// each move that was not finished when `control` or `goes_on` stopped the work. Calls `goes_on` before each piece.
    pub fn play_out_all(
        &self,
        rater: &Rater,
        moves: &[&ReviewedMove],
        control: &Control,
        goes_on: impl Fn() -> bool + Sync,
    ) -> Vec<Option<PlayoutLoss>> {
        let next = AtomicUsize::new(0);
        let played_out = moves.par_iter().map(|_| {
            // Rayon divides the list, so that a thread begins in the middle. The counter makes all begin in front.
            let index = next.fetch_add(1, Ordering::Relaxed);
            let goes_on = || {
                control.pieces.fetch_add(1, Ordering::Relaxed);
                !control.is_stopped() && goes_on()
            };
            let found = self.play_out(rater, moves[index], goes_on);
            control.games.fetch_add(1, Ordering::Relaxed);
            (index, found)
        });
        let mut played_out: Vec<(usize, Option<PlayoutLoss>)> = played_out.collect();
        played_out.sort_by_key(|(index, _)| *index);
        played_out.into_iter().map(|(_, found)| found).collect()
    }

    /// Plays out a move until the standard error is small enough or all pairs are played. Calls `goes_on` before each
    /// piece, and returns `None` as soon as it returns `false`. Also returns `None` if no game can begin after a lock.
    pub fn play_out(
        &self,
        rater: &Rater,
        reviewed: &ReviewedMove,
        goes_on: impl Fn() -> bool,
    ) -> Option<PlayoutLoss> {
        let is_enough = |so_far: &PlayoutLoss| so_far.error <= self.error;
        self.play_out_until(rater, reviewed, is_enough, goes_on)
    }

    /// Like [`Playouts::play_out`], but `is_enough` decides after each pair whether its result is certain enough. It is
    /// not asked before the eighth pair.
    pub fn play_out_until(
        &self,
        rater: &Rater,
        reviewed: &ReviewedMove,
        is_enough: impl Fn(&PlayoutLoss) -> bool,
        goes_on: impl Fn() -> bool,
    ) -> Option<PlayoutLoss> {
        let position = &reviewed.played.position;
        let (played, best) = (reviewed.rating.played.lock, reviewed.rating.best().lock);
        let mut sum = LossSum::default();
        if position.board.lock(played) == position.board.lock(best) {
            return Some(sum.mean());
        }
        for pair in 0..self.pairs {
            // Both playfields of a move get equal pieces. Different moves have different pieces.
            let game = (reviewed.number as u64) << 32 | u64::from(pair);
            let points_after = |lock| self.play_from(rater, position, lock, game, &goes_on);
            let loss = points_after(best)? - points_after(played)?;
            sum.add(loss / points(1.0, position.level));
            if sum.pairs >= PAIRS_MIN && is_enough(&sum.mean()) {
                break;
            }
        }
        Some(sum.mean())
    }

    /// Returns a hash of everything that determines the results for a game, besides this program: the moves, the
    /// rater and the parameters.
    pub fn fingerprint(&self, rater: &Rater, moves: &[ReviewedMove]) -> u64 {
        let Playouts {
            pairs,
            error,
            pieces,
            seed,
        } = *self;
        let mut hash = StateHash::default();
        let numbers = [pairs.into(), error.to_bits(), pieces.into(), seed];
        numbers.into_iter().for_each(|number| hash.number(number));
        hash.number(VERSION);
        hash.number(rater.fingerprint());
        for reviewed in moves {
            hash.number(reviewed.number as u64);
            reviewed.played.position.hash_into(&mut hash);
            let lock = reviewed.played.lock;
            hash.bytes(&[lock.x as u8, lock.y as u8, lock.orientation.rotation()]);
        }
        hash.finish()
    }

    /// Returns the points of a game that continues from a lock, without a share of its luck.
    fn play_from(
        &self,
        rater: &Rater,
        from: &Position,
        lock: Pose,
        game: u64,
        goes_on: impl Fn() -> bool,
    ) -> Option<f64> {
        let (board, rows) = from.board.lock(lock);
        let won = clear_points(from.lines, from.level, rows as u8);
        let mut counter = LineCounter(Counter::new(from.lines));
        let level = counter.count(rows as u8, from.level);
        let mut pieces = Randomizer::NesOdds {
            generator: generator(self.seed, game),
            previous: Some(from.next.unwrap_or(from.current)),
        };
        let current = from.next.unwrap_or_else(|| pieces.choose());
        let after = Position {
            board,
            current,
            level,
            lines: counter.0.value(),
            ..from.clone()
        };
        let to_play = LAST_LINE.saturating_sub(after.lines);
        let seed = self.seed ^ game.rotate_left(17);
        let mut play = rater.play_on(&after, pieces.choose(), seed)?;
        let points_so_far = |play: &Autoplay| {
            let score = play.summary().map_or(0, |summary| summary.score);
            won + score as f64
        };
        let (mut luck, mut is_known) = (0.0, None);
        loop {
            let summary = play.summary()?;
            if play.ending().is_some() || summary.lines >= to_play.into() {
                return Some(points_so_far(&play) - luck);
            }
            let position = play.position();
            if let Some(position) = &position
                && is_known.replace(summary.pieces) != Some(summary.pieces)
            {
                luck += LUCK_SHARE * points(rater.luck(position)?, position.level);
            }
            if summary.pieces >= self.pieces.into() {
                let cost = position.and_then(|position| {
                    let cost = rater.cost(&mut TreeMemory::default(), &position)?;
                    let to_come = usual_to_come(position.lines, position.level);
                    Some((to_come - points(cost, position.level)).max(0.0))
                });
                return Some(points_so_far(&play) - luck + cost.unwrap_or(0.0));
            }
            if !goes_on() {
                return None;
            }
            play.advance();
        }
    }
}

/// Losses of the pairs of one move.
#[derive(Clone, Copy, Debug, Default)]
struct LossSum {
    pairs: u32,
    sum: f64,
    squares: f64,
}

impl LossSum {
    fn add(&mut self, loss: f64) {
        self.pairs += 1;
        self.sum += loss;
        self.squares += loss * loss;
    }

    /// Returns the mean loss. The error of a single pair is 0, so it must not be trusted.
    fn mean(&self) -> PlayoutLoss {
        let count = f64::from(self.pairs.max(1));
        let loss = self.sum / count;
        let variance = (self.squares / count - loss * loss).max(0.0) / (count - 1.0).max(1.0);
        PlayoutLoss {
            loss,
            error: variance.sqrt(),
            pairs: self.pairs,
        }
    }
}
