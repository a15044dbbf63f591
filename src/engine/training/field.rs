//! Fields that training modes start with, or rebuild for each piece, and where pieces come to rest in them.

use crate::engine::garbage;
use crate::engine::persistent_memory::PersistentMemory;
use crate::rules::motion::{COLUMNS, ROWS, Step};
use crate::rules::{Board, Cell, Piece, PlayfieldMemory, Pose};

/// Cell of solid rows and columns.
pub(super) const SOLID: Cell = Cell::GARBAGE;

/// Rows of garbage for each height of B-type, 0-8.
///
/// Source: TetrisGYM's README, "B-Type"; 0-5 are the cartridge's.
pub(super) const GARBAGE_ROWS: [u8; 9] = [0, 3, 5, 8, 10, 12, 14, 16, 18];

/// Fills row `y` with `cell`, except the hole.
pub(super) fn fill_row(page: &mut PlayfieldMemory, y: i8, cell: Cell, hole: Option<i8>) {
    for x in (0..COLUMNS).filter(|&x| Some(x) != hole) {
        page.set(x, y, cell);
    }
}

/// Lays solid rows at the bottom.
pub(super) fn lay_floor(page: &mut PlayfieldMemory, rows: u8) {
    for y in ROWS - rows as i8..ROWS {
        fill_row(page, y, SOLID, None);
    }
}

/// Builds solid columns in all visible rows: `value / 4` at the left and `value % 4` at the right.
pub(super) fn build_walls(page: &mut PlayfieldMemory, value: u32) {
    let (left, right) = (value as i8 / 4, value as i8 % 4);
    for y in 0..ROWS {
        for x in (0..left).chain(COLUMNS - right..COLUMNS) {
            page.set(x, y, SOLID);
        }
    }
}

/// Builds the tower of an I drill. Values 1-16 are its height in column 1. From 17 on, the value minus 16 is its height
/// in column 8.
pub(super) fn build_tower(page: &mut PlayfieldMemory, value: u32) {
    *page = PlayfieldMemory::default();
    let (x, height) = match value {
        0..=16 => (1, value as i8),
        _ => (8, value as i8 - 16),
    };
    for y in ROWS - height..ROWS {
        page.set(x, y, Cell::BORDERED);
    }
}

/// Returns whether an upright piece locked at the wall behind the tower, or at either wall without a tower.
pub(super) fn is_behind_tower(locked: Option<Pose>, value: u32) -> bool {
    let is_target =
        |x| column_behind_tower(value).map_or(x == 0 || x == COLUMNS - 1, |target| x == target);
    locked.is_some_and(|pose| pose.cells().iter().all(|&(x, _)| is_target(x)))
}

/// Returns the column behind the tower. `None` without a tower.
pub(super) const fn column_behind_tower(value: u32) -> Option<i8> {
    match value {
        0 => None,
        1..=16 => Some(0),
        _ => Some(COLUMNS - 1),
    }
}

/// Fills the field with alternating cells, as high as the garbage of B-type at `height`. Height 0 gets one row.
pub(super) fn checker(page: &mut PlayfieldMemory, height: u32, is_shifted: bool) {
    let rows = GARBAGE_ROWS[height as usize].max(1) as i8;
    for y in ROWS - rows..ROWS {
        for x in (0..COLUMNS).filter(|x| (x + y) % 2 == i8::from(is_shifted)) {
            page.set(x, y, Cell::BORDERED);
        }
    }
}

/// Generates all garbage of a B-type game at once.
pub(super) fn fill_garbage(page: &mut PlayfieldMemory, height: u32, carry: &mut PersistentMemory) {
    let rows = GARBAGE_ROWS[height as usize];
    for row in 20 - rows..20 {
        garbage::fill_row(page, row, carry);
    }
}

/// Returns the pose in which a falling piece would come to rest.
pub(super) fn ghost(mut pose: Pose, page: &PlayfieldMemory) -> Pose {
    while let Some(below) = pose.step(Step::Down, page) {
        pose = below;
    }
    pose
}

/// A setup: its pieces and its lowest rows.
struct Setup {
    pieces: &'static [Piece],
    rows: &'static str,
}

