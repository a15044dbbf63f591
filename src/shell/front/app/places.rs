//! Outlines of locks in the playfield. The outlines of the played lock and of NEXT's lock alternate.

use std::time::Duration;

use rightwell::render::{Outline, Overlay};

use crate::host::clock::{Time, now};
use crate::stage::overlay::OverlayParts;

use super::App;

/// Time for which each of the two outlines is shown.
const TURN: Duration = Duration::from_millis(1_500);

/// Outlines, and the time when they first appeared.
pub(super) type OutlineTimes = ([Option<Outline>; 3], Time);

impl App {
    /// Restarts the alternation when the outlines change.
    pub(super) fn note_places(&mut self) {
        let told = self.hud().overlay.outlines;
        if told != self.places.0 {
            self.places = (told, now());
        }
    }

    /// Returns the overlay, reduced to the enabled parts. Played lock and NEXT's lock may overlap, so only one of them
    /// is outlined at a time.
    pub fn overlay(&self) -> Overlay {
        let settings = self.settings();
        let shown = OverlayParts {
            goal: settings.goal,
            inputs: settings.input_display,
        };
        let mut overlay = shown.of(self.hud().overlay);
        let told = overlay.outlines;
        if let [_, Some(_), Some(_)] = told {
            let (noted, since) = self.places;
            let turns = now().saturating_duration_since(since).as_millis() / TURN.as_millis();
            let is_turn_of_next = told == noted && turns % 2 == 1;
            overlay.outlines[if is_turn_of_next { 2 } else { 1 }] = None;
        }
        overlay
    }
}
