//! Sound as WAV: sixteen bits, mono, 48,000 samples a second.
//!
//! Written here because a pipe must be possible too, to which sizes cannot be written afterwards.

use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rightwell::sound::SAMPLE_RATE;

use crate::shell::error::CliError;
use crate::shell::store::files::{AtomicWrite, FileWriter};

/// Bytes before the samples.
const HEAD: u32 = 44;

/// A file of sound being written; without [`Wav::finish`] no file appears.
pub struct Wav {
    writer: BufWriter<FileWriter>,
    file: AtomicWrite,
    /// Bytes of samples so far.
    bytes: u32,
}

impl Wav {
    /// Begins a file.
    pub fn create(path: &Path) -> Result<Wav, CliError> {
        let file = AtomicWrite::create(path)?;
        let mut writer = BufWriter::new(file.writer()?);
        // As long as it can be, for whoever reads a pipe.
        writer
            .write_all(&head(u32::MAX - HEAD))
            .map_err(CliError::failed)?;
        Ok(Wav {
            writer,
            file,
            bytes: 0,
        })
    }

    /// Adds samples, -1 to 1.
    pub fn add(&mut self, samples: &[f32]) -> Result<(), CliError> {
        let more = samples.len() as u32 * 2;
        let bytes = self
            .bytes
            .checked_add(more)
            .filter(|bytes| *bytes < u32::MAX - HEAD);
        self.bytes = bytes.ok_or_else(|| {
            CliError::failed(
                "a WAV file holds 4 GiB, twelve hours of sound; allowed: fewer --frames",
            )
        })?;
        for sample in samples {
            let level = (sample * 32_767.0).round() as i16;
            self.writer
                .write_all(&level.to_le_bytes())
                .map_err(CliError::failed)?;
        }
        Ok(())
    }

    /// Writes the sizes and gives the file its name.
    pub fn finish(mut self) -> Result<Option<PathBuf>, CliError> {
        // A pipe cannot go back, and has said sizes that no reader reaches.
        if self.writer.seek(SeekFrom::Start(0)).is_ok() {
            self.writer
                .write_all(&head(self.bytes))
                .map_err(CliError::failed)?;
        }
        let file = self.writer.into_inner().map_err(CliError::failed)?;
        drop(file);
        self.file.finish().map(Some)
    }
}

/// What a file begins with that holds so many bytes of samples.
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
    fn the_head_says_how_much_there_is_and_samples_follow() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sound.wav");
        let mut wav = Wav::create(&path).unwrap();
        wav.add(&[0.0, 1.0, -1.0, 0.5]).unwrap();
        wav.finish().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(bytes.len(), 52);
        assert_eq!(bytes[..4], *b"RIFF");
        assert_eq!(bytes[4..8], 44_u32.to_le_bytes());
        assert_eq!(bytes[24..28], 48_000_u32.to_le_bytes());
        assert_eq!(bytes[40..44], 8_u32.to_le_bytes());
        assert_eq!(bytes[44..], [0, 0, 255, 127, 1, 128, 0, 64]);
    }
}
