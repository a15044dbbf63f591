//! Scene of a person at the console.

mod anew;
mod back;
mod drills;
#[cfg(test)]
mod tests;

use std::time::Duration;

use rightwell::engine::{Events, GameType, Screen, View};
use rightwell::render::Overlay;
use rightwell::rules::{Buttons, counted};
use rightwell::session::{Due, Keeping, Person, Recorded, Summary};

use crate::shell::input::action::{Action, HelpLine, LAB_LINE};
use crate::shell::options::scenes::SceneArgs;
use crate::shell::store::recorder::Recorder;
use crate::shell::store::recording_store::{KeptKind, RecordingStore, recording_of};
use crate::shell::store::states::StateTask;

use super::coach::{Coaching, PersonCoach, words as words_of};
use super::coached;
use super::name_taps::NameTaps;
use super::panel::ScenePanel;
use super::recording::RecordingActivity;
use super::{
    Activity, Can, Happening, Hud, Request, Reviewing, StepOutcome, title, trained, words,
};
use anew::FRAMES_MAX;
use drills::DrillRecord;

const KEYS: &[HelpLine] = &[
    (&[Action::KeepRecording], "KEEP A RECORDING NOW"),
    LAB_LINE,
    (&[Action::Restart], "NEW GAME: HOLD THE KEY"),
    (&[Action::TakeBack], "TAKE A PIECE BACK"),
    (&[Action::States], "SAVED STATES"),
    (&[Action::Edit], "EDITOR"),
    (&[Action::Hint], "HINT, WHILE HELD"),
];
/// How many of these lines there are in the menus of the console, and in a B-type game, which has no
/// hints.
const OF_MENUS: usize = 2;
const OF_B_TYPE: usize = 6;
/// Those behind the curtain of a game that is over.
const KEYS_AFTER: &[HelpLine] = &[
    (&[Action::NextMistake], "REVIEW THE GAME"),
    KEYS[0],
    LAB_LINE,
    KEYS[3],
    KEYS[4],
];

/// What is said to somebody who goes on in the middle of a game.
pub const GOING_ON: &str = "from here you play. {PAUSE}: go on";

/// A person's games on show.
#[derive(Debug)]
pub struct PersonActivity {
    person: Person,
    coach: PersonCoach,
    keeping: Keeping,
    /// Where the games and scores go.
    store: RecordingStore,
    recorder: Recorder,
    /// Why the last console was left. The notice about its recording says it too.
    left_because: Option<String>,
    /// State that is being saved or loaded.
    state: Option<StateTask<Box<(Person, PersonCoach)>>>,
    /// The console before it was switched off and on, as long as no game has begun since.
    before: Option<Person>,
    /// Frames after which the console is switched off and on: in its menus, and in a game too.
    frames_max: [usize; 2],
    /// Whether the last game was of the A-type, whose moves are rated.
    is_a_type: bool,
    /// Whether the summary of the game that is over was read: a button was pressed after it.
    is_read: bool,
    /// Whether a game may be taken back, whatever it is.
    practises: bool,
    /// Helps short taps while a name is entered.
    name_taps: NameTaps,
    /// What has come of the drill that is on.
    drill: DrillRecord,
    /// The seed of the game that is on, where a link can lead to that game; and a score that it is to beat.
    seed: Option<u16>,
    beat: Option<u64>,
    notice: Option<String>,
    requests: Vec<Request>,
}

impl PersonActivity {
    /// Returns the scene. Games and scores go to `store`.
    pub fn new(person: Person, store: RecordingStore) -> PersonActivity {
        let (drill, fault) = DrillRecord::new(&person, &store, None);
        let mut activity = PersonActivity {
            drill,
            keeping: Keeping::new(&person),
            coach: PersonCoach::new(&person),
            person,
            recorder: Recorder::new(&store, KeptKind::Game),
            store,
            left_because: None,
            state: None,
            before: None,
            frames_max: FRAMES_MAX,
            is_a_type: false,
            is_read: false,
            practises: false,
            name_taps: NameTaps::default(),
            seed: None,
            beat: None,
            notice: fault,
            requests: Vec::new(),
        };
        activity.note_type();
        activity
    }

    /// The same for a first game of that seed, which may be to beat a score.
    #[must_use]
    pub fn with_seed(mut self, seed: u16, beat: Option<u32>) -> PersonActivity {
        self.seed = Some(seed);
        self.beat = beat.map(u64::from);
        if let Some(beat) = self.beat {
            self.notice = Some(format!("beat {}", counted(beat, "point")));
        }
        self
    }

    /// The same for somebody who goes on in the middle of a game: it waits until they are ready.
    pub fn going_on(person: Person, store: RecordingStore) -> PersonActivity {
        let mut activity = PersonActivity::new(person, store);
        activity.requests.push(Request::Pause(true));
        activity.notice = Some(GOING_ON.to_owned());
        activity
    }

