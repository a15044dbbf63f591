//! Long work: how far it is, and how it is stopped.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rightwell::lab::Control;

use crate::shell::error::CliError;
use crate::shell::host::clock::now;
use crate::shell::host::signals;

/// A control that Ctrl-C stops.
pub fn stopped_by_keys() -> Result<Arc<Control>, CliError> {
    let control = Arc::new(Control::default());
    let stopper = Arc::clone(&control);
    signals::on_end(move |_| stopper.stop.store(true, Ordering::Relaxed))?;
    Ok(control)
}

/// So many threads for work; all cores if it is not said.
pub fn pool(threads: Option<u16>) -> Result<rayon::ThreadPool, CliError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0).into())
        .build()
        .map_err(CliError::failed)
}

/// How much work there is.
#[derive(Clone, Copy, Debug)]
pub enum Extent {
    /// So many pieces.
    Pieces(u64),
    /// So many games.
    Games(u64),
    /// So many puzzles, which are counted as games are.
    Puzzles(u64),
    /// Pictures of which nobody knows how many there are; they are counted as pieces are.
    Pictures,
}

/// Runs `work` while a bar on the terminal shows how far it is and how quick.
pub fn with_progress<T>(extent: Extent, control: &Control, work: impl FnOnce() -> T) -> T {
    let (begin, before) = (now(), control.pieces.load(Ordering::Relaxed));
    let rate = || {
        let pieces = control.pieces.load(Ordering::Relaxed) - before;
        let rate = pieces as f64 / (now() - begin).as_secs_f64().max(1e-3);
        format!("{rate:.0} pieces/s")
    };
    with_note(extent, control, rate, work)
}

/// The same with words of its own beside the bar.
pub fn with_note<T>(
    extent: Extent,
    control: &Control,
    note: impl Fn() -> String + Sync,
    work: impl FnOnce() -> T,
) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let (total, unit) = match extent {
        Extent::Pieces(pieces) => (Some(pieces), "pieces"),
        Extent::Games(games) => (Some(games), "games"),
        Extent::Puzzles(puzzles) => (Some(puzzles), "puzzles"),
        Extent::Pictures => (None, "pictures"),
    };
    let template = match total {
        Some(_) => format!("{{bar:40}} {{human_pos}}/{{human_len}} {unit}, {{msg}}, {{eta}} left"),
        None => format!("{{spinner}} {{human_pos}} {unit}, {{msg}}, {{per_sec}}"),
    };
    let style = ProgressStyle::with_template(&template).expect("the template is tested by use");
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
    bar.set_style(style);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let pieces = control.pieces.load(Ordering::Relaxed);
                let games = control.games.load(Ordering::Relaxed);
                bar.set_position(match extent {
                    Extent::Pieces(_) | Extent::Pictures => pieces,
                    Extent::Games(_) | Extent::Puzzles(_) => games,
                });
                bar.set_message(note());
                std::thread::park_timeout(Duration::from_millis(100));
            }
            bar.finish_and_clear();
        });
        // Set also when the work panics: a watcher that goes on would be waited for.
        let _done = OnDrop(|| {
            done.store(true, Ordering::Relaxed);
            watcher.thread().unpark();
        });
        work()
    })
}

/// Does something when it is dropped.
pub struct OnDrop<F: Fn()>(pub F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
