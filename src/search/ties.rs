//! Choice among chains of equal value.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::rules::{Board, Piece, Pose};

use super::chain::{
    Evaluate, LeafVisitor, LockChain, LockSequence, SearchLeaf, best_line, visit_leaves_by,
};
use super::filter::NoFilter;
use super::move_generator::MoveGenerator;

/// Order that decides among chains of equal value: the chain whose first lock comes first wins, then the chain whose
/// second lock comes first, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum TieOrder {
    /// By rotation, then column, then row.
    #[default]
    PoseOrder,
    /// Without gravity, the order in which a breadth-first search from the spawn pose meets the locks. It tries turns
    /// before shifts and shifts before a step down, see [`Step::for_piece`](crate::rules::Step::for_piece). With a
    /// gamepad, [`TieOrder::PoseOrder`].
    ///
    /// Source: the search published with the meatfighter.com Nintendo Tetris bots, which keeps the first lock found.
    SearchOrder,
}

/// Returns the chain of locks with the lowest value, like [`best_line`]. `ties` decides among chains of equal value.
pub fn best_line_in<E: Evaluate>(
    ties: TieOrder,
    board: &Board,
    pieces: &[Piece],
    moves: &dyn MoveGenerator,
    evaluator: &E,
) -> Option<LockChain> {
    match ties {
        TieOrder::PoseOrder => best_line(board, pieces, moves, evaluator),
        TieOrder::SearchOrder => first_met_line(board, pieces, moves, evaluator),
    }
}

fn first_met_line<E: Evaluate>(
    board: &Board,
    pieces: &[Piece],
    moves: &dyn MoveGenerator,
    evaluator: &E,
) -> Option<LockChain> {
    let mut tied = TiedChains {
        evaluator,
        value: i64::MAX,
        leaves: 0,
        locks: Vec::new(),
    };
    // This visitor never ends the search.
    let _ = match moves.is_free() {
        true => visit_leaves_by(board, pieces, &NoFilter, &mut tied),
        false => visit_leaves_by(board, pieces, moves, &mut tied),
    };
    let mut chains: Vec<&[Pose]> = tied.locks.chunks_exact(pieces.len()).collect();
    let mut board = *board;
    for (index, &piece) in pieces.iter().enumerate() {
        let mut locks: Vec<Pose> = chains.iter().map(|chain| chain[index]).collect();
        locks.dedup();
        let first = match locks[..] {
            [] => return None,
            [only] => only,
            [first, ..] => moves.first_met(&board, piece, &locks).unwrap_or(first),
        };
        chains.retain(|chain| chain[index] == first);
        board = board.lock(first).0;
    }
    Some(LockChain {
        locks: chains[0].to_vec(),
        value: tied.value,
        leaves: tied.leaves,
    })
}

/// Visitor that remembers all chains with the lowest value.
struct TiedChains<'a, E> {
    evaluator: &'a E,
    value: i64,
    leaves: u64,
    /// Locks of the chains, one chain after the other.
    locks: Vec<Pose>,
}

impl<E: Evaluate> LeafVisitor for TiedChains<'_, E> {
    #[inline(always)]
    fn leaf(&mut self, leaf: &SearchLeaf, sequence: LockSequence<'_>) -> ControlFlow<()> {
        self.leaves += 1;
        let value = self.evaluator.evaluate(leaf, sequence);
        if value < self.value {
            self.value = value;
            self.locks.clear();
        }
        if value == self.value {
            self.locks.extend(sequence.locks());
        }
        ControlFlow::Continue(())
    }
}
