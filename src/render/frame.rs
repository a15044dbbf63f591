//! One video frame, as colour indexes.

use std::fmt;
use std::iter::repeat_n;

use super::palette::{BLACK, Palette, TileColours, dimmed};
use super::surface::Surface;
use super::tiles::Tile;

/// Number of pixels in a frame.
const PIXELS: usize = Frame::WIDTH * Frame::HEIGHT;

/// Frame of 256x240 NES colour indexes, each 0x00-0x3F, row by row from the top.
#[derive(PartialEq, Eq)]
pub struct Frame(Box<[u8; PIXELS]>);

/// Part of the frame, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rectangle {
    /// First column.
    pub(super) x: usize,
    /// First row.
    pub(super) y: usize,
    /// Number of columns.
    pub(super) width: usize,
    /// Number of rows.
    pub(super) height: usize,
}

impl Rectangle {
    /// The whole frame.
    pub(super) const WHOLE: Rectangle = Rectangle {
        x: 0,
        y: 0,
        width: Frame::WIDTH,
        height: Frame::HEIGHT,
    };
}

impl Frame {
    /// Width in pixels.
    pub const WIDTH: usize = 256;
    /// Height in pixels.
    pub const HEIGHT: usize = 240;
    /// Width in tiles of 8x8 pixels.
    pub const COLUMNS: usize = Frame::WIDTH / 8;
    /// Height in tiles of 8x8 pixels.
    pub const ROWS: usize = Frame::HEIGHT / 8;

    /// Returns a black frame.
    pub fn new() -> Frame {
        Frame(Box::new([BLACK; PIXELS]))
    }

    /// Returns the colour index at column `x` (0-255) and row `y` (0-239).
    ///
    /// # Panics
    ///
    /// If the position is outside the frame.
    pub fn pixel(&self, x: usize, y: usize) -> u8 {
        assert!(x < Frame::WIDTH, "column {x} is outside the frame");
        self.0[y * Frame::WIDTH + x]
    }

    /// Returns all colour indexes, row by row from the top.
    pub fn pixels(&self) -> &[u8; PIXELS] {
        &self.0
    }

    /// Writes the frame as red, green, blue, opaque: four bytes a pixel.
    ///
    /// # Panics
    ///
    /// If `out` does not hold exactly 256 x 240 x 4 bytes.
    pub fn to_rgba(&self, palette: &Palette, out: &mut [u8]) {
        assert_eq!(
            out.len(),
            PIXELS * 4,
            "a frame has 256x240 pixels of 4 bytes"
        );
        let table = palette.rgba_table();
        let (out, _) = out.as_chunks_mut::<4>();
        for (rgba, &index) in out.iter_mut().zip(self.0.iter()) {
            *rgba = table[usize::from(index & 0x3F)];
        }
    }

    /// Returns red, green and blue of each pixel as a square of `scale` x `scale`, row by row from the top.
    pub fn to_rgb(&self, palette: &Palette, scale: usize) -> Vec<[u8; 3]> {
        let rows = self.0.chunks_exact(Frame::WIDTH);
        rows.flat_map(|row| repeat_n(row, scale))
            .flatten()
            .flat_map(|&index| repeat_n(palette.rgb(index), scale))
            .collect()
    }

    /// Fills the whole frame with one colour.
    pub fn fill(&mut self, colour: u8) {
        self.0.fill(colour);
    }

    /// Draws all 64 pixels of a tile with its upper left corner at (`x`, `y`).
    ///
    /// The position must be inside the frame: `x` up to 248, `y` up to 232.
    pub(super) fn tile(&mut self, x: usize, y: usize, tile: &Tile, colours: TileColours) {
        for (line, values) in self.lines(y).zip(tile.rows()) {
            for (pixel, &value) in line[x..x + 8].iter_mut().zip(values) {
                *pixel = colours[usize::from(value & 3)];
            }
        }
    }

    /// Draws a tile like [`Frame::tile`], but leaves pixels of value 0 unchanged.
    pub(super) fn sprite(&mut self, x: usize, y: usize, tile: &Tile, colours: TileColours) {
        for (line, values) in self.lines(y).zip(tile.rows()) {
            for (pixel, &value) in line[x..x + 8].iter_mut().zip(values) {
                if value != 0 {
                    *pixel = colours[usize::from(value & 3)];
                }
            }
        }
    }

    /// Copies a part of another frame, with its upper left corner at (`x`, `y`).
    pub(super) fn copy(&mut self, picture: &Frame, part: Rectangle, (x, y): (usize, usize)) {
        for row in 0..part.height {
            let from = (part.y + row) * Frame::WIDTH + part.x;
            let to = (y + row) * Frame::WIDTH + x;
            self.0[to..to + part.width].copy_from_slice(&picture.0[from..from + part.width]);
        }
    }

    /// Fills the part of a rectangle that is inside the frame.
    pub(super) fn rectangle(&mut self, place: Rectangle, colour: u8) {
        self.change(place, |_| colour);
    }

    /// Fills the black pixels of a rectangle: a block behind text.
    pub(super) fn block_behind(&mut self, place: Rectangle, colour: u8) {
        self.recolour(place, BLACK, colour);
    }

    /// Replaces one colour by another in a rectangle.
    pub(super) fn recolour(&mut self, place: Rectangle, from: u8, to: u8) {
        self.change(place, |pixel| if pixel == from { to } else { pixel });
    }

    /// Dots every second black pixel of a rectangle, like a chessboard.
    pub(super) fn dots(&mut self, place: Rectangle, colour: u8) {
        for (row, line) in self.lines(place.y).take(place.height).enumerate() {
            let pixels = line[place.x..place.x + place.width].iter_mut();
            for pixel in pixels.skip(row % 2).step_by(2) {
                if *pixel == BLACK {
                    *pixel = colour;
                }
            }
        }
    }

