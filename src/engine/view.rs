//! What the screen shows: the display registers of one video frame, without any colour.

use crate::rules::{Cell, Piece, Pose};

/// Everything that is needed to draw one video frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
    /// Nothing: the screen is black while another one is loaded.
    Blank,
    /// The legal screen.
    Legal,
    /// The title screen.
    Title,
    /// The menu of game type and music.
    TypeMenu(MenuView),
    /// The menu of level and height.
    LevelMenu(Box<LevelMenuView>),
    /// The game screen.
    Game(Box<GameView>),
    /// The entry of a name for the high scores.
    NameEntry(Box<NameEntryView>),
    /// An ending.
    Ending(EndingView),
    /// Two games against each other.
    Versus(Box<VersusView>),
}

/// Two games against each other, left and right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersusView {
    /// Both sides, left first.
    pub sides: [SideView; 2],
    /// Rounds that win the match, 1-50.
    pub wins_needed: u8,
    /// Rows that each attack has gained because the round lasts long.
    pub surplus: u32,
    /// Where the match stands.
    pub moment: Moment,
}

/// One side of two games against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideView {
    /// Who plays, up to ten characters.
    pub name: String,
    /// The display registers of the game; statistics and best score are not shown.
    pub game: GameView,
    /// Rows of garbage that come when this side's piece locks.
    pub pending: u32,
    /// Rounds won.
    pub wins: u8,
}

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A round is played.
    Playing,
    /// Somebody has pressed Start.
    Paused,
    /// A round is over; another one follows.
    RoundOver(RoundOutcome),
    /// The match is over; the outcome is that of its last round.
    MatchOver(RoundOutcome),
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundOutcome {
    /// One side is left.
    Won(Side),
    /// Both topped out in one frame; the round is played again.
    Draw,
}

/// One of two who play against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// On the left of the screen.
    Left,
    /// On the right.
    Right,
}

impl Side {
    /// Left, then right.
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// 0 for left, 1 for right.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The one opposite.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// The choices that both menus show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct MenuView {
    /// Whether B-type is chosen.
    pub is_b_type: bool,
    /// The music: 0-2, or 3 for none.
    pub music: u8,
    /// The level, 0-9.
    pub level: u8,
    /// The height, 0-5.
    pub height: u8,
    /// Whether the cursor is on the height.
    pub is_on_height: bool,
    /// Whether the cursors are there at all; not in a screen's first frames.
    pub has_cursors: bool,
    /// Whether a blinking cursor is visible in this frame.
    pub is_cursor_lit: bool,
}

/// The menu of level and height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelMenuView {
    /// The choices.
    pub menu: MenuView,
    /// The high scores of the chosen type, best first.
    pub scores: [ScoreView; 3],
}

/// A row of the high score table. Name and digits are numbers of character tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreView {
    /// Six characters.
    pub name: [u8; 6],
    /// Six digits.
    pub score: [u8; 6],
    /// Two digits.
    pub level: [u8; 2],
}

/// The entry of a name for the high scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameEntryView {
    /// Whether the table is that of the B-type.
    pub is_b_type: bool,
    /// The table, the new score already in its place.
    pub scores: [ScoreView; 3],
    /// Row of the new score in the table, 0-2.
    pub rank: u8,
    /// The letter the cursor is on, 0-5; none while the cursor is not visible.
    pub cursor: Option<u8>,
}

/// An ending. What the scenes look like is up to who draws them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingView {
    /// A-type: a rocket takes off.
    Rocket {
        /// Which rocket, 0 (small) to 4 (the building itself), by score.
        scene: u8,
        /// Its height on the screen in pixels from the top; 0 when it is gone.
        y: u8,
        /// Which of the two pictures of its jet.
        jet: u8,
        /// The score, six digits.
        score: [u8; 6],
    },
    /// B-type: a procession, or on levels 9 and 19 a concert, and the bonus is counted.
    Parade {
        /// The last digit of the level: which figures.
        level_digit: u8,
        /// The height, 0-5: one figure more than that.
        height: u8,
        /// Frames since the scene began, modulo 65,536.
        frame: u16,
        /// The score before the bonus, six digits; zeros when it moved to the total.
        score: [u8; 6],
        /// Hundreds still to be added for the level, 0-90.
        level_bonus: u8,
        /// Hundreds still to be added for the height, 0-50.
        height_bonus: u8,
        /// The total, six digits.
        total: [u8; 6],
    },
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
    /// Whether a crash that was let pass is marked beside the score.
    pub crash_mark: bool,
    /// The music that is asked for.
    pub music: Music,
    /// In training, the row whose upper edge no stack may pass, 1-20.
    pub limit_row: Option<u8>,
    /// In training, where the piece would come to rest.
    pub ghost: Option<Pose>,
}

impl GameView {
    /// A digit that is not shown.
    pub const BLANK_DIGIT: u8 = 0xFF;
    /// An empty field, no piece, and no digits.
    pub const BLANK: GameView = GameView {
        field: [Cell::EMPTY; 200],
        piece: None,
        next: None,
        game_type: GameType::A,
        lines: [GameView::BLANK_DIGIT; 3],
        statistics: [[GameView::BLANK_DIGIT; 3]; Piece::COUNT],
        top: [GameView::BLANK_DIGIT; 6],
        score: [GameView::BLANK_DIGIT; 6],
        level_digits: [GameView::BLANK_DIGIT; 2],
        palette_level: 0,
        flash: false,
        paused: false,
        crash_mark: false,
        music: Music {
            tune: None,
            tempo: Tempo::Normal,
        },
        limit_row: None,
        ghost: None,
    };
}

/// The music that a game asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Music {
    /// The tune chosen in the menu: 0-2, or 3 for none; nothing where no menu led to the game.
    pub tune: Option<u8>,
    /// How it is played now.
    pub tempo: Tempo,
}

/// How a tune is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Tempo {
    /// Not at all: the game is over.
    Stopped,
    /// As it was written.
    #[default]
    Normal,
    /// Faster, because the stack is high.
    Fast,
}
