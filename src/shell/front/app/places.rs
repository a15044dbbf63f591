//! Places for pieces in the field: what was played and what NEXT would do are told one after the other.

use std::time::Duration;

use rightwell::render::{Outline, Overlay};

use crate::shell::activity::Shown;
use crate::shell::host::clock::{Time, now};

use super::App;

/// How long what was played is shown beside the best place, and then NEXT after that.
const TURN: Duration = Duration::from_millis(1_500);

/// Places that are told, and since when they are.
pub(super) type Places = ([Option<Outline>; 3], Time);

impl App {
    /// Notes since when the places are told that are now.
    pub(super) fn note_places(&mut self) {
        let told = self.hud().overlay.outlines;
        if told != self.places.0 {
            self.places = (told, now());
        }
    }

    /// What lies over the picture, as far as it is wanted. Of what was played and where NEXT would go, which
    /// may lie over each other, one is shown at a time.
    pub fn overlay(&self) -> Overlay {
        let settings = self.settings();
        let shown = Shown {
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
