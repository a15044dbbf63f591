//! Choice of the next piece: exactly as on the cartridge, by its odds, by a fair die, or mostly S and Z.

use std::fmt::{self, Display};
use std::str::FromStr;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::hash::StateHash;
use super::lfsr::Lfsr;
use super::piece::Piece;

/// Randomizer of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum RandomizerKind {
    /// The cartridge's shift register and piece choice, bit for bit.
    Nes,
    /// The cartridge's odds for each pair of successive pieces, drawn from a generator with a long period.
    NesOdds,
    /// All seven pieces with equal odds, each independent of the others.
    Uniform,
    /// As [`RandomizerKind::Uniform`], but this share of the pieces is replaced by S or Z, with equal odds.
    ///
    /// With S and Z alone, every game ends sooner or later. Source: H. Burgiel, "How to Lose at Tetris", 1997.
    Sz(SzShare),
}

/// Share of pieces that are replaced by S or Z, in percent (0-100).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct SzShare(u8);

impl SzShare {
    /// Every piece is S or Z.
    pub const ALL: SzShare = SzShare(100);

    /// Returns a share of `percent`, or `None` if it is above 100.
    pub const fn new(percent: u8) -> Option<SzShare> {
        match percent {
            0..=100 => Some(SzShare(percent)),
            _ => None,
        }
    }

    /// Returns the share in percent.
    pub const fn percent(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for SzShare {
    type Error = String;

    fn try_from(percent: u8) -> Result<SzShare, String> {
        SzShare::new(percent)
            .ok_or_else(|| format!("share of S and Z: {percent} percent; allowed: 0-100"))
    }
}

impl From<SzShare> for u8 {
    fn from(share: SzShare) -> u8 {
        share.0
    }
}

/// A text that names no randomizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("allowed: nes, nes-odds, uniform, sz, and sz:0 to sz:100")]
pub struct UnknownRandomizer;

/// Writes the name on the command line.
impl Display for RandomizerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RandomizerKind::Nes => f.write_str("nes"),
            RandomizerKind::NesOdds => f.write_str("nes-odds"),
            RandomizerKind::Uniform => f.write_str("uniform"),
            RandomizerKind::Sz(SzShare::ALL) => f.write_str("sz"),
            RandomizerKind::Sz(SzShare(percent)) => write!(f, "sz:{percent}"),
        }
    }
}

impl FromStr for RandomizerKind {
    type Err = UnknownRandomizer;

    fn from_str(name: &str) -> Result<RandomizerKind, UnknownRandomizer> {
        match name {
            "nes" => Ok(RandomizerKind::Nes),
            "nes-odds" => Ok(RandomizerKind::NesOdds),
            "uniform" => Ok(RandomizerKind::Uniform),
            "sz" => Ok(RandomizerKind::Sz(SzShare::ALL)),
            _ => name
                .strip_prefix("sz:")
                .filter(|percent| percent.bytes().all(|byte| byte.is_ascii_digit()))
                .and_then(|percent| SzShare::new(percent.parse().ok()?))
                .map(RandomizerKind::Sz)
                .ok_or(UnknownRandomizer),
        }
    }
}

/// A stream of pieces. This value is its whole state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Randomizer {
    /// See [`RandomizerKind::Nes`].
    Nes(NesChoice),
    /// See [`RandomizerKind::NesOdds`].
    NesOdds {
        /// Generator with a long period.
        generator: ChaCha8Rng,
        /// Piece chosen last, `None` at the start of a game.
        previous: Option<Piece>,
    },
    /// See [`RandomizerKind::Uniform`].
    Uniform(ChaCha8Rng),
    /// See [`RandomizerKind::Sz`].
    Sz(SzShare, ChaCha8Rng),
}

/// A seed whose state the exact randomizer never reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "seed {0:04X}: the exact randomizer never reaches this state; allowed: seeds whose low 16 bits are neither 0000 \
    nor 0001"
)]
pub struct UnreachableSeed(pub u16);

