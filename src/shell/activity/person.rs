//! A person at the console, and where the scores and recordings go.

use std::path::PathBuf;
use std::time::Duration;

use rightwell::engine::{GameType, HighScore, Screen, View, recording};
use rightwell::render::Overlay;
use rightwell::rules::{Buttons, Region};
use rightwell::session::{Due, Figures, Keeping, Person, Recorded, Summary};

use crate::shell::host::{exit, log};
use crate::shell::input::action::{Action, HelpLine};
use crate::shell::store::journal::{JOURNAL_STAYS, JournalFile};
use crate::shell::store::kept::{self, Kept, Kind, Shelf};
use crate::shell::store::scores;

use super::coach::{Coaching, PersonCoach, words as words_of};
use super::recording::{Begin, RecordingActivity};
use super::{Activity, Outcome, title, words};

const KEYS: &[HelpLine] = &[
    (&[Action::KeepRecording], "KEEP A RECORDING NOW"),
    (&[Action::Hint], "HINT, WHILE HELD"),
];
/// Those behind the curtain of a game that is over.
const KEYS_AFTER: &[HelpLine] = &[KEYS[0], (&[Action::NextMistake], "REVIEW THE GAME")];

/// Whether these keys are those of a game that is over and can be reviewed.
pub fn is_reviewed(keys: &[HelpLine]) -> bool {
    keys.contains(&KEYS_AFTER[1])
}

/// A person's games on show.
#[derive(Debug)]
pub struct PersonActivity {
    person: Person,
    coach: PersonCoach,
    keeping: Keeping,
    /// The file of high scores.
    scores: PathBuf,
    /// Entries that could not be written yet, each with whether it is of the B-type.
    unsaved: Vec<(bool, HighScore)>,
    shelf: Shelf,
    /// Whether a game could not be kept yet.
    is_owed: bool,
    /// The games on the disk, once a frame was played.
    journal: Option<JournalFile>,
    /// Frames after which the console is switched off and on in its menus.
    frames_max: usize,
    /// Whether the summary of the game that is over was read: a button was pressed after it.
    is_read: bool,
    /// Whether it goes on from a recording and waits for its player.
    waits: bool,
    notice: Option<String>,
    next: Option<Box<dyn Activity>>,
}

impl PersonActivity {
    /// A person whose scores go to that file and whose games to that shelf.
    pub fn new(person: Person, scores: PathBuf, shelf: Shelf) -> PersonActivity {
        PersonActivity {
            keeping: Keeping::new(&person),
            coach: PersonCoach::new(&person),
            person,
            scores,
            unsaved: Vec::new(),
            shelf,
            is_owed: false,
            journal: None,
            frames_max: FRAMES_MAX,
            is_read: false,
            waits: false,
            notice: None,
            next: None,
        }
    }

    /// The same for somebody who goes on in the middle of a game: it waits until they are ready.
    pub fn going_on(person: Person, scores: PathBuf, shelf: Shelf) -> PersonActivity {
        let mut activity = PersonActivity::new(person, scores, shelf);
        activity.waits = true;
        activity.notice = Some("from here you play. Space: go on".to_owned());
        activity
    }

    /// Looks whether a game was left before its end, or its summary was read.
    fn look_for_the_end(&mut self, before: Option<Summary>, new: Buttons) {
        match (before, self.person.summary()) {
            (Some(left), None) if left.ending.is_none() => {
                self.notice = Some(self.in_words(&left));
            }
            (_, None) => {}
            (_, Some(now)) if now.ending.is_none() => self.is_read = false,
            // Whoever is still playing as the curtain begins to close has read nothing.
            _ => self.is_read |= !new.is_empty() && self.person.is_curtain_closed(),
        }
    }

    /// What a game has come to, and that its score is not kept if it is not.
    fn in_words(&self, summary: &Summary) -> String {
        let words = words::summary(summary);
        if self.person.has_hints() {
            format!("{words}; the score is not kept: hints were shown")
        } else {
            words
        }
    }

