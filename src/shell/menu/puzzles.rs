//! What can be chosen for puzzles, and what has come of them so far.

use rightwell::menu::{Field, Row};
use rightwell::session::puzzles::{Puzzle, Theme, built_in};

use crate::shell::store::choices::{ANY, Choices, PuzzlesChoice};
use crate::shell::store::puzzle_results::{self, PuzzleResults};

use super::desk::Desk;
use super::mode::{Choice, Values};

/// The rows of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    Begin,
    Theme,
    Stars,
    SoFar,
    Solved,
    Tries,
    Streak,
    Best,
}

/// The puzzles there are, and what has come of them.
#[derive(Debug)]
pub struct Known {
    puzzles: Vec<Puzzle>,
    /// The results, or what is wrong with their file.
    results: Result<PuzzleResults, String>,
}

impl Choice for PuzzlesChoice {
    type Name = Name;
    type Known = Known;

    const TITLE: &'static str = "PUZZLES";
    const BEGIN: Name = Name::Begin;

    fn look(desk: &Desk) -> Known {
        let results = match desk.folders() {
            Some(folders) => puzzle_results::load(&folders.puzzles()),
            None => Ok(PuzzleResults::default()),
        };
        Known {
            puzzles: built_in(),
            results: results.map_err(|error| error.to_string()),
        }
    }

    fn settle(&mut self, known: &Known) -> Option<String> {
        known.results.as_ref().err().cloned()
    }

    fn of(choices: &Choices) -> &PuzzlesChoice {
        &choices.puzzles
    }

    fn of_mut(choices: &mut Choices) -> &mut PuzzlesChoice {
        &mut choices.puzzles
    }

    fn rows(&self, known: &Known) -> Vec<Row<Name>> {
        let themes: Vec<&str> = [ANY]
            .into_iter()
            .chain(Theme::ALL.map(Theme::name))
            .collect();
        let stars: Vec<String> = (1..=Puzzle::STARS_MAX)
            .map(|stars| stars.to_string())
            .collect();
        let stars: Vec<&str> = [ANY]
            .into_iter()
            .chain(stars.iter().map(String::as_str))
            .collect();
        let is_chosen = |puzzle: &&Puzzle| {
            (self.theme == ANY || self.theme == puzzle.theme.name())
                && (self.stars == ANY || self.stars == puzzle.stars.to_string())
        };
        let chosen: Vec<&Puzzle> = known.puzzles.iter().filter(is_chosen).collect();
        let mut rows = vec![
            Row::new(
                Name::Theme,
                "THEME",
                Field::choice(&themes, &self.theme),
                about(&self.theme),
            ),
            Row::new(
                Name::Stars,
                "STARS",
                Field::choice(&stars, &self.stars),
                "How hard they are, 1 to 5; the easy ones come first",
            ),
        ];
        let Ok(results) = &known.results else {
            return rows;
        };
        let solved = chosen.iter().filter(|puzzle| results.is_solved(puzzle));
        let solved = format!("{} of {}", solved.count(), chosen.len());
        let told = |name, label, value, hint| Row::new(name, label, Field::Told(value), hint);
        rows.push(Row::new(Name::SoFar, "SO FAR", Field::Heading, ""));
        rows.extend([
            told(
                Name::Solved,
                "SOLVED",
                solved,
                "Of those that are chosen here",
            ),
            told(Name::Tries, "TRIES", results.tries().to_string(), ""),
            told(Name::Streak, "STREAK", results.streak.to_string(), ""),
            told(Name::Best, "BEST", results.best_streak.to_string(), ""),
        ]);
        rows
    }

    fn read(&self, rows: &Values<'_, Name>) -> PuzzlesChoice {
        PuzzlesChoice {
            theme: rows.text(Name::Theme, &self.theme),
            stars: rows.text(Name::Stars, &self.stars),
        }
    }

    fn words(&self) -> Vec<String> {
        self.words()
    }
}

/// What a theme is about.
fn about(theme: &str) -> &'static str {
    match theme {
        "clean" => "A field without holes: keep it so",
        "tuck" => "Slide or spin in under an overhang",
        "burn" => "Clear rows at the right moment",
        "dig" => "Holes: get at them, or keep them open",
        "well" => "The well is covered, or a Tetris is there",
        _ => "Where does this piece go? All kinds",
    }
}
