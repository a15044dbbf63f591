//! What clears and a lost game cost, and where a game ends: the same for every judge that counts in lines.

/// Units of a cost that make a line.
pub const UNITS: i32 = 512;

/// The most lines a file may say.
pub const LINES_MAX: f64 = 1000.0;

/// What there is to lose, in units of [`UNITS`] a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stakes {
    burns: [i64; 5],
    game_over: i64,
    last_line: u32,
}

impl Stakes {
    /// From what a file says, in lines; what is wrong with it is added to `faults`.
    pub fn new(
        burns: [f64; 3],
        game_over: f64,
        last_line: Option<u32>,
        faults: &mut Vec<String>,
    ) -> Stakes {
        let [single, double, triple] = burns.map(|burn| units("burns", burn, faults));
        Stakes {
            burns: [0, single, double, triple, 0],
            game_over: units("game_over", game_over, faults),
            last_line: last_line.unwrap_or(u32::MAX),
        }
    }

    /// The line at which the game ends.
    pub const fn last_line(self) -> u32 {
        self.last_line
    }

    /// The same for games that end with so many lines; if that is not known, as before.
    #[must_use]
    pub fn ending_with(self, last_line: Option<u32>) -> Stakes {
        Stakes {
            last_line: last_line.unwrap_or(self.last_line),
            ..self
        }
    }

    /// Whether the game is over with so many lines.
    #[inline(always)]
    pub const fn has_ended(self, lines: u32) -> bool {
        lines >= self.last_line
    }

    /// What it costs to clear `rows` (0-4) rows at once when `lines` were cleared before.
    #[inline(always)]
    pub fn clear(&self, rows: u32, lines: u32) -> i64 {
        let cost = self.burns[rows as usize];
        if lines < self.last_line && lines + rows > self.last_line {
            // Rows past the last line are a gift.
            return cost - i64::from(lines + rows - self.last_line) * i64::from(UNITS);
        }
        cost
    }

    /// What it costs to find no place for a piece when `lines` were cleared.
    #[inline(always)]
    pub const fn loss(&self, lines: u32) -> i64 {
        if self.has_ended(lines) {
            0
        } else {
            self.game_over
        }
    }
}

/// So many lines (0 to [`LINES_MAX`]) in units; others are a fault.
pub fn units(name: &str, lines: f64, faults: &mut Vec<String>) -> i64 {
    if !(0.0..=LINES_MAX).contains(&lines) {
        faults.push(format!("{name} {lines}; allowed: 0 to {LINES_MAX} lines"));
    }
    (lines * f64::from(UNITS)) as i64
}
