//! A page of the program's menu as text.

use rightwell::menu::Sheet;

use super::super::cells::Rgb;
use super::canvas::{Canvas, GREY, WHITE};

/// Colour of the selected line.
const CHOSEN: Rgb = [255, 160, 60];
/// First column and width of the page, in letters.
const COLUMN: usize = 24;
const WIDTH: usize = Sheet::COLUMNS + 4;
/// Columns of a terminal that can show a page and the playfield.
pub const COLUMNS: usize = COLUMN + WIDTH;
/// Rows of a page: title, lines, hint and key hints.
pub const ROWS: usize = 24;

impl Canvas {
    /// Draws a page over the screen.
    pub fn sheet(&mut self, sheet: &Sheet) {
        for row in 0..ROWS {
            self.text(row, COLUMN, &" ".repeat(WIDTH), WHITE);
        }
        let left = COLUMN + 2;
        let title = sheet.title.chars().count().min(Sheet::COLUMNS);
        self.text(0, left + (Sheet::COLUMNS - title) / 2, &sheet.title, WHITE);
        for (index, line) in sheet.lines.iter().enumerate() {
            let ink = match line {
                _ if line.is_heading => GREY,
                _ if line.is_chosen => CHOSEN,
                _ => WHITE,
            };
            let row = 2 + index;
            self.text(row, left, &line.label, ink);
            let value = left + line.value_column();
            self.text(row, value, &line.value, ink);
            let end = value + line.value.chars().count();
            if line.is_chosen {
                self.text(row, COLUMN, ">", ink);
            }
            if line.is_chosen && line.turns {
                self.text(row, value - 1, "<", ink);
                self.text(row, end, ">", ink);
            }
            if line.is_written {
                self.text(row, end, "_", ink);
            }
        }
        for (index, hint) in sheet.hint.iter().enumerate() {
            let row = 3 + sheet.lines.len() + index;
            self.text(row, left, hint, GREY);
        }
        self.text(ROWS - 1, left, &sheet.footer, GREY);
    }
}
