//! Background threads that receive questions and send answers. Both types are generic.

use std::io;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use rightwell::players::MissingTable;

use super::clock::now;
use super::places::variable;

/// A thread that answers questions one after the other.
///
/// [`give_up`](Worker::give_up) cancels all pending questions. Dropping the worker cancels them too, without waiting
/// for the thread. The thread ends as soon as it checks whether its work is still wanted.
#[derive(Debug)]
pub struct Worker<Question, Answer> {
    questions: Sender<(u64, Question)>,
    answers: Receiver<WorkerAnswer<Answer>>,
    /// Number of cancellations so far. A question is cancelled if the number has grown since it was sent.
    given_up: Arc<AtomicU64>,
}

/// An answer, or the error of a failed worker, with the number of cancellations at the time of the question.
type WorkerAnswer<Answer> = (u64, Result<Answer, String>);

/// Sends the answers to one question.
#[derive(Debug)]
pub struct AnswerSender<Answer> {
    answers: Sender<WorkerAnswer<Answer>>,
    given_up: Arc<AtomicU64>,
    number: u64,
    /// Reports value tables that could not be found since the question was received.
    tables: MissingTable,
}

impl<Answer> AnswerSender<Answer> {
    /// Sends an answer. A question may get several. If a value table was missing, sends an error instead.
    pub fn tell(&self, answer: Answer) {
        let told = self.tables.since().map_or(Ok(answer), Err);
        // If the receiver is gone, the answer is not needed.
        drop(self.answers.send((self.number, told)));
    }

    /// Returns whether the answer is still wanted: the question has not been cancelled.
    pub fn is_wanted(&self) -> bool {
        self.given_up.load(Ordering::Relaxed) == self.number
    }
}

impl<Question: Send + 'static, Answer: Send + 'static> Worker<Question, Answer> {
    /// Starts a thread with this name. It answers each question once.
    pub fn answering(
        name: &str,
        mut answer: impl FnMut(Question) -> Answer + Send + 'static,
    ) -> Worker<Question, Answer> {
        Worker::telling(name, move |question, asker| asker.tell(answer(question)))
    }

    /// Starts a thread with this name. It may answer a question several times.
    pub fn telling(
        name: &str,
        work: impl FnMut(Question, &AnswerSender<Answer>) + Send + 'static,
    ) -> Worker<Question, Answer> {
        Worker::begin(work, |work| {
            let thread = std::thread::Builder::new().name(name.to_owned());
            thread.spawn(work).map(drop)
        })
    }

    fn begin(
        mut work: impl FnMut(Question, &AnswerSender<Answer>) + Send + 'static,
        spawn: impl FnOnce(Box<dyn FnOnce() + Send>) -> io::Result<()>,
    ) -> Worker<Question, Answer> {
        let (questions, asked) = channel::<(u64, Question)>();
        let (answering, answers) = channel();
        let given_up = Arc::new(AtomicU64::new(0));
        let mut asker = AnswerSender {
            answers: answering.clone(),
            given_up: Arc::clone(&given_up),
            number: 0,
            tables: MissingTable::watch(),
        };
        let spawned = spawn(Box::new(move || {
            for (number, question) in asked {
                (asker.number, asker.tables) = (number, MissingTable::watch());
                if !asker.is_wanted() {
                    continue;
                }
                let done = catch_unwind(AssertUnwindSafe(|| work(question, &asker)));
                if let Err(panic) = done {
                    let why = panic_message(&*panic);
                    drop(asker.answers.send((number, Err(why))));
                    return;
                }
            }
        }));
        if let Err(error) = spawned {
            drop(answering.send((0, Err(format!("cannot start a thread: {error}")))));
        }
        Worker {
            questions,
            answers,
            given_up,
        }
    }
}

impl<Question, Answer> Worker<Question, Answer> {
    /// Sends a question. The thread answers questions in the order of their arrival.
    pub fn ask(&self, question: Question) {
        // If the worker has failed, `take` returns the error.
        let number = self.given_up.load(Ordering::Relaxed);
        drop(self.questions.send((number, question)));
    }

