//! Where what is learnt goes: checkpoints while it is learnt, the table or player at the end, and
//! another place when that one cannot be written.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::shell::command::plots;
use crate::shell::error::{CliError, shown};
use crate::shell::host::{exit, log};
use crate::shell::store::files;
use crate::shell::store::read::{self, FileKind};

/// What is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearntKind {
    /// A value table.
    Table,
    /// A player file.
    Player,
}

/// The files of what is being learnt.
#[derive(Debug)]
pub struct LearntFiles {
    made: LearntKind,
    file: PathBuf,
    checkpoint: PathBuf,
    partial: PathBuf,
    /// Whether it was said that no checkpoint can be written.
    is_said: bool,
}

impl LearntKind {
    /// The option that asks for it, the ending of its files, and what it is called.
    const fn words(self) -> [&'static str; 3] {
        match self {
            LearntKind::Table => ["--table", ".table", "table"],
            LearntKind::Player => ["--swarm", ".ron", "player"],
        }
    }
}

impl LearntFiles {
    /// The files beside `file`, its name with `.checkpoint` and `.partial` behind it.
    ///
    /// # Errors
    /// The name has another ending, or nothing can be written there.
    pub fn beside(made: LearntKind, file: &Path) -> Result<LearntFiles, CliError> {
        let [option, ending, _] = made.words();
        if file.extension().is_none_or(|found| found != &ending[1..]) {
            return Err(CliError::usage(format!(
                "{option} {}; allowed: a name ending in {ending}",
                shown(file)
            )));
        }
        files::check_writable(file)?;
        let with = |ending: &str| {
            let mut name = OsString::from(file);
            name.push(ending);
            PathBuf::from(name)
        };
        Ok(LearntFiles {
            made,
            file: file.to_owned(),
            checkpoint: with(".checkpoint"),
            partial: with(".partial"),
            is_said: false,
        })
    }

    /// Makes sure, once all is read, that nothing is written over it.
    pub fn check_apart(&self, plots: Option<&Path>) -> Result<(), CliError> {
        let plots = plots.map(plots::all).unwrap_or_default();
        let files = [&self.file, &self.checkpoint, &self.partial];
        let files = files.into_iter().chain(&plots);
        files::check_apart(files.map(PathBuf::as_path))
    }

    /// The checkpoint to go on from, as `from_bytes` reads it.
    ///
    /// # Errors
    /// There is none, or what is wrong with it.
    pub fn read<T>(
        &self,
        from_bytes: impl FnOnce(&[u8]) -> Result<T, String>,
    ) -> Result<T, CliError> {
        let bytes = read::bytes(&self.checkpoint, FileKind::Checkpoint)
            .map_err(|error| CliError::usage(format!("--resume: {error}")))?;
        let path = shown(&self.checkpoint);
        from_bytes(&bytes).map_err(|fault| CliError::usage(format!("--resume: {path}: {fault}")))
    }

    /// Refuses to begin anew where a run was broken off, which would be lost.
    pub fn check_none(&self) -> Result<(), CliError> {
        if self.checkpoint.exists() {
            let path = shown(&self.checkpoint);
            let [option, ..] = self.made.words();
            return Err(CliError::usage(format!(
                "{path} is of a run that was broken off; allowed: --resume, another {option}, or taking that file away"
            )));
        }
        Ok(())
    }

    /// What is wrong with going on from the checkpoint, with its name.
    pub fn other(&self, difference: &str) -> CliError {
        let path = shown(&self.checkpoint);
        CliError::usage(format!(
            "--resume: {path} is of another run: {difference}; allowed: the same command as that one"
        ))
    }

    /// Writes a checkpoint in place of the one before. A fault is said once: learning goes on.
    pub fn write_checkpoint(&mut self, checkpoint: &[u8]) {
        if let Err(error) = files::write_whole(&self.checkpoint, checkpoint)
            && !self.is_said
        {
            self.is_said = true;
            log::say(format!("{error}; learning goes on without a checkpoint"));
        }
    }

    /// Writes what was learnt to the end; `resumed` says whether there was a break.
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

    /// Writes what was learnt until a break, beside the place of a whole one.
    pub fn write_partial(&self, made: &[u8]) {
        if self.write(&self.partial, made) {
            let path = shown(&self.partial);
            log::say(format!("stopped early; what was learnt is in {path}"));
        }
        if self.checkpoint.exists() {
            log::say("the same command with --resume goes on");
        }
    }

    /// Writes a file there, or if that fails to the folder of temporary files; says whether there.
    fn write(&self, path: &Path, bytes: &[u8]) -> bool {
        let Err(error) = files::write_whole(path, bytes) else {
            return true;
        };
        let [_, ending, _] = self.made.words();
        let instead = match files::write_elsewhere(bytes, ending) {
            Ok(path) => format!("it is in {} instead", shown(&path)),
            Err(error) => format!("nor in the folder of temporary files: {error}"),
        };
        exit::failed(format!("{error}; {instead}"));
        false
    }
}

/// Takes away what is of no use any more.
fn remove(path: &Path) {
    if path.exists()
        && let Err(error) = fs::remove_file(path)
    {
        log::say(format!("cannot take away {}: {error}", shown(path)));
    }
}
