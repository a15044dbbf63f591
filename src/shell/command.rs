//! The command line: one file per command, with its options.
//!
//! Commands that need a terminal or run for hours are not part of the browser build, because a browser loads all
//! commands before the first frame.

mod capture;
#[cfg(not(target_family = "wasm"))]
pub mod desktop;
#[cfg(not(target_family = "wasm"))]
pub mod engine;
pub mod lists;
#[cfg(not(target_family = "wasm"))]
pub mod manual;
pub mod play;
pub mod puzzles;
pub mod record;
pub mod replay;
pub mod review;
pub mod rules;
pub mod simulate;
mod sound;
#[cfg(not(target_family = "wasm"))]
pub mod train;
pub mod versus;
pub mod watch;

use std::ffi::OsString;
use std::io::{self, Write};

#[cfg(not(target_family = "wasm"))]
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Parser, Subcommand};
use rightwell::players::MissingTable;
use rightwell::rules::sanitized;

use crate::error::CliError;
use crate::host::{arguments, log, page};
use crate::options::scenes::{PlayArgs, PuzzlesArgs, VersusArgs, WatchArgs};
use crate::store::files;

#[cfg(not(target_family = "wasm"))]
use capture::CaptureArgs;
#[cfg(not(target_family = "wasm"))]
use desktop::DesktopArgs;
#[cfg(not(target_family = "wasm"))]
use manual::{CompletionsArgs, ManArgs};
use record::RecordArgs;
use replay::ReplayArgs;
use review::ReviewArgs;
use simulate::SimulateArgs;
#[cfg(not(target_family = "wasm"))]
use train::TrainArgs;

/// A replica of NES Tetris that plays itself.
///
/// Without a command, it runs `watch`. Without any argument, it shows `watch --player scorer --input pad --hand machine
/// --level 18`.
#[derive(Parser, Debug)]
#[command(name = "rightwell", version, args_conflicts_with_subcommands = true, after_help = EXIT_CODES)]
struct RawArgs {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    watch: WatchArgs,
}

/// Text after the commands in `--help`.
const EXIT_CODES: &str = "Exit codes: 0 success; 1 the work failed or something could not be saved; 2 invalid \
option, name or file; 129, 130, 143 stopped by a closed terminal, Ctrl-C or SIGTERM, after writing and reporting the \
results so far.";

/// The program's commands.
#[derive(Subcommand, Debug)]
enum Command {
    /// Watch the AI play, in the window or the terminal
    Watch(WatchArgs),
    /// Play the game yourself, in the window, exactly as on the console
    Play(PlayArgs),
    /// Play against the computer or a friend, with garbage rows
    Versus(VersusArgs),
    /// Replay a recording, in the window or the terminal
    Replay(ReplayArgs),
    /// Run games without a window and write images, films or sound
    Record(RecordArgs),
    /// Rate every move of a recorded game
    Review(ReviewArgs),
    /// Read games from a video, or the game in an image
    #[cfg(not(target_family = "wasm"))]
    Capture(CaptureArgs),
    /// Solve puzzles: find the best lock. Can also mine new puzzles
    Puzzles(PuzzlesArgs),
    /// Play many games on all cores without a window and print statistics
    Simulate(SimulateArgs),
    /// Learn a value table or a player's weights by playing
    #[command(after_help = train::NOTES)]
    #[cfg(not(target_family = "wasm"))]
    Train(TrainArgs),
    /// Control the exact game from another program, through standard input
    #[command(after_help = engine::REQUESTS)]
    #[cfg(not(target_family = "wasm"))]
    Engine,
    /// List the players
    Players,
    /// List the hands for --hand NAME
    Hands,
    /// List the opponents of versus, weakest first
    Opponents,
    /// List the training modes for --mode NAME
    Modes,
    /// List the patterns for --filter pattern:NAME
    Patterns,
    /// Add the program and its icon to the desktop's menus
    #[cfg(not(target_family = "wasm"))]
    InstallDesktop(DesktopArgs),
    /// Print a script that completes commands and options in a shell
    #[cfg(not(target_family = "wasm"))]
    Completions(CompletionsArgs),
    /// Print the manual page, or write all of them
    #[cfg(not(target_family = "wasm"))]
    Man(ManArgs),
}

