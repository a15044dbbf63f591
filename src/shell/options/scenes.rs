//! Options for the scenes: watching, playing, matches and puzzles.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use rightwell::engine::versus::GarbageHoles;
use rightwell::engine::{GameType, StartPosition, VersusStart};
use rightwell::rules::{RandomizerKind, Region};
use rightwell::session::Category;
use rightwell::session::puzzles::{Puzzle, Theme};
use serde::Serialize;

use super::controls::{CrashArgs, HandsArgs, InputArg, TrainingArgs};
use super::games::{DemoArgs, GameArgs, SoundArgs};
use super::given;
use super::hint_mode::HintMode;
use super::position::PositionArg;
use super::speed::Speed;
use super::words::{self, OptionWord, parse_seed};

/// Word for a person as a player of a match.
pub const PERSON: &str = "person";

/// Default opponent.
pub const OPPONENT: &str = "first-week";

/// Name and description of the speed test. It is listed with the training modes, although it is not a game and no AI
/// can play it.
pub const SPEED_TEST: (&str, &str) = (
    "speed-test",
    "Not a game: tap left or right as fast as you can. A burst of at least five taps counts.",
);

/// Options of any scene.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneArgs {
    Watch(WatchArgs),
    Play(PlayArgs),
    Versus(VersusArgs),
    Puzzles(PuzzlesArgs),
}

impl SceneArgs {
    /// Returns the options for an AI's game that continues from a position, played with a gamepad.
    pub fn watch_from(position: StartPosition) -> SceneArgs {
        let mut args = WatchArgs::default();
        args.game.position = Some(position.into());
        args.game.controls.moves.input = InputArg::Pad;
        SceneArgs::Watch(args)
    }

    /// Returns the options for a person's game that continues from a position.
    pub fn play_from(position: StartPosition) -> SceneArgs {
        SceneArgs::Play(PlayArgs {
            position: Some(position.into()),
            ..PlayArgs::default()
        })
    }

    /// Returns the options for a puzzle with the current piece of a position.
    pub fn puzzle_of(position: StartPosition) -> SceneArgs {
        SceneArgs::Puzzles(PuzzlesArgs {
            position: Some(position.into()),
            ..PuzzlesArgs::default()
        })
    }

    /// Returns the command-line arguments that start the scene. Omits options that have their default values.
    pub fn words(&self) -> Vec<String> {
        let (command, options) = match self {
            SceneArgs::Watch(args) => ("watch", given::words(args)),
            SceneArgs::Play(args) => ("play", given::words(args)),
            SceneArgs::Versus(args) => ("versus", given::words(args)),
            SceneArgs::Puzzles(args) => ("puzzles", given::words(args)),
        };
        [command.to_owned()].into_iter().chain(options).collect()
    }
}

/// Screen of a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Display {
    /// The window if there is a display, else the terminal
    #[default]
    Auto,
    /// The window
    Window,
    /// The terminal
    Terminal,
}

/// Options for `watch`.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct WatchArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub demo: DemoArgs,
    /// PLAY_FAST: pieces lock at once, without paths and animation
    #[arg(long)]
    pub fast: bool,
    #[command(flatten)]
    pub sound: SoundArgs,
    /// Speed as a multiple of the console's: 0.25 to 64, or max
    #[arg(long, value_name = "X", default_value = "1", value_parser = Speed::from_word)]
    #[serde(with = "words")]
    pub speed: Speed,
    /// Where to show the game
    #[arg(long, value_enum, default_value_t = Display::Auto)]
    pub display: Display,
}

impl WatchArgs {
    /// Returns the options for a start without arguments: a strong player that builds for Tetrises, with a gamepad from
    /// level 18.
    pub fn of_first_start() -> WatchArgs {
        let mut args = WatchArgs::default();
        args.game.player = "scorer".to_owned();
        args.game.level = 18;
        args.game.controls.moves.input = InputArg::Pad;
        args.game.controls.moves.hands.hand = Some("machine".to_owned());
        args
    }
}

