//! Totals over many games.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Piece, Pose};

use super::endings::Endings;
use super::heights::HeightSums;
use super::run::Counts;
use super::scores::Scores;

/// Totals over any number of games. Tallies of different games can be added.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Number of games begun.
    pub games: u64,
    /// Number of games lost by topping out.
    pub games_over: u64,
    /// Causes of the lost games. A tally of an older version may lack some.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub endings: Endings,
    /// Number of pieces locked.
    pub pieces: u64,
    /// Number of rows cleared.
    pub rows_cleared: u64,
    /// Number of rows cleared four at a time.
    pub tetris_rows: u64,
    /// Locks by row and column of the pivot.
    pub locks: CellCounts,
    /// Locks of each piece, in the order of [`Piece::ALL`]. Empty if they were not counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locks_by_piece: Vec<CellCounts>,
    /// Stack heights by the number of pieces played. Empty if [`Tally::locks_by_piece`] is empty.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub heights: HeightSums,
    /// Number of waits between two empty playfields, by their length in pieces.
    pub clears: BTreeMap<u32, u64>,
    /// Scores of finished games.
    pub scores: Scores,
    /// Number of games that reached their line limit or the goal of a B-type game.
    pub reached_lines: u64,
    /// Number of games that reached each of [`MILESTONES`]. A tally of an older version may have a shorter list.
    #[serde(default)]
    pub at_lines: Vec<u64>,
    /// Number of games that completed the pattern.
    pub pictures_done: u64,
    /// Number of finished pattern rows at the end of each game, summed over all games.
    pub picture_rows: u64,
    /// Number of pieces of each game that completed the pattern, summed over these games.
    pub picture_pieces: u64,
}

/// Count for each cell, by row (0 at the top) and column.
pub type CellCounts = [[u64; COLUMNS as usize]; ROWS as usize];

/// Returns whether nothing was counted. Reports then leave the key out.
fn is_empty<C: Default + PartialEq>(counts: &C) -> bool {
    *counts == C::default()
}

/// Milestones in lines, in the order of their introduction. A tally counts the games that reach each of them:
/// - 100
/// - 130: change from level 18 to 19 in games from level 18
/// - 230: change from level 28 to 29, where pieces fall a row in every frame
/// - 330: level 39, where tournaments have a double killscreen
/// - 290: between 230 and 330
/// - 430: a hundred lines after 330
pub const MILESTONES: [u64; 6] = [100, 130, 230, 330, 290, 430];

/// Maximum of any count. Sums of two such counts, and figures computed from one, never overflow. JSON readers that use
/// doubles represent such counts exactly.
pub(super) const COUNT_MAX: u64 = 1 << 53;

impl Tally {
    /// Returns whether locks by piece and heights are present. Files of older versions lack them.
    pub fn is_detailed(&self) -> bool {
        self.pieces == 0 || !self.locks_by_piece.is_empty()
    }

    /// Returns whether locks by piece and heights are consistent with `locks`, or absent.
    fn details_fit(&self) -> bool {
        if self.locks_by_piece.is_empty() {
            return is_empty(&self.heights);
        }
        let sum = |row: usize, column: usize| -> u128 {
            let pieces = self.locks_by_piece.iter();
            pieces.map(|cells| u128::from(cells[row][column])).sum()
        };
        let cells = self.locks.iter().enumerate().flat_map(|(row, counts)| {
            let counts = counts.iter().enumerate();
            counts.map(move |(column, &count)| (row, column, u128::from(count)))
        });
        self.locks_by_piece.len() == Piece::COUNT
            && cells
                .into_iter()
                .all(|(row, column, count)| sum(row, column) == count)
            && self.heights.fits(self.pieces)
    }

    /// Counts a lock that cleared `rows` rows and left a stack of `height` rows.
    pub fn count_lock(&mut self, lock: Pose, rows: u32, height: u32) {
        self.pieces += 1;
        self.rows_cleared += u64::from(rows);
        if rows == 4 {
            self.tetris_rows += 4;
        }
        let (row, column) = (lock.y as usize, lock.x as usize);
        self.locks[row][column] += 1;
        self.locks_by_piece
            .resize(Piece::COUNT, CellCounts::default());
        self.locks_by_piece[lock.orientation.piece().index()][row][column] += 1;
        self.heights.count(self.pieces, height);
    }

