//! Tap drills. In one drill, the player drops I pieces into one well after another. In the other, each piece has a
//! target beside a wall.

use crate::engine::persistent_memory::PersistentMemory;
use crate::rules::motion::{COLUMNS, ROWS, SPAWN_X};
use crate::rules::{Cell, Piece, PlayfieldMemory, Pose};

use super::field::fill_row;

/// Returns the number of taps from the spawn to pivot column `x` (0-9), negative to the left.
///
/// A vertical I, one turn from spawn, occupies only its pivot column.
pub const fn taps_to_column(x: i8) -> i8 {
    x - SPAWN_X
}

/// Returns the pose of an upright I on the floor of this column.
pub(super) const fn upright(column: i8) -> Pose {
    Pose {
        orientation: Piece::I.spawn().clockwise(),
        x: column,
        y: ROWS - 2,
    }
}

/// Wells of a tap quantity drill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WellDrill {
    /// Open column, 0-9.
    pub well: i8,
    /// Column that opens next.
    pub next: i8,
}

impl WellDrill {
    /// Draws two different wells.
    pub(super) fn draw(carry: &mut PersistentMemory) -> WellDrill {
        let well = carry.draw_column() as i8;
        WellDrill { well, next: well }.after_success(carry)
    }

    /// Opens the next well and draws another one.
    pub(super) fn after_success(self, carry: &mut PersistentMemory) -> WellDrill {
        let well = self.next;
        loop {
            let next = carry.draw_column() as i8;
            carry.choice.lfsr.step();
            if next != well {
                return WellDrill { well, next };
            }
        }
    }

    /// Builds the field: full rows except for the open well. The next well has another colour. The low four bits of
    /// `value` are the height of the rows; 0 means four rows.
    pub(super) fn build(self, page: &mut PlayfieldMemory, value: u32) {
        let height = match value as i8 & 15 {
            0 => 4,
            height => height,
        };
        *page = PlayfieldMemory::default();
        for y in ROWS - height..ROWS {
            fill_row(page, y, Cell::BORDERED, Some(self.well));
            page.set(self.next, y, Cell::DARK);
        }
    }
}

/// Draws the target of a piece beside a wall.
///
/// All orientations and both walls are equally likely. The stack reaches up to the top of the target. Its height is at
/// least that of the piece and, if the piece allows it, at most `most` rows.
pub(super) fn draw_target(piece: Piece, most: u32, carry: &mut PersistentMemory) -> Pose {
    let mut draw = |below: u8| {
        carry.choice.lfsr.step();
        carry.choice.lfsr.high() % below
    };
    let mut orientation = piece.spawn();
    let mut seen = vec![orientation];
    loop {
        orientation = orientation.clockwise();
        if seen.contains(&orientation) {
            break;
        }
        seen.push(orientation);
    }
    let orientation = seen[usize::from(draw(seen.len() as u8))];
    let squares = orientation.squares();
    let bounds = |of: fn((i8, i8)) -> i8| {
        let all = squares.map(of);
        let (mut low, mut high) = (all[0], all[0]);
        for value in all {
            (low, high) = (low.min(value), high.max(value));
        }
        (low, high)
    };
    let (left, right) = bounds(|(x, _)| x);
    let (top, bottom) = bounds(|(_, y)| y);
    let is_left = draw(2) == 0;
    let rows = bottom - top + 1;
    let more = (most as i8 - rows).max(0) as u8;
    let height = rows + draw(more + 1) as i8;
    Pose {
        orientation,
        x: if is_left { -left } else { COLUMNS - 1 - right },
        y: ROWS - height - top,
    }
}

/// Builds the field around a target: full rows with a gap in the shape of the piece, open above.
pub(super) fn build_around(page: &mut PlayfieldMemory, target: Pose) {
    *page = PlayfieldMemory::default();
    let cells = target.cells();
    let top = cells.iter().map(|&(_, y)| y).min().unwrap_or(ROWS);
    for y in top..ROWS {
        for x in 0..COLUMNS {
            // In each column that the piece covers, the cells below the piece are filled.
            let lowest = cells.iter().filter(|&&(column, _)| column == x);
            let lowest = lowest.map(|&(_, row)| row).max();
            if lowest.is_none_or(|lowest| y > lowest) {
                page.set(x, y, Cell::BORDERED);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::PersistentMemory;

    #[test]
    fn a_vertical_i_takes_five_taps_to_the_left_wall_and_four_to_the_right_one() {
        assert_eq!([0, 4, 5, 9].map(taps_to_column), [-5, -1, 0, 4]);
    }

    #[test]
    fn the_next_well_is_always_another_one() {
        let mut carry = PersistentMemory::default();
        let mut wells = WellDrill::draw(&mut carry);
        for _ in 0..500 {
            assert_ne!(wells.well, wells.next);
            let before = wells;
            wells = wells.after_success(&mut carry);
            assert_eq!(wells.well, before.next);
        }
    }

    #[test]
    fn the_open_well_is_the_only_gap_and_the_next_one_has_another_colour() {
        let mut page = PlayfieldMemory::default();
        WellDrill { well: 2, next: 7 }.build(&mut page, 16 + 5);
        let board = page.board();
        assert_eq!(board.row(14), 0);
        assert!((15..20).all(|y| board.row(y) == 0b11_1111_1011));
        assert_eq!(page.cell(7, 17), Cell::DARK);
    }

    #[test]
    fn every_piece_fits_its_gap_beside_a_wall_and_falls_into_it() {
        let mut carry = PersistentMemory::default();
        for round in 0..3000 {
            let piece = Piece::ALL[round % 7];
            let target = draw_target(piece, 1 + round as u32 % 16, &mut carry);
            let mut page = PlayfieldMemory::default();
            build_around(&mut page, target);
            assert!(target.fits(&page) && target.rests(&page), "{target:?}");
            assert!(Pose::spawn(piece).fits(&page));
            let mut above = Pose { y: 0, ..target };
            while above != target {
                assert!(above.fits(&page), "{target:?}\n{}", page.board());
                above.y += 1;
            }
            let walls = target.cells().map(|(x, _)| x);
            assert!(walls.contains(&0) || walls.contains(&9));
        }
    }
}
