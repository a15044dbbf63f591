//! Work of the sound thread. The thread calls [`SoundWorker::turn`] in a loop. The worker reads no clock: each call
//! receives the time.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use rightwell::sound::SoundCue;
use rtrb::Consumer;

use crate::host::listener::SoundPacket;

use super::device::{Device, DeviceTrouble, OpenDevice, RATE};
use super::gauge::BufferGauge;
use super::pairing::{Pairing, PlaybackAction};
use super::stretch::stretch;
use super::{Synth, no_sound};

/// Time without a frame after which the game counts as paused.
const STILL: Duration = Duration::from_millis(500);
/// Length of silence after which the device is closed.
const LINGER: Duration = Duration::from_secs(1);
/// Time between attempts to open a device.
const RETRY: Duration = Duration::from_secs(3);
/// Time without progress after which a device is treated as dead.
const STUCK: Duration = Duration::from_secs(3);
/// If the device runs dry twice within this time, the reserve grows. If the device does not run dry for this time, the
/// reserve shrinks.
const AGAIN: Duration = Duration::from_secs(20);
/// Minimum sleep between two passes of the worker loop.
const NAP: Duration = Duration::from_millis(1);
/// Number of queued frames that the synth processes in one batch while there is no device.
const UNHEARD: usize = 16;
/// Length of the fade-out in samples.
const FADE: usize = RATE / 200;
/// Number of silent samples that replace a frame for which the synth made no samples.
const NOTHING: usize = RATE / 60;
/// Maximum number of error messages sent.
const TOLD: u32 = 4;

/// State of the sound output, derived from the frames received so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SpeakerState {
    /// Silent for a long time, with no device open.
    Asleep,
    /// Playing. Contains the arrival time of the last frame.
    Playing(Duration),
    /// Paused. Contains the time when the pause began.
    Holding(Duration),
}

/// State of the sound thread.
pub(super) struct SoundWorker<S: Synth, O: OpenDevice> {
    synth: S,
    opener: O,
    packets: Consumer<SoundPacket>,
    messages: mpsc::Sender<Result<(), String>>,
    quit: Arc<AtomicBool>,
    device: Option<O::Device>,
    /// True if nothing has been written since the device was opened or ran dry.
    fresh: bool,
    pairing: Pairing,
    gauge: BufferGauge,
    /// Frames that are not played yet. The last `arrived` of them have not been passed to the pairing.
    waiting: VecDeque<SoundCue>,
    arrived: usize,
    mood: SpeakerState,
    /// Samples waiting until the device has room.
    left: Vec<f32>,
    /// Buffer for the samples that the synth makes.
    made: Vec<f32>,
    /// Last sample written. The fade-out starts from its value.
    last: f32,
    wrote: Duration,
    ran_dry: Option<Duration>,
    retry: Duration,
    silent: bool,
    told: u32,
    /// True if the device is to be opened before the first frame.
    opens: bool,
}

impl<S: Synth, O: OpenDevice> SoundWorker<S, O> {
    /// Returns a worker in the state `Asleep`.
    pub(super) fn new(
        synth: S,
        opener: O,
        packets: Consumer<SoundPacket>,
        messages: mpsc::Sender<Result<(), String>>,
        quit: Arc<AtomicBool>,
    ) -> Self {
        Self {
            synth,
            opener,
            packets,
            messages,
            quit,
            device: None,
            fresh: true,
            pairing: Pairing::default(),
            gauge: BufferGauge::default(),
            waiting: VecDeque::new(),
            arrived: 0,
            mood: SpeakerState::Asleep,
            left: Vec::new(),
            made: Vec::new(),
            last: 0.0,
            wrote: Duration::ZERO,
            ran_dry: None,
            retry: Duration::ZERO,
            silent: false,
            told: 0,
            opens: false,
        }
    }

    /// Returns whether the game has dropped its handle, so that the thread may end.
    pub(super) fn over(&self) -> bool {
        self.quit.load(Ordering::Acquire)
    }

