//! Threads that work beside the screen: questions out, answers back, both of them plain values.

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

/// A thread that answers questions, one after the other.
///
/// All that was asked can be [given up](Worker::give_up), and is when this is dropped. The thread is not
/// waited for: it ends once it looks whether its work is still wanted.
#[derive(Debug)]
pub struct Worker<Question, Answer> {
    questions: Sender<(u64, Question)>,
    answers: Receiver<Told<Answer>>,
    /// How often all was given up; what was asked before is not wanted any more.
    given_up: Arc<AtomicU64>,
}

/// An answer, or why the worker has failed; with the number that was given up when it was asked.
type Told<Answer> = (u64, Result<Answer, String>);

/// Who asked a question and waits for answers to it.
#[derive(Debug)]
pub struct Asker<Answer> {
    answers: Sender<Told<Answer>>,
    given_up: Arc<AtomicU64>,
    number: u64,
    /// Since the question came.
    tables: MissingTable,
}

impl<Answer> Asker<Answer> {
    /// Tells an answer; a question may have several. Found without a table that it needs, an answer is a failure.
    pub fn tell(&self, answer: Answer) {
        let told = self.tables.since().map_or(Ok(answer), Err);
        // Nobody may be left to hear it.
        drop(self.answers.send((self.number, told)));
    }

    /// Whether answers are still wanted.
    pub fn is_wanted(&self) -> bool {
        self.given_up.load(Ordering::Relaxed) == self.number
    }
}

impl<Question: Send + 'static, Answer: Send + 'static> Worker<Question, Answer> {
    /// Starts a thread of that name that gives each question one answer.
    pub fn answering(
        name: &str,
        mut answer: impl FnMut(Question) -> Answer + Send + 'static,
    ) -> Worker<Question, Answer> {
        Worker::telling(name, move |question, asker| asker.tell(answer(question)))
    }

    /// Starts a thread of that name that tells the asker what it finds, as long as that is wanted.
    pub fn telling(
        name: &str,
        work: impl FnMut(Question, &Asker<Answer>) + Send + 'static,
    ) -> Worker<Question, Answer> {
        Worker::begin(work, |work| {
            let thread = std::thread::Builder::new().name(name.to_owned());
            thread.spawn(work).map(drop)
        })
    }

    fn begin(
        mut work: impl FnMut(Question, &Asker<Answer>) + Send + 'static,
        spawn: impl FnOnce(Box<dyn FnOnce() + Send>) -> io::Result<()>,
    ) -> Worker<Question, Answer> {
        let (questions, asked) = channel::<(u64, Question)>();
        let (answering, answers) = channel();
        let given_up = Arc::new(AtomicU64::new(0));
        let mut asker = Asker {
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
            drop(answering.send((0, Err(format!("no thread is left: {error}")))));
        }
        Worker {
            questions,
            answers,
            given_up,
        }
    }
}

impl<Question, Answer> Worker<Question, Answer> {
    /// Asks; it is answered after all that was asked before.
    pub fn ask(&self, question: Question) {
        // A worker that has failed says so when it is looked for answers.
        let number = self.given_up.load(Ordering::Relaxed);
        drop(self.questions.send((number, question)));
    }

    /// Asks this in the place of all that was asked before.
    pub fn ask_instead(&self, question: Question) {
        self.give_up();
        self.ask(question);
    }

    /// Gives up all that was asked: it is not worked on any more, and answers to it are not heard.
    pub fn give_up(&self) {
        self.given_up.fetch_add(1, Ordering::Relaxed);
    }

    /// The next answer that is there, or why the worker has failed, once.
    pub fn take(&self) -> Option<Result<Answer, String>> {
        let mut told = std::iter::from_fn(|| self.answers.try_recv().ok());
        told.find(|told| self.is_heard(told)).map(|(_, told)| told)
    }

    /// Waits for the next answer, at most so long; a worker that has failed says so each time.
    pub fn wait(&self, timeout: Duration) -> Option<Result<Answer, String>> {
        let until = now() + timeout;
        loop {
            let left = until.saturating_duration_since(now());
            match self.answers.recv_timeout(left) {
                Ok(told) if self.is_heard(&told) => return Some(told.1),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => {
                    return Some(Err("its thread is gone".to_owned()));
                }
            }
        }
    }

    /// A failure is heard whatever it was about.
    fn is_heard(&self, (number, told): &Told<Answer>) -> bool {
        told.is_err() || *number == self.given_up.load(Ordering::Relaxed)
    }
}

impl<Question, Answer> Drop for Worker<Question, Answer> {
    fn drop(&mut self) {
        self.give_up();
    }
}

/// How many threads can work side by side: at least 1. Where the system does not say, the same variable of
/// the environment does which batches follow.
pub fn cores() -> usize {
    let said = || variable("RAYON_NUM_THREADS")?.to_str()?.parse().ok();
    let known = std::thread::available_parallelism().ok();
    known.or_else(said).map_or(1, NonZero::get)
}

/// The text of a panic.
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
    fn what_is_given_up_is_worked_on_no_more_and_its_answers_are_not_heard() {
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
    fn a_thread_that_cannot_be_had_is_a_failure_too() {
        let none = |_| Err(io::ErrorKind::OutOfMemory.into());
        let worker: Worker<(), ()> = Worker::begin(|(), _| (), none);
        worker.ask(());
        let said = worker.take().unwrap().unwrap_err();
        assert!(said.starts_with("no thread is left: "), "{said}");
        assert_eq!(worker.take(), None);
    }
}
