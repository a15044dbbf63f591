//! Starts scenes: checks their options and loads the files that they name.

pub mod controls;
pub mod games;
pub mod play;
pub mod puzzles;
pub mod recording;
pub mod versus;

use std::path::PathBuf;

use crate::shell::error::CliError;
use crate::shell::options::scenes::SceneArgs;
use crate::shell::options::speed::Speed;

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
