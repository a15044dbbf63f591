//! The game as text, two characters a cell, legible at 80x24.

mod canvas;
mod lab;
mod sheet;
mod versus;

use rightwell::engine::{GameView, View};
use rightwell::menu::wrap;
use rightwell::render::{Border, Overlay, Palette, ReviewPanel};
use rightwell::rules::{Buttons, Piece};

use crate::shell::front::app::App;
use crate::shell::front::overlay::page_of;

use super::cells::{EMPTY, Rgb, Screen};
use canvas::{Canvas, Colours, DARK, FIELD_ROW, FIELD_WIDTH, WHITE, decimal};

/// Where the playfield's left wall is.
const FIELD_COLUMN: usize = 21;
/// Where the buttons of a pad stand, and what stands for them.
const PAD_ROW: usize = 18;
/// Columns of both pads of a match.
const VERSUS_PADS: [usize; 2] = [24, 41];
const PAD: [(Buttons, &str); 8] = [
    (Buttons::LEFT, "<"),
    (Buttons::RIGHT, ">"),
    (Buttons::UP, "^"),
    (Buttons::DOWN, "v"),
    (Buttons::SELECT, "="),
    (Buttons::START, "-"),
    (Buttons::B, "B"),
    (Buttons::A, "A"),
];
/// What stands in the cells of places where no piece is, its colour, and that of the cells themselves.
const BORDERS: [(Border, &str, Rgb, Rgb); 3] = [
    (Border::Whole, "<>", WHITE, EMPTY.paper),
    (Border::Dotted, "..", [120, 200, 255], EMPTY.paper),
    (Border::Filled, "##", [96, 72, 0], [235, 205, 70]),
];

/// Where the counters right of the field begin.
const SIDE_COLUMN: usize = 46;

/// Rows and columns that must be seen of what is on: the field, both fields, the open page.
fn needed(app: &App) -> (usize, usize) {
    let (columns, rows) = match app.view() {
        View::Game(_) => (FIELD_COLUMN + FIELD_WIDTH, FIELD_ROW + 21),
        View::Versus(_) => (versus::WIDTH, FIELD_ROW + 21),
        _ => (0, 0),
    };
    match app.sheet() {
        Some(_) => (columns.max(sheet::COLUMNS), rows.max(sheet::ROWS)),
        None => (columns, rows),
    }
}

/// The game on a terminal of that size; one that is too small for it says so.
pub fn screen(app: &mut App, size: (u16, u16)) -> Screen {
    let mut canvas = Canvas::new(size);
    let (columns, rows) = needed(app);
    if usize::from(size.0) < columns || usize::from(size.1) < rows {
        let said = format!(
            "this terminal has {} columns and {} rows: too small, {columns} and {rows} are needed",
            size.0, size.1
        );
        let lines = wrap(&said, usize::from(size.0).max(1));
        for (row, line) in lines.iter().enumerate() {
            canvas.text(row, 0, line, WHITE);
        }
        return canvas.cells;
    }
    let panel = app.lab();
    let palette = app.renderer().palette();
    let overlay = app.overlay();
    let review = app.review();
    match app.view() {
        View::Game(view) => {
            let colours = Colours::of(palette, view.palette_level);
            canvas.field(&view, FIELD_COLUMN, &colours);
            canvas.counters(&view, &colours);
            match &review {
                Some(review) => canvas.review(review, palette),
                None => canvas.statistics(&view),
            }
            if !view.paused {
                canvas.overlay(&view, &overlay);
                if let Some(panel) = &panel {
                    canvas.lab(panel, palette, size.0.into());
                }
            }
        }
        View::Versus(view) => {
            canvas.versus(&view, palette);
            for (column, held) in VERSUS_PADS.into_iter().zip(overlay.inputs) {
                held.into_iter()
                    .for_each(|held| canvas.pad(PAD_ROW + 1, column, held));
            }
        }
        other => canvas.text(FIELD_ROW, 0, screen_name(&other), WHITE),
    }
    let width = usize::from(size.0);
    canvas.text(FIELD_ROW + 21, 0, &app.status().joined(width), WHITE);
    let said = review.map(|review| review.said);
    if let Some(notice) = app.notice().or(said) {
        let lines = wrap(&notice, width.max(1));
        // Where there is no room below the status line it gives way, but the field does not.
        let rows = usize::from(size.1);
        let room = rows.saturating_sub(FIELD_ROW + 21);
        let lines = page_of(&lines, room, app.notice_page());
        let first = rows.saturating_sub(lines.len());
        for (row, line) in (first.min(FIELD_ROW + 22)..).zip(lines) {
            let line = format!("{line:<width$}");
            canvas.text(row, 0, &line, WHITE);
        }
    }
    if let Some(keys) = app.help() {
        canvas.help(&keys);
    }
    if let Some(sheet) = app.sheet() {
        canvas.sheet(&sheet);
    }
    canvas.cells
}

