//! The effects: short sounds for what happens, each on channels of its own.

mod table;

use table::{Burst, Stretch};

use crate::rules::Region;

use super::chip::CHANNELS;
use super::tone::{NO_SWEEP, Timers, Tone};

/// What is heard when something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Effect {
    /// A cursor or letter of a menu moves; a bonus is counted on.
    MenuMove,
    /// A menu is left.
    MenuChoice,
    /// The piece moves to the side.
    Shift,
    /// The piece turns.
    Rotate,
    /// The piece locks, and no row is complete.
    Lock,
    /// A row is complete.
    LineClear,
    /// Four rows are.
    Tetris,
    /// The wall flashes.
    Flash,
    /// The level rises.
    LevelUp,
    /// The game is paused.
    Pause,
    /// The curtain falls over a lost game.
    Curtain,
    /// A rocket burns.
    Rocket,
    /// Rows of garbage are sent.
    GarbageSent,
    /// Rows of garbage arrive.
    GarbageReceived,
    /// A coach has something to say.
    Note,
}

impl Effect {
    /// All of them; of two on one channel in one frame the later one is heard.
    ///
    /// Source: the order in which a frame of the disassembly comes to them.
    pub const ALL: [Effect; 15] = [
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
        Effect::Note,
    ];

    /// Whether it is not begun while a greater one plays.
    ///
    /// Source: the sound program of the disassembly.
    const fn gives_way(self) -> bool {
        matches!(self, Effect::Shift | Effect::Rotate | Effect::Lock)
    }

    /// Whether shift, rotate and lock wait for its end.
    const fn has_precedence(self) -> bool {
        matches!(
            self,
            Effect::Tetris | Effect::LevelUp | Effect::Flash | Effect::LineClear
        )
    }

    /// Whether it comes with every piece, so that it would be a rattle in a fast game.
    const fn is_of_every_piece(self) -> bool {
        self.gives_way() || matches!(self, Effect::MenuMove)
    }

    /// Video frames until it is silent.
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

/// What an effect does on each channel; an empty list leaves it to others.
struct Parts {
    pulses: [&'static [Stretch]; 2],
    noise: &'static [Burst],
}

/// The effects that begin in one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Effects(u16);

impl Effects {
    /// Adds one.
    pub const fn insert(&mut self, effect: Effect) {
        self.0 |= 1 << effect as u16;
    }

    /// Whether it is among them.
    pub const fn contains(self, effect: Effect) -> bool {
        self.0 >> effect as u16 & 1 == 1
    }

    fn iter(self) -> impl Iterator<Item = Effect> {
        Effect::ALL
            .into_iter()
            .filter(move |&effect| self.contains(effect))
    }
}

/// The effects that play.
#[derive(Clone, Debug)]
pub(super) struct EffectPlayer {
    timers: Timers,
    /// On each channel the effect with the frames since it began.
    channels: [Option<(Effect, u32)>; CHANNELS],
}

/// The triangle plays no effects.
const PULSES: [usize; 2] = [0, 1];
const NOISE: usize = 3;

impl EffectPlayer {
    pub(super) fn new(region: Region) -> EffectPlayer {
        EffectPlayer {
            timers: Timers::for_region(region),
            channels: [None; CHANNELS],
        }
    }

    /// Ends all of them.
    pub(super) fn stop(&mut self) {
        self.channels = [None; CHANNELS];
    }

    /// Ends what plays on the first pulse.
    pub(super) fn cut(&mut self) {
        self.channels[PULSES[0]] = None;
    }

    /// Begins effects; in a hurry none that comes with every piece, and none again before it is over.
    pub(super) fn begin(&mut self, effects: Effects, is_hurried: bool) {
        for effect in effects.iter() {
            let is_covered = self.plays(Effect::has_precedence);
            let rattles =
                is_hurried && (effect.is_of_every_piece() || self.plays(|other| other == effect));
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

    /// Lets a video frame pass and gives what plays in it; none where no effect does.
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
                stretch_at(parts.pulses[number], *age, self.timers)
            };
            *age += 1;
            if tones[number].is_none() {
                *channel = None;
            }
        }
        tones
    }
}

/// Where a list of parts stands after `age` frames: the part and the frames since it began.
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

fn stretch_at(parts: &'static [Stretch], age: u32, timers: Timers) -> Option<Tone> {
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

fn burst_at(parts: &'static [Burst], age: u32) -> Option<Tone> {
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

/// The value after `age` of so many frames on the straight way between two.
fn between(from: i32, to: i32, age: u32, frames: u8) -> i32 {
    from + (to - from) * age as i32 / i32::from(frames.max(2) - 1)
}
