//! Learning value tables: a learner plays game after game and sets its costs by what it meets.
//!
//! Temporal differences over the fields after a lock: some decisions after a field its cost is
//! drawn towards what was paid in between plus the cost of the field that they led to. How far,
//! each entry decides for itself: one whose errors cancel out moves less and less (temporal
//! coherence, Beal and Smith 1999; for sums of entries of a table Jaskowski 2018).

mod checkpoint;
mod recipe;

use std::sync::atomic::Ordering;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::players::value_table::entries::{ENTRIES, PER_FIELD, entries_of};
use crate::players::value_table::{LINES_MAX, Table, in_the_mirror};
use crate::rules::motion::COLUMNS;
use crate::rules::randomizer::generator;
use crate::rules::{Board, Piece, Randomizer, RandomizerKind};
use crate::search::{MoveGenerator, on_this_processor};

use super::batch::Control;

pub use checkpoint::Checkpoint;
pub use recipe::Recipe;

/// What is to be learnt, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// What clearing one, two or three rows at once loses, in lines (0-1000).
    pub burns: [f64; 3],
    /// What a lost game loses, in lines (0-1000).
    pub game_over: f64,
    /// What a cost counts one piece earlier (0-1).
    pub discount: f64,
    /// Share of an error that a field's cost moves by while nothing is known (0-1).
    pub step: f64,
    /// Decisions between a field and the one that it learns from (1-100).
    pub decisions: usize,
    /// Locks of the current piece that are followed to the next one (1-100).
    pub candidates: usize,
    /// Rows of garbage that come in with a hundred pieces, on average (0-100); the holes of a game
    /// are in one column.
    pub garbage: f64,
    /// Pieces to learn from; the sample begun last is finished.
    pub pieces: u64,
    /// Seed of the games, with the cartridge's odds.
    pub seed: u64,
}

impl Default for Lesson {
    /// As for `scorer`, from no pieces.
    fn default() -> Lesson {
        Lesson {
            burns: [0.867, 1.667, 2.0],
            game_over: 60.0,
            discount: 0.99,
            step: 0.5,
            decisions: 4,
            candidates: 10,
            garbage: 0.0,
            pieces: 0,
            seed: 0,
        }
    }
}

impl Lesson {
    /// Checks the ranges.
    ///
    /// # Errors
    /// The first value out of its range, and what is allowed.
    pub fn check(&self) -> Result<(), String> {
        let [single, double, triple] = self.burns;
        let count = |count: usize| count as f64;
        let ranges = [
            ("burn", single, 0.0, LINES_MAX),
            ("burn", double, 0.0, LINES_MAX),
            ("burn", triple, 0.0, LINES_MAX),
            ("game over", self.game_over, 0.0, LINES_MAX),
            ("discount", self.discount, 0.0, 1.0),
            ("step", self.step, 0.0, 1.0),
            ("decisions", count(self.decisions), 1.0, 100.0),
            ("candidates", count(self.candidates), 1.0, 100.0),
            ("garbage", self.garbage, 0.0, 100.0),
        ];
        match ranges
            .iter()
            .find(|(_, value, min, max)| !(*min..=*max).contains(value))
        {
            Some((name, value, min, max)) => {
                Err(format!("{name} {value}; allowed: {min} to {max}"))
            }
            None => Ok(()),
        }
    }
}

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

    fn count(&mut self, step: &Step) {
        self.pieces += 1;
        self.rows += step.rows as u64;
        if step.rows == 4 {
            self.tetrises[step.column] += 1;
        }
    }
}

/// A lock that was tried: what it costs with all that follows, the field after it, rows cleared.
#[derive(Clone, Copy)]
struct Step {
    cost: f32,
    board: Board,
    rows: usize,
    /// Column of the pivot.
    column: usize,
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

/// Learns a table on one thread: equal lessons give equal tables.
pub struct Learner<'a, M> {
    lesson: &'a Lesson,
    moves: &'a M,
    burns: [f32; 5],
    discount: f32,
    costs: Box<[f32]>,
    /// For each entry the sum of its errors, and that of their sizes.
    errors: Box<[[f32; 2]]>,
    stage: Stage,
    /// What had been played when it began.
    before_stage: Course,
    randomizer: Randomizer,
    sender: Sender,
    board: Board,
    /// The entries of `board`, unless the game has just begun.
    entries: Option<[u32; PER_FIELD]>,
    course: Course,
}

