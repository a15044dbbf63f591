//! Garbage at the start of a B-type game.

use crate::rules::{Cell, PlayfieldMemory};

use super::persistent_memory::PersistentMemory;

/// Topmost row that gets garbage.
pub(super) const FIRST_ROW: u8 = 8;
/// Number of garbage rows that the game generates, one per frame, whatever the height.
pub(super) const ROWS: u8 = 12;

/// Cell for each value of the low three bits of the shift register's high byte.
///
/// Source: the disassembly's `rngTable`.
const CELLS: [Cell; 8] = [
    Cell::EMPTY,
    Cell::BORDERED,
    Cell::EMPTY,
    Cell::LIGHT,
    Cell::DARK,
    Cell::DARK,
    Cell::EMPTY,
    Cell::EMPTY,
];

/// For each height (0-5): index of the last cell that [`cut_to_height`] empties, row by row from the top left. It is
/// the leftmost cell of the highest garbage row that remains.
///
/// Source: the disassembly's `typeBBlankInitCountByHeightTable`.
const LAST_EMPTIED: [u8; 6] = [200, 170, 150, 120, 100, 80];

/// Generates one row of garbage: ten random cells from right to left, then a random column is emptied.
pub(super) fn fill_row(page: &mut PlayfieldMemory, row: u8, carry: &mut PersistentMemory) {
    for x in (0..10).rev() {
        carry.choice.lfsr.step();
        let cell = CELLS[usize::from(carry.choice.lfsr.high() & 7)];
        page.set(x, row as i8, cell);
    }
    let hole = carry.draw_column();
    page.set(hole as i8, row as i8, Cell::EMPTY);
}

/// Empties everything above the garbage of `height` (0-5).
pub(super) fn cut_to_height(page: &mut PlayfieldMemory, height: u8) {
    for index in 0..=LAST_EMPTIED[usize::from(height)] {
        page.set((index % 10) as i8, (index / 10) as i8, Cell::EMPTY);
    }
}

/// Tile numbers of the success box, in rows 7-9.
const SUCCESS: [[u8; 10]; 3] = [
    [0x38, 0x39, 0x39, 0x39, 0x39, 0x39, 0x39, 0x39, 0x39, 0x3A],
    [0x3B, 0x1C, 0x1E, 0x0C, 0x0C, 0x0E, 0x1C, 0x1C, 0x28, 0x3C],
    [0x3D, 0x3E, 0x3E, 0x3E, 0x3E, 0x3E, 0x3E, 0x3E, 0x3E, 0x3F],
];
const SUCCESS_ROW: i8 = 7;

/// Writes the success box over the field.
pub(super) fn write_success(page: &mut PlayfieldMemory) {
    for (y, row) in (SUCCESS_ROW..).zip(SUCCESS) {
        for (x, tile) in (0..).zip(row) {
            page.set(x, y, Cell(tile));
        }
    }
}
