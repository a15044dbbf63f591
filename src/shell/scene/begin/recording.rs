//! Opens recordings for playback and review.

use std::path::Path;

use rightwell::session::Recorded;

use crate::error::{CliError, shown};
use crate::scene::app_context::AppContext;
use crate::scene::recording::RecordingScene;
use crate::store::folders::Folders;
use crate::store::recorded;
use crate::store::video::is_video;

/// Loads a recording. Rejects videos, because reading one takes minutes.
pub fn load(path: &Path, is_reviewed: bool) -> Result<Recorded, CliError> {
    if is_video(path) {
        return Err(CliError::usage(format!(
            "{} is a video; run `rightwell replay` with its name in a terminal to read and show it",
            shown(path)
        )));
    }
    let recorded = recorded::load(path)?;
    check_review(&recorded, path, is_reviewed)?;
    Ok(recorded)
}

/// Returns the scene for a recording that was loaded from this path.
pub fn scene(
    recorded: Recorded,
    path: &Path,
    is_reviewed: bool,
    context: &AppContext,
) -> RecordingScene {
    let home = context.home().ok();
    let store = home.map(|home| home.recording_store(None));
    // The players of a captured match are others.
    let may_be_own = !matches!(recorded, Recorded::CapturedMatch(_));
    let scene = match is_reviewed {
        true => RecordingScene::reviewing(recorded, store),
        false => RecordingScene::new(recorded, store),
    };
    let scene = scene.named(recorded::name_of(path));
    let is_own = |folders: &Folders| folders.holds(path);
    match may_be_own && context.folders().is_some_and(is_own) {
        true => scene.of_own(),
        false => scene,
    }
}

/// Rejects a match if a review is requested, because matches cannot be reviewed.
pub fn check_review(recorded: &Recorded, path: &Path, is_reviewed: bool) -> Result<(), CliError> {
    match recorded {
        Recorded::Match(_) if is_reviewed => Err(CliError::usage(format!(
            "{} is a match, which `--review` cannot rate; run `rightwell review --side left` \
             to rate one side",
            shown(path)
        ))),
        _ => Ok(()),
    }
}
