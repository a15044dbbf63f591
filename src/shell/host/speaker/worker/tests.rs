//! Tests of the sound worker with a simulated device and clock, one call of `turn` at a time.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use rightwell::sound::{SoundCue, Volumes};
use rtrb::{Producer, RingBuffer};

use super::SoundWorker;
use crate::host::listener::SoundPacket;
use crate::host::speaker::Synth;
use crate::host::speaker::device::{Device, DeviceTrouble, OpenDevice, RATE};
use crate::host::speaker::tests::{cue, numbers};

const FRAME: usize = 800;
/// Duration of a frame at 60 per second.
const TICK: Duration = Duration::from_nanos(16_666_667);

/// State of the simulated system, which the test can read and change.
#[derive(Default)]
struct World {
    now: Duration,
    /// Error that the next attempt to open the device returns.
    refuses: Option<String>,
    /// Error that every call of the device returns from now on.
    fails: Option<DeviceTrouble>,
    stuck: bool,
    opened: usize,
    closed: usize,
    began: Option<Duration>,
    heard: Vec<f32>,
    written: usize,
    played: Vec<u32>,
    calls: Vec<usize>,
    silenced: Vec<usize>,
    volumes: Volumes,
}

type Scene = Rc<RefCell<World>>;

struct FakeDevice(Scene);

impl FakeDevice {
    fn taken(&self) -> usize {
        let world = self.0.borrow();
        match world.began {
            Some(began) if !world.stuck => {
                ((world.now - began).as_secs_f64() * RATE as f64) as usize
            }
            _ => 0,
        }
    }
}

impl Device for FakeDevice {
    fn room(&mut self) -> Result<usize, DeviceTrouble> {
        Ok(9600 - self.queued()?)
    }

    fn queued(&mut self) -> Result<usize, DeviceTrouble> {
        let (taken, mut world) = (self.taken(), self.0.borrow_mut());
        if let Some(trouble) = world.fails.clone() {
            return Err(trouble);
        }
        if taken > world.written {
            let now = world.now;
            world.began = Some(now);
            world.written = 0;
            return Ok(0);
        }
        Ok(world.written - taken)
    }

    fn write(&mut self, samples: &[f32]) -> Result<usize, DeviceTrouble> {
        let mut world = self.0.borrow_mut();
        let now = world.now;
        world.began.get_or_insert(now);
        world.heard.extend_from_slice(samples);
        world.written += samples.len();
        Ok(samples.len())
    }

    fn chunk(&self) -> usize {
        48
    }
}

impl Drop for FakeDevice {
    fn drop(&mut self) {
        self.0.borrow_mut().closed += 1;
    }
}

struct FakeOpener(Scene);

impl OpenDevice for FakeOpener {
    type Device = FakeDevice;

    fn open(&mut self) -> Result<FakeDevice, String> {
        let mut world = self.0.borrow_mut();
        if let Some(why) = &world.refuses {
            return Err(why.clone());
        }
        world.opened += 1;
        world.began = None;
        world.written = 0;
        Ok(FakeDevice(Rc::clone(&self.0)))
    }
}

struct CountingSynth(Scene);

impl Synth for CountingSynth {
    fn play(&mut self, cues: &[SoundCue], out: &mut Vec<f32>) {
        let mut world = self.0.borrow_mut();
        world.played.extend(numbers(cues));
        world.calls.push(cues.len());
        out.extend((0..FRAME).map(|_| world.calls.len() as f32 / 1000.0));
    }

    fn silence(&mut self) {
        let mut world = self.0.borrow_mut();
        let played = world.played.len();
        world.silenced.push(played);
    }

    fn set(&mut self, volumes: Volumes) {
        self.0.borrow_mut().volumes = volumes;
    }
}

struct TestStage {
    world: Scene,
    worker: SoundWorker<CountingSynth, FakeOpener>,
    packets: Producer<SoundPacket>,
    messages: mpsc::Receiver<Result<(), String>>,
    next: u32,
    rest: Option<Duration>,
}

