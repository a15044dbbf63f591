//! Rating of a played lock against the best one. Both are searched to equal depth.

use crate::rules::Pose;
use crate::search::move_generator::MoveGenerator;
use crate::search::reach::ReachableLocks;

use super::{AheadSearch, Cost, FIELDS_PER_LOCK, KnownBoard, Lookahead, SearchRoot};

/// A lock of the current piece with its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedLock {
    /// Lock of the current piece.
    pub lock: Pose,
    /// Best lock of the next piece after this lock. `None` if the next piece is unknown or has no lock.
    pub then: Option<Pose>,
    /// Total cost.
    pub value: i64,
}

/// The played lock and its alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedLocks {
    /// Lock that was played.
    pub played: RatedLock,
    /// All locks searched as deep as the played one, cheapest first. The played lock is among them.
    pub locks: Vec<RatedLock>,
}

/// Maximum number of boards after the played lock that are judged to full depth.
const DEEP_FIELDS_OF_PLAYED: usize = 2;

/// Rates the lock `played` of the current piece against the best locks that `moves` finds. `played` need not be among
/// them.
///
/// The search works like [`best_line_ahead`](super::best_line_ahead), but also judges the cheapest boards after
/// `played` in any case. No lock is rated better than the one that [`best_line_ahead`](super::best_line_ahead) chooses.
pub fn rate_ahead<C: Cost>(
    root: &SearchRoot,
    played: Pose,
    moves: &dyn MoveGenerator,
    cost: &C,
    lookahead: Lookahead,
) -> RatedLocks {
    let search = AheadSearch {
        moves,
        cost,
        lookahead,
    };
    search.rate(played, root, 0)
}

/// Returns the locks of [`rate_ahead`], and adds the cheapest other locks until there are `least` of them. All are
/// searched to equal depth and sorted by cost, cheapest first.
///
/// Leaves out an additional lock that turns out cheaper than the best lock of [`rate_ahead`], because the search alone
/// would not have found it.
pub fn best_locks_ahead<C: Cost>(
    root: &SearchRoot,
    played: Pose,
    moves: &dyn MoveGenerator,
    cost: &C,
    lookahead: Lookahead,
    least: usize,
) -> Vec<RatedLock> {
    let search = AheadSearch {
        moves,
        cost,
        lookahead,
    };
    search.rate(played, root, least).locks
}

