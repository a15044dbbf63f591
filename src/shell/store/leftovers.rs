//! Deletes temporary files of programs that were killed while writing.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use crate::host::files::is_locked;

/// Prefix of temporary file names, before the random characters.
pub const PREFIX: &str = ".rightwell-";

/// Number of random letters and digits after [`PREFIX`].
const LETTERS: usize = 6;

/// Minimum age of a file to delete. A younger file may not be locked yet by the program that created it.
const YOUNG: Duration = Duration::from_secs(2);

/// Deletes the temporary files in the folder that no running program is writing.
pub fn clear(folder: &Path) {
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        // Opening a pipe with such a name would block.
        let is_file = file.file_type().is_ok_and(|kind| kind.is_file());
        let is_temporary = is_file && is_name(&file.file_name().to_string_lossy());
        if is_temporary && is_left(&file.path()) {
            // Failure is harmless: it only wastes a little space.
            drop(fs::remove_file(file.path()));
        }
    }
}

/// Returns whether this is the name of a temporary file.
fn is_name(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(|letters| {
        letters.len() == LETTERS && letters.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

fn is_left(path: &Path) -> bool {
    let is_old = || {
        let changed = path.symlink_metadata().ok()?.modified().ok()?;
        Some(changed.elapsed().ok()? >= YOUNG)
    };
    let open = || File::options().read(true).open(path);
    let is_locked = || open().is_ok_and(|file| is_locked(&file));
    is_old() == Some(true) && !is_locked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_abandoned_temporary_files_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str, age: u64| {
            let file = File::create(folder.path().join(name)).unwrap();
            let now = file.metadata().unwrap().modified().unwrap();
            file.set_modified(now - Duration::from_secs(age)).unwrap();
            file
        };
        make(".rightwell-aLeft1", 100);
        make(".rightwell-young1", 0);
        make(".rightwell-notes", 100);
        make("game-000001.fm2", 100);
        let _writing = {
            let file = make(".rightwell-write1", 100);
            file.lock().unwrap();
            file
        };
        #[cfg(unix)]
        {
            let pipe = folder.path().join(".rightwell-pipe01");
            let made = std::process::Command::new("mkfifo").arg(&pipe).status();
            assert!(made.unwrap().success());
            clear(folder.path());
            fs::remove_file(pipe).unwrap();
        }
        clear(folder.path());
        let files = fs::read_dir(folder.path()).unwrap().flatten();
        let mut names: Vec<_> = files.map(|file| file.file_name()).collect();
        names.sort();
        assert_eq!(
            names,
            [
                ".rightwell-notes",
                ".rightwell-write1",
                ".rightwell-young1",
                "game-000001.fm2"
            ]
        );
    }
}
