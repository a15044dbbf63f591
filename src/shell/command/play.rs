//! `play`: a person at the console, in the window.

use std::path::{Path, PathBuf};

use clap::Args;
use rightwell::engine::{CrashRule, DirectStart, GameType, StartPosition};
use rightwell::rules::{RandomizerKind, Region};
use rightwell::session::Person;

use crate::shell::activity::Begun;
use crate::shell::activity::person::PersonActivity;
use crate::shell::activity::speed::Speed;
use crate::shell::activity::speed_test::{self, SpeedTestActivity};
use crate::shell::command::controls::CrashArgs;
use crate::shell::command::options::{SoundArgs, fresh_seed, parse_position, parse_seed, say_seed};
use crate::shell::command::training::TrainingArgs;
use crate::shell::command::{begin, controls};
use crate::shell::error::{CliError, shown};
use crate::shell::front::show::show_in_window;
use crate::shell::input::is_key;
use crate::shell::menu::context::{AppContext, CoachOptions};
use crate::shell::options::words;
use crate::shell::store::home::Home;
use crate::shell::store::pack::RecordingFormat;
use crate::shell::store::saver::Saver;
use crate::shell::store::settings::HintMode;
use crate::shell::store::{files, load, scores};

/// Options of `play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// Straight into a game at this level, 0-255, instead of the title screen
    #[arg(long, value_name = "N")]
    pub level: Option<u8>,
    /// Straight into a game of this type
    #[arg(long = "type", value_name = "a|b", value_parser = words::game_type())]
    pub game_type: Option<GameType>,
    /// Garbage of a B-type game, 0-5
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=5))]
    pub height: Option<u8>,
    /// Straight into a game whose shift register holds this when the first piece is chosen; of up to
    /// 16 hexadecimal digits the last four count
    #[arg(long, value_name = "HEX", value_parser = parse_seed)]
    pub seed: Option<u64>,
    /// Points to beat in a game of this seed
    #[arg(long, value_name = "N", requires = "seed", conflicts_with_all = ["position", "mode"])]
    pub beat: Option<u32>,
    /// Straight into a game that begins at this position, a line of text (see the page on commands); it
    /// is practice: its score is not kept
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["level", "game_type", "height", "region", "mode"], value_parser = parse_position)]
    pub position: Option<StartPosition>,
    /// Which release of the cartridge
    #[arg(long, default_value = Region::Ntsc.name(), value_parser = words::region())]
    pub region: Region,
    /// Write everything since power-on at the end: a movie (.fm2), or .ron for PAL; packed with
    /// .gz behind the name
    #[arg(long, value_name = "FILE")]
    pub save_replay: Option<PathBuf>,
    /// Show in A-type games where the piece is best put, and NEXT after it: never, while H is held, always,
    /// or so many frames after the piece came; a game in which one was shown does not enter the high
    /// scores [default: key, or as the settings have it]
    #[arg(long, value_name = "off|key|always|N")]
    pub hint: Option<HintMode>,
    /// The hands that hints and marks are judged for, by name (see `rightwell hands`) or from a file [default:
    /// tournament, or as the settings have it]
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub hand: Option<String>,
    /// Take pieces back (U) and save states (K), as games of training can do anyway; a game in which that was
    /// done does not enter the high scores
    #[arg(long)]
    pub practice: bool,
    #[command(flatten)]
    pub crash: CrashArgs,
    #[command(flatten)]
    pub training: TrainingArgs,
    #[command(flatten)]
    pub sound: SoundArgs,
    /// Times the console's speed: 0.25 to 64, or max
    #[arg(long, value_name = "X", default_value = "1", value_parser = Speed::parse)]
    pub speed: Speed,
}

/// `play`: from the title screen, or straight into a game.
pub fn run(args: &PlayArgs) -> Result<(), CliError> {
    match args.training.is_speed_test() {
        true => check_speed_test(args)?,
        false => drop(direct(args)?),
    }
    if let Some(hand) = &args.hand {
        load::hand(hand).map_err(CliError::usage)?;
    }
    if let Some(path) = &args.save_replay {
        check_movie(path, args)?;
    }
    let mut context = AppContext::from_home(Home::open(is_key)?, begin::LAUNCH);
    args.sound.apply(&mut context)?;
    context.coach = CoachOptions {
        hint: args.hint,
        hand: args.hand.clone(),
        practice: args.practice,
    };
    let begun = begin(args, &context)?;
    files::check_apart(args.save_replay.as_deref())?;
    show_in_window(begun, context)
}

