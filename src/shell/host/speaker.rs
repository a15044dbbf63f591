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

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::{self, Thread};
use std::time::Duration;

use rightwell::sound::{Cue, Sound, Volumes};
use rtrb::{Producer, PushError, RingBuffer};

use super::clock::now;
use super::listener::{Listener, Packet};

use device::Open;
use worker::Worker;

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

/// Where the sound goes. The default is what the system calls its default.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// Another device, by the name that ALSA has for it.
    pub device: Option<String>,
    /// Another file for ALSA's library.
    pub library: Option<String>,
}

/// What a speaker has done since its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Game frames that came.
    pub frames: u64,
    /// Times of one frame that were played with exactly one game frame.
    pub single: u64,
    /// The same with several game frames.
    pub merged: u64,
    /// The same with none, because the game was late.
    pub fillers: u64,
    /// Times of one frame that were made a little longer or shorter.
    pub stretched: u64,
    /// How often the device had nothing left to play.
    pub dry: u64,
    /// How often a device was opened.
    pub opened: u64,
    /// Packets that found the queue full.
    pub dropped: u64,
}

/// What the two threads share besides the queue.
#[derive(Default)]
struct Shared {
    quit: AtomicBool,
    frames: AtomicU64,
    single: AtomicU64,
    merged: AtomicU64,
    fillers: AtomicU64,
    stretched: AtomicU64,
    dry: AtomicU64,
    opened: AtomicU64,
}

/// The game's end of the sound. Nothing here waits, but the end for a moment.
pub struct Speaker {
    packets: Producer<Packet>,
    /// Volumes that found the queue full; they go first.
    owed: Option<Volumes>,
    /// The same for a hold, which no frame came after.
    hold_owed: bool,
    dropped: u64,
    messages: mpsc::Receiver<Result<(), String>>,
    /// Says nothing; closed when the thread ends.
    ended: mpsc::Receiver<()>,
    /// None where the system gave no thread.
    thread: Option<Thread>,
    shared: Arc<Shared>,
}

impl Speaker {
    /// Starts the thread for sound, with the system's default device, and returns at once.
    pub fn start(synth: impl Synth + Send + 'static) -> Speaker {
        Self::start_on(synth, Output::default())
    }

    /// The same with a device by name.
    pub fn start_on(synth: impl Synth + Send + 'static, output: Output) -> Speaker {
        Self::start_with(synth, system(output))
    }

    /// The same with any kind of device.
    pub fn start_with(
        synth: impl Synth + Send + 'static,
        opener: impl Open + Send + 'static,
    ) -> Speaker {
        let (packets, received) = RingBuffer::new(QUEUE);
        let (tell, messages) = mpsc::channel();
        let (end, ended) = mpsc::channel();
        let shared = Arc::new(Shared::default());
        let worker_tell = tell.clone();
        let worker_shared = Arc::clone(&shared);
        let spawned = thread::Builder::new()
            .name("sound".to_owned())
            .spawn(move || {
                let _end: mpsc::Sender<()> = end;
                let start = now();
                let mut worker = Worker::new(synth, opener, received, worker_tell, worker_shared);
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
            owed: None,
            hold_owed: false,
            dropped: 0,
            messages,
            ended,
            thread,
            shared,
        }
    }

    /// What was done so far.
    pub fn counts(&self) -> Counts {
        let get = |number: &AtomicU64| number.load(Ordering::Relaxed);
        Counts {
            frames: get(&self.shared.frames),
            single: get(&self.shared.single),
            merged: get(&self.shared.merged),
            fillers: get(&self.shared.fillers),
            stretched: get(&self.shared.stretched),
            dry: get(&self.shared.dry),
            opened: get(&self.shared.opened),
            dropped: self.dropped,
        }
    }

    /// Sends what found the queue full before.
    fn settle(&mut self) {
        if let Some(volumes) = self.owed
            && self.packets.push(Packet::Set(volumes)).is_ok()
        {
            self.owed = None;
        }
        if self.hold_owed && self.packets.push(Packet::Hold).is_ok() {
            self.hold_owed = false;
        }
    }
}

impl Listener for Speaker {
    /// When the queue is full a frame is dropped; a hold and the last volumes are sent
    /// as soon as there is room.
    fn tell(&mut self, packet: Packet) {
        self.settle();
        match packet {
            Packet::Set(volumes) => self.owed = Some(volumes),
            Packet::Hold => self.hold_owed = true,
            Packet::Prepare => drop(self.packets.push(packet)),
            Packet::Frame(_) => {
                self.hold_owed = false;
                if let Err(PushError::Full(_)) = self.packets.push(packet) {
                    self.dropped += 1;
                }
            }
        }
        self.settle();
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
        self.shared.quit.store(true, Ordering::Release);
        if let Some(thread) = &self.thread {
            thread.unpark();
            let _ = self.ended.recv_timeout(PATIENCE);
        }
    }
}

impl fmt::Debug for Speaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Speaker")
            .field("counts", &self.counts())
            .finish_non_exhaustive()
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
pub fn system(output: Output) -> impl Open + Send + 'static {
    alsa::Alsa::new(output)
}

/// What opens the system's sound.
#[cfg(any(windows, target_os = "macos"))]
pub fn system(_output: Output) -> impl Open + Send + 'static {
    callback::System
}

/// What opens the system's sound: there is none.
#[cfg(not(any(target_os = "linux", windows, target_os = "macos")))]
pub fn system(_output: Output) -> impl Open + Send + 'static {
    device::Nothing
}

#[cfg(test)]
mod tests;
