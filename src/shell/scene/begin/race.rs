//! Starts races against recorded games.

use std::path::{Path, PathBuf};

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

/// Loads the recorded game to race. Rejects videos, because reading one takes minutes. In a folder of recordings, takes
/// the game just above the user's best one at this level. `own` is the folder of the user's recordings.
pub fn load(path: &Path, level: u8, own: Option<&Path>) -> Result<Ghost, CliError> {
    match path.is_dir() {
        true => near(path, level, own),
        false => ghost(recording::load(path, false)?, path),
    }
}

/// Returns the games in a folder of recordings that began at this level, each with its score. Plays every recording once.
fn games(folder: &Path, level: u8, region: Region) -> impl Iterator<Item = (PathBuf, u64)> {
    let games = personal_best::games_of_folder(folder).into_iter();
    let fits = games.filter(move |(_, game)| (game.level, game.region) == (level, region));
    fits.map(|(path, game)| (path, game.score))
}

/// Returns the best game in a folder of recordings that began at this level. Plays every recording once.
pub fn best(folder: &Path, level: u8, region: Region) -> Result<Ghost, CliError> {
    match games(folder, level, region).max_by_key(|(_, score)| *score) {
        Some((path, _)) => load(&path, level, None),
        None => Err(CliError::usage(format!(
            "no game of yours from level {level} is saved; practice and races do not count"
        ))),
    }
}

/// Returns the game in a folder that has the next higher score than the user's best one from this level.
fn near(folder: &Path, level: u8, own: Option<&Path>) -> Result<Ghost, CliError> {
    let region = Region::default();
    let own = own.into_iter().flat_map(|own| games(own, level, region));
    let own = own.map(|(_, score)| score).max().unwrap_or(0);
    let above = games(folder, level, region).filter(|(_, score)| *score > own);
    match above.min_by_key(|(_, score)| *score) {
        Some((path, _)) => load(&path, level, None),
        None => Err(CliError::usage(format!(
            "{}: no A-type game from level {level} has more than your best score, {own}; other levels: `--level`",
            shown(folder)
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A movie whose first game is over at frame 2446. Another one follows.
    const MOVIE: &str = include_str!("../../../../tests/data/recordings/a_type.fm2");

    #[test]
    fn in_a_folder_the_game_just_above_the_own_best_is_raced() {
        let [theirs, own] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let lines = MOVIE.lines().filter(|line| !line.starts_with('|'));
        let frames = MOVIE.lines().filter(|line| line.starts_with('|'));
        let lines: Vec<&str> = lines.chain(frames.take(2440)).collect();
        let game = lines.join("\n");
        fs::write(theirs.path().join("friend.fm2"), &game).unwrap();
        let (_, best) = personal_best::games_of_folder(theirs.path()).remove(0);
        let race = |level| load(theirs.path(), level, Some(own.path()));
        assert_eq!(race(best.level).unwrap().name(), "friend");
        let refused = |level| race(level).unwrap_err().to_string();
        let other = best.level + 1;
        let fault = format!("no A-type game from level {other} has more than your best score, 0");
        assert!(refused(other).contains(&fault));
        fs::write(own.path().join("game-000001.fm2"), game).unwrap();
        let fault = format!("has more than your best score, {}", best.score);
        assert!(refused(best.level).contains(&fault));
    }
}
