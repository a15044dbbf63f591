//! Triangle channel: 32 steps up and down, at a constant volume.

use super::counters::{Divider, LengthCounter};

/// Shortest period at which the channel moves. With shorter periods, which are inaudible, it stops, because it would
/// hiss otherwise.
const PERIOD_MIN: u16 = 2;

/// The triangle channel.
///
/// Source: NESdev wiki, "APU Triangle".
#[derive(Clone, Debug)]
pub(super) struct Triangle {
    length: LengthCounter,
    /// The linear counter in quarter frames, its reload value, and whether it reloads at the next quarter frame.
    linear: u8,
    linear_load: u8,
    linear_begins: bool,
    /// Eleven bits of the timer.
    period: u16,
    divider: Divider,
    step: u8,
}

impl Default for Triangle {
    /// Creates a triangle at its lowest level, so that switching on does not click.
    fn default() -> Triangle {
        Triangle {
            length: LengthCounter::default(),
            linear: 0,
            linear_load: 0,
            linear_begins: false,
            period: 0,
            divider: Divider::default(),
            step: 15,
        }
    }
}

impl Triangle {
    /// Writes register 0-3.
    pub(super) fn write(&mut self, register: u8, value: u8) {
        match register {
            0 => {
                self.length.is_held = value & 0x80 != 0;
                self.linear_load = value & 0x7F;
            }
            1 => {}
            2 => self.period = self.period & 0x700 | u16::from(value),
            _ => {
                self.period = self.period & 0xFF | u16::from(value & 7) << 8;
                self.length.load(value);
                self.linear_begins = true;
            }
        }
    }

    pub(super) fn enable(&mut self, is_enabled: bool) {
        self.length.enable(is_enabled);
    }

    pub(super) fn clock_quarter(&mut self) {
        if self.linear_begins {
            self.linear = self.linear_load;
        } else {
            self.linear = self.linear.saturating_sub(1);
        }
        if !self.length.is_held {
            self.linear_begins = false;
        }
    }

    pub(super) fn clock_half(&mut self) {
        self.length.clock_half();
    }

    fn is_moving(&self) -> bool {
        self.length.is_on() && self.linear > 0 && self.period >= PERIOD_MIN
    }

    /// Returns the current output, 0-15. A triangle that has stopped holds its level.
    pub(super) const fn level(&self) -> u8 {
        if self.step < 16 {
            15 - self.step
        } else {
            self.step - 16
        }
    }

    /// Returns the number of cycles until the output changes, at least 1.
    pub(super) fn until_change(&self) -> u32 {
        if self.is_moving() {
            self.divider.left()
        } else {
            u32::MAX
        }
    }

    pub(super) fn pass(&mut self, beats: u32) {
        let steps = self.divider.pass(beats, u32::from(self.period) + 1);
        if self.is_moving() {
            self.step = (self.step + (steps % 32) as u8) % 32;
        }
    }
}
