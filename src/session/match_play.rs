//! Two sit down against each other: people, computers, or one of each.

mod computer;

use std::sync::Arc;

use crate::engine::{
    CrashRule, Event, Events, GameType, MatchRecording, Moment, Side, Versus, VersusStart,
    VersusStartError,
};
use crate::players::Opponent;
use crate::rules::Buttons;
use crate::search::Hand;

use super::controls::{LevelMoves, PadControls};
use super::ending::Ending;
use super::game_stats::{GameStats, MatchStats};
use super::job::{Job, Plan};
use super::playback::MatchPlayback;
use super::tally::{Summary, Tally};
use computer::Computer;

/// Who sits on a side.
#[derive(Clone, Debug)]
pub enum Contestant {
    /// Somebody with a pad.
    Person,
    /// A player with its dials.
    Computer(Arc<Opponent>),
}

impl Contestant {
    /// The names that are shown of two.
    pub fn names(both: &[Contestant; 2]) -> [String; 2] {
        let is_alone = !both.iter().all(Contestant::is_person);
        std::array::from_fn(|side| match &both[side] {
            Contestant::Computer(opponent) => Contestant::shown(opponent.name()),
            Contestant::Person if is_alone => "you".to_owned(),
            Contestant::Person => ["left", "right"][side].to_owned(),
        })
    }

    /// As much of a name as is shown.
    pub fn shown(name: &str) -> String {
        name.chars().take(VersusStart::NAME_MAX).collect()
    }

    /// Whether it is somebody with a pad.
    pub const fn is_person(&self) -> bool {
        matches!(self, Contestant::Person)
    }
}

/// Frames after the end of a match in which no button leads on: the curtain closes and the result is
/// read.
const REMATCH_FRAMES: u32 = 150;
/// Frames from the end of a match between computers to the next one: five seconds.
const NEXT_FRAMES: u32 = 300;

/// A match and, when it is over, the next one.
///
/// The loop around it is that of [`Autoplay`](super::Autoplay), with one job a side: hand out
/// what [`Match::job`] gives, hand in the plans by [`Match::deliver`], and call [`Match::step`] while
/// [`Match::is_ready`]. After a match Start leads to another one, and Select to one with sides
/// swapped; if only computers play it comes by itself.
#[derive(Debug)]
pub struct Match {
    versus: Versus,
    seats: [Option<Computer>; 2],
    /// The seed of the first match; each later one has its own.
    seed: u64,
    /// Matches before this one.
    number: u64,
    /// Everything held since the match began, unless nothing is kept.
    inputs: Option<Vec<[Buttons; 2]>>,
    /// What was held in the last frame: by people, and at both pads.
    held: [Buttons; 2],
    pressed: [Buttons; 2],
    /// What both games of the round have come to.
    tallies: [Tally; 2],
    /// What is counted of them, unless nothing is kept.
    stats: Option<Box<MatchStats>>,
    /// Whether Start has been held since before the match: it has led to it and is no pause.
    start_is_old: [bool; 2],
    /// Frames since the match was decided.
    over_frames: u32,
    /// What the next match begins with, but for its seed.
    next: VersusStart,
    next_contestants: [Contestant; 2],
}

impl Match {
    /// The first match; the names of the start are those that are shown.
    ///
    /// # Errors
    /// [`VersusStartError`] names the first value that is not allowed.
    pub fn new(
        start: VersusStart,
        contestants: [Contestant; 2],
    ) -> Result<Match, VersusStartError> {
        let versus = Versus::new(start.clone())?;
        Ok(Match {
            seats: seats(&start, &contestants),
            stats: Some(Box::new(MatchStats::new(&versus))),
            versus,
            next_contestants: contestants,
            seed: start.seed,
            number: 0,
            inputs: Some(Vec::new()),
            held: [Buttons::NONE; 2],
            pressed: [Buttons::NONE; 2],
            tallies: [Tally::default(); 2],
            start_is_old: [false; 2],
            over_frames: 0,
            next: start,
        })
    }

