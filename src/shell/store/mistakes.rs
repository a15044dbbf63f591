//! The user's mistakes from all reviewed games, queued for practice.

use std::collections::BTreeSet;
use std::path::Path;

use rightwell::rules::counted;
use rightwell::session::Category;
use rightwell::session::puzzles::Mistake;
use serde::{Deserialize, Serialize};

use crate::error::CliError;

use super::read::FileKind;
use super::versioned::{self, Version};

/// Maximum number of mistakes in the queue, including solved ones.
pub const MAX: usize = 2_000;

/// Contents of the file. The mistakes are in the order in which they were last seen, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mistakes {
    version: Version<1>,
    mistakes: Vec<QueuedMistake>,
}

/// A mistake and its progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QueuedMistake {
    /// The mistake.
    pub mistake: Mistake,
    /// Progress.
    pub solved: MistakeProgress,
}

/// Progress of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MistakeProgress {
    /// The mistake is not solved yet.
    No,
    /// The mistake was solved once, on this [day](crate::host::clock::today).
    Once(u64),
    /// The mistake was solved on two different days and is not practised any more.
    Twice,
}

impl MistakeProgress {
    /// Returns the progress after the mistake was solved on `day`.
    const fn again(self, day: u64) -> MistakeProgress {
        match self {
            MistakeProgress::No => MistakeProgress::Once(day),
            MistakeProgress::Once(before) if before == day => self,
            MistakeProgress::Once(_) | MistakeProgress::Twice => MistakeProgress::Twice,
        }
    }
}

/// Number of mistakes by progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MistakeCounts {
    /// Number of mistakes not solved yet.
    pub waiting: usize,
    /// Number of mistakes solved on one day.
    pub once: usize,
    /// Number of mistakes solved on two days.
    pub done: usize,
}

impl MistakeCounts {
    /// Returns the number of all mistakes.
    pub const fn all(self) -> usize {
        self.waiting + self.once + self.done
    }

    /// Formats the counts.
    pub fn told(self) -> String {
        let MistakeCounts {
            waiting,
            once,
            done,
        } = self;
        format!("{waiting} waiting, {once} solved once, {done} done")
    }
}

/// Outcome of adding mistakes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddedMistakes {
    /// Number of mistakes added to the queue.
    pub new: usize,
    /// Number of mistakes whose positions were already in the queue.
    pub known: usize,
    /// Number of mistakes for which the queue had no room.
    pub left_out: usize,
}

impl AddedMistakes {
    /// Formats the outcome.
    pub fn told(self) -> String {
        let mut said = format!("{} saved for puzzles", counted(self.new, "mistake"));
        if self.known > 0 {
            said += &format!(", {} saved before", self.known);
        }
        if self.left_out > 0 {
            said += &format!(", {} left out: the queue of {MAX} is full", self.left_out);
        }
        said
    }
}

/// Returns whether a mistake is of this kind. `None` stands for all kinds.
fn is_of(kept: &QueuedMistake, only: Option<Category>) -> bool {
    only.is_none_or(|kind| kept.mistake.kind == kind)
}

impl Mistakes {
    /// Returns the mistakes of one kind, or of all kinds for `None`, in the order of the file. They include solved
    /// ones.
    pub fn of(&self, only: Option<Category>) -> impl Iterator<Item = &QueuedMistake> {
        self.mistakes.iter().filter(move |kept| is_of(kept, only))
    }

    /// Counts the mistakes of a kind, or of all kinds for `None`, by progress.
    pub fn counts(&self, only: Option<Category>) -> MistakeCounts {
        let mut counts = MistakeCounts::default();
        for kept in self.of(only) {
            match kept.solved {
                MistakeProgress::No => counts.waiting += 1,
                MistakeProgress::Once(_) => counts.once += 1,
                MistakeProgress::Twice => counts.done += 1,
            }
        }
        counts
    }

    /// Returns the mistake that has gone unseen for the longest time. Mistakes solved today come last. Returns `None`
    /// if all have been solved on two days.
    pub fn next(&self, only: Option<Category>, today: u64) -> Option<&QueuedMistake> {
        let open = self
            .of(only)
            .filter(|kept| kept.solved != MistakeProgress::Twice);
        open.min_by_key(|kept| kept.solved == MistakeProgress::Once(today))
    }

