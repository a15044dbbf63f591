//! The game as text, two characters per cell, legible at 80x24.

mod canvas;
mod panels;
mod sheet;
mod versus;

use rightwell::engine::{GameView, View};
use rightwell::menu::wrap;
use rightwell::render::panel::PanelPart;
use rightwell::render::{Border, Overlay, Panel};
use rightwell::rules::{Buttons, Piece};

use crate::front::app::App;
use crate::front::overlay::page_of;

use super::cells::{EMPTY, PICTURE_SIZE, Rgb, Screen, of_picture};
use canvas::{BlockColours, DARK, FIELD_ROW, FIELD_WIDTH, TextCanvas, WHITE};

/// Buttons of a controller and their symbols, in two lines.
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
/// First row of the controllers, and the columns of the two controllers in a match.
const PAD_ROW: usize = 20;
const VERSUS_PADS: [usize; 2] = [24, 49];
/// Outlined empty cells: kind of border, letters, letter colour and background colour.
const BORDERS: [(Border, &str, Rgb, Rgb); 3] = [
    (Border::Whole, "<>", WHITE, EMPTY.paper),
    (Border::Dotted, "..", [120, 200, 255], EMPTY.paper),
    (Border::Filled, "##", [96, 72, 0], [235, 205, 70]),
];

/// First column and width of the area for counters, right of the playfield.
const SIDE_COLUMN: usize = FIELD_WIDTH + 2;
const SIDE_WIDTH: usize = 10;
/// First rows of NEXT and of the piece statistics.
const NEXT_ROW: usize = 9;
const PIECES_ROW: usize = 13;
/// Number of rows of a playfield with its walls.
const ROWS: usize = FIELD_ROW + 21;
/// Number of rows below everything else, for the status line and notices.
const FOOT: usize = 4;

/// Returns the number of columns and rows that the scene or the open menu needs.
fn picture_size(app: &App, view: &View) -> (usize, usize) {
    let width = match view {
        View::Versus(_) => versus::WIDTH,
        _ => SIDE_COLUMN + SIDE_WIDTH,
    };
    match app.sheet() {
        Some(_) => (width.max(sheet::COLUMNS), sheet::ROWS),
        None => (width, ROWS),
    }
}

/// Draws the frame in half blocks: centred, or in the corner with panels beside it.
pub fn with_picture(app: &mut App, size: (u16, u16)) -> Screen {
    let [picture, screen] = [PICTURE_SIZE, size].map(|(width, rows)| (width.into(), rows.into()));
    let columns = panels::beside(picture, screen, panels::COUNT_MAX);
    let shown = app.panels_beside_game();
    let palette = app.renderer().palette().clone();
    let cells = of_picture(app.picture(), &palette, size, columns.is_empty());
    let mut canvas = TextCanvas { cells };
    canvas.panels(&shown, &columns, &palette);
    canvas.cells
}

/// Draws the game as text. A terminal that is too small gets a message instead.
pub fn screen(app: &mut App, size: (u16, u16)) -> Screen {
    let mut canvas = TextCanvas::new(size);
    let (width, rows) = (usize::from(size.0), usize::from(size.1));
    let view = app.view();
    let picture = picture_size(app, &view);
    if width < picture.0 || rows < picture.1 {
        let said = format!(
            "terminal too small: {width} columns and {rows} rows; {} and {} are needed",
            picture.0, picture.1
        );
        let lines = wrap(&said, width.max(1));
        for (row, line) in lines.iter().enumerate() {
            canvas.text(row, 0, line, WHITE);
        }
        return canvas.cells;
    }
    let foot = rows.saturating_sub(FOOT).max(ROWS);
    let help = app.help().filter(|_| app.sheet().is_none());
    let has_page = app.sheet().is_none() && (help.is_some() || app.has_opened_panel());
    let count = if help.is_some() { 1 } else { panels::COUNT_MAX };
    let mut columns = panels::beside(picture, (width, foot), count);
    let shown = match help {
        Some(keys) => vec![Panel::new("Keys", vec![PanelPart::Keys(keys)])],
        None => app.panels_beside_game(),
    };
    let is_page = columns.is_empty() && has_page && !shown.is_empty();
    if is_page {
        columns = panels::page((width, foot), count);
    }
    let said = app
        .coach_says()
        .filter(|_| columns.is_empty() || shown.is_empty());
    let notice = app.notice().or(said);
    let palette = app.renderer().palette();
    let overlay = app.overlay();
    match &view {
        _ if is_page => {}
        View::Game(view) => {
            let colours = BlockColours::of(palette, view.palette_level);
            canvas.field(view, 0, &colours);
            canvas.counters(view, &colours);
            if !view.paused {
                canvas.overlay(view, &overlay);
            }
        }
        View::Versus(view) => {
            canvas.versus(view, palette);
            for (column, held) in VERSUS_PADS.into_iter().zip(overlay.inputs) {
                held.into_iter().for_each(|held| canvas.pad(column, held));
            }
        }
        other => {
            let lines = wrap(screen_name(other), picture.0);
            for (row, line) in (FIELD_ROW..).zip(&lines) {
                canvas.text(row, 0, line, WHITE);
            }
        }
    }
    canvas.panels(&shown, &columns, palette);
    canvas.text(foot, 0, &app.status().joined(width), WHITE);
    if let Some(notice) = notice {
        let lines = wrap(&notice, width.max(1));
        // If there is no room below, a notice covers the status line but never the playfield.
        let lines = page_of(&lines, rows.saturating_sub(foot), app.notice_page());
        let first = rows.saturating_sub(lines.len());
        for (row, line) in (first.min(foot + 1)..).zip(lines) {
            let line = format!("{line:<width$}");
            canvas.text(row, 0, &line, WHITE);
        }
    }
    if let Some(sheet) = app.sheet() {
        canvas.sheet(&sheet);
    }
    canvas.cells
}

