//! Reads files. All files that a user names are read here.
//!
//! This module refuses anything but a plain file before it opens the path: opening a pipe blocks, and reading a device
//! such as `/dev/zero` never ends. Each kind of file has a size limit, far above the files that this program writes, so
//! that no file can fill the memory. The module remembers which paths were read, so that no command overwrites its
//! input.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rightwell::engine::ForeignMovieError;

use crate::error::{CliError, shown};
use crate::host::files::true_name;

/// A mebibyte.
const MIB: u64 = 1 << 20;

/// Kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// `settings.ron`.
    Settings,
    /// `scores.ron`.
    Scores,
    /// A player or an opponent in RON.
    Player,
    /// Hands in RON.
    Hand,
    /// Puzzles in RON.
    Puzzles,
    /// Results of puzzles and drills.
    Results,
    /// Mistakes of reviewed games.
    Mistakes,
    /// Results of playouts.
    Playouts,
    /// A value table.
    Table,
    /// A checkpoint of training.
    Checkpoint,
    /// An interrupted run of `simulate`.
    Run,
    /// A PNG image of 10x20 pixels, a pattern to build.
    Pattern,
    /// A palette in the format of emulators.
    Palette,
    /// A tune.
    Tune,
    /// A movie or a recording in RON, compressed or not.
    Recording,
    /// The JSON figures of a part of a batch.
    Figures,
    /// A PNG image of a game on a screen.
    Still,
}

impl FileKind {
    /// Returns the name for messages.
    const fn name(self) -> &'static str {
        match self {
            FileKind::Settings => "settings",
            FileKind::Scores => "high scores",
            FileKind::Player => "a player or opponent",
            FileKind::Hand => "hands",
            FileKind::Puzzles => "puzzles",
            FileKind::Results => "results",
            FileKind::Mistakes => "mistakes",
            FileKind::Playouts => "playouts",
            FileKind::Table => "a value table",
            FileKind::Checkpoint => "a checkpoint",
            FileKind::Run => "a run of simulate",
            FileKind::Pattern => "a picture",
            FileKind::Palette => "a palette",
            FileKind::Tune => "a tune",
            FileKind::Recording => "a recording",
            FileKind::Figures => "figures",
            FileKind::Still => "a still",
        }
    }

    /// Returns the size limit in bytes. For a compressed file, it also limits the size after decompression.
    pub const fn bytes_max(self) -> u64 {
        match self {
            FileKind::Settings
            | FileKind::Scores
            | FileKind::Player
            | FileKind::Hand
            | FileKind::Pattern
            | FileKind::Palette
            | FileKind::Tune => MIB,
            FileKind::Still => 64 * MIB,
            // The longest recording, a movie of 24 hours, has 114 MiB.
            FileKind::Recording => 128 * MIB,
            // The file of a run has at least two bytes for each piece of the unfinished games.
            FileKind::Run => 1024 * MIB,
            FileKind::Table
            | FileKind::Checkpoint
            | FileKind::Figures
            | FileKind::Puzzles
            | FileKind::Results
            | FileKind::Mistakes
            | FileKind::Playouts => 16 * MIB,
        }
    }
}

/// Canonical paths of the files read so far.
static READ: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Returns whether the program has read this file since its start, under any name.
///
/// Always returns `false` for runs and checkpoints, because a continued run overwrites the file that it has read.
pub fn was_read(name: &Path) -> bool {
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.contains(name) || read.iter().any(|other| is_same_file(other, name))
}

/// Returns whether two paths are hard links of one file.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |path| fs::metadata(path).map(|found| (found.dev(), found.ino()));
        matches!((place(one), place(other)), (Ok(one), Ok(other)) if one == other)
    }
    #[cfg(not(unix))]
    {
        let _ = (one, other);
        false
    }
}

fn remember(path: &Path) {
    if let Ok(name) = true_name(path) {
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        read.insert(name);
    }
}

/// Error of reading a file.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}: {fault}", shown(.path))]
pub struct ReadError {
    path: PathBuf,
    /// Reason why the file cannot be read.
    pub fault: ReadFault,
}