    /// Goes on from the present place of a recording: start and inputs up to there are its own. A computer
    /// plays from its next piece on, and until then what the recording holds there.
    pub fn going_on(playback: &MatchPlayback, contestants: [Contestant; 2]) -> Match {
        let start = playback.versus().start().clone();
        let mut play = Match::new(start, contestants).expect("what was played can begin");
        play.next.names = Contestant::names(&play.next_contestants);
        play.versus = playback.versus().clone();
        play.inputs = Some(playback.played().to_vec());
        play.tallies = playback.tallies();
        play.stats = Some(Box::new(playback.stats().clone()));
        // Whoever holds Start now has wanted something else.
        play.start_is_old = [true; 2];
        for side in Side::BOTH {
            if let Some(seat) = &mut play.seats[side.index()] {
                seat.begin_with_next(playback.rest_of_piece(side));
            }
        }
        play
    }

    /// Keeps no recording and counts nothing but the result: for matches of which only that is wanted.
    pub fn forget_inputs(&mut self) {
        self.inputs = None;
        self.stats = None;
    }

    /// The question that a side's computer has to answer before the next step, if there is one that
    /// was not handed out yet.
    pub fn job(&mut self, side: Side) -> Option<Job> {
        if !self.asks(side) {
            return None;
        }
        let seat = self.seats[side.index()].as_mut()?;
        seat.job(&self.versus, side)
    }

    /// Takes the answer of a side's computer; one to a job that is not awaited any more is dropped.
    pub fn deliver(&mut self, side: Side, plan: Plan) {
        if let Some(seat) = &mut self.seats[side.index()] {
            seat.deliver(plan);
        }
    }

    /// Whether a side's computer needs a plan before the next step.
    pub fn asks(&self, side: Side) -> bool {
        let seat = &self.seats[side.index()];
        self.versus.moment() == Moment::Playing && seat.as_ref().is_some_and(Computer::asks)
    }

    /// Whether [`Match::step`] can go on; if not, a plan is missing.
    pub fn is_ready(&self) -> bool {
        !Side::BOTH.iter().any(|&side| self.asks(side))
    }