impl<'a, M: MoveGenerator> Learner<'a, M> {
    /// A learner that goes on from a table, or begins with nothing: then the first quarter of the
    /// pieces goes into decisions that know the current piece only, and if after it, or after half
    /// of the pieces, the well is at the left wall, it goes on with what it knows seen in the mirror.
    ///
    /// Under the gravity of high levels the well stays at the right from there on; without gravity
    /// it moves to the third column from a wall. [`Course::tetrises`] says where it is.
    ///
    /// # Errors
    /// As [`Lesson::check`].
    pub fn new(lesson: &'a Lesson, moves: &'a M, from: Option<&Table>) -> Result<Self, String> {
        lesson.check()?;
        let [single, double, triple] = lesson.burns.map(|burn| burn as f32);
        let costs = match from {
            Some(table) => table.to_lines(),
            None => vec![0.0; ENTRIES].into(),
        };
        Ok(Learner {
            lesson,
            moves,
            burns: [0.0, single, double, triple, 0.0],
            discount: lesson.discount as f32,
            costs,
            errors: vec![[0.0; 2]; ENTRIES].into(),
            stage: match from {
                None => Stage::Beginner,
                Some(_) => Stage::Settled,
            },
            before_stage: Course::default(),
            randomizer: game(lesson.seed, 0),
            sender: Sender::new(lesson, 0),
            board: Board::EMPTY,
            entries: None,
            course: Course::default(),
        })
    }

    /// Learns until the pieces are used up or it is stopped; says what was played.
    pub fn run(&mut self, control: &Control) -> Course {
        self.run_to(self.lesson.pieces, control)
    }

