//! Rows of the puzzles page, with the results so far.

use rightwell::menu::Field;
use rightwell::session::puzzles::{Puzzle, Theme, built_in};
use rightwell::session::{Category, Skill};

use crate::options::forms::PuzzlesForm;
use crate::options::scenes::SceneArgs;
use crate::options::words;
use crate::scene::app_context::AppContext;
use crate::scene::words as scene_words;
use crate::store::choices::SavedChoices;
use crate::store::mistakes::{self, MistakeCounts, Mistakes};
use crate::store::puzzle_results::{self, PuzzleResults};

use super::form::{FormRows, replaced};
use super::mode::ModeForm;

/// Puzzles to choose from, and their results.
#[derive(Debug)]
pub struct KnownPuzzles {
    puzzles: Vec<Puzzle>,
    /// Results of puzzles, or the error in their file.
    results: Result<PuzzleResults, String>,
    /// The user's own mistakes, or the error in their file.
    mistakes: Result<Mistakes, String>,
}

/// Number of earlier ratings on the page.
const LATEST: usize = 4;
/// Word for no restriction on theme, stars or kind.
const ANY: &str = "any";

impl KnownPuzzles {
    /// Returns the numbers of stars that puzzles with this theme have.
    fn stars(&self, theme: Option<Theme>) -> Vec<u8> {
        let has = |stars: &u8| {
            let mut puzzles = self.puzzles.iter();
            puzzles.any(|puzzle| puzzle.stars == *stars && is_of(puzzle, theme))
        };
        (1..=Puzzle::STARS_MAX).filter(has).collect()
    }
}

fn is_of(puzzle: &Puzzle, theme: Option<Theme>) -> bool {
    theme.is_none_or(|theme| theme == puzzle.theme)
}

impl ModeForm for PuzzlesForm {
    type Lookups = KnownPuzzles;

    const TITLE: &'static str = "PUZZLES";

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

    fn among(choices: &mut SavedChoices) -> &mut PuzzlesForm {
        &mut choices.puzzles
    }

    /// Resets the number of stars if no puzzle of the theme has it. Returns a notice about that.
    fn settle(&mut self, known: &KnownPuzzles) -> Vec<String> {
        let is_missing = |stars: &mut u8| !known.stars(self.theme).contains(stars);
        let dropped = self.stars.take_if(is_missing);
        let dropped = dropped.filter(|_| !self.mine && !self.rated);
        let said = dropped.map(|stars| replaced("STARS", &stars.to_string(), ANY));
        said.into_iter().collect()
    }

    fn scene_args(&self) -> SceneArgs {
        SceneArgs::Puzzles(self.args())
    }

    fn rows(&self, known: &KnownPuzzles, rows: &mut FormRows<PuzzlesForm>) {
        let hint = "Your mistakes are collected when you review your games";
        rows.either("FROM", ["built in", "my mistakes"], |f| &mut f.mine, hint);
        let pieces_hint = "1: place this piece. 2: place it and NEXT, graded from 0 to 100";
        if self.mine {
            rows.number("PIECES", (1, 2), |f| &mut f.mine_pieces, pieces_hint);
            return self.rows_of_mine(known, rows);
        }
        let is_chosen = |puzzle: &&Puzzle| {
            let stars = self.stars.filter(|_| !self.rated);
            is_of(puzzle, self.theme) && stars.is_none_or(|stars| stars == puzzle.stars)
        };
        let chosen: Vec<&Puzzle> = known.puzzles.iter().filter(is_chosen).collect();
        let hint = "Rated: puzzles of your strength, and the first answer to each counts. Free: any, without a rating";
        rows.either("RATING", ["free", "rated"], |f| &mut f.rated, hint);
        rows.number("PIECES", (1, 2), |f| &mut f.pieces, pieces_hint);
        let all = "All kinds of puzzles";
        let hint = self.theme.map_or(all, words::help);
        rows.optional("THEME", ANY, Theme::ALL, |f| &mut f.theme, hint);
        if !self.rated {
            let hint = "Difficulty, 1 to 5. Easy puzzles come first";
            let stars = known.stars(self.theme);
            rows.optional("STARS", ANY, stars, |f| &mut f.stars, hint);
        }
        let Ok(results) = &known.results else {
            return;
        };
        let solved = chosen.iter().filter(|puzzle| results.is_solved(puzzle));
        let solved = format!("{} of {}", solved.count(), chosen.len());
        rows.show("SO FAR", Field::Heading, "");
        rows.show(
            "SOLVED",
            Field::Told(solved),
            "Counts only the puzzles chosen here",
        );
        if self.rated {
            return rows_of_rating(self.theme, results, rows);
        }
        rows.show("TRIES", Field::Told(results.tries().to_string()), "");
        rows.show("STREAK", Field::Told(results.streak.to_string()), "");
        rows.show("BEST", Field::Told(results.best_streak.to_string()), "");
    }

