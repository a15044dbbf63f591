//! Snapshots of a game at the spawns of its pieces.

use crate::engine::Console;

use super::totals::ConsoleTotals;

/// Number of latest pieces with a snapshot each.
const ALL: usize = 64;
/// Number of earlier pieces per snapshot.
const STRIDE: usize = 16;

/// Snapshots of the game on the screen, oldest first. Spawns without a snapshot are replayed from the one before.
#[derive(Clone, Debug, Default)]
pub(super) struct Spawns {
    /// Frames since power-on at every spawn.
    frames: Vec<u64>,
    snapshots: Vec<Snapshot>,
}

/// State right after a spawn.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    /// Number of the piece, from 0.
    piece: usize,
    /// Console at the spawn.
    pub console: Console,
    /// Totals of its game.
    pub totals: ConsoleTotals,
}

impl Spawns {
    /// Drops all snapshots, because another game begins.
    pub fn clear(&mut self) {
        self.frames.clear();
        self.snapshots.clear();
    }

    /// Adds the state right after a spawn.
    pub fn push(&mut self, console: &Console, totals: &ConsoleTotals) {
        if let Some(index) = self.snapshots.len().checked_sub(ALL)
            && !self.snapshots[index].piece.is_multiple_of(STRIDE)
        {
            self.snapshots.remove(index);
        }
        self.snapshots.push(Snapshot {
            piece: self.frames.len(),
            console: console.clone(),
            totals: totals.clone(),
        });
        self.frames.push(console.frames());
    }

    /// Replaces the latest snapshot if settings changed in its frame.
    pub fn amend(&mut self, console: &Console, totals: &ConsoleTotals) {
        let last = self.snapshots.last_mut();
        if let Some(last) = last.filter(|last| last.console.frames() == console.frames()) {
            last.console.clone_from(console);
            last.totals.clone_from(totals);
        }
    }

    /// Returns the frame of the spawn `pieces` before the last one.
    pub fn frame_before(&self, pieces: usize) -> Option<u64> {
        let index = self.frames.len().checked_sub(pieces + 1)?;
        Some(self.frames[index])
    }

    /// Returns the last snapshot by a frame.
    pub fn last_by(&self, frame: u64) -> Option<&Snapshot> {
        let mut snapshots = self.snapshots.iter().rev();
        snapshots.find(|snapshot| snapshot.console.frames() <= frame)
    }

    /// Forgets spawns after a frame.
    pub fn truncate(&mut self, frame: u64) {
        self.frames.retain(|&spawn| spawn <= frame);
        let frames = self.frames.len();
        self.snapshots.retain(|snapshot| snapshot.piece < frames);
    }
}
