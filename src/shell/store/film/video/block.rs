//! Macroblocks: 16x16 pixels of a film.

use super::colour::Components;

/// A square of 16x16 pixels: brightness for each, colours for each square of 2x2.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// 16x16 values, row by row.
    pub light: [u8; 256],
    /// Both differences, 8x8 values each, row by row.
    pub colours: [[u8; 64]; 2],
}

/// Width of a console's picture.
pub const WIDTH: usize = 256;
/// Height of a console's picture.
pub const HEIGHT: usize = 240;
/// A console's picture: indexes of colours, row by row.
pub type Pixels = [u8; WIDTH * HEIGHT];

/// How the console's pixels lie in the blocks of a film.
#[derive(Clone, Copy)]
pub struct Grid {
    scale: usize,
    /// Blocks in a row.
    pub columns: usize,
    /// Rows of blocks.
    pub rows: usize,
}

impl Grid {
    /// The grid of a film in which each pixel is a square of `scale`.
    pub fn new(scale: usize) -> Grid {
        Grid {
            scale,
            columns: WIDTH * scale / 16,
            rows: HEIGHT * scale / 16,
        }
    }

    /// Number of blocks.
    pub fn len(&self) -> usize {
        self.columns * self.rows
    }

    /// Column and row of a block.
    pub fn place(&self, block: usize) -> (usize, usize) {
        (block % self.columns, block / self.columns)
    }

    /// First and last of the console's columns, or rows, that a block has a part of.
    fn span(&self, place: usize) -> (usize, usize) {
        (place * 16 / self.scale, (place * 16 + 15) / self.scale)
    }

    /// Whether two pictures differ in a block.
    pub fn differs(&self, block: usize, before: &Pixels, now: &Pixels) -> bool {
        let (column, row) = self.place(block);
        let ((left, right), (top, bottom)) = (self.span(column), self.span(row));
        (top..=bottom).any(|y| {
            let line = y * WIDTH + left..=y * WIDTH + right;
            before[line.clone()] != now[line]
        })
    }

    /// The indexes of all pixels of a block, row by row.
    pub fn indexes(&self, block: usize, pixels: &Pixels) -> [u8; 256] {
        let (column, row) = self.place(block);
        std::array::from_fn(|pixel| {
            let x = (column * 16 + pixel % 16) / self.scale;
            let y = (row * 16 + pixel / 16) / self.scale;
            pixels[y * WIDTH + x] & 0x3F
        })
    }
}

impl Block {
    /// A block of those colours.
    pub fn new(indexes: &[u8; 256], colours: &[Components; 64]) -> Block {
        let of = |pixel: usize| colours[usize::from(indexes[pixel] & 0x3F)];
        let mixed = |part: usize| {
            std::array::from_fn(|place| {
                let pixel = place / 8 * 32 + place % 8 * 2;
                let four = [pixel, pixel + 1, pixel + 16, pixel + 17];
                let sum: u32 = four.iter().map(|&pixel| u32::from(of(pixel)[part])).sum();
                ((sum + 2) / 4) as u8
            })
        };
        Block {
            light: std::array::from_fn(|pixel| of(pixel)[0]),
            colours: [mixed(1), mixed(2)],
        }
    }

    /// A grey block, to be filled.
    pub fn grey() -> Block {
        Block {
            light: [128; 256],
            colours: [[128; 64]; 2],
        }
    }
}
