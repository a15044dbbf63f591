//! Panels that show the coach's rating of a move.

use rightwell::players::{Label, RatedMove};
use rightwell::render::LossMark;
use rightwell::render::panel::{Figure, LockIcon, PanelList, PanelPart, SmallBoard, Tone};
use rightwell::rules::motion::ROWS;
use rightwell::rules::{Board, Pose};
use rightwell::session::review::PlayoutLoss;
use rightwell::session::{ReviewedMove, RunningFigures};

use super::panel::{ClickTargets, ClickablePart, ScenePanel, plain};
use super::{JumpTarget, words};

/// Number of rows in a list of best locks.
pub const PLACES: usize = 5;

/// Colours of small boards, as indexes of the NES palette: settled cells, the piece, and NEXT.
const SETTLED: u8 = 0x10;
const PIECE: u8 = 0x27;
const NEXT: u8 = 0x21;
/// Colour of marked cells in small boards.
const MARK: u8 = 0x16;
/// Colour of empty cells in small boards.
const BLACK: u8 = 0x0F;
/// Minimum height of a small board in rows.
const BOARD_ROWS: usize = 6;

/// Returns a figure with the label of a move. Its colour and its sign show how good the move was.
pub fn label(word: impl Into<String>, label: Label) -> Figure {
    Figure::new(word, format!("{} {}", sign(label), label.name())).toned(tone(label))
}

/// Returns the mark of a move that loses so many lines.
pub fn mark(loss: f64) -> LossMark {
    LossMark {
        grade: Label::from_loss(loss) as u8,
        tenths: (10.0 * loss).round() as u32,
    }
}

/// Returns the colour of a quality.
pub const fn tone(label: Label) -> Tone {
    match label {
        Label::Best | Label::Good => Tone::Good,
        Label::Inaccuracy => Tone::Fair,
        Label::Mistake => Tone::Poor,
        Label::Blunder => Tone::Bad,
    }
}

/// Returns the sign of a quality, as chess players write it.
const fn sign(label: Label) -> &'static str {
    match label {
        Label::Best | Label::Good => "\u{2713}",
        Label::Inaccuracy => "?!",
        Label::Mistake => "?",
        Label::Blunder => "??",
    }
}

/// Returns the figures of one of two games for the panel of its player: the accuracy so far, 0 to 1, the label of a move,
/// and the best lock if the played one was not good. Unknown figures have a dash.
pub fn beside(accuracy: Option<f64>, reviewed: Option<&ReviewedMove>) -> Vec<Figure> {
    let dash = || "-".to_owned();
    let piece = reviewed.map_or_else(|| "Piece".to_owned(), piece_name);
    let rated = reviewed.filter(|reviewed| reviewed.is_counted());
    let quality = rated.map(|reviewed| Label::from_loss(reviewed.shown_loss()));
    let best = rated.filter(|_| quality.is_some_and(|quality| quality > Label::Good));
    let best = best.map_or_else(dash, |reviewed| short_label(reviewed.rating.best().lock));
    vec![
        Figure::new("Accuracy", words::percent(accuracy)),
        match quality {
            Some(quality) => label(piece, quality),
            None => Figure::new(
                piece,
                reviewed
                    .filter(|reviewed| reviewed.played.is_guess())
                    .map_or("-", unrated),
            ),
        },
        Figure::new("Better", best),
    ]
}

/// Returns the mark of a move that does not count.
fn unrated(reviewed: &ReviewedMove) -> &'static str {
    match reviewed.played.is_guess() {
        true => "guess",
        false => "not rated",
    }
}

/// Returns the word for the lock of a recorded move.
pub fn played_word(reviewed: &ReviewedMove) -> &'static str {
    match reviewed.played.is_guess() {
        true => "guess",
        false => "played",
    }
}

/// Returns the name of a move's piece: its number and its letter.
fn piece_name(reviewed: &ReviewedMove) -> String {
    let letter = reviewed.played.position.current.letter();
    format!("Piece {} {letter}", reviewed.number)
}

/// Returns the figures of a move: its lines lost as the key figure, then its label, the lines lost by playouts with
/// their standard error, and its points lost. A figure that is not known yet has a dash, so that the card keeps its
/// height. Moves that do not count have no figures.
pub fn figures(reviewed: &ReviewedMove) -> [PanelPart; 2] {
    let word = piece_name(reviewed);
    let dash = || "-".to_owned();
    let playouts = reviewed.playouts.as_ref();
    let played_out = playouts.map_or_else(dash, PlayoutLoss::to_string);
    let loss = reviewed.shown_loss();
    let quality = Label::from_loss(loss);
    let (lost, rated, points) = match reviewed.is_counted() {
        false => (
            Figure::new("Lines lost", dash()),
            Figure::new(word, unrated(reviewed)),
            dash(),
        ),
        true => (
            Figure::new("Lines lost", words::loss(loss)).toned(tone(quality)),
            label(word, quality),
            format!("{:.0}", reviewed.shown_points()),
        ),
    };
    [
        PanelPart::KeyFigure(lost),
        PanelPart::Figures(vec![
            rated,
            Figure::new("Simulated", played_out),
            Figure::new("In points", points),
        ]),
    ]
}

