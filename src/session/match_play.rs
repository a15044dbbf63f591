//! Matches between two contestants, each a person or a computer.

mod computer;

use std::sync::Arc;

use crate::engine::{
    CrashRule, Event, Events, GameType, MatchRecording, MatchStage, Side, Versus, VersusStart,
    VersusStartError,
};
use crate::players::Opponent;
use crate::rules::Buttons;
use crate::search::Hand;

use super::controls::{MovesByLevel, PadControls};
use super::ending::Ending;
use super::game_stats::{GameStats, MatchStats};
use super::job::{Job, Plan};
use super::playback::MatchPlayback;
use super::summary::Summary;
use computer::Computer;

/// Contestant on one side of a match.
#[derive(Clone, Debug)]
pub enum Contestant {
    /// Person with a gamepad.
    Person,
    /// Computer player, with its adjustable strength.
    Computer(Arc<Opponent>),
}

impl Contestant {
    /// Returns the names to show for both contestants.
    pub fn names(both: &[Contestant; 2]) -> [String; 2] {
        let is_alone = !both.iter().all(Contestant::is_person);
        std::array::from_fn(|side| match &both[side] {
            Contestant::Computer(opponent) => Contestant::shown(opponent.name()),
            Contestant::Person if is_alone => "you".to_owned(),
            Contestant::Person => ["left", "right"][side].to_owned(),
        })
    }

    /// Returns a name, truncated to the length that can be shown.
    pub fn shown(name: &str) -> String {
        name.chars().take(VersusStart::NAME_MAX).collect()
    }

    /// Returns whether the contestant is a person.
    pub const fn is_person(&self) -> bool {
        matches!(self, Contestant::Person)
    }
}

/// Number of frames after a match in which no button starts the next one, so that the curtain can close and people can
/// read the result.
const REMATCH_FRAMES: u32 = 150;
/// Number of frames between two matches if only computers play: five seconds.
const NEXT_FRAMES: u32 = 300;

/// A match between two contestants, and the matches that follow it.
///
/// The caller's loop works as for [`Autoplay`](super::Autoplay), with one job per side: it solves the jobs from
/// [`Match::job`], passes the plans to [`Match::deliver`], and calls [`Match::step`] while [`Match::is_ready`] returns
/// true. After a match, Start begins another match, and Select begins one with swapped sides. If only computers play,
/// the next match begins by itself.
#[derive(Debug)]
pub struct Match {
    versus: Versus,
    seats: [Option<Computer>; 2],
    /// Seed of the first match. Each later match has its own seed.
    seed: u64,
    /// Number of matches before this one.
    number: u64,
    /// Buttons at both gamepads in each frame of the match. `None` if not recorded.
    inputs: Option<Vec<[Buttons; 2]>>,
    /// Buttons that the people held in the last frame.
    held: [Buttons; 2],
    /// Buttons held at both gamepads in the last frame.
    pressed: [Buttons; 2],
    /// Statistics of both games in the current round.
    stats: Box<MatchStats>,
    /// True if Start has been held since before the match. It does not pause the match until it is released.
    start_held_from_before: [bool; 2],
    /// Number of frames since the match was decided.
    over_frames: u32,
    /// Start of the next match, except for the seed.
    next: VersusStart,
    next_contestants: [Contestant; 2],
}

impl Match {
    /// Starts the first match. `start` contains the names to show.
    ///
    /// # Errors
    /// [`VersusStartError`] for the first invalid value.
    pub fn new(
        start: VersusStart,
        contestants: [Contestant; 2],
    ) -> Result<Match, VersusStartError> {
        let versus = Versus::new(start.clone())?;
        Ok(Match {
            seats: seats(&start, &contestants),
            stats: Box::new(MatchStats::new(&versus)),
            versus,
            next_contestants: contestants,
            seed: start.seed,
            number: 0,
            inputs: Some(Vec::new()),
            held: [Buttons::NONE; 2],
            pressed: [Buttons::NONE; 2],
            start_held_from_before: [false; 2],
            over_frames: 0,
            next: start,
        })
    }

    /// Continues from the current position of a recording and includes all its inputs so far. A computer takes control
    /// at its next piece. Until then, its side repeats the recording.
    pub fn resume_from(playback: &MatchPlayback, contestants: [Contestant; 2]) -> Match {
        let start = playback.versus().start().clone();
        let mut play =
            Match::new(start, contestants).expect("the start of the previous match was valid");
        play.next.names = Contestant::names(&play.next_contestants);
        play.versus = playback.versus().clone();
        play.inputs = Some(playback.played().to_vec());
        play.stats = Box::new(playback.stats().clone());
        // A Start that is already held was not meant to pause.
        play.start_held_from_before = [true; 2];
        for side in Side::BOTH {
            if let Some(seat) = &mut play.seats[side.index()] {
                seat.finish_piece_with(playback.rest_of_piece(side));
            }
        }
        play
    }

