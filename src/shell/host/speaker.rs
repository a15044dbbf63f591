//! Sound output. One thread owns the synth and the device, and the game never waits for it.
//!
//! ```text
//! game --Packet--> queue --> Worker --frames--> Synth --samples--> Device
//!                              |
//!                           Pairing: one frame of samples for each game frame
//! ```
//!
//! The game sends a [`SoundPacket::Frame`] for each video frame. The thread keeps about 13 to 40 ms of sound in the
//! device, so that frames may come early or late without being heard. [`pairing`] documents the rule.

mod device;
mod gauge;
mod pairing;
mod stretch;
mod worker;

#[cfg(target_os = "linux")]
mod alsa;
#[cfg(any(windows, target_os = "macos"))]
mod callback;
#[cfg(target_family = "wasm")]
mod page;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::{self, Thread};
use std::time::Duration;

use rightwell::sound::{ConsoleSynth, SoundCue, Volumes};
use rtrb::{Producer, RingBuffer};

use super::clock::now;
use super::listener::{SoundListener, SoundPacket};

use device::OpenDevice;
use worker::SoundWorker;

/// Capacity of the packet queue. Packets beyond it are dropped.
const QUEUE: usize = 256;
/// Maximum wait for the thread when a speaker is dropped. If the sound server is dead, the thread may never end.
const PATIENCE: Duration = Duration::from_millis(200);

/// Generates samples. It runs on the sound thread.
pub trait Synth {
    /// Appends the samples of one video frame to `out`: mono, [`RATE`](device::RATE) per second, -1 to 1.
    ///
    /// `cues` contains the game frames that belong to this video frame, in order and each only once. Usually there is
    /// one, none if the game is late or slow, and several if it is early or fast.
    fn play(&mut self, cues: &[SoundCue], out: &mut Vec<f32>);
    /// Ends all notes.
    fn silence(&mut self);
    /// Sets the volumes.
    fn set(&mut self, volumes: Volumes);
}

/// The console's sound.
impl Synth for ConsoleSynth {
    fn play(&mut self, cues: &[SoundCue], out: &mut Vec<f32>) {
        self.frame(cues, out);
    }

    fn silence(&mut self) {
        self.silence();
    }

    fn set(&mut self, volumes: Volumes) {
        self.set_volumes(volumes);
    }
}

/// The game's handle to the sound thread. No call waits, except that dropping the handle waits briefly.
#[derive(Debug)]
pub struct Speaker {
    packets: Producer<SoundPacket>,
    /// Latest volumes, if they did not fit into the queue. They are sent before any other packet.
    unsent_volumes: Option<Volumes>,
    /// True if a hold did not fit into the queue. A later frame makes it unnecessary.
    unsent_hold: bool,
    messages: mpsc::Receiver<Result<(), String>>,
    /// This channel carries no messages. It closes when the thread ends.
    ended: mpsc::Receiver<()>,
    /// `None` if the system could not start the thread.
    thread: Option<Thread>,
    /// Tells the thread to end.
    quit: Arc<AtomicBool>,
}

impl Speaker {
    /// Starts the sound thread with the system's default device, and returns at once.
    pub fn start(synth: impl Synth + Send + 'static) -> Speaker {
        Self::start_with(synth, system())
    }

    /// Starts the sound thread with any kind of device, for tests.
    fn start_with(
        synth: impl Synth + Send + 'static,
        opener: impl OpenDevice + Send + 'static,
    ) -> Speaker {
        let (packets, received) = RingBuffer::new(QUEUE);
        let (tell, messages) = mpsc::channel();
        let (end, ended) = mpsc::channel();
        let quit = Arc::new(AtomicBool::new(false));
        let worker_tell = tell.clone();
        let worker_quit = Arc::clone(&quit);
        let spawned = thread::Builder::new()
            .name("sound".to_owned())
            .spawn(move || {
                let _end: mpsc::Sender<()> = end;
                let start = now();
                let mut worker =
                    SoundWorker::new(synth, opener, received, worker_tell, worker_quit);
                while !worker.over() {
                    match worker.turn(now() - start) {
                        Some(Duration::ZERO) => {}
                        Some(rest) => thread::park_timeout(rest),
                        None => thread::park(),
                    }
                }
            });
        let thread = match spawned {
            Ok(handle) => Some(handle.thread().clone()),
            Err(error) => {
                let _ = tell.send(Err(no_sound(&error)));
                None
            }
        };
        Speaker {
            packets,
            unsent_volumes: None,
            unsent_hold: false,
            messages,
            ended,
            thread,
            quit,
        }
    }

    /// Retries the packets that did not fit into the queue.
    fn send_unsent(&mut self) {
        if let Some(volumes) = self.unsent_volumes
            && self.packets.push(SoundPacket::Set(volumes)).is_ok()
        {
            self.unsent_volumes = None;
        }
        if self.unsent_hold && self.packets.push(SoundPacket::Hold).is_ok() {
            self.unsent_hold = false;
        }
    }
}

impl SoundListener for Speaker {
    /// Queues a packet. If the queue is full, a frame is dropped; the latest volumes, and a pause of the sound, are sent
    /// later.
    fn tell(&mut self, packet: SoundPacket) {
        self.send_unsent();
        match packet {
            SoundPacket::Set(volumes) => self.unsent_volumes = Some(volumes),
            SoundPacket::Hold => self.unsent_hold = true,
            SoundPacket::Prepare => drop(self.packets.push(packet)),
            SoundPacket::Frame(_) => {
                self.unsent_hold = false;
                // If the queue is full, this frame is not played.
                let _ = self.packets.push(packet);
            }
        }
        self.send_unsent();
        if let Some(thread) = &self.thread {
            thread.unpark();
        }
    }

    fn take_message(&mut self) -> Option<Result<(), String>> {
        self.messages.try_recv().ok()
    }
}

impl Drop for Speaker {
    fn drop(&mut self) {
        self.quit.store(true, Ordering::Release);
        if let Some(thread) = &self.thread {
            thread.unpark();
            let _ = self.ended.recv_timeout(PATIENCE);
        }
    }
}

/// Returns the one-line message that there is no sound.
fn no_sound(why: &dyn fmt::Display) -> String {
    let why = why.to_string();
    let line = why.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("no sound: {line}")
}

/// Returns the opener of the system's sound device.
#[cfg(target_os = "linux")]
fn system() -> impl OpenDevice + Send + 'static {
    alsa::Alsa::new(alsa::LIBRARY)
}

/// Returns the opener of the system's sound device.
#[cfg(any(windows, target_os = "macos"))]
fn system() -> impl OpenDevice + Send + 'static {
    callback::DefaultDeviceOpener
}

/// Returns the opener of the system's sound device.
#[cfg(target_family = "wasm")]
fn system() -> impl OpenDevice + Send + 'static {
    page::PageSound
}

/// Returns an opener that always fails, for systems without sound.
#[cfg(not(any(
    target_os = "linux",
    windows,
    target_os = "macos",
    target_family = "wasm"
)))]
fn system() -> impl OpenDevice + Send + 'static {
    device::NoDevice
}

#[cfg(test)]
mod tests;
