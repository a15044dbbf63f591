//! File operations that differ between systems: canonical names, permissions and locks.

use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, ErrorKind, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Returns the canonical path of an existing file or folder.
///
/// # Errors
/// If `path` does not exist.
pub fn true_name(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        // On a system without links, the absolute path is canonical.
        Err(error) if error.kind() == ErrorKind::Unsupported => {
            fs::metadata(path).and_then(|_| std::path::absolute(path))
        }
        named => named,
    }
}

/// Returns a second handle to an open file, at its current position. `path` must be the path of that file.
///
/// # Errors
/// If the system cannot duplicate the handle or open the file again.
pub fn opened_again(file: &File, path: &Path) -> io::Result<File> {
    match file.try_clone() {
        Err(error) if error.kind() == ErrorKind::Unsupported => {
            let mut again = File::options().read(true).write(true).open(path)?;
            again.seek(SeekFrom::Start((&mut &*file).stream_position()?))?;
            Ok(again)
        }
        cloned => cloned,
    }
}

/// Returns whether the file's mode forbids writing.
///
/// Files of a web page have no mode, and the standard library reports all of them as read-only. So this returns `false`
/// there.
pub fn is_read_only(found: &Metadata) -> bool {
    !cfg!(target_family = "wasm") && found.permissions().readonly()
}

/// Tries to lock the file. Returns whether another running program holds the lock.
///
/// Returns `false` on a system without locks. There, no other program runs.
pub fn is_locked(file: &File) -> bool {
    match file.try_lock() {
        Ok(()) => false,
        Err(TryLockError::Error(error)) => error.kind() != ErrorKind::Unsupported,
        Err(TryLockError::WouldBlock) => true,
    }
}
