//! Movies of the FCEUX emulator: the inputs of each video frame since power-on, as text.
//!
//! A movie is a head of lines `name value`, then one line a frame: `|commands|port 0|port 1|port 2|`.
//! A port has eight characters in the order `RLDUTSBA`, blank or `.` for a button that is up. The
//! first of these lines is video frame 1. This program's own movies end their head with comments
//! that say where the movie ends and, if they are not the cartridge's, the high scores at power-on:
//! table, name as six numbers of characters, points, level, best entry first:
//!
//! ```text
//! comment rightwell end 4711
//! comment rightwell hash 0123456789ABCDEF
//! comment rightwell score A 080F17010412 10000 9
//! ```
//!
//! Source: FCEUX documentation, "FM2 file format".

use std::fmt::Write;

use crate::rules::{Buttons, Randomizer, RandomizerKind, Region};

use super::console::{Console, ENTRIES, HighScore, HighScores};
use super::event::Events;

/// A movie.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Fm2 {
    /// The lines of the head as names and values, in the file's order, but for this program's own
    /// comments.
    pub head: Vec<(String, String)>,
    /// The frames, the first one being video frame 1.
    pub frames: Vec<Fm2Frame>,
    /// Where a movie of this program ends.
    pub end: Option<Fm2End>,
    /// The high scores the console has at power-on.
    pub scores: HighScores,
    /// Levels set in games. A movie's text cannot say them.
    pub levels: Vec<LevelSet>,
    /// Other randomizers set in games. A movie's text cannot say them.
    pub pieces: Vec<PiecesSet>,
}

/// A level that no menu offers, set in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelSet {
    /// Frames played before it is set.
    pub frame: u64,
    /// The level, 20-29.
    pub level: u8,
}

/// Another randomizer than the cartridge's, set in a game that has not begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PiecesSet {
    /// Frames played before it is set.
    pub frame: u64,
    /// Which one.
    pub randomizer: RandomizerKind,
    /// The seed of a series of games.
    pub seed: u64,
    /// Which game of the series this is, from 0.
    pub game: u64,
}

/// A video frame of a movie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Fm2Frame {
    /// What is done to the console itself before the frame: bit 0 its reset button, bit 1 its
    /// power switch; other bits are for other machines and do nothing.
    pub commands: u8,
    /// The pads in both ports.
    pub pads: [Buttons; 2],
}

impl Fm2Frame {
    /// The command that presses the reset button.
    pub const RESET: u8 = 1;
    const POWER: u8 = 2;

    /// Plays the frame.
    pub fn play(self, console: &mut Console) -> Events {
        if self.commands & Fm2Frame::POWER != 0 && console.frames() > 0 {
            console.switch_off_and_on();
        } else if self.commands & Fm2Frame::RESET != 0 {
            console.press_reset();
        }
        console.step(self.pads[0])
    }
}

/// The end of a movie of this program, to check a replay against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fm2End {
    /// The last video frame.
    pub frame: u64,
    /// [`Console::hash`] after it.
    pub hash: u64,
}

/// Why a text is no movie that can be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct Fm2Error {
    /// Line in the file, from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: Fm2Fault,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fm2Fault {
    /// The file does not begin as a movie does.
    #[error("a movie begins with 'version 3'")]
    NoMovie,
    /// Another version of the format.
    #[error("version '{0}' is not known; allowed: 3")]
    Version(String),
    /// The inputs are not text.
    #[error("a binary movie; allowed: movies whose inputs are text")]
    Binary,
    /// More than two pads.
    #[error("'{0} 1' is not known: the game reads one pad in each port")]
    Unplayable(&'static str),
    /// A movie that begins in the middle.
    #[error("the movie begins with a saved state; allowed: movies from power-on")]
    SavedState,
    /// The commands are no number.
    #[error("commands '{0}' are no number")]
    Commands(String),
    /// A frame without the bars between its parts.
    #[error("a frame is |commands|port 0|port 1|port 2|")]
    Parts,
    /// A port that is not eight characters long.
    #[error("port {port} has {length} characters; a pad has 8: RLDUTSBA")]
    PadLength {
        /// The port, 0 or 1.
        port: usize,
        /// How many characters it has.
        length: usize,
    },
    /// A line of the head behind the first frame.
    #[error("'{0}' between the frames")]
    HeadAfterFrames(String),
    /// One of this program's own comments, damaged.
    #[error("comment '{0}' is not one of this program's")]
    Comment(String),
    /// A table of high scores that is not whole.
    #[error("a high score table has {0} lines; allowed: 3, or none")]
    Scores(usize),
    /// No frame at all.
    #[error("there is no frame in it")]
    NoFrames,
}

