//! What systems say differently of files: true names, and who holds a lock.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The one name of what is there, however it is called.
///
/// # Errors
/// If there is nothing of that name.
pub fn true_name(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        // Where there are no links, names differ in where they begin at most.
        Err(error) if error.kind() == ErrorKind::Unsupported => {
            fs::metadata(path).and_then(|_| std::path::absolute(path))
        }
        named => named,
    }
}

/// Locks the file, unless another program that runs has it; whether it does. Where the system knows no
/// locks there is no other program.
pub fn is_locked(file: &File) -> bool {
    match file.try_lock() {
        Ok(()) => false,
        Err(TryLockError::Error(error)) => error.kind() != ErrorKind::Unsupported,
        Err(TryLockError::WouldBlock) => true,
    }
}
