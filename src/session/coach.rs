//! What a coach knows of a person's games while they are played: each position, each lock, and what the
//! locks were worth.
//!
//! It follows the console by the rules by which [`GameMoves`] are told from a recording, so what is said
//! during a game is what [`review`](super::review) says of its recording afterwards.

use crate::engine::{Console, Events, History, PlayState};
use crate::players::Position;
use crate::players::rating::accuracy;

use super::job::position_of_pad;
use super::moves::{Followed, Follower, GameMoves, snapshot_of_console};

/// Follows the A-type games of a console, and keeps the moves of the last one.
#[derive(Clone, Debug)]
pub struct Coach {
    follower: Follower,
    game: GameMoves,
    /// Which game this is: another number, another game.
    number: u64,
    /// Frames played since power-on.
    frame: u64,
}

impl Coach {
    /// A coach who saw all of this history; what the console is now comes with the next frames.
    pub fn after(history: &History) -> Coach {
        let mut console = history.power_on();
        let mut coach = Coach {
            follower: Follower::new(None, || None, 0),
            game: GameMoves::default(),
            number: 0,
            frame: 0,
        };
        for index in 0..history.len() {
            let events = history.play_frame(index, &mut console);
            coach.follow(&console, events);
        }
        coach
    }

    /// A frame was played.
    pub fn follow(&mut self, console: &Console, events: Events) {
        self.frame += 1;
        let frame = self.frame;
        let position = || console.game().map(position_of_pad);
        let sight = snapshot_of_console(console, frame);
        let followed = self.follower.step(events, sight, position, frame);
        if followed == Followed::NewGame && sight.is_some() {
            self.game = GameMoves::default();
            self.number += 1;
        }
        self.game.note(followed);
    }

    /// The moves of the game that is on, or of the last one.
    pub const fn game(&self) -> &GameMoves {
        &self.game
    }

    /// Which game that is: it grows by one for each.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// The position in which a piece can be moved now, as it was when the piece came.
    pub fn position(&self, console: &Console) -> Option<&Position> {
        let is_moved = |state| matches!(state, PlayState::Control);
        let game = console.game().filter(|game| is_moved(game.play_state()));
        self.follower.due().filter(|_| game.is_some())
    }
}

/// What the moves of a game have lost so far, as a [`Rater`](super::Rater) says it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Running {
    losses: Vec<f64>,
}

/// What there is to say of a game while it is on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunningFigures {
    /// The mean of what each loss is worth, 0 to 1, as a [review](super::review) tells it.
    pub accuracy: f64,
    /// What the last move lost, in lines.
    pub last: f64,
    /// What the worst move lost, in lines.
    pub worst: f64,
}

impl Running {
    /// Adds what the next move has lost, in lines.
    pub fn add(&mut self, loss: f64) {
        self.losses.push(loss);
    }

    /// What the moves that were rated have lost, in order.
    pub fn losses(&self) -> &[f64] {
        &self.losses
    }

    /// What there is to say; nothing before the first move.
    pub fn figures(&self) -> Option<RunningFigures> {
        let last = *self.losses.last()?;
        let worth: f64 = self.losses.iter().copied().map(accuracy).sum();
        Some(RunningFigures {
            accuracy: worth / self.losses.len() as f64,
            last,
            worst: self.losses.iter().copied().fold(0.0, f64::max),
        })
    }
}
