//! Who plays meets what is played: seats, the step loop, and the work for a thinking thread.
//!
//! Owns the order of things between a game and whoever plays it. Knows no windows, files or
//! threads: a job is handed out, a plan is handed in, and nothing is stepped before it is there.
//! So the same start gives the same game on any machine. Start with [`Exhibition`] (an AI plays
//! game after game), [`Person`] (a person at the console), [`Match`] (two against each other),
//! [`DragPlayback`], [`ConsolePlayback`] and [`MatchPlayback`] (a recording is played again).

pub mod controls;
pub mod exhibition;
pub mod job;
pub mod keeping;
pub mod match_play;
pub mod pad_table;
pub mod person;
pub mod playback;

mod drag_table;
mod pad_seat;
mod walk;

pub use controls::{Controls, Movers, PadControls};
pub use exhibition::{Ending, Exhibition, Series};
pub use job::{Decision, Job, PadTask, Plan, Press, Task, position_of, position_of_pad};
pub use keeping::{Due, Keeping};
pub use match_play::{Contestant, Match};
pub use pad_table::PadTable;
pub use person::Person;
pub use playback::{ConsolePlayback, DragPlayback, MatchPlayback, Seek, Verdict};
