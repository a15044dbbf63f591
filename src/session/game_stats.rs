//! What is counted of a game under way: pieces, clears, levels, taps and charge, and what follows from
//! them.
//!
//! The same whoever plays, at the console, without gravity, in a match, a recording or a captured game:
//! each step's work is a few comparisons, and more only when a piece comes or rows are cleared. All of it
//! is values; nothing here has words.

pub mod ahead;
pub mod clears;
pub mod curve;
pub mod das;
pub mod droughts;
pub mod levels;
pub mod marks;
pub mod pace;
pub mod pieces;
mod sides;
mod sight;
pub mod taps;

use crate::engine::{Event, Events};
use crate::rules::Pose;
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::score::SCORE_MAX;

pub use clears::{Clears, Ten};
pub use curve::{Curve, CurvePoint};
pub use das::Das;
pub use droughts::{DROUGHT, Droughts};
pub use levels::{LevelRow, Levels};
pub use marks::Marks;
pub use pieces::{PieceCounts, Wait};
pub(in crate::session) use sides::MatchStats;
pub use sides::tetris_difference;
use sight::Coming;
pub(in crate::session) use sight::Seen;
use sight::Sight;
pub use taps::{Burst, Taps};

/// The line counter of the cartridge starts again at 0 after so many lines.
///
/// Source: [`Counter`](crate::rules::Counter).
const COUNTER_END: u16 = 25_600;
/// Points that a piece can bring by pushing down, at most: one a row.
const PUSH_MAX: u64 = ROWS as u64 + 2;

/// What is counted of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameStats {
    /// Locks after which the game went on, by row (0 at the top) and column of the pivot.
    pub locks: [[u32; COLUMNS as usize]; ROWS as usize],
    /// Waits for the I.
    pub droughts: Droughts,
    pieces: PieceCounts,
    clears: Clears,
    levels: Levels,
    curve: Curve,
    das: Option<Das>,
    taps: Option<Taps>,
    frames: u64,
    /// Pieces that came to a field ready for a Tetris.
    ready: u32,
    /// Whether the level rises with the lines.
    rises: bool,
    /// As they were seen last.
    counter: u16,
    score: u64,
    /// What the next step finds.
    coming: Coming,
}

/// Of a game in which no piece has come, at level 0.
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
            rises: true,
            counter: 0,
            score: 0,
            coming: Coming::Waiting,
        }
    }
}

impl GameStats {
    /// Of a game whose first piece, or the present one, is there.
    fn begin(sight: &Sight<'_>) -> GameStats {
        let mut stats = GameStats {
            clears: Clears::new(if sight.rises { sight.lines.into() } else { 0 }),
            levels: Levels::new(sight.level),
            rises: sight.rises,
            counter: sight.lines,
            score: sight.score,
            ..GameStats::default()
        };
        stats.piece_comes(sight);
        stats
    }

    /// A step was made, after which this is seen.
    fn count(&mut self, events: Events, sight: &Sight<'_>) {
        let has_spawned = events.contains(Event::Spawned);
        if self.frames == 0 && !has_spawned && self.pieces.of(sight.piece) == 0 {
            // Another randomizer has taken over before the first step.
            *self = GameStats {
                das: self.das,
                taps: self.taps,
                coming: self.coming,
                ..GameStats::begin(sight)
            };
        }
        self.frames += 1;
        if sight.lines != self.counter || sight.score != self.score {
            self.gain(sight);
        } else if sight.level != self.levels.now() {
            match self.clears.lines() {
                // Levels that no menu offers are set when the first piece is there.
                0 => self.levels.set(sight.level),
                _ => self.levels.rise(sight.level, sight.score),
            }
        }
        let is_done = events.contains(Event::GoalReached);
        if (has_spawned || is_done)
            && let Some(pose) = sight.locked
        {
            self.lock(pose);
        }
        if has_spawned {
            self.piece_comes(sight);
        }
        if is_done || events.contains(Event::ToppedOut) {
            self.coming = Coming::Nothing;
        }
    }