    /// Stops recording. Useful if only the result of a match matters.
    pub fn forget_inputs(&mut self) {
        self.inputs = None;
    }

    /// Returns the job to solve for a side's computer before the next step. `None` if no job is needed, or if the job
    /// was already handed out.
    pub fn job(&mut self, side: Side) -> Option<Job> {
        if !self.needs_plan(side) {
            return None;
        }
        let seat = self.seats[side.index()].as_mut()?;
        seat.job(&self.versus, side)
    }

    /// Accepts the plan of a side's computer. Ignores outdated plans.
    pub fn deliver(&mut self, side: Side, plan: Plan) {
        if let Some(seat) = &mut self.seats[side.index()] {
            seat.deliver(plan);
        }
    }

    /// Returns whether a side's computer needs a plan before the next step.
    pub fn needs_plan(&self, side: Side) -> bool {
        let seat = &self.seats[side.index()];
        self.versus.moment() == MatchStage::Playing
            && seat.as_ref().is_some_and(Computer::needs_plan)
    }

    /// Returns whether [`Match::step`] may be called. If not, a plan must be delivered first.
    pub fn is_ready(&self) -> bool {
        !Side::BOTH.iter().any(|&side| self.needs_plan(side))
    }

    /// Runs one frame. `held` are the buttons that people hold, left gamepad first. Computers press their own buttons.
    ///
    /// # Panics
    /// If a plan is missing. See [`Match::is_ready`].
    pub fn step(&mut self, held: [Buttons; 2]) -> [Events; 2] {
        assert!(self.is_ready(), "all plans must be ready before a step");
        if let Some(swap) = self.wants_rematch(held) {
            self.held = held;
            self.rematch(swap);
            let mut events = Events::default();
            events.insert(Event::ScreenChanged);
            return [events; 2];
        }
        self.held = held;
        for (is_old, held) in self.start_held_from_before.iter_mut().zip(held) {
            *is_old &= held.has(Buttons::START);
        }
        let is_playing = self.versus.moment() == MatchStage::Playing;
        let inputs = Side::BOTH.map(|side| match &self.seats[side.index()] {
            None if self.start_held_from_before[side.index()] => {
                held[side.index()].without(Buttons::START)
            }
            None => held[side.index()],
            Some(seat) if is_playing => seat.held(),
            Some(_) => Buttons::NONE,
        });
        self.pressed = inputs;
        let events = self.versus.step(inputs);
        self.stats.follow(&self.versus, events);
        if let Some(recorded) = &mut self.inputs {
            recorded.push(inputs);
        }
        for side in Side::BOTH {
            if let Some(seat) = &mut self.seats[side.index()] {
                let events = events[side.index()];
                if events.contains(Event::ScreenChanged) {
                    seat.ask();
                } else if is_playing && !events.contains(Event::Paused) {
                    seat.follow(events, self.versus.game(side).pose());
                }
            }
        }
        events
    }

    /// Returns the summary of a side's game in the current round.
    pub fn summary(&self, side: Side) -> Summary {
        let game = self.versus.game(side);
        let ending = game.is_over().then_some(Ending::ToppedOut);
        self.stats.of(side).summary(game.score(), ending)
    }

    /// Returns the statistics of a side's game in the current round.
    pub const fn figures(&self, side: Side) -> &GameStats {
        self.stats.of(side)
    }

    /// Returns the buttons at both gamepads in the last frame, left first.
    pub const fn pressed(&self) -> [Buttons; 2] {
        self.pressed
    }

    /// Solves all jobs on this thread and runs a step in which people hold no buttons.
    pub fn advance(&mut self) -> [Events; 2] {
        for side in Side::BOTH {
            if let Some(job) = self.job(side) {
                self.deliver(side, job.solve());
            }
        }
        self.step([Buttons::NONE; 2])
    }

    /// Returns `Some(swap)` if the next match starts now. `swap` is true if the sides are swapped.
    fn wants_rematch(&mut self, held: [Buttons; 2]) -> Option<bool> {
        if !self.versus.is_decided() {
            return None;
        }
        self.over_frames = self.over_frames.saturating_add(1);
        let pressed = |button: Buttons| {
            Side::BOTH.iter().any(|side| {
                let side = side.index();
                let new = held[side].without(self.held[side]);
                self.seats[side].is_none() && new.has(button)
            })
        };
        match self.over_frames {
            ..REMATCH_FRAMES => None,
            _ if pressed(Buttons::START) => Some(false),
            _ if pressed(Buttons::SELECT) => Some(true),
            NEXT_FRAMES.. if !self.has_person() => Some(false),
            _ => None,
        }
    }

