//! Seat of a player in a game without gravity. The seat turns a plan into one input per frame.

use crate::engine::DragInput;
use crate::rules::Pose;

use super::job::DragDecision;

/// Number of frames for which a piece is shown in a pose before its first motion, and after each turn or shift.
///
/// Chosen by eye: quick, but slow enough to follow each motion.
const SIDEWAYS_FRAMES: u32 = 4;
/// Frames per row downward, as in the cartridge's soft drop.
const DOWN_FRAMES: u32 = 2;

/// Seat of an AI in a game without gravity.
#[derive(Clone, Debug, Default)]
pub(super) struct DragSeat {
    walk: Option<ShownDecision>,
}

/// Decision that is being shown.
#[derive(Clone, Debug)]
struct ShownDecision {
    decision: DragDecision,
    /// Number of poses of the path shown so far.
    shown: usize,
    /// Number of frames for which the pose on the screen stays there.
    frames_left: u32,
}

impl DragSeat {
    /// Returns whether the seat has a plan.
    pub(super) const fn is_ready(&self) -> bool {
        self.walk.is_some()
    }

    /// Accepts a finished decision.
    pub(super) fn accept_plan(&mut self, decision: DragDecision) {
        self.walk = Some(ShownDecision {
            decision,
            shown: 0,
            frames_left: 0,
        });
    }

    /// Drops the decision when its game has ended.
    pub(super) fn forget(&mut self) {
        self.walk = None;
    }

    /// Returns the input for this frame. `at_once` skips the path and the animation.
    ///
    /// # Panics
    /// If there is no decision. See [`DragSeat::is_ready`].
    pub(super) fn input(&mut self, at_once: bool) -> DragInput {
        let walk = self
            .walk
            .as_mut()
            .expect("a decision must be accepted first");
        let input = walk.input(!at_once);
        if !matches!(input, DragInput::Pose(_)) {
            self.walk = None;
        }
        input
    }
}

impl ShownDecision {
    fn input(&mut self, animate: bool) -> DragInput {
        match &self.decision {
            DragDecision::GiveUp => DragInput::GiveUp { animate },
            DragDecision::Lock(pose) => DragInput::Lock {
                pose: *pose,
                animate,
            },
            DragDecision::Walk(path) => {
                if animate && self.frames_left > 0 {
                    self.frames_left -= 1;
                } else if animate && self.shown < path.len() {
                    self.frames_left = frames_of(path, self.shown) - 1;
                    self.shown += 1;
                } else {
                    let pose = path[path.len() - 1];
                    return DragInput::Lock { pose, animate };
                }
                DragInput::Pose(path[self.shown - 1])
            }
        }
    }
}

/// Returns the number of frames for which the pose at `index` of a path stays visible.
fn frames_of(path: &[Pose], index: usize) -> u32 {
    match index.checked_sub(1) {
        Some(before) if path[before].y < path[index].y => DOWN_FRAMES,
        _ => SIDEWAYS_FRAMES,
    }
}
