//! Table of the sounds of all effects.
//!
//! Effects of the console keep its channel, length and rough pitch, which players know (tetris.wiki and the
//! disassembly's table of effects). The sounds themselves are this program's own.

use super::{Effect, EffectParts};
use crate::sound::tone::NO_SWEEP;

/// Part of an effect on a pulse channel.
pub(super) struct EffectSegment {
    /// Length in video frames.
    pub(super) frames: u8,
    /// Duty cycle: 0 is 1/8, 1 is 1/4, 2 is 1/2.
    pub(super) duty: u8,
    /// Frequencies in hertz at the beginning and at the end.
    pub(super) hertz: [u16; 2],
    /// Volume at the beginning and at the end, 0-15.
    pub(super) level: [u8; 2],
    /// Value of the chip's sweep register.
    pub(super) sweep: u8,
}

/// Part of an effect on the noise channel.
pub(super) struct NoiseSegment {
    /// Length in video frames.
    pub(super) frames: u8,
    /// True if the noise is metallic (short sequence).
    pub(super) is_metal: bool,
    /// Periods at the beginning and at the end, 0-15.
    pub(super) period: [u8; 2],
    /// Volume at the beginning and at the end, 0-15.
    pub(super) level: [u8; 2],
}

/// Creates a tone of constant pitch.
const fn tone(frames: u8, duty: u8, hertz: u16, level: [u8; 2]) -> EffectSegment {
    glide(frames, duty, [hertz, hertz], level)
}

/// Creates a tone that glides.
const fn glide(frames: u8, duty: u8, hertz: [u16; 2], level: [u8; 2]) -> EffectSegment {
    EffectSegment {
        frames,
        duty,
        hertz,
        level,
        sweep: NO_SWEEP,
    }
}

/// Creates a tone that the chip sweeps, upwards if `rises`, by 1/2^`shift` of its period every `every` half frames.
const fn swept(
    frames: u8,
    hertz: u16,
    level: [u8; 2],
    rises: bool,
    every: u8,
    shift: u8,
) -> EffectSegment {
    EffectSegment {
        sweep: 0x80 | (every - 1) << 4 | (rises as u8) << 3 | shift,
        ..tone(frames, 2, hertz, level)
    }
}

/// Creates a burst of noise.
const fn noise(frames: u8, period: [u8; 2], level: [u8; 2]) -> NoiseSegment {
    NoiseSegment {
        frames,
        is_metal: false,
        period,
        level,
    }
}

