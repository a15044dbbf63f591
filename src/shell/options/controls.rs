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
    /// Which type of game [default: a] (with --input pad)
    #[arg(long = "type", value_name = "a|b", value_parser = words::parser::<GameType>())]
    #[serde(rename = "type", with = "words")]
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

/// Option of the treatment of the score routine's running time.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct CrashArgs {
    /// From level 155 on counting points can take the cartridge too long: numbers come late, colours go
    /// wrong, and the machine may crash. off: none of it happens; show: crashes are only marked; top-out: a
    /// crash ends the game; crash: the machine stands still, as it does; strict: it does so wherever it
    /// could (at the console: with --input pad)
    #[arg(id = "crash", long = "crash", value_name = "off|show|top-out|crash|strict", default_value = "off", hide_possible_values = true, value_parser = words::parser::<CrashRule>())]
    #[serde(rename = "crash", with = "words")]
    pub rule: CrashRule,
}

/// Options of how pieces move.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct MoveArgs {
    /// How the player moves its pieces
    #[arg(long, default_value = "drag", value_parser = words::parser::<InputArg>())]
    #[serde(with = "words")]
    pub input: InputArg,
    #[command(flatten)]
    pub hands: HandsArgs,
    /// Which release of the cartridge [default: ntsc] (with --input pad)
    #[arg(long, value_parser = words::parser::<Region>())]
    #[serde(with = "words")]
    pub region: Option<Region>,
}

/// Options of an AI's hands.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct HandsArgs {
    /// Taps of a thumb in a second, 1-30, also 13.3 [default: as --hand has it] (at a gamepad)
    #[arg(long, value_name = "N")]
    pub tap_hz: Option<String>,
    /// Frames in which a thumb may tap, over and over from its first tap on: X...X.. or, from tap to
    /// tap, 4,3; or das for autoshift (at a gamepad)
    #[arg(long, value_name = "PATTERN")]
    pub taps: Option<String>,
    /// Taps, reaction and sight of hands by name (see `rightwell hands`) or from a file [default: machine,
    /// or the opponent's own] (at a gamepad)
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub hand: Option<String>,
    /// Frames before the first tap of a piece, 0-60 [default: as --hand has it] (at a gamepad)
    #[arg(long, value_name = "FRAMES")]
    pub reaction: Option<String>,
    /// Frames of a piece before NEXT is seen, 0-60 or never [default: as --hand has it]: it is begun
    /// without, for the best on average, and may be changed then (at a gamepad)
    #[arg(long, value_name = "FRAMES|never")]
    pub sight: Option<String>,
    /// The hands now and then miss the last press of a tuck, the more often the fewer frames there are
    /// for it: of 1 frame 50 %, of 2 20 %, of 3 4 %, of 4 1 %, of 5 0.5 % (at a gamepad)
    #[arg(long)]
    pub tuck_misdrops: bool,
}

/// Input of a game's pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputArg {
    /// Gravity is off, and a piece goes wherever it can be moved to.
    #[default]
    Drag,
    /// A gamepad moves pieces on the exact console.
    Pad,
}

word_table!(InputArg {
    InputArg::Drag => "drag", "Gravity off: a piece goes wherever it can be moved to";
    InputArg::Pad => "pad", "The exact console, by gamepad";
});

/// Options of what is trained.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct TrainingArgs {
    /// Train something: the name of a mode (see `rightwell modes`), behind a colon its value, as in drought:13
    /// or seed:898800; the score is not kept. speed-test, for people, is no game
    #[arg(long, value_name = "NAME[:N]")]
    pub mode: Option<String>,
    /// What changes late in a game, for ever: level=N or lines=N, a colon, and killscreen (two rows a
    /// frame), floor (a solid row each ten lines), invisible or halt (with --mode)
    #[arg(long, value_name = "level=N:EFFECT")]
    pub linecap: Option<String>,
    /// Taps as fast as rolling fingers do nothing, so that only autoshift leads far (with --mode)
    #[arg(long)]
    pub das_only: bool,
    /// Start does not pause (with --mode)
    #[arg(long)]
    pub no_pause: bool,
    /// How six digits show a score from a million on: the first goes to F or to Z, is left out, stays at
    /// 999999, or nothing is shown until the game is over (with --mode)
    #[arg(long, value_name = "FORM", value_parser = words::parser::<ScoreDisplay>())]
    #[serde(with = "words")]
    pub score: Option<ScoreDisplay>,
}
