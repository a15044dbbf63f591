//! All plans for a piece whose NEXT is not visible yet, and the best of them.

use crate::rules::randomizer::ODDS;
use crate::rules::{Piece, Pose};
use crate::search::pad::HoveringPiece;

use super::{NextCosts, UnseenNextJudge};

/// Plan for the time until NEXT is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SightPlan {
    /// Go to this lock, whatever NEXT is.
    Lock(Pose),
    /// Wait at the hover with this index.
    Wait(usize),
}

/// Set of lock indexes, 0-373, as bits.
///
/// A piece has at most 34 pairs of orientation and column. Each pair can lock in at most 11 of the 22 rows, because two
/// locks are never in adjacent rows.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct LockSet([u64; 6]);

impl LockSet {
    fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    fn contains(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    fn is_within(&self, other: &LockSet) -> bool {
        let mut pairs = self.0.iter().zip(other.0);
        pairs.all(|(&own, other)| own & !other == 0)
    }
}

/// A plan with its cost.
#[derive(Clone)]
struct PricedPlan {
    plan: SightPlan,
    /// Indexes of the locks among which the player chooses once NEXT is seen.
    choice: LockSet,
    /// 64 times the mean cost over NEXT.
    cost: i128,
    /// Effort times 64. The effort is the number of taps before NEXT is seen, divided by 32, plus the square of the
    /// number of later taps, averaged over NEXT.
    effort: u32,
}

impl PricedPlan {
    /// Returns the sort key: cost, then locks before waits, then effort. The first of equal plans wins.
    fn rank(&self) -> (i128, bool, u32) {
        (
            self.cost,
            matches!(self.plan, SightPlan::Wait(_)),
            self.effort,
        )
    }
}

/// All plans for a piece.
pub(super) struct Plans<'a, J> {
    judge: &'a J,
    odds: [u8; 7],
    /// Locks that the judge accepts.
    locks: Vec<Pose>,
    costs: Vec<NextCosts>,
    /// Indexes of the locks for each NEXT, cheapest first.
    order: [Vec<usize>; 7],
    /// Plans, best first.
    rated: Vec<PricedPlan>,
}

/// Maximum numbers of plans that the deep judgement covers: of plans that wait, and of plans that go to a lock at once.
const WAITS_MAX: usize = 3;
const LOCKS_MAX: usize = 2;
/// Maximum number of plans that the deep judgement covers in all.
const PLANS_MAX: usize = 3;
/// Maximum number of locks that the deep judgement covers for each plan and NEXT.
const CLOSE_LOCKS_MAX: usize = 3;
/// Maximum number of deep judgements: one for each plan and NEXT. The limit keeps decisions fast enough for real-time
/// play: with 35 judgements the slowest decision of the player `scorer` took 24 ms.
const DEEP_COSTS_MAX: usize = PLANS_MAX * 7;

