//! The seven pieces and their nineteen orientations.

use std::fmt;

/// One of the seven pieces, in the order of the statistics panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// Three in a row and one in the middle.
    T,
    /// Spawns as three in a row, the fourth square below the right end.
    J,
    /// Upper pair left, lower pair right.
    Z,
    /// Two by two.
    O,
    /// Upper pair right, lower pair left.
    S,
    /// Spawns as three in a row, the fourth square below the left end.
    L,
    /// Four in a row.
    I,
}

impl Piece {
    /// Number of pieces.
    pub const COUNT: usize = 7;
    /// All pieces, in the order of the statistics panel.
    pub const ALL: [Piece; Piece::COUNT] = [
        Piece::T,
        Piece::J,
        Piece::Z,
        Piece::O,
        Piece::S,
        Piece::L,
        Piece::I,
    ];

    /// Returns the index of this piece in [`Piece::ALL`], 0-6.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the spawn orientation.
    ///
    /// Source: spawn table of the disassembly (ids 2, 7, 8, 10, 11, 14, 18).
    #[inline]
    pub const fn spawn(self) -> Orientation {
        Orientation([2, 7, 8, 10, 11, 14, 18][self as usize])
    }

    /// Returns the number of different orientations: 1, 2 or 4.
    #[inline]
    pub const fn rotation_count(self) -> u8 {
        [4, 4, 2, 1, 2, 4, 2][self as usize]
    }

    /// Returns the orientation after `rotation` clockwise quarter turns from spawn. `rotation` wraps around at
    /// [`Piece::rotation_count`].
    #[inline(always)]
    pub const fn orientation(self, rotation: u8) -> Orientation {
        let count = self.rotation_count();
        // The ids of a piece's orientations are consecutive, in clockwise order, and wrap around.
        let spawn = self.spawn().0;
        let first = [0, 4, 8, 10, 11, 13, 17][self as usize];
        Orientation(first + (spawn - first + rotation % count) % count)
    }

    /// Returns the piece with this letter (`T J Z O S L I`), if any.
    pub fn from_letter(letter: char) -> Option<Piece> {
        Piece::ALL
            .into_iter()
            .find(|piece| piece.letter() == letter)
    }

