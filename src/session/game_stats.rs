//! Statistics of a running game: pieces, clears, levels, taps, DAS charge, and figures derived from them.
//!
//! They cover every kind of play: console, no gravity, matches, recordings and captured games. A step costs only a few
//! comparisons, except at a spawn or a clear. This module contains values but no texts.

pub mod ahead;
pub mod board_shape;
pub mod clears;
pub mod curve;
pub mod das;
pub mod droughts;
pub mod levels;
pub mod pace;
pub mod pieces;
mod sides;
mod sight;
pub mod taps;

use crate::engine::{Event, Events};
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::score::SCORE_MAX;
use crate::rules::{Pose, Score};

pub use board_shape::BoardShape;
pub use clears::{Clears, TenRowScore};
pub use curve::{Curve, CurvePoint};
pub use das::DasCharges;
pub use droughts::{DROUGHT, Droughts};
pub use levels::{LevelRow, Levels};
pub use pieces::{PieceCounts, PieceWait};
pub(in crate::session) use sides::MatchStats;
pub use sides::tetris_difference;
pub(in crate::session) use sight::CameraView;
use sight::StepCounting;
use sight::{StepView, unlimited};
pub use taps::{Burst, Taps};

use super::ending::Ending;
use super::summary::{Summary, tetris_rate};

/// Number of lines at which the cartridge's line counter restarts at 0.
///
/// Source: [`Counter`](crate::rules::Counter).
const COUNTER_END: u16 = 25_600;
/// Maximum soft drop points of a piece, at one point per row.
const PUSH_MAX: u64 = ROWS as u64 + 2;

/// Statistics of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameStats {
    /// Number of locks for each row (0 at the top) and column of the pivot. The lock that ends a lost game does not
    /// count.
    pub locks: [[u32; COLUMNS as usize]; ROWS as usize],
    /// Statistics of the waits for an I.
    pub droughts: Droughts,
    pieces: PieceCounts,
    clears: Clears,
    levels: Levels,
    curve: Curve,
    das: Option<DasCharges>,
    taps: Option<Taps>,
    frames: u64,
    /// Number of pieces that spawned when the board was ready for a Tetris.
    ready: u32,
    /// Number of pieces that locked, not counting the piece that ended the game.
    locked: u64,
    /// True if the level rises as lines are cleared.
    rises: bool,
    /// False if a camera saw the game from its middle, and its lines, its level or its score before that are unknown.
    has_known_counts: bool,
    /// Line counter when these statistics began.
    first_counter: u16,
    /// Line counter after the last step.
    counter: u16,
    /// Score after the last step.
    score: u64,
    /// State that decides in which statistics the next step is counted.
    next_step: StepCounting,
}

/// Returns the statistics of a game at level 0 before its first piece.
impl Default for GameStats {
    fn default() -> GameStats {
        GameStats {
            locks: [[0; COLUMNS as usize]; ROWS as usize],
            droughts: Droughts::default(),
            pieces: PieceCounts::default(),
            clears: Clears::new(0),
            levels: Levels::new(0),
            curve: Curve::default(),
            das: None,
            taps: None,
            frames: 0,
            ready: 0,
            locked: 0,
            rises: true,
            has_known_counts: true,
            first_counter: 0,
            counter: 0,
            score: 0,
            next_step: StepCounting::Waiting,
        }
    }
}

impl GameStats {
    /// Starts the statistics of a game whose current piece has just spawned.
    fn begin(sight: &StepView<'_>) -> GameStats {
        let mut stats = GameStats {
            clears: Clears::new(if sight.rises { sight.lines.into() } else { 0 }),
            levels: Levels::new(sight.level),
            rises: sight.rises,
            first_counter: sight.lines,
            counter: sight.lines,
            score: sight.score,
            ..GameStats::default()
        };
        stats.count_spawn(sight);
        stats
    }

    /// Counts a step. `sight` shows the game after the step.
    fn count(&mut self, events: Events, sight: &StepView<'_>) {
        let has_spawned = events.contains(Event::Spawned);
        if self.frames == 0 && !has_spawned && self.pieces.of(sight.piece) == 0 {
            // Another randomizer replaced the first piece before the first step.
            *self = GameStats {
                das: self.das,
                taps: self.taps,
                next_step: self.next_step,
                ..GameStats::begin(sight)
            };
        }
        self.frames += 1;
        if sight.lines != self.counter || sight.score != self.score {
            self.count_gain(sight);
        } else if sight.level != self.levels.now() {
            match self.clears.lines() {
                // A start level that no menu offers is set only after the first spawn.
                0 => self.levels.set(sight.level),
                _ => self.levels.rise(sight.level, sight.score),
            }
        }
        let is_done = events.contains(Event::GoalReached);
        if has_spawned || is_done {
            self.locked += 1;
            sight.locked.into_iter().for_each(|pose| self.lock(pose));
        }
        if has_spawned {
            self.count_spawn(sight);
        }
        if is_done || events.contains(Event::ToppedOut) {
            self.next_step = StepCounting::Over;
        }
    }

    fn lock(&mut self, pose: Pose) {
        let row = self.locks.get_mut(pose.y as usize);
        if let Some(cell) = row.and_then(|row| row.get_mut(pose.x as usize)) {
            *cell += 1;
        }
    }

