//! The rule that pairs the game's frames with times of the sound. No device, no clock: only counts of
//! samples.
//!
//! ```text
//! to be played yet when a frame comes, ms (with a device that takes 10 ms at a time):
//! 0            13      17                 36      40
//! |------------|-------|------------------|-------|---------->
//!     filler   | longer|    as it is      |shorter| together with the frame before
//! ```
//!
//! A frame that comes is played alone, and lasts as long as the synth says. Only when frames come
//! earlier and earlier, or later and later, because two clocks do not agree, each is made longer or
//! shorter by some samples in 800, which nobody hears, until they are back between the marks. When the
//! device runs dry the synth plays on without a frame; when frames pile up several are played as one.

use std::collections::VecDeque;

use super::device::RATE;

/// One millisecond.
const MS: usize = RATE / 1000;
/// The least that is still to be played, with a device that takes its samples in small portions.
const DRY: usize = 8 * MS;
/// What must be left when a device takes a portion.
const SPARE: usize = 3 * MS;
/// Frames that come so near to that are made longer, and so near to the limit shorter.
const EDGE: usize = 4 * MS;
/// Frames that come with more to be played are played with the one before; where much must stay queued,
/// with so much more.
const LIMIT: usize = 40 * MS;
const BAND: usize = 26 * MS;
/// By how many samples a frame is made longer or shorter at most.
const STRETCH: isize = 4;
/// How far back over a mark it goes then, so that it is seldom crossed.
const BACK: usize = 3 * MS / 2;
/// How much more is kept queued when that was not enough, and how much at most.
const WIDEN: usize = 4 * MS;
const WIDEST: usize = 32 * MS;

/// What is to be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing until so many samples have been played.
    Wait(usize),
    /// Play the next `frames` game frames as one, longer by `longer` samples.
    Play {
        /// How many; never 0.
        frames: usize,
        /// May be negative.
        longer: isize,
    },
    /// Play without a game frame.
    Fill,
}

/// Game frames that are played as one.
#[derive(Clone, Copy, Debug)]
struct Group {
    frames: usize,
    longer: isize,
}

/// The game frames that wait, and when to play them.
#[derive(Clone, Debug)]
pub struct Pairing {
    waiting: VecDeque<Group>,
    /// Samples of one video frame.
    frame: usize,
    /// What the device takes at a time.
    portion: usize,
    /// How much more is kept because that was not enough.
    wider: usize,
    /// Samples by which the next frames are to be longer, or shorter where negative.
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
    /// The device takes so many samples at a time.
    pub fn portion_is(&mut self, samples: usize) {
        self.portion = samples.min(WIDEST);
    }

    /// The synth makes `samples` of a video frame.
    pub fn frame_is(&mut self, samples: usize) {
        self.frame = samples.max(1);
    }

    /// A game frame came while `queued` samples were still to be played.
    pub fn arrive(&mut self, queued: usize) {
        let (ahead, limit) = (queued + self.waiting.len() * self.frame, self.limit());
        match self.waiting.back_mut() {
            Some(group) if ahead > limit => {
                *group = Group {
                    frames: group.frames + 1,
                    longer: 0,
                };
                self.correction = 0;
            }
            _ => {
                let longer = self.longer(ahead);
                self.waiting.push_back(Group { frames: 1, longer });
            }
        }
    }

    /// The same while nothing plays.
    pub fn arrive_at_rest(&mut self) {
        self.arrive(self.dry());
        self.correction = 0;
        if let Some(group) = self.waiting.back_mut() {
            group.longer = 0;
        }
    }

    /// What to do with `queued` samples still to be played.
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
        let Group { frames, longer } = *group;
        self.waiting.pop_front();
        Step::Play { frames, longer }
    }

    /// Silence to be written before the first frame, so that the next ones find what they need.
    pub fn lead(&self) -> usize {
        let others = self.waiting.len().saturating_sub(1) * self.frame;
        let middle = (self.dry() + self.limit()) / 2;
        middle.saturating_sub(others).max(self.dry())
    }

    /// The device ran dry although it was fed by the rule: keeps more queued from now on.
    pub fn widen(&mut self) {
        self.wider = (self.wider + WIDEN).min(WIDEST);
    }

    /// It has been enough for long: keeps less queued again. False when it cannot be less.
    pub fn narrow(&mut self) -> bool {
        self.wider = self.wider.saturating_sub(WIDEN);
        self.wider > 0
    }

    /// Forgets the frames that wait.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.correction = 0;
    }

    /// With less to be played a frame must be there.
    fn dry(&self) -> usize {
        DRY.max(self.portion + SPARE) + self.wider
    }

    /// With more to be played frames are played together.
    fn limit(&self) -> usize {
        LIMIT.max(self.dry() + BAND)
    }

    /// By how many samples a frame is made longer that comes with so many ahead of it.
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