    /// Writes down that a hint is on the screen, the first time in a game.
    fn note_hint(&mut self) {
        if self.coach.hint(&self.person).is_some()
            && self.person.note_hint()
            && let Some(journal) = &mut self.journal
        {
            journal.note_hint(self.person.frames());
        }
    }

    /// Keeps everything since power-on and says where; whether that went well.
    fn keep(&mut self) -> bool {
        let (form, text) = kept::recording_of(&self.person);
        let kept = self.shelf.keep(Kind::Game, form, &text);
        let is_kept = matches!(kept, Kept::Done(_));
        let (Kept::Done(said) | Kept::Failed(said)) = kept;
        self.notice = Some(said);
        is_kept
    }

    /// Scores first: they are small and written soonest.
    fn write(&mut self, due: Due) {
        if due.scores {
            self.save_scores();
        }
        if due.recording {
            self.is_owed = !self.keep();
            if let Some(journal) = &mut self.journal
                && !self.is_owed
            {
                journal.keep(self.person.frames());
            }
        }
    }

    fn save_scores(&mut self) {
        self.unsaved.extend(self.keeping.take_scores(&self.person));
        match scores::add(&self.scores, &self.unsaved) {
            Ok(()) => self.unsaved.clear(),
            Err(error) => {
                log::say(&error);
                self.notice = Some(error.to_string());
            }
        }
    }

    /// Writes what was played since the last time, or begins the journal before the first frame.
    fn grow_journal(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.grow(self.person.frames());
        } else if !self.keeping.has_played() && self.shelf.keeps_any() {
            let (ron, frames) = (self.person.history().to_ron(), self.person.frames().len());
            let recordings = &self.shelf.recordings;
            self.journal = Some(JournalFile::begin(recordings, Kind::Game, &ron, frames));
        }
    }
}

/// Frames after which a console in its menus is switched off and on: two hours before a recording of
/// all since power-on would be too long to be read.
const FRAMES_MAX: usize = recording::FRAMES_MAX as usize - 2 * 60 * 60 * 60;

impl PersonActivity {
    /// Switches the console off and on with the high scores as they are.
    fn start_anew(&mut self) {
        let console = self.person.console();
        let new = Person::power_on(console.region(), console.scores().clone());
        let old = std::mem::replace(&mut self.person, new);
        if let Some(journal) = self.journal.take() {
            journal.finish(old.frames(), !self.is_owed);
        }
        self.is_owed = false;
        self.keeping = Keeping::new(&self.person);
        self.coach = PersonCoach::new(&self.person);
        self.notice = Some("the console was on for a day: switched off and on".to_owned());
    }
}

impl Activity for PersonActivity {
    /// Also writes what is worth keeping after the frame.
    fn step(&mut self, _patience: Duration, held: [Buttons; 2]) -> Outcome {
        if self.person.frames().len() >= self.frames_max && !self.is_busy() {
            self.start_anew();
        }
        self.grow_journal();
        let before = self.person.summary();
        let new = held[0].without(self.person.held());
        let events = self.person.step(held[0]);
        self.coach.follow(&self.person, events);
        self.note_hint();
        self.look_for_the_end(before, new);
        let due = self.keeping.after_frame(&self.person);
        self.write(due);
        Outcome::Stepped(events)
    }

    fn view(&self) -> View {
        self.person.console().view()
    }

    fn title(&self) -> String {
        let game = self.person.console().game();
        title("play", game.map(|game| game.score().points()))
    }

    fn status(&self) -> Vec<String> {
        match self.coach.figures().filter(|_| self.person.is_in_game()) {
            Some(figures) => words_of(&figures).into(),
            None => vec!["you play".to_owned()],
        }
    }

    fn coach(&mut self, wanted: &Coaching) {
        self.coach.work(&self.person, wanted);
        self.note_hint();
    }

    fn overlay(&self) -> Overlay {
        Overlay {
            inputs: [Some(self.person.held()), None],
            outlines: self.coach.outlines(&self.person),
            mark: self.coach.mark(),
            ..Overlay::default()
        }
    }

    fn figures(&self) -> Option<Figures> {
        self.person.figures().copied()
    }

