//! What the coach says of a move, as panels.

use rightwell::players::Label;
use rightwell::render::ReviewPanel;
use rightwell::render::panel::{Figure, PanelList, PanelPart, SmallBoard, Tone};
use rightwell::rules::motion::ROWS;
use rightwell::rules::{Board, Pose};
use rightwell::session::{ReviewedMove, RunningFigures};

use super::panel::{Leads, Part, ScenePanel, plain};
use super::{Target, words};

/// How many of the best places are told.
pub const PLACES: usize = 5;

/// The NES colours in which small boards show settled cells, the piece and NEXT.
const SETTLED: u8 = 0x10;
const PIECE: u8 = 0x27;
const NEXT: u8 = 0x21;
/// Nothing.
const BLACK: u8 = 0x0F;
/// Rows of a small board at least.
const BOARD_ROWS: usize = 6;

/// A label in its tone, at the right end of a line.
fn label(word: impl Into<String>, label: Label) -> Figure {
    let tone = match label {
        Label::Best | Label::Good => Tone::Good,
        Label::Inaccuracy => Tone::Plain,
        Label::Mistake | Label::Blunder => Tone::Bad,
    };
    Figure::new(word, label.name().to_uppercase()).toned(tone)
}

/// Which piece it was, what its place is called and what it lost.
pub fn figures(reviewed: &ReviewedMove) -> PanelPart {
    let piece = reviewed.played.position.current.letter();
    let word = format!("PIECE {} {piece}", reviewed.number);
    PanelPart::Figures(vec![
        label(word, reviewed.rating.label()),
        Figure::new("LINES LOST", words::loss(reviewed.rating.loss)),
        Figure::new("POINTS LOST", format!("{:.0}", reviewed.points_lost())),
    ])
}

/// All that there is to say of it, in whole sentences.
pub fn sentences(reviewed: &ReviewedMove) -> Vec<PanelPart> {
    let said = reviewed.sentences();
    said.map(|said| PanelPart::Text(said, Tone::Plain))
        .collect()
}

/// The best places of a position in which nothing was played, and what each of them loses.
pub fn best_places(best: &ReviewedMove, cursor: Option<usize>) -> Vec<Part> {
    let moves = &best.rating.moves;
    let rows = moves.iter().take(PLACES).zip(1..).map(|(rated, number)| {
        let lost = words::loss(rated.cost - best.rating.best().cost);
        Figure::new(format!("{number}. {}", in_few_words(rated.lock)), lost)
    });
    places_list(rows.collect(), cursor)
}

/// The best places, the best first, and what each of them loses; that of the piece among them.
pub fn places(reviewed: &ReviewedMove, cursor: Option<usize>) -> Vec<Part> {
    let rating = &reviewed.rating;
    let best = rating.best().cost;
    let row = |place: usize, lock: Pose, cost: f64| {
        let is_played = lock == rating.played.lock;
        let (word, tone) = match is_played {
            true => ("played ", Tone::Bad),
            false => ("", Tone::Plain),
        };
        let tone = if is_played && place == 0 {
            Tone::Good
        } else {
            tone
        };
        let word = format!("{}. {word}{}", place + 1, in_few_words(lock));
        Figure::new(word, words::loss(cost - best)).toned(tone)
    };
    let rows = rating.moves.iter().take(PLACES).enumerate();
    let rows: Vec<Figure> = rows
        .map(|(place, rated)| row(place, rated.lock, rated.cost))
        .collect();
    places_list(rows, cursor)
}

/// The list of the best places: a click shows one in the field.
fn places_list(rows: Vec<Figure>, cursor: Option<usize>) -> Vec<Part> {
    let targets = (0..rows.len()).map(Target::Place).collect();
    let least = rows.len();
    let list = PanelList {
        rows,
        cursor,
        least,
    };
    vec![
        plain(heading("Best places")),
        (PanelPart::List(list), Leads::Rows(targets)),
    ]
}

