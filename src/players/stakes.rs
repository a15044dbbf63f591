//! Losses by burns and by the end of the game. All judges that count in lines share them.

/// Number of fixed-point units in one line.
pub const UNITS: i32 = 512;

/// Maximum loss that a file may set, in lines.
pub const LINES_MAX: f64 = 1000.0;

/// Losses that a game can bring, in fixed-point units: [`UNITS`] are one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameLosses {
    burns: [i64; 5],
    game_over: i64,
    last_line: u32,
}

impl GameLosses {
    /// Returns the losses of a game: `burns` in lines for a single, a double and a triple, and the loss of the game in
    /// lines. Appends faults to `faults`.
    pub fn new(
        burns: [f64; 3],
        game_over: f64,
        last_line: Option<u32>,
        faults: &mut Vec<String>,
    ) -> GameLosses {
        let [single, double, triple] = burns.map(|burn| units("burns", burn, faults));
        GameLosses {
            burns: [0, single, double, triple, 0],
            game_over: units("game_over", game_over, faults),
            last_line: last_line.unwrap_or(u32::MAX),
        }
    }

    /// Returns the number of lines at which the game ends.
    pub const fn last_line(self) -> u32 {
        self.last_line
    }

    /// Returns these losses for games that end after `last_line` lines. `None` leaves them unchanged.
    #[must_use]
    pub fn ending_with(self, last_line: Option<u32>) -> GameLosses {
        GameLosses {
            last_line: last_line.unwrap_or(self.last_line),
            ..self
        }
    }

    /// Returns whether the game is over after this many lines.
    #[inline(always)]
    pub const fn has_ended(self, lines: u32) -> bool {
        lines >= self.last_line
    }

    /// Returns the cost of clearing `rows` (0-4) rows at once after `lines` lines.
    #[inline(always)]
    pub fn clear(&self, rows: u32, lines: u32) -> i64 {
        let cost = self.burns[rows as usize];
        if lines < self.last_line && lines + rows > self.last_line {
            // Each row cleared past the last line counts as a gain of one line.
            return cost - i64::from(lines + rows - self.last_line) * i64::from(UNITS);
        }
        cost
    }

    /// Returns the loss if a piece cannot lock after `lines` lines.
    #[inline(always)]
    pub const fn loss(&self, lines: u32) -> i64 {
        if self.has_ended(lines) {
            0
        } else {
            self.game_over
        }
    }
}

/// Converts lines (0 to [`LINES_MAX`]) to fixed-point units. Appends a fault for any other value.
pub fn units(name: &str, lines: f64, faults: &mut Vec<String>) -> i64 {
    if !(0.0..=LINES_MAX).contains(&lines) {
        faults.push(format!("{name} {lines}; allowed: 0 to {LINES_MAX} lines"));
    }
    (lines * f64::from(UNITS)) as i64
}
