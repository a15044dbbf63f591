//! Atomic writes of files, and direct writes to devices, pipes and descriptors.

mod overwrite_check;
mod stream;
mod writer;

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::{CliError, shown};
use crate::host::drawing;
use crate::host::files::{is_read_only, opened_again};
use crate::host::places;

use super::leftovers;
use super::read::{self, ReadFault};

pub use overwrite_check::check_overwrites;
use stream::NonRegularFile;
pub use writer::FileWriter;

/// File that is written under a temporary name beside its target. [`AtomicWrite::finish`] renames it. Without that
/// call, the target stays as it was.
///
/// If the target is a symbolic link, the linked file is replaced and the link remains. A new file inherits the mode of
/// the file that it replaces, or gets the default mode. Devices, pipes and descriptors are written directly.
pub struct AtomicWrite {
    file: WriteTarget,
    path: PathBuf,
}

/// Destination of the bytes.
enum WriteTarget {
    /// Temporary file that will be renamed.
    Temporary {
        file: NamedTempFile,
        target: PathBuf,
    },
    /// Device, pipe or descriptor.
    Direct(File),
    /// Target that must receive its bytes in order, although the writer seeks. `file` collects the bytes. At the end
    /// they are copied to `stream`.
    Collected { file: File, stream: File },
}

/// Kind of target.
enum Destination {
    /// Regular file, which may not exist yet.
    File(PathBuf),
    /// Device, pipe or descriptor.
    Stream(NonRegularFile),
}

impl AtomicWrite {
    /// Begins to write a file.
    pub fn create(path: &Path) -> Result<AtomicWrite, CliError> {
        drawing::assert_may_wait("write a file");
        let file = match place(path).map_err(CliError::failed)? {
            Destination::Stream(place) => {
                let stream = place.open(path);
                WriteTarget::Direct(stream.map_err(|error| cannot_write(path, &error))?)
            }
            Destination::File(target) => {
                let file = temporary(&target).map_err(|error| cannot_write(path, &error))?;
                // The lock tells other programs that this file is in use.
                drop(file.as_file().try_lock());
                WriteTarget::Temporary { file, target }
            }
        };
        Ok(AtomicWrite {
            file,
            path: path.to_owned(),
        })
    }

    /// Begins to write a file in which the writer seeks. If the target cannot seek, it receives all bytes at the end.
    pub fn create_to_go_back(path: &Path) -> Result<AtomicWrite, CliError> {
        let AtomicWrite { mut file, path } = AtomicWrite::create(path)?;
        if let WriteTarget::Direct(stream) = file {
            let collected = tempfile::tempfile_in(places::temporary_folder());
            file = WriteTarget::Collected {
                file: collected.map_err(|error| cannot_write(&path, &error))?,
                stream,
            };
        }
        Ok(AtomicWrite { file, path })
    }

    /// Returns a writer.
    pub fn writer(&self) -> Result<FileWriter, CliError> {
        let (file, path, is_stream) = match &self.file {
            WriteTarget::Temporary { file, .. } => (file.as_file(), file.path(), false),
            WriteTarget::Direct(file) => (file, &*self.path, true),
            WriteTarget::Collected { file, .. } => (file, &*self.path, false),
        };
        let file = opened_again(file, path);
        let file = file.map_err(|error| cannot_write(&self.path, &error))?;
        Ok(FileWriter::new(file, &self.path, is_stream))
    }

    /// Renames the temporary file to its target and replaces an existing file.
    pub fn finish(self) -> Result<PathBuf, CliError> {
        match self.file {
            WriteTarget::Temporary { file, target } => {
                sync(file.as_file())
                    .and_then(|()| file.persist(&target).map_err(|error| error.error))
                    .map_err(|error| cannot_write(&self.path, &error))?;
            }
            WriteTarget::Direct(_) => {}
            WriteTarget::Collected { mut file, stream } => {
                let mut writer = FileWriter::new(stream, &self.path, true);
                let all = file.seek(SeekFrom::Start(0));
                all.and_then(|_| std::io::copy(&mut file, &mut writer))
                    .map_err(CliError::failed)?;
            }
        }
        Ok(self.path)
    }

