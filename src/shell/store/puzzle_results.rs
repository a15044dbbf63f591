//! Results of the puzzles: tries, solutions and streaks.

use std::collections::BTreeMap;
use std::path::Path;

use rightwell::session::Skill;
use rightwell::session::puzzles::{Puzzle, Theme};
use serde::{Deserialize, Serialize};

use crate::error::{CliError, shown};

use super::read::FileKind;
use super::versioned::{self, Version};

/// Contents of the file of puzzle results.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleResults {
    version: Version<1>,
    /// Current streak: number of consecutive puzzles solved at the first try.
    pub streak: u32,
    /// Longest streak so far.
    pub best_streak: u32,
    /// Strength of the player by rated puzzles. `None` before the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    skill: Option<Skill>,
    /// Rating after each of the last [`HISTORY_MAX`] rated puzzles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    history: Vec<u16>,
    /// Strength of the player in each theme.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    by_theme: BTreeMap<Theme, Skill>,
    /// Attempted puzzles, by [fingerprint](Puzzle::fingerprint) in hexadecimal.
    puzzles: BTreeMap<String, PuzzleTries>,
}

/// Attempts at one puzzle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleTries {
    /// Number of tries.
    tries: u32,
    /// True if any attempt solved the puzzle.
    solved: bool,
    /// Difficulty by the player's own result. `None` if the puzzle was not rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    skill: Option<Skill>,
}

/// Length of the curve in ratings.
const HISTORY_MAX: usize = 500;
/// Strength of a player who has not tried a rated puzzle: it begins with easy ones.
const BEGINNER: Skill = Skill::new(1000.0, 350.0);

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

    /// Returns whether a puzzle was never tried.
    pub fn is_new(&self, puzzle: &Puzzle) -> bool {
        !self.puzzles.contains_key(&key(puzzle))
    }

    /// Returns the strength of the player by rated puzzles, or in one theme.
    pub fn skill(&self, theme: Option<Theme>) -> Option<Skill> {
        theme.map_or(self.skill, |theme| self.by_theme.get(&theme).copied())
    }

    /// Returns the strength for which the next rated puzzle is chosen.
    pub fn next_skill(&self) -> Skill {
        self.skill.unwrap_or(BEGINNER)
    }

    /// Returns the theme with the lowest rating, once two themes have one.
    pub fn weakest_theme(&self) -> Option<Theme> {
        let themes = self.by_theme.iter().filter(|_| self.by_theme.len() > 1);
        let weakest = themes.min_by(|one, other| one.1.rating.total_cmp(&other.1.rating));
        weakest.map(|(theme, _)| *theme)
    }

    /// Returns the rating after each rated puzzle, the oldest first.
    pub fn history(&self) -> &[u16] {
        &self.history
    }

    /// Returns the difficulty of a puzzle, by the player's own result if there is one.
    pub fn difficulty(&self, puzzle: &Puzzle) -> Skill {
        let tried = self.puzzles.get(&key(puzzle));
        tried
            .and_then(|tried| tried.skill)
            .unwrap_or_else(|| puzzle.first_skill())
    }

    /// Rates the player and the puzzle against each other.
    fn rate(&mut self, puzzle: &Puzzle, is_solved: bool) {
        let (result, difficulty) = (f64::from(u8::from(is_solved)), self.difficulty(puzzle));
        let before = self.next_skill();
        let skill = before.after(&[(difficulty, result)]);
        self.skill = Some(skill);
        let of_theme = self.by_theme.entry(puzzle.theme).or_insert(before);
        *of_theme = of_theme.after(&[(difficulty, result)]);
        if self.history.len() == HISTORY_MAX {
            self.history.remove(0);
        }
        self.history.push(skill.rating.round() as u16);
        let tried = self.puzzles.entry(key(puzzle)).or_default();
        tried.skill = Some(difficulty.after(&[(before, 1.0 - result)]));
    }

    /// Adds an attempt and returns the results. Only the first attempt at a puzzle affects the streak and, if
    /// `is_rated`, the ratings.
    #[must_use]
    pub fn with(mut self, puzzle: &Puzzle, is_solved: bool, is_rated: bool) -> PuzzleResults {
        let is_first = self.is_new(puzzle);
        if is_first && is_rated {
            self.rate(puzzle, is_solved);
        }
        let tried = self.puzzles.entry(key(puzzle)).or_default();
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
    let results: PuzzleResults = versioned::load(path, FileKind::Results)?.unwrap_or_default();
    let skills = results.puzzles.values().filter_map(|tried| tried.skill);
    let mut skills = skills
        .chain(results.skill)
        .chain(results.by_theme.values().copied());
    if skills.any(|skill| !skill.is_valid()) {
        return Err(CliError::usage(format!(
            "{}: invalid rating; allowed: 100 to 4000, with a deviation of 30 to 350",
            shown(path)
        )));
    }
    Ok(results)
}

/// Adds an attempt: reads the file again, because another program may have changed it, and writes it atomically. Never
/// overwrites an unreadable file.
pub fn add(
    path: &Path,
    puzzle: &Puzzle,
    is_solved: bool,
    is_rated: bool,
) -> Result<PuzzleResults, CliError> {
    let change = |results: &mut PuzzleResults| {
        *results = results.clone().with(puzzle, is_solved, is_rated);
    };
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
        let first = results.clone().with(&puzzles[0], true, false).summary(200);
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
            results = results.with(&puzzles[place], is_solved, false);
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
    fn the_first_answer_to_a_rated_puzzle_changes_both_ratings() {
        let puzzle = &built_in()[0];
        let new = PuzzleResults::default();
        assert_eq!(new.skill(None), None, "nobody is rated unasked");
        let free = new.clone().with(puzzle, true, false);
        assert_eq!((free.skill(None), free.history().len()), (None, 0));
        let won = new.clone().with(puzzle, true, true);
        let lost = new.clone().with(puzzle, false, true);
        let rating = |results: &PuzzleResults| results.skill(None).unwrap().rating;
        assert!(rating(&lost) < BEGINNER.rating && BEGINNER.rating < rating(&won));
        assert!(won.difficulty(puzzle).rating < puzzle.first_skill().rating);
        assert!(lost.difficulty(puzzle).rating > puzzle.first_skill().rating);
        let again = lost.clone().with(puzzle, true, true);
        assert_eq!(
            rating(&again),
            rating(&lost),
            "a second answer does not count"
        );
        assert_eq!(won.history(), [rating(&won).round() as u16]);
    }

    #[test]
    fn the_weakest_theme_is_that_of_the_lowest_rating() {
        let puzzles = built_in();
        let one = &puzzles[0];
        let other = puzzles
            .iter()
            .find(|puzzle| puzzle.theme != one.theme)
            .unwrap();
        let results = PuzzleResults::default().with(one, false, true);
        assert_eq!(results.weakest_theme(), None, "one theme is not compared");
        let results = results.with(other, true, true);
        assert_eq!(results.weakest_theme(), Some(one.theme));
        assert!(
            results.skill(Some(other.theme)).unwrap().rating
                > results.skill(Some(one.theme)).unwrap().rating
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
                scope.spawn(move || add(path, puzzle, true, false).unwrap());
            }
        });
        let last = add(&path, &puzzles[3], false, true).unwrap();
        assert_eq!(load(&path).unwrap(), last);
        assert_eq!((last.solved(), last.tries()), (3, 4));
        assert_eq!((last.streak, last.best_streak), (0, 3));
    }
}
