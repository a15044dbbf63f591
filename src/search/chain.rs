//! The exhaustive search over a chain of known pieces.

use crate::rules::motion::ROWS;
use crate::rules::{Board, Piece, Pose};

use super::dispatch;
use super::mover::Mover;

/// Where a chain of locks leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The settled cells after all locks and clears.
    pub board: Board,
    /// Rows cleared by all of them together.
    pub rows_cleared: u32,
    /// Sum over the locks of the rows each piece would fall if every other cell were removed.
    pub lock_height: u32,
}

impl Leaf {
    /// The leaf before any lock.
    pub const fn root(board: Board) -> Leaf {
        Leaf {
            board,
            rows_cleared: 0,
            lock_height: 0,
        }
    }

    /// The leaf after one more lock.
    #[inline(always)]
    pub fn after(&self, lock: Pose) -> Leaf {
        let (board, rows) = self.board.lock(lock);
        let bottom = lock.y + lock.orientation.bottom();
        Leaf {
            board,
            rows_cleared: self.rows_cleared + rows,
            lock_height: self.lock_height + (ROWS - 1 - bottom) as u32,
        }
    }
}

/// The locks that led to a leaf.
#[derive(Clone, Copy, Debug)]
pub struct Way<'a> {
    /// The settled cells before the first lock.
    pub root: &'a Board,
    /// All locks but the last, the current piece first.
    pub earlier: &'a [Pose],
    /// The last lock.
    pub last: Pose,
}

impl Way<'_> {
    /// Every lock, the current piece first.
    pub fn locks(&self) -> impl Iterator<Item = Pose> {
        self.earlier.iter().copied().chain([self.last])
    }
}

/// Judges where a chain of locks leads: lower is better.
pub trait Evaluate {
    /// The value of the leaf at the end of the way; must not be [`i64::MAX`].
    fn evaluate(&self, leaf: &Leaf, way: Way<'_>) -> i64;
}

/// The best chain of locks that a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// One lock for each piece, the current one first.
    pub locks: Vec<Pose>,
    /// The value of the leaf it leads to.
    pub value: i64,
    /// Leaves evaluated.
    pub leaves: u64,
}

/// The chain of locks for `pieces`, current piece first, that leads to the leaf of lowest value,
/// or none if not all of them can be placed.
///
/// All locks that `mover` finds for each piece are tried. Among equal values the smallest rotation, then column,
/// then row of the first lock wins, then of the second, and so on.
pub fn best_line<M: Mover, E: Evaluate>(
    board: &Board,
    pieces: &[Piece],
    mover: &M,
    evaluator: &E,
) -> Option<Line> {
    let mut search = Search {
        root: *board,
        mover,
        evaluator,
        current: Vec::with_capacity(pieces.len()),
        best: Line {
            locks: Vec::with_capacity(pieces.len()),
            value: i64::MAX,
            leaves: 0,
        },
    };
    dispatch::descend(&mut search, &Leaf::root(*board), pieces);
    Some(search.best).filter(|best| best.leaves > 0)
}

/// A search under way.
pub(super) struct Search<'a, M, E> {
    root: Board,
    mover: &'a M,
    evaluator: &'a E,
    /// The locks that lead to the present leaf.
    current: Vec<Pose>,
    best: Line,
}

impl<M: Mover, E: Evaluate> Search<'_, M, E> {
    /// Tries every lock of the first of `pieces`; `deeper` does the same for the others.
    ///
    /// Inlined with all it calls, so that [`dispatch`] can compile it for several processors.
    #[inline(always)]
    pub(super) fn expand(
        &mut self,
        leaf: &Leaf,
        pieces: &[Piece],
        deeper: impl Fn(&mut Self, &Leaf, &[Piece]),
    ) {
        let [piece, others @ ..] = pieces else {
            return;
        };
        let Some(locks) = self.mover.locks(&leaf.board, *piece) else {
            return;
        };
        for rotation in 0..piece.rotation_count() {
            let orientation = piece.orientation(rotation);
            for (x, y) in locks.rotation(rotation).iter() {
                let lock = Pose { orientation, x, y };
                let child = leaf.after(lock);
                if others.is_empty() {
                    self.visit(&child, lock);
                } else {
                    self.current.push(lock);
                    deeper(self, &child, others);
                    self.current.pop();
                }
            }
        }
    }

    #[inline(always)]
    fn visit(&mut self, leaf: &Leaf, lock: Pose) {
        self.best.leaves += 1;
        let way = Way {
            root: &self.root,
            earlier: &self.current,
            last: lock,
        };
        let value = self.evaluator.evaluate(leaf, way);
        // Locks come in the order in which ties are broken: the first of equals stays.
        if value < self.best.value {
            self.best.value = value;
            self.best.locks.clone_from(&self.current);
            self.best.locks.push(lock);
        }
    }
}
