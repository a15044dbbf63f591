//! Games of a person from their options.

use rightwell::engine::{CrashRule, DirectStart, GameType};
use rightwell::rules::RandomizerKind;
use rightwell::session::Person;

use crate::shell::activity::Begun;
use crate::shell::activity::person::PersonActivity;
use crate::shell::activity::speed_test::{self, SpeedTestActivity};
use crate::shell::error::CliError;
use crate::shell::menu::context::AppContext;
use crate::shell::options::scenes::PlayArgs;
use crate::shell::store::folders::Folders;
use crate::shell::store::scores;

use super::controls::game_type;
use super::games::{fresh_seed, say_seed};

/// A person's games, to be shown.
pub fn begin(args: &PlayArgs, context: &AppContext) -> Result<Begun, CliError> {
    if args.training.is_speed_test() {
        check_speed_test(args)?;
        let file = context.folders().map(Folders::drills);
        return Ok(Begun {
            activity: Box::new(SpeedTestActivity::new(
                args.region.unwrap_or_default(),
                file,
            )),
            speed: args.speed.limited(),
        });
    }
    let start = direct(args)?;
    let home = context.home()?;
    let path = home.folders.scores();
    // The start of the program has said what is wrong with the file.
    let scores = scores::load(&path).unwrap_or_else(|_| scores::first_scores());
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
        None => Person::power_on(args.region.unwrap_or_default(), scores),
    };
    let person = person.with_crash(args.crash.rule);
    let activity = PersonActivity::new(person, path, home.shelf(args.save_replay.clone()));
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
pub fn check_speed_test(args: &PlayArgs) -> Result<(), CliError> {
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
pub fn direct(args: &PlayArgs) -> Result<Option<DirectStart>, CliError> {
    let asked = args.level.is_some()
        || args.game_type.is_some()
        || args.height.is_some()
        || args.position.is_some()
        || args.training.mode.is_some()
        || args.seed.is_some();
    if !asked {
        return Ok(None);
    }
    let game_type = game_type(args.game_type, args.height)?;
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
            None => args.region.unwrap_or_default(),
        },
        game_type,
        level: args.level.unwrap_or(0),
        seed: seed as u16,
    };
    start.check().map_err(CliError::usage)?;
    Ok(Some(start))
}
