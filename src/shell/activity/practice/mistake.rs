//! A mistake of a game, to be played better than it was.

use std::sync::Arc;

use rightwell::players::Label;
use rightwell::render::ReviewPanel;
use rightwell::rules::Pose;
use rightwell::session::{Move, Rater, ReviewedMove};

use crate::shell::activity::words;
use crate::shell::input::action::{Action, HelpLine};

use super::{After, Task, short_label};

const KEYS: &[HelpLine] = &[
    (&[Action::TryAgain], "THE SAME AGAIN"),
    (&[Action::NextMistake], "THE NEXT MISTAKE"),
    (&[Action::PreviousMistake], "BACK TO THE REPLAY"),
];

/// One piece to be put better than it was.
#[derive(Debug)]
pub struct Mistake {
    /// Who says what a place is worth.
    pub rater: Arc<Rater>,
    /// What was played there, and what it was worth.
    pub mistake: ReviewedMove,
}

impl Task for Mistake {
    fn name(&self) -> &'static str {
        "practice"
    }

    fn status(&self) -> Vec<String> {
        vec!["a puzzle".to_owned()]
    }

    fn keys(&self) -> &'static [HelpLine] {
        KEYS
    }

    fn judge(&mut self, lock: Pose) -> Option<ReviewedMove> {
        let played = self.mistake.played.clone();
        let tried = Move { lock, ..played };
        self.rater.rate(self.mistake.number, &tried)
    }

    fn verdict(&self, tried: &ReviewedMove) -> String {
        let loss = tried.rating.loss;
        match tried.rating.label() {
            Label::Best => "solved: nothing better is known".to_owned(),
            Label::Good => format!("solved: {loss:.1} lines worse than the best"),
            _ => {
                let usual = || "another place was better".to_owned();
                tried.sentences().next().unwrap_or_else(usual)
            }
        }
    }

    fn panel(&self, tried: Option<&ReviewedMove>) -> ReviewPanel {
        let line = |word: &str, value: String| (word.to_owned(), value);
        let was = self.mistake.rating.loss;
        let mut panel = ReviewPanel {
            lines: vec![
                line("PIECE", self.mistake.number.to_string()),
                line("WAS", words::loss(was)),
            ],
            ..ReviewPanel::default()
        };
        let Some(tried) = tried else {
            return panel;
        };
        panel.lines.extend([
            line("NOW", words::loss(tried.rating.loss)),
            line(short_label(tried.rating.label()), String::new()),
        ]);
        panel.solved = Some(matches!(tried.rating.label(), Label::Best | Label::Good));
        panel.keys = [("START", "NEXT"), ("SELECT", "AGAIN"), ("A", "BACK")]
            .map(|(key, does)| (key.to_owned(), does.to_owned()))
            .into();
        panel
    }

    fn leave(&mut self) -> After {
        After::Below
    }
}
