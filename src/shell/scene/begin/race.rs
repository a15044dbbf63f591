//! Starts races against recorded games.

use std::path::Path;

use rightwell::rules::{RandomizerKind, Region};
use rightwell::session::{Ghost, Recorded};

use crate::error::{CliError, shown};
use crate::options::given::refuse_beside;
use crate::options::scenes::PlayArgs;
use crate::scene::BegunScene;
use crate::scene::app_context::AppContext;
use crate::scene::person::{PersonScene, Race};
use crate::store::{personal_best, recorded, scores};

use super::games::{fresh_seed, say_seed};
use super::recording;

/// Loads the recorded game to race. Rejects videos, because reading one takes minutes.
pub fn load(path: &Path) -> Result<Ghost, CliError> {
    ghost(recording::load(path, false)?, path)
}

/// Returns the best game in a folder of recordings that began at this level. Plays every recording once.
pub fn best(folder: &Path, level: u8, region: Region) -> Result<Ghost, CliError> {
    let bests = personal_best::of_folder(folder).into_iter();
    let fits = bests.filter(|(_, best)| (best.level, best.region) == (level, region));
    match fits.max_by_key(|(_, best)| best.score) {
        Some((path, _)) => load(&path),
        None => Err(CliError::usage(format!(
            "no game of yours from level {level} is saved; practice and races do not count"
        ))),
    }
}

/// Returns the ghost of a recording that was loaded from this path.
pub fn ghost(game: Recorded, path: &Path) -> Result<Ghost, CliError> {
    let ghost = Ghost::new(game, &recorded::name_of(path));
    ghost.map_err(|fault| CliError::usage(format!("{}: {fault}", shown(path))))
}

/// Checks that the options can be combined with `--ghost`.
pub fn check(args: &PlayArgs) -> Result<(), CliError> {
    let others = PlayArgs {
        game_type: args.game_type,
        height: args.height,
        seed: args.seed.filter(|_| !args.own_pieces),
        beat: args.beat,
        position: args.position,
        region: args.region,
        training: args.training.clone(),
        ..PlayArgs::default()
    };
    refuse_beside("--ghost", &others)
}

/// Starts a race.
pub fn begin(ghost: Ghost, args: &PlayArgs, context: &AppContext) -> Result<BegunScene, CliError> {
    check(args)?;
    if let Some(level) = args.level.filter(|_| ghost.has_position()) {
        return Err(CliError::usage(format!(
            "`--level {level}` cannot be combined with a ghost that starts at a position"
        )));
    }
    let seed = match args.seed {
        Some(seed) => seed,
        None => fresh_seed(RandomizerKind::Nes)?,
    };
    if args.own_pieces && args.seed.is_none() {
        say_seed(seed);
    }
    let store = context.home()?.recording_store(args.save_replay.clone());
    // Errors in this file were already reported at the start of the program.
    let scores = scores::load(&store.scores).unwrap_or_else(|_| scores::first_scores());
    let race = Race::new(ghost, args.level, args.own_pieces);
    let person = race.begin(seed as u16, scores).map_err(CliError::usage)?;
    let person = person.with_crash(args.crash.rule);
    Ok(BegunScene {
        scene: Box::new(PersonScene::racing(person, store, race)),
        speed: args.speed.limited(),
    })
}
