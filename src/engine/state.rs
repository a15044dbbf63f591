//! State of a game, for other programs.

use crate::rules::Board;
use crate::rules::motion::ROWS;

use super::screen::Screen;

/// State of a game as a JSON object. Keys that have no meaning on the current screen or in this kind of game are null.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct GameState {
    /// Video frames since the start.
    pub frame: u64,
    /// The screen, as a text: see [`Screen`].
    pub screen: Screen,
    /// Play state of the cartridge, see [`PlayState`](super::PlayState).
    pub play_state: Option<u8>,
    /// Letter of the current piece.
    pub piece: Option<char>,
    /// Pivot column of the current piece.
    pub x: Option<i8>,
    /// Pivot row of the current piece, from the top.
    pub y: Option<i8>,
    /// Clockwise quarter turns of the current piece from its spawn orientation.
    pub rotation: Option<u8>,
    /// Letter of the next piece.
    pub next: Option<char>,
    /// Twenty rows of `.` and `X`, top first, without the current piece.
    pub rows: Option<Vec<String>>,
    /// Score as shown.
    pub score: Option<u32>,
    /// The line counter.
    pub lines: Option<u16>,
    /// The level.
    pub level: Option<u8>,
    /// Autoshift counter of a pad game.
    pub das: Option<u8>,
    /// Fall timer of a pad game.
    pub fall_timer: Option<u8>,
    /// Number of times each piece became the current one, in the panel's order.
    pub statistics: Option<[u16; 7]>,
    /// True from the step in which the game is lost.
    pub game_over: bool,
    /// Shift register in hexadecimal, if the game has one.
    pub lfsr: Option<String>,
    /// Hash of the whole state, in hexadecimal.
    pub hash: String,
}

impl GameState {
    /// Returns a state with this frame and screen and nothing else.
    pub(super) fn for_screen(frame: u64, screen: Screen) -> GameState {
        GameState {
            frame,
            screen,
            play_state: None,
            piece: None,
            x: None,
            y: None,
            rotation: None,
            next: None,
            rows: None,
            score: None,
            lines: None,
            level: None,
            das: None,
            fall_timer: None,
            statistics: None,
            game_over: false,
            lfsr: None,
            hash: String::new(),
        }
    }

    /// Returns the board in the form of [`GameState::rows`].
    pub(super) fn rows_of(board: &Board) -> Vec<String> {
        let text = board.to_string();
        let rows: Vec<String> = text.lines().map(str::to_owned).collect();
        debug_assert_eq!(rows.len(), ROWS as usize);
        rows
    }
}