    /// Does the work that is due at `now`. Returns the time to sleep if no packet arrives. `None` means to sleep until
    /// a packet arrives.
    pub(super) fn turn(&mut self, now: Duration) -> Option<Duration> {
        self.receive(now);
        match self.mood {
            SpeakerState::Asleep => return None,
            SpeakerState::Playing(last) if now.saturating_sub(last) >= STILL => self.hold(now),
            SpeakerState::Holding(since) if now.saturating_sub(since) >= LINGER => {
                self.device = None;
                self.mood = SpeakerState::Asleep;
                return None;
            }
            SpeakerState::Playing(_) | SpeakerState::Holding(_) => {}
        }
        if self.device.is_none()
            && (matches!(self.mood, SpeakerState::Playing(_)) || self.opens)
            && now >= self.retry
            && self.open(now)
        {
            return Some(Duration::ZERO);
        }
        if self.device.is_none() {
            return Some(self.unheard(now));
        }
        match self.feed(now, false) {
            Ok(rest) => Some(rest),
            Err(trouble) => {
                self.suffer(trouble, now);
                Some(NAP)
            }
        }
    }

    /// Processes the packets that the game has sent.
    fn receive(&mut self, now: Duration) {
        while let Ok(packet) = self.packets.pop() {
            match packet {
                SoundPacket::Frame(frame) => {
                    self.waiting.push_back(frame);
                    self.arrived += 1;
                    self.mood = SpeakerState::Playing(now);
                }
                SoundPacket::Hold => {
                    if matches!(self.mood, SpeakerState::Playing(_)) {
                        self.hold(now);
                    }
                }
                SoundPacket::Prepare => {
                    if self.mood == SpeakerState::Asleep {
                        self.mood = SpeakerState::Holding(now);
                        self.opens = true;
                    }
                }
                SoundPacket::Set(volumes) => self.synth.set(volumes),
            }
        }
    }

    /// Plays the queued frames, then fades out to silence.
    fn hold(&mut self, now: Duration) {
        if self.device.is_some()
            && let Err(trouble) = self.feed(now, true)
        {
            self.suffer(trouble, now);
        }
        self.skip();
        self.synth.silence();
        if self.device.is_some() {
            let last = self.last;
            self.left
                .extend((1..FADE).map(|step| last * (1.0 - step as f32 / FADE as f32)));
        }
        self.last = 0.0;
        self.mood = SpeakerState::Holding(now);
    }

    /// Tries to open the device. Returns whether the device is open.
    fn open(&mut self, now: Duration) -> bool {
        self.opens = false;
        match self.opener.open() {
            Ok(device) => {
                self.pairing.clear();
                self.arrived = self.waiting.len();
                self.gauge.begin(now);
                self.left.clear();
                self.fresh = true;
                self.wrote = now;
                self.device = Some(device);
                true
            }
            Err(why) => {
                self.complain(&why);
                self.retry = if self.opener.hopeful() {
                    now + RETRY
                } else {
                    Duration::MAX
                };
                false
            }
        }
    }

    /// Does the due work while there is no device. The synth processes the frames in batches, so that its state stays
    /// current.
    fn unheard(&mut self, now: Duration) -> Duration {
        if self.waiting.len() >= UNHEARD || !matches!(self.mood, SpeakerState::Playing(_)) {
            self.skip();
        }
        let until = match self.mood {
            SpeakerState::Asleep => return LINGER,
            SpeakerState::Playing(last) => (last + STILL).min(self.retry),
            SpeakerState::Holding(since) => since + LINGER,
        };
        until.saturating_sub(now).max(NAP)
    }

    /// Lets the synth process the queued frames, and drops the samples.
    fn skip(&mut self) {
        if !self.waiting.is_empty() {
            self.made.clear();
            self.synth
                .play(self.waiting.make_contiguous(), &mut self.made);
            self.waiting.clear();
        }
        self.arrived = 0;
        self.pairing.clear();
    }

    /// Writes the samples that the device needs now. If `all`, writes the samples of every queued frame. Returns the
    /// time to sleep until the next call.
    fn feed(&mut self, now: Duration, all: bool) -> Result<Duration, DeviceTrouble> {
        let mut queued = self.queued(now)?;
        for _ in 0..std::mem::take(&mut self.arrived) {
            if self.fresh {
                self.pairing.arrive_at_rest();
            } else {
                self.pairing.arrive(queued);
            }
        }
        loop {
            if all && self.waiting.is_empty() {
                return Ok(NAP);
            }
            let lead = if self.fresh { self.pairing.lead() } else { 0 };
            match self.pairing.step(if all { 0 } else { queued }) {
                PlaybackAction::Wait(samples) => {
                    if now.saturating_sub(self.wrote) >= STUCK {
                        return Err(DeviceTrouble::Lost("the device has stopped".to_owned()));
                    }
                    let rest = Duration::from_secs_f64(samples as f64 / RATE as f64);
                    return Ok(rest.max(NAP));
                }
                PlaybackAction::Play { frames, longer } => {
                    self.left.resize(self.left.len() + lead, 0.0);
                    queued += lead + self.play(frames, longer);
                }
                PlaybackAction::Fill => {
                    self.left.resize(self.left.len() + lead, 0.0);
                    queued += lead + self.fill();
                }
            }
            self.fresh = false;
            self.write(now)?;
        }
    }

