//! The cartridge's shift register, its source of randomness.

/// The cartridge's 16-bit linear feedback shift register.
///
/// The game only reads the high byte. From the power-on seed the register runs through 32,767 states. Bit 0 never
/// influences later states.
///
/// Source: the disassembly's random number routine; tetris.wiki, "Randomizer".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lfsr(u16);

impl Lfsr {
    /// State at power-on and reset.
    pub const POWER_ON: Lfsr = Lfsr(0x8988);
    /// Number of steps from the power-on state back to it.
    pub const PERIOD: u32 = 32_767;

    /// Returns a register in the given state.
    pub const fn new(state: u16) -> Lfsr {
        Lfsr(state)
    }

    /// Returns all 16 bits.
    pub const fn state(self) -> u16 {
        self.0
    }

    /// Returns the byte that the game reads.
    pub const fn high(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// Takes one step: bit 9 xor bit 1 enters at the top, everything else moves down by one.
    #[inline]
    pub const fn step(&mut self) {
        let bit = (self.0 >> 9 ^ self.0 >> 1) & 1;
        self.0 = self.0 >> 1 | bit << 15;
    }
}
