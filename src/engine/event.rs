//! What happened in a step, for sound and statistics.

/// Something that a listener may want to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Event {
    /// A piece was written to the field without completing a row.
    Locked,
    /// A complete row was found.
    RowCompleted,
    /// The fourth row of a Tetris was found.
    Tetris,
    /// The level rose.
    LevelUp,
    /// A piece became the current piece.
    Spawned,
    /// The wall flashes in a frame that has a sound.
    FlashTick,
    /// The game is lost; the curtain begins to close.
    ToppedOut,
    /// The curtain is closed.
    CurtainClosed,
    /// The piece moved left or right by a button.
    Shifted,
    /// The piece turned by a button.
    Rotated,
    /// The music becomes fast or slow again.
    MusicSpeedChanged,
    /// The game was paused.
    Paused,
    /// The game goes on after a pause.
    Resumed,
    /// A cursor or letter of a menu moved, or a bonus was counted on.
    MenuMoved,
    /// A menu was left, or a part of a bonus begins.
    MenuConfirmed,
    /// The twenty-five lines of a B-type game are done.
    GoalReached,
    /// Another screen is shown.
    ScreenChanged,
    /// The rocket of an ending burns.
    RocketBurns,
    /// Rows of garbage were sent to the other side.
    GarbageSent,
    /// Rows of garbage came in from below.
    GarbageReceived,
    /// The program has lost its way: the machine stands still.
    Crashed,
}

/// The set of events of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Events(u32);

impl Events {
    /// Whether the event happened.
    pub const fn contains(self, event: Event) -> bool {
        self.0 >> event as u32 & 1 == 1
    }

    /// The events of either set.
    pub const fn with(self, other: Events) -> Events {
        Events(self.0 | other.0)
    }

    /// Notes that the event happened.
    pub const fn insert(&mut self, event: Event) {
        self.0 |= 1 << event as u32;
    }
}
