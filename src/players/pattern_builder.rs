//! Builder that makes a picture out of falling pieces.
//!
//! The builder works from the floor up:
//! 1. A row is *done* if it and all rows below it equal the picture's rows. The *stack* is everything above the done
//!    rows. The builder assigns one of two roles to each row of the stack: the next row of the picture, if all the
//!    row's cells are black there, or junk to clear ([`align`]). So it can fill and clear a dirty row and try again.
//! 2. In rows with the role of a picture row, white cells count as filled. All other empty cells must be filled, in
//!    picture rows and junk alike. The builder then judges the stack as in any game about clearing rows: few changes
//!    between filled and empty cells, few wells, nothing covered ([`white_filled_stack`]).
//! 3. Two points differ from other games. No piece can rest on a white cell alone, so runs of uncovered white cells,
//!    and gaps high above white cells, cost extra. And a gap below a picture row is hard to reach, so the rows above
//!    such a gap are not worth keeping.
//! 4. The builder tries all locks of the two known pieces. It compares the best few by their mean value over the third
//!    piece, weighted by the cartridge's odds. If NEXT is unknown, it averages over NEXT instead.
//!
//! No lock is forbidden. Damage to a done row costs much, but a stack near the top costs more. The builder then clears
//! the stack down, through the picture if necessary, and starts the picture again.

pub mod align;
pub mod rows;
pub mod stack;
pub mod value;
pub mod weights;
pub mod white_filled_stack;

use std::ops::ControlFlow;

use crate::rules::{Piece, Pose};
use crate::search::{
    Evaluate, LeafVisitor, LockChain, LockSequence, MoveGenerator, NextCosts, SearchLeaf,
    best_line, chain_costs, sum_by_odds, visit_leaves,
};

use super::pattern::Pattern;
use super::position::Position;
use rows::PatternRows;
use value::PatternJudge;
use weights::Weights;

/// Builder that chooses locks so that they form a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternBuilder {
    pattern: Pattern,
    value: PatternJudge,
    breadth: usize,
}

/// Number of the best candidates for the two known pieces. The builder compares their mean costs over all third pieces.
///
/// Measured over 8 games each, of up to 2,000 pieces: mean number of pieces until the picture is finished, and number
/// of games that finish it. Breadth 4: letters 774 (7 games), slanted T 1,178 (6), large O 444 (8). Breadth 16: letters
/// 780 (8), slanted T 755 (6), large O 302 (8).
const BREADTH: usize = 16;

/// Value of a board on which a piece has no lock. It is worse than any other value.
const LOST: i64 = 1_000_000;

impl PatternBuilder {
    /// Returns the builder of `pattern`.
    pub fn new(pattern: Pattern) -> PatternBuilder {
        PatternBuilder::with(pattern, Weights::TUNED, BREADTH)
    }

    /// Returns a builder with other weights. It compares the `breadth` best candidates for the two known pieces by
    /// their mean over the third piece. With a breadth of 0, only the two known pieces decide.
    pub fn with(pattern: Pattern, weights: Weights, breadth: usize) -> PatternBuilder {
        let value = PatternJudge {
            picture: PatternRows::from_pattern(&pattern),
            weights,
        };
        PatternBuilder {
            pattern,
            value,
            breadth,
        }
    }

    /// Returns the picture being built.
    pub const fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Chooses the locks of the known pieces, or returns `None` if the current one has no lock.
    ///
    /// `moves` generates the locks and should not leave any out because of the picture. The result has only one lock if
    /// that lock finishes the picture, or if NEXT is unknown or has no lock.
    pub fn decide(&self, position: &Position, moves: &dyn MoveGenerator) -> Option<LockChain> {
        let Position {
            board,
            current,
            next,
            ..
        } = position;
        let one = best_line(board, &[*current], moves, &self.value)?;
        if one.value == PatternJudge::DONE {
            return Some(one);
        }
        let mut best = BestLeaves {
            value: &self.value,
            size: self.breadth.max(1),
            candidates: Vec::with_capacity(self.breadth + 2),
            leaves: 0,
        };
        let known = [Some(*current), *next];
        let known: Vec<Piece> = known.into_iter().flatten().collect();
        // This visitor never stops early, so the result carries no information.
        let _ = visit_leaves(board, &known, moves, &mut best);
        let Some(first) = best.candidates.first() else {
            return Some(one);
        };
        let mut line = LockChain {
            locks: first.locks[..known.len()].to_vec(),
            value: first.value,
            leaves: best.leaves,
        };
        if line.value == PatternJudge::DONE || self.breadth == 0 {
            return Some(line);
        }
        let mut lowest = i64::MAX;
        for candidate in &best.candidates {
            let last = known[known.len() - 1];
            let (value, leaves) = self.mean_with_another(&candidate.leaf, last, moves);
            line.leaves += leaves;
            if value < lowest {
                lowest = value;
                line.value = value;
                line.locks = candidate.locks[..known.len()].to_vec();
            }
        }
        Some(line)
    }

