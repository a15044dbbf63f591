//! Checks of the options of training.

use rightwell::engine::{Linecap, Training, TrainingError};
use rightwell::rules::sanitized;

use crate::shell::activity::speed_test;
use crate::shell::error::CliError;
use crate::shell::options::controls::TrainingArgs;

impl TrainingArgs {
    /// Whether it is no game that is trained but taps alone.
    pub fn is_speed_test(&self) -> bool {
        self.mode.as_deref() == Some(speed_test::NAME)
    }

    /// What is trained, checked; none if nothing is.
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

    /// The same for a computer.
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
