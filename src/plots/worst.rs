//! Section of a page with the worst moves of a review, each with its playfields.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::players::RatedMove;
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Pose, counted};
use crate::session::ReviewedMove;
use crate::session::review::in_full;

use super::drawing::{Anchor, Drawing, Ink};
use super::numbers::count;
use super::svg::{self, escaped};
use super::{page, walk};

/// Side of a cell in units.
const CELL: f64 = 12.0;
/// Height of the column numbers below a playfield, in units.
const NUMBERS: f64 = 13.0;
/// Minimum number of rows to draw.
const ROWS_MIN: i8 = 8;
/// Minimum number of empty rows to draw above the highest cell.
const ROWS_FREE: i8 = 2;
/// Maximum number of better locks listed with a move.
const OTHERS_MAX: usize = 3;

/// Bad move with its place on a page.
pub struct WorstMove<'a> {
    /// Name of the game, if the moves come from several games.
    pub game: Option<&'a str>,
    /// Target of the link to the move. Empty if there is none.
    pub link: String,
    /// Frame of the video at this move as JPEG, if there is one.
    pub frame: Option<&'a [u8]>,
    /// The move.
    pub reviewed: &'a ReviewedMove,
}

/// Returns the HTML of the worst moves.
pub fn section(moves: &[WorstMove]) -> String {
    if moves.is_empty() {
        return String::new();
    }
    let all: String = moves.iter().map(card).collect();
    format!(
        "<h2 class=\"worst\">The worst moves</h2>\n<p class=\"quiet\">Filled: the lock played; outlined: the best lock. Beside them: NEXT after each, before its rows clear. Columns are counted from 1 at the left; turns are those of button A. Of two bad moves within five pieces, only the worse is shown.</p>\n<div \
         class=\"moves\">\n{all}</div>\n"
    )
}

fn card(worst: &WorstMove) -> String {
    let WorstMove {
        game,
        link,
        frame,
        reviewed,
    } = worst;
    let position = &reviewed.played.position;
    let (rating, points) = (&reviewed.rating, reviewed.shown_points());
    let next = position
        .next
        .map_or_else(|| "NEXT unseen".to_owned(), |next| format!("NEXT {next}"));
    let title = format!(
        "Piece {}{}: {}, {next} – {}",
        reviewed.number,
        game.map_or_else(String::new, |game| format!(" of {}", escaped(game))),
        position.current,
        rating.label()
    );
    let title = page::linked(&title, link);
    let time = reviewed.played.video_time();
    let time = time.map_or_else(String::new, |time| format!("; {time} in the video"));
    let summary = format!(
        "{} lost, {}; level {}, {}{time}",
        reviewed.loss_in_lines(),
        counted(count(points.round() as u64), "point"),
        position.level,
        counted(position.lines, "line")
    );
    let sentences: String = reviewed
        .sentences()
        .map(|sentence| {
            let stop = if sentence.ends_with('?') { "" } else { "." };
            format!("<p>{}{stop}</p>\n", escaped(&sentence))
        })
        .collect();
    let rows = shown_rows(reviewed);
    let before = FieldDrawing::new(&position.board, rows)
        .filled(rating.played.lock, colour(rating.played.lock))
        .outlined(rating.best().lock);
    let fields: String = [
        (before, "the move and the best lock"),
        (
            after(&position.board, &rating.played).picture(rows),
            "after the move",
        ),
        (
            after(&position.board, rating.best()).picture(rows),
            "after the best lock",
        ),
    ]
    .into_iter()
    .map(|(picture, caption)| picture.figure(caption))
    .collect();
    let seen = frame.map_or_else(String::new, |jpeg| {
        let data = STANDARD.encode(jpeg);
        format!(
            "<figure class=\"seen\">\n<img alt=\"frame of the video\" src=\"{}{data}\">\n<figcaption>the video as the piece appears</figcaption>\n</figure>\n",
            page::JPEG
        )
    });
    let others: String = rating
        .moves
        .iter()
        .filter(|rated| rated.cost < rating.played.cost)
        .take(OTHERS_MAX)
        .enumerate()
        .map(|(rank, rated)| {
            let loss = match rank {
                0 => "the best".to_owned(),
                _ => format!("{:.1} lines lost", rated.cost - rating.best().cost),
            };
            format!("<li>{}: {loss}</li>\n", in_full(rated.lock))
        })
        .collect();
    format!(
        "<section class=\"move\">\n<h3>{title}</h3>\n<p class=\"quiet\">{summary}</p>\n{sentences}\
         <div class=\"fields\">\n{fields}{seen}</div>\n<p class=\"quiet\">played: {}; better:</p>\n<ul>\n{others}</ul>\n</section>\n",
        in_full(rating.played.lock)
    )
}

