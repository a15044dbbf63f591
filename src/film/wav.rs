//! Sound as WAV: sixteen bits, mono, 48,000 samples per second.
//!
//! This module exists because the crates for WAV seek back to write the sizes, which a pipe does not allow.

use std::io::{Error, Result, Seek, SeekFrom, Write};

use crate::sound::SAMPLE_RATE;

/// Number of bytes before the samples.
const HEAD: u32 = 44;

/// A sound being written; [`Wav::finish`] completes it.
pub struct Wav<W> {
    out: W,
    /// Number of bytes of samples so far.
    bytes: u32,
}

impl<W: Write + Seek> Wav<W> {
    /// Writes a header that claims the largest possible size, for readers of a pipe.
    ///
    /// # Errors
    /// If writing to `out` fails.
    pub fn new(mut out: W) -> Result<Wav<W>> {
        out.write_all(&head(u32::MAX - HEAD))?;
        Ok(Wav { out, bytes: 0 })
    }

    /// Adds samples from -1 to 1.
    ///
    /// # Errors
    /// If the file would hold more than 4 GiB, or if writing to `out` fails.
    pub fn add(&mut self, samples: &[f32]) -> Result<()> {
        let more = samples.len() as u32 * 2;
        let bytes = self
            .bytes
            .checked_add(more)
            .filter(|bytes| *bytes < u32::MAX - HEAD);
        self.bytes = bytes.ok_or_else(|| {
            Error::other("the sound does not fit into a WAV file (4 GiB, twelve hours); pass a smaller `--frames`")
        })?;
        for sample in samples {
            let level = (sample * 32_767.0).round() as i16;
            self.out.write_all(&level.to_le_bytes())?;
        }
        Ok(())
    }

    /// Writes the true size into the header. If the output is a pipe, it cannot seek, so the header keeps the largest
    /// size.
    ///
    /// # Errors
    /// If writing to `out` fails.
    pub fn finish(mut self) -> Result<W> {
        if self.out.seek(SeekFrom::Start(0)).is_ok() {
            self.out.write_all(&head(self.bytes))?;
        }
        self.out.flush()?;
        Ok(self.out)
    }
}

/// Returns the header of a file with this many bytes of samples.
///
/// Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0".
fn head(bytes: u32) -> Vec<u8> {
    let mut head = Vec::with_capacity(HEAD as usize);
    head.extend_from_slice(b"RIFF");
    head.extend_from_slice(&(bytes + HEAD - 8).to_le_bytes());
    head.extend_from_slice(b"WAVEfmt ");
    head.extend_from_slice(&16_u32.to_le_bytes());
    for (number, width) in [
        (1, 2),
        (1, 2),
        (SAMPLE_RATE, 4),
        (SAMPLE_RATE * 2, 4),
        (2, 2),
        (16, 2),
    ] {
        head.extend_from_slice(&number.to_le_bytes()[..width]);
    }
    head.extend_from_slice(b"data");
    head.extend_from_slice(&bytes.to_le_bytes());
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_counts_the_samples_behind_it() {
        let mut wav = Wav::new(std::io::Cursor::new(Vec::new())).unwrap();
        wav.add(&[0.0, 1.0, -1.0, 0.5]).unwrap();
        let bytes = wav.finish().unwrap().into_inner();
        assert_eq!(bytes.len(), 52);
        assert_eq!(bytes[..4], *b"RIFF");
        assert_eq!(bytes[4..8], 44_u32.to_le_bytes());
        assert_eq!(bytes[24..28], 48_000_u32.to_le_bytes());
        assert_eq!(bytes[40..44], 8_u32.to_le_bytes());
        assert_eq!(bytes[44..], [0, 0, 255, 127, 1, 128, 0, 64]);
    }
}
