//! Page of the program's menu, laid over a darkened frame.

use super::frame::Rectangle;
use super::palette::{BLACK, CURSOR, SCORES, TEXT, TileColours};
use super::text::character_tile;
use super::{Frame, Renderer};
use crate::menu::{Preview, Sheet, SheetLine};

/// Headings and less important text.
const QUIET: TileColours = [BLACK, 0x10, 0x00, 0x10];
/// Line under the cursor.
const CHOSEN: TileColours = [BLACK, 0x27, 0x00, CURSOR[3]];

/// Box around a page: tile column and row, width and height.
const PANEL: (usize, usize, usize, usize) = (1, 1, 30, 28);
/// Free pixels between a small picture and the border of the page.
const MARGIN: usize = 4;

impl Renderer {
    /// Lays a page over the frame, which is darker beside it.
    pub fn sheet(&self, sheet: &Sheet, frame: &mut Frame) {
        frame.darken();
        let (column, row, width, height) = PANEL;
        self.panel(frame, column, row, width, height);
        let title: String = sheet.title.chars().take(Sheet::COLUMNS).collect();
        let title_column = Sheet::LEFT + (Sheet::COLUMNS - title.chars().count()) / 2;
        self.letters(frame, title_column, Sheet::TITLE_Y, &title, SCORES);
        for (index, line) in sheet.lines.iter().enumerate() {
            self.line(line, Sheet::FIRST_Y + Sheet::PITCH * index, frame);
        }
        // On the border, where there is no text.
        let last = Sheet::FIRST_Y + Sheet::PITCH * sheet.lines.len().saturating_sub(1);
        let arrows = [
            (sheet.more.0, "\u{2191}", Sheet::FIRST_Y),
            (sheet.more.1, "\u{2193}", last),
        ];
        for (_, arrow, y) in arrows.into_iter().filter(|(is_there, ..)| *is_there) {
            self.letters(frame, column + width - 1, y, arrow, TEXT);
        }
        for (index, text) in sheet.hint.iter().enumerate() {
            let y = sheet.hint_y() + Sheet::PITCH * index;
            self.letters(frame, Sheet::LEFT, y, text, QUIET);
        }
        self.letters(frame, Sheet::LEFT, Sheet::FOOTER_Y, &sheet.footer, QUIET);
        if let Some(preview) = &sheet.preview {
            frame.preview(preview);
        }
    }

    fn line(&self, line: &SheetLine, y: usize, frame: &mut Frame) {
        let colours = match line {
            _ if line.is_heading => QUIET,
            _ if line.is_chosen => CHOSEN,
            _ => TEXT,
        };
        self.letters(frame, Sheet::LEFT, y, &line.label, colours);
        let column = Sheet::LEFT + line.value_column();
        self.letters(frame, column, y, &line.value, colours);
        let end = column + line.value.chars().count();
        if line.is_chosen && line.turns {
            self.letters(frame, column - 1, y, "\u{2190}", colours);
            self.letters(frame, end, y, "\u{2192}", colours);
        }
        if line.is_written {
            self.letters(frame, end, y, "_", colours);
        }
    }

    /// Writes letters from a tile column on, with their upper edge at a pixel row.
    fn letters(
        &self,
        frame: &mut Frame,
        column: usize,
        y: usize,
        text: &str,
        colours: TileColours,
    ) {
        let tiles = text.chars().map(character_tile);
        self.tiles.line_at(frame, (column * 8, y), tiles, colours);
    }
}

impl Frame {
    /// Darkens every pixel: the background stays visible, and the page is readable in front of it.
    fn darken(&mut self) {
        for line in self.lines(0) {
            for pixel in line {
                *pixel = match *pixel & 0x3F {
                    index if index & 0x0F >= 0x0D => BLACK,
                    index @ 0x30.. => index - 0x20,
                    index @ 0x10.. => index - 0x10,
                    _ => BLACK,
                };
            }
        }
    }

    /// Draws a small picture in the lower right corner of the page.
    fn preview(&mut self, preview: &Preview) {
        let right = (PANEL.0 + PANEL.2 - 1) * 8 - MARGIN;
        let bottom = Sheet::FOOTER_Y - MARGIN;
        let (x, y) = (
            right.saturating_sub(preview.width),
            bottom.saturating_sub(preview.height),
        );
        let border = Rectangle {
            x: x - 1,
            y: y - 1,
            width: preview.width + 2,
            height: preview.height + 2,
        };
        self.rectangle(border, QUIET[3]);
        let rows = preview.pixels.chunks_exact(preview.width);
        for (line, row) in self.lines(y).zip(rows) {
            line[x..x + preview.width].copy_from_slice(row);
        }
    }
}
