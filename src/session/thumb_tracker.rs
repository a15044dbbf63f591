//! Tracker of the player's two thumbs at a console's gamepad, frame by frame. Their taps are part of the state of the
//! piece under control.

use crate::engine::{Console, PadGame, PlayState};
use crate::search::{PadPiece, Thumbs};

use super::job::piece_of_pad;

/// Taps of both thumbs since the current piece came under control.
///
/// Every frame of the console must be run by [`ThumbTracker::step`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ThumbTracker(Thumbs);

impl ThumbTracker {
    /// Plays one frame of `console` and updates the thumbs. A pause adds neither taps nor time.
    pub fn step<C: AsRef<Console>, T>(
        &mut self,
        console: &mut C,
        play: impl FnOnce(&mut C) -> T,
    ) -> T {
        let game = console.as_ref().game();
        let is_controlled = game.is_some_and(is_controlled);
        let is_paused = game.is_some_and(PadGame::is_paused);
        let played = play(console);
        if is_controlled {
            self.0 = self.0.after(console.as_ref().carry().pad);
        } else if !is_paused {
            self.0 = Thumbs::default();
        }
        played
    }

    /// Returns the piece that is under control in the next frame of `console`, if any.
    pub fn piece(&self, console: &Console) -> Option<PadPiece> {
        let game = console.game().filter(|game| is_controlled(game))?;
        Some(piece_of_pad(game, console.carry(), self.0))
    }
}

/// Returns whether buttons move the piece in the next frame.
fn is_controlled(game: &PadGame) -> bool {
    game.play_state() == PlayState::Control && !game.is_paused() && !game.is_being_set_up()
}
