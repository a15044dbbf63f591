//! What the thread for sound asks of a device, so that tests can stand in for one.

/// Samples a second, everywhere in the speaker.
pub const RATE: usize = 48_000;

/// Why a device did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceTrouble {
    /// It had nothing left to play; it is ready to begin anew.
    Dry,
    /// It is gone, for the reason given.
    Lost(String),
}

/// An open device. It begins to play by itself with the first samples written.
pub trait Device {
    /// Samples that can be written now.
    fn room(&mut self) -> Result<usize, DeviceTrouble>;
    /// Samples written that the device has not taken yet.
    fn queued(&mut self) -> Result<usize, DeviceTrouble>;
    /// Writes as many samples as there is room for and says how many.
    fn write(&mut self, samples: &[f32]) -> Result<usize, DeviceTrouble>;
    /// Samples that the device takes at a time: the least that must be queued whenever it does.
    fn chunk(&self) -> usize;
}

/// What opens devices.
pub trait OpenDevice {
    /// What is opened.
    type Device: Device;
    /// Opens the device, or says why not.
    fn open(&mut self) -> Result<Self::Device, String>;
    /// False where there is no sense in a second try.
    fn hopeful(&self) -> bool {
        true
    }
}

/// The sound of a system that has none.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    any(target_os = "linux", windows, target_os = "macos"),
    expect(dead_code, reason = "for all other systems")
)]
pub struct Nothing;

impl OpenDevice for Nothing {
    type Device = Nothing;

    fn open(&mut self) -> Result<Nothing, String> {
        Err("this system has none".to_owned())
    }

    fn hopeful(&self) -> bool {
        false
    }
}

impl Device for Nothing {
    fn room(&mut self) -> Result<usize, DeviceTrouble> {
        Ok(0)
    }

    fn queued(&mut self) -> Result<usize, DeviceTrouble> {
        Ok(0)
    }

    fn write(&mut self, _samples: &[f32]) -> Result<usize, DeviceTrouble> {
        Ok(0)
    }

    fn chunk(&self) -> usize {
        0
    }
}
