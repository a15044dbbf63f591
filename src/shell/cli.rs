//! The command line as typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use rightwell::lab::Shard;

use super::controls::MoveArgs;
use super::error::CliError;
use super::options::{Display, GameArgs, RandomizerArg, RegionArg, TypeArg, parse_seed};
use super::pacer::Speed;
use super::rules::{MatchArgs, RulesArgs};
use super::simulate::parse_shard;
use super::train::parse_burns;

/// A replica of NES Tetris that plays itself.
///
/// Without a command: watch.
#[derive(Parser, Debug)]
#[command(name = "rightwell", version, args_conflicts_with_subcommands = true)]
struct RawArgs {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    watch: WatchArgs,
}

/// What the program can do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Watch the AI play, in the window or the terminal
    Watch(WatchArgs),
    /// Play yourself: the exact console, in the window
    Play(PlayArgs),
    /// Play against the computer or a friend, with garbage rows
    Versus(VersusArgs),
    /// Play a recording again, in the window or the terminal
    Replay(ReplayArgs),
    /// Play without a window and write pictures
    Record(RecordArgs),
    /// Play many games on all cores without a window and print statistics
    Simulate(SimulateArgs),
    /// Learn a value table by playing, for players like scorer
    Train(TrainArgs),
    /// Drive the exact game by lines on standard input, for other programs
    Engine,
    /// List the players
    Players,
    /// List the opponents of versus, weakest first
    Opponents,
    /// List the pictures for --filter pattern:NAME
    Patterns,
}

/// Options of `watch`.
#[derive(Args, Debug)]
pub struct WatchArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// PLAY_FAST: no path, no animation
    #[arg(long)]
    pub fast: bool,
    /// Times the console's speed: 0.25 to 64, or max
    #[arg(long, value_name = "X", default_value = "1", value_parser = Speed::parse)]
    pub speed: Speed,
    /// Where to show it
    #[arg(long, value_enum, default_value_t = Display::Auto)]
    pub display: Display,
}

/// Options of `play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// Straight into a game at this level, 0-29, instead of the title screen
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=29))]
    pub level: Option<u8>,
    /// Straight into a game of this type
    #[arg(long = "type", value_name = "a|b", value_enum)]
    pub game_type: Option<TypeArg>,
    /// Garbage of a B-type game, 0-5
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=5))]
    pub height: Option<u8>,
    /// Straight into a game whose shift register holds this when the first piece is chosen; of up to
    /// 16 hexadecimal digits the last four count
    #[arg(long, value_name = "HEX", value_parser = parse_seed)]
    pub seed: Option<u64>,
    /// Which release of the cartridge
    #[arg(long, value_enum, default_value_t = RegionArg::Ntsc)]
    pub region: RegionArg,
    /// Write everything since power-on at the end: a movie (.fm2), or .ron for PAL
    #[arg(long, value_name = "FILE")]
    pub save_replay: Option<PathBuf>,
    /// Times the console's speed: 0.25 to 64, or max
    #[arg(long, value_name = "X", default_value = "1", value_parser = Speed::parse)]
    pub speed: Speed,
}

/// Options of `versus`.
#[derive(Args, Debug)]
pub struct VersusArgs {
    /// Who sits on the left: person, an opponent (see `rightwell opponents`), a player or a file, with
    /// dials behind it, such as survival,tap-hz=12,misdrops=5
    #[arg(long, value_name = "SEAT", default_value = "person")]
    pub left: String,
    /// Who sits on the right
    #[arg(long, value_name = "SEAT", default_value = "first-week")]
    pub right: String,
    /// The computer's player: a name (see `rightwell players`) or a file
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub player: Option<String>,
    /// The computer's taps of a thumb in a second, 1-30, also 13.3
    #[arg(long, value_name = "N")]
    pub tap_hz: Option<String>,
    /// The computer's frames before the first tap of a piece, 0-60
    #[arg(long, value_name = "FRAMES")]
    pub reaction: Option<String>,
    /// Pieces that the computer looks ahead, 1-4
    #[arg(long, value_name = "PIECES")]
    pub depth: Option<String>,
    /// Pieces of a hundred that the computer puts in the wrong place, 0-100
    #[arg(long, value_name = "PERCENT")]
    pub misdrops: Option<String>,
    /// Up to which pile the computer attacks, in percent of the field's height: 0 never, 100 always
    #[arg(long, value_name = "PERCENT")]
    pub aggression: Option<String>,
    /// Level of both sides, 0-29
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=29))]
    pub level: u8,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Seed of pieces and holes, up to 16 hexadecimal digits [default: fresh, and said]
    #[arg(long, value_name = "HEX", value_parser = parse_seed)]
    pub seed: Option<u64>,
    /// Who chooses the pieces, nes-odds or uniform [default: nes-odds]
    #[arg(long, value_name = "KIND", value_enum)]
    pub randomizer: Option<RandomizerArg>,
    /// Which release of the cartridge [default: ntsc]
    #[arg(long, value_enum)]
    pub region: Option<RegionArg>,
    /// Write the last match at the end, as .ron
    #[arg(long, value_name = "FILE")]
    pub save_replay: Option<PathBuf>,
    /// Times the console's speed: 0.25 to 64, or max
    #[arg(long, value_name = "X", default_value = "1", value_parser = Speed::parse)]
    pub speed: Speed,
    /// Where to show a match of computers; people need the window
    #[arg(long, value_enum, default_value_t = Display::Auto)]
    pub display: Display,
}

