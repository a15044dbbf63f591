//! The thread that judges for the coach: places asked about out, hints and ratings back.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use rightwell::players::{Player, Strategy, TreeMemory};
use rightwell::session::{Hint, HintTask, LevelMoves, Move, Rater};

use super::worker::panic_message;

/// Something to be judged.
#[derive(Debug)]
pub enum Question {
    /// Where the piece of that number is best put now.
    Hint(u64, Box<HintTask>),
    /// What a move of the game of that number was worth, for these hands.
    Rate(u64, Box<Move>, Arc<LevelMoves>),
}

/// What was judged.
#[derive(Debug)]
pub enum Answer {
    /// The best place for the piece of that number; none if it has no place.
    Hint(u64, Option<Hint>),
    /// What the next move of the game of that number has lost, in lines.
    Rated(u64, f64),
    /// The thread has failed, and why; no more answers will come.
    Failed(String),
}

/// The thread. It is told to end when this is dropped, and not waited for: it ends before its next
/// question.
#[derive(Debug)]
pub struct CoachThread {
    questions: Sender<Question>,
    answers: Receiver<Answer>,
}

impl CoachThread {
    /// Starts the thread.
    ///
    /// # Errors
    /// Why the system has none left.
    pub fn start() -> io::Result<CoachThread> {
        let (questions, asked) = channel();
        let (found, answers) = channel();
        std::thread::Builder::new()
            .name("coach".to_owned())
            .spawn(move || {
                let judged = catch_unwind(AssertUnwindSafe(|| judge(&asked, &found)));
                if let Err(panic) = judged {
                    drop(found.send(Answer::Failed(panic_message(&*panic))));
                }
            })?;
        Ok(CoachThread { questions, answers })
    }

    /// Asks; of hints only the one asked for last is looked for.
    pub fn ask(&self, question: Question) {
        // A thread that has failed has said so.
        drop(self.questions.send(question));
    }

    /// The next answer that is there.
    pub fn take(&self) -> Option<Answer> {
        self.answers.try_recv().ok()
    }
}

/// Judges until nobody asks any more: hints first, for somebody waits for them, and moves in their order.
fn judge(asked: &Receiver<Question>, found: &Sender<Answer>) {
    let player = Arc::new(Player::named(Rater::JUDGE).expect("it is compiled in"));
    let strategy = Strategy::alone(Arc::clone(&player));
    let (mut memory, mut hint) = (TreeMemory::default(), None);
    let mut moves = VecDeque::new();
    loop {
        loop {
            let is_idle = hint.is_none() && moves.is_empty();
            let next = if is_idle {
                asked.recv().map_err(|_| TryRecvError::Disconnected)
            } else {
                asked.try_recv()
            };
            match next {
                Ok(Question::Hint(piece, task)) => hint = Some((piece, task)),
                Ok(Question::Rate(game, played, hands)) => moves.push_back((game, played, hands)),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return,
            }
        }
        let answer = if let Some((piece, task)) = hint.take() {
            Some(Answer::Hint(piece, task.solve(&strategy, &mut memory)))
        } else {
            moves.pop_front().and_then(|(game, played, hands)| {
                let loss = Rater::of(Arc::clone(&player), hands).loss(&played)?;
                Some(Answer::Rated(game, loss))
            })
        };
        if answer.is_some_and(|answer| found.send(answer).is_err()) {
            return;
        }
    }
}
