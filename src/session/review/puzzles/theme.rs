//! Theme of a puzzle.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::players::Position;
use crate::rules::motion::ROWS;
use crate::rules::{Board, Piece, Pose};
use crate::search::Tuck;
use crate::session::field::{WELL, holes};

/// Theme of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Theme {
    /// A board without holes that should stay that way.
    Clean,
    /// The best lock slides under an overhang.
    Tuck,
    /// The best lock burns rows.
    Burn,
    /// There are holes to uncover or to keep open.
    Dig,
    /// The well is covered, or a Tetris is possible.
    Well,
    /// The best lock turns in under an overhang.
    Spin,
    /// The best lock makes an overhang or a hole.
    Overhang,
    /// A Tetris is ready, but neither piece is an I.
    Drought,
    /// The next clears may begin level 19 or 29, where pieces fall faster.
    LevelEnd,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 9] = [
        Theme::Clean,
        Theme::Tuck,
        Theme::Burn,
        Theme::Dig,
        Theme::Well,
        Theme::Spin,
        Theme::Overhang,
        Theme::Drought,
        Theme::LevelEnd,
    ];

    /// Returns the theme of a position whose best lock is `best`.
    pub fn classify(position: &Position, best: Pose) -> Theme {
        let board = &position.board;
        let (after, rows) = board.lock(best);
        let holes_before = holes(board);
        let beside = |x: i8| {
            Pose {
                x: best.x + x,
                ..best
            }
            .fits(board)
        };
        let pieces = [Some(position.current), position.next];
        let has_i = pieces.contains(&Some(Piece::I));
        if Tuck::is_needed(board, best) {
            match beside(-1) || beside(1) {
                true => Theme::Tuck,
                false => Theme::Spin,
            }
        } else if matches!(position.level, 18 | 28) && position.lines % 10 >= 6 {
            Theme::LevelEnd
        } else if rows == 4 || holes_before.iter().any(|hole| hole.x == WELL) {
            Theme::Well
        } else if !has_i && is_ready(board) {
            Theme::Drought
        } else if (1..4).contains(&rows) {
            Theme::Burn
        } else if holes(&after).len() > holes_before.len() {
            Theme::Overhang
        } else if !holes_before.is_empty() {
            Theme::Dig
        } else {
            Theme::Clean
        }
    }

    /// Returns the theme's name, one word.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Clean => "clean",
            Theme::Tuck => "tuck",
            Theme::Burn => "burn",
            Theme::Dig => "dig",
            Theme::Well => "well",
            Theme::Spin => "spin",
            Theme::Overhang => "overhang",
            Theme::Drought => "drought",
            Theme::LevelEnd => "level-end",
        }
    }
}

/// Returns whether four rows wait for an I in the well. No hole may be in the well.
fn is_ready(board: &Board) -> bool {
    const ALL_BUT_WELL: u16 = (1 << WELL) - 1;
    (0..ROWS).filter(|&y| board.row(y) == ALL_BUT_WELL).count() >= 4
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
