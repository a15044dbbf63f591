//! Recordings of the console in RON, for what an FCEUX movie of the NTSC cartridge cannot say: games
//! of the PAL release, games that begin above level 19, and games with another randomizer.
//!
//! Inputs are words of the letters `RLDUTSBA`, or `-` for none, each with the number of frames it is
//! held behind a star: `-*267 T -*4 T`.

use serde::{Deserialize, Serialize};

use crate::rules::{Buttons, RandomizerKind, Region};

use super::console::{ENTRIES, HighScore, HighScores};
use super::fm2::{Fm2, Fm2End, Fm2Frame, LevelSet, PiecesSet};
use super::words;

/// The version this program writes and reads.
const VERSION: u32 = 1;

/// A recording of the console from power-on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tape {
    version: u32,
    console: Region,
    /// The high scores at power-on: both tables, best entry first.
    scores: [Vec<String>; 2],
    inputs: Vec<String>,
    /// Before which frames the reset button is pressed; frame 0 is the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    resets: Vec<u64>,
    /// A level above 19, which no menu offers.
    #[serde(default)]
    level: Option<LevelSet>,
    /// More of them, in later games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    more_levels: Vec<LevelSet>,
    /// Other randomizers than the cartridge's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<PiecesSet>,
    end: Option<TapeEnd>,
}

/// Where a recording ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TapeEnd {
    frame: u64,
    hash: String,
}

/// Why a text is no recording of the console.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TapeError {
    /// The text is not of this form.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// Line in the file, from 1.
        line: usize,
        /// Column in the line, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// A field has a value that is not allowed.
    #[error("{0}")]
    Field(String),
}

impl Tape {
    /// Whether a text is meant to be one of these rather than a recording without gravity.
    pub fn is_meant(text: &str) -> bool {
        text.contains("console:")
    }

    /// The recording of `movie` on the console of `region`. Of a movie's commands only resets can
    /// be said.
    pub fn of_movie(movie: &Fm2, region: Region) -> Tape {
        let table = |is_b_type| -> Vec<String> {
            let entries = movie.scores.table(is_b_type).iter();
            entries.map(ToString::to_string).collect()
        };
        let resets = (0..)
            .zip(&movie.frames)
            .filter(|(_, frame)| frame.commands & Fm2Frame::RESET != 0);
        Tape {
            version: VERSION,
            console: region,
            scores: [table(false), table(true)],
            inputs: words::write(
                movie.frames.iter().map(|frame| frame.pads[0]),
                words::letters,
            ),
            resets: resets.map(|(index, _)| index).collect(),
            level: movie.levels.first().copied(),
            more_levels: movie.levels.iter().skip(1).copied().collect(),
            pieces: movie.pieces.clone(),
            end: movie.end.map(|end| TapeEnd {
                frame: end.frame,
                hash: format!("{:016X}", end.hash),
            }),
        }
    }

    /// Reads a recording as a movie.
    ///
    /// # Errors
    /// [`TapeError`] with the place, or the field and what is allowed.
    pub fn read(text: &str) -> Result<Fm2, TapeError> {
        let tape: Tape = ron::from_str(text).map_err(|error| TapeError::Syntax {
            line: error.span.start.line,
            column: error.span.start.col,
            message: error.code.to_string(),
        })?;
        tape.movie().map_err(TapeError::Field)
    }

    fn movie(&self) -> Result<Fm2, String> {
        if self.version != VERSION {
            return Err(format!("version {}; allowed: {VERSION}", self.version));
        }
        let mut scores = HighScores::default();
        for (is_b_type, lines) in [false, true].into_iter().zip(&self.scores) {
            let entries: Result<Vec<HighScore>, ()> =
                lines.iter().map(|line| line.parse()).collect();
            match entries
                .as_deref()
                .map(|entries| entries.first_chunk::<ENTRIES>())
            {
                Ok(Some(table)) if lines.len() == ENTRIES => scores.set_table(is_b_type, *table),
                _ => return Err("scores: a table is three entries: name, points, level".to_owned()),
            }
        }
        let frame = |held| Fm2Frame {
            commands: 0,
            pads: [held, Buttons::NONE],
        };
        let inputs = words::read(&self.inputs, words::buttons)?;
        let mut frames: Vec<Fm2Frame> = inputs.into_iter().map(frame).collect();
        for &index in &self.resets {
            let count = frames.len();
            frames
                .get_mut(index as usize)
                .ok_or_else(|| format!("resets: {index}; allowed: less than the {count} frames"))?
                .commands = Fm2Frame::RESET;
        }
        let levels: Vec<LevelSet> = self
            .level
            .iter()
            .chain(&self.more_levels)
            .copied()
            .collect();
        if let Some(set) = levels.iter().find(|set| !(20..=29).contains(&set.level)) {
            return Err(format!("level: {}; allowed: 20-29", set.level));
        }
        for set in &self.pieces {
            if set.randomizer == RandomizerKind::Nes {
                return Err("pieces: Nes; allowed: NesOdds, Uniform".to_owned());
            }
        }
        let end = match &self.end {
            Some(end) => Some(Fm2End {
                frame: end.frame,
                hash: u64::from_str_radix(&end.hash, 16)
                    .map_err(|_| format!("end: hash '{}' is not hexadecimal", end.hash))?,
            }),
            None => None,
        };
        let is_pal = if self.console == Region::Pal {
            "1"
        } else {
            "0"
        };
        Ok(Fm2 {
            head: vec![("palFlag".to_owned(), is_pal.to_owned())],
            frames,
            end,
            scores,
            levels,
            pieces: self.pieces.clone(),
        })
    }

    /// The recording as a text of its own format.
    pub fn to_ron(&self) -> String {
        let config = ron::ser::PrettyConfig::new().new_line("\n");
        let text = ron::ser::to_string_pretty(self, config);
        text.expect("a recording holds only numbers and texts") + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::console::Console;

    #[test]
    fn a_tape_is_read_as_it_was_written() {
        let mut console = Console::power_on(Region::Pal);
        let inputs = [
            Buttons::NONE,
            Buttons::START,
            Buttons::LEFT.with(Buttons::A),
        ];
        let inputs: Vec<Buttons> = inputs.into_iter().cycle().take(700).collect();
        for &held in &inputs {
            console.step(held);
        }
        let movie = Fm2::of_inputs(&inputs, &console);
        let text = Tape::of_movie(&movie, Region::Pal).to_ron();
        assert!(Tape::is_meant(&text));
        let read = Tape::read(&text).unwrap();
        assert_eq!(read.region(), Region::Pal);
        assert_eq!(
            (read.frames, read.end, read.scores),
            (movie.frames, movie.end, movie.scores)
        );
    }

    #[test]
    fn wrong_inputs_are_named() {
        for word in ["Q", "T*0", "T*x", "*3", "T*99999999999", "--"] {
            let text = format!(
                "(version: 1, console: Pal, scores: ([], []), inputs: [\"{word}\"], end: None)"
            );
            // The scores come first; a table must be whole.
            assert!(
                Tape::read(&text)
                    .unwrap_err()
                    .to_string()
                    .contains("scores")
            );
        }
        let error = Tape::read("(\nversion: 1,\n consule: Pal)").unwrap_err();
        assert!(error.to_string().starts_with("line 3"), "{error}");
    }
}
