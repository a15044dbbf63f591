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
    /// Flag of a disk thread, true while the ending program waits for it. Other threads have no flag.
    static IS_ENDING: OnceCell<Arc<AtomicBool>> = const { OnceCell::new() };
}

/// Returns whether this is a disk thread and the ending program waits for it. If so, its tasks should be brief.
pub fn is_ending() -> bool {
    IS_ENDING.with(|flag| flag.get().is_some_and(|flag| flag.load(Ordering::Relaxed)))
}

/// Work for the thread.
type Task = Box<dyn FnOnce() + Send>;

/// Handle to a thread that runs tasks in the order of their arrival.
///
/// Dropping the last handle waits until all tasks are done. A task must therefore not own a handle.
#[derive(Clone, Debug)]
pub struct Disk(Arc<DiskThread>);

#[derive(Debug)]
struct DiskThread {
    /// `None` if the system could not start a thread. Tasks then run in the calling thread.
    tasks: Option<Sender<Task>>,
    thread: Option<JoinHandle<()>>,
    is_ending: Arc<AtomicBool>,
}

/// Result of a queued task, once the task has run.
#[derive(Debug)]
pub struct PendingResult<T>(Receiver<T>);

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

    /// Returns a disk without a thread. A task runs in the calling thread, before the call returns.
    #[cfg(test)]
    pub fn immediate() -> Disk {
        Disk(Arc::new(DiskThread {
            tasks: None,
            thread: None,
            is_ending: Arc::default(),
        }))
    }

    /// Queues a task after all earlier ones.
    pub fn run(&self, task: impl FnOnce() + Send + 'static) {
        match &self.0.tasks {
            Some(tasks) => drop(tasks.send(Box::new(task))),
            None => run(Box::new(task)),
        }
    }

    /// Queues a task after all earlier ones. Returns its pending result.
    pub fn ask<T: Send + 'static>(
        &self,
        task: impl FnOnce() -> T + Send + 'static,
    ) -> PendingResult<T> {
        let (result, pending) = channel();
        self.run(move || drop(result.send(task())));
        PendingResult(pending)
    }

    /// Waits until all queued tasks are done.
    #[cfg(test)]
    pub fn wait(&self) {
        self.ask(|| ()).wait();
    }
}

impl<T: Send + 'static> PendingResult<T> {
    /// Runs a task on a thread of its own, independent of all other tasks. Use it only for reading, because the program
    /// may end without waiting for the task.
    pub fn start(task: impl FnOnce() -> T + Send + 'static) -> PendingResult<T> {
        let (result, pending) = channel();
        let task: Task = Box::new(move || drop(result.send(task())));
        if let Err(error) = Builder::new().name("reader".to_owned()).spawn(|| run(task)) {
            exit::failed(format!("cannot start a thread to read a file: {error}"));
        }
        PendingResult(pending)
    }

    /// Returns the result if the task is done, else `None`.
    pub fn take(&self) -> Option<T> {
        self.0.try_recv().ok()
    }

    /// Waits for the result. Returns `None` if the task panicked.
    #[cfg(test)]
    pub fn wait(&self) -> Option<T> {
        self.0.recv().ok()
    }
}

/// Runs a task. A panic ends only this task, and makes the program's exit code 1.
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
            // Panics of tasks are caught, so the thread cannot fail.
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
    fn a_result_can_be_taken_once_the_task_is_done() {
        let disk = Disk::start();
        let (go, gate) = channel();
        let pending = disk.ask(move || gate.recv().unwrap());
        assert_eq!(pending.take(), None);
        go.send(7).unwrap();
        disk.wait();
        assert_eq!(pending.take(), Some(7));
        assert_eq!(PendingResult::start(|| 8).wait(), Some(8));
    }
}
