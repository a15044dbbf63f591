//! Checks of the options for controls and training.

use rightwell::engine::{
    CrashRule, DirectStart, GameType, Linecap, StartPosition, Training, TrainingError,
};
use rightwell::players::HandsProfile;
use rightwell::rules::{Region, sanitized};
use rightwell::search::Hand;
use rightwell::session::{Controls, PadControls};

use crate::error::CliError;
use crate::options::controls::{ControlArgs, HandsArgs, InputArg, MoveArgs, TrainingArgs};
use crate::options::given::{self, refuse_beside};
use crate::scene::speed_test;
use crate::store::load;

impl ControlArgs {
    /// Checks that the options can be combined, and returns the controls.
    pub fn resolve(&self) -> Result<Controls, CliError> {
        let Some((hand, region)) = self.moves.pad()? else {
            given::refuse(self, needs_pad)?;
            return Ok(Controls::Drag);
        };
        let game_type = game_type(self.game_type, self.height)?;
        let training = self.training.resolve_for_computer()?;
        if training.is_some() && (game_type != GameType::A || self.double_killscreen) {
            return Err(CliError::usage(
                "`--type b` and `--double-killscreen` cannot be combined with `--mode`; use `--mode b-type:N` or `--linecap level=39:killscreen` instead",
            ));
        }
        Ok(Controls::Pad(PadControls {
            hand,
            region,
            game_type,
            double_killscreen: self.double_killscreen,
            crash: self.crash.rule,
            training,
        }))
    }
}

impl ControlArgs {
    /// Checks that the options fit the start position. The position determines the region.
    pub fn check_position(
        &self,
        position: &StartPosition,
        controls: &mut Controls,
    ) -> Result<(), CliError> {
        let Controls::Pad(pad) = controls else {
            return Ok(());
        };
        let wrong = |option: &str| {
            Err(CliError::usage(format!(
                "`{option}` cannot be combined with `--position`, which sets the region and an A-type game"
            )))
        };
        if self
            .game_type
            .is_some_and(|game_type| game_type != GameType::A)
        {
            return wrong("--type b");
        }
        if self
            .moves
            .region
            .is_some_and(|region| region != position.region)
        {
            return wrong("--region");
        }
        if pad.training.is_some() {
            return wrong("--mode");
        }
        pad.region = position.region;
        Ok(())
    }
}

impl MoveArgs {
    /// Returns hands and region. Returns `None` if the input is `drag`.
    pub fn pad(&self) -> Result<Option<(Hand, Region)>, CliError> {
        if self.input == InputArg::Drag {
            given::refuse(self, needs_pad)?;
            return Ok(None);
        }
        self.hands.check()?;
        let mut said = HandsProfile::default();
        for (name, value) in given::options(&self.hands) {
            let value = value.as_deref().unwrap_or("on");
            let wrong = |allowed| format!("--{name}={}; allowed: {allowed}", sanitized(value));
            said.set(&name, value)
                .map_err(|allowed| CliError::usage(wrong(allowed)))?;
        }
        let hand = said.apply_to(Hand::FASTEST, load::hand);
        let hand = hand.map_err(CliError::usage)?;
        Ok(Some((hand, self.region.unwrap_or_default())))
    }
}

/// Rejects options that need `--input pad`. Each entry has an option's name, and `true` if the option was given.
pub fn check_drag(given: &[(bool, &str)]) -> Result<(), CliError> {
    match given.iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => Err(CliError::usage(needs_pad(option))),
        None => Ok(()),
    }
}

fn needs_pad(option: &str) -> String {
    format!("`{option}` needs `--input pad`")
}

impl HandsArgs {
    /// Checks that `--taps` and `--tap-hz` are not combined.
    pub fn check(&self) -> Result<(), CliError> {
        let rate = HandsArgs {
            tap_hz: self.tap_hz.clone(),
            ..HandsArgs::default()
        };
        match self.taps {
            Some(_) => refuse_beside("--taps", &rate),
            None => Ok(()),
        }
    }
}

/// Returns the game type that `--type` and `--height` select.
pub fn game_type(game_type: Option<GameType>, height: Option<u8>) -> Result<GameType, CliError> {
    match (game_type, height) {
        (Some(GameType::B { .. }), height) => Ok(GameType::B {
            height: height.unwrap_or(0),
        }),
        (_, None) => Ok(GameType::A),
        (_, Some(height)) => Err(CliError::usage(format!(
            "`--height {height}` needs `--type b`"
        ))),
    }
}

/// Checks that an FCEUX movie of the NTSC cartridge can hold these games. The error says why it cannot.
pub fn check_fm2(
    region: Region,
    level: u8,
    is_training: bool,
    crash: CrashRule,
) -> Result<(), &'static str> {
    if crash != CrashRule::Off {
        return Err(
            "an FCEUX movie cannot contain a crash rule; allowed with `--crash`: a name ending in .ron",
        );
    }
    if is_training {
        return Err(
            "an FCEUX movie plays on the cartridge, which has no training modes; allowed for training: a name ending in .ron",
        );
    }
    if region == Region::Pal {
        return Err(
            "an FCEUX movie plays on the NTSC cartridge; allowed for PAL: a name ending in .ron",
        );
    }
    if level > DirectStart::MENU_LEVEL_MAX {
        return Err(
            "an FCEUX movie cannot start above level 19, where the menus end; allowed from level 20 on: a name ending in .ron",
        );
    }
    Ok(())
}

impl TrainingArgs {
    /// Returns whether the mode is the speed test.
    pub fn is_speed_test(&self) -> bool {
        self.mode.as_deref() == Some(speed_test::NAME)
    }

    /// Checks the options and returns the training. Returns `None` if no mode is given.
    pub fn resolve(&self) -> Result<Option<Training>, CliError> {
        let Some(mode) = &self.mode else {
            given::refuse(self, |option| format!("`{option}` needs `--mode`"))?;
            return Ok(None);
        };
        let training: Training = mode.parse().map_err(|fault| match fault {
            TrainingError::Mode(_) => {
                CliError::usage(format!("{fault}; for people also {}", speed_test::NAME))
            }
            fault => CliError::usage(fault),
        })?;
        if self.clears.is_some() && !training.mode.scores_clears() {
            let mode = training.mode.facts().name;
            return Err(CliError::usage(format!(
                "`--clears` cannot be combined with `--mode {mode}`, whose points are not those of clears"
            )));
        }
        let linecap = self.linecap.as_deref().map(str::parse::<Linecap>);
        Ok(Some(Training {
            linecap: linecap.transpose().map_err(CliError::usage)?,
            das_only: self.das_only,
            no_pause: self.no_pause,
            score: self.score.unwrap_or_default(),
            clears: self.clears.unwrap_or_default(),
            ..training
        }))
    }

    /// Returns the training of a computer player, checked as in `resolve`. Also rejects modes that only people can
    /// play.
    pub fn resolve_for_computer(&self) -> Result<Option<Training>, CliError> {
        let training = self.resolve()?;
        match training {
            Some(training) if !training.suits_computers() => Err(CliError::usage(format!(
                "--mode {}: this mode is only for people; allowed for computers: {}",
                sanitized(&training.to_string()),
                Training::for_computers()
            ))),
            _ => Ok(training),
        }
    }
}
