//! Intra blocks: a block is predicted from its neighbours, then corrected by the difference.

use super::bits::BitWriter;
use super::block::Block;
use super::codes::PARTS;
use super::residual::{CodeContext, put};
use super::transform::{
    Block4x4, ZIGZAG, first_levels, first_unlevelled, forward, inverse, levels, unlevelled,
};

/// Properties of a block that influence the code of later blocks.
#[derive(Clone, Copy)]
pub struct BlockContext {
    /// Number of levels in each 4x4 block of brightness, row by row.
    light: [u8; 16],
    /// Number of levels in each 4x4 block of the two colour differences.
    colours: [[u8; 4]; 2],
    /// Prediction mode of each 4x4 block of brightness.
    guesses: [u8; 16],
}

impl BlockContext {
    /// Context of a copied block.
    pub const COPIED: BlockContext = BlockContext {
        light: [0; 16],
        colours: [[0; 4]; 2],
        guesses: [MEAN; 16],
    };

    /// Context of a block of raw samples.
    const PLAIN: BlockContext = BlockContext {
        light: [16; 16],
        colours: [[16; 4]; 2],
        guesses: [MEAN; 16],
    };
}

/// Prediction mode: each column continues the sample above.
const DOWN: u8 = 0;
/// Prediction mode: each row continues the sample to the left.
const RIGHT: u8 = 1;
/// Prediction mode: the mean of all neighbouring samples.
const MEAN: u8 = 2;

/// Decoded neighbour of the block being drawn.
pub type Neighbour<'a> = Option<(&'a Block, &'a BlockContext)>;

/// Samples of the neighbouring blocks at the left and above, if there are any.
type Edges = [Option<[i32; 4]>; 2];

/// Encoded form of a block.
struct Drawing {
    block: Block,
    traces: BlockContext,
    /// Levels of the brightness blocks in stream order.
    light: [Block4x4; 16],
    guesses: [u8; 16],
    firsts: [[i32; 4]; 2],
    colours: [[Block4x4; 4]; 2],
    /// Prediction mode of the colours, as the stream numbers it.
    colour_guess: u32,
}

/// Writes an intra block. `kind` is the number of its macroblock type. Returns the block as a player decodes it.
pub fn draw(
    bits: &mut BitWriter,
    kind: u32,
    source: &Block,
    left: Neighbour,
    above: Neighbour,
) -> (Block, BlockContext) {
    let mut drawing = Drawing::new();
    drawing.light(source, left, above);
    drawing.colours(source, left, above);
    let mut own = BitWriter::new();
    own.unsigned(kind);
    drawing.put(&mut own, left, above);
    /// Number of bits that all samples of a block take without compression.
    const PLAIN: usize = 384 * 8;
    if own.len() <= PLAIN {
        bits.append(&own);
        return (drawing.block, drawing.traces);
    }
    bits.unsigned(kind + 25);
    bits.align();
    for &sample in source.light.iter().chain(source.colours.as_flattened()) {
        bits.put(u32::from(sample), 8);
    }
    (source.clone(), BlockContext::PLAIN)
}

/// Returns the column and row of the 4x4 block at index `number` of the stream.
fn place(number: usize) -> (usize, usize) {
    (
        number & 1 | number >> 1 & 2,
        number >> 1 & 1 | number >> 2 & 2,
    )
}

/// Estimates the bits that the levels take.
fn cost<'a>(levels: impl IntoIterator<Item = &'a i32>) -> u32 {
    let one = |level: &i32| match level {
        0 => 0,
        level => 3 + 2 * level.unsigned_abs().ilog2(),
    };
    levels.into_iter().map(one).sum()
}

/// Predicts the samples of a 4x4 block. Returns `None` if the mode needs neighbours that do not exist.
fn guess(kind: u8, [left, above]: Edges) -> Option<Block4x4> {
    Some(match kind {
        DOWN => {
            let above = above?;
            std::array::from_fn(|place| above[place % 4])
        }
        RIGHT => {
            let left = left?;
            std::array::from_fn(|place| left[place / 4])
        }
        _ => [mean([left, above]); 16],
    })
}

fn mean(edges: Edges) -> i32 {
    let sum = |edge: [i32; 4]| edge.iter().sum::<i32>();
    match edges {
        [Some(left), Some(above)] => (sum(left) + sum(above) + 4) >> 3,
        [Some(edge), None] | [None, Some(edge)] => (sum(edge) + 2) >> 2,
        [None, None] => 128,
    }
}