/// A person's games, to be shown.
pub fn begin(args: &PlayArgs, context: &AppContext) -> Result<Begun, CliError> {
    if args.training.is_speed_test() {
        check_speed_test(args)?;
        let home = context.home().ok();
        let file = home.map(|home| (home.folders.drills(), Saver::new(&home.disk)));
        return Ok(Begun {
            activity: Box::new(SpeedTestActivity::new(args.region, file)),
            speed: args.speed.limited(),
        });
    }
    let start = direct(args)?;
    let store = context.home()?.recording_store(args.save_replay.clone());
    // The start of the program has said what is wrong with the file.
    let scores = scores::load(&store.scores).unwrap_or_else(|_| scores::first_scores());
    let seed = start.map(|start| start.seed);
    let person = match start {
        Some(start) => {
            if args.seed.is_none() {
                say_seed(start.seed.into());
            }
            let mut person = Person::direct(start, scores).map_err(CliError::usage)?;
            if let Some(position) = args.position {
                person.begin_at(position);
            }
            if let Some(training) = args.training.resolve()? {
                person.train(training);
            }
            person
        }
        None => Person::power_on(args.region, scores),
    };
    let person = person.with_crash(args.crash.rule);
    let activity = PersonActivity::new(person, store);
    let activity = match seed {
        Some(seed) => activity.with_seed(seed, args.beat),
        None => activity,
    };
    Ok(Begun {
        activity: Box::new(activity),
        speed: args.speed.limited(),
    })
}

/// Refuses what a speed test has no use for: it is no game.
fn check_speed_test(args: &PlayArgs) -> Result<(), CliError> {
    let training = &args.training;
    let given = [
        (args.level.is_some(), "--level"),
        (args.game_type.is_some(), "--type"),
        (args.height.is_some(), "--height"),
        (args.seed.is_some(), "--seed"),
        (args.beat.is_some(), "--beat"),
        (args.save_replay.is_some(), "--save-replay"),
        (args.crash.rule != CrashRule::Off, "--crash"),
        (training.linecap.is_some(), "--linecap"),
        (training.das_only, "--das-only"),
        (training.no_pause, "--no-pause"),
        (training.score.is_some(), "--score"),
    ];
    match given.iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => Err(CliError::usage(format!(
            "{option} does not go with --mode {}, which is no game; allowed: --region, --speed, --mute",
            speed_test::NAME
        ))),
        None => Ok(()),
    }
}

/// The game to begin with, if one is asked for.
fn direct(args: &PlayArgs) -> Result<Option<DirectStart>, CliError> {
    let asked = args.level.is_some()
        || args.game_type.is_some()
        || args.height.is_some()
        || args.position.is_some()
        || args.training.mode.is_some()
        || args.seed.is_some();
    if !asked {
        return Ok(None);
    }
    let game_type = controls::game_type(args.game_type, args.height)?;
    if args.training.resolve()?.is_some() && game_type != GameType::A {
        return Err(CliError::usage(
            "--type b and --mode do not go together; allowed: --mode b-type:N",
        ));
    }
    let seed = match args.seed {
        Some(seed) => seed,
        None => fresh_seed(RandomizerKind::Nes)?,
    };
    let start = DirectStart {
        region: match args.position {
            Some(position) => position.region,
            None => args.region,
        },
        game_type,
        level: args.level.unwrap_or(0),
        seed: seed as u16,
    };
    start.check().map_err(CliError::usage)?;
    Ok(Some(start))
}

fn check_movie(path: &Path, args: &PlayArgs) -> Result<(), CliError> {
    let wrong = |why: &str| {
        Err(CliError::usage(format!(
            "cannot write {}: {why}",
            shown(path)
        )))
    };
    let level = args.level.unwrap_or(0);
    if args.position.is_some() {
        return match RecordingFormat::from_name(path) {
            Some(RecordingFormat::Ron) => files::check_writable(path),
            _ => wrong(
                "the cartridge that plays an FCEUX movie begins with an empty field; allowed with --position: a name ending in .ron or .ron.gz",
            ),
        };
    }
    let is_training = args.training.mode.is_some();
    match (
        RecordingFormat::from_name(path),
        controls::check_fm2(args.region, level, is_training, args.crash.rule),
    ) {
        (Some(RecordingFormat::Movie), Ok(())) | (Some(RecordingFormat::Ron), Err(_)) => {
            files::check_writable(path)
        }
        (Some(RecordingFormat::Movie), Err(why)) => wrong(why),
        _ => wrong(
            "allowed: a name ending in .fm2 or .fm2.gz, or in .ron or .ron.gz for PAL, training, from level 20 on and with --crash",
        ),
    }
}
