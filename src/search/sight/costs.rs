//! Costs of locks for each possible next piece, computed by evaluators of leaves.

use crate::rules::{Board, Piece, Pose};
use crate::search::chain::{Evaluate, LockSequence, SearchLeaf};
use crate::search::move_generator::MoveGenerator;
use crate::search::processor::on_this_processor;

/// Cost of a lock for each possible next piece, in the order of [`Piece::ALL`].
pub type NextCosts = [i64; 7];

/// Returns, for each of `locks` and each next piece, the value of the best leaf after both. If the next piece has no
/// lock, the value is `lost`.
pub fn chain_costs<E: Evaluate>(
    board: &Board,
    locks: &[Pose],
    moves: &dyn MoveGenerator,
    evaluator: &E,
    lost: i64,
) -> Vec<NextCosts> {
    on_this_processor(
        #[inline(always)]
        || {
            for_each_next(
                locks,
                #[inline(always)]
                |lock, next| {
                    let leaf = SearchLeaf::root(*board).after(lock);
                    let Some(found) = moves.locks(&leaf.board, next) else {
                        return lost;
                    };
                    let mut best = i64::MAX;
                    for rotation in 0..next.rotation_count() {
                        let orientation = next.orientation(rotation);
                        for (x, y) in found.rotation(rotation).iter() {
                            let last = Pose { orientation, x, y };
                            let sequence = LockSequence {
                                root: board,
                                earlier: &[lock],
                                last,
                            };
                            best = best.min(evaluator.evaluate(&leaf.after(last), sequence));
                        }
                    }
                    best
                },
            )
        },
    )
}

/// Calls `cost` for each of these locks with each possible next piece.
#[inline(always)]
pub(in crate::search) fn for_each_next(
    locks: &[Pose],
    mut cost: impl FnMut(Pose, Piece) -> i64,
) -> Vec<NextCosts> {
    let mut costs = Vec::with_capacity(locks.len());
    for &lock in locks {
        let mut row = [0; 7];
        for next in Piece::ALL {
            row[next.index()] = cost(lock, next);
        }
        costs.push(row);
    }
    costs
}

/// Returns the value of the leaf after each of these locks. It is repeated for all seven next pieces.
pub fn single_costs<E: Evaluate>(board: &Board, locks: &[Pose], evaluator: &E) -> Vec<NextCosts> {
    let cost = |&lock: &Pose| {
        let sequence = LockSequence {
            root: board,
            earlier: &[],
            last: lock,
        };
        [evaluator.evaluate(&SearchLeaf::root(*board).after(lock), sequence); 7]
    };
    locks.iter().map(cost).collect()
}
