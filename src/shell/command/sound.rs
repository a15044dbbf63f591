//! Sound of a window, set by the options.

use std::path::Path;

use rightwell::rules::sanitized;
use rightwell::sound::Repertoire;

use crate::error::CliError;
use crate::options::games::{MusicArgs, SoundArgs};
use crate::scene::app_context::{AppContext, SoundOptions};
use crate::store::tunes;

impl SoundArgs {
    /// Applies the sound options. Reads and checks a file of music.
    pub fn apply(&self, context: &mut AppContext) -> Result<(), CliError> {
        context.sound = SoundOptions {
            mute: self.mute,
            music: self.music.name_in(&mut context.tunes)?,
            trouble: None,
        };
        Ok(())
    }
}

impl MusicArgs {
    /// Returns the name of the chosen music. If the music is a file, adds it to `known`; otherwise `known` must contain
    /// it.
    pub fn name_in(&self, known: &mut Repertoire) -> Result<Option<String>, CliError> {
        let Some(music) = &self.music else {
            return Ok(None);
        };
        if tunes::is_file(music) {
            let id = tunes::add_file(known, Path::new(music))?;
            return Ok(known.name(id).map(str::to_owned));
        }
        if !["menu", "off"].contains(&music.as_str()) && known.find(music).is_none() {
            let names: Vec<&str> = known.names().collect();
            return Err(CliError::usage(format!(
                "unknown music {}; allowed: menu, off, {}, or a file ending in .tune",
                sanitized(music),
                names.join(", ")
            )));
        }
        Ok(Some(music.clone()))
    }
}
