//! Options for controls, the type of game and training.

use clap::Args;
use rightwell::engine::training::{ClearScoring, ScoreDisplay};
use rightwell::engine::{CrashRule, GameType};
use rightwell::rules::Region;
use serde::Serialize;

use super::words::{self, WordTable, word_table};

/// Options for moving pieces and for the type of game.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct ControlArgs {
    #[command(flatten)]
    pub moves: MoveArgs,
    /// Type of game [default: a] (only with --input pad)
    #[arg(long = "type", value_name = "a|b", value_parser = words::parser::<GameType>())]
    #[serde(rename = "type", with = "words")]
    pub game_type: Option<GameType>,
    /// Amount of garbage at the start of a B-type game, 0-5, as in the console's menu [default: 0]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=5))]
    pub height: Option<u8>,
    /// Let pieces fall two rows a frame from level 39 on, as in tournaments. The cartridge does not do this (only with
    /// --input pad)
    #[arg(long)]
    pub double_killscreen: bool,
    #[command(flatten)]
    pub crash: CrashArgs,
    #[command(flatten)]
    pub training: TrainingArgs,
}

/// Option for crashes: what happens if the score routine takes too long.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct CrashArgs {
    /// How to handle crashes. From level 155 on, the cartridge can take too long to add points. Then it shows wrong
    /// numbers and colours and may crash. off: never crash; show: mark each crash and go on; top-out: end the game at a
    /// crash; crash: freeze by chance, as the cartridge does; strict: freeze wherever the cartridge could (only with a
    /// gamepad)
    #[arg(id = "crash", long = "crash", value_name = "off|show|top-out|crash|strict", default_value = "off", hide_possible_values = true, value_parser = words::parser::<CrashRule>())]
    #[serde(rename = "crash", with = "words")]
    pub rule: CrashRule,
}

/// Options for moving pieces.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct MoveArgs {
    /// How the player moves pieces
    #[arg(long, default_value = "drag", value_parser = words::parser::<InputArg>())]
    #[serde(with = "words")]
    pub input: InputArg,
    #[command(flatten)]
    pub hands: HandsArgs,
    /// Version of the cartridge [default: ntsc] (only with --input pad)
    #[arg(long, value_parser = words::parser::<Region>())]
    #[serde(with = "words")]
    pub region: Option<Region>,
}

/// Options for an AI's hands.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct HandsArgs {
    /// Taps per second, 1-30, such as 13.3 [default: as in --hand] (only with a gamepad)
    #[arg(long, value_name = "N")]
    pub tap_hz: Option<String>,
    /// Rhythm of taps: frames with and without a tap, such as X...X.., or gaps in frames, such as 4,3, or das for
    /// autoshift. The rhythm starts at the first tap of a piece and repeats (only with a gamepad)
    #[arg(long, value_name = "PATTERN")]
    pub taps: Option<String>,
    /// Hands, which set taps, reaction and sight: a name (see `rightwell hands`) or a file [default: machine, or the
    /// opponent's own] (only with a gamepad)
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub hand: Option<String>,
    /// Frames before the first tap of a piece, 0-60 [default: as in --hand] (only with a gamepad)
    #[arg(long, value_name = "FRAMES")]
    pub reaction: Option<String>,
    /// Frames before the player sees NEXT, 0-60 or never [default: as in --hand]. Until then it aims for the lock that
    /// is best on average (only with a gamepad)
    #[arg(long, value_name = "FRAMES|never")]
    pub sight: Option<String>,
    /// Let the hands sometimes miss the last press of a tuck. The fewer frames there are for the press, the more often
    /// they miss: 50 % with 1 frame, 20 % with 2, 4 % with 3, 1 % with 4, 0.5 % with 5 (only with a gamepad)
    #[arg(long)]
    pub tuck_misdrops: bool,
}

/// How a player moves pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputArg {
    /// No gravity: a piece can lock in any pose that moves can reach.
    #[default]
    Drag,
    /// A gamepad moves the pieces, as on the console.
    Pad,
}

word_table!(InputArg {
    InputArg::Drag => "drag", "No gravity: a piece can lock wherever it can be moved";
    InputArg::Pad => "pad", "A gamepad moves the pieces, frame by frame as on the console";
});

/// Options for training.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct TrainingArgs {
    /// Training mode (see `rightwell modes`), with its value after a colon, such as drought:13 or seed:898800. Further
    /// modes may follow after plus signs: drought:13+low-stack:8. Training sets no high scores. speed-test is not a game
    /// and needs a person
    #[arg(long, value_name = "NAME[:N]")]
    pub mode: Option<String>,
    /// Change the rules late in the game. Give the start, level=N or lines=N, then a colon and the effect: killscreen
    /// (pieces fall two rows a frame), floor (a solid row rises every ten lines), invisible (the playfield is hidden)
    /// or halt (the game ends) (only with --mode)
    #[arg(long, value_name = "level=N:EFFECT")]
    pub linecap: Option<String>,
    /// Ignore taps as fast as those of rolling fingers, so that only autoshift moves pieces far (only with --mode)
    #[arg(long)]
    pub das_only: bool,
    /// Disable pausing with Start (only with --mode)
    #[arg(long)]
    pub no_pause: bool,
    /// How to show scores of a million or more in six digits: with a first digit up to F or Z, only the last six
    /// digits, capped at 999999, or hidden until the game is over (only with --mode)
    #[arg(long, value_name = "FORM", value_parser = words::parser::<ScoreDisplay>())]
    #[serde(with = "words")]
    pub score: Option<ScoreDisplay>,
    /// Clears that score: all, only Tetrises, or Tetrises less the points of smaller clears (only with --mode)
    #[arg(long, value_name = "WHICH", value_parser = words::parser::<ClearScoring>())]
    #[serde(with = "words")]
    pub clears: Option<ClearScoring>,
}
