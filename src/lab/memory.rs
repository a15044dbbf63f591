//! What a game of a batch remembers of itself, so that a run that was broken off goes on in the middle
//! of it.
//!
//! A game is its start and what was done in it. So what was decided is kept, a few bytes a piece, and
//! played over when the run goes on: the pieces are not thought about again.

use std::sync::{Arc, Mutex, PoisonError};

use crate::players::TreeMemory;
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Buttons, Orientation, Pose};

/// What was decided in a unit of work, and how much of it is still to be played over.
#[derive(Debug, Default)]
pub struct Memory {
    /// Decisions of the run before.
    recalled: Arc<[u8]>,
    /// How many of these bytes were played over.
    at: usize,
    /// Whether any were.
    has_recalled: bool,
    /// Where decisions are kept, those of before included.
    kept: Option<Notes>,
    /// What the player remembers.
    pub(super) tree: TreeMemory,
}

/// Decisions of a unit that is being played, open to whoever writes them down.
pub(super) type Notes = Arc<Mutex<Vec<u8>>>;

/// What is remembered of one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// It locks at once.
    Lock(Pose),
    /// No place is left.
    Lost,
    /// By gamepad, frame by frame.
    Frames {
        /// What was held in each frame.
        held: Vec<Buttons>,
        /// How many plans were asked for.
        plans: u8,
    },
}

/// What was remembered cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Astray;

/// The number of poses that a lock can have, and the first that is none.
const POSES: u16 = Orientation::COUNT as u16 * ROWS as u16 * COLUMNS as u16;
/// No place is left.
const LOST: u16 = 0xFFFF;
/// Set in the number of plans; the length of the frames follows.
const FRAMES: u16 = 0x8000;

impl Memory {
    /// A memory that keeps nothing.
    pub fn none() -> Memory {
        Memory::default()
    }

    /// A memory that begins with the decisions in `kept` and adds to them.
    pub(super) fn from_notes(kept: Notes) -> Memory {
        let recalled = kept.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Memory {
            recalled: recalled.into(),
            kept: Some(kept),
            ..Memory::default()
        }
    }

    /// Whether decisions are kept.
    pub(super) const fn keeps(&self) -> bool {
        self.kept.is_some()
    }

    /// Whether the game went on from decisions of the run before.
    pub(super) const fn has_recalled(&self) -> bool {
        self.has_recalled
    }

    /// What was decided the time before for the piece that is due, if it was.
    ///
    /// # Errors
    /// [`Astray`] when it is nothing that can be decided.
    pub(super) fn recall(&mut self) -> Result<Option<Decision>, Astray> {
        if self.at == self.recalled.len() {
            // Not needed any more.
            (self.recalled, self.at) = (Arc::default(), 0);
            return Ok(None);
        }
        self.has_recalled = true;
        let code = self.number()?;
        if code == LOST {
            return Ok(Some(Decision::Lost));
        }
        if code & FRAMES == 0 {
            return Ok(Some(Decision::Lock(pose(code).ok_or(Astray)?)));
        }
        let plans = u8::try_from(code & !FRAMES).map_err(|_| Astray)?;
        let runs = usize::from(self.number()?);
        let bytes = self.recalled.get(self.at..self.at + 2 * runs);
        let runs = bytes.ok_or(Astray)?.as_chunks::<2>().0;
        let frames = runs.iter().flat_map(|&[held, count]| {
            std::iter::repeat_n(Buttons::from_bits(held), usize::from(count))
        });
        let held = frames.collect();
        self.at += 2 * runs.len();
        Ok(Some(Decision::Frames { held, plans }))
    }

    /// The next two bytes as a number.
    fn number(&mut self) -> Result<u16, Astray> {
        let bytes = self.recalled.get(self.at..).and_then(<[u8]>::first_chunk);
        self.at += 2;
        Ok(u16::from_le_bytes(*bytes.ok_or(Astray)?))
    }

    /// Keeps what was decided now.
    pub(super) fn keep(&self, decision: &Decision) {
        let Some(kept) = &self.kept else { return };
        // All or nothing of it is in there when somebody looks.
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        match decision {
            Decision::Lock(pose) => kept.extend(code(*pose).to_le_bytes()),
            Decision::Lost => kept.extend(LOST.to_le_bytes()),
            Decision::Frames { held, plans } => {
                let runs = runs(held);
                kept.extend((FRAMES | u16::from(*plans)).to_le_bytes());
                kept.extend((runs.len() as u16).to_le_bytes());
                kept.extend(runs.as_flattened());
            }
        }
    }
}

/// Equal frames one after another: what was held, and for how many frames.
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

/// The number of a lock among all poses in the field.
fn code(pose: Pose) -> u16 {
    let (x, y) = (pose.x as u16, pose.y as u16);
    (u16::from(pose.orientation.id()) * ROWS as u16 + y) * COLUMNS as u16 + x
}

/// The pose of that number.
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
