//! Garbage rows: how many a clear sends, and the queue of rows for each side.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::rules::StateHash;
use crate::rules::motion::COLUMNS;
use crate::rules::randomizer::{generator, hash_generator};

/// Rules of attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GarbageRules {
    /// Position of the holes, or the choice of no garbage at all.
    pub holes: GarbageHoles,
    /// True if an attack first cancels garbage queued for the attacker. The cartridge's unfinished mode does not do
    /// this.
    pub cancelling: bool,
}

/// Position of the holes in garbage rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum GarbageHoles {
    /// One column per side for the whole round, as in the cartridge's unfinished mode.
    #[default]
    Fixed,
    /// A new column for each attack.
    Changing,
    /// No side sends garbage.
    Off,
}

/// Rows sent by a clear of 0-4 rows.
///
/// Source: the disassembly's table of its unfinished two-player mode.
const SENT: [u32; 5] = [0, 0, 1, 2, 4];

/// Number of frames of a round after which every attack gains one row. The second constant is the number of frames
/// until each further row.
///
/// Own rule of this replica: without it, strong players would never finish.
const SURPLUS_FRAMES: u32 = 18_000;
const MORE_SURPLUS_FRAMES: u32 = 3_600;

/// Returns the extra rows of each attack after `round_frames` frames of a round.
pub const fn surplus(round_frames: u32) -> u32 {
    match round_frames.checked_sub(SURPLUS_FRAMES) {
        Some(late) => 1 + late / MORE_SURPLUS_FRAMES,
        None => 0,
    }
}

/// Returns the number of rows that a clear of `lines` rows (0-4) sends. The surplus is added only if the clear sends
/// any rows.
pub fn attack(lines: u8, surplus: u32) -> u32 {
    match SENT[usize::from(lines)] {
        0 => 0,
        rows => rows + surplus,
    }
}

/// Maximum rows queued for one side; further rows are lost. 21 rows already end the game.
const PENDING_MAX: u32 = 999;

/// Rows that rise together, with their holes in one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GarbageLoad {
    rows: u32,
    hole: u8,
}

/// Queue of garbage rows for one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GarbageQueue {
    loads: Vec<GarbageLoad>,
    /// Hole column of the round or, if the holes change, of the last attack.
    hole: u8,
    holes: GarbageHoles,
    generator: ChaCha8Rng,
}

impl GarbageQueue {
    /// Returns an empty queue for round `round` of the match with `seed`. Each `side` (0 or 1) has its own holes.
    pub(super) fn new(holes: GarbageHoles, seed: u64, round: u32, side: usize) -> GarbageQueue {
        // Each side has its own random stream, separate from that of the pieces.
        let mut generator = generator(!seed, u64::from(round) * 2 + side as u64);
        GarbageQueue {
            loads: Vec::new(),
            hole: generator.random_range(0..COLUMNS as u8),
            holes,
            generator,
        }
    }

    /// Returns the number of queued rows.
    pub(super) fn rows(&self) -> u32 {
        self.loads.iter().map(|load| load.rows).sum()
    }

    /// Queues more rows.
    pub(super) fn add(&mut self, rows: u32) {
        let rows = rows.min(PENDING_MAX - self.rows());
        if rows == 0 || self.holes == GarbageHoles::Off {
            return;
        }
        if self.holes == GarbageHoles::Changing {
            // Draw any column except that of the previous attack.
            let columns = COLUMNS as u8;
            self.hole = (self.hole + self.generator.random_range(1..columns)) % columns;
        }
        let hole = self.hole;
        self.loads.push(GarbageLoad { rows, hole });
    }

    /// Removes up to `rows` rows from the queue, oldest first. Returns how many of `rows` were not needed.
    pub(super) fn cancel(&mut self, rows: u32) -> u32 {
        let mut left = rows;
        for load in &mut self.loads {
            let taken = left.min(load.rows);
            load.rows -= taken;
            left -= taken;
        }
        self.loads.retain(|load| load.rows > 0);
        left
    }

    /// Empties the queue and returns the hole column of each row, oldest first.
    pub(super) fn take(&mut self) -> Vec<u8> {
        let loads = std::mem::take(&mut self.loads);
        let holes = |load: GarbageLoad| std::iter::repeat_n(load.hole, load.rows as usize);
        loads.into_iter().flat_map(holes).collect()
    }

    pub(super) fn hash_into(&self, hash: &mut StateHash) {
        let GarbageQueue {
            loads,
            hole,
            // Not hashed: part of the match's start, and constant throughout the match.
            holes: _,
            generator,
        } = self;
        hash.number(loads.len() as u64);
        for GarbageLoad { rows, hole } in loads {
            hash.number(u64::from(*rows));
            hash.bytes(&[*hole]);
        }
        hash.bytes(&[*hole]);
        hash_generator(generator, hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn singles_send_nothing_at_any_time() {
        assert_eq!(
            [0, 1, 2, 3, 4].map(|lines| attack(lines, 0)),
            [0, 0, 1, 2, 4]
        );
        assert_eq!(
            [0, 1, 2, 3, 4].map(|lines| attack(lines, 2)),
            [0, 0, 3, 4, 6]
        );
    }

    #[test]
    fn attacks_gain_a_row_after_five_minutes_and_one_more_each_minute() {
        let frames = [0, 17_999, 18_000, 21_599, 21_600, 25_200];
        assert_eq!(frames.map(surplus), [0, 0, 1, 1, 2, 3]);
    }

    #[test]
    fn fixed_holes_stay_and_changing_ones_never_repeat() {
        for seed in 0..50 {
            for (holes, distinct) in [(GarbageHoles::Fixed, false), (GarbageHoles::Changing, true)]
            {
                let mut pending = GarbageQueue::new(holes, seed, 0, 0);
                (0..20).for_each(|_| pending.add(1));
                let columns = pending.take();
                assert_eq!(columns.len(), 20);
                assert!(columns.iter().all(|&column| column < 10));
                assert!(columns.windows(2).all(|two| (two[0] != two[1]) == distinct));
                assert_eq!(pending.rows(), 0);
            }
        }
    }

    #[test]
    fn no_more_than_999_rows_are_on_their_way() {
        let mut pending = GarbageQueue::new(GarbageHoles::Changing, 7, 0, 1);
        pending.add(2);
        (0..2_000).for_each(|_| pending.add(u32::MAX));
        assert_eq!(pending.rows(), 999);
        assert_eq!(pending.cancel(4), 0);
        assert_eq!(pending.take().len(), 995);
    }

    #[test]
    fn the_oldest_rows_are_cancelled_first() {
        let mut pending = GarbageQueue::new(GarbageHoles::Changing, 7, 0, 1);
        pending.add(2);
        pending.add(3);
        let before = pending.clone().take();
        assert_eq!(pending.cancel(3), 0);
        assert_eq!(pending.clone().take(), before[3..]);
        assert_eq!(pending.cancel(4), 2);
        assert_eq!(pending.rows(), 0);
    }
}
