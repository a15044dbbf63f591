//! Building blocks for drawing any game as text: letters, squares, playfields and pieces.

use rightwell::engine::GameView;
use rightwell::render::Palette;
use rightwell::render::palette::block_colours;
use rightwell::rules::{Board, Cell as FieldCell, Piece, Pose};

use super::super::cells::{Cell, EMPTY, Rgb, Screen};

pub const WHITE: Rgb = [255; 3];
pub const GREY: Rgb = [128; 3];
pub const DARK: Rgb = [80; 3];
/// First row inside a playfield.
pub const FIELD_ROW: usize = 1;
/// Width of a playfield with its walls, in columns.
pub const FIELD_WIDTH: usize = 22;

/// The two characters that fill a cell.
const BRACKETS: [char; 2] = ['[', ']'];

/// Colours of the three block styles.
pub struct BlockColours([Rgb; 3]);

impl BlockColours {
    pub fn of(palette: &Palette, level: u8) -> BlockColours {
        let [_, white, light, dark] = block_colours(level);
        BlockColours([white, light, dark].map(|index| palette.rgb(index)))
    }

    fn block(&self, cell: FieldCell) -> Rgb {
        match cell {
            FieldCell::LIGHT => self.0[1],
            FieldCell::DARK => self.0[2],
            FieldCell::CURTAIN | FieldCell::GARBAGE => GREY,
            _ => self.0[0],
        }
    }
}

/// A screen to write on. Text beyond its edges is dropped.
pub struct TextCanvas {
    pub cells: Screen,
}

impl TextCanvas {
    /// Creates an empty screen of this size.
    pub fn new(size: (u16, u16)) -> TextCanvas {
        TextCanvas {
            cells: vec![vec![EMPTY; size.0.into()]; size.1.into()],
        }
    }

    /// Writes a text.
    pub fn text(&mut self, row: usize, column: usize, text: &str, ink: Rgb) {
        self.text_on(row, column, text, ink, EMPTY.paper);
    }

    /// Writes a text on a background colour.
    pub fn text_on(&mut self, row: usize, column: usize, text: &str, ink: Rgb, paper: Rgb) {
        for (index, letter) in text.chars().enumerate() {
            let cell = Cell { letter, ink, paper };
            self.put(row, column + index, cell);
        }
    }

    pub fn put(&mut self, row: usize, column: usize, cell: Cell) {
        if let Some(place) = self.cells.get_mut(row).and_then(|row| row.get_mut(column)) {
            *place = cell;
        }
    }

    /// Draws a square: two characters, whose brackets separate it from its neighbours.
    fn square(&mut self, row: usize, column: usize, letters: [char; 2], colour: Rgb) {
        for (index, letter) in letters.into_iter().enumerate() {
            let cell = Cell {
                letter,
                ink: colour.map(|part| part / 2),
                paper: colour,
            };
            self.put(row, column + index, cell);
        }
    }

    /// Draws a playfield and its falling piece. `left` is the column of the left wall.
    pub fn field(&mut self, view: &GameView, left: usize, colours: &BlockColours) {
        let wall = if view.flash { WHITE } else { GREY };
        for row in 0..22 {
            let edge = row == 0 || row == 21;
            let line = if edge {
                format!("+{}+", "-".repeat(20))
            } else {
                format!("|{}|", " .".repeat(10))
            };
            self.text(FIELD_ROW - 1 + row, left, &line, wall);
        }
        for (index, &cell) in view.field.iter().enumerate() {
            if cell.is_occupied() {
                let (row, column) = (FIELD_ROW + index / 10, left + 1 + 2 * (index % 10));
                let letters = match cell {
                    FieldCell::GARBAGE => ['x'; 2],
                    FieldCell::GUESS => ['?'; 2],
                    _ => BRACKETS,
                };
                self.square(row, column, letters, colours.block(cell));
            }
        }
        if let Some(pose) = view.piece {
            self.piece(pose, FIELD_ROW, left + 1, colours);
        }
    }

    /// Marks the empty cells of a goal. The playfield must be at the left edge.
    pub fn goal(&mut self, cells: &Board, view: &GameView) {
        for (index, &cell) in view.field.iter().enumerate() {
            let (row, column) = (FIELD_ROW + index / 10, 1 + 2 * (index % 10));
            // Keep the cells of the falling piece.
            let is_free = self.cells.get(row).and_then(|row| row.get(column));
            let is_free = is_free.is_some_and(|place| place.paper == EMPTY.paper);
            if cell == FieldCell::EMPTY && is_free && is_in(cells, index) {
                self.text(row, column, "::", GREY);
            }
        }
    }