    /// Counts a change of lines or score.
    fn count_gain(&mut self, sight: &StepView<'_>) {
        let rows = sight.rows_since(self.counter, self.score);
        let gained = sight.score.saturating_sub(self.score);
        let mut points = 0;
        // If one step contains several clears, guess their sizes.
        let mut rest = rows;
        while rest > 0 {
            let rows = rest.min(4);
            points += self.clears.count(rows, sight.level);
            rest -= rows;
        }
        let pushed = gained.saturating_sub(points);
        if sight.score < SCORE_MAX.into() && pushed <= PUSH_MAX {
            self.clears.push(pushed);
            points += pushed;
        }
        self.levels.count_gain(rows, points);
        self.levels.rise(sight.level, sight.score);
        self.counter = sight.lines;
        self.score = sight.score;
    }

    fn count_spawn(&mut self, sight: &StepView<'_>) {
        let marks = BoardShape::of(&(sight.board)());
        self.pieces.count(sight.piece);
        self.droughts.count(sight.piece);
        self.levels.count_spawn();
        self.ready += u32::from(marks.ready.is_some());
        self.curve.add(CurvePoint {
            pieces: self.pieces.all() - 1,
            lines: self.clears.place(),
            height: marks.height,
            score: self.score,
        });
    }

    /// Returns the summary with this score, and the ending if the game has ended.
    pub fn summary(&self, score: Score, ending: Option<Ending>) -> Summary {
        Summary {
            lines: match self.rises {
                true => self.clears.lines(),
                false => self.first_counter.saturating_sub(self.counter).into(),
            },
            tetris_rate: tetris_rate(self.clears.lines(), self.clears.of(4).into()),
            pieces: self.locked,
            score: unlimited(score),
            ending,
        }
    }

    /// Returns the counts of the pieces so far.
    pub const fn pieces(&self) -> &PieceCounts {
        &self.pieces
    }

    /// Returns the cleared rows, their points, TRT, EFF, EFF LOG and burn.
    pub const fn clears(&self) -> &Clears {
        &self.clears
    }

    /// Returns the statistics of each level, and the scores at level transitions.
    pub const fn levels(&self) -> &Levels {
        &self.levels
    }

    /// Returns the curve of height and score.
    pub const fn curve(&self) -> &Curve {
        &self.curve
    }

    /// Returns the DAS charge, or `None` if there is no gamepad or the charge was never seen.
    pub const fn das(&self) -> Option<&DasCharges> {
        self.das.as_ref()
    }

    /// Returns the taps to the left and right, or `None` if no gamepad is visible.
    pub const fn taps(&self) -> Option<&Taps> {
        self.taps.as_ref()
    }

    /// Returns the number of frames played, without pauses and without frames after the end. Without gravity and
    /// animation, a piece takes one frame.
    pub const fn frames(&self) -> u64 {
        self.frames
    }

    /// Returns the score without the six-digit limit. Past that limit, soft drops do not count.
    pub const fn score(&self) -> u64 {
        self.score
    }

    /// Returns the share of pieces (0-1) at whose spawn the board was ready for a Tetris, or `None` before the first
    /// piece.
    pub fn ready_share(&self) -> Option<f64> {
        levels::share(self.ready, self.pieces.all())
    }

    /// Returns the runway: the highest score possible on reaching `level`, with Tetrises where they score most. `None`
    /// if the level is already reached, if levels do not rise, or if the counts are unknown.
    ///
    /// Source: NestrisChamps, with the levels 19, 29 and 39.
    pub fn runway(&self, level: u8) -> Option<u64> {
        Some(self.score + self.still_to_be_had(level)?)
    }

    /// Returns the projected score on reaching `level` if the player stays as efficient as so far: the score plus the
    /// rest of the runway times EFF / 300. `None` without a runway or before the first clear.
    ///
    /// Source: NestrisChamps, except that the present score is included.
    pub fn projection(&self, level: u8) -> Option<u64> {
        let rest = self.still_to_be_had(level)?;
        Some(ahead::projected(
            self.score,
            rest,
            self.clears.efficiency()?,
        ))
    }

    fn still_to_be_had(&self, level: u8) -> Option<u64> {
        let now = self.levels.now();
        self.has_outlook()
            .then(|| ahead::most_points(self.counter, now, level))
            .flatten()
    }

    /// Returns the lead over the pace for `target` (1-15) hundred thousand points at line 230, in points. Negative if
    /// the score is behind the pace. `None` from line 230 on, if levels do not rise, or if the counts are unknown.
    ///
    /// Source: TetrisGYM.
    pub fn pace(&self, target: u8) -> Option<i64> {
        pace::ahead(self.score, target, self.clears.place()).filter(|_| self.has_outlook())
    }

    /// Returns the target whose pace is nearest, in hundreds of thousands of points (1-15), and the lead over that pace
    /// in points, negative if the score is behind. `None` before the first line, or if [`GameStats::pace`] is `None`.
    pub fn nearest_pace(&self) -> Option<(u8, i64)> {
        pace::nearest(self.score, self.clears.place()).filter(|_| self.has_outlook())
    }

    const fn has_outlook(&self) -> bool {
        self.rises && self.has_known_counts
    }

    /// Returns false if a camera saw the game from its middle, and its lines, its level or its score before that are
    /// unknown.
    pub const fn has_known_counts(&self) -> bool {
        self.has_known_counts
    }
}

#[cfg(test)]
mod tests;
