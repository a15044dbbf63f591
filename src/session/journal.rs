//! Journals: recordings that grow on disk during play.
//!
//! A recording is written in one go, when it ends. A journal starts with the recording up to some frame
//! ([`Journal::head`]) and grows by parts ([`Journal::part`]) of a few bytes per second. Each part has a checksum. If
//! the program crashes, readers use all parts before the first truncated one.
//!
//! ```text
//! rightwell journal 1
//! length, checksum, the recording so far in RON
//! length, checksum, runs of frames: their number (1-255), two bytes for the input of each
//! …
//! ```
//!
//! Numbers have four bytes, lowest first. The two bytes of an input are both gamepads of a match, or a console command
//! and its gamepad.
//!
//! A part without runs means that everything before it is saved in another file. A run of 0 frames is an event,
//! identified by its two bytes:
//! - 0, 0: the person at a console was shown a hint.
//! - 1, 0: pieces were undone. Three bytes give the number of remaining frames, and three more the total number of
//!   pieces undone so far.
//! - 2, 0: the first frames are saved elsewhere. Three bytes give their number.

mod found;

use crate::engine::{Command, InputFrame};
use crate::rules::Buttons;

pub use found::{FoundJournal, JournalError, UnsavedContent};

/// Start of the first line. The version follows.
const HEADER: &[u8] = b"rightwell journal ";
/// Rest of the first line: the version that this program writes and reads.
const VERSION: &[u8] = b"1\n";

/// First byte of the event for undone pieces.
const TAKEN_BACK: u8 = 1;
/// First byte of the event for first frames that are saved elsewhere.
const SAVED_ELSEWHERE: u8 = 2;
/// Largest number of pieces that fits in three bytes.
const PIECES_MAX: u32 = 0xFF_FFFF;

/// Sequence of recorded frames, two bytes each.
pub trait Frames {
    /// Returns the bytes of the frames from frame `from` on.
    fn since(&self, from: usize) -> impl Iterator<Item = [u8; 2]>;
}

impl Frames for [InputFrame] {
    fn since(&self, from: usize) -> impl Iterator<Item = [u8; 2]> {
        let frames = self.get(from..).unwrap_or_default().iter();
        frames.map(|frame| [byte_of(frame.command), frame.held.bits()])
    }
}

impl Frames for [[Buttons; 2]] {
    fn since(&self, from: usize) -> impl Iterator<Item = [u8; 2]> {
        let frames = self.get(from..).unwrap_or_default().iter();
        frames.map(|held| held.map(Buttons::bits))
    }
}

const fn byte_of(command: Command) -> u8 {
    match command {
        Command::None => 0,
        Command::Reset => 1,
        Command::Power => 2,
    }
}

/// Writer of a journal. It knows how many frames are already written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Journal {
    /// Number of frames already in the journal.
    frames: usize,
}

impl Journal {
    /// Starts a journal after `frames` frames.
    pub const fn after(frames: usize) -> Journal {
        Journal { frames }
    }

    /// Returns the number of frames that the journal contains.
    pub const fn frames(&self) -> usize {
        self.frames
    }

    /// Returns the first bytes of a journal. `ron` is the recording up to this point.
    pub fn head(ron: &str) -> Vec<u8> {
        let mut bytes = [HEADER, VERSION].concat();
        push_block(&mut bytes, ron.as_bytes());
        bytes
    }

    /// Returns the bytes to append for the frames since the last part. Empty if there are no new frames.
    pub fn part(&mut self, frames: &(impl Frames + ?Sized)) -> Vec<u8> {
        let mut runs: Vec<u8> = Vec::new();
        let mut count = 0;
        for [first, second] in frames.since(self.frames) {
            count += 1;
            match runs.last_chunk_mut() {
                Some([run, a, b]) if [*a, *b] == [first, second] && *run < u8::MAX => *run += 1,
                _ => runs.extend([1, first, second]),
            }
        }
        self.frames += count;
        let mut bytes = Vec::new();
        if count > 0 {
            push_block(&mut bytes, &runs);
        }
        bytes
    }

    /// Returns the part for a hint that was shown at this point.
    pub fn hint() -> Vec<u8> {
        let mut bytes = Vec::new();
        push_block(&mut bytes, &[0, 0, 0]);
        bytes
    }

    /// Returns the part for undone pieces: `frames` frames remain, and later frames follow them. `pieces` is the total
    /// number of pieces undone so far.
    pub fn take_back(&mut self, frames: usize, pieces: u32) -> Vec<u8> {
        self.frames = frames;
        let [a, b, c, _] = (frames as u32).to_le_bytes();
        let [d, e, f, _] = pieces.min(PIECES_MAX).to_le_bytes();
        let mut bytes = Vec::new();
        push_block(&mut bytes, &[0, TAKEN_BACK, 0, a, b, c, d, e, f]);
        bytes
    }

    /// Returns the part that marks the first `frames` frames as saved elsewhere.
    pub fn first_frames_saved(frames: usize) -> Vec<u8> {
        let [a, b, c, _] = (frames as u32).to_le_bytes();
        let mut bytes = Vec::new();
        push_block(&mut bytes, &[0, SAVED_ELSEWHERE, 0, a, b, c]);
        bytes
    }

    /// Returns the part that marks all frames so far as saved elsewhere.
    pub fn saved_elsewhere() -> Vec<u8> {
        let mut bytes = Vec::new();
        push_block(&mut bytes, &[]);
        bytes
    }
}

fn push_block(bytes: &mut Vec<u8>, block: &[u8]) {
    bytes.extend((block.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(block).to_le_bytes());
    bytes.extend(block);
}
