//! Interface between the sound thread and a device. Tests provide their own device.

/// Samples per second throughout the speaker.
pub const RATE: usize = 48_000;

/// Failure of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceTrouble {
    /// It ran out of samples and can start again.
    Dry,
    /// It is gone, for this reason.
    Lost(String),
}

/// An open device. It starts to play with the first samples written.
pub trait Device {
    /// Returns how many samples can be written now.
    fn room(&mut self) -> Result<usize, DeviceTrouble>;
    /// Returns how many written samples the device has not taken yet.
    fn queued(&mut self) -> Result<usize, DeviceTrouble>;
    /// Writes as many samples as there is room for and returns how many.
    fn write(&mut self, samples: &[f32]) -> Result<usize, DeviceTrouble>;
    /// Returns how many samples the device takes at a time. At least this many must be queued at that moment.
    fn chunk(&self) -> usize;
}

/// Opens devices.
pub trait OpenDevice {
    /// Type of the opened device.
    type Device: Device;
    /// Opens the device, or returns why it cannot.
    fn open(&mut self) -> Result<Self::Device, String>;
    /// Returns false if a second try is pointless.
    fn hopeful(&self) -> bool {
        true
    }
}

/// The missing sound of a system that has none.
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
