//! Length counters, which end notes, and dividers, which count the cycles down to a channel's next step.

/// Length of a note in half frames, by the five-bit number written to a register.
///
/// Source: NESdev wiki, "APU Length Counter".
const LENGTHS: [u8; 32] = [
    10, 254, 20, 2, 40, 4, 80, 6, 160, 8, 60, 10, 14, 12, 26, 14, 12, 16, 24, 18, 48, 20, 96, 22,
    192, 24, 72, 26, 16, 28, 32, 30,
];

/// Counter of the half frames that are left of a note.
#[derive(Clone, Debug, Default)]
pub(super) struct LengthCounter {
    left: u8,
    is_enabled: bool,
    /// True if the counter is halted, so that the note continues.
    pub(super) is_held: bool,
}

impl LengthCounter {
    /// Returns whether the note still sounds.
    pub(super) const fn is_on(&self) -> bool {
        self.left > 0
    }

    /// Starts a note; the upper five bits of `value` select its length.
    pub(super) fn load(&mut self, value: u8) {
        if self.is_enabled {
            self.left = LENGTHS[usize::from(value >> 3)];
        }
    }

    /// Allows notes if `is_enabled` is true. Otherwise ends the current note.
    pub(super) fn enable(&mut self, is_enabled: bool) {
        self.is_enabled = is_enabled;
        if !is_enabled {
            self.left = 0;
        }
    }

    pub(super) fn clock_half(&mut self) {
        if !self.is_held {
            self.left = self.left.saturating_sub(1);
        }
    }
}

/// Clock cycles until a channel's next step.
#[derive(Clone, Debug)]
pub(super) struct Divider {
    left: u32,
}

impl Default for Divider {
    fn default() -> Divider {
        Divider { left: 1 }
    }
}

impl Divider {
    /// Returns the number of cycles until the next step, at least 1.
    pub(super) const fn left(&self) -> u32 {
        self.left
    }

    /// Lets `beats` cycles pass. Returns how many steps were in them, with one step every `period` cycles.
    pub(super) fn pass(&mut self, beats: u32, period: u32) -> u32 {
        if beats < self.left {
            self.left -= beats;
            return 0;
        }
        let past = beats - self.left;
        self.left = period - past % period;
        1 + past / period
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_come_every_period_however_time_is_cut() {
        let (mut whole, mut cut) = (Divider::default(), Divider::default());
        let steps = whole.pass(1_000, 7);
        let parts: u32 = [1, 6, 7, 8, 100, 878]
            .map(|beats| cut.pass(beats, 7))
            .iter()
            .sum();
        assert_eq!((steps, whole.left()), (143, 2));
        assert_eq!((parts, cut.left()), (143, 2));
    }

    #[test]
    fn a_note_lasts_as_many_half_frames_as_its_five_bits_say() {
        let mut length = LengthCounter::default();
        length.load(0x08);
        assert!(!length.is_on(), "not enabled");
        length.enable(true);
        length.load(0x18);
        length.clock_half();
        assert!(length.is_on());
        length.clock_half();
        assert!(!length.is_on());
        length.load(0x08);
        length.is_held = true;
        (0..1_000).for_each(|_| length.clock_half());
        assert!(length.is_on());
        length.enable(false);
        assert!(!length.is_on());
    }
}
