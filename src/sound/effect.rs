//! Sound effects: short sounds for events. Each effect uses a fixed set of channels.

mod table;

use table::{EffectSegment, NoiseSegment};

use crate::rules::Region;

use super::chip::CHANNELS;
use super::tone::{NO_SWEEP, Tone, ToneTimers};

/// Sound effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Effect {
    /// The cursor or a letter of a menu changes, or a bonus counts up.
    MenuMove,
    /// A menu is left.
    MenuChoice,
    /// The piece shifts.
    Shift,
    /// The piece rotates.
    Rotate,
    /// The piece locks without completing a row.
    Lock,
    /// One to three rows are complete.
    LineClear,
    /// Four rows are complete.
    Tetris,
    /// The background flashes.
    Flash,
    /// The level rises.
    LevelUp,
    /// The game is paused.
    Pause,
    /// The curtain falls over a lost game.
    Curtain,
    /// A rocket launches.
    Rocket,
    /// Rows of garbage are sent.
    GarbageSent,
    /// Rows of garbage arrive.
    GarbageReceived,
    /// A piece of a drill is a success.
    Hit,
    /// A piece of a drill is a failure.
    Miss,
}

impl Effect {
    /// All effects. If two of them start in one frame and need the same channel, the one later in this list plays.
    ///
    /// Source: the order in which a frame of the disassembly starts them.
    pub const ALL: [Effect; 16] = [
        Effect::MenuMove,
        Effect::MenuChoice,
        Effect::Shift,
        Effect::Rotate,
        Effect::Lock,
        Effect::LineClear,
        Effect::Tetris,
        Effect::Flash,
        Effect::LevelUp,
        Effect::Pause,
        Effect::Curtain,
        Effect::Rocket,
        Effect::GarbageSent,
        Effect::GarbageReceived,
        Effect::Hit,
        Effect::Miss,
    ];

    /// Returns whether an effect with precedence prevents this effect from starting.
    ///
    /// Source: the sound program of the disassembly.
    const fn gives_way(self) -> bool {
        matches!(self, Effect::Shift | Effect::Rotate | Effect::Lock)
    }

    /// Returns whether effects for shift, rotate and lock cannot interrupt this effect.
    const fn has_precedence(self) -> bool {
        matches!(
            self,
            Effect::Tetris | Effect::LevelUp | Effect::Flash | Effect::LineClear
        )
    }

    /// Returns whether the effect is so frequent that it would rattle in a hurried game.
    const fn is_too_frequent(self) -> bool {
        self.gives_way() || matches!(self, Effect::MenuMove)
    }

    /// Returns the length of the effect in video frames.
    pub fn frames(self) -> u32 {
        let parts = self.parts();
        let pulses = parts
            .pulses
            .map(|part| part.iter().map(|stretch| u32::from(stretch.frames)).sum());
        let noise = parts
            .noise
            .iter()
            .map(|burst| u32::from(burst.frames))
            .sum();
        pulses.into_iter().fold(noise, u32::max)
    }
}

/// Parts of an effect on each channel. A channel with an empty list is free for other sounds.
struct EffectParts {
    pulses: [&'static [EffectSegment]; 2],
    noise: &'static [NoiseSegment],
}

/// Set of effects that start in one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Effects(u16);

impl Effects {
    /// Adds an effect.
    pub const fn insert(&mut self, effect: Effect) {
        self.0 |= 1 << effect as u16;
    }

    /// Returns whether the set contains an effect.
    pub const fn contains(self, effect: Effect) -> bool {
        self.0 >> effect as u16 & 1 == 1
    }

    fn iter(self) -> impl Iterator<Item = Effect> {
        Effect::ALL
            .into_iter()
            .filter(move |&effect| self.contains(effect))
    }
}

/// Player of the current effects.
#[derive(Clone, Debug)]
pub(super) struct EffectPlayer {
    timers: ToneTimers,
    /// Effect on each channel, with the frames since its start.
    channels: [Option<(Effect, u32)>; CHANNELS],
}

/// Pulse channels. The triangle plays no effects.
const PULSES: [usize; 2] = [0, 1];
const NOISE: usize = 3;

impl EffectPlayer {
    pub(super) fn new(region: Region) -> EffectPlayer {
        EffectPlayer {
            timers: ToneTimers::for_region(region),
            channels: [None; CHANNELS],
        }
    }