    /// The same, but pauses when so many pieces of all have been played: called again it goes on as
    /// if it had not.
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
            on_this_processor(
                #[inline(always)]
                || self.learn_once(),
            );
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
            self.board = Board::EMPTY;
            self.entries = None;
        }
        self.stage = next;
        self.before_stage = self.course;
    }

    /// What has been played so far.
    pub const fn course(&self) -> &Course {
        &self.course
    }

    /// What has been learnt so far.
    pub fn table(&self) -> Table {
        Table::from_lines(&self.costs)
    }

    /// Plays from one field to the next that is learnt from, and moves the cost of the first.
    #[inline(always)]
    fn learn_once(&mut self) {
        let mut paid = 0.0;
        let after = if self.stage == Stage::Beginner {
            self.play_current(&mut paid)
        } else {
            self.play_rolling(&mut paid)
        };
        if let Some(entries) = self.entries {
            self.draw(&entries, paid);
        }
        match after {
            Some(board) => {
                self.board = board;
                self.entries = Some(entries_of(&board));
            }
            None => {
                self.course.games_over += 1;
                self.randomizer = game(self.lesson.seed, self.course.games_over);
                self.sender = Sender::new(self.lesson, self.course.games_over);
                self.board = Board::EMPTY;
                self.entries = None;
            }
        }
    }

    /// One piece where it is cheapest; none when the game is lost.
    #[inline(always)]
    fn play_current(&mut self, paid: &mut f32) -> Option<Board> {
        let current = self.randomizer.choose();
        let mut best: Option<Step> = None;
        self.each_lock(&self.board, current, |step| {
            if best.is_none_or(|best| step.cost < best.cost) {
                best = Some(step);
            }
        });
        let Some(best) = best else {
            self.course.pieces += 1;
            *paid = self.lesson.game_over as f32;
            return None;
        };
        self.course.count(&best);
        let after = self.sender.send(best.board);
        *paid = match after {
            Some(board) if board == best.board => best.cost,
            Some(board) => self.burns[best.rows] + self.discount * self.cost(&entries_of(&board)),
            None => self.burns[best.rows] + self.discount * self.lesson.game_over as f32,
        };
        after
    }

    /// Decisions over two known pieces that play the first of them; the last plays both.
    #[inline(always)]
    fn play_rolling(&mut self, paid: &mut f32) -> Option<Board> {
        let mut board = self.board;
        let mut current = self.randomizer.choose();
        let mut next = self.randomizer.choose();
        let mut weight = 1.0;
        for left in (0..self.lesson.decisions).rev() {
            let Some([first, second]) = self.best_two(&board, current, next) else {
                self.course.pieces += 1;
                *paid += weight * self.lesson.game_over as f32;
                return None;
            };
            self.course.count(&first);
            *paid += weight * self.burns[first.rows];
            weight *= self.discount;
            if left > 0 {
                board = self.sent(first.board, weight, paid)?;
                current = next;
                next = self.randomizer.choose();
                continue;
            }
            self.course.count(&second);
            *paid += weight * self.burns[second.rows];
            weight *= self.discount;
            board = self.sent(second.board, weight, paid)?;
            *paid += weight * self.cost(&entries_of(&board));
        }
        Some(board)
    }

    /// The field after the garbage that comes in now; none, and paid for, when that ends the game.
    #[inline(always)]
    fn sent(&mut self, board: Board, weight: f32, paid: &mut f32) -> Option<Board> {
        let after = self.sender.send(board);
        if after.is_none() {
            *paid += weight * self.lesson.game_over as f32;
        }
        after
    }

    /// The cheapest two locks, of those first ones that are cheapest by themselves.
    #[inline(always)]
    fn best_two(&self, board: &Board, current: Piece, next: Piece) -> Option<[Step; 2]> {
        let mut firsts = Vec::with_capacity(64);
        self.each_lock(board, current, |step| firsts.push(step));
        firsts.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        let mut best: Option<([Step; 2], f32)> = None;
        for first in firsts.into_iter().take(self.lesson.candidates) {
            let burn = self.burns[first.rows];
            self.each_lock(&first.board, next, |second| {
                let cost = burn + self.discount * second.cost;
                if best.is_none_or(|(_, best)| cost < best) {
                    best = Some(([first, second], cost));
                }
            });
        }
        best.map(|(steps, _)| steps)
    }

    #[inline(always)]
    fn each_lock(&self, board: &Board, piece: Piece, mut see: impl FnMut(Step)) {
        let Some(locks) = self.moves.locks(board, piece) else {
            return;
        };
        for lock in locks.iter() {
            let (board, rows) = board.lock(lock);
            let rows = rows as usize;
            let cost = self.burns[rows] + self.discount * self.cost(&entries_of(&board));
            see(Step {
                cost,
                board,
                rows,
                column: lock.x as usize,
            });
        }
    }

    #[inline(always)]
    fn cost(&self, entries: &[u32; PER_FIELD]) -> f32 {
        let costs = entries.iter().map(|&entry| self.costs[entry as usize]);
        costs.sum()
    }

    /// Draws the sum of these entries towards `target`.
    fn draw(&mut self, entries: &[u32; PER_FIELD], target: f32) {
        let error = target - self.cost(entries);
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

/// Sends garbage as somebody on the other side would: seldom, and several rows at once.
struct Sender {
    generator: ChaCha8Rng,
    /// How often something comes, in parts of 2^32 a piece.
    odds: u32,
    hole: u8,
}

/// Rows that come at once, each as likely: a double, a triple, a Tetris.
const ATTACKS: [u32; 3] = [1, 2, 4];

impl Sender {
    /// The other side of game number `number`.
    fn new(lesson: &Lesson, number: u64) -> Sender {
        // Another stream than that of the pieces.
        let mut generator = generator(!lesson.seed, number);
        let mean = f64::from(ATTACKS.iter().sum::<u32>()) / ATTACKS.len() as f64;
        Sender {
            hole: generator.random_range(0..COLUMNS as u8),
            // 100 rows with a hundred pieces are less than one attack a piece.
            odds: (lesson.garbage / 100.0 / mean * f64::from(u32::MAX)) as u32,
            generator,
        }
    }

    /// The field after what comes in now, if anything does; none when the stack is pushed out.
    #[inline(always)]
    fn send(&mut self, board: Board) -> Option<Board> {
        if self.odds == 0 || self.generator.random::<u32>() >= self.odds {
            return Some(board);
        }
        let rows = ATTACKS[self.generator.random_range(0..ATTACKS.len())];
        board.raised(rows, self.hole)
    }
}

fn game(seed: u64, number: u64) -> Randomizer {
    Randomizer::new(RandomizerKind::NesOdds, seed, number).expect("the odds take any seed")
}
