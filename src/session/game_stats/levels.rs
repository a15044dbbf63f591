//! Statistics of each level, and the scores at level transitions.

/// Maximum number of levels to store. Older levels are dropped.
pub const ROWS_MAX: usize = 64;
/// Levels whose score at the transition is stored.
///
/// Source: NestrisChamps.
pub const MILESTONES: [u8; 3] = [19, 29, 39];

/// The levels of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    now: u8,
    /// Score at the first level-up.
    transition: Option<u64>,
    reached: [Option<u64>; MILESTONES.len()],
    rows: Vec<LevelRow>,
}

/// Statistics of one level. A clear counts at the level at which its piece spawned.
///
/// Source: the game statistics of Tetrisfish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LevelRow {
    /// Level number.
    pub level: u8,
    /// Number of points made by the pieces of this level.
    pub points: u64,
    /// Number of pieces.
    pub pieces: u32,
    /// Number of rows cleared.
    pub lines: u32,
    /// Number of Tetrises.
    pub tetrises: u32,
}

impl LevelRow {
    /// Returns the share of this level's rows that were cleared four at a time, 0-1. `None` before the first clear.
    pub fn tetris_rate(&self) -> Option<f64> {
        share(4 * self.tetrises, self.lines)
    }

    /// Returns the number of rows that were not cleared four at a time.
    pub const fn burnt(&self) -> u32 {
        self.lines - 4 * self.tetrises
    }
}

/// Returns `some` as a share of `all`, or `None` if `all` is 0.
pub(super) fn share(some: u32, all: u32) -> Option<f64> {
    (all > 0).then(|| f64::from(some) / f64::from(all))
}

impl Levels {
    pub(super) const fn new(level: u8) -> Levels {
        Levels {
            now: level,
            transition: None,
            reached: [None; MILESTONES.len()],
            rows: Vec::new(),
        }
    }

    /// Counts a piece at its spawn.
    pub(super) fn count_spawn(&mut self) {
        if self.rows.last().is_none_or(|row| row.level != self.now) {
            if self.rows.len() == ROWS_MAX {
                self.rows.remove(0);
            }
            self.rows.push(LevelRow {
                level: self.now,
                ..LevelRow::default()
            });
        }
        let row = self.rows.last_mut().expect("an entry was added above");
        row.pieces += 1;
    }

    /// Adds the points of the current piece and the rows that it cleared, if any.
    pub(super) fn count_gain(&mut self, rows: u8, points: u64) {
        if let Some(row) = self.rows.last_mut() {
            row.points += points;
            row.lines += u32::from(rows);
            row.tetrises += u32::from(rows == 4);
        }
    }

    /// Sets the level after a clear. `score` is the score after the clear.
    pub(super) fn rise(&mut self, level: u8, score: u64) {
        if level == self.now {
            return;
        }
        self.now = level;
        self.transition.get_or_insert(score);
        for (reached, milestone) in self.reached.iter_mut().zip(MILESTONES) {
            if level == milestone {
                reached.get_or_insert(score);
            }
        }
    }

    /// Sets the level before any piece has locked.
    pub(super) fn set(&mut self, level: u8) {
        self.now = level;
        if let [row] = &mut self.rows[..] {
            row.level = level;
        }
    }

    /// Returns the current level.
    pub const fn now(&self) -> u8 {
        self.now
    }

    /// Returns the score at the first level-up (TRNS), including the clear, or `None` before it.
    ///
    /// Source: the README of taus.
    pub const fn transition(&self) -> Option<u64> {
        self.transition
    }

    /// Returns the score on reaching one of the [`MILESTONES`], including the clear. `None` before it, and for other
    /// levels.
    pub fn reached(&self, level: u8) -> Option<u64> {
        let place = MILESTONES.iter().position(|&milestone| milestone == level);
        self.reached[place?]
    }

    /// Returns the statistics of the latest 64 levels, oldest first.
    pub fn rows(&self) -> &[LevelRow] {
        &self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clear_belongs_to_the_level_of_its_spawn() {
        let mut levels = Levels::new(18);
        levels.count_spawn();
        levels.count_gain(2, 1_900);
        levels.count_spawn();
        levels.count_spawn();
        levels.count_gain(4, 24_000);
        levels.rise(19, 25_900);
        levels.count_spawn();
        let [first, second] = levels.rows() else {
            panic!("two levels");
        };
        assert_eq!((first.level, first.pieces, first.points), (18, 3, 25_900));
        assert_eq!((first.lines, first.burnt()), (6, 2));
        assert_eq!(first.tetris_rate(), Some(4.0 / 6.0));
        assert_eq!((second.level, second.tetris_rate()), (19, None));
        assert_eq!(levels.transition(), Some(25_900));
    }

    #[test]
    fn milestones_store_the_score_at_their_level() {
        let mut levels = Levels::new(17);
        for (level, score) in [(18, 100), (18, 200), (19, 300), (20, 400), (29, 500)] {
            levels.rise(level, score);
        }
        assert_eq!(levels.transition(), Some(100));
        assert_eq!(
            [19, 29, 39, 20].map(|level| levels.reached(level)),
            [Some(300), Some(500), None, None]
        );
        let mut late = Levels::new(29);
        late.rise(29, 9);
        assert_eq!((late.reached(29), late.transition()), (None, None));
    }

    #[test]
    fn the_latest_levels_stay() {
        let mut levels = Levels::new(0);
        for level in 0..100 {
            levels.rise(level, 0);
            levels.count_spawn();
        }
        assert_eq!(
            (levels.rows().len(), levels.rows()[0].level),
            (ROWS_MAX, 36)
        );
    }
}
