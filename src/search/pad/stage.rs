//! What Down has been doing: it may not be let go at any time.

use crate::rules::Control;

/// What Down has been doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The first piece hangs, and Down is not held.
    Hangs,
    Released,
    /// Held for one frame: it must stay so.
    First,
    /// One frame before a push: it must stay so.
    Second,
    /// It has just pushed.
    Pushed,
}

impl Stage {
    pub(super) const COUNT: usize = 5;

    /// Before the first frame. A Down that is held without being counted might as well be up.
    pub(super) const fn begin(control: Control) -> Stage {
        match control.down {
            ..0 => Stage::Hangs,
            0 => Stage::Released,
            1 if control.pushes > 0 => Stage::Pushed,
            1 => Stage::First,
            _ => Stage::Second,
        }
    }

    /// How many frames more Down must be held.
    pub(super) const fn frames_to_go_on(self) -> usize {
        match self {
            Stage::First => 2,
            Stage::Second => 1,
            Stage::Hangs | Stage::Released | Stage::Pushed => 0,
        }
    }

    /// A frame later, the Down counter being as it is then.
    #[inline]
    pub(super) fn after(self, down: i8) -> Stage {
        match down {
            ..0 => Stage::Hangs,
            0 => Stage::Released,
            1 if self == Stage::Second => Stage::Pushed,
            1 => Stage::First,
            _ => Stage::Second,
        }
    }

    pub(super) const fn is_held(self) -> bool {
        matches!(self, Stage::First | Stage::Second | Stage::Pushed)
    }

    /// Whether Down must be held in the next frame.
    pub(super) const fn must_go_on(self) -> bool {
        self.frames_to_go_on() > 0
    }
}
