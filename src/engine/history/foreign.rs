//! Movies of other programs as the text that [`History::from_fm2`](super::History::from_fm2) reads.
//!
//! - FCEUX movies with binary inputs: after the head and a bar, each frame has a byte of commands and the bytes of
//!   both ports. A pad is one byte, with A in bit 0 and Right in bit 7. A Zapper has 12 bytes.
//! - Projects of FCEUX's TAS Editor (`.fm3`): a movie whose head names its `length` in frames, then other data.
//! - BizHawk's movies (`.bk2`): a zip archive. `Header.txt` has lines `name value`. `Input Log.txt` has one line a
//!   frame, one character a button. Its line `LogKey` names the buttons in their order.
//!
//! Sources: FCEUX documentation, "FM2 file format"; BizHawk documentation, "BK2 Format"; PKWARE's APPNOTE.TXT.

use std::fmt::Write;

use flate2::{Crc, Decompress, FlushDecompress};

use crate::engine::recording::FRAMES_MAX;
use crate::rules::Buttons;

use super::fm2::Fm2Fault;

/// Maximum size of an unzipped file in bytes. The input log of 24 hours has fewer.
const UNZIPPED_MAX: usize = 128 << 20;
/// Maximum number of bytes that a packed byte stands for.
const DEFLATE_MAX: usize = 1032;

/// Reason why the file of another program cannot be read as a movie.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForeignMovieError {
    /// The bytes are not text where they should be.
    #[error("it is not UTF-8 text")]
    NoText,
    /// The zip archive lacks this file, or cannot be unpacked.
    #[error("'{0}' in the zip archive is missing or corrupt")]
    Zip(&'static str),
    /// The movie is for another console.
    #[error("the movie is for the console {0}; allowed: NES")]
    Console(String),
    /// The input log does not name the eight buttons of pad 1.
    #[error("the input log does not name the buttons of a standard controller in port 1")]
    LogKey,
    /// A frame of the input log is too short.
    #[error("line {0} of the input log lacks buttons")]
    Frame(usize),
    /// The movie cannot be played.
    #[error(transparent)]
    Movie(Fm2Fault),
}

/// Returns the file of a movie as text, with binary inputs converted. The text ends with the frame after the longest
/// movie allowed.
///
/// # Errors
/// The fault in the file. [`History::from_fm2`](super::History::from_fm2) finds the faults of its text.
pub fn movie_text(bytes: Vec<u8>) -> Result<String, ForeignMovieError> {
    if bytes.starts_with(b"PK") {
        return bk2_text(&bytes);
    }
    let first = match bytes.first() {
        Some(b'|') => 0,
        _ => bytes
            .windows(2)
            .position(|two| two == b"\n|")
            .map_or(bytes.len(), |end| end + 1),
    };
    let (head, frames) = bytes.split_at(first);
    let head = String::from_utf8_lossy(head);
    let value = |name: &str| {
        let mut lines = head
            .lines()
            .filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        lines.next().map(str::trim)
    };
    let is_binary = matches!(value("binary"), Some("1" | "true"));
    let length = value("length").and_then(|length| length.parse::<usize>().ok());
    if !is_binary {
        let mut ends = frames
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte == b'\n');
        let end = match length {
            Some(0) => Some(0),
            Some(length) => ends.nth(length - 1).map(|(end, _)| end),
            None => None,
        };
        let frames = &frames[..end.unwrap_or(frames.len())];
        let frames = std::str::from_utf8(frames).map_err(|_| ForeignMovieError::NoText)?;
        return Ok(head.into_owned() + frames);
    }
    let second_port = match value("port1") {
        Some("0") => 0,
        Some("1") | None => 1,
        Some("2") => 12,
        Some(_) => return Err(ForeignMovieError::Movie(Fm2Fault::Binary)),
    };
    let mut text: String = head
        .lines()
        .filter(|line| !line.starts_with("binary "))
        .fold(String::new(), |text, line| text + line + "\n");
    let frames = frames
        .get(1..)
        .unwrap_or_default()
        .chunks_exact(2 + second_port);
    for frame in frames.take(length.unwrap_or(usize::MAX).min(FRAMES_MAX as usize + 1)) {
        push_frame(&mut text, frame[0], frame[1].reverse_bits());
    }
    Ok(text)
}