/// Runs the command on the command line.
pub fn run() -> Result<(), CliError> {
    match parse()? {
        Command::Watch(args) => watch::run(&args),
        #[cfg(not(target_family = "wasm"))]
        Command::Engine => engine::run(),
        Command::Play(args) => play::run(&args),
        Command::Versus(args) => versus::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Record(args) => with_tables(|| record::run(&args)),
        Command::Review(args) => with_tables(|| review::run(&args)),
        #[cfg(not(target_family = "wasm"))]
        Command::Capture(args) => capture::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Simulate(args) => with_tables(|| simulate::run(&args)),
        #[cfg(not(target_family = "wasm"))]
        Command::Train(args) => train::run(&args),
        Command::Players => lists::players(),
        Command::Hands => lists::hands(),
        Command::Opponents => lists::opponents(),
        Command::Modes => lists::modes(),
        Command::Patterns => lists::patterns(),
        #[cfg(not(target_family = "wasm"))]
        Command::InstallDesktop(args) => desktop::run(&args),
        #[cfg(not(target_family = "wasm"))]
        Command::Completions(args) => manual::completions(&args, RawArgs::command()),
        #[cfg(not(target_family = "wasm"))]
        Command::Man(args) => manual::man(&args, RawArgs::command()),
    }
}

/// Runs work without a display. Returns the error of the work, or of a value table that could not be loaded.
fn with_tables(work: impl FnOnce() -> Result<(), CliError>) -> Result<(), CliError> {
    let tables = MissingTable::watch();
    work()?;
    tables
        .since()
        .map_or(Ok(()), |why| Err(CliError::failed(why)))
}

/// Parses the command line. Prints help and version if requested.
///
/// On a web page, unknown options are reported and ignored, because a link to the page may come from another version of
/// the program.
fn parse() -> Result<Command, CliError> {
    let words = arguments::all();
    let count = words.len();
    let (parsed, unknown) = match page::IS_HERE {
        true => parse_known(words),
        false => (RawArgs::try_parse_from(words), Vec::new()),
    };
    // On a web page, options of other programs do not count.
    let is_bare = count <= 1 + unknown.len();
    for option in unknown {
        log::say(format!("rightwell: ignoring unknown option {option}"));
    }
    match parsed {
        Ok(_) if is_bare => Ok(Command::Watch(WatchArgs::of_first_start())),
        Ok(RawArgs { command, watch }) => Ok(command.unwrap_or(Command::Watch(watch))),
        Err(error) if !error.use_stderr() => {
            files::printed(error.print().and_then(|()| io::stdout().flush()))?;
            std::process::exit(0)
        }
        Err(error) => Err(usage(error)),
    }
}

/// Parses the arguments that the program knows. Also returns the names of unknown options.
fn parse_known(mut words: Vec<OsString>) -> (Result<RawArgs, clap::Error>, Vec<String>) {
    let mut unknown = Vec::new();
    loop {
        let parsed = RawArgs::try_parse_from(&words);
        let found = parsed.as_ref().err().and_then(unknown_option);
        let is_it = |name: &str, word: &OsString| {
            let word = word.to_string_lossy();
            word == name
                || word
                    .strip_prefix(name)
                    .is_some_and(|rest| rest.starts_with('='))
        };
        match found {
            Some(name) if words.iter().any(|word| is_it(&name, word)) => {
                words.retain(|word| !is_it(&name, word));
                unknown.push(sanitized(&name).to_string());
            }
            _ => return (parsed, unknown),
        }
    }
}

fn unknown_option(error: &clap::Error) -> Option<String> {
    match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(name))) => Some(name.clone()),
        _ => None,
    }
}

/// Converts a parse error to one line.
fn usage(mut error: clap::Error) -> CliError {
    shorten(&mut error);
    CliError::usage(one_line(&error.render().to_string()))
}

/// Shortens long arguments of the user where the error message quotes them.
fn shorten(error: &mut clap::Error) {
    let quoted: Vec<(ContextKind, ContextValue)> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(text) => {
                let text = sanitized(text).to_string();
                Some((kind, ContextValue::String(text)))
            }
            _ => None,
        })
        .collect();
    for (kind, value) in quoted {
        error.insert(kind, value);
    }
}

