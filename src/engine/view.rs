//! Contents of the screen: the display registers of one video frame, without any colour.

use crate::rules::Board;
use crate::rules::{Cell, Piece, Pose};

/// Complete description of one video frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
    /// A black screen while another one loads.
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
    /// Entry of a name for the high scores.
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
    /// Kind of match, with the figures that its screen shows besides the counters of the games.
    pub kind: MatchKind,
    /// Stage of the match. A captured match is always playing.
    pub moment: MatchStage,
}

/// Kind of a match between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchKind {
    /// Rounds with garbage, as this program plays them.
    Garbage {
        /// Number of rounds that win the match, 1-50.
        wins_needed: u8,
        /// Extra rows that each attack has gained because the round has lasted long.
        surplus: u32,
    },
    /// Games of two players in a video.
    Captured {
        /// Points by which the left player leads. Negative if the right player leads. `None` if a score is unknown.
        lead: Option<i64>,
        /// Time on the clock of the video, in seconds.
        seconds: u32,
        /// For each side, whether its game has topped out.
        topped_out: [bool; 2],
    },
}

/// One side of two games against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideView {
    /// Name of the player. A match with garbage allows ten characters; the screen shows no more of other names.
    pub name: String,
    /// Display registers of the game. The screen shows neither statistics nor best score.
    pub game: GameView,
    /// Queued rows of garbage, which rise after this side's piece locks. 0 in a captured match.
    pub pending: u32,
    /// Number of rounds won. 0 in a captured match.
    pub wins: u8,
}

/// Stage of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchStage {
    /// A round is being played.
    Playing,
    /// The match is paused.
    Paused,
    /// A round is over and another one follows.
    RoundOver(RoundOutcome),
    /// The match is over, with the outcome of its last round.
    MatchOver(RoundOutcome),
}

/// Outcome of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundOutcome {
    /// One side survived.
    Won(Side),
    /// Both sides topped out in one frame; the round is played again.
    Draw,
}

/// One of two opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// On the left of the screen.
    Left,
    /// On the right of the screen.
    Right,
}

impl Side {
    /// Both sides: left, then right.
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// Returns 0 for left, 1 for right.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// Choices shown by both menus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct MenuView {
    /// True if B-type is chosen.
    pub is_b_type: bool,
    /// The music: 0-2, or 3 for none.
    pub music: u8,
    /// The level, 0-9.
    pub level: u8,
    /// The height, 0-5.
    pub height: u8,
    /// True if the cursor is on the height.
    pub is_on_height: bool,
    /// True if the cursors are shown. A screen's first frames have none.
    pub has_cursors: bool,
    /// True if a blinking cursor is visible in this frame; it blinks by the frame counter.
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

/// Row of the high score table. Name and digits are character tile numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreView {
    /// Name, six characters.
    pub name: [u8; 6],
    /// Score, six digits.
    pub score: [u8; 6],
    /// Level, two digits.
    pub level: [u8; 2],
}

/// The entry of a name for the high scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameEntryView {
    /// True for the table of the B-type.
    pub is_b_type: bool,
    /// The table, including the new score.
    pub scores: [ScoreView; 3],
    /// Row of the new score in the table, 0-2.
    pub rank: u8,
    /// Letter under the cursor, 0-5, or `None` while the cursor is invisible.
    pub cursor: Option<u8>,
}

/// An ending. The renderer decides how the scenes look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingView {
    /// A-type: a rocket takes off.
    Rocket {
        /// Rocket 0 (small) to 4 (the building itself), by score.
        scene: u8,
        /// Distance of the rocket from the top in pixels; 0 once the rocket has left the screen.
        y: u8,
        /// Index of one of the two drawings of the jet, 0 or 1.
        jet: u8,
        /// The score, six digits.
        score: [u8; 6],
    },
    /// B-type: a procession, or on levels 9 and 19 a concert, while the bonus is counted.
    Parade {
        /// Last digit of the level, which selects the figures.
        level_digit: u8,
        /// Height, 0-5. Each step of height adds one figure.
        height: u8,
        /// Number of frames since the scene began, modulo 65,536.
        frame: u16,
        /// Score before the bonus, six digits. Zeros once the score has moved to the total.
        score: [u8; 6],
        /// Hundreds still to be added for the level, 0-90.
        level_bonus: u8,
        /// Hundreds still to be added for the height, 0-50.
        height_bonus: u8,
        /// The total, six digits.
        total: [u8; 6],
    },
}