    /// One frame. `held` is what people hold, left pad first; a computer's pad is its own.
    ///
    /// # Panics
    /// If a plan is missing, see [`Match::is_ready`].
    pub fn step(&mut self, held: [Buttons; 2]) -> [Events; 2] {
        assert!(
            self.is_ready(),
            "a match is stepped when all plans are there"
        );
        if let Some(swap) = self.wants_rematch(held) {
            self.held = held;
            self.rematch(swap);
            let mut events = Events::default();
            events.insert(Event::ScreenChanged);
            return [events; 2];
        }
        self.held = held;
        for (is_old, held) in self.start_is_old.iter_mut().zip(held) {
            *is_old &= held.has(Buttons::START);
        }
        let is_playing = self.versus.moment() == Moment::Playing;
        let inputs = Side::BOTH.map(|side| match &self.seats[side.index()] {
            None if self.start_is_old[side.index()] => held[side.index()].without(Buttons::START),
            None => held[side.index()],
            Some(seat) if is_playing => seat.held(),
            Some(_) => Buttons::NONE,
        });
        self.pressed = inputs;
        let events = self.versus.step(inputs);
        Tally::follow_match(&mut self.tallies, &self.versus, events);
        if let Some(stats) = &mut self.stats {
            stats.follow(&self.versus, events);
        }
        if let Some(kept) = &mut self.inputs {
            kept.push(inputs);
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

    /// What a side's game of this round has come to.
    pub fn summary(&self, side: Side) -> Summary {
        let game = self.versus.game(side);
        let ending = game.is_over().then_some(Ending::ToppedOut);
        self.tallies[side.index()].summary(game.score(), ending)
    }

    /// What is counted of a side's game of this round; none if nothing is kept.
    pub fn figures(&self, side: Side) -> Option<&GameStats> {
        self.stats.as_ref().map(|stats| stats.of(side))
    }

    /// What was held at both pads in the last frame, left first.
    pub const fn pressed(&self) -> [Buttons; 2] {
        self.pressed
    }

    /// Thinks and steps: the loop without threads, for people who hold nothing.
    pub fn advance(&mut self) -> [Events; 2] {
        for side in Side::BOTH {
            if let Some(job) = self.job(side) {
                self.deliver(side, job.solve());
            }
        }
        self.step([Buttons::NONE; 2])
    }

    /// Whether another match is to begin now, and if so, whether with sides swapped.
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

    /// Leaves this match for the next one, with sides swapped if asked for.
    pub fn rematch(&mut self, swap: bool) {
        self.number += 1;
        // Any odd step leads through all seeds.
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
        self.versus = Versus::new(start).expect("only seeds and checked values change");
        self.inputs = self.inputs.as_ref().map(|_| Vec::new());
        self.start_is_old = self.held.map(|held| held.has(Buttons::START));
        self.over_frames = 0;
        self.pressed = [Buttons::NONE; 2];
        self.tallies = [Tally::default(); 2];
        let versus = &self.versus;
        self.stats = (self.stats.take()).map(|_| Box::new(MatchStats::new(versus)));
    }

    /// Sets both levels of the next match, each 0-29.
    pub fn set_next_levels(&mut self, levels: [u8; 2]) {
        self.next.levels = levels.map(|level| level.min(VersusStart::LEVEL_MAX));
    }

    /// Puts another computer on a side of the next match, if a computer sits there.
    pub fn set_next_opponent(&mut self, side: Side, opponent: Arc<Opponent>) {
        let seat = &mut self.next_contestants[side.index()];
        if matches!(seat, Contestant::Computer(_)) {
            self.next.names[side.index()] = Contestant::shown(opponent.name());
            *seat = Contestant::Computer(opponent);
        }
    }

    /// The levels of the next match.
    pub const fn next_levels(&self) -> [u8; 2] {
        self.next.levels
    }

    /// Who plays the next match.
    pub const fn next_contestants(&self) -> &[Contestant; 2] {
        &self.next_contestants
    }

    /// How fast the computer on a side taps and reacts; none of a person.
    pub fn hand(&self, side: Side) -> Option<Hand> {
        self.seats[side.index()].as_ref().map(Computer::hand)
    }

    /// On which sides people play.
    pub fn people(&self) -> [bool; 2] {
        self.seats.each_ref().map(Option::is_none)
    }

    /// Whether a person takes part.
    pub fn has_person(&self) -> bool {
        self.people().contains(&true)
    }

    /// The match in play.
    pub const fn versus(&self) -> &Versus {
        &self.versus
    }

    /// Whether the match is over and the curtain closed; so it is before anything leads on.
    pub const fn is_finished(&self) -> bool {
        self.over_frames >= REMATCH_FRAMES - 1
    }

    /// Matches before this one.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// What was held in each frame of the match in play, left pad first; nothing if nothing is kept.
    pub fn inputs(&self) -> &[[Buttons; 2]] {
        self.inputs.as_deref().unwrap_or_default()
    }

    /// The recording of the match in play up to now, if one is kept.
    pub fn recording(&self) -> Option<MatchRecording> {
        let inputs = self.inputs.as_ref()?;
        Some(MatchRecording::from_versus(&self.versus, inputs.clone()))
    }

    /// What a game did otherwise than a computer planned, once; there should be no such thing.
    pub fn take_desync(&mut self) -> Option<String> {
        self.seats
            .iter_mut()
            .flatten()
            .find_map(Computer::take_desync)
    }
}

/// The step from a match's seed to the next one's: odd, with bits all over (2^64 divided by the
/// golden ratio).
const SEED_STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The computers of a match, rested.
fn seats(start: &VersusStart, contestants: &[Contestant; 2]) -> [Option<Computer>; 2] {
    Side::BOTH.map(|side| match &contestants[side.index()] {
        Contestant::Person => None,
        Contestant::Computer(opponent) => {
            let moves = LevelMoves::new(PadControls {
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
