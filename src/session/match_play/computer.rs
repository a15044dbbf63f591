//! Seat of a computer in a match.

use std::collections::VecDeque;
use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::engine::{Event, Events, Side, Versus};
use crate::players::{Opponent, TreeMemory};
use crate::rules::randomizer::generator;
use crate::rules::{Buttons, Pose};
use crate::search::Hand;
use crate::session::controls::MovesByLevel;
use crate::session::job::{Decision, Job, PadTask, Plan, PlanTask, position_of_pad};
use crate::session::pad_seat::PadSeat;
use crate::session::tuck_misses::TuckMissNumbers;

/// Computer opponent at its gamepad.
#[derive(Debug)]
pub(super) struct Computer {
    opponent: Arc<Opponent>,
    moves: Arc<MovesByLevel>,
    seat: PadSeat,
    /// Random generator that decides which pieces are misdrops, and where misdrops lock.
    misdrops: ChaCha8Rng,
    /// Number that selects the lock of the current piece if it is a misdrop. `None` if it is not.
    misdrop: Option<u32>,
    tuck_misses: TuckMissNumbers,
    /// Buttons that finish a piece which another player started, one entry per frame. After the last entry, no button
    /// is held until the next spawn.
    begun: Option<VecDeque<Buttons>>,
    /// Number of the job whose plan has not arrived yet.
    awaited: Option<u64>,
    jobs: u64,
    /// Memory of the player. `None` while a job holds it.
    memory: Option<TreeMemory>,
}

/// Salt that separates the random numbers for misdrops from those for pieces and holes.
const MISDROPS: u64 = 0x5EED_0F51_1B5E_ED0F;

impl Computer {
    /// Seats `opponent` on a side of the match with this seed.
    pub(super) fn new(
        opponent: Arc<Opponent>,
        moves: Arc<MovesByLevel>,
        seed: u64,
        side: Side,
    ) -> Computer {
        Computer {
            opponent,
            moves,
            seat: PadSeat::new(),
            misdrops: generator(seed ^ MISDROPS, side.index() as u64),
            misdrop: None,
            tuck_misses: TuckMissNumbers::new(seed, side.index() as u64),
            begun: None,
            awaited: None,
            jobs: 0,
            memory: None,
        }
    }

    /// Returns the opponent's hands.
    pub(super) fn hand(&self) -> Hand {
        self.opponent.dials().hand
    }

    /// Finishes the current piece with the buttons of the player who started it.
    pub(super) fn finish_piece_with(&mut self, held: Vec<Buttons>) {
        self.begun = Some(held.into());
    }

    /// Returns the job for the current piece, if it needs a plan and the job was not handed out yet.
    pub(super) fn job(&mut self, versus: &Versus, side: Side) -> Option<Job> {
        if self.awaited.is_some() {
            return None;
        }
        self.jobs += 1;
        // Start the job numbers at the match's seed, so that a late plan for an earlier match has the wrong number.
        let number = versus.start().seed.wrapping_add(self.jobs);
        self.awaited = Some(number);
        let game = versus.game(side);
        let position = position_of_pad(game);
        // Draw random numbers only once per piece.
        if self.seat.begun().is_none() {
            self.misdrop = self.misdrop();
        }
        let strategy = self.opponent.strategy(&position, versus.pending(side));
        let task = PadTask {
            misdrop: self.misdrop,
            slip: Some(self.tuck_misses.number()),
            ..PadTask::new(
                game,
                versus.carry(side),
                strategy,
                &self.moves,
                self.seat.begun(),
            )
        };
        Some(Job {
            number,
            task: PlanTask::Pad(Box::new(task)),
            memory: self.memory.take().unwrap_or_default(),
        })
    }

    /// Returns a number that selects the neighbouring lock, if this piece is a misdrop.
    fn misdrop(&mut self) -> Option<u32> {
        let misdrop = self.misdrops.random_range(0..100) < self.opponent.dials().misdrops;
        let place = self.misdrops.random();
        misdrop.then_some(place)
    }

    /// Accepts a plan. Ignores outdated plans.
    pub(super) fn deliver(&mut self, plan: Plan) {
        if self.awaited == Some(plan.number) {
            self.awaited = None;
            self.memory = Some(plan.memory);
            let Decision::Pad(decision) = plan.decision else {
                panic!("the plan must answer the current job");
            };
            self.seat.accept_plan(decision);
            self.tuck_misses.draw();
        }
    }

    /// Returns whether the current piece needs a plan.
    pub(super) const fn needs_plan(&self) -> bool {
        self.begun.is_none() && self.seat.needs_plan()
    }

    /// Prepares for the first piece of the next round.
    pub(super) fn ask(&mut self) {
        self.awaited = None;
        self.begun = None;
        self.seat.ask();
    }

    /// Returns the buttons of the next frame.
    pub(super) fn held(&self) -> Buttons {
        match &self.begun {
            Some(held) => held.front().copied().unwrap_or_default(),
            None => self.seat.held(),
        }
    }

    /// Follows one frame. `found` is the pose of the piece after it.
    pub(super) fn follow(&mut self, events: Events, found: Pose) {
        let Some(held) = &mut self.begun else {
            return self.seat.follow(events, found);
        };
        held.pop_front();
        if events.contains(Event::Spawned) {
            self.begun = None;
        }
    }

    /// Returns and clears the error message about a game that differs from its plan, if any.
    pub(super) fn take_desync(&mut self) -> Option<String> {
        self.seat.take_desync()
    }
}