impl Randomizer {
    /// Returns the randomizer of game number `game` (from 0) in the series started with `seed`.
    ///
    /// For [`RandomizerKind::Nes`], the low 16 bits of `seed` are the state of the register when the first piece of
    /// game 0 is chosen; bit 0 is ignored. Each later game starts 4,001 steps further on, so the games run through all
    /// 32,767 states.
    ///
    /// # Errors
    /// [`UnreachableSeed`] if the exact randomizer never reaches the state in `seed`.
    pub fn new(kind: RandomizerKind, seed: u64, game: u64) -> Result<Randomizer, UnreachableSeed> {
        Ok(match kind {
            RandomizerKind::Nes => Randomizer::Nes(NesChoice::new(seed as u16, game)?),
            RandomizerKind::NesOdds => Randomizer::NesOdds {
                generator: generator(seed, game),
                previous: None,
            },
            RandomizerKind::Uniform => Randomizer::Uniform(generator(seed, game)),
            RandomizerKind::Sz(share) => Randomizer::Sz(share, generator(seed, game)),
        })
    }

    /// Advances the randomizer by one video frame. Only the exact one changes: it steps its register.
    #[inline]
    pub fn frame(&mut self) {
        if let Randomizer::Nes(choice) = self {
            choice.lfsr.step();
        }
    }

    /// Chooses the next piece.
    pub fn choose(&mut self) -> Piece {
        match self {
            Randomizer::Nes(choice) => choice.choose(),
            Randomizer::NesOdds {
                generator,
                previous,
            } => {
                let piece = choose_by_odds(generator, *previous);
                *previous = Some(piece);
                piece
            }
            Randomizer::Uniform(generator) => choose_uniformly(generator),
            Randomizer::Sz(share, generator) => {
                let piece = choose_uniformly(generator);
                replace_by_sz(piece, (share.0.into(), 100), generator)
            }
        }
    }

    /// Draws a number, 0-15, all with equal odds. The exact randomizer returns the low bits of its register.
    pub fn draw_sixteenth(&mut self) -> u8 {
        match self {
            Randomizer::Nes(choice) => choice.lfsr.state() as u8 & 15,
            Randomizer::NesOdds { generator, .. }
            | Randomizer::Uniform(generator)
            | Randomizer::Sz(_, generator) => generator.random_range(0..16),
        }
    }

    /// Returns the shift register of the exact randomizer, or `None` for the others.
    pub const fn lfsr(&self) -> Option<Lfsr> {
        match self {
            Randomizer::Nes(choice) => Some(choice.lfsr),
            _ => None,
        }
    }

    /// Adds the whole state to a state hash.
    pub fn hash_into(&self, hash: &mut StateHash) {
        match self {
            Randomizer::Nes(NesChoice {
                lfsr,
                count,
                previous_id,
            }) => {
                hash.bytes(&[0, *count, *previous_id]);
                hash.bytes(&lfsr.state().to_le_bytes());
            }
            Randomizer::NesOdds {
                generator,
                previous,
            } => {
                hash.bytes(&[1, previous.map_or(255, |piece| piece.index() as u8)]);
                hash_generator(generator, hash);
            }
            Randomizer::Uniform(generator) => {
                hash.bytes(&[2]);
                hash_generator(generator, hash);
            }
            Randomizer::Sz(share, generator) => {
                hash.bytes(&[3, share.0]);
                hash_generator(generator, hash);
            }
        }
    }
}

/// Adds the state of a generator to a state hash.
pub fn hash_generator(generator: &ChaCha8Rng, hash: &mut StateHash) {
    hash.bytes(&generator.get_seed());
    hash.bytes(&generator.get_word_pos().to_le_bytes());
}

/// Returns the generator of game `game` in the series of `seed`: ChaCha with 8 rounds, with both numbers in its key.
pub fn generator(seed: u64, game: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&game.to_le_bytes());
    ChaCha8Rng::from_seed(key)
}

/// The cartridge's choice of pieces with its whole state.
///
/// Source: the disassembly's piece choice routine; tetris.wiki, "Randomizer".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NesChoice {
    /// Shift register. The game steps the register once per video frame.
    pub lfsr: Lfsr,
    /// Number of pieces chosen since power-on, modulo 256.
    pub count: u8,
    /// Spawn orientation id of the piece chosen last, 0 at the start of a game.
    pub previous_id: u8,
}

