//! MP4 file around a film's frames and sound.
//!
//! Frames and sound are written in chunks, and the index comes last, so the writer never has to seek. In memory it
//! holds only the index: eight bytes for each frame and each unit of sound.

use std::io::{Result, Write};

use super::boxes::BoxWriter;
use super::index::{FilmIndex, TrackIndex, index};

/// Approximate length of a chunk, in frames.
const PIECE: usize = 60;

/// File being written.
pub struct Mp4<W> {
    out: W,
    position: u64,
    film: FilmIndex,
    /// Encoded frames that will form the next chunk.
    pictures: Vec<u8>,
    sound: Vec<u8>,
}

impl<W: Write> Mp4<W> {
    /// Starts a file.
    pub fn new(mut out: W, film: FilmIndex) -> Result<Mp4<W>> {
        let mut boxes = BoxWriter::new();
        boxes.add(b"ftyp", |boxes| {
            boxes.bytes(b"isom");
            boxes.number(0x200);
            boxes.bytes(b"isomiso2avc1mp41");
        });
        let bytes = boxes.into_bytes();
        out.write_all(&bytes)?;
        Ok(Mp4 {
            out,
            position: bytes.len() as u64,
            film,
            pictures: Vec::new(),
            sound: Vec::new(),
        })
    }

    /// Adds the unit of a frame.
    pub fn picture(&mut self, unit: &[u8], is_key: bool) -> Result<()> {
        if self.film.pictures.waiting() >= PIECE {
            self.write_piece()?;
        }
        self.pictures
            .extend_from_slice(&(unit.len() as u32).to_be_bytes());
        self.pictures.extend_from_slice(unit);
        self.film.pictures.add(unit.len() as u32 + 4, is_key);
        Ok(())
    }

    /// Adds a unit of sound.
    pub fn sound(&mut self, unit: &[u8]) {
        self.sound.extend_from_slice(unit);
        if let Some(sound) = &mut self.film.sound {
            sound.add(unit.len() as u32, true);
        }
    }

    fn write_piece(&mut self) -> Result<()> {
        const HEADER: u64 = 8;
        let length = HEADER + (self.pictures.len() + self.sound.len()) as u64;
        if length == HEADER {
            return Ok(());
        }
        self.out.write_all(&(length as u32).to_be_bytes())?;
        self.out.write_all(b"mdat")?;
        self.film.pictures.piece(self.position + HEADER);
        if let Some(sound) = &mut self.film.sound {
            sound.piece(self.position + HEADER + self.pictures.len() as u64);
        }
        for bytes in [&mut self.pictures, &mut self.sound] {
            self.out.write_all(bytes)?;
            bytes.clear();
        }
        self.position += length;
        Ok(())
    }

    /// Completes the file and returns the output. `samples` is the length of the sound.
    pub fn finish(mut self, samples: u64) -> Result<W> {
        self.write_piece()?;
        self.out.write_all(&index(&self.film, samples))?;
        self.out.flush()?;
        Ok(self.out)
    }
}

impl TrackIndex {
    /// Records a unit of this length.
    fn add(&mut self, length: u32, is_key: bool) {
        self.lengths.push(length);
        if is_key {
            self.keys.push(self.lengths.len() as u32);
        }
    }

    /// Returns the number of units that are not in a chunk yet.
    fn waiting(&self) -> usize {
        self.lengths.len() - self.in_pieces as usize
    }

    /// Assigns all waiting units to a chunk that starts at byte `position` of the file.
    fn piece(&mut self, position: u64) {
        let units = self.waiting() as u32;
        if units > 0 {
            self.pieces.push((position, units));
            self.in_pieces += units;
        }
    }
}
