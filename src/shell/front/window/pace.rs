//! Timing of the loop: an iteration begins exactly when a step is due.
//!
//! In each iteration, miniquad reads the keys, runs our code and shows the frame. Sleeping in our code would delay the
//! response to a key. On X11, miniquad therefore waits for events, and our alarm thread sends an event when the next
//! step is due. Keys are then read right before the step, and the frame is shown right after it. A key press also
//! starts an iteration, so that the program responds at once.
//!
//! On other systems our code sleeps, at a fixed number of iterations per second.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use macroquad::miniquad::window::schedule_update;
use macroquad::prelude::next_frame;

use crate::front::stop::StopFlag;
use crate::host::clock::{Time, now};
use crate::host::threads;

use super::x11::Window;

/// Maximum wait for a step. If no step is due for longer (slow motion, pause, end of game), the loop iterates anyway to
/// process keys.
const PATIENCE: Duration = Duration::from_millis(25);
/// Interval of the iterations without a step.
const IDLE_TIME: Duration = Duration::from_micros(16_667);

/// Time before a step in which a new iteration, started by a key, waits for the step. Drawing its frame first would
/// delay the step.
const NEAR: Duration = Duration::from_millis(5);

/// Time after which an unanswered alarm is repeated.
const AGAIN: Duration = Duration::from_millis(1);

/// The clock of the loop.
pub struct LoopClock {
    alarm: Option<Alarm>,
    /// Start of the current iteration. If the loop sleeps, this is the planned time, not the actual one.
    begun: Time,
}

impl LoopClock {
    /// Creates the clock, with an alarm if there is a window to wake. `stop` ends the loop when the window is gone.
    pub fn new(window: Option<Window>, stop: StopFlag) -> LoopClock {
        LoopClock {
            alarm: window.map(|window| Alarm::new(window, stop)),
            begun: now(),
        }
    }

    /// If a key started this iteration shortly before the next step, waits for that step, which is due in `step`.
    pub fn wait_if_near(&self, step: Option<Duration>) {
        if let Some(wait) = step.filter(|wait| *wait <= NEAR)
            && self.alarm.is_some()
        {
            std::thread::sleep(wait);
        }
    }

    /// Shows the frame and waits for the next iteration, which begins at least `loop_time` after this one. `step` is
    /// the time until the game's next step, if one is due.
    pub async fn round(&mut self, step: Option<Duration>, loop_time: Duration) {
        if let Some(alarm) = &self.alarm {
            let time = now();
            let due = next(self.begun, time, step, loop_time);
            let is_due = due <= time;
            if is_due {
                // This makes miniquad continue at once.
                schedule_update();
            }
            if is_due || alarm.set(due) {
                next_frame().await;
                alarm.answer();
                self.begun = now();
                return;
            }
            // The alarm thread has ended.
            self.alarm = None;
        }
        self.begun = (self.begun + loop_time).max(now() - loop_time);
        std::thread::sleep(self.begun.saturating_duration_since(now()));
        // This keeps miniquad from waiting for events.
        schedule_update();
        next_frame().await;
    }
}

/// Returns the start of the next iteration: the time of the next step, limited to the allowed range.
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
    /// True if the loop is running. If so, the alarm need not wake it.
    is_awake: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Alarm {
    fn new(window: Window, stop: StopFlag) -> Alarm {
        let (due, dues) = channel();
        let is_awake = Arc::new(AtomicBool::new(true));
        let answered = Arc::clone(&is_awake);
        let wake = move || {
            let is_gone = window.is_gone();
            if is_gone {
                // A destroyed window sends no event that could wake the loop. Ending the program may wait for this
                // thread, so another thread requests the end.
                let stop = stop.clone();
                std::thread::spawn(move || stop.end());
            }
            !is_gone && window.wake()
        };
        let ring = move || ring(&dues, &answered, wake);
        let thread = threads::required(Builder::new().spawn(ring));
        Alarm {
            due: Some(due),
            is_awake,
            thread: Some(thread),
        }
    }

    /// Sets the time of the alarm. Returns `false` if the thread has ended.
    fn set(&self, due: Time) -> bool {
        self.is_awake.store(false, Ordering::Release);
        self.due.as_ref().is_some_and(|dues| dues.send(due).is_ok())
    }

    /// Marks the loop as awake, whether or not the alarm woke it.
    fn answer(&self) {
        self.is_awake.store(true, Ordering::Release);
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.due = None;
        if let Some(thread) = self.thread.take() {
            // The thread ends at once. Its result does not matter.
            let _ = thread.join();
        }
    }
}

/// Wakes the loop at each received time, unless a newer time replaces it, and repeats until the loop answers.
///
/// Repeating is necessary because miniquad waits for one event more than were pending, so that an alarm among other
/// events does not wake it. Returns when the sender is gone or the window cannot be woken.
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
    fn iterations_begin_when_steps_are_due() {
        assert_eq!(after(Some(14_000), 2_600), 16_600);
        assert_eq!(after(Some(19_900), 100), 20_000, "PAL");
        assert_eq!(after(Some(1_000), 3_000), 8_333, "not too soon");
        assert_eq!(after(Some(0), 12_000), 12_000, "as fast as possible");
        assert_eq!(after(Some(60_000), 3_000), 16_667, "slow motion");
        assert_eq!(after(None, 3_000), 16_667, "a pause");
    }

    #[test]
    fn an_alarm_rings_at_its_latest_time_until_it_is_answered() {
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
        assert!(
            send.send(begin).is_err(),
            "the alarm must end when the window is gone"
        );
    }
}
