//! Players' notation for locks.

use std::fmt;

use super::motion::{COLUMNS, Pose};
use super::piece::Piece;

/// A lock in players' notation: the piece, and the columns that it touches, with 0 for column 10. `I-0` is an I in the
/// well at the right, `T-456` a T over columns 4 to 6. The turns of the piece and its row are not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockNotation {
    piece: Piece,
    /// Columns touched. Bit 0 stands for the leftmost column.
    columns: u16,
}

impl Pose {
    /// Returns a lock in players' notation.
    pub fn notation(self) -> LockNotation {
        let columns = self.cells().into_iter().map(|(x, _)| x);
        LockNotation {
            piece: self.piece(),
            columns: columns.fold(0, |columns, x| columns | 1 << x),
        }
    }
}

impl fmt::Display for LockNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-", self.piece)?;
        let columns = (0..COLUMNS).filter(|x| self.columns >> x & 1 == 1);
        columns
            .into_iter()
            .try_for_each(|x| write!(f, "{}", (x + 1) % 10))
    }
}

/// Serializes the notation as a text.
impl serde::Serialize for LockNotation {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_named_by_its_piece_and_its_columns() {
        let notation = |piece: Piece, rotation, x| {
            let orientation = piece.orientation(rotation);
            Pose {
                orientation,
                x,
                y: 17,
            }
            .notation()
            .to_string()
        };
        assert_eq!(notation(Piece::I, 1, 9), "I-0");
        assert_eq!(notation(Piece::O, 0, 9), "O-90");
        assert_eq!(notation(Piece::T, 0, 4), "T-456");
        assert_eq!(notation(Piece::I, 0, 2), "I-1234");
        assert_eq!(notation(Piece::S, 1, 0), "S-12");
    }
}
