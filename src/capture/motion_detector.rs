//! Detects the motion of pieces. A playfield in which pieces move is a game, and not just a dark box.

use crate::rules::{Board, Orientation, Pose};

/// Strength that proves a game.
const STRENGTH_MIN: u32 = 4;
/// Maximum strength. More would delay the end of a wrong playfield.
pub(super) const STRENGTH_MAX: u32 = 40;
/// Number of motions that another change outweighs.
const CHANGE_WEIGHT: u32 = 2;
/// Maximum number of columns and rows that a piece moves between two frames. At low frame rates, a piece falls several
/// rows.
const REACH: (i8, i8) = (2, 6);

/// Number of frames for which a motion is recent. At level 0, a piece falls a row in 48 frames.
const RECENT_FRAMES: u64 = 60;

/// Detector of moving pieces in one playfield.
#[derive(Clone, Debug, Default)]
pub(super) struct MotionDetector {
    last: Option<(Board, Board)>,
    /// Number of motions, minus [`CHANGE_WEIGHT`] for each other change. At least 0.
    strength: u32,
    is_game: bool,
    /// Number of frames since the last motion.
    still: u64,
}

impl MotionDetector {
    /// Adds a frame: its occupied cells, and its doubtful cells.
    pub(super) fn see(&mut self, board: &Board, doubtful: &Board) {
        self.still += 1;
        let last = self.last.replace((*board, *doubtful));
        let Some((before, doubtful_before)) = last else {
            return;
        };
        let unclear = doubtful.union(&doubtful_before);
        let (before, after) = (before.without(&unclear), board.without(&unclear));
        if is_motion(&before, &after) {
            self.strength = (self.strength + 1).min(STRENGTH_MAX);
            self.still = 0;
        } else if before != after {
            self.strength = self.strength.saturating_sub(CHANGE_WEIGHT);
        }
        self.is_game |= self.strength >= STRENGTH_MIN;
    }

    /// Returns whether the motions have proved a game. Later changes do not disprove it.
    pub(super) fn shows_game(&self) -> bool {
        self.is_game
    }

    /// Returns whether a piece has moved a moment ago.
    pub(super) fn is_recent(&self) -> bool {
        self.strength > 0 && self.still <= RECENT_FRAMES
    }

    /// Returns the number of motions, minus [`CHANGE_WEIGHT`] for each other change (0-40). In a wrong playfield, most
    /// changes are no motions.
    pub(super) fn strength(&self) -> u32 {
        self.strength
    }

    /// Returns the number of frames since the last motion.
    pub(super) fn still(&self) -> u64 {
        self.still
    }
}

/// Returns whether the boards differ by the motion of one piece.
fn is_motion(before: &Board, after: &Board) -> bool {
    let (gone, came) = (before.without(after), after.without(before));
    if gone.count() != came.count() || !(1..=4).contains(&gone.count()) {
        return false;
    }
    let settled = before.without(&gone);
    poses_with(&gone).any(|pose| {
        let rest = Board::EMPTY.with(pose).without(&gone);
        if !rest.without(&settled).is_empty() {
            return false;
        }
        let moved = rest.union(&came);
        poses_with(&came).any(|other| {
            let is_near =
                (pose.x - other.x).abs() <= REACH.0 && (pose.y - other.y).abs() <= REACH.1;
            let is_one_piece = pose.orientation.piece() == other.orientation.piece();
            is_near && is_one_piece && Board::EMPTY.with(other) == moved
        })
    })
}

/// Iterates over the poses of all pieces that contain these cells and are completely inside the playfield.
pub(super) fn poses_with(cells: &Board) -> impl Iterator<Item = Pose> + use<> {
    let cells = *cells;
    let first = (0..20).find_map(|y| {
        let row = cells.row(y);
        (row != 0).then(|| (row.trailing_zeros() as i8, y))
    });
    first.into_iter().flat_map(move |(x, y)| {
        Orientation::all().flat_map(move |orientation| {
            let at_origin = Pose {
                orientation,
                x: 0,
                y: 0,
            };
            let pose = move |(right, down): (i8, i8)| Pose {
                orientation,
                x: x - right,
                y: y - down,
            };
            let poses = at_origin.cells().into_iter().map(pose);
            poses.filter(move |pose| {
                let is_inside = |&(x, y): &(i8, i8)| (0..10).contains(&x) && (0..20).contains(&y);
                pose.cells().iter().all(is_inside)
                    && cells.without(&Board::EMPTY.with(*pose)).is_empty()
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a playfield whose lowest rows are these.
    fn board(rows: &str) -> Board {
        let rows: Vec<&str> = rows.split(' ').collect();
        let empty = vec![".........."; 20 - rows.len()];
        [empty, rows].concat().join(" ").parse().unwrap()
    }

    #[test]
    fn a_piece_that_falls_turns_or_shifts_is_a_motion() {
        let before = board(".XXX...... ..X....... .......... XX...XXXXX");
        for after in [
            ".......... .XXX...... ..X....... XX...XXXXX",
            "..X....... .XX....... ..X....... XX...XXXXX",
            "..XXX..... ...X...... .......... XX...XXXXX",
        ] {
            assert!(is_motion(&before, &board(after)), "{after}");
        }
    }

    #[test]
    fn motions_among_other_changes_prove_no_game() {
        let orientation = Orientation::all().next().unwrap();
        let pose = |y| Pose {
            orientation,
            x: 5,
            y,
        };
        let falling: Vec<Board> = (2..17).map(|y| Board::EMPTY.with(pose(y))).collect();
        let proof = |boards: &[Board]| {
            let mut detector = MotionDetector::default();
            for board in boards {
                detector.see(board, &Board::EMPTY);
            }
            detector.shows_game()
        };
        assert!(proof(&falling[..5]));
        let with_noise: Vec<Board> = (falling.chunks(2))
            .flat_map(|pair| [pair, &[board("X.X.X.X.X. .X.X.X.X.X")]].concat())
            .collect();
        assert!(!proof(&with_noise));
    }

    #[test]
    fn other_changes_are_no_motions() {
        let before = board(".XXX...... ..X....... .......... XX...XXXXX");
        for after in [
            ".XXX...... ..X....... .......... XX...XXXXX",
            ".......... .......... .......... XX...XXXXX",
            ".XXX...... ..X....... .......... XXX...XXXX",
            "......XXX. .......X.. .......... XX...XXXXX",
            ".......... ..X....... .XXX...... .XX..XXXXX",
        ] {
            assert!(!is_motion(&before, &board(after)), "{after}");
        }
    }
}
