//! Options for controls, the type of game and training.

use clap::Args;
use rightwell::engine::training::ScoreDisplay;
use rightwell::engine::{CrashRule, GameType};
use rightwell::rules::Region;
use serde::Serialize;

use super::words::{self, WordTable, word_table};

/// Options of how pieces move and of the type of game.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct ControlArgs {
    #[command(flatten)]
    pub moves: MoveArgs,
    /// Type of game [default: a] (with --input pad)
    #[arg(long = "type", value_name = "a|b", value_parser = words::parser::<GameType>())]
    #[serde(rename = "type", with = "words")]
    pub game_type: Option<GameType>,
    /// Garbage of a B-type game, 0-5 [default: 0]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=5))]
    pub height: Option<u8>,
    /// Let pieces fall two rows a frame from level 39 on, as in tournaments. The cartridge does not do this (with
    /// --input pad)
    #[arg(long)]
    pub double_killscreen: bool,
    #[command(flatten)]
    pub crash: CrashArgs,
    #[command(flatten)]
    pub training: TrainingArgs,
}

/// Option of the treatment of the score routine's running time.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct CrashArgs {
    /// How to treat crashes: from level 155 on, the cartridge can take too long to add points, which corrupts numbers
    /// and colours and may crash it. off: ignore; show: only mark crashes; top-out: a crash ends the game; crash: the
    /// machine freezes as the cartridge does; strict: it freezes wherever it could (at the console: with --input pad)
    #[arg(id = "crash", long = "crash", value_name = "off|show|top-out|crash|strict", default_value = "off", hide_possible_values = true, value_parser = words::parser::<CrashRule>())]
    #[serde(rename = "crash", with = "words")]
    pub rule: CrashRule,
}

/// Options of how pieces move.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct MoveArgs {
    /// Input of the player
    #[arg(long, default_value = "drag", value_parser = words::parser::<InputArg>())]
    #[serde(with = "words")]
    pub input: InputArg,
    #[command(flatten)]
    pub hands: HandsArgs,
    /// Release of the cartridge [default: ntsc] (with --input pad)
    #[arg(long, value_parser = words::parser::<Region>())]
    #[serde(with = "words")]
    pub region: Option<Region>,
}

/// Options of an AI's hands.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct HandsArgs {
    /// Taps per second, 1-30, such as 13.3 [default: as in --hand] (gamepad input only)
    #[arg(long, value_name = "N")]
    pub tap_hz: Option<String>,
    /// Rhythm of taps, repeated from the first tap: frames such as X...X.., gaps such as 4,3, or das for autoshift
    /// (gamepad input only)
    #[arg(long, value_name = "PATTERN")]
    pub taps: Option<String>,
    /// Hands, with their taps, reaction and sight: a name (see `rightwell hands`) or a file [default: machine, or the
    /// opponent's own] (gamepad input only)
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub hand: Option<String>,
    /// Frames before the first tap of a piece, 0-60 [default: as in --hand] (gamepad input only)
    #[arg(long, value_name = "FRAMES")]
    pub reaction: Option<String>,
    /// Frames before the player sees NEXT, 0-60 or never [default: as in --hand]. Until then it aims for the best lock
    /// on average (gamepad input only)
    #[arg(long, value_name = "FRAMES|never")]
    pub sight: Option<String>,
    /// Let the hands sometimes miss the last press of a tuck: 50 % if it has a window of 1 frame, 20 % for 2 frames,
    /// 4 % for 3, 1 % for 4, 0.5 % for 5 (gamepad input only)
    #[arg(long)]
    pub tuck_misdrops: bool,
}

/// Input by which pieces are moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputArg {
    /// There is no gravity, and a piece can lock wherever it can be moved to.
    #[default]
    Drag,
    /// A gamepad moves the pieces, as on the console.
    Pad,
}

word_table!(InputArg {
    InputArg::Drag => "drag", "No gravity: a piece can go wherever it can be moved to";
    InputArg::Pad => "pad", "The console, frame by frame, played with a gamepad";
});

/// Options of what is trained.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct TrainingArgs {
    /// Training mode (see `rightwell modes`), with its value after a colon, such as drought:13 or seed:898800. The
    /// score does not count. speed-test is for people and is not a game
    #[arg(long, value_name = "NAME[:N]")]
    pub mode: Option<String>,
    /// Change of the rules late in the game: level=N or lines=N, a colon, and killscreen (two rows a frame), floor (a
    /// solid row every ten lines), invisible or halt (with --mode)
    #[arg(long, value_name = "level=N:EFFECT")]
    pub linecap: Option<String>,
    /// Ignore taps as fast as those of rolling fingers, so that only autoshift moves pieces far (with --mode)
    #[arg(long)]
    pub das_only: bool,
    /// Disable pausing with Start (with --mode)
    #[arg(long)]
    pub no_pause: bool,
    /// How to show scores of a million or more in six digits: with a first digit up to F or Z, only the last six
    /// digits, capped at 999999, or hidden until the game is over (with --mode)
    #[arg(long, value_name = "FORM", value_parser = words::parser::<ScoreDisplay>())]
    #[serde(with = "words")]
    pub score: Option<ScoreDisplay>,
}
