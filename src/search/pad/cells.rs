//! Settled cells, made quick to ask one by one.

use crate::rules::Occupancy;
use crate::rules::motion::{COLUMNS, ROWS};

/// The occupied cells as rows of bits, two rows above the top included: the quickest to ask.
pub(super) struct Cells([u16; HIDDEN_ROWS as usize + ROWS as usize]);

/// Rows above the top that a piece can reach into.
const HIDDEN_ROWS: i8 = 2;

impl Cells {
    pub(super) fn of(field: &impl Occupancy) -> Cells {
        let mut rows = [0; HIDDEN_ROWS as usize + ROWS as usize];
        for (y, row) in (-HIDDEN_ROWS..).zip(&mut rows) {
            for x in 0..COLUMNS {
                *row |= u16::from(field.is_occupied(x, y)) << x;
            }
        }
        Cells(rows)
    }
}

impl Occupancy for Cells {
    #[inline]
    fn is_occupied(&self, x: i8, y: i8) -> bool {
        self.0[(y + HIDDEN_ROWS) as usize] >> x & 1 == 1
    }
}