    /// Counts the milestones that the game reached. The tally must contain exactly one finished game.
    pub(super) fn count_milestones(&mut self) {
        let has_come = |lines| u64::from(self.rows_cleared >= lines);
        self.at_lines = MILESTONES.map(has_come).to_vec();
    }

    /// Counts a playfield that became empty `pieces` pieces after the previous empty one.
    pub fn count_clear(&mut self, pieces: u32) {
        *self.clears.entry(pieces).or_default() += 1;
    }

    /// Adds the locks by piece and the heights of `pieces` pieces of other games. If either side lacks them, the sum
    /// lacks them too.
    fn add_details(&mut self, pieces: u64, locks_by_piece: &[CellCounts], heights: &HeightSums) {
        let is_detailed = self.is_detailed() && (pieces == 0 || !locks_by_piece.is_empty());
        if !is_detailed {
            self.locks_by_piece.clear();
            self.heights = HeightSums::default();
            return;
        }
        if !locks_by_piece.is_empty() {
            self.locks_by_piece
                .resize(Piece::COUNT, CellCounts::default());
        }
        for (sum, cells) in self.locks_by_piece.iter_mut().zip(locks_by_piece) {
            add_cells(sum, cells);
        }
        self.heights.add(heights);
    }

    /// Returns the locks in each row.
    pub fn locks_by_row(&self) -> [u64; ROWS as usize] {
        self.locks.map(|row| row.iter().sum())
    }
}

impl Counts for Tally {
    fn add(&mut self, other: &Tally) {
        let Tally {
            games,
            games_over,
            endings,
            pieces,
            rows_cleared,
            tetris_rows,
            locks,
            locks_by_piece,
            heights,
            clears,
            scores,
            reached_lines,
            at_lines,
            pictures_done,
            picture_rows,
            picture_pieces,
        } = other;
        self.add_details(other.pieces, locks_by_piece, heights);
        if self.games == 0 {
            self.at_lines.clone_from(at_lines);
        } else if *games > 0 {
            // The sum contains only milestones that both sides counted.
            self.at_lines.truncate(at_lines.len());
            for (sum, count) in self.at_lines.iter_mut().zip(at_lines) {
                *sum += count;
            }
        }
        self.games += games;
        self.games_over += games_over;
        self.endings.add(endings);
        self.pieces += pieces;
        self.rows_cleared += rows_cleared;
        self.tetris_rows += tetris_rows;
        add_cells(&mut self.locks, locks);
        for (&interval, count) in clears {
            *self.clears.entry(interval).or_default() += count;
        }
        self.scores.add(scores);
        self.reached_lines += reached_lines;
        self.pictures_done += pictures_done;
        self.picture_rows += picture_rows;
        self.picture_pieces += picture_pieces;
    }

    /// Checks that no count is too large and that no part exceeds its whole.
    fn check(&self) -> Result<(), String> {
        let counts = [
            self.games,
            self.pieces,
            self.rows_cleared,
            self.picture_rows,
        ];
        if counts.iter().any(|&count| count > COUNT_MAX) {
            return Err(format!("a count is more than {COUNT_MAX}"));
        }
        let wide = |count: &u64| u128::from(*count);
        let locks: u128 = self.locks.as_flattened().iter().map(wide).sum();
        let clears = self.clears.iter();
        let in_clears: u128 = clears
            .map(|(&pieces, count)| u128::from(pieces) * wide(count))
            .sum();
        let no_pieces = self.clears.get(&0).copied().unwrap_or(0);
        let scores = self.scores.counts().map(wide).sum::<u128>();
        let fits = locks == wide(&self.pieces)
            && in_clears <= wide(&self.pieces)
            && no_pieces == 0
            && scores <= wide(&self.games)
            && [self.games_over, self.reached_lines, self.pictures_done]
                .iter()
                .all(|&count| count <= self.games)
            && self.at_lines.len() <= MILESTONES.len()
            && self.at_lines.iter().all(|&count| count <= self.games)
            && self.endings.games() <= self.games_over
            && self.tetris_rows <= self.rows_cleared
            && self.picture_pieces <= self.pieces
            && self.details_fit();
        if fits {
            Ok(())
        } else {
            Err("its counts are inconsistent".to_owned())
        }
    }

    fn progress(&self) -> [u64; 2] {
        [self.pieces, self.scores.games()]
    }
}

fn add_cells(sum: &mut CellCounts, cells: &CellCounts) {
    let counts = cells.as_flattened().iter();
    for (sum, count) in sum.as_flattened_mut().iter_mut().zip(counts) {
        *sum += count;
    }
}