/// Returns the message of a parse error on one line, without the usage. Joins lists with commas and tips with
/// semicolons.
fn one_line(message: &str) -> String {
    let lines = message.lines().map(str::trim);
    let lines = lines
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .filter(|line| !line.is_empty());
    let (mut all, mut is_list) = (String::new(), false);
    for line in lines {
        let line = line.strip_prefix("error: ").unwrap_or(line);
        if line.starts_with("tip:") {
            all += "; ";
            is_list = false;
        } else if is_list && !all.ends_with(':') {
            all += ", ";
        } else if !all.is_empty() {
            all += " ";
        }
        is_list |= line.ends_with(':');
        all += line;
    }
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rightwell::rules::RandomizerKind;
    use rightwell::search::Sight;

    use crate::options::forms::{
        HandsForm, PlayForm, PuzzlesForm, TrainingForm, VersusForm, WatchForm,
    };
    use crate::options::scenes::SceneArgs;
    use crate::options::speed::{STEPS, Speed};
    use crate::options::words::{RANDOMIZERS, WordTable};

    use super::*;

    /// Returns the error message for a wrong command line.
    fn said(line: &str) -> String {
        let words = ["rightwell"].into_iter().chain(line.split_whitespace());
        usage(RawArgs::try_parse_from(words).unwrap_err()).to_string()
    }

    /// Parses the command line of a scene.
    fn parsed(words: &[String]) -> SceneArgs {
        let words = ["rightwell"]
            .into_iter()
            .chain(words.iter().map(String::as_str));
        match RawArgs::try_parse_from(words).unwrap().command.unwrap() {
            Command::Watch(args) => SceneArgs::Watch(args),
            Command::Play(args) => SceneArgs::Play(args),
            Command::Versus(args) => SceneArgs::Versus(args),
            Command::Puzzles(args) => SceneArgs::Puzzles(args),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_default_of_a_scene_is_its_empty_command_line() {
        for args in [
            SceneArgs::Watch(WatchArgs::default()),
            SceneArgs::Play(PlayArgs::default()),
            SceneArgs::Versus(VersusArgs::default()),
            SceneArgs::Puzzles(PuzzlesArgs::default()),
        ] {
            assert_eq!(args.words().len(), 1);
            assert_eq!(parsed(&args.words()), args);
        }
    }

    /// Random number generator for filling in forms.
    struct FormRng(u64);

    impl FormRng {
        fn below(&mut self, end: u64) -> u64 {
            let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
            self.0 = next.wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % end
        }

        fn number(&mut self, end: u8) -> u8 {
            self.below(end.into()) as u8
        }

        fn yes(&mut self) -> bool {
            self.below(2) == 1
        }

        fn some<T>(&mut self, value: T) -> Option<T> {
            self.yes().then_some(value)
        }

        fn word<T: WordTable>(&mut self) -> T {
            let table = T::table();
            table[self.below(table.len() as u64) as usize].0
        }

        fn name(&mut self) -> String {
            ["person", "my own", "a/b.ron", "x=1,y"][self.below(4) as usize].to_owned()
        }

        fn seed(&mut self) -> Option<u64> {
            let seed = self.below(1 << 31);
            self.some(seed)
        }

        fn randomizer(&mut self) -> RandomizerKind {
            RANDOMIZERS[self.below(RANDOMIZERS.len() as u64) as usize].0
        }

        fn speed(&mut self) -> Speed {
            STEPS[self.below(STEPS.len() as u64) as usize]
        }

        fn hands(&mut self) -> HandsForm {
            let name = self.name();
            HandsForm {
                hand: self.some(name),
                tap_hz: self.number(31),
                reaction: self.number(61),
                sight: Sight::after(self.below(61)).unwrap(),
            }
        }

        fn forms(&mut self) -> [SceneArgs; 5] {
            let (kind, theme, unit) = (self.word(), self.word(), self.word());
            let (randomizer, stars) = (self.randomizer(), self.number(5) + 1);
            let watch = WatchForm {
                demo: self.below(4) == 0,
                player: self.name(),
                filter: self.word(),
                pattern: self.name(),
                input: self.word(),
                hands: self.hands(),
                region: self.word(),
                game_type: self.word(),
                height: self.number(6),
                level: self.number(30),
                double_killscreen: self.yes(),
                crash: self.word(),
                randomizer: self.some(randomizer),
                seed: self.seed(),
                speed: self.speed(),
                fast: self.yes(),
            };
            let play = PlayForm {
                is_direct: self.yes(),
                game_type: self.word(),
                level: self.number(255),
                height: self.number(6),
                seed: self.seed(),
                region: self.word(),
                crash: self.word(),
                speed: self.speed(),
            };
            let versus = VersusForm {
                left: self.name(),
                right: self.name(),
                has_dials: self.yes(),
                player: self.name(),
                hands: self.hands(),
                depth: self.number(5),
                misdrops: self.number(101),
                aggression: self.number(101),
                filter: self.word(),
                pattern: self.name(),
                garbage: self.word(),
                cancelling: self.yes(),
                best_of: self.number(50) * 2 + 1,
                left_level: self.number(30),
                right_level: self.number(30),
                randomizer: self.randomizer(),
                seed: self.seed(),
                region: self.word(),
                speed: self.speed(),
            };
            let puzzles = PuzzlesForm {
                mine: self.yes(),
                rated: self.yes(),
                pieces: 1 + self.number(2),
                mine_pieces: 1 + self.number(2),
                theme: self.some(theme),
                stars: self.some(stars),
                kind: self.some(kind),
            };
            let training = TrainingForm {
                mode: self.word(),
                value: self.number(200).into(),
                others: BTreeMap::new(),
                pieces: format!("{:X}", self.below(1 << 24)),
                level: self.number(255),
                linecap: self.some(unit),
                linecap_level: self.number(255),
                linecap_lines: self.below(3191) as u16,
                linecap_effect: self.word(),
                das_only: self.yes(),
                no_pause: self.yes(),
                score: self.word(),
                clears: self.word(),
                also: ["none", "low-stack:5"][self.below(2) as usize].to_owned(),
                region: self.word(),
                crash: self.word(),
                speed: self.speed(),
            };
            [
                SceneArgs::Watch(watch.args()),
                SceneArgs::Play(play.args()),
                SceneArgs::Versus(versus.args()),
                SceneArgs::Puzzles(puzzles.args()),
                SceneArgs::Play(training.args()),
            ]
        }
    }

    #[test]
    fn the_arguments_of_every_form_parse_back_to_it() {
        let mut dice = FormRng(1);
        for args in (0..300).flat_map(|_| dice.forms()) {
            assert_eq!(parsed(&args.words()), args, "{:?}", args.words());
        }
    }

    #[test]
    fn unknown_options_of_a_link_are_ignored_and_reported() {
        let words = "rightwell watch --level=3 --new=x=y --other --new";
        let words = words.split(' ').map(OsString::from).collect();
        let (parsed, unknown) = parse_known(words);
        assert!(
            matches!(parsed.unwrap().command, Some(Command::Watch(args)) if args.game.level == 3)
        );
        assert_eq!(unknown, ["--new", "--other"]);
        let (parsed, unknown) = parse_known(
            ["rightwell", "watch", "--level=x"]
                .map(OsString::from)
                .to_vec(),
        );
        assert!(parsed.is_err() && unknown.is_empty());
    }

    #[test]
    fn tips_and_lists_are_separated_by_punctuation() {
        for (line, expected) in [
            (
                "record --pngg a.png",
                "unexpected argument '--pngg' found; tip: a similar argument exists: '--png'",
            ),
            (
                "replay",
                "the following required arguments were not provided: <FILE|FOLDER>...",
            ),
            (
                "simulate --merge a --games 1 --threads 1",
                "the argument '--merge <FILE>...' cannot be used with: --games <N>, --threads <N>",
            ),
        ] {
            assert_eq!(said(line), expected);
        }
        let tip = said("watch --displai x");
        assert!(tip.contains("found; tip: a similar"), "{tip}");
        let values = said("--display moon");
        assert!(
            values.contains("'--display <DISPLAY>' [possible values: "),
            "{values}"
        );
    }
}
