//! Encoder that turns frames into H.264 units. It copies most of a frame from earlier frames.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::bits::BitWriter;
use super::block::{Block, BlockGrid};
use super::colour::{Components, components};
use super::drawn::{BlockContext, Neighbour, draw};
use super::headers::{FrameHeader, PICTURES};
use super::motion::{BlockOrigin, expected, skipped};

/// Maximum number of frames from one key frame to the next: ten seconds. Players can start at key frames only.
const PART: u32 = 600;
/// Largest number of different blocks that the encoder remembers.
const KNOWN_MAX: usize = 32_768;
/// Maximum number of rows of blocks, up or down, over which a block can be copied.
const REACH: usize = 31;
/// Maximum number of columns of blocks, to the left or right, over which a block can be copied.
const REACH_ASIDE: usize = 127;
/// Number of rows of blocks in a band. From any row of a band, a copy can reach every other row of it.
const BAND: usize = REACH;

/// Encoded frame.
pub struct EncodedFrame {
    /// Bytes of the unit.
    pub bytes: Vec<u8>,
    /// True for a key frame, at which a player can start.
    pub is_key: bool,
}

/// Reference frame, as a player has decoded it.
struct KeptPicture {
    /// For each block of the frame: the number that the encoder gave to its pixels. Blocks with equal pixels share it.
    contents: Vec<u32>,
    /// Decoded blocks.
    blocks: Vec<Arc<Block>>,
}

/// Encoder of one film.
pub struct Encoder {
    grid: BlockGrid,
    colours: [Components; 64],
    before: Option<Vec<u8>>,
    /// Reference frames, newest first.
    kept: VecDeque<KeptPicture>,
    /// Pixels of every different block seen so far, each with its number.
    known: BTreeMap<[u8; 256], u32>,
    /// Number of key frames so far.
    parts: u32,
    /// Reference frames since the last key frame.
    number: u32,
    /// Number of frames since the last key frame.
    order: u32,
}

impl Encoder {
    /// Creates an encoder for frames in these colours.
    pub fn new(grid: BlockGrid, colours: &[[u8; 3]; 64]) -> Encoder {
        Encoder {
            grid,
            colours: colours.map(components),
            before: None,
            kept: VecDeque::new(),
            known: BTreeMap::new(),
            parts: 0,
            number: 0,
            order: 0,
        }
    }

    /// Encodes the next frame.
    pub fn encode(&mut self, pixels: &[u8]) -> EncodedFrame {
        let is_full = self.order >= PART || self.known.len() > KNOWN_MAX;
        let (Some(before), false) = (&self.before, is_full) else {
            return self.begin_part(pixels);
        };
        let changed: Vec<usize> = (0..self.grid.len())
            .filter(|&block| self.grid.differs(block, before, pixels))
            .collect();
        if changed.is_empty() {
            return self.repeat();
        }
        let unit = self.change(pixels, &changed);
        unit.unwrap_or_else(|| self.begin_part(pixels))
    }

    /// Encodes a key frame.
    fn begin_part(&mut self, pixels: &[u8]) -> EncodedFrame {
        self.known.clear();
        self.kept.clear();
        let contents = (0..self.grid.len())
            .map(|block| self.content(block, pixels))
            .collect();
        let picture = FrameHeader {
            part: Some(self.parts),
            is_kept: true,
            number: 0,
            order: 0,
        };
        let mut bits = picture.begin();
        let grey = Arc::new(Block::grey());
        let blocks = vec![grey; self.grid.len()];
        let mut drawer = Drawer::new(&self.grid, &self.colours, blocks);
        for block in 0..self.grid.len() {
            drawer.draw(&mut bits, 0, block, pixels);
        }
        self.kept.push_front(KeptPicture {
            contents,
            blocks: drawer.blocks,
        });
        (self.number, self.order) = (1, 1);
        self.parts += 1;
        self.before = Some(pixels.to_vec());
        EncodedFrame {
            bytes: bits.into_unit(picture.header()),
            is_key: true,
        }
    }

    /// Returns the content number of a block. Blocks with equal pixels have equal numbers.
    fn content(&mut self, block: usize, pixels: &[u8]) -> u32 {
        let new = self.known.len() as u32;
        *self
            .known
            .entry(self.grid.indexes(block, pixels))
            .or_insert(new)
    }

    /// Encodes a frame that repeats the last one.
    fn repeat(&mut self) -> EncodedFrame {
        let picture = self.next(false);
        let mut bits = picture.begin();
        bits.unsigned(self.grid.len() as u32);
        EncodedFrame {
            bytes: bits.into_unit(picture.header()),
            is_key: false,
        }
    }

    /// Returns the header data of the next frame.
    fn next(&mut self, is_kept: bool) -> FrameHeader {
        let picture = FrameHeader {
            part: None,
            is_kept,
            number: self.number,
            order: self.order,
        };
        self.order += 1;
        self.number += u32::from(is_kept);
        picture
    }