/// The fields that the piece leaves, as it was played and as it is best put, with NEXT in its best place.
pub fn boards(reviewed: &ReviewedMove) -> ScenePanel {
    let board = &reviewed.played.position.board;
    let (played, best) = (&reviewed.rating.played, reviewed.rating.best());
    let mut shown = vec![("PLAYED", cells_after(board, played.lock, played.then))];
    if best.lock != played.lock {
        shown.push(("BEST", cells_after(board, best.lock, best.then)));
    }
    let is_empty = |row: &[u8; 10]| row.iter().all(|cell| *cell == BLACK);
    let free = shown.iter().map(|(_, rows)| {
        let filled = rows.iter().position(|row| !is_empty(row));
        filled.unwrap_or(rows.len())
    });
    // A row of air above the highest.
    let first = free.min().unwrap_or(0).saturating_sub(1);
    let first = first.min(ROWS as usize - BOARD_ROWS);
    let boards = shown.into_iter().map(|(caption, rows)| SmallBoard {
        caption: caption.to_owned(),
        rows: rows[first..].to_vec(),
    });
    ScenePanel::new(
        "After next",
        vec![plain(PanelPart::Boards(boards.collect()))],
    )
}

/// The rows of a field after a piece, without those that it has cleared, and with NEXT where it locks then.
fn cells_after(board: &Board, lock: Pose, then: Option<Pose>) -> Vec<[u8; 10]> {
    let settled = |y: i8| -> [u8; 10] {
        std::array::from_fn(|x| match board.contains(x as i8, y) {
            true => SETTLED,
            false => BLACK,
        })
    };
    let mut rows: Vec<[u8; 10]> = (0..ROWS).map(settled).collect();
    put(&mut rows, lock, PIECE);
    let cleared = board.with(lock).completed_rows(lock.y);
    let mut y = 0;
    rows.retain(|_| {
        y += 1;
        cleared >> (y - 1) & 1 == 0
    });
    while rows.len() < ROWS as usize {
        rows.insert(0, [BLACK; 10]);
    }
    then.into_iter().for_each(|then| put(&mut rows, then, NEXT));
    rows
}

fn put(rows: &mut [[u8; 10]], pose: Pose, colour: u8) {
    for (x, y) in pose.cells() {
        let row = usize::try_from(y).ok().and_then(|y| rows.get_mut(y));
        let cell = row.and_then(|row| row.get_mut(usize::try_from(x).ok()?));
        if let Some(cell) = cell {
            *cell = colour;
        }
    }
}

/// A place on a short line: its columns, from 1 at the left, and how the piece is turned.
fn in_few_words(lock: Pose) -> String {
    let columns = lock.cells().map(|(x, _)| x + 1);
    let (first, last) = (columns.iter().min(), columns.iter().max());
    let columns = match (first, last) {
        (Some(first), Some(last)) if first < last => format!("{first}-{last}"),
        (first, _) => first.map_or_else(String::new, ToString::to_string),
    };
    match lock.orientation.rotation() {
        0 => columns,
        1 => format!("{columns} turned"),
        2 => format!("{columns} turned twice"),
        _ => format!("{columns} turned back"),
    }
}

/// What became of a puzzle: whether it is solved, its figures, and what there is to say of it.
pub fn verdict(told: &ReviewPanel) -> Vec<PanelPart> {
    let mut parts = Vec::new();
    if let Some((word, _)) = told.verdict() {
        let tone = match told.solved {
            Some(true) => Tone::Good,
            _ => Tone::Bad,
        };
        parts.push(PanelPart::Text(word.to_owned(), tone));
    }
    let lines = told.lines.iter().cloned();
    let lines = lines.map(|(word, value)| Figure::new(word, value));
    parts.push(PanelPart::Figures(lines.collect()));
    if !told.said.is_empty() {
        parts.push(PanelPart::Text(told.said.clone(), Tone::Plain));
    }
    parts
}

/// What stands above some parts.
fn heading(text: &str) -> PanelPart {
    PanelPart::Text(text.to_uppercase(), Tone::Head)
}

/// The coach beside a game that is played: the last lock, and what the game was worth so far.
pub fn live(figures: &RunningFigures) -> ScenePanel {
    let last = label("LAST PIECE", Label::from_loss(figures.last));
    let lost = Figure::new("LINES LOST", words::loss(figures.last));
    let accuracy = Figure::new("ACCURACY", format!("{:.1}%", 100.0 * figures.accuracy));
    let worst = Figure::new("WORST PIECE", words::loss(figures.worst));
    let shown = |figures| vec![plain(PanelPart::Figures(figures))];
    let short = shown(vec![last.clone(), accuracy.clone()]);
    ScenePanel::new("Coach", shown(vec![last, lost, accuracy, worst])).or(short)
}

#[cfg(test)]
mod tests {
    use rightwell::players::{Player, Position, RatedMove, Rating};
    use rightwell::rules::motion::COLUMNS;
    use rightwell::rules::{Orientation, Piece};
    use rightwell::session::{Move, Rater};

