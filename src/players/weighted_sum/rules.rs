//! Rules that a player follows in addition to its sum. The player `plateau` uses them to stay safe near the top.

use serde::{Deserialize, Serialize};

use super::super::features::{Counts, spread};
use crate::rules::board::lanes;
use crate::rules::motion::{SPAWN_X, SPAWN_Y};
use crate::rules::{Board, Piece};
use crate::search::SearchLeaf;

use super::fixed::{FixedScale, SUM_BITS};
use super::term::WEIGHT_MAX;

/// Rules in a player file, all off by default.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RulesFile {
    /// Bonus for every lock that clears four rows, 0 to 1e9.
    pub tetris_bonus: f64,
    /// Number of top rows whose occupied cells cost extra, 0 to 20.
    pub ceiling_rows: u8,
    /// Cost of an occupied cell in these rows.
    #[serde(skip_serializing_if = "CeilingCost::is_default")]
    pub ceiling_cost: CeilingCost,
    /// Refuse leaves on which one of the seven pieces has no room to spawn, unless there is no other leaf.
    pub all_pieces_spawn: bool,
    /// Refuse leaves with an occupied cell in the top row, unless some row lies entirely within reach of the spawn
    /// point through empty cells. Such leaves count only if there is no other leaf.
    pub way_across: bool,
}

/// Cost of an occupied cell near the top of the playfield.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum CeilingCost {
    /// 1 in the lowest of the top rows, 2 in the next, and so on.
    #[default]
    Rising,
    /// 1 in each of the top rows.
    Flat,
}

impl CeilingCost {
    /// Defaults are not written, so that files without them keep their [fingerprint](super::super::Player::fingerprint).
    fn is_default(&self) -> bool {
        *self == CeilingCost::default()
    }
}

impl RulesFile {
    pub(super) fn check(&self, faults: &mut Vec<String>) {
        if !(0.0..=WEIGHT_MAX).contains(&self.tetris_bonus) {
            faults.push(format!(
                "rules: tetris_bonus {}; allowed: 0 to {WEIGHT_MAX}",
                self.tetris_bonus
            ));
        }
        if self.ceiling_rows > 20 {
            faults.push(format!(
                "rules: ceiling_rows {}; allowed: 0 to 20",
                self.ceiling_rows
            ));
        }
    }

    /// Returns an upper bound of the rules' contribution to the sum, without refusals.
    pub(super) fn bound(&self) -> f64 {
        let rows = f64::from(self.ceiling_rows);
        // Together, a full board and the longest chain have cells for at most nine Tetrises.
        9.0 * self.tetris_bonus + 5.0 * rows * (rows + 1.0)
    }
}

/// Rules of a player file, converted to fixed-point numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rules {
    tetris: i64,
    ceiling: i64,
    ceiling_rows: u8,
    ceiling_cost: CeilingCost,
    all_pieces_spawn: bool,
    way_across: bool,
}

/// Cost of a refused leaf: more than any sum.
pub(super) const REFUSED: i64 = 1 << (SUM_BITS + 1);

impl Rules {
    pub(super) fn new(file: &RulesFile, scale: FixedScale) -> Rules {
        Rules {
            tetris: scale.fixed(file.tetris_bonus),
            ceiling: scale.fixed(1.0),
            ceiling_rows: file.ceiling_rows,
            ceiling_cost: file.ceiling_cost,
            all_pieces_spawn: file.all_pieces_spawn,
            way_across: file.way_across,
        }
    }

    /// Returns the contribution of the rules to the sum.
    #[inline(always)]
    pub(super) fn value(&self, leaf: &SearchLeaf, counts: &Counts) -> i64 {
        let mut value = -self.tetris * i64::from(counts.sizes()[3]);
        if self.ceiling_rows > 0 {
            let cells = match self.ceiling_cost {
                CeilingCost::Rising => rising_ceiling(&leaf.board, self.ceiling_rows),
                CeilingCost::Flat => cells_above(&leaf.board, self.ceiling_rows),
            };
            value += self.ceiling * cells;
        }
        value
    }

