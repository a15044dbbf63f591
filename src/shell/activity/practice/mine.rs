//! The mistakes of one's own games, one after the other: each comes back until it was solved on two
//! different days.

use std::path::PathBuf;

use rightwell::menu::wrap;
use rightwell::players::{Label, Player};
use rightwell::render::ReviewPanel;
use rightwell::rules::Pose;
use rightwell::session::puzzles::Mistake;
use rightwell::session::review::in_words;
use rightwell::session::{Category, Move, PracticeStart, Rater, ReviewedMove};

use crate::shell::activity::words;
use crate::shell::host::log;
use crate::shell::input::action::{Action, HelpLine};
use crate::shell::store::mistakes::{self, Mistakes, Solved};

use super::{After, Task, short_label};

const KEYS: &[HelpLine] = &[
    (&[Action::TryAgain], "THE SAME AGAIN"),
    (&[Action::NextMistake], "THE NEXT MISTAKE"),
];

/// Mistakes to be solved, and how far they are.
#[derive(Debug)]
pub struct Mine {
    mistakes: Mistakes,
    /// The kind that is gone through; all where it is none.
    only: Option<Category>,
    on: Mistake,
    /// Who rates it.
    rater: Rater,
    /// Whether it was noted that it was seen.
    is_seen: bool,
    /// Where they are kept, as long as that can be written.
    file: Option<PathBuf>,
    today: fn() -> u64,
    notice: Option<String>,
}

impl Mine {
    /// The mistakes of a file, of a kind or all; none if none of them comes back any more.
    pub fn new(
        mistakes: Mistakes,
        only: Option<Category>,
        file: PathBuf,
        today: fn() -> u64,
    ) -> Option<Mine> {
        let on = mistakes.next(only, today())?.mistake.clone();
        Some(Mine {
            rater: rater(&on),
            mistakes,
            only,
            on,
            is_seen: false,
            file: Some(file),
            today,
            notice: None,
        })
    }

    /// How the mistake that is on begins.
    pub fn start(&self) -> PracticeStart {
        self.on.start()
    }

    /// Notes that it was seen, and whether it was solved, and keeps that.
    fn note(&mut self, is_solved: bool) {
        self.is_seen = true;
        let today = (self.today)();
        if let Some(file) = &self.file {
            match mistakes::note(file, &self.on, is_solved, today) {
                Ok(noted) => return self.mistakes = noted,
                Err(error) => {
                    log::say(&error);
                    self.notice = Some(error.to_string());
                    // What cannot be kept once is not tried again.
                    self.file = None;
                }
            }
        }
        self.mistakes.note(&self.on, is_solved, today);
    }

    /// On how many days it was solved.
    fn days(&self) -> usize {
        match self.mistakes.solved(&self.on) {
            Some(Solved::Once(_)) => 1,
            Some(Solved::Twice) => 2,
            Some(Solved::No) | None => 0,
        }
    }
}

/// Who rates a mistake.
fn rater(mistake: &Mistake) -> Rater {
    mistake.rater(Player::named(Rater::JUDGE).expect("it is compiled in"))
}

fn is_solved(tried: &ReviewedMove) -> bool {
    let board = &tried.played.position.board;
    let best = tried.rating.best().lock;
    tried.rating.label() == Label::Best || board.lock(best) == board.lock(tried.played.lock)
}

impl Task for Mine {
    fn name(&self) -> &'static str {
        "mistakes"
    }

    fn status(&self) -> Vec<String> {
        let counts = self.mistakes.counts(self.only);
        vec![
            format!("your mistakes: {}", counts.told()),
            format!("your mistakes: {} wait", counts.waiting),
            "your mistakes".to_owned(),
        ]
    }

    fn keys(&self) -> &'static [HelpLine] {
        KEYS
    }

    fn judge(&mut self, lock: Pose) -> Option<ReviewedMove> {
        let position = self.on.position.clone();
        let (_, rows) = position.board.lock(lock);
        let tried = Move {
            rows: rows as u8,
            position,
            lock,
            frame: 0,
        };
        let tried = self.rater.rate(1, &tried)?;
        self.note(is_solved(&tried));
        Some(tried)
    }

    fn verdict(&self, tried: &ReviewedMove) -> String {
        if is_solved(tried) {
            // What was played would have told which place it is not.
            let (played, lost) = (in_words(self.on.played), self.on.lost);
            return format!("solved: {played} lost {lost:.1} in your game");
        }
        let usual = || "not solved: another place was better".to_owned();
        tried.sentences().next().unwrap_or_else(usual)
    }

    fn panel(&self, tried: Option<&ReviewedMove>) -> ReviewPanel {
        let line = |word: &str, value: String| (word.to_owned(), value);
        let kind = wrap(self.on.kind.name(), ReviewPanel::COLUMNS);
        let kind = kind.iter().map(|part| line(part, String::new()));
        let mut panel = ReviewPanel {
            lines: kind.collect(),
            ..ReviewPanel::default()
        };
        let Some(tried) = tried else {
            let counts = self.mistakes.counts(self.only);
            panel.lines.extend([
                line("WAIT", counts.waiting.to_string()),
                line("ONCE", counts.once.to_string()),
                line("DONE", counts.done.to_string()),
            ]);
            return panel;
        };
        panel.lines.extend([
            line("WAS", words::loss(self.on.lost)),
            line("NOW", words::loss(tried.rating.loss)),
            line(short_label(tried.rating.label()), String::new()),
            line("DAYS", format!("{}/2", self.days())),
        ]);
        panel.solved = Some(is_solved(tried));
        panel.keys = [("A", "NEXT"), ("SELECT", "AGAIN"), ("ESC", "MENU")]
            .map(|(key, does)| (key.to_owned(), does.to_owned()))
            .into();
        panel
    }

    fn take_notice(&mut self) -> Option<String> {
        self.notice.take()
    }

    /// Whichever button it is, the next one comes; the same again where no other one comes back.
    fn leave(&mut self) -> After {
        if !self.is_seen {
            self.note(false);
        }
        let today = (self.today)();
        match self.mistakes.next(self.only, today) {
            Some(next) => {
                if next.solved == Solved::Once(today) {
                    let said = "all that wait were solved today: more counts on another day";
                    self.notice = Some(said.to_owned());
                }
                self.on = next.mistake.clone();
                self.rater = rater(&self.on);
            }
            None => self.notice = Some("no mistake waits any more: all are done".to_owned()),
        }
        self.is_seen = false;
        After::Next(Box::new(self.start()))
    }
}
