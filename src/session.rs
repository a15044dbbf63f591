//! Who plays meets what is played: seats, the step loop, and the work for a thinking thread.
//!
//! Owns the order of things between a game and whoever plays it. Knows no windows, files or
//! threads: a job is handed out, a plan is handed in, and nothing is stepped before it is there.
//! So the same start gives the same game on any machine. Start with [`Exhibition`] (an AI plays
//! game after game), [`Person`] (a person at the console), [`Match`] (two against each other),
//! [`Replay`], [`Movie`] and [`MatchReplay`] (a recording is played again).

pub mod controls;
pub mod exhibition;
pub mod job;
pub mod match_play;
pub mod match_replay;
pub mod movie;
pub mod pad_table;
pub mod person;
pub mod replay;
pub mod track;

mod drag_table;
mod pad_seat;
mod thumb_tracker;
mod walk;

pub use controls::{Controls, Movers, PadControls};
pub use exhibition::{Ending, Exhibition, Series};
pub use job::{
    Decision, DragDecision, DragTask, Job, PadTask, Plan, Press, Task, position_of, position_of_pad,
};
pub use match_play::{Contestant, Match};
pub use match_replay::MatchReplay;
pub use movie::Movie;
pub use pad_table::PadTable;
pub use person::Person;
pub use replay::Replay;
pub use thumb_tracker::ThumbTracker;
pub use track::{Seek, Verdict};
