//! `play`: a person at the console, in the window.

use std::path::Path;
use std::sync::Arc;

use rightwell::session::Ghost;

use crate::error::{CliError, shown};
use crate::front::show::show_in_window;
use crate::options::scenes::{PlayArgs, SceneArgs};
use crate::scene::app_context::{AppContext, CoachOptions};
use crate::scene::begin;
use crate::scene::begin::controls::check_fm2;
use crate::store::home::Home;
use crate::store::pack::RecordingFormat;
use crate::store::video::is_video;
use crate::store::{files, load};
use crate::work::games_of_file::VideoArgs;
use crate::work::progress;

/// Runs `play`: starts at the title screen or directly in a game.
pub fn run(args: &PlayArgs) -> Result<(), CliError> {
    match (&args.ghost, args.training.is_speed_test()) {
        (Some(_), _) => begin::race::check(args)?,
        (None, true) => begin::play::check_speed_test(args)?,
        (None, false) => drop(begin::play::direct(args)?),
    }
    if let Some(hand) = &args.hand {
        load::hand(hand).map_err(CliError::usage)?;
    }
    if let Some(path) = &args.save_replay {
        check_movie(path, args)?;
    }
    let mut context = AppContext::from_home(Home::open()?);
    args.sound.apply(&mut context)?;
    context.begun = Some(SceneArgs::Play(args.clone()));
    context.coach = CoachOptions {
        hint: args.hint,
        hand: args.hand.clone(),
        marks: args.marks,
        practice: args.practice,
    };
    let race = match &args.ghost {
        Some(path) => Some(begin::race::begin(ghost(path)?, args, &context)?),
        None => None,
    };
    files::check_overwrites(args.save_replay.as_deref())?;
    show_in_window(|| {
        let begun = race.map_or_else(|| begin::play::begin(args, &context), Ok)?;
        Ok((begun, context))
    })
}

/// Loads the recorded game to race, or the longest game of a video.
fn ghost(path: &Path) -> Result<Ghost, CliError> {
    let control = match is_video(path) {
        true => progress::stopped_by_keys()?,
        false => Arc::default(),
    };
    let recorded = VideoArgs::load_one(path, &control)?;
    begin::race::ghost(recorded, path)
}

fn check_movie(path: &Path, args: &PlayArgs) -> Result<(), CliError> {
    let wrong = |why: &str| {
        Err(CliError::usage(format!(
            "cannot write {}: {why}",
            shown(path)
        )))
    };
    let level = args.level.unwrap_or(0);
    let only_ron = match (&args.position, &args.ghost) {
        (Some(_), _) => Some(
            "an FCEUX movie cannot start at a position; allowed with `--position`: a name ending in .ron or .ron.gz",
        ),
        (None, Some(_)) => Some(
            "an FCEUX movie cannot contain a race; allowed with `--ghost`: a name ending in .ron or .ron.gz",
        ),
        (None, None) => None,
    };
    if let Some(why) = only_ron {
        return match RecordingFormat::from_name(path) {
            Some(RecordingFormat::Ron) => files::check_writable(path),
            _ => wrong(why),
        };
    }
    let is_training = args.training.mode.is_some();
    match (
        RecordingFormat::from_name(path),
        check_fm2(
            args.region.unwrap_or_default(),
            level,
            is_training,
            args.crash.rule,
        ),
    ) {
        (Some(RecordingFormat::Movie), Ok(())) | (Some(RecordingFormat::Ron), Err(_)) => {
            files::check_writable(path)
        }
        (Some(RecordingFormat::Movie), Err(why)) => wrong(why),
        _ => wrong(
            "allowed: a name ending in .fm2 or .fm2.gz, or in .ron or .ron.gz for PAL, training, levels from 20 on and `--crash`",
        ),
    }
}
