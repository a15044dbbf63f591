//! Interactive part of a page, which steps through a reviewed game: compact data, and the script that shows them.

use serde::Serialize;

use crate::players::{Label, RatedMove};
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Orientation, Piece, Pose};
use crate::session::reasons::Category;
use crate::session::review::{CurvePoint, Habit};
use crate::session::{DROUGHT, ReviewFigures, ReviewedMove};

use super::drawing::Rgb;
use super::style;

/// Style sheet of the interactive part.
pub const STYLE: &str = include_str!("walk/walk.css");
/// Script of the interactive part, in plain JavaScript without dependencies.
const SCRIPT: &str = include_str!("walk/walk.js");

/// Returns the colour of a piece. It is the same in light and dark mode.
pub const fn colour(piece: Piece) -> Rgb {
    match piece {
        Piece::T => [0x9B, 0x51, 0xB8],
        Piece::J => [0x3B, 0x6F, 0xD4],
        Piece::Z => [0xD9, 0x43, 0x3B],
        Piece::O => [0xC9, 0x9A, 0x06],
        Piece::S => [0x3E, 0x9E, 0x48],
        Piece::L => [0xE0, 0x7B, 0x20],
        Piece::I => [0x1E, 0x9B, 0xBD],
    }
}

/// Data for the script, as JSON.
#[derive(Serialize)]
struct WalkData {
    /// Cells of each orientation, relative to its pivot.
    shapes: Vec<[(i8, i8); 4]>,
    /// Number of clockwise turns of each orientation.
    turns: Vec<u8>,
    /// Index of each piece's spawn orientation.
    spawns: Vec<usize>,
    letters: String,
    colours: Vec<String>,
    labels: Vec<&'static str>,
    limits: [f64; 4],
    drought: u16,
    /// Name of the quantity that the curve shows.
    curve: &'static str,
    /// Unit of the curve.
    unit: &'static str,
    /// Kinds of errors that can be walked.
    kinds: Vec<WalkedKind>,
    moves: Vec<MoveData>,
}

/// Data of one move, in this order:
/// - number of the piece, piece, NEXT (-1 if unknown), level, lines
/// - rows from the highest cell down, three hexadecimal digits per row, one bit per column
/// - label, points lost, marks, index of the kind of error (-1 if none)
/// - index of the played lock among the candidates, value of the curve at this move
/// - sentences, candidates, loss with the result of playouts (empty if there is none)
#[derive(Serialize)]
struct MoveData(
    usize,
    usize,
    i8,
    u8,
    u16,
    String,
    usize,
    f64,
    u8,
    i8,
    usize,
    f64,
    Vec<String>,
    Vec<PlaceData>,
    String,
);

/// Candidate lock: index of the orientation, column and row of the pivot, and loss in lines.
type CandidateRow = (usize, i8, i8, f64);

/// Candidate lock in the data of the page. `Then` also holds the best lock of NEXT after it; `Last` has no such lock.
/// `Rough` candidates were searched less deeply than the played lock, so their losses are approximate.
#[derive(Serialize)]
#[serde(untagged)]
enum PlaceData {
    Then(usize, i8, i8, f64, usize, i8, i8),
    Last(usize, i8, i8, f64, [u8; 0]),
    Rough(usize, i8, i8, f64),
}

/// Kind of error with its name in links, its title, its index and the range of levels.
#[derive(Serialize)]
struct WalkedKind(String, String, usize, u8, u8);

const LOST: u8 = 1;
const ONLY: u8 = 2;
const READY: u8 = 4;
const FASTER: u8 = 8;
const GUESS: u8 = 16;

/// Returns the HTML of the interactive part, with its data and its script. If scripts are disabled, it stays hidden.
pub fn section(figures: &ReviewFigures, moves: &[ReviewedMove], curve: &[CurvePoint]) -> String {
    if moves.is_empty() {
        return String::new();
    }
    let json =
        serde_json::to_string(&data(figures, moves, curve)).expect("plain numbers and texts");
    // Escape `<`, so that no text can end the data element.
    let json = json.replace('<', "\\u003c");
    format!(
        "<section id=\"walk\" hidden></section>\n<script type=\"application/json\" id=\"game\">{json}</script>\n<script>\n{SCRIPT}</script>\n"
    )
}

/// Returns the target of a link to a move.
pub fn link_to_move(number: usize) -> String {
    format!("#move-{number}")
}

/// Returns the target of a link to all moves with this kind of error.
pub fn link_to_kind(kind: Category) -> String {
    format!("#kind-{}", kind.word())
}

/// Returns the target of a link to the moves of a habit.
pub fn link_to_habit(habit: &Habit) -> String {
    format!("#kind-{}", key_of_habit(habit))
}

fn key_of_habit(habit: &Habit) -> String {
    let word = habit.share.category.word();
    match habit.part {
        "" => word.to_owned(),
        part => format!("{word}-{}", part.replace(' ', "-")),
    }
}

/// Returns all kinds of errors of the game, and its habits if they cover only a part of it.
fn kinds(figures: &ReviewFigures) -> Vec<WalkedKind> {
    let whole = (figures.categories.iter()).map(|share| {
        let kind = share.category;
        let (word, name) = (kind.word().to_owned(), kind.name().to_owned());
        WalkedKind(word, name, kind as usize, 0, u8::MAX)
    });
    let in_parts = figures.habits.iter().filter(|habit| !habit.part.is_empty());
    let of_habits = in_parts.map(|habit| {
        let (kind, levels) = (habit.share.category, habit.levels());
        let title = format!("{kind}, {}", habit.part);
        let (low, high) = (*levels.start(), *levels.end());
        WalkedKind(key_of_habit(habit), title, kind as usize, low, high)
    });
    whole.chain(of_habits).collect()
}