/// Setups 0-7. Their fields were made for this program, each for the skill it trains.
const SETUPS: [Setup; 8] = [
    Setup {
        pieces: &[Piece::Z],
        rows: "...XX.....
               ...X......
               ...XX..X..",
    },
    Setup {
        pieces: &[Piece::S, Piece::T],
        rows: "...XX.....
               ...X......
               ...X...X..",
    },
    Setup {
        pieces: &[Piece::T],
        rows: "..XX......
               ..X...X...
               ..XX.XX...",
    },
    Setup {
        pieces: &[Piece::I],
        rows: "XXXX....XX
               ..........",
    },
    Setup {
        pieces: &[Piece::J, Piece::L],
        rows: "..XX..XX..
               ..X....X..
               ..X....X..
               ..X....X..",
    },
    Setup {
        pieces: &[Piece::T, Piece::J, Piece::L, Piece::I],
        rows: "XX......XX
               ..........
               ..........",
    },
    Setup {
        pieces: &[Piece::J, Piece::L],
        rows: "XX......XX
               X........X
               ..........",
    },
    Setup {
        pieces: &[Piece::J, Piece::L],
        rows: "XXX....XXX
               ..........
               X........X
               ..........",
    },
];

/// Order in which the pieces of a setup appear.
const SETUP_ORDER: [Piece; 7] = [
    Piece::T,
    Piece::J,
    Piece::Z,
    Piece::O,
    Piece::S,
    Piece::L,
    Piece::I,
];

/// Returns the pieces of setup `number` (0-7), in order of appearance.
pub(super) fn setup_pieces(number: u32) -> Vec<Piece> {
    let trained = SETUPS[number as usize].pieces;
    let all = SETUP_ORDER.into_iter();
    all.filter(|piece| trained.contains(piece)).collect()
}

/// Returns the field of setup `number` (0-7).
pub(super) fn setup_page(number: u32) -> PlayfieldMemory {
    let rows = SETUPS[number as usize].rows;
    let board: Board = rows.parse().expect("setups are boards");
    PlayfieldMemory::from_board(&board, Cell::BORDERED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn key(pose: Pose) -> (u8, i8, i8) {
        (pose.orientation.id(), pose.x, pose.y)
    }

    /// Returns all locks that a piece can reach, and the locks that it can reach by a straight fall.
    fn locks(page: &PlayfieldMemory, piece: Piece) -> [BTreeSet<(u8, i8, i8)>; 2] {
        let mut seen = BTreeSet::new();
        let mut open = vec![Pose::spawn(piece)];
        let mut locks = [BTreeSet::new(), BTreeSet::new()];
        while let Some(pose) = open.pop() {
            if !seen.insert(key(pose)) {
                continue;
            }
            if pose.rests(page) {
                locks[0].insert(key(pose));
                let is_open_above = (0..=pose.y).all(|y| Pose { y, ..pose }.fits(page));
                if is_open_above {
                    locks[1].insert(key(pose));
                }
            }
            let steps = [
                Step::Left,
                Step::Right,
                Step::Down,
                Step::Clockwise,
                Step::Counterclockwise,
            ];
            open.extend(steps.into_iter().filter_map(|step| pose.step(step, page)));
        }
        locks
    }

    #[test]
    fn every_piece_of_a_setup_has_a_lock_out_of_reach_of_falling() {
        for number in 0..8 {
            let page = setup_page(number);
            for piece in setup_pieces(number) {
                let [all, falling] = locks(&page, piece);
                assert!(all.len() > falling.len(), "setup {number}, {piece:?}");
            }
        }
    }

    #[test]
    fn garbage_has_its_rows_and_no_row_is_complete() {
        for (height, rows) in (0..).zip(GARBAGE_ROWS) {
            let mut page = PlayfieldMemory::default();
            fill_garbage(&mut page, height, &mut PersistentMemory::default());
            let board = page.board();
            assert_eq!(board.full_rows(), 0);
            assert!((0..20 - rows as i8).all(|y| board.row(y) == 0));
            assert!((20 - rows as i8..20).all(|y| page.row(y).contains(&Cell::EMPTY)));
        }
    }

    #[test]
    fn walls_and_tower_stand_where_the_value_says() {
        let mut page = PlayfieldMemory::default();
        build_walls(&mut page, 4 * 2 + 3);
        assert_eq!(page.board().row(7), 0b11_1000_0011);
        build_tower(&mut page, 17 + 3);
        assert_eq!(page.board().row(16), 1 << 8);
        assert_eq!(page.board().row(15), 0);
        build_tower(&mut page, 16);
        assert_eq!(page.board().row(4), 1 << 1);
    }
}
