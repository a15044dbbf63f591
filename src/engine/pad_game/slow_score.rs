//! Effects of the score routine's running time on a game.

use super::{PadGame, Phase, TickOutcome};
use crate::engine::event::Event;
use crate::engine::persistent_memory::PersistentMemory;
use crate::engine::score_time::{
    Clears, CrashPrediction, CrashRule, FIRST_SLOW_LEVEL, ScoreOutcome, ScoreWork, chance,
    has_changed, orientation_at_score,
};
use crate::engine::view::GameType;
use crate::rules::{Buttons, Cell, LineCounter, StateHash};

/// Crash rule of a game, and the state that the rule needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct SlowScore {
    rule: CrashRule,
    clears: Clears,
    is_marked: bool,
}

impl SlowScore {
    /// Returns whether the game has survived a crash.
    pub(super) const fn is_marked(&self) -> bool {
        self.is_marked
    }

    /// Adds the state to a state hash, unless the crash rule is off.
    pub(super) fn hash_into(&self, hash: &mut StateHash) {
        let SlowScore {
            rule,
            clears,
            is_marked,
        } = self;
        if *rule != CrashRule::Off {
            hash.bytes(&[*rule as u8, u8::from(*is_marked)]);
            hash.bytes(&clears.ones());
        }
    }
}

/// Values that a score tick overwrites, as they were before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct StateBeforeScore {
    cleared: u8,
    level: u8,
    lines: LineCounter,
    pushes: u8,
    was_fast: bool,
}

/// First level at which the cartridge reads program code as colours, and the number of such levels.
const WRONG_COLOURS: (u8, u16) = (138, 54);

impl PadGame {
    /// Sets the crash rule, from the next score tick on.
    pub fn set_crash(&mut self, rule: CrashRule) {
        self.slow_score.rule = rule;
    }

    /// Returns the crash rule.
    pub const fn crash_rule(&self) -> CrashRule {
        self.slow_score.rule
    }

    /// Returns whether the program has crashed, so that the machine hangs for ever.
    pub fn is_crashed(&self) -> bool {
        self.phase == Phase::Crashed
    }

    /// Returns whether the game hangs and shows confetti.
    pub fn is_under_confetti(&self) -> bool {
        matches!(self.phase, Phase::Confetti(_))
    }

    /// Returns the data that predict a crash, or `None` if the next score tick cannot be too slow.
    pub fn crash_prediction(&self) -> Option<CrashPrediction> {
        let counts = self.slow_score.rule != CrashRule::Off
            && self.start.game_type == GameType::A
            && self.core.level >= FIRST_SLOW_LEVEL - 1;
        counts.then_some(CrashPrediction {
            region: self.start.region,
            level: self.core.level,
            lines: self.core.lines,
            clears: self.slow_score.clears,
        })
    }

    pub(super) fn before_score(&self, pushes: u8) -> StateBeforeScore {
        StateBeforeScore {
            cleared: self.core.completed_lines,
            level: self.core.level,
            lines: self.core.lines,
            pushes,
            was_fast: self.is_music_fast,
        }
    }

    /// Applies the effects of the score tick's running time.
    #[inline]
    pub(super) fn apply_score_time(
        &mut self,
        before: &StateBeforeScore,
        carry: &PersistentMemory,
    ) -> TickOutcome {
        match self.slow_score.rule {
            CrashRule::Off => TickOutcome::Going,
            rule => self.compute_score_time(rule, before, carry),
        }
    }