/// Options for `play`.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlayArgs {
    /// Skip the title screen and start a game at this level, 0-255
    #[arg(long, value_name = "N")]
    pub level: Option<u8>,
    /// Skip the title screen and start a game of this type
    #[arg(long = "type", value_name = "a|b", value_parser = words::parser::<GameType>())]
    #[serde(rename = "type", with = "words")]
    pub game_type: Option<GameType>,
    /// Amount of garbage at the start of a B-type game, 0-5, as in the console's menu
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=5))]
    pub height: Option<u8>,
    /// Skip the title screen and start a game with this seed, up to 16 hexadecimal digits. The last four are the state
    /// of the cartridge's random number register when it chooses the first piece
    #[arg(long, value_name = "HEX", value_parser = parse_seed)]
    #[serde(with = "words::seed")]
    pub seed: Option<u64>,
    /// Score to beat in a game with this seed
    #[arg(long, value_name = "N")]
    pub beat: Option<u32>,
    /// Race a recorded game: a recording as for `replay`, or a video. It is played back beside your game, which starts
    /// like it and gets the same pieces. In a folder of recordings: the game from --level (default: 18) that is just
    /// above your best one. A race sets no high scores
    #[arg(long, value_name = "FILE")]
    #[serde(serialize_with = "words::path")]
    pub ghost: Option<PathBuf>,
    /// In a race, get your own pieces instead of the ghost's
    #[arg(long, requires = "ghost")]
    pub own_pieces: bool,
    /// Start a game at this position, one line of text (for its format, see src/shell/command/README.md). Such a game
    /// is practice: its score does not count
    #[arg(long, value_name = "TEXT", value_parser = PositionArg::from_word)]
    #[serde(with = "words")]
    pub position: Option<PositionArg>,
    /// Version of the cartridge [default: ntsc]
    #[arg(long, value_parser = words::parser::<Region>())]
    #[serde(with = "words")]
    pub region: Option<Region>,
    /// At the end, write everything since power-on to a file: a movie (.fm2), or for PAL a recording (.ron). A name
    /// ending in .gz compresses it
    #[arg(long, value_name = "FILE")]
    #[serde(serialize_with = "words::path")]
    pub save_replay: Option<PathBuf>,
    /// Show the best lock of the piece and of NEXT in A-type games: never, while H is held, always, or N frames after
    /// the spawn. Games with hints set no high scores [default: key, or as in the settings]
    #[arg(long, value_name = "off|key|always|N")]
    #[serde(with = "words")]
    pub hint: Option<HintMode>,
    /// Hands to assume for hints and marks: a name (see `rightwell hands`) or a file. Locks beyond the reach of these
    /// hands are never shown [default: tournament, or as in the settings]
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub hand: Option<String>,
    /// Mark each lock with its loss in lines and show the accuracy so far [default: as in the settings]
    #[arg(long)]
    pub marks: bool,
    /// Allow taking pieces back (U) and saving states (K), as training does. Games in which you use them set no high
    /// scores
    #[arg(long)]
    pub practice: bool,
    #[command(flatten)]
    pub crash: CrashArgs,
    #[command(flatten)]
    pub training: TrainingArgs,
    #[command(flatten)]
    pub sound: SoundArgs,
    /// Speed as a multiple of the console's: 0.25 to 64, or max
    #[arg(long, value_name = "X", default_value = "1", value_parser = Speed::from_word)]
    #[serde(with = "words")]
    pub speed: Speed,
}

