//! Series of puzzles: rated ones of the player's strength, or unsolved ones first and then by difficulty, easiest first.

use std::path::PathBuf;

use rightwell::players::Label;
use rightwell::render::panel::{Curve, Figure};
use rightwell::rules::{Pose, Region};
use rightwell::session::puzzles::Puzzle;
use rightwell::session::{PracticeStart, Rater, ReviewedMove};

use crate::input::action::{Action, HelpLine};
use crate::scene::context::Context;
use crate::scene::words;
use crate::store::puzzle_results::{self, PuzzleResults};
use crate::store::saver::SaveQueue;

use super::{Exercise, NextExercise, rate};

const KEYS: &[HelpLine] = &[
    (&[Action::TryAgain], "The same again"),
    (&[Action::NextMistake], "The next puzzle"),
];

/// Height of the curve of ratings in pixels.
const CURVE_HEIGHT: usize = 24;

/// Maximum loss of two pieces that counts as right, in lines: so much may the judge be wrong about two locks.
const PAIR_ERROR: f64 = 0.2;
/// Grades, each with its minimum number of 100. A lower number is an F.
const GRADES: [(&str, f64); 4] = [("A", 90.0), ("B", 75.0), ("C", 50.0), ("D", 25.0)];

/// Returns the grade of an answer that loses so many lines, as in `85 B`. Each line takes 25 of 100.
fn graded(loss: f64) -> String {
    let number = (100.0 - 25.0 * loss).max(0.0).round();
    let grade = GRADES.iter().find(|(_, least)| number >= *least);
    format!("{number} {}", grade.map_or("F", |(grade, _)| grade))
}

/// Puzzles to be solved, with the results so far.
#[derive(Debug)]
pub struct PuzzleSeries {
    rater: Rater,
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
    /// Number of pieces to place: 1, or 2 for the piece and NEXT.
    pieces: usize,
    /// Rating of NEXT's lock in the last answer. `None` before it, and for answers of one piece.
    second: Option<ReviewedMove>,
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
            rater,
            region,
            puzzles: chosen,
            all,
            place: 0,
            is_rated,
            pieces,
            second: None,
            change: None,
            results,
            file,
        };
        series.sort();
        series
    }

    /// Sorts the puzzles: unsolved ones first, then by difficulty. Rated puzzles: new ones first, then by how near they are
    /// to the player's strength.
    fn sort(&mut self) {
        let (results, is_rated) = (&self.results, self.is_rated);
        let strength = results.next_skill().rating;
        self.puzzles.sort_by_key(|(number, puzzle)| {
            let difficulty = results.difficulty(puzzle).rating;
            match is_rated && results.is_new(puzzle) {
                true => (false, (difficulty - strength).abs() as u32, *number),
                false => (
                    is_rated || results.is_solved(puzzle),
                    difficulty as u32,
                    *number,
                ),
            }
        });
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
    fn note(&mut self, is_solved: bool) {
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

    fn keys(&self) -> &'static [HelpLine] {
        KEYS
    }

    fn pieces(&self) -> usize {
        self.pieces
    }

    fn judge(&mut self, locks: &[Pose]) -> Result<Option<ReviewedMove>, String> {
        let (number, puzzle) = self.on();
        let mut tried = rate(&self.rater, *number, &puzzle.position, locks[0])?;
        let second = match locks.get(1).zip(puzzle.position.after(locks[0], None)) {
            Some((&lock, position)) => rate(&self.rater, *number, &position, lock)?,
            None => None,
        };
        if let Some(tried) = &mut tried {
            tried.rating.played.then = locks.get(1).copied().or(tried.rating.played.then);
            self.second = second;
            self.note(self.is_solved(tried));
        }
        Ok(tried)
    }

    /// Returns the sum of the losses of both pieces, each compared with the best lock at its turn.
    fn loss(&self, tried: &ReviewedMove) -> f64 {
        let second = self.second.as_ref();
        tried.rating.loss + second.map_or(0.0, |second| second.rating.loss)
    }

    /// Returns whether the attempt is as good as the best one within the judge's error, or leads to the same board.
    fn is_solved(&self, tried: &ReviewedMove) -> bool {
        let (_, puzzle) = self.on();
        let best = tried.rating.best();
        match self.pieces {
            1 => tried.rating.label() == Label::Best || puzzle.is_solved_by(tried.played.lock),
            _ => {
                let board = |lock, then| Some(puzzle.position.board.lock(lock).0.lock(then?).0);
                let played = board(tried.played.lock, tried.rating.played.then);
                self.second.is_some() && self.loss(tried) <= PAIR_ERROR
                    || played.is_some() && played == board(best.lock, best.then)
            }
        }
    }

    fn verdict(&self, tried: &ReviewedMove) -> String {
        let usual = || "not solved: another lock was better".to_owned();
        if let Some(second) = &self.second {
            let wrong = [tried, second].into_iter();
            let wrong = wrong.max_by(|one, other| one.rating.loss.total_cmp(&other.rating.loss));
            return match (self.is_solved(tried), wrong) {
                (true, _) => "solved: no two places are better".to_owned(),
                (false, wrong) => wrong
                    .and_then(|wrong| wrong.sentences().next())
                    .unwrap_or_else(usual),
            };
        }
        match (self.is_solved(tried), tried.rating.second_loses()) {
            (true, Some(second)) => {
                format!("solved: the second best lock loses {second:.1} lines")
            }
            (true, None) => "solved: there is no other lock".to_owned(),
            (false, _) => tried.sentences().next().unwrap_or_else(usual),
        }
    }

    fn figures(&self, tried: Option<&ReviewedMove>) -> Vec<Figure> {
        let (number, puzzle) = self.on();
        let mut figures = vec![
            Figure::new("Puzzle", number.to_string()),
            Figure::new("Stars", puzzle.stars.to_string()),
            Figure::new("Streak", self.results.streak.to_string()),
        ];
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
            figures.push(Figure::new("Best", self.results.best_streak.to_string()));
            return figures;
        };
        // Read the second-best lock from the new rating, so that it agrees with the list of best locks.
        let second = tried.rating.second_loses();
        figures.extend([
            Figure::new("Theme", puzzle.theme.name()),
            Figure::new("Lines lost", words::loss(self.loss(tried))),
        ]);
        if let Some(second) = &self.second {
            figures.extend([
                Figure::new("This piece", words::loss(tried.rating.loss)),
                Figure::new("NEXT", words::loss(second.rating.loss)),
                Figure::new("Grade", graded(self.loss(tried))),
            ]);
            return figures;
        }
        figures.extend(second.map(|second| Figure::new("Second best", words::loss(second))));
        figures
    }

    fn curve(&self) -> Option<Curve> {
        let ratings = self.results.history();
        let (least, most) = (*ratings.iter().min()?, *ratings.iter().max()?);
        let height = |&rating: &u16| f32::from(rating - least + 20) / f32::from(most - least + 40);
        (self.is_rated && ratings.len() > 1).then(|| Curve {
            line: ratings.iter().map(height).collect(),
            height: CURVE_HEIGHT,
            ..Curve::default()
        })
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
        (self.change, self.second) = (None, None);
        self.place += 1;
        if self.is_rated || self.place == self.puzzles.len() {
            self.place = 0;
            self.sort();
        }
        NextExercise::Next(Box::new(self.start()))
    }
}