    fn totals(&self) -> Option<Summary> {
        self.person.summary()
    }

    /// Over the game's own screen only: endings and name entry are left alone.
    fn summary(&self) -> Option<String> {
        let summary = self.person.summary()?;
        let is_shown = self.person.console().screen() == Screen::Game && !self.is_read;
        (is_shown && summary.ending.is_some()).then(|| self.in_words(&summary))
    }

    fn begins_paused(&self) -> bool {
        self.waits
    }

    fn keys(&self) -> &'static [HelpLine] {
        let game = self.person.console().game();
        let is_rated = game.is_some_and(|game| game.start().game_type == GameType::A);
        match is_rated && self.person.is_curtain_closed() {
            true => KEYS_AFTER,
            false => KEYS,
        }
    }

    fn act(&mut self, action: Action) {
        if action == Action::NextMistake {
            let recorded = Recorded::of_history(self.person.history());
            let places = Some((self.scores.clone(), self.shelf.clone()));
            let review = RecordingActivity::reviewing(recorded, places, Begin::LastGame);
            self.next = Some(Box::new(review));
            return;
        }
        // Without a frame there is nothing that could be played again.
        if action == Action::KeepRecording && self.keeping.has_played() {
            self.is_owed &= !self.keep();
        }
    }

    fn take_next(&mut self) -> Option<Box<dyn Activity>> {
        self.next.take()
    }

    fn take_notice(&mut self) -> Option<String> {
        self.notice.take().or_else(|| self.coach.take_notice())
    }

    fn people(&self) -> [bool; 2] {
        [true, false]
    }

    fn region(&self) -> Region {
        self.person.console().region()
    }

    /// A game, or the entry of a name, would be broken off.
    fn is_busy(&self) -> bool {
        self.person.is_in_game() || self.person.console().screen() == Screen::NameEntry
    }
}

/// However the program ends, a game that is broken off is kept, and so are the scores; what could not
/// be written before is tried once more.
impl Drop for PersonActivity {
    fn drop(&mut self) {
        let due = self.keeping.at_the_end(&self.person);
        self.write(Due {
            recording: due.recording || self.is_owed,
            scores: due.scores || !self.unsaved.is_empty(),
        });
        let is_kept = !self.is_owed && self.unsaved.is_empty();
        if let Some(journal) = self.journal.take() {
            journal.finish(self.person.frames(), is_kept);
        }
        if !is_kept {
            exit::saving_failed(JOURNAL_STAYS);
        }
        if !self.keeping.has_played() {
            return;
        }
        let person = &self.person;
        self.shelf.save(|| Some(kept::recording_of(person).1));
    }
}

#[cfg(test)]
mod tests {
    use rightwell::engine::HighScores;
    use rightwell::rules::Region;

    use super::*;

    #[test]
    fn a_console_that_was_on_for_a_day_is_switched_off_and_on_in_its_menus() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf {
            recordings: folder.path().join("recordings"),
            kept: Some(9),
            save_replay: None,
        };
        let person = Person::power_on(Region::Ntsc, HighScores::default());
        let scores = folder.path().join("scores.ron");
        let mut activity = PersonActivity::new(person, scores, shelf);
        activity.frames_max = 700;
        // Start leads through the menus into a game, in which nothing is switched off.
        for frame in 0..2000 {
            let pressed = frame % 8 == 0 && frame < 600;
            let held = if pressed {
                Buttons::START
            } else {
                Buttons::NONE
            };
            activity.step(Duration::ZERO, [held, Buttons::NONE]);
        }
        assert!(activity.person.is_in_game() && activity.person.frames().len() == 2000);
        for frame in 0..60_000 {
            let held = if frame % 8 == 0 {
                Buttons::START
            } else {
                Buttons::DOWN
            };
            activity.step(Duration::ZERO, [held, Buttons::NONE]);
            if activity.person.frames().len() < 2000 {
                let notice = activity.take_notice().unwrap();
                assert!(notice.contains("switched off and on"), "{notice}");
                return;
            }
        }
        panic!("the console stays on for ever");
    }
}
