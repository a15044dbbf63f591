//! What the screen shows: the display registers of one video frame, without any colour.

use crate::rules::{Cell, Piece, Pose};

/// Everything that is needed to draw one video frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
    /// The game screen.
    Game(Box<GameView>),
}

/// Which game the type box names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum GameType {
    /// Endless play with rising levels.
    #[default]
    A,
    /// Twenty-five lines from a field with garbage of this height (0-5).
    B {
        /// Height of the garbage as chosen in the menu, 0-5.
        height: u8,
    },
}

/// The display registers of the game screen.
///
/// Numbers are digits as the cartridge keeps them: each is the index of a character tile, so a
/// counter past 999 shows a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameView {
    /// Cells of the playfield as the screen shows them, row by row from the top.
    pub field: [Cell; 200],
    /// The falling piece; it stays visible over the settled cells until the next one spawns.
    pub piece: Option<Pose>,
    /// The piece in the NEXT box.
    pub next: Option<Piece>,
    /// The game's type.
    pub game_type: GameType,
    /// The line counter: hundreds (0-255), tens, ones.
    pub lines: [u8; 3],
    /// The statistics panel from top to bottom: hundreds (0-255), tens, ones of each piece.
    pub statistics: [[u8; 3]; Piece::COUNT],
    /// The best score, six digits.
    pub top: [u8; 6],
    /// The score, six digits.
    pub score: [u8; 6],
    /// The two characters of the level number, 0-15.
    pub level_digits: [u8; 2],
    /// The level whose colours the blocks have.
    pub palette_level: u8,
    /// Whether the wall is white in this frame (Tetris flash).
    pub flash: bool,
    /// Whether the game is paused: a black screen with one word.
    pub paused: bool,
}
