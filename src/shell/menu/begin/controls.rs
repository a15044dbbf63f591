//! Checks of the options of how pieces move.

use rightwell::engine::{CrashRule, DirectStart, GameType, StartPosition};
use rightwell::players::HandsProfile;
use rightwell::rules::{Region, sanitized};
use rightwell::search::Hand;
use rightwell::session::{Controls, PadControls};

use crate::shell::error::CliError;
use crate::shell::options::controls::{ControlArgs, InputArg, MoveArgs};
use crate::shell::store::load;

impl ControlArgs {
    /// Checks the options against each other.
    pub fn resolve(&self) -> Result<Controls, CliError> {
        let Some((hand, region)) = self.moves.pad()? else {
            let given = [
                (self.game_type.is_some(), "--type"),
                (self.height.is_some(), "--height"),
                (self.double_killscreen, "--double-killscreen"),
                (self.crash.rule != CrashRule::Off, "--crash"),
                (self.training.mode.is_some(), "--mode"),
            ];
            check_drag(&given)?;
            return Ok(Controls::Drag);
        };
        let game_type = game_type(self.game_type, self.height)?;
        let training = self.training.resolve_for_computer()?;
        if training.is_some() && (game_type != GameType::A || self.double_killscreen) {
            return Err(CliError::usage(
                "--type b and --double-killscreen do not go with --mode; allowed: --mode b-type:N, --linecap level=39:killscreen",
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
    /// Checks the options against the position that games begin at, which says the release of the cartridge.
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
                "{option} does not go with --position: a game that begins there is an NTSC or PAL game of the A-type, as the position says"
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
    /// The hands and the cartridge, or none without gravity.
    pub fn pad(&self) -> Result<Option<(Hand, Region)>, CliError> {
        if self.input == InputArg::Drag {
            if let Some((name, _)) = self.hands.given().next() {
                return Err(needs_pad(&format!("--{name}")));
            }
            check_drag(&[(self.region.is_some(), "--region")])?;
            return Ok(None);
        }
        let mut said = HandsProfile::default();
        for (name, value) in self.hands.given() {
            let wrong = |allowed| format!("--{name}={}; allowed: {allowed}", sanitized(value));
            said.set(name, value)
                .map_err(|allowed| CliError::usage(wrong(allowed)))?;
        }
        let hand = said.over(Hand::FASTEST, load::hand);
        let hand = hand.map_err(CliError::usage)?;
        Ok(Some((hand, self.region.unwrap_or_default())))
    }
}

/// Refuses the first option given that needs a gamepad.
pub fn check_drag(given: &[(bool, &str)]) -> Result<(), CliError> {
    match given.iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => Err(needs_pad(option)),
        None => Ok(()),
    }
}

fn needs_pad(option: &str) -> CliError {
    CliError::usage(format!(
        "{option} goes with --input pad only: without gravity nobody holds a gamepad"
    ))
}

/// The type of game that both options say together.
pub fn game_type(game_type: Option<GameType>, height: Option<u8>) -> Result<GameType, CliError> {
    match (game_type, height) {
        (Some(GameType::B { .. }), height) => Ok(GameType::B {
            height: height.unwrap_or(0),
        }),
        (_, None) => Ok(GameType::A),
        (_, Some(height)) => Err(CliError::usage(format!(
            "--height {height} goes with --type b only"
        ))),
    }
}

/// Whether an FCEUX movie of the NTSC cartridge can say games that begin so; if not, why.
pub fn check_fm2(
    region: Region,
    level: u8,
    is_training: bool,
    crash: CrashRule,
) -> Result<(), &'static str> {
    if crash != CrashRule::Off {
        return Err(
            "an FCEUX movie cannot say what is done about crashes; allowed with --crash: a name ending in .ron",
        );
    }
    if is_training {
        return Err(
            "an FCEUX movie is played with the cartridge, which trains nothing; allowed for training: a name ending in .ron",
        );
    }
    if region == Region::Pal {
        return Err(
            "an FCEUX movie is played with the NTSC cartridge; allowed for PAL: a name ending in .ron",
        );
    }
    if level > DirectStart::MENU_LEVEL_MAX {
        return Err(
            "the menus that a movie goes through end at level 19; allowed from level 20 on: a name ending in .ron",
        );
    }
    Ok(())
}