    /// Whether the game that is on has come to a score for the table.
    fn has_made_a_high_score(&self) -> bool {
        let is_b_type = matches!(self.game_type(), Some(GameType::B { .. }));
        let score = self.person.summary().map_or(0, |summary| summary.score);
        let last = self.person.console().scores().table(is_b_type).last();
        !self.person.has_hints() && last.is_some_and(|last| score > u64::from(last.points))
    }

    /// The type of the game that is on.
    fn game_type(&self) -> Option<GameType> {
        let console = self.person.console();
        let game = console.game().filter(|_| console.is_in_game());
        game.map(|game| game.start().game_type)
    }

    /// Notes the type of the game that is on.
    fn note_type(&mut self) {
        if let Some(game_type) = self.game_type() {
            let training = self.person.training();
            let is_plain = training.is_none_or(|training| training.suits_computers());
            self.is_a_type = game_type == GameType::A && is_plain;
        }
    }

    /// The console of the last game.
    fn last(&self) -> &Person {
        self.before.as_ref().unwrap_or(&self.person)
    }

    /// Whether the last game can be reviewed: it is over, and no other one has begun.
    fn has_review(&self) -> bool {
        let console = self.person.console();
        let is_over = !self.person.is_in_game()
            || console.screen() == Screen::Ending
            || self.person.is_curtain_closed();
        self.is_a_type && is_over
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
        let words = match self.beat {
            Some(beat) if summary.score > beat => format!("{words}: more than {beat}"),
            Some(beat) => format!("{words}: {beat} are to beat"),
            None => words,
        };
        if self.person.training().is_some() {
            format!("{words}. {{START}}: once more")
        } else if self.person.position().is_some() {
            words
        } else if self.person.taken_back().is_some() {
            format!("{words}; the score is not kept: pieces were taken back")
        } else if self.person.has_hints() {
            format!("{words}; the score is not kept: hints were shown")
        } else {
            words
        }
    }

    /// Writes down that a hint is on the screen, the first time in a game.
    fn note_hint(&mut self) {
        if self.coach.hint(&self.person).is_some() && self.person.note_hint() {
            self.recorder.note_hint(self.person.frames());
        }
    }

    /// Writes what is due after a frame.
    fn write(&mut self, due: Due) {
        if due.scores || due.recording {
            let scores = match due.scores {
                true => self.keeping.take_scores(&self.person),
                false => Vec::new(),
            };
            let recording = due.recording.then(|| recording_of(&self.person));
            self.recorder.save(self.person.frames(), scores, recording);
        }
    }

    /// Writes what is due when the console is left. Returns whether that is a recording.
    fn leave_console(&mut self) -> bool {
        let due = self.keeping.at_the_end(&self.person);
        let scores = match due.scores {
            true => self.keeping.take_scores(&self.person),
            false => Vec::new(),
        };
        let recording = due.recording.then(|| recording_of(&self.person));
        self.recorder.leave(self.person.frames(), scores, recording);
        due.recording
    }

    /// Adds the last frames to the journal, or begins it before the first frame.
    fn grow_journal(&mut self) {
        if self.recorder.needs_journal() && !self.keeping.has_played() {
            let history = self.person.history();
            let frames = self.person.frames().len();
            self.recorder.begin(frames, move || history.to_ron());
        }
        self.recorder.grow(self.person.frames());
    }

    fn status(&self) -> Vec<String> {
        if let Some(beat) = self.beat {
            return vec![format!("you play to beat {beat}"), format!("beat {beat}")];
        }
        let is_a_type = self.game_type() == Some(GameType::A);
        match self.coach.figures().filter(|_| is_a_type) {
            Some(figures) => words_of(&figures).into(),
            None => vec!["you play".to_owned()],
        }
    }

    /// What the coach says of the game, if that is wanted.
    fn panels(&self) -> Vec<ScenePanel> {
        let figures = self.coach.figures();
        let figures = figures.filter(|_| self.game_type() == Some(GameType::A));
        let trained = trained::panels(
            self.person.console(),
            trained::Known {
                results: self.drill.results(),
                press: self.drill.last_press(),
                stats: self.person.figures(),
            },
        );
        let coached = figures.iter().map(coached::live);
        trained.chain(coached).collect()
    }

