//! Threads that read and write files for the window.

use std::cell::OnceCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

use super::exit;
use super::worker::panic_message;

thread_local! {
    /// Whether somebody waits for the end of this thread.
    static IS_ENDING: OnceCell<Arc<AtomicBool>> = const { OnceCell::new() };
}

/// Returns whether this is a disk thread whose end the program waits for. Its tasks should then be brief.
pub fn is_ending() -> bool {
    IS_ENDING.with(|flag| flag.get().is_some_and(|flag| flag.load(Ordering::Relaxed)))
}

/// Work for the thread.
type Task = Box<dyn FnOnce() + Send>;

/// Handle to a thread that works off tasks in the order in which they come.
///
/// Dropping the last handle waits until all tasks are done, so a task must not own a handle.
#[derive(Clone, Debug)]
pub struct Disk(Arc<DiskThread>);

#[derive(Debug)]
struct DiskThread {
    /// `None` if the system has no thread to spare. Tasks then run where they are given.
    tasks: Option<Sender<Task>>,
    thread: Option<JoinHandle<()>>,
    is_ending: Arc<AtomicBool>,
}

/// Result of a task, some time later.
#[derive(Debug)]
pub struct Pending<T>(Receiver<T>);

impl Disk {
    /// Starts the thread.
    pub fn start() -> Disk {
        let (tasks, queue) = channel::<Task>();
        let is_ending = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_ending);
        let spawned = Builder::new().name("disk".to_owned()).spawn(move || {
            IS_ENDING.with(|ending| drop(ending.set(flag)));
            queue.into_iter().for_each(run);
        });
        let thread = spawned.ok();
        Disk(Arc::new(DiskThread {
            tasks: thread.as_ref().map(|_| tasks),
            thread,
            is_ending,
        }))
    }

    /// Returns a disk without a thread: tasks are done when they are given.
    #[cfg(test)]
    pub fn immediate() -> Disk {
        Disk(Arc::new(DiskThread {
            tasks: None,
            thread: None,
            is_ending: Arc::default(),
        }))
    }

    /// Runs a task after all earlier ones.
    pub fn run(&self, task: impl FnOnce() + Send + 'static) {
        match &self.0.tasks {
            Some(tasks) => drop(tasks.send(Box::new(task))),
            None => run(Box::new(task)),
        }
    }

    /// Runs a task after all earlier ones. Its result can be taken later.
    pub fn ask<T: Send + 'static>(&self, task: impl FnOnce() -> T + Send + 'static) -> Pending<T> {
        let (result, pending) = channel();
        self.run(move || drop(result.send(task())));
        Pending(pending)
    }

    /// Waits until all tasks given so far are done.
    #[cfg(test)]
    pub fn wait(&self) {
        self.ask(|| ()).wait();
    }
}

impl<T: Send + 'static> Pending<T> {
    /// Runs a task on a thread of its own, beside all others. For reading: nothing waits for its end.
    pub fn start(task: impl FnOnce() -> T + Send + 'static) -> Pending<T> {
        let (result, pending) = channel();
        let task: Task = Box::new(move || drop(result.send(task())));
        if let Err(error) = Builder::new().name("reader".to_owned()).spawn(|| run(task)) {
            exit::failed(format!("cannot start a thread to read a file: {error}"));
        }
        Pending(pending)
    }

    /// Returns the result once it is there.
    pub fn take(&self) -> Option<T> {
        self.0.try_recv().ok()
    }

    /// Waits for the result. `None` if the task panicked.
    #[cfg(test)]
    pub fn wait(&self) -> Option<T> {
        self.0.recv().ok()
    }
}

/// Runs a task. A panic in it costs that task only, and the exit code says so.
fn run(task: Task) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(task)) {
        exit::failed(format!("saving failed: {}", panic_message(&*panic)));
    }
}

impl Drop for DiskThread {
    fn drop(&mut self) {
        self.is_ending.store(true, Ordering::Relaxed);
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            // Its panics are caught.
            drop(thread.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_last_handle_waits_for_tasks_in_their_order() {
        let done = Arc::new(Mutex::new(Vec::new()));
        let disk = Disk::start();
        let other = disk.clone();
        for number in 0..20 {
            let done = Arc::clone(&done);
            disk.run(move || {
                std::thread::sleep(Duration::from_millis(1));
                done.lock().unwrap().push(number);
            });
        }
        drop(disk);
        drop(other);
        assert_eq!(*done.lock().unwrap(), (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn a_result_can_be_taken_once_it_is_there() {
        let disk = Disk::start();
        let (go, gate) = channel();
        let pending = disk.ask(move || gate.recv().unwrap());
        assert_eq!(pending.take(), None);
        go.send(7).unwrap();
        disk.wait();
        assert_eq!(pending.take(), Some(7));
        assert_eq!(Pending::start(|| 8).wait(), Some(8));
    }
}
