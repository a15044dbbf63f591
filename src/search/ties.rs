//! Choice among chains of equal value.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::rules::{Board, Piece, Pose};

use super::chain::{
    Evaluate, LeafVisitor, LockChain, LockSequence, SearchLeaf, best_line, best_pair_on,
    visit_leaves_after, visit_leaves_by,
};
use super::filter::NoFilter;
use super::move_generator::MoveGenerator;
use super::processor::VectorWidth;

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
    if E::BATCHED
        && moves.is_free()
        && let &[current, next] = pieces
        && let Some(vectors) = VectorWidth::all().next()
    {
        return first_met_pair(vectors, board, [current, next], moves, evaluator);
    }
    let mut tied = TiedChains::new(evaluator);
    // This visitor never ends the search.
    let _ = match moves.is_free() {
        true => visit_leaves_by(board, pieces, &NoFilter, &mut tied),
        false => visit_leaves_by(board, pieces, moves, &mut tied),
    };
    let mut chains: Vec<&[Pose]> = tied.locks.chunks_exact(pieces.len()).collect();
    let mut after = *board;
    for (index, &piece) in pieces.iter().enumerate() {
        let locks = chains.iter().map(|chain| chain[index]).collect();
        let first = first_met(&after, piece, locks, moves)?;
        chains.retain(|chain| chain[index] == first);
        after = after.lock(first).0;
    }
    Some(LockChain {
        locks: chains[0].to_vec(),
        value: tied.value,
        leaves: tied.leaves,
    })
}

/// Runs [`first_met_line`] for two pieces without gravity, and judges several leaves at once. Visits the leaves again
/// only behind the first lock that is met first.
fn first_met_pair<E: Evaluate>(
    vectors: VectorWidth,
    board: &Board,
    [current, next]: [Piece; 2],
    moves: &dyn MoveGenerator,
    evaluator: &E,
) -> Option<LockChain> {
    let (mut line, mut firsts) =
        best_pair_on(vectors, board, [current, next], &NoFilter, evaluator)?;
    firsts.insert(0, line.locks[0]);
    let first = first_met(board, current, firsts, moves)?;
    let mut tied = TiedChains::new(evaluator);
    // This visitor never ends the search.
    let _ = visit_leaves_after(board, vec![first], &[next], &NoFilter, &mut tied);
    let seconds = tied.locks.chunks_exact(2).map(|chain| chain[1]).collect();
    let second = first_met(&board.lock(first).0, next, seconds, moves)?;
    line.locks = vec![first, second];
    Some(line)
}

/// Returns the lock that a breadth-first search meets first, or the first one if there is no such search.
fn first_met(
    board: &Board,
    piece: Piece,
    mut locks: Vec<Pose>,
    moves: &dyn MoveGenerator,
) -> Option<Pose> {
    locks.dedup();
    match locks[..] {
        [] => None,
        [only] => Some(only),
        [first, ..] => moves.first_met(board, piece, &locks).or(Some(first)),
    }
}

/// Visitor that remembers all chains with the lowest value.
struct TiedChains<'a, E> {
    evaluator: &'a E,
    value: i64,
    leaves: u64,
    /// Locks of the chains, one chain after the other.
    locks: Vec<Pose>,
}

impl<E> TiedChains<'_, E> {
    const fn new(evaluator: &E) -> TiedChains<'_, E> {
        TiedChains {
            evaluator,
            value: i64::MAX,
            leaves: 0,
            locks: Vec::new(),
        }
    }
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
