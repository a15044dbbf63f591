//! When a person's game is worth keeping.

use crate::engine::{HighScore, HighScores, Screen};

use super::person::Person;

/// Watches a person's console for what is to be kept: a game when it is over, and the high scores
/// when they have changed.
#[derive(Clone, Debug)]
pub struct Keeping {
    was_in_game: bool,
    /// Whether a frame was played: without one there is nothing to keep.
    has_played: bool,
    /// The high scores as they were kept last.
    scores: HighScores,
    /// The same without what was made in games with hints.
    without_hints: HighScores,
}

/// What is to be kept now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Due {
    /// A recording of everything since power-on.
    pub recording: bool,
    /// The high scores.
    pub scores: bool,
}

impl Keeping {
    /// From now on; what the person's console holds already is kept.
    pub fn new(person: &Person) -> Keeping {
        Keeping {
            was_in_game: person.is_in_game(),
            has_played: false,
            scores: person.console().scores().clone(),
            without_hints: person.console().scores().clone(),
        }
    }

    /// What is due after a frame: a recording when a game has been left, and changed scores unless
    /// a name is being entered, until [`Keeping::take_scores`] has them.
    pub fn after_frame(&mut self, person: &Person) -> Due {
        self.has_played = true;
        let is_in_game = person.is_in_game();
        let recording = self.was_in_game && !is_in_game;
        self.was_in_game = is_in_game;
        let is_complete = person.console().screen() != Screen::NameEntry;
        let scores = is_complete && self.has_new_scores(person);
        Due { recording, scores }
    }

    /// The entries of the high scores made since they were taken last, each with whether it is of the
    /// B-type; none where hints were shown. They count as kept.
    pub fn take_scores(&mut self, person: &Person) -> Vec<(bool, HighScore)> {
        let now = person.console().scores();
        let made = if person.has_hints() {
            Vec::new()
        } else {
            now.made_since(&self.scores)
        };
        self.scores.clone_from(now);
        for (is_b_type, entry) in &made {
            self.without_hints.enter(*is_b_type, *entry);
        }
        made
    }

    /// The high scores without the entries of games with hints, if the console holds such: a score of
    /// another game may have no place beside them. Then the console is to be switched off and on with these.
    pub fn scores_without_hints(&self) -> Option<&HighScores> {
        (self.without_hints != self.scores).then_some(&self.without_hints)
    }

    /// What is due when the program ends, however it does: a recording of a game that is broken off,
    /// and changed scores even with half a name.
    pub fn at_the_end(&self, person: &Person) -> Due {
        Due {
            recording: self.has_played && person.is_in_game(),
            scores: self.has_played && self.has_new_scores(person),
        }
    }

    /// The game was taken back: what is kept stays so.
    pub fn follow_back(&mut self, person: &Person) {
        self.was_in_game = person.is_in_game();
    }

    /// Whether a frame was played.
    pub const fn has_played(&self) -> bool {
        self.has_played
    }

    fn has_new_scores(&self, person: &Person) -> bool {
        *person.console().scores() != self.scores
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Buttons, Region};
    use crate::session::hurried::{START, hurry, low};

    /// Plays until something is due and says what.
    fn next_due(person: &mut Person, keeping: &mut Keeping) -> Due {
        for _ in 0..20_000 {
            hurry(person);
            let due = keeping.after_frame(person);
            if due.scores {
                let made = keeping.take_scores(person);
                assert_eq!((made.len(), made[0].0), (1, false));
            }
            if due != Due::default() {
                return due;
            }
        }
        panic!("nothing is due");
    }

    const RECORDING: Due = Due {
        recording: true,
        scores: false,
    };
    const SCORES: Due = Due {
        recording: false,
        scores: true,
    };

    #[test]
    fn a_game_is_kept_when_it_is_left_and_its_score_when_the_name_is_there() {
        let mut person = Person::direct(START, low()).unwrap();
        let mut keeping = Keeping::new(&person);
        assert_eq!(next_due(&mut person, &mut keeping), RECORDING);
        assert_eq!(person.console().screen(), Screen::NameEntry);
        assert_eq!(keeping.at_the_end(&person), SCORES, "with half a name");
        assert_eq!(next_due(&mut person, &mut keeping), SCORES);
        assert_eq!(person.console().screen(), Screen::LevelMenu);
        assert_eq!(keeping.at_the_end(&person), Due::default());
    }

    #[test]
    fn a_game_without_a_high_score_leaves_the_scores_alone() {
        let mut person = Person::direct(START, HighScores::default()).unwrap();
        let mut keeping = Keeping::new(&person);
        assert_eq!(next_due(&mut person, &mut keeping), RECORDING);
        assert_eq!(person.console().screen(), Screen::LevelMenu);
        assert_eq!(keeping.at_the_end(&person), Due::default());
    }

    #[test]
    fn a_game_that_is_broken_off_is_kept_unless_nothing_was_played() {
        let mut person = Person::direct(START, low()).unwrap();
        let mut keeping = Keeping::new(&person);
        assert_eq!(keeping.at_the_end(&person), Due::default());
        assert!(!keeping.has_played());
        person.step(Buttons::NONE);
        assert_eq!(keeping.after_frame(&person), Due::default());
        assert_eq!(keeping.at_the_end(&person), RECORDING);
        assert!(keeping.has_played());
    }

    #[test]
    fn menus_and_the_demo_are_no_game() {
        let mut person = Person::power_on(Region::Ntsc, low());
        let mut keeping = Keeping::new(&person);
        let mut was_demo = false;
        for _ in 0..4_000 {
            person.step(Buttons::NONE);
            was_demo |= person.console().is_demo();
            assert_eq!(keeping.after_frame(&person), Due::default());
        }
        assert!(was_demo, "the demo begins without a button");
        assert_eq!(keeping.at_the_end(&person), Due::default());
    }
}
