//! Journals: a growing record of play, written to disk while it happens.
//!
//! A recording is written as a whole, at its end. A journal starts with the recording up to some frame
//! ([`Journal::head`]) and grows by parts ([`Journal::part`]) of a few bytes per second. Each part has a checksum.
//! After a crash a truncated last part is ignored; all parts before it are read.
//!
//! ```text
//! rightwell journal 1
//! length, checksum, the recording so far in RON
//! length, checksum, runs of frames: their number (1-255), two bytes for the input of each
//! …
//! ```
//!
//! Numbers have four bytes, lowest first. The two bytes are both pads of a match, or the command to a console and its
//! pad. A part without runs marks everything before it as stored elsewhere. A run of no frames is an event. Two bytes of
//! 0 mean that the player at a console was shown a hint. The bytes 1 and 0 mean that the game there was taken back; three
//! bytes give the remaining frames, and three more the total of pieces taken back. The bytes 2 and 0 mean that the first
//! frames are stored elsewhere; three bytes give their number.

mod found;

use crate::engine::{Command, InputFrame};
use crate::rules::Buttons;

pub use found::{FoundJournal, JournalError, UnsavedContent};

/// First line, up to the version that this program writes and reads.
const HEADER: &[u8] = b"rightwell journal ";
const VERSION: &[u8] = b"1\n";

/// First byte of a run of no frames that records a game taken back.
const TAKEN_BACK: u8 = 1;
/// First byte of a run of no frames that records how many frames are stored elsewhere.
const KEPT: u8 = 2;
/// Largest number of pieces that fits into three bytes.
const PIECES_MAX: u32 = 0xFF_FFFF;

/// Growing sequence of frames, two bytes each.
pub trait Frames {
    /// Returns the bytes of the frames from number `from` on.
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

/// Progress of a journal that is being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Journal {
    /// Number of frames it contains.
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

    /// Returns the first bytes of a journal. `ron` is the recording up to its start.
    pub fn head(ron: &str) -> Vec<u8> {
        let mut bytes = [HEADER, VERSION].concat();
        push_block(&mut bytes, ron.as_bytes());
        bytes
    }

    /// Returns the bytes to append for the frames since the last part, or none if there are none.
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

    /// Returns the part for a hint shown after everything written so far.
    pub fn hint() -> Vec<u8> {
        let mut bytes = Vec::new();
        push_block(&mut bytes, &[0, 0, 0]);
        bytes
    }

    /// Returns the part for a game taken back to `frames` frames, by this total of pieces. Later frames are appended
    /// after those.
    pub fn take_back(&mut self, frames: usize, pieces: u32) -> Vec<u8> {
        self.frames = frames;
        let [a, b, c, _] = (frames as u32).to_le_bytes();
        let [d, e, f, _] = pieces.min(PIECES_MAX).to_le_bytes();
        let mut bytes = Vec::new();
        push_block(&mut bytes, &[0, TAKEN_BACK, 0, a, b, c, d, e, f]);
        bytes
    }

    /// Returns the part that marks the first `frames` frames as stored elsewhere.
    pub fn kept_up_to(frames: usize) -> Vec<u8> {
        let [a, b, c, _] = (frames as u32).to_le_bytes();
        let mut bytes = Vec::new();
        push_block(&mut bytes, &[0, KEPT, 0, a, b, c]);
        bytes
    }

    /// Returns the part that marks everything so far as stored elsewhere.
    pub fn kept() -> Vec<u8> {
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
