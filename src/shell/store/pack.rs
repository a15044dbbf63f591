//! Recordings as files: movies and RON, plain or compressed by gzip.
//!
//! A movie has one line per frame since power-on, and nearly all lines are alike. Compression reduces its size to a
//! thirtieth. The file name determines the format: `.fm2` or `.ron`, followed by `.gz` if compressed. Movies that only
//! other programs write (`.fm3`, `.bk2`) are read as `.fm2`.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use rightwell::engine::movie_text;

use crate::error::{CliError, shown};
use crate::host::drawing;

use super::files;
use super::read::{self, FileKind, ReadError, ReadFault};

/// Format of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingFormat {
    /// FCEUX movie.
    Movie,
    /// RON, the program's own format.
    Ron,
}

/// Allowed file names, for messages.
pub const ALLOWED: &str = ".fm2, .ron, .fm2.gz or .ron.gz";

/// Allowed file names for messages, where captured games are accepted as well.
pub const ALLOWED_OR_SEEN: &str = ".fm2, .ron, .fm2.gz, .ron.gz, .fm3, .bk2 or .ngf";

/// Extensions of movies that only other programs write: projects of FCEUX's TAS Editor, and BizHawk's movies.
const FOREIGN: [&str; 2] = ["fm3", "bk2"];

/// Size in bytes above which a recording in RON is compressed. Smaller ones stay readable in an editor.
const LARGE: usize = 64 * 1024;

/// Maximum length in bytes of the first line of a recording. A position takes less than a hundred.
const LINE_MAX: u64 = 1024;

impl RecordingFormat {
    /// Returns the format for a file name, compressed or not, in capitals or not.
    pub fn from_name(path: &Path) -> Option<RecordingFormat> {
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        let name = name.strip_suffix(".gz").unwrap_or(&name);
        // A name such as `.fm2` has no extension and is not allowed.
        match Path::new(name).extension()?.to_str()? {
            "fm2" => Some(RecordingFormat::Movie),
            "ron" => Some(RecordingFormat::Ron),
            _ => None,
        }
    }

    /// Returns the format of a file to read. Includes the movies of other programs, which are never written.
    pub fn to_read(path: &Path) -> Option<RecordingFormat> {
        let is_foreign = FOREIGN.iter().any(|ending| has_ending(path, ending));
        let format = || RecordingFormat::from_name(path);
        if is_foreign {
            Some(RecordingFormat::Movie)
        } else {
            format()
        }
    }

    /// Returns the extension with which a recording with this text is saved.
    pub fn ending(self, text: &str) -> &'static str {
        match self {
            RecordingFormat::Movie => "fm2.gz",
            RecordingFormat::Ron if text.len() > LARGE => "ron.gz",
            RecordingFormat::Ron => "ron",
        }
    }
}

/// Returns whether a file name has the extension for gzip.
fn is_packed(path: &Path) -> bool {
    has_ending(path, "gz")
}

/// Returns whether a file name has this extension, in capitals or not.
pub fn has_ending(path: &Path, ending: &str) -> bool {
    let found = path.extension();
    found.is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

/// Reads the text of a recording. Decompresses it if its name ends in `.gz`. Converts the movies of other programs.
pub fn read_recording(path: &Path) -> Result<String, ReadError> {
    let bytes = match is_packed(path) {
        true => read_packed(path)?,
        false => read::bytes(path, FileKind::Recording)?,
    };
    read::within(path, |path| match RecordingFormat::to_read(path) {
        Some(RecordingFormat::Movie) => Ok(movie_text(bytes)?),
        _ => read::text_of(bytes),
    })
}

/// Reads the first line of a compressed recording, up to [`LINE_MAX`] bytes, without decompressing the rest.
pub fn first_line(path: &Path) -> Option<String> {
    let mut line = String::new();
    let text = MultiGzDecoder::new(read::beginning(path)?).take(LINE_MAX);
    BufReader::new(text).read_line(&mut line).ok()?;
    Some(line)
}

/// Reads and decompresses a file.
pub fn read_packed(path: &Path) -> Result<Vec<u8>, ReadError> {
    drawing::assert_may_wait("unpack a file");
    let packed = read::bytes(path, FileKind::Recording)?;
    read::within(path, |_| unpacked(&packed))
}

/// Decompresses a recording. A first pass only counts the bytes, so that a huge result cannot fill the memory.
fn unpacked(packed: &[u8]) -> Result<Vec<u8>, ReadFault> {
    let kind = FileKind::Recording;
    let mut counted = MultiGzDecoder::new(packed).take(kind.bytes_max() + 1);
    let size = io::copy(&mut counted, &mut io::sink())?;
    if size > kind.bytes_max() {
        return Err(ReadFault::too_large(kind));
    }
    let mut all = Vec::with_capacity(size as usize);
    MultiGzDecoder::new(packed).read_to_end(&mut all)?;
    Ok(all)
}

/// Returns the bytes to write for this text, compressed if the name of `path` ends in `.gz`. The result depends only on
/// the text.
pub fn contents(path: &Path, text: &str) -> Vec<u8> {
    if !is_packed(path) {
        return text.as_bytes().to_vec();
    }
    drawing::assert_may_wait("pack a file");
    // The gzip header contains neither time nor name.
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    let packed = packer.write_all(text.as_bytes());
    packed
        .and_then(|()| packer.finish())
        .expect("writing to memory never fails")
}

/// Splits a file name into the name proper and the extension with its dot.
pub fn split(path: &Path) -> (String, String) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let lower = name.to_ascii_lowercase();
    let ending = [".fm2.gz", ".ron.gz", ".fm2", ".ron", ".fm3", ".bk2"]
        .into_iter()
        .find(|ending| lower.ends_with(ending))
        .unwrap_or_default();
    let (stem, ending) = name.split_at(name.len() - ending.len());
    (stem.to_owned(), ending.to_owned())
}