    /// Generates the sound of up to `frames` queued game frames as one block, `longer` samples longer than a video
    /// frame. Returns the length of the block in samples.
    fn play(&mut self, frames: usize, longer: isize) -> usize {
        let frames = frames.min(self.waiting.len());
        self.made.clear();
        self.synth
            .play(&self.waiting.make_contiguous()[..frames], &mut self.made);
        self.waiting.drain(..frames);
        if self.made.is_empty() {
            self.made.resize(NOTHING, 0.0);
        }
        self.pairing.frame_is(self.made.len());
        let length = self.made.len().saturating_add_signed(longer);
        stretch(&self.made, length, &mut self.left);
        self.last = self.left.last().copied().unwrap_or(0.0);
        length
    }

    /// Generates one block of sound without a game frame. Returns its length in samples.
    fn fill(&mut self) -> usize {
        let before = self.left.len();
        if let SpeakerState::Playing(_) = self.mood {
            self.synth.play(&[], &mut self.left);
            self.last = self.left.last().copied().unwrap_or(0.0);
        }
        if self.left.len() == before {
            self.left.resize(before + NOTHING, 0.0);
        }
        self.left.len() - before
    }

    /// Returns the number of samples still to be played.
    fn queued(&mut self, now: Duration) -> Result<usize, DeviceTrouble> {
        if !self.left.is_empty() && !self.fresh {
            self.write(now)?;
        }
        let Some(device) = &mut self.device else {
            return Ok(self.left.len());
        };
        let (queued, chunk) = (device.queued()?, device.chunk());
        if self
            .ran_dry
            .is_some_and(|before| now.saturating_sub(before) >= AGAIN)
        {
            self.ran_dry = self.pairing.narrow().then_some(now);
        }
        let to_play = self.gauge.read(queued, chunk, now);
        self.pairing.portion_is(self.gauge.portion(chunk));
        if to_play == 0 && !self.fresh {
            self.run_dry(now);
        }
        Ok(to_play + self.left.len())
    }

    /// Writes as many samples as the device has room for.
    fn write(&mut self, now: Duration) -> Result<(), DeviceTrouble> {
        let Some(device) = &mut self.device else {
            return Ok(());
        };
        let room = device.room()?.min(self.left.len());
        let written = device.write(&self.left[..room])?;
        if written > 0 {
            self.left.drain(..written);
            self.wrote = now;
            self.gauge.add(written);
            if self.silent {
                self.silent = false;
                let _ = self.messages.send(Ok(()));
            }
        }
        Ok(())
    }

    /// Restarts the playback after the device ran out of samples.
    fn run_dry(&mut self, now: Duration) {
        self.fresh = true;
        self.gauge.begin(now);
        self.left.clear();
        if self
            .ran_dry
            .is_some_and(|before| now.saturating_sub(before) < AGAIN)
        {
            self.pairing.widen();
        }
        self.ran_dry = Some(now);
    }

    /// Handles a device that has failed.
    fn suffer(&mut self, trouble: DeviceTrouble, now: Duration) {
        match trouble {
            DeviceTrouble::Dry => self.run_dry(now),
            DeviceTrouble::Lost(why) => {
                // Send the message before the device is closed. Closing may take long if the sound server is dead.
                self.complain(&why);
                self.device = None;
                self.left.clear();
                self.pairing.clear();
                self.arrived = self.waiting.len();
                self.retry = now + RETRY;
            }
        }
    }

    /// Sends an error message: at most one per failure, and at most [`TOLD`] in total.
    fn complain(&mut self, why: &str) {
        if !self.silent && self.told < TOLD {
            self.silent = true;
            self.told += 1;
            let _ = self.messages.send(Err(no_sound(&why)));
        }
    }
}

#[cfg(test)]
mod tests;
