//! Garbage rows that come in from below during a game.

use crate::engine::persistent_memory::PersistentMemory;
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Cell, PlayfieldMemory};

use super::field::SOLID;

/// State of the garbage in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct GarbageClock {
    /// Number of pieces until the next rows rise.
    wait: u8,
    /// True if the previous piece brought a row of garbage.
    has_arrived: bool,
}

/// Garbage rises only if all rows above this one are empty. The first row is for kinds 1 and 2, the second for kind 3.
const NORMAL_TOP: i8 = 13;
const HARD_TOP: i8 = 10;

impl GarbageClock {
    /// Updates the garbage after a scored piece and returns the hole columns of the rows that rise now, first row
    /// first. Kind 4 changes cells of the field instead.
    ///
    /// Source: TetrisGYM, `modes/garbage.asm`.
    pub(super) fn each_piece(
        &mut self,
        kind: u32,
        page: &mut PlayfieldMemory,
        carry: &mut PersistentMemory,
    ) -> Vec<u8> {
        match kind {
            0 => vec![9; rows_to_tetris(page)],
            1 | 2 if !is_clear_above(page, NORMAL_TOP) => Vec::new(),
            1 | 2 => {
                let mut rows = 0;
                if self.wait == 0 {
                    rows = carry.draw_column() & 3;
                    self.wait = (carry.draw_column() & 7) + 3;
                }
                self.wait -= 1;
                let hole = match kind {
                    1 => carry.draw_column(),
                    _ => rightmost_gap(page),
                };
                vec![hole; usize::from(rows)]
            }
            3 => {
                let arrives = is_clear_above(page, HARD_TOP) && !self.has_arrived;
                self.has_arrived = arrives;
                let hole = carry.draw_column();
                if arrives { vec![hole] } else { Vec::new() }
            }
            _ => {
                flip_cells(page, carry);
                Vec::new()
            }
        }
    }

    pub(super) const fn bytes(self) -> [u8; 2] {
        [self.wait, self.has_arrived as u8]
    }
}

/// Returns whether no cell lies above row `top`.
fn is_clear_above(page: &PlayfieldMemory, top: i8) -> bool {
    (0..top).all(|y| page.row(y).iter().all(|cell| !cell.is_occupied()))
}

/// Returns the number of rows still missing for a Tetris into a well at the right.
fn rows_to_tetris(page: &PlayfieldMemory) -> usize {
    let is_full = |y: &i8| page.row(*y)[..9].iter().all(|cell| cell.is_occupied());
    (ROWS - 4..ROWS).filter(|y| !is_full(y)).count()
}

/// Returns the rightmost empty column of the lowest row.
fn rightmost_gap(page: &PlayfieldMemory) -> u8 {
    let row = page.row(ROWS - 1);
    let gap = (0..COLUMNS).rev().find(|&x| !row[x as usize].is_occupied());
    gap.unwrap_or(COLUMNS - 1) as u8
}

/// Changes one in four or five cells, starting four rows below the top of the stack.
fn flip_cells(page: &mut PlayfieldMemory, carry: &mut PersistentMemory) {
    let is_row = |y: &i8| page.row(*y)[..9].iter().filter(|c| c.is_occupied()).count() >= 4;
    let Some(top) = (0..ROWS).find(is_row) else {
        return;
    };
    let mut index = (i32::from(top) + 4) * 10;
    loop {
        index += i32::from(carry.draw_column()).max(1);
        if index >= 192 {
            return;
        }
        let (x, y) = ((index % 10) as i8, (index / 10) as i8);
        let changed = if page.cell(x, y).is_occupied() {
            Cell::EMPTY
        } else {
            SOLID
        };
        page.set(x, y, changed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Board;

    fn page(rows: &str) -> PlayfieldMemory {
        PlayfieldMemory::from_board(&rows.parse::<Board>().unwrap(), Cell::BORDERED)
    }

    #[test]
    fn rows_missing_to_a_tetris_rise_with_the_well_at_the_right() {
        let mut clock = GarbageClock::default();
        let mut carry = PersistentMemory::default();
        for (rows, wanted) in [
            ("..........", 4),
            ("XXXXXXXXX.", 3),
            ("XXXXXXXXX. XXXX.XXXX. XXXXXXXXX.", 2),
            ("XXXXXXXXX. XXXXXXXXX. XXXXXXXXX. XXXXXXXXX.", 0),
        ] {
            let holes = clock.each_piece(0, &mut page(rows), &mut carry);
            assert_eq!(holes, vec![9; wanted], "{rows}");
        }
    }

    #[test]
    fn rows_arrive_every_three_to_ten_pieces_and_never_under_a_high_stack() {
        let (mut clock, mut carry) = (GarbageClock::default(), PersistentMemory::default());
        let mut low = page("X.........");
        let mut came = 0;
        for _ in 0..600 {
            let holes = clock.each_piece(1, &mut low, &mut carry);
            assert!(holes.len() <= 3);
            came += usize::from(!holes.is_empty());
            carry.choice.lfsr.step();
        }
        assert!((50..130).contains(&came), "{came}");
        let mut high = PlayfieldMemory::default();
        high.set(3, 12, Cell::LIGHT);
        let before = clock;
        assert!(clock.each_piece(1, &mut high, &mut carry).is_empty());
        assert_eq!(clock, before);
    }

    #[test]
    fn the_smart_kind_opens_where_there_is_room_at_the_right() {
        let (mut clock, mut carry) = (GarbageClock::default(), PersistentMemory::default());
        let mut field = page("XX.XX.XXXX");
        let mut seen = 0;
        for _ in 0..60 {
            for hole in clock.each_piece(2, &mut field, &mut carry) {
                assert_eq!(hole, 5);
                seen += 1;
            }
            carry.choice.lfsr.step();
        }
        assert!(seen > 0);
    }

    #[test]
    fn the_hard_kind_brings_a_row_with_every_second_piece() {
        let (mut clock, mut carry) = (GarbageClock::default(), PersistentMemory::default());
        let rows: Vec<usize> = (0..6)
            .map(|_| {
                clock
                    .each_piece(3, &mut PlayfieldMemory::default(), &mut carry)
                    .len()
            })
            .collect();
        assert_eq!(rows, [1, 0, 1, 0, 1, 0]);
    }

    #[test]
    fn the_endless_kind_changes_a_cell_in_four_or_five_below_the_top() {
        let (mut clock, mut carry) = (GarbageClock::default(), PersistentMemory::default());
        let text = "XXXXXXXXX. ".repeat(14);
        let mut field = page(&text);
        let before = field.clone();
        assert!(clock.each_piece(4, &mut field, &mut carry).is_empty());
        let changed: Vec<usize> = (0..200)
            .filter(|&index| field.visible()[index] != before.visible()[index])
            .collect();
        assert!(changed.iter().all(|index| (100..192).contains(index)));
        assert!((12..32).contains(&changed.len()), "{changed:?}");
    }
}
