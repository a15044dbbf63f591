//! The user's own tunes.

use std::fs;
use std::path::{Path, PathBuf};

use rightwell::sound::{Repertoire, TuneId};

use crate::error::{CliError, shown};

use super::read::{self, FileKind};

/// Ending of tune files.
const ENDING: &str = "tune";

/// Adds the tunes of a folder, if it exists. Returns the errors of unreadable files.
pub fn add_folder(tunes: &mut Repertoire, folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_tune = |path: &PathBuf| path.extension().is_some_and(|ending| ending == ENDING);
    let mut paths: Vec<PathBuf> = files.map(|file| file.path()).filter(is_tune).collect();
    paths.sort();
    let added = paths.iter().map(|path| add_file(tunes, path));
    added
        .filter_map(Result::err)
        .map(|error| error.to_string())
        .collect()
}

/// Adds a tune under its file name, without the ending.
pub fn add_file(tunes: &mut Repertoire, path: &Path) -> Result<TuneId, CliError> {
    let text = read::text(path, FileKind::Tune)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let wrong = |fault| CliError::usage(format!("{}, {fault}", shown(path)));
    tunes.add(&name, &text).map_err(wrong)
}

/// Returns whether the name refers to a file rather than a known tune.
pub fn is_file(name: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|ending| ending == ENDING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tunes_of_a_folder_are_added_and_faulty_ones_named_with_their_line() {
        let folder = tempfile::tempdir().unwrap();
        let good = "name x\ntempo 100 100\nkey c major\nvoice v triangle\nsection A\ntriangle | @v c4:16 |\norder A";
        for (name, text) in [
            ("mine.tune", good),
            ("bad.tune", "name x\nkey h"),
            ("no.txt", ""),
        ] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let mut tunes = Repertoire::built_in();
        let faults = add_folder(&mut tunes, folder.path());
        assert!(tunes.find("mine").is_some());
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(
            faults[0].contains("bad.tune, line 2: key has the wrong number"),
            "{faults:?}"
        );
        assert_eq!(add_folder(&mut tunes, &folder.path().join("none")), [""; 0]);
    }
}