/// Returns the text that replaces a screen without a playfield.
fn screen_name(view: &View) -> &'static str {
    match view {
        View::Blank | View::Game(_) | View::Versus(_) => "",
        View::Legal => "(the legal screen)",
        View::Title => "(the title screen)",
        View::TypeMenu(_) => "(the menu for game type and music)",
        View::LevelMenu(_) => "(the level menu)",
        View::NameEntry(_) => "(the name entry for a high score)",
        View::Ending(_) => "(an ending)",
    }
}

impl TextCanvas {
    /// Writes the cartridge's counters right of the playfield.
    fn counters(&mut self, view: &GameView, colours: &BlockColours) {
        let side = [
            ("TOP", GameView::counter_text(&view.top)),
            ("SCORE", GameView::counter_text(&view.score)),
            ("LINES", GameView::counter_text(&view.lines)),
            ("LEVEL", GameView::counter_text(&view.level_digits)),
        ];
        for (row, (name, number)) in (0..).step_by(2).zip(side) {
            self.text(row, SIDE_COLUMN, name, WHITE);
            self.text(row + 1, SIDE_COLUMN, &number, WHITE);
        }
        self.text(NEXT_ROW, SIDE_COLUMN, "NEXT", WHITE);
        if let Some(next) = view.next {
            self.next(next, NEXT_ROW + 1, SIDE_COLUMN, colours);
        }
        for piece in Piece::ALL {
            let counted = GameView::counter_text(&view.statistics[piece.index()]);
            let line = format!("{piece}  {counted}");
            self.text(PIECES_ROW + piece.index(), SIDE_COLUMN, &line, WHITE);
        }
    }

    /// Draws the pattern to be built, a finished pattern, the outlines and the controller.
    fn overlay(&mut self, view: &GameView, overlay: &Overlay) {
        if let Some(cells) = overlay.highlight {
            self.highlight(&cells);
        } else if let Some(cells) = overlay.goal {
            self.goal(&cells, view);
        }
        for outline in overlay.outlines.iter().rev().flatten() {
            let known = BORDERS
                .iter()
                .find(|(border, ..)| *border == outline.border);
            if let Some((_, letters, ink, paper)) = known {
                self.outline(outline.cells, letters, *ink, *paper);
            }
        }
        if overlay.legend {
            self.legend();
        }
        if let Some(held) = overlay.inputs[0] {
            self.pad(SIDE_COLUMN, held);
        }
    }

    /// Writes the legend of the borders in place of the piece statistics.
    fn legend(&mut self) {
        for row in 0..Piece::COUNT {
            self.text(
                PIECES_ROW + row,
                SIDE_COLUMN,
                &" ".repeat(SIDE_WIDTH),
                WHITE,
            );
        }
        for (row, (border, letters, ink, paper)) in (PIECES_ROW..).zip(BORDERS) {
            self.text_on(row, SIDE_COLUMN, letters, ink, paper);
            self.text(row, SIDE_COLUMN + 4, border.meaning(), WHITE);
        }
    }

    /// Draws the buttons of a controller, held ones in white.
    fn pad(&mut self, column: usize, held: Buttons) {
        for (index, (button, name)) in PAD.into_iter().enumerate() {
            let ink = if held.has(button) { WHITE } else { DARK };
            self.text(PAD_ROW + index / 4, column + 2 * (index % 4), name, ink);
        }
    }
}