    /// Returns whether the rules refuse the leaf. A refused leaf wins only if there is no other.
    #[inline(always)]
    pub(super) fn refuse(&self, board: &Board) -> bool {
        self.all_pieces_spawn && board.intersects(&SPAWN_CELLS)
            || self.way_across && touches_ceiling(board) && !has_way_across(board)
    }
}

/// Cells inside the playfield that some piece covers at spawn.
const SPAWN_CELLS: Board = {
    let mut cells = Board::EMPTY;
    let mut piece = 0;
    while piece < Piece::COUNT {
        let squares = Piece::ALL[piece].spawn().squares();
        let mut square = 0;
        while square < 4 {
            let (dx, dy) = squares[square];
            cells.insert(SPAWN_X + dx, SPAWN_Y + dy);
            square += 1;
        }
        piece += 1;
    }
    cells
};

/// Returns the distances to row `rows`, summed over all occupied cells above that row.
#[inline(always)]
fn rising_ceiling(board: &Board, rows: u8) -> i64 {
    if cells_above(board, rows) == 0 {
        return 0;
    }
    (1..=rows).map(|row| cells_above(board, row)).sum()
}

/// Returns the number of occupied cells above row `row`.
#[inline(always)]
fn cells_above(board: &Board, row: u8) -> i64 {
    let mask = lanes((1 << row) - 1);
    let words = board.words().map(|word| (word & mask).count_ones());
    i64::from(words.into_iter().sum::<u32>())
}

#[inline(always)]
fn touches_ceiling(board: &Board) -> bool {
    board.words().into_iter().any(|word| word & lanes(1) != 0)
}

/// Returns whether some row can be reached from the spawn point in full, through empty cells.
fn has_way_across(board: &Board) -> bool {
    let mut spawn = Board::EMPTY;
    spawn.insert(SPAWN_X, SPAWN_Y);
    let occupied = board.words();
    let empty = Board::from_words(occupied.map(|word| !word));
    let reached = spread(spawn.words(), empty.words());
    Board::from_words(reached).full_rows() != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a board with these top rows. Below them, the columns in `full` are occupied.
    fn board(rows: &[&str], full: impl Iterator<Item = i8>) -> Board {
        let mut text = rows.join(" ");
        text.push_str(&" ..........".repeat(20 - rows.len()));
        let mut board: Board = text.parse().unwrap();
        for x in full {
            for y in rows.len() as i8..20 {
                board.insert(x, y);
            }
        }
        board
    }

    #[test]
    fn a_row_open_from_wall_to_wall_must_be_reached_from_the_spawn_point() {
        // Column 0 touches the ceiling, but the row below is open.
        let open = board(&["X.........", ".........."], 0..9);
        assert!(touches_ceiling(&open) && has_way_across(&open));
        // With a column up to the ceiling, no row is open.
        let column = board(&["X.........", "X........."], 0..1);
        assert!(touches_ceiling(&column) && !has_way_across(&column));
        // Row 3 is empty, but the rows above close it off.
        let closed = board(
            &["XXX...XXXX", "XXX...XXXX", "XXXXXXXXXX", ".........."],
            0..9,
        );
        assert!(!has_way_across(&closed));
    }

    #[test]
    fn top_rows_cost_more_the_higher_they_are() {
        let high = board(&["X.........", "..........", "X.X......."], 0..0);
        assert_eq!(rising_ceiling(&high, 3), 3 + 1 + 1);
        assert_eq!(rising_ceiling(&high, 2), 2);
        assert_eq!(rising_ceiling(&high, 0), 0);
    }

    #[test]
    fn top_rows_of_flat_cost_count_their_cells() {
        let high = board(&["X.........", "..........", "X.X......."], 0..0);
        assert_eq!(cells_above(&high, 3), 3);
        assert_eq!(cells_above(&high, 2), 1);
    }

    #[test]
    fn spawn_cells_are_those_of_the_seven_pieces() {
        for (x, y) in (0..10).flat_map(|x| (0..20).map(move |y| (x, y))) {
            let mut one = Board::EMPTY;
            one.insert(x, y);
            let blocks = Piece::ALL
                .iter()
                .any(|&piece| !crate::rules::Pose::spawn(piece).fits(&one));
            assert_eq!(one.intersects(&SPAWN_CELLS), blocks, "{x}, {y}");
        }
    }
}
