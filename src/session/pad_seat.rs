//! A player's seat at a gamepad: turns a plan into the buttons of each frame.

use std::collections::VecDeque;

use crate::engine::{Event, Events};
use crate::rules::{Buttons, Pose};
use crate::search::Thumbs;

use super::job::{PadDecision, Press};

/// The seat of an AI at a gamepad.
#[derive(Clone, Debug)]
pub(super) struct PadSeat {
    /// Whether a piece waits for its plan, or for the rest of it.
    asks: bool,
    /// The rest of the plan.
    plan: VecDeque<Press>,
    /// What the thumbs will have tapped when the plan is at an end and NEXT is seen, if it is open.
    then: Option<Thumbs>,
    /// What the thumbs have tapped, if the piece was begun and NEXT is seen now.
    begun: Option<Thumbs>,
    /// Whether NEXT is to be hidden while the points of the piece are counted.
    hides_next: bool,
    desync: Option<String>,
}

impl PadSeat {
    /// A seat whose first piece waits for its plan.
    pub(super) const fn new() -> PadSeat {
        PadSeat {
            asks: true,
            plan: VecDeque::new(),
            then: None,
            begun: None,
            hides_next: false,
            desync: None,
        }
    }

    /// Whether a piece waits for its plan, or for the rest of it.
    pub(super) const fn asks(&self) -> bool {
        self.asks
    }

    /// What the thumbs have tapped, if it is the rest of the plan that is asked for, NEXT being seen
    /// now.
    pub(super) const fn begun(&self) -> Option<Thumbs> {
        self.begun
    }

    /// A piece has appeared: it wants a plan of its own.
    pub(super) fn ask(&mut self) {
        self.plan.clear();
        (self.then, self.begun) = (None, None);
        self.asks = true;
    }

    /// Takes the plan.
    pub(super) fn take(&mut self, decision: PadDecision) {
        self.asks = false;
        self.begun = None;
        self.plan = decision.presses.into();
        self.then = decision.then;
        self.hides_next = decision.hides_next;
    }

    /// Whether NEXT is to be hidden while the points of the piece are counted.
    pub(super) const fn hides_next(&self) -> bool {
        self.hides_next
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
            self.desync = Some(format!("planned {planned:?}, found {found:?}"));
            debug_assert_eq!(planned, found, "the game did not do what was planned");
            self.ask();
        }
        if events.contains(Event::Spawned) {
            self.ask();
        }
        if self.plan.is_empty()
            && let Some(thumbs) = self.then.take()
        {
            self.begun = Some(thumbs);
            self.asks = true;
        }
    }

    /// What the game did otherwise than it was planned, once; there should be no such thing.
    pub(super) fn take_desync(&mut self) -> Option<String> {
        self.desync.take()
    }
}