/// Returns all sentences of the review of a move.
pub fn sentences(reviewed: &ReviewedMove) -> Vec<PanelPart> {
    let said = reviewed.sentences();
    said.map(|said| PanelPart::Text(said, Tone::Plain))
        .collect()
}

/// Lists the best locks with their losses compared with the first one. `places` is sorted, best first. The list always
/// contains the chosen lock, marked with `word`.
pub fn places(
    title: &str,
    places: &[RatedMove],
    (chosen, word): (Pose, &'static str),
    cursor: Option<usize>,
) -> Vec<ClickablePart> {
    let best = places.first().map_or(0.0, |place| place.cost);
    let row = |&place: &usize| {
        let RatedMove { lock, cost, .. } = places[place];
        let (word, tone) = match lock == chosen {
            true if place == 0 => (word, Tone::Good),
            true => (word, Tone::Bad),
            false => ("", Tone::Plain),
        };
        let figure = Figure::new(format!("{}.", place + 1), words::loss(cost - best));
        figure.toned(tone).with_lock(lock_icon(lock, word))
    };
    let shown = told_places(places, chosen);
    let list = PanelList {
        rows: shown.iter().map(row).collect(),
        cursor: cursor.and_then(|cursor| shown.iter().position(|place| *place == cursor)),
        least: shown.len(),
    };
    let targets = shown.into_iter().map(JumpTarget::Place).collect();
    vec![
        plain(heading(title)),
        (PanelPart::List(list), ClickTargets::Rows(targets)),
    ]
}

/// Returns the indices of the listed locks: the best ones, and the chosen one.
fn told_places(places: &[RatedMove], chosen: Pose) -> Vec<usize> {
    let mut told: Vec<usize> = (0..places.len().min(PLACES)).collect();
    let chosen = places.iter().position(|place| place.lock == chosen);
    if let (Some(chosen), Some(last)) = (chosen, told.last_mut()) {
        *last = chosen.max(*last);
    }
    told
}

/// Returns the index of the listed lock after the cursor. After the last one, starts again with the first. Without a
/// cursor, returns the lock after the best one.
pub fn place_after(places: &[RatedMove], chosen: Pose, cursor: Option<usize>) -> Option<usize> {
    let told = told_places(places, chosen);
    let cursor = cursor.unwrap_or(0);
    let next = told.iter().find(|place| **place > cursor);
    next.or(told.first()).copied()
}

/// Returns two small boards: the playfield after the played lock, and after the best lock. On both, NEXT is in its best
/// lock. If the played lock is the best, there is no second board.
pub fn boards(title: &str, reviewed: &ReviewedMove) -> ScenePanel {
    let board = &reviewed.played.position.board;
    let (played, best) = (&reviewed.rating.played, reviewed.rating.best());
    let word = if reviewed.played.is_guess() {
        "Guess"
    } else {
        "Played"
    };
    let mut shown = vec![(word, cells_after(board, played.lock, played.then))];
    if best.lock != played.lock {
        shown.push(("Best", cells_after(board, best.lock, best.then)));
    }
    ScenePanel::new(title, vec![plain(small_boards(shown))])
}

/// Returns the worst move of a game in a sentence, without its details.
pub fn worst(reviewed: &ReviewedMove) -> PanelPart {
    let (number, loss) = (reviewed.number, words::loss(reviewed.shown_loss()));
    let why = reviewed.sentences().next().unwrap_or_default();
    let why = why.split(':').next().filter(|why| !why.is_empty());
    let why = why.map_or_else(String::new, |why| format!(". {why}"));
    let said = format!("Worst: piece {number}, {loss} lines lost{why}");
    PanelPart::Text(said, tone(Label::from_loss(reviewed.shown_loss())))
}

/// Returns these captioned playfields, without the empty rows that all of them have at the top.
fn small_boards<'a>(shown: impl IntoIterator<Item = (&'a str, Vec<[u8; 10]>)>) -> PanelPart {
    let shown: Vec<_> = shown.into_iter().collect();
    let is_empty = |row: &[u8; 10]| row.iter().all(|cell| *cell == BLACK);
    let free = shown.iter().map(|(_, rows)| {
        let filled = rows.iter().position(|row| !is_empty(row));
        filled.unwrap_or(rows.len())
    });
    // Begin one row above the highest cell, so that an empty row is visible.
    let first = free.min().unwrap_or(0).saturating_sub(1);
    let first = first.min(ROWS as usize - BOARD_ROWS);
    let boards = shown.into_iter().map(|(caption, rows)| SmallBoard {
        caption: caption.to_owned(),
        rows: rows[first..].to_vec(),
    });
    PanelPart::Boards(boards.collect())
}