/// Returns the edges of the 4x4 block at (`x`, `y`) of a plane that is `width` samples wide.
fn edges(
    width: usize,
    (x, y): (usize, usize),
    plane: &[u8],
    left: Option<&[u8]>,
    above: Option<&[u8]>,
) -> Edges {
    let cut = |plane: &[u8], first: usize, step: usize| {
        std::array::from_fn(|place| i32::from(plane[first + place * step]))
    };
    let row = y * 4 * width;
    [
        match x {
            0 => left.map(|plane| cut(plane, row + width - 1, width)),
            _ => Some(cut(plane, row + x * 4 - 1, width)),
        },
        match y {
            0 => above.map(|plane| cut(plane, (width - 1) * width + x * 4, 1)),
            _ => Some(cut(plane, row - width + x * 4, 1)),
        },
    ]
}

/// Subtracts the prediction from a 4x4 block of a plane.
fn rest(width: usize, (x, y): (usize, usize), plane: &[u8], guess: &Block4x4) -> Block4x4 {
    std::array::from_fn(|place| {
        let sample = plane[(y * 4 + place / 4) * width + x * 4 + place % 4];
        i32::from(sample) - guess[place]
    })
}

/// Writes the prediction plus the decoded difference into a plane.
fn restore(
    width: usize,
    (x, y): (usize, usize),
    plane: &mut [u8],
    guess: &Block4x4,
    rest: &Block4x4,
) {
    for place in 0..16 {
        let sample = (guess[place] + rest[place]).clamp(0, 255) as u8;
        plane[(y * 4 + place / 4) * width + x * 4 + place % 4] = sample;
    }
}

/// Estimates the number of levels of the 4x4 block at (`x`, `y`) from its neighbours. Its plane has `size` x `size`
/// such blocks.
fn near(
    size: usize,
    (x, y): (usize, usize),
    own: &[u8],
    left: Option<&[u8]>,
    above: Option<&[u8]>,
) -> CodeContext {
    let left = match x {
        0 => left.map(|counts| counts[y * size + size - 1]),
        _ => Some(own[y * size + x - 1]),
    };
    let above = match y {
        0 => above.map(|counts| counts[(size - 1) * size + x]),
        _ => Some(own[(y - 1) * size + x]),
    };
    CodeContext::Levels(match (left, above) {
        (Some(left), Some(above)) => (left + above).div_ceil(2),
        (Some(count), None) | (None, Some(count)) => count,
        (None, None) => 0,
    })
}

impl Drawing {
    fn new() -> Drawing {
        Drawing {
            block: Block::grey(),
            traces: BlockContext::COPIED,
            light: [[0; 16]; 16],
            guesses: [MEAN; 16],
            firsts: [[0; 4]; 2],
            colours: [[[0; 16]; 4]; 2],
            colour_guess: 0,
        }
    }

    /// Returns the prediction mode that is most likely, and therefore the cheapest to code.
    fn likely(&self, (x, y): (usize, usize), left: Neighbour, above: Neighbour) -> u8 {
        let left = match x {
            0 => left.map(|(_, traces)| traces.guesses[y * 4 + 3]),
            _ => Some(self.traces.guesses[y * 4 + x - 1]),
        };
        let above = match y {
            0 => above.map(|(_, traces)| traces.guesses[12 + x]),
            _ => Some(self.traces.guesses[(y - 1) * 4 + x]),
        };
        left.zip(above)
            .map_or(MEAN, |(left, above)| left.min(above))
    }

    /// Chooses prediction modes and levels for the brightness.
    fn light(&mut self, source: &Block, left: Neighbour, above: Neighbour) {
        for number in 0..16 {
            let at = place(number);
            let edges = edges(
                16,
                at,
                &self.block.light,
                left.map(|(block, _)| &block.light[..]),
                above.map(|(block, _)| &block.light[..]),
            );
            let likely = self.likely(at, left, above);
            let tried = [DOWN, RIGHT, MEAN].into_iter().filter_map(|kind| {
                let guess = guess(kind, edges)?;
                let mut square = rest(16, at, &source.light, &guess);
                forward(&mut square);
                levels(&mut square);
                let said = if kind == likely { 1 } else { 4 };
                Some((cost(&square) + said, kind, guess, square))
            });
            let Some((_, kind, guess, square)) = tried.min_by_key(|(cost, ..)| *cost) else {
                continue;
            };
            self.light[number] = square;
            self.guesses[number] = match kind.cmp(&likely) {
                // The codes leave out the likely mode.
                std::cmp::Ordering::Less => kind,
                std::cmp::Ordering::Equal => LIKELY,
                std::cmp::Ordering::Greater => kind - 1,
            };
            self.traces.guesses[at.1 * 4 + at.0] = kind;
            let mut rest = square;
            unlevelled(&mut rest);
            inverse(&mut rest);
            restore(16, at, &mut self.block.light, &guess, &rest);
        }
    }

