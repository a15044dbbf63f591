//! What is on: an AI's games with the thread that thinks, a recording, or a person at the console.

use std::time::Duration;

use rightwell::engine::{GameState, View};
use rightwell::rules::{Buttons, Region};
use rightwell::session::{Exhibition, Job, Movie, Replay, Seek};

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
}

/// A recording of either kind.
#[derive(Clone, Debug)]
pub enum Recorded {
    /// Games without gravity.
    Replay(Box<Replay>),
    /// A movie of the console.
    Movie(Box<Movie>),
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
    /// `held` is what a person holds.
    pub fn step(&mut self, patience: Duration, held: Buttons) -> Stepped {
        match self {
            Stage::Recorded(recorded) => {
                recorded.seek().step();
                Stepped::Yes
            }
            Stage::Person(desk) => {
                desk.step(held);
                Stepped::Yes
            }
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
        }
    }

    /// The score of the game on show, if one is.
    pub fn points(&self) -> Option<u32> {
        match self {
            Stage::Exhibition(exhibition, _) => exhibition.points(),
            Stage::Recorded(recorded) => recorded.state().score,
            Stage::Person(desk) => desk.console().game().map(|game| game.score().points()),
        }
    }

    /// Video frames in a second of what is on show.
    pub fn frames_per_second(&self) -> f64 {
        match self {
            Stage::Recorded(recorded) => recorded.frames_per_second(),
            Stage::Person(desk) => frames_per_second(desk.console().region()),
            Stage::Exhibition(exhibition, _) => frames_per_second(exhibition.region()),
        }
    }

    /// Whether a recording is over.
    pub fn is_at_end(&self) -> bool {
        match self {
            Stage::Recorded(recorded) => recorded.place().is_at_end(),
            Stage::Exhibition(..) | Stage::Person(_) => false,
        }
    }

    /// Whether a game has ended and the next one has not begun: such a pause lasts its time at
    /// any speed.
    pub fn is_between_games(&self) -> bool {
        match self {
            Stage::Exhibition(exhibition, _) => exhibition.ending().is_some(),
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
            Recorded::Replay(_) => FRAMES_PER_SECOND,
            Recorded::Movie(movie) => frames_per_second(movie.console().region()),
        }
    }

    /// The place in the recording.
    pub fn place(&self) -> &dyn Seek {
        match self {
            Recorded::Replay(replay) => &**replay,
            Recorded::Movie(movie) => &**movie,
        }
    }

    /// The place in the recording, to be moved.
    pub fn seek(&mut self) -> &mut dyn Seek {
        match self {
            Recorded::Replay(replay) => &mut **replay,
            Recorded::Movie(movie) => &mut **movie,
        }
    }

    /// What the screen shows.
    pub fn view(&self) -> View {
        match self {
            Recorded::Replay(replay) => replay.game().view(),
            Recorded::Movie(movie) => movie.console().view(),
        }
    }

    /// The state there.
    pub fn state(&self) -> GameState {
        match self {
            Recorded::Replay(replay) => replay.game().state(),
            Recorded::Movie(movie) => movie.console().state(),
        }
    }
}

fn post(exhibition: &mut Exhibition, worker: &Worker) {
    if let Some(job) = exhibition.job() {
        worker.post(job);
    }
}
