//! The rule that assigns game frames to moments of the sound. It needs no device and no clock, only counts of samples.
//!
//! ```text
//! sound left to play when a frame arrives, in ms (with a device that takes 10 ms at a time):
//! 0            13      17                 36      40
//! |------------|-------|------------------|-------|---------->
//!     filler   | longer|    as it is      |shorter| merged with the frame before
//! ```
//!
//! Normally each frame is played alone, for as long as the synth makes it. If two clocks drift apart, frames arrive
//! ever earlier or ever later. Each frame is then shortened or lengthened by a few samples in 800, inaudibly, until
//! arrivals are back between the marks. If the device runs dry, the synth plays on without a frame. If frames pile up,
//! several are played as one.

use std::collections::VecDeque;

use super::device::RATE;

/// One millisecond.
const MS: usize = RATE / 1000;
/// Least sound left to play, in samples, with a device that takes small portions.
const DRY: usize = 8 * MS;
/// Samples that must remain when the device takes a portion.
const SPARE: usize = 3 * MS;
/// Width of the zones beside the dry mark and the limit in which frames are lengthened or shortened.
const EDGE: usize = 4 * MS;
/// With more sound left than this, a new frame is merged with its predecessor. If the dry mark is high, the limit is
/// `BAND` above it.
const LIMIT: usize = 40 * MS;
const BAND: usize = 26 * MS;
/// Maximum change of one frame's length, in samples.
const STRETCH: isize = 4;
/// A correction aims this far inside the mark, so that frames rarely cross it again.
const BACK: usize = 3 * MS / 2;
/// Growth of the reserve after it proved too small, and its maximum.
const WIDEN: usize = 4 * MS;
const WIDEST: usize = 32 * MS;

/// Next action of the sound thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing until this many samples have been played.
    Wait(usize),
    /// Play the next `frames` game frames as one, `longer` samples longer.
    Play {
        /// Number of frames; never 0.
        frames: usize,
        /// May be negative.
        longer: isize,
    },
    /// Play without a game frame.
    Fill,
}

/// Game frames to play as one.
#[derive(Clone, Copy, Debug)]
struct MergedFrames {
    frames: usize,
    longer: isize,
}

/// Queued game frames, and the rule for when to play them.
#[derive(Clone, Debug)]
pub struct Pairing {
    waiting: VecDeque<MergedFrames>,
    /// Samples of one video frame.
    frame: usize,
    /// Samples that the device takes at a time.
    portion: usize,
    /// Extra reserve, added after the device ran dry.
    wider: usize,
    /// Samples still to add over the next frames; negative to remove.
    correction: isize,
}

impl Default for Pairing {
    fn default() -> Self {
        Self {
            waiting: VecDeque::new(),
            frame: 799,
            portion: 0,
            wider: 0,
            correction: 0,
        }
    }
}

impl Pairing {
    /// Sets how many samples the device takes at a time.
    pub fn portion_is(&mut self, samples: usize) {
        self.portion = samples.min(WIDEST);
    }

    /// Sets how many samples the synth makes per video frame.
    pub fn frame_is(&mut self, samples: usize) {
        self.frame = samples.max(1);
    }

    /// Queues a game frame that arrived with `queued` samples left to play.
    pub fn arrive(&mut self, queued: usize) {
        let (ahead, limit) = (queued + self.waiting.len() * self.frame, self.limit());
        match self.waiting.back_mut() {
            Some(group) if ahead > limit => {
                *group = MergedFrames {
                    frames: group.frames + 1,
                    longer: 0,
                };
                self.correction = 0;
            }
            _ => {
                let longer = self.longer(ahead);
                self.waiting.push_back(MergedFrames { frames: 1, longer });
            }
        }
    }

    /// Queues a game frame that arrived while nothing plays. It is not stretched.
    pub fn arrive_at_rest(&mut self) {
        self.arrive(self.dry());
        self.correction = 0;
        if let Some(group) = self.waiting.back_mut() {
            group.longer = 0;
        }
    }

    /// Returns the next action, given `queued` samples left to play.
    pub fn step(&mut self, queued: usize) -> Step {
        let Some(group) = self.waiting.front() else {
            return match queued.checked_sub(self.dry() + 1) {
                None => {
                    self.correction = 0;
                    Step::Fill
                }
                Some(spare) => Step::Wait(spare + 1),
            };
        };
        let mark = self.limit().saturating_sub(self.frame);
        if queued > mark {
            return Step::Wait(queued - mark);
        }
        let MergedFrames { frames, longer } = *group;
        self.waiting.pop_front();
        Step::Play { frames, longer }
    }

    /// Returns how much silence to write before the first frame, so that the following ones find enough sound queued.
    pub fn lead(&self) -> usize {
        let others = self.waiting.len().saturating_sub(1) * self.frame;
        let middle = (self.dry() + self.limit()) / 2;
        middle.saturating_sub(others).max(self.dry())
    }

    /// Raises the reserve after the device ran dry despite the rule.
    pub fn widen(&mut self) {
        self.wider = (self.wider + WIDEN).min(WIDEST);
    }

    /// Lowers the reserve after a long time without running dry. Returns false once it is at its minimum.
    pub fn narrow(&mut self) -> bool {
        self.wider = self.wider.saturating_sub(WIDEN);
        self.wider > 0
    }

    /// Forgets the queued frames.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.correction = 0;
    }

    /// Returns the dry mark: a frame must be available when less sound is left.
    fn dry(&self) -> usize {
        DRY.max(self.portion + SPARE) + self.wider
    }

    /// With more to be played frames are played together.
    fn limit(&self) -> usize {
        LIMIT.max(self.dry() + BAND)
    }

    /// Returns by how many samples to lengthen a frame that arrives with `ahead` samples before it.
    fn longer(&mut self, ahead: usize) -> isize {
        let (low, high) = (self.dry() + EDGE, self.limit() - EDGE);
        if ahead < low {
            self.correction = self.correction.max((low - ahead + BACK) as isize);
        } else if ahead > high {
            self.correction = self.correction.min(-((ahead - high + BACK) as isize));
        }
        let longer = self.correction.clamp(-STRETCH, STRETCH);
        self.correction -= longer;
        longer
    }
}

#[cfg(test)]
mod tests;