/// Reason for a failed read.
#[derive(Debug, thiserror::Error)]
pub enum ReadFault {
    /// Error of the operating system.
    #[error(transparent)]
    System(#[from] io::Error),
    /// The path is a folder, a pipe or a device.
    #[error("it is {0}, not a file")]
    NoFile(&'static str),
    /// The file is too large.
    #[error("file too large: {size} bytes; allowed: up to {} bytes of {}", .kind.bytes_max(), .kind.name())]
    TooLarge {
        /// Size in bytes. It begins with `more than` if the file was not read to its end.
        size: String,
        /// Kind of file that sets the limit.
        kind: FileKind,
    },
    /// The bytes are not text.
    #[error("it is not UTF-8 text")]
    NoText,
    /// The movie of another program cannot be read.
    #[error(transparent)]
    Movie(#[from] ForeignMovieError),
    /// The file is no video, but names others. ffmpeg would open them unchecked, even a pipe.
    #[error("it is a playlist; allowed: one of its videos")]
    Playlist,
    /// The path is the address of a page or of a stream.
    #[error(
        "it is an address, not a file; save its video, for example with `yt-dlp -o game.mp4 ADDRESS`, or follow a \
         stream with `rightwell capture --live ADDRESS`"
    )]
    Address,
}

impl ReadFault {
    /// Returns the error of a stream that exceeds the limit of its kind.
    pub fn too_large(kind: FileKind) -> ReadFault {
        ReadFault::TooLarge {
            size: format!("more than {}", kind.bytes_max()),
            kind,
        }
    }
}

impl From<ReadError> for CliError {
    fn from(error: ReadError) -> CliError {
        CliError::usage(error)
    }
}

/// Returns whether the path exists. A broken link counts as existing.
pub fn is_there(path: &Path) -> bool {
    let found = path.symlink_metadata();
    found.map_or_else(|error| error.kind() != io::ErrorKind::NotFound, |_| true)
}

/// Reads a file.
pub fn bytes(path: &Path, kind: FileKind) -> Result<Vec<u8>, ReadError> {
    within(path, |path| {
        let file = open(path, kind)?;
        all_of(file, kind)
    })
}

/// Opens a plain file of any size, to read only its beginning.
pub fn beginning(path: &Path) -> Option<File> {
    plain(path).ok()?;
    File::open(path).ok()
}

/// Reads a text file.
pub fn text(path: &Path, kind: FileKind) -> Result<String, ReadError> {
    let bytes = bytes(path, kind)?;
    within(path, |_| text_of(bytes))
}

/// Converts the bytes to text.
pub fn text_of(bytes: Vec<u8>) -> Result<String, ReadFault> {
    String::from_utf8(bytes).map_err(|_| ReadFault::NoText)
}

/// Reads a stream to its end, up to the limit of its kind.
pub fn all_of(from: impl Read, kind: FileKind) -> Result<Vec<u8>, ReadFault> {
    let mut bytes = Vec::new();
    // The limit also stops files that grow during the read or report no size.
    from.take(kind.bytes_max() + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > kind.bytes_max() {
        return Err(ReadFault::too_large(kind));
    }
    Ok(bytes)
}

/// Runs `read`. Adds the path to its error.
pub fn within<T>(
    path: &Path,
    read: impl FnOnce(&Path) -> Result<T, ReadFault>,
) -> Result<T, ReadError> {
    read(path).map_err(|fault| ReadError {
        path: path.to_owned(),
        fault,
    })
}

/// Opens a plain file within its size limit.
fn open(path: &Path, kind: FileKind) -> Result<File, ReadFault> {
    // Check before opening, because opening a pipe blocks. The check follows links.
    check(&found(path)?, kind)?;
    let file = File::open(path)?;
    // Check the opened file too. The name may by now belong to another file.
    check(&file.metadata()?, kind)?;
    if !matches!(kind, FileKind::Run | FileKind::Checkpoint) {
        remember(path);
    }
    Ok(file)
}

fn check(found: &fs::Metadata, kind: FileKind) -> Result<(), ReadFault> {
    is_plain(found)?;
    if found.len() > kind.bytes_max() {
        return Err(ReadFault::TooLarge {
            size: found.len().to_string(),
            kind,
        });
    }
    Ok(())
}

/// Checks that the path is a plain file. Also used before a file is opened for writing.
pub fn plain(path: &Path) -> Result<(), ReadFault> {
    is_plain(&found(path)?)
}

/// Beginnings of playlists: ffconcat, HLS, and XML for DASH and IMF.
const PLAYLISTS: [&[u8]; 3] = [b"ffconcat", b"#EXTM3U", b"<"];

/// Checks that a video is a plain file and no playlist, and adds it to the files that were read. ffmpeg itself opens the
/// file.
pub fn video(path: &Path) -> Result<(), ReadError> {
    within(path, |path| {
        plain(path)?;
        let mut start = Vec::new();
        File::open(path)?.take(64).read_to_end(&mut start)?;
        let start = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&start);
        let is_playlist = |begins: &&[u8]| start.trim_ascii_start().starts_with(begins);
        match PLAYLISTS.iter().any(is_playlist) {
            true => Err(ReadFault::Playlist),
            false => Ok(()),
        }
    })?;
    remember(path);
    Ok(())
}

/// Returns whether the path is a named pipe.
pub fn is_pipe(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| what(found.file_type()) == PIPE)
}

