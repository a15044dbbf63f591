//! Files written whole or not at all.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::error::CliError;

/// A file being written under a temporary name beside its place; [`Whole::finish`] gives it its
/// name, and without that nothing appears.
pub struct Whole {
    file: NamedTempFile,
    path: PathBuf,
}

impl Whole {
    /// Begins a file.
    pub fn create(path: &Path) -> Result<Whole, CliError> {
        check_writable(path)?;
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let file = NamedTempFile::new_in(folder).map_err(|error| cannot_write(path, &error))?;
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
            .persist(&self.path)
            .map_err(|error| cannot_write(&self.path, &error.error))?;
        Ok(self.path)
    }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> CliError {
    CliError::usage(format!("cannot write {}: {error}", path.display()))
}

/// Writes a file whole or not at all.
pub fn write_whole(path: &Path, contents: &[u8]) -> Result<(), CliError> {
    let file = Whole::create(path)?;
    file.writer()?
        .write_all(contents)
        .map_err(|error| cannot_write(path, &error))?;
    file.finish()?;
    Ok(())
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
        _ => Ok(()),
    }
}

/// Reads a text file.
pub fn read_text(path: &Path) -> Result<String, CliError> {
    fs::read_to_string(path)
        .map_err(|error| CliError::usage(format!("cannot read {}: {error}", path.display())))
}
