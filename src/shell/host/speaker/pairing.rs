//! Rule for when each game frame is played. It needs no device and no clock, only numbers of samples.
//!
//! ```text
//! sound left to play when a frame arrives, in ms (with a device that takes 10 ms at a time):
//! 0            13      17                 36      40
//! |------------|-------|------------------|-------|---------->
//!     filler   | longer|    as it is      |shorter| merged with the frame before
//! ```
//!
//! Normally each frame is played alone and unchanged. If the clocks of game and device drift apart, frames arrive
//! earlier and earlier, or later and later. Each frame is then shortened or lengthened by a few of its 800 samples,
//! which cannot be heard, until frames arrive between the marks again. If the device is about to run dry, the synth
//! plays a frame of sound without a game frame, a filler. If frames pile up, several are played as one.

use std::collections::VecDeque;

use super::device::RATE;

/// Number of samples in one millisecond.
const MS: usize = RATE / 1000;
/// Dry mark: with fewer samples left to play, the device may run dry. For a device that takes small portions.
const DRY: usize = 8 * MS;
/// Number of samples that must be left besides the portion that the device takes.
const SPARE: usize = 3 * MS;
/// Width of two zones, in samples: above the dry mark, frames are lengthened, and below the limit they are shortened.
const EDGE: usize = 4 * MS;
/// If more samples than this are left to play, a new frame is merged with the frame before. If the dry mark is high,
/// the limit is `BAND` samples above it instead.
const LIMIT: usize = 40 * MS;
const BAND: usize = 26 * MS;
/// Maximum change of one frame's length, in samples.
const STRETCH: isize = 4;
/// Distance from the zone's edge at which a correction ends, in samples, so that frames rarely cross the edge again.
const BACK: usize = 3 * MS / 2;
/// Samples added to the reserve each time the device runs dry, and the maximum of the reserve.
const WIDEN: usize = 4 * MS;
const WIDEST: usize = 32 * MS;

/// Next action of the sound thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaybackAction {
    /// Wait until this many samples have been played.
    Wait(usize),
    /// Play the next `frames` game frames as one, lengthened by `longer` samples.
    Play {
        /// Number of game frames, at least 1.
        frames: usize,
        /// Number of samples. A negative number shortens.
        longer: isize,
    },
    /// Play a frame of sound without a game frame.
    Fill,
}

/// Queued game frames that will be played together, as one.
#[derive(Clone, Copy, Debug)]
struct MergedFrames {
    frames: usize,
    longer: isize,
}

/// Queued game frames, and the rule for when to play them.
#[derive(Clone, Debug)]
pub struct Pairing {
    waiting: VecDeque<MergedFrames>,
    /// Number of samples per video frame.
    frame: usize,
    /// Number of samples that the device takes at a time.
    portion: usize,
    /// Reserve in samples, added to the dry mark. It grows when the device runs dry.
    wider: usize,
    /// Samples that the next frames still have to add. A negative number removes samples.
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

    /// Queues a game frame. When it arrives, `queued` samples are left to play.
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

    /// Queues a game frame that arrives while nothing is playing. This frame is not stretched.
    pub fn arrive_at_rest(&mut self) {
        self.arrive(self.dry());
        self.correction = 0;
        if let Some(group) = self.waiting.back_mut() {
            group.longer = 0;
        }
    }

    /// Returns the next action when `queued` samples are left to play.
    pub fn step(&mut self, queued: usize) -> PlaybackAction {
        let Some(group) = self.waiting.front() else {
            return match queued.checked_sub(self.dry() + 1) {
                None => {
                    self.correction = 0;
                    PlaybackAction::Fill
                }
                Some(spare) => PlaybackAction::Wait(spare + 1),
            };
        };
        let mark = self.limit().saturating_sub(self.frame);
        if queued > mark {
            return PlaybackAction::Wait(queued - mark);
        }
        let MergedFrames { frames, longer } = *group;
        self.waiting.pop_front();
        PlaybackAction::Play { frames, longer }
    }

    /// Returns how many silent samples to write before the first frame, so that later frames arrive in time.
    pub fn lead(&self) -> usize {
        let others = self.waiting.len().saturating_sub(1) * self.frame;
        let middle = (self.dry() + self.limit()) / 2;
        middle.saturating_sub(others).max(self.dry())
    }

    /// Raises the reserve after the device ran dry.
    pub fn widen(&mut self) {
        self.wider = (self.wider + WIDEN).min(WIDEST);
    }

    /// Lowers the reserve after a long time in which the device did not run dry. Returns `false` once the reserve is at
    /// its minimum.
    pub fn narrow(&mut self) -> bool {
        self.wider = self.wider.saturating_sub(WIDEN);
        self.wider > 0
    }

    /// Removes all queued frames.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.correction = 0;
    }

    /// Returns the dry mark, in samples: if fewer are left to play, a frame must be played.
    fn dry(&self) -> usize {
        DRY.max(self.portion + SPARE) + self.wider
    }

    /// Returns the limit, in samples: if more are left to play, frames are merged.
    fn limit(&self) -> usize {
        LIMIT.max(self.dry() + BAND)
    }

    /// Returns by how many samples to lengthen a frame that arrives when `ahead` samples are left to play.
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