impl TestStage {
    fn new() -> Self {
        let world = Scene::default();
        let (packets, received) = RingBuffer::new(64);
        let (tell, messages) = mpsc::channel();
        let worker = SoundWorker::new(
            CountingSynth(Rc::clone(&world)),
            FakeOpener(Rc::clone(&world)),
            received,
            tell,
            Arc::default(),
        );
        Self {
            world,
            worker,
            packets,
            messages,
            next: 0,
            rest: None,
        }
    }

    /// Advances the clock, and calls the worker whenever it is due.
    fn pass(&mut self, time: Duration) {
        let until = self.world.borrow().now + time;
        loop {
            let now = self.world.borrow().now;
            self.rest = self.worker.turn(now);
            let next = self.rest.map_or(until, |rest| now + rest);
            if next > until {
                break;
            }
            self.world.borrow_mut().now = next;
            if self.rest.is_none() {
                break;
            }
        }
        self.world.borrow_mut().now = until;
    }

    fn send(&mut self, packet: SoundPacket) {
        assert!(self.packets.push(packet).is_ok());
        let now = self.world.borrow().now;
        self.rest = self.worker.turn(now);
    }

    fn frames(&mut self, count: usize) {
        for _ in 0..count {
            let number = self.next;
            self.next += 1;
            self.send(SoundPacket::Frame(cue(number)));
            self.pass(TICK);
        }
    }

    fn messages(&self) -> Vec<String> {
        let back = |()| "sound is back".to_owned();
        let messages = self.messages.try_iter();
        messages
            .map(|message| message.map_or_else(|why| why, back))
            .collect()
    }

    /// Returns whether the synth received every frame once and in order.
    fn complete(&self) -> bool {
        self.world.borrow().played.iter().copied().eq(0..self.next)
    }
}

#[test]
fn the_device_plays_what_the_synth_makes() {
    let mut stage = TestStage::new();
    stage.frames(600);
    assert!(stage.complete());
    let world = stage.world.borrow();
    assert!(
        world.calls.iter().all(|&call| call == 1),
        "{:?}",
        world.calls
    );
    let begin = world
        .heard
        .iter()
        .position(|&sample| sample != 0.0)
        .unwrap_or(0);
    assert!(begin < 30 * 48, "{begin}");
    let made = (1..=600).flat_map(|call| std::iter::repeat_n(call as f32 / 1000.0, FRAME));
    assert!(world.heard[begin..].iter().copied().eq(made));
    assert!(stage.messages().is_empty());
}

#[test]
fn a_hold_ends_in_silence_and_sleep() {
    let mut stage = TestStage::new();
    stage.frames(30);
    stage.send(SoundPacket::Hold);
    assert!(stage.complete());
    assert_eq!(stage.world.borrow().silenced, [30]);
    let heard = stage.world.borrow().heard.len();
    stage.pass(Duration::from_millis(900));
    {
        let world = stage.world.borrow();
        assert_eq!((world.closed, world.calls.len()), (0, 30));
        assert!(world.heard.len() > heard + 30_000, "silence is written");
        assert!(
            world.heard[heard + 400..]
                .iter()
                .all(|&sample| sample == 0.0)
        );
        let worst = world.heard[heard - 100..]
            .windows(2)
            .map(|w| (w[0] - w[1]).abs())
            .fold(0.0, f32::max);
        assert!(worst < 0.002, "no click: {worst}");
    }
    stage.pass(Duration::from_millis(200));
    assert_eq!(stage.world.borrow().closed, 1);
    assert_eq!(stage.rest, None);
    stage.send(SoundPacket::Hold);
    assert_eq!((stage.world.borrow().silenced.len(), stage.rest), (1, None));
    stage.frames(30);
    assert!(stage.complete());
    assert_eq!(stage.world.borrow().opened, 2);
}