impl<'a, J: UnseenNextJudge> Plans<'a, J> {
    /// Creates all plans that lead to `locks`, at once or after a wait at one of `hovers`. Returns `None` if the judge
    /// refuses all locks.
    pub(super) fn new(
        judge: &'a J,
        locks: &[Pose],
        hovers: &[HoveringPiece],
    ) -> Option<Plans<'a, J>> {
        let costs = judge.costs(locks);
        let allowed = locks.iter().zip(costs);
        let allowed = allowed.filter_map(|(&lock, costs)| Some((lock, costs?)));
        let (locks, costs): (Vec<Pose>, Vec<NextCosts>) = allowed.unzip();
        let piece = locks.first()?.piece();
        let order = Piece::ALL.map(|next| {
            let mut order: Vec<usize> = (0..locks.len()).collect();
            order.sort_by_key(|&index| costs[index][next.index()]);
            order
        });
        let mut plans = Plans {
            judge,
            odds: ODDS[piece.index()],
            locks,
            costs,
            order,
            rated: Vec::new(),
        };
        let at_once = (0..plans.locks.len()).map(|index| plans.plan_for_lock(index));
        let waiting = hovers.iter().enumerate();
        let waiting = waiting.filter_map(|(index, hover)| plans.plan_for_hover(index, hover));
        let mut rated: Vec<PricedPlan> = at_once.chain(waiting).collect();
        rated.sort_by_key(PricedPlan::rank);
        plans.rated = rated;
        Some(plans)
    }

    /// Returns the plan that goes to a lock whatever NEXT is.
    fn plan_for_lock(&self, index: usize) -> PricedPlan {
        let mut choice = LockSet::default();
        choice.insert(index);
        PricedPlan {
            plan: SightPlan::Lock(self.locks[index]),
            choice,
            cost: self.mean(|next| self.costs[index][next]),
            effort: 0,
        }
    }

    /// Returns the plan that waits at a hover, unless the judge refuses every lock from there.
    fn plan_for_hover(&self, index: usize, hover: &HoveringPiece) -> Option<PricedPlan> {
        let mut choice = LockSet::default();
        for (number, lock) in self.locks.iter().enumerate() {
            let rotation = hover.locks.rotation(lock.orientation.rotation());
            if rotation.contains(lock.x, lock.y) {
                choice.insert(number);
            }
        }
        if choice == LockSet::default() {
            return None;
        }
        let mut effort = 2 * hover.taps;
        let cost = self.mean(|next| {
            let cost = self.least(&choice, next);
            let wanted = self.order[next].iter();
            let wanted = wanted.filter(|&&number| choice.contains(number));
            let equals = wanted.take_while(|&&number| self.costs[number][next] == cost);
            let taps = equals.map(|&number| taps(hover.piece.pose, self.locks[number]));
            let taps = taps.min().unwrap_or(0);
            effort += u32::from(self.odds[next]) * taps * taps;
            cost
        });
        Some(PricedPlan {
            plan: SightPlan::Wait(index),
            choice,
            cost,
            effort,
        })
    }

    /// Returns 64 times the mean of `cost` over all possible NEXT pieces.
    fn mean(&self, mut cost: impl FnMut(usize) -> i64) -> i128 {
        let mut sum = 0;
        for (next, &odds) in self.odds.iter().enumerate() {
            sum += i128::from(odds) * i128::from(cost(next));
        }
        sum
    }

    /// Returns the least cost of these locks for a NEXT.
    fn least(&self, choice: &LockSet, next: usize) -> i64 {
        let found = self.order[next].iter().find(|&&lock| choice.contains(lock));
        self.costs[*found.expect("there is a lock")][next]
    }

    /// Returns the best plan, and the lowest mean cost of any plan by the first judgement, times 64.
    pub(super) fn best(&self) -> (SightPlan, i128) {
        let best = &self.rated[0];
        let chosen = self.judge.margin().and_then(|margin| self.refine(margin));
        (chosen.unwrap_or(best.plan), best.cost)
    }

    /// Chooses among the top plans by the deep judgement.
    fn refine(&self, margin: i64) -> Option<SightPlan> {
        let most = self.rated[0].cost + 64 * i128::from(margin);
        let is_wait = |rated: &PricedPlan| matches!(rated.plan, SightPlan::Wait(_));
        let (mut waits, mut locks) = match self.rated.iter().any(is_wait) {
            true => (WAITS_MAX, LOCKS_MAX),
            false => (0, PLANS_MAX),
        };
        let mut candidates: Vec<(&PricedPlan, [LockSet; 7])> = Vec::new();
        let affordable = self.rated.iter().take_while(|rated| rated.cost <= most);
        for rated in affordable {
            let left = match rated.plan {
                SightPlan::Wait(_) => &mut waits,
                SightPlan::Lock(_) => &mut locks,
            };
            if *left == 0 {
                continue;
            }
            let close = self.close(rated, margin);
            let offers =
                |a: &[LockSet; 7], b: &[LockSet; 7]| a.iter().zip(b).all(|(a, b)| b.is_within(a));
            if candidates.iter().any(|(_, better)| offers(better, &close)) {
                continue;
            }
            *left -= 1;
            candidates.retain(|(_, worse)| !offers(&close, worse));
            candidates.push((rated, close));
        }
        if candidates.len() < 2 {
            return candidates.first().map(|(rated, _)| rated.plan);
        }
        candidates.truncate(PLANS_MAX);
        let mut deep_costs = DeepCosts::default();
        // Judge the most attractive lock of each plan first.
        for rank in 0..CLOSE_LOCKS_MAX {
            for (_, close) in &candidates {
                for (next, close) in close.iter().enumerate() {
                    let mut wanted = self.order[next].iter().filter(|&&n| close.contains(n));
                    if let Some(&number) = wanted.nth(rank)
                        && deep_costs.has_room()
                    {
                        deep_costs.add(self.judge, self.locks[number], number, next);
                    }
                }
            }
        }
        let cost = |close: &[LockSet; 7]| self.mean(|next| deep_costs.least(&close[next], next));
        let best = candidates.iter().min_by_key(|(rated, close)| {
            let (_, waits, effort) = rated.rank();
            (cost(close), waits, effort)
        });
        best.map(|(rated, _)| rated.plan)
    }

    /// Returns, for each NEXT, the locks of a plan whose cost is within `margin` of the plan's best lock.
    fn close(&self, rated: &PricedPlan, margin: i64) -> [LockSet; 7] {
        let mut close = [LockSet::default(); 7];
        for (next, close) in close.iter_mut().enumerate() {
            let most = self.least(&rated.choice, next).saturating_add(margin);
            for &number in &self.order[next] {
                if self.costs[number][next] > most {
                    break;
                }
                if rated.choice.contains(number) {
                    close.insert(number);
                }
            }
        }
        close
    }
}

