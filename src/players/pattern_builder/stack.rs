//! The stack: the rows above the picture's finished rows.

use crate::rules::Board;

use super::rows::{FULL, HEIGHT, row};

/// Rows from the lowest unfinished row up to the highest settled cell, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Stack {
    /// The settled cells of each row.
    pub cells: [u16; HEIGHT],
    /// Columns of each row with a settled cell somewhere above it, one bit per column.
    pub covered: [u16; HEIGHT],
    /// Number of rows.
    pub height: usize,
}

impl Stack {
    /// Measures the rows `rows_done` to `top - 1` of the board, counted from the floor. The board must be empty from
    /// row `top` up.
    #[inline(always)]
    pub fn measure(board: &Board, rows_done: usize, top: usize) -> Stack {
        let mut stack = Stack {
            cells: [0; HEIGHT],
            covered: [0; HEIGHT],
            height: top - rows_done,
        };
        let words = board.words();
        let mut covered = 0;
        for i in (0..stack.height).rev() {
            stack.covered[i] = covered;
            stack.cells[i] = row(&words, rows_done + i);
            covered |= stack.cells[i];
        }
        stack
    }

    /// Returns the columns with a settled cell in the stack.
    #[inline(always)]
    pub const fn columns(&self) -> u16 {
        self.cells[0] | self.covered[0]
    }

    /// Returns the empty cells of row `i`.
    #[inline(always)]
    pub const fn gaps(&self, i: usize) -> u16 {
        !self.cells[i] & FULL
    }
}
