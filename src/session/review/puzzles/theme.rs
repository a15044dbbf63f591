//! Theme of a puzzle.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::players::Position;
use crate::rules::Pose;
use crate::search::Tuck;
use crate::session::field::{WELL, holes};

/// Theme of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Theme {
    /// A board without holes that should stay that way.
    Clean,
    /// The best lock is under an overhang: a tuck or a spin.
    Tuck,
    /// The best lock burns rows.
    Burn,
    /// There are holes to uncover or to keep open.
    Dig,
    /// The well is covered, or a Tetris is possible.
    Well,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 5] = [
        Theme::Clean,
        Theme::Tuck,
        Theme::Burn,
        Theme::Dig,
        Theme::Well,
    ];

    /// Returns the theme of a position whose best lock is `best`.
    pub fn classify(position: &Position, best: Pose) -> Theme {
        let board = &position.board;
        let holes = holes(board);
        let (_, rows) = board.lock(best);
        if Tuck::is_needed(board, best) {
            Theme::Tuck
        } else if rows == 4 || holes.iter().any(|hole| hole.x == WELL) {
            Theme::Well
        } else if (1..4).contains(&rows) {
            Theme::Burn
        } else if !holes.is_empty() {
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
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
