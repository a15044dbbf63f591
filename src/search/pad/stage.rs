//! Stages of the Down button. They determine when Down must stay held.

use crate::rules::Control;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DownStage {
    /// The first piece of a game hangs at the top, and Down is not held.
    Hangs,
    Released,
    /// Down has been held for one frame and must stay held.
    First,
    /// Down pushes in the next frame and must stay held.
    Second,
    /// Down has just pushed the piece.
    Pushed,
}

impl DownStage {
    pub(super) const COUNT: usize = 5;

    /// Returns the stage before the first frame. If Down is held but its counter is 0, Down counts as released.
    pub(super) const fn begin(control: Control) -> DownStage {
        match control.down {
            ..0 => DownStage::Hangs,
            0 => DownStage::Released,
            1 if control.pushes > 0 => DownStage::Pushed,
            1 => DownStage::First,
            _ => DownStage::Second,
        }
    }

    /// Returns the number of frames for which Down must stay held.
    pub(super) const fn frames_to_go_on(self) -> usize {
        match self {
            DownStage::First => 2,
            DownStage::Second => 1,
            DownStage::Hangs | DownStage::Released | DownStage::Pushed => 0,
        }
    }

    /// Returns the stage after a frame with this Down counter.
    #[inline]
    pub(super) fn after(self, down: i8) -> DownStage {
        match down {
            ..0 => DownStage::Hangs,
            0 => DownStage::Released,
            1 if self == DownStage::Second => DownStage::Pushed,
            1 => DownStage::First,
            _ => DownStage::Second,
        }
    }

    pub(super) const fn is_held(self) -> bool {
        matches!(
            self,
            DownStage::First | DownStage::Second | DownStage::Pushed
        )
    }

    /// Returns whether Down must be held in the next frame.
    pub(super) const fn must_go_on(self) -> bool {
        self.frames_to_go_on() > 0
    }
}
