//! Learning of value tables. A learner plays game after game and adjusts its costs to the results.
//!
//! The method is temporal differences over playfields after a lock. A few decisions after a playfield, the learner
//! compares the cost of that playfield with the losses since then plus the cost of the playfield now reached, and moves
//! the first cost towards that sum. Each entry has its own learning rate. The more the errors of an entry cancel out,
//! the less it moves (temporal coherence, Beal and Smith 1999; for sums of table entries Jaskowski 2018).
//!
//! Learning runs in rounds. In each round, 16 games go on in parallel, on up to 16 cores, with constant costs. The
//! learner then learns from them in a fixed order, so equal settings give equal tables.

mod checkpoint;
mod curve;
mod disturbance;
mod judge;
mod lesson;
mod recipe;
mod stream;

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
use stream::{GameStream, TrainingSample};

pub use checkpoint::Checkpoint;
pub use curve::{CurveNote, LearningCurve};
pub use lesson::LearningSettings;
pub use recipe::Recipe;

/// Number of streams of games that run in parallel.
const STREAMS: usize = 16;
/// Minimum and maximum number of pieces per game in a round. Early rounds are short, so that the costs follow the
/// results closely.
const ROUND_PIECES: [u64; 2] = [16, 256];
/// Number of pieces per game in the first rounds of a learner that starts without a table. Such a learner has no well
/// yet, and its costs change quickly. With 16 or more pieces per round, the well moved to the left for two of three
/// seeds.
const FIRST_ROUND_PIECES: u64 = 4;
/// Divisor that limits the length of a round: at most 1/256 of all pieces so far, but at least the minimum.
const ROUND_SHARE: u64 = 256;

/// Totals of the games played for learning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearningTotals {
    /// Number of pieces locked.
    pub pieces: u64,
    /// Number of games lost.
    pub games_over: u64,
    /// Number of rows cleared.
    pub rows: u64,
    /// Tetrises by column, 0 at the left. If the learner mirrors its costs, it mirrors these counts too.
    pub tetrises: [u64; COLUMNS as usize],
}

impl LearningTotals {
    /// Returns the rows cleared by Tetrises.
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

    fn add(&mut self, other: &LearningTotals) {
        self.pieces += other.pieces;
        self.games_over += other.games_over;
        self.rows += other.rows;
        for (mine, others) in self.tetrises.iter_mut().zip(other.tetrises) {
            *mine += others;
        }
    }
}

/// Stage of a learner that started without a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum LearningStage {
    /// First quarter of the learning. Decisions know only the current piece, because the costs are still meaningless.
    Beginner,
    /// Second quarter of the learning. The well may still change sides.
    Unsettled,
    /// Second half of the learning, or all of it if it started from a table. The well stays on its side.
    Settled,
}

/// Learner of a value table. Equal settings give equal tables, whatever the number of threads.
pub struct Learner<'a> {
    lesson: &'a LearningSettings,
    moves: Vec<&'a dyn MoveGenerator>,
    costs: Box<[f32]>,
    /// For each entry, the sum of its errors and the sum of their absolute values.
    errors: Box<[[f32; 2]]>,
    stage: LearningStage,
    /// Totals at the start of the current stage.
    before_stage: LearningTotals,
    streams: Vec<GameStream>,
    totals: LearningTotals,
    /// Number of playfields from which the learner has learnt, and sum of the absolute errors of their costs.
    error_sum: (u64, f64),
    curve: LearningCurve,
}

