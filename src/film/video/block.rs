//! Macroblocks: squares of 16x16 pixels.

use super::colour::Components;

/// Square of 16x16 pixels: one brightness value for each pixel, and two colour differences for each 2x2 pixels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Brightness, 16x16 values, row by row.
    pub light: [u8; 256],
    /// Both colour differences, 8x8 values each, row by row.
    pub colours: [[u8; 64]; 2],
}

/// Division of a frame into blocks. A frame holds palette indexes, row by row.
#[derive(Clone, Copy)]
pub struct BlockGrid {
    /// Width and height of the frame before scaling.
    size: (usize, usize),
    scale: usize,
    /// Blocks in a row.
    pub columns: usize,
    /// Number of rows of blocks.
    pub rows: usize,
}

impl BlockGrid {
    /// Creates the grid for frames of this size in which each pixel becomes a square of `scale`.
    ///
    /// Blocks may extend past the right and bottom edges. There the pixels of the edge are repeated.
    pub const fn new(size: (usize, usize), scale: usize) -> BlockGrid {
        BlockGrid {
            size,
            scale,
            columns: (size.0 * scale).div_ceil(16),
            rows: (size.1 * scale).div_ceil(16),
        }
    }

    /// Returns the scaled width and height.
    pub const fn shown(&self) -> (usize, usize) {
        (self.size.0 * self.scale, self.size.1 * self.scale)
    }

    /// Returns the number of blocks.
    pub fn len(&self) -> usize {
        self.columns * self.rows
    }

    /// Returns the column and row of a block.
    pub fn place(&self, block: usize) -> (usize, usize) {
        (block % self.columns, block / self.columns)
    }

    /// Returns the first and the last frame column that blocks in column `place` cover. `count` is the number of
    /// columns in the frame. Works for rows, too.
    fn span(&self, place: usize, count: usize) -> (usize, usize) {
        let last = (place * 16 + 15) / self.scale;
        (place * 16 / self.scale, last.min(count - 1))
    }

    /// Returns `true` if two frames differ within a block.
    pub fn differs(&self, block: usize, before: &[u8], now: &[u8]) -> bool {
        let (column, row) = self.place(block);
        let (width, height) = self.size;
        let (left, right) = self.span(column, width);
        let (top, bottom) = self.span(row, height);
        (top..=bottom).any(|y| {
            let line = y * width + left..=y * width + right;
            before[line.clone()] != now[line]
        })
    }

    /// Returns the palette indexes of all pixels of a block, row by row.
    pub fn indexes(&self, block: usize, pixels: &[u8]) -> [u8; 256] {
        let (column, row) = self.place(block);
        let (width, height) = self.size;
        std::array::from_fn(|pixel| {
            let x = ((column * 16 + pixel % 16) / self.scale).min(width - 1);
            let y = ((row * 16 + pixel / 16) / self.scale).min(height - 1);
            pixels[y * width + x] & 0x3F
        })
    }
}

impl Block {
    /// Converts palette indexes to a block.
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

    /// Creates a grey block to be filled.
    pub fn grey() -> Block {
        Block {
            light: [128; 256],
            colours: [[128; 64]; 2],
        }
    }
}
