//! Detects spawns: a piece appears in the top rows of a playfield, after these rows were empty.

use super::motion_detector::poses_with;
use crate::rules::{Board, Piece};

/// Number of top rows in which a piece appears. At low frame rates, it may have fallen a little already.
const TOP_ROWS: i8 = 4;
/// Number of successive frames with empty top rows after which a spawn is expected.
const EMPTY_FRAMES: u32 = 2;
/// Maximum number of pieces between two spawns that were seen.
const PIECES_MAX: u32 = 4;

/// Detector of spawns in one playfield.
#[derive(Clone, Debug, Default)]
pub(super) struct SpawnDetector {
    /// Number of successive frames with empty top rows.
    empty: u32,
    /// Number of settled cells at the last spawn, if it was seen clearly.
    settled: Option<u32>,
}

/// Event in the top rows of a playfield.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TopEvent {
    /// The piece has left the top rows. The next one that appears in them is the announced NEXT.
    Left,
    /// A piece has spawned.
    Spawn {
        piece: Piece,
        /// Number of rows cleared since the last spawn that was seen. `None` if it is not clear.
        rows: Option<u32>,
    },
}

impl SpawnDetector {
    /// Adds a frame: its occupied cells, and its doubtful cells.
    pub(super) fn see(&mut self, board: &Board, doubtful: &Board) -> Option<TopEvent> {
        let top = Board::from_rows(std::array::from_fn(|y| match (y as i8) < TOP_ROWS {
            true => board.row(y as i8),
            false => 0,
        }));
        if (0..TOP_ROWS).any(|y| doubtful.row(y) != 0) {
            return None;
        }
        if top.is_empty() {
            self.empty += 1;
            return (self.empty == EMPTY_FRAMES).then_some(TopEvent::Left);
        }
        if self.empty < EMPTY_FRAMES || top.count() != 4 {
            self.empty = 0;
            return None;
        }
        self.empty = 0;
        let pose = poses_with(&top).next()?;
        let settled = doubtful.is_empty().then(|| board.count() - 4);
        let before = std::mem::replace(&mut self.settled, settled);
        let rows = before
            .zip(settled)
            .and_then(|(before, now)| cleared_rows(before, now));
        Some(TopEvent::Spawn {
            piece: pose.orientation.piece(),
            rows,
        })
    }
}

/// Returns the number of rows that disappeared between two spawns, by the number of settled cells at each of them.
fn cleared_rows(before: u32, now: u32) -> Option<u32> {
    // Each piece adds four cells, and each row takes ten away. So at most one number of pieces fits.
    (1..=PIECES_MAX).find_map(|pieces| {
        let gone = (before + 4 * pieces).checked_sub(now)?;
        (gone.is_multiple_of(10) && gone <= 40 * pieces).then_some(gone / 10)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a playfield with these top rows.
    fn board(rows: &str) -> Board {
        let rows: Vec<&str> = rows.split(' ').collect();
        let empty = vec![".........."; 20 - rows.len()];
        [rows, empty].concat().join(" ").parse().unwrap()
    }

    #[test]
    fn a_piece_that_appears_in_empty_rows_has_spawned() {
        let mut detector = SpawnDetector::default();
        let mut see = |rows: &str| detector.see(&board(rows), &Board::EMPTY);
        assert_eq!(see("....XXX... .....X...."), None);
        assert_eq!(see(".........."), None);
        assert_eq!(see(".........."), Some(TopEvent::Left));
        assert_eq!(see(".........."), None);
        let spawn = |piece| Some(TopEvent::Spawn { piece, rows: None });
        assert_eq!(see("...XXXX..."), spawn(Piece::I));
        // Neither rows that were not empty nor two pieces at a time are a spawn.
        assert_eq!(see("....XX.... ....XX...."), None);
        see("..........");
        see("..........");
        assert_eq!(see("....XX.... ....XX.... .......... X........."), None);
    }

    #[test]
    fn the_number_of_settled_cells_tells_the_cleared_rows() {
        for (before, now, rows) in [
            (36, 40, Some(0)),
            (36, 0, Some(4)),
            (36, 30, Some(1)),
            (50, 28, Some(3)),
            (36, 41, None),
        ] {
            assert_eq!(cleared_rows(before, now), rows, "{before} to {now}");
        }
    }
}