fn data(figures: &ReviewFigures, moves: &[ReviewedMove], curve: &[CurvePoint]) -> WalkData {
    let mut lost = 0.0;
    let move_data = moves.iter().enumerate().map(|(place, reviewed)| {
        lost += reviewed.played_loss();
        let value = match curve {
            [] => -lost,
            curve => curve[place.min(curve.len() - 1)].expected.round(),
        };
        MoveData::new(reviewed, value)
    });
    WalkData {
        shapes: Orientation::all().map(Orientation::squares).collect(),
        turns: Orientation::all().map(Orientation::rotation).collect(),
        spawns: Piece::ALL.map(|piece| index(piece.spawn())).to_vec(),
        letters: Piece::ALL.map(Piece::letter).iter().collect(),
        colours: Piece::ALL.map(|piece| style::hex(colour(piece))).to_vec(),
        labels: Label::ALL.map(Label::name).to_vec(),
        limits: Label::LIMITS,
        drought: DROUGHT as u16,
        curve: match curve {
            [] => "total loss of the moves so far",
            _ => "the expected score at line 230 (later moves do not change it)",
        },
        unit: match curve {
            [] => "lines",
            _ => "points",
        },
        kinds: kinds(figures),
        moves: move_data.collect(),
    }
}

impl MoveData {
    fn new(reviewed: &ReviewedMove, value: f64) -> MoveData {
        let (position, rating) = (&reviewed.played.position, &reviewed.rating);
        let board = &position.board;
        let marks = [
            (LOST, reviewed.is_lost()),
            (ONLY, reviewed.is_only_move()),
            (READY, is_ready(board)),
            (FASTER, reviewed.faster.is_some()),
            (GUESS, reviewed.played.is_guess()),
        ];
        let is_played = |rated: &RatedMove| rated.lock == rating.played.lock;
        MoveData(
            reviewed.number,
            position.current.index(),
            position.next.map_or(-1, |next| next.index() as i8),
            position.level,
            position.lines,
            rows(board),
            Label::ALL
                .into_iter()
                .take_while(|&label| label != rating.label())
                .count(),
            reviewed.shown_points().round(),
            marks
                .into_iter()
                .filter(|(_, is)| *is)
                .map(|(mark, _)| mark)
                .sum(),
            reviewed.category().map_or(-1, |kind| kind as i8),
            rating.moves.iter().position(is_played).unwrap_or(0),
            (value * 10.0).round() / 10.0,
            reviewed.sentences().collect(),
            places(reviewed),
            (reviewed.playouts).map_or_else(String::new, |_| reviewed.loss_in_lines()),
        )
    }
}

/// Returns all candidates, in two groups, the cheapest of each first: locks searched as deeply as the played lock, then
/// the locks searched less deeply.
fn places(reviewed: &ReviewedMove) -> Vec<PlaceData> {
    let (board, rating) = (&reviewed.played.position.board, &reviewed.rating);
    let far = rating.moves.iter().map(|rated| {
        let (shape, x, y, loss) = place(rated.lock, rated.cost - rating.best().cost);
        match rated.then {
            Some(then) => {
                PlaceData::Then(shape, x, y, loss, index(then.orientation), then.x, then.y)
            }
            None => PlaceData::Last(shape, x, y, loss, []),
        }
    });
    let least = rating.quick_moves.first().map_or(0.0, |rated| rated.cost);
    let fields: Vec<_> = rating
        .moves
        .iter()
        .map(|rated| board.lock(rated.lock))
        .collect();
    let others = rating.quick_moves.iter();
    let others = others.filter(|rated| !fields.contains(&board.lock(rated.lock)));
    let rounded = others.map(|rated| {
        let (shape, x, y, loss) = place(rated.lock, rated.cost - least);
        PlaceData::Rough(shape, x, y, loss)
    });
    far.chain(rounded).collect()
}

fn place(lock: Pose, loss: f64) -> CandidateRow {
    let hundredths = (100.0 * loss).round() / 100.0;
    (index(lock.orientation), lock.x, lock.y, hundredths)
}

/// Returns the index of an orientation in [`WalkData::shapes`].
fn index(orientation: Orientation) -> usize {
    Orientation::all()
        .take_while(|&other| other != orientation)
        .count()
}

/// Returns the rows of a board from the highest cell down, three hexadecimal digits per row. The lowest bit is the left
/// column.
fn rows(board: &Board) -> String {
    let rows = (0..ROWS).map(|y| board.row(y));
    rows.skip_while(|&row| row == 0)
        .map(|row| format!("{row:03x}"))
        .collect()
}

/// Returns whether an upright I in the rightmost column would clear four rows.
fn is_ready(board: &Board) -> bool {
    let well = COLUMNS - 1;
    let floor = (0..ROWS).find(|&y| board.contains(well, y));
    let floor = floor.unwrap_or(ROWS);
    let rest = (1 << well) - 1;
    floor >= 4 && (floor - 4..floor).all(|y| board.row(y) == rest)
}
