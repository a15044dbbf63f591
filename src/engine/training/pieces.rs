//! Piece sources of training modes.

use crate::rules::{Lfsr, NesChoice, Piece, StateHash};

/// Stream of pieces of [`TrainingMode::Seed`](super::TrainingMode::Seed): a separate shift register that is stepped
/// only to choose pieces.
///
/// Source: TetrisGYM, `playstate/spawnnext.asm`; its test vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeededPieces {
    choice: NesChoice,
    /// Number of steps of the register before each choice.
    steps: u8,
}

impl SeededPieces {
    /// Returns the pieces of a three-byte seed, highest byte first.
    pub const fn new(seed: u32) -> SeededPieces {
        let [_, high, low, last] = seed.to_be_bytes();
        let steps = match last >> 4 {
            0 => 16,
            steps => steps,
        };
        SeededPieces {
            choice: NesChoice {
                lfsr: Lfsr::new(u16::from_be_bytes([high, low])),
                count: last,
                previous_id: 0,
            },
            steps: steps + 3,
        }
    }

    /// Chooses the next piece.
    pub fn choose(&mut self) -> Piece {
        for _ in 0..self.steps {
            self.choice.lfsr.step();
        }
        self.choice.choose()
    }

    /// Adds the state to a state hash.
    pub fn hash_into(&self, hash: &mut StateHash) {
        hash.bytes(&self.choice.lfsr.state().to_le_bytes());
        hash.bytes(&[self.choice.count, self.choice.previous_id, self.steps]);
    }
}

/// Returns whether a drought of strength `value` (0-18) accepts an I piece. `draw` is a random number, 0-15.
///
/// Source: TetrisGYM, `playstate/spawnnext.asm`.
pub const fn keeps_i(value: u32, draw: u8) -> bool {
    draw as u32 + 2 >= value
}

/// Piece source of a training mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PieceRule {
    /// The game chooses the pieces.
    Own,
    /// Always this piece.
    Only(Piece),
    /// These pieces in a cycle. The number is the index of the next piece.
    Cycle(Vec<Piece>, usize),
    /// The piece stream of a seed.
    Seeded(SeededPieces),
    /// The game chooses the pieces, and rejects some I pieces. The number is the strength of the drought, 0-18.
    Drought(u32),
}

impl PieceRule {
    /// Returns the next piece, or `None` if the game chooses it.
    pub(super) fn choose(&mut self) -> Option<Piece> {
        match self {
            PieceRule::Own | PieceRule::Drought(_) => None,
            PieceRule::Only(piece) => Some(*piece),
            PieceRule::Cycle(pieces, next) => {
                let piece = pieces[*next];
                *next = (*next + 1) % pieces.len();
                Some(piece)
            }
            PieceRule::Seeded(pieces) => Some(pieces.choose()),
        }
    }

    /// Returns whether the rule accepts a piece that the game has chosen. `draw` returns a random number, 0-15.
    pub(super) fn keeps(&self, piece: Piece, draw: impl FnOnce() -> u8) -> bool {
        match self {
            PieceRule::Drought(value) if piece == Piece::I => keeps_i(*value, draw()),
            _ => true,
        }
    }

    pub(super) fn hash_into(&self, hash: &mut StateHash) {
        match self {
            PieceRule::Own | PieceRule::Only(_) | PieceRule::Drought(_) => {}
            PieceRule::Cycle(_, next) => hash.number(*next as u64),
            PieceRule::Seeded(pieces) => pieces.hash_into(hash),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Randomizer, RandomizerKind};

    /// Source: computed by TetrisGYM's own tests.
    const VECTORS: [(u32, &str); 5] = [
        (
            0x89_8800,
            "JSJIZTOILOTOTZLOLIZJISOSZIILZIJSZTJTLTLTZLIJTLOILILZISSOTJTO",
        ),
        (
            0x00_02FF,
            "TLITZILTZOILSJLZIOLZTSTIJIJLOSZLJSLSTTTITLLOZISOTLTJIJOTIOJZ",
        ),
        (
            0xAB_CDEF,
            "ITLOIOISISJTITJOLOOOLJLTIJSISLTJOTLJSZLTZJIJITLTZOSOILSOZSLT",
        ),
        (
            0x10_1010,
            "ZJOTLTZJLZJSZISIJOLITJSILZJILITSISZOITIZSZJLLTIOZJZSZISIJZTI",
        ),
        (
            0x13_3702,
            "OJSTZSIOLSIJTSZILJZJJLZLISISJTLZTSZTJOJOSJSZLITJOIOTITILTOST",
        ),
    ];

    #[test]
    fn a_seed_gives_the_pieces_of_the_cartridge_trainer() {
        for (seed, expected) in VECTORS {
            let mut pieces = SeededPieces::new(seed);
            let found: String = expected.chars().map(|_| pieces.choose().letter()).collect();
            assert_eq!(found, expected, "{seed:06X}");
        }
    }

    /// Returns the number of I pieces per ten thousand pieces in a drought of strength `value`, with the cartridge's
    /// odds.
    fn share_of_i(value: u32) -> u32 {
        let mut randomizer = Randomizer::new(RandomizerKind::NesOdds, 7, 0).unwrap();
        let rule = PieceRule::Drought(value);
        let count = 200_000;
        let mut found = 0;
        for _ in 0..count {
            let piece = loop {
                let piece = randomizer.choose();
                if rule.keeps(piece, || randomizer.draw_sixteenth()) {
                    break piece;
                }
            };
            found += u32::from(piece == Piece::I);
        }
        found / (count / 10_000)
    }

    #[test]
    fn a_drought_lets_the_published_share_of_i_through() {
        for (value, share) in [
            (0, 1390),
            (2, 1390),
            (3, 1320),
            (7, 1010),
            (10, 770),
            (13, 490),
            (16, 200),
            (17, 105),
            (18, 0),
        ] {
            let found = share_of_i(value);
            assert!(found.abs_diff(share) < 35, "{value}: {found}");
        }
    }
}