impl<C: Cost> AheadSearch<'_, C> {
    fn rate(&self, played: Pose, root: &SearchRoot, least: usize) -> RatedLocks {
        // Locks that lead to equal boards count as one lock.
        let after = root.board.lock(played);
        let is_played = |lock: Pose| root.board.lock(lock) == after;
        let mut of_played = self.cheapest_after(played, root);
        let mut fields = Vec::with_capacity(256);
        if let Some(locks) = self.moves.locks(&root.board, root.current) {
            for lock in locks.iter() {
                match is_played(lock) {
                    true => fields.extend(&of_played),
                    false => fields.extend(self.cheapest_after(lock, root)),
                }
            }
        }
        if fields.is_empty() && of_played.is_empty() {
            return self.rate_alone(played, root);
        }
        // Adding the boards after `played` must not change which boards the search itself stores.
        fields.sort_by_key(|field| field.value);
        let all = if least > 0 {
            fields.clone()
        } else {
            Vec::new()
        };
        self.drop_repeated(&mut fields);
        remove_those_of(&mut of_played, &fields);
        if self.lookahead.beam > 0 {
            for field in fields.iter_mut().chain(&mut of_played) {
                self.judge(field, 1);
            }
            fields.sort_by_key(|field| field.value);
        }
        of_played.extend(fields.iter().filter(|field| field.locks[0] == played));
        of_played.sort_by_key(|field| field.value);
        of_played.truncate(DEEP_FIELDS_OF_PLAYED);
        fields.truncate(self.lookahead.deep_beam.max(1));
        remove_those_of(&mut of_played, &fields);
        fields.append(&mut of_played);
        if self.lookahead.deep_beam > 0 {
            for field in &mut fields {
                self.judge(field, 2);
            }
        }
        let mut rated = self.rated(played, root, &fields);
        self.add_others(&mut rated.locks, root, &all, least);
        rated
    }

    /// Adds the locks that lead to the boards in `others`, cheapest first, until there are `least` locks.
    fn add_others(
        &self,
        locks: &mut Vec<RatedLock>,
        root: &SearchRoot,
        others: &[KnownBoard],
        least: usize,
    ) {
        let best = locks.first().map_or(i64::MIN, |rated| rated.value);
        let after = |lock: Pose| root.board.lock(lock);
        let mut seen: Vec<_> = locks.iter().map(|rated| after(rated.lock)).collect();
        for field in others {
            let lock = field.locks[0];
            if locks.len() >= least {
                break;
            }
            if seen.contains(&after(lock)) {
                continue;
            }
            seen.push(after(lock));
            let alike = others.iter().filter(|other| other.locks[0] == lock);
            let mut alike: Vec<KnownBoard> = alike.take(DEEP_FIELDS_OF_PLAYED).copied().collect();
            for depth in 1..=self.depth() {
                alike.iter_mut().for_each(|field| {
                    self.judge(field, depth);
                });
            }
            if let Some((value, cheapest)) = self.cheapest_first_lock(&alike)
                && value >= best
            {
                locks.push(RatedLock {
                    lock,
                    then: root.next.map(|_| cheapest.locks[1]),
                    value,
                });
            }
        }
        locks.sort_by_key(|rated| rated.value);
    }

    /// Returns how many unknown pieces the deepest judgement of a board looks ahead.
    const fn depth(&self) -> u32 {
        match self.lookahead {
            Lookahead { deep_beam: 1.., .. } => 2,
            Lookahead { beam: 1.., .. } => 1,
            _ => 0,
        }
    }

    /// Returns the cheapest boards after a lock, cheapest first.
    fn cheapest_after(&self, lock: Pose, root: &SearchRoot) -> Vec<KnownBoard> {
        let mut fields = Vec::with_capacity(64);
        self.fields_after(lock, root, &mut fields);
        fields.sort_by_key(|field| field.value);
        fields.truncate(FIELDS_PER_LOCK);
        fields
    }

    /// Rates the locks of the current piece that lead to these boards, cheapest first. `played` is among them.
    fn rated(&self, played: Pose, root: &SearchRoot, fields: &[KnownBoard]) -> RatedLocks {
        let mut locks: Vec<RatedLock> = Vec::new();
        for field in fields {
            let lock = field.locks[0];
            if locks.iter().any(|rated| rated.lock == lock) {
                continue;
            }
            let alike = fields.iter().filter(|field| field.locks[0] == lock);
            let alike: Vec<KnownBoard> = alike.copied().collect();
            if let Some((value, best)) = self.cheapest_first_lock(&alike) {
                locks.push(RatedLock {
                    lock,
                    then: root.next.map(|_| best.locks[1]),
                    value,
                });
            }
        }
        if !locks.iter().any(|rated| rated.lock == played) {
            locks.push(self.without_next(played, root));
        }
        locks.sort_by_key(|rated| rated.value);
        let rated = locks.iter().find(|rated| rated.lock == played);
        RatedLocks {
            played: *rated.expect("the played lock was added above"),
            locks,
        }
    }

    /// Rates a lock after which the next piece has no lock.
    fn without_next(&self, lock: Pose, root: &SearchRoot) -> RatedLock {
        let (_, rows) = root.board.lock(lock);
        let value = self.cost.clear(rows, root.lines) + self.cost.loss(root.lines + rows);
        RatedLock {
            lock,
            then: None,
            value,
        }
    }

    /// Rates all locks if the next piece has no lock after any of them.
    fn rate_alone(&self, played: Pose, root: &SearchRoot) -> RatedLocks {
        let found = self.moves.locks(&root.board, root.current);
        let others = found.iter().flat_map(ReachableLocks::iter);
        let mut locks: Vec<RatedLock> = others
            .filter(|&lock| lock != played)
            .chain([played])
            .map(|lock| self.without_next(lock, root))
            .collect();
        locks.sort_by_key(|rated| rated.value);
        RatedLocks {
            played: self.without_next(played, root),
            locks,
        }
    }
}

/// Removes the boards whose locks also occur in `others`.
fn remove_those_of(fields: &mut Vec<KnownBoard>, others: &[KnownBoard]) {
    fields.retain(|field| !others.iter().any(|other| other.locks == field.locks));
}