    /// Cancels all pending questions and sends a new one.
    pub fn ask_instead(&self, question: Question) {
        self.give_up();
        self.ask(question);
    }

    /// Cancels all pending questions. Answers to them are discarded.
    pub fn give_up(&self) {
        self.given_up.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the next answer, if there is one. If the worker has failed, returns its error once.
    pub fn take(&self) -> Option<Result<Answer, String>> {
        let mut told = std::iter::from_fn(|| self.answers.try_recv().ok());
        told.find(|told| self.is_heard(told)).map(|(_, told)| told)
    }

    /// Waits for the next answer, at most for `timeout`. If the worker has failed, every call returns an error.
    pub fn wait(&self, timeout: Duration) -> Option<Result<Answer, String>> {
        let until = now() + timeout;
        loop {
            let left = until.saturating_duration_since(now());
            match self.answers.recv_timeout(left) {
                Ok(told) if self.is_heard(&told) => return Some(told.1),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => {
                    return Some(Err("its thread has crashed".to_owned()));
                }
            }
        }
    }

    /// Returns whether an answer belongs to a question that was not cancelled. Errors always count.
    fn is_heard(&self, (number, told): &WorkerAnswer<Answer>) -> bool {
        told.is_err() || *number == self.given_up.load(Ordering::Relaxed)
    }
}

impl<Question, Answer> Drop for Worker<Question, Answer> {
    fn drop(&mut self) {
        self.give_up();
    }
}

/// Returns the number of threads to use, at least 1.
///
/// If the system does not report its number of cores, the variable `RAYON_NUM_THREADS` sets it, as for rayon's thread
/// pool.
pub fn cores() -> usize {
    let said = || variable("RAYON_NUM_THREADS")?.to_str()?.parse().ok();
    let known = std::thread::available_parallelism().ok();
    known.or_else(said).map_or(1, NonZero::get)
}

/// Returns the message of a panic as text.
pub fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn questions_are_answered_in_their_order() {
        let worker = Worker::answering("test", |question: u32| question * 2);
        (1..4).for_each(|question| worker.ask(question));
        let answers = (1..4).map(|_| worker.wait(LONG).unwrap().unwrap());
        assert_eq!(answers.collect::<Vec<_>>(), [2, 4, 6]);
        assert_eq!(worker.take(), None);
    }

    #[test]
    fn cancelled_questions_are_dropped_with_their_answers() {
        let worker = Worker::telling("test", |question: u32, asker| {
            while asker.is_wanted() && question == 1 {
                asker.tell(question);
            }
            asker.tell(question);
        });
        worker.ask(1);
        assert_eq!(worker.wait(LONG), Some(Ok(1)));
        worker.ask(1);
        worker.give_up();
        assert_eq!(worker.take(), None);
        worker.ask(1);
        worker.ask_instead(2);
        assert_eq!(worker.wait(LONG), Some(Ok(2)));
    }

    #[test]
    fn a_panic_becomes_a_message() {
        let worker = Worker::answering("test", |(): ()| panic!("lost the thread"));
        worker.ask(());
        let said: Option<Result<(), _>> = worker.wait(LONG);
        assert_eq!(said, Some(Err("lost the thread".to_owned())));
        worker.ask(());
        assert!(worker.wait(LONG).is_some_and(|told| told.is_err()));
        assert_eq!(worker.take(), None);
    }

    #[test]
    fn a_thread_that_cannot_start_is_a_failure() {
        let none = |_| Err(io::ErrorKind::OutOfMemory.into());
        let worker: Worker<(), ()> = Worker::begin(|(), _| (), none);
        worker.ask(());
        let said = worker.take().unwrap().unwrap_err();
        assert!(said.starts_with("cannot start a thread: "), "{said}");
        assert_eq!(worker.take(), None);
    }
}
