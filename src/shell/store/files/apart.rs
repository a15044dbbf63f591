//! What a command writes is apart from what it reads.

use std::fs;
use std::path::{Path, PathBuf};

use crate::shell::error::{CliError, shown};
use crate::shell::store::read;

use super::{Place, folder_of, place};

/// Makes sure, once all is read and before anything is written, that none of these files was read, and
/// that no two of them are the same, however they are called.
pub fn check_apart<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<(), CliError> {
    let mut others: Vec<(PathBuf, &Path)> = Vec::new();
    for path in paths {
        let Ok(Place::File(target)) = place(path) else {
            continue;
        };
        let name = true_name(&target);
        let why = match others.iter().find(|(other, _)| *other == name) {
            _ if read::was_read(&name) => "this command reads it".to_owned(),
            Some((_, other)) => format!("{} is the same file", shown(other)),
            None => {
                others.push((name, path));
                continue;
            }
        };
        return Err(CliError::usage(format!(
            "cannot write {}: {why}; allowed: another name",
            shown(path)
        )));
    }
    Ok(())
}

/// The one name of a file, which may not be there yet.
fn true_name(target: &Path) -> PathBuf {
    let in_folder = || {
        let folder = fs::canonicalize(folder_of(target)).ok()?;
        Some(folder.join(target.file_name()?))
    };
    let found = fs::canonicalize(target).ok().or_else(in_folder);
    found.unwrap_or_else(|| target.to_owned())
}
