//! What is counted over games.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Piece, Pose};

use super::heights::Heights;
use super::run::Counts;
use super::scores::Scores;

/// Counts over any number of games; two tallies of different games add up to one of both.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Games begun.
    pub games: u64,
    /// Games lost.
    pub games_over: u64,
    /// Pieces locked.
    pub pieces: u64,
    /// Rows cleared.
    pub rows_cleared: u64,
    /// Rows cleared four at a time.
    pub tetris_rows: u64,
    /// Locks by row and column of the pivot.
    pub locks: Cells,
    /// The same for each piece, in the order of [`Piece::ALL`]; empty where it was not counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locks_by_piece: Vec<Cells>,
    /// Stack heights by pieces played; counted wherever [`Tally::locks_by_piece`] are.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub heights: Heights,
    /// How often so many pieces lay between two empty playfields.
    pub clears: BTreeMap<u32, u64>,
    /// Scores of whole games.
    pub scores: Scores,
    /// Games that came to the wanted number of lines.
    pub reached_lines: u64,
    /// Games that came to each of [`MILESTONES`]; of the first ones only where an older program counted.
    #[serde(default)]
    pub at_lines: Vec<u64>,
    /// Games in which the picture was done.
    pub pictures_done: u64,
    /// Rows of the picture done at the ends of the games.
    pub picture_rows: u64,
    /// Pieces of the games in which the picture was done.
    pub picture_pieces: u64,
}

/// A count for each cell, by row (0 at the top) and column.
pub type Cells = [[u64; COLUMNS as usize]; ROWS as usize];

/// Nothing counted: the key is absent.
fn is_empty(heights: &Heights) -> bool {
    *heights == Heights::default()
}

/// Lines at which it is counted how many games came so far: a hundred; the change of speed from 18 to
/// 19 of games from level 18; from 28 to 29, where pieces begin to fall in every frame; level 39, where
/// tournaments have a double killscreen; between both; and a hundred beyond. In the order in which they
/// came to be counted.
pub const MILESTONES: [u64; 6] = [100, 130, 230, 330, 290, 430];

/// No count of a tally is larger, so that sums of two, and figures of one, never overflow; and JSON
/// readers that know doubles only hold it exactly.
pub(super) const COUNT_MAX: u64 = 1 << 53;

impl Tally {
    /// Whether locks by piece and heights are there: files of older programs are without.
    pub fn is_detailed(&self) -> bool {
        self.pieces == 0 || !self.locks_by_piece.is_empty()
    }

    /// Whether locks by piece and heights are those of all locks, or not there at all.
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

    /// Counts a lock that cleared `rows` rows and left a stack so high.
    pub fn count_lock(&mut self, lock: Pose, rows: u32, height: u32) {
        self.pieces += 1;
        self.rows_cleared += u64::from(rows);
        if rows == 4 {
            self.tetris_rows += 4;
        }
        let (row, column) = (lock.y as usize, lock.x as usize);
        self.locks[row][column] += 1;
        self.locks_by_piece.resize(Piece::COUNT, Cells::default());
        self.locks_by_piece[lock.orientation.piece().index()][row][column] += 1;
        self.heights.count(self.pieces, height);
    }

    /// Counts which milestones this one game has come to.
    pub(super) fn count_milestones(&mut self) {
        let has_come = |lines| u64::from(self.rows_cleared >= lines);
        self.at_lines = MILESTONES.map(has_come).to_vec();
    }

    /// Counts that the playfield was empty again after `pieces` pieces.
    pub fn count_clear(&mut self, pieces: u32) {
        *self.clears.entry(pieces).or_default() += 1;
    }

    /// Adds locks by piece and heights of other games that had so many pieces; where one side has none
    /// there are none of the sum.
    fn add_details(&mut self, pieces: u64, locks_by_piece: &[Cells], heights: &Heights) {
        let is_detailed = self.is_detailed() && (pieces == 0 || !locks_by_piece.is_empty());
        if !is_detailed {
            self.locks_by_piece.clear();
            self.heights = Heights::default();
            return;
        }
        if !locks_by_piece.is_empty() {
            self.locks_by_piece.resize(Piece::COUNT, Cells::default());
        }
        for (sum, cells) in self.locks_by_piece.iter_mut().zip(locks_by_piece) {
            add_cells(sum, cells);
        }
        self.heights.add(heights);
    }

    /// Locks by row.
    pub fn locks_by_row(&self) -> [u64; ROWS as usize] {
        self.locks.map(|row| row.iter().sum())
    }
}

impl Counts for Tally {
    fn add(&mut self, other: &Tally) {
        let Tally {
            games,
            games_over,
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
            // What only one side has counted is not known of both.
            self.at_lines.truncate(at_lines.len());
            for (sum, count) in self.at_lines.iter_mut().zip(at_lines) {
                *sum += count;
            }
        }
        self.games += games;
        self.games_over += games_over;
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

    /// No count is too large, and parts are no more than wholes.
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
            && self.tetris_rows <= self.rows_cleared
            && self.picture_pieces <= self.pieces
            && self.details_fit();
        if fits {
            Ok(())
        } else {
            Err("its counts do not fit together".to_owned())
        }
    }

    fn progress(&self) -> [u64; 2] {
        [self.pieces, self.scores.games()]
    }
}

fn add_cells(sum: &mut Cells, cells: &Cells) {
    let counts = cells.as_flattened().iter();
    for (sum, count) in sum.as_flattened_mut().iter_mut().zip(counts) {
        *sum += count;
    }
}
