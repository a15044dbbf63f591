//! Seat of a player at a gamepad. The seat turns a plan into the buttons of each frame.

use std::collections::VecDeque;

use crate::engine::{Event, Events};
use crate::rules::{Buttons, Pose};
use crate::search::Thumbs;

use super::job::{PadDecision, PlannedFrame};

/// Seat of an AI at a gamepad.
#[derive(Clone, Debug)]
pub(super) struct PadSeat {
    /// True if a piece waits for its plan, or for the rest of its plan.
    needs_plan: bool,
    /// Remaining frames of the plan.
    plan: VecDeque<PlannedFrame>,
    /// State of the thumbs at the end of the plan, if NEXT becomes visible then.
    thumbs_at_next: Option<Thumbs>,
    /// State of the thumbs, if the piece was started and waits for the rest of its plan.
    begun: Option<Thumbs>,
    /// True if NEXT must be hidden while the console counts the points of the piece.
    hides_next: bool,
    desync: Option<String>,
}

impl PadSeat {
    /// Returns a seat whose first piece waits for its plan.
    pub(super) const fn new() -> PadSeat {
        PadSeat {
            needs_plan: true,
            plan: VecDeque::new(),
            thumbs_at_next: None,
            begun: None,
            hides_next: false,
            desync: None,
        }
    }

    /// Returns whether a piece waits for its plan, or for the rest of its plan.
    pub(super) const fn needs_plan(&self) -> bool {
        self.needs_plan
    }

    /// Returns the state of the thumbs, if the piece was started and waits for the rest of its plan.
    pub(super) const fn begun(&self) -> Option<Thumbs> {
        self.begun
    }

    /// Requests a plan for a new piece.
    pub(super) fn ask(&mut self) {
        self.plan.clear();
        (self.thumbs_at_next, self.begun) = (None, None);
        self.needs_plan = true;
    }

    /// Replaces the current plan with a new one.
    pub(super) fn accept_plan(&mut self, decision: PadDecision) {
        self.needs_plan = false;
        self.begun = None;
        self.plan = decision.presses.into();
        self.thumbs_at_next = decision.thumbs_at_next;
        self.hides_next = decision.hides_next;
    }

    /// Returns whether NEXT must be hidden while the console counts the points of the piece.
    pub(super) const fn hides_next(&self) -> bool {
        self.hides_next
    }

    /// Returns the buttons of the next frame. Does not advance the plan; [`PadSeat::follow`] does.
    pub(super) fn held(&self) -> Buttons {
        self.plan.front().map_or(Buttons::NONE, |press| press.held)
    }

    /// Follows one frame. `found` is the pose of the piece after it.
    pub(super) fn follow(&mut self, events: Events, found: Pose) {
        let press = self.plan.pop_front();
        // Buttons still held when the next piece spawns do not belong to that piece's plan.
        let press = press.filter(|_| !events.contains(Event::Spawned));
        if let Some(press) = press.filter(|press| press.pose != found) {
            let planned = press.pose;
            self.desync = Some(format!("planned {planned:?}, found {found:?}"));
            debug_assert_eq!(planned, found, "the game desynced from the plan");
            self.ask();
        }
        if events.contains(Event::Spawned) {
            self.ask();
        }
        if self.plan.is_empty()
            && let Some(thumbs) = self.thumbs_at_next.take()
        {
            self.begun = Some(thumbs);
            self.needs_plan = true;
        }
    }

    /// Returns and clears the error message about a game that differs from its plan, if any. There should never be one.
    pub(super) fn take_desync(&mut self) -> Option<String> {
        self.desync.take()
    }
}