    /// Ends this match and starts the next one. If `swap` is set, the sides are swapped.
    pub fn rematch(&mut self, swap: bool) {
        self.number += 1;
        // A multiple of an odd number modulo 2^64 reaches every seed.
        let seed = self.seed.wrapping_add(self.number.wrapping_mul(SEED_STEP));
        if swap {
            self.next_contestants.swap(0, 1);
            self.next.names.swap(0, 1);
            self.next.levels.swap(0, 1);
        }
        let start = VersusStart {
            seed,
            ..self.next.clone()
        };
        self.seats = seats(&start, &self.next_contestants);
        self.versus = Versus::new(start).expect("a new seed keeps the start valid");
        self.inputs = self.inputs.as_ref().map(|_| Vec::new());
        self.start_held_from_before = self.held.map(|held| held.has(Buttons::START));
        self.over_frames = 0;
        self.pressed = [Buttons::NONE; 2];
        *self.stats = MatchStats::new(&self.versus);
    }

    /// Sets the levels of the next match, 0-29 each.
    pub fn set_next_levels(&mut self, levels: [u8; 2]) {
        self.next.levels = levels.map(|level| level.min(VersusStart::LEVEL_MAX));
    }

    /// Replaces the computer on a side of the next match. Does nothing if a person plays there.
    pub fn set_next_opponent(&mut self, side: Side, opponent: Arc<Opponent>) {
        let seat = &mut self.next_contestants[side.index()];
        if matches!(seat, Contestant::Computer(_)) {
            self.next.names[side.index()] = Contestant::shown(opponent.name());
            *seat = Contestant::Computer(opponent);
        }
    }

    /// Returns the levels of the next match.
    pub const fn next_levels(&self) -> [u8; 2] {
        self.next.levels
    }

    /// Returns the contestants of the next match.
    pub const fn next_contestants(&self) -> &[Contestant; 2] {
        &self.next_contestants
    }

    /// Returns the hands of the computer on a side, or `None` for a person.
    pub fn hand(&self, side: Side) -> Option<Hand> {
        self.seats[side.index()].as_ref().map(Computer::hand)
    }

    /// Returns for each side whether a person plays it.
    pub fn people(&self) -> [bool; 2] {
        self.seats.each_ref().map(Option::is_none)
    }

    /// Returns whether a person takes part.
    pub fn has_person(&self) -> bool {
        self.people().contains(&true)
    }

    /// Returns the current match.
    pub const fn versus(&self) -> &Versus {
        &self.versus
    }

    /// Returns whether the match is over and its curtain is closed. Becomes true one frame before a button can start
    /// the next match.
    pub const fn is_finished(&self) -> bool {
        self.over_frames >= REMATCH_FRAMES - 1
    }

    /// Returns the number of earlier matches.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Returns the buttons in each frame of the current match, left gamepad first. Empty without a recording.
    pub fn inputs(&self) -> &[[Buttons; 2]] {
        self.inputs.as_deref().unwrap_or_default()
    }

    /// Returns the recording of the current match so far, if it is recorded.
    pub fn recording(&self) -> Option<MatchRecording> {
        let inputs = self.inputs.as_ref()?;
        Some(MatchRecording::from_versus(&self.versus, inputs.clone()))
    }

    /// Returns and clears the error message about a game that differs from a computer's plan, if any. There should
    /// never be one.
    pub fn take_desync(&mut self) -> Option<String> {
        self.seats
            .iter_mut()
            .flatten()
            .find_map(Computer::take_desync)
    }
}

/// Difference between the seeds of two successive matches: 2^64 divided by the golden ratio, an odd number with well
/// spread bits.
const SEED_STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// Returns the computers of a match in their initial state, and `None` for people.
fn seats(start: &VersusStart, contestants: &[Contestant; 2]) -> [Option<Computer>; 2] {
    Side::BOTH.map(|side| match &contestants[side.index()] {
        Contestant::Person => None,
        Contestant::Computer(opponent) => {
            let moves = MovesByLevel::new(PadControls {
                hand: opponent.dials().hand,
                region: start.region,
                game_type: GameType::A,
                double_killscreen: false,
                crash: CrashRule::Off,
                training: None,
            });
            Some(Computer::new(
                Arc::clone(opponent),
                Arc::new(moves),
                start.seed,
                side,
            ))
        }
    })
}