    fn lock(&mut self, pose: Pose) {
        let row = self.locks.get_mut(pose.y as usize);
        if let Some(cell) = row.and_then(|row| row.get_mut(pose.x as usize)) {
            *cell += 1;
        }
    }

    /// Lines or score have changed.
    fn gain(&mut self, sight: &Sight<'_>) {
        let rows = sight.rows_since(self.counter, self.score);
        let gained = sight.score.saturating_sub(self.score);
        let mut points = 0;
        // Several clears in one step can only be told apart as far as one clear goes.
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
        self.levels.gain(rows, points);
        self.levels.rise(sight.level, sight.score);
        self.counter = sight.lines;
        self.score = sight.score;
    }

    fn piece_comes(&mut self, sight: &Sight<'_>) {
        let marks = Marks::of(&(sight.board)());
        self.pieces.count(sight.piece);
        self.droughts.count(sight.piece);
        let is_drought = self.droughts.now > DROUGHT;
        self.levels.piece_comes(sight.piece, is_drought, &marks);
        self.ready += u32::from(marks.ready.is_some());
        self.curve.add(CurvePoint {
            pieces: self.pieces.all() - 1,
            lines: self.clears.place(),
            height: marks.height,
            score: self.score,
        });
    }

    /// The pieces that came.
    pub const fn pieces(&self) -> &PieceCounts {
        &self.pieces
    }

    /// Rows cleared, their points, TRT, EFF, EFF LOG and burn.
    pub const fn clears(&self) -> &Clears {
        &self.clears
    }

    /// The game by its levels, and the score at its transitions.
    pub const fn levels(&self) -> &Levels {
        &self.levels
    }

    /// How height and score went.
    pub const fn curve(&self) -> &Curve {
        &self.curve
    }

    /// The autoshift charge; none where there is no pad, or it was never seen.
    pub const fn das(&self) -> Option<&Das> {
        self.das.as_ref()
    }

    /// Taps to the left and right; none where no pad is seen.
    pub const fn taps(&self) -> Option<&Taps> {
        self.taps.as_ref()
    }

    /// Video frames played, without pauses and without what comes behind the end. Without gravity a piece
    /// that is not shown on its way takes one.
    pub const fn frames(&self) -> u64 {
        self.frames
    }

    /// The score, without the limit of six digits; past that limit soft drops do not count.
    pub const fn score(&self) -> u64 {
        self.score
    }

    /// The share of pieces that came to a field ready for a Tetris, 0-1.
    pub fn ready_share(&self) -> Option<f64> {
        levels::share(self.ready, self.pieces.all())
    }

    /// The score if everything that can be had until `level` is reached is had: a Tetris wherever one is
    /// worth most. None where that level is not ahead, or levels do not rise.
    ///
    /// Source: NestrisChamps, with the levels 19, 29 and 39.
    pub fn runway(&self, level: u8) -> Option<u64> {
        Some(self.score + self.still_to_be_had(level)?)
    }

    /// The score with which `level` will be reached if the game goes on as well as by now: points and rest
    /// of the runway by EFF of 300. None where there is no runway, and before a clear.
    ///
    /// Source: NestrisChamps, but for the points that are made already.
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
        (self.rises)
            .then(|| ahead::most_points(self.counter, now, level))
            .flatten()
    }

    /// Points above (or below) the way to `target` (1-15) hundred thousand at line 230; none from that
    /// line on, and where levels do not rise.
    ///
    /// Source: TetrisGYM.
    pub fn pace(&self, target: u8) -> Option<i64> {
        pace::ahead(self.score, target, self.clears.place()).filter(|_| self.rises)
    }

    /// The target (1-15) in hundreds of thousands whose way lies nearest, and points above (or below) it;
    /// none before the first line, and where [`GameStats::pace`] has none.
    pub fn nearest_pace(&self) -> Option<(u8, i64)> {
        pace::nearest(self.score, self.clears.place()).filter(|_| self.rises)
    }
}

#[cfg(test)]
mod tests;