fn push_frame(text: &mut String, commands: u8, held: u8) {
    writeln!(text, "|{commands}|{}||", Buttons::from_bits(held))
        .expect("writing to a `String` never fails");
}

/// Columns of a BizHawk input log: the console's switches in the order of FM2's command bits, then the pad's buttons in
/// the order `RLDUTSBA`.
const COLUMNS: [&str; 10] = [
    "Reset",
    "Power",
    "P1 Right",
    "P1 Left",
    "P1 Down",
    "P1 Up",
    "P1 Start",
    "P1 Select",
    "P1 B",
    "P1 A",
];

fn bk2_text(archive: &[u8]) -> Result<String, ForeignMovieError> {
    let head = unzipped(archive, "Header.txt")?;
    let log = unzipped(archive, "Input Log.txt")?;
    let value = |name: &str| {
        let mut lines = head
            .lines()
            .filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        lines.next().map_or("", str::trim)
    };
    let is_set = |name: &str| matches!(value(name), "1" | "True" | "true");
    if value("Platform") != "NES" {
        return Err(ForeignMovieError::Console(
            value("Platform").escape_debug().to_string(),
        ));
    }
    if is_set("StartsFromSavestate") || is_set("StartsFromSaveram") {
        return Err(ForeignMovieError::Movie(Fm2Fault::SavedState));
    }
    let key = log.lines().find_map(|line| line.strip_prefix("LogKey:"));
    let names: Vec<&str> = key
        .unwrap_or_default()
        .split(['#', '|'])
        .filter(|name| !name.is_empty())
        .collect();
    let columns = COLUMNS.map(|column| names.iter().position(|name| *name == column));
    if columns[2..].contains(&None) {
        return Err(ForeignMovieError::LogKey);
    }
    let mut text = format!("version 3\npalFlag {}\n", u8::from(is_set("PAL")));
    let frames = log
        .lines()
        .enumerate()
        .filter(|(_, line)| line.starts_with('|'));
    for (number, line) in frames.take(FRAMES_MAX as usize + 1) {
        let letters: Vec<u8> = line.bytes().filter(|letter| *letter != b'|').collect();
        let mut bits = 0_u16;
        for (bit, column) in columns.iter().enumerate() {
            let Some(column) = *column else { continue };
            let letter = letters
                .get(column)
                .ok_or(ForeignMovieError::Frame(number + 1))?;
            bits |= u16::from(!matches!(letter, b'.' | b' ')) << bit;
        }
        push_frame(&mut text, bits as u8 & 3, (bits >> 2) as u8);
    }
    Ok(text)
}

/// Returns a text file of a zip archive.
fn unzipped(archive: &[u8], name: &'static str) -> Result<String, ForeignMovieError> {
    let bytes = unzipped_bytes(archive, name).ok_or(ForeignMovieError::Zip(name))?;
    String::from_utf8(bytes).map_err(|_| ForeignMovieError::NoText)
}

