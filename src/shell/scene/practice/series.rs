//! Series of puzzles: rated ones of the player's strength, or unsolved ones first and then by difficulty, easiest first.

use std::path::PathBuf;
use std::sync::Arc;

use rightwell::render::panel::{Curve, Figure};
use rightwell::rules::{Pose, Region};
use rightwell::session::puzzles::{Puzzle, Theme};
use rightwell::session::{PracticeStart, Rater, ReviewedMove};

use crate::input::action::{Action, HelpLine};
use crate::scene::context::Context;
use crate::scene::words;
use crate::store::puzzle_results::{self, PuzzleResults};
use crate::store::saver::SaveQueue;

use super::answer::{AnswerTask, NextAnswer};
use super::{Exercise, NextExercise};

const KEYS: &[HelpLine] = &[
    (&[Action::NextMistake], "The next puzzle"),
    (&[Action::TryAgain], "The same again"),
    (&[Action::NextPlace], "Another best place"),
    (&[Action::PreviousMistake], "Your weakest theme"),
];

/// Height of the curve of ratings in pixels.
const CURVE_HEIGHT: usize = 24;

/// Puzzles to be solved, with the results so far.
#[derive(Debug)]
pub struct PuzzleSeries {
    rater: Arc<Rater>,
    /// Region of the cartridge.
    region: Region,
    /// The chosen puzzles, each with its number in the list of all puzzles, from 1.
    puzzles: Vec<(usize, Puzzle)>,
    /// Number of all puzzles.
    all: usize,
    /// Index of the current puzzle.
    place: usize,
    /// True if first answers change the ratings.
    is_rated: bool,
    /// Theme to train. `None` for all of the chosen puzzles.
    drilled: Option<Theme>,
    /// Answer to NEXT.
    next: NextAnswer,
    /// Change of the player's rating by the last answer. `None` before it, and if it did not count.
    change: Option<f64>,
    results: PuzzleResults,
    /// File of the results. `None` if results are not saved.
    file: Option<(PathBuf, SaveQueue)>,
}

impl PuzzleSeries {
    /// Returns a series of the chosen puzzles, at least one. Each has its number in the list of `all` puzzles.
    pub fn new(
        (rater, region): (Rater, Region),
        chosen: Vec<(usize, Puzzle)>,
        all: usize,
        (results, is_rated, pieces): (PuzzleResults, bool, usize),
        file: Option<(PathBuf, SaveQueue)>,
    ) -> PuzzleSeries {
        let mut series = PuzzleSeries {
            rater: rater.into(),
            region,
            puzzles: chosen,
            all,
            place: 0,
            is_rated,
            drilled: None,
            next: NextAnswer::new(pieces),
            change: None,
            results,
            file,
        };
        series.sort();
        series
    }

    /// Sorts the puzzles: unsolved ones first, then by difficulty. Rated puzzles: new ones first, then by how near they are
    /// to the player's strength. The theme to train comes before all others.
    fn sort(&mut self) {
        let (results, is_rated) = (&self.results, self.is_rated);
        let strength = results.next_skill().rating;
        let drilled = self.drilled;
        self.puzzles.sort_by_cached_key(|(number, puzzle)| {
            let difficulty = results.difficulty(puzzle).rating;
            let (is_last, distance) = match is_rated && results.is_new(puzzle) {
                true => (false, difficulty - strength),
                false => (is_rated || results.is_solved(puzzle), difficulty),
            };
            let is_other = drilled.is_some_and(|theme| theme != puzzle.theme);
            (is_other, is_last, distance.abs() as u32, *number)
        });
    }

    /// Returns the theme to offer for training, if answers are rated and several themes have been tried.
    fn weakest(&self) -> Option<Theme> {
        self.results.weakest_theme().filter(|_| self.is_rated)
    }

    fn on(&self) -> &(usize, Puzzle) {
        &self.puzzles[self.place]
    }

    /// Returns the start of the current puzzle.
    pub fn start(&self) -> PracticeStart {
        let (_, puzzle) = self.on();
        PracticeStart {
            region: self.region,
            position: puzzle.position.clone(),
            score: 0,
            later_pieces: Vec::new(),
            register: puzzle.fingerprint() as u16,
        }
    }

    /// Records an attempt at the current puzzle and saves it.
    fn record(&mut self, is_solved: bool) {
        let (_, puzzle) = self.on().clone();
        let (before, is_rated) = (self.results.next_skill(), self.is_rated);
        let counts = is_rated && self.results.is_new(&puzzle);
        self.results = self.results.clone().with(&puzzle, is_solved, is_rated);
        self.change = counts.then(|| self.results.next_skill().rating - before.rating);
        if let Some((path, saver)) = &self.file {
            let path = path.clone();
            saver.save(move || {
                puzzle_results::add(&path, &puzzle, is_solved, is_rated).map(|_| None)
            });
        }
    }
}

