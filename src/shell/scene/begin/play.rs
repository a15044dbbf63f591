//! Starts a person's games.

use rightwell::engine::{DirectStart, GameType, StartPosition};
use rightwell::rules::RandomizerKind;
use rightwell::session::Person;

use crate::error::CliError;
use crate::options::controls::TrainingArgs;
use crate::options::games::SoundArgs;
use crate::options::given::{self, refuse_beside};
use crate::options::scenes::PlayArgs;
use crate::options::speed::Speed;
use crate::scene::BegunScene;
use crate::scene::app_context::AppContext;
use crate::scene::person::PersonScene;
use crate::scene::speed_test::{self, SpeedTestScene};
use crate::store::folders::Folders;
use crate::store::saver::SaveQueue;
use crate::store::scores;

use super::controls::game_type;
use super::games::{fresh_seed, say_seed};
use super::race;

/// Start level of the games to race in a folder, unless the user gives one.
const RACED_LEVEL: u8 = 18;

/// Starts a person's games.
pub fn begin(args: &PlayArgs, context: &AppContext) -> Result<BegunScene, CliError> {
    if args.training.is_speed_test() {
        check_speed_test(args)?;
        let home = context.home().ok();
        let file = home.map(|home| (home.folders.drills(), SaveQueue::new(&home.disk)));
        return Ok(BegunScene {
            scene: Box::new(SpeedTestScene::new(args.region.unwrap_or_default(), file)),
            speed: args.speed.limited(),
        });
    }
    if let Some(path) = &args.ghost {
        let own = context.folders().map(Folders::recordings);
        let level = args.level.unwrap_or(RACED_LEVEL);
        let ghost = race::load(path, level, own.as_deref())?;
        return race::begin(ghost, args, context);
    }
    let start = direct(args)?;
    let store = context.home()?.recording_store(args.save_replay.clone());
    // Errors in this file were already reported at the start of the program.
    let scores = scores::load(&store.scores).unwrap_or_else(|_| scores::first_scores());
    let seed = start.map(|start| start.seed);
    let person = match start {
        Some(start) => {
            if args.seed.is_none() {
                say_seed(start.seed.into());
            }
            let mut person = Person::direct(start, scores).map_err(CliError::usage)?;
            if let Some(position) = position_of(args) {
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
    let scene = PersonScene::new(person, store);
    let scene = match seed {
        Some(seed) => scene.with_seed(seed, args.beat),
        None => scene,
    };
    Ok(BegunScene {
        scene: Box::new(scene),
        speed: args.speed.limited(),
    })
}

/// The speed test is not a game. Rejects options that are only for games.
pub fn check_speed_test(args: &PlayArgs) -> Result<(), CliError> {
    let others = PlayArgs {
        region: None,
        hint: None,
        hand: None,
        practice: false,
        training: TrainingArgs {
            mode: None,
            ..args.training.clone()
        },
        sound: SoundArgs::default(),
        speed: Speed::default(),
        ..args.clone()
    };
    given::refuse(&others, |option| {
        format!(
            "`{option}` cannot be combined with `--mode {}`, which is not a game; allowed: --region, --speed, --mute",
            speed_test::NAME
        )
    })
}

/// Returns the position at which the game starts, if one is given.
fn position_of(args: &PlayArgs) -> Option<StartPosition> {
    let position = args.position?;
    Some(
        args.level
            .map_or(position.whole(), |level| position.at(level)),
    )
}

/// Checks that the options can be combined.
fn check(args: &PlayArgs) -> Result<(), CliError> {
    let mut others = PlayArgs {
        training: args.training.clone(),
        ..PlayArgs::default()
    };
    if let Some(position) = args.position {
        others.level = args.level.filter(|_| !position.lacks_level());
        others.game_type = args.game_type;
        others.height = args.height;
        others.region = args.region;
        refuse_beside("--position", &others)?;
    }
    match (args.beat, args.seed) {
        (None, _) => Ok(()),
        (Some(_), None) => Err(CliError::usage("`--beat` needs `--seed`")),
        (Some(_), Some(_)) => {
            others.position = args.position;
            refuse_beside("--beat", &others)
        }
    }
}

/// Returns the start of a game without menus. Returns `None` if the user begins at the title screen.
pub fn direct(args: &PlayArgs) -> Result<Option<DirectStart>, CliError> {
    check(args)?;
    let training = args.training.resolve()?;
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
    if training.is_some() && game_type != GameType::A {
        return Err(CliError::usage(
            "`--type b` cannot be combined with `--mode`; use `--mode b-type:N` instead",
        ));
    }
    let seed = match args.seed {
        Some(seed) => seed,
        None => fresh_seed(RandomizerKind::Nes)?,
    };
    let start = DirectStart {
        region: match position_of(args) {
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
