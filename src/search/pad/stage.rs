//! Stages of the Down button. They tell when Down must stay held.

use crate::rules::Control;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The first piece hangs, and Down is not held.
    Hangs,
    Released,
    /// Down has been held for one frame and must stay held.
    First,
    /// Down pushes in the next frame and must stay held.
    Second,
    /// Down has just pushed the piece.
    Pushed,
}

impl Stage {
    pub(super) const COUNT: usize = 5;

    /// Returns the stage before the first frame. If Down is held but its counter is 0, Down counts as released.
    pub(super) const fn begin(control: Control) -> Stage {
        match control.down {
            ..0 => Stage::Hangs,
            0 => Stage::Released,
            1 if control.pushes > 0 => Stage::Pushed,
            1 => Stage::First,
            _ => Stage::Second,
        }
    }

    /// Returns the number of frames for which Down must stay held.
    pub(super) const fn frames_to_go_on(self) -> usize {
        match self {
            Stage::First => 2,
            Stage::Second => 1,
            Stage::Hangs | Stage::Released | Stage::Pushed => 0,
        }
    }

    /// Returns the stage after a frame with this Down counter.
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

    /// Returns whether Down must be held in the next frame.
    pub(super) const fn must_go_on(self) -> bool {
        self.frames_to_go_on() > 0
    }
}