    /// Returns how often a mistake has been solved, if it is in the queue.
    pub fn solved(&self, mistake: &Mistake) -> Option<MistakeProgress> {
        let number = mistake.fingerprint();
        let mut all = self.mistakes.iter();
        let found = all.find(|kept| kept.mistake.fingerprint() == number);
        found.map(|kept| kept.solved)
    }

    /// Adds the mistakes whose positions are new. If the queue is full, drops the oldest solved mistakes, but no
    /// unsolved ones.
    pub fn add(&mut self, new: Vec<Mistake>) -> AddedMistakes {
        let mut added = AddedMistakes::default();
        let all = self.mistakes.iter();
        let mut known: BTreeSet<u64> = all.map(|kept| kept.mistake.fingerprint()).collect();
        for mistake in new {
            if !known.insert(mistake.fingerprint()) {
                added.known += 1;
                continue;
            }
            if self.mistakes.len() >= MAX {
                let is_done = |kept: &QueuedMistake| kept.solved == MistakeProgress::Twice;
                match self.mistakes.iter().position(is_done) {
                    Some(done) => drop(self.mistakes.remove(done)),
                    None => {
                        added.left_out += 1;
                        continue;
                    }
                }
            }
            added.new += 1;
            self.mistakes.push(QueuedMistake {
                mistake,
                solved: MistakeProgress::No,
            });
        }
        added
    }

    /// Records an attempt at a mistake: moves it to the end of the queue and updates its progress. Does nothing if the
    /// mistake is no longer in the queue.
    pub fn note(&mut self, mistake: &Mistake, is_solved: bool, today: u64) {
        let number = mistake.fingerprint();
        let is_it = |kept: &QueuedMistake| kept.mistake.fingerprint() == number;
        if let Some(place) = self.mistakes.iter().position(is_it) {
            let mut seen = self.mistakes.remove(place);
            if is_solved {
                seen.solved = seen.solved.again(today);
            }
            self.mistakes.push(seen);
        }
    }
}

/// Reads the queue. Returns an empty one if the file is missing.
pub fn load(path: &Path) -> Result<Mistakes, CliError> {
    Ok(versioned::load(path, FileKind::Mistakes)?.unwrap_or_default())
}

fn change<T>(
    path: &Path,
    change: impl FnOnce(&mut Mistakes) -> T,
) -> Result<(Mistakes, T), CliError> {
    versioned::update(path, FileKind::Mistakes, change)
}

/// Adds mistakes to the file. See [`Mistakes::add`].
pub fn add(path: &Path, new: Vec<Mistake>) -> Result<AddedMistakes, CliError> {
    change(path, |mistakes| mistakes.add(new)).map(|(_, added)| added)
}

/// Records an attempt in the file. See [`Mistakes::note`].
pub fn note(
    path: &Path,
    mistake: &Mistake,
    is_solved: bool,
    today: u64,
) -> Result<Mistakes, CliError> {
    let noted = change(path, |mistakes| mistakes.note(mistake, is_solved, today));
    noted.map(|(mistakes, ())| mistakes)
}

/// Removes the mistakes of one kind, or of all kinds for `None`, from the file. Returns how many were removed.
pub fn empty(path: &Path, only: Option<Category>) -> Result<usize, CliError> {
    let emptied = change(path, |mistakes| {
        let before = mistakes.mistakes.len();
        mistakes.mistakes.retain(|kept| !is_of(kept, only));
        before - mistakes.mistakes.len()
    });
    emptied.map(|(_, gone)| gone)
}

/// Queues of mistakes for tests.
#[cfg(test)]
pub mod tests {
    use rightwell::rules::Region;
    use rightwell::search::Hand;
    use rightwell::session::puzzles::built_in;

    use super::*;

    /// Returns mistakes at different positions, alternating between the kinds holes and burns.
    pub fn made_up(count: usize) -> Vec<Mistake> {
        let puzzles = built_in();
        let made = (0..count).map(|number| {
            let puzzle = &puzzles[number % puzzles.len()];
            let mut position = puzzle.position.clone();
            position.lines = (number / puzzles.len()) as u16;
            Mistake {
                position,
                played: puzzle.best,
                lost: 2.5,
                kind: [Category::Hole, Category::Burn][number % 2],
                region: Region::Ntsc,
                hand: Hand::FASTEST,
            }
        });
        made.collect()
    }

