//! What can be chosen for puzzles, and what has come of them so far.

use rightwell::menu::{Field, Row};
use rightwell::session::puzzles::{Puzzle, Theme, built_in};

use crate::shell::store::choices::{ANY, Choices, PuzzlesChoice};
use crate::shell::store::puzzle_results::{self, PuzzleResults};

use super::desk::Desk;
use super::mode::{Choice, Values};
use super::rows;

/// The rows of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzlesRow {
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

impl Known {
    /// The stars that puzzles of a theme have, and those of any number.
    fn stars(&self, theme: &str) -> Vec<String> {
        let has = |stars: &u8| {
            let mut puzzles = self.puzzles.iter();
            puzzles.any(|puzzle| puzzle.stars == *stars && is_of(puzzle, theme))
        };
        let stars = (1..=Puzzle::STARS_MAX).filter(has);
        let stars = stars.map(|stars| stars.to_string());
        std::iter::once(ANY.to_owned()).chain(stars).collect()
    }
}

/// The themes, and puzzles of all of them.
fn themes() -> Vec<String> {
    let themes = [ANY].into_iter().chain(Theme::ALL.map(Theme::name));
    themes.map(str::to_owned).collect()
}

fn is_of(puzzle: &Puzzle, theme: &str) -> bool {
    theme == ANY || theme == puzzle.theme.name()
}

/// A row of some of these texts.
fn choice(values: &[String], value: &str) -> Field {
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    Field::choice(&values, value)
}

impl Choice for PuzzlesChoice {
    type RowId = PuzzlesRow;
    type Known = Known;

    const TITLE: &'static str = "PUZZLES";
    const BEGIN: PuzzlesRow = PuzzlesRow::Begin;

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
        let theme = rows::settle(&mut self.theme, &themes(), "theme", ANY);
        let stars = known.stars(&self.theme);
        let stars = rows::settle(&mut self.stars, &stars, "number of stars", ANY);
        let results = known.results.as_ref().err().cloned();
        rows::both(rows::both(theme, stars), results)
    }

    fn of(choices: &Choices) -> &PuzzlesChoice {
        &choices.puzzles
    }

    fn of_mut(choices: &mut Choices) -> &mut PuzzlesChoice {
        &mut choices.puzzles
    }

    fn rows(&self, known: &Known) -> Vec<Row<PuzzlesRow>> {
        let is_chosen = |puzzle: &&Puzzle| {
            is_of(puzzle, &self.theme)
                && (self.stars == ANY || self.stars == puzzle.stars.to_string())
        };
        let chosen: Vec<&Puzzle> = known.puzzles.iter().filter(is_chosen).collect();
        let mut rows = vec![
            Row::new(
                PuzzlesRow::Theme,
                "THEME",
                choice(&themes(), &self.theme),
                about(&self.theme),
            ),
            Row::new(
                PuzzlesRow::Stars,
                "STARS",
                choice(&known.stars(&self.theme), &self.stars),
                "How hard they are, 1 to 5; the easy ones come first",
            ),
        ];
        let Ok(results) = &known.results else {
            return rows;
        };
        let solved = chosen.iter().filter(|puzzle| results.is_solved(puzzle));
        let solved = format!("{} of {}", solved.count(), chosen.len());
        let told = |name, label, value, hint| Row::new(name, label, Field::Told(value), hint);
        rows.push(Row::new(PuzzlesRow::SoFar, "SO FAR", Field::Heading, ""));
        rows.extend([
            told(
                PuzzlesRow::Solved,
                "SOLVED",
                solved,
                "Of those that are chosen here",
            ),
            told(PuzzlesRow::Tries, "TRIES", results.tries().to_string(), ""),
            told(PuzzlesRow::Streak, "STREAK", results.streak.to_string(), ""),
            told(
                PuzzlesRow::Best,
                "BEST",
                results.best_streak.to_string(),
                "",
            ),
        ]);
        rows
    }

    fn read(&self, rows: &Values<'_, PuzzlesRow>) -> PuzzlesChoice {
        PuzzlesChoice {
            theme: rows.text(PuzzlesRow::Theme, &self.theme),
            stars: rows.text(PuzzlesRow::Stars, &self.stars),
        }
    }

    /// Of another theme there may be none with so many stars.
    fn follow(self, _before: &PuzzlesChoice, known: &Known, _desk: &Desk) -> PuzzlesChoice {
        match known.stars(&self.theme).contains(&self.stars) {
            true => self,
            false => PuzzlesChoice {
                stars: ANY.to_owned(),
                ..self
            },
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

#[cfg(test)]
mod tests {
    use crate::shell::menu::desk::Launch;

    use super::*;

    #[test]
    fn what_there_is_not_is_not_chosen_and_that_is_said() {
        let known = PuzzlesChoice::look(&Desk::without_home(Launch::NOTHING));
        let settled = |theme: &str, stars: &str| {
            let (theme, stars) = (theme.to_owned(), stars.to_owned());
            let mut choice = PuzzlesChoice { theme, stars };
            let said = choice.settle(&known);
            (choice.words().join(" "), said)
        };
        assert_eq!(
            settled("foo", "2"),
            (
                "puzzles --stars 2".to_owned(),
                Some("the theme 'foo' has gone; any is chosen in its place".to_owned())
            )
        );
        let (words, said) = settled("clean", "5");
        assert_eq!(words, "puzzles --theme clean");
        assert!(said.unwrap().contains("number of stars '5'"));
        assert_eq!(settled("clean", "nine").0, "puzzles --theme clean");
        let good = "puzzles --theme tuck --stars 3".to_owned();
        assert_eq!(settled("tuck", "3"), (good, None));
    }
}