/// Options for `versus`.
#[derive(Args, Clone, Debug, PartialEq, Serialize)]
pub struct VersusArgs {
    /// Who plays on the left: person, an opponent (see `rightwell opponents`), a player (see `rightwell players`) or a
    /// file. Dials may follow, such as survival,tap-hz=12,misdrops=5
    #[arg(long, value_name = "SEAT", default_value = PERSON)]
    pub left: String,
    /// Who plays on the right, in the form of --left
    #[arg(long, value_name = "SEAT", default_value = OPPONENT)]
    pub right: String,
    /// Player that the computer uses: a name (see `rightwell players`) or a file
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub player: Option<String>,
    #[command(flatten)]
    pub dials: DialsArgs,
    /// Level of both sides, 0-29
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=29))]
    pub level: u8,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Seed of the pieces and of the holes in garbage, up to 16 hexadecimal digits [default: random; the program prints
    /// it]
    #[arg(long, value_name = "HEX", value_parser = parse_seed)]
    #[serde(with = "words::seed")]
    pub seed: Option<u64>,
    /// Randomizer of the pieces, any but nes; sz:P replaces P percent of them [default: nes-odds]
    #[arg(long, value_name = "KIND", value_parser = words::RandomizerParser)]
    #[serde(with = "words")]
    pub randomizer: Option<RandomizerKind>,
    /// Version of the cartridge [default: ntsc]
    #[arg(long, value_parser = words::parser::<Region>())]
    #[serde(with = "words")]
    pub region: Option<Region>,
    /// At the end, write the last match to a file ending in .ron or .ron.gz
    #[arg(long, value_name = "FILE")]
    #[serde(serialize_with = "words::path")]
    pub save_replay: Option<PathBuf>,
    #[command(flatten)]
    pub sound: SoundArgs,
    /// Speed as a multiple of the console's: 0.25 to 64, or max
    #[arg(long, value_name = "X", default_value = "1", value_parser = Speed::from_word)]
    #[serde(with = "words")]
    pub speed: Speed,
    /// Where to show a match between computers. A match with a person needs the window
    #[arg(long, value_enum, default_value_t = Display::Auto)]
    pub display: Display,
}

/// Options for the dials of a computer player.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct DialsArgs {
    #[command(flatten)]
    pub hands: HandsArgs,
    /// Pieces that the computer looks ahead, 1-4
    #[arg(long, value_name = "PIECES")]
    pub depth: Option<String>,
    /// Percentage of the computer's pieces that land beside their target by mistake, 0-100
    #[arg(long, value_name = "PERCENT")]
    pub misdrops: Option<String>,
    /// Stack height up to which the computer attacks, in percent of the playfield's height: 0 never attacks, 100 always
    #[arg(long, value_name = "PERCENT")]
    pub aggression: Option<String>,
    /// Filter of the computer's player: none, well, pattern:NAME, well-plain or pattern-plain:NAME, as for `watch`. A
    /// filter needs --aggression 0
    #[arg(long, value_name = "FILTER")]
    pub filter: Option<String>,
}

/// Options for the rules of a match.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct RulesArgs {
    /// Garbage rows: with their hole in one column for the whole round (each side has its own column), with a new
    /// column for each attack, or no garbage [default: classic] (only in matches)
    #[arg(long, value_parser = words::parser::<GarbageHoles>())]
    #[serde(with = "words")]
    pub garbage: Option<GarbageHoles>,
    /// Let a side's clears first cancel the garbage that is about to reach it (only in matches)
    #[arg(long)]
    pub cancelling: bool,
    /// Maximum number of rounds, an odd number up to 99. Winning more than half of them wins the match (only in
    /// matches)
    #[arg(long, value_name = "N", value_parser = parse_best_of)]
    pub best_of: Option<u8>,
    /// Level of the left side, 0-29 [default: --level] (only in matches)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=29))]
    pub left_level: Option<u8>,
    /// Level of the right side, 0-29 [default: --level] (only in matches)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=29))]
    pub right_level: Option<u8>,
}

