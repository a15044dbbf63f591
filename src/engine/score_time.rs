//! The time of the cartridge's score routine, and what comes of it.
//!
//! Points are added level + 1 times in one tick, so that the tick becomes longer than a video frame at very
//! high levels: the vertical blank comes in the middle of it. Where it comes decides what happens, from a
//! level number that is shown a frame late to a program that has lost its way: the crash. Plain functions:
//! from what a tick has to do to processor cycles, and from these to what happens. [`Sums`] knows for a lock
//! that is not made yet whether it can crash.
//!
//! Source: the model of kirjavascript's TetrisGYM, `modes/crash.asm`. All numbers of cycles are from there.

use serde::{Deserialize, Serialize};

use crate::rules::{Board, Counter, Lfsr, LineCounter, Orientation, Pose, Region};

use super::quirks;

/// The first level of which the score routine can be too slow: at 154 its time ends 13 cycles before the
/// first that does anything.
pub const FIRST_SLOW_LEVEL: u8 = 155;

/// What is done about the score routine's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum CrashRule {
    /// It is not looked at: no tick takes too long.
    #[default]
    Off,
    /// A crash is marked beside the score, and the game goes on.
    Show,
    /// A crash is the end of the game.
    TopOut,
    /// The machine stands still, as the cartridge's does.
    Crash,
    /// The same without any chance: whatever could happen happens.
    Strict,
}

impl CrashRule {
    /// Every rule with its name, in their order.
    pub const NAMES: [(CrashRule, &'static str); 5] = [
        (CrashRule::Off, "off"),
        (CrashRule::Show, "show"),
        (CrashRule::TopOut, "top-out"),
        (CrashRule::Crash, "crash"),
        (CrashRule::Strict, "strict"),
    ];

    /// What a crash does by it, as a menu says it.
    pub const fn about(self) -> &'static str {
        match self {
            CrashRule::Off => "The console never crashes",
            CrashRule::Show => "A crash from level 155 on is only marked below the score",
            CrashRule::TopOut => "A crash from level 155 on is the end of the game",
            CrashRule::Crash => "From level 155 on the console may crash, as the cartridge does",
            CrashRule::Strict => "From level 155 on the console crashes wherever it could",
        }
    }

    /// The name, as on the command line.
    pub const fn name(self) -> &'static str {
        CrashRule::NAMES[self as usize].1
    }
}

/// What the score routine has to do in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreWork {
    /// The release of the cartridge.
    pub region: Region,
    /// The level, after the level-up of the same clear.
    pub level: u8,
    /// How many rows were cleared, 0-4.
    pub cleared: u8,
    /// Which rows these were; 0 = none, as on the cartridge.
    pub rows: [u8; 4],
    /// Whether the NEXT box is shown.
    pub shows_next: bool,
    /// The first filled column of row 5, the rows being cleared: what the music's speed hangs on.
    pub filled: Option<u8>,
    /// Whether the music was fast before.
    pub was_fast: bool,
    /// Whether Select is pressed newly in the tick.
    pub selects: bool,
    /// Whether the tens of the line counter changed.
    pub tens: bool,
    /// Whether its hundreds changed.
    pub hundreds: bool,
    /// Whether the level rose.
    pub level_up: bool,
    /// How often the piece was pushed down, see [`Control`](crate::rules::Control).
    pub pushes: u8,
    /// Whether it is each tenth clear of so many rows in the game.
    pub is_tenth: bool,
    /// Whether the low three bits of the frame counter are 0.
    pub is_eighth_frame: bool,
    /// How the piece lies; the hidden one, 19, where rows were cleared.
    pub orientation: u8,
}

/// The orientation that hides a piece while its rows are cleared.
const HIDDEN: u8 = 19;

/// Cycles of every tick with a score, up to the first place that a vertical blank must not meet.
const ALWAYS: u16 = 7_279;
/// Those of NEXT's sprites.
const NEXT: u16 = 394;
/// For 0-4 rows: cycles of the loop's beginning, and of each level.
const POINTS: [(u16, u16); 5] = [(737, 83), (28, 136), (56, 125), (84, 125), (128, 125)];
/// What a frame of the PAL console is longer than one of the NTSC console, seen from the places below.
const PAL: u16 = 3_467;
/// The most that chance adds.
const CHANCE_MAX: u8 = 8;

