//! Interface between the sound thread and a device. Tests provide their own device.

/// Samples per second throughout the speaker.
pub const RATE: usize = 48_000;

/// Failure of a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceTrouble {
    /// The device ran out of samples and can be started again.
    Dry,
    /// The device is lost, for this reason.
    Lost(String),
}

/// An open device. Playback starts with the first samples written.
pub trait Device {
    /// Returns the number of samples that can be written now.
    fn room(&mut self) -> Result<usize, DeviceTrouble>;
    /// Returns how many of the written samples the device has not taken yet.
    fn queued(&mut self) -> Result<usize, DeviceTrouble>;
    /// Writes as many of the samples as there is room for. Returns their number.
    fn write(&mut self, samples: &[f32]) -> Result<usize, DeviceTrouble>;
    /// Returns how many samples the device takes at a time. When it takes them, at least that many must be in its
    /// buffer.
    fn chunk(&self) -> usize;
}

/// Opens devices.
pub trait OpenDevice {
    /// Type of the opened device.
    type Device: Device;
    /// Opens the device. If that fails, returns the reason.
    fn open(&mut self) -> Result<Self::Device, String>;
    /// Returns whether another attempt makes sense.
    fn hopeful(&self) -> bool {
        true
    }
}

/// Opener for a system without sound. It always fails.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    any(target_os = "linux", windows, target_os = "macos"),
    expect(dead_code, reason = "used only on systems without sound")
)]
pub struct NoDevice;

impl OpenDevice for NoDevice {
    type Device = NoDevice;

    fn open(&mut self) -> Result<NoDevice, String> {
        Err("this system has none".to_owned())
    }

    fn hopeful(&self) -> bool {
        false
    }
}

impl Device for NoDevice {
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
