//! Detects the curtain that closes over the playfield when a game is lost.

use crate::rules::Board;
use crate::rules::motion::ROWS;

use super::piece_frames::FieldFrame;

/// Minimum number of occupied cells for a row to count as filled by the curtain.
const FILLED_CELLS: u32 = 9;
/// Minimum number of filled rows, from the top, that count as a closing curtain.
const FILLED_ROWS: usize = 3;
/// Number of successive frames with a closing curtain that end the game.
const CLOSING_FRAMES: u32 = 3;
/// Upper limit (exclusive) of the top row of the stack when the curtain closes. Its last pieces may be unseen.
const STACK_TOP_MAX: i8 = 6;

/// Result of tracking one frame.
pub(super) enum FrameOutcome {
    Going,
    Curtain,
}

/// Detector of the closing curtain. Filled rows over a low stack are no curtain: the video may show something else.
#[derive(Clone, Debug, Default)]
pub(super) struct CurtainDetector {
    /// Number of successive frames with a closing curtain.
    frames: u32,
}

impl CurtainDetector {
    /// Returns whether the curtain has ended the game, or `None` if the frame may show a piece. `settled` are the settled
    /// cells.
    pub(super) fn see(&mut self, frame: &FieldFrame, settled: &Board) -> Option<FrameOutcome> {
        let clear = frame.board.without(&frame.doubtful);
        let is_filled = |y: &i8| clear.row(*y).count_ones() >= FILLED_CELLS;
        let filled_rows = (0..ROWS).take_while(is_filled).count();
        if filled_rows == 0 {
            self.frames = 0;
            return None;
        }
        let is_stack_high = (0..STACK_TOP_MAX).any(|y| settled.row(y) != 0);
        self.frames += u32::from(is_stack_high && filled_rows >= FILLED_ROWS);
        Some(match self.frames >= CLOSING_FRAMES {
            true => FrameOutcome::Curtain,
            false => FrameOutcome::Going,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a board whose rows from `top` down to `bottom` are filled.
    fn filled(top: i8, bottom: i8) -> Board {
        let row = |y: usize| match (top..=bottom).contains(&(y as i8)) {
            true => 0x3ff,
            false => 0,
        };
        Board::from_rows(std::array::from_fn(row))
    }

    /// Returns whether four frames with these cells end a game, or `None` if they may show a piece.
    fn ends(board: Board, doubtful: Board, settled: Board) -> Option<bool> {
        let frame = FieldFrame {
            board,
            doubtful,
            next: None,
            number: 0,
            time: 0,
            count: 1,
        };
        let mut detector = CurtainDetector::default();
        let [.., last] = [(); 4].map(|()| detector.see(&frame, &settled));
        last.map(|outcome| matches!(outcome, FrameOutcome::Curtain))
    }

    #[test]
    fn filled_rows_end_a_game_only_over_a_high_stack() {
        let (high, low) = (filled(2, 2), filled(8, 8));
        assert_eq!(ends(filled(0, 2), Board::EMPTY, high), Some(true));
        assert_eq!(ends(filled(0, 1), Board::EMPTY, high), Some(false));
        assert_eq!(ends(filled(0, 2), Board::EMPTY, low), Some(false));
    }

    #[test]
    fn rows_with_doubtful_cells_are_not_filled() {
        let high = filled(2, 2);
        assert_eq!(ends(filled(0, 2), filled(0, 2), high), None);
        assert_eq!(ends(filled(1, 3), Board::EMPTY, high), None);
    }
}
