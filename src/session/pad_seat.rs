//! A player's seat at a gamepad: turns a plan into the buttons of each frame.

use std::collections::VecDeque;

use crate::engine::{Event, Events};
use crate::rules::{Buttons, Pose};

use super::job::Press;

/// The seat of an AI at a gamepad.
#[derive(Clone, Debug)]
pub(super) struct PadSeat {
    /// Whether a piece waits for its plan.
    asks: bool,
    /// The rest of the plan.
    plan: VecDeque<Press>,
    departure: Option<String>,
}

impl PadSeat {
    /// A seat whose first piece waits for its plan.
    pub(super) const fn new() -> PadSeat {
        PadSeat {
            asks: true,
            plan: VecDeque::new(),
            departure: None,
        }
    }

    /// Whether a piece waits for its plan.
    pub(super) const fn asks(&self) -> bool {
        self.asks
    }

    /// A piece has appeared: it wants a plan of its own.
    pub(super) fn ask(&mut self) {
        self.plan.clear();
        self.asks = true;
    }

    /// Takes the plan.
    pub(super) fn take(&mut self, plan: Vec<Press>) {
        self.asks = false;
        self.plan = plan.into();
    }

    /// What is held in the coming frame, until [`PadSeat::follow`] says that it was played.
    pub(super) fn held(&self) -> Buttons {
        self.plan.front().map_or(Buttons::NONE, |press| press.held)
    }

    /// The frame was played: it made these events, and the piece is at `found` now.
    pub(super) fn follow(&mut self, events: Events, found: Pose) {
        let press = self.plan.pop_front();
        // What was held until the next piece came was no plan for that one.
        let press = press.filter(|_| !events.contains(Event::Spawned));
        if let Some(press) = press.filter(|press| press.pose != found) {
            let planned = press.pose;
            self.departure = Some(format!("planned {planned:?}, found {found:?}"));
            debug_assert_eq!(planned, found, "the game did not do what was planned");
            self.ask();
        }
        if events.contains(Event::Spawned) {
            self.ask();
        }
    }

    /// What the game did otherwise than it was planned, once; there should be no such thing.
    pub(super) fn take_departure(&mut self) -> Option<String> {
        self.departure.take()
    }
}
