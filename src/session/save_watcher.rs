//! Decides when a person's games and high scores must be saved.

use crate::engine::{HighScore, HighScores, Screen};

use super::person::Person;

/// Watcher of a person's console. It reports data to save: games after they end, and changed high scores.
#[derive(Clone, Debug)]
pub struct SaveWatcher {
    was_in_game: bool,
    /// True if a frame was played. If not, there is nothing to save.
    has_played: bool,
    /// High scores at the last save.
    scores: HighScores,
    /// High scores at the last save, without the entries of practice games.
    ranked: HighScores,
}

/// Data to save now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct DueSaves {
    /// True if the recording since power-on should be saved.
    pub recording: bool,
    /// True if the high scores should be saved.
    pub scores: bool,
}

impl SaveWatcher {
    /// Starts watching. Whatever the person's console already contains counts as saved.
    pub fn new(person: &Person) -> SaveWatcher {
        SaveWatcher {
            was_in_game: person.is_in_game(),
            has_played: false,
            scores: person.console().scores().clone(),
            ranked: person.console().scores().clone(),
        }
    }

    /// Returns the data to save after a frame. A recording is due when the player has left a game. Changed high scores
    /// are due until [`SaveWatcher::take_scores`] is called, but not before the end of the name entry.
    pub fn after_frame(&mut self, person: &Person) -> DueSaves {
        self.has_played = true;
        let is_in_game = person.is_in_game();
        let recording = self.was_in_game && !is_in_game;
        self.was_in_game = is_in_game;
        let is_complete = person.console().screen() != Screen::NameEntry;
        let scores = is_complete && self.has_new_scores(person);
        DueSaves { recording, scores }
    }

    /// Returns the high scores added since the last call, and counts them as saved. The `bool` is true if the game was
    /// B-type. Practice games add none.
    pub fn take_scores(&mut self, person: &Person) -> Vec<(bool, HighScore)> {
        let now = person.console().scores();
        let made = if person.is_unranked() {
            Vec::new()
        } else {
            now.made_since(&self.scores)
        };
        self.scores.clone_from(now);
        for (is_b_type, entry) in &made {
            self.ranked.enter(*is_b_type, *entry);
        }
        made
    }

    /// Returns the high scores without the entries of practice games, or `None` if the console has no such entry. Such
    /// an entry may have displaced a regular score, so the console must be restarted with the returned scores.
    pub fn ranked_scores(&self) -> Option<&HighScores> {
        (self.ranked != self.scores).then_some(&self.ranked)
    }

    /// Returns the data to save when the program ends: the recording of an interrupted game, and changed high scores,
    /// even if a name is unfinished.
    pub fn at_the_end(&self, person: &Person) -> DueSaves {
        DueSaves {
            recording: self.has_played && person.is_in_game(),
            scores: self.has_played && self.has_new_scores(person),
        }
    }

    /// Follows an undo of pieces. Data that were already saved stay saved.
    pub fn follow_back(&mut self, person: &Person) {
        self.was_in_game = person.is_in_game();
    }

    /// Returns whether a frame was played.
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

    /// Plays until there is data to save, and returns what is due.
    fn next_due(person: &mut Person, save_watcher: &mut SaveWatcher) -> DueSaves {
        for _ in 0..20_000 {
            hurry(person);
            let due = save_watcher.after_frame(person);
            if due.scores {
                let made = save_watcher.take_scores(person);
                assert_eq!((made.len(), made[0].0), (1, false));
            }
            if due != DueSaves::default() {
                return due;
            }
        }
        panic!("nothing is due");
    }

    const RECORDING: DueSaves = DueSaves {
        recording: true,
        scores: false,
    };
    const SCORES: DueSaves = DueSaves {
        recording: false,
        scores: true,
    };

    #[test]
    fn a_game_is_saved_when_left_and_its_score_after_the_name_entry() {
        let mut person = Person::direct(START, low()).unwrap();
        let mut save_watcher = SaveWatcher::new(&person);
        assert_eq!(next_due(&mut person, &mut save_watcher), RECORDING);
        assert_eq!(person.console().screen(), Screen::NameEntry);
        assert_eq!(save_watcher.at_the_end(&person), SCORES, "with half a name");
        assert_eq!(next_due(&mut person, &mut save_watcher), SCORES);
        assert_eq!(person.console().screen(), Screen::LevelMenu);
        assert_eq!(save_watcher.at_the_end(&person), DueSaves::default());
    }

    #[test]
    fn a_game_without_a_high_score_leaves_the_scores_alone() {
        let mut person = Person::direct(START, HighScores::default()).unwrap();
        let mut save_watcher = SaveWatcher::new(&person);
        assert_eq!(next_due(&mut person, &mut save_watcher), RECORDING);
        assert_eq!(person.console().screen(), Screen::LevelMenu);
        assert_eq!(save_watcher.at_the_end(&person), DueSaves::default());
    }

    #[test]
    fn an_interrupted_game_is_saved_unless_nothing_was_played() {
        let mut person = Person::direct(START, low()).unwrap();
        let mut save_watcher = SaveWatcher::new(&person);
        assert_eq!(save_watcher.at_the_end(&person), DueSaves::default());
        assert!(!save_watcher.has_played());
        person.step(Buttons::NONE);
        assert_eq!(save_watcher.after_frame(&person), DueSaves::default());
        assert_eq!(save_watcher.at_the_end(&person), RECORDING);
        assert!(save_watcher.has_played());
    }

    #[test]
    fn menus_and_the_demo_are_no_game() {
        let mut person = Person::power_on(Region::Ntsc, low());
        let mut save_watcher = SaveWatcher::new(&person);
        let mut was_demo = false;
        for _ in 0..4_000 {
            person.step(Buttons::NONE);
            was_demo |= person.console().is_demo();
            assert_eq!(save_watcher.after_frame(&person), DueSaves::default());
        }
        assert!(was_demo, "the demo begins although no button is pressed");
        assert_eq!(save_watcher.at_the_end(&person), DueSaves::default());
    }
}
