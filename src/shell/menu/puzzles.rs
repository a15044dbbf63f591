//! What can be chosen for puzzles, and what has come of them so far.

use rightwell::menu::Field;
use rightwell::session::Category;
use rightwell::session::puzzles::{Puzzle, Theme, built_in};

use crate::shell::store::choices::{ANY, Choices, PuzzlesChoice};
use crate::shell::store::mistakes::{self, Counts, Mistakes};
use crate::shell::store::puzzle_results::{self, PuzzleResults};

use super::context::AppContext;
use super::form::{Holds, ModeForm};
use super::mode::ModeChoice;

/// The puzzles there are, and what has come of them.
#[derive(Debug)]
pub struct KnownPuzzles {
    puzzles: Vec<Puzzle>,
    /// The results, or what is wrong with their file.
    results: Result<PuzzleResults, String>,
    /// The user's own mistakes, or what is wrong with their file.
    mistakes: Result<Mistakes, String>,
}

const BUILT_IN: &str = "built in";
const MINE: &str = "my mistakes";

impl KnownPuzzles {
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

impl ModeChoice for PuzzlesChoice {
    type Known = KnownPuzzles;

    const TITLE: &'static str = "PUZZLES";
    const COMMAND: &'static str = "puzzles";

    fn look(context: &AppContext) -> KnownPuzzles {
        let results = match context.folders() {
            Some(folders) => puzzle_results::load(&folders.puzzles()),
            None => Ok(PuzzleResults::default()),
        };
        let mistakes = match context.folders() {
            Some(folders) => mistakes::load(&folders.mistakes()),
            None => Ok(Mistakes::default()),
        };
        KnownPuzzles {
            puzzles: built_in(),
            results: results.map_err(|error| error.to_string()),
            mistakes: mistakes.map_err(|error| error.to_string()),
        }
    }

    fn fault(known: &KnownPuzzles) -> Option<String> {
        let faults = [known.results.as_ref().err(), known.mistakes.as_ref().err()];
        let faults: Vec<&str> = faults.into_iter().flatten().map(String::as_str).collect();
        (!faults.is_empty()).then(|| faults.join("; "))
    }

    fn among(choices: &mut Choices) -> &mut PuzzlesChoice {
        &mut choices.puzzles
    }

    fn rows(&self, known: &KnownPuzzles, form: &mut ModeForm<PuzzlesChoice>) {
        let from = Field::choice(&[BUILT_IN, MINE], if self.mine { MINE } else { BUILT_IN });
        let is_mine = Holds::Is(|c: &mut PuzzlesChoice| &mut c.mine, MINE);
        let hint = "My mistakes: of games that were reviewed, see KEEP MISTAKES in SETTINGS";
        form.add("FROM", "mine", is_mine, from, hint);
        if self.mine {
            return self.rows_of_mine(known, form);
        }
        let is_chosen = |puzzle: &&Puzzle| {
            is_of(puzzle, &self.theme)
                && (self.stars == ANY || self.stars == puzzle.stars.to_string())
        };
        let chosen: Vec<&Puzzle> = known.puzzles.iter().filter(is_chosen).collect();
        let hint = about(&self.theme);
        form.optional("THEME", "theme", &themes(), |c| &mut c.theme, hint);
        let hint = "How hard they are, 1 to 5; the easy ones come first";
        let stars = known.stars(&self.theme);
        form.optional("STARS", "stars", &stars, |c| &mut c.stars, hint);
        let Ok(results) = &known.results else {
            return;
        };
        let solved = chosen.iter().filter(|puzzle| results.is_solved(puzzle));
        let solved = format!("{} of {}", solved.count(), chosen.len());
        form.told("SO FAR", Field::Heading, "");
        form.told(
            "SOLVED",
            Field::Told(solved),
            "Of those that are chosen here",
        );
        form.told("TRIES", Field::Told(results.tries().to_string()), "");
        form.told("STREAK", Field::Told(results.streak.to_string()), "");
        form.told("BEST", Field::Told(results.best_streak.to_string()), "");
    }

    /// Of another theme there may be none with so many stars.
    fn follow(
        self,
        _before: &PuzzlesChoice,
        known: &KnownPuzzles,
        _context: &AppContext,
    ) -> PuzzlesChoice {
        match known.stars(&self.theme).contains(&self.stars) {
            true => self,
            false => PuzzlesChoice {
                stars: ANY.to_owned(),
                ..self
            },
        }
    }
}

impl PuzzlesChoice {
    fn rows_of_mine(&self, known: &KnownPuzzles, form: &mut ModeForm<PuzzlesChoice>) {
        let kinds = Category::ALL.map(Category::word);
        let kinds: Vec<&str> = [ANY].into_iter().chain(kinds).collect();
        let only = Category::from_word(&self.kind);
        let hint = only.map_or_else(
            || "All kinds: each comes back until it was solved on two days".to_owned(),
            |kind| format!("Who {}", kind.habit()),
        );
        form.optional("KIND", "theme", &kinds, |c| &mut c.kind, &hint);
        let Ok(mistakes) = &known.mistakes else {
            return;
        };
        let Counts {
            waiting,
            once,
            done,
        } = mistakes.counts(only);
        form.told("SO FAR", Field::Heading, "");
        for (label, count, hint) in [
            ("WAITING", waiting, "Not solved yet"),
            ("SOLVED ONCE", once, "They come back on another day"),
            ("DONE", done, "Solved on two days: they do not come back"),
        ] {
            form.told(label, Field::Told(count.to_string()), hint);
        }
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
    use crate::shell::menu::context::Launch;
    use crate::shell::menu::mode;

    use super::*;

    #[test]
    fn what_there_is_not_is_not_chosen_and_that_is_said() {
        let known = PuzzlesChoice::look(&AppContext::without_home(Launch::NOTHING));
        let settled = |theme: &str, stars: &str| {
            let (theme, stars) = (theme.to_owned(), stars.to_owned());
            let mut choice = PuzzlesChoice {
                theme,
                stars,
                ..PuzzlesChoice::default()
            };
            let (form, said) = mode::form(&mut choice, &known);
            (form.words().join(" "), said)
        };
        let theme = "THEME: 'foo' is not known; any is chosen in its place";
        assert_eq!(
            settled("foo", "2"),
            ("puzzles --stars 2".to_owned(), vec![theme.to_owned()])
        );
        let (words, said) = settled("clean", "5");
        assert_eq!(words, "puzzles --theme clean");
        assert!(said[0].contains("STARS: '5'"));
        assert_eq!(settled("clean", "nine").0, "puzzles --theme clean");
        assert_eq!(settled(ANY, ANY).0, "puzzles");
        let good = "puzzles --theme tuck --stars 3".to_owned();
        assert_eq!(settled("tuck", "3"), (good, vec![]));
    }
}
