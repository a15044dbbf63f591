//! Check that a command does not overwrite its own input.

use std::path::{Path, PathBuf};

use crate::error::{CliError, shown};
use crate::host::files::true_name;
use crate::store::read;

use super::{Destination, folder_of, place};

/// Checks that none of these output files was read as input, and that no two of them are the same file under different
/// names. Call this after all reading and before any writing.
pub fn check_overwrites<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<(), CliError> {
    let mut others: Vec<(PathBuf, &Path)> = Vec::new();
    for path in paths {
        let Ok(Destination::File(target)) = place(path) else {
            continue;
        };
        let name = name_of(&target);
        let why = match others.iter().find(|(other, _)| is_same(other, &name)) {
            _ if read::was_read(&name) => "this command reads it".to_owned(),
            Some((_, other)) => format!("{} is the same file", shown(other)),
            None => {
                others.push((name, path));
                continue;
            }
        };
        return Err(CliError::usage(format!(
            "cannot write {}: {why}; choose another name",
            shown(path)
        )));
    }
    Ok(())
}

fn is_same(one: &Path, other: &Path) -> bool {
    one == other || read::is_same_file(one, other)
}

/// Returns the canonical name of a file that may not exist yet.
fn name_of(target: &Path) -> PathBuf {
    let in_folder = || {
        let folder = true_name(folder_of(target)).ok()?;
        Some(folder.join(target.file_name()?))
    };
    let found = true_name(target).ok().or_else(in_folder);
    found.unwrap_or_else(|| target.to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn hard_links_of_one_file_are_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let [game, link, other, twin] =
            ["game.fm2", "link.fm2", "other", "twin"].map(|name| folder.path().join(name));
        for (file, link) in [(&game, &link), (&other, &twin)] {
            fs::write(file, "a game").unwrap();
            fs::hard_link(file, link).unwrap();
        }
        check_overwrites([&*link]).unwrap();
        read::text(&game, read::FileKind::Recording).unwrap();
        let fault = check_overwrites([&*other, &link]).unwrap_err().to_string();
        assert!(fault.contains("link.fm2: this command reads it"), "{fault}");
        let fault = check_overwrites([&*other, &twin]).unwrap_err().to_string();
        assert!(
            fault.contains("twin") && fault.contains("other is the same file"),
            "{fault}"
        );
        check_overwrites([&*other, &folder.path().join("new")]).unwrap();
    }
}
