//! A person at the console.

use crate::engine::{Console, Events, Fm2, HighScores};
use crate::rules::{Buttons, Region};

/// A console that a person plays, with all that was pressed since power-on.
#[derive(Clone, Debug)]
pub struct Person {
    console: Console,
    scores_at_power_on: HighScores,
    inputs: Vec<Buttons>,
}

impl Person {
    /// A console switched on with these high scores.
    pub fn power_on(region: Region, scores: HighScores) -> Person {
        Person {
            console: Console::with_scores(region, scores.clone()),
            scores_at_power_on: scores,
            inputs: Vec::new(),
        }
    }

    /// A console that has been played unseen: `inputs` since it was switched on with `scores`.
    pub fn after(region: Region, scores: HighScores, inputs: &[Buttons]) -> Person {
        let mut person = Person::power_on(region, scores);
        for &held in inputs {
            person.step(held);
        }
        person
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
        movie.with_scores(&self.scores_at_power_on)
    }
}
