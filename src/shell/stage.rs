//! What is on: an AI's games with the thread that thinks, a recording, or a person at the console.

use std::time::Duration;

use rightwell::engine::View;
use rightwell::rules::{Buttons, Region};
use rightwell::session::{ConsolePlayback, DragPlayback, Exhibition, Job, MatchPlayback, Seek};

use super::arena::Arena;
use super::pacer::{FRAMES_PER_SECOND, PAL_FRAMES_PER_SECOND};
use super::play::Desk;
use super::worker::{Answer, Worker};

/// The thing that is stepped and shown.
#[derive(Debug)]
pub enum Stage {
    /// An AI plays.
    Exhibition(Box<Exhibition>, Worker),
    /// A recording is played.
    Recorded(Recorded),
    /// A person plays.
    Person(Box<Desk>),
    /// Two against each other.
    Versus(Box<Arena>),
}

/// A recording of any kind.
#[derive(Clone, Debug)]
pub enum Recorded {
    /// Games without gravity.
    Drag(Box<DragPlayback>),
    /// A console's history.
    Console(Box<ConsolePlayback>),
    /// A match.
    Match(Box<MatchPlayback>),
}

/// Whether a step was made.
#[derive(Debug, PartialEq, Eq)]
pub enum Stepped {
    /// Yes.
    Yes,
    /// Not in the time given: a plan is missing.
    Waiting,
    /// Never again: the player has failed.
    Failed(String),
}

impl Stage {
    /// An AI's games, thought out by a thread of their own.
    pub fn exhibition(exhibition: Exhibition) -> Stage {
        Stage::Exhibition(Box::new(exhibition), Worker::start(Job::solve))
    }

    /// Makes one step, waiting at most so long for a plan, and posts the job for the next one.
    /// `held` is what people hold: a person alone has the first pad.
    pub fn step(&mut self, patience: Duration, held: [Buttons; 2]) -> Stepped {
        match self {
            Stage::Recorded(recorded) => {
                recorded.seek().step();
                Stepped::Yes
            }
            Stage::Person(desk) => {
                desk.step(held[0]);
                Stepped::Yes
            }
            Stage::Versus(arena) => arena.step(patience, held),
            Stage::Exhibition(exhibition, worker) => {
                post(exhibition, worker);
                if !exhibition.is_ready() {
                    match worker.wait(patience) {
                        Answer::Plan(plan) => exhibition.deliver(plan),
                        Answer::Thinking => return Stepped::Waiting,
                        Answer::Failed(message) => return Stepped::Failed(message),
                    }
                    // An answer to a job that is not awaited any more leaves nothing to play.
                    if !exhibition.is_ready() {
                        return Stepped::Waiting;
                    }
                }
                exhibition.step();
                post(exhibition, worker);
                Stepped::Yes
            }
        }
    }

    /// What the screen shows.
    pub fn view(&self) -> View {
        match self {
            Stage::Exhibition(exhibition, _) => exhibition.view(),
            Stage::Recorded(recorded) => recorded.view(),
            Stage::Person(desk) => desk.console().view(),
            Stage::Versus(arena) => arena.play().versus().view(),
        }
    }

    /// The score of the game on show, if one is.
    pub fn points(&self) -> Option<u32> {
        match self {
            Stage::Exhibition(exhibition, _) => exhibition.points(),
            Stage::Recorded(recorded) => recorded.points(),
            Stage::Person(desk) => desk.console().game().map(|game| game.score().points()),
            Stage::Versus(_) => None,
        }
    }

    /// Video frames in a second of what is on show.
    pub fn frames_per_second(&self) -> f64 {
        match self {
            Stage::Recorded(recorded) => recorded.frames_per_second(),
            Stage::Person(desk) => frames_per_second(desk.console().region()),
            Stage::Exhibition(exhibition, _) => frames_per_second(exhibition.region()),
            Stage::Versus(arena) => frames_per_second(arena.play().versus().start().region),
        }
    }

    /// Whether a recording is over.
    pub fn is_at_end(&self) -> bool {
        match self {
            Stage::Recorded(recorded) => recorded.place().is_at_end(),
            Stage::Exhibition(..) | Stage::Person(_) | Stage::Versus(_) => false,
        }
    }

    /// Whether a game has ended and the next one has not begun: such a pause lasts its time at
    /// any speed.
    pub fn is_between_games(&self) -> bool {
        match self {
            Stage::Exhibition(exhibition, _) => exhibition.ending().is_some(),
            Stage::Versus(arena) => arena.is_between_rounds(),
            Stage::Recorded(_) | Stage::Person(_) => false,
        }
    }
}

/// Video frames in a second of a console.
pub fn frames_per_second(region: Region) -> f64 {
    match region {
        Region::Ntsc => FRAMES_PER_SECOND,
        Region::Pal => PAL_FRAMES_PER_SECOND,
    }
}

impl Recorded {
    /// Video frames in a second.
    pub fn frames_per_second(&self) -> f64 {
        match self {
            Recorded::Drag(_) => FRAMES_PER_SECOND,
            Recorded::Console(playback) => frames_per_second(playback.console().region()),
            Recorded::Match(playback) => frames_per_second(playback.versus().start().region),
        }
    }

    /// The place in the recording.
    pub fn place(&self) -> &dyn Seek {
        match self {
            Recorded::Drag(playback) => &**playback,
            Recorded::Console(playback) => &**playback,
            Recorded::Match(playback) => &**playback,
        }
    }

    /// The place in the recording, to be moved.
    pub fn seek(&mut self) -> &mut dyn Seek {
        match self {
            Recorded::Drag(playback) => &mut **playback,
            Recorded::Console(playback) => &mut **playback,
            Recorded::Match(playback) => &mut **playback,
        }
    }

    /// What the screen shows.
    pub fn view(&self) -> View {
        match self {
            Recorded::Drag(playback) => playback.game().view(),
            Recorded::Console(playback) => playback.console().view(),
            Recorded::Match(playback) => playback.versus().view(),
        }
    }

    /// The score there, where one game is on show.
    pub fn points(&self) -> Option<u32> {
        match self {
            Recorded::Drag(playback) => Some(playback.game().score().points()),
            Recorded::Console(playback) => {
                playback.console().game().map(|game| game.score().points())
            }
            Recorded::Match(_) => None,
        }
    }
}

fn post(exhibition: &mut Exhibition, worker: &Worker) {
    if let Some(job) = exhibition.job() {
        worker.post(job);
    }
}
