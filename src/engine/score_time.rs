//! Running time of the cartridge's score routine, and its effects.
//!
//! The routine adds the points level + 1 times in one tick. At very high levels the tick becomes longer than a video
//! frame, and the vertical blank interrupts it. The point of interruption decides the effect, which ranges from a level
//! number shown one frame late to a crash of the program.
//!
//! Plain functions compute the processor cycles of a tick from its work, and the effect of the tick from its cycles.
//! [`CrashPrediction`] predicts whether a lock can crash the game before it is played.
//!
//! Source: the model of kirjavascript's TetrisGYM, `modes/crash.asm`. All numbers of cycles come from it.

use serde::{Deserialize, Serialize};

use crate::rules::{Board, Counter, Lfsr, LineCounter, Orientation, Pose, Region};

use super::quirks;

/// First level at which the score routine can be too slow. At level 154 it still has 13 cycles to spare.
pub const FIRST_SLOW_LEVEL: u8 = 155;

/// Rule for score ticks that take longer than a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum CrashRule {
    /// Ignore the running time: no tick takes too long.
    #[default]
    Off,
    /// Mark a crash beside the score and continue the game.
    Show,
    /// End the game at a crash.
    TopOut,
    /// Halt the machine, as the cartridge does.
    Crash,
    /// Halt the machine whenever a crash is possible, even if chance would have avoided it.
    Strict,
}

impl CrashRule {
    /// Every rule with its name, in order.
    pub const NAMES: [(CrashRule, &'static str); 5] = [
        (CrashRule::Off, "off"),
        (CrashRule::Show, "show"),
        (CrashRule::TopOut, "top-out"),
        (CrashRule::Crash, "crash"),
        (CrashRule::Strict, "strict"),
    ];

    /// Describes the rule for a menu.
    pub const fn about(self) -> &'static str {
        match self {
            CrashRule::Off => "The console never crashes",
            CrashRule::Show => "From level 155, a mark below the score shows crashes; play goes on",
            CrashRule::TopOut => "A crash from level 155 on ends the game",
            CrashRule::Crash => "From level 155, the game may crash, as on the cartridge",
            CrashRule::Strict => "From level 155, the game crashes wherever the cartridge could",
        }
    }

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        CrashRule::NAMES[self as usize].1
    }
}

/// Work of the score routine in one tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreWork {
    /// Release of the cartridge.
    pub region: Region,
    /// Level, after the level-up of this clear.
    pub level: u8,
    /// Number of cleared rows, 0-4.
    pub cleared: u8,
    /// The cleared rows; 0 = none, as on the cartridge.
    pub rows: [u8; 4],
    /// True if the NEXT box is shown.
    pub shows_next: bool,
    /// First filled column of row 5 once complete rows are removed, `None` if row 5 is empty. It decides the music's
    /// speed.
    pub filled: Option<u8>,
    /// True if the music was fast before the lock.
    pub was_fast: bool,
    /// True if Select is newly pressed in this tick.
    pub selects: bool,
    /// True if this tick changed the tens digit of the line counter.
    pub tens: bool,
    /// True if this tick changed the hundreds digit of the line counter.
    pub hundreds: bool,
    /// True if the level rose.
    pub level_up: bool,
    /// Number of times the piece was pushed down, see [`Control`](crate::rules::Control).
    pub pushes: u8,
    /// True if this is the 10th, 20th, 30th and so on clear of this size (single, double, triple or Tetris) in the
    /// game.
    pub is_tenth: bool,
    /// True if the low three bits of the frame counter are 0.
    pub is_eighth_frame: bool,
    /// Orientation id of the piece; 19, the hidden one, if rows were cleared.
    pub orientation: u8,
}

/// Orientation id that hides a piece while its rows are cleared.
const HIDDEN_ORIENTATION: u8 = 19;

/// Number of cycles of every score tick up to the first vulnerable point (see [`STEPS`]).
const ALWAYS: u16 = 7_279;
/// Number of cycles to prepare the sprites of NEXT.
const NEXT: u16 = 394;
/// Cycles to add the points of 0-4 rows: the fixed part, and the part for each level.
const POINTS: [(u16, u16); 5] = [(737, 83), (28, 136), (56, 125), (84, 125), (128, 125)];
/// Number of cycles by which a PAL frame is longer than an NTSC frame, measured at the points in [`STEPS`].
const PAL: u16 = 3_467;
/// Maximum number of cycles that random delays add.
const CHANCE_MAX: u8 = 8;

