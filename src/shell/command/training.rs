//! Options for training modes.

use clap::Args;
use rightwell::engine::training::ScoreDisplay;
use rightwell::engine::{Linecap, Training, TrainingError};
use rightwell::rules::sanitized;

use crate::shell::activity::speed_test;
use crate::shell::error::CliError;
use crate::shell::options::words;

/// Training mode and its variations, as typed.
#[derive(Args, Clone, Debug, Default)]
pub struct TrainingArgs {
    /// Train something: the name of a mode (see `rightwell modes`), behind a colon its value, as in drought:13
    /// or seed:898800; the score is not kept. speed-test, for people, is no game
    #[arg(long, value_name = "NAME[:N]")]
    pub mode: Option<String>,
    /// What changes late in a game, for ever: level=N or lines=N, a colon, and killscreen (two rows a
    /// frame), floor (a solid row each ten lines), invisible or halt (with --mode)
    #[arg(long, value_name = "level=N:EFFECT", requires = "mode")]
    pub linecap: Option<String>,
    /// Taps as fast as rolling fingers do nothing, so that only autoshift leads far (with --mode)
    #[arg(long, requires = "mode")]
    pub das_only: bool,
    /// Start does not pause (with --mode)
    #[arg(long, requires = "mode")]
    pub no_pause: bool,
    /// How six digits show a score from a million on: the first goes to F or to Z, is left out, stays at
    /// 999999, or nothing is shown until the game is over (with --mode)
    #[arg(long, value_name = "FORM", value_parser = words::score_display(), requires = "mode")]
    pub score: Option<ScoreDisplay>,
}

impl TrainingArgs {
    /// Returns whether the mode is the speed test, which is not a game.
    pub fn is_speed_test(&self) -> bool {
        self.mode.as_deref() == Some(speed_test::NAME)
    }

    /// Returns the checked training, or `None` without a mode.
    pub fn resolve(&self) -> Result<Option<Training>, CliError> {
        let Some(mode) = &self.mode else {
            return Ok(None);
        };
        let training: Training = mode.parse().map_err(|fault| match fault {
            TrainingError::Mode(_) => {
                CliError::usage(format!("{fault}, and for people {}", speed_test::NAME))
            }
            TrainingError::Value { .. } => CliError::usage(fault),
        })?;
        let linecap = self.linecap.as_deref().map(str::parse::<Linecap>);
        Ok(Some(Training {
            linecap: linecap.transpose().map_err(CliError::usage)?,
            das_only: self.das_only,
            no_pause: self.no_pause,
            score: self.score.unwrap_or_default(),
            ..training
        }))
    }

    /// Returns the checked training for a computer, or an error if only people can train it.
    pub fn resolve_for_computer(&self) -> Result<Option<Training>, CliError> {
        let training = self.resolve()?;
        match training {
            Some(training) if !training.suits_computers() => Err(CliError::usage(format!(
                "--mode {}: only people train this; allowed for a computer: {}",
                sanitized(&training.to_string()),
                Training::for_computers()
            ))),
            _ => Ok(training),
        }
    }
}
