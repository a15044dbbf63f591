//! Headers of an H.264 film and its frames.

use super::bits::BitWriter;
use super::block::BlockGrid;
use super::colour::{MATRIX, PRIMARIES, TRANSFER};
use super::transform::COARSENESS;

/// Maximum number of reference frames.
pub const PICTURES: usize = 8;
/// Modulus of the frame numbers in the stream.
const NUMBERS: u32 = 8;
/// Modulus of the display order counter in the stream.
const ORDERS: u32 = 16;

/// Frame rate as a fraction: `pictures` frames take `seconds` seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameRate {
    /// Numerator: number of frames.
    pub pictures: u32,
    /// Denominator: time in seconds that `pictures` frames take.
    pub seconds: u32,
}

/// Levels of the standard, each with its number in the stream and its limits: blocks in a frame, blocks per second,
/// blocks in all reference frames.
///
/// Source: ITU-T H.264, table A-1. Below level 3.1 copies cannot reach far enough.
const LEVELS: [(u8, u64, u64, u64); 9] = [
    (31, 3_600, 108_000, 18_000),
    (32, 5_120, 216_000, 20_480),
    (40, 8_192, 245_760, 32_768),
    (42, 8_704, 522_240, 34_816),
    (50, 22_080, 589_824, 110_400),
    (51, 36_864, 983_040, 184_320),
    (52, 36_864, 2_073_600, 184_320),
    (60, 139_264, 4_177_920, 696_320),
    (62, 139_264, 16_711_680, 696_320),
];

/// Returns the lowest level that suffices for a film.
pub fn level(grid: &BlockGrid, rate: FrameRate) -> u8 {
    let blocks = grid.len() as u64;
    let fits = |&&(_, picture, second, kept): &&(u8, u64, u64, u64)| {
        blocks <= picture
            && blocks * u64::from(rate.pictures) <= second * u64::from(rate.seconds)
            && blocks * PICTURES as u64 <= kept
    };
    LEVELS.iter().find(fits).map_or(62, |level| level.0)
}

/// Returns the sequence parameter set: sizes, colours and rate of the whole film.
pub fn film(grid: &BlockGrid, rate: FrameRate) -> Vec<u8> {
    let mut bits = BitWriter::new();
    // The profile is Constrained Baseline, which every player supports.
    bits.put(66, 8);
    bits.put(0b1100_0000, 8);
    bits.put(u32::from(level(grid, rate)), 8);
    bits.unsigned(0);
    bits.unsigned(NUMBERS - 4);
    bits.unsigned(0);
    bits.unsigned(ORDERS - 4);
    bits.unsigned(PICTURES as u32);
    bits.flag(false);
    bits.unsigned(grid.columns as u32 - 1);
    bits.unsigned(grid.rows as u32 - 1);
    // Frames are progressive, not interlaced.
    bits.flag(true);
    bits.flag(true);
    // Crop the parts of blocks that extend past the frame, in pairs of pixels: left, right, top, bottom.
    let (width, height) = grid.shown();
    let over = [grid.columns * 16 - width, grid.rows * 16 - height];
    bits.flag(over != [0; 2]);
    if over != [0; 2] {
        for pixels in over {
            bits.unsigned(0);
            bits.unsigned(pixels as u32 / 2);
        }
    }
    bits.flag(true);
    usability(&mut bits, rate);
    bits.into_unit(0x67)
}

fn usability(bits: &mut BitWriter, rate: FrameRate) {
    // Pixels are square.
    bits.flag(true);
    bits.put(1, 8);
    bits.flag(false);
    // A colour description follows, with limited range.
    bits.flag(true);
    bits.put(5, 3);
    bits.flag(false);
    bits.flag(true);
    for code in [PRIMARIES, TRANSFER, MATRIX] {
        bits.put(u32::from(code), 8);
    }
    bits.flag(false);
    // The frame rate follows, counted in fields. It is constant.
    bits.flag(true);
    bits.put(rate.seconds, 32);
    bits.put(rate.pictures * 2, 32);
    bits.flag(true);
    bits.flag(false);
    bits.flag(false);
    bits.flag(false);
    // Frames arrive in display order, so a player never waits for a later one.
    bits.flag(true);
    bits.flag(true);
    bits.unsigned(0);
    bits.unsigned(0);
    bits.unsigned(16);
    bits.unsigned(16);
    bits.unsigned(0);
    bits.unsigned(PICTURES as u32);
}

/// Returns the picture parameter set, common to all frames.
pub fn pictures() -> Vec<u8> {
    let mut bits = BitWriter::new();
    bits.unsigned(0);
    bits.unsigned(0);
    bits.flag(false);
    bits.flag(false);
    bits.unsigned(0);
    bits.unsigned(PICTURES as u32 - 1);
    bits.unsigned(0);
    bits.flag(false);
    bits.put(0, 2);
    bits.signed(COARSENESS as i32 - 26);
    bits.signed(0);
    bits.signed(0);
    // Frames may switch the deblocking filter off.
    bits.flag(true);
    bits.flag(false);
    bits.flag(false);
    bits.into_unit(0x68)
}

/// Position of a frame in the stream.
#[derive(Clone, Copy)]
pub struct FrameHeader {
    /// Number of the key frame, or `None` for any other frame.
    pub part: Option<u32>,
    /// True for a reference frame, from which later frames copy.
    pub is_kept: bool,
    /// Number of reference frames since the last key frame.
    pub number: u32,
    /// Number of frames since the last key frame.
    pub order: u32,
}

impl FrameHeader {
    /// Returns the header byte of the frame's unit.
    pub fn header(&self) -> u8 {
        match (self.part, self.is_kept) {
            (Some(_), _) => 0x65,
            (None, true) => 0x41,
            (None, false) => 0x01,
        }
    }

    /// Returns the bits of the frame that come before its blocks.
    pub fn begin(&self) -> BitWriter {
        let mut bits = BitWriter::new();
        bits.unsigned(0);
        bits.unsigned(if self.part.is_some() { 7 } else { 5 });
        bits.unsigned(0);
        bits.put(self.number, NUMBERS);
        if let Some(part) = self.part {
            bits.unsigned(part % 2);
        }
        bits.put(self.order * 2, ORDERS);
        if self.part.is_none() {
            bits.flag(true);
            bits.unsigned(self.number.clamp(1, PICTURES as u32) - 1);
            bits.flag(false);
        }
        if self.part.is_some() {
            bits.put(0, 2);
        } else if self.is_kept {
            bits.flag(false);
        }
        bits.signed(0);
        // The deblocking filter is off.
        bits.unsigned(1);
        bits
    }
}
