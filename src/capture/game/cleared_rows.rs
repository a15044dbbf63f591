//! Counts the rows cleared from piece to piece, even in gaps of a video.

use crate::rules::score::line_points;

use super::figures::{NumberReadings, ShapeDigits};
use super::tracker::PIECE_TIME_MIN;
use super::{CapturedPiece, PieceOutcome};

/// Maximum number of unseen pieces in a gap whose length still tells their number.
const UNSEEN_MAX: usize = 12;
/// Maximum number of all pieces in such a gap.
const GAP_PIECES_MAX: usize = 40;
/// Maximum number of cells that may be misread in a short gap. With more, its rows are unknown.
const MISREAD_MAX: u32 = 2;
/// Maximum difference between the length of a gap and the usual time for its pieces and clears, in piece times. With more,
/// the number of its pieces is unknown.
const PIECE_TIMES_OFF_MAX: u32 = 2;
/// Usual delay of the next spawn after a clear, in milliseconds.
const CLEAR_TIME: u32 = 400;

/// Rows cleared from the spawn of a piece to the spawn of the next piece seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClearedRows {
    /// Number of rows.
    pub(super) rows: u16,
    /// Number of pieces that locked: more than one if the video has a gap.
    pub(super) pieces: usize,
    /// False if several pieces may have cleared the rows.
    pub(super) is_one_clear: bool,
    /// False if there may be more rows.
    pub(super) is_known: bool,
}

/// Part of a game from an unknown lock, or an uncertain one that took long, to the next certain lock.
struct Gap<'a> {
    /// Pieces of the gap and the piece after it.
    pieces: &'a [CapturedPiece],
    /// Usual time from one spawn to the next in milliseconds.
    piece_time: u32,
    /// Rise of the line count, if it was read.
    read: Option<u16>,
    /// False if most locks of the game are uncertain. Then the cells before and after the gap do not tell its rows.
    trusts_cells: bool,
}

impl ClearedRows {
    /// Returns the rows cleared after each piece. `seen` are the numbers beside the playfield at each piece.
    pub(super) fn after(
        pieces: &[CapturedPiece],
        seen: &[NumberReadings],
        figures: &ShapeDigits,
    ) -> Vec<ClearedRows> {
        let mut cleared: Vec<ClearedRows> = (0..pieces.len())
            .map(|index| ClearedRows {
                rows: rows_of_one(&pieces[index], pieces.get(index + 1)),
                pieces: 1,
                is_one_clear: true,
                is_known: true,
            })
            .collect();
        let Some(piece_time) = piece_time(pieces) else {
            return cleared;
        };
        let is_gap = |index: &usize| match pieces[*index].outcome {
            PieceOutcome::Locked {
                rows, is_certain, ..
            } => {
                let pause = if rows > 0 { CLEAR_TIME } else { 0 };
                let time = time_to_next(pieces, *index).saturating_sub(pause);
                !is_certain && 4 * time >= 7 * piece_time
            }
            PieceOutcome::Unknown => true,
            PieceOutcome::Last => false,
        };
        let certain = pieces.iter().filter(|piece| piece.is_certain()).count();
        let trusts_cells = 2 * certain >= pieces.len();
        let mut end = 0;
        while let Some(start) = (end..pieces.len()).find(is_gap) {
            let certain = pieces[start..].iter().position(CapturedPiece::is_certain);
            end = certain.map_or(pieces.len() - 1, |certain| start + certain);
            if start == end {
                break;
            }
            let readings = seen.get(start).zip(seen.get(end));
            let gap = Gap {
                pieces: &pieces[start..=end],
                piece_time,
                read: readings
                    .and_then(|(first, last)| figures.lines_between(first, last))
                    .filter(|rows| is_possible(*rows, &pieces[start..=end])),
                trusts_cells,
            };
            gap.correct(&mut cleared[start..end]);
        }
        cleared
    }

    /// Returns the points for the rows, or `None` if several pieces may have cleared them.
    pub(super) fn points(self, level: u8) -> Option<u32> {
        self.is_one_clear
            .then(|| line_points(self.rows.min(4) as u8, level))
    }
}

