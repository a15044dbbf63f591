//! Locks between running programs. A program holds a lock while it changes a shared file or folder.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::CliError;
use crate::host::clock::now;
use crate::host::{disk, drawing};

use super::files;
use super::read::{self, ReadFault};

/// Maximum wait for a lock. Other programs hold it only while they write a small file.
const PATIENCE: Duration = Duration::from_secs(10);
/// Maximum wait for a lock when the program is ending.
const PATIENCE_AT_EXIT: Duration = Duration::from_secs(1);
/// Interval between two attempts to lock.
const PAUSE: Duration = Duration::from_millis(5);

/// Lock that is held until it is dropped.
#[derive(Debug)]
pub struct FileLock {
    _file: File,
}

impl FileLock {
    /// Waits for the lock on the file or folder at `path`. The lock file has that path with `.lock` appended.
    ///
    /// On a file system without locks, returns at once.
    pub fn wait_for(path: &Path) -> Result<FileLock, CliError> {
        drawing::assert_may_wait("wait for a lock");
        let place = place_of(path);
        let cannot = |error: &dyn std::fmt::Display| {
            CliError::failed(format!("cannot lock {}: {error}", place.display()))
        };
        files::make_folder_of(&place)?;
        if let Err(fault @ ReadFault::NoFile(_)) = read::plain(&place) {
            return Err(cannot(&fault));
        }
        let file = File::options().append(true).create(true).open(&place);
        let file = file.map_err(|error| cannot(&error))?;
        let begun = now();
        let patience = || match disk::is_ending() {
            true => PATIENCE_AT_EXIT,
            false => PATIENCE,
        };
        loop {
            match file.try_lock() {
                Err(TryLockError::WouldBlock) if now() < begun + patience() => {
                    std::thread::sleep(PAUSE);
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(cannot(&"another program holds the lock"));
                }
                Ok(()) | Err(TryLockError::Error(_)) => return Ok(FileLock { _file: file }),
            }
        }
    }
}

fn place_of(path: &Path) -> PathBuf {
    let mut place = path.as_os_str().to_owned();
    place.push(".lock");
    PathBuf::from(place)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::host::disk::Disk;

    #[cfg(unix)]
    #[test]
    fn a_pipe_instead_of_a_lock_does_not_block() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("recordings.lock");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let error = FileLock::wait_for(&folder.path().join("recordings")).unwrap_err();
        let said = error.to_string();
        assert!(
            said.ends_with("recordings.lock: it is a pipe, not a file"),
            "{said}"
        );
    }

    #[test]
    fn the_end_of_the_program_does_not_wait_long_for_a_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scores.ron");
        let _held = FileLock::wait_for(&path).unwrap();
        let disk = Disk::start();
        let tried = disk.ask(move || {
            FileLock::wait_for(&path)
                .map(drop)
                .map_err(|error| error.to_string())
        });
        let begun = now();
        drop(disk);
        assert!(now() < begun + PATIENCE, "the wait must last only seconds");
        let fault = tried.take().unwrap().unwrap_err();
        assert!(fault.contains("another program"), "{fault}");
    }

    #[test]
    fn only_one_program_at_a_time_holds_a_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/count");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        let _lock = FileLock::wait_for(&path).unwrap();
                        let count = fs::read_to_string(&path).unwrap_or("0".to_owned());
                        let count: u32 = count.parse().unwrap();
                        fs::write(&path, (count + 1).to_string()).unwrap();
                    }
                });
            }
        });
        assert_eq!(fs::read_to_string(&path).unwrap(), "160");
    }
}
