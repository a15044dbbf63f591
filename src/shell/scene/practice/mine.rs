//! Exercises from the mistakes in the user's own games. A mistake returns until the user has solved it on two days.

use std::path::PathBuf;
use std::sync::Arc;

use rightwell::players::{Label, Player};
use rightwell::render::panel::Figure;
use rightwell::rules::Pose;
use rightwell::session::puzzles::Mistake;
use rightwell::session::review::in_words;
use rightwell::session::{Category, PracticeStart, Rater, ReviewedMove};

use crate::input::action::{Action, HelpLine};
use crate::scene::context::Context;
use crate::scene::{coached, words};
use crate::store::mistakes::{self, MistakeProgress, Mistakes};
use crate::store::saver::SaveQueue;

use super::answer::{AnswerTask, NextAnswer};
use super::{Exercise, NextExercise};

const KEYS: &[HelpLine] = &[
    (&[Action::NextMistake], "The next mistake"),
    (&[Action::TryAgain], "The same again"),
    (&[Action::NextPlace], "Another best place"),
];

/// Mistakes to be solved, with their progress.
#[derive(Debug)]
pub struct MistakeSeries {
    mistakes: Mistakes,
    /// Kind of the mistakes to practise. `None` stands for all kinds.
    only: Option<Category>,
    on: Mistake,
    /// Rater of the current mistake.
    rater: Arc<Rater>,
    /// Answer to NEXT.
    next: NextAnswer,
    /// True once the file records that the current mistake has been shown.
    is_seen: bool,
    path: PathBuf,
    saver: SaveQueue,
    today: fn() -> u64,
}

impl MistakeSeries {
    /// Returns the exercises for mistakes of one kind, or of all kinds for `None`. `pieces` is 1, or 2 if NEXT is to be
    /// placed as well. Returns `None` if no mistake is due.
    pub fn new(
        mistakes: Mistakes,
        (only, pieces): (Option<Category>, usize),
        (path, saver): (PathBuf, SaveQueue),
        today: fn() -> u64,
    ) -> Option<MistakeSeries> {
        let on = mistakes.next(only, today())?.mistake.clone();
        Some(MistakeSeries {
            rater: rater(&on),
            mistakes,
            only,
            on,
            next: NextAnswer::new(pieces),
            is_seen: false,
            path,
            saver,
            today,
        })
    }

    /// Returns the start of the current mistake.
    pub fn start(&self) -> PracticeStart {
        self.on.start()
    }

    /// Records that the current mistake was shown, and whether it was solved. Saves both.
    fn record(&mut self, is_solved: bool) {
        self.is_seen = true;
        let today = (self.today)();
        let (path, mistake) = (self.path.clone(), self.on.clone());
        self.saver
            .save(move || mistakes::note(&path, &mistake, is_solved, today).map(|_| None));
        self.mistakes.note(&self.on, is_solved, today);
    }

    /// Returns on how many days the user has solved the mistake: 0, 1 or 2.
    fn days(&self) -> usize {
        match self.mistakes.solved(&self.on) {
            Some(MistakeProgress::Once(_)) => 1,
            Some(MistakeProgress::Twice) => 2,
            Some(MistakeProgress::No) | None => 0,
        }
    }
}

/// Returns the rater of a mistake.
fn rater(mistake: &Mistake) -> Arc<Rater> {
    let judge = Player::named(Rater::JUDGE).expect("the player is built in");
    mistake.rater(judge).into()
}

impl Exercise for MistakeSeries {
    fn name(&self) -> &'static str {
        "mistakes"
    }

    fn status(&self) -> Vec<String> {
        let counts = self.mistakes.counts(self.only);
        vec![
            format!("your mistakes: {}", counts.told()),
            format!("your mistakes: {} waiting", counts.waiting),
            "your mistakes".to_owned(),
        ]
    }

    fn keys(&self, is_rated: bool) -> &'static [HelpLine] {
        &KEYS[..KEYS.len() - usize::from(!is_rated)]
    }

    fn pieces(&self) -> usize {
        self.next.pieces()
    }

    fn task(&self, locks: Vec<Pose>) -> AnswerTask {
        AnswerTask {
            rater: Arc::clone(&self.rater),
            number: 1,
            position: self.on.position.clone(),
            locks,
        }
    }

    fn note(&mut self, tried: &ReviewedMove, next: Option<ReviewedMove>) {
        self.next.take(next);
        self.record(self.is_solved(tried));
    }

    fn loss(&self, tried: &ReviewedMove) -> f64 {
        self.next.loss(tried)
    }

    fn is_solved(&self, tried: &ReviewedMove) -> bool {
        self.next.is_right(tried)
    }

    fn verdict(&self, tried: &ReviewedMove) -> String {
        if self.is_solved(tried) {
            let (played, lost) = (in_words(self.on.played), self.on.lost);
            return format!("solved: {played} lost {lost:.1} lines in your game");
        }
        let usual = || "not solved: another lock was better".to_owned();
        self.next.reason(tried).unwrap_or_else(usual)
    }

    /// The played lock stays hidden before the attempt: the user would know that it is wrong.
    fn figures(&self, tried: Option<&ReviewedMove>) -> Vec<Figure> {
        let mut figures = vec![Figure::new("Kind", self.on.kind.name())];
        figures.extend(match tried {
            None => {
                let counts = self.mistakes.counts(self.only);
                vec![
                    Figure::new("Waiting", counts.waiting.to_string()),
                    Figure::new("Solved once", counts.once.to_string()),
                    Figure::new("Done", counts.done.to_string()),
                ]
            }
            Some(tried) => {
                let then = Figure::new("Lines lost then", words::loss(self.on.lost));
                let loss = self.loss(tried);
                let now = Figure::new("Lines lost now", words::loss(loss));
                let label = coached::label("Your answer", Label::from_loss(loss));
                let days = Figure::new("Days solved", format!("{} of 2", self.days()));
                let of_both = self.next.figures(tried);
                [then, now, label]
                    .into_iter()
                    .chain(of_both)
                    .chain([days])
                    .collect()
            }
        });
        figures
    }

    fn take_notice(&mut self) -> Option<String> {
        self.saver.take_notice()
    }

    /// Goes on to the next mistake that is due, whichever button was pressed. If there is no other, repeats the current
    /// one.
    fn leave(&mut self, context: &mut Context) -> NextExercise {
        if !self.is_seen {
            self.record(false);
        }
        let today = (self.today)();
        match self.mistakes.next(self.only, today) {
            Some(next) => {
                if next.solved == MistakeProgress::Once(today) {
                    context.notify("all due puzzles are solved for today; come back tomorrow");
                }
                self.on = next.mistake.clone();
                self.rater = rater(&self.on);
            }
            None => context.notify("no mistakes are left: all are done"),
        }
        self.is_seen = false;
        self.next.take(None);
        NextExercise::Next(Box::new(self.start()))
    }
}