impl ScoreWork {
    /// Processor cycles up to the first place that a vertical blank must not meet, chance left out.
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

    /// The look at row 5.
    fn music(&self) -> u16 {
        match (self.filled, self.was_fast) {
            (None, false) => 149,
            (None, true) => 149 + 38,
            (Some(x), true) => 16 * u16::from(x),
            (Some(x), false) => 16 * u16::from(x) + 41,
        }
    }

    /// Select, lines, level and soft drop.
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

    /// The wall's flash, and how the piece lies.
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

    /// What happens with that chance, 0-8.
    pub fn outcome(&self, chance: u8) -> ScoreOutcome {
        outcome(
            self.cycles() + u16::from(chance),
            self.shows_next,
            self.region,
        )
    }

    /// The worst that can happen, whatever the chance.
    pub fn worst(&self) -> ScoreOutcome {
        let all = (0..=CHANCE_MAX).map(|chance| self.outcome(chance));
        all.max().unwrap_or_default()
    }
}

/// What a tick with a score comes to, from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum ScoreOutcome {
    /// Nothing is seen of its time.
    #[default]
    InTime,
    /// The tick takes a frame more. The level is shown late, and with `lines` the line counter too.
    Late {
        /// Whether the line counter is shown late too.
        lines: bool,
    },
    /// The colours are spoiled until the next level.
    WrongColours,
    /// Confetti: wrong colours, and the game stands still. With `is_endless` until a button is held, without
    /// until A or Select is, or the frame counter's low byte is 255 and none of B, Down, Left, Right is.
    Confetti {
        /// Whether it ends by a button only.
        is_endless: bool,
    },
    /// The program has lost its way.
    Crash,
}

/// Cycles from one to the next of the eight places that a vertical blank must not meet.
const STEPS: [u16; 8] = [0, 60, 102, 60, 101, 60, 119, 60];

/// What happens when the first of the eight places is reached after so many cycles, chance included.
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

/// What happens at one of the eight places, from 1: two of them spoil colours by their last cycles, and some
/// of them do nothing then.
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

/// The small part of the time that hangs on things outside the game, 0-8 cycles: here on frame counter and
/// shift register, so that a recording has it again.
///
/// Source: the same five parts as in TetrisGYM, of which two are drawn there from what the cartridge has not.
pub fn chance(frame: u16, lfsr: Lfsr) -> u8 {
    let [high, low] = lfsr.state().to_be_bytes();
    (frame % 3) as u8 + (frame & 1) as u8 + (high >> 7) + (low & 1) + 3 * (high >> 6 & 1)
}

/// How often so many rows were cleared at once, as far as it takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clears([u8; 4]);

impl Clears {
    /// Counts a clear of so many rows; of none nothing.
    pub fn count(&mut self, cleared: u8) {
        if let Some(ones) = self.of(cleared) {
            self.0[usize::from(cleared) - 1] = (ones + 1) % 10;
        }
    }

    /// Whether the next clear of so many rows is each tenth.
    pub fn is_tenth_next(&self, cleared: u8) -> bool {
        self.of(cleared) == Some(9)
    }

    /// The last digit of each number, of singles first.
    pub const fn ones(&self) -> [u8; 4] {
        self.0
    }

    fn of(&self, cleared: u8) -> Option<u8> {
        let place = usize::from(cleared).checked_sub(1)?;
        self.0.get(place).copied()
    }
}

/// What a game knows of its next scores: enough to say of a lock whether it can crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums {
    /// The release of the cartridge.
    pub region: Region,
    /// The level before the lock.
    pub level: u8,
    /// The line counter before it.
    pub lines: LineCounter,
    /// The clears before it.
    pub clears: Clears,
}

impl Sums {
    /// Whether the game can crash when a piece that was pushed down so often has locked there, and Select is
    /// not pressed in the tick of its points. `board` has the settled cells before.
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

/// Whether a digit of a counter changed: 0 = hundreds, 1 = tens.
pub(super) fn has_changed(before: Counter, after: Counter, digit: usize) -> bool {
    before.digits()[digit] != after.digits()[digit]
}

/// How the piece lies when points are counted.
pub(super) fn orientation_at_score(cleared: u8, orientation: Orientation) -> u8 {
    match cleared {
        0 => orientation.id(),
        _ => HIDDEN,
    }
}
