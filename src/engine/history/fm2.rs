//! A history as a movie of the FCEUX emulator: the inputs of each video frame since power-on, as text.
//!
//! A movie is a head of lines `name value`, then one line a frame: `|commands|port 0|port 1|port 2|`. Bit 0 of the
//! commands presses the reset button, bit 1 the power switch; other bits are for other machines. A pad has eight
//! characters in the order `RLDUTSBA`, with a blank or `.` for a button that is up. The game reads port 0 only, so the
//! reader ignores the other ports. The first of these lines is video frame 1.
//!
//! Movies of this program end their head with comments: the end of the movie, the frame counts at which a hint was
//! first shown in a game, and the start frame of the recording's main game. If the high scores at power-on are not the
//! cartridge's, comments list them too: table, name as six character numbers, points and level, best entry first.
//!
//! ```text
//! comment rightwell end 4711
//! comment rightwell hash 0123456789ABCDEF
//! comment rightwell score A 080F17010412 10000 9
//! comment rightwell hint 1234
//! comment rightwell game 1111
//! ```
//!
//! Source: FCEUX documentation, "FM2 file format".

use std::fmt::Write;

use crate::engine::console::{ENTRIES, HighScore, HighScores};
use crate::engine::recording::{FRAMES_MAX, RecordingEnd};
use crate::rules::{Buttons, Region, sanitized};

use super::{Command, History, HistorySetting, InputFrame};

/// Command bits of a frame.
const RESET: u8 = 1;
const POWER: u8 = 2;

/// Reason why a text cannot be played as a movie.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct Fm2Error {
    /// Line in the file, from 1.
    pub line: usize,
    /// The fault.
    pub fault: Fm2Fault,
}

/// Fault in a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fm2Fault {
    /// The file does not start like a movie.
    #[error("not an FCEUX movie; the first line must be 'version 3'")]
    NoMovie,
    /// The format has another version.
    #[error("unsupported version '{}'; allowed: 3", sanitized(.0))]
    Version(String),
    /// The inputs are binary and of an unknown size, or follow a head that is read as text.
    #[error(
        "binary movies with such devices cannot be read; allowed: a standard controller or a Zapper in port 1"
    )]
    Binary,
    /// The movie uses a device that the game does not read.
    #[error(
        "the movie uses {0}; allowed: a standard controller in port 0, on a console without adapters"
    )]
    Unplayable(&'static str),
    /// The movie starts from a saved state.
    #[error("the movie starts from a saved state; allowed: movies from power-on")]
    SavedState,
    /// The commands are not a number.
    #[error("'{}' in the commands column is not a number", sanitized(.0))]
    Commands(String),
    /// A frame lacks the bars between its parts.
    #[error("incomplete frame; expected |commands|port 0|port 1|port 2|")]
    Parts,
    /// Port 0 does not have eight characters, but this number.
    #[error("port 0 has {0} characters; expected 8, one for each of RLDUTSBA")]
    PadLength(usize),
    /// A header line follows the first frame.
    #[error("unexpected '{}' between frames", sanitized(.0))]
    HeadAfterFrames(String),
    /// One of this program's own comments is corrupt.
    #[error("corrupt Rightwell comment '{}'", sanitized(.0))]
    Comment(String),
    /// A high score table is incomplete.
    #[error("incomplete high score table of {0} lines; allowed: 3, or none")]
    Scores(usize),
    /// The movie has more frames than the reader accepts.
    #[error("more than {FRAMES_MAX} frames; allowed: 24 hours of play")]
    TooLong,
    /// The movie has no frames.
    #[error("the movie contains no frames")]
    NoFrames,
}

/// Devices that the game does not read.
const FOUR_SCORE: &str = "a Four Score, an adapter for four controllers (fourscore 1)";
const DISK_SYSTEM: &str = "a Famicom Disk System (FDS 1)";
const NO_PAD: &str = "another device in port 0";

/// Prefix of this program's own comments.
const OWN_COMMENT: &str = "rightwell ";
/// Maximum number of words read from one of this program's comments. Valid comments have at most six.
const COMMENT_WORDS_MAX: usize = 8;

