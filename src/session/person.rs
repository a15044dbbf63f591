//! A person at the console.

use crate::engine::fm2::LevelSet;
use crate::engine::{
    Console, DirectStart, DirectStartError, Events, Fm2, HighScores, direct_start,
};
use crate::rules::{Buttons, Region};

/// A console that a person plays, with all that was pressed since power-on.
#[derive(Clone, Debug)]
pub struct Person {
    console: Console,
    scores_at_power_on: HighScores,
    inputs: Vec<Buttons>,
    level: Option<LevelSet>,
}

impl Person {
    /// A console switched on with these high scores.
    pub fn power_on(region: Region, scores: HighScores) -> Person {
        Person {
            console: Console::with_scores(region, scores.clone()),
            scores_at_power_on: scores,
            inputs: Vec::new(),
            level: None,
        }
    }

    /// A game without its menus, on a console switched on with `scores`.
    ///
    /// # Errors
    /// [`DirectStartError`] when no game can begin so.
    pub fn direct(start: DirectStart, scores: HighScores) -> Result<Person, DirectStartError> {
        let (_, inputs) = direct_start(start)?;
        let mut person = Person::power_on(start.region, scores);
        for held in inputs {
            person.step(held);
        }
        if let Some(level) = start.level_to_set() {
            person.console.set_level(level);
            let frame = person.inputs.len() as u64;
            person.level = Some(LevelSet { frame, level });
        }
        Ok(person)
    }

    /// One video frame with these buttons held.
    pub fn step(&mut self, held: Buttons) -> Events {
        self.inputs.push(held);
        self.console.step(held)
    }

    /// The machine.
    pub const fn console(&self) -> &Console {
        &self.console
    }

    /// Whether a game of the person is on, from its first pieces to when it is left.
    pub fn is_in_game(&self) -> bool {
        self.console.game().is_some() && !self.console.is_demo()
    }

    /// Everything since power-on as a movie that ends now.
    pub fn movie(&self) -> Fm2 {
        let movie = Fm2::of_inputs(&self.inputs, &self.console);
        Fm2 {
            levels: self.level.into_iter().collect(),
            ..movie.with_scores(&self.scores_at_power_on)
        }
    }
}