    /// Ends all effects.
    pub(super) fn stop(&mut self) {
        self.channels = [None; CHANNELS];
    }

    /// Ends the effect on the first pulse.
    pub(super) fn cut(&mut self) {
        self.channels[PULSES[0]] = None;
    }

    /// Starts effects. In a hurried game it skips effects that accompany every piece, and effects that are still
    /// playing.
    pub(super) fn begin(&mut self, effects: Effects, is_hurried: bool) {
        for effect in effects.iter() {
            let is_covered = self.plays(Effect::has_precedence);
            let rattles =
                is_hurried && (effect.is_too_frequent() || self.plays(|other| other == effect));
            if effect.gives_way() && is_covered || rattles {
                continue;
            }
            let parts = effect.parts();
            for pulse in PULSES {
                if !parts.pulses[pulse].is_empty() {
                    self.channels[pulse] = Some((effect, 0));
                }
            }
            if !parts.noise.is_empty() {
                self.channels[NOISE] = Some((effect, 0));
            }
        }
    }

    fn plays(&self, is_meant: impl Fn(Effect) -> bool) -> bool {
        self.channels
            .iter()
            .flatten()
            .any(|&(effect, _)| is_meant(effect))
    }

    /// Advances by one video frame and returns the tone of each channel. `None` on channels without an effect.
    pub(super) fn frame(&mut self) -> [Option<Tone>; CHANNELS] {
        let mut tones = [None; CHANNELS];
        for (number, channel) in self.channels.iter_mut().enumerate() {
            let Some((effect, age)) = channel else {
                continue;
            };
            let parts = effect.parts();
            tones[number] = if number == NOISE {
                burst_at(parts.noise, *age)
            } else {
                segment_at(parts.pulses[number], *age, self.timers)
            };
            *age += 1;
            if tones[number].is_none() {
                *channel = None;
            }
        }
        tones
    }
}

/// Returns the part of a list that plays `age` frames after its start, and the number of frames since that part began.
fn part_at<T>(
    parts: &'static [T],
    age: u32,
    frames: impl Fn(&T) -> u8,
) -> Option<(&'static T, u32)> {
    let mut age = age;
    for part in parts {
        let length = u32::from(frames(part));
        if age < length {
            return Some((part, age));
        }
        age -= length;
    }
    None
}

fn segment_at(parts: &'static [EffectSegment], age: u32, timers: ToneTimers) -> Option<Tone> {
    let (stretch, age) = part_at(parts, age, |stretch| stretch.frames)?;
    let [from, to] = stretch.hertz;
    let hertz = between(from.into(), to.into(), age, stretch.frames);
    Some(Tone {
        duty: stretch.duty,
        level: level(stretch.level, age, stretch.frames),
        period: timers.pulse(hertz.into()),
        sweep: stretch.sweep,
        begins: age == 0,
    })
}

fn burst_at(parts: &'static [NoiseSegment], age: u32) -> Option<Tone> {
    let (burst, age) = part_at(parts, age, |burst| burst.frames)?;
    let [from, to] = burst.period;
    Some(Tone {
        duty: u8::from(burst.is_metal),
        level: level(burst.level, age, burst.frames),
        period: between(from.into(), to.into(), age, burst.frames) as u16,
        sweep: NO_SWEEP,
        begins: age == 0,
    })
}

fn level([from, to]: [u8; 2], age: u32, frames: u8) -> u8 {
    between(from.into(), to.into(), age, frames) as u8
}

/// Interpolates linearly between two values, at frame `age` of `frames`.
fn between(from: i32, to: i32, age: u32, frames: u8) -> i32 {
    from + (to - from) * age as i32 / i32::from(frames.max(2) - 1)
}
