//! The options that say how an AI's pieces are moved.

use clap::{Args, ValueEnum};
use rightwell::engine::{DirectStart, GameType};
use rightwell::rules::Region;
use rightwell::search::{Hand, HandError, Sight, TapHz};
use rightwell::session::{Controls, PadControls};

use crate::shell::command::options::{RegionArg, TypeArg};
use crate::shell::error::CliError;

/// How pieces are moved and in which type of game, as typed.
#[derive(Args, Clone, Debug)]
pub struct ControlArgs {
    #[command(flatten)]
    pub moves: MoveArgs,
    /// Which type of game [default: a] (with --input pad)
    #[arg(long = "type", value_name = "a|b", value_enum)]
    pub game_type: Option<TypeArg>,
    /// Garbage of a B-type game, 0-5 [default: 0]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=5))]
    pub height: Option<u8>,
}

/// How pieces are moved, as typed.
#[derive(Args, Clone, Debug)]
pub struct MoveArgs {
    /// How the player moves its pieces
    #[arg(long, value_enum, default_value_t = InputArg::Drag)]
    pub input: InputArg,
    /// Taps of a thumb in a second, 1-30, also 13.3 [default: 30] (with --input pad)
    #[arg(long, value_name = "N", value_parser = parse_tap_hz)]
    pub tap_hz: Option<TapHz>,
    /// Frames before the first tap of a piece, 0-60 [default: 0] (with --input pad)
    #[arg(long, value_name = "FRAMES", value_parser = clap::value_parser!(u8).range(0..=60))]
    pub reaction: Option<u8>,
    /// Frames of a piece before NEXT is seen, 0-60 or never [default: 0]: it is begun without, for the
    /// best on average, and may be changed then (with --input pad)
    #[arg(long, value_name = "FRAMES|never", value_parser = parse_sight)]
    pub sight: Option<Sight>,
    /// Which release of the cartridge [default: ntsc] (with --input pad)
    #[arg(long, value_enum)]
    pub region: Option<RegionArg>,
}

/// The inputs by their names on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputArg {
    /// Gravity off: a piece goes wherever it can be moved to
    Drag,
    /// The exact console, by gamepad
    Pad,
}

impl ControlArgs {
    /// Checks the options against each other.
    pub fn resolve(&self) -> Result<Controls, CliError> {
        let Some((hand, region)) = self.moves.pad()? else {
            let given = [
                (self.game_type.is_some(), "--type"),
                (self.height.is_some(), "--height"),
            ];
            check_drag(&given)?;
            return Ok(Controls::Drag);
        };
        Ok(Controls::Pad(PadControls {
            hand,
            region,
            game_type: game_type(self.game_type, self.height)?,
        }))
    }
}

impl MoveArgs {
    /// The hands and the cartridge, or none without gravity.
    pub fn pad(&self) -> Result<Option<(Hand, Region)>, CliError> {
        if self.input == InputArg::Drag {
            let given = [
                (self.tap_hz.is_some(), "--tap-hz"),
                (self.reaction.is_some(), "--reaction"),
                (self.sight.is_some(), "--sight"),
                (self.region.is_some(), "--region"),
            ];
            check_drag(&given)?;
            return Ok(None);
        }
        let reaction = self.reaction.unwrap_or(0).into();
        let hand = Hand::of(self.tap_hz.unwrap_or(TapHz::MAX), reaction);
        let sight = self.sight.unwrap_or_default();
        let hand = hand.and_then(|hand| hand.with_sight(sight));
        let hand = hand.map_err(CliError::usage)?;
        Ok(Some((hand, self.region.map_or(Region::Ntsc, Region::from))))
    }
}

/// Refuses the first option given that needs a gamepad.
pub fn check_drag(given: &[(bool, &str)]) -> Result<(), CliError> {
    match given.iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => Err(CliError::usage(format!(
            "{option} goes with --input pad only: without gravity nobody holds a gamepad"
        ))),
        None => Ok(()),
    }
}

/// A rate as typed.
fn parse_tap_hz(text: &str) -> Result<TapHz, String> {
    let wrong = |_: HandError| {
        format!(
            "allowed: {} to {}, with two decimals at most",
            TapHz::MIN,
            TapHz::MAX
        )
    };
    text.parse().map_err(wrong)
}

/// When NEXT is seen, as typed.
fn parse_sight(text: &str) -> Result<Sight, String> {
    let wrong = |_: HandError| format!("allowed: 0 to {} frames, or never", Sight::FRAMES_MAX);
    text.parse().map_err(wrong)
}

/// The type of game that both options say together.
pub fn game_type(game_type: Option<TypeArg>, height: Option<u8>) -> Result<GameType, CliError> {
    match (game_type, height) {
        (Some(TypeArg::B), height) => Ok(GameType::B {
            height: height.unwrap_or(0),
        }),
        (_, None) => Ok(GameType::A),
        (_, Some(height)) => Err(CliError::usage(format!(
            "--height {height} goes with --type b only"
        ))),
    }
}

/// Whether an FCEUX movie of the NTSC cartridge can say games that begin so; if not, why.
pub fn check_fm2(region: Region, level: u8) -> Result<(), &'static str> {
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
