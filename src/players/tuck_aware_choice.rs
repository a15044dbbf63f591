//! Choice of a lock for hands that sometimes miss tucks.
//!
//! The player first chooses as usual. If that lock needs no tuck, the hands cannot miss it, so it remains the best. The
//! cost of a tuck is the mean of its costs if hit and if missed, weighted by their odds. The search then tries the next
//! best locks until one of them is at least as good as all untried locks.

use crate::rules::randomizer::ODDS;
use crate::rules::{Buttons, Occupancy, Pose};
use crate::search::{
    Hand, InMotionMoves, PadMoves, PadPiece, ReachableLocks, Tuck, UnseenNextJudge, pad_path,
};

use super::input::Input;
use super::position::Position;
use super::strategy::Strategy;
use super::uct::TreeMemory;
use super::unseen_next_costs::UnseenNextCosts;

/// Choice of a lock for the current piece by hands that sometimes miss tucks.
#[derive(Clone, Copy, Debug)]
pub struct TuckAwareChoice<'a, F> {
    /// Strategy that decides.
    pub strategy: &'a Strategy,
    /// Position before the piece locks.
    pub position: &'a Position,
    /// The playfield, hidden rows included.
    pub field: &'a F,
    /// Piece in its state before the next tick.
    pub piece: PadPiece,
    /// The hands.
    pub hand: Hand,
    /// Move generator of later pieces.
    pub moves: &'a PadMoves,
}

/// Lock from which the hands choose, with its cost and inputs.
struct CandidateLock {
    cost: i64,
    lock: Pose,
    inputs: Vec<Buttons>,
}

impl<F: Occupancy> TuckAwareChoice<'_, F> {
    /// Chooses one of `locks`, and returns it with the buttons of each frame that lead to it. Skips locks that have no
    /// path. `None` if no lock remains. In a tie, the lock that the player prefers wins.
    pub fn choose(
        &self,
        memory: &mut TreeMemory,
        locks: ReachableLocks,
    ) -> Option<(Pose, Vec<Buttons>)> {
        let mut left = Some(locks);
        let mut best: Option<CandidateLock> = None;
        while let Some(locks) = left {
            let Some(lock) = self.decide(memory, locks) else {
                break;
            };
            left = locks.without(lock);
            let Some(inputs) = pad_path(self.field, self.piece, self.hand, lock) else {
                continue;
            };
            let tuck = Tuck::find(self.field, self.piece, &inputs);
            let tuck = tuck.filter(|tuck| tuck.misses_of_thousand() > 0);
            if tuck.is_none() && best.is_none() {
                return Some((lock, inputs));
            }
            let hit = self.cost(lock);
            if best.as_ref().is_some_and(|best| best.cost <= hit) {
                break;
            }
            let cost = match &tuck {
                Some(tuck) => tuck.blend(hit, self.cost(tuck.fallen)),
                None => hit,
            };
            if best.as_ref().is_none_or(|best| cost < best.cost) {
                best = Some(CandidateLock { cost, lock, inputs });
            }
            if tuck.is_none() {
                break;
            }
        }
        best.map(|best| (best.lock, best.inputs))
    }

    /// Returns the player's preferred lock among these.
    fn decide(&self, memory: &mut TreeMemory, locks: ReachableLocks) -> Option<Pose> {
        let others = PadMoves::clone(self.moves);
        let moves = InMotionMoves::new(self.position.board, Some(locks), others);
        let input = Input::InMotion(Box::new(moves));
        let line = self.strategy.decide(memory, self.position, &input)?;
        Some(line.locks[0])
    }

    /// Returns the cost of `lock` at the player's search depth, or [`i64::MAX`] if the lock ends the game or is
    /// refused.
    fn cost(&self, lock: Pose) -> i64 {
        if !lock.fits(self.field) {
            return i64::MAX;
        }
        let judge = UnseenNextCosts::new(self.strategy, self.position, self.moves);
        let Some(costs) = judge.costs(&[lock])[0] else {
            return i64::MAX;
        };
        match (self.position.next, judge.margin()) {
            (Some(next), Some(_)) => judge.deep_cost(lock, next),
            (Some(next), None) => costs[next.index()],
            (None, _) => {
                let odds = ODDS[lock.piece().index()].into_iter().zip(costs);
                let sum: i128 = odds
                    .map(|(odds, cost)| i128::from(odds) * i128::from(cost))
                    .sum();
                (sum >> 6) as i64
            }
        }
    }
}
