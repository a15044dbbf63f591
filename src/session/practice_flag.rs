//! Flag that marks practice games on a console, so that their scores do not count.

use crate::engine::{Console, HighScore, History, Screen};

/// Start of the person's current or last game, and whether it is practice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PracticeFlag {
    is_in_game: bool,
    is_unranked: bool,
    /// Number of frames played when this game started.
    began: Option<u64>,
}

impl PracticeFlag {
    /// Returns the flag for a console on which no hint has been shown yet.
    pub fn new(console: &Console) -> PracticeFlag {
        let mut practice_flag = PracticeFlag::default();
        practice_flag.follow(console);
        practice_flag
    }

    /// Returns the flag at the end of a history.
    pub fn after(history: &History) -> PracticeFlag {
        let mut last = PracticeFlag::default();
        for_each_frame(history, |_, practice_flag| last = practice_flag);
        last
    }

    /// Updates the flag after one frame of the console.
    pub fn follow(&mut self, console: &Console) {
        let is_in_game = console.is_in_game();
        self.is_unranked &= self.is_in_game || !is_in_game;
        if is_in_game && !self.is_in_game {
            self.began = Some(console.frames());
        }
        self.is_in_game = is_in_game;
    }

    /// Returns the number of frames played when the person's current or last game started. `None` if there was no game.
    pub const fn began(self) -> Option<u64> {
        self.began
    }

    /// Marks the game as practice.
    pub const fn mark_practice(&mut self) {
        self.is_unranked = true;
    }

    /// Returns whether the person's game is in progress.
    pub const fn is_in_game(self) -> bool {
        self.is_in_game
    }

    /// Returns whether the current or last game is practice.
    pub const fn is_unranked(self) -> bool {
        self.is_unranked
    }
}

/// Returns the high scores added since power-on in games that are not practice. The `bool` is true if the game was
/// B-type.
pub fn ranked_scores(history: &History) -> Vec<(bool, HighScore)> {
    let mut known = history.scores().clone();
    let mut made = Vec::new();
    let mut frames_left = history.len();
    for_each_frame(history, |console, practice_flag| {
        frames_left -= 1;
        // During a name entry, every letter changes the high scores, so wait until the name is complete.
        let is_complete = console.screen() != Screen::NameEntry || frames_left == 0;
        if is_complete && *console.scores() != known {
            if !practice_flag.is_unranked() {
                made.extend(console.scores().made_since(&known));
            }
            known.clone_from(console.scores());
        }
    });
    made
}

fn for_each_frame(history: &History, mut visit: impl FnMut(&Console, PracticeFlag)) {
    let mut console = history.power_on();
    let mut practice_flag = PracticeFlag::new(&console);
    for index in 0..history.len() {
        history.play_frame(index, &mut console);
        practice_flag.follow(&console);
        if history.has_practice_after(index + 1) {
            practice_flag.mark_practice();
        }
        visit(&console, practice_flag);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Buttons;
    use crate::session::hurried::{START, hurry, low};
    use crate::session::{
        ConsolePlayback, FoundJournal, Journal, Person, SaveWatcher, Seek, UnsavedContent,
    };

    /// Plays until the next game has started. Returns the high scores made until then.
    fn play_on(person: &mut Person, save_watcher: &mut SaveWatcher) -> Vec<(bool, HighScore)> {
        let mut made = Vec::new();
        let mut was_left = false;
        for _ in 0..40_000 {
            hurry(person);
            if save_watcher.after_frame(person).scores {
                made.extend(save_watcher.take_scores(person));
            }
            was_left |= !person.is_in_game();
            if was_left && person.is_in_game() {
                return made;
            }
        }
        panic!("no other game begins");
    }

    #[test]
    fn only_the_game_with_a_hint_is_unranked() {
        for practice_flag in [[true, false], [false, true]] {
            let mut person = Person::direct(START, low()).unwrap();
            let mut save_watcher = SaveWatcher::new(&person);
            let head = (person.history().to_ron(), person.frames().len());
            let (mut journal, mut bytes) = (Journal::after(head.1), Journal::head(&head.0));
            let mut entered = Vec::new();
            let (mut file, mut has_hinted) = (low(), false);
            for is_hinted in practice_flag {
                assert!(!person.is_unranked(), "another game is another one");
                person.step(Buttons::NONE);
                if is_hinted {
                    assert!(person.note_hint() && !person.note_hint());
                    bytes.extend(journal.part(person.frames()));
                    bytes.extend(Journal::hint());
                }
                let made = play_on(&mut person, &mut save_watcher);
                assert_eq!(made.len(), usize::from(!is_hinted));
                has_hinted |= is_hinted;
                for (is_b_type, entry) in &made {
                    file.enter(*is_b_type, *entry);
                }
                let without = save_watcher.ranked_scores();
                assert_eq!(without, has_hinted.then_some(&file));
                entered.extend(made);
            }
            bytes.extend(journal.part(person.frames()));
            let table = person.console().scores().made_since(&low());
            assert_eq!(table.len(), 2, "the console itself has both");
            // After a crash, the program recovers the game from the journal.
            let found = FoundJournal::read(&bytes).unwrap().unsaved().unwrap();
            let Some(UnsavedContent::Person {
                person: again,
                made,
                ..
            }) = found
            else {
                panic!("a game is on");
            };
            assert_eq!((again.history(), made), (person.history(), entered));
        }
    }

    #[test]
    fn a_resumed_recording_keeps_the_hints_of_its_game() {
        let mut person = Person::direct(START, low()).unwrap();
        for _ in 0..100 {
            person.step(Buttons::NONE);
        }
        person.note_hint();
        let shown = person.history().len();
        let mut save_watcher = SaveWatcher::new(&person);
        play_on(&mut person, &mut save_watcher);
        for _ in 0..50 {
            person.step(Buttons::NONE);
        }
        let history = person.history();
        assert_eq!(history.hints(), [shown]);
        let movie = History::from_fm2(&history.to_fm2()).unwrap();
        let mut playback = ConsolePlayback::new(movie);
        for (frame, is_unranked) in [
            (shown - 1, false),
            (shown, true),
            (shown + 200, true),
            (history.len(), false),
        ] {
            playback.seek(frame);
            assert_eq!(playback.has_hints(), is_unranked, "{frame}");
            let other = Person::resume_from(&playback);
            assert_eq!(other.is_unranked(), is_unranked, "{frame}");
            assert_eq!(other.history().hints(), playback.history().hints());
        }
    }

    #[test]
    fn a_recording_of_an_older_version_has_no_hints() {
        let mut person = Person::direct(START, low()).unwrap();
        person.step(Buttons::NONE);
        let history = person.history();
        for text in [history.to_fm2(), history.to_ron()] {
            assert!(!text.contains("hint"), "{text}");
        }
        assert!(!person.is_unranked() && ranked_scores(&history).is_empty());
    }
}
