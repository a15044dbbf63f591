//! Images of any size in NES colours: columns beside the console's frame, and whole stages.

use std::fmt;

use super::palette::{BLACK, Palette, TEXT, TileColours};
use super::text::{box_tile, character_tile};
use super::text_face;
use super::tiles::Tiles;
use super::{Frame, Renderer};

/// Minimum number of adjacent background pixels that separate two drawings: more than between two words.
const GAP: usize = 16;

/// Image of NES colour indexes (0x00-0x3F), row by row from the top.
#[derive(Clone, PartialEq, Eq)]
pub struct Surface {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

/// Rectangle of a surface, in pixels from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Area {
    /// First column.
    pub x: usize,
    /// First row.
    pub y: usize,
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
}

/// Letters of a text beside the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Capitals of the console, 8x8 pixels, for titles and key figures.
    Console,
    /// Proportional letters in mixed case, nine pixels high, for labels and sentences.
    Text,
}

impl Face {
    /// Returns the width of a text in pixels.
    pub fn width(self, text: &str) -> usize {
        match self {
            Face::Console => 8 * text.chars().count(),
            Face::Text => text_face::width(text),
        }
    }

    /// Returns the distance from the start of a letter to the start of the next one, in pixels.
    fn advance(self, letter: char) -> usize {
        match self {
            Face::Console => 8,
            Face::Text => text_face::advance(letter),
        }
    }
}

impl Area {
    /// Returns whether a pixel lies in the area.
    pub const fn contains(&self, x: usize, y: usize) -> bool {
        let is_right = x >= self.x && x < self.x + self.width;
        is_right && y >= self.y && y < self.y + self.height
    }

    /// Returns whether the two areas share a pixel.
    pub const fn meets(&self, other: &Area) -> bool {
        let across = self.x < other.x + other.width && other.x < self.x + self.width;
        across && self.y < other.y + other.height && other.y < self.y + self.height
    }
}

impl Surface {
    /// Returns a surface of that size in one colour.
    pub fn new(width: usize, height: usize, colour: u8) -> Surface {
        Surface {
            width,
            height,
            pixels: vec![colour; width * height],
        }
    }

    /// Returns the number of columns.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Returns all colour indexes, row by row from the top.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Returns the colour index at a position.
    ///
    /// # Panics
    ///
    /// If the position is outside.
    pub fn pixel(&self, x: usize, y: usize) -> u8 {
        assert!(x < self.width, "column {x} is outside the picture");
        self.pixels[y * self.width + x]
    }

    /// Fills the part of a rectangle that is inside the surface.
    pub fn rectangle(&mut self, area: Area, colour: u8) {
        let end = (area.x + area.width).min(self.width);
        let first = area.x.min(end);
        for line in self.lines(area.y).take(area.height) {
            line[first..end].fill(colour);
        }
    }

    /// Draws another surface with its upper left corner at (`x`, `y`), each of its pixels as a square of `factor` x
    /// `factor`. Pixels outside are skipped.
    pub fn surface(&mut self, picture: &Surface, (x, y): (usize, usize), factor: usize) {
        let left = x.min(self.width);
        let rows = picture.pixels.chunks_exact(picture.width.max(1));
        let rows = rows.flat_map(|row| std::iter::repeat_n(row, factor));
        for (line, row) in self.lines(y).zip(rows) {
            let pixels = row
                .iter()
                .flat_map(|pixel| std::iter::repeat_n(pixel, factor));
            for (to, from) in line[left..].iter_mut().zip(pixels) {
                *to = *from;
            }
        }
    }

    /// Draws the console's frame into an area of any size. Each pixel takes the colour under its middle.
    pub fn frame_in(&mut self, frame: &Frame, area: Area) {
        let source = |at: usize, size: usize, pixels: usize| (2 * at + 1) * pixels / (2 * size);
        let (left, end) = (
            area.x.min(self.width),
            (area.x + area.width).min(self.width),
        );
        for (y, line) in self.lines(area.y).take(area.height).enumerate() {
            let row = &frame.pixels()[source(y, area.height, Frame::HEIGHT) * Frame::WIDTH..];
            for (x, pixel) in line[left..end].iter_mut().enumerate() {
                *pixel = row[source(x, area.width, Frame::WIDTH)];
            }
        }
    }

    /// Writes the surface as red, green, blue, opaque: four bytes a pixel.
    ///
    /// # Panics
    ///
    /// If `out` does not hold exactly four bytes a pixel.
    pub fn to_rgba(&self, palette: &Palette, out: &mut [u8]) {
        assert_eq!(out.len(), self.pixels.len() * 4, "four bytes a pixel");
        let table = palette.rgba_table();
        let (out, _) = out.as_chunks_mut::<4>();
        for (rgba, &index) in out.iter_mut().zip(&self.pixels) {
            *rgba = table[usize::from(index & 0x3F)];
        }
    }

