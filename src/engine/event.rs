//! Events of a step, for sound and statistics.

/// Event of a step.
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
    /// The wall flashes, and the flash makes a sound in this frame.
    FlashTick,
    /// The game is lost; the curtain begins to close.
    ToppedOut,
    /// The curtain is closed.
    CurtainClosed,
    /// A button moved the piece left or right.
    Shifted,
    /// A button turned the piece.
    Rotated,
    /// The music changed between normal and fast.
    MusicSpeedChanged,
    /// The game was paused.
    Paused,
    /// The game was resumed after a pause.
    Resumed,
    /// A menu cursor or a letter moved, or a bonus was counted up.
    MenuMoved,
    /// The player left a menu, or a part of a bonus began.
    MenuConfirmed,
    /// A B-type game has cleared its twenty-five lines.
    GoalReached,
    /// The screen changed.
    ScreenChanged,
    /// The rocket of an ending burns.
    RocketBurns,
    /// Garbage rows were sent to the other side.
    GarbageSent,
    /// Garbage rows rose from below.
    GarbageReceived,
    /// The program crashed and the machine hangs.
    Crashed,
}

/// Set of the events in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Events(u32);

impl Events {
    /// Returns whether the event happened.
    pub const fn contains(self, event: Event) -> bool {
        self.0 >> event as u32 & 1 == 1
    }

    /// Returns the union of both sets.
    pub const fn with(self, other: Events) -> Events {
        Events(self.0 | other.0)
    }

    /// Adds the event.
    pub const fn insert(&mut self, event: Event) {
        self.0 |= 1 << event as u32;
    }
}
