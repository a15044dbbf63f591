//! Where what is learnt goes: checkpoints while it is learnt, the table at the end, and another place
//! when that one cannot be written.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use rightwell::lab::Checkpoint;

use crate::shell::error::{CliError, shown};
use crate::shell::host::{exit, log};
use crate::shell::store::files;
use crate::shell::store::read::{self, Kind};

/// The files of a table that is being learnt.
#[derive(Debug)]
pub struct Saved {
    table: PathBuf,
    checkpoint: PathBuf,
    partial: PathBuf,
    /// Whether it was said that no checkpoint can be written.
    is_said: bool,
}

impl Saved {
    /// The files beside `table`, its name with `.checkpoint` and `.partial` behind it.
    pub fn of(table: &Path) -> Saved {
        let with = |ending: &str| {
            let mut name = OsString::from(table);
            name.push(ending);
            PathBuf::from(name)
        };
        Saved {
            table: table.to_owned(),
            checkpoint: with(".checkpoint"),
            partial: with(".partial"),
            is_said: false,
        }
    }

    /// The checkpoint to go on from.
    ///
    /// # Errors
    /// There is none, or what is wrong with it.
    pub fn read(&self) -> Result<Checkpoint, CliError> {
        let bytes = read::bytes(&self.checkpoint, Kind::Checkpoint)
            .map_err(|error| CliError::usage(format!("--resume: {error}")))?;
        let path = shown(&self.checkpoint);
        Checkpoint::from_bytes(&bytes)
            .map_err(|fault| CliError::usage(format!("--resume: {path}: {fault}")))
    }

    /// Refuses to begin anew where a run was broken off, which would be lost.
    pub fn check_none(&self) -> Result<(), CliError> {
        if self.checkpoint.exists() {
            let path = shown(&self.checkpoint);
            return Err(CliError::usage(format!(
                "{path} is of a run that was broken off; allowed: --resume, another --table, or taking that file away"
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
    pub fn write_checkpoint(&mut self, checkpoint: &Checkpoint) {
        if let Err(error) = files::write_whole(&self.checkpoint, &checkpoint.to_bytes())
            && !self.is_said
        {
            self.is_said = true;
            log::say(format!("{error}; learning goes on without a checkpoint"));
        }
    }

    /// Writes the table that was learnt to the end; `resumed` says whether there was a break.
    pub fn write_table(&self, table: &[u8], resumed: bool) {
        if !write(&self.table, table) {
            return;
        }
        log::say(format!("table written to {}", self.table.display()));
        remove(&self.checkpoint);
        if resumed {
            remove(&self.partial);
        }
    }

    /// Writes the table that was learnt until a break, beside the place of a whole one.
    pub fn write_partial(&self, table: &[u8]) {
        if write(&self.partial, table) {
            let path = shown(&self.partial);
            log::say(format!("stopped early; what was learnt is in {path}"));
        }
        if self.checkpoint.exists() {
            log::say("the same command with --resume goes on");
        }
    }
}

/// Writes a file there, or if that fails to the folder of temporary files; says whether there.
fn write(path: &Path, bytes: &[u8]) -> bool {
    let Err(error) = files::write_whole(path, bytes) else {
        return true;
    };
    let instead = match files::write_elsewhere(bytes, ".table") {
        Ok(path) => format!("it is in {} instead", shown(&path)),
        Err(error) => format!("nor in the folder of temporary files: {error}"),
    };
    exit::saving_failed(format!("{error}; {instead}"));
    false
}

/// Takes away what is of no use any more.
fn remove(path: &Path) {
    if path.exists()
        && let Err(error) = fs::remove_file(path)
    {
        log::say(format!("cannot take away {}: {error}", shown(path)));
    }
}
