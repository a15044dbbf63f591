//! Results of the puzzles: tries, solutions and streaks.

use std::collections::BTreeMap;
use std::path::Path;

use rightwell::session::puzzles::Puzzle;
use serde::{Deserialize, Serialize};

use crate::error::CliError;

use super::read::FileKind;
use super::versioned::{self, Version};

/// Contents of the file of puzzle results.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleResults {
    version: Version<1>,
    /// Current streak: number of consecutive puzzles solved at the first try.
    pub streak: u32,
    /// Longest streak so far.
    pub best_streak: u32,
    /// Attempted puzzles, by [fingerprint](Puzzle::fingerprint) in hexadecimal.
    puzzles: BTreeMap<String, PuzzleTries>,
}

/// Attempts at one puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleTries {
    /// Number of tries.
    tries: u32,
    /// True if any attempt solved the puzzle.
    solved: bool,
}

fn key(puzzle: &Puzzle) -> String {
    format!("{:016X}", puzzle.fingerprint())
}

impl PuzzleResults {
    /// Returns whether a puzzle was ever solved.
    pub fn is_solved(&self, puzzle: &Puzzle) -> bool {
        self.puzzles
            .get(&key(puzzle))
            .is_some_and(|tried| tried.solved)
    }

    /// Counts the solved puzzles.
    pub fn solved(&self) -> usize {
        self.puzzles.values().filter(|tried| tried.solved).count()
    }

    /// Counts all tries.
    pub fn tries(&self) -> u64 {
        let tries = self.puzzles.values();
        tries.map(|tried| u64::from(tried.tries)).sum()
    }

    /// Adds an attempt and returns the results. Only the first attempt at a puzzle affects the streak.
    #[must_use]
    pub fn with(mut self, puzzle: &Puzzle, is_solved: bool) -> PuzzleResults {
        let tried = self.puzzles.entry(key(puzzle)).or_default();
        let is_first = tried.tries == 0;
        tried.tries = tried.tries.saturating_add(1);
        tried.solved |= is_solved;
        if is_first {
            self.streak = match is_solved {
                true => self.streak.saturating_add(1),
                false => 0,
            };
            self.best_streak = self.best_streak.max(self.streak);
        }
        self
    }

    /// Formats the results. `all` is the total number of puzzles.
    pub fn summary(&self, all: usize) -> String {
        let solved = self.solved();
        let tries = match self.tries() {
            1 => "1 try".to_owned(),
            tries => format!("{tries} tries"),
        };
        let (streak, best) = (self.streak, self.best_streak);
        format!("{solved} of {all} solved, {tries}, streak {streak}, best streak {best}")
    }
}

/// Reads the results. If the file is missing, there are none yet.
pub fn load(path: &Path) -> Result<PuzzleResults, CliError> {
    Ok(versioned::load(path, FileKind::Results)?.unwrap_or_default())
}

/// Adds an attempt: reads the file again, because another program may have changed it, and writes it atomically. Never
/// overwrites an unreadable file.
pub fn add(path: &Path, puzzle: &Puzzle, is_solved: bool) -> Result<PuzzleResults, CliError> {
    let change = |results: &mut PuzzleResults| *results = results.clone().with(puzzle, is_solved);
    versioned::update(path, FileKind::Results, change).map(|(results, ())| results)
}

#[cfg(test)]
mod tests {
    use rightwell::session::puzzles::built_in;

    use super::*;

    #[test]
    fn only_the_first_try_of_a_puzzle_counts_for_the_streak() {
        let puzzles = built_in();
        let mut results = PuzzleResults::default();
        let first = results.clone().with(&puzzles[0], true).summary(200);
        assert!(first.starts_with("1 of 200 solved, 1 try, "), "{first}");
        let mut seen = Vec::new();
        for (place, is_solved) in [
            (0, true),
            (1, true),
            (1, false),
            (2, false),
            (2, true),
            (0, true),
            (3, true),
        ] {
            results = results.with(&puzzles[place], is_solved);
            seen.push(results.streak);
        }
        assert_eq!(seen, [1, 2, 2, 0, 0, 0, 1]);
        assert_eq!((results.best_streak, results.tries()), (2, 7));
        assert_eq!(
            results.solved(),
            4,
            "a puzzle solved at a later try counts as solved"
        );
        assert!(results.is_solved(&puzzles[2]) && !results.is_solved(&puzzles[4]));
        assert_eq!(
            results.summary(200),
            "4 of 200 solved, 7 tries, streak 1, best streak 2"
        );
    }

    #[test]
    fn results_come_back_as_they_were_written_also_those_of_two_programs_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/puzzles.ron");
        assert_eq!(load(&path).unwrap(), PuzzleResults::default());
        let puzzles = built_in();
        std::thread::scope(|scope| {
            for puzzle in &puzzles[..3] {
                let path = &path;
                scope.spawn(move || add(path, puzzle, true).unwrap());
            }
        });
        let last = add(&path, &puzzles[3], false).unwrap();
        assert_eq!(load(&path).unwrap(), last);
        assert_eq!((last.solved(), last.tries()), (3, 4));
        assert_eq!((last.streak, last.best_streak), (0, 3));
    }
}
