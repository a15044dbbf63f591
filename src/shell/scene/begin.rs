//! Starts scenes: checks their options and loads the files that they name.

pub mod controls;
pub mod games;
pub mod play;
pub mod puzzles;
pub mod race;
pub mod recording;
pub mod versus;

use std::path::PathBuf;

use rightwell::engine::History;
use rightwell::rules::Region;
use rightwell::session::{Ghost, Recorded};

use crate::error::CliError;
use crate::options::scenes::{PlayArgs, SceneArgs};
use crate::options::speed::Speed;
use crate::store::folders::Folders;

use super::app_context::AppContext;
use super::{BegunScene, Request};

impl AppContext {
    /// Starts a scene and saves the user's choices. If the choices cannot be saved, prints the error.
    pub fn begin(&mut self, args: SceneArgs) -> Result<BegunScene, CliError> {
        self.save_choices();
        let begun = scene(&args, self)?;
        self.scenes += 1;
        self.begun = Some(args);
        Ok(begun)
    }

    /// Starts a scene after a background thread has started it once, so that all value tables are loaded.
    pub fn begin_later(&mut self, args: SceneArgs) {
        let first = args.clone();
        let load = move || drop(scene(&first, &AppContext::without_home()));
        self.scenes += 1;
        let scene = self.scenes;
        self.read_later(load, move |context, ()| {
            // While the tables were being loaded, the user chose another scene.
            if context.scenes != scene {
                return None;
            }
            Some(match context.begin(args) {
                Ok(begun) => Request::Begin(begun),
                Err(error) => Request::Notify(error.to_string()),
            })
        });
    }

    /// Loads a recording in the background and then plays it back. If `is_reviewed`, rates its moves.
    pub fn open_recording(&mut self, path: PathBuf, is_reviewed: bool) {
        let from = path.clone();
        let load = move || recording::load(&from, is_reviewed);
        self.scenes += 1;
        let scene = self.scenes;
        self.read_later(load, move |context, recorded| {
            Some(match recorded {
                // While the recording was being loaded, the user chose another scene.
                Ok(_) if context.scenes != scene => return None,
                Ok(recorded) => {
                    let scene = recording::scene(recorded, &path, is_reviewed, context);
                    context.begun = None;
                    Request::Begin(BegunScene {
                        scene: Box::new(scene),
                        speed: Speed::default(),
                    })
                }
                Err(error) => Request::Notify(error.to_string()),
            })
        });
    }
}

/// Recording to race.
#[derive(Debug)]
pub enum GhostSource {
    /// A file.
    File(PathBuf),
    /// A loaded recording, and its name.
    Loaded(Box<Recorded>, String),
    /// A console's history, and its name.
    History(Box<History>, String),
    /// The best game in this folder of recordings that began at this level of this release.
    Best(PathBuf, u8, Region),
}

impl AppContext {
    /// Plays a recording once in the background and then starts a race against it.
    pub fn race(&mut self, source: GhostSource) {
        let path = match &source {
            GhostSource::File(path) => Some(path.clone()),
            GhostSource::Loaded(..) | GhostSource::History(..) | GhostSource::Best(..) => None,
        };
        let level = self.choices.play.level;
        let own = self.folders().map(Folders::recordings);
        let load = move || match source {
            GhostSource::File(path) => race::load(&path, level, own.as_deref()),
            GhostSource::Loaded(recorded, name) => {
                Ghost::new(*recorded, &name).map_err(CliError::usage)
            }
            GhostSource::History(history, name) => {
                Ghost::new(Recorded::from_history(*history), &name).map_err(CliError::usage)
            }
            GhostSource::Best(folder, level, region) => race::best(&folder, level, region),
        };
        self.scenes += 1;
        let scene = self.scenes;
        self.read_later(load, move |context, ghost| {
            // While the ghost was being loaded, the user chose another scene.
            if context.scenes != scene {
                return None;
            }
            let args = PlayArgs {
                ghost: path,
                ..PlayArgs::default()
            };
            let begun = ghost.and_then(|ghost| race::begin(ghost, &args, context));
            Some(match begun {
                Ok(begun) => {
                    let is_file = args.ghost.is_some();
                    context.begun = is_file.then_some(SceneArgs::Play(args));
                    Request::Begin(begun)
                }
                Err(error) => Request::Notify(error.to_string()),
            })
        });
    }
}

/// Starts a scene.
///
/// # Errors
/// If an option or a file that it names is wrong.
fn scene(args: &SceneArgs, context: &AppContext) -> Result<BegunScene, CliError> {
    match args {
        SceneArgs::Watch(args) => games::begin(args),
        SceneArgs::Play(args) => play::begin(args, context),
        SceneArgs::Versus(args) => versus::begin(args, context),
        SceneArgs::Puzzles(args) => puzzles::begin(args, context),
    }
}
