//! Coding of a block's levels (CAVLC).

use super::bits::BitWriter;
use super::codes::{
    BEFORE, COLOUR_COUNT, COLOUR_ZEROS, COUNT_BITS, COUNT_LENGTHS, Code, ZEROS_BITS, ZEROS_LENGTHS,
};

/// Context that selects a block's code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CodeContext {
    /// Mean number of levels in the blocks to the left and above.
    Levels(u8),
    /// DC values of four colour blocks, which have their own code.
    Colour,
}

/// Adds the levels of a block, in stream order. Returns the number of levels that are not zero.
pub fn put(bits: &mut BitWriter, levels: &[i32], near: CodeContext) -> u8 {
    // Levels from last to first, the order in which they are coded, each with the number of zeros before it.
    let mut found = [(0, 0); 16];
    let mut count = 0;
    for &level in levels {
        match level {
            0 => found[count].1 += 1,
            _ => {
                found[count].0 = level;
                count = (count + 1).min(16);
                if count < 16 {
                    found[count] = (0, 0);
                }
            }
        }
    }
    let found = &mut found[..count];
    found.reverse();
    let ones = found
        .iter()
        .take(3)
        .take_while(|(level, _)| level.abs() == 1)
        .count();
    put_count(bits, count, ones, near);
    if count == 0 {
        return 0;
    }
    for (level, _) in &found[..ones] {
        bits.flag(*level < 0);
    }
    put_levels(bits, found, ones);
    let zeros: usize = found.iter().map(|(_, zeros)| zeros).sum();
    if count < levels.len() {
        match near {
            CodeContext::Colour => COLOUR_ZEROS[count - 1][zeros].put(bits),
            CodeContext::Levels(_) => bits.put(
                u32::from(ZEROS_BITS[count - 1][zeros]),
                u32::from(ZEROS_LENGTHS[count - 1][zeros]),
            ),
        }
    }
    let mut left = zeros;
    for (_, zeros) in &found[..count - 1] {
        if left == 0 {
            break;
        }
        BEFORE[left.min(7) - 1][*zeros].put(bits);
        left -= zeros;
    }
    count as u8
}

/// Writes the number of levels and of trailing ones: final levels that are 1 or -1.
fn put_count(bits: &mut BitWriter, count: usize, ones: usize, near: CodeContext) {
    let place = count * 4 + ones;
    let table = match near {
        CodeContext::Colour => return COLOUR_COUNT[place].put(bits),
        CodeContext::Levels(0..=1) => 0,
        CodeContext::Levels(2..=3) => 1,
        CodeContext::Levels(4..=7) => 2,
        CodeContext::Levels(_) => 3,
    };
    bits.put(
        u32::from(COUNT_BITS[table][place]),
        u32::from(COUNT_LENGTHS[table][place]),
    );
}

/// Writes the levels that come before the trailing ones. The code adapts to the levels already written.
fn put_levels(bits: &mut BitWriter, found: &[(i32, usize)], ones: usize) {
    let mut suffix = u32::from(found.len() > 10 && ones < 3);
    for (place, &(level, _)) in found.iter().enumerate().skip(ones) {
        let mut code = level.unsigned_abs() * 2 - 2 + u32::from(level < 0);
        // A 1 or -1 cannot occur here, because it would be a trailing one.
        if place == ones && ones < 3 {
            code -= 2;
        }
        match (suffix, code) {
            (0, 0..14) => bits.put(1, code + 1),
            (0, 14..30) => {
                bits.put(1, 15);
                bits.put(code - 14, 4);
            }
            (0, _) => {
                bits.put(1, 16);
                bits.put(code - 30, 12);
            }
            _ if code < 15 << suffix => {
                bits.put(1, (code >> suffix) + 1);
                bits.put(code, suffix);
            }
            _ => {
                bits.put(1, 16);
                bits.put(code - (15 << suffix), 12);
            }
        }
        suffix = suffix.max(1);
        if level.unsigned_abs() > 3 << (suffix - 1) && suffix < 6 {
            suffix += 1;
        }
    }
}

impl Code {
    fn put(self, bits: &mut BitWriter) {
        let Code(value, length) = self;
        bits.put(u32::from(value), u32::from(length));
    }
}
