//! Drawings over the console's screen of a game: goal of a pattern, highlight of a finished one, held buttons.

use rightwell::render::Overlay;
use rightwell::session::{Autoplay, Match, Recorded};

/// Parts of the overlay that the user has switched on. The highlight of a finished pattern has no switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverlayParts {
    /// Pattern to be built, behind the playfield.
    pub goal: bool,
    /// Pads, with their held buttons.
    pub inputs: bool,
}

impl OverlayParts {
    /// Returns the overlay without the parts that are switched off.
    pub fn of(self, overlay: Overlay) -> Overlay {
        Overlay {
            goal: overlay.goal.filter(|_| self.goal),
            inputs: overlay.inputs.map(|held| held.filter(|_| self.inputs)),
            ..overlay
        }
    }
}

/// Returns the overlay of an AI's game: the pattern to be built, the highlight of a finished pattern, and the gamepad.
pub fn of_autoplay(play: &Autoplay) -> Overlay {
    let picture = play.strategy().pattern();
    let picture = picture.map(|pattern| *pattern.filled());
    Overlay {
        goal: picture,
        highlight: picture.filter(|_| play.shows_picture()),
        inputs: [play.held(), None],
        ..Overlay::default()
    }
}

/// Returns an overlay that shows the held buttons of both pads.
pub fn of_match(play: &Match) -> Overlay {
    Overlay {
        inputs: play.pressed().map(Some),
        ..Overlay::default()
    }
}

/// Returns an overlay that shows only the pads.
pub fn of_recorded(recorded: &Recorded) -> Overlay {
    Overlay {
        inputs: recorded.held(),
        ..Overlay::default()
    }
}
