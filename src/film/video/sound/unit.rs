//! Unit of AAC: the strengths of its frequencies, quantized band by band.

use super::super::bits::BitWriter;
use super::books::{BOOK_2, BOOK_4, BOOK_6, BOOK_8, BOOK_10, BOOK_11, STEPS};
use super::spectrum::FREQUENCIES;

/// Boundaries of the bands at 48 kHz.
///
/// Source: ISO/IEC 14496-3, table 4.129.
#[rustfmt::skip]
const BANDS: [usize; 50] = [
    0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72, 80, 88, 96, 108, 120, 132, 144, 160,
    176, 196, 216, 240, 264, 292, 320, 352, 384, 416, 448, 480, 512, 544, 576, 608, 640, 672, 704,
    736, 768, 800, 832, 864, 896, 928, 1024,
];
/// Number of bands that are written. They reach up to 19.5 kHz.
const WRITTEN: usize = 45;
/// Finest quantization step. A player's rounding of samples hides anything finer.
const FINEST: i32 = 124;
/// Upper limit of the levels. Larger levels would allow finer steps, which nobody hears.
const LARGEST: f32 = 4000.0;
/// Coarsest quantization step.
const COARSEST: i32 = 255;
/// Logarithm to base 2 of the factor by which one step divides levels. AAC scales strengths by 2^(1/4) per step, and
/// levels are strengths to the power of 3/4, so the factor is 2^(3/16).
const EXPONENT: f32 = 0.1875;
/// Maximum size of a unit in bits. It corresponds to 128,000 bits per second.
const BITS_MAX: usize = 2730;
/// Number of bits of a section's header.
const SECTION: usize = 9;

/// Code book: its number, the number of levels in a code, and the largest level.
struct CodeBook {
    number: u32,
    levels: usize,
    largest: i32,
    has_signs: bool,
    codes: &'static [u16],
}

const fn book(
    number: u32,
    levels: usize,
    largest: i32,
    has_signs: bool,
    codes: &'static [u16],
) -> CodeBook {
    CodeBook {
        number,
        levels,
        largest,
        has_signs,
        codes,
    }
}

/// Code books. The first one is for silent bands.
const BOOKS: [CodeBook; 7] = [
    book(0, 4, 0, false, &[1]),
    book(2, 4, 1, true, &BOOK_2),
    book(4, 4, 2, false, &BOOK_4),
    book(6, 2, 4, true, &BOOK_6),
    book(8, 2, 7, false, &BOOK_8),
    book(10, 2, 12, false, &BOOK_10),
    book(11, 2, 8191, false, &BOOK_11),
];
/// Escape value of the last book: this level or a larger one.
const LARGE: i32 = 16;

impl CodeBook {
    /// Returns the code of some levels, with a leading 1.
    fn code(&self, levels: &[i32]) -> u32 {
        let largest = self.largest.min(LARGE);
        let (least, count) = if self.has_signs {
            (-largest, 2 * largest + 1)
        } else {
            (0, largest + 1)
        };
        let place = levels.iter().fold(0, |place, &level| {
            let level = if self.has_signs {
                level
            } else {
                level.abs().min(LARGE)
            };
            place * count + level - least
        });
        u32::from(self.codes[place as usize])
    }

    /// Returns the number of bits that the levels of a band take.
    fn cost(&self, levels: &[i32]) -> usize {
        let extra = |&level: &i32| match level.unsigned_abs() {
            0 => 0,
            _ if self.has_signs => 0,
            size if self.number == 11 && size >= 16 => 2 * size.ilog2() as usize - 2,
            _ => 1,
        };
        let codes = levels
            .chunks(self.levels)
            .map(|levels| self.code(levels).ilog2() as usize);
        codes.sum::<usize>() + levels.iter().map(extra).sum::<usize>()
    }

    fn put(&self, bits: &mut BitWriter, levels: &[i32]) {
        for levels in levels.chunks(self.levels) {
            put_code(bits, self.code(levels));
            if self.has_signs {
                continue;
            }
            for &level in levels.iter().filter(|&&level| level != 0) {
                bits.flag(level < 0);
            }
            for size in levels.iter().map(|level| level.unsigned_abs()) {
                if self.number == 11 && size >= 16 {
                    let length = size.ilog2();
                    for _ in 4..length {
                        bits.flag(true);
                    }
                    bits.flag(false);
                    bits.put(size, length);
                }
            }
        }
    }
}

/// Adds a code that is stored with a leading 1.
fn put_code(bits: &mut BitWriter, code: u32) {
    bits.put(code, code.ilog2());
}

/// Quantized levels of all bands, and their coding.
struct Levels {
    levels: [i32; FREQUENCIES],
    /// Quantization step of each band.
    steps: [i32; WRITTEN],
    /// Index of the codebook of each band.
    books: [usize; WRITTEN],
    /// Estimated size in bits.
    bits: usize,
}