/// Options for `puzzles`.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize)]
pub struct PuzzlesArgs {
    /// File of puzzles [default: the built-in ones]
    #[arg(value_name = "FILE.ron")]
    #[serde(skip)]
    pub file: Option<PathBuf>,
    /// Solve a puzzle of your own: find the best lock for the current piece of this position, one line of text (for its
    /// format, see src/shell/command/README.md)
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["file", "theme", "stars", "make"], value_parser = PositionArg::from_word)]
    #[serde(with = "words")]
    pub position: Option<PositionArg>,
    /// Practise mistakes from your reviewed games. Each mistake returns until you have solved it on two days
    #[arg(long, conflicts_with_all = ["file", "position", "stars", "hand", "make"])]
    pub mine: bool,
    /// Solve the puzzle of the day, which is the same for everybody
    #[arg(long, conflicts_with_all = ["file", "position", "mine", "theme", "stars", "make"])]
    pub daily: bool,
    /// Solve puzzles of your strength. Your first answer to a puzzle changes your rating and its rating (Glicko-2)
    #[arg(long, conflicts_with_all = ["file", "position", "mine", "daily", "stars", "list", "make"])]
    pub rated: bool,
    /// Number of pieces to place: 1, or 2 for the piece and NEXT. Both answers are graded from 0 to 100 [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2), conflicts_with_all = ["empty", "list", "make"])]
    pub pieces: Option<u8>,
    /// Delete all saved mistakes, or those of one kind with --theme, and print how many were deleted
    #[arg(long, requires = "mine", conflicts_with = "list")]
    #[serde(skip)]
    pub empty: bool,
    /// Theme of the puzzles. With --mine, the kind of mistake, as named by `rightwell review`
    #[arg(long, value_name = "THEME|KIND", value_parser = PossibleValuesParser::new(themes_and_kinds()), conflicts_with = "make")]
    pub theme: Option<String>,
    /// Number of stars, 1 (easy) to 5
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(Puzzle::STARS_MAX)), conflicts_with = "make")]
    pub stars: Option<u8>,
    /// Hands to assume in the rating: a name (see `rightwell hands`) or a file [default: tournament]
    #[arg(long, value_name = "NAME|FILE.ron", conflicts_with_all = ["make", "list"])]
    pub hand: Option<String>,
    #[command(flatten)]
    pub sound: SoundArgs,
    /// Print a list instead: number, theme, stars, pieces and level of each puzzle
    #[arg(long)]
    #[serde(skip)]
    pub list: bool,
    /// With --list, write the list as JSON to a file, or to standard output with -: also position and best lock
    #[arg(
        long,
        value_name = "FILE|-",
        requires = "list",
        conflicts_with = "mine"
    )]
    #[serde(skip)]
    pub json: Option<PathBuf>,
    /// Write the chosen puzzles to a file, which you can change and give to `puzzles`
    #[arg(long, value_name = "FILE.ron", conflicts_with_all = ["mine", "rated", "pieces", "list", "make"])]
    #[serde(skip)]
    pub export: Option<PathBuf>,
    /// Mine new puzzles from games of the built-in players and write them to a file
    #[arg(long, value_name = "FILE.ron", conflicts_with_all = ["file", "list"])]
    #[serde(skip)]
    pub make: Option<PathBuf>,
    /// Number of puzzles to mine [default: 200]
    #[arg(long, value_name = "N", requires = "make", value_parser = clap::value_parser!(u16).range(1..=10_000))]
    #[serde(skip)]
    pub count: Option<u16>,
    /// Seed of the games to mine [default: 1]
    #[arg(long, value_name = "N", requires = "make")]
    #[serde(skip)]
    pub seed: Option<u64>,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", requires = "make", value_parser = clap::value_parser!(u16).range(1..=1024))]
    #[serde(skip)]
    pub threads: Option<u16>,
}

/// Returns the values that `--theme` allows: themes of puzzles, and kinds of mistakes.
fn themes_and_kinds() -> Vec<&'static str> {
    let mut words = Theme::ALL.map(Theme::name).to_vec();
    let kinds = Category::ALL.map(Category::word).into_iter();
    let kinds: Vec<_> = kinds.filter(|kind| !words.contains(kind)).collect();
    words.extend(kinds);
    words
}

/// Parses the maximum number of rounds in a match.
fn parse_best_of(text: &str) -> Result<u8, String> {
    let max = VersusStart::BEST_OF_MAX;
    match text.parse::<u8>() {
        Ok(rounds) if rounds <= max && !rounds.is_multiple_of(2) => Ok(rounds),
        _ => Err(format!("allowed: an odd number from 1 to {max}")),
    }
}

impl Default for VersusArgs {
    fn default() -> VersusArgs {
        VersusArgs {
            left: PERSON.to_owned(),
            right: OPPONENT.to_owned(),
            player: None,
            dials: DialsArgs::default(),
            level: 0,
            rules: RulesArgs::default(),
            seed: None,
            randomizer: None,
            region: None,
            save_replay: None,
            sound: SoundArgs::default(),
            speed: Speed::default(),
            display: Display::default(),
        }
    }
}