impl NesChoice {
    fn new(seed: u16, game: u64) -> Result<NesChoice, UnreachableSeed> {
        if seed < 2 {
            return Err(UnreachableSeed(seed));
        }
        // Bit 0 has no influence on the choices. With bit 0 cleared, equal games have equal states.
        let mut lfsr = Lfsr::new(seed & !1);
        for _ in 0..game % u64::from(Lfsr::PERIOD) * 4001 % u64::from(Lfsr::PERIOD) {
            lfsr.step();
        }
        Ok(NesChoice {
            lfsr,
            count: 0,
            previous_id: 0,
        })
    }

    /// Chooses a piece.
    ///
    /// First the register's high byte plus the count selects one of eight values, of which seven are pieces. If that is
    /// the eighth value or the previous piece, the register steps once. Then the low three bits of its high byte plus
    /// the id of the previous piece, modulo 7, select the piece.
    pub fn choose(&mut self) -> Piece {
        self.count = self.count.wrapping_add(1);
        let first = self.lfsr.high().wrapping_add(self.count) & 7;
        let piece = match Piece::ALL.get(usize::from(first)) {
            Some(piece) if piece.spawn().id() != self.previous_id => *piece,
            _ => {
                self.lfsr.step();
                let again = ((self.lfsr.high() & 7) + self.previous_id) % 7;
                Piece::ALL[usize::from(again)]
            }
        };
        self.previous_id = piece.spawn().id();
        piece
    }
}

/// Odds of each piece after each piece, in 64ths. The first index is the previous piece, the second the next piece.
///
/// The cartridge draws one of eight values, of which seven are pieces. If it draws the eighth value or the previous
/// piece, it draws one of eight values again, adds the previous piece's id and takes the remainder modulo 7. So the
/// first draw gives each piece except the previous one odds of 1/8. The remaining 2/8 go to the second draw, in which
/// one piece has two of the eight values.
pub const ODDS: [[u8; 7]; 7] = {
    let mut odds = [[0; 7]; 7];
    let mut previous = 0;
    while previous < 7 {
        odds[previous] = odds_after(Piece::ALL[previous].spawn().id(), previous);
        previous += 1;
    }
    odds
};

/// Odds of each piece as the first of a game, in 64ths.
pub const FIRST_ODDS: [u8; 7] = odds_after(0, 7);

const fn odds_after(previous_id: u8, previous: usize) -> [u8; 7] {
    let mut odds = [0; 7];
    let mut redrawn = 0;
    let mut first = 0;
    while first < 8 {
        if first == 7 || first == previous {
            redrawn += 1;
        } else {
            odds[first] += 8;
        }
        first += 1;
    }
    let mut second = 0;
    while second < 8 {
        odds[(second + previous_id as usize) % 7] += redrawn;
        second += 1;
    }
    odds
}

fn choose_uniformly(generator: &mut ChaCha8Rng) -> Piece {
    Piece::ALL[generator.random_range(0..Piece::COUNT)]
}

/// Replaces a piece by S or Z with odds of `share` to `whole`. S and Z have equal odds. A share of 0 draws nothing from
/// the generator.
pub fn replace_by_sz(
    piece: Piece,
    (share, whole): (u64, u64),
    generator: &mut ChaCha8Rng,
) -> Piece {
    if share == 0 || generator.random_range(0..whole) >= share {
        return piece;
    }
    match generator.random() {
        true => Piece::S,
        false => Piece::Z,
    }
}

fn choose_by_odds(generator: &mut ChaCha8Rng, previous: Option<Piece>) -> Piece {
    let odds = previous.map_or(&FIRST_ODDS, |piece| &ODDS[piece.index()]);
    let mut draw: u8 = generator.random_range(0..64);
    for (piece, &share) in Piece::ALL.iter().zip(odds) {
        if draw < share {
            return *piece;
        }
        draw -= share;
    }
    unreachable!("the odds of each row sum to 64")
}
