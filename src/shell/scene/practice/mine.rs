//! Exercises from the mistakes in the user's own games. A mistake returns until the user has solved it on two days.

use std::path::PathBuf;

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

use super::{Exercise, NextExercise, rate};

const KEYS: &[HelpLine] = &[
    (&[Action::TryAgain], "The same again"),
    (&[Action::NextMistake], "The next mistake"),
];

/// Mistakes to be solved, with their progress.
#[derive(Debug)]
pub struct MistakeSeries {
    mistakes: Mistakes,
    /// Kind of the mistakes to practise. `None` stands for all kinds.
    only: Option<Category>,
    on: Mistake,
    /// Rater of the current mistake.
    rater: Rater,
    /// True once the file records that the current mistake has been shown.
    is_seen: bool,
    path: PathBuf,
    saver: SaveQueue,
    today: fn() -> u64,
}

impl MistakeSeries {
    /// Returns the exercises for mistakes of one kind, or of all kinds for `None`. Returns `None` if no mistake is due.
    pub fn new(
        mistakes: Mistakes,
        only: Option<Category>,
        (path, saver): (PathBuf, SaveQueue),
        today: fn() -> u64,
    ) -> Option<MistakeSeries> {
        let on = mistakes.next(only, today())?.mistake.clone();
        Some(MistakeSeries {
            rater: rater(&on),
            mistakes,
            only,
            on,
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
    fn note(&mut self, is_solved: bool) {
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
fn rater(mistake: &Mistake) -> Rater {
    mistake.rater(Player::named(Rater::JUDGE).expect("the player is built in"))
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

    fn keys(&self) -> &'static [HelpLine] {
        KEYS
    }

    fn judge(&mut self, locks: &[Pose]) -> Result<Option<ReviewedMove>, String> {
        let tried = rate(&self.rater, 1, &self.on.position, locks[0])?;
        if let Some(tried) = &tried {
            self.note(self.is_solved(tried));
        }
        Ok(tried)
    }

    /// Returns whether the attempt is as good as the best lock, or leads to the same board.
    fn is_solved(&self, tried: &ReviewedMove) -> bool {
        let board = &self.on.position.board;
        let best = tried.rating.best().lock;
        tried.rating.label() == Label::Best || board.lock(best) == board.lock(tried.played.lock)
    }

    fn verdict(&self, tried: &ReviewedMove) -> String {
        if self.is_solved(tried) {
            let (played, lost) = (in_words(self.on.played), self.on.lost);
            return format!("solved: {played} lost {lost:.1} lines in your game");
        }
        let usual = || "not solved: another lock was better".to_owned();
        tried.sentences().next().unwrap_or_else(usual)
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
            Some(tried) => vec![
                Figure::new("Lines lost then", words::loss(self.on.lost)),
                Figure::new("Lines lost now", words::loss(tried.rating.loss)),
                coached::label("Your place", tried.rating.label()),
                Figure::new("Days solved", format!("{} of 2", self.days())),
            ],
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
            self.note(false);
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
        NextExercise::Next(Box::new(self.start()))
    }
}