    use super::*;

    /// The lock of a piece on these cells.
    fn pose(wanted: [(i8, i8); 4]) -> Pose {
        let sorted = |mut cells: [(i8, i8); 4]| {
            cells.sort_unstable();
            cells
        };
        let places = (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y)));
        let mut poses = places.flat_map(|(x, y)| {
            Orientation::all().map(move |orientation| Pose { orientation, x, y })
        });
        let found = poses.find(|pose| sorted(pose.cells()) == sorted(wanted));
        found.expect("a piece lies so")
    }

    /// Four rows without their last column, and what was played there.
    fn played(lock: Pose) -> Move {
        let row = |y: usize| if y < 16 { 0 } else { 0x1FF };
        let board = Board::from_rows(std::array::from_fn(row));
        Move {
            position: Position::new(board, Piece::I, Piece::O),
            lock,
            rows: 0,
            frame: 1,
        }
    }

    const FLAT: [(i8, i8); 4] = [(0, 15), (1, 15), (2, 15), (3, 15)];
    const TETRIS: [(i8, i8); 4] = [(9, 16), (9, 17), (9, 18), (9, 19)];

    #[test]
    fn the_best_places_are_told_with_what_the_rater_says_of_them() {
        let judge = Player::named(Rater::JUDGE).unwrap();
        let rater = Rater::new(judge, None);
        let reviewed = rater.rate(1, &played(pose(FLAT))).unwrap();
        let parts = places(&reviewed, Some(1));
        let (PanelPart::List(list), Leads::Rows(targets)) = &parts[1] else {
            panic!("a list: {parts:?}");
        };
        let moves = &reviewed.rating.moves;
        assert_eq!(list.rows.len(), moves.len().min(PLACES));
        assert!(list.rows.len() > 1 && list.cursor == Some(1));
        for (place, (row, rated)) in list.rows.iter().zip(moves).enumerate() {
            let lost = rated.cost - moves[0].cost;
            assert_eq!(row.value, words::loss(lost), "{row:?}");
            if rated.lock == pose(FLAT) {
                assert_eq!(row.value, words::loss(reviewed.rating.loss));
            }
            assert_eq!(targets[place], Target::Place(place));
            let is_played = rated.lock == pose(FLAT);
            assert_eq!(row.word.contains("played"), is_played, "{row:?}");
        }
        assert_eq!(list.rows[0].word, "1. 10 turned", "a Tetris");
    }

    #[test]
    fn boards_show_what_was_played_and_what_was_best_after_next() {
        let next = [(4, 18), (5, 18), (4, 19), (5, 19)];
        let on_top = [(4, 14), (5, 14), (4, 15), (5, 15)];
        let rated = |lock, then, cost| RatedMove {
            lock: pose(lock),
            then: Some(pose(then)),
            cost,
        };
        let (best, worse) = (rated(TETRIS, next, 0.0), rated(FLAT, on_top, 3.0));
        let reviewed = ReviewedMove {
            number: 1,
            played: played(worse.lock),
            rating: Rating {
                played: worse,
                moves: vec![best, worse],
                loss: 3.0,
                loss_unseen: 3.0,
                in_reach: true,
            },
            reasons: Vec::new(),
            tuck: None,
        };
        let shown = boards(&reviewed).panel;
        let [PanelPart::Boards(boards)] = &shown.parts[..] else {
            panic!("boards: {shown:?}");
        };
        let drawn = |board: &SmallBoard| -> Vec<String> {
            let letter = |cell: &u8| match *cell {
                SETTLED => 'X',
                PIECE => '#',
                NEXT => 'o',
                _ => '.',
            };
            let rows = board.rows.iter();
            rows.map(|row| row.iter().map(letter).collect()).collect()
        };
        assert_eq!(boards[0].caption, "PLAYED");
        let expected = [
            "..........",
            "....oo....",
            "####oo....",
            "XXXXXXXXX.",
            "XXXXXXXXX.",
            "XXXXXXXXX.",
            "XXXXXXXXX.",
        ];
        assert_eq!(drawn(&boards[0]), expected);
        assert_eq!(boards[1].caption, "BEST");
        let empty = "..........";
        let [first, rest] = ["....oo....", "....oo...."];
        let expected = [empty, empty, empty, empty, empty, first, rest];
        assert_eq!(drawn(&boards[1]), expected, "the Tetris is away");
    }
}
