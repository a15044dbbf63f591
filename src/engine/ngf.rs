//! Recordings of NestrisChamps (`.ngf`, unpacked): values that character recognition read from the video of a game.
//!
//! All frames of a file have one size, which the first byte determines. A value is `None` in a frame in which it could
//! not be read. A value that was read may be wrong for a frame or two.
//!
//! Source of the layout: github.com/timotheeg/nestrischamps, `BinaryFrame.js` and `docs/schema.md`.

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Piece};

/// Values read from a game at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NgfFrame {
    /// Number of the game among the games of this player.
    pub game: u16,
    /// Milliseconds since the player's connection began. Wraps at 2^28.
    pub time: u32,
    /// Score as displayed: it may stop at 999,999 or start again at 1,600,000.
    pub score: Option<u32>,
    /// Line counter.
    pub lines: Option<u16>,
    /// Level.
    pub level: Option<u8>,
    /// DAS charge (0-16).
    pub das: Option<u8>,
    /// Piece in the NEXT box.
    pub next: Option<Piece>,
    /// Count of each piece so far, in the order of [`Piece::ALL`].
    pub statistics: [Option<u16>; Piece::COUNT],
    /// Field in reading order, including the piece in play: 0 empty, 1 white, 2 and 3 the level's colours.
    pub cells: Box<[u8; CELLS]>,
}

/// Number of cells in the field.
pub const CELLS: usize = (COLUMNS as usize) * (ROWS as usize);
/// Width of a timestamp in bits. Timestamps wrap around.
pub const TIME_BITS: u32 = 28;

/// Reason why a file is not a NestrisChamps recording.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NgfError {
    /// The first byte names an unknown version.
    #[error("not a NestrisChamps recording: unsupported version {0}; allowed: 1 to 3")]
    Version(u8),
    /// The file is empty.
    #[error("not a NestrisChamps recording: the file is empty")]
    Empty,
    /// The last frame is incomplete.
    #[error("{left} extra bytes after frame {frames}; allowed: whole frames of {size} bytes")]
    Torn {
        /// Number of whole frames.
        frames: usize,
        /// Number of bytes after the whole frames.
        left: usize,
        /// Size of a frame in bytes.
        size: usize,
    },
}

/// Layout of the frames of a version.
struct Layout {
    /// Size of a frame in bytes.
    size: usize,
    /// Bits of score, lines and level.
    counters: [u32; 3],
    /// True if the score follows lines and level instead of preceding them.
    score_is_last: bool,
    /// Number of bits of a piece count, and number of unused bits after all counts.
    statistics: u32,
    unused: u32,
}

impl Layout {
    fn for_version(version: u8) -> Option<Layout> {
        let layout = |size, counters, statistics, unused| Layout {
            size,
            counters,
            score_is_last: version > 1,
            statistics,
            unused,
        };
        match version {
            // The earliest files say version 0. The last byte of a frame of version 0 or 1 has no meaning.
            0 | 1 => Some(layout(71, [21, 9, 6], 8, 0)),
            2 => Some(layout(72, [24, 12, 8], 9, 1)),
            3 => Some(layout(73, [24, 12, 8], 10, 2)),
            _ => None,
        }
    }
}

/// Reads the frames of an unpacked file.
///
/// # Errors
/// [`NgfError`].
pub fn read_ngf(bytes: &[u8]) -> Result<Vec<NgfFrame>, NgfError> {
    let first = bytes.first().ok_or(NgfError::Empty)?;
    let version = first >> 5;
    let layout = Layout::for_version(version).ok_or(NgfError::Version(version))?;
    let frames = bytes.chunks_exact(layout.size);
    let (left, size) = (frames.remainder().len(), layout.size);
    if left > 0 {
        let frames = frames.len();
        return Err(NgfError::Torn { frames, left, size });
    }
    Ok(frames.map(|frame| read_frame(frame, &layout)).collect())
}

fn read_frame(bytes: &[u8], layout: &Layout) -> NgfFrame {
    let mut bits = Bits { bytes, at: 0 };
    // Skip the version, the type of game and the player.
    bits.take(8);
    let game = bits.take(16) as u16;
    let time = bits.take(TIME_BITS);
    let [score_bits, line_bits, level_bits] = layout.counters;
    let mut score = None;
    if !layout.score_is_last {
        score = bits.known(score_bits);
    }
    let lines = bits.known(line_bits);
    let level = bits.known(level_bits);
    if layout.score_is_last {
        score = bits.known(score_bits);
    }
    let das = bits.known(5);
    let next = bits.piece();
    // Skip two more fields about the piece in play, 8 bits in all. Only trainers fill them in.
    bits.take(8);
    let statistics =
        std::array::from_fn(|_| bits.known(layout.statistics).map(|count| count as u16));
    bits.take(layout.unused);
    NgfFrame {
        game,
        time,
        score,
        lines: lines.map(|lines| lines as u16),
        level: level.map(|level| level as u8),
        das: das.map(|das| das as u8),
        next,
        statistics,
        cells: Box::new(std::array::from_fn(|_| bits.take(2) as u8)),
    }
}