    #[cold]
    fn compute_score_time(
        &mut self,
        rule: CrashRule,
        before: &StateBeforeScore,
        carry: &PersistentMemory,
    ) -> TickOutcome {
        let core = &mut self.core;
        let cleared = before.cleared;
        let level_up = core.level != before.level;
        let is_tenth = self.slow_score.clears.is_tenth_next(cleared);
        self.slow_score.clears.count(cleared);
        if level_up {
            core.display.wrong_colours = None;
        }
        if core.level < FIRST_SLOW_LEVEL {
            return TickOutcome::Going;
        }
        let work = ScoreWork {
            region: self.start.region,
            level: core.level,
            cleared,
            rows: core.completed_rows,
            shows_next: !carry.next_hidden,
            filled: (0..10).find(|&x| core.page.cell(x as i8, 5) != Cell::EMPTY),
            was_fast: before.was_fast,
            selects: carry.pad.new.has(Buttons::SELECT),
            tens: has_changed(before.lines.0, core.lines.0, 1),
            hundreds: has_changed(before.lines.0, core.lines.0, 0),
            level_up,
            pushes: before.pushes,
            is_tenth,
            is_eighth_frame: carry.frame.is_multiple_of(8),
            orientation: orientation_at_score(cleared, core.pose.orientation),
        };
        let outcome = match rule {
            CrashRule::Strict => work.worst(),
            _ => work.outcome(chance(carry.frame, carry.choice.lfsr)),
        };
        self.apply_outcome(outcome, rule, carry)
    }

    fn apply_outcome(
        &mut self,
        outcome: ScoreOutcome,
        rule: CrashRule,
        carry: &PersistentMemory,
    ) -> TickOutcome {
        match outcome {
            ScoreOutcome::InTime => return TickOutcome::Going,
            ScoreOutcome::WrongColours => {
                self.core.display.wrong_colours = Some(wrong_colours(carry.frame));
                return TickOutcome::Going;
            }
            ScoreOutcome::Late { lines } => self.phase = Phase::Late(lines),
            ScoreOutcome::Confetti { is_endless } if ends(is_endless, carry) => {
                return TickOutcome::Going;
            }
            ScoreOutcome::Confetti { is_endless } => self.phase = Phase::Confetti(is_endless),
            ScoreOutcome::Crash => match rule {
                CrashRule::Off => return TickOutcome::Going,
                CrashRule::Show => {
                    self.slow_score.is_marked = true;
                    return TickOutcome::Going;
                }
                CrashRule::TopOut => {
                    self.lose();
                    return TickOutcome::Going;
                }
                CrashRule::Crash | CrashRule::Strict => {
                    self.is_lost = true;
                    self.phase = Phase::Crashed;
                    self.core.events.insert(Event::Crashed);
                }
            },
        }
        TickOutcome::Waiting
    }

    /// Runs a vertical blank that interrupts a slow score tick.
    #[cold]
    pub(super) fn slow_vertical_blank(&mut self, frame: u16) {
        let (lines, level) = self.core.display.counters();
        self.core.vertical_blank(frame);
        let display = &mut self.core.display;
        match self.phase {
            Phase::Late(true) => display.show_counters((lines, level)),
            Phase::Late(false) => display.show_counters((self.core.lines.0, level)),
            _ => display.wrong_colours = Some(wrong_colours(frame)),
        }
    }

    /// Runs the rest of a slow score tick, once any confetti has ended.
    #[cold]
    pub(super) fn end_slow_tick(&mut self, carry: &mut PersistentMemory) -> TickOutcome {
        if let Phase::Confetti(is_endless) = self.phase {
            if !ends(is_endless, carry) {
                self.core.display.prepare(None, None);
                return TickOutcome::Waiting;
            }
            self.core.display.wrong_colours = None;
        }
        self.phase = Phase::Tick;
        self.end_tick(carry)
    }
}

/// Returns whether confetti ends in this frame, see [`ScoreOutcome::Confetti`].
fn ends(is_endless: bool, carry: &PersistentMemory) -> bool {
    let held = |buttons: Buttons| carry.pad.held.bits() & buttons.bits() != 0;
    if is_endless {
        return carry.pad.held != Buttons::NONE;
    }
    let keeps = Buttons::B
        .with(Buttons::DOWN)
        .with(Buttons::LEFT)
        .with(Buttons::RIGHT);
    held(Buttons::A.with(Buttons::SELECT)) || carry.frame & 0xFF == 0xFF && !held(keeps)
}

/// Returns a level at which program code is read as colours. Each frame gets a different level.
const fn wrong_colours(frame: u16) -> u8 {
    WRONG_COLOURS.0 + (frame % WRONG_COLOURS.1) as u8
}
