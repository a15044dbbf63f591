//! Play states of a game.

/// The cartridge's play states, with its numbers.
///
/// Source: the disassembly's play state table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PlayState {
    /// The game is over and the player has left it.
    Ended = 0,
    /// A piece is under control.
    Control = 1,
    /// The piece has come to rest. It is written to the field once the screen shows all rows.
    Lock = 2,
    /// Each tick checks one row for completeness.
    RowCheck = 3,
    /// The animation blanks the completed rows from the middle outwards.
    LineClear = 4,
    /// The tick counts lines, level and points.
    Score = 5,
    /// The tick checks the goal of a B-type game.
    Goal = 6,
    /// Garbage rows rise.
    Garbage = 7,
    /// The next piece spawns once the screen shows all rows.
    Spawn = 8,
    /// The curtain closes over a lost game.
    Curtain = 10,
}

impl PlayState {
    /// Returns the cartridge's number.
    pub const fn number(self) -> u8 {
        self as u8
    }
}