impl Gap<'_> {
    /// Corrects the rows cleared in the gap.
    fn correct(&self, cleared: &mut [ClearedRows]) {
        let seen = cleared.len();
        let counted: u16 = cleared.iter().map(|cleared| cleared.rows).sum();
        let count = self.count(seen, counted);
        if count == Some((seen, counted)) {
            return;
        }
        // The unseen pieces locked in the longest part without a certain lock.
        let parts = 0..seen;
        let longest = parts.max_by_key(|index| time_to_next(self.pieces, *index));
        let longest = &mut cleared[longest.unwrap_or(0)];
        let corrected = count.and_then(|(pieces, rows)| {
            longest.pieces += pieces.saturating_sub(seen);
            (longest.rows + rows).checked_sub(counted)
        });
        longest.rows = corrected.unwrap_or(longest.rows);
        longest.is_known = corrected.is_some();
        // In a gap with an unseen clear, a lock without one may be wrong too.
        let rows = count.map(|(_, rows)| rows);
        let is_one_clear = seen == 1 && rows.is_some_and(|rows| rows <= 1);
        for cleared in cleared {
            cleared.is_one_clear = is_one_clear || self.read == Some(counted);
        }
    }

    /// Returns how many pieces lock and how many rows clear in the gap. `seen` pieces and `counted` rows were seen.
    /// Returns `None` if neither the line count nor the length of the gap tells.
    ///
    /// Each piece adds four cells and each row takes ten away. So the cells before and after the gap allow one number of
    /// pieces in five.
    fn count(&self, seen: usize, counted: u16) -> Option<(usize, u16)> {
        let [first, last] = [0, seen].map(|index| &self.pieces[index]);
        let passed = last.time.saturating_sub(first.time);
        let usual = ((passed + self.piece_time / 2) / self.piece_time) as usize;
        let cells = [first, last].map(|piece| piece.board.count());
        let gone = |pieces: usize| (cells[0] + 4 * pieces as u32).checked_sub(cells[1]);
        let rows = |pieces: usize| {
            let gone = gone(pieces)?;
            (gone % 10 == 0).then_some((gone / 10) as u16)
        };
        if let Some(read) = self.read {
            let pieces = (0..=2 * usual + 2).find(|pieces| rows(*pieces) == Some(read));
            return Some((pieces.unwrap_or(usual).max(seen), read));
        }
        if !self.trusts_cells {
            return None;
        }
        if usual <= 1 {
            let off = gone(seen).unwrap_or(0).abs_diff(10 * u32::from(counted));
            return (off <= MISREAD_MAX).then_some((seen, counted));
        }
        if usual <= seen + 1 && rows(seen) == Some(counted) {
            return Some((seen, counted));
        }
        let off = |(pieces, rows): (usize, u16)| {
            let clears = u32::from(rows).div_ceil(4);
            passed.abs_diff(pieces as u32 * self.piece_time + clears * CLEAR_TIME)
        };
        (1..=(seen + UNSEEN_MAX).min(GAP_PIECES_MAX))
            .filter_map(|pieces| Some((pieces, rows(pieces)?)))
            .min_by_key(|count| off(*count))
            .filter(|count| off(*count) <= PIECE_TIMES_OFF_MAX * self.piece_time)
    }
}

/// Returns the rows cleared by a piece. If its lock is unknown, the cells tell how many.
fn rows_of_one(piece: &CapturedPiece, next: Option<&CapturedPiece>) -> u16 {
    match (piece.outcome, next) {
        (PieceOutcome::Locked { rows, .. }, _) => rows.into(),
        (PieceOutcome::Unknown, Some(next)) => {
            let gone = (piece.board.count() + 4).saturating_sub(next.board.count());
            (gone / 10).min(4) as u16
        }
        (PieceOutcome::Unknown | PieceOutcome::Last, _) => 0,
    }
}

/// Returns the milliseconds from the spawn of a piece to the next one seen, or 0 for the last piece.
pub(super) fn time_to_next(pieces: &[CapturedPiece], index: usize) -> u32 {
    let next = pieces.get(index + 1);
    next.map_or(0, |next| next.time.saturating_sub(pieces[index].time))
}

/// Returns whether so many rows can have cleared from the first to the last of these pieces. If not, a line count was
/// misread.
fn is_possible(rows: u16, pieces: &[CapturedPiece]) -> bool {
    let times = (0..pieces.len()).map(|index| time_to_next(pieces, index) / PIECE_TIME_MIN + 1);
    u32::from(rows) <= 4 * times.sum::<u32>()
}