    /// Renames the temporary file to its target unless the target exists. Returns whether it was renamed.
    fn finish_new(self) -> Result<bool, CliError> {
        let WriteTarget::Temporary { file, target } = self.file else {
            return Ok(false);
        };
        let put = sync(file.as_file())
            .and_then(|()| file.persist_noclobber(&target).map_err(|error| error.error));
        match put {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(cannot_write(&self.path, &error)),
        }
    }
}

/// Waits until the disk has stored the whole file.
fn sync(file: &File) -> std::io::Result<()> {
    #[cfg(test)]
    if let Some(delay) = SLOW_DISK.get() {
        std::thread::sleep(*delay);
    }
    file.sync_all()
}

/// Delay of each write in tests that simulate a slow disk.
#[cfg(test)]
pub static SLOW_DISK: std::sync::OnceLock<std::time::Duration> = std::sync::OnceLock::new();

/// Creates a temporary file beside `target` with the mode that `target` has or would get.
fn temporary(target: &Path) -> std::io::Result<NamedTempFile> {
    let folder = folder_of(target);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
        let Ok(found) = fs::metadata(target) else {
            // The user's umask restricts this mode.
            let everybody = fs::Permissions::from_mode(0o666);
            return tempfile::Builder::new()
                .prefix(leftovers::PREFIX)
                .permissions(everybody)
                .tempfile_in(folder);
        };
        let file = temporary_in(folder)?;
        // Only root can change a file's owner. Failure is harmless for other users.
        let _ = fchown(file.as_file(), Some(found.uid()), Some(found.gid()));
        file.as_file().set_permissions(found.permissions())?;
        Ok(file)
    }
    #[cfg(not(unix))]
    temporary_in(folder)
}

/// Returns the kind of the target, or an error that says why it cannot be written.
fn place(path: &Path) -> Result<Destination, CliError> {
    let wrong = |why: &str| {
        let path = shown(path);
        Err(CliError::usage(format!("cannot write {path}: {why}")))
    };
    if let Some(descriptor) = stream::descriptor(path) {
        return Ok(Destination::Stream(NonRegularFile::Descriptor(descriptor)));
    }
    let found = match fs::metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let target = followed(path);
            let folder = folder_of(&target);
            if !folder.is_dir() {
                return wrong(&format!("there is no folder {}", shown(folder)));
            }
            return Ok(Destination::File(target));
        }
        Err(error) => return Err(CliError::usage(refusal(path, &error))),
    };
    if found.is_dir() {
        return wrong("it is a folder");
    }
    if is_socket(&found) {
        return wrong("it is a socket");
    }
    if is_read_only(&found) {
        return wrong("it is read-only");
    }
    Ok(match found.is_file() {
        true => Destination::File(followed(path)),
        false => Destination::Stream(NonRegularFile::Named(found.file_type())),
    })
}

/// Maximum number of links to follow. The system's limit is similar.
const LINKS_MAX: usize = 40;

/// Follows the symbolic links of a path, whether its target exists or not.
fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS_MAX {
        match fs::read_link(&path) {
            Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => break,
        }
    }
    path
}

/// Returns the folder of a file.
fn folder_of(path: &Path) -> &Path {
    let parent = path.parent();
    let named = parent.filter(|parent| !parent.as_os_str().is_empty());
    named.unwrap_or(Path::new("."))
}

#[cfg(unix)]
fn is_socket(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    found.file_type().is_socket()
}

#[cfg(not(unix))]
fn is_socket(_: &fs::Metadata) -> bool {
    false
}

/// Creates a temporary file with a prefix that identifies this program.
fn temporary_in(folder: &Path) -> std::io::Result<NamedTempFile> {
    tempfile::Builder::new()
        .prefix(leftovers::PREFIX)
        .tempfile_in(folder)
}

/// Returns the error for a write that has failed.
fn cannot_write(path: &Path, error: &std::io::Error) -> CliError {
    CliError::failed(refusal(path, error))
}

/// Formats a write error. Omits the random name of a temporary file.
fn refusal(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {}", shown(path), reason(error))
}

