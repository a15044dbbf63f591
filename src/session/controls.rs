//! Hands and console of a player.

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

/// Controls of the games in a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Controls {
    /// Without gravity: pieces go straight to their lock.
    #[default]
    Drag,
    /// At the console, by gamepad.
    Pad(PadControls),
}

/// The console, and the hands at its gamepad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PadControls {
    /// Hands of the player.
    pub hand: Hand,
    /// Release of the cartridge.
    pub region: Region,
    /// A-type, or B-type with its height.
    pub game_type: GameType,
    /// Pieces fall two rows a frame from level 39 on.
    pub double_killscreen: bool,
    /// Crash rule for the score routine's running time.
    pub crash: CrashRule,
    /// Training, if any.
    pub training: Option<Training>,
}

/// Number of levels with different speeds.
const SPEEDS: usize = Control::KILLSCREEN_LEVEL as usize + 1;

/// Move generators of one pair of hands for every level, each created at its first use.
#[derive(Debug)]
pub struct LevelMoves {
    controls: PadControls,
    by_level: [OnceLock<Arc<PadMoves>>; SPEEDS],
    double: OnceLock<Arc<PadMoves>>,
}

impl LevelMoves {
    /// Returns the move generators for these hands.
    pub fn new(controls: PadControls) -> LevelMoves {
        LevelMoves {
            controls,
            by_level: [const { OnceLock::new() }; SPEEDS],
            double: OnceLock::new(),
        }
    }

    /// Returns the move generator at the speed of a level, see [`crate::engine::PadGame::speed_level`]. From level 29
    /// on pieces fall in every frame.
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

    /// Returns the console and the hands.
    pub const fn controls(&self) -> PadControls {
        self.controls
    }

    /// Returns the hands.
    pub const fn hand(&self) -> Hand {
        self.controls.hand
    }

    /// Returns the release of their console.
    pub const fn region(&self) -> Region {
        self.controls.region
    }
}

/// Beginning of a game in a series at the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PadOpening {
    /// The start.
    pub(super) start: DirectStart,
    /// Randomizer, seed and game to set, if the randomizer is not the cartridge's.
    pub(super) pieces: Option<(RandomizerKind, u64, u64)>,
    /// Starting position to set, if any.
    pub(super) position: Option<StartPosition>,
    /// Set a double killscreen.
    pub(super) double_killscreen: bool,
    /// Crash rule to set.
    pub(super) crash: CrashRule,
    /// Training mode to set, if any.
    pub(super) training: Option<Training>,
}

impl PadOpening {
    /// Returns the beginning of game number `game` (from 0) of a series.
    ///
    /// # Errors
    /// [`DirectStartError`] if no game can start like this.
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

    /// Switches on a console, starts the game, and stops in the frame before its first tick.
    ///
    /// # Errors
    /// [`DirectStartError`] if no game can start like this.
    pub(super) fn console(&self) -> Result<RecordedConsole, DirectStartError> {
        let mut console = RecordedConsole::direct(self.start, HighScores::default())?;
        self.set_rules(&mut console);
        Ok(console)
    }

    /// Presses a console's reset button and starts the game there.
    ///
    /// # Errors
    /// [`DirectStartError`] if no game can start like this.
    pub(super) fn reset(&self, console: &mut RecordedConsole) -> Result<(), DirectStartError> {
        console.reset_into(self.start)?;
        self.set_rules(console);
        Ok(())
    }

    /// Sets the rules that no menu offers.
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

/// Returns the console's shift register at the choice of a game's first piece. If another randomizer chooses the
/// pieces, the register still draws the garbage of B-type games.
fn register(randomizer: RandomizerKind, seed: u64, game: u64) -> Result<u16, UnreachableSeed> {
    match Randomizer::new(randomizer, seed, game)?.lfsr() {
        Some(lfsr) => Ok(lfsr.state()),
        // A stream separate from the pieces' stream.
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