/// Header that this program writes. The history provides the value of `palFlag`.
const HEAD: [(&str, &str); 15] = [
    ("emuVersion", "20400"),
    ("rerecordCount", "0"),
    ("palFlag", ""),
    ("romFilename", "Tetris (USA)"),
    ("romChecksum", "base64:Ww5XFVjIx5aTe5avRpVhxg=="),
    ("guid", "00000000-0000-0000-0000-000000000000"),
    ("fourscore", "0"),
    ("microphone", "0"),
    ("port0", "1"),
    ("port1", "1"),
    ("port2", "0"),
    ("FDS", "0"),
    ("NewPPU", "0"),
    ("RAMInitOption", "0"),
    ("RAMInitSeed", "0"),
];

impl History {
    /// Reads a movie. Lines may end with CR LF.
    ///
    /// # Errors
    /// [`Fm2Error`] with the number of the first faulty line.
    pub fn from_fm2(text: &str) -> Result<History, Fm2Error> {
        let mut reader = Reader::default();
        let mut lines = 0;
        for (index, line) in text.lines().enumerate() {
            lines = index + 1;
            reader
                .line(line.strip_suffix('\r').unwrap_or(line))
                .map_err(|fault| Fm2Error { line: lines, fault })?;
        }
        reader.finish().map_err(|fault| Fm2Error {
            line: lines.max(1),
            fault,
        })
    }

    /// Returns the history as a movie. A movie cannot express settings other than hints, see
    /// [`History::is_for_emulators`].
    pub fn to_fm2(&self) -> String {
        let mut text = String::new();
        self.write_fm2(&mut text)
            .expect("writing to a `String` never fails");
        text
    }

    fn write_fm2(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "version 3")?;
        for (name, value) in HEAD {
            let value = match (name, self.region) {
                ("palFlag", Region::Ntsc) => "0",
                ("palFlag", Region::Pal) => "1",
                _ => value,
            };
            writeln!(text, "{name} {value}")?;
        }
        if let Some(RecordingEnd { frame, hash }) = self.end {
            writeln!(text, "comment {OWN_COMMENT}end {frame}")?;
            writeln!(text, "comment {OWN_COMMENT}hash {hash:016X}")?;
        }
        if self.scores != HighScores::default() {
            for (is_b_type, letter) in [(false, 'A'), (true, 'B')] {
                for entry in self.scores.table(is_b_type) {
                    writeln!(text, "comment {OWN_COMMENT}score {letter} {entry}")?;
                }
            }
        }
        for shown in self.hints() {
            writeln!(text, "comment {OWN_COMMENT}hint {shown}")?;
        }
        if let Some(game) = self.game {
            writeln!(text, "comment {OWN_COMMENT}game {game}")?;
        }
        for InputFrame { command, held } in &self.frames {
            let commands = match command {
                Command::None => 0,
                Command::Reset => RESET,
                Command::Power => POWER,
            };
            writeln!(text, "|{commands}|{held}|{}||", Buttons::NONE)?;
        }
        Ok(())
    }
}