fn unzipped_bytes(archive: &[u8], name: &str) -> Option<Vec<u8>> {
    let number = |at: usize, size: usize| {
        let bytes = archive.get(at..at.checked_add(size)?)?;
        Some(
            bytes
                .iter()
                .rev()
                .fold(0, |number, byte| number << 8 | usize::from(*byte)),
        )
    };
    let is_at = |at: usize, mark: &[u8]| archive.get(at..)?.starts_with(mark).then_some(());
    let end = archive.windows(4).rposition(|four| four == b"PK\x05\x06")?;
    let mut entry = number(end + 16, 4)?;
    loop {
        is_at(entry, b"PK\x01\x02")?;
        let name_length = number(entry + 28, 2)?;
        if archive.get(entry + 46..entry + 46 + name_length)? == name.as_bytes() {
            break;
        }
        entry += 46 + name_length + number(entry + 30, 2)? + number(entry + 32, 2)?;
    }
    let local = number(entry + 42, 4)?;
    is_at(local, b"PK\x03\x04")?;
    let start = local + 30 + number(local + 26, 2)? + number(local + 28, 2)?;
    let packed = archive.get(start..start + number(entry + 20, 4)?)?;
    let size = number(entry + 24, 4)?;
    let mut bytes = Vec::new();
    match number(entry + 10, 2)? {
        0 => bytes.extend_from_slice(packed),
        8 if size <= UNZIPPED_MAX.min(DEFLATE_MAX * packed.len()) => {
            bytes.reserve_exact(size);
            let mut stream = Decompress::new(false);
            let end = FlushDecompress::Finish;
            stream.decompress_vec(packed, &mut bytes, end).ok()?;
        }
        _ => return None,
    }
    let mut sum = Crc::new();
    sum.update(&bytes);
    (sum.sum() as usize == number(entry + 16, 4)?).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use flate2::{Compress, Compression, FlushCompress};
    use rand::RngExt;

    use crate::engine::History;
    use crate::engine::history::{Command, InputFrame};
    use crate::rules::Region;
    use crate::rules::randomizer::generator;

    use super::*;

    const HEAD: &str = "version 3\ncomment author Jos\u{e9}\nfourscore 0\nport0 1\n";

    fn read(bytes: &[u8]) -> Result<History, String> {
        let text = movie_text(bytes.to_vec()).map_err(|error| error.to_string())?;
        History::from_fm2(&text).map_err(|error| error.to_string())
    }

    fn frames(bytes: &[u8]) -> Vec<InputFrame> {
        read(bytes).unwrap().frames().to_vec()
    }

    fn frame(command: Command, held: &str) -> InputFrame {
        InputFrame {
            command,
            held: held.parse().unwrap(),
        }
    }

    /// Returns a movie with binary inputs.
    fn binary(head: &str, inputs: &[u8]) -> Vec<u8> {
        [format!("{HEAD}{head}binary 1\n|").as_bytes(), inputs].concat()
    }

    /// Returns a zip archive of these files, the first one stored, the others deflated.
    fn zip(files: &[(&str, &str)]) -> Vec<u8> {
        let (mut archive, mut directory) = (Vec::new(), Vec::new());
        for (index, (name, content)) in files.iter().enumerate() {
            let mut deflated = Vec::with_capacity(content.len() + 99);
            Compress::new(Compression::best(), false)
                .compress_vec(content.as_bytes(), &mut deflated, FlushCompress::Finish)
                .unwrap();
            let (method, packed) = match index {
                0 => (0_u16, content.as_bytes().to_vec()),
                _ => (8, deflated),
            };
            let mut sum = Crc::new();
            sum.update(content.as_bytes());
            let mut about = [20, 0, 0, 0, 0, 0, 0, 0, 0, 0];
            about[4..6].copy_from_slice(&method.to_le_bytes());
            let mut about = about.to_vec();
            for number in [
                sum.sum(),
                packed.len() as u32,
                content.len() as u32,
                name.len() as u32,
            ] {
                about.extend(number.to_le_bytes());
            }
            let local = archive.len() as u32;
            archive.extend(b"PK\x03\x04");
            archive.extend(&about);
            archive.extend(name.as_bytes());
            archive.extend(packed);
            directory.extend(b"PK\x01\x02\x14\0");
            directory.extend(about);
            directory.extend([0; 10]);
            directory.extend(local.to_le_bytes());
            directory.extend(name.as_bytes());
        }
        let start = archive.len() as u32;
        archive.extend(&directory);
        archive.extend(b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0");
        archive.extend(start.to_le_bytes());
        archive.extend([0; 2]);
        archive
    }

    const LOG: &str = "[Input]\r\nLogKey:#Power|Reset|#P1 Up|P1 Down|P1 Left|P1 Right|P1 Start|P1 Select|P1 B|P1 A|\
        #P2 Zapper X|P2 Fire|\r\n|..|........|  128,.|\r\n|P.|U..R....|  128,.|\r\n|.r|....S..A|    0,F|\r\n[/Input]\r\n";

    fn bk2(head: &str, log: &str) -> Vec<u8> {
        zip(&[
            ("Comments.txt", ""),
            ("Header.txt", head),
            ("Input Log.txt", log),
        ])
    }

    #[test]
    fn a_movie_with_binary_inputs_is_read() {
        let held = [frame(Command::Reset, "R"), frame(Command::None, "UTA")];
        assert_eq!(
            frames(&binary("port1 1\n", &[1, 0x80, 0xFF, 0, 0x19, 0, 7])),
            held
        );
        assert_eq!(frames(&binary("port1 0\n", &[1, 0x80, 0, 0x19])), held);
        let zapper = [&[1, 0x80][..], &[9; 12], &[0, 0x19], &[9; 12]].concat();
        assert_eq!(frames(&binary("port1 2\n", &zapper)), held);
        let said = read(&binary("port1 7\n", &zapper)).unwrap_err();
        assert!(said.starts_with("binary movies"), "{said}");
    }

    #[test]
    fn a_project_of_the_tas_editor_ends_after_its_length() {
        let held = [frame(Command::None, "R"), frame(Command::None, "")];
        let more = b"MARKERS\0\xFF\xFE|0|";
        let project = binary("length 2\n", &[&[0, 0x80, 0, 0, 0, 0][..], more].concat());
        assert_eq!(frames(&project), held);
        let text = format!("{HEAD}length 2\n|0|R.......|........||\n|0|........|........||\n");
        assert_eq!(frames(&[text.as_bytes(), more].concat()), held);
    }

    #[test]
    fn a_head_that_is_not_utf8_does_not_matter() {
        let movie = b"version 3\ncomment author Jos\xE9\nport0 1\n|0|...U....|||\n";
        assert_eq!(frames(movie), [frame(Command::None, "U")]);
        let movie = b"version 3\nport0 1\n|0|...U\xE9...|||\n";
        assert_eq!(read(movie).unwrap_err(), "it is not UTF-8 text");
    }

    #[test]
    fn a_bizhawk_movie_is_read() {
        let held = [
            frame(Command::None, ""),
            frame(Command::Power, "UR"),
            frame(Command::Reset, "TA"),
        ];
        let movie = read(&bk2("Platform NES\r\nPAL 1\r\n", LOG)).unwrap();
        assert_eq!((movie.region(), movie.frames()), (Region::Pal, &held[..]));
    }

    #[test]
    fn a_bizhawk_movie_that_cannot_be_played_is_refused_with_the_reason() {
        let said = |head: &str, log: &str| read(&bk2(head, log)).unwrap_err();
        assert_eq!(
            said("Platform SNES", LOG),
            "the movie is for the console SNES; allowed: NES"
        );
        let saved = said("Platform NES\nStartsFromSavestate True", LOG);
        assert!(saved.contains("starts from a saved state"), "{saved}");
        let key = said("Platform NES", &LOG.replace("P1 B", "P1 Fire"));
        assert!(key.contains("does not name the buttons"), "{key}");
        let short = said("Platform NES", &LOG.replace("|U..R....|  128,.|", "|U..R|"));
        assert_eq!(short, "line 4 of the input log lacks buttons");
        let other = read(&zip(&[("a.txt", "b")])).unwrap_err();
        assert_eq!(
            other,
            "'Header.txt' in the zip archive is missing or corrupt"
        );
    }

    #[test]
    fn corrupted_movies_of_other_programs_are_read_or_refused() {
        let mut generator = generator(5, 0);
        let bk2 = bk2("Platform NES\n", LOG);
        let project = binary("length 40\n", &[0x11; 200]);
        let (mut read_some, mut refused) = (0, 0);
        for movie in [bk2, project] {
            for _ in 0..500 {
                let mut bytes = movie.clone();
                for _ in 0..generator.random_range(1..4) {
                    let at = generator.random_range(0..bytes.len());
                    match generator.random_range(0..3) {
                        0 => bytes.truncate(at.max(1)),
                        1 => drop(bytes.splice(at..at, [generator.random_range(0..=255)])),
                        _ => bytes[at] = generator.random_range(0..=255),
                    }
                }
                match read(&bytes) {
                    Ok(_) => read_some += 1,
                    Err(_) => refused += 1,
                }
            }
        }
        assert!(
            read_some > 100 && refused > 100,
            "{read_some} read, {refused} refused"
        );
    }
}
