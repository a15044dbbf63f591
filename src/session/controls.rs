//! What hands and which console a player plays with.

use std::sync::{Arc, OnceLock};

use rand::RngExt;

use crate::engine::{
    CrashRule, DirectStart, DirectStartError, GameType, HighScores, RecordedConsole, StartPosition,
    Training,
};
use crate::rules::randomizer::{UnreachableSeed, generator};
use crate::rules::{Control, Lfsr, Randomizer, RandomizerKind, Region};
use crate::search::{Hand, PadMoves};

use super::series::Series;

/// How the games of a series are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Controls {
    /// Without gravity: pieces are put where they lock.
    #[default]
    Drag,
    /// At the console, by gamepad.
    Pad(PadControls),
}

/// The console and the hands at its gamepad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PadControls {
    /// How fast the hands are.
    pub hand: Hand,
    /// Which release of the cartridge.
    pub region: Region,
    /// A-type, or B-type with its height.
    pub game_type: GameType,
    /// Whether pieces fall two rows a frame from level 39 on.
    pub double_killscreen: bool,
    /// What is done about the time of the score routine.
    pub crash: CrashRule,
    /// What is trained, if anything is.
    pub training: Option<Training>,
}

/// The levels whose speeds differ.
const SPEEDS: usize = Control::KILLSCREEN_LEVEL as usize + 1;

/// The move generators of one pair of hands for every level, each made when it is first asked for.
#[derive(Debug)]
pub struct LevelMoves {
    controls: PadControls,
    by_level: [OnceLock<Arc<PadMoves>>; SPEEDS],
    double: OnceLock<Arc<PadMoves>>,
}

impl LevelMoves {
    /// The move generators for these hands.
    pub fn new(controls: PadControls) -> LevelMoves {
        LevelMoves {
            controls,
            by_level: [const { OnceLock::new() }; SPEEDS],
            double: OnceLock::new(),
        }
    }

    /// How pieces are moved at the speed of a level, see [`crate::engine::PadGame::speed_level`]. From
    /// level 29 on pieces fall in every frame.
    pub fn at(&self, level: u8) -> Arc<PadMoves> {
        let PadControls { hand, region, .. } = self.controls;
        let can_double = self.controls.double_killscreen || self.controls.training.is_some();
        if can_double && level >= Control::DOUBLE_LEVEL {
            let double = || Arc::new(PadMoves::double_killscreen(hand, region));
            return Arc::clone(self.double.get_or_init(double));
        }
        let level = level.min(Control::KILLSCREEN_LEVEL);
        let moves = self.by_level[usize::from(level)].get_or_init(|| {
            let moves = PadMoves::new(hand, level, region);
            Arc::new(moves.before_double_killscreen(self.controls.double_killscreen))
        });
        Arc::clone(moves)
    }

    /// The console and the hands.
    pub const fn controls(&self) -> PadControls {
        self.controls
    }

    /// The hands.
    pub const fn hand(&self) -> Hand {
        self.controls.hand
    }

    /// Whose console they are at.
    pub const fn region(&self) -> Region {
        self.controls.region
    }
}

/// How a game of a series begins at the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PadOpening {
    /// The start.
    pub(super) start: DirectStart,
    /// Randomizer, seed and game to be set, if it is not the cartridge's randomizer.
    pub(super) pieces: Option<(RandomizerKind, u64, u64)>,
    /// The position that it begins at, if it is to be set.
    pub(super) position: Option<StartPosition>,
    /// Whether a double killscreen is to be set.
    pub(super) double_killscreen: bool,
    /// What is done about the time of the score routine.
    pub(super) crash: CrashRule,
    /// The training mode to be set, if there is one.
    pub(super) training: Option<Training>,
}

impl PadOpening {
    /// Game number `game` (from 0) of a series.
    ///
    /// # Errors
    /// [`DirectStartError`] when no game can begin so.
    pub(super) fn new(
        series: &Series,
        controls: PadControls,
        game: u64,
    ) -> Result<PadOpening, DirectStartError> {
        let Series {
            level,
            randomizer,
            seed,
            position,
            ..
        } = *series;
        let start = DirectStart {
            region: controls.region,
            game_type: controls.game_type,
            level: match position {
                Some(_) => 0,
                None => level,
            },
            seed: register(randomizer, seed, game)?,
        };
        start.check()?;
        let pieces = (randomizer != RandomizerKind::Nes).then_some((randomizer, seed, game));
        Ok(PadOpening {
            start,
            pieces,
            position,
            double_killscreen: controls.double_killscreen,
            crash: controls.crash,
            training: controls.training,
        })
    }

    /// A console just switched on with the game on its screen, in the frame before its first tick.
    ///
    /// # Errors
    /// [`DirectStartError`] when no game can begin so.
    pub(super) fn console(&self) -> Result<RecordedConsole, DirectStartError> {
        let mut console = RecordedConsole::direct(self.start, HighScores::default())?;
        self.set_rules(&mut console);
        Ok(console)
    }

    /// Presses a console's reset button and begins the game there.
    ///
    /// # Errors
    /// [`DirectStartError`] when no game can begin so.
    pub(super) fn reset(&self, console: &mut RecordedConsole) -> Result<(), DirectStartError> {
        console.reset_into(self.start)?;
        self.set_rules(console);
        Ok(())
    }

    /// Sets what no menu offers.
    fn set_rules(&self, console: &mut RecordedConsole) {
        if let Some((randomizer, seed, game)) = self.pieces {
            console.draw_pieces_from(randomizer, seed, game);
        }
        if let Some(position) = self.position {
            console.begin_at(position);
        }
        if self.double_killscreen {
            console.set_double_killscreen();
        }
        console.set_crash(self.crash);
        if let Some(training) = self.training {
            console.train(training);
        }
    }
}

/// The shift register of the console when the first piece of a game is chosen. Where another
/// randomizer chooses the pieces it still draws the garbage of B-type games.
fn register(randomizer: RandomizerKind, seed: u64, game: u64) -> Result<u16, UnreachableSeed> {
    match Randomizer::new(randomizer, seed, game)?.lfsr() {
        Some(lfsr) => Ok(lfsr.state()),
        // Another stream than that of the pieces.
        None => Ok(generator(!seed, game).random_range(1..=Lfsr::PERIOD as u16) << 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_a_series_begin_with_reachable_registers() {
        for randomizer in [RandomizerKind::Nes, RandomizerKind::NesOdds] {
            let mut registers: Vec<u16> = (0..200)
                .map(|game| register(randomizer, 0x1234_5678_9ABC, game).unwrap())
                .collect();
            assert!(registers.iter().all(|&register| register >= 2));
            registers.sort_unstable();
            registers.dedup();
            assert!(registers.len() > 190, "{randomizer:?}: {}", registers.len());
        }
        assert!(register(RandomizerKind::Nes, 1, 0).is_err());
    }
}
