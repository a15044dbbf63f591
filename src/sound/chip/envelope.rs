//! Envelope of a pulse or noise channel: its volume is constant or decays by itself.

/// Volume generator, 0-15.
#[derive(Clone, Debug, Default)]
pub(super) struct Envelope {
    /// The constant volume or, for a decay, the number of quarter frames per level minus one.
    volume: u8,
    is_constant: bool,
    loops: bool,
    begins: bool,
    divider: u8,
    level: u8,
}

impl Envelope {
    /// Sets the envelope by bits 0-5 of a channel's first register.
    pub(super) fn write(&mut self, value: u8) {
        self.volume = value & 15;
        self.is_constant = value & 0x10 != 0;
        self.loops = value & 0x20 != 0;
    }

    /// Restarts the decay from 15 at the next quarter frame.
    pub(super) fn begin(&mut self) {
        self.begins = true;
    }

    pub(super) const fn level(&self) -> u8 {
        if self.is_constant {
            self.volume
        } else {
            self.level
        }
    }

    pub(super) fn clock_quarter(&mut self) {
        if self.begins {
            self.begins = false;
            self.level = 15;
            self.divider = self.volume;
        } else if self.divider > 0 {
            self.divider -= 1;
        } else {
            self.divider = self.volume;
            self.level = match self.level {
                0 if self.loops => 15,
                level => level.saturating_sub(1),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the levels of a note in its first quarter frames.
    fn levels(register: u8) -> Vec<u8> {
        let mut envelope = Envelope::default();
        envelope.write(register);
        envelope.begin();
        let clocked = |_| {
            envelope.clock_quarter();
            envelope.level()
        };
        (0..36).map(clocked).collect()
    }

    #[test]
    fn it_is_constant_or_falls_once_or_falls_for_ever() {
        assert_eq!(levels(0x17), [7; 36]);
        let falling = levels(0x01);
        assert_eq!(falling[..5], [15, 15, 14, 14, 13]);
        assert_eq!(falling[30..], [0; 6]);
        let looping = levels(0x20);
        assert_eq!(looping[13..19], [2, 1, 0, 15, 14, 13]);
    }
}
