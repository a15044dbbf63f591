//! Controls of a player: either without gravity, or by hands at the gamepad of a console.

use std::sync::{Arc, OnceLock};

use rand::RngExt;

use crate::engine::{
    CrashRule, DirectStart, DirectStartError, GameType, HighScores, RecordedConsole, StartPosition,
    Training, TrainingMode,
};
use crate::rules::randomizer::{UnreachableSeed, generator};
use crate::rules::{Control, Lfsr, Randomizer, RandomizerKind, Region};
use crate::search::{Hand, PadMoves};

use super::series::SeriesSettings;

/// Controls of the games in a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Controls {
    /// Without gravity: pieces move straight to their lock.
    #[default]
    Drag,
    /// By gamepad, at the console.
    Pad(PadControls),
}

/// The console, and the hands at its gamepad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PadControls {
    /// Hands of the player.
    pub hand: Hand,
    /// Region of the cartridge.
    pub region: Region,
    /// Game type: A, or B with a garbage height.
    pub game_type: GameType,
    /// True if pieces fall two rows per frame from level 39 on.
    pub double_killscreen: bool,
    /// Rule for crashes caused by the run time of the score routine.
    pub crash: CrashRule,
    /// Training mode, if any.
    pub training: Option<Training>,
}

impl PadControls {
    /// Returns whether a game ends after 25 lines: in a B-type game, and in the training mode `b-type`. The line
    /// counter then counts down.
    pub fn has_goal(&self) -> bool {
        let is_b_drill = |training: Training| training.mode == TrainingMode::BType;
        self.game_type != GameType::A || self.training.is_some_and(is_b_drill)
    }
}

/// Number of levels with different falling speeds.
const SPEEDS: usize = Control::KILLSCREEN_LEVEL as usize + 1;

/// Move generators of a player's hands for all levels, each created at its first use.
#[derive(Debug)]
pub struct MovesByLevel {
    controls: PadControls,
    by_level: [OnceLock<Arc<PadMoves>>; SPEEDS],
    double: OnceLock<Arc<PadMoves>>,
}

impl MovesByLevel {
    /// Returns the move generators for these hands.
    pub fn new(controls: PadControls) -> MovesByLevel {
        MovesByLevel {
            controls,
            by_level: [const { OnceLock::new() }; SPEEDS],
            double: OnceLock::new(),
        }
    }

    /// Returns the move generator for the falling speed of a level. Pass the level that sets the speed, see
    /// [`crate::engine::PadGame::speed_level`]. From level 29 on, pieces fall a row in every frame.
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

    /// Returns the controls.
    pub const fn controls(&self) -> PadControls {
        self.controls
    }

    /// Returns the hands.
    pub const fn hand(&self) -> Hand {
        self.controls.hand
    }

    /// Returns the region of the cartridge.
    pub const fn region(&self) -> Region {
        self.controls.region
    }
}

/// Setup of a game in a series on the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PadGameSetup {
    /// Region, game type, level and seed.
    pub start: DirectStart,
    /// Randomizer, seed and number of the game. `None` for the cartridge's own randomizer.
    pub pieces: Option<(RandomizerKind, u64, u64)>,
    /// Starting position to set, if any.
    pub position: Option<StartPosition>,
    /// True if pieces fall two rows per frame from level 39 on.
    pub double_killscreen: bool,
    /// Crash rule to set.
    pub crash: CrashRule,
    /// Training mode to set, if any.
    pub training: Option<Training>,
}

impl PadGameSetup {
    /// Returns the setup of game `game` (from 0) of a series.
    ///
    /// # Errors
    /// [`DirectStartError`] if no game can start like this.
    pub fn new(
        series: &SeriesSettings,
        controls: PadControls,
        game: u64,
    ) -> Result<PadGameSetup, DirectStartError> {
        let SeriesSettings {
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
        Ok(PadGameSetup {
            start,
            pieces,
            position,
            double_killscreen: controls.double_killscreen,
            crash: controls.crash,
            training: controls.training,
        })
    }

    /// Switches a console on, starts the game, and stops one frame before its first tick.
    ///
    /// # Errors
    /// [`DirectStartError`] if no game can start like this.
    pub fn console(&self) -> Result<RecordedConsole, DirectStartError> {
        let mut console = RecordedConsole::direct(self.start, HighScores::default())?;
        self.set_rules(&mut console);
        Ok(console)
    }

    /// Resets a console and starts the game on it.
    ///
    /// # Errors
    /// [`DirectStartError`] if no game can start like this.
    pub fn reset(&self, console: &mut RecordedConsole) -> Result<(), DirectStartError> {
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

/// Returns the state of the console's shift register when the first piece is chosen. If another randomizer chooses the
/// pieces, the register still draws the garbage of B-type games.
fn register(randomizer: RandomizerKind, seed: u64, game: u64) -> Result<u16, UnreachableSeed> {
    match Randomizer::new(randomizer, seed, game)?.lfsr() {
        Some(lfsr) => Ok(lfsr.state()),
        // A random stream separate from that of the pieces.
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