impl NgfFrame {
    /// Returns the occupied cells, including the piece in play.
    pub fn board(&self) -> Board {
        let mut rows = [0; ROWS as usize];
        for (row, cells) in rows
            .iter_mut()
            .zip(self.cells.chunks_exact(COLUMNS as usize))
        {
            for (x, &cell) in cells.iter().enumerate() {
                *row |= u16::from(cell > 0) << x;
            }
        }
        Board::from_rows(rows)
    }
}

/// Reader of numbers of any width, most significant bit first.
struct Bits<'a> {
    bytes: &'a [u8],
    /// Number of bits read so far.
    at: usize,
}

impl Bits<'_> {
    /// Reads the next `count` bits (0-32), zeros past the end.
    fn take(&mut self, count: u32) -> u32 {
        (0..count).fold(0, |number, _| {
            let byte = self.bytes.get(self.at / 8).copied().unwrap_or(0);
            let bit = byte >> (7 - self.at % 8) & 1;
            self.at += 1;
            number << 1 | u32::from(bit)
        })
    }

    /// Reads the next `count` bits. Returns `None` if all of them are 1.
    fn known(&mut self, count: u32) -> Option<u32> {
        let number = self.take(count);
        (number != (1 << count) - 1).then_some(number)
    }

    fn piece(&mut self) -> Option<Piece> {
        Piece::ALL.get(self.take(3) as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packs pairs of value and width in bits as in a file.
    fn bytes(values: &[(u32, u32)]) -> Vec<u8> {
        let mut bits = Vec::new();
        for &(value, width) in values {
            bits.extend((0..width).rev().map(|bit| (value >> bit & 1) as u8));
        }
        let whole = bits.chunks(8);
        whole
            .map(|byte| byte.iter().fold(0, |sum, bit| sum << 1 | bit))
            .collect()
    }

    /// Builds a frame of this version with fixed numbers and a T in its field.
    fn frame(version: u32) -> Vec<u8> {
        let mut values = vec![(version, 3), (1, 2), (2, 3), (4_711, 16), (123_456_789, 28)];
        values.extend(match version {
            1 => [(999_999, 21), (230, 9), (19, 6)],
            _ => [(1_230, 12), (29, 8), (1_234_567, 24)],
        });
        values.extend([(10, 5), (6, 3), (31, 5), (7, 3)]);
        let width = [8, 9, 10][version as usize - 1];
        values.extend((1..=7).map(|count| (count * 30, width)));
        values.extend([(0, [0, 1, 2][version as usize - 1])]);
        let cells = (0..200).map(|cell| (u32::from([4, 5, 6, 15].contains(&cell)), 2));
        values.extend(cells);
        // Version 1 ends with an unused byte.
        values.extend((version == 1).then_some((0, 8)));
        bytes(&values)
    }

    #[test]
    fn frames_of_all_versions_are_equal() {
        for (version, size) in [(1, 71), (2, 72), (3, 73)] {
            let bytes = frame(version);
            assert_eq!(bytes.len(), size);
            let frames = read_ngf(&[bytes.clone(), bytes].concat()).unwrap();
            assert_eq!(frames.len(), 2);
            let seen = &frames[1];
            assert_eq!((seen.game, seen.time), (4_711, 123_456_789));
            let counters = (seen.score, seen.lines, seen.level);
            match version {
                1 => assert_eq!(counters, (Some(999_999), Some(230), Some(19))),
                _ => assert_eq!(counters, (Some(1_234_567), Some(1_230), Some(29))),
            }
            assert_eq!((seen.das, seen.next), (Some(10), Some(Piece::I)));
            let statistics = [30, 60, 90, 120, 150, 180, 210].map(Some);
            assert_eq!(seen.statistics, statistics);
            let board = seen.board();
            assert_eq!(board.count(), 4);
            assert!(
                [(4, 0), (5, 0), (6, 0), (5, 1)]
                    .iter()
                    .all(|&(x, y)| board.contains(x, y))
            );
        }
    }

    #[test]
    fn all_ones_are_unknown() {
        let mut bytes = frame(1);
        bytes[6..].fill(0xFF);
        bytes[6] = 0x5F;
        let seen = &read_ngf(&bytes).unwrap()[0];
        assert_eq!((seen.score, seen.lines, seen.level), (None, None, None));
        assert_eq!((seen.das, seen.next), (None, None));
        assert_eq!(seen.statistics, [None; 7]);
    }

    #[test]
    fn other_files_are_refused() {
        assert_eq!(read_ngf(&[]), Err(NgfError::Empty));
        assert_eq!(
            read_ngf(b"hello"),
            Err(NgfError::Torn {
                frames: 0,
                left: 5,
                size: 73
            })
        );
        assert_eq!(read_ngf(&[0xFF; 71]), Err(NgfError::Version(7)));
        let mut torn = frame(3);
        torn.push(0x60);
        assert_eq!(
            read_ngf(&torn),
            Err(NgfError::Torn {
                frames: 1,
                left: 1,
                size: 73
            })
        );
        // The earliest files say version 0 but have the layout of version 1.
        let mut old = frame(1);
        old[0] &= 0x1F;
        assert_eq!(read_ngf(&old).unwrap()[0].lines, Some(230));
    }
}
