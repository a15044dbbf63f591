//! Options for matches between computers.

use std::sync::Arc;

use clap::{ArgAction, Args};
use rightwell::engine::VersusStart;
use rightwell::players::Opponent;
use rightwell::session::Contestant;

use crate::error::CliError;
use crate::options::games::GameArgs;
use crate::options::scenes::RulesArgs;
use crate::scene::begin::games::say_seed;
use crate::scene::begin::versus::{MatchSetting, opponent};

/// Options for a match between computers instead of a game, as the user typed them.
#[derive(Args, Clone, Debug)]
pub struct MatchArgs {
    /// Play a match between two computers instead of a game. A and B are opponents (see `rightwell opponents`) or
    /// players (see `rightwell players`). Dials may follow, such as survival,tap-hz=12,misdrops=5
    #[arg(long = "match", value_names = ["A", "B"], num_args = 2, action = ArgAction::Set, conflicts_with_all = ["player", "filter", "input", "game_type", "height", "double_killscreen", "crash", "tap_hz", "taps", "hand", "reaction", "sight", "tuck_misdrops"])]
    contestants: Vec<String>,
    #[command(flatten)]
    rules: RulesArgs,
}

/// A match between computers, made from checked options.
#[derive(Clone, Debug)]
pub struct ComputerMatch {
    pub start: VersusStart,
    pub opponents: [Arc<Opponent>; 2],
}

impl MatchArgs {
    /// Returns whether the options request a match.
    pub fn is_asked_for(&self) -> bool {
        !self.contestants.is_empty()
    }

    /// Returns an error if there are rules for matches but no match is requested.
    pub fn check_absent(&self) -> Result<(), CliError> {
        self.rules.check_absent()
    }

    /// Returns the requested match. `best_of` is the default number of rounds. Prints the seed if it is drawn.
    ///
    /// # Panics
    /// If no match is requested.
    pub fn resolve(&self, game: &GameArgs, best_of: u8) -> Result<ComputerMatch, CliError> {
        let [left, right] = &self.contestants[..] else {
            unreachable!("a match has two sides");
        };
        let opponents = [opponent(left)?, opponent(right)?];
        if game.position.is_some() {
            return Err(CliError::usage(
                "`--position` cannot be combined with a match, which starts with empty playfields",
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
        Ok(ComputerMatch { start, opponents })
    }
}
