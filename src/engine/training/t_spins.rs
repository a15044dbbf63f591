//! Cavities for T-spins.

use crate::engine::persistent_memory::PersistentMemory;
use crate::rules::motion::ROWS;
use crate::rules::{Cell, PlayfieldMemory, Pose};

use super::field::fill_row;

/// A cavity: the column and row of its centre, and the side on which the row above it is open.
///
/// Source: TetrisGYM, `modes/tspins.asm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cavity {
    x: i8,
    y: i8,
    is_open_left: bool,
}

/// Orientation id of the T that fills the cavity: stem down, as at spawn.
const FILLING: u8 = 2;

impl Cavity {
    /// Draws a cavity from the shift register. If the wall would close the cavity, draws again. TetrisGYM does not draw
    /// again.
    pub(super) fn draw(carry: &mut PersistentMemory) -> Cavity {
        loop {
            let bits = carry.choice.lfsr.high();
            let (a, b) = ((bits & 7) as i8, (bits >> 4 & 3) as i8);
            let is_open_left = bits & 1 == 1;
            carry.choice.lfsr.step();
            let is_closed = a == 1 && b == 0 && !is_open_left;
            if a != 0 && !is_closed {
                return Cavity {
                    x: 8 - a,
                    y: 18 - b,
                    is_open_left,
                };
            }
        }
    }

    /// Builds the field with the cavity.
    pub(super) fn build(self, page: &mut PlayfieldMemory) {
        *page = PlayfieldMemory::default();
        for y in self.y - 1..ROWS {
            fill_row(page, y, Cell::BORDERED, None);
        }
        let side = if self.is_open_left { -1 } else { 1 };
        for (dx, dy) in [(0, 0), (-1, 0), (1, 0), (0, 1), (0, -1), (side, -1)] {
            page.set(self.x + dx, self.y + dy, Cell::EMPTY);
        }
    }

    /// Returns whether the piece fills the cavity.
    pub(super) fn is_filled(self, pose: Pose) -> bool {
        (pose.orientation.id(), pose.x, pose.y) == (FILLING, self.x, self.y)
    }

    pub(super) const fn bytes(self) -> [u8; 3] {
        [self.x as u8, self.y as u8, self.is_open_left as u8]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Piece;
    use crate::rules::motion::Step;

    #[test]
    fn a_t_can_be_turned_into_every_cavity() {
        let mut carry = PersistentMemory::default();
        for _ in 0..2000 {
            for _ in 0..7 {
                carry.choice.lfsr.step();
            }
            let cavity = Cavity::draw(&mut carry);
            let mut page = PlayfieldMemory::default();
            cavity.build(&mut page);
            let mut seen: Vec<Pose> = Vec::new();
            let mut open = vec![Pose::spawn(Piece::T)];
            while let Some(pose) = open.pop() {
                if seen.contains(&pose) {
                    continue;
                }
                seen.push(pose);
                for step in [
                    Step::Left,
                    Step::Right,
                    Step::Down,
                    Step::Clockwise,
                    Step::Counterclockwise,
                ] {
                    open.extend(pose.step(step, &page));
                }
            }
            let filling = seen.iter().find(|pose| cavity.is_filled(**pose));
            assert!(filling.is_some(), "{cavity:?}\n{}", page.board());
        }
    }
}
