//! Avoids crashes that slow score counting causes: by other locks, additional soft drops, or hiding NEXT.

use crate::rules::{Buttons, Pose};
use crate::search::{ReachableLocks, pad_path};

use super::PadTask;

/// Path to a lock that cannot crash the game.
pub(super) struct SafePath {
    /// Buttons of each frame.
    pub(super) inputs: Vec<Buttons>,
    /// True if NEXT must be hidden while the console counts the points.
    pub(super) hides_next: bool,
}

/// Number of frames for which Down is held at the end of a path, to change the time of the score count. It is the
/// minimum that counts as two soft drop rows.
const PUSH_FRAMES: usize = 5;

/// Buttons of the D-pad.
const D_PAD: Buttons = Buttons::LEFT
    .with(Buttons::RIGHT)
    .with(Buttons::UP)
    .with(Buttons::DOWN);

impl PadTask {
    /// Returns a path to `lock` on which the game cannot crash, if crashes are on and there is such a path. It is the
    /// usual path or the usual path with a soft drop, each with NEXT visible or hidden.
    pub(super) fn safe_path(&self, lock: Pose) -> Option<SafePath> {
        let crash_prediction = self.crash_prediction.as_ref()?;
        let plain = pad_path(&self.page, self.piece, self.hand(), lock)?;
        let pushed = self.pushed(&plain, lock);
        [Some(plain), pushed]
            .into_iter()
            .flatten()
            .find_map(|inputs| {
                let pushes = self.piece.after(&self.page, &inputs).control.pushes;
                let is_safe = |hides_next: &bool| {
                    !crash_prediction.can_crash(&self.position.board, lock, pushes, !hides_next)
                };
                let hides_next = [false, true].into_iter().find(is_safe)?;
                Some(SafePath { inputs, hides_next })
            })
    }

    /// Returns the inputs with Down held in the last frames. `None` if these frames already use the D-pad, or if the
    /// piece then misses the lock.
    fn pushed(&self, inputs: &[Buttons], lock: Pose) -> Option<Vec<Buttons>> {
        let (start, end) = inputs.split_at(inputs.len().checked_sub(PUSH_FRAMES)?);
        let is_still = |held: &Buttons| held.only(D_PAD).is_empty();
        if !end.iter().all(is_still) {
            return None;
        }
        let end = end.iter().map(|held| held.with(Buttons::DOWN));
        let pushed: Vec<Buttons> = start.iter().copied().chain(end).collect();
        let after = self.piece.after(&self.page, &pushed);
        (after.pose == lock && after.control.pushes >= 2).then_some(pushed)
    }

    /// Returns the locks that have a safe path, or all locks if none has one.
    pub(super) fn without_crashes(&self, locks: ReachableLocks) -> ReachableLocks {
        let Some(crash_prediction) = &self.crash_prediction else {
            return locks;
        };
        let board = &self.position.board;
        let mut crashing = locks.iter().filter(|&lock| {
            crash_prediction.can_crash(board, lock, 0, true) && self.safe_path(lock).is_none()
        });
        let without_crashes = crashing.try_fold(locks, ReachableLocks::without);
        without_crashes.unwrap_or(locks)
    }
}
