//! Something recorded, with a place in it that can be moved anywhere.

use crate::engine::Events;

/// Frames between two kept copies of the state: a seek runs at most so many frames.
const KEYFRAME_DISTANCE: u64 = 1_200;

/// A state that a recording drives.
pub(super) trait Head: Clone {
    /// What is recorded.
    type Tape;
    /// Why a recording cannot be played.
    type Fault;

    /// Frames played.
    fn frame(&self) -> u64;

    /// Plays the next frame, which there is; also says whether a piece has appeared.
    fn step(&mut self, tape: &Self::Tape) -> Result<(Events, bool), Self::Fault>;
}

/// Moving about in a recording.
pub trait Seek {
    /// Frames played.
    fn frame(&self) -> u64;

    /// Frames of the whole recording.
    fn frames(&self) -> u64;

    /// One frame; nothing happens at the end.
    fn step(&mut self) -> Events;

    /// Goes to the state after `frame` frames, or to the end.
    fn seek(&mut self, frame: u64);

    /// Goes to where the next piece appears, or to the end.
    fn seek_next_piece(&mut self);

    /// Goes back to where the current piece appeared, or, just there, the one before.
    fn seek_previous_piece(&mut self);

    /// Whether nothing is left.
    fn is_at_end(&self) -> bool {
        self.frame() >= self.frames()
    }
}

/// A recording with kept copies of the state.
///
/// All of it is played once when this is made, so it cannot fail later.
#[derive(Clone, Debug)]
pub(super) struct Track<H: Head> {
    tape: H::Tape,
    now: H,
    end: H,
    keyframes: Vec<H>,
    /// Frames in which a piece appeared, in order.
    spawns: Vec<u64>,
    frames: u64,
}

impl<H: Head> Track<H> {
    /// Plays `frames` frames of `tape` once and stands at the beginning.
    pub(super) fn new(tape: H::Tape, first: H, frames: u64) -> Result<Track<H>, H::Fault> {
        let mut keyframes = vec![first.clone()];
        let mut spawns = vec![0];
        let mut end = first.clone();
        while end.frame() < frames {
            let (_, has_new_piece) = end.step(&tape)?;
            if has_new_piece {
                spawns.push(end.frame());
            }
            if end.frame().is_multiple_of(KEYFRAME_DISTANCE) {
                keyframes.push(end.clone());
            }
        }
        Ok(Track {
            tape,
            now: first,
            end,
            keyframes,
            spawns,
            frames,
        })
    }

    /// What is recorded.
    pub(super) const fn tape(&self) -> &H::Tape {
        &self.tape
    }

    /// The present state.
    pub(super) const fn now(&self) -> &H {
        &self.now
    }

    /// The state after the last frame.
    pub(super) const fn end(&self) -> &H {
        &self.end
    }
}

impl<H: Head> Seek for Track<H> {
    fn frame(&self) -> u64 {
        self.now.frame()
    }

    fn frames(&self) -> u64 {
        self.frames
    }

    fn step(&mut self) -> Events {
        if self.is_at_end() {
            return Events::default();
        }
        match self.now.step(&self.tape) {
            Ok((events, _)) => events,
            Err(_) => unreachable!("every frame was played when the track was made"),
        }
    }

    fn seek(&mut self, frame: u64) {
        let frame = frame.min(self.frames);
        let before = self
            .keyframes
            .partition_point(|keyframe| keyframe.frame() <= frame);
        let keyframe = &self.keyframes[before - 1];
        if frame < self.frame() || keyframe.frame() > self.frame() {
            self.now = keyframe.clone();
        }
        while self.frame() < frame {
            self.step();
        }
    }

    fn seek_next_piece(&mut self) {
        let next = self.spawns.partition_point(|&spawn| spawn <= self.frame());
        self.seek(self.spawns.get(next).copied().unwrap_or(self.frames));
    }

    fn seek_previous_piece(&mut self) {
        let here = self.spawns.partition_point(|&spawn| spawn < self.frame());
        self.seek(here.checked_sub(1).map_or(0, |before| self.spawns[before]));
    }
}

/// Implements [`Seek`] for a type by its field `track`.
macro_rules! seek_by_track {
    ($type:ty) => {
        impl $crate::session::track::Seek for $type {
            fn frame(&self) -> u64 {
                self.track.frame()
            }

            fn frames(&self) -> u64 {
                self.track.frames()
            }

            fn step(&mut self) -> $crate::engine::Events {
                self.track.step()
            }

            fn seek(&mut self, frame: u64) {
                self.track.seek(frame);
            }

            fn seek_next_piece(&mut self) {
                self.track.seek_next_piece();
            }

            fn seek_previous_piece(&mut self) {
                self.track.seek_previous_piece();
            }
        }
    };
}

pub(super) use seek_by_track;

/// Whether a replay ends as its recording says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Frame and state are the recorded ones.
    Same,
    /// They are not.
    Different {
        /// Recorded and found frame.
        frames: (u64, u64),
        /// Recorded and found state hash.
        hashes: (String, String),
    },
    /// The recording does not say how it ends.
    NothingToCompare,
}

impl Verdict {
    /// Compares the recorded end, a frame and a hash as text, with the one found.
    pub(super) fn of(recorded: (u64, &str), found: (u64, u64)) -> Verdict {
        let hash = format!("{:016X}", found.1);
        if recorded.0 == found.0 && recorded.1.eq_ignore_ascii_case(&hash) {
            return Verdict::Same;
        }
        Verdict::Different {
            frames: (recorded.0, found.0),
            hashes: (recorded.1.to_owned(), hash),
        }
    }
}