    fn coach(&mut self, wanted: &Coaching) {
        self.follow_state();
        self.practises = wanted.practice;
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

    /// Over the game's own screen only: endings and name entry are left alone.
    fn summary(&self) -> Option<String> {
        let summary = self.person.summary()?;
        let is_shown = self.person.console().screen() == Screen::Game && !self.is_read;
        (is_shown && summary.ending.is_some()).then(|| self.in_words(&summary))
    }

    /// A game, or the entry of a name, would be broken off.
    fn is_busy(&self) -> bool {
        let is_played = match self.person.summary().map(|summary| summary.ending) {
            Some(None) => true,
            // Somebody's name is still to be entered.
            Some(Some(_)) => self.has_made_a_high_score(),
            None => false,
        };
        is_played || self.person.console().screen() == Screen::NameEntry
    }
}

impl Activity for PersonActivity {
    /// Also writes what is worth keeping after the frame.
    fn step(&mut self, _patience: Duration, held: [Buttons; 2]) -> StepOutcome {
        if let Some(said) = self.is_anew_due() {
            self.switch_on_anew(said);
        }
        self.grow_journal();
        let before = self.person.summary();
        let shown = self.person.held();
        let new = held[0].without(shown);
        let turns = self.person.console().turns_letter();
        let held = self.name_taps.pass(held[0], shown, turns);
        // A drill that is over begins again.
        let is_over = self.person.training().is_some() && self.person.is_curtain_closed();
        if is_over && new.has(Buttons::START) {
            self.restart();
            return StepOutcome::Stepped(Events::default());
        }
        let events = self.drill.step(&mut self.person, held);
        self.before = self.before.take().filter(|_| !self.person.is_in_game());
        self.note_type();
        self.coach.follow(&self.person, events);
        self.note_hint();
        if before.is_none() && self.person.summary().is_some() {
            // Another game has begun.
            (self.seed, self.beat) = (None, None);
        }
        self.look_for_the_end(before, new);
        if let Some(said) = self.drill.follow(&self.person) {
            self.notice = Some(said);
        }
        let due = self.keeping.after_frame(&self.person);
        self.write(due);
        StepOutcome::Stepped(events)
    }

    fn view(&self) -> View {
        self.person.console().view()
    }

    fn hud(&self) -> Hud {
        let game = self.person.console().game();
        Hud {
            title: title("play", game.map(|game| game.score().points())),
            status: self.status(),
            overlay: self.overlay(),
            panels: self.panels(),
            totals: self.person.summary(),
            figures: [self.person.figures().cloned().map(Box::new), None],
            summary: self.summary(),
            ..Hud::default()
        }
    }

    /// A game that is over by its seed with its score to beat.
    fn link(&self, begun: Option<&SceneArgs>) -> Option<SceneArgs> {
        let SceneArgs::Play(mut args) = begun?.clone() else {
            return None;
        };
        let over = self
            .person
            .summary()
            .filter(|summary| summary.ending.is_some());
        if let Some(seed) = self.seed {
            args.seed = Some(seed.into());
            let over = over.filter(|_| self.person.position().is_none());
            let score = over.and_then(|summary| u32::try_from(summary.score).ok());
            args.beat = score.or(args.beat);
        }
        Some(SceneArgs::Play(args))
    }

    fn can(&self) -> Can {
        let can = Can {
            people: [true, false],
            moves_pieces: true,
            region: self.person.console().region(),
            is_busy: self.is_busy(),
            is_practice: self.practises || self.person.has_hints(),
            ..Can::default()
        };
        match self.game_type() {
            Some(GameType::B { .. }) => Can {
                keys: &KEYS[..OF_B_TYPE],
                ..can
            },
            Some(GameType::A) | None if self.has_review() => Can {
                keys: KEYS_AFTER,
                review: Reviewing::Offered,
                ..can
            },
            Some(GameType::A) => Can { keys: KEYS, ..can },
            None => Can {
                keys: &KEYS[..OF_MENUS],
                ..can
            },
        }
    }

    fn handle(&mut self, happening: Happening) {
        match happening {
            Happening::Round(wanted) => self.coach(&wanted),
            Happening::Act(Action::Restart) => self.restart(),
            Happening::Act(Action::TakeBack) => self.take_back(),
            Happening::State(wish) => self.keep_state(wish),
            Happening::Act(Action::NextMistake) => {
                let recorded = Recorded::from_history(self.last().history());
                let store = Some(self.store.clone());
                let review = RecordingActivity::reviewing(recorded, store).of_own();
                self.requests.push(Request::Lay(Box::new(review)));
            }
            // Without a frame there is nothing that could be played again.
            Happening::Act(Action::KeepRecording) if self.keeping.has_played() => {
                self.write(Due {
                    recording: true,
                    scores: false,
                });
            }
            _ => {}
        }
    }

    fn requests(&mut self) -> Vec<Request> {
        let said = self.notice.take().or_else(|| self.coach.take_notice());
        let drilled = self.drill.take_notice();
        let saved = self
            .recorder
            .take_notice()
            .map(|saved| match self.left_because.take() {
                Some(reason) => format!("{reason}. {saved}"),
                None => saved,
            });
        let said = said
            .into_iter()
            .chain(drilled)
            .chain(saved)
            .map(Request::Say);
        said.chain(self.requests.drain(..)).collect()
    }
}

/// However the program ends, a game that is broken off is kept, and so are the scores.
impl Drop for PersonActivity {
    fn drop(&mut self) {
        drop(self.drill.leave(&self.person));
        self.leave_console();
        if self.keeping.has_played() {
            self.recorder.save_replay(recording_of(self.last()));
        }
    }
}