    /// Draws `picture`, reduced in size, with its upper left corner at (`x`, `y`). Keeps one of each `shrink` x
    /// `shrink` pixels. With 4, a cell of a playfield becomes 2x2 pixels. Pixels outside this frame are skipped.
    ///
    /// # Panics
    ///
    /// If `shrink` is 0.
    pub fn miniature(&mut self, picture: &Frame, place: (usize, usize), shrink: usize) {
        self.miniature_of(picture, Rectangle::WHOLE, place, shrink);
    }

    /// Draws a part of `picture`, reduced in size, see [`Frame::miniature`].
    pub(super) fn miniature_of(
        &mut self,
        picture: &Frame,
        part: Rectangle,
        (x, y): (usize, usize),
        shrink: usize,
    ) {
        let (width, height) = (part.width / shrink, part.height / shrink);
        let shown = width.min(Frame::WIDTH.saturating_sub(x));
        let lines = self.lines(y.min(Frame::HEIGHT)).take(height);
        for (row, line) in lines.enumerate() {
            for (column, pixel) in line[x.min(Frame::WIDTH)..][..shown].iter_mut().enumerate() {
                let middle = |index: usize| index * shrink + shrink / 2;
                *pixel = picture.pixel(part.x + middle(column), part.y + middle(row));
            }
        }
    }

    /// Draws a surface with its upper left corner at (`x`, `y`). Pixels outside this frame are skipped.
    pub(super) fn surface(&mut self, picture: &Surface, (x, y): (usize, usize)) {
        let rows = picture.pixels().chunks_exact(picture.width().max(1));
        let left = x.min(Frame::WIDTH);
        for (line, row) in self.lines(y.min(Frame::HEIGHT)).zip(rows) {
            for (pixel, colour) in line[left..].iter_mut().zip(row) {
                *pixel = *colour;
            }
        }
    }

    /// Darkens every colour.
    pub(super) fn dim(&mut self) {
        for pixel in self.0.iter_mut() {
            *pixel = dimmed(*pixel);
        }
    }

    /// Copies all rows from `y` down from another frame.
    pub(super) fn copy_rows(&mut self, y: usize, source: &Frame) {
        let first = y * Frame::WIDTH;
        self.0[first..].copy_from_slice(&source.0[first..]);
    }

    /// Changes each pixel of the part of a rectangle that is inside the frame.
    fn change(&mut self, place: Rectangle, change: impl Fn(u8) -> u8) {
        let end = (place.x + place.width).min(Frame::WIDTH);
        for line in self.lines(place.y.min(Frame::HEIGHT)).take(place.height) {
            for pixel in &mut line[place.x.min(end)..end] {
                *pixel = change(*pixel);
            }
        }
    }

    /// Iterates over the lines of pixels from row `y` down.
    pub(super) fn lines(&mut self, y: usize) -> impl Iterator<Item = &mut [u8]> {
        self.0[y * Frame::WIDTH..].chunks_exact_mut(Frame::WIDTH)
    }
}

impl Default for Frame {
    fn default() -> Frame {
        Frame::new()
    }
}

impl Clone for Frame {
    fn clone(&self) -> Frame {
        Frame(self.0.clone())
    }

    /// Copies the pixels without a new allocation.
    fn clone_from(&mut self, source: &Frame) {
        self.0.copy_from_slice(source.pixels());
    }
}

/// Omits the 61,440 pixels.
impl fmt::Debug for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frame").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Renderer;
    use super::*;

    #[test]
    fn a_miniature_is_cut_at_the_frames_edge() {
        let mut picture = Frame::new();
        let right = Rectangle {
            x: 128,
            y: 0,
            width: 128,
            height: 240,
        };
        picture.rectangle(right, 0x16);
        for (place, shrink) in [((0, 0), 1), ((10, 20), 4), ((230, 230), 4), ((300, 300), 3)] {
            let mut frame = Frame::new();
            frame.miniature(&picture, place, shrink);
            let (x, y) = (place.0 + 128 / shrink, place.1);
            let is_inside = x < Frame::WIDTH && y < Frame::HEIGHT;
            let red = frame
                .pixels()
                .iter()
                .filter(|&&pixel| pixel == 0x16)
                .count();
            assert_eq!(red > 0, is_inside, "{place:?}");
            if is_inside {
                assert_eq!((frame.pixel(x - 1, y), frame.pixel(x, y)), (BLACK, 0x16));
            }
        }
    }

    #[test]
    fn every_pixel_becomes_a_square_of_its_colour() {
        let renderer = Renderer::new();
        let mut frame = Frame::new();
        renderer.text(&mut frame, 0, 0, "I", [0x0F, 0, 0, 0x16]);
        let picture = frame.to_rgb(renderer.palette(), 3);
        assert_eq!(picture.len(), 768 * 720);
        for (place, rgb) in picture.iter().enumerate().step_by(7) {
            let index = frame.pixel(place % 768 / 3, place / 768 / 3);
            assert_eq!(*rgb, renderer.palette().rgb(index));
        }
    }

    #[test]
    fn rgba_bytes_agree_with_the_picture() {
        let renderer = Renderer::new();
        let mut frame = Frame::new();
        renderer.panel(&mut frame, 3, 3, 6, 6);
        let mut bytes = vec![0; PIXELS * 4];
        frame.to_rgba(renderer.palette(), &mut bytes);
        let picture = frame.to_rgb(renderer.palette(), 1);
        for (bytes, rgb) in bytes.chunks(4).zip(picture) {
            assert_eq!(bytes, [rgb[0], rgb[1], rgb[2], 0xFF]);
        }
    }
}
