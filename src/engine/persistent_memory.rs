//! Console memory that outlives a game.

use crate::rules::{Buttons, Control, Lfsr, NesChoice, Pad, StateHash};

/// Part of the console's memory that persists from game to game and from screen to screen.
///
/// The console owns one `PersistentMemory` and lends it to each game. A game can start with any value.
///
/// Source: the disassembly's game set-up, which leaves these variables alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PersistentMemory {
    /// Global frame counter: the number of vertical blanks with the interrupt enabled. The title screen and the type
    /// menu clear its high byte.
    pub frame: u16,
    /// State of the piece choice: shift register, count of chosen pieces, and previous piece. The start of a game
    /// clears the previous piece.
    pub choice: NesChoice,
    /// Input counters. A new game keeps the autoshift and push counters and resets the others.
    pub control: Control,
    /// Number of completed lines that are not yet counted, 0-4. A new game finds it above 0 only if a reset interrupted
    /// the previous game.
    pub completed_lines: u8,
    /// True if Select has hidden the NEXT box. Opening the title screen shows the box again.
    pub next_hidden: bool,
    /// State of the pad at its last reading.
    pub pad: Pad,
}

impl Default for PersistentMemory {
    fn default() -> PersistentMemory {
        PersistentMemory {
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

impl PersistentMemory {
    /// Runs the part of a vertical blank that all screens share: advances frame counter and shift register, and reads
    /// the pad.
    #[inline]
    pub fn vertical_blank(&mut self, held: Buttons) {
        self.frame = self.frame.wrapping_add(1);
        self.choice.lfsr.step();
        self.pad.read(held);
    }

    /// Clears the high byte of the frame counter, as the title screen and the type menu do.
    pub fn clear_frame_high(&mut self) {
        self.frame &= 0xFF;
    }

    /// Returns a random column, 0-9. Steps the shift register, at least once, until the low four bits of its high byte
    /// are below ten; these bits are the column.
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

    /// Adds all of this memory to a state hash.
    pub fn hash_into(&self, hash: &mut StateHash) {
        let PersistentMemory {
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