impl ScoreWork {
    /// Returns the processor cycles up to the first vulnerable point, at which a vertical blank must not occur. Random
    /// delays are not included.
    pub fn cycles(&self) -> u16 {
        let rows = self
            .rows
            .into_iter()
            .filter(|&row| quirks::is_animated(row));
        let rows: u16 = rows.map(|row| if row < 11 { 95 } else { 97 }).sum();
        let (begin, each_level) = POINTS[usize::from(self.cleared.min(4))];
        let points = begin + each_level * u16::from(self.level);
        let next = if self.shows_next { NEXT } else { 0 };
        let pal = if self.region == Region::Pal { PAL } else { 0 };
        ALWAYS + rows + next + self.music() + self.counters() + points + self.rest() - pal
    }

    /// Returns the processor cycles that the check of row 5 takes.
    fn music(&self) -> u16 {
        match (self.filled, self.was_fast) {
            (None, false) => 149,
            (None, true) => 149 + 38,
            (Some(x), true) => 16 * u16::from(x),
            (Some(x), false) => 16 * u16::from(x) + 41,
        }
    }

    /// Returns the processor cycles that Select, line counter, level and soft drop take.
    fn counters(&self) -> u16 {
        let clears = match self.cleared {
            0 => 0,
            1 => 53 + self.tenth(),
            _ => 42 + self.tenth(),
        };
        let pushed = match self.pushes {
            0 | 1 => clears,
            2..=7 => 99,
            _ => 90,
        };
        let one = |is_so, cycles| if is_so { cycles } else { 0 };
        pushed
            + one(self.selects, 7)
            + one(self.tens, 79)
            + one(self.hundreds, 12)
            + one(self.level_up, 18)
    }

    fn tenth(&self) -> u16 {
        if self.is_tenth { 11 } else { 0 }
    }

    /// Returns the number of processor cycles that depend on the flash and on the piece's orientation.
    fn rest(&self) -> u16 {
        let flash = if self.cleared == 4 && self.is_eighth_frame {
            5
        } else {
            0
        };
        flash
            + match self.orientation {
                0..8 => 0,
                8 => 8,
                _ => 12,
            }
    }

    /// Returns the outcome if random delays add `chance` cycles, 0-8.
    pub fn outcome(&self, chance: u8) -> ScoreOutcome {
        outcome(
            self.cycles() + u16::from(chance),
            self.shows_next,
            self.region,
        )
    }

    /// Returns the worst outcome over all possible random delays.
    pub fn worst(&self) -> ScoreOutcome {
        let all = (0..=CHANCE_MAX).map(|chance| self.outcome(chance));
        all.max().unwrap_or_default()
    }
}

/// Effect of the frame that adds the score, from harmless to fatal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum ScoreOutcome {
    /// The tick ends in time, with no visible effect.
    #[default]
    InTime,
    /// The tick takes an extra frame. The level appears late.
    Late {
        /// True if the line counter appears late too.
        lines: bool,
    },
    /// The colours are wrong until the next level.
    WrongColours,
    /// Confetti: wrong colours while the game stands still. With `is_endless` the confetti lasts until a button is
    /// held. Otherwise it ends if A or Select is held, or if the low byte of the frame counter is 255 and none of B,
    /// Down, Left, Right is held.
    Confetti {
        /// True if only a button ends the confetti.
        is_endless: bool,
    },
    /// The program crashes.
    Crash,
}

/// Cycles from each vulnerable point to the next; the first entry is 0. A vertical blank at any of these eight points
/// causes a fault.
const STEPS: [u16; 8] = [0, 60, 102, 60, 101, 60, 119, 60];

/// Returns the outcome if the tick reaches the first of the eight vulnerable points after `cycles` cycles, random
/// delays included.
pub fn outcome(cycles: u16, shows_next: bool, region: Region) -> ScoreOutcome {
    let mut cycles = cycles;
    for (place, step) in (1..).zip(STEPS) {
        cycles += step;
        match at_place(place, cycles, region) {
            ScoreOutcome::InTime => {}
            met => return met,
        }
    }
    let next = if shows_next { 0 } else { NEXT };
    match cycles + next {
        30_407..=30_745 if shows_next => ScoreOutcome::Confetti { is_endless: false },
        31_329..=31_756 if region == Region::Ntsc => ScoreOutcome::Confetti { is_endless: true },
        31_074.. => ScoreOutcome::Late { lines: true },
        30_879.. => ScoreOutcome::Late { lines: false },
        _ => ScoreOutcome::InTime,
    }
}

