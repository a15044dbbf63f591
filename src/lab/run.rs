//! Runs of units of work on all cores. A run can be stopped at any moment and resumed later.
//!
//! A batch is divided into independent units: games or streams of pieces. Their counts are whole numbers that add up,
//! so neither their order nor the number of threads matters. A [`RunResults`] contains the sum over all finished units and
//! the decisions of every unfinished one. If both are saved, a resumed run gets the result of an uninterrupted one.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::decision_log::{DecisionLog, SharedDecisions};

/// Progress of running work, with a switch to stop it.
#[derive(Debug, Default)]
pub struct Control {
    /// True if the work should stop soon. Pieces played until it stops still count.
    pub stop: AtomicBool,
    /// Pieces played so far.
    pub pieces: AtomicU64,
    /// Games finished so far.
    pub games: AtomicU64,
    /// True if the recorded decisions of a saved run turned out to be impossible to replay.
    pub replay_failed: AtomicBool,
}

impl Control {
    /// Returns whether the work should stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Records that a saved run cannot be replayed, which makes all further counts meaningless. Stops the work.
    pub(super) fn fail_replay(&self) {
        self.replay_failed.store(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Totals of many units of work. Totals of different units can be added.
pub trait Counts: Clone + Default + Send {
    /// Adds the counts of other units.
    fn add(&mut self, other: &Self);

    /// Checks that units can have produced these counts, and that adding two such counts cannot overflow.
    ///
    /// # Errors
    /// The fault.
    fn check(&self) -> Result<(), String>;

    /// Returns the numbers of pieces played and of games finished.
    fn progress(&self) -> [u64; 2];
}

/// Work that consists of units.
pub trait UnitWork: Sync {
    /// Type of the counts.
    type Counts: Counts;

    /// Returns the number of units.
    fn units(&self) -> u64;

    /// Plays unit `unit` (from 0) until `control` stops it. Returns its counts and whether it is finished.
    fn play(&self, unit: u64, memory: &mut DecisionLog, control: &Control) -> (Self::Counts, bool);
}

/// Results of a run so far.
#[derive(Debug)]
pub struct RunResults<C> {
    state: Mutex<State<C>>,
    records: bool,
}

/// Content of [`RunResults`], to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunResultsContent<C> {
    /// Finished units.
    pub done: DoneUnits,
    /// Sum of the counts of the finished units.
    pub sum: C,
    /// Recorded decisions of the unfinished units.
    pub open: BTreeMap<u64, Vec<u8>>,
}

#[derive(Debug)]
struct State<C> {
    done: DoneUnits,
    sum: C,
    open: BTreeMap<u64, SharedDecisions>,
}

impl<C: Counts> RunResults<C> {
    /// Creates the results of a run that cannot be resumed. They contain no decisions.
    pub fn without_memory() -> RunResults<C> {
        RunResults {
            records: false,
            ..RunResults::new(RunResultsContent::default())
        }
    }

    /// Creates the results of a run. With the `entries` of an earlier run, it resumes that run.
    pub fn new(entries: RunResultsContent<C>) -> RunResults<C> {
        let open = entries.open.into_iter();
        let open = open.map(|(unit, recorded)| (unit, Arc::new(Mutex::new(recorded))));
        RunResults {
            state: Mutex::new(State {
                done: entries.done,
                sum: entries.sum,
                open: open.collect(),
            }),
            records: true,
        }
    }

    /// Returns the current entries, to save.
    pub fn entries(&self) -> RunResultsContent<C> {
        let state = self.state();
        let open = state.open.iter();
        let open = open.map(|(&unit, recorded)| {
            let recorded = recorded.lock().unwrap_or_else(PoisonError::into_inner);
            (unit, recorded.clone())
        });
        RunResultsContent {
            done: state.done.clone(),
            sum: state.sum.clone(),
            open: open.collect(),
        }
    }

    /// Plays the remaining units on all threads of the current rayon pool. Returns the total counts, including those
    /// of earlier runs.
    ///
    /// The result does not depend on the number of threads, unless the work is stopped.
    pub fn run(&self, work: &impl UnitWork<Counts = C>, control: &Control) -> C {
        let units = 0..work.units();
        let left = units.into_par_iter().map(|unit| {
            if control.is_stopped() || self.state().done.contains(unit) {
                return C::default();
            }
            let mut memory = self.memory_of(unit);
            let (counts, is_done) = work.play(unit, &mut memory, control);
            if !is_done {
                return counts;
            }
            self.finish(unit, &counts);
            C::default()
        });
        let unfinished = left.reduce(C::default, |mut sum, counts| {
            sum.add(&counts);
            sum
        });
        let mut sum = self.state().sum.clone();
        sum.add(&unfinished);
        sum
    }

    fn memory_of(&self, unit: u64) -> DecisionLog {
        match self.records {
            true => {
                DecisionLog::from_buffer(Arc::clone(self.state().open.entry(unit).or_default()))
            }
            false => DecisionLog::none(),
        }
    }

    fn finish(&self, unit: u64, counts: &C) {
        let mut state = self.state();
        state.open.remove(&unit);
        state.done.insert(unit);
        state.sum.add(counts);
    }

    fn state(&self) -> MutexGuard<'_, State<C>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<C: Counts> Default for RunResultsContent<C> {
    fn default() -> Self {
        RunResultsContent {
            done: DoneUnits::default(),
            sum: C::default(),
            open: BTreeMap::new(),
        }
    }
}

/// Set of unit numbers, as half-open ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoneUnits(BTreeMap<u64, u64>);

impl DoneUnits {
    /// Returns whether the set contains a unit.
    pub fn contains(&self, unit: u64) -> bool {
        let before = self.0.range(..=unit).next_back();
        before.is_some_and(|(_, &end)| unit < end)
    }

    /// Adds a unit.
    pub fn insert(&mut self, unit: u64) {
        if self.contains(unit) {
            return;
        }
        let before = self.0.range(..unit).next_back();
        let first = match before {
            Some((&first, &end)) if end == unit => first,
            _ => unit,
        };
        let end = self.0.remove(&(unit + 1)).unwrap_or(unit + 1);
        self.0.insert(first, end);
    }

    /// Returns the number of units.
    pub fn len(&self) -> u64 {
        self.0.iter().map(|(first, end)| end - first).sum()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether the ranges are sorted, do not touch, and are below `units`.
    pub fn fits(&self, units: u64) -> bool {
        let mut last_end = None;
        self.0.iter().all(|(&first, &end)| {
            let is_separate = last_end.is_none_or(|last_end| last_end < first);
            last_end = Some(end);
            is_separate && first < end && end <= units
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_in_any_order_become_few_ranges() {
        let mut done = DoneUnits::default();
        for unit in [3, 5, 4, 0, 9, 1, 3] {
            assert!(
                done.fits(10) && !done.fits(done.0.values().max().map_or(0, |end| end - 1))
                    || done.is_empty()
            );
            done.insert(unit);
        }
        assert_eq!(done.0, BTreeMap::from([(0, 2), (3, 6), (9, 10)]));
        assert_eq!(done.len(), 6);
        let found: Vec<u64> = (0..11).filter(|&unit| done.contains(unit)).collect();
        assert_eq!(found, [0, 1, 3, 4, 5, 9]);
        assert!(
            !DoneUnits(BTreeMap::from([(0, 2), (2, 3)])).fits(5),
            "one range"
        );
        assert!(
            !DoneUnits(BTreeMap::from([(2, 2)])).fits(5),
            "nothing in it"
        );
    }
}
