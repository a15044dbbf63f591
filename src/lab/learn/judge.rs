//! Decisions based on constant costs, for the games from which a table is learnt.

use crate::players::value_table::entries::{PER_FIELD, entries_of};
use crate::rules::{Board, Piece};
use crate::search::MoveGenerator;

use super::LearningSettings;

/// Judge with constant costs. `moves` generates the locks.
pub(super) struct Judge<'a> {
    pub(super) lesson: &'a LearningSettings,
    pub(super) moves: &'a dyn MoveGenerator,
    pub(super) costs: &'a [f32],
    /// Loss for a clear of 0-4 rows, in lines.
    pub(super) burns: [f32; 5],
    /// True if decisions know only the current piece.
    pub(super) knows_one: bool,
}

/// Candidate lock, with the playfield after it and the number of rows it clears. `cost` includes the loss for these
/// rows and all later losses.
#[derive(Clone, Copy)]
pub(super) struct TriedLock {
    pub(super) cost: f32,
    pub(super) board: Board,
    pub(super) rows: usize,
    /// Column of the pivot.
    pub(super) column: usize,
}

/// Returns the losses for a clear of 0-4 rows, in lines.
pub(super) fn burns_of(lesson: &LearningSettings) -> [f32; 5] {
    let [single, double, triple] = lesson.burns.map(|burn| burn as f32);
    [0.0, single, double, triple, 0.0]
}

impl Judge<'_> {
    #[inline(always)]
    pub(super) fn discount(&self) -> f32 {
        self.lesson.discount as f32
    }

    /// Returns the loss for losing the game, in lines.
    #[inline(always)]
    pub(super) fn game_over(&self) -> f32 {
        self.lesson.game_over as f32
    }

    /// Returns the cost of a playfield, in lines.
    #[inline(always)]
    pub(super) fn cost(&self, board: &Board) -> f32 {
        sum(self.costs, &entries_of(board))
    }

    /// Returns the cheapest lock of a piece, or `None` if it has none.
    #[inline(always)]
    pub(super) fn best(&self, board: &Board, piece: Piece) -> Option<TriedLock> {
        let mut best: Option<TriedLock> = None;
        self.each_lock(
            board,
            piece,
            #[inline(always)]
            |step| {
                if best.is_none_or(|best| step.cost < best.cost) {
                    best = Some(step);
                }
            },
        );
        best
    }

    /// Returns the cheapest pair of locks for two known pieces. Only the cheapest candidates for the first lock are
    /// tried.
    #[inline(always)]
    pub(super) fn best_two(
        &self,
        board: &Board,
        current: Piece,
        next: Piece,
    ) -> Option<[TriedLock; 2]> {
        let mut best: Option<([TriedLock; 2], f32)> = None;
        for first in self.cheapest(board, current) {
            let burn = self.burns[first.rows];
            let Some(second) = self.best(&first.board, next) else {
                continue;
            };
            let cost = burn + self.discount() * second.cost;
            if best.is_none_or(|(_, best)| cost < best) {
                best = Some(([first, second], cost));
            }
        }
        best.map(|(steps, _)| steps)
    }

    /// Returns the cheapest locks of a piece, at most [`LearningSettings::candidates`], judged without NEXT.
    #[inline(always)]
    pub(super) fn cheapest(&self, board: &Board, piece: Piece) -> Vec<TriedLock> {
        let mut locks = Vec::with_capacity(64);
        self.each_lock(board, piece, |step| locks.push(step));
        locks.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        locks.truncate(self.lesson.candidates);
        locks
    }

    #[inline(always)]
    fn each_lock(&self, board: &Board, piece: Piece, mut see: impl FnMut(TriedLock)) {
        let Some(locks) = self.moves.locks(board, piece) else {
            return;
        };
        for lock in locks.iter() {
            let (board, rows) = board.lock(lock);
            let rows = rows as usize;
            see(TriedLock {
                cost: self.burns[rows] + self.discount() * self.cost(&board),
                board,
                rows,
                column: lock.x as usize,
            });
        }
    }
}

/// Returns the sum of the costs of these entries.
#[inline(always)]
pub(super) fn sum(costs: &[f32], entries: &[u32; PER_FIELD]) -> f32 {
    let costs = entries.iter().map(|&entry| costs[entry as usize]);
    costs.sum()
}
