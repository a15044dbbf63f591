//! Writers whose errors name the file.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{refusal, stream};

/// Writer to a file or stream. Its errors name the file.
#[derive(Debug)]
pub struct FileWriter {
    file: File,
    path: PathBuf,
    is_stream: bool,
}

impl FileWriter {
    /// Returns a writer to `file`. Errors show `path`.
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

/// Streams reject seeking, even if a file is behind the stream.
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
