//! The cartridge's shift register, the source of its randomness.

/// The 16-bit linear feedback shift register of the cartridge.
///
/// The game only ever reads its high byte. From the power-on seed it runs through 32,767
/// states; bit 0 has no influence on what follows.
///
/// Source: the disassembly's random number routine; tetris.wiki, "Randomizer".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lfsr(u16);

impl Lfsr {
    /// The state at power-on and reset.
    pub const POWER_ON: Lfsr = Lfsr(0x8988);
    /// How many steps lead from the power-on state back to it.
    pub const PERIOD: u32 = 32_767;

    /// A register in the given state.
    pub const fn new(state: u16) -> Lfsr {
        Lfsr(state)
    }

    /// The whole state.
    pub const fn state(self) -> u16 {
        self.0
    }

    /// The byte that the game reads.
    pub const fn high(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// One step: bit 9 xor bit 1 enters at the top, everything else moves down by one.
    #[inline]
    pub const fn step(&mut self) {
        let bit = (self.0 >> 9 ^ self.0 >> 1) & 1;
        self.0 = self.0 >> 1 | bit << 15;
    }
}
