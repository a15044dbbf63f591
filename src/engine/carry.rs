//! What outlives a game of the console.

use crate::rules::{Buttons, Control, Lfsr, NesChoice, Pad, StateHash};

/// The part of the console's memory that goes on from game to game, and from screen to screen.
///
/// The console owns one and lends it to each game. Any value is legal.
///
/// Source: the disassembly's game set-up, by what it does not clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carry {
    /// The global frame counter: vertical blanks with the interrupt on. Menus clear its high byte.
    pub frame: u16,
    /// The shift register and the count of pieces chosen; each game clears the piece before.
    pub choice: NesChoice,
    /// The counters behind the buttons; autoshift and pushes go on, the others begin anew.
    pub control: Control,
    /// Lines found complete and not yet counted, 0-4; more than 0 only after a reset in a game.
    pub completed_lines: u8,
    /// Whether Select has switched the NEXT box off; the title screen switches it on.
    pub next_hidden: bool,
    /// The pad.
    pub pad: Pad,
}

impl Default for Carry {
    fn default() -> Carry {
        Carry {
            frame: 0,
            choice: NesChoice {
                lfsr: Lfsr::POWER_ON,
                count: 0,
                previous_id: 0,
            },
            control: Control::default(),
            completed_lines: 0,
            next_hidden: false,
            pad: Pad::default(),
        }
    }
}

impl Carry {
    /// The part of a vertical blank that every screen has: the frame counter and the shift
    /// register go on by one, and the pad is read.
    #[inline]
    pub fn vertical_blank(&mut self, held: Buttons) {
        self.frame = self.frame.wrapping_add(1);
        self.choice.lfsr.step();
        self.pad.read(held);
    }

    /// Clears the high byte of the frame counter, as title screen and type menu do.
    pub fn clear_frame_high(&mut self) {
        self.frame &= 0xFF;
    }

    /// Steps the shift register until the low four bits of its high byte are below ten, at least
    /// once, and returns them.
    ///
    /// Source: the disassembly's choice of garbage holes.
    pub fn draw_column(&mut self) -> u8 {
        loop {
            self.choice.lfsr.step();
            let column = self.choice.lfsr.high() & 15;
            if column < 10 {
                return column;
            }
        }
    }

    /// Adds everything to a fingerprint.
    pub fn hash_into(&self, hash: &mut StateHash) {
        let Carry {
            frame,
            choice,
            control,
            completed_lines,
            next_hidden,
            pad,
        } = self;
        hash.bytes(&frame.to_le_bytes());
        hash.bytes(&choice.lfsr.state().to_le_bytes());
        control.hash_into(hash);
        hash.bytes(&[
            choice.count,
            choice.previous_id,
            *completed_lines,
            u8::from(*next_hidden),
            pad.held.bits(),
            pad.new.bits(),
        ]);
    }
}
