//! Transform of 4x4 samples and its quantization.

/// Quantization parameter: 0 is the finest, 51 the coarsest.
///
/// At 16, a frame differs from the original by less than the rounding of its colours. Up to 29, colour differences have
/// the same step as brightness.
pub const COARSENESS: usize = 16;

/// Samples or levels of a 4x4 block, row by row.
pub type Block4x4 = [i32; 16];

/// For each level in stream order: its position in the block.
pub const ZIGZAG: [usize; 16] = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15];

/// Quantization factors, by the remainder of the parameter divided by 6. The three factors of a row are for positions
/// with even row and column, with odd row and column, and for all others.
const FACTORS: [[i32; 3]; 6] = [
    [13107, 5243, 8066],
    [11916, 4660, 7490],
    [10082, 4194, 6554],
    [9362, 3647, 5825],
    [8192, 3355, 5243],
    [7282, 2893, 4559],
];
/// Dequantization factors, laid out like [`FACTORS`].
const STEPS: [[i32; 3]; 6] = [
    [10, 16, 13],
    [11, 18, 14],
    [13, 20, 16],
    [14, 23, 18],
    [16, 25, 20],
    [18, 29, 23],
];
const SHIFT: usize = COARSENESS / 6;

const fn kind(place: usize) -> usize {
    match (place / 4 % 2, place % 2) {
        (0, 0) => 0,
        (1, 1) => 1,
        _ => 2,
    }
}

/// Applies `one` to each row, then to each column.
fn rows_and_columns(square: &mut Block4x4, one: impl Fn([i32; 4]) -> [i32; 4]) {
    for (start, step) in [0, 4, 8, 12]
        .map(|row| (row, 1))
        .into_iter()
        .chain([0, 1, 2, 3].map(|column| (column, 4)))
    {
        let places = [start, start + step, start + 2 * step, start + 3 * step];
        let done = one(places.map(|place| square[place]));
        for (place, value) in places.into_iter().zip(done) {
            square[place] = value;
        }
    }
}

/// Transforms a block, without quantization.
pub fn forward(square: &mut Block4x4) {
    rows_and_columns(square, |[a, b, c, d]| {
        let (outer, inner) = (a + d, b + c);
        let (far, near) = (a - d, b - c);
        [outer + inner, 2 * far + near, outer - inner, far - 2 * near]
    });
}

/// Inverts the transform. The input must come from [`unlevelled`].
pub fn inverse(square: &mut Block4x4) {
    rows_and_columns(square, |[a, b, c, d]| {
        let (even, odd) = ([a + c, a - c], [(b >> 1) - d, b + (d >> 1)]);
        [
            even[0] + odd[1],
            even[1] + odd[0],
            even[1] - odd[0],
            even[0] - odd[1],
        ]
    });
    for value in square {
        *value = (*value + 32) >> 6;
    }
}

fn level(value: i32, factor: i32, extra: usize) -> i32 {
    let bits = 15 + SHIFT + extra;
    // Add a third of a step before rounding down, instead of half, so that small values become zero.
    let level = ((i64::from(value.abs()) * i64::from(factor) + (1 << bits) / 3) >> bits) as i32;
    level * value.signum()
}

/// Quantizes a transformed block.
pub fn levels(square: &mut Block4x4) {
    for (place, value) in square.iter_mut().enumerate() {
        *value = level(*value, FACTORS[COARSENESS % 6][kind(place)], 0);
    }
}

/// Dequantizes a block.
pub fn unlevelled(square: &mut Block4x4) {
    for (place, value) in square.iter_mut().enumerate() {
        *value = (*value * STEPS[COARSENESS % 6][kind(place)]) << SHIFT;
    }
}

/// Returns the sums and differences of the DC values of four colour blocks.
fn sums([a, b, c, d]: [i32; 4]) -> [i32; 4] {
    [a + b + c + d, a - b + c - d, a + b - c - d, a - b - c + d]
}

/// Quantizes the DC values of four colour blocks.
pub fn first_levels(firsts: [i32; 4]) -> [i32; 4] {
    sums(firsts).map(|value| level(value, FACTORS[COARSENESS % 6][0], 1))
}

/// Dequantizes the DC values of four colour blocks.
pub fn first_unlevelled(levels: [i32; 4]) -> [i32; 4] {
    sums(levels).map(|value| ((value * STEPS[COARSENESS % 6][0]) << SHIFT) >> 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_come_back_nearly_as_they_were() {
        let mut seed = 1_u32;
        for _ in 0..1000 {
            let samples: Block4x4 = std::array::from_fn(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 24) as i32 - 128
            });
            let mut square = samples;
            forward(&mut square);
            levels(&mut square);
            unlevelled(&mut square);
            inverse(&mut square);
            for (before, after) in samples.into_iter().zip(square) {
                assert!((before - after).abs() <= 8, "{before} {after}");
            }
        }
    }

    #[test]
    fn an_even_block_has_one_level() {
        let mut square = [100; 16];
        forward(&mut square);
        assert_eq!(square[0], 1600);
        assert!(square[1..].iter().all(|&value| value == 0));
    }
}