/// Returns the outcome if the vertical blank occurs at vulnerable point `place`, 1-8. Dangerous cycles crash the
/// program, except for the last six: in these, point 2 or 6 may only corrupt the colours, and some points have no
/// effect.
fn at_place(place: u8, cycles: u16, region: Region) -> ScoreOutcome {
    let is_pal = region == Region::Pal;
    match cycles {
        29_739..=29_744 | 29_750..=29_762 => ScoreOutcome::Crash,
        29_763..=29_768 => match place {
            2 if !is_pal => ScoreOutcome::InTime,
            2 | 6 => ScoreOutcome::WrongColours,
            1 | 3 | 5 | 7 if is_pal => ScoreOutcome::InTime,
            _ => ScoreOutcome::Crash,
        },
        _ => ScoreOutcome::InTime,
    }
}

/// Returns the random delay in cycles, 0-8. On the console it depends on things outside the game. This program derives
/// it from frame counter and shift register, so that a recording reproduces it.
///
/// Source: the five parts of the delay in TetrisGYM, which draws two of them from values that the cartridge does not
/// have.
pub fn chance(frame: u16, lfsr: Lfsr) -> u8 {
    let [high, low] = lfsr.state().to_be_bytes();
    (frame % 3) as u8 + (frame & 1) as u8 + (high >> 7) + (low & 1) + 3 * (high >> 6 & 1)
}

/// Last digits of the numbers of singles, doubles, triples and Tetrises in a game. They affect the running time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clears([u8; 4]);

impl Clears {
    /// Counts a clear of `cleared` rows. Zero rows are ignored.
    pub fn count(&mut self, cleared: u8) {
        if let Some(ones) = self.of(cleared) {
            self.0[usize::from(cleared) - 1] = (ones + 1) % 10;
        }
    }

    /// Returns whether the next clear of `cleared` rows is the 10th, 20th, 30th and so on of its size.
    pub fn is_tenth_next(&self, cleared: u8) -> bool {
        self.of(cleared) == Some(9)
    }

    /// Returns the last digit of each number of clears, singles first.
    pub const fn ones(&self) -> [u8; 4] {
        self.0
    }

    fn of(&self, cleared: u8) -> Option<u8> {
        let place = usize::from(cleared).checked_sub(1)?;
        self.0.get(place).copied()
    }
}

/// Data needed to predict whether a lock can crash the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrashPrediction {
    /// Release of the cartridge.
    pub region: Region,
    /// Level before the lock.
    pub level: u8,
    /// Line counter before the lock.
    pub lines: LineCounter,
    /// Clears made before the lock.
    pub clears: Clears,
}

impl CrashPrediction {
    /// Returns whether the game can crash if a piece locks at `lock` after `pushes` soft drop rows and Select is not
    /// pressed in the score tick. `board` has the settled cells before the lock.
    pub fn can_crash(&self, board: &Board, lock: Pose, pushes: u8, shows_next: bool) -> bool {
        let cells = board.with(lock);
        let (after, cleared) = board.lock(lock);
        let full = cells.completed_rows(lock.y);
        let mut rows = [0; 4];
        let completed = (0..20).filter(|row| full >> row & 1 == 1);
        rows.iter_mut()
            .zip(completed)
            .for_each(|(to, row)| *to = row);
        let mut lines = self.lines;
        let cleared = cleared as u8;
        let level = lines.count(cleared, self.level);
        let work = ScoreWork {
            region: self.region,
            level,
            cleared,
            rows,
            shows_next,
            filled: (0..10).find(|&x| after.contains(x as i8, 5)),
            was_fast: cells.row(5) != 0,
            selects: false,
            tens: has_changed(self.lines.0, lines.0, 1),
            hundreds: has_changed(self.lines.0, lines.0, 0),
            level_up: level != self.level,
            pushes,
            is_tenth: self.clears.is_tenth_next(cleared),
            is_eighth_frame: false,
            orientation: orientation_at_score(cleared, lock.orientation),
        };
        let eighth = ScoreWork {
            is_eighth_frame: true,
            ..work
        };
        level >= FIRST_SLOW_LEVEL
            && [work, eighth]
                .iter()
                .any(|work| work.worst() == ScoreOutcome::Crash)
    }
}

/// Returns whether a digit of a counter changed: 0 = hundreds, 1 = tens.
pub(super) fn has_changed(before: Counter, after: Counter, digit: usize) -> bool {
    before.digits()[digit] != after.digits()[digit]
}

/// Returns the orientation id of the piece during the score tick.
pub(super) fn orientation_at_score(cleared: u8, orientation: Orientation) -> u8 {
    match cleared {
        0 => orientation.id(),
        _ => HIDDEN_ORIENTATION,
    }
}