    /// Returns, for each lock of the current piece, one cost for each possible next piece. A cost is the value of the
    /// best leaf after both pieces.
    pub(super) fn costs(
        &self,
        position: &Position,
        locks: &[Pose],
        moves: &dyn MoveGenerator,
    ) -> Vec<NextCosts> {
        let board = &position.board;
        let mut costs = chain_costs(board, locks, moves, &self.value, LOST);
        for (&lock, costs) in locks.iter().zip(&mut costs) {
            // Once the picture is finished, the next piece does not matter.
            if self.value.of(&SearchLeaf::root(*board).after(lock)) == PatternJudge::DONE {
                *costs = [PatternJudge::DONE; 7];
            }
        }
        costs
    }

    /// Returns the mean value over all pieces that may follow `last`, each at its best lock. Also returns the number of
    /// leaves judged.
    fn mean_with_another(
        &self,
        leaf: &SearchLeaf,
        last: Piece,
        moves: &dyn MoveGenerator,
    ) -> (i64, u64) {
        let after = ValueAfter {
            value: &self.value,
            leaf,
        };
        let mut leaves = 0;
        let sum = sum_by_odds(last, |piece| {
            let line = best_line(&leaf.board, &[piece], moves, &after);
            leaves += line.as_ref().map_or(0, |line| line.leaves);
            line.map_or(LOST, |line| line.value)
        });
        (sum / 64, leaves)
    }
}

/// Candidate: locks of the known pieces, with the leaf that they lead to.
struct Candidate {
    value: i64,
    leaf: SearchLeaf,
    /// Locks of the two known pieces. If only one piece is known, both entries are its lock.
    locks: [Pose; 2],
}

/// Visitor that judges leaves and stores the best ones.
struct BestLeaves<'a> {
    value: &'a PatternJudge,
    /// Number of leaves to store, at least one.
    size: usize,
    /// The best leaves, best first. Among equal leaves, the one found first comes first.
    candidates: Vec<Candidate>,
    leaves: u64,
}

impl LeafVisitor for BestLeaves<'_> {
    #[inline(always)]
    fn leaf(&mut self, leaf: &SearchLeaf, locks: LockSequence<'_>) -> ControlFlow<()> {
        self.leaves += 1;
        let value = self.value.of(leaf);
        let full = self.candidates.len() == self.size;
        if full
            && self
                .candidates
                .last()
                .is_none_or(|worst| value >= worst.value)
        {
            return ControlFlow::Continue(());
        }
        let index = self
            .candidates
            .partition_point(|known| known.value <= value);
        let first = locks.earlier.first().copied();
        let candidate = Candidate {
            value,
            leaf: *leaf,
            locks: [first.unwrap_or(locks.last), locks.last],
        };
        self.candidates.insert(index, candidate);
        self.candidates.truncate(self.size);
        ControlFlow::Continue(())
    }
}

/// Evaluator that adds the counts of an earlier leaf to those of each leaf.
struct ValueAfter<'a> {
    value: &'a PatternJudge,
    leaf: &'a SearchLeaf,
}

impl Evaluate for ValueAfter<'_> {
    #[inline(always)]
    fn evaluate(&self, leaf: &SearchLeaf, _locks: LockSequence<'_>) -> i64 {
        self.value.of(&SearchLeaf {
            board: leaf.board,
            rows_cleared: self.leaf.rows_cleared + leaf.rows_cleared,
            lock_height: self.leaf.lock_height + leaf.lock_height,
        })
    }
}
