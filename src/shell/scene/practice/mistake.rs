//! Exercise from one mistake of a game.

use std::sync::Arc;

use rightwell::players::Label;
use rightwell::render::panel::Figure;
use rightwell::rules::Pose;
use rightwell::session::{Move, Rater, ReviewedMove};

use crate::input::action::{Action, HelpLine};
use crate::scene::context::Context;
use crate::scene::{coached, words};

use super::{Exercise, NextExercise};

const KEYS: &[HelpLine] = &[
    (&[Action::TryAgain], "The same again"),
    (&[Action::NextMistake], "The next mistake"),
    (&[Action::PreviousMistake], "Back to the replay"),
];

/// Exercise that repeats one piece of a game, for the user to place it better.
#[derive(Debug)]
pub struct Mistake {
    /// Rater of the locks.
    pub rater: Arc<Rater>,
    /// The rated move of the game, which the user tries to improve.
    pub mistake: ReviewedMove,
}

impl Exercise for Mistake {
    fn name(&self) -> &'static str {
        "practice"
    }

    fn status(&self) -> Vec<String> {
        vec!["a puzzle".to_owned()]
    }

    fn keys(&self) -> &'static [HelpLine] {
        KEYS
    }

    fn judge(&mut self, locks: &[Pose]) -> Result<Option<ReviewedMove>, String> {
        let played = self.mistake.played.clone();
        let tried = Move {
            lock: locks[0],
            ..played
        };
        Ok(self.rater.rate(self.mistake.number, &tried))
    }

    fn is_solved(&self, tried: &ReviewedMove) -> bool {
        matches!(tried.rating.label(), Label::Best | Label::Good)
    }

    fn verdict(&self, tried: &ReviewedMove) -> String {
        let loss = tried.rating.loss;
        match tried.rating.label() {
            Label::Best => "solved: nothing better is known".to_owned(),
            Label::Good => format!("solved: {loss:.1} lines worse than the best"),
            _ => {
                let usual = || "another lock was better".to_owned();
                tried.sentences().next().unwrap_or_else(usual)
            }
        }
    }

    fn figures(&self, tried: Option<&ReviewedMove>) -> Vec<Figure> {
        let mut figures = vec![
            Figure::new("Piece", self.mistake.number.to_string()),
            Figure::new("Lines lost then", words::loss(self.mistake.rating.loss)),
        ];
        figures.extend(tried.into_iter().flat_map(|tried| {
            let now = Figure::new("Lines lost now", words::loss(tried.rating.loss));
            [now, coached::label("Your place", tried.rating.label())]
        }));
        figures
    }

    fn answers(&self) -> [(&'static str, &'static str); 3] {
        [
            ("{START|next_mistake}", "Next"),
            ("{SELECT|try_again}", "Again"),
            ("{B|previous_mistake}", "Back"),
        ]
    }

    fn leave(&mut self, _context: &mut Context) -> NextExercise {
        NextExercise::Below
    }
}
