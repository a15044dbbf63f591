//! When the loop goes round: right when a step is due.
//!
//! A round of miniquad reads the keys, runs our code and shows the picture. What our code sleeps
//! lies between a key and the picture that answers it. So where windows are X11 windows the library
//! waits for events, and a thread of ours sends it one when the game's next step is due: the keys
//! are then read right before the step, and the picture is shown right after it, once a step. A key
//! brings a round of its own, so that what the program answers by itself is shown at once.
//! Elsewhere our code sleeps, so many rounds a second.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use macroquad::miniquad::window::schedule_update;
use macroquad::prelude::next_frame;

use crate::shell::front::stop::Stop;
use crate::shell::host::clock::{Time, now};

use super::x11::Window;

/// Without a step for longer than this (slow motion, a pause, the end) the loop goes round by itself
/// so that keys are answered.
const PATIENCE: Duration = Duration::from_millis(25);
/// How often it does then.
const IDLE_TIME: Duration = Duration::from_micros(16_667);

/// A round that a key brings so shortly before a step waits for it: another picture would only come
/// in its way.
const NEAR: Duration = Duration::from_millis(5);

/// A loop that is not awake so long after the alarm is woken again.
const AGAIN: Duration = Duration::from_millis(1);

/// The clock of the loop.
pub struct Pace {
    alarm: Option<Alarm>,
    /// When this round began, by the clock, or should have by the one before.
    begun: Time,
}

impl Pace {
    /// A loop by alarm if there is a window that can be woken; `stop` ends it when that is gone.
    pub fn new(window: Option<Window>, stop: Stop) -> Pace {
        Pace {
            alarm: window.map(|window| Alarm::new(window, stop)),
            begun: now(),
        }
    }

    /// Waits for the game's next step, due so much later, where a key has brought this round shortly
    /// before it.
    pub fn wait_if_near(&self, step: Option<Duration>) {
        if let Some(wait) = step.filter(|wait| *wait <= NEAR)
            && self.alarm.is_some()
        {
            std::thread::sleep(wait);
        }
    }

    /// Shows the picture and waits for the next round, at least `loop_time` after this one; the
    /// game's next step is due so much later, or none is.
    pub async fn round(&mut self, step: Option<Duration>, loop_time: Duration) {
        if let Some(alarm) = &self.alarm {
            let time = now();
            let due = next(self.begun, time, step, loop_time);
            let is_due = due <= time;
            if is_due {
                // The library goes round at once.
                schedule_update();
            }
            if is_due || alarm.set(due) {
                next_frame().await;
                alarm.answer();
                self.begun = now();
                return;
            }
            // Nobody would ring.
            self.alarm = None;
        }
        self.begun = (self.begun + loop_time).max(now() - loop_time);
        std::thread::sleep(self.begun.saturating_duration_since(now()));
        // Where the library waits for events, it does not now.
        schedule_update();
        next_frame().await;
    }
}

/// When the round after one that began at `begun` begins: with the next step, but not too soon and
/// not too late.
fn next(begun: Time, time: Time, step: Option<Duration>, loop_time: Duration) -> Time {
    let due = match step {
        Some(wait) if wait <= PATIENCE => time + wait,
        _ => begun + IDLE_TIME,
    };
    due.max(begun + loop_time)
}

/// A thread that wakes the loop.
struct Alarm {
    due: Option<Sender<Time>>,
    /// Whether the loop goes round, and need not be woken.
    is_awake: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Alarm {
    fn new(window: Window, stop: Stop) -> Alarm {
        let (due, dues) = channel();
        let is_awake = Arc::new(AtomicBool::new(true));
        let answered = Arc::clone(&is_awake);
        let wake = move || {
            let is_gone = window.is_gone();
            if is_gone {
                // Nothing comes from it that could wake the loop. Whoever ends us may wait for this thread.
                let stop = stop.clone();
                std::thread::spawn(move || stop.end());
            }
            !is_gone && window.wake()
        };
        let thread = std::thread::spawn(move || ring(&dues, &answered, wake));
        Alarm {
            due: Some(due),
            is_awake,
            thread: Some(thread),
        }
    }

    /// Sets the time to wake at; false if nobody would.
    fn set(&self, due: Time) -> bool {
        self.is_awake.store(false, Ordering::Release);
        self.due.as_ref().is_some_and(|dues| dues.send(due).is_ok())
    }

    /// The loop is awake, be it by the alarm.
    fn answer(&self) {
        self.is_awake.store(true, Ordering::Release);
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.due = None;
        if let Some(thread) = self.thread.take() {
            // It ends at once, and has nothing to say.
            let _ = thread.join();
        }
    }
}

/// Wakes at each time that comes in, unless another one comes before, and again until it is answered:
/// the library waits for one event more than there were, so that one which comes with others is not
/// enough. Ends when nobody sends any more or nobody can be woken.
fn ring(dues: &Receiver<Time>, is_awake: &AtomicBool, wake: impl Fn() -> bool) {
    while let Ok(mut due) = dues.recv() {
        loop {
            match dues.recv_timeout(due.saturating_duration_since(now())) {
                Ok(another) => due = another,
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) if is_awake.load(Ordering::Acquire) => break,
                Err(RecvTimeoutError::Timeout) if !wake() => return,
                Err(RecvTimeoutError::Timeout) => due = now() + AGAIN,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOP: Duration = Duration::from_micros(8_333);

    fn after(step: Option<u64>, used: u64) -> u128 {
        let begun = now();
        let time = begun + Duration::from_micros(used);
        let next = next(begun, time, step.map(Duration::from_micros), LOOP);
        (next - begun).as_micros()
    }

    #[test]
    fn rounds_begin_with_the_steps() {
        assert_eq!(after(Some(14_000), 2_600), 16_600);
        assert_eq!(after(Some(19_900), 100), 20_000, "PAL");
        assert_eq!(after(Some(1_000), 3_000), 8_333, "not too soon");
        assert_eq!(after(Some(0), 12_000), 12_000, "as fast as it goes");
        assert_eq!(after(Some(60_000), 3_000), 16_667, "slow motion");
        assert_eq!(after(None, 3_000), 16_667, "a pause");
    }

    #[test]
    fn an_alarm_rings_at_the_last_time_that_was_set_and_until_it_is_answered() {
        let (send, dues) = channel();
        let (rung, rings) = channel();
        let is_awake = Arc::new(AtomicBool::new(false));
        let answered = Arc::clone(&is_awake);
        let begin = now();
        let wake = move || rung.send(now()).is_ok();
        let thread = std::thread::spawn(move || ring(&dues, &answered, wake));
        send.send(begin + Duration::from_secs(3600)).unwrap();
        send.send(begin + Duration::from_millis(30)).unwrap();
        let time = rings.recv().unwrap();
        assert!(time >= begin + Duration::from_millis(30));
        rings.recv().unwrap();
        is_awake.store(true, Ordering::Release);
        std::thread::sleep(AGAIN * 20);
        while rings.try_recv().is_ok() {}
        std::thread::sleep(AGAIN * 20);
        assert!(rings.try_recv().is_err(), "it is answered");
        is_awake.store(false, Ordering::Release);
        drop(rings);
        send.send(begin).unwrap();
        thread.join().unwrap();
        assert!(send.send(begin).is_err(), "nobody can be woken any more");
    }
}
