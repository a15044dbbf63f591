//! The options that say how an AI's pieces are moved.

use clap::{Args, ValueEnum};
use rightwell::engine::{DirectStart, GameType};
use rightwell::players::NamedHandError;
use rightwell::rules::Region;
use rightwell::search::{Hand, HandError, Rhythm, Sight, TapHz};
use rightwell::session::{Controls, PadControls};

use crate::shell::command::options::{RegionArg, TypeArg};
use crate::shell::error::CliError;
use crate::shell::store::load;

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
    /// Pieces fall two rows a frame from level 39 on, as in tournaments; the cartridge does not do it
    /// (with --input pad)
    #[arg(long)]
    pub double_killscreen: bool,
}

/// How pieces are moved, as typed.
#[derive(Args, Clone, Debug)]
pub struct MoveArgs {
    /// How the player moves its pieces
    #[arg(long, value_enum, default_value_t = InputArg::Drag)]
    pub input: InputArg,
    /// Taps of a thumb in a second, 1-30, also 13.3 [default: 30, or as --hand has it] (with --input pad)
    #[arg(long, value_name = "N", value_parser = parse_tap_hz)]
    pub tap_hz: Option<TapHz>,
    /// Frames in which a thumb may tap, over and over from its first tap on: X...X.. or, from tap to
    /// tap, 4,3; or das for autoshift (with --input pad)
    #[arg(long, value_name = "PATTERN", conflicts_with = "tap_hz", value_parser = parse_taps)]
    pub taps: Option<Rhythm>,
    /// Taps, reaction and sight of hands by name (see `rightwell hands`) or from a file (with --input
    /// pad)
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub hand: Option<String>,
    /// Frames before the first tap of a piece, 0-60 [default: 0, or as --hand has it] (with --input pad)
    #[arg(long, value_name = "FRAMES", value_parser = clap::value_parser!(u8).range(0..=60))]
    pub reaction: Option<u8>,
    /// Frames of a piece before NEXT is seen, 0-60 or never [default: 0, or as --hand has it]: it is
    /// begun without, for the best on average, and may be changed then (with --input pad)
    #[arg(long, value_name = "FRAMES|never", value_parser = parse_sight)]
    pub sight: Option<Sight>,
    /// The hands now and then miss the last press of a tuck, the more often the fewer frames there are
    /// for it: of 1 frame 50 %, of 2 20 %, of 3 4 %, of 4 1 %, of 5 0.5 % (with --input pad)
    #[arg(long)]
    pub tuck_misdrops: bool,
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
                (self.double_killscreen, "--double-killscreen"),
            ];
            check_drag(&given)?;
            return Ok(Controls::Drag);
        };
        Ok(Controls::Pad(PadControls {
            hand,
            region,
            game_type: game_type(self.game_type, self.height)?,
            double_killscreen: self.double_killscreen,
        }))
    }
}

impl MoveArgs {
    /// The hands and the cartridge, or none without gravity.
    pub fn pad(&self) -> Result<Option<(Hand, Region)>, CliError> {
        if self.input == InputArg::Drag {
            let given = [
                (self.tap_hz.is_some(), "--tap-hz"),
                (self.taps.is_some(), "--taps"),
                (self.hand.is_some(), "--hand"),
                (self.reaction.is_some(), "--reaction"),
                (self.sight.is_some(), "--sight"),
                (self.tuck_misdrops, "--tuck-misdrops"),
                (self.region.is_some(), "--region"),
            ];
            check_drag(&given)?;
            return Ok(None);
        }
        let hand = self.hand().map_err(CliError::usage)?;
        Ok(Some((hand, self.region.map_or(Region::Ntsc, Region::from))))
    }

    /// The hands: those of that name, but for what is said beside it.
    fn hand(&self) -> Result<Hand, NamedHandError> {
        let mut hand = match &self.hand {
            Some(name) => load::hand(name)?.hand(),
            None => Hand::FASTEST,
        };
        if let Some(rate) = self.tap_hz {
            hand = hand.with_rhythm(Rhythm::Rate(rate));
        }
        if let Some(rhythm) = self.taps {
            hand = hand.with_rhythm(rhythm);
        }
        if let Some(frames) = self.reaction {
            hand = hand.reacting(frames.into())?;
        }
        if self.tuck_misdrops {
            hand = hand.with_tuck_misdrops(true);
        }
        match self.sight {
            Some(sight) => Ok(hand.with_sight(sight)?),
            None => Ok(hand),
        }
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

/// What is wrong, of a value that is said anyway.
fn said(error: HandError) -> String {
    format!("allowed: {}", error.allowed())
}

/// A rate as typed.
fn parse_tap_hz(text: &str) -> Result<TapHz, String> {
    text.parse().map_err(said)
}

/// A pattern as typed.
pub fn parse_taps(text: &str) -> Result<Rhythm, String> {
    Rhythm::of_taps(text).map_err(said)
}

/// When NEXT is seen, as typed.
fn parse_sight(text: &str) -> Result<Sight, String> {
    text.parse().map_err(said)
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
