//! A page of the program's menu as text.

use rightwell::menu::{Sheet, SheetLine, wrap_within};

use super::super::cells::Rgb;
use super::canvas::{GREY, TextCanvas, WHITE};

/// Colour of the selected line.
const CHOSEN: Rgb = [255, 160, 60];
/// First column and width of the page, in letters. A page with columns is wider.
const COLUMN: usize = 24;
const WIDTH: usize = Sheet::COLUMNS + 4;
const WIDE: usize = 80 - COLUMN;
/// Columns of a terminal that can show a page and the playfield.
pub const COLUMNS: usize = COLUMN + WIDTH;
/// Rows of a page: title, lines, hint and key hints.
pub const ROWS: usize = 24;
/// Maximum number of rows of the list. The hint has the rows below it, at least three.
const LIST: usize = 17;

impl TextCanvas {
    /// Draws a page over the screen.
    pub fn sheet(&mut self, sheet: &Sheet) {
        let width = match sheet.columns.is_empty() {
            true => WIDTH,
            false => WIDE,
        };
        for row in 0..ROWS {
            self.text(row, COLUMN, &" ".repeat(width), WHITE);
        }
        let left = COLUMN + 2;
        let title = sheet.title.chars().count().min(Sheet::COLUMNS);
        self.text(0, left + (width - 4 - title) / 2, &sheet.title, WHITE);
        let mut row = 2;
        for index in sheet.visible(LIST).0 {
            self.menu_line(sheet, &sheet.lines[index], row);
            row += 1;
        }
        let hint = wrap_within(&sheet.hint, width - 4, ROWS - 2 - row, |text| {
            text.chars().count()
        });
        for (index, hint) in hint.iter().enumerate() {
            self.text(row + 1 + index, left, hint, GREY);
        }
        self.text(ROWS - 1, left, &sheet.footer, GREY);
    }

    fn menu_line(&mut self, sheet: &Sheet, line: &SheetLine, row: usize) {
        let ink = match line {
            _ if line.is_heading => GREY,
            _ if line.is_chosen => CHOSEN,
            _ => WHITE,
        };
        let left = COLUMN + 2;
        if line.is_chosen {
            self.text(row, COLUMN, ">", ink);
        }
        if !line.cells.is_empty() {
            let texts: Vec<&str> = line.cells.iter().map(String::as_str).collect();
            self.text(row, left, &cells(sheet, &texts), ink);
            return;
        }
        self.text(row, left, &line.label, ink);
        let value = left + line.value_column();
        self.text(row, value, &line.value, ink);
        let end = value + line.value.chars().count();
        if line.is_chosen && line.turns {
            self.text(row, value - 1, "<", ink);
            self.text(row, end, ">", ink);
        }
        if line.is_written {
            self.text(row, end, "_", ink);
        }
    }
}

/// Returns a line of texts in the columns of a page.
fn cells(sheet: &Sheet, texts: &[&str]) -> String {
    if let [text] = texts {
        return format!("{text:.*}", WIDE - 4);
    }
    let columns = sheet.columns.iter().zip(texts);
    let cells = columns.map(|(column, text)| {
        let width = column.widest.chars().count();
        match column.is_number {
            true => format!("{text:>width$.width$}"),
            false => format!("{text:<width$.width$}"),
        }
    });
    cells.collect::<Vec<_>>().join(" ")
}
