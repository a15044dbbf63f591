//! The game as text, two characters a cell, legible at 80x24.

use rightwell::engine::{GameView, View};
use rightwell::render::palette::block_colours;
use rightwell::rules::{Cell as FieldCell, Piece, Pose};

use super::cells::{Cell, EMPTY, Rgb, Screen};
use crate::shell::action::{self, Scene};
use crate::shell::app::App;

const WHITE: Rgb = [255; 3];
const GREY: Rgb = [128; 3];
/// Where the playfield's inside begins.
const FIELD_COLUMN: usize = 22;
const FIELD_ROW: usize = 1;
/// Where the counters right of the field begin.
const SIDE_COLUMN: usize = 46;

/// The game on a terminal of that size.
pub fn screen(app: &mut App, size: (u16, u16)) -> Screen {
    let mut canvas = Canvas {
        cells: vec![vec![EMPTY; size.0.into()]; size.1.into()],
    };
    match app.stage().view() {
        View::Game(view) => {
            let colours = Colours::of(app, view.palette_level);
            canvas.field(&view, &colours);
            canvas.counters(&view, &colours);
        }
        other => canvas.text(FIELD_ROW, 0, screen_name(&other), WHITE),
    }
    let (left, right) = app.status();
    canvas.text(
        FIELD_ROW + 21,
        0,
        &format!("{left}  {right}  F1: keys"),
        WHITE,
    );
    if let Some(notice) = app.notice() {
        canvas.text(FIELD_ROW + 22, 0, &notice, WHITE);
    }
    if app.is_help_shown() {
        canvas.help(app.scene());
    }
    canvas.cells
}

/// What stands for the screens that are pictures only.
fn screen_name(view: &View) -> &'static str {
    match view {
        View::Blank | View::Game(_) => "",
        View::Legal => "(the legal screen)",
        View::Title => "(the title screen)",
        View::TypeMenu(_) => "(the menu of game type and music)",
        View::LevelMenu(_) => "(the level menu)",
        View::NameEntry(_) => "(a name is entered for the high scores)",
        View::Ending(_) => "(an ending)",
        View::Versus(_) => "(two games against each other)",
    }
}

/// The colours of the three block styles.
struct Colours([Rgb; 3]);

impl Colours {
    fn of(app: &App, level: u8) -> Colours {
        let [_, white, light, dark] = block_colours(level);
        Colours([white, light, dark].map(|index| app.renderer().palette().rgb(index)))
    }

    fn block(&self, cell: FieldCell) -> Rgb {
        match cell {
            FieldCell::LIGHT => self.0[1],
            FieldCell::DARK => self.0[2],
            FieldCell::CURTAIN => GREY,
            _ => self.0[0],
        }
    }
}

struct Canvas {
    cells: Screen,
}

impl Canvas {
    /// Writes a text; what does not fit is left out.
    fn text(&mut self, row: usize, column: usize, text: &str, ink: Rgb) {
        for (index, letter) in text.chars().enumerate() {
            let cell = Cell {
                letter,
                ink,
                ..EMPTY
            };
            self.put(row, column + index, cell);
        }
    }

    fn put(&mut self, row: usize, column: usize, cell: Cell) {
        if let Some(place) = self.cells.get_mut(row).and_then(|row| row.get_mut(column)) {
            *place = cell;
        }
    }

    /// One square: two characters, told apart from its neighbours by its bracket.
    fn square(&mut self, row: usize, column: usize, colour: Rgb) {
        for (index, letter) in ['[', ']'].into_iter().enumerate() {
            let cell = Cell {
                letter,
                ink: colour.map(|part| part / 2),
                paper: colour,
            };
            self.put(row, column + index, cell);
        }
    }

    fn field(&mut self, view: &GameView, colours: &Colours) {
        let wall = if view.flash { WHITE } else { GREY };
        for row in 0..22 {
            let edge = row == 0 || row == 21;
            let line = if edge {
                format!("+{}+", "-".repeat(20))
            } else {
                format!("|{}|", " .".repeat(10))
            };
            self.text(FIELD_ROW - 1 + row, FIELD_COLUMN - 1, &line, wall);
        }
        for (index, &cell) in view.field.iter().enumerate() {
            if cell.is_occupied() {
                let (row, column) = (FIELD_ROW + index / 10, FIELD_COLUMN + 2 * (index % 10));
                self.square(row, column, colours.block(cell));
            }
        }
        if let Some(pose) = view.piece {
            self.piece(pose, FIELD_ROW, FIELD_COLUMN, colours);
        }
    }

    fn piece(&mut self, pose: Pose, row: usize, column: usize, colours: &Colours) {
        let colour = colours.block(FieldCell::of(pose.piece()));
        for (x, y) in pose.cells().into_iter().filter(|&(_, y)| y >= 0) {
            self.square(row + y as usize, column + 2 * x as usize, colour);
        }
    }

    fn counters(&mut self, view: &GameView, colours: &Colours) {
        let decimal = |digits: &[u8]| -> String {
            let letter = |digit: u8| char::from_digit(digit.into(), 36).unwrap_or('?');
            let text: String = digits.iter().map(|&digit| letter(digit)).collect();
            text.to_uppercase()
        };
        self.text(0, 0, "STATISTICS", WHITE);
        for piece in Piece::ALL {
            let row = 2 + 2 * piece.index();
            let counted = decimal(&view.statistics[piece.index()]);
            self.text(row, 2, &format!("{piece}  {counted}"), WHITE);
        }
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
            let pose = Pose {
                x: 2,
                ..Pose::spawn(next)
            };
            self.piece(pose, 14, SIDE_COLUMN, colours);
        }
    }

    fn help(&mut self, scene: Scene) {
        for (index, (key, action)) in action::keys(scene, false).into_iter().enumerate() {
            let line = format!(" {key:<7}{action:<26}");
            self.text(1 + index, SIDE_COLUMN - 1, &line, WHITE);
        }
    }
}