/// State of the parser while it reads a movie.
#[derive(Default)]
struct Reader {
    /// True if the `version` line has been read.
    has_head: bool,
    /// Value of the first `palFlag`.
    region: Option<Region>,
    frames: Vec<InputFrame>,
    end_frame: Option<u64>,
    end_hash: Option<u64>,
    scores: [Vec<HighScore>; 2],
    hints: Vec<u64>,
    game: Option<u64>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), Fm2Fault> {
        if let Some(frame) = line.strip_prefix('|') {
            if !self.has_head {
                return Err(Fm2Fault::NoMovie);
            }
            if self.frames.len() as u64 == FRAMES_MAX {
                return Err(Fm2Fault::TooLong);
            }
            self.frames.push(frame_of(frame)?);
            return Ok(());
        }
        if line.trim().is_empty() {
            return Ok(());
        }
        if !self.frames.is_empty() {
            return Err(Fm2Fault::HeadAfterFrames(line.to_owned()));
        }
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        self.head_line(name, value)
    }

    fn head_line(&mut self, name: &str, value: &str) -> Result<(), Fm2Fault> {
        match (name, value.trim()) {
            ("version", "3") => self.has_head = true,
            ("version", other) => return Err(Fm2Fault::Version(other.to_owned())),
            _ if !self.has_head => return Err(Fm2Fault::NoMovie),
            ("binary", "1" | "true") => return Err(Fm2Fault::Binary),
            ("savestate", _) => return Err(Fm2Fault::SavedState),
            ("fourscore", "1" | "true") => return Err(Fm2Fault::Unplayable(FOUR_SCORE)),
            ("FDS", "1" | "true") => return Err(Fm2Fault::Unplayable(DISK_SYSTEM)),
            ("port0", device) if device != "1" => return Err(Fm2Fault::Unplayable(NO_PAD)),
            ("palFlag", flag) => {
                let region = match flag {
                    "1" | "true" => Region::Pal,
                    _ => Region::Ntsc,
                };
                self.region.get_or_insert(region);
            }
            ("comment", comment) if comment.starts_with(OWN_COMMENT) => {
                return self.own_comment(comment);
            }
            _ => {}
        }
        Ok(())
    }

    fn own_comment(&mut self, comment: &str) -> Result<(), Fm2Fault> {
        let words = comment.split_whitespace().take(COMMENT_WORDS_MAX);
        let words: Vec<&str> = words.collect();
        let wrong = || Fm2Fault::Comment(comment.to_owned());
        match words[..] {
            [_, "score", table @ ("A" | "B"), ref entry @ ..] => {
                let entry = entry.join(" ").parse().map_err(|()| wrong())?;
                self.scores[usize::from(table == "B")].push(entry);
            }
            [_, "end", frame] => self.end_frame = Some(frame.parse().map_err(|_| wrong())?),
            [_, "game", game] => self.game = Some(game.parse().map_err(|_| wrong())?),
            [_, "hint", shown] => self.hints.push(shown.parse().map_err(|_| wrong())?),
            [_, "hash", hash] if hash.len() == 16 => {
                self.end_hash = Some(u64::from_str_radix(hash, 16).map_err(|_| wrong())?);
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }

    fn finish(self) -> Result<History, Fm2Fault> {
        if !self.has_head {
            return Err(Fm2Fault::NoMovie);
        }
        if self.frames.is_empty() {
            return Err(Fm2Fault::NoFrames);
        }
        let mut scores = HighScores::default();
        for (is_b_type, entries) in [false, true].into_iter().zip(self.scores) {
            match entries.first_chunk::<ENTRIES>() {
                Some(table) if entries.len() == ENTRIES => scores.set_table(is_b_type, *table),
                _ if entries.is_empty() => {}
                _ => return Err(Fm2Fault::Scores(entries.len())),
            }
        }
        let end = self.end_frame.zip(self.end_hash);
        let mut hints = self.hints;
        hints.sort_unstable();
        Ok(History {
            frames: self.frames,
            settings: hints
                .into_iter()
                .map(|frame| (frame, HistorySetting::Hint))
                .collect(),
            game: self.game,
            end: end.map(|(frame, hash)| RecordingEnd { frame, hash }),
            ..History::new(self.region.unwrap_or_default(), scores)
        })
    }
}

/// Parses a frame line from which the leading bar has been removed.
fn frame_of(text: &str) -> Result<InputFrame, Fm2Fault> {
    let mut parts = text.split('|');
    let commands = parts.next().unwrap_or_default();
    // Both parts must end with a bar. The rest is ignored.
    let (Some(pad), Some(_)) = (parts.next(), parts.next()) else {
        return Err(Fm2Fault::Parts);
    };
    let bits: u8 = commands
        .trim()
        .parse()
        .map_err(|_| Fm2Fault::Commands(commands.to_owned()))?;
    let command = match bits {
        _ if bits & POWER != 0 => Command::Power,
        _ if bits & RESET != 0 => Command::Reset,
        _ => Command::None,
    };
    let held = pad_of(pad)?;
    Ok(InputFrame { command, held })
}

/// Parses a pad: any character except a blank and a full stop holds its button.
fn pad_of(text: &str) -> Result<Buttons, Fm2Fault> {
    let length = text.chars().count();
    if length != 8 {
        return Err(Fm2Fault::PadLength(length));
    }
    let bits = text
        .chars()
        .enumerate()
        .filter(|&(_, letter)| letter != '.' && letter != ' ')
        .fold(0, |bits, (bit, _)| bits | 1 << bit);
    Ok(Buttons::from_bits(bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "version 3\nemuVersion 9815\npalFlag 0\ncomment author A B\n";

    fn fault(text: &str) -> (usize, Fm2Fault) {
        let error = History::from_fm2(text).unwrap_err();
        (error.line, error.fault)
    }

    #[test]
    fn a_movie_is_read_with_ports_and_commands() {
        let text =
            format!("{START}|2|........|........||\r\n|0|R..U.S.A|...... .||\r\n|7|||\n|4|.");
        // The last two lines have a pad without characters.
        assert_eq!(fault(&text), (7, Fm2Fault::PadLength(0)));
        let lines: Vec<&str> = text.lines().take(6).collect();
        let history = History::from_fm2(&lines.join("\n")).unwrap();
        assert_eq!(history.region(), Region::Ntsc);
        let frame = |command, held: &str| InputFrame {
            command,
            held: held.parse().unwrap(),
        };
        assert_eq!(
            history.frames(),
            [frame(Command::Power, ""), frame(Command::None, "RUSA")]
        );
    }

    #[test]
    fn a_movie_is_written_as_it_is_read() {
        let mut scores = HighScores::default();
        scores.set_table(true, [HighScore::new("WELL", 77, 3); ENTRIES]);
        for scores in [HighScores::default(), scores] {
            let mut history = History::new(Region::Pal, scores);
            for (command, held) in [
                (Command::None, Buttons::LEFT),
                (Command::Reset, Buttons::START | Buttons::A),
                (Command::Power, Buttons::NONE),
            ] {
                history.push(InputFrame { command, held });
                history.push_setting(HistorySetting::Hint);
            }
            let (frame, hash) = (3, 0x0123_4567_89AB_CDEF);
            history.end = Some(RecordingEnd { frame, hash });
            history.game = Some(2);
            let text = history.to_fm2();
            assert!(text.ends_with(
                "|0|.L......|........||\n|1|....T..A|........||\n|2|........|........||\n"
            ));
            assert!(text.contains("\ncomment rightwell hash 0123456789ABCDEF\n"));
            assert!(text.contains("\ncomment rightwell game 2\n"));
            let read = History::from_fm2(&text).unwrap();
            assert_eq!(read, history);
            assert_eq!(read.to_fm2(), text);
        }
    }

    #[test]
    fn a_zapper_in_the_second_port_is_ignored() {
        let text = format!("{START}port0 1\nport1 2\n|0|R.......|128 120 0 0 0||\n");
        let held = History::from_fm2(&text).unwrap().frames()[0].held;
        assert_eq!(held, Buttons::RIGHT);
    }

    #[test]
    fn wrong_lines_are_named_by_number() {
        assert_eq!(fault(""), (1, Fm2Fault::NoMovie));
        assert_eq!(fault("hello"), (1, Fm2Fault::NoMovie));
        assert_eq!(fault("version 2"), (1, Fm2Fault::Version("2".to_owned())));
        assert_eq!(fault(START), (4, Fm2Fault::NoFrames));
        let with = |line: &str| fault(&format!("{START}|0|........|........||\n{line}"));
        assert_eq!(with("|0|"), (6, Fm2Fault::Parts));
        assert_eq!(
            with("|x|........||"),
            (6, Fm2Fault::Commands("x".to_owned()))
        );
        assert_eq!(with("|0|.......|........||"), (6, Fm2Fault::PadLength(7)));
        assert_eq!(
            with("port0 1"),
            (6, Fm2Fault::HeadAfterFrames("port0 1".to_owned()))
        );
        let head = |line: &str| fault(&format!("{START}{line}\n|0|........|........||"));
        assert_eq!(head("binary 1"), (5, Fm2Fault::Binary));
        assert_eq!(head("savestate 00"), (5, Fm2Fault::SavedState));
        assert_eq!(head("fourscore 1"), (5, Fm2Fault::Unplayable(FOUR_SCORE)));
        assert_eq!(head("port0 2"), (5, Fm2Fault::Unplayable(NO_PAD)));
        assert!(matches!(
            head("comment rightwell end x"),
            (5, Fm2Fault::Comment(_))
        ));
        assert!(matches!(
            head("comment rightwell hint"),
            (5, Fm2Fault::Comment(_))
        ));
        assert!(matches!(
            head("comment rightwell game -1"),
            (5, Fm2Fault::Comment(_))
        ));
    }
}