/// Game type named in the type box.
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

/// Display registers of the game screen.
///
/// Numbers are digits in the cartridge's form. Each is a character tile index, so a counter past 999 shows a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameView {
    /// Cells of the playfield as the screen shows them, row by row from the top.
    pub field: [Cell; 200],
    /// Current piece. Its sprite stays visible over the settled cells until the next piece spawns.
    pub piece: Option<Pose>,
    /// The piece in the NEXT box.
    pub next: Option<Piece>,
    /// The game's type.
    pub game_type: GameType,
    /// Name of the training mode, in place of the game's type. Empty for a normal game.
    pub title: &'static str,
    /// Line counter: hundreds (0-255), tens, ones.
    pub lines: [u8; 3],
    /// Statistics panel from top to bottom: hundreds (0-255), tens, ones of each piece.
    pub statistics: [[u8; 3]; Piece::COUNT],
    /// The best score, six digits.
    pub top: [u8; 6],
    /// The score, six digits.
    pub score: [u8; 6],
    /// The two characters of the level number, 0-15.
    pub level_digits: [u8; 2],
    /// Level that sets the colours of the blocks.
    pub palette_level: u8,
    /// True if the wall is white in this frame (Tetris flash).
    pub flash: bool,
    /// True if the game is paused: a black screen with one word.
    pub paused: bool,
    /// True if a survived crash is marked beside the score.
    pub crash_mark: bool,
    /// Music to play.
    pub music: Music,
    /// In training, the row whose upper edge the stack must not pass, 1-20.
    pub limit_row: Option<u8>,
    /// In training, the pose in which the piece would come to rest.
    pub ghost: Option<Pose>,
}

impl GameView {
    /// Returns the digits of a counter as text. Values above 9 are letters, and hidden digits are spaces.
    pub fn counter_text(digits: &[u8]) -> String {
        let letter = |&digit: &u8| match digit {
            GameView::BLANK_DIGIT => ' ',
            GameView::UNKNOWN_DIGIT => '-',
            digit => char::from_digit(digit.into(), 36).unwrap_or('?'),
        };
        digits.iter().map(letter).collect::<String>().to_uppercase()
    }

    /// Returns the occupied cells of the playfield.
    pub fn board(&self) -> Board {
        let row = |y: usize| {
            let cells = self.field[10 * y..][..10].iter().enumerate();
            let filled = cells.filter(|(_, cell)| **cell != Cell::EMPTY);
            filled.fold(0, |row, (x, _)| row | 1 << x)
        };
        Board::from_rows(std::array::from_fn(row))
    }

    /// Value of a digit that is not shown.
    pub const BLANK_DIGIT: u8 = 0xFF;
    /// Value of a digit of an unknown number. The screen shows a dash.
    pub const UNKNOWN_DIGIT: u8 = 36;
    /// An empty screen: no cells, no piece and no digits.
    pub const BLANK: GameView = GameView {
        field: [Cell::EMPTY; 200],
        piece: None,
        next: None,
        game_type: GameType::A,
        title: "",
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

/// Music that a game requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Music {
    /// Tune chosen in the menu: 0-2, or 3 for none. `None` if no menu led to the game.
    pub tune: Option<u8>,
    /// Current tempo.
    pub tempo: Tempo,
}

/// Tempo of a tune.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Tempo {
    /// Silent: the game is over.
    Stopped,
    /// Original tempo.
    #[default]
    Normal,
    /// Faster, because the stack is high.
    Fast,
}
