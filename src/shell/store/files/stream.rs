//! Direct writes to devices, pipes, and descriptors inherited from the parent process.
//!
//! Opening a pipe waits until another program reads from it. After a request to end this program, the wait ends within
//! a second.

use std::fs::{self, File, FileType, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
#[cfg(target_os = "linux")]
use std::time::Duration;

use super::{LINKS_MAX, folder_of};

/// Kind of error if the program must end while a pipe still has no reader.
pub const NOBODY_READS: ErrorKind = ErrorKind::TimedOut;

/// Maximum number of bytes per write. A pipe that is ready for writing has room for this many bytes.
#[cfg(unix)]
const AT_ONCE: usize = 4096;

/// Folder that lists this process's own descriptors.
const OWN: &str = if cfg!(target_os = "linux") {
    "/proc/self/fd"
} else {
    "/dev/fd"
};

/// Target that is not a regular file.
#[derive(Clone, Copy, Debug)]
pub enum NonRegularFile {
    /// Device or pipe with a name.
    Named(FileType),
    /// Descriptor of this process. If a file is behind it, writing continues at the file's current position.
    Descriptor(i32),
}

impl NonRegularFile {
    /// Opens the target. For a pipe, waits for a reader.
    pub fn open(self, path: &Path) -> io::Result<File> {
        match self {
            NonRegularFile::Named(kind) => open(path, kind),
            NonRegularFile::Descriptor(number) => duplicate(number),
        }
    }

    /// Checks whether the target can be written, without writing to it.
    pub fn check(self) -> io::Result<()> {
        match self {
            NonRegularFile::Named(_) => Ok(()),
            NonRegularFile::Descriptor(number) => duplicate(number)?.write(&[]).map(drop),
        }
    }
}

/// Returns the descriptor of this program behind a path, such as /dev/stdout or /dev/fd/3.
pub fn descriptor(path: &Path) -> Option<i32> {
    let own = fs::canonicalize(OWN).ok()?;
    // On Linux, each thread has its own folder that lists the descriptors of the process.
    let is_own = |folder: &Path| {
        folder == own || folder.ends_with("fd") && folder.starts_with(own.with_file_name("task"))
    };
    let mut path = path.to_owned();
    for _ in 0..LINKS_MAX {
        let folder = fs::canonicalize(folder_of(&path)).ok()?;
        if is_own(&folder) {
            return path.file_name()?.to_str()?.parse().ok();
        }
        path = folder.join(fs::read_link(&path).ok()?);
    }
    None
}

/// Waits until there is room and writes some of the bytes. Returns their number.
#[cfg(unix)]
pub fn write(to: &mut (impl Write + std::os::fd::AsFd), bytes: &[u8]) -> io::Result<usize> {
    wait_for_room(to)?;
    to.write(&bytes[..bytes.len().min(AT_ONCE)])
}

/// Writes some of the bytes. Returns their number.
#[cfg(not(unix))]
pub fn write(to: &mut impl Write, bytes: &[u8]) -> io::Result<usize> {
    to.write(bytes)
}

/// Writes to standard output.
pub fn print(text: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let mut rest = text;
    while !rest.is_empty() {
        let written = write(&mut out, rest)?;
        rest = &rest[written..];
        out.flush()?;
    }
    Ok(())
}

#[cfg(target_os = "linux")]
mod system {
    use std::os::fd::{AsFd, AsRawFd};
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
    use std::thread;

    use nix::errno::Errno;
    use nix::libc::O_NONBLOCK;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::unistd::dup2;

    use crate::host::clock::now;
    use crate::host::signals;

    use super::*;

    /// Maximum wait for a pipe's reader after a request to end the program.
    const GRACE: Duration = Duration::from_secs(1);
    /// Interval between two checks for a reader or for a request to end the program.
    const LOOK_TIME: Duration = Duration::from_millis(20);

    /// Waits until `get` returns a value. After a request to end the program, waits only for the grace period.
    fn wait_for<T>(mut get: impl FnMut() -> io::Result<Option<T>>) -> io::Result<T> {
        let mut end = None;
        loop {
            if let Some(got) = get()? {
                return Ok(got);
            }
            if signals::came().is_some() && now() >= *end.get_or_insert_with(|| now() + GRACE) {
                return Err(NOBODY_READS.into());
            }
        }
    }

    pub fn open(path: &Path, kind: FileType) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true);
        if !kind.is_fifo() {
            return options.open(path);
        }
        // Without this flag, `open` would block and ignore signals.
        options.custom_flags(O_NONBLOCK);
        wait_for(|| match options.open(path) {
            Err(error) if error.raw_os_error() == Some(Errno::ENXIO as i32) => {
                thread::sleep(LOOK_TIME);
                Ok(None)
            }
            opened => opened.map(Some),
        })
    }

    pub fn wait_for_room(to: &impl AsFd) -> io::Result<()> {
        wait_for(|| {
            let mut descriptors = [PollFd::new(to.as_fd(), PollFlags::POLLOUT)];
            let time = PollTimeout::try_from(LOOK_TIME).expect("it is short");
            match poll(&mut descriptors, time) {
                // The next write reports an error, if there is one.
                Ok(ready) => Ok((ready > 0).then_some(())),
                Err(Errno::EINTR) => Ok(None),
                Err(error) => Err(error.into()),
            }
        })
    }

    pub fn duplicate(number: i32) -> io::Result<File> {
        // `dup2` replaces an open descriptor, so open one first.
        let file = OpenOptions::new().write(true).open("/dev/null")?;
        dup2(number, file.as_raw_fd())?;
        Ok(file)
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::*;

    pub fn open(path: &Path, _: FileType) -> io::Result<File> {
        OpenOptions::new().write(true).open(path)
    }

    #[cfg(unix)]
    pub fn wait_for_room<T>(_: &T) -> io::Result<()> {
        Ok(())
    }

    /// Opens the descriptor by its name. This duplicates the descriptor.
    pub fn duplicate(number: i32) -> io::Result<File> {
        let name = format!("{OWN}/{number}");
        OpenOptions::new().write(true).open(name)
    }
}

#[cfg(unix)]
use system::wait_for_room;
use system::{duplicate, open};
