//! Exercise from one mistake of a game.

use std::sync::Arc;

use rightwell::players::Label;
use rightwell::render::panel::Figure;
use rightwell::rules::Pose;
use rightwell::session::{Rater, ReviewedMove};

use crate::input::action::{Action, HelpLine};
use crate::scene::context::Context;
use crate::scene::{coached, words};

use super::answer::AnswerTask;
use super::{Exercise, NextExercise};

const KEYS: &[HelpLine] = &[
    (&[Action::TryAgain], "The same again"),
    (&[Action::NextMistake], "The next mistake"),
    (&[Action::PreviousMistake], "Back to the replay"),
    (&[Action::NextPlace], "Another best place"),
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

    fn keys(&self, is_rated: bool) -> &'static [HelpLine] {
        &KEYS[..KEYS.len() - usize::from(!is_rated)]
    }

    fn task(&self, locks: Vec<Pose>) -> AnswerTask {
        AnswerTask {
            rater: Arc::clone(&self.rater),
            number: self.mistake.number,
            position: self.mistake.played.position.clone(),
            locks,
        }
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

    fn answers(&self) -> Vec<(&'static str, String)> {
        let answers = [
            ("{START|next_mistake}", "Next"),
            ("{SELECT|try_again}", "Again"),
            ("{DOWN|next_place}", "Other places"),
            ("{B|previous_mistake}", "Back"),
        ];
        answers.map(|(key, does)| (key, does.to_owned())).into()
    }

    fn leave(&mut self, _context: &mut Context) -> NextExercise {
        NextExercise::Below
    }
}
