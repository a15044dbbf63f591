//! Features of the locks that led to a leaf.

use crate::rules::motion::SPAWN_X;
use crate::rules::{Orientation, Pose};
use crate::search::LockSequence;

use super::Feature;
use super::columns::Columns;
use super::counts::Counts;

/// Row of the highest square of each orientation, relative to its pivot.
const TOPS: [i8; Orientation::COUNT] = {
    let mut tops = [0; Orientation::COUNT];
    let mut id = 0;
    while id < Orientation::COUNT {
        let Some(orientation) = Orientation::new(id as u8) else {
            unreachable!()
        };
        let squares = orientation.squares();
        let mut square = 0;
        while square < 4 {
            if squares[square].1 < tops[id] {
                tops[id] = squares[square].1;
            }
            square += 1;
        }
        id += 1;
    }
    tops
};

/// Returns the top and bottom rows of a pose.
#[inline(always)]
fn rows(pose: Pose) -> (i32, i32) {
    let top = pose.y + TOPS[pose.orientation.id() as usize];
    let bottom = pose.y + pose.orientation.bottom();
    (i32::from(top), i32::from(bottom))
}

/// Returns the columns between spawn and lock.
#[inline(always)]
pub(in super::super) fn sideways(pose: Pose) -> i32 {
    i32::from((pose.x - SPAWN_X).abs())
}

/// Returns the fewest quarter turns from the spawn orientation.
#[inline(always)]
pub(in super::super) fn turns(pose: Pose) -> i32 {
    let clockwise = pose.orientation.rotation();
    let count = pose.piece().rotation_count();
    i32::from(clockwise.min(count - clockwise))
}

/// Counts the features that depend on the poses alone.
#[inline(always)]
pub(super) fn count_poses(counts: &mut Counts, locks: LockSequence<'_>) {
    let (mut landing, mut moves, mut turned) = (0, 0, 0);
    for lock in locks.locks() {
        let (top, bottom) = rows(lock);
        // Twice the height of the middle between the upper edge, 20 - top, and the lower edge, 19 - bottom.
        landing += 39 - top - bottom;
        moves += sideways(lock);
        turned += turns(lock);
    }
    counts.set(Feature::LandingHeight, landing);
    counts.set(Feature::SidewaysMoves, moves);
    counts.set(Feature::Turns, turned);
}

/// Counts the features that require replaying the locks.
#[inline(always)]
pub(super) fn count_clears(counts: &mut Counts, locks: LockSequence<'_>) {
    let mut board = *locks.root;
    let (mut landing, mut eroded) = (0, 0);
    for lock in locks.locks() {
        let columns = Columns::from_board(&board);
        let mut highest = 0;
        for (x, _) in lock.cells() {
            let height = Columns::column(&columns.solid, x as usize).count_ones();
            highest = highest.max(height as i32);
        }
        let (top, bottom) = rows(lock);
        landing += 2 * highest + (bottom - top + 1);
        board = board.with(lock);
        let full = board.completed_rows(lock.y);
        if full != 0 {
            let cells = lock.cells().into_iter();
            let own = cells.filter(|&(_, y)| y >= 0 && full >> y & 1 == 1).count();
            eroded += own as i32 * full.count_ones() as i32;
            counts.sizes[full.count_ones() as usize - 1] += 1;
            board.clear_rows(full);
        }
    }
    counts.set(Feature::ColumnLandingHeight, landing);
    counts.set(Feature::ErodedCells, eroded);
}
