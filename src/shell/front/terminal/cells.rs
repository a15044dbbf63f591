//! A screen of coloured characters, and a painter that writes only changed characters.

use std::ffi::OsStr;
use std::io::{self, Write};

use crossterm::style::{Color, Print, SetBackgroundColor, SetForegroundColor};
use crossterm::{QueueableCommand, cursor, terminal};
use rightwell::render::{Frame, Palette};

use crate::host::places;

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// A character with its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub letter: char,
    pub ink: Rgb,
    pub paper: Rgb,
}

/// An empty character.
pub const EMPTY: Cell = Cell {
    letter: ' ',
    ink: [255; 3],
    paper: [0; 3],
};

/// Rows of characters.
pub type Screen = Vec<Vec<Cell>>;

/// Size in characters of the frame: one column per pixel, one row per two pixel rows.
pub const PICTURE_SIZE: (u16, u16) = (Frame::WIDTH as u16, Frame::HEIGHT as u16 / 2);

/// Returns whether the whole frame fits into a terminal of this size.
pub fn has_room_for_picture(size: (u16, u16)) -> bool {
    size.0 >= PICTURE_SIZE.0 && size.1 >= PICTURE_SIZE.1
}

/// Draws the frame in half blocks, in the middle or the upper left corner of a terminal with enough room.
pub fn of_picture(
    frame: &Frame,
    palette: &Palette,
    size: (u16, u16),
    in_the_middle: bool,
) -> Screen {
    let free = [size.0 - PICTURE_SIZE.0, size.1 - PICTURE_SIZE.1];
    let [left, top] = free.map(|free| match in_the_middle {
        true => usize::from(free) / 2,
        false => 0,
    });
    let mut screen = vec![vec![EMPTY; size.0.into()]; size.1.into()];
    for row in 0..usize::from(PICTURE_SIZE.1) {
        for column in 0..usize::from(PICTURE_SIZE.0) {
            screen[top + row][left + column] = Cell {
                letter: '\u{2580}',
                ink: palette.rgb(frame.pixel(column, 2 * row)),
                paper: palette.rgb(frame.pixel(column, 2 * row + 1)),
            };
        }
    }
    screen
}

/// Colour depth of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourDepth {
    /// 24 bits.
    True,
    /// The standard table of 256 colours.
    Table,
}

impl ColourDepth {
    /// Determines the colour depth from the environment variables.
    pub fn of_environment() -> ColourDepth {
        match places::variable("COLORTERM")
            .as_deref()
            .and_then(OsStr::to_str)
        {
            Some("truecolor" | "24bit") => ColourDepth::True,
            _ => ColourDepth::Table,
        }
    }

    fn colour(self, [r, g, b]: Rgb) -> Color {
        match self {
            ColourDepth::True => Color::Rgb { r, g, b },
            ColourDepth::Table => Color::AnsiValue(table_entry([r, g, b])),
        }
    }
}

/// Returns the nearest entry of the 6x6x6 cube or the 24 greys of the 256-colour table.
fn table_entry(rgb: Rgb) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |other: Rgb| -> u32 {
        rgb.iter()
            .zip(other)
            .map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2))
            .sum()
    };
    let cube = (0..216u8).map(|index| {
        let part = |place: u8| LEVELS[usize::from(index / place % 6)];
        (16 + index, [part(36), part(6), part(1)])
    });
    let greys = (0..24u8).map(|index| (232 + index, [8 + 10 * index; 3]));
    cube.chain(greys)
        .min_by_key(|(_, other)| distance(*other))
        .map_or(0, |(entry, _)| entry)
}

/// Writes screens to the terminal, and remembers the last one.
#[derive(Debug)]
pub struct Painter {
    depth: ColourDepth,
    shown: Screen,
}

impl Painter {
    /// Returns a painter for a terminal with unknown content.
    pub fn new(depth: ColourDepth) -> Painter {
        Painter {
            depth,
            shown: Screen::new(),
        }
    }

    /// Makes the next call write the whole screen.
    pub fn forget(&mut self) {
        self.shown.clear();
    }

    /// Writes the differences from the previous screen.
    pub fn paint(&mut self, screen: &Screen, out: &mut impl Write) -> io::Result<()> {
        let same_size = self.shown.len() == screen.len()
            && self.shown.first().map(Vec::len) == screen.first().map(Vec::len);
        if !same_size {
            self.shown.clear();
            out.queue(SetBackgroundColor(self.depth.colour([0; 3])))?;
            out.queue(terminal::Clear(terminal::ClearType::All))?;
        }
        let mut colours = None;
        for (row, cells) in screen.iter().enumerate() {
            let mut at = None;
            for (column, cell) in cells.iter().enumerate() {
                let before = self.shown.get(row).and_then(|row| row.get(column));
                if before == Some(cell) {
                    continue;
                }
                if at != Some(column) {
                    out.queue(cursor::MoveTo(column as u16, row as u16))?;
                }
                if colours != Some((cell.ink, cell.paper)) {
                    out.queue(SetForegroundColor(self.depth.colour(cell.ink)))?;
                    out.queue(SetBackgroundColor(self.depth.colour(cell.paper)))?;
                    colours = Some((cell.ink, cell.paper));
                }
                out.queue(Print(cell.letter))?;
                at = Some(column + 1);
            }
        }
        self.shown.clone_from(screen);
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changes_are_written() {
        let mut painter = Painter::new(ColourDepth::Table);
        let mut screen = vec![vec![EMPTY; 4]; 2];
        painter.paint(&screen, &mut Vec::new()).unwrap();
        let mut nothing = Vec::new();
        painter.paint(&screen, &mut nothing).unwrap();
        assert!(nothing.is_empty());
        screen[1][2].letter = 'A';
        let mut change = Vec::new();
        painter.paint(&screen, &mut change).unwrap();
        let change = String::from_utf8(change).unwrap();
        assert!(
            change.contains("2;3H") && change.ends_with('A'),
            "{change:?}"
        );
    }

    #[test]
    fn colours_map_to_the_nearest_table_entry() {
        assert_eq!(table_entry([0, 0, 0]), 16);
        assert_eq!(table_entry([255, 0, 0]), 196);
        assert_eq!(table_entry([130, 128, 127]), 244);
    }
}