/// Returns these two captioned boards as small boards, with the cells of the second board of each pair marked.
pub fn marked_boards(boards: [(&str, [Board; 2]); 2]) -> PanelPart {
    let cell = |[board, marks]: [Board; 2], x, y| match (marks.contains(x, y), board.contains(x, y))
    {
        (true, _) => MARK,
        (_, true) => SETTLED,
        _ => BLACK,
    };
    let row = |pair, y| std::array::from_fn(|x| cell(pair, x as i8, y));
    small_boards(boards.map(|(caption, pair)| (caption, (0..ROWS).map(|y| row(pair, y)).collect())))
}

/// Returns the playfield after a lock. Cleared rows are gone, and NEXT is in its best lock.
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

/// Returns `column` if the lock covers a single column, otherwise `columns`.
pub fn columns(lock: Pose) -> &'static str {
    let columns = lock.cells().map(|(x, _)| x);
    match columns.iter().all(|x| *x == columns[0]) {
        true => "column",
        false => "columns",
    }
}

/// Returns a short label of a lock: its columns, counted from 1 at the left, and its rotation.
pub fn short_label(lock: Pose) -> String {
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

/// Returns the drawing of a lock with a remark after it.
pub fn lock_icon(pose: Pose, remark: &'static str) -> LockIcon {
    LockIcon {
        pose,
        words: short_label(pose),
        remark,
    }
}

/// Returns a heading.
pub fn heading(text: &str) -> PanelPart {
    PanelPart::Text(text.to_owned(), Tone::Head)
}

/// Returns the coach's panel during a game: the last lock, and the game so far, rated for these hands.
pub fn live(figures: &RunningFigures, hands: &str) -> ScenePanel {
    let last = label("Last piece", Label::from_loss(figures.last));
    let lost = Figure::new("Lines lost", words::loss(figures.last));
    let accuracy = Figure::new("Accuracy", format!("{:.1}%", 100.0 * figures.accuracy));
    let worst = Figure::new("Worst piece", words::loss(figures.worst));
    let shown = |figures| {
        let accuracy = PanelPart::KeyFigure(accuracy.clone());
        vec![plain(accuracy), plain(PanelPart::Figures(figures))]
    };
    let short = shown(vec![last.clone()]);
    let hands = Figure::new("Hands", hands);
    ScenePanel::new("Coach", shown(vec![last, lost, worst, hands])).or(short)
}

#[cfg(test)]
mod tests {
    use rightwell::players::{Player, Position, Rating};
    use rightwell::rules::motion::COLUMNS;
    use rightwell::rules::{Orientation, Piece};
    use rightwell::session::{Move, Rater, SeenMove};

    use super::*;

    /// Returns the pose that covers these cells.
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

    /// Returns a move on a board whose last four rows are filled except for the last column.
    fn played(lock: Pose) -> Move {
        let row = |y: usize| if y < 16 { 0 } else { 0x1FF };
        let board = Board::from_rows(std::array::from_fn(row));
        Move {
            position: Position::new(board, Piece::I, Piece::O),
            lock,
            rows: 0,
            frame: 1,
            seen: None,
        }
    }

    const FLAT: [(i8, i8); 4] = [(0, 15), (1, 15), (2, 15), (3, 15)];
    const TETRIS: [(i8, i8); 4] = [(9, 16), (9, 17), (9, 18), (9, 19)];

    #[test]
    fn the_best_places_are_told_with_what_the_rater_says_of_them() {
        let judge = Player::named(Rater::JUDGE).unwrap();
        let rater = Rater::new(judge, None);
        let reviewed = rater.rate(1, &played(pose(FLAT))).unwrap();
        let moves = rater.best_locks(&played(pose(FLAT)), PLACES).unwrap();
        let remark = |row: &Figure| row.lock.as_ref().unwrap().remark;
        let parts = places("Best places", &moves, (pose(FLAT), "played"), Some(1));
        let (PanelPart::List(list), ClickTargets::Rows(targets)) = &parts[1] else {
            panic!("a list: {parts:?}");
        };
        assert!(
            reviewed
                .rating
                .moves
                .iter()
                .all(|rated| moves.contains(rated))
        );
        assert_eq!((list.rows.len(), list.cursor), (PLACES, Some(1)));
        for (row, target) in list.rows.iter().zip(targets) {
            let JumpTarget::Place(place) = *target else {
                panic!("{target:?}");
            };
            let rated = &moves[place];
            let lost = rated.cost - moves[0].cost;
            assert_eq!(row.value, words::loss(lost), "{row:?}");
            if rated.lock == pose(FLAT) {
                assert_eq!(row.value, words::loss(reviewed.rating.loss));
            }
            assert!(row.word == format!("{}.", place + 1), "{row:?}");
            let is_played = rated.lock == pose(FLAT);
            assert_eq!(remark(row) == "played", is_played, "{row:?}");
        }
        let first = list.rows[0].lock.as_ref().unwrap();
        assert_eq!(first.words, "10 turned", "a Tetris");
        let played = list.rows.iter().filter(|row| remark(row) == "played");
        assert_eq!(played.count(), 1);
    }

    #[test]
    fn places_worse_than_the_played_one_are_told_too_and_a_key_goes_through_all_of_them() {
        let rated = |lock, cost| RatedMove {
            lock: pose(lock),
            then: None,
            cost,
        };
        let flat = |x: i8| [(x, 15), (x + 1, 15), (x + 2, 15), (x + 3, 15)];
        let mut all = vec![rated(TETRIS, 0.0)];
        all.extend((0..6).map(|x| rated(flat(x), 1.0 + f64::from(x))));
        for (chosen, told) in [
            (0, [0, 1, 2, 3, 4]),
            (2, [0, 1, 2, 3, 4]),
            (6, [0, 1, 2, 3, 6]),
        ] {
            let chosen = all[chosen].lock;
            let mut cursor = None;
            let seen: Vec<usize> = (0..6)
                .map(|_| {
                    cursor = place_after(&all, chosen, cursor);
                    cursor.unwrap()
                })
                .collect();
            assert_eq!(seen[..4], told[1..]);
            assert_eq!(seen[4..], told[..2], "from the beginning");
        }
    }

    /// Returns a flat I that covers the well, although it could have made a Tetris.
    fn missed_tetris() -> ReviewedMove {
        let next = [(4, 18), (5, 18), (4, 19), (5, 19)];
        let on_top = [(4, 14), (5, 14), (4, 15), (5, 15)];
        let rated = |lock, then, cost| RatedMove {
            lock: pose(lock),
            then: Some(pose(then)),
            cost,
        };
        let (best, worse) = (rated(TETRIS, next, 0.0), rated(FLAT, on_top, 3.0));
        ReviewedMove {
            number: 1,
            played: played(worse.lock),
            rating: Rating {
                played: worse,
                moves: vec![best, worse],
                quick_moves: Vec::new(),
                luck: 0.0,
                loss: 3.0,
                loss_without_next: 3.0,
                in_reach: true,
            },
            reasons: Vec::new(),
            tuck: None,
            lost_from: None,
            faster: None,
            playouts: None,
        }
    }

    #[test]
    fn a_guessed_lock_is_marked_instead_of_rated() {
        let mut reviewed = missed_tetris();
        let time = 1_000;
        reviewed.played.seen = Some(SeenMove {
            time,
            is_guess: false,
        });
        assert_eq!(beside(Some(0.5), Some(&reviewed))[1].value, "?? blunder");
        reviewed.played.seen = Some(SeenMove {
            time,
            is_guess: true,
        });
        assert_eq!(
            beside(None, Some(&reviewed))
                .into_iter()
                .map(|figure| figure.value)
                .collect::<Vec<_>>(),
            ["-", "guess", "-"]
        );
        let [PanelPart::KeyFigure(lost), PanelPart::Figures(figures)] = figures(&reviewed) else {
            panic!("figures");
        };
        assert_eq!(
            (&*lost.value, &*figures[0].value, &*figures[2].value),
            ("-", "guess", "-")
        );
        let PanelPart::Boards(boards) = &boards("", &reviewed).panel.parts[0] else {
            panic!("boards");
        };
        assert_eq!(boards[0].caption, "Guess");
    }

    #[test]
    fn boards_show_what_was_played_and_what_was_best_after_next() {
        let reviewed = missed_tetris();
        let shown = boards("After NEXT", &reviewed).panel;
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
        assert_eq!(boards[0].caption, "Played");
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
        assert_eq!(boards[1].caption, "Best");
        let empty = "..........";
        let [first, rest] = ["....oo....", "....oo...."];
        let expected = [empty, empty, empty, empty, empty, first, rest];
        assert_eq!(drawn(&boards[1]), expected, "the Tetris is away");
    }
}
