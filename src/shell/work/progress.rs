//! Progress display for long work, and its cancellation.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rightwell::lab::Control;

use crate::error::CliError;
use crate::host::clock::now;
use crate::host::page::{self, LongTaskProgress};
use crate::host::{signals, threads};

/// Returns a control that Ctrl-C sets to stop.
pub fn stopped_by_keys() -> Result<Arc<Control>, CliError> {
    let control = Arc::new(Control::default());
    let stopper = Arc::clone(&control);
    signals::on_end(move |_| stopper.stop.store(true, Ordering::Relaxed))
        .map_err(CliError::failed)?;
    Ok(control)
}

/// Returns a thread pool with this number of threads. `None` uses all cores.
pub fn pool(threads: Option<u16>) -> Result<rayon::ThreadPool, CliError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0).into())
        .build()
        .map_err(|error| CliError::failed(threads::refused(error)))
}

/// Amount of work.
#[derive(Clone, Copy, Debug)]
pub enum WorkAmount {
    /// A number of pieces.
    Pieces(u64),
    /// A number of games.
    Games(u64),
    /// A number of puzzles. The control counts them as games.
    Puzzles(u64),
    /// A number of moves. The control counts them as games.
    Moves(u64),
    /// Frames, with their number if it is known. The control counts frames as pieces.
    Pictures(Option<u64>),
    /// Milliseconds of a video, with its length if it is known. The control counts milliseconds as pieces.
    Video(Option<u64>),
}

impl WorkAmount {
    const fn total(self) -> Option<u64> {
        match self {
            WorkAmount::Pieces(total)
            | WorkAmount::Games(total)
            | WorkAmount::Puzzles(total)
            | WorkAmount::Moves(total) => Some(total),
            WorkAmount::Pictures(total) | WorkAmount::Video(total) => total,
        }
    }

    const fn unit(self) -> &'static str {
        match self {
            WorkAmount::Pieces(_) => "pieces",
            WorkAmount::Games(_) => "games",
            WorkAmount::Puzzles(_) => "puzzles",
            WorkAmount::Moves(_) => "moves",
            WorkAmount::Pictures(_) => "pictures",
            WorkAmount::Video(_) => "milliseconds",
        }
    }

    /// Returns the amount of work that is done.
    fn done(self, control: &Control) -> u64 {
        let count = match self {
            WorkAmount::Pieces(_) | WorkAmount::Pictures(_) | WorkAmount::Video(_) => {
                &control.pieces
            }
            WorkAmount::Games(_) | WorkAmount::Puzzles(_) | WorkAmount::Moves(_) => &control.games,
        };
        count.load(Ordering::Relaxed)
    }
}

/// Runs `work` while the terminal shows a progress bar and the rate.
pub fn with_progress<T>(extent: WorkAmount, control: &Control, work: impl FnOnce() -> T) -> T {
    let (begin, before) = (now(), control.pieces.load(Ordering::Relaxed));
    let rate = || {
        let pieces = control.pieces.load(Ordering::Relaxed) - before;
        let rate = pieces as f64 / (now() - begin).as_secs_f64().max(1e-3);
        format!("{rate:.0} pieces/s")
    };
    with_note(extent, control, rate, work)
}

/// Runs `work` while the terminal shows a progress bar and the text from `note`.
pub fn with_note<T>(
    extent: WorkAmount,
    control: &Control,
    note: impl Fn() -> String + Sync,
    work: impl FnOnce() -> T,
) -> T {
    if page::IS_HERE {
        return on_page(extent, control, work);
    }
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let (total, unit) = (extent.total(), extent.unit());
    let template = match (extent, total) {
        (WorkAmount::Video(_), Some(_)) => "{bar:40} {percent} %{msg}".to_owned(),
        (WorkAmount::Video(_), None) => "{spinner} reading the video{msg}".to_owned(),
        (_, Some(_)) => format!("{{bar:40}} {{human_pos}}/{{human_len}} {unit}{{msg}}"),
        (_, None) => format!("{{spinner}} {{human_pos}} {unit}{{msg}}"),
    };
    let style = ProgressStyle::with_template(&template).expect("the template is tested by use");
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
    bar.set_style(style);
    let (begin, before) = (now(), extent.done(control));
    let done = watched(work, || {
        let done = extent.done(control);
        bar.set_position(done);
        let total = total.unwrap_or(0);
        let left = time_left(
            now() - begin,
            done.saturating_sub(before),
            total.saturating_sub(done),
        );
        let parts = [note(), left.unwrap_or_default()].into_iter();
        let parts = parts.filter(|part| !part.is_empty());
        bar.set_message(parts.map(|part| format!(", {part}")).collect::<String>());
    });
    bar.finish_and_clear();
    done
}

/// Returns the time left in words, if `done` of the work took `elapsed`. `None` without a basis for it.
fn time_left(elapsed: Duration, done: u64, left: u64) -> Option<String> {
    if done == 0 || left == 0 {
        return None;
    }
    let seconds = elapsed.as_secs_f64() * left as f64 / done as f64;
    Some(match seconds.round() as u64 {
        seconds if seconds < 100 => format!("{seconds} s left"),
        seconds if seconds < 6_000 => format!("{} min left", (seconds + 30) / 60),
        seconds => format!("{} h left", (seconds + 1_800) / 3_600),
    })
}

/// Runs `work` while the web page shows its progress and offers to stop it. Outside a browser, only runs it.
pub fn on_page<T>(extent: WorkAmount, control: &Control, work: impl FnOnce() -> T) -> T {
    let Some(mut shown) = LongTaskProgress::begin() else {
        return work();
    };
    watched(work, || {
        let pieces = control.pieces.load(Ordering::Relaxed);
        if shown.show(extent.done(control), extent.total(), pieces) {
            control.stop.store(true, Ordering::Relaxed);
        }
    })
}

/// Runs `work`, and calls `look` ten times a second meanwhile.
fn watched<T>(work: impl FnOnce() -> T, mut look: impl FnMut() + Send) -> T {
    let done = AtomicBool::new(false);
    let done = &done;
    std::thread::scope(|scope| {
        let watch = move || {
            while !done.load(Ordering::Relaxed) {
                look();
                std::thread::park_timeout(Duration::from_millis(100));
            }
        };
        let watcher = threads::required(Builder::new().spawn_scoped(scope, watch));
        // The guard sets the flag even if `work` panics. Otherwise the scope would wait forever for the watching
        // thread.
        let _done = OnDrop(|| {
            done.store(true, Ordering::Relaxed);
            watcher.thread().unpark();
        });
        work()
    })
}

/// Calls a function when it is dropped.
pub struct OnDrop<F: Fn()>(pub F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_work_done_so_far() {
        let left = |seconds, done, left| time_left(Duration::from_secs(seconds), done, left);
        assert_eq!(left(10, 0, 41), None, "nothing is done yet");
        assert_eq!(left(10, 41, 0), None);
        assert_eq!(left(10, 20, 21).unwrap(), "11 s left");
        assert_eq!(left(60, 1, 9).unwrap(), "9 min left");
        assert_eq!(left(3_600, 1, 5).unwrap(), "5 h left");
    }
}