/// How this program's own comments begin.
const OWN_COMMENT: &str = "rightwell ";

impl Fm2 {
    /// A movie of these inputs since power-on, ending in the state of `console`.
    pub fn of_inputs(inputs: &[Buttons], console: &Console) -> Fm2 {
        let pal = match console.region() {
            Region::Ntsc => "0",
            Region::Pal => "1",
        };
        let head = [
            ("version", "3"),
            ("emuVersion", "20400"),
            ("rerecordCount", "0"),
            ("palFlag", pal),
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
        Fm2 {
            head: head
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into(),
            frames: inputs
                .iter()
                .map(|&pad| Fm2Frame {
                    commands: 0,
                    pads: [pad, Buttons::NONE],
                })
                .collect(),
            end: Some(Fm2End {
                frame: console.frames(),
                hash: console.hash(),
            }),
            scores: HighScores::default(),
            levels: Vec::new(),
            pieces: Vec::new(),
        }
    }

    /// Plays frame number `index`, from 0; behind the last one no button is held.
    pub fn play_frame(&self, index: u64, console: &mut Console) -> Events {
        if let Some(set) = self.levels.iter().find(|set| set.frame == index) {
            console.set_level(set.level);
        }
        if let Some(set) = self.pieces.iter().find(|set| set.frame == index)
            && let Ok(randomizer) = Randomizer::new(set.randomizer, set.seed, set.game)
        {
            console.draw_pieces_from(randomizer);
        }
        let frame = self.frames.get(index as usize).copied();
        frame.unwrap_or_default().play(console)
    }

    /// Whether an emulator with the NTSC cartridge would play the same.
    pub fn is_for_emulators(&self, region: Region) -> bool {
        region == Region::Ntsc && self.levels.is_empty() && self.pieces.is_empty()
    }

    /// The same movie of a console that has these high scores at power-on.
    #[must_use]
    pub fn with_scores(mut self, scores: &HighScores) -> Fm2 {
        self.scores = scores.clone();
        self
    }

    /// The console before the first frame.
    pub fn power_on(&self) -> Console {
        Console::with_scores(self.region(), self.scores.clone())
    }

    /// The release of the cartridge the movie was made for.
    pub fn region(&self) -> Region {
        match self.value("palFlag") {
            Some("1") => Region::Pal,
            _ => Region::Ntsc,
        }
    }

    /// The value of a line of the head.
    pub fn value(&self, name: &str) -> Option<&str> {
        let line = self.head.iter().find(|(known, _)| known == name);
        line.map(|(_, value)| value.as_str())
    }

    /// Reads a movie. Lines may end with CR LF.
    ///
    /// # Errors
    /// [`Fm2Error`] with the number of the first line that is wrong.
    pub fn from_text(text: &str) -> Result<Fm2, Fm2Error> {
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

    /// The movie as a text that the emulator plays.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.head {
            text.push_str(format!("{name} {value}").trim_end());
            text.push('\n');
        }
        if let Some(end) = self.end {
            writeln!(text, "comment {OWN_COMMENT}end {}", end.frame)
                .and_then(|()| writeln!(text, "comment {OWN_COMMENT}hash {:016X}", end.hash))
                .expect("a text takes any line");
        }
        if self.scores != HighScores::default() {
            for (is_b_type, letter) in [(false, 'A'), (true, 'B')] {
                for entry in self.scores.table(is_b_type) {
                    writeln!(text, "comment {OWN_COMMENT}score {letter} {entry}")
                        .expect("a text takes any line");
                }
            }
        }
        for Fm2Frame { commands, pads } in &self.frames {
            writeln!(text, "|{commands}|{}|{}||", pads[0], pads[1]).expect("a text takes any line");
        }
        text
    }
}

