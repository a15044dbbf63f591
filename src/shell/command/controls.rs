//! Options for the way an AI moves its pieces.

use clap::{Args, ValueEnum};
use rightwell::engine::{CrashRule, DirectStart, GameType, StartPosition};
use rightwell::players::HandsProfile;
use rightwell::rules::{Region, sanitized};
use rightwell::search::Hand;
use rightwell::session::{Controls, PadControls};

use crate::shell::command::training::TrainingArgs;
use crate::shell::error::CliError;
use crate::shell::options::words;
use crate::shell::store::load;

/// Controls and game type, as typed.
#[derive(Args, Clone, Debug)]
pub struct ControlArgs {
    #[command(flatten)]
    pub moves: MoveArgs,
    /// Which type of game [default: a] (with --input pad)
    #[arg(long = "type", value_name = "a|b", value_parser = words::game_type())]
    pub game_type: Option<GameType>,
    /// Garbage of a B-type game, 0-5 [default: 0]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=5))]
    pub height: Option<u8>,
    /// Pieces fall two rows a frame from level 39 on, as in tournaments; the cartridge does not do it
    /// (with --input pad)
    #[arg(long)]
    pub double_killscreen: bool,
    #[command(flatten)]
    pub crash: CrashArgs,
    #[command(flatten)]
    pub training: TrainingArgs,
}

/// Treatment of the score routine's running time, as typed.
#[derive(Args, Clone, Copy, Debug)]
pub struct CrashArgs {
    /// From level 155 on counting points can take the cartridge too long: numbers come late, colours go
    /// wrong, and the machine may crash. off: none of it happens; show: crashes are only marked; top-out: a
    /// crash ends the game; crash: the machine stands still, as it does; strict: it does so wherever it
    /// could (at the console: with --input pad)
    #[arg(id = "crash", long = "crash", value_name = "off|show|top-out|crash|strict", default_value = "off", hide_possible_values = true, value_parser = words::crash_rule())]
    pub rule: CrashRule,
}

/// Way to move pieces, as typed.
#[derive(Args, Clone, Debug)]
pub struct MoveArgs {
    /// How the player moves its pieces
    #[arg(long, value_enum, default_value_t = InputArg::Drag)]
    pub input: InputArg,
    #[command(flatten)]
    pub hands: HandsArgs,
    /// Which release of the cartridge [default: ntsc] (with --input pad)
    #[arg(long, value_parser = words::region())]
    pub region: Option<Region>,
}

/// An AI's hands, as typed.
#[derive(Args, Clone, Debug)]
pub struct HandsArgs {
    /// Taps of a thumb in a second, 1-30, also 13.3 [default: as --hand has it] (at a gamepad)
    #[arg(long, value_name = "N")]
    tap_hz: Option<String>,
    /// Frames in which a thumb may tap, over and over from its first tap on: X...X.. or, from tap to
    /// tap, 4,3; or das for autoshift (at a gamepad)
    #[arg(long, value_name = "PATTERN", conflicts_with = "tap_hz")]
    taps: Option<String>,
    /// Taps, reaction and sight of hands by name (see `rightwell hands`) or from a file [default: machine,
    /// or the opponent's own] (at a gamepad)
    #[arg(long, value_name = "NAME|FILE.ron")]
    hand: Option<String>,
    /// Frames before the first tap of a piece, 0-60 [default: as --hand has it] (at a gamepad)
    #[arg(long, value_name = "FRAMES")]
    reaction: Option<String>,
    /// Frames of a piece before NEXT is seen, 0-60 or never [default: as --hand has it]: it is begun
    /// without, for the best on average, and may be changed then (at a gamepad)
    #[arg(long, value_name = "FRAMES|never")]
    sight: Option<String>,
    /// The hands now and then miss the last press of a tuck, the more often the fewer frames there are
    /// for it: of 1 frame 50 %, of 2 20 %, of 3 4 %, of 4 1 %, of 5 0.5 % (at a gamepad)
    #[arg(long)]
    tuck_misdrops: bool,
}

impl HandsArgs {
    /// Names of the options in clap.
    pub const NAMES: [&str; 6] = [
        "tap_hz",
        "taps",
        "hand",
        "reaction",
        "sight",
        "tuck_misdrops",
    ];

    /// Returns the given options with their values.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = [
            ("tap-hz", self.tap_hz.as_deref()),
            ("taps", self.taps.as_deref()),
            ("hand", self.hand.as_deref()),
            ("reaction", self.reaction.as_deref()),
            ("sight", self.sight.as_deref()),
            ("tuck-misdrops", self.tuck_misdrops.then_some("on")),
        ];
        let given = all.into_iter();
        given.filter_map(|(name, value)| Some((name, value?)))
    }
}

/// Ways to move pieces, by their names on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputArg {
    /// Gravity off: a piece goes wherever it can be moved to
    Drag,
    /// The exact console, by gamepad
    Pad,
}

impl ControlArgs {
    /// Names of the options in clap, without the hands' own.
    pub const NAMES: [&str; 11] = [
        "input",
        "region",
        "game_type",
        "height",
        "double_killscreen",
        "crash",
        "mode",
        "linecap",
        "das_only",
        "no_pause",
        "score",
    ];

    /// Checks the options and converts them to controls.
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
    /// Checks the options against a start position, which determines the release of the cartridge.
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
    /// Returns hands and cartridge, or `None` without gravity.
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

/// Fails if an option that needs a gamepad is given.
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

/// Combines both options to the type of the game.
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

/// Checks whether an FCEUX movie of the NTSC cartridge can represent such games. The error gives the reason.
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