/// Options of `replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The recording: a movie ending in .fm2, or a file ending in .ron
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Compare the end with the one stored in the file, without a window
    #[arg(long)]
    pub check: bool,
    /// Print the states after these frames, one JSON line each, without a window
    #[arg(long, value_name = "F,F,…", value_delimiter = ',')]
    pub states: Vec<u64>,
    /// Times the console's speed: 0.25 to 64, or max
    #[arg(long, value_name = "X", default_value = "1", value_parser = Speed::parse)]
    pub speed: Speed,
    /// Where to show it
    #[arg(long, value_enum, default_value_t = Display::Auto)]
    pub display: Display,
}

/// Options of `record`.
#[derive(Args, Debug)]
pub struct RecordArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub matches: MatchArgs,
    /// PLAY_FAST: no path, no animation
    #[arg(long, conflicts_with = "contestants")]
    pub fast: bool,
    /// How many frames to play [default: 601 = ten seconds, or the whole recording]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub frames: Option<u64>,
    /// Leave the first frames out of the film
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub skip: u64,
    /// Only every so many frames go into the film; a GIF cannot show 60 in a second
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    pub every: u64,
    /// Write the last frame as a picture
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// Write a film
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,
    /// Film a recording
    #[arg(long, value_name = "FILE", conflicts_with_all = ["contestants", "player", "filter", "level", "seed", "randomizer", "fast", "input", "tap_hz", "reaction", "region", "game_type", "height"])]
    pub replay: Option<PathBuf>,
    /// Each pixel becomes a square of so many
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=16))]
    pub scale: u32,
    /// Write the game as a recording that `replay` plays: a movie (.fm2) with --input pad, or .ron
    #[arg(long, value_name = "FILE")]
    pub save_replay: Option<PathBuf>,
}

/// Options of `simulate`.
#[derive(Args, Debug)]
pub struct SimulateArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: Option<u64>,
    /// How many pieces; without --games in streams of 250,000, each from an empty field
    #[arg(long, value_name = "N", conflicts_with = "contestants", value_parser = clap::value_parser!(u64).range(1..))]
    pub pieces: Option<u64>,
    /// End a game at that many lines
    #[arg(long, value_name = "N", conflicts_with = "contestants", value_parser = clap::value_parser!(u16).range(1..=25_599))]
    pub lines: Option<u16>,
    /// End a game after that many pieces
    #[arg(long, value_name = "N", conflicts_with = "contestants", value_parser = clap::value_parser!(u64).range(1..))]
    pub pieces_per_game: Option<u64>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Play only part I of K, I from 1; parts are put together with --merge
    #[arg(long, value_name = "I/K", value_parser = parse_shard)]
    pub shard: Option<Shard>,
    /// Put the JSON figures of all parts together instead of playing
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["contestants", "games", "pieces", "lines", "pieces_per_game", "threads", "shard", "player", "filter", "level", "seed", "randomizer", "input", "tap_hz", "reaction", "region", "game_type", "height"])]
    pub merge: Vec<PathBuf>,
    #[command(flatten)]
    pub matches: MatchArgs,
    /// Write all figures as JSON to a file, or with - to standard output
    #[arg(long, value_name = "FILE|-")]
    pub json: Option<PathBuf>,
}

/// Options of `train`.
#[derive(Args, Debug)]
pub struct TrainArgs {
    /// Write the table to this file; it replaces one of that name
    #[arg(long, value_name = "FILE.table")]
    pub table: PathBuf,
    /// Go on from a table, scorer, well or a file, instead of from nothing
    #[arg(long, value_name = "NAME|FILE.table")]
    pub from: Option<String>,
    /// How many pieces to learn from
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub pieces: u64,
    /// Seed of the games, up to 16 hexadecimal digits [default: fresh, and said]
    #[arg(long, value_name = "HEX", value_parser = parse_seed)]
    pub seed: Option<u64>,
    /// What a lost game loses, in lines, 0-1000
    #[arg(long, value_name = "LINES", default_value_t = 60.0)]
    pub game_over: f64,
    /// What clearing one, two or three rows at once loses, in lines, 0-1000 each
    #[arg(long, value_name = "A,B,C", default_value = "0.867,1.667,2", value_parser = parse_burns)]
    pub burns: [f64; 3],
    /// Rows of garbage that come in with a hundred pieces, on average, 0-100
    #[arg(long, value_name = "ROWS", default_value_t = 0.0)]
    pub garbage: f64,
    /// Level whose gravity pulls, 0-29 [default: 0] (with --input pad)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=29))]
    pub level: Option<u8>,
    #[command(flatten)]
    pub moves: MoveArgs,
}

/// Reads the command line; prints help and version itself.
pub fn parse() -> Result<Command, CliError> {
    let error = match RawArgs::try_parse() {
        Ok(RawArgs { command, watch }) => return Ok(command.unwrap_or(Command::Watch(watch))),
        Err(error) => error,
    };
    if !error.use_stderr() {
        error.exit();
    }
    Err(CliError::Usage(one_line(&error.render().to_string())))
}

/// The parser's message without its usage lines, on one line.
fn one_line(message: &str) -> String {
    message
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .filter(|line| !line.is_empty())
        .map(|line| line.strip_prefix("error: ").unwrap_or(line))
        .collect::<Vec<_>>()
        .join(" ")
}
