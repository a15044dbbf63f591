//! Noise channel: plays the bits of a shift register. The sequence of bits repeats after a long or a short period.

use crate::rules::Region;

use super::counters::{Divider, LengthCounter};
use super::envelope::Envelope;

/// Number of cycles from one bit to the next on NTSC consoles, by the four bits of the period in its register.
///
/// Source: NESdev wiki, "APU Noise".
const NTSC_PERIODS: [u16; 16] = [
    4, 8, 16, 32, 64, 96, 128, 160, 202, 254, 380, 508, 762, 1_016, 2_034, 4_068,
];
/// Number of cycles from one bit to the next on PAL consoles.
const PAL_PERIODS: [u16; 16] = [
    4, 8, 14, 30, 60, 88, 118, 148, 188, 236, 354, 472, 708, 944, 1_890, 3_778,
];

/// The noise channel.
#[derive(Clone, Debug)]
pub(super) struct Noise {
    envelope: Envelope,
    length: LengthCounter,
    periods: &'static [u16; 16],
    period: u8,
    /// True if the sequence is short, with 93 or 31 bits, which sounds metallic.
    is_short: bool,
    /// Shift register of fifteen bits. It does not advance while the channel is silent.
    register: u16,
    divider: Divider,
}

impl Noise {
    pub(super) fn new(region: Region) -> Noise {
        Noise {
            envelope: Envelope::default(),
            length: LengthCounter::default(),
            periods: match region {
                Region::Ntsc => &NTSC_PERIODS,
                Region::Pal => &PAL_PERIODS,
            },
            period: 0,
            is_short: false,
            register: 1,
            divider: Divider::default(),
        }
    }

    /// Writes register 0-3.
    pub(super) fn write(&mut self, register: u8, value: u8) {
        match register {
            0 => {
                self.length.is_held = value & 0x20 != 0;
                self.envelope.write(value);
            }
            1 => {}
            2 => {
                self.is_short = value & 0x80 != 0;
                self.period = value & 15;
            }
            _ => {
                self.length.load(value);
                self.envelope.begin();
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
    }

    fn is_heard(&self) -> bool {
        self.length.is_on() && self.envelope.level() > 0
    }

    /// Returns the current output, 0-15.
    pub(super) fn level(&self) -> u8 {
        if self.is_heard() && self.register & 1 == 0 {
            self.envelope.level()
        } else {
            0
        }
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
        let period = u32::from(self.periods[usize::from(self.period)]);
        let bits = self.divider.pass(beats, period);
        if self.is_heard() {
            let tap = if self.is_short { 6 } else { 1 };
            for _ in 0..bits {
                let new = (self.register ^ self.register >> tap) & 1;
                self.register = self.register >> 1 | new << 14;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of bits after which the register repeats.
    fn period_of_bits(is_short: bool) -> usize {
        let mut noise = Noise::new(Region::Ntsc);
        noise.enable(true);
        noise.write(0, 0x3F);
        noise.write(2, if is_short { 0x80 } else { 0 });
        noise.write(3, 8);
        noise.pass(1);
        let first = noise.register;
        1 + (0..40_000)
            .position(|_| {
                noise.pass(4);
                noise.register == first
            })
            .expect("it comes back")
    }

    #[test]
    fn the_long_register_has_all_its_states_and_the_short_one_rings() {
        assert_eq!(period_of_bits(false), 32_767);
        assert_eq!(period_of_bits(true), 93);
    }
}
