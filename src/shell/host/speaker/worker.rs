//! The thread for sound, one turn at a time. It asks no clock: each turn is told the time.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use rightwell::sound::Cue;
use rtrb::Consumer;

use crate::shell::host::listener::Packet;

use super::device::{Device, DeviceTrouble, OpenDevice, RATE};
use super::gauge::Gauge;
use super::pairing::{Pairing, Step};
use super::stretch::stretch;
use super::{Synth, no_sound};

/// With no frame for so long the game stands still.
const STILL: Duration = Duration::from_millis(500);
/// After so much silence the device is closed.
const LINGER: Duration = Duration::from_secs(1);
/// Between two tries to open a device.
const RETRY: Duration = Duration::from_secs(3);
/// A device that takes nothing for so long is dead.
const STUCK: Duration = Duration::from_secs(3);
/// A second time dry within this means that more must be kept queued; none, that less will do.
const AGAIN: Duration = Duration::from_secs(20);
/// The shortest rest between two turns.
const NAP: Duration = Duration::from_millis(1);
/// Without a device the synth hears of so many frames at once.
const UNHEARD: usize = 16;
/// The samples over which the last one fades.
const FADE: usize = RATE / 200;
/// The silence that stands for one frame when nothing was made.
const NOTHING: usize = RATE / 60;
/// How many troubles are told at most.
const TOLD: u32 = 4;

/// What the game does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mood {
    /// Nothing, for long; no device is open.
    Asleep,
    /// It plays; when the last frame came.
    Playing(Duration),
    /// It stands still; since when.
    Holding(Duration),
}

/// Everything the thread owns.
pub(super) struct SoundWorker<S: Synth, O: OpenDevice> {
    synth: S,
    opener: O,
    packets: Consumer<Packet>,
    messages: mpsc::Sender<Result<(), String>>,
    quit: Arc<AtomicBool>,
    device: Option<O::Device>,
    /// Nothing was written since the device was opened or ran dry.
    fresh: bool,
    pairing: Pairing,
    gauge: Gauge,
    /// Frames that were not played; the pairing does not know the last `arrived` of them.
    waiting: VecDeque<Cue>,
    arrived: usize,
    mood: Mood,
    /// Samples that the device had no room for.
    left: Vec<f32>,
    /// Room for the synth, kept between turns.
    made: Vec<f32>,
    /// The sample written last, for the fade.
    last: f32,
    wrote: Duration,
    ran_dry: Option<Duration>,
    retry: Duration,
    silent: bool,
    told: u32,
    /// A device is wanted although nothing is played yet.
    opens: bool,
}

impl<S: Synth, O: OpenDevice> SoundWorker<S, O> {
    /// A worker that has not begun.
    pub(super) fn new(
        synth: S,
        opener: O,
        packets: Consumer<Packet>,
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
            gauge: Gauge::default(),
            waiting: VecDeque::new(),
            arrived: 0,
            mood: Mood::Asleep,
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

    /// True when the game has let go of its end.
    pub(super) fn over(&self) -> bool {
        self.quit.load(Ordering::Acquire)
    }

    /// Does what is to be done at the time `now`, and says how long to rest unless a packet comes; None
    /// is for ever.
    pub(super) fn turn(&mut self, now: Duration) -> Option<Duration> {
        self.receive(now);
        match self.mood {
            Mood::Asleep => return None,
            Mood::Playing(last) if now.saturating_sub(last) >= STILL => self.hold(now),
            Mood::Holding(since) if now.saturating_sub(since) >= LINGER => {
                self.device = None;
                self.mood = Mood::Asleep;
                return None;
            }
            Mood::Playing(_) | Mood::Holding(_) => {}
        }
        if self.device.is_none()
            && (matches!(self.mood, Mood::Playing(_)) || self.opens)
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

    /// Takes what the game has sent.
    fn receive(&mut self, now: Duration) {
        while let Ok(packet) = self.packets.pop() {
            match packet {
                Packet::Frame(frame) => {
                    self.waiting.push_back(frame);
                    self.arrived += 1;
                    self.mood = Mood::Playing(now);
                }
                Packet::Hold => {
                    if matches!(self.mood, Mood::Playing(_)) {
                        self.hold(now);
                    }
                }
                Packet::Prepare => {
                    if self.mood == Mood::Asleep {
                        self.mood = Mood::Holding(now);
                        self.opens = true;
                    }
                }
                Packet::Set(volumes) => self.synth.set(volumes),
            }
        }
    }

    /// Plays what waits, and then silence.
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
        self.mood = Mood::Holding(now);
    }

    /// Opens the device, if that can be done.
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

    /// The turn without a device: the synth hears of the frames all the same, some at a time.
    fn unheard(&mut self, now: Duration) -> Duration {
        if self.waiting.len() >= UNHEARD || !matches!(self.mood, Mood::Playing(_)) {
            self.skip();
        }
        let until = match self.mood {
            Mood::Asleep => return LINGER,
            Mood::Playing(last) => (last + STILL).min(self.retry),
            Mood::Holding(since) => since + LINGER,
        };
        until.saturating_sub(now).max(NAP)
    }

    /// Plays what waits for nobody to hear.
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

    /// Gives the device what it needs now, or with `all` everything that waits; the rest until then.
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
                Step::Wait(samples) => {
                    if now.saturating_sub(self.wrote) >= STUCK {
                        return Err(DeviceTrouble::Lost("the device has stopped".to_owned()));
                    }
                    let rest = Duration::from_secs_f64(samples as f64 / RATE as f64);
                    return Ok(rest.max(NAP));
                }
                Step::Play { frames, longer } => {
                    self.left.resize(self.left.len() + lead, 0.0);
                    queued += lead + self.play(frames, longer);
                }
                Step::Fill => {
                    self.left.resize(self.left.len() + lead, 0.0);
                    queued += lead + self.fill();
                }
            }
            self.fresh = false;
            self.write(now)?;
        }
    }

    /// Has the synth play game frames, and says how many samples that made.
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

    /// The time of one frame without a game frame.
    fn fill(&mut self) -> usize {
        let before = self.left.len();
        if let Mood::Playing(_) = self.mood {
            self.synth.play(&[], &mut self.left);
            self.last = self.left.last().copied().unwrap_or(0.0);
        }
        if self.left.len() == before {
            self.left.resize(before + NOTHING, 0.0);
        }
        self.left.len() - before
    }

    /// Samples that are still to be played.
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

    /// Writes what there is room for.
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

    /// The device has nothing more to play.
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

    /// Takes note of a trouble.
    fn suffer(&mut self, trouble: DeviceTrouble, now: Duration) {
        match trouble {
            DeviceTrouble::Dry => self.run_dry(now),
            DeviceTrouble::Lost(why) => {
                // First of all: a dead sound server can hold up the end of the device for long.
                self.complain(&why);
                self.device = None;
                self.left.clear();
                self.pairing.clear();
                self.arrived = self.waiting.len();
                self.retry = now + RETRY;
            }
        }
    }

    /// Tells a trouble, once until it is over, and not for ever.
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
