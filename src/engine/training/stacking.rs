//! Marks for cells that make a stack uneven.

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Cell, PlayfieldMemory};

/// Cell content for an ordinary block, and for a marked one.
const PLAIN: Cell = Cell::BORDERED;
const MARKED: Cell = Cell::DARK;
/// Highest row that is checked.
const FIRST_ROW: i8 = 3;

/// Colours the stack. Marks single cells, the neighbours of one-wide gaps, steps beside an empty column 0, and cells
/// right above an empty one.
///
/// Source: TetrisGYM, `modes/parity.asm`.
pub(super) fn colour(page: &mut PlayfieldMemory) {
    let board = page.board();
    let is_filled = |x: i8, y: i8| board.contains(x, y);
    for y in FIRST_ROW..ROWS {
        for x in (0..COLUMNS).filter(|&x| is_filled(x, y)) {
            let is_left_open = x > 0 && !is_filled(x - 1, y);
            let is_right_open = x < COLUMNS - 1 && !is_filled(x + 1, y);
            let is_single = is_left_open && is_right_open;
            let bounds_gap = is_right_open && x < COLUMNS - 2 && is_filled(x + 2, y)
                || is_left_open && x > 1 && is_filled(x - 2, y);
            let is_step = x == 1 && !is_filled(0, y);
            let is_over_hole = y < ROWS - 1 && !is_filled(x, y + 1);
            let is_marked = is_single || bounds_gap || is_step || is_over_hole;
            page.set(x, y, if is_marked { MARKED } else { PLAIN });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Board;

    /// Returns the lowest rows after colouring: `o` plain, `!` marked.
    fn coloured(rows: &str) -> String {
        let board: Board = rows.parse().unwrap();
        let mut page = PlayfieldMemory::from_board(&board, Cell::LIGHT);
        colour(&mut page);
        let count = rows.split_whitespace().count() as i8;
        let lines = (ROWS - count..ROWS).map(|y| {
            let cells = page.row(y).iter().map(|&cell| match cell {
                PLAIN => 'o',
                MARKED => '!',
                _ => '.',
            });
            cells.collect::<String>()
        });
        lines.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn uneven_cells_are_marked() {
        // A single cell is marked, except in column 0. A run at the right wall is not marked.
        assert_eq!(coloured("...X......"), "...!......");
        assert_eq!(coloured("X........X"), "o........o");
        // Both neighbours of a gap one column wide are marked.
        assert_eq!(coloured("XX.XX....."), "o!.!o.....");
        // A step beside an empty column 0 is marked.
        assert_eq!(coloured(".XX......."), ".!o.......");
        // A cell right above an empty one is marked.
        assert_eq!(coloured("XXXX...... XX.X......"), "oo!o...... o!.!......");
        assert_eq!(coloured("XXXXXXXXXX"), "oooooooooo");
    }
}
