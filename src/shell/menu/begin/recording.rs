//! Recordings to watch or to review.

use std::path::Path;

use rightwell::session::Recorded;

use crate::shell::activity::Begun;
use crate::shell::activity::recording::RecordingActivity;
use crate::shell::error::{CliError, shown};
use crate::shell::menu::context::AppContext;
use crate::shell::options::speed::Speed;
use crate::shell::store::folders::Folders;
use crate::shell::store::recorded;

/// Begins a recording. A video would have to be read first, and whoever looks on would wait for it.
pub fn begin(path: &Path, is_reviewed: bool, context: &AppContext) -> Result<Begun, CliError> {
    if is_video(path) {
        return Err(CliError::usage(format!(
            "{} is a video: `rightwell replay` with its name, in a terminal, reads and shows it",
            shown(path)
        )));
    }
    let recorded = recorded::load(path)?;
    check_review(&recorded, path, is_reviewed)?;
    Ok(Begun {
        activity: Box::new(activity(recorded, path, is_reviewed, context)),
        speed: Speed::default(),
    })
}

/// Returns the scene of a recording that was loaded from this path.
pub fn activity(
    recorded: Recorded,
    path: &Path,
    is_reviewed: bool,
    context: &AppContext,
) -> RecordingActivity {
    let home = context.home().ok();
    let places = home.map(|home| (home.folders.scores(), home.shelf(None)));
    let activity = match is_reviewed {
        true => RecordingActivity::reviewing(recorded, places),
        false => RecordingActivity::new(recorded, places),
    };
    let is_own = |folders: &Folders| folders.holds(path);
    match context.folders().is_some_and(is_own) {
        true => activity.of_own(),
        false => activity,
    }
}

/// Refuses the review of a match.
pub fn check_review(recorded: &Recorded, path: &Path, is_reviewed: bool) -> Result<(), CliError> {
    match recorded {
        Recorded::Match(_) if is_reviewed => Err(CliError::usage(format!(
            "{}: a match, whose moves --review does not rate; allowed: games of one player; \
             `rightwell review --side left` rates a side",
            shown(path)
        ))),
        _ => Ok(()),
    }
}

/// Returns whether the name of a path is that of a video.
pub fn is_video(path: &Path) -> bool {
    const ENDINGS: [&str; 14] = [
        "mp4", "m4v", "mov", "mkv", "webm", "avi", "flv", "ts", "mpg", "mpeg", "wmv", "ogv", "3gp",
        "gif",
    ];
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    path.is_dir() || ending.is_some_and(|ending| ENDINGS.contains(&&*ending))
}