/// Returns the usual time from one spawn to the next in milliseconds, or `None` if no lock is known.
fn piece_time(pieces: &[CapturedPiece]) -> Option<u32> {
    let is_calm =
        |index: &usize| matches!(pieces[*index].outcome, PieceOutcome::Locked { rows: 0, .. });
    let calm = (0..pieces.len().saturating_sub(1)).filter(is_calm);
    let mut times: Vec<u32> = calm.map(|index| time_to_next(pieces, index)).collect();
    times.sort_unstable();
    let usual = times.get(times.len() / 2);
    usual.copied().filter(|time| *time > 0)
}

#[cfg(test)]
mod tests {
    use crate::rules::{Board, Piece, Pose};

    use super::*;

    /// Milliseconds from one spawn to the next.
    const PIECE_TIME: u32 = 700;

    /// Returns a piece that spawns at this time on a board with this number of cells. Its lock is unknown.
    fn piece(time: u32, cells: u32) -> CapturedPiece {
        let mut board = Board::EMPTY;
        for cell in 0..cells as i8 {
            board.insert(cell % 10, 19 - cell / 10);
        }
        CapturedPiece {
            piece: Piece::O,
            next: None,
            board,
            lines: 0,
            level: 18,
            score: None,
            das: None,
            time,
            frame: 0,
            poses_seen: Vec::new(),
            outcome: PieceOutcome::Unknown,
        }
    }

    /// Returns the pieces and rows of a gap of this length, if they are known. One piece and `counted` rows were seen.
    fn in_gap(
        milliseconds: u32,
        cells: [u32; 2],
        read: Option<u16>,
        counted: u16,
    ) -> Option<(usize, u16)> {
        let pieces = [piece(0, cells[0]), piece(milliseconds, cells[1])];
        let gap = Gap {
            pieces: &pieces,
            piece_time: PIECE_TIME,
            read,
            trusts_cells: true,
        };
        gap.count(1, counted)
    }

    #[test]
    fn cells_and_length_of_a_gap_tell_its_pieces_and_rows() {
        // A piece without a clear, and a Tetris with its pause.
        assert_eq!(in_gap(700, [40, 44], None, 0), Some((1, 0)));
        assert_eq!(in_gap(1_000, [60, 24], None, 4), Some((1, 4)));
        // One cell was misread, or many.
        assert_eq!(in_gap(1_000, [60, 23], None, 4), Some((1, 4)));
        assert_eq!(in_gap(1_000, [29, 16], None, 1), None);
        // 60 cells and 24 of six pieces are 84 cells. A Tetris leaves 44.
        assert_eq!(in_gap(4_300, [60, 44], None, 2), Some((6, 4)));
        // The pieces took a little longer or shorter than usual.
        assert_eq!(in_gap(5_300, [60, 44], None, 2), Some((6, 4)));
        assert_eq!(in_gap(3_300, [60, 44], None, 2), Some((6, 4)));
        // They took so much longer that it may be eleven pieces.
        assert_eq!(in_gap(6_100, [60, 44], None, 2), None);
        // Three Tetrises take as long as one or two more pieces, and these ten pieces took longer than usual.
        assert_eq!(in_gap(8_900, [120, 40], None, 4), Some((10, 12)));
        // An odd number of cells was misread.
        assert_eq!(in_gap(4_300, [60, 45], None, 1), None);
        // 21 pieces, or 16, or 26.
        assert_eq!(in_gap(14_700, [60, 44], None, 2), None);
    }

    #[test]
    fn cells_tell_no_rows_if_most_locks_of_a_game_are_unknown() {
        let lock = PieceOutcome::Locked {
            lock: Pose::spawn(Piece::O),
            rows: 0,
            is_certain: true,
        };
        let are_rows_known = |locks: &[PieceOutcome]| {
            let pieces = (0..).zip(locks).map(|(index, &outcome)| CapturedPiece {
                outcome,
                ..piece(index * PIECE_TIME, 40 + 4 * index)
            });
            let pieces: Vec<CapturedPiece> = pieces.collect();
            let cleared = ClearedRows::after(&pieces, &[], &ShapeDigits::default());
            cleared.iter().all(|cleared| cleared.is_known)
        };
        let unknown = PieceOutcome::Unknown;
        assert!(are_rows_known(&[lock, unknown, lock, unknown, lock]));
        assert!(!are_rows_known(&[lock, unknown, unknown, unknown, lock]));
    }

    #[test]
    fn the_line_count_tells_the_rows_of_a_long_gap_or_a_pause() {
        assert_eq!(in_gap(14_700, [60, 44], Some(10), 2), Some((21, 10)));
        // No piece locks in a pause.
        assert_eq!(in_gap(3_500, [60, 60], Some(0), 0), Some((1, 0)));
    }
}
