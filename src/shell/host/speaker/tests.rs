//! Tests of the game's handle to the sound thread, which must never wait.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use rightwell::sound::{Effect, SoundCue, Volumes};

use crate::host::clock::now;
use crate::host::listener::{SoundListener, SoundPacket};

use super::device::{Device, DeviceTrouble, OpenDevice};
use super::{Speaker, Synth};

/// Record of a synth: the numbers of the frames that it played, the volumes, and how often it fell silent.
type PlayedEntries = (Vec<u32>, Vec<Volumes>, usize);

/// Encodes a number as a cue.
pub fn cue(number: u32) -> SoundCue {
    let mut cue = SoundCue::default();
    let is_in = |bit: &usize| number >> bit & 1 == 1;
    for bit in (0..Effect::ALL.len()).filter(is_in) {
        cue.effects.insert(Effect::ALL[bit]);
    }
    cue
}

/// Decodes the numbers of cues.
pub fn numbers(cues: &[SoundCue]) -> impl Iterator<Item = u32> {
    let bit = |cue: &SoundCue, bit: usize| u32::from(cue.effects.contains(Effect::ALL[bit])) << bit;
    let all = move |cue: &SoundCue| (0..Effect::ALL.len()).map(|at| bit(cue, at)).sum();
    cues.iter().map(all)
}

fn music(music: u8) -> Volumes {
    Volumes { effects: 1, music }
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<PlayedEntries>>);

impl Synth for Log {
    fn play(&mut self, cues: &[SoundCue], out: &mut Vec<f32>) {
        out.resize(out.len() + 799, 0.5);
        self.0.lock().expect("a log").0.extend(numbers(cues));
    }

    fn silence(&mut self) {
        self.0.lock().expect("a log").2 += 1;
    }

    fn set(&mut self, volumes: Volumes) {
        self.0.lock().expect("a log").1.push(volumes);
    }
}

/// A sound system whose calls block while it is dead.
#[derive(Clone, Default)]
struct DeadDevice(Arc<AtomicBool>);

impl DeadDevice {
    fn wait(&self) {
        while self.0.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl OpenDevice for DeadDevice {
    type Device = DeadDevice;

    fn open(&mut self) -> Result<DeadDevice, String> {
        self.wait();
        Ok(self.clone())
    }
}

impl Device for DeadDevice {
    fn room(&mut self) -> Result<usize, DeviceTrouble> {
        self.wait();
        Ok(10_000)
    }

    fn queued(&mut self) -> Result<usize, DeviceTrouble> {
        self.wait();
        Ok(0)
    }

    fn write(&mut self, samples: &[f32]) -> Result<usize, DeviceTrouble> {
        self.wait();
        Ok(samples.len())
    }

    fn chunk(&self) -> usize {
        48
    }
}

#[test]
fn a_dead_device_never_blocks_the_game() {
    let (log, dead) = (Log::default(), DeadDevice::default());
    dead.0.store(true, Ordering::Relaxed);
    let start = now();
    let mut speaker = Speaker::start_with(log.clone(), dead.clone());
    speaker.tell(SoundPacket::Frame(cue(0)));
    thread::sleep(Duration::from_millis(50));
    (1..1000).for_each(|number| speaker.tell(SoundPacket::Frame(cue(number))));
    speaker.tell(SoundPacket::Set(music(5)));
    speaker.tell(SoundPacket::Set(music(6)));
    speaker.tell(SoundPacket::Hold);
    assert!((now() - start) < Duration::from_millis(500));
    dead.0.store(false, Ordering::Relaxed);
    thread::sleep(Duration::from_millis(100));
    speaker.tell(SoundPacket::Hold);
    thread::sleep(Duration::from_millis(100));
    {
        let log = log.0.lock().expect("a log");
        assert!(log.0.iter().copied().eq(0..257), "{:?}", log.0);
        assert_eq!((log.1.as_slice(), log.2), ([music(6)].as_slice(), 1));
    }
    dead.0.store(true, Ordering::Relaxed);
    speaker.tell(SoundPacket::Frame(cue(1000)));
    thread::sleep(Duration::from_millis(50));
    let start = now();
    drop(speaker);
    assert!((now() - start) < Duration::from_millis(400));
    dead.0.store(false, Ordering::Relaxed);
}

#[test]
fn dropping_a_working_speaker_does_not_wait() {
    for _ in 0..20 {
        let mut speaker = Speaker::start_with(Log::default(), DeadDevice::default());
        speaker.tell(SoundPacket::Frame(cue(0)));
        let start = now();
        drop(speaker);
        assert!((now() - start) < Duration::from_millis(150));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn without_the_library_there_is_one_message() {
    let alsa = super::alsa::Alsa::new("libnobody-has-this.so.9");
    let mut speaker = Speaker::start_with(Log::default(), alsa);
    assert_eq!(speaker.take_message(), None);
    let mut messages = Vec::new();
    for number in 0..30 {
        speaker.tell(SoundPacket::Frame(cue(number)));
        thread::sleep(Duration::from_millis(10));
        messages.extend(speaker.take_message());
    }
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(
        messages[0]
            .as_ref()
            .is_err_and(|why| why.starts_with("no sound: libnobody-has-this")),
        "{messages:?}"
    );
}