    /// Writes two letters with these colours into each free cell. The playfield must be at the left edge. A cell that
    /// also belongs to another outline keeps its background.
    pub fn outline(&mut self, cells: [(i8, i8); 4], letters: &str, ink: Rgb, paper: Rgb) {
        let seen = cells.into_iter().filter(|&(x, y)| x >= 0 && y >= 0);
        for (x, y) in seen {
            let (row, column) = (FIELD_ROW + y as usize, 1 + 2 * x as usize);
            let place = self.cells.get(row).and_then(|row| row.get(column));
            match place {
                Some(place) if place.paper == EMPTY.paper => {
                    self.text_on(row, column, letters, ink, paper);
                }
                // Another outline fills this cell, not a square of the game.
                Some(place) if place.letter == '#' => {
                    self.text_on(row, column, letters, WHITE, place.paper);
                }
                _ => {}
            }
        }
    }

    /// Darkens everything except these cells, which all get one style. The playfield must be at the left edge.
    pub fn highlight(&mut self, cells: &Board) {
        for place in self.cells.iter_mut().flatten() {
            place.ink = place.ink.map(|part| part / 3);
            place.paper = place.paper.map(|part| part / 3);
        }
        for index in (0..200).filter(|&index| is_in(cells, index)) {
            let (row, column) = (FIELD_ROW + index / 10, 1 + 2 * (index % 10));
            self.square(row, column, ['#'; 2], WHITE);
        }
    }

    fn piece(&mut self, pose: Pose, row: usize, column: usize, colours: &BlockColours) {
        let colour = colours.block(FieldCell::from_piece(pose.piece()));
        for (x, y) in pose.cells().into_iter().filter(|&(_, y)| y >= 0) {
            self.square(row + y as usize, column + 2 * x as usize, BRACKETS, colour);
        }
    }

    /// Draws a NEXT piece in its spawn orientation, in eight columns from `column`.
    pub fn next(&mut self, piece: Piece, row: usize, column: usize, colours: &BlockColours) {
        let pose = Pose {
            x: 2,
            ..Pose::spawn(piece)
        };
        self.piece(pose, row, column, colours);
    }
}

/// Returns whether `cells` contains the cell at this index, counted row by row.
fn is_in(cells: &Board, index: usize) -> bool {
    cells.contains((index % 10) as i8, (index / 10) as i8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rightwell::engine::{DragGame, DragStart, View};
    use rightwell::render::Renderer;
    use rightwell::rules::RandomizerKind;

    /// Returns the view of a game with a falling piece and one settled cell.
    fn view() -> GameView {
        let start = DragStart {
            level: 0,
            randomizer: RandomizerKind::NesOdds,
            seed: 1,
            game: 0,
            top: 0,
            endless: None,
            position: None,
        };
        let View::Game(mut view) = DragGame::new(start).unwrap().view() else {
            panic!("expected the view of a game");
        };
        view.piece = Some(Pose::spawn(Piece::O));
        view.field[199] = FieldCell::BORDERED;
        *view
    }

    fn letters(canvas: &TextCanvas, row: usize) -> String {
        canvas.cells[row].iter().map(|cell| cell.letter).collect()
    }

    #[test]
    fn a_goal_is_drawn_in_empty_cells_and_a_finished_pattern_is_highlighted() {
        let palette = Renderer::new().palette().clone();
        let colours = BlockColours::of(&palette, 0);
        let mut canvas = TextCanvas::new((22, 24));
        canvas.field(&view(), 0, &colours);
        let rows = [0b11_1000_0001, 0b11_1111_1111];
        let cells = Board::from_rows(std::array::from_fn(|row| match row {
            0 => rows[1],
            19 => rows[0],
            _ => 0,
        }));
        canvas.goal(&cells, &view());
        assert_eq!(letters(&canvas, FIELD_ROW), "|::::::::[][]::::::::|");
        assert_eq!(letters(&canvas, FIELD_ROW + 19), "|:: . . . . . .::::[]|");
        let before = canvas.cells[5][0].ink;
        canvas.highlight(&cells);
        assert_eq!(letters(&canvas, FIELD_ROW + 19), "|## . . . . . .######|");
        assert!(
            canvas.cells[5][0].ink < before,
            "all other cells must be dimmed"
        );
    }
}