    /// Returns red, green and blue of each pixel, row by row from the top.
    pub fn to_rgb(&self, palette: &Palette) -> Vec<[u8; 3]> {
        let pixels = self.pixels.iter();
        pixels.map(|&index| palette.rgb(index)).collect()
    }

    /// Returns the parts that differ from the background, as disjoint rectangles from the top down. They contain no
    /// all-background rows, and no wide run of all-background columns.
    pub fn drawn(&self, ground: u8) -> Vec<Area> {
        let mut areas = Vec::new();
        let mut rows = self.pixels.chunks_exact(self.width.max(1)).enumerate();
        let is_empty = |row: &[u8]| row.iter().all(|pixel| *pixel == ground);
        while let Some((y, first)) = rows.find(|(_, row)| !is_empty(row)) {
            let mut lit: Vec<bool> = first.iter().map(|pixel| *pixel != ground).collect();
            let mut height = 1;
            for (_, row) in rows.by_ref().take_while(|(_, row)| !is_empty(row)) {
                let pixels = lit.iter_mut().zip(row);
                pixels.for_each(|(lit, pixel)| *lit |= *pixel != ground);
                height += 1;
            }
            areas.extend(runs(&lit).into_iter().map(|(x, width)| Area {
                x,
                y,
                width,
                height,
            }));
        }
        areas
    }

    /// Colours each pixel of a glyph that has a colour. Pixels outside are left out.
    fn glyph(&mut self, (x, y): (usize, usize), rows: impl Iterator<Item = [Option<u8>; 8]>) {
        let width = self.width;
        for (line, colours) in self.lines(y).zip(rows) {
            for (pixel, colour) in line[x.min(width)..].iter_mut().zip(colours) {
                *pixel = colour.unwrap_or(*pixel);
            }
        }
    }

    fn lines(&mut self, y: usize) -> impl Iterator<Item = &mut [u8]> {
        let first = (y * self.width).min(self.pixels.len());
        self.pixels[first..].chunks_exact_mut(self.width.max(1))
    }
}

/// Returns the lit runs as start and length. Runs closer together than a gap are one.
fn runs(lit: &[bool]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (x, _) in lit.iter().enumerate().filter(|(_, is_lit)| **is_lit) {
        match runs.last_mut() {
            Some((begin, length)) if x < *begin + *length + GAP => *length = x + 1 - *begin,
            _ => runs.push((x, 1)),
        }
    }
    runs
}

/// Copies the console's frame.
impl From<&Frame> for Surface {
    fn from(frame: &Frame) -> Surface {
        Surface {
            width: Frame::WIDTH,
            height: Frame::HEIGHT,
            pixels: frame.pixels().to_vec(),
        }
    }
}

/// Omits the pixels.
impl fmt::Debug for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = format_args!("{}x{}", self.width, self.height);
        f.debug_tuple("Surface").field(&size).finish()
    }
}

/// Tools for writing and drawing on a surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen<'a> {
    tiles: &'a Tiles,
}

impl Renderer {
    /// Returns the tools for a surface.
    pub(super) const fn pen(&self) -> Pen<'_> {
        Pen { tiles: &self.tiles }
    }
}

