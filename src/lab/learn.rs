//! Learning value tables: a learner plays game after game and sets its costs by what it meets.
//!
//! Temporal differences over the fields after a lock: some decisions after a field its cost is
//! drawn towards what was paid in between plus the cost of the field that they led to. How far,
//! each entry decides for itself: one whose errors cancel out moves less and less (temporal
//! coherence, Beal and Smith 1999; for sums of entries of a table Jaskowski 2018).
//!
//! It is played in rounds, on up to 16 cores: in each so many games go on by costs that stand
//! still, and what was met in them is learnt in a fixed order. Equal lessons give equal tables.

mod checkpoint;
mod curve;
mod judge;
mod lesson;
mod recipe;
mod stream;
mod trouble;

use std::sync::atomic::Ordering;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::players::value_table::entries::{ENTRIES, PER_FIELD};
use crate::players::value_table::{Table, in_the_mirror};
use crate::rules::Board;
use crate::rules::motion::COLUMNS;
use crate::search::{MoveGenerator, on_this_processor};

use super::run::Control;
use judge::{Judge, TriedLock, burns_of, sum};
use stream::{Sample, Stream};

pub use checkpoint::Checkpoint;
pub use curve::{Curve, CurveNote};
pub use lesson::Lesson;
pub use recipe::Recipe;

/// Games that are played side by side.
const STREAMS: usize = 16;
/// Pieces of each in a round: few at first, so that costs are not far behind what was met.
const ROUND_PIECES: [u64; 2] = [16, 256];
/// As long as a learner that began with nothing has no well, they change so quickly that rounds begin
/// shorter: of three seeds, two moved the well to the left with rounds of 16 and more.
const FIRST_ROUND_PIECES: u64 = 4;
/// A round that is longer than the shortest is at most this share of what was played before.
const ROUND_SHARE: u64 = 256;

/// What was played while learning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// Pieces placed.
    pub pieces: u64,
    /// Games lost.
    pub games_over: u64,
    /// Rows cleared.
    pub rows: u64,
    /// Tetrises taken in each column, 0 at the left; as seen in the mirror up to when the costs were.
    pub tetrises: [u64; COLUMNS as usize],
}

impl Course {
    /// Rows that went by Tetrises.
    pub fn rows_by_tetrises(&self) -> u64 {
        4 * self.tetrises.iter().sum::<u64>()
    }

    fn count(&mut self, step: &TriedLock) {
        self.pieces += 1;
        self.rows += step.rows as u64;
        if step.rows == 4 {
            self.tetrises[step.column] += 1;
        }
    }

    fn add(&mut self, other: &Course) {
        self.pieces += other.pieces;
        self.games_over += other.games_over;
        self.rows += other.rows;
        for (mine, others) in self.tetrises.iter_mut().zip(other.tetrises) {
            *mine += others;
        }
    }
}

/// How far a learner is that began with nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    /// The first quarter: decisions know the current piece only, as the costs say nothing.
    Beginner,
    /// The second: the well comes to be somewhere.
    Unsettled,
    Settled,
}

/// Learns a table: equal lessons give equal tables, whatever the number of threads.
pub struct Learner<'a> {
    lesson: &'a Lesson,
    moves: Vec<&'a dyn MoveGenerator>,
    costs: Box<[f32]>,
    /// For each entry the sum of its errors, and that of their sizes.
    errors: Box<[[f32; 2]]>,
    stage: Stage,
    /// What had been played when it began.
    before_stage: Course,
    streams: Vec<Stream>,
    course: Course,
    /// Fields learnt from, and by how much their costs were off, all together.
    learnt: (u64, f64),
    curve: Curve,
}

