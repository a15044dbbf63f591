//! What a game is busy with in a tick.

/// The cartridge's play states, by its numbers.
///
/// Source: the disassembly's play state table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PlayState {
    /// The game is over and has been left.
    Ended = 0,
    /// A piece is under control.
    Control = 1,
    /// The piece rests; it is written when the screen has caught up.
    Lock = 2,
    /// One row is checked in each tick.
    RowCheck = 3,
    /// Completed rows are being blanked from the middle outwards.
    LineClear = 4,
    /// Lines, level and points are counted.
    Score = 5,
    /// The goal of a B-type game is checked.
    Goal = 6,
    /// Garbage rows arrive.
    Garbage = 7,
    /// Waits for the screen, then the next piece appears.
    Spawn = 8,
    /// The curtain closes over a lost game.
    Curtain = 10,
}

impl PlayState {
    /// The cartridge's number.
    pub const fn number(self) -> u8 {
        self as u8
    }
}