/// Opens a named pipe. Waits until another program opens it to write.
pub fn pipe(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Returns the metadata of the path, following links.
fn found(path: &Path) -> Result<fs::Metadata, ReadFault> {
    match fs::metadata(path) {
        Err(_) if path.is_symlink() => Err(ReadFault::NoFile("a broken link")),
        Err(_) if path.to_string_lossy().contains("://") => Err(ReadFault::Address),
        found => Ok(found?),
    }
}

fn is_plain(found: &fs::Metadata) -> Result<(), ReadFault> {
    match found.is_file() {
        true => Ok(()),
        false => Err(ReadFault::NoFile(what(found.file_type()))),
    }
}

/// Word for a named pipe.
const PIPE: &str = "a pipe";

/// Returns the word for a path that is not a plain file, for messages.
fn what(kind: fs::FileType) -> &'static str {
    if kind.is_dir() {
        return "a folder";
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return PIPE;
        }
        if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
        if kind.is_socket() {
            return "a socket";
        }
    }
    "no file"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(path: &Path, kind: FileKind) -> String {
        text(path, kind).unwrap_err().to_string()
    }

    #[test]
    fn a_file_is_read_up_to_its_limit_and_not_beyond() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        let file = File::create(&path).unwrap();
        file.set_len(FileKind::Settings.bytes_max()).unwrap();
        assert_eq!(text(&path, FileKind::Settings).unwrap().len(), 1 << 20);
        file.set_len(FileKind::Settings.bytes_max() + 1).unwrap();
        let said = said(&path, FileKind::Settings);
        assert!(
            said.contains("settings.ron: file too large: 1048577 bytes"),
            "{said}"
        );
        assert!(
            said.contains("allowed: up to 1048576 bytes of settings"),
            "{said}"
        );
    }

    #[test]
    fn a_stream_of_unknown_size_is_limited() {
        let error = all_of(io::repeat(b'x'), FileKind::Player).unwrap_err();
        assert!(error.to_string().contains("more than 1048576 bytes"));
    }

    #[test]
    fn paths_that_are_not_text_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.ron");
        assert!(said(folder.path(), FileKind::Player).ends_with("it is a folder, not a file"));
        assert!(said(&path, FileKind::Player).contains("x.ron: "));
        fs::write(&path, [0xFF, 0xFE]).unwrap();
        assert!(said(&path, FileKind::Player).ends_with("it is not UTF-8 text"));
        #[cfg(target_os = "linux")]
        {
            let device = Path::new("/dev/zero");
            assert!(said(device, FileKind::Player).ends_with("it is a device, not a file"));
            let link = folder.path().join("link.ron");
            std::os::unix::fs::symlink(device, &link).unwrap();
            assert!(said(&link, FileKind::Player).ends_with("it is a device, not a file"));
        }
    }
}
