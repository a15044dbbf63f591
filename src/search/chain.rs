//! Exhaustive search over a chain of known pieces: every leaf, and the best of them.

use std::ops::ControlFlow;

use crate::rules::motion::ROWS;
use crate::rules::{Board, Piece, Pose};

use super::batched::best_pair;
use super::dispatch;
use super::filter::NoFilter;
use super::move_generator::{MoveGenerator, Moves};
use super::processor::VectorWidth;

/// Result of a chain of locks: the board after the locks, and sums over the locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLeaf {
    /// Settled cells after all locks and clears.
    pub board: Board,
    /// Number of rows cleared by all locks together.
    pub rows_cleared: u32,
    /// Sum of the heights of all locks. The height of a lock is that of its lowest square above the bottom row.
    pub lock_height: u32,
}

impl SearchLeaf {
    /// Returns the leaf of a chain without locks.
    pub const fn root(board: Board) -> SearchLeaf {
        SearchLeaf {
            board,
            rows_cleared: 0,
            lock_height: 0,
        }
    }

    /// Returns the leaf after one more lock.
    #[inline(always)]
    pub fn after(&self, lock: Pose) -> SearchLeaf {
        let (board, rows) = self.board.lock(lock);
        let bottom = lock.y + lock.orientation.bottom();
        SearchLeaf {
            board,
            rows_cleared: self.rows_cleared + rows,
            lock_height: self.lock_height + (ROWS - 1 - bottom) as u32,
        }
    }
}

/// Locks that led to a leaf.
#[derive(Clone, Copy, Debug)]
pub struct LockSequence<'a> {
    /// Settled cells before the first lock.
    pub root: &'a Board,
    /// All locks but the last, the current piece first.
    pub earlier: &'a [Pose],
    /// The last lock.
    pub last: Pose,
}

impl LockSequence<'_> {
    /// Iterates over all locks, the current piece first.
    pub fn locks(&self) -> impl Iterator<Item = Pose> {
        self.earlier.iter().copied().chain([self.last])
    }
}

/// Judges the result of a chain of locks. Lower is better.
pub trait Evaluate {
    /// True if the search should judge several leaves at once on processors with vector registers. This pays off for
    /// evaluators without branches and tables. The search may then also pass meaningless boards to the evaluator; it
    /// ignores their values.
    const BATCHED: bool = false;

    /// Returns the value of `leaf`, which the locks of `sequence` lead to. The value must not be [`i64::MAX`].
    fn evaluate(&self, leaf: &SearchLeaf, sequence: LockSequence<'_>) -> i64;
}

/// Best chain of locks that a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockChain {
    /// One lock for each piece, the current one first.
    pub locks: Vec<Pose>,
    /// Value of the leaf after these locks.
    pub value: i64,
    /// Number of leaves evaluated.
    pub leaves: u64,
}

