//! Output files of training: checkpoints, the final table or player, and a fallback file in case they cannot be
//! written.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{CliError, shown};
use crate::host::{exit, log};
use crate::store::files;
use crate::store::read::{self, FileKind};
use crate::work::plot_files as plots;

/// Kind of file that a training run produces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainedFileKind {
    /// A value table.
    Table,
    /// A player file.
    Player,
}

/// The files of a training run.
#[derive(Debug)]
pub struct TrainedFiles {
    made: TrainedFileKind,
    file: PathBuf,
    checkpoint: PathBuf,
    partial: PathBuf,
    /// True if a failure to write the checkpoint was already reported.
    is_said: bool,
}

impl TrainedFileKind {
    /// Returns the option, the file ending and the name of the kind.
    const fn words(self) -> [&'static str; 3] {
        match self {
            TrainedFileKind::Table => ["--table", ".table", "table"],
            TrainedFileKind::Player => ["--swarm", ".ron", "player"],
        }
    }
}

impl TrainedFiles {
    /// Returns the files of a run: `file` itself, and its name with `.checkpoint` or `.partial` appended.
    ///
    /// # Errors
    /// If the name has a wrong ending or cannot be written.
    pub fn beside(made: TrainedFileKind, file: &Path) -> Result<TrainedFiles, CliError> {
        let [option, ending, _] = made.words();
        if file.extension().is_none_or(|found| found != &ending[1..]) {
            return Err(CliError::usage(format!(
                "{option} {}: invalid name; allowed: a name ending in {ending}",
                shown(file)
            )));
        }
        files::check_writable(file)?;
        let with = |ending: &str| {
            let mut name = OsString::from(file);
            name.push(ending);
            PathBuf::from(name)
        };
        Ok(TrainedFiles {
            made,
            file: file.to_owned(),
            checkpoint: with(".checkpoint"),
            partial: with(".partial"),
            is_said: false,
        })
    }

    /// Checks that no output overwrites an input. Call this after all files are read.
    pub fn check_overwrites(&self, plots: Option<&Path>) -> Result<(), CliError> {
        let plots = plots.map(plots::all).unwrap_or_default();
        let files = [&self.file, &self.checkpoint, &self.partial];
        let files = files.into_iter().chain(&plots);
        files::check_overwrites(files.map(PathBuf::as_path))
    }

    /// Reads the checkpoint from which to continue.
    ///
    /// # Errors
    /// If there is no checkpoint, or if it is invalid.
    pub fn read<T>(
        &self,
        from_bytes: impl FnOnce(&[u8]) -> Result<T, String>,
    ) -> Result<T, CliError> {
        let bytes = read::bytes(&self.checkpoint, FileKind::Checkpoint)
            .map_err(|error| CliError::usage(format!("--resume: {error}")))?;
        let path = shown(&self.checkpoint);
        from_bytes(&bytes).map_err(|fault| CliError::usage(format!("--resume: {path}: {fault}")))
    }

    /// Returns an error if there is a checkpoint of an interrupted run, which a new run would overwrite.
    pub fn check_none(&self) -> Result<(), CliError> {
        if self.checkpoint.exists() {
            let path = shown(&self.checkpoint);
            let [option, ..] = self.made.words();
            return Err(CliError::usage(format!(
                "{path} belongs to an interrupted run; pass `--resume` to continue it, choose another {option}, or delete that file"
            )));
        }
        Ok(())
    }

    /// Returns the error for a checkpoint that belongs to another run.
    pub fn other(&self, difference: &str) -> CliError {
        let path = shown(&self.checkpoint);
        CliError::usage(format!(
            "--resume: {path} belongs to another run ({difference}); repeat the command of that run"
        ))
    }

    /// Writes a checkpoint over the previous one. The first failure is reported and does not stop the training.
    pub fn write_checkpoint(&mut self, checkpoint: &[u8]) {
        if let Err(error) = files::write_whole(&self.checkpoint, checkpoint)
            && !self.is_said
        {
            self.is_said = true;
            log::say(format!("{error}; learning continues without a checkpoint"));
        }
    }

    /// Saves the final result. `resumed` means that an earlier run may have left a partial result. If so, deletes it.
    pub fn write_whole(&self, made: &[u8], resumed: bool) {
        if !self.write(&self.file, made) {
            return;
        }
        let [.., what] = self.made.words();
        log::say(format!("{what} written to {}", self.file.display()));
        remove(&self.checkpoint);
        if resumed {
            remove(&self.partial);
        }
    }

    /// Saves the partial result of a stopped run beside the final file.
    pub fn write_partial(&self, made: &[u8]) {
        if self.write(&self.partial, made) {
            let path = shown(&self.partial);
            log::say(format!("stopped early; the result so far is in {path}"));
        }
        if self.checkpoint.exists() {
            log::say("repeat the command with `--resume` to continue");
        }
    }

    /// Writes a file. If that fails, writes to the folder of temporary files and returns `false`.
    fn write(&self, path: &Path, bytes: &[u8]) -> bool {
        let Err(error) = files::write_whole(path, bytes) else {
            return true;
        };
        let [_, ending, _] = self.made.words();
        let instead = match files::write_elsewhere(bytes, ending) {
            Ok(path) => format!("it is in {} instead", shown(&path)),
            Err(error) => {
                format!("it cannot be written to the folder for temporary files either: {error}")
            }
        };
        exit::failed(format!("{error}; {instead}"));
        false
    }
}

/// Deletes an obsolete file.
fn remove(path: &Path) {
    if path.exists()
        && let Err(error) = fs::remove_file(path)
    {
        log::say(format!("cannot remove {}: {error}", shown(path)));
    }
}
