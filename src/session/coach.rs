//! Coach that follows a person's games: each position, each lock, and the loss of each lock.
//!
//! The coach derives moves by the rules that [`GameMoves`] uses for a recording. So the advice during a game agrees
//! with a later [`review`](super::review) of its recording.

use crate::engine::{Console, Events, History, PlayState};
use crate::players::Position;
use crate::players::rating::accuracy;

use super::job::position_of_pad;
use super::moves::{GameMoves, MoveEvent, MoveTracker, snapshot_of_console};

/// Coach of a person's A-type games on a console. It derives the moves during play and stores those of the last game.
#[derive(Clone, Debug, PartialEq)]
pub struct Coach {
    follower: MoveTracker,
    game: GameMoves,
    /// Number of the current game. It grows by one with each game.
    number: u64,
    /// Number of frames since power-on.
    frame: u64,
}

impl Coach {
    /// Returns a coach that has followed this history. Pass further frames to [`Coach::follow`].
    pub fn after(history: &History) -> Coach {
        let mut console = history.power_on();
        let mut coach = Coach {
            follower: MoveTracker::new(None, || None, 0),
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

    /// Follows one frame of the console.
    pub fn follow(&mut self, console: &Console, events: Events) {
        self.frame += 1;
        let frame = self.frame;
        let position = || console.game().map(position_of_pad);
        let sight = snapshot_of_console(console, frame);
        let followed = self.follower.step(events, sight, position, frame);
        if followed == MoveEvent::NewGame && sight.is_some() {
            self.game = GameMoves::default();
            self.number += 1;
        }
        self.game.add_event(followed);
    }

    /// Follows the console back to the spawn of an earlier piece, after the person has undone pieces.
    pub fn take_back(&mut self, console: &Console) {
        self.frame = console.frames();
        self.game.take_back(self.frame);
        let sight = snapshot_of_console(console, self.frame);
        let position = || console.game().map(position_of_pad);
        self.follower = MoveTracker::new(sight, position, self.frame);
    }

    /// Returns the moves of the current game, or of the last one.
    pub const fn game(&self) -> &GameMoves {
        &self.game
    }

    /// Returns the number of the current game. It grows by one with each game.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Returns the position at the spawn of the piece under control.
    pub fn position(&self, console: &Console) -> Option<&Position> {
        let is_moved = |state| matches!(state, PlayState::Control);
        let game = console.game().filter(|game| is_moved(game.play_state()));
        self.follower.due().filter(|_| game.is_some())
    }
}

/// Losses of the moves in a running game, computed by a [`Rater`](super::Rater).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunningLosses {
    losses: Vec<f64>,
    /// Number of moves before the game was lost or given up. `None` as long as the game is not over.
    undecided: Option<usize>,
}

/// Figures of a running game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunningFigures {
    /// Mean accuracy of the moves before the game was lost or given up (0-1), as in a [review](super::review).
    pub accuracy: f64,
    /// Loss of the last move, in lines.
    pub last: f64,
    /// Loss of the worst move, in lines.
    pub worst: f64,
}

impl RunningLosses {
    /// Adds the loss of the next move, in lines.
    pub fn add(&mut self, loss: f64) {
        self.losses.push(loss);
    }

    /// Removes the losses after the first `moves` moves.
    pub fn take_back(&mut self, moves: usize) {
        self.losses.truncate(moves);
        self.undecided = None;
    }

    /// Ends the game. It was lost or given up after this many moves.
    pub fn end(&mut self, undecided: usize) {
        self.undecided = Some(undecided);
    }

    /// Returns the losses of the moves, in order.
    pub fn losses(&self) -> &[f64] {
        &self.losses
    }

    /// Returns the figures, or `None` if there are no moves.
    pub fn figures(&self) -> Option<RunningFigures> {
        let last = *self.losses.last()?;
        let undecided = self.undecided.unwrap_or(usize::MAX).min(self.losses.len());
        let losses = &self.losses[..undecided];
        let worth: f64 = losses.iter().copied().map(accuracy).sum();
        Some(RunningFigures {
            accuracy: worth / losses.len().max(1) as f64,
            last,
            worst: losses.iter().copied().fold(0.0, f64::max),
        })
    }
}
