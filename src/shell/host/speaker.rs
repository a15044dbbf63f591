//! Sound leaves here: one thread owns the synth and the device, and the game never waits for it.
//!
//! ```text
//! game --Packet--> queue --> Worker --frames--> Synth --samples--> Device
//!                              |
//!                           Pairing: one frame of samples for each game frame
//! ```
//!
//! The game sends a [`Packet::Frame`] for each of its video frames, as they come. The thread keeps
//! some 13 to 40 ms of sound in the device, so that steps which come early or late are not heard;
//! [`pairing`] has the rule.

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

use rightwell::sound::{Cue, Sound, Volumes};
use rtrb::{Producer, RingBuffer};

use super::clock::now;
use super::listener::{Listener, Packet};

use device::OpenDevice;
use worker::SoundWorker;

/// How many packets wait for the thread at most; what comes after them is dropped.
const QUEUE: usize = 256;
/// How long the end of a speaker waits for its thread; a dead sound server can hold that up for ever.
const PATIENCE: Duration = Duration::from_millis(200);

/// Makes the samples, on the thread for sound.
pub trait Synth {
    /// Appends the samples of one video frame's time to `out`: mono, [`RATE`](device::RATE) a second,
    /// from -1 to 1. `cues` are of the game's frames that fall into it: one as a rule; none when the
    /// game is late or slow; several when it is ahead or fast. They come in order, and none comes twice.
    fn play(&mut self, cues: &[Cue], out: &mut Vec<f32>);
    /// Ends all notes.
    fn silence(&mut self);
    /// Sets how loud it is.
    fn set(&mut self, volumes: Volumes);
}

/// The console's sound.
impl Synth for Sound {
    fn play(&mut self, cues: &[Cue], out: &mut Vec<f32>) {
        self.frame(cues, out);
    }

    fn silence(&mut self) {
        self.silence();
    }

    fn set(&mut self, volumes: Volumes) {
        self.set_volumes(volumes);
    }
}

/// The game's end of the sound. Nothing here waits, but the end for a moment.
#[derive(Debug)]
pub struct Speaker {
    packets: Producer<Packet>,
    /// Volumes that found the queue full; they go first.
    unsent_volumes: Option<Volumes>,
    /// The same for a hold, which no frame came after.
    unsent_hold: bool,
    messages: mpsc::Receiver<Result<(), String>>,
    /// Says nothing; closed when the thread ends.
    ended: mpsc::Receiver<()>,
    /// None where the system gave no thread.
    thread: Option<Thread>,
    /// Asks the thread to end.
    quit: Arc<AtomicBool>,
}

impl Speaker {
    /// Starts the thread for sound, with the system's default device, and returns at once.
    pub fn start(synth: impl Synth + Send + 'static) -> Speaker {
        Self::start_with(synth, system())
    }

    /// The same with any kind of device.
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

    /// Sends what found the queue full before.
    fn send_unsent(&mut self) {
        if let Some(volumes) = self.unsent_volumes
            && self.packets.push(Packet::Set(volumes)).is_ok()
        {
            self.unsent_volumes = None;
        }
        if self.unsent_hold && self.packets.push(Packet::Hold).is_ok() {
            self.unsent_hold = false;
        }
    }
}

impl Listener for Speaker {
    /// When the queue is full a frame is dropped; a hold and the last volumes are sent
    /// as soon as there is room.
    fn tell(&mut self, packet: Packet) {
        self.send_unsent();
        match packet {
            Packet::Set(volumes) => self.unsent_volumes = Some(volumes),
            Packet::Hold => self.unsent_hold = true,
            Packet::Prepare => drop(self.packets.push(packet)),
            Packet::Frame(_) => {
                self.unsent_hold = false;
                // One that finds no room is not heard.
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

/// The one line that says why nothing is heard.
fn no_sound(why: &dyn fmt::Display) -> String {
    let why = why.to_string();
    let line = why.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("no sound: {line}")
}

/// What opens the system's sound.
#[cfg(target_os = "linux")]
fn system() -> impl OpenDevice + Send + 'static {
    alsa::Alsa::new(alsa::LIBRARY)
}

/// What opens the system's sound.
#[cfg(any(windows, target_os = "macos"))]
fn system() -> impl OpenDevice + Send + 'static {
    callback::System
}

/// What opens the system's sound.
#[cfg(target_family = "wasm")]
fn system() -> impl OpenDevice + Send + 'static {
    page::Page
}

/// What opens the system's sound: there is none.
#[cfg(not(any(
    target_os = "linux",
    windows,
    target_os = "macos",
    target_family = "wasm"
)))]
fn system() -> impl OpenDevice + Send + 'static {
    device::Nothing
}

#[cfg(test)]
mod tests;
