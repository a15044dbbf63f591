//! What files are written through: whatever goes wrong, the file is named.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{refusal, stream};

/// Writes to a file, or to what is written to as it is. Its errors name the file.
#[derive(Debug)]
pub struct FileWriter {
    file: File,
    path: PathBuf,
    is_stream: bool,
}

impl FileWriter {
    /// Writes to `file`, which is called `path`.
    pub fn new(file: File, path: &Path, is_stream: bool) -> FileWriter {
        FileWriter {
            file,
            path: path.to_owned(),
            is_stream,
        }
    }

    fn named<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| io::Error::new(error.kind(), refusal(&self.path, &error)))
    }
}

impl Write for FileWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match self.is_stream {
            true => stream::write(&mut self.file, bytes),
            false => self.file.write(bytes),
        };
        self.named(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.flush();
        self.named(flushed)
    }
}

/// What is written to as it is does not go back, though a file may be behind it.
impl Seek for FileWriter {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        let found = match self.is_stream {
            true => Err(ErrorKind::NotSeekable.into()),
            false => self.file.seek(place),
        };
        self.named(found)
    }
}

impl Read for FileWriter {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(bytes);
        self.named(read)
    }
}
