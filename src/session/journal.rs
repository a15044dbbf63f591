//! Journals: what is played, in a form that grows, so that it can lie on a disk while it is played.
//!
//! A recording is written whole, at its end. A journal begins with the recording up to some frame
//! ([`Journal::head`]) and grows by parts ([`Journal::part`]) of a few bytes for each second. Each
//! part carries a checksum; what a crash leaves of the last one is not read, all before it is.
//!
//! ```text
//! rightwell journal 1
//! length, checksum, the recording so far in RON
//! length, checksum, runs of frames: how many (1-255), two bytes of what was done in each
//! …
//! ```
//!
//! Numbers are of four bytes, the lowest first. The two bytes are both pads of a match, or what was
//! done to a console and its pad. A part without runs says that all before it is kept elsewhere, and a
//! run of no frames something of the game on a console: with two bytes of 0 that its player was shown a hint; with 1
//! and 0, three bytes behind it how many frames are left, and three more how many pieces were taken back in all,
//! that it was taken back.

mod found;

use crate::engine::{Command, InputFrame};
use crate::rules::Buttons;

pub use found::{FoundJournal, Unkept, Unread};

/// The first line, up to the version that this program writes and reads.
const HEADER: &[u8] = b"rightwell journal ";
const VERSION: &[u8] = b"1\n";

/// The first byte of a run of no frames that says that the game was taken back.
const TAKEN_BACK: u8 = 1;
/// The most pieces that three bytes can say.
const PIECES_MAX: u32 = 0xFF_FFFF;

/// Something that grows by frames, two bytes each.
pub trait Frames {
    /// The bytes of the frames from number `from` on.
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

/// A journal that is being written: how far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Journal {
    /// Frames that it holds.
    frames: usize,
}

impl Journal {
    /// A journal that begins after `frames` frames, with the bytes that it begins with: `ron` is the
    /// recording up to there.
    pub fn head(ron: &str, frames: usize) -> (Journal, Vec<u8>) {
        let mut bytes = [HEADER, VERSION].concat();
        push_block(&mut bytes, ron.as_bytes());
        (Journal { frames }, bytes)
    }

    /// The bytes for what was played since the last part, to be added; none if nothing was.
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

    /// The part that says that a hint was shown after all that was written.
    pub fn hint() -> Vec<u8> {
        let mut bytes = Vec::new();
        push_block(&mut bytes, &[0, 0, 0]);
        bytes
    }

    /// The part that says that the game was taken back to `frames` frames, by so many pieces in all; what
    /// comes then is added behind those frames.
    pub fn take_back(&mut self, frames: usize, pieces: u32) -> Vec<u8> {
        self.frames = frames;
        let [a, b, c, _] = (frames as u32).to_le_bytes();
        let [d, e, f, _] = pieces.min(PIECES_MAX).to_le_bytes();
        let mut bytes = Vec::new();
        push_block(&mut bytes, &[0, TAKEN_BACK, 0, a, b, c, d, e, f]);
        bytes
    }

    /// The part that says that all up to now is kept elsewhere.
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
