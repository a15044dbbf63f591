//! Temporary files of programs that were killed while they wrote.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

/// What temporary files are called before their random letters.
pub const PREFIX: &str = ".rightwell-";

/// A file that another program has just made is not locked yet.
const YOUNG: Duration = Duration::from_secs(2);

/// Deletes temporary files in the folder that no running program is writing to.
pub fn clear(folder: &Path) {
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_temporary = file.file_name().to_string_lossy().starts_with(PREFIX);
        if is_temporary && is_left(&file.path()) {
            // It takes a little room, no more.
            drop(fs::remove_file(file.path()));
        }
    }
}

fn is_left(path: &Path) -> bool {
    let is_old = || {
        let changed = path.symlink_metadata().ok()?.modified().ok()?;
        Some(changed.elapsed().ok()? >= YOUNG)
    };
    let open = || File::options().read(true).open(path);
    let is_locked = || open().is_ok_and(|file| file.try_lock().is_err());
    is_old() == Some(true) && !is_locked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_that_nobody_writes_to_go() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str, age: u64| {
            let file = File::create(folder.path().join(name)).unwrap();
            let now = file.metadata().unwrap().modified().unwrap();
            file.set_modified(now - Duration::from_secs(age)).unwrap();
            file
        };
        make(".rightwell-left", 100);
        make(".rightwell-young", 0);
        make("game-000001.fm2", 100);
        let _writing = {
            let file = make(".rightwell-writing", 100);
            file.lock().unwrap();
            file
        };
        clear(folder.path());
        let files = fs::read_dir(folder.path()).unwrap().flatten();
        let mut names: Vec<_> = files.map(|file| file.file_name()).collect();
        names.sort();
        assert_eq!(
            names,
            [".rightwell-writing", ".rightwell-young", "game-000001.fm2"]
        );
    }
}