/// Returns the path if it is unused, or else a path with a number after the name.
pub fn free(path: &Path) -> PathBuf {
    let (name, ending) = split(path);
    let numbered =
        (2_u32..).map(|number| path.with_file_name(format!("{name} ({number}){ending}")));
    std::iter::once(path.to_owned())
        .chain(numbered)
        .find(|path| path.symlink_metadata().is_err())
        .expect("there is always a free number")
}

/// Checks the file name for the recording of a match.
pub fn check_match_recording(path: &Path) -> Result<(), CliError> {
    if RecordingFormat::from_name(path) != Some(RecordingFormat::Ron) {
        return Err(CliError::usage(format!(
            "cannot write {}: an FCEUX movie cannot hold a match; allowed: a name ending in .ron or .ron.gz",
            shown(path)
        )));
    }
    files::check_writable(path)
}

#[cfg(test)]
mod tests {
    use rightwell::engine::{GameType, HighScores, RecordedConsole, direct_start::DirectStart};
    use rightwell::rules::{Buttons, Region};

    use super::*;

    #[test]
    fn file_names_determine_the_format() {
        for (name, form) in [
            ("a.fm2", Some(RecordingFormat::Movie)),
            ("a.fm2.gz", Some(RecordingFormat::Movie)),
            ("deep/a.b.ron", Some(RecordingFormat::Ron)),
            ("a.ron.gz", Some(RecordingFormat::Ron)),
            ("a.gz", None),
            (".fm2", None),
            (".fm2.gz", None),
            ("fm2", None),
            ("a.gz.fm2", Some(RecordingFormat::Movie)),
            ("a.fm2.gz.gz", None),
            ("GAME.RON", Some(RecordingFormat::Ron)),
            ("GAME.FM2.GZ", Some(RecordingFormat::Movie)),
            ("a.fm3", None),
            ("a.bk2", None),
            ("", None),
        ] {
            assert_eq!(RecordingFormat::from_name(Path::new(name)), form, "{name}");
        }
    }

    #[test]
    fn a_direct_start_packed_is_at_most_a_tenth_and_comes_back() {
        let start = DirectStart {
            region: Region::Ntsc,
            game_type: GameType::A,
            level: 18,
            seed: 0x1234,
        };
        let mut console = RecordedConsole::direct(start, HighScores::default()).unwrap();
        // One minute in which buttons are pressed rapidly.
        for frame in 0..3_600_u32 {
            console.step(Buttons::from_bits(
                (frame.wrapping_mul(2_654_435_761) >> 24) as u8 & 0xC3,
            ));
        }
        let text = console.history().unwrap().to_fm2();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.fm2.gz");
        let packed = contents(&path, &text);
        assert!(text.len() > 500_000, "{} bytes of text", text.len());
        assert!(packed.len() * 10 < text.len(), "{} bytes", packed.len());
        assert_eq!(packed[4..8], [0; 4], "the header must contain no time");
        assert_eq!(packed, contents(&path, &text));
        std::fs::write(&path, &packed).unwrap();
        assert_eq!(read_recording(&path).unwrap(), text);
        let plain = folder.path().join("game.fm2");
        std::fs::write(&plain, contents(&plain, &text)).unwrap();
        assert_eq!(read_recording(&plain).unwrap(), text);
    }

    #[test]
    fn movies_of_other_programs_are_read_but_never_written() {
        let folder = tempfile::tempdir().unwrap();
        let movie = b"version 3\nport0 1\nport1 0\nlength 1\nbinary 1\n|\0\x80\xFF\xFF";
        for name in ["a.fm3", "B.FM3", "c.fm2"] {
            let path = folder.path().join(name);
            std::fs::write(&path, movie).unwrap();
            let text = read_recording(&path).unwrap();
            assert!(text.ends_with("\n|0|R.......||\n"), "{name}: {text}");
        }
        let path = folder.path().join("d.bk2");
        std::fs::write(&path, b"PK\x05\x06").unwrap();
        let said = read_recording(&path).unwrap_err().to_string();
        assert!(said.contains("'Header.txt' in the zip archive"), "{said}");
    }

    #[test]
    fn corrupt_or_huge_compressed_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.ron.gz");
        let said = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            read_recording(&path).unwrap_err().to_string()
        };
        assert!(said(b"(version: 1)").contains("x.ron.gz: "));
        let good = contents(&path, "(version: 1)");
        assert!(said(&good[..good.len() - 3]).contains("x.ron.gz: "));
        let mut bomb = GzEncoder::new(Vec::new(), Compression::fast());
        let mebibyte = vec![b' '; 1 << 20];
        for _ in 0..=128 {
            bomb.write_all(&mebibyte).unwrap();
        }
        let said = said(&bomb.finish().unwrap());
        assert!(said.contains("more than 134217728 bytes"), "{said}");
    }
}
