//! What systems say differently of files: true names, modes, and who holds a lock.

use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, ErrorKind, Seek, SeekFrom};
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

/// The open file once more, which is at the same place; `path` leads to it.
///
/// # Errors
/// What the system says.
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

/// Whether the file's mode forbids to write it. Files on a page have no modes: there the standard library takes each
/// for read-only.
pub fn is_read_only(found: &Metadata) -> bool {
    !cfg!(target_family = "wasm") && found.permissions().readonly()
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
