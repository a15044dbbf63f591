//! Files written whole or not at all.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::shell::error::CliError;

use super::leftovers;

/// A file being written under a temporary name beside its place; [`Whole::finish`] gives it its
/// name, and without that nothing appears.
pub struct Whole {
    file: NamedTempFile,
    path: PathBuf,
}

impl Whole {
    /// Begins a file.
    pub fn create(path: &Path) -> Result<Whole, CliError> {
        check_writable(path).map_err(CliError::failed)?;
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let file = temporary_in(folder).map_err(|error| cannot_write(path, &error))?;
        // So that nobody takes it for a leftover.
        drop(file.as_file().try_lock());
        Ok(Whole {
            file,
            path: path.to_owned(),
        })
    }

    /// Something to write to.
    pub fn writer(&self) -> Result<File, CliError> {
        self.file
            .as_file()
            .try_clone()
            .map_err(|error| cannot_write(&self.path, &error))
    }

    /// Puts the file in its place, where it replaces one of that name.
    pub fn finish(self) -> Result<PathBuf, CliError> {
        let path = self.path.clone();
        self.ready()?
            .persist(&path)
            .map_err(|error| cannot_write(&path, &error.error))?;
        Ok(path)
    }

    /// Puts the file in its place unless there is one of that name; says whether it did.
    pub fn finish_new(self) -> Result<bool, CliError> {
        let path = self.path.clone();
        match self.ready()?.persist_noclobber(&path) {
            Ok(_) => Ok(true),
            Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(cannot_write(&path, &error.error)),
        }
    }

    /// The temporary file, readable for others and safe on the disk.
    fn ready(self) -> Result<NamedTempFile, CliError> {
        // Temporary files are private; a result is for everybody who may read the folder.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let everybody = fs::Permissions::from_mode(0o644);
            self.file
                .as_file()
                .set_permissions(everybody)
                .map_err(|error| cannot_write(&self.path, &error))?;
        }
        self.file
            .as_file()
            .sync_all()
            .map_err(|error| cannot_write(&self.path, &error))?;
        Ok(self.file)
    }
}

/// A temporary file that can be told from those of other programs.
fn temporary_in(folder: &Path) -> std::io::Result<NamedTempFile> {
    tempfile::Builder::new()
        .prefix(leftovers::PREFIX)
        .tempfile_in(folder)
}

/// The work is done and cannot be saved.
fn cannot_write(path: &Path, error: &std::io::Error) -> CliError {
    CliError::failed(refusal(path, error))
}

/// What the system says; where a temporary file cannot be made, without the random name of that.
fn refusal(path: &Path, error: &std::io::Error) -> String {
    let path = path.display();
    match error.raw_os_error() {
        Some(_) => format!("cannot write {path}: {error}"),
        None => format!("cannot write {path}: {}", error.kind()),
    }
}

/// Writes a file whole or not at all.
pub fn write_whole(path: &Path, contents: &[u8]) -> Result<(), CliError> {
    with_contents(path, contents)?.finish()?;
    Ok(())
}

/// Writes a file whole unless there is one of that name; says whether it did.
pub fn write_new(path: &Path, contents: &[u8]) -> Result<bool, CliError> {
    with_contents(path, contents)?.finish_new()
}

fn with_contents(path: &Path, contents: &[u8]) -> Result<Whole, CliError> {
    let file = Whole::create(path)?;
    file.writer()?
        .write_all(contents)
        .map_err(|error| cannot_write(path, &error))?;
    Ok(file)
}

/// Makes sure before long work that a file can be written later.
pub fn check_writable(path: &Path) -> Result<(), CliError> {
    let wrong = |why: &str| {
        Err(CliError::usage(format!(
            "cannot write {}: {why}",
            path.display()
        )))
    };
    if path.is_dir() {
        return wrong("it is a folder");
    }
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() && !parent.is_dir() => {
            wrong(&format!("there is no folder {}", parent.display()))
        }
        // A file that is made and taken away again shows what permissions alone do not.
        parent => {
            let folder = parent.filter(|parent| !parent.as_os_str().is_empty());
            temporary_in(folder.unwrap_or(Path::new(".")))
                .map(drop)
                .map_err(|error| CliError::usage(refusal(path, &error)))
        }
    }
}

/// Makes the folder that a file belongs to.
pub fn make_folder_of(path: &Path) -> Result<(), CliError> {
    match path.parent() {
        Some(folder) => fs::create_dir_all(folder).map_err(|error| {
            CliError::failed(format!("cannot make {}: {error}", folder.display()))
        }),
        None => Ok(()),
    }
}

/// Writes a text to standard output. Whoever reads it may have gone: that is no error.
pub fn print(text: &str) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(CliError::failed(format!(
            "cannot write to standard output: {error}"
        ))),
        _ => Ok(()),
    }
}

/// Reads a text file.
pub fn read_text(path: &Path) -> Result<String, CliError> {
    fs::read_to_string(path)
        .map_err(|error| CliError::usage(format!("cannot read {}: {error}", path.display())))
}
