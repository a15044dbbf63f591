//! Files written whole or not at all, and what is written to as it is: devices, pipes and descriptors.

mod apart;
mod stream;
mod writer;

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::shell::error::{CliError, shown};
use crate::shell::host::drawing;
use crate::shell::host::files::{is_read_only, opened_again};
use crate::shell::host::places;

use super::leftovers;
use super::read::{self, ReadFault};

pub use apart::check_apart;
use stream::Stream;
pub use writer::FileWriter;

/// A file being written under a temporary name beside its place; [`AtomicWrite::finish`] gives it its
/// name, and without that nothing appears.
///
/// A link stays: the file that it leads to is replaced. A file that is replaced hands on its mode, a
/// new one has that of the system. A device, a pipe or a descriptor is written to at once.
pub struct AtomicWrite {
    file: WriteTarget,
    path: PathBuf,
}

/// What is written to.
enum WriteTarget {
    /// A file that will have that name.
    Temporary {
        file: NamedTempFile,
        target: PathBuf,
    },
    /// A device, a pipe, a descriptor.
    Direct(File),
    /// The same, which gets at the end what is collected in a file until then.
    Collected { file: File, stream: File },
}

/// What is where a file is to be written.
enum Destination {
    /// A file of that name, which may be there already, or nothing.
    File(PathBuf),
    /// A device, a pipe, a descriptor.
    Stream(Stream),
}

impl AtomicWrite {
    /// Begins a file.
    pub fn create(path: &Path) -> Result<AtomicWrite, CliError> {
        drawing::assert_may_wait("write a file");
        let file = match place(path).map_err(CliError::failed)? {
            Destination::Stream(place) => {
                let stream = place.open(path);
                WriteTarget::Direct(stream.map_err(|error| cannot_write(path, &error))?)
            }
            Destination::File(target) => {
                let file = temporary(&target).map_err(|error| cannot_write(path, &error))?;
                // So that nobody takes it for a leftover.
                drop(file.as_file().try_lock());
                WriteTarget::Temporary { file, target }
            }
        };
        Ok(AtomicWrite {
            file,
            path: path.to_owned(),
        })
    }

    /// Begins a file whose writer goes back in it. What cannot go back gets all of it at the end.
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

    /// Something to write to.
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

    /// Puts the file in its place, where it replaces one of that name.
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

    /// Puts the file in its place unless there is one of that name; says whether it did.
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

/// Waits until the disk has all of a file.
fn sync(file: &File) -> std::io::Result<()> {
    #[cfg(test)]
    if let Some(delay) = SLOW_DISK.get() {
        std::thread::sleep(*delay);
    }
    file.sync_all()
}

/// How much longer than usual a disk takes in tests that say so.
#[cfg(test)]
pub static SLOW_DISK: std::sync::OnceLock<std::time::Duration> = std::sync::OnceLock::new();

/// A file beside `target` with the mode that `target` has or would have.
fn temporary(target: &Path) -> std::io::Result<NamedTempFile> {
    let folder = folder_of(target);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
        let Ok(found) = fs::metadata(target) else {
            // What the system takes away from this mode is the user's own wish (umask).
            let everybody = fs::Permissions::from_mode(0o666);
            return tempfile::Builder::new()
                .prefix(leftovers::PREFIX)
                .permissions(everybody)
                .tempfile_in(folder);
        };
        let file = temporary_in(folder)?;
        // Only root can give a file away, and nobody else needs to.
        let _ = fchown(file.as_file(), Some(found.uid()), Some(found.gid()));
        file.as_file().set_permissions(found.permissions())?;
        Ok(file)
    }
    #[cfg(not(unix))]
    temporary_in(folder)
}

/// What is there now; the error says why nothing can be written there.
fn place(path: &Path) -> Result<Destination, CliError> {
    let wrong = |why: &str| {
        let path = shown(path);
        Err(CliError::usage(format!("cannot write {path}: {why}")))
    };
    if let Some(descriptor) = stream::descriptor(path) {
        return Ok(Destination::Stream(Stream::Descriptor(descriptor)));
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
        false => Destination::Stream(Stream::Named(found.file_type())),
    })
}

/// Links that lead to links, at most; the system has a limit of that size too.
const LINKS_MAX: usize = 40;

/// Where the links of a name lead, be something there or not.
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

/// The folder that a file is in.
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

/// A temporary file that can be told from those of other programs.
fn temporary_in(folder: &Path) -> std::io::Result<NamedTempFile> {
    tempfile::Builder::new()
        .prefix(leftovers::PREFIX)
        .tempfile_in(folder)
}

/// The work is done and cannot be saved.
fn cannot_write(path: &Path, error: &std::io::Error) -> CliError {
    CliError::failed(refusal(path, error))
}

/// What the system says; where a temporary file cannot be made, without the random name of that.
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

/// Writes a file whole or not at all.
pub fn write_whole(path: &Path, contents: &[u8]) -> Result<(), CliError> {
    with_contents(path, contents)?.finish()?;
    Ok(())
}

/// Writes a file of the program's own, whole or not at all, and what it is in; nobody reads a pipe in its
/// place.
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

/// Writes a file whole unless there is something of that name; says whether it did.
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

/// Writes a file with that ending into the folder of temporary files, for what has no other place
/// left; says where it is.
pub fn write_elsewhere(contents: &[u8], ending: &str) -> std::io::Result<PathBuf> {
    let mut file = tempfile::Builder::new()
        .prefix("rightwell-")
        .suffix(ending)
        .tempfile_in(places::temporary_folder())?;
    file.write_all(contents)?;
    file.as_file().sync_all()?;
    Ok(file.keep()?.1)
}

/// Makes sure before long work that a file can be written later. What a program left that was killed while
/// it wrote there goes away.
pub fn check_writable(path: &Path) -> Result<(), CliError> {
    match place(path)? {
        // Whoever reads a pipe would take a look at it for all there is.
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
            // A file that is made and taken away again shows what permissions alone do not.
            temporary_in(folder)
                .map(drop)
                .map_err(|error| CliError::usage(refusal(path, &error)))
        }
    }
}

/// Makes the folder that a file belongs to.
pub fn make_folder_of(path: &Path) -> Result<(), CliError> {
    path.parent().map_or(Ok(()), make_folder)
}

/// Makes a folder, and those around it.
pub fn make_folder(folder: &Path) -> Result<(), CliError> {
    fs::create_dir_all(folder)
        .map_err(|error| CliError::failed(format!("cannot create {}: {error}", shown(folder))))
}

/// Writes a text to standard output. Whoever reads it may have gone: that is no error.
pub fn print(text: &str) -> Result<(), CliError> {
    match stream::print(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(CliError::failed(format!(
            "cannot write to standard output: {}",
            reason(&error)
        ))),
        _ => Ok(()),
    }
}