impl<'a> Learner<'a> {
    /// A learner that goes on from a table, or begins with nothing: then the first quarter of the
    /// pieces goes into decisions that know the current piece only, and if after it, or after half
    /// of the pieces, the well is at the left wall, it goes on with what it knows seen in the mirror.
    ///
    /// Under the gravity of high levels the well stays at the right from there on; without gravity
    /// it moves to the third column from a wall. [`Course::tetrises`] says where it is.
    ///
    /// `moves` has one or several, such as those of several levels: the games that are played side by
    /// side take them in turn.
    ///
    /// # Errors
    /// As [`Lesson::check`], and no or more than 16 moves.
    pub fn new(
        lesson: &'a Lesson,
        moves: &[&'a dyn MoveGenerator],
        from: Option<&Table>,
    ) -> Result<Self, String> {
        lesson.check()?;
        if !(1..=STREAMS).contains(&moves.len()) {
            let count = moves.len();
            return Err(format!("{count} ways to move; allowed: 1 to {STREAMS}"));
        }
        let costs = match from {
            Some(table) => table.to_lines(),
            None => vec![0.0; ENTRIES].into(),
        };
        let streams = (0..STREAMS as u64).map(|number| Stream::new(lesson, number));
        Ok(Learner {
            lesson,
            moves: moves.to_vec(),
            costs,
            errors: vec![[0.0; 2]; ENTRIES].into(),
            stage: match from {
                None => Stage::Beginner,
                Some(_) => Stage::Settled,
            },
            before_stage: Course::default(),
            streams: streams.collect(),
            course: Course::default(),
            learnt: (0, 0.0),
            curve: Curve::default(),
        })
    }

    /// The same, but pauses after the round in which so many pieces of all have been played: called
    /// again it goes on as if it had not.
    pub fn run_to(&mut self, pieces: u64, control: &Control) -> Course {
        let pieces = pieces.min(self.lesson.pieces);
        while self.course.pieces < pieces && !control.stop.load(Ordering::Relaxed) {
            let quarters = self.course.pieces.saturating_mul(4) / self.lesson.pieces;
            match self.stage {
                Stage::Beginner if quarters >= 1 => {
                    self.end_stage(Stage::Unsettled);
                    // Errors of other decisions say little about those to come.
                    self.errors.fill([0.0; 2]);
                }
                Stage::Unsettled if quarters >= 2 => self.end_stage(Stage::Settled),
                _ => {}
            }
            self.play_round();
            control.pieces.store(self.course.pieces, Ordering::Relaxed);
            let games = self.course.games_over;
            control.games.store(games, Ordering::Relaxed);
        }
        self.course
    }

    /// Goes on to the next stage; if the well is at the left wall, with what has been learnt seen in
    /// the mirror.
    fn end_stage(&mut self, next: Stage) {
        let [before_left, .., before_right] = self.before_stage.tetrises;
        let [left, .., right] = self.course.tetrises;
        if left - before_left > right - before_right {
            self.costs = in_the_mirror(&self.costs);
            self.course.tetrises.reverse();
            self.errors.fill([0.0; 2]);
            for stream in &mut self.streams {
                stream.board = Board::EMPTY;
                stream.is_fresh = true;
            }
        }
        self.stage = next;
        self.before_stage = self.course;
    }

    /// What has been played so far.
    pub const fn course(&self) -> &Course {
        &self.course
    }

    /// How learning went so far; one that went on from a checkpoint of an older program knows what
    /// came after it only.
    pub const fn curve(&self) -> &Curve {
        &self.curve
    }

    /// What has been learnt so far.
    pub fn table(&self) -> Table {
        Table::from_lines(&self.costs)
    }

    /// All games go on for a while; then what was met is learnt, game by game.
    fn play_round(&mut self) {
        let left = self.lesson.pieces - self.course.pieces;
        let [usual, longest] = ROUND_PIECES;
        let shortest = match self.stage {
            Stage::Settled => usual,
            Stage::Beginner | Stage::Unsettled => FIRST_ROUND_PIECES,
        };
        let pieces = self.course.pieces / ROUND_SHARE / STREAMS as u64;
        let pieces = pieces.clamp(shortest, longest);
        let pieces = pieces.min(left.div_ceil(STREAMS as u64));
        let judge = |moves| Judge {
            lesson: self.lesson,
            moves,
            costs: &self.costs,
            burns: burns_of(self.lesson),
            knows_one: self.lesson.known_pieces == 1 || self.stage == Stage::Beginner,
        };
        let play = |(number, stream): (usize, &mut Stream)| {
            let judge = judge(self.moves[number % self.moves.len()]);
            on_this_processor(
                #[inline(always)]
                || stream.play(&judge, pieces),
            )
        };
        let streams = self.streams.par_iter_mut().enumerate();
        let played: Vec<(Vec<Sample>, Course)> = streams.map(play).collect();
        for (samples, course) in &played {
            self.course.add(course);
            for sample in samples {
                self.draw(&sample.entries, sample.target);
            }
        }
        let (fields, errors) = self.learnt;
        self.curve.note(&self.course, fields, errors);
    }

    /// Draws the sum of these entries towards `target`.
    fn draw(&mut self, entries: &[u32; PER_FIELD], target: f32) {
        let error = target - sum(&self.costs, entries);
        self.learnt.0 += 1;
        self.learnt.1 += f64::from(error.abs());
        let step = self.lesson.step as f32 * error / PER_FIELD as f32;
        for &entry in entries {
            let [sum, size] = &mut self.errors[entry as usize];
            let rate = if *size > 0.0 { sum.abs() / *size } else { 1.0 };
            self.costs[entry as usize] += rate * step;
            *sum += error;
            *size += error.abs();
        }
    }
}