    /// Returns the letter by which players call the piece.
    pub const fn letter(self) -> char {
        ['T', 'J', 'Z', 'O', 'S', 'L', 'I'][self as usize]
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// One of the nineteen orientations, numbered 0-18 as on the cartridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Orientation(u8);

/// Squares of each orientation as (dx, dy) from the pivot, with positive dy downwards, in the order in which the
/// cartridge tests and draws them.
///
/// Source: orientation table of the disassembly.
const SQUARES: [[(i8, i8); 4]; Orientation::COUNT] = [
    [(-1, 0), (0, 0), (1, 0), (0, -1)],
    [(0, -1), (0, 0), (1, 0), (0, 1)],
    [(-1, 0), (0, 0), (1, 0), (0, 1)],
    [(0, -1), (-1, 0), (0, 0), (0, 1)],
    [(0, -1), (0, 0), (-1, 1), (0, 1)],
    [(-1, -1), (-1, 0), (0, 0), (1, 0)],
    [(0, -1), (1, -1), (0, 0), (0, 1)],
    [(-1, 0), (0, 0), (1, 0), (1, 1)],
    [(-1, 0), (0, 0), (0, 1), (1, 1)],
    [(1, -1), (0, 0), (1, 0), (0, 1)],
    [(-1, 0), (0, 0), (-1, 1), (0, 1)],
    [(0, 0), (1, 0), (-1, 1), (0, 1)],
    [(0, -1), (0, 0), (1, 0), (1, 1)],
    [(0, -1), (0, 0), (0, 1), (1, 1)],
    [(-1, 0), (0, 0), (1, 0), (-1, 1)],
    [(-1, -1), (0, -1), (0, 0), (0, 1)],
    [(1, -1), (-1, 0), (0, 0), (1, 0)],
    [(0, -2), (0, -1), (0, 0), (0, 1)],
    [(-2, 0), (-1, 0), (0, 0), (1, 0)],
];

/// Piece of each orientation, and the lowest id of that piece's orientations.
const OWNER: [(Piece, u8); Orientation::COUNT] = {
    use Piece::{I, J, L, O, S, T, Z};
    [
        (T, 0),
        (T, 0),
        (T, 0),
        (T, 0),
        (J, 4),
        (J, 4),
        (J, 4),
        (J, 4),
        (Z, 8),
        (Z, 8),
        (O, 10),
        (S, 11),
        (S, 11),
        (L, 13),
        (L, 13),
        (L, 13),
        (L, 13),
        (I, 17),
        (I, 17),
    ]
};

impl Orientation {
    /// Number of orientations.
    pub const COUNT: usize = 19;

    /// Returns the orientation with the cartridge's `id`, or `None` above 18.
    pub const fn new(id: u8) -> Option<Orientation> {
        if (id as usize) < Orientation::COUNT {
            Some(Orientation(id))
        } else {
            None
        }
    }

    /// Iterates over all orientations, by id.
    pub fn all() -> impl Iterator<Item = Orientation> {
        (0..Orientation::COUNT as u8).map(Orientation)
    }

    /// Returns the cartridge's id, 0-18.
    #[inline]
    pub const fn id(self) -> u8 {
        self.0
    }

    /// Returns the piece with this orientation.
    #[inline]
    pub const fn piece(self) -> Piece {
        OWNER[self.0 as usize].0
    }

    /// Returns the number of clockwise quarter turns from the spawn orientation, below [`Piece::rotation_count`].
    #[inline]
    pub const fn rotation(self) -> u8 {
        let (piece, first) = OWNER[self.0 as usize];
        let count = piece.rotation_count();
        (self.0 - first + count - (piece.spawn().0 - first)) % count
    }

    /// Returns the orientation after one clockwise quarter turn (button A).
    #[inline]
    pub const fn clockwise(self) -> Orientation {
        self.turned(1)
    }

    /// Returns the orientation after one counter-clockwise quarter turn (button B).
    #[inline]
    pub const fn counterclockwise(self) -> Orientation {
        self.turned(OWNER[self.0 as usize].0.rotation_count() - 1)
    }

    const fn turned(self, turns: u8) -> Orientation {
        let (piece, first) = OWNER[self.0 as usize];
        Orientation(first + (self.0 - first + turns) % piece.rotation_count())
    }

    /// Returns the four squares as (dx, dy) from the pivot, with positive dy downwards, in the cartridge's order.
    #[inline]
    pub const fn squares(self) -> [(i8, i8); 4] {
        SQUARES[self.0 as usize]
    }

    /// Returns the row of the lowest square relative to the pivot: 0 or 1.
    #[inline]
    pub const fn bottom(self) -> i8 {
        let squares = self.squares();
        let mut bottom = squares[0].1;
        let mut i = 1;
        while i < 4 {
            if squares[i].1 > bottom {
                bottom = squares[i].1;
            }
            i += 1;
        }
        bottom
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_follows_the_cartridges_table() {
        let clockwise: Vec<u8> = Orientation::all().map(|o| o.clockwise().id()).collect();
        assert_eq!(
            clockwise,
            [
                1, 2, 3, 0, 5, 6, 7, 4, 9, 8, 10, 12, 11, 14, 15, 16, 13, 18, 17
            ]
        );
        for orientation in Orientation::all() {
            assert_eq!(orientation.clockwise().counterclockwise(), orientation);
        }
    }

    #[test]
    fn rotation_counts_clockwise_turns_from_spawn() {
        for piece in Piece::ALL {
            let mut orientation = piece.spawn();
            for rotation in 0..piece.rotation_count() {
                assert_eq!(orientation.rotation(), rotation);
                assert_eq!(piece.orientation(rotation), orientation);
                orientation = orientation.clockwise();
            }
            assert_eq!(orientation, piece.spawn());
        }
    }

    #[test]
    fn every_orientation_contains_its_pivot() {
        for orientation in Orientation::all() {
            assert!(orientation.squares().contains(&(0, 0)));
        }
    }

    #[test]
    fn letters_name_pieces() {
        for piece in Piece::ALL {
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
        }
        assert_eq!(Piece::from_letter('X'), None);
    }
}