    fn filled(count: usize) -> Mistakes {
        let mut mistakes = Mistakes::default();
        assert_eq!(mistakes.add(made_up(count)).new, count);
        mistakes
    }

    fn counts(mistakes: &Mistakes) -> (usize, usize, usize) {
        let MistakeCounts {
            waiting,
            once,
            done,
        } = mistakes.counts(None);
        (waiting, once, done)
    }

    #[test]
    fn a_mistake_is_done_once_it_was_solved_on_two_different_days() {
        let mut mistakes = filled(1);
        let one = made_up(1).remove(0);
        for (is_solved, day, expected) in [
            (false, 10, (1, 0, 0)),
            (true, 10, (0, 1, 0)),
            (true, 10, (0, 1, 0)),
            (false, 11, (0, 1, 0)),
            (true, 11, (0, 0, 1)),
            (false, 12, (0, 0, 1)),
        ] {
            mistakes.note(&one, is_solved, day);
            assert_eq!(counts(&mistakes), expected, "{is_solved} on {day}");
            assert_eq!(mistakes.next(None, day).is_some(), expected.2 == 0);
        }
        assert_eq!(mistakes.solved(&one), Some(MistakeProgress::Twice));
    }

    #[test]
    fn mistakes_unseen_the_longest_come_first_and_those_solved_today_last() {
        let mut mistakes = filled(4);
        let all = made_up(4);
        let mut seen = Vec::new();
        for is_solved in [true, false, false, true, false, false, false] {
            let next = mistakes.next(None, 5).unwrap().mistake.clone();
            seen.push(all.iter().position(|one| *one == next).unwrap());
            mistakes.note(&next, is_solved, 5);
        }
        assert_eq!(seen, [0, 1, 2, 3, 1, 2, 1]);
        let tomorrow = &mistakes.next(None, 6).unwrap().mistake;
        assert_eq!(
            *tomorrow, all[0],
            "a mistake solved today must return another day"
        );
        assert_eq!(
            mistakes.next(Some(Category::Burn), 6).unwrap().mistake,
            all[3]
        );
        assert_eq!(mistakes.next(Some(Category::NeedsI), 6), None);
    }

    #[test]
    fn no_position_is_queued_twice_and_only_solved_ones_are_dropped() {
        let mut mistakes = filled(MAX);
        let more = made_up(MAX + 3);
        let full = mistakes.add(more.clone());
        assert_eq!((full.new, full.known, full.left_out), (0, MAX, 3));
        assert!(
            full.told()
                .ends_with("3 left out: the queue of 2000 is full")
        );
        for day in [1, 2] {
            mistakes.note(&more[7], true, day);
        }
        let one = mistakes.add(more[MAX..].to_vec());
        assert_eq!((one.new, one.left_out), (1, 2));
        assert_eq!(mistakes.solved(&more[7]), None);
        assert_eq!(mistakes.counts(None).all(), MAX);
    }

    #[test]
    fn two_programs_at_once_lose_nothing_and_a_kind_is_taken_out_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/mistakes.ron");
        assert_eq!(load(&path).unwrap(), Mistakes::default());
        let all = made_up(40);
        std::thread::scope(|scope| {
            for part in all.chunks(10) {
                let path = &path;
                scope.spawn(move || {
                    for mistake in part {
                        add(path, vec![mistake.clone()]).unwrap();
                        note(path, mistake, true, 3).unwrap();
                    }
                });
            }
        });
        let kept = load(&path).unwrap();
        assert_eq!(counts(&kept), (0, 40, 0));
        assert_eq!(empty(&path, Some(Category::Hole)).unwrap(), 20);
        let left = note(&path, &all[0], true, 4).unwrap();
        assert_eq!(
            counts(&left),
            (0, 20, 0),
            "deleted mistakes must not return"
        );
        assert_eq!(empty(&path, None).unwrap(), 20);
        assert_eq!(load(&path).unwrap(), Mistakes::default());
    }
}
