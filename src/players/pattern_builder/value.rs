//! Value of a board for building a picture. Lower is better.

use crate::search::{Evaluate, LockSequence, SearchLeaf};

use super::align::align;
use super::rows::{HEIGHT, PatternRows, stack_height};
use super::stack::Stack;
use super::weights::Weights;
use super::white_filled_stack::WhiteFilledStack;

/// Judge of boards for one picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternJudge {
    /// The picture.
    pub picture: PatternRows,
    /// Weights for the counts of a board.
    pub weights: Weights,
}

impl PatternJudge {
    /// Value of a board with a finished picture.
    pub const DONE: i64 = -1_000_000_000;

    /// Returns the value of a leaf.
    #[inline(always)]
    pub fn of(&self, leaf: &SearchLeaf) -> i64 {
        let PatternJudge { picture, weights } = self;
        let done = picture.rows_done(&leaf.board);
        if done == picture.height() {
            return PatternJudge::DONE;
        }
        let top = stack_height(&leaf.board);
        let stack = Stack::measure(&leaf.board, done, top);
        let reading = align(&stack, picture, done, &weights.gaps);
        let (mut ready, mut dirty) = (0, 0);
        let mut row_of_picture = done;
        for i in 0..stack.height {
            if reading.keeps(i) {
                ready += i32::from(stack.cells[i] == picture.row(row_of_picture));
                row_of_picture += 1;
            } else {
                dirty += i32::from(stack.gaps(i) & stack.covered[i] != 0);
            }
        }
        let counts = WhiteFilledStack::measure(&stack, &reading, picture, done).counts();
        let lacking = (weights.free_rows - (HEIGHT - top) as i32).max(0);
        let mut value = reading.cost - weights.done * done as i32 - weights.ready * ready
            + weights.dirty_row * dirty
            + weights.row_change * counts.row_changes
            + weights.column_change * counts.column_changes
            + weights.bridge * counts.bridges
            + weights.shaft * counts.shafts
            + weights.pit * counts.pits
            + weights.danger * lacking * lacking
            + weights.lock_height * leaf.lock_height as i32;
        for i in 0..3 {
            value += weights.well[i] * counts.wells[i] + weights.bare_run[i] * counts.bare_runs[i];
        }
        i64::from(value)
    }
}

impl Evaluate for PatternJudge {
    #[inline(always)]
    fn evaluate(&self, leaf: &SearchLeaf, _locks: LockSequence<'_>) -> i64 {
        self.of(leaf)
    }
}
