//! Limits of the points that the moves of a game can lose.
//!
//! The loss of a move is computed as if all later moves were the best ones. So the losses of all moves can add up to
//! more points than the lines of the game allow.

use crate::session::moves::{GameMoves, Move};

use super::curve::most_until;
use super::{LAST_LINE, ReviewedMove, points_of};

/// A number for each of the two stages of a game: before line 230, and from there on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByStage {
    /// Number for the moves before line 230.
    pub before: f64,
    /// Number for the moves from line 230 on.
    pub later: f64,
}

impl ByStage {
    /// Share 1 in both stages: all lost points count.
    pub const ALL: ByStage = ByStage {
        before: 1.0,
        later: 1.0,
    };

    /// Returns the number for the stage of a move.
    pub(super) const fn of(self, played: &Move) -> f64 {
        match played.position.lines < LAST_LINE {
            true => self.before,
            false => self.later,
        }
    }

    /// Returns the maximum clear points minus those actually made, in the lines from the first move to line 230, and in
    /// the lines from 230 to the end of each game.
    pub(super) fn to_win(games: &[GameMoves]) -> ByStage {
        let mut to_win = ByStage {
            before: 0.0,
            later: 0.0,
        };
        for GameMoves { moves, .. } in games {
            let first_later = moves.partition_point(|played| played.position.lines < LAST_LINE);
            let (before, later) = moves.split_at(first_later);
            let end = later
                .last()
                .map_or(0, |last| last.position.lines + u16::from(last.rows));
            to_win.before += missed(before, LAST_LINE);
            to_win.later += missed(later, end);
        }
        to_win
    }

    /// Returns the shares of the lost points that count, so that the moves lose no more points than these.
    pub(super) fn shares_of(self, moves: &[&ReviewedMove]) -> ByStage {
        let share = |of_stage: fn(&Move) -> bool, to_win: f64| {
            let moves = moves.iter().filter(|reviewed| of_stage(&reviewed.played));
            let lost: f64 = moves.map(|reviewed| reviewed.points_lost()).sum();
            (to_win / lost.max(f64::MIN_POSITIVE)).min(1.0)
        };
        ByStage {
            before: share(|played| played.position.lines < LAST_LINE, self.before),
            later: share(|played| played.position.lines >= LAST_LINE, self.later),
        }
    }
}

/// Returns the maximum clear points from the first of these moves to line `last`, minus the points of the moves.
fn missed(moves: &[Move], last: u16) -> f64 {
    let Some(Move { position, .. }) = moves.first() else {
        return 0.0;
    };
    let made: f64 = moves.iter().map(points_of).sum();
    (most_until(last, position.lines, position.level) - made).max(0.0)
}

#[cfg(test)]
mod tests {
    use crate::players::Position;
    use crate::rules::{Board, Piece, Pose};
    use crate::session::captured::LinesFrom;

    use super::*;

    /// Returns a move at level 29 that clears this many rows.
    fn played(lines: u16, rows: u8) -> Move {
        let position = Position {
            level: 29,
            lines,
            ..Position::new(Board::EMPTY, Piece::I, Piece::T)
        };
        Move {
            position,
            lock: Pose::spawn(Piece::I),
            rows,
            frame: 0,
            seen: None,
        }
    }

    #[test]
    fn after_line_230_only_lines_that_were_cleared_could_have_brought_points() {
        let game = |rows: &[u8]| {
            let mut lines = 230;
            let moves = rows.iter().map(|&rows| {
                let one = played(lines, rows);
                lines += u16::from(rows);
                one
            });
            GameMoves {
                lines_from: LinesFrom::Start,
                moves: moves.collect(),
                ..GameMoves::default()
            }
        };
        let later = |rows: &[u8]| ByStage::to_win(&[game(rows)]).later;
        // The last clear may go past the last line, so a triple and a Tetris fit into four lines.
        let most = 9_000.0 + 36_000.0;
        assert_eq!(later(&[4]), most - 36_000.0);
        assert_eq!(later(&[1, 1, 1, 1]), most - 4.0 * 1_200.0);
        assert_eq!(ByStage::to_win(&[game(&[4])]).before, 0.0);
    }
}
