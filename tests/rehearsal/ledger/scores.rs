//! Compares the file of high scores with the scores that the saved games prove.

use std::fs;
use std::io::Read;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use rightwell::engine::{HighScore, HighScores, History};
use rightwell::session::Person;

use crate::program::RunResult;

/// The consoles of all games that were saved since the table was empty, each once.
#[derive(Debug, Default)]
pub struct Season {
    consoles: Vec<Console>,
    /// True if the program has reported a loss. Then the table may contain games that no recording contains.
    pub has_losses: bool,
}

/// Console since power-on, and the entries that its games must have in the table.
#[derive(Debug)]
struct Console {
    history: History,
    made: Vec<(bool, HighScore)>,
}

impl Season {
    /// Writes a table with scores so low that every game is better.
    pub fn begin(scores: &Path) -> RunResult<Season> {
        let low = HighScore::new("LOW", 0, 0).to_string();
        let table = format!("[{low:?}, {low:?}, {low:?}]");
        let text = format!("(version: 1, a_type: {table}, b_type: {table})\n");
        fs::write(scores, text).map_err(|error| format!("{}: {error}", scores.display()))?;
        Ok(Season::default())
    }

    /// Adds a recording of a person's games. Of recordings that begin alike, only the longest counts.
    pub fn learn(&mut self, path: &Path) -> RunResult<()> {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if !name.contains("game-") {
            return Ok(());
        }
        let bytes = fs::read(path).map_err(|error| error.to_string())?;
        let mut text = String::new();
        let read = if name.ends_with(".gz") {
            MultiGzDecoder::new(&bytes[..]).read_to_string(&mut text)
        } else {
            (&bytes[..]).read_to_string(&mut text)
        };
        read.map_err(|error| error.to_string())?;
        let history = if name.contains(".fm2") {
            History::from_fm2(&text).map_err(|error| error.to_string())?
        } else {
            History::from_ron(&text).map_err(|error| error.to_string())?
        };
        let begins = |long: &History, short: &History| {
            long.scores() == short.scores() && long.frames().starts_with(short.frames())
        };
        if self
            .consoles
            .iter()
            .any(|known| begins(&known.history, &history))
        {
            return Ok(());
        }
        self.consoles
            .retain(|known| !begins(&history, &known.history));
        let person = Person::after(history.clone());
        let made = person.console().scores().made_since(history.scores());
        self.consoles.push(Console { history, made });
        Ok(())
    }

    /// Compares the file of scores with the recordings.
    pub fn check(&self, scores: &Path) -> RunResult<()> {
        let text =
            fs::read_to_string(scores).map_err(|error| format!("{}: {error}", scores.display()))?;
        for (is_b_type, field) in [(false, "a_type"), (true, "b_type")] {
            let expected = self.expected(is_b_type);
            let found = points_of(&text, field);
            let is_there = if self.has_losses {
                expected
                    .iter()
                    .zip(&found)
                    .all(|(expected, found)| expected <= found)
            } else {
                expected == found
            };
            if !is_there {
                return Err(format!(
                    "{}: {field} holds {found:?}; the kept games made {expected:?}",
                    scores.display()
                ));
            }
        }
        Ok(())
    }

    /// Returns the points that the saved games must have in a table, best first, filled up with zeros.
    fn expected(&self, is_b_type: bool) -> Vec<u32> {
        let table_size = HighScores::default().table(is_b_type).len();
        let made = self.consoles.iter().flat_map(|console| &console.made);
        let mut points: Vec<u32> = made
            .filter(|(of_b_type, _)| *of_b_type == is_b_type)
            .map(|(_, entry)| entry.points)
            .chain(std::iter::repeat_n(0, table_size))
            .collect();
        points.sort_by(|a, b| b.cmp(a));
        points.truncate(table_size);
        points
    }
}

/// Returns the points of one table in the file, best first.
fn points_of(text: &str, field: &str) -> Vec<u32> {
    let entries = text
        .split_once(field)
        .and_then(|(_, rest)| Some(rest.split_once('[')?.1.split_once(']')?.0));
    let lines = entries.unwrap_or_default().split('"').skip(1).step_by(2);
    lines
        .filter_map(|line| line.parse::<HighScore>().ok())
        .map(|entry| entry.points)
        .collect()
}