const MENU_MOVE: &[EffectSegment] = &[tone(3, 2, 1_720, [8, 8]), tone(3, 2, 1_720, [2, 2])];
const MENU_CHOICE: &[EffectSegment] = &[
    tone(3, 2, 840, [9, 7]),
    tone(3, 2, 900, [9, 7]),
    tone(3, 2, 970, [9, 7]),
    tone(3, 2, 1_040, [9, 4]),
];
const SHIFT: &[EffectSegment] = &[tone(2, 1, 870, [9, 5])];
const ROTATE: &[EffectSegment] = &[
    tone(3, 1, 580, [10, 8]),
    tone(4, 1, 590, [3, 2]),
    tone(3, 1, 580, [8, 6]),
    tone(5, 1, 590, [2, 0]),
];
const LOCK: &[EffectSegment] = &[
    swept(7, 112, [15, 9], false, 2, 4),
    glide(8, 2, [80, 60], [6, 0]),
];
const LINE_CLEAR: &[EffectSegment] = &[
    swept(9, 270, [12, 9], true, 1, 4),
    swept(9, 340, [10, 8], true, 1, 4),
    swept(9, 405, [8, 6], true, 1, 4),
    swept(9, 470, [6, 4], true, 1, 4),
    swept(9, 540, [4, 0], true, 1, 4),
];
const TETRIS: &[EffectSegment] = &[
    swept(8, 330, [14, 12], true, 1, 4),
    swept(7, 415, [14, 12], true, 1, 4),
    swept(8, 495, [13, 11], true, 1, 4),
    swept(7, 660, [12, 10], true, 1, 4),
    swept(8, 830, [11, 8], true, 1, 4),
    swept(7, 990, [9, 6], true, 1, 4),
    // Without an interruption, the effect continues like the flash.
    tone(5, 1, 1_050, [10, 8]),
    tone(2, 1, 1_600, [9, 9]),
    tone(2, 1, 2_000, [8, 8]),
    tone(2, 1, 1_600, [8, 8]),
    tone(2, 1, 2_000, [7, 7]),
    tone(2, 1, 1_600, [7, 7]),
    tone(2, 1, 2_000, [6, 6]),
    tone(3, 1, 1_600, [5, 5]),
    tone(3, 1, 2_000, [4, 4]),
    tone(3, 1, 1_600, [3, 3]),
    tone(10, 1, 2_000, [3, 0]),
];
const FLASH: &[EffectSegment] = &[
    tone(5, 1, 1_050, [11, 9]),
    tone(2, 1, 1_600, [10, 10]),
    tone(2, 1, 2_000, [9, 9]),
    tone(2, 1, 1_600, [9, 9]),
    tone(2, 1, 2_000, [8, 8]),
    tone(2, 1, 1_600, [7, 7]),
    tone(2, 1, 2_000, [6, 6]),
    tone(3, 1, 1_600, [6, 5]),
    tone(3, 1, 2_000, [5, 4]),
    tone(3, 1, 1_600, [4, 3]),
    tone(10, 1, 2_000, [3, 0]),
];
const LEVEL_UP: &[EffectSegment] = &[
    tone(6, 2, 660, [11, 10]),
    tone(6, 2, 1_055, [11, 10]),
    tone(6, 2, 660, [11, 10]),
    tone(6, 2, 1_055, [11, 10]),
    tone(6, 2, 660, [11, 10]),
    tone(6, 2, 790, [11, 10]),
    tone(6, 2, 1_330, [10, 9]),
    tone(6, 2, 790, [9, 8]),
    tone(6, 2, 1_330, [8, 6]),
    tone(6, 2, 790, [5, 0]),
];
const PAUSE: &[EffectSegment] = &[
    tone(4, 2, 1_700, [10, 8]),
    tone(4, 2, 900, [10, 8]),
    tone(4, 2, 1_700, [10, 8]),
    tone(6, 2, 900, [10, 4]),
];
const CURTAIN: &[NoiseSegment] = &[
    noise(6, [13, 13], [13, 11]),
    noise(2, [11, 11], [6, 6]),
    noise(6, [14, 14], [12, 10]),
    noise(2, [12, 12], [6, 6]),
    noise(6, [14, 14], [11, 9]),
    noise(2, [12, 12], [5, 5]),
    noise(8, [14, 14], [9, 7]),
    noise(2, [13, 13], [4, 4]),
    noise(10, [15, 15], [8, 5]),
    noise(20, [15, 15], [4, 0]),
];
const ROCKET: &[NoiseSegment] = &[noise(12, [10, 13], [8, 13]), noise(20, [13, 14], [13, 3])];
const GARBAGE_SENT: &[EffectSegment] = &[
    glide(6, 1, [520, 1_040], [10, 9]),
    glide(6, 1, [780, 1_560], [9, 6]),
    tone(4, 1, 1_560, [4, 0]),
];
const GARBAGE_RECEIVED: &[EffectSegment] = &[
    glide(10, 2, [240, 110], [11, 9]),
    glide(14, 2, [180, 70], [10, 0]),
];
const RUMBLE: &[NoiseSegment] = &[noise(6, [12, 13], [11, 9]), noise(18, [14, 15], [9, 0])];
const HIT: &[EffectSegment] = &[tone(7, 1, 784, [8, 5]), tone(14, 1, 1_175, [8, 0])];
const MISS: &[EffectSegment] = &[tone(7, 2, 208, [8, 5]), tone(14, 2, 156, [8, 0])];

impl Effect {
    pub(super) const fn parts(self) -> EffectParts {
        let (pulse1, pulse2, noise): (&[EffectSegment], &[EffectSegment], &[NoiseSegment]) =
            match self {
                Effect::MenuMove => (MENU_MOVE, &[], &[]),
                Effect::MenuChoice => (MENU_CHOICE, &[], &[]),
                Effect::Shift => (SHIFT, &[], &[]),
                Effect::Rotate => (ROTATE, &[], &[]),
                Effect::Lock => (LOCK, &[], &[]),
                Effect::LineClear => (LINE_CLEAR, &[], &[]),
                Effect::Tetris => (TETRIS, &[], &[]),
                Effect::Flash => (FLASH, &[], &[]),
                Effect::LevelUp => (LEVEL_UP, &[], &[]),
                Effect::Pause => (PAUSE, &[], &[]),
                Effect::Curtain => (&[], &[], CURTAIN),
                Effect::Rocket => (&[], &[], ROCKET),
                Effect::GarbageSent => (&[], GARBAGE_SENT, &[]),
                Effect::GarbageReceived => (&[], GARBAGE_RECEIVED, RUMBLE),
                Effect::Hit => (&[], HIT, &[]),
                Effect::Miss => (&[], MISS, &[]),
            };
        EffectParts {
            pulses: [pulse1, pulse2],
            noise,
        }
    }
}
