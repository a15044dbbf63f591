//! Page of the program's menu, laid over a darkened frame.

use super::field::{FIELD_HEIGHT, FIELD_ROW, FIELD_WIDTH};
use super::frame::Rectangle;
use super::game::FIELD_COLUMN;
use super::palette::{BLACK, CURSOR, SCORES, TEXT, TileColours};
use super::surface::{Face, Surface};
use super::text::character_tile;
use super::text_face;
use super::versus::inside;
use super::{Frame, Renderer};
use crate::engine::view::{Side, View};
use crate::menu::{Column, Icon, Preview, Sheet, SheetLine, SheetPicture, wrap_within};

/// Headings and less important text.
const QUIET: TileColours = [BLACK, 0x10, 0x00, 0x10];
/// Headings of groups.
const GROUP: TileColours = [BLACK, 0x21, 0x00, 0x21];
/// Line under the cursor.
const CHOSEN: TileColours = [BLACK, 0x27, 0x00, CURSOR[3]];
/// Colours of icons, for their signs `.`, `o` and `#`.
const ICON: TileColours = [BLACK, 0x16, 0x21, 0x30];

/// Box around a page: tile column and row, width and height.
const PANEL: (usize, usize, usize, usize) = (1, 1, 30, 28);
/// Left edge and width of the text in pixels.
const LEFT: usize = 8 * Sheet::LEFT;
const WIDTH: usize = 8 * Sheet::COLUMNS;
/// Width of an icon and of the room after it.
const ICON_WIDTH: usize = Icon::SIZE + 4;
/// Pixel row at which the game beside the lines begins, and free pixels right of it.
const GAME_Y: usize = 28;
const GAME_MARGIN: usize = 2;
/// Least number of free pixels between two columns.
const CELL_GAP: usize = 3;

/// Returns the lines of the hint, as they are drawn on the page. Dots mark the end of a hint that is too long.
pub fn hint_lines(sheet: &Sheet) -> Vec<String> {
    let (_, lines, room) = sheet.layout().hint;
    wrap_within(&sheet.hint, room, lines, text_face::width)
}

/// Returns the left edge of each column, in pixels from the right end of the icons, and its width. The columns fill
/// the page.
fn cells(columns: &[Column]) -> Vec<(usize, usize)> {
    let widths = columns.iter().map(|column| text_face::width(column.widest));
    let widths: Vec<usize> = widths.collect();
    let free = (WIDTH - ICON_WIDTH).saturating_sub(widths.iter().sum());
    let gaps = columns.len().saturating_sub(1).max(1);
    let mut x = 0;
    let places = widths.iter().enumerate().map(|(index, &width)| {
        let place = (x, width);
        // The first gaps take the remaining pixels.
        x += width + (free / gaps).max(CELL_GAP) + usize::from(index < free % gaps);
        place
    });
    places.collect()
}

impl Renderer {
    /// Lays a page over the frame and darkens the frame beside it. A page with a picture of the game shows `game`.
    pub fn sheet(&self, sheet: &Sheet, game: &View, frame: &mut Frame) {
        let layout = sheet.layout();
        frame.darken();
        let (column, row, width, height) = PANEL;
        self.panel(frame, column, row, width, height);
        let title: String = sheet.title.chars().take(Sheet::COLUMNS).collect();
        let title_x = 8 * (Sheet::LEFT + (Sheet::COLUMNS - title.chars().count()) / 2);
        self.letters(frame, (title_x, Sheet::TITLE_Y), &title, SCORES);
        for &(index, y) in &layout.lines {
            self.line(sheet, &sheet.lines[index], y, frame);
        }
        // The scroll arrows are beside the title, because the lines fill the page up to its frame.
        let arrows = [
            (layout.more.0, "\u{2191}", 2),
            (layout.more.1, "\u{2193}", 1),
        ];
        for (_, arrow, place) in arrows.into_iter().filter(|(is_there, ..)| *is_there) {
            let x = LEFT + WIDTH - 8 * place;
            self.letters(frame, (x, Sheet::TITLE_Y), arrow, TEXT);
        }
        let hint = hint_lines(sheet);
        for (text, y) in hint.iter().zip(layout.hint_rows(hint.len())) {
            self.words(frame, (LEFT, y), text, QUIET);
        }
        self.letters(frame, (LEFT, Sheet::FOOTER_Y), &sheet.footer, QUIET);
        if let Some(preview) = sheet.preview() {
            frame.preview(preview, layout.preview);
        }
        if sheet.picture == SheetPicture::Game {
            let mut screen = Frame::new();
            self.draw(game, &mut screen);
            frame.game_beside(&screen, game);
        }
    }

    fn line(&self, sheet: &Sheet, line: &SheetLine, y: usize, frame: &mut Frame) {
        let colours = match line {
            _ if line.is_heading && line.cells.is_empty() => GROUP,
            _ if line.is_heading => QUIET,
            _ if line.is_chosen => CHOSEN,
            _ => TEXT,
        };
        let mut left = LEFT;
        if let Some(icon) = line.icon {
            frame.icon((left, y), icon);
            left += ICON_WIDTH;
        }
        if !line.cells.is_empty() {
            let cells: Vec<&str> = line.cells.iter().map(String::as_str).collect();
            self.cells(frame, y, sheet.columns, &cells, colours);
            return;
        }
        self.letters(frame, (left, y), &line.label, colours);
        let x = left + 8 * line.value_column();
        self.letters(frame, (x, y), &line.value, colours);
        let end = x + 8 * line.value.chars().count();
        if line.is_chosen && line.turns {
            self.letters(frame, (x - 8, y), "\u{2190}", colours);
            self.letters(frame, (end, y), "\u{2192}", colours);
        }
        if line.is_written {
            self.letters(frame, (end, y), "_", colours);
        }
    }

