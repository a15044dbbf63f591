//! Snapshots of a game at its spawns, for undo.

use crate::engine::Console;

use super::totals::ConsoleTotals;

/// Number of latest spawns for which every snapshot is stored.
const RECENT: usize = 64;
/// Among the older spawns, one snapshot is stored for this many pieces.
const OLD_SPACING: usize = 16;

/// Snapshots of the game on the screen, oldest first. To reach a spawn without a snapshot, the game is replayed from
/// the previous snapshot.
#[derive(Clone, Debug, Default)]
pub(super) struct SpawnSnapshots {
    /// Number of frames since power-on at each spawn.
    frames: Vec<u64>,
    snapshots: Vec<SpawnSnapshot>,
}

/// State right after a spawn.
#[derive(Clone, Debug)]
pub(super) struct SpawnSnapshot {
    /// Number of the piece, from 0.
    piece: usize,
    /// Console right after the spawn.
    pub console: Console,
    /// Totals of the console's game at the spawn.
    pub totals: ConsoleTotals,
}

impl SpawnSnapshots {
    /// Removes all snapshots, because another game starts.
    pub fn clear(&mut self) {
        self.frames.clear();
        self.snapshots.clear();
    }

    /// Adds a spawn. `console` is the state right after the spawn.
    pub fn push(&mut self, console: &Console, totals: &ConsoleTotals) {
        if let Some(index) = self.snapshots.len().checked_sub(RECENT)
            && !self.snapshots[index].piece.is_multiple_of(OLD_SPACING)
        {
            self.snapshots.remove(index);
        }
        self.snapshots.push(SpawnSnapshot {
            piece: self.frames.len(),
            console: console.clone(),
            totals: totals.clone(),
        });
        self.frames.push(console.frames());
    }

    /// Replaces the latest snapshot if it is from the current frame. Call this after settings have changed.
    pub fn amend(&mut self, console: &Console, totals: &ConsoleTotals) {
        let last = self.snapshots.last_mut();
        if let Some(last) = last.filter(|last| last.console.frames() == console.frames()) {
            last.console.clone_from(console);
            last.totals.clone_from(totals);
        }
    }

    /// Returns the frame of the spawn that is `pieces` pieces before the last one.
    pub fn frame_before(&self, pieces: usize) -> Option<u64> {
        let index = self.frames.len().checked_sub(pieces + 1)?;
        Some(self.frames[index])
    }

    /// Returns the latest snapshot at or before `frame`.
    pub fn last_by(&self, frame: u64) -> Option<&SpawnSnapshot> {
        let mut snapshots = self.snapshots.iter().rev();
        snapshots.find(|snapshot| snapshot.console.frames() <= frame)
    }

    /// Removes the spawns after `frame`.
    pub fn truncate(&mut self, frame: u64) {
        self.frames.retain(|&spawn| spawn <= frame);
        let frames = self.frames.len();
        self.snapshots.retain(|snapshot| snapshot.piece < frames);
    }
}
