//! Options for the rules of a match.

use std::sync::Arc;

use clap::Args;
use rightwell::engine::{GarbageRules, Holes, VersusStart};
use rightwell::players::Opponent;
use rightwell::rules::{RandomizerKind, Region};
use rightwell::session::Contestant;

use crate::shell::command::controls::HandsArgs;
use crate::shell::command::options::{GameArgs, fresh_seed, say_seed};
use crate::shell::error::CliError;
use crate::shell::options::words;
use crate::shell::store::load;

/// A match between computers instead of a game, as typed.
#[derive(Args, Clone, Debug)]
pub struct MatchArgs {
    /// Two computers against each other instead of a game: names (see `rightwell opponents`), or
    /// players, with dials behind them, such as survival,tap-hz=12,misdrops=5
    #[arg(long = "match", value_names = ["A", "B"], num_args = 2, conflicts_with_all = ["player", "filter", "input", "game_type", "height", "double_killscreen", "crash"], conflicts_with_all = HandsArgs::NAMES)]
    contestants: Vec<String>,
    #[command(flatten)]
    rules: RulesArgs,
}

/// A match between computers, found and checked.
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

    /// Fails if rules are given without a match.
    pub fn check_absent(&self) -> Result<(), CliError> {
        self.rules.check_absent()
    }

    /// Returns the requested match with `best_of` rounds as the default. A drawn seed is reported.
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
                "--position is for games of one; a match begins with empty fields",
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

/// The rules of a match, as typed.
#[derive(Args, Clone, Debug)]
pub struct RulesArgs {
    /// Holes of garbage rows: one column a side for the whole round, another with each attack, or no
    /// garbage at all [default: classic] (in matches)
    #[arg(long, value_parser = words::holes())]
    pub garbage: Option<Holes>,
    /// Own clears first take away what is on its way (in matches)
    #[arg(long)]
    pub cancelling: bool,
    /// Who wins more than half of so many rounds has won, an odd number up to 99 (in matches)
    #[arg(long, value_name = "N", value_parser = parse_best_of)]
    pub best_of: Option<u8>,
    /// Level of the left side, 0-29 [default: --level] (in matches)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=29))]
    pub left_level: Option<u8>,
    /// Level of the right side, 0-29 [default: --level] (in matches)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=29))]
    pub right_level: Option<u8>,
}

/// Options that matches share with games.
#[derive(Clone, Copy, Debug)]
pub struct MatchSetting {
    pub level: u8,
    pub seed: Option<u64>,
    pub randomizer: Option<RandomizerKind>,
    pub region: Option<Region>,
}

impl RulesArgs {
    /// Fails if rules are given without a match.
    fn check_absent(&self) -> Result<(), CliError> {
        let given = [
            (self.garbage.is_some(), "--garbage"),
            (self.cancelling, "--cancelling"),
            (self.best_of.is_some(), "--best-of"),
            (self.left_level.is_some(), "--left-level"),
            (self.right_level.is_some(), "--right-level"),
        ];
        match given.iter().find(|(is_given, _)| *is_given) {
            Some((_, option)) => Err(CliError::usage(format!(
                "{option} goes with --match A B only: alone nobody sends garbage"
            ))),
            None => Ok(()),
        }
    }

    /// Returns the start of a match between these two, with `best_of` rounds as the default.
    pub fn start(
        &self,
        setting: MatchSetting,
        contestants: &[Contestant; 2],
        best_of: u8,
    ) -> Result<VersusStart, CliError> {
        let randomizer = setting.randomizer.unwrap_or(RandomizerKind::NesOdds);
        let start = VersusStart {
            names: Contestant::names(contestants),
            levels: [self.left_level, self.right_level].map(|own| own.unwrap_or(setting.level)),
            garbage: GarbageRules {
                holes: self.garbage.unwrap_or_default(),
                cancelling: self.cancelling,
            },
            best_of: self.best_of.unwrap_or(best_of),
            seed: match setting.seed {
                Some(seed) => seed,
                None => fresh_seed(randomizer)?,
            },
            randomizer,
            region: setting.region.unwrap_or_default(),
        };
        start.check().map_err(CliError::usage)?;
        Ok(start)
    }
}

/// Parses a computer: a name, followed by dials.
pub fn opponent(line: &str) -> Result<Arc<Opponent>, CliError> {
    load::opponent(line).map(Arc::new).map_err(CliError::usage)
}

fn parse_best_of(text: &str) -> Result<u8, String> {
    let max = VersusStart::BEST_OF_MAX;
    match text.parse::<u8>() {
        Ok(rounds) if rounds <= max && !rounds.is_multiple_of(2) => Ok(rounds),
        _ => Err(format!("allowed: an odd number from 1 to {max}")),
    }
}