/// Encodes a unit from frequency strengths. The samples range from -32,768 to 32,767.
pub fn unit(strengths: &[f32; FREQUENCIES]) -> Vec<u8> {
    let powers = strengths.map(|strength| strength.abs().powf(0.75));
    // A loud band hides more noise than a quiet one, but less than in proportion to its loudness. So louder bands get
    // coarser steps.
    let coarser: [i32; WRITTEN] = std::array::from_fn(|band| {
        let part = &strengths[BANDS[band]..BANDS[band + 1]];
        let energy =
            part.iter().map(|strength| strength * strength).sum::<f32>() / part.len() as f32;
        (energy + 1.0).log2().round() as i32
    });
    let (mut low, mut high) = (FINEST - 60, COARSEST);
    while low < high {
        let middle = low + (high - low).div_euclid(2);
        match Levels::new(strengths, &powers, &coarser, middle).bits <= BITS_MAX {
            true => high = middle,
            false => low = middle + 1,
        }
    }
    Levels::new(strengths, &powers, &coarser, low).written()
}

impl Levels {
    /// Quantizes the strengths with this step. `coarser` raises the step of each band.
    fn new(
        strengths: &[f32; FREQUENCIES],
        powers: &[f32; FREQUENCIES],
        coarser: &[i32; WRITTEN],
        step: i32,
    ) -> Levels {
        let mut levels = [0; FREQUENCIES];
        let mut costs = [[0; BOOKS.len()]; WRITTEN];
        let steps: [i32; WRITTEN] = std::array::from_fn(|band| {
            let places = BANDS[band]..BANDS[band + 1];
            let loudest = powers[places.clone()].iter().copied().fold(1.0, f32::max);
            let needed = 100 + ((loudest / LARGEST).log2() / EXPONENT).ceil() as i32;
            let step = (step + coarser[band]).clamp(FINEST.max(needed), COARSEST);
            let factor = (EXPONENT * (100 - step) as f32).exp2();
            let mut largest = 0;
            for place in places.clone() {
                let level = ((powers[place] * factor + 0.4054) as i32).min(8191);
                largest = largest.max(level);
                levels[place] = if strengths[place] < 0.0 {
                    -level
                } else {
                    level
                };
            }
            for (cost, book) in costs[band].iter_mut().zip(&BOOKS) {
                *cost = match largest <= book.largest {
                    true if book.number == 0 => 0,
                    // Changing the step takes bits, too.
                    true => 4 + book.cost(&levels[places.clone()]),
                    false => usize::MAX / 4,
                };
            }
            step
        });
        let (books, bits) = cheapest(&costs);
        Levels {
            levels,
            steps,
            books,
            bits,
        }
    }

    /// Returns the unit's bytes.
    fn written(&self) -> Vec<u8> {
        let is_heard = |band: &usize| self.books[*band] > 0;
        let count = (0..WRITTEN).rfind(is_heard).map_or(0, |last| last + 1);
        let mut before = (0..count)
            .find(is_heard)
            .map_or(100, |band| self.steps[band]);
        let mut bits = BitWriter::new();
        // Write one channel with number 0, then its loudness, then the kind of window: long and shaped like a sine.
        bits.put(0, 7);
        bits.put(before as u32, 8);
        bits.put(0, 4);
        bits.put(count as u32, 6);
        bits.flag(false);
        for bands in self.books[..count].chunk_by(|one, other| one == other) {
            bits.put(BOOKS[bands[0]].number, 4);
            let mut length = bands.len() as u32;
            while length >= 31 {
                bits.put(31, 5);
                length -= 31;
            }
            bits.put(length, 5);
        }
        for band in (0..count).filter(is_heard) {
            put_code(
                &mut bits,
                STEPS[(self.steps[band] - before + 60).clamp(0, 120) as usize],
            );
            before = self.steps[band];
        }
        bits.put(0, 3);
        for band in (0..count).filter(is_heard) {
            BOOKS[self.books[band]].put(&mut bits, &self.levels[BANDS[band]..BANDS[band + 1]]);
        }
        bits.put(7, 3);
        bits.into_bytes()
    }
}

/// Returns the books that take the fewest bits, and that number of bits.
fn cheapest(costs: &[[usize; BOOKS.len()]; WRITTEN]) -> ([usize; WRITTEN], usize) {
    // For each band and book: the bits so far, and the book of the previous band that leads to them.
    let mut sums = [0; BOOKS.len()];
    let mut ways = [[0; BOOKS.len()]; WRITTEN];
    for (costs, ways) in costs.iter().zip(&mut ways) {
        let (best, least) = least(&sums);
        for book in 0..BOOKS.len() {
            let stays = sums[book] <= least + SECTION;
            ways[book] = if stays { book } else { best };
            sums[book] = costs[book] + if stays { sums[book] } else { least + SECTION };
        }
    }
    let (mut book, bits) = least(&sums);
    let mut books = [0; WRITTEN];
    for band in (0..WRITTEN).rev() {
        books[band] = book;
        book = ways[band][book];
    }
    // Number of bits in the fields around the levels, with an allowance for changes of the step.
    const AROUND: usize = 60;
    (books, bits + AROUND)
}

fn least(sums: &[usize]) -> (usize, usize) {
    let found = sums.iter().copied().enumerate().min_by_key(|(_, sum)| *sum);
    found.unwrap_or_default()
}
