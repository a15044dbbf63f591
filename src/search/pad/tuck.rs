//! Tucks: locks under an overhang, the frames in which their last press works, and the lock if that press is missed.
//!
//! A piece that falls past an opening must be moved in while the piece is beside the opening. The number of frames in
//! which this is possible depends only on gravity, not on the hands. The fewer these frames, the more often people miss
//! them.

use crate::rules::motion::Occupancy;
use crate::rules::{Buttons, Pose};

use super::hand::Hand;
use super::pad_path::pad_path;
use super::{PadPiece, SIDEWAYS, TURNS};

/// A path to a lock under an overhang. Some pose straight above the lock is blocked, so the last press moves or turns
/// the piece in from the side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuck {
    /// Frame of the last press, from 0. If both thumbs press in one frame, that is one press.
    pub press: usize,
    /// Number of successive frames in which the last press would lead to this lock, 1 to [`Tuck::WINDOW_MAX`]. Longer
    /// windows count as the maximum. The buttons before the press stay the same, and nothing is held after it.
    pub window: u8,
    /// Position of the press in the window, from 1. The real position may be later if counting stopped at the maximum.
    pub place: u8,
    /// Buttons of each frame without the last press, until the piece rests.
    pub missed: Vec<Buttons>,
    /// Lock of the piece without the last press.
    pub fallen: Pose,
}

/// Misses of the last press per thousand tucks, for windows of 1 to 6 frames.
///
/// Source: numbers that users of a published program asked for. These users play at the level of club players.
const MISSES: [u16; Tuck::WINDOW_MAX as usize] = [500, 200, 40, 10, 5, 0];

impl Tuck {
    /// Maximum number of frames counted in a window. Nobody misses a press with such a window.
    pub const WINDOW_MAX: u8 = 6;

    /// Returns whether `lock` can only be reached by a tuck: a pose straight above `lock`, up to the top row, is
    /// blocked.
    pub fn is_needed(field: &impl Occupancy, lock: Pose) -> bool {
        (0..lock.y).any(|y| !Pose { y, ..lock }.fits(field))
    }

    /// Returns the tuck made by these buttons, or `None` if they make none. If the buttons end before the piece rests,
    /// it then falls by itself.
    pub fn find(field: &impl Occupancy, piece: PadPiece, inputs: &[Buttons]) -> Option<Tuck> {
        let fall = FallSimulation { field, piece };
        let run = fall.along(inputs);
        if !Tuck::is_needed(field, run.lock) {
            return None;
        }
        let (press, buttons) = run.last_press?;
        let before = piece.after(field, &inputs[..press]).pose;
        let after = piece.after(field, &inputs[..=press]).pose;
        let is_beside =
            |pose: Pose| (pose.orientation, pose.x) != (run.lock.orientation, run.lock.x);
        if !is_beside(before) || is_beside(after) {
            return None;
        }
        let inputs = &inputs[..run.inputs.len().min(inputs.len())];
        let missed = fall.along(&without(inputs, press, buttons));
        let (earlier, later) = fall.window(inputs, press, buttons, run.lock);
        Some(Tuck {
            press,
            window: earlier + 1 + later,
            place: earlier + 1,
            fallen: missed.lock,
            missed: missed.inputs,
        })
    }

    /// Returns the tuck by which these hands bring `piece` to `lock`, see [`pad_path()`]. `None` if the hands cannot
    /// reach the lock, or if no tuck is needed.
    pub fn to(field: &impl Occupancy, piece: PadPiece, hand: Hand, lock: Pose) -> Option<Tuck> {
        if !Tuck::is_needed(field, lock) {
            return None;
        }
        Tuck::find(field, piece, &pad_path(field, piece, hand, lock)?)
    }

    /// Returns how often people miss the last press, per thousand: 0 to 500.
    pub const fn misses_of_thousand(&self) -> u16 {
        MISSES[self.window as usize - 1]
    }

    /// Returns the mean cost of the tuck, rounded down. `cost` is the cost of its lock, `fallen` the cost of the lock
    /// after a miss.
    pub fn blend(&self, cost: i64, fallen: i64) -> i64 {
        let misses = i128::from(self.misses_of_thousand());
        let sum = i128::from(cost) * (1000 - misses) + i128::from(fallen) * misses;
        sum.div_euclid(1000) as i64
    }
}

/// Returns the inputs without the press of `buttons` in frame `press`, and without the frames in which that press is
/// held.
fn without(inputs: &[Buttons], press: usize, buttons: Buttons) -> Vec<Buttons> {
    let mut inputs = inputs.to_vec();
    let mut left = buttons;
    for held in &mut inputs[press..] {
        left = held.only(left);
        *held = held.without(left);
    }
    inputs
}

/// A piece under control on its field.
#[derive(Clone, Copy)]
struct FallSimulation<'a, F> {
    field: &'a F,
    piece: PadPiece,
}

/// Result of playing buttons until the piece rests.
struct ButtonRun {
    lock: Pose,
    /// Buttons until the piece rests.
    inputs: Vec<Buttons>,
    /// Last frame with a press of Left, Right, A or B, and the buttons pressed.
    last_press: Option<(usize, Buttons)>,
}

impl<F: Occupancy> FallSimulation<'_, F> {
    /// Plays these buttons, then no buttons, until the piece rests.
    fn along(&self, inputs: &[Buttons]) -> ButtonRun {
        let mut piece = self.piece;
        let mut run = ButtonRun {
            lock: piece.pose,
            inputs: Vec::with_capacity(inputs.len()),
            last_press: None,
        };
        loop {
            let frame = run.inputs.len();
            let held = inputs.get(frame).copied().unwrap_or(Buttons::NONE);
            let pressed = held.without(piece.held).only(SIDEWAYS.with(TURNS));
            if !pressed.is_empty() {
                run.last_press = Some((frame, pressed));
            }
            let done = piece.frame(self.field, held);
            run.inputs.push(held);
            run.lock = piece.pose;
            if done.rests {
                return run;
            }
        }
    }

    /// Counts the successive frames right before `press`, and those right after it, in which pressing the buttons also
    /// leads to `lock`.
    fn window(&self, inputs: &[Buttons], press: usize, buttons: Buttons, lock: Pose) -> (u8, u8) {
        const OTHERS_MAX: u8 = Tuck::WINDOW_MAX - 1;
        let before = &inputs[..press];
        let mut delayed = before.to_vec();
        let mut later = 0;
        while later < OTHERS_MAX {
            delayed.push(Buttons::NONE);
            let pressed = [&delayed[..], &[buttons]].concat();
            if self.along(&pressed).lock != lock {
                break;
            }
            later += 1;
        }
        let mut earlier = 0;
        for frame in (0..press).rev() {
            let mut pressed = before.to_vec();
            pressed[frame] = pressed[frame].with(buttons);
            if earlier + later == OTHERS_MAX
                || !self.is_free(before, frame, buttons)
                || self.along(&pressed).lock != lock
            {
                break;
            }
            earlier += 1;
        }
        (earlier, later)
    }

    /// Returns whether the thumbs could press these buttons in this frame: they hold nothing else, and the buttons were
    /// up in the previous frame.
    fn is_free(&self, before: &[Buttons], frame: usize, buttons: Buttons) -> bool {
        let last = match frame {
            0 => self.piece.held,
            _ => before[frame - 1],
        };
        let thumbs = [SIDEWAYS, TURNS]
            .into_iter()
            .filter(|&thumb| buttons.has(thumb));
        let mut all = thumbs;
        !last.has(buttons) && !all.any(|thumb| before[frame].has(thumb))
    }
}