impl Pen<'_> {
    /// Writes a line with the upper left pixel of its first letter at a position. The background between the letters
    /// is unchanged.
    pub(super) fn text(
        self,
        surface: &mut Surface,
        (mut x, y): (usize, usize),
        text: &str,
        face: Face,
        colour: u8,
    ) {
        for letter in text.chars() {
            match face {
                Face::Console => {
                    let colours = [BLACK, colour, colour, colour];
                    self.tile(surface, (x, y), character_tile(letter), colours);
                }
                Face::Text => {
                    let rows = text_face::glyph(letter).into_iter();
                    let rows = rows.flat_map(text_face::Glyph::rows);
                    let lit = |is_lit| if is_lit { Some(colour) } else { None };
                    surface.glyph((x, y), rows.map(|row| row.map(lit)));
                }
            }
            x += face.advance(letter);
        }
    }

    /// Writes a line in the console's capitals at twice their size.
    pub(super) fn large_text(
        self,
        surface: &mut Surface,
        (x, y): (usize, usize),
        text: &str,
        colour: u8,
    ) {
        for (x, letter) in (x..).step_by(16).zip(text.chars()) {
            let rows = self.tiles.tile(character_tile(letter)).rows();
            for (row, pixels) in rows.iter().enumerate() {
                for (column, _) in pixels.iter().enumerate().filter(|(_, pixel)| **pixel > 0) {
                    let dot = Area {
                        x: x + 2 * column,
                        y: y + 2 * row,
                        width: 2,
                        height: 2,
                    };
                    surface.rectangle(dot, colour);
                }
            }
        }
    }

    /// Draws a black box with the console's border. `area` is at least 16 pixels wide and high, in multiples of 8.
    pub(super) fn frame(self, surface: &mut Surface, area: Area) {
        let (columns, rows) = (area.width / 8, area.height / 8);
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
        {
            let place = (area.x + 8 * column, area.y + 8 * row);
            if let Some(tile) = box_tile((column, row), (columns, rows)) {
                self.tile(surface, place, tile, TEXT);
            }
        }
    }

    /// Draws a tile. Pixels of value 0 leave the frame unchanged.
    pub(super) fn tile(
        self,
        surface: &mut Surface,
        place: (usize, usize),
        tile: u8,
        colours: TileColours,
    ) {
        let colour = |value: u8| match value & 3 {
            0 => None,
            value => Some(colours[usize::from(value)]),
        };
        let rows = self.tiles.tile(tile).rows().iter();
        surface.glyph(place, rows.map(|row| row.map(colour)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(surface: &Surface) -> Vec<String> {
        let rows = surface.pixels().chunks(surface.width());
        let letter = |pixel: &u8| if *pixel == BLACK { '.' } else { '#' };
        rows.map(|row| row.iter().map(letter).collect()).collect()
    }

    #[test]
    fn letters_have_their_own_widths_and_end_at_the_edge() {
        let renderer = Renderer::new();
        let mut surface = Surface::new(12, 9, BLACK);
        let pen = renderer.pen();
        pen.text(&mut surface, (1, 0), "lag", Face::Text, 0x30);
        assert_eq!(
            drawn(&surface),
            [
                ".#..........",
                ".#..........",
                ".#...##...##",
                ".#.....#.#..",
                ".#...###.#..",
                ".#..#..#.#..",
                "..#..###..##",
                "............",
                "..........##",
            ]
        );
    }

    #[test]
    fn a_picture_is_magnified_and_cut_at_the_edge() {
        let mut small = Surface::new(2, 1, BLACK);
        small.rectangle(
            Area {
                x: 1,
                y: 0,
                width: 9,
                height: 9,
            },
            0x16,
        );
        let mut surface = Surface::new(6, 3, BLACK);
        surface.surface(&small, (3, 1), 2);
        assert_eq!(drawn(&surface), ["......", ".....#", ".....#"]);
    }

    #[test]
    fn the_consoles_picture_fills_an_area_pixel_by_pixel() {
        let renderer = Renderer::new();
        let mut frame = Frame::new();
        renderer.panel(&mut frame, 3, 3, 6, 6);
        let mut surface = Surface::new(600, 500, 0x16);
        let area = Area {
            x: 40,
            y: 10,
            width: 512,
            height: 480,
        };
        surface.frame_in(&frame, area);
        for (x, y) in (0..600).flat_map(|x| (0..500).map(move |y| (x, y))) {
            let expected = match area.contains(x, y) {
                true => frame.pixel((x - 40) / 2, (y - 10) / 2),
                false => 0x16,
            };
            assert_eq!(surface.pixel(x, y), expected, "{x} {y}");
        }
    }

    #[test]
    fn all_that_is_drawn_lies_in_one_area_and_what_is_empty_in_none() {
        let mut surface = Surface::new(90, 60, 0x21);
        let marks = [
            (3, 5, 40, 8),
            (80, 5, 10, 8),
            (0, 20, 1, 1),
            (10, 21, 2, 1),
            (7, 59, 9, 1),
        ];
        for (x, y, width, height) in marks {
            surface.rectangle(
                Area {
                    x,
                    y,
                    width,
                    height,
                },
                BLACK,
            );
        }
        let areas = surface.drawn(0x21);
        let places: Vec<_> = areas
            .iter()
            .map(|area| (area.x, area.y, area.width, area.height))
            .collect();
        assert_eq!(
            places,
            [(3, 5, 40, 8), (80, 5, 10, 8), (0, 20, 12, 2), (7, 59, 9, 1)]
        );
        for (x, y) in (0..90).flat_map(|x| (0..60).map(move |y| (x, y))) {
            let holders = areas.iter().filter(|area| area.contains(x, y)).count();
            let is_drawn = surface.pixel(x, y) != 0x21;
            assert!(holders <= 1 && (holders == 1 || !is_drawn), "{x} {y}");
        }
        assert_eq!(Surface::new(9, 9, BLACK).drawn(BLACK), []);
    }

    #[test]
    fn rectangles_meet_where_they_share_a_pixel() {
        let area = |x, y| Area {
            x,
            y,
            width: 4,
            height: 4,
        };
        assert!(area(0, 0).meets(&area(3, 3)) && !area(0, 0).meets(&area(4, 0)));
        assert!(area(2, 2).contains(5, 5) && !area(2, 2).contains(6, 5));
    }
}
