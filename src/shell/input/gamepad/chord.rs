//! Start and Select held together, which opens the menu on pads without a Guide button.

use std::time::Duration;

use rightwell::rules::Buttons;

use crate::host::clock::Time;

/// Time for which Start and Select must be held together. No player holds them that long during a game.
const HELD: Duration = Duration::from_millis(500);
/// Buttons that, together with Start and Select, reset the console.
const RESET: Buttons = Buttons::A.with(Buttons::B);

/// Tracks Start and Select on one pad or keyboard.
#[derive(Clone, Copy, Debug, Default)]
pub struct MenuChord {
    /// Time when Start and Select were first held together.
    since: Option<Time>,
    /// True if this press of the two buttons was already reported.
    is_said: bool,
}

impl MenuChord {
    /// Returns `true` once per press, as soon as `held` has contained Start and Select for long enough.
    pub fn asks(&mut self, now: Time, held: Buttons) -> bool {
        let is_held = held.has(Buttons::START) && held.has(Buttons::SELECT) && !held.has(RESET);
        if !is_held {
            *self = MenuChord::default();
            return false;
        }
        let since = *self.since.get_or_insert(now);
        let asks = !self.is_said && now.saturating_duration_since(since) >= HELD;
        self.is_said |= asks;
        asks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::clock::now;

    const BOTH: Buttons = Buttons::START.with(Buttons::SELECT);

    /// Returns the times, in milliseconds, at which the menu opens for this sequence of held buttons.
    fn asked(held: &[(u64, Buttons)]) -> Vec<u64> {
        let (begin, mut chord) = (now(), MenuChord::default());
        let times = held
            .iter()
            .filter(|(time, held)| chord.asks(begin + Duration::from_millis(*time), *held));
        times.map(|(time, _)| *time).collect()
    }

    #[test]
    fn start_and_select_held_for_half_a_second_ask_once() {
        let held: Vec<(u64, Buttons)> = (0..200).map(|round| (round * 10, BOTH)).collect();
        assert_eq!(asked(&held), [500]);
    }

    #[test]
    fn a_short_release_restarts_the_time() {
        let start = Buttons::START;
        assert_eq!(
            asked(&[(0, BOTH), (400, start), (410, BOTH), (600, BOTH)]),
            [0; 0]
        );
        assert_eq!(
            asked(&[
                (0, BOTH),
                (600, BOTH),
                (700, start),
                (800, BOTH),
                (1300, BOTH)
            ]),
            [600, 1300]
        );
    }

    #[test]
    fn with_a_or_b_the_console_resets_and_directions_are_ignored() {
        for button in [Buttons::A, Buttons::B, RESET] {
            let held = BOTH.with(button);
            assert_eq!(asked(&[(0, held), (900, held)]), [0; 0]);
        }
        let held = BOTH.with(Buttons::LEFT);
        assert_eq!(asked(&[(0, held), (500, held)]), [500]);
    }
}