    /// Encodes a frame as changes to the last frame. Returns `None` if there is no last frame.
    fn change(&mut self, pixels: &[u8], changed: &[usize]) -> Option<EncodedFrame> {
        let now: Vec<u32> = changed
            .iter()
            .map(|&block| self.content(block, pixels))
            .collect();
        let last = self.kept.front()?;
        let (mut contents, blocks) = (last.contents.clone(), last.blocks.clone());
        let places = ContentPlaces::of_pictures(&self.kept, &self.grid, self.known.len());
        let mut origins = vec![BlockOrigin::SAME; self.grid.len()];
        for (&block, &content) in changed.iter().zip(&now) {
            contents[block] = content;
            origins[block] = places.origin(block, content, &self.grid);
        }
        let picture = self.next(true);
        let mut drawer = Drawer::new(&self.grid, &self.colours, blocks);
        let blocks = &mut drawer.blocks;
        for &block in changed {
            if let BlockOrigin::Copied { picture, way } = origins[block]
                && let Some(from) = self.kept.get(usize::from(picture))
            {
                let away = way.map(|quarters| quarters as isize / 64);
                let place = block as isize + away[0] + away[1] * self.grid.columns as isize;
                blocks[block] = Arc::clone(&from.blocks[place as usize]);
            }
        }
        let mut bits = picture.begin();
        let choice = picture.number.min(PICTURES as u32);
        let mut skips = 0;
        for block in 0..origins.len() {
            let origin = origins[block];
            if let BlockOrigin::Copied { picture: 0, way } = origin
                && way == skipped(block, &self.grid, &origins)
            {
                skips += 1;
                continue;
            }
            bits.unsigned(skips);
            skips = 0;
            match origin {
                BlockOrigin::Drawn => drawer.draw(&mut bits, 5, block, pixels),
                BlockOrigin::Copied { picture, way } => {
                    let expected = expected(block, picture, &self.grid, &origins);
                    copy(&mut bits, u32::from(picture), choice, way, expected);
                }
            }
        }
        if skips > 0 {
            bits.unsigned(skips);
        }
        self.kept.push_front(KeptPicture {
            contents,
            blocks: drawer.blocks,
        });
        self.kept.truncate(PICTURES);
        if let Some(before) = &mut self.before {
            before.copy_from_slice(pixels);
        }
        Some(EncodedFrame {
            bytes: bits.into_unit(picture.header()),
            is_key: false,
        })
    }
}

/// Writes a block that is copied from one of `choice` reference frames.
fn copy(bits: &mut BitWriter, picture: u32, choice: u32, way: [i32; 2], expected: [i32; 2]) {
    bits.unsigned(0);
    match choice {
        0 | 1 => {}
        2 => bits.flag(picture == 0),
        _ => bits.unsigned(picture),
    }
    for axis in 0..2 {
        bits.signed(way[axis] - expected[axis]);
    }
    // The copy has no correction.
    bits.unsigned(0);
}

/// Draws blocks by predicting them from their decoded neighbours.
struct Drawer<'a> {
    grid: &'a BlockGrid,
    colours: &'a [Components; 64],
    blocks: Vec<Arc<Block>>,
    traces: Vec<BlockContext>,
}

impl Drawer<'_> {
    fn new<'a>(
        grid: &'a BlockGrid,
        colours: &'a [Components; 64],
        blocks: Vec<Arc<Block>>,
    ) -> Drawer<'a> {
        Drawer {
            grid,
            colours,
            blocks,
            traces: vec![BlockContext::COPIED; grid.len()],
        }
    }

    fn draw(&mut self, bits: &mut BitWriter, kind: u32, block: usize, pixels: &[u8]) {
        let (column, row) = self.grid.place(block);
        let beside = |is_there: bool, back: usize| -> Neighbour<'_> {
            is_there.then(|| (&*self.blocks[block - back], &self.traces[block - back]))
        };
        let left = beside(column > 0, 1);
        let above = beside(row > 0, self.grid.columns);
        let source = Block::new(&self.grid.indexes(block, pixels), self.colours);
        let (shown, traces) = draw(bits, kind, &source, left, above);
        self.blocks[block] = Arc::new(shown);
        self.traces[block] = traces;
    }
}

/// Positions in the reference frames from which blocks can be copied.
struct ContentPlaces {
    /// Index of a reference frame and of a block in it that has a content, for each content number and, within it, each
    /// band of the frame.
    places: Vec<Option<(u8, u32)>>,
    bands: usize,
}

impl ContentPlaces {
    fn of_pictures(
        kept: &VecDeque<KeptPicture>,
        grid: &BlockGrid,
        contents: usize,
    ) -> ContentPlaces {
        let bands = grid.rows.div_ceil(BAND);
        let mut places = vec![None; contents * bands];
        // Positions in newer frames overwrite those in older ones.
        for (picture, kept) in kept.iter().enumerate().rev() {
            for (block, &content) in kept.contents.iter().enumerate() {
                let band = grid.place(block).1 / BAND;
                places[content as usize * bands + band] = Some((picture as u8, block as u32));
            }
        }
        ContentPlaces { places, bands }
    }

    /// Returns the origin of a block: a copy if its content is within reach, otherwise drawn anew.
    fn origin(&self, block: usize, content: u32, grid: &BlockGrid) -> BlockOrigin {
        let (column, row) = grid.place(block);
        let first = content as usize * self.bands;
        for (picture, from) in self.places[first..first + self.bands].iter().flatten() {
            let (other_column, other_row) = grid.place(*from as usize);
            if column.abs_diff(other_column) <= REACH_ASIDE && row.abs_diff(other_row) <= REACH {
                let quarters = |from: usize, to: usize| (from as i32 - to as i32) * 64;
                return BlockOrigin::Copied {
                    picture: *picture,
                    way: [quarters(other_column, column), quarters(other_row, row)],
                };
            }
        }
        BlockOrigin::Drawn
    }
}
