//! Sound on macOS and Windows through `cpal`.
//!
//! When the system needs samples, it calls a function of this module. A ring buffer connects this callback to the sound
//! thread.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{BufferSize, FromSample, SampleFormat, SizedSample, Stream, StreamConfig, StreamError};
use rtrb::{Consumer, Producer, RingBuffer};

use super::device::{Device, DeviceTrouble, OpenDevice, RATE};
use super::stretch::stretch;

/// Capacity of the ring buffer in samples at [`RATE`]: an eighth of a second.
const ROOM: usize = RATE / 8;
/// Number of samples that the system takes at a time, assumed until its first request: 10 ms.
const PORTION: usize = RATE / 100;

/// Opens the system's default device.
#[derive(Clone, Copy, Debug)]
pub struct DefaultDeviceOpener;

impl OpenDevice for DefaultDeviceOpener {
    type Device = CallbackDevice;

    fn open(&mut self) -> Result<CallbackDevice, String> {
        let host = cpal::default_host();
        let device = host
            .default_output_device()
            .ok_or("no sound device found")?;
        let usual = device
            .default_output_config()
            .map_err(|error| error.to_string())?;
        let config = StreamConfig {
            channels: usual.channels(),
            sample_rate: usual.sample_rate(),
            buffer_size: BufferSize::Default,
        };
        match usual.sample_format() {
            SampleFormat::F32 => CallbackDevice::open::<f32>(&device, &config),
            SampleFormat::I16 => CallbackDevice::open::<i16>(&device, &config),
            SampleFormat::I32 => CallbackDevice::open::<i32>(&device, &config),
            SampleFormat::U16 => CallbackDevice::open::<u16>(&device, &config),
            other => Err(format!("unsupported sample format {other}")),
        }
    }
}

/// State that the callback and the sound thread share, besides the ring buffer.
#[derive(Default)]
struct SharedState {
    /// Largest number of samples that the system has requested at a time.
    portion: AtomicUsize,
    /// True if the ring buffer ran out of samples.
    dry: AtomicBool,
    /// Reason why the device was lost. The error callback takes this lock; the sample callback never does.
    lost: Mutex<Option<String>>,
}

/// An open device with its ring buffer.
pub struct CallbackDevice {
    /// Ring buffer of samples at the device's own rate.
    ring: Producer<f32>,
    rate: usize,
    /// Remainder of the rate conversion, in units of 1/[`RATE`] of a sample.
    over: usize,
    changed: Vec<f32>,
    shared: Arc<SharedState>,
    /// Stream that plays until it is dropped. It starts with the first samples.
    stream: Stream,
    began: bool,
}

impl CallbackDevice {
    /// Opens a device with samples of the type `T`.
    fn open<T: SizedSample + FromSample<f32>>(
        device: &cpal::Device,
        config: &StreamConfig,
    ) -> Result<Self, String> {
        let rate = (config.sample_rate as usize).max(1);
        let channels = usize::from(config.channels).max(1);
        let (ring, mut samples) = RingBuffer::new(ROOM * rate / RATE);
        let shared = Arc::new(SharedState::default());
        let (asked, told) = (Arc::clone(&shared), Arc::clone(&shared));
        let give = move |out: &mut [T], _: &cpal::OutputCallbackInfo| {
            fill(out, channels, &mut samples, &asked);
        };
        let listen = move |error: StreamError| {
            if !matches!(error, StreamError::BufferUnderrun)
                && let Ok(mut lost) = told.lost.lock()
            {
                *lost = Some(error.to_string());
            }
        };
        let stream = device
            .build_output_stream(config, give, listen, None)
            .map_err(|error| error.to_string())?;
        Ok(Self {
            ring,
            rate,
            over: 0,
            changed: Vec::new(),
            shared,
            stream,
            began: false,
        })
    }

    /// Converts a number of samples at the device's rate to samples at [`RATE`].
    fn ours(&self, samples: usize) -> usize {
        samples * RATE / self.rate
    }
}

/// Fills the system's buffer. Copies each sample to all channels. If there are too few samples, fills the rest with
/// silence.
fn fill<T: SizedSample + FromSample<f32>>(
    out: &mut [T],
    channels: usize,
    samples: &mut Consumer<f32>,
    shared: &SharedState,
) {
    shared
        .portion
        .fetch_max(out.len() / channels, Ordering::Relaxed);
    for frame in out.chunks_mut(channels) {
        let sample = samples.pop().unwrap_or_else(|_| {
            shared.dry.store(true, Ordering::Relaxed);
            0.0
        });
        frame.fill(T::from_sample(sample));
    }
}

impl Device for CallbackDevice {
    fn room(&mut self) -> Result<usize, DeviceTrouble> {
        Ok(self.ours(self.ring.slots()).saturating_sub(1))
    }

    fn queued(&mut self) -> Result<usize, DeviceTrouble> {
        if let Ok(mut lost) = self.shared.lost.try_lock()
            && let Some(why) = lost.take()
        {
            return Err(DeviceTrouble::Lost(why));
        }
        if self.shared.dry.swap(false, Ordering::Relaxed) && self.began {
            return Err(DeviceTrouble::Dry);
        }
        Ok(self.ours(self.ring.buffer().capacity() - self.ring.slots()))
    }

    fn write(&mut self, samples: &[f32]) -> Result<usize, DeviceTrouble> {
        let scaled = samples.len() * self.rate + self.over;
        self.over = scaled % RATE;
        self.changed.clear();
        stretch(samples, scaled / RATE, &mut self.changed);
        for &sample in &self.changed {
            // The ring buffer has room. If it had none, losing a sample would not matter.
            let _ = self.ring.push(sample);
        }
        if !self.began {
            self.stream
                .play()
                .map_err(|error| DeviceTrouble::Lost(error.to_string()))?;
            self.shared.dry.store(false, Ordering::Relaxed);
            self.began = true;
        }
        Ok(samples.len())
    }

    fn chunk(&self) -> usize {
        match self.shared.portion.load(Ordering::Relaxed) {
            0 => PORTION,
            portion => self.ours(portion),
        }
    }
}
