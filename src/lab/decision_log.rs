//! Recording of a game's decisions, so that an interrupted run can resume in the middle of a game.
//!
//! Start and decisions determine a game. So the log contains only the decisions, in a few bytes per piece, and replays
//! them when the run resumes. Replayed pieces need no search.

use std::sync::{Arc, Mutex, PoisonError};

use crate::players::TreeMemory;
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Buttons, Orientation, Pose};

/// Decisions of one unit of work: those recorded so far, and those of an earlier run that remain to be replayed.
#[derive(Debug, Default)]
pub struct DecisionLog {
    /// All decisions of the earlier run.
    earlier: Arc<[u8]>,
    /// Number of bytes of `earlier` already replayed.
    position: usize,
    /// True if any decision was replayed.
    has_replayed: bool,
    /// Recorded decisions, including those of the earlier run. `None` if nothing is recorded.
    recorded: Option<SharedDecisions>,
    /// Search tree that the player reuses.
    pub(super) tree: TreeMemory,
}

/// Recorded decisions of an unfinished unit, shared with the thread that saves them.
pub(super) type SharedDecisions = Arc<Mutex<Vec<u8>>>;

/// Recorded decision for one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// The piece locks at this pose, without the frames in between.
    Lock(Pose),
    /// The piece has no lock.
    Lost,
    /// The piece moves by gamepad, frame by frame.
    Frames {
        /// Buttons held in each frame.
        held: Vec<Buttons>,
        /// Number of plans requested from the strategy.
        plans: u8,
    },
}

/// Error for recorded decisions that cannot be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayMismatch;

/// Number of poses that a lock can have. Codes below this number are poses.
const POSES: u16 = Orientation::COUNT as u16 * ROWS as u16 * COLUMNS as u16;
/// Code of a piece without a lock.
const LOST: u16 = 0xFFFF;
/// Flag of a code for a piece played by frames. The low bits of the code are a number of plans. After it come runs of
/// frames with equal buttons.
const FRAMES: u16 = 0x8000;

impl DecisionLog {
    /// Creates a log that records nothing.
    pub fn none() -> DecisionLog {
        DecisionLog::default()
    }

    /// Creates a log that replays the decisions in `recorded` and appends to them.
    pub(super) fn from_buffer(recorded: SharedDecisions) -> DecisionLog {
        let earlier = recorded
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        DecisionLog {
            earlier: earlier.into(),
            recorded: Some(recorded),
            ..DecisionLog::default()
        }
    }

    /// Returns whether the log records decisions.
    pub(super) const fn is_recording(&self) -> bool {
        self.recorded.is_some()
    }

    /// Returns whether a decision of the earlier run was replayed.
    pub(super) const fn has_replayed(&self) -> bool {
        self.has_replayed
    }

    /// Returns the recorded decision for the current piece, or `None` if all have been replayed.
    ///
    /// # Errors
    /// [`ReplayMismatch`] if the bytes are not a decision.
    pub(super) fn recall(&mut self) -> Result<Option<Decision>, ReplayMismatch> {
        if self.position == self.earlier.len() {
            // All recorded bytes have been replayed and are no longer needed.
            (self.earlier, self.position) = (Arc::default(), 0);
            return Ok(None);
        }
        self.has_replayed = true;
        let code = self.read_number()?;
        if code == LOST {
            return Ok(Some(Decision::Lost));
        }
        if code & FRAMES == 0 {
            return Ok(Some(Decision::Lock(pose(code).ok_or(ReplayMismatch)?)));
        }
        let plans = u8::try_from(code & !FRAMES).map_err(|_| ReplayMismatch)?;
        let runs = usize::from(self.read_number()?);
        let bytes = self.earlier.get(self.position..self.position + 2 * runs);
        let runs = bytes.ok_or(ReplayMismatch)?.as_chunks::<2>().0;
        let frames = runs.iter().flat_map(|&[held, count]| {
            std::iter::repeat_n(Buttons::from_bits(held), usize::from(count))
        });
        let held = frames.collect();
        self.position += 2 * runs.len();
        Ok(Some(Decision::Frames { held, plans }))
    }

    /// Reads the next two bytes as a number.
    fn read_number(&mut self) -> Result<u16, ReplayMismatch> {
        let bytes = self
            .earlier
            .get(self.position..)
            .and_then(<[u8]>::first_chunk);
        self.position += 2;
        Ok(u16::from_le_bytes(*bytes.ok_or(ReplayMismatch)?))
    }

    /// Records a decision.
    pub(super) fn record(&self, decision: &Decision) {
        let Some(recorded) = &self.recorded else {
            return;
        };
        // The mutex stays locked until the whole decision is written, so readers never see a part of one.
        let mut recorded = recorded.lock().unwrap_or_else(PoisonError::into_inner);
        match decision {
            Decision::Lock(pose) => recorded.extend(code(*pose).to_le_bytes()),
            Decision::Lost => recorded.extend(LOST.to_le_bytes()),
            Decision::Frames { held, plans } => {
                let runs = runs(held);
                recorded.extend((FRAMES | u16::from(*plans)).to_le_bytes());
                recorded.extend((runs.len() as u16).to_le_bytes());
                recorded.extend(runs.as_flattened());
            }
        }
    }
}

/// Returns the runs of frames with equal buttons, each as the buttons held and the number of frames.
fn runs(held: &[Buttons]) -> Vec<[u8; 2]> {
    let mut runs: Vec<[u8; 2]> = Vec::new();
    for held in held {
        match runs.last_mut() {
            Some([last, count]) if *last == held.bits() && *count < u8::MAX => *count += 1,
            _ => runs.push([held.bits(), 1]),
        }
    }
    runs
}

/// Returns the code of a lock.
fn code(pose: Pose) -> u16 {
    let (x, y) = (pose.x as u16, pose.y as u16);
    (u16::from(pose.orientation.id()) * ROWS as u16 + y) * COLUMNS as u16 + x
}

/// Returns the pose of a code.
fn pose(code: u16) -> Option<Pose> {
    let (rest, x) = (code / COLUMNS as u16, code % COLUMNS as u16);
    let (id, y) = (rest / ROWS as u16, rest % ROWS as u16);
    let orientation = (code < POSES)
        .then(|| Orientation::new(id as u8))
        .flatten()?;
    Some(Pose {
        orientation,
        x: x as i8,
        y: y as i8,
    })
}
