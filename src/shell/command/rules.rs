//! Options for matches between computers.

use std::sync::Arc;

use clap::Args;
use rightwell::engine::VersusStart;
use rightwell::players::Opponent;
use rightwell::session::Contestant;

use crate::shell::error::CliError;
use crate::shell::options::games::GameArgs;
use crate::shell::options::scenes::RulesArgs;
use crate::shell::scene::begin::games::say_seed;
use crate::shell::scene::begin::versus::{MatchSetting, opponent};

/// A match between computers instead of a game, as typed.
#[derive(Args, Clone, Debug)]
pub struct MatchArgs {
    /// Play a match between two computers instead of a game: names (see `rightwell opponents`), or players, followed by
    /// dials, such as survival,tap-hz=12,misdrops=5
    #[arg(long = "match", value_names = ["A", "B"], num_args = 2, conflicts_with_all = ["player", "filter", "input", "game_type", "height", "double_killscreen", "crash", "tap_hz", "taps", "hand", "reaction", "sight", "tuck_misdrops"])]
    contestants: Vec<String>,
    #[command(flatten)]
    rules: RulesArgs,
}

/// Match between computers, with checked options.
#[derive(Clone, Debug)]
pub struct Pairing {
    pub start: VersusStart,
    pub opponents: [Arc<Opponent>; 2],
}

impl MatchArgs {
    /// Returns whether a match is requested.
    pub fn is_asked_for(&self) -> bool {
        !self.contestants.is_empty()
    }

    /// Rejects rules of matches if no match is requested.
    pub fn check_absent(&self) -> Result<(), CliError> {
        self.rules.check_absent()
    }

    /// Returns the requested match. `best_of` is the default number of rounds. Reports the seed if it is drawn.
    ///
    /// # Panics
    /// If no match is requested.
    pub fn resolve(&self, game: &GameArgs, best_of: u8) -> Result<Pairing, CliError> {
        let [left, right] = &self.contestants[..] else {
            unreachable!("a match has two sides");
        };
        let opponents = [opponent(left)?, opponent(right)?];
        if game.position.is_some() {
            return Err(CliError::usage(
                "`--position` cannot be combined with a match, which starts with empty fields",
            ));
        }
        let setting = MatchSetting {
            level: game.level,
            seed: game.seed,
            randomizer: game.randomizer,
            region: game.controls.moves.region,
        };
        let contestants = opponents.clone().map(Contestant::Computer);
        let start = self.rules.start(setting, &contestants, best_of)?;
        if game.seed.is_none() {
            say_seed(start.seed);
        }
        Ok(Pairing { start, opponents })
    }
}