fn reason(error: &std::io::Error) -> String {
    match error.raw_os_error() {
        Some(_) => error.to_string(),
        None if error.kind() == stream::NOBODY_READS => "nobody reads it".to_owned(),
        None => error.kind().to_string(),
    }
}

/// Opens a file whose lines other programs follow while it is written. An existing file is replaced at once.
pub fn followed_writer(path: &Path) -> Result<FileWriter, CliError> {
    drawing::assert_may_wait("write a file");
    let (file, is_stream) = match place(path).map_err(CliError::failed)? {
        Destination::Stream(place) => (place.open(path), true),
        Destination::File(target) => (File::create(target), false),
    };
    let file = file.map_err(|error| cannot_write(path, &error))?;
    Ok(FileWriter::new(file, path, is_stream))
}

/// Writes a file atomically.
pub fn write_whole(path: &Path, contents: &[u8]) -> Result<(), CliError> {
    with_contents(path, contents)?.finish()?;
    Ok(())
}

/// Writes one of the program's own files atomically, and creates its folder. Refuses to write to a pipe with that name,
/// because no program would read it.
pub fn write_own(path: &Path, contents: &[u8]) -> Result<(), CliError> {
    make_folder_of(path)?;
    if let Err(fault @ ReadFault::NoFile(_)) = read::plain(path)
        && path.exists()
    {
        let path = shown(path);
        return Err(CliError::failed(format!("cannot write {path}: {fault}")));
    }
    write_whole(path, contents)
}

/// Writes a file atomically unless the path exists. Returns whether the file was written.
pub fn write_new(path: &Path, contents: &[u8]) -> Result<bool, CliError> {
    if path.symlink_metadata().is_ok() {
        return Ok(false);
    }
    with_contents(path, contents)?.finish_new()
}

fn with_contents(path: &Path, contents: &[u8]) -> Result<AtomicWrite, CliError> {
    let file = AtomicWrite::create(path)?;
    file.writer()?
        .write_all(contents)
        .map_err(CliError::failed)?;
    Ok(file)
}

/// Writes a file with this extension to the temporary folder, as a last resort. Returns its path.
pub fn write_elsewhere(contents: &[u8], ending: &str) -> std::io::Result<PathBuf> {
    let mut file = tempfile::Builder::new()
        .prefix("rightwell-")
        .suffix(ending)
        .tempfile_in(places::temporary_folder())?;
    file.write_all(contents)?;
    file.as_file().sync_all()?;
    Ok(file.keep()?.1)
}

/// Checks that the file can be written, before long work begins. Also deletes temporary files left in the folder by
/// programs that were killed.
pub fn check_writable(path: &Path) -> Result<(), CliError> {
    match place(path)? {
        // Write no test byte, because the reader of a pipe would take it for content.
        Destination::Stream(place) => place
            .check()
            .map_err(|error| CliError::usage(refusal(path, &error))),
        Destination::File(target) => {
            if target.is_file() {
                let opened = OpenOptions::new().write(true).open(&target);
                opened.map_err(|error| CliError::usage(refusal(path, &error)))?;
            }
            let folder = folder_of(&target);
            leftovers::clear(folder);
            // The permissions do not reveal every problem, so create and delete a file as a test.
            temporary_in(folder)
                .map(drop)
                .map_err(|error| CliError::usage(refusal(path, &error)))
        }
    }
}

/// Creates the folder of a file.
pub fn make_folder_of(path: &Path) -> Result<(), CliError> {
    path.parent().map_or(Ok(()), make_folder)
}

/// Creates a folder and its parents.
pub fn make_folder(folder: &Path) -> Result<(), CliError> {
    fs::create_dir_all(folder)
        .map_err(|error| CliError::failed(format!("cannot create {}: {error}", shown(folder))))
}

/// Writes to standard output. A closed pipe is not an error.
pub fn print(text: &str) -> Result<(), CliError> {
    printed(stream::print(text.as_bytes()))
}

/// Returns the error of writing to standard output. A closed pipe is not an error.
pub fn printed(result: std::io::Result<()>) -> Result<(), CliError> {
    match result {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(CliError::failed(format!(
            "cannot write to standard output: {}",
            reason(&error)
        ))),
        _ => Ok(()),
    }
}