/// A movie half read.
#[derive(Default)]
struct Reader {
    movie: Fm2,
    end_frame: Option<u64>,
    end_hash: Option<u64>,
    scores: [Vec<HighScore>; 2],
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), Fm2Fault> {
        if let Some(frame) = line.strip_prefix('|') {
            if self.movie.head.is_empty() {
                return Err(Fm2Fault::NoMovie);
            }
            self.movie.frames.push(frame_of(frame)?);
            return Ok(());
        }
        if line.trim().is_empty() {
            return Ok(());
        }
        if !self.movie.frames.is_empty() {
            return Err(Fm2Fault::HeadAfterFrames(line.to_owned()));
        }
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        self.head_line(name, value)
    }

    fn head_line(&mut self, name: &str, value: &str) -> Result<(), Fm2Fault> {
        match (name, value.trim()) {
            ("version", "3") => {}
            ("version", other) => return Err(Fm2Fault::Version(other.to_owned())),
            _ if self.movie.head.is_empty() => return Err(Fm2Fault::NoMovie),
            ("binary", "1" | "true") => return Err(Fm2Fault::Binary),
            ("savestate", _) => return Err(Fm2Fault::SavedState),
            ("fourscore", "1" | "true") => return Err(Fm2Fault::Unplayable("fourscore")),
            ("FDS", "1" | "true") => return Err(Fm2Fault::Unplayable("FDS")),
            ("comment", comment) if comment.starts_with(OWN_COMMENT) => {
                return self.own_comment(comment);
            }
            _ => {}
        }
        self.movie.head.push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    fn own_comment(&mut self, comment: &str) -> Result<(), Fm2Fault> {
        let words: Vec<&str> = comment.split_whitespace().collect();
        let wrong = || Fm2Fault::Comment(comment.to_owned());
        match words[..] {
            [_, "score", table @ ("A" | "B"), ref entry @ ..] => {
                let entry = entry.join(" ").parse().map_err(|()| wrong())?;
                self.scores[usize::from(table == "B")].push(entry);
            }
            [_, "end", frame] => self.end_frame = Some(frame.parse().map_err(|_| wrong())?),
            [_, "hash", hash] if hash.len() == 16 => {
                self.end_hash = Some(u64::from_str_radix(hash, 16).map_err(|_| wrong())?);
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Fm2, Fm2Fault> {
        if self.movie.head.is_empty() {
            return Err(Fm2Fault::NoMovie);
        }
        if self.movie.frames.is_empty() {
            return Err(Fm2Fault::NoFrames);
        }
        if let (Some(frame), Some(hash)) = (self.end_frame, self.end_hash) {
            self.movie.end = Some(Fm2End { frame, hash });
        }
        for (is_b_type, entries) in [false, true].into_iter().zip(self.scores) {
            match entries.first_chunk::<ENTRIES>() {
                Some(table) if entries.len() == ENTRIES => {
                    self.movie.scores.set_table(is_b_type, *table);
                }
                _ if entries.is_empty() => {}
                _ => return Err(Fm2Fault::Scores(entries.len())),
            }
        }
        Ok(self.movie)
    }
}

/// Reads a frame behind its first bar.
fn frame_of(text: &str) -> Result<Fm2Frame, Fm2Fault> {
    let parts: Vec<&str> = text.split('|').collect();
    let [commands, pads @ ..] = &parts[..] else {
        return Err(Fm2Fault::Parts);
    };
    // What follows the last bar is no part.
    let [pads @ .., _] = pads else {
        return Err(Fm2Fault::Parts);
    };
    if pads.is_empty() {
        return Err(Fm2Fault::Parts);
    }
    let commands = commands
        .trim()
        .parse()
        .map_err(|_| Fm2Fault::Commands((*commands).to_owned()))?;
    let mut frame = Fm2Frame {
        commands,
        ..Fm2Frame::default()
    };
    for (port, text) in pads.iter().enumerate().take(2) {
        frame.pads[port] = pad_of(port, text)?;
    }
    Ok(frame)
}

/// Reads a pad: any character but a blank and a full stop holds its button.
fn pad_of(port: usize, text: &str) -> Result<Buttons, Fm2Fault> {
    let length = text.chars().count();
    // An empty port has no pad in it.
    if port == 1 && length == 0 {
        return Ok(Buttons::NONE);
    }
    if length != 8 {
        return Err(Fm2Fault::PadLength { port, length });
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

    const HEAD: &str = "version 3\nemuVersion 9815\npalFlag 0\ncomment author A B\n";

    fn fault(text: &str) -> (usize, Fm2Fault) {
        let error = Fm2::from_text(text).unwrap_err();
        (error.line, error.fault)
    }

    #[test]
    fn a_movie_is_read_with_both_ports_and_commands() {
        let text = format!("{HEAD}|2|........|........||\r\n|0|R..U.S.A|...... .||\r\n");
        let movie = Fm2::from_text(&text).unwrap();
        assert_eq!(movie.value("comment"), Some("author A B"));
        assert_eq!(movie.region(), Region::Ntsc);
        assert_eq!(movie.frames.len(), 2);
        assert_eq!(movie.frames[0].commands, 2);
        let pad: Buttons = "RUSA".parse().unwrap();
        assert_eq!(movie.frames[1].pads, [pad, Buttons::NONE]);
    }

    #[test]
    fn a_movie_is_written_as_it_is_read() {
        let text = format!(
            "{HEAD}comment rightwell end 2\ncomment rightwell hash 0123456789ABCDEF\n\
             |0|.L......|........||\n|1|....T..A|R.......||\n"
        );
        let movie = Fm2::from_text(&text).unwrap();
        assert_eq!(
            movie.end,
            Some(Fm2End {
                frame: 2,
                hash: 0x0123_4567_89AB_CDEF
            })
        );
        assert_eq!(movie.to_text(), text);
    }

    #[test]
    fn wrong_lines_are_named_by_number() {
        assert_eq!(fault(""), (1, Fm2Fault::NoMovie));
        assert_eq!(fault("hello"), (1, Fm2Fault::NoMovie));
        assert_eq!(fault("version 2"), (1, Fm2Fault::Version("2".to_owned())));
        assert_eq!(fault(HEAD), (4, Fm2Fault::NoFrames));
        let with = |line: &str| fault(&format!("{HEAD}|0|........|........||\n{line}"));
        assert_eq!(with("|0|"), (6, Fm2Fault::Parts));
        assert_eq!(
            with("|x|........||"),
            (6, Fm2Fault::Commands("x".to_owned()))
        );
        let length = |port, length| Fm2Fault::PadLength { port, length };
        assert_eq!(with("|0|.......|........||"), (6, length(0, 7)));
        assert_eq!(with("|0|........|.........||"), (6, length(1, 9)));
        assert_eq!(
            with("port0 1"),
            (6, Fm2Fault::HeadAfterFrames("port0 1".to_owned()))
        );
        let head = |line: &str| fault(&format!("{HEAD}{line}\n|0|........|........||"));
        assert_eq!(head("binary 1"), (5, Fm2Fault::Binary));
        assert_eq!(head("savestate 00"), (5, Fm2Fault::SavedState));
        assert_eq!(head("fourscore 1"), (5, Fm2Fault::Unplayable("fourscore")));
        assert!(matches!(
            head("comment rightwell end x"),
            (5, Fm2Fault::Comment(_))
        ));
    }
}