impl Exercise for PuzzleSeries {
    fn name(&self) -> &'static str {
        "puzzles"
    }

    fn status(&self) -> Vec<String> {
        let (number, _) = self.on();
        let PuzzleResults { streak, .. } = self.results;
        vec![
            format!("puzzle {number}: {}", self.results.summary(self.all)),
            format!("puzzle {number}, streak {streak}"),
            format!("puzzle {number}"),
        ]
    }

    fn keys(&self, is_rated: bool) -> &'static [HelpLine] {
        match self.weakest() {
            _ if !is_rated => &KEYS[..2],
            None => &KEYS[..3],
            Some(_) => KEYS,
        }
    }

    fn pieces(&self) -> usize {
        self.next.pieces()
    }

    fn task(&self, locks: Vec<Pose>) -> AnswerTask {
        let (number, puzzle) = self.on();
        AnswerTask {
            rater: Arc::clone(&self.rater),
            number: *number,
            position: puzzle.position.clone(),
            locks,
        }
    }

    fn note(&mut self, tried: &ReviewedMove, next: Option<ReviewedMove>) {
        self.next.take(next);
        self.record(self.is_solved(tried));
    }

    fn loss(&self, tried: &ReviewedMove) -> f64 {
        self.next.loss(tried)
    }

    /// The puzzle's own answer to one piece counts too.
    fn is_solved(&self, tried: &ReviewedMove) -> bool {
        let (_, puzzle) = self.on();
        self.next.is_right(tried)
            || self.next.pieces() == 1 && puzzle.is_solved_by(tried.played.lock)
    }

    fn verdict(&self, tried: &ReviewedMove) -> String {
        let is_pair = self.next.pieces() > 1;
        match (self.is_solved(tried), tried.rating.second_loses()) {
            (true, _) if is_pair => "solved: no two places are better".to_owned(),
            (true, Some(second)) => {
                format!("solved: the second best lock loses {second:.1} lines")
            }
            (true, None) => "solved: there is no other lock".to_owned(),
            (false, _) => (self.next.reason(tried))
                .unwrap_or_else(|| "not solved: another lock was better".to_owned()),
        }
    }

    fn figures(&self, tried: Option<&ReviewedMove>) -> Vec<Figure> {
        let (number, puzzle) = self.on();
        let mut figures = vec![Figure::new("Puzzle", number.to_string())];
        if tried.is_none() {
            figures.extend([
                Figure::new(
                    "Stars",
                    format!("{} of {}", puzzle.stars, Puzzle::STARS_MAX),
                ),
                Figure::new("Streak", self.results.streak.to_string()),
            ]);
        }
        figures.extend(
            self.drilled
                .map(|theme| Figure::new("Training", theme.name())),
        );
        if self.is_rated {
            let rating = words::skill(&self.results.next_skill());
            figures.push(Figure::new("Your rating", rating));
            let difficulty = self.results.difficulty(puzzle).rating;
            figures.push(match self.change.filter(|_| tried.is_some()) {
                Some(change) => Figure::new("This answer", format!("{change:+.0}")),
                None if self.results.is_new(puzzle) => {
                    Figure::new("This puzzle", format!("{difficulty:.0}"))
                }
                None => Figure::new("This answer", "does not count".to_owned()),
            });
        }
        let Some(tried) = tried else {
            // The theme stays hidden before the first attempt, because it hints at the answer.
            figures.push(Figure::new(
                "Best streak",
                self.results.best_streak.to_string(),
            ));
            return figures;
        };
        // Read the second-best lock from the new rating, so that it agrees with the list of best locks.
        let second = tried.rating.second_loses();
        figures.extend([
            Figure::new("Theme", puzzle.theme.name()),
            Figure::new("Lines lost", words::loss(self.loss(tried))),
        ]);
        figures.extend(self.next.figures(tried));
        let second = second.filter(|_| self.next.pieces() == 1);
        figures.extend(second.map(|second| Figure::new("Second best", words::loss(second))));
        figures
    }

    fn curve(&self) -> Option<Curve> {
        let ratings = self.results.history();
        let (least, most) = (*ratings.iter().min()?, *ratings.iter().max()?);
        let height = |&rating: &u16| f32::from(rating - least + 20) / f32::from(most - least + 40);
        (self.is_rated && ratings.len() > 1).then(|| Curve {
            title: "Your ratings",
            line: ratings.iter().map(height).collect(),
            height: CURVE_HEIGHT,
            ..Curve::default()
        })
    }

    fn drill_in_words(&self) -> Option<String> {
        match self.drilled {
            Some(_) => Some("All themes".to_owned()),
            None => self.weakest().map(|theme| format!("Train {theme}")),
        }
    }

    fn drill(&mut self) -> bool {
        let weakest = self.weakest();
        let was = self.drilled.take();
        self.drilled = was.is_none().then_some(weakest).flatten();
        was.is_some() || weakest.is_some()
    }

    fn take_notice(&mut self) -> Option<String> {
        let saver = self.file.as_ref().map(|(_, saver)| saver);
        let fault = saver.and_then(SaveQueue::take_notice);
        if fault.is_some() {
            // After a failure, no more results are saved.
            self.file = None;
        }
        fault
    }

    /// Goes on to the next puzzle, whichever button was pressed.
    fn leave(&mut self, _context: &mut Context) -> NextExercise {
        self.change = None;
        self.next.take(None);
        self.place += 1;
        if self.is_rated || self.place == self.puzzles.len() {
            self.place = 0;
            self.sort();
        }
        NextExercise::Next(Box::new(self.start()))
    }
}
