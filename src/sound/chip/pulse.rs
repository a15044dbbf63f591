//! Pulse channel: a square wave of four duty cycles, with envelope and sweep.

use super::counters::{Divider, LengthCounter};
use super::envelope::Envelope;

/// Eight steps of the wave for each duty cycle: 1/8, 1/4, 1/2, and 1/4 inverted.
///
/// Source: NESdev wiki, "APU Pulse".
const WAVES: [[u8; 8]; 4] = [
    [0, 1, 0, 0, 0, 0, 0, 0],
    [0, 1, 1, 0, 0, 0, 0, 0],
    [0, 1, 1, 1, 1, 0, 0, 0],
    [1, 0, 0, 1, 1, 1, 1, 1],
];

/// Shortest period that sounds.
const PERIOD_MIN: u16 = 8;
/// Longest period that sounds. A sweep that would exceed it silences the channel, too.
const PERIOD_MAX: u16 = 0x7FF;

/// A pulse channel.
#[derive(Clone, Debug)]
pub(super) struct Pulse {
    envelope: Envelope,
    length: LengthCounter,
    sweep: Sweep,
    width: u8,
    /// Eleven bits of the timer.
    period: u16,
    divider: Divider,
    step: u8,
}

/// Sweep unit, which changes a pulse's period by itself.
#[derive(Clone, Debug, Default)]
struct Sweep {
    is_on: bool,
    rises: bool,
    /// Half frames from one change to the next, minus one.
    period: u8,
    shift: u8,
    divider: u8,
    begins: bool,
    /// Additional amount that the first pulse subtracts when the pitch rises, because its adder has no carry.
    extra: u16,
}

impl Sweep {
    /// Returns the period after the next change.
    const fn target(&self, period: u16) -> u16 {
        let change = period >> self.shift;
        if self.rises {
            period.saturating_sub(change + self.extra)
        } else {
            period + change
        }
    }
}

impl Pulse {
    /// Creates the first of the two pulses.
    pub(super) fn first() -> Pulse {
        Pulse::new(1)
    }

    /// Creates the second of the two pulses.
    pub(super) fn second() -> Pulse {
        Pulse::new(0)
    }

    fn new(extra: u16) -> Pulse {
        Pulse {
            envelope: Envelope::default(),
            length: LengthCounter::default(),
            sweep: Sweep {
                extra,
                ..Sweep::default()
            },
            width: 0,
            period: 0,
            divider: Divider::default(),
            step: 0,
        }
    }

    /// Writes register 0-3.
    pub(super) fn write(&mut self, register: u8, value: u8) {
        match register {
            0 => {
                self.width = value >> 6;
                self.length.is_held = value & 0x20 != 0;
                self.envelope.write(value);
            }
            1 => {
                self.sweep.is_on = value & 0x80 != 0;
                self.sweep.period = value >> 4 & 7;
                self.sweep.rises = value & 8 != 0;
                self.sweep.shift = value & 7;
                self.sweep.begins = true;
            }
            2 => self.period = self.period & 0x700 | u16::from(value),
            _ => {
                self.period = self.period & 0xFF | u16::from(value & 7) << 8;
                self.length.load(value);
                self.envelope.begin();
                self.step = 0;
            }
        }
    }

    pub(super) fn enable(&mut self, is_enabled: bool) {
        self.length.enable(is_enabled);
    }

    pub(super) fn clock_quarter(&mut self) {
        self.envelope.clock_quarter();
    }

    pub(super) fn clock_half(&mut self) {
        self.length.clock_half();
        let sweep = &mut self.sweep;
        let target = sweep.target(self.period);
        let is_due = sweep.divider == 0 && sweep.is_on && sweep.shift > 0;
        if is_due && self.period >= PERIOD_MIN && target <= PERIOD_MAX {
            self.period = target;
        }
        if sweep.divider == 0 || sweep.begins {
            sweep.divider = sweep.period;
            sweep.begins = false;
        } else {
            sweep.divider -= 1;
        }
    }

    fn is_heard(&self) -> bool {
        let is_too_low = !self.sweep.rises && self.sweep.target(self.period) > PERIOD_MAX;
        self.length.is_on() && self.period >= PERIOD_MIN && !is_too_low && self.envelope.level() > 0
    }

    /// Returns the current output, 0-15.
    pub(super) fn level(&self) -> u8 {
        if self.is_heard() {
            WAVES[usize::from(self.width)][usize::from(self.step)] * self.envelope.level()
        } else {
            0
        }
    }

    /// Returns the number of CPU cycles from one step to the next. The timer counts every other cycle.
    fn beats(&self) -> u32 {
        2 * (u32::from(self.period) + 1)
    }

    /// Returns the number of cycles until the output can change, at least 1.
    pub(super) fn until_change(&self) -> u32 {
        if self.is_heard() {
            self.divider.left()
        } else {
            u32::MAX
        }
    }

    pub(super) fn pass(&mut self, beats: u32) {
        let steps = self.divider.pass(beats, self.beats());
        // The chip's sequencer counts down. `WAVES` lists the steps in the order in which they sound, so the index
        // counts up.
        self.step = (self.step + (steps % 8) as u8) % 8;
    }
}
