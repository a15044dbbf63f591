//! Output of a channel in one video frame, in a form close to the chip's registers.

use crate::rules::Region;

use super::chip::Timing;

/// Value of the sweep register for a pulse of constant pitch.
pub(super) const NO_SWEEP: u8 = 0x08;

/// Tone of a pulse or the triangle, or a noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tone {
    /// Duty cycle of a pulse, 0-3. For noise: 1 if it is metallic, otherwise 0.
    pub(super) duty: u8,
    /// Volume, 0-15. The triangle can only be on or off.
    pub(super) level: u8,
    /// Eleven bits of the timer. For noise: its period, 0-15.
    pub(super) period: u16,
    /// Value of a pulse's sweep register.
    pub(super) sweep: u8,
    /// True if the tone starts in this frame, so that its sweep starts too.
    pub(super) begins: bool,
}

impl Tone {
    /// Silence.
    pub(super) const SILENCE: Tone = Tone {
        duty: 0,
        level: 0,
        period: 0,
        sweep: NO_SWEEP,
        begins: false,
    };
}

/// Conversion of frequencies to timer values of one region's chip.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToneTimers {
    clock_hz: f64,
}

impl ToneTimers {
    pub(super) fn for_region(region: Region) -> ToneTimers {
        ToneTimers {
            clock_hz: Timing::for_region(region).clock_hz(),
        }
    }

    /// Returns the timer value of a pulse for a frequency: the period in units of 16 clock cycles, minus one.
    ///
    /// Source: NESdev wiki, "APU Pulse", "APU Triangle".
    pub(super) fn pulse(self, hertz: f64) -> u16 {
        self.timer(hertz, 16.0)
    }

    /// Returns the timer value of the triangle for a frequency. Its unit is 32 clock cycles.
    pub(super) fn triangle(self, hertz: f64) -> u16 {
        self.timer(hertz, 32.0)
    }

    fn timer(self, hertz: f64, steps: f64) -> u16 {
        let timer = (self.clock_hz / (steps * hertz)).round() - 1.0;
        timer.clamp(0.0, 2_047.0) as u16
    }
}
