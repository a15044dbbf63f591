//! Files written whole or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;

use tempfile::NamedTempFile;

use super::error::CliError;

/// Writes a file: first a temporary one beside it, which then takes its name.
pub fn write_whole(path: &Path, contents: &[u8]) -> Result<(), CliError> {
    let write = || -> std::io::Result<()> {
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let mut file = NamedTempFile::new_in(folder)?;
        file.write_all(contents)?;
        // Temporary files are private; a result is for everybody who may read the folder.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            file.as_file()
                .set_permissions(fs::Permissions::from_mode(0o644))?;
        }
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(|error| CliError::usage(format!("cannot write {}: {error}", path.display())))
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
