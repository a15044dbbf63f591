//! What is on: an AI's games with the thread that thinks, or a recording.

use std::time::Duration;

use rightwell::engine::DragGame;
use rightwell::session::{Exhibition, Job, Replay};

use super::worker::{Answer, Worker};

/// The thing that is stepped and shown.
#[derive(Debug)]
pub enum Stage {
    /// An AI plays.
    Exhibition(Box<Exhibition>, Worker),
    /// A recording is played.
    Replay(Box<Replay>),
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
    pub fn step(&mut self, patience: Duration) -> Stepped {
        match self {
            Stage::Replay(replay) => {
                replay.step();
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

    /// The game on show.
    pub fn game(&self) -> &DragGame {
        match self {
            Stage::Exhibition(exhibition, _) => exhibition.game(),
            Stage::Replay(replay) => replay.game(),
        }
    }

    /// Whether a game has ended and the next one has not begun: such a pause lasts its time at
    /// any speed.
    pub fn is_between_games(&self) -> bool {
        match self {
            Stage::Exhibition(exhibition, _) => exhibition.ending().is_some(),
            Stage::Replay(_) => false,
        }
    }
}

fn post(exhibition: &mut Exhibition, worker: &Worker) {
    if let Some(job) = exhibition.job() {
        worker.post(job);
    }
}
