//! How a game ended, and how long that is seen.

/// Frames between the end of a game and the next one: three seconds.
pub const PAUSE_FRAMES: u32 = 180;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The stack reached the top.
    ToppedOut,
    /// The picture is done.
    PictureDone,
    /// A B-type game has all its lines.
    GoalReached,
    /// The score routine took too long: the machine stands still.
    Crashed,
}