    /// Writes texts into the columns of a page.
    fn cells(
        &self,
        frame: &mut Frame,
        y: usize,
        columns: &[Column],
        texts: &[&str],
        colours: TileColours,
    ) {
        if let [text] = texts {
            let text = text_face::cut_to(text, WIDTH - ICON_WIDTH);
            self.words(frame, (LEFT + ICON_WIDTH, y), &text, colours);
            return;
        }
        for ((column, (x, room)), text) in columns.iter().zip(cells(columns)).zip(texts) {
            let text = text_face::cut_to(text, room);
            let indent = match column.is_number {
                true => room - text_face::width(&text),
                false => 0,
            };
            self.words(frame, (LEFT + ICON_WIDTH + x + indent, y), &text, colours);
        }
    }

    /// Writes the console's letters, with the upper left pixel of the first one anywhere.
    fn letters(&self, frame: &mut Frame, place: (usize, usize), text: &str, colours: TileColours) {
        let tiles = text.chars().map(character_tile);
        self.tiles.line_at(frame, place, tiles, colours);
    }

    /// Writes a line in the text face, with the upper left pixel of the first letter anywhere.
    fn words(&self, frame: &mut Frame, place: (usize, usize), text: &str, colours: TileColours) {
        let mut line = Surface::new(text_face::width(text), text_face::HEIGHT, BLACK);
        self.pen()
            .text(&mut line, (0, 0), text, Face::Text, colours[3]);
        frame.surface(&line, place);
    }
}

impl Renderer {
    /// Returns a small picture of a screen, for a list of games: the playfield with the numbers at its right, both
    /// playfields of a match, or the whole of any other screen.
    pub fn thumbnail(&self, view: &View) -> Preview {
        let mut screen = Frame::new();
        self.draw(view, &mut screen);
        let part = |column: usize, row: usize, columns: usize, rows: usize| Rectangle {
            x: 8 * column,
            y: 8 * row,
            width: 8 * columns,
            height: 8 * rows,
        };
        let (parts, shrink) = match view {
            View::Game(_) => (vec![part(FIELD_COLUMN - 1, 2, 21, 26)], 2),
            View::Versus(_) => {
                let sides = Side::BOTH.map(|side| inside(side).0);
                let sides = sides.map(|left| part(left, FIELD_ROW, FIELD_WIDTH, FIELD_HEIGHT));
                (sides.to_vec(), 2)
            }
            _ => (vec![Rectangle::WHOLE], 3),
        };
        let mut small = Frame::new();
        let (mut width, mut height) = (0, 0);
        for part in parts {
            // A free column separates the playfields of a match.
            let x = width + usize::from(width > 0);
            small.miniature_of(&screen, part, (x, 0), shrink);
            width = x + part.width / shrink;
            height = part.height / shrink;
        }
        let rows = small.pixels().chunks_exact(Frame::WIDTH).take(height);
        Preview {
            width,
            height,
            pixels: rows.flat_map(|row| &row[..width]).copied().collect(),
        }
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

    fn icon(&mut self, (x, y): (usize, usize), icon: Icon) {
        for (line, row) in self.lines(y).zip(icon.rows()) {
            for (pixel, sign) in line[x..].iter_mut().zip(row.chars()) {
                let value = " .o#".chars().position(|known| known == sign);
                *pixel = ICON[value.unwrap_or(0)];
            }
        }
    }

    /// Draws a small picture with a border.
    fn preview(&mut self, preview: &Preview, (x, y): (usize, usize)) {
        self.border((x, y), (preview.width, preview.height));
        let rows = preview.pixels.chunks_exact(preview.width);
        for (line, row) in self.lines(y).zip(rows) {
            line[x..x + preview.width].copy_from_slice(row);
        }
    }

    /// Draws a game at the right of a page: the playfield, both playfields of a match, or a small picture of any other
    /// screen.
    fn game_beside(&mut self, screen: &Frame, view: &View) {
        let field = |column| Rectangle {
            x: 8 * column,
            y: 8 * FIELD_ROW,
            width: 8 * FIELD_WIDTH,
            height: 8 * FIELD_HEIGHT,
        };
        let right = LEFT + WIDTH - GAME_MARGIN;
        match view {
            View::Game(_) => {
                let part = field(FIELD_COLUMN);
                let place = (right - part.width, GAME_Y);
                self.border(place, (part.width, part.height));
                self.miniature_of(screen, part, place, 1);
            }
            View::Versus(_) => {
                for (index, column) in Side::BOTH
                    .map(|side| inside(side).0)
                    .into_iter()
                    .enumerate()
                {
                    let part = field(column);
                    let (width, height) = (part.width / 2, part.height / 2);
                    let x = right - (2 - index) * width - (1 - index) * GAME_MARGIN;
                    self.border((x, GAME_Y), (width, height));
                    self.miniature_of(screen, part, (x, GAME_Y), 2);
                }
            }
            _ => {
                let (width, height) = (Frame::WIDTH / 3, Frame::HEIGHT / 3);
                let place = (right - width, GAME_Y);
                self.border(place, (width, height));
                self.miniature(screen, place, 3);
            }
        }
    }

    /// Draws a border of one pixel around an area.
    fn border(&mut self, (x, y): (usize, usize), (width, height): (usize, usize)) {
        let border = Rectangle {
            x: x - 1,
            y: y - 1,
            width: width + 2,
            height: height + 2,
        };
        self.rectangle(border, QUIET[3]);
    }
}