/// Returns the number of rows, counted from the floor, that all playfields of a move show.
fn shown_rows(reviewed: &ReviewedMove) -> i8 {
    let rating = &reviewed.rating;
    let board = &reviewed.played.position.board;
    let locked = |rated: &RatedMove| {
        let after = after(board, rated);
        [
            Some(board.with(rated.lock)),
            Some(after.board),
            after.next.map(|next| after.board.with(next)),
        ]
    };
    let fields = [locked(&rating.played), locked(rating.best())];
    let tops = fields.into_iter().flatten().flatten().map(|field| {
        let top = (0..ROWS).find(|&y| field.row(y) != 0);
        top.unwrap_or(ROWS)
    });
    let top = tops.min().unwrap_or(ROWS);
    (ROWS - top + ROWS_FREE).clamp(ROWS_MIN, ROWS)
}

/// Playfield after a move, with the lock of NEXT in it. Rows that NEXT completes are not cleared.
struct FieldAfter {
    board: Board,
    next: Option<Pose>,
}

fn after(board: &Board, rated: &RatedMove) -> FieldAfter {
    let (board, _) = board.lock(rated.lock);
    FieldAfter {
        board,
        next: rated.then,
    }
}

impl FieldAfter {
    fn picture(&self, rows: i8) -> FieldDrawing {
        let picture = FieldDrawing::new(&self.board, rows);
        match self.next {
            None => picture,
            Some(next) => picture.filled(next, colour(next)),
        }
    }
}

fn colour(lock: Pose) -> Ink {
    Ink::Fixed(walk::colour(lock.piece()))
}

/// Drawing of a playfield.
struct FieldDrawing {
    drawing: Drawing,
    rows: i8,
}

impl FieldDrawing {
    fn new(board: &Board, rows: i8) -> FieldDrawing {
        let (width, height) = (f64::from(COLUMNS) * CELL, f64::from(rows) * CELL);
        let mut drawing = Drawing {
            width: width + 2.0,
            height: height + 2.0 + NUMBERS,
            shapes: Vec::new(),
        };
        drawing.filled((0.0, 0.0), (width + 2.0, height + 2.0), Ink::Grid);
        drawing.filled((1.0, 1.0), (width, height), Ink::Paper);
        for x in 0..COLUMNS {
            let middle = 1.0 + (f64::from(x) + 0.5) * CELL;
            let number = (x + 1).to_string();
            drawing.text(
                (middle, height + NUMBERS),
                Anchor::Middle,
                Ink::Secondary,
                &number,
            );
        }
        let mut picture = FieldDrawing { drawing, rows };
        for y in ROWS - rows..ROWS {
            for x in (0..COLUMNS).filter(|&x| board.contains(x, y)) {
                picture.cell((x, y), Ink::Secondary);
            }
        }
        picture
    }

    /// Returns the upper left corner of a cell, in units. `None` if the cell is not shown.
    fn corner(&self, (x, y): (i8, i8)) -> Option<(f64, f64)> {
        let row = y - (ROWS - self.rows);
        (row >= 0).then(|| (1.0 + f64::from(x) * CELL, 1.0 + f64::from(row) * CELL))
    }

    fn cell(&mut self, place: (i8, i8), ink: Ink) {
        if let Some((x, y)) = self.corner(place) {
            let side = CELL - 1.0;
            self.drawing.filled((x + 0.5, y + 0.5), (side, side), ink);
        }
    }

    fn filled(mut self, lock: Pose, ink: Ink) -> FieldDrawing {
        for place in lock.cells() {
            self.cell(place, ink);
        }
        self
    }

    /// Draws the outline of a lock, with a light rim that shows it on the cells of another lock.
    fn outlined(mut self, lock: Pose) -> FieldDrawing {
        let cells = lock.cells();
        for (width, ink) in [(5.5, Ink::Paper), (2.5, Ink::Text)] {
            for &(x, y) in &cells {
                let Some((left, top)) = self.corner((x, y)) else {
                    continue;
                };
                let (right, bottom) = (left + CELL, top + CELL);
                let sides = [
                    ((x, y - 1), [(left, top), (right, top)]),
                    ((x, y + 1), [(left, bottom), (right, bottom)]),
                    ((x - 1, y), [(left, top), (left, bottom)]),
                    ((x + 1, y), [(right, top), (right, bottom)]),
                ];
                for (_, side) in sides.into_iter().filter(|(next, _)| !cells.contains(next)) {
                    self.drawing.line(&side, width, ink);
                }
            }
        }
        self
    }

    fn figure(&self, caption: &str) -> String {
        let picture = svg::picture(&self.drawing, caption);
        format!("<figure>\n{picture}<figcaption>{caption}</figcaption>\n</figure>\n")
    }
}