/// Receiver of the leaves from [`visit_leaves`].
pub trait LeafVisitor {
    /// Receives one leaf and the locks that lead to it. [`ControlFlow::Break`] ends the search.
    fn leaf(&mut self, leaf: &SearchLeaf, sequence: LockSequence<'_>) -> ControlFlow<()>;
}

impl<F: FnMut(&SearchLeaf, LockSequence<'_>) -> ControlFlow<()>> LeafVisitor for F {
    #[inline(always)]
    fn leaf(&mut self, leaf: &SearchLeaf, sequence: LockSequence<'_>) -> ControlFlow<()> {
        self(leaf, sequence)
    }
}

/// Locks `pieces` on `board` in every possible way and calls `visitor` with each leaf. The first piece is the current
/// one.
///
/// Visits nothing if no chain has a lock for every piece. Returns [`ControlFlow::Break`] if the visitor ended the
/// search.
///
/// The search tries all locks that `moves` finds for each piece. It visits the leaves in the order of rotation, column
/// and row of the first lock, then of the second, and so on.
pub fn visit_leaves<V: LeafVisitor>(
    board: &Board,
    pieces: &[Piece],
    moves: &dyn MoveGenerator,
    visitor: &mut V,
) -> ControlFlow<()> {
    visit_leaves_by(board, pieces, moves, visitor)
}

pub(super) fn visit_leaves_by<M: Moves + ?Sized, V: LeafVisitor>(
    board: &Board,
    pieces: &[Piece],
    moves: &M,
    visitor: &mut V,
) -> ControlFlow<()> {
    visit_leaves_after(
        board,
        Vec::with_capacity(pieces.len()),
        pieces,
        moves,
        visitor,
    )
}

/// Visits the leaves of chains that begin with `locks`, which are not in `pieces`.
pub(super) fn visit_leaves_after<M: Moves + ?Sized, V: LeafVisitor>(
    board: &Board,
    locks: Vec<Pose>,
    pieces: &[Piece],
    moves: &M,
    visitor: &mut V,
) -> ControlFlow<()> {
    let start = locks
        .iter()
        .fold(SearchLeaf::root(*board), |leaf, &lock| leaf.after(lock));
    let mut search = ChainSearch {
        root: *board,
        moves,
        visitor,
        locks,
    };
    dispatch::descend(&mut search, &start, pieces)
}

/// Returns the chain of locks with the lowest value: one lock for each of `pieces`, the current piece first. Returns
/// `None` if no chain has a lock for every piece.
///
/// The search tries all locks that `moves` finds for each piece. Among equal values the smallest rotation, then column,
/// then row of the first lock wins, then of the second, and so on.
pub fn best_line<E: Evaluate>(
    board: &Board,
    pieces: &[Piece],
    moves: &dyn MoveGenerator,
    evaluator: &E,
) -> Option<LockChain> {
    // These evaluators take only nanoseconds per leaf, so dynamic calls would cost too much.
    match E::BATCHED && moves.is_free() {
        true => best_line_by(board, pieces, &NoFilter, evaluator),
        false => best_line_by(board, pieces, moves, evaluator),
    }
}

fn best_line_by<M: Moves + ?Sized, E: Evaluate>(
    board: &Board,
    pieces: &[Piece],
    moves: &M,
    evaluator: &E,
) -> Option<LockChain> {
    if E::BATCHED
        && let &[current, next] = pieces
        && let Some(vectors) = VectorWidth::all().next()
    {
        return best_pair_on(vectors, board, [current, next], moves, evaluator)
            .map(|(line, _)| line);
    }
    best_line_one_by_one(board, pieces, moves, evaluator)
}

/// Runs [`best_line`] for two pieces and judges several leaves at once. Also returns the other first locks that lead
/// to the same value.
pub(super) fn best_pair_on<M: Moves + ?Sized, E: Evaluate>(
    vectors: VectorWidth,
    board: &Board,
    pieces: [Piece; 2],
    moves: &M,
    evaluator: &E,
) -> Option<(LockChain, Vec<Pose>)> {
    vectors.run(
        #[inline(always)]
        || best_pair::<8, M, E>(board, pieces, moves, evaluator),
        #[inline(always)]
        || best_pair::<4, M, E>(board, pieces, moves, evaluator),
    )
}

/// Runs [`best_line`] one leaf at a time.
pub(super) fn best_line_one_by_one<M: Moves + ?Sized, E: Evaluate>(
    board: &Board,
    pieces: &[Piece],
    moves: &M,
    evaluator: &E,
) -> Option<LockChain> {
    let mut best = BestLine {
        evaluator,
        line: LockChain {
            locks: Vec::with_capacity(pieces.len()),
            value: i64::MAX,
            leaves: 0,
        },
    };
    // This visitor never ends the search.
    let _ = visit_leaves_by(board, pieces, moves, &mut best);
    Some(best.line).filter(|line| line.leaves > 0)
}

/// Visitor that remembers the best leaf.
struct BestLine<'a, E> {
    evaluator: &'a E,
    line: LockChain,
}

impl<E: Evaluate> LeafVisitor for BestLine<'_, E> {
    #[inline(always)]
    fn leaf(&mut self, leaf: &SearchLeaf, sequence: LockSequence<'_>) -> ControlFlow<()> {
        self.line.leaves += 1;
        let value = self.evaluator.evaluate(leaf, sequence);
        // Locks come in tie-break order, so the first of equal values wins.
        if value < self.line.value {
            self.line.value = value;
            self.line.locks.clear();
            self.line.locks.extend_from_slice(sequence.earlier);
            self.line.locks.push(sequence.last);
        }
        ControlFlow::Continue(())
    }
}

/// A search in progress.
pub(super) struct ChainSearch<'a, M: ?Sized, V> {
    root: Board,
    moves: &'a M,
    visitor: &'a mut V,
    /// Locks that lead to the current leaf.
    locks: Vec<Pose>,
}

impl<M: Moves + ?Sized, V: LeafVisitor> ChainSearch<'_, M, V> {
    /// Tries every lock of the first piece, and calls `deeper` for the pieces after it.
    ///
    /// This function and everything it calls are inlined, so that [`dispatch`] can compile them for several processors.
    #[inline(always)]
    pub(super) fn expand(
        &mut self,
        leaf: &SearchLeaf,
        pieces: &[Piece],
        deeper: impl Fn(&mut Self, &SearchLeaf, &[Piece]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let [piece, others @ ..] = pieces else {
            return ControlFlow::Continue(());
        };
        let Some(locks) = self.moves.locks(&leaf.board, *piece) else {
            return ControlFlow::Continue(());
        };
        for rotation in 0..piece.rotation_count() {
            let orientation = piece.orientation(rotation);
            for (x, y) in locks.rotation(rotation).iter() {
                let lock = Pose { orientation, x, y };
                let child = leaf.after(lock);
                if others.is_empty() {
                    let sequence = LockSequence {
                        root: &self.root,
                        earlier: &self.locks,
                        last: lock,
                    };
                    self.visitor.leaf(&child, sequence)?;
                } else {
                    self.locks.push(lock);
                    deeper(self, &child, others)?;
                    self.locks.pop();
                }
            }
        }
        ControlFlow::Continue(())
    }
}