    /// Resets the number of stars if no puzzle of the new theme has it, without a notice.
    fn follow(mut self, _: &PuzzlesForm, known: &KnownPuzzles, _: &AppContext) -> PuzzlesForm {
        self.settle(known);
        self
    }
}

/// Adds the player's ratings.
fn rows_of_rating(theme: Option<Theme>, results: &PuzzleResults, rows: &mut FormRows<PuzzlesForm>) {
    let shown = |skill: Option<Skill>| {
        let shown = skill.map(|skill| scene_words::skill(&skill));
        Field::Told(shown.unwrap_or_else(|| "none yet".to_owned()))
    };
    let hint = "Your strength, give or take. A new player starts at 1000, the puzzles lie between 600 and 2400";
    rows.show("YOUR RATING", shown(results.skill(None)), hint);
    if let [before @ .., _] = results.history()
        && !before.is_empty()
    {
        let latest = &before[before.len().saturating_sub(LATEST)..];
        let latest: Vec<String> = latest.iter().map(u16::to_string).collect();
        let hint =
            "Your ratings before, the oldest first. The panel of a puzzle shows the whole curve";
        rows.show("RATINGS BEFORE", Field::Told(latest.join(" ")), hint);
    }
    if let Some(theme) = theme {
        rows.show("IN THIS THEME", shown(results.skill(Some(theme))), "");
    }
    if let Some(weakest) = results.weakest_theme() {
        let hint = "Your lowest rating. Choose it as THEME, or press the key that an answer names";
        rows.show(
            "WEAKEST THEME",
            Field::Told(weakest.name().to_owned()),
            hint,
        );
    }
}

impl PuzzlesForm {
    fn rows_of_mine(&self, known: &KnownPuzzles, rows: &mut FormRows<PuzzlesForm>) {
        let hint = self.kind.map_or_else(
            || "All kinds. Each mistake returns until it is solved on two days".to_owned(),
            |kind| format!("Who {}", kind.habit()),
        );
        rows.optional("KIND", ANY, Category::ALL, |f| &mut f.kind, &hint);
        let Ok(mistakes) = &known.mistakes else {
            return;
        };
        let MistakeCounts {
            waiting,
            once,
            done,
        } = mistakes.counts(self.kind);
        rows.show("SO FAR", Field::Heading, "");
        for (label, count, hint) in [
            ("WAITING", waiting, "Not solved yet"),
            (
                "SOLVED ONCE",
                once,
                "Solved on one day. They return on another day",
            ),
            ("DONE", done, "Solved on two days. They do not return"),
        ] {
            rows.show(label, Field::Told(count.to_string()), hint);
        }
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn stars_that_no_puzzle_of_the_theme_has_are_reset_with_a_notice() {
        let known = PuzzlesForm::look(&AppContext::without_home());
        let settled = |theme, stars| {
            let mut form = PuzzlesForm {
                rated: false,
                theme,
                stars,
                ..PuzzlesForm::default()
            };
            let said = form.settle(&known);
            (form.scene_args().words().join(" "), said)
        };
        let (words, said) = settled(Some(Theme::Clean), Some(5));
        assert_eq!(words, "puzzles --pieces 2 --theme clean");
        assert!(said[0].starts_with("STARS: ") && said[0].contains("'5'"));
        assert_eq!(settled(None, None).0, "puzzles --pieces 2");
        assert_eq!(
            PuzzlesForm::default().scene_args().words().join(" "),
            "puzzles --pieces 2 --rated"
        );
        let good = "puzzles --pieces 2 --stars 3 --theme tuck".to_owned();
        assert_eq!(settled(Some(Theme::Tuck), Some(3)), (good, vec![]));
    }
}
