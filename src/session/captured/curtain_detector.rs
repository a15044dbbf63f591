//! Detects the curtain that closes over the playfield when a game is lost.

use crate::rules::Board;
use crate::rules::motion::ROWS;

use super::piece_frames::FieldFrame;
use super::tracker::FrameOutcome;

/// Minimum number of occupied cells for a row to count as filled by the curtain.
const FILLED_CELLS: u32 = 9;
/// Minimum number of filled rows, from the top, that count as a closing curtain.
const FILLED_ROWS: usize = 3;
/// Number of successive frames with a closing curtain after which the game has ended.
const FRAMES: u32 = 3;
/// Upper limit (exclusive) of the row in which the stack ends when the curtain closes. Its last pieces may be unseen.
const STACK_TOP_MAX: i8 = 6;

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
        Some(match self.frames >= FRAMES {
            true => FrameOutcome::Curtain,
            false => FrameOutcome::Going,
        })
    }
}
