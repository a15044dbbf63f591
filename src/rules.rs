//! The rules of the cartridge, as pure functions over small values.
//!
//! This module contains pieces, the settled cells, motion, the randomizers, score, lines, levels and their tables. It
//! has no play states, screens or players. Start with [`Piece`], [`Pose`] and [`Board`].
//!
//! Sources named in the docs: *disassembly* is the public annotated disassembly TetrisNESDisasm; *tetris.wiki* is its
//! page "Tetris (NES, Nintendo)".

pub mod board;
pub mod buttons;
pub mod control;
pub mod counted;
pub mod counter;
pub mod hash;
pub mod level;
pub mod lfsr;
pub mod motion;
pub mod notation;
pub mod piece;
pub mod playfield_memory;
pub mod randomizer;
pub mod region;
pub mod ron_fault;
pub mod sanitize;
pub mod score;

pub use board::Board;
pub use buttons::{Buttons, Pad};
pub use control::{Control, ControlEffects};
pub use counted::counted;
pub use counter::{Counter, LineCounter, Statistics};
pub use hash::StateHash;
pub use lfsr::Lfsr;
pub use motion::{Occupancy, Pose, Step};
pub use notation::LockNotation;
pub use piece::{Orientation, Piece};
pub use playfield_memory::{Cell, PlayfieldMemory};
pub use randomizer::{NesChoice, Randomizer, RandomizerKind, SzShare};
pub use region::Region;
pub use ron_fault::{RonFault, read_ron};
pub use sanitize::sanitized;
pub use score::Score;