#[test]
fn a_game_that_sends_nothing_counts_as_paused() {
    let mut stage = TestStage::new();
    stage.frames(30);
    stage.pass(Duration::from_millis(600));
    let fillers = stage
        .world
        .borrow()
        .calls
        .iter()
        .filter(|&&call| call == 0)
        .count();
    assert!((25..32).contains(&fillers), "{fillers}");
    assert_eq!(stage.world.borrow().silenced, [30]);
    stage.pass(Duration::from_secs(2));
    assert_eq!((stage.world.borrow().closed, stage.rest), (1, None));
}

#[test]
fn play_resumes_at_once_after_a_short_hold() {
    let mut stage = TestStage::new();
    stage.frames(30);
    stage.send(SoundPacket::Hold);
    stage.pass(Duration::from_millis(300));
    stage.frames(30);
    assert!(stage.complete());
    let world = stage.world.borrow();
    assert_eq!((world.opened, world.closed), (1, 0));
    assert!(world.calls.iter().all(|&call| call <= 1));
}

#[test]
fn volumes_apply_at_once_even_while_asleep() {
    let mut stage = TestStage::new();
    let quiet = Volumes {
        effects: 7,
        music: 0,
    };
    stage.send(SoundPacket::Set(quiet));
    assert_eq!((stage.world.borrow().volumes, stage.rest), (quiet, None));
    assert_eq!(stage.world.borrow().opened, 0);
}

#[test]
fn a_missing_device_is_reported_once_and_retried() {
    let mut stage = TestStage::new();
    stage.world.borrow_mut().refuses = Some("busy\nnow".to_owned());
    stage.frames(600);
    assert_eq!(stage.messages(), ["no sound: busy now"]);
    assert!(
        stage.next as usize - stage.world.borrow().played.len() < 16,
        "the synth follows"
    );
    stage.world.borrow_mut().refuses = None;
    stage.frames(240);
    assert_eq!(stage.messages(), ["sound is back"]);
    assert!(stage.complete());
    assert_eq!(stage.world.borrow().opened, 1);
}

#[test]
fn a_device_that_goes_away_comes_back() {
    let mut stage = TestStage::new();
    stage.frames(60);
    stage.world.borrow_mut().fails = Some(DeviceTrouble::Lost("gone".to_owned()));
    stage.frames(60);
    assert_eq!(stage.messages(), ["no sound: gone"]);
    assert_eq!(stage.world.borrow().closed, 1);
    stage.world.borrow_mut().fails = None;
    stage.frames(300);
    assert_eq!(stage.messages(), ["sound is back"]);
    assert!(stage.complete());
}

#[test]
fn the_number_of_error_messages_is_limited() {
    let mut stage = TestStage::new();
    for _ in 0..20 {
        stage.world.borrow_mut().fails = Some(DeviceTrouble::Lost("gone".to_owned()));
        stage.frames(240);
        stage.world.borrow_mut().fails = None;
        stage.frames(240);
    }
    assert!(stage.messages().len() <= 8);
    assert!(stage.complete());
}

#[test]
fn a_device_that_stops_playing_is_given_up() {
    let mut stage = TestStage::new();
    stage.world.borrow_mut().stuck = true;
    stage.frames(240);
    assert_eq!(stage.messages(), ["no sound: the device has stopped"]);
    assert_eq!(stage.world.borrow().closed, 1);
}

#[test]
fn a_device_that_ran_dry_restarts() {
    let mut stage = TestStage::new();
    stage.frames(60);
    stage.world.borrow_mut().now += Duration::from_millis(200);
    stage.frames(60);
    assert!(stage.complete());
    assert!(stage.messages().is_empty());
    let world = stage.world.borrow();
    assert_eq!((world.opened, world.closed), (1, 0));
    assert!(
        world.calls.iter().all(|&call| call <= 1),
        "{:?}",
        world.calls
    );
}
