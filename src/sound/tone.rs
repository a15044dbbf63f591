//! What a channel gives in a video frame, before it is written to the chip's registers.

use crate::rules::Region;

use super::chip::Timing;

/// The sweep register of a pulse whose pitch does not change by itself.
pub(super) const NO_SWEEP: u8 = 0x08;

/// A tone of a pulse or the triangle, or noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tone {
    /// A pulse's width 0-3; of noise 1 if it rings, else 0.
    pub(super) duty: u8,
    /// Loudness 0-15; a triangle is on or off.
    pub(super) level: u8,
    /// The timer's eleven bits; of noise its period 0-15.
    pub(super) period: u16,
    /// A pulse's sweep register.
    pub(super) sweep: u8,
    /// Whether it begins in this frame, so that a sweep begins too.
    pub(super) begins: bool,
}

impl Tone {
    /// Nothing.
    pub(super) const SILENCE: Tone = Tone {
        duty: 0,
        level: 0,
        period: 0,
        sweep: NO_SWEEP,
        begins: false,
    };
}

/// Timers for pitches on one region's chip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timers {
    clock_hz: f64,
}

impl Timers {
    pub(super) fn for_region(region: Region) -> Timers {
        Timers {
            clock_hz: Timing::for_region(region).clock_hz(),
        }
    }

    /// A pulse's timer for a frequency: sixteen beats of the chip are a step less one.
    ///
    /// Source: NESdev wiki, "APU Pulse", "APU Triangle".
    pub(super) fn pulse(self, hertz: f64) -> u16 {
        self.timer(hertz, 16.0)
    }

    /// The triangle's: it has twice the steps and no divider before them.
    pub(super) fn triangle(self, hertz: f64) -> u16 {
        self.timer(hertz, 32.0)
    }

    fn timer(self, hertz: f64, steps: f64) -> u16 {
        let timer = (self.clock_hz / (steps * hertz)).round() - 1.0;
        timer.clamp(0.0, 2_047.0) as u16
    }
}