    /// Chooses prediction mode and levels for the colours.
    fn colours(&mut self, source: &Block, left: Neighbour, above: Neighbour) {
        // The stream numbers the colour prediction modes in this order.
        let tried = [MEAN, RIGHT, DOWN]
            .into_iter()
            .enumerate()
            .filter_map(|(number, kind)| {
                let mut done = Drawing::new();
                done.colour_guess = number as u32;
                let mut sum = number as u32;
                for part in 0..2 {
                    sum += done.colour(part, kind, source, left, above)?;
                }
                Some((sum, done))
            });
        if let Some((_, done)) = tried.min_by_key(|(cost, _)| *cost) {
            self.colour_guess = done.colour_guess;
            self.firsts = done.firsts;
            self.colours = done.colours;
            self.block.colours = done.block.colours;
        }
    }

    /// Encodes one colour difference with one prediction mode and returns its cost.
    fn colour(
        &mut self,
        part: usize,
        kind: u8,
        source: &Block,
        left: Neighbour,
        above: Neighbour,
    ) -> Option<u32> {
        let source = &source.colours[part];
        let left = left.map(|(block, _)| &block.colours[part][..]);
        let above = above.map(|(block, _)| &block.colours[part][..]);
        let mut guesses = [[0; 16]; 4];
        for (number, found) in guesses.iter_mut().enumerate() {
            let at = (number % 2, number / 2);
            // Only the samples around the whole 8x8 square can predict it.
            let (nothing, x, y) = ([0; 64], at.0, at.1);
            let [beside, _] = edges(8, (0, y), &nothing, left, None);
            let [_, over] = edges(8, (x, 0), &nothing, None, above);
            let used = match (kind, at) {
                (MEAN, (1, 0)) if over.is_some() => [None, over],
                (MEAN, (0, 1)) if beside.is_some() => [beside, None],
                _ => [beside, over],
            };
            *found = guess(kind, used)?;
            let mut square = rest(8, at, source, found);
            forward(&mut square);
            self.firsts[part][number] = square[0];
            levels(&mut square);
            square[0] = 0;
            self.colours[part][number] = square;
        }
        self.firsts[part] = first_levels(self.firsts[part]);
        let firsts = first_unlevelled(self.firsts[part]);
        for number in 0..4 {
            let mut rest = self.colours[part][number];
            unlevelled(&mut rest);
            rest[0] = firsts[number];
            inverse(&mut rest);
            let at = (number % 2, number / 2);
            restore(
                8,
                at,
                &mut self.block.colours[part],
                &guesses[number],
                &rest,
            );
        }
        Some(cost(&self.firsts[part]) + cost(self.colours[part].as_flattened()))
    }

    /// Returns the coded block pattern: which quarters of the brightness have levels, and whether the colours have no
    /// levels, only DC levels, or others.
    fn parts(&self) -> usize {
        let is_any = |squares: &[Block4x4]| squares.as_flattened().iter().any(|&level| level != 0);
        let mut parts = 0;
        for (quarter, squares) in self.light.chunks(4).enumerate() {
            parts |= usize::from(is_any(squares)) << quarter;
        }
        if is_any(self.colours.as_flattened()) {
            parts |= 0x20;
        } else if self.firsts.as_flattened().iter().any(|&level| level != 0) {
            parts |= 0x10;
        }
        parts
    }

    /// Writes everything except the macroblock type.
    fn put(&mut self, bits: &mut BitWriter, left: Neighbour, above: Neighbour) {
        for guess in self.guesses {
            bits.flag(guess == LIKELY);
            if guess != LIKELY {
                bits.put(u32::from(guess), 3);
            }
        }
        bits.unsigned(self.colour_guess);
        let parts = self.parts();
        bits.unsigned(u32::from(PARTS[parts]));
        if parts == 0 {
            return;
        }
        bits.signed(0);
        let left = left.map(|(_, traces)| traces);
        let above = above.map(|(_, traces)| traces);
        for number in 0..16 {
            if parts >> (number / 4) & 1 == 0 {
                continue;
            }
            let at = place(number);
            let own = self.traces.light;
            let near = near(
                4,
                at,
                &own,
                left.map(|traces| &traces.light[..]),
                above.map(|traces| &traces.light[..]),
            );
            let ordered = ZIGZAG.map(|place| self.light[number][place]);
            self.traces.light[at.1 * 4 + at.0] = put(bits, &ordered, near);
        }
        if parts & 0x30 != 0 {
            for firsts in &self.firsts {
                put(bits, firsts, CodeContext::Colour);
            }
        }
        if parts & 0x20 == 0 {
            return;
        }
        for part in 0..2 {
            for number in 0..4 {
                let own = self.traces.colours[part];
                let near = near(
                    2,
                    (number % 2, number / 2),
                    &own,
                    left.map(|traces| &traces.colours[part][..]),
                    above.map(|traces| &traces.colours[part][..]),
                );
                let ordered = ZIGZAG.map(|place| self.colours[part][number][place]);
                self.traces.colours[part][number] = put(bits, &ordered[1..], near);
            }
        }
    }
}

/// Value that stands for the likely mode.
const LIKELY: u8 = 8;