/// Results of the deep judgement.
#[derive(Default)]
struct DeepCosts {
    /// Judged pairs: index of the lock, index of NEXT, and cost of the lock with this NEXT.
    costs: Vec<(usize, usize, i64)>,
}

impl DeepCosts {
    /// Returns whether the limit allows another deep judgement. The best locks of each plan are judged without asking.
    fn has_room(&self) -> bool {
        self.costs.len() < DEEP_COSTS_MAX
    }

    fn add(&mut self, judge: &impl UnseenNextJudge, lock: Pose, number: usize, next: usize) {
        let is_known = |known: &(usize, usize, i64)| (known.0, known.1) == (number, next);
        if !self.costs.iter().any(is_known) {
            let cost = judge.deep_cost(lock, Piece::ALL[next]);
            self.costs.push((number, next, cost));
        }
    }

    /// Returns the least cost among the judged locks in `close`.
    fn least(&self, close: &LockSet, next: usize) -> i64 {
        let known = self.costs.iter();
        let known = known.filter(|&&(number, of, _)| of == next && close.contains(number));
        known.map(|&(.., cost)| cost).min().unwrap_or(i64::MAX)
    }
}

/// Returns the number of taps from one pose to another if both thumbs tap together. Walls and cells are ignored.
fn taps(from: Pose, to: Pose) -> u32 {
    let count = to.piece().rotation_count();
    let clockwise = (to.orientation.rotation() + count - from.orientation.rotation()) % count;
    let turns = clockwise.min(count - clockwise);
    u32::from(turns).max((to.x - from.x).unsigned_abs().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Judge that prefers the last of `n` locks.
    struct Last(usize);

    impl UnseenNextJudge for Last {
        fn costs(&self, locks: &[Pose]) -> Vec<Option<NextCosts>> {
            assert_eq!(locks.len(), self.0);
            let cost = |index| Some([i64::from(index + 1 < self.0); 7]);
            (0..locks.len()).map(cost).collect()
        }

        fn deep_cost(&self, _: Pose, _: Piece) -> i64 {
            unreachable!("there is no margin")
        }
    }

    #[test]
    fn the_largest_set_of_locks_fits_into_the_bit_set() {
        let piece = Piece::T;
        let mut locks = Vec::new();
        for rotation in 0..piece.rotation_count() {
            // A lying piece fits in eight columns, a standing one in nine.
            for x in 0..8 + (rotation % 2) as i8 {
                let orientation = piece.orientation(rotation);
                let rows = (-2..20).step_by(2);
                locks.extend(rows.map(|y| Pose { orientation, x, y }));
            }
        }
        assert_eq!(locks.len(), 374);
        let plans = Plans::new(&Last(374), &locks, &[]).unwrap();
        assert_eq!(plans.best(), (SightPlan::Lock(locks[373]), 0));
    }
}