/// What stands for the screens that are pictures only.
fn screen_name(view: &View) -> &'static str {
    match view {
        View::Blank | View::Game(_) | View::Versus(_) => "",
        View::Legal => "(the legal screen)",
        View::Title => "(the title screen)",
        View::TypeMenu(_) => "(the menu of game type and music)",
        View::LevelMenu(_) => "(the level menu)",
        View::NameEntry(_) => "(a name is entered for the high scores)",
        View::Ending(_) => "(an ending)",
    }
}

impl Canvas {
    fn statistics(&mut self, view: &GameView) {
        self.text(0, 0, "STATISTICS", WHITE);
        for piece in Piece::ALL {
            let row = 2 + 2 * piece.index();
            let counted = decimal(&view.statistics[piece.index()]);
            self.text(row, 2, &format!("{piece}  {counted}"), WHITE);
        }
    }

    /// What a move lost in the place of the statistics, and what the borders mean.
    fn review(&mut self, review: &ReviewPanel, palette: &Palette) {
        self.text(0, 0, "REVIEW", WHITE);
        if let Some((word, colours)) = review.verdict() {
            self.text(1, 2, word, palette.rgb(colours[3]));
        }
        let lines = review.lines.iter();
        let lines = lines.map(|(word, value)| format!("{:<8}{value:>8}", word.to_uppercase()));
        let keys = review.keys.iter();
        let keys = keys.map(|(key, does)| format!("{key:<8}{does}"));
        let empty = std::iter::once(String::new());
        for (row, line) in (2..).zip(lines.chain(empty).chain(keys)) {
            let line: String = line.chars().take(FIELD_COLUMN - 3).collect();
            self.text(row, 2, &line, WHITE);
        }
        for (row, (border, letters, ink, paper)) in (FIELD_ROW + 16..).zip(BORDERS) {
            self.text_on(row, 2, letters, ink, paper);
            self.text(row, 6, border.meaning(), WHITE);
        }
    }

    fn counters(&mut self, view: &GameView, colours: &Colours) {
        let side = [
            (0, "TOP", decimal(&view.top)),
            (3, "SCORE", decimal(&view.score)),
            (6, "LINES", decimal(&view.lines)),
            (9, "LEVEL", decimal(&view.level_digits)),
        ];
        for (row, name, number) in side {
            self.text(row, SIDE_COLUMN, name, WHITE);
            self.text(row + 1, SIDE_COLUMN, &number, WHITE);
        }
        self.text(12, SIDE_COLUMN, "NEXT", WHITE);
        if let Some(next) = view.next {
            self.next(next, 14, SIDE_COLUMN, colours);
        }
    }

    /// Dots for the goal, the cells of a picture that is done, and the pad.
    fn overlay(&mut self, view: &GameView, overlay: &Overlay) {
        if let Some(cells) = overlay.highlight {
            self.highlight(&cells, FIELD_COLUMN);
        } else if let Some(cells) = overlay.goal {
            self.goal(&cells, view, FIELD_COLUMN);
        }
        for outline in overlay.outlines.iter().rev().flatten() {
            let known = BORDERS
                .iter()
                .find(|(border, ..)| *border == outline.border);
            if let Some((_, letters, ink, paper)) = known {
                self.outline(outline.cells, FIELD_COLUMN, letters, *ink, *paper);
            }
        }
        if let Some(held) = overlay.inputs[0] {
            self.pad(PAD_ROW, SIDE_COLUMN, held);
        }
    }

    /// The buttons of a pad, those that are held in white.
    fn pad(&mut self, row: usize, column: usize, held: Buttons) {
        for (index, (button, name)) in PAD.into_iter().enumerate() {
            let ink = if held.has(button) { WHITE } else { DARK };
            self.text(row, column + 2 * index, name, ink);
        }
    }

    fn help(&mut self, keys: &[(String, String)]) {
        for (index, (key, action)) in keys.iter().enumerate() {
            let line = format!(" {key:<7}{action:<26}");
            self.text(1 + index, SIDE_COLUMN - 1, &line, WHITE);
        }
    }
}
