//! Judge for hands that sometimes miss tucks. The cost of a tuck is the weighted mean of the cost of its lock and the
//! cost of the lock after a miss.

use crate::rules::motion::Occupancy;
use crate::rules::{Piece, Pose};
use crate::search::pad::{Hand, PadPiece, Tuck};

use super::{NextCosts, UnseenNextJudge};

/// Judge that includes possible misses in the cost of each tuck.
pub(super) struct TuckMissJudge<'a, J> {
    judge: &'a J,
    tucks: Vec<MissableTuck>,
}

/// A tuck that can be missed.
struct MissableTuck {
    lock: Pose,
    tuck: Tuck,
    /// Lock of the piece after a miss. `None` if the miss ends the game.
    fallen: Option<Pose>,
}

/// Cost of the end of a game: higher than any other cost.
const END: i64 = i64::MAX;

impl<'a, J: UnseenNextJudge> TuckMissJudge<'a, J> {
    /// Wraps `judge` for these `locks` of `piece`, which these hands play.
    pub(super) fn new(
        judge: &'a J,
        field: &impl Occupancy,
        piece: PadPiece,
        hand: Hand,
        locks: &[Pose],
    ) -> TuckMissJudge<'a, J> {
        let slip = |&lock: &Pose| {
            let tuck = Tuck::to(field, piece, hand, lock)?;
            let fallen = Some(tuck.fallen).filter(|fallen| fallen.fits(field));
            (tuck.misses_of_thousand() > 0).then_some(MissableTuck { lock, tuck, fallen })
        };
        TuckMissJudge {
            judge,
            tucks: locks.iter().filter_map(slip).collect(),
        }
    }
}

impl<J: UnseenNextJudge> UnseenNextJudge for TuckMissJudge<'_, J> {
    fn costs(&self, locks: &[Pose]) -> Vec<Option<NextCosts>> {
        let mut costs = self.judge.costs(locks);
        for slip in &self.tucks {
            let Some(index) = locks.iter().position(|&lock| lock == slip.lock) else {
                continue;
            };
            let Some(row) = &mut costs[index] else {
                continue;
            };
            // If the judge refuses the lock after a miss, the miss counts as the end of the game.
            let fallen = slip.fallen.and_then(|pose| self.judge.costs(&[pose])[0]);
            for (cost, fallen) in row.iter_mut().zip(fallen.unwrap_or([END; 7])) {
                *cost = slip.tuck.blend(*cost, fallen);
            }
        }
        costs
    }

    fn margin(&self) -> Option<i64> {
        self.judge.margin()
    }

    fn deep_cost(&self, lock: Pose, next: Piece) -> i64 {
        let cost = self.judge.deep_cost(lock, next);
        match self.tucks.iter().find(|slip| slip.lock == lock) {
            Some(slip) => {
                let fallen = slip.fallen.filter(|&pose| self.allows(pose));
                let fallen = fallen.map_or(END, |pose| self.judge.deep_cost(pose, next));
                slip.tuck.blend(cost, fallen)
            }
            None => cost,
        }
    }
}

impl<J: UnseenNextJudge> TuckMissJudge<'_, J> {
    /// Returns whether the judge accepts a lock.
    fn allows(&self, lock: Pose) -> bool {
        self.judge.costs(&[lock])[0].is_some()
    }
}
