//! Ways in which a game ends, and the pause after it.

/// Number of frames between the end of a game and the next one: three seconds.
pub const PAUSE_FRAMES: u32 = 180;

/// Ending of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The stack reached the top.
    ToppedOut,
    /// The pattern is finished.
    PictureDone,
    /// A B-type game reached its number of lines.
    GoalReached,
    /// The score routine took too long, and the console froze.
    Crashed,
}
