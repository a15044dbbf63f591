//! Sound in a browser. The web page provides a file for it. The program writes samples of four bytes to the file. A read
//! returns how many samples are not played yet.

use std::fs::File;
use std::io::{Read, Write};

use crate::host::page;

use super::device::{Device, DeviceTrouble, OpenDevice, RATE};

/// Path of the sound file. `assets/web/thread.js` provides it.
const PLACE: &str = "/dev/sound";
/// Maximum number of samples that wait in the web page's queue: an eighth of a second.
const ROOM: usize = RATE / 8;
/// Number of samples that the web page takes at a time: eight of the browser's portions of 128 samples.
const PORTION: usize = 8 * 128;

/// Opens the web page's sound output.
#[derive(Clone, Copy, Debug)]
pub struct PageSound;

/// Sound output of the web page that runs the program.
pub struct PageDevice(File);

impl OpenDevice for PageSound {
    type Device = PageDevice;

    fn open(&mut self) -> Result<PageDevice, String> {
        page::open(PLACE)
            .map(PageDevice)
            .map_err(|error| error.to_string())
    }
}

impl Device for PageDevice {
    fn room(&mut self) -> Result<usize, DeviceTrouble> {
        Ok(ROOM.saturating_sub(self.queued()?))
    }

    fn queued(&mut self) -> Result<usize, DeviceTrouble> {
        let mut said = [0; 4];
        self.0.read_exact(&mut said).map_err(lost)?;
        Ok(u32::from_le_bytes(said) as usize)
    }

    fn write(&mut self, samples: &[f32]) -> Result<usize, DeviceTrouble> {
        let bytes: Vec<u8> = samples.iter().flat_map(|one| one.to_le_bytes()).collect();
        self.0.write_all(&bytes).map_err(lost)?;
        Ok(samples.len())
    }

    fn chunk(&self) -> usize {
        PORTION
    }
}

fn lost(error: std::io::Error) -> DeviceTrouble {
    DeviceTrouble::Lost(error.to_string())
}