impl<'a> Learner<'a> {
    /// Creates a learner that continues from the table `from`, or starts without a table. Without a table, decisions
    /// know only the current piece in the first quarter of the pieces. If the well is at the left wall after the first
    /// quarter or after half of the pieces, the learner mirrors everything it has learnt.
    ///
    /// Under the gravity of high levels, the well stays at the right after that. Without gravity, it moves to the third
    /// column from a wall. [`LearningTotals::tetrises`] shows its position.
    ///
    /// `moves` contains one or more move generators, for example one per level. The parallel streams of games use them
    /// in rotation.
    ///
    /// # Errors
    /// The errors of [`LearningSettings::check`]. Also if `moves` is empty or has more than 16 generators.
    pub fn new(
        lesson: &'a LearningSettings,
        moves: &[&'a dyn MoveGenerator],
        from: Option<&Table>,
    ) -> Result<Self, String> {
        lesson.check()?;
        if !(1..=STREAMS).contains(&moves.len()) {
            let count = moves.len();
            return Err(format!("{count} move generators; allowed: 1 to {STREAMS}"));
        }
        let costs = match from {
            Some(table) => table.to_lines(),
            None => vec![0.0; ENTRIES].into(),
        };
        let streams = (0..STREAMS as u64).map(|number| GameStream::new(lesson, number));
        Ok(Learner {
            lesson,
            moves: moves.to_vec(),
            costs,
            errors: vec![[0.0; 2]; ENTRIES].into(),
            stage: match from {
                None => LearningStage::Beginner,
                Some(_) => LearningStage::Settled,
            },
            before_stage: LearningTotals::default(),
            streams: streams.collect(),
            totals: LearningTotals::default(),
            error_sum: (0, 0.0),
            curve: LearningCurve::default(),
        })
    }

    /// Learns until the total reaches `pieces` (rounded up to whole rounds), the settings' number of pieces is reached,
    /// or `control` stops it. Returns the totals so far. A further call continues where this one ended.
    pub fn run_to(&mut self, pieces: u64, control: &Control) -> LearningTotals {
        let pieces = pieces.min(self.lesson.pieces);
        while self.totals.pieces < pieces && !control.stop.load(Ordering::Relaxed) {
            let quarters = self.totals.pieces.saturating_mul(4) / self.lesson.pieces;
            match self.stage {
                LearningStage::Beginner if quarters >= 1 => {
                    self.end_stage(LearningStage::Unsettled);
                    // Errors of decisions that knew only one piece say little about later decisions, which know two.
                    self.errors.fill([0.0; 2]);
                }
                LearningStage::Unsettled if quarters >= 2 => self.end_stage(LearningStage::Settled),
                _ => {}
            }
            self.play_round();
            control.pieces.store(self.totals.pieces, Ordering::Relaxed);
            let games = self.totals.games_over;
            control.games.store(games, Ordering::Relaxed);
        }
        self.totals
    }

    /// Starts the next stage. If the well is at the left wall, mirrors everything learnt so far.
    fn end_stage(&mut self, next: LearningStage) {
        let [before_left, .., before_right] = self.before_stage.tetrises;
        let [left, .., right] = self.totals.tetrises;
        if left - before_left > right - before_right {
            self.costs = in_the_mirror(&self.costs);
            self.totals.tetrises.reverse();
            self.errors.fill([0.0; 2]);
            for stream in &mut self.streams {
                stream.board = Board::EMPTY;
                stream.is_fresh = true;
            }
        }
        self.stage = next;
        self.before_stage = self.totals;
    }

    /// Returns the totals of all games so far.
    pub const fn totals(&self) -> &LearningTotals {
        &self.totals
    }

    /// Returns the learning curve so far. If the learner was resumed from a checkpoint of an older version, the curve
    /// starts at that checkpoint.
    pub const fn curve(&self) -> &LearningCurve {
        &self.curve
    }

    /// Returns the table learnt so far.
    pub fn table(&self) -> Table {
        Table::from_lines(&self.costs)
    }

    /// Plays one round of all games, then learns from each game in order.
    fn play_round(&mut self) {
        let left = self.lesson.pieces - self.totals.pieces;
        let [usual, longest] = ROUND_PIECES;
        let shortest = match self.stage {
            LearningStage::Settled => usual,
            LearningStage::Beginner | LearningStage::Unsettled => FIRST_ROUND_PIECES,
        };
        let pieces = self.totals.pieces / ROUND_SHARE / STREAMS as u64;
        let pieces = pieces.clamp(shortest, longest);
        let pieces = pieces.min(left.div_ceil(STREAMS as u64));
        let judge = |moves| Judge {
            lesson: self.lesson,
            moves,
            costs: &self.costs,
            burns: burns_of(self.lesson),
            knows_one: self.lesson.known_pieces == 1 || self.stage == LearningStage::Beginner,
        };
        let play = |(number, stream): (usize, &mut GameStream)| {
            let judge = judge(self.moves[number % self.moves.len()]);
            on_this_processor(
                #[inline(always)]
                || stream.play(&judge, pieces),
            )
        };
        let streams = self.streams.par_iter_mut().enumerate();
        let played: Vec<(Vec<TrainingSample>, LearningTotals)> = streams.map(play).collect();
        for (samples, totals) in &played {
            self.totals.add(totals);
            for sample in samples {
                self.move_towards(&sample.entries, sample.target);
            }
        }
        let (fields, errors) = self.error_sum;
        self.curve.note(&self.totals, fields, errors);
    }

    /// Moves the sum of these entries towards `target`.
    fn move_towards(&mut self, entries: &[u32; PER_FIELD], target: f32) {
        let error = target - sum(&self.costs, entries);
        self.error_sum.0 += 1;
        self.error_sum.1 += f64::from(error.abs());
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
