//! Scene of a person who plays on the console.

mod anew;
mod back;
mod drills;
mod name_typing;
mod race;
mod result;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use rightwell::engine::{Events, GameType, PadStart, Screen, View};
use rightwell::menu::Input;
use rightwell::render::Overlay;
use rightwell::rules::{Buttons, counted};
use rightwell::session::{DueSaves, Person, Recorded, SaveWatcher, Summary};

use crate::input::action::{Action, HelpLine, LAB_LINE};
use crate::input::pad_help::PadUse;
use crate::options::scenes::SceneArgs;
use crate::store::recorder::Recorder;
use crate::store::recording_store::{RecordingCategory, RecordingStore, recording_of};
use crate::store::states::StateTask;

use super::coach::{CoachSettings, PersonCoach, words as words_of};
use super::coached;
use super::context::Context;
use super::name_taps::NameTapQueue;
use super::panel::ScenePanel;
use super::recording::RecordingScene;
use super::{
    Capabilities, Hud, ReviewState, Scene, SceneCommand, StepInput, StepOutcome, title, trained,
    words,
};
use anew::FRAMES_MAX;
use drills::DrillRecord;
pub use race::{Race, RaceResult};
use result::OwnBests;

/// Number of frames between the end of a game and its card, so that a button of the game does not act on the card.
const CARD_DELAY: u32 = 30;
/// Keys during a game. A B-type game lacks the last line, because it has no hints. In the console's menus, only the
/// first two lines apply.
const KEYS: &[HelpLine] = &[
    (&[Action::KeepRecording], "Save recording"),
    LAB_LINE,
    (&[Action::NewGame], "New game"),
    (&[Action::Restart], "Hold to restart"),
    (&[Action::TakeBack], "Take a piece back"),
    (&[Action::States], "Saved states"),
    (&[Action::Edit], "Editor"),
    (&[Action::Hint], "Hint, while held"),
];
const OF_MENUS: usize = 2;
const OF_B_TYPE: usize = KEYS.len() - 1;
/// Keys after a game, when its curtain has closed.
const KEYS_AFTER: &[HelpLine] = &[
    (&[Action::NextMistake], "Review the game"),
    KEYS[0],
    LAB_LINE,
    KEYS[2],
    KEYS[4],
    KEYS[5],
];
/// Actions that the help lists only in practice games.
const OF_PRACTICE: &[Action] = &[Action::States];

/// Scene of a person's games.
#[derive(Debug)]
pub struct PersonScene {
    person: Person,
    coach: PersonCoach,
    save_watcher: SaveWatcher,
    /// Store for the games and scores.
    store: RecordingStore,
    recorder: Recorder,
    /// State that is being saved or loaded.
    state: Option<StateTask<Box<(Person, PersonCoach)>>>,
    /// Console before the last power cycle. Its last game can be reviewed until the next game starts.
    before: Option<Person>,
    /// Number of frames after which the program switches the console off and on: in the console's menus, and during a
    /// game.
    frames_max: [usize; 2],
    /// True if the player may take back pieces in every game, not only in training.
    practises: bool,
    /// True if the console went straight to a game. The next game then has the same start, without the console's menus.
    is_direct: bool,
    /// Stretches short taps during name entry.
    name_taps: NameTapQueue,
    /// Typed letters and keys that have not reached the name yet.
    typed: VecDeque<Input>,
    bests: OwnBests,
    /// Results of the current drill.
    drill: DrillRecord,
    game: CurrentGame,
}

/// State of the current game. Between games, state of the last game.
#[derive(Debug, Default)]
struct CurrentGame {
    /// True if the moves of the game can be rated: it is A-type, and its training mode, if any, is not one that only
    /// people can play.
    is_a_type: bool,
    /// Start of the game in play, or of the last one.
    start: Option<PadStart>,
    /// Number of frames since the game ended.
    frames_over: u32,
    /// Seed. `None` if no link can reproduce the game.
    seed: Option<u16>,
    /// Score to beat.
    beat: Option<u64>,
    /// Race, if the game is one.
    race: Option<Race>,
}

impl PersonScene {
    /// Returns the scene. `store` saves games and scores.
    pub fn new(person: Person, store: RecordingStore) -> PersonScene {
        let mut scene = PersonScene {
            drill: DrillRecord::new(&store),
            save_watcher: SaveWatcher::new(&person),
            coach: PersonCoach::new(&person),
            person,
            recorder: Recorder::new(&store, RecordingCategory::Game),
            store,
            state: None,
            before: None,
            frames_max: FRAMES_MAX,
            practises: false,
            is_direct: false,
            name_taps: NameTapQueue::default(),
            typed: VecDeque::new(),
            bests: OwnBests::default(),
            game: CurrentGame {
                frames_over: CARD_DELAY,
                ..CurrentGame::default()
            },
        };
        scene.is_direct = scene.person.is_in_game();
        scene.note_type();
        scene
    }

    /// Returns the scene with a seed for its first game, and with an optional score to beat.
    #[must_use]
    pub fn with_seed(mut self, seed: u16, beat: Option<u32>) -> PersonScene {
        self.game.seed = Some(seed);
        self.game.beat = beat.map(u64::from);
        self
    }

    /// Returns the scene of a race.
    pub fn racing(person: Person, store: RecordingStore, race: Race) -> PersonScene {
        let mut scene = PersonScene::new(person, store);
        scene.game.race = Some(race);
        scene.follow_race();
        scene
    }

    /// Returns whether the score is good enough for the high scores. For an unranked game, always returns `false`.
    fn has_made_a_high_score(&self) -> bool {
        let is_b_type = matches!(self.game_type(), Some(GameType::B { .. }));
        let score = self.person.summary().map_or(0, |summary| summary.score);
        let last = self.person.console().scores().table(is_b_type).last();
        !self.person.is_unranked() && last.is_some_and(|last| score > u64::from(last.points))
    }

    /// Returns the type of the game in play.
    fn game_type(&self) -> Option<GameType> {
        let console = self.person.console();
        let game = console.game().filter(|_| console.is_in_game());
        game.map(|game| game.start().game_type)
    }

    /// Updates `is_a_type` and `start` while a game is in play.
    fn note_type(&mut self) {
        if let Some(game_type) = self.game_type() {
            self.game.start = self.person.console().game().map(|game| *game.start());
            let training = self.person.training();
            let is_plain = training.is_none_or(|training| training.suits_computers());
            self.game.is_a_type = game_type == GameType::A && is_plain;
        }
    }

    /// Returns the console with the last game. After a power cycle, this is the previous console until a new game
    /// starts.
    fn last(&self) -> &Person {
        self.before.as_ref().unwrap_or(&self.person)
    }

    /// Returns whether the last game can be reviewed: it was A-type, it is over, and no other game has started since.
    fn has_review(&self) -> bool {
        let console = self.person.console();
        let is_over = !self.person.is_in_game()
            || console.screen() == Screen::Ending
            || self.person.is_curtain_closed();
        self.game.is_a_type && is_over
    }

    /// If a game was left early, notifies the player of its result. Also updates `frames_over`.
    fn look_for_the_end(&mut self, before: Option<Summary>, context: &mut Context) {
        let is_over = self.is_over();
        self.game.frames_over = match is_over {
            true => self.game.frames_over.saturating_add(1),
            false => 0,
        };
        if let (Some(left), None) = (before, self.person.summary())
            && left.ending.is_none()
        {
            context.notify(self.in_words(&left));
        }
    }

    /// Returns whether the game on the screen is over.
    fn is_over(&self) -> bool {
        let summary = self.person.summary();
        summary.is_some_and(|summary| summary.ending.is_some())
    }

    /// Returns whether the card of a finished game is shown. It stays until the player leaves the game.
    fn has_card(&self) -> bool {
        let console = self.person.console();
        let is_shown = console.screen() == Screen::Game || console.is_game_done();
        is_shown && self.is_over() && self.game.frames_over >= CARD_DELAY
    }

    /// Formats the result of a game, with a remark.
    fn in_words(&self, summary: &Summary) -> String {
        let words = words::summary(summary);
        let words = match self.remark(summary) {
            Some(remark) => format!("{words}; {remark}"),
            None => words,
        };
        match self.person.training() {
            Some(_) => format!("{words}. {{START}}: once more"),
            None => words,
        }
    }

    /// Returns a remark on a result: the score to beat, the earlier results of a drill, or why the score does not
    /// count.
    fn remark(&self, summary: &Summary) -> Option<String> {
        let is_trained = self.person.training().is_some();
        let is_started_elsewhere = self.person.position().is_some();
        if let Some(race) = &self.game.race {
            return self.person.figures().map(|own| race.remark(own, summary));
        }
        match self.game.beat {
            Some(beat) if summary.score > beat => return Some(format!("you beat {beat}")),
            Some(beat) => return Some(format!("to beat: {beat}")),
            None if is_trained => return self.drill.remark(),
            None if is_started_elsewhere => return None,
            None => {}
        }
        let is_unranked = self.person.is_unranked();
        is_unranked.then(|| "practice: the score does not count".to_owned())
    }

    /// Marks the game and its recording as played with hints, once the first hint appears.
    fn note_hint(&mut self, context: &mut Context) {
        if self.coach.hint(&self.person).is_some() && self.unrank() {
            context.announce("Hint", "the score of this game will not count");
        }
    }

    /// Makes the game and its recording practice. Returns whether its score counted before.
    fn unrank(&mut self) -> bool {
        let is_first = self.person.note_hint();
        if is_first {
            self.recorder.note_hint(self.person.frames());
        }
        is_first
    }

    /// After a frame, writes the scores and recordings that `due` lists.
    fn write(&mut self, due: DueSaves) {
        if due.scores || due.recording {
            let scores = match due.scores {
                true => self.save_watcher.take_scores(&self.person),
                false => Vec::new(),
            };
            let recording = due.recording.then(|| recording_of(&self.person));
            self.recorder.save(self.person.frames(), scores, recording);
        }
    }

    /// When the player leaves the console, writes the scores and recordings that are due. The notice about the
    /// recording starts with `reason`.
    fn leave_console(&mut self, reason: Option<&str>) {
        let due = self.save_watcher.at_the_end(&self.person);
        let scores = match due.scores {
            true => self.save_watcher.take_scores(&self.person),
            false => Vec::new(),
        };
        let recording = due.recording.then(|| recording_of(&self.person));
        self.recorder
            .leave(self.person.frames(), scores, recording, reason);
    }

    /// Plays a frame with these buttons, then writes due scores and recordings.
    fn play_frame(&mut self, held: Buttons, context: &mut Context) -> Events {
        self.grow_journal();
        let before = self.person.summary();
        let events = self.drill.step(&mut self.person, held);
        self.before = self.before.take().filter(|_| !self.person.is_in_game());
        self.note_type();
        self.coach.follow(&self.person, events);
        self.note_hint(context);
        if before.is_none() && self.person.summary().is_some() {
            // The seed and the score to beat are only for the first game.
            (self.game.seed, self.game.beat, self.game.race) = (None, None, None);
        }
        self.follow_race();
        self.look_for_the_end(before, context);
        self.drill.follow(&self.person);
        let due = self.save_watcher.after_frame(&self.person);
        self.write(due);
        if self.is_direct && self.person.console().screen() == Screen::LevelMenu {
            self.restart(context);
        }
        events
    }

    /// Adds the latest frames to the journal. Starts the journal before the first frame.
    fn grow_journal(&mut self) {
        if self.recorder.needs_journal() && !self.save_watcher.has_played() {
            let history = self.person.history();
            let frames = self.person.frames().len();
            self.recorder.begin(frames, move || history.to_ron());
        }
        self.recorder.grow(self.person.frames());
    }

    /// Opens the review of the last game.
    fn review(&self, context: &mut Context) {
        let recorded = Recorded::from_history(self.last().history());
        let store = Some(self.store.clone());
        let first = self.worst().map(|worst| worst.played.frame);
        let review = RecordingScene::reviewing(recorded, store);
        context.push(review.of_own().beginning_at(first));
    }

    fn status(&self) -> Vec<String> {
        if let (Some(race), Some(own)) = (&self.game.race, self.person.figures()) {
            return race.status(own);
        }
        if let Some(beat) = self.game.beat {
            return vec![format!("You play to beat {beat}"), format!("beat {beat}")];
        }
        if self.can().enters_name {
            return vec!["type your name, then {START}".to_owned()];
        }
        let is_a_type = self.game_type() == Some(GameType::A);
        match self.coach.figures().filter(|_| is_a_type) {
            Some(figures) => words_of(&figures).into(),
            None => vec!["You play".to_owned()],
        }
    }

    /// Returns the panels of training and of the coach, if they are on.
    fn panels(&self) -> Vec<ScenePanel> {
        let figures = self.coach.figures();
        let figures = figures.filter(|_| self.game_type() == Some(GameType::A));
        let trained = trained::panels(
            self.person.console(),
            trained::DrillContext {
                results: self.drill.results(),
                press: self.drill.last_press(),
                missed_by: self.drill.missed_by(),
                stats: self.person.figures(),
            },
        );
        let hands = self.coach.hand();
        let coached = figures.map(|figures| coached::live(&figures, hands));
        let is_on = self.person.figures().is_some();
        let race = self.game.race.as_ref().filter(|_| is_on).map(Race::panel);
        let worst = self
            .worst()
            .map(|worst| coached::boards("Worst move", worst));
        let all = race.into_iter().chain(trained).chain(worst);
        all.chain(coached).collect()
    }

    fn overlay(&self) -> Overlay {
        let mut outlines = self.coach.outlines(&self.person);
        outlines[0] = self.drill.target().or(outlines[0]);
        Overlay {
            inputs: [Some(self.person.held()), None],
            outlines,
            mark: self.coach.mark(),
            streak: self.drill.streak(),
            ghost: self.game.race.as_ref().and_then(Race::stack),
            ..Overlay::default()
        }
    }

    /// Returns the summary of a finished game, for its card.
    fn summary(&self) -> Option<String> {
        let summary = self.person.summary().filter(|_| self.has_card())?;
        Some(self.in_words(&summary))
    }

    /// Returns whether leaving now would lose a game or a name entry.
    fn is_busy(&self) -> bool {
        let is_played = match self.person.summary().map(|summary| summary.ending) {
            Some(None) => true,
            // The player still has to enter a name into the high scores.
            Some(Some(_)) => self.has_made_a_high_score(),
            None => false,
        };
        is_played || self.person.console().screen() == Screen::NameEntry
    }
}

impl Scene for PersonScene {
    fn begin(&mut self, context: &mut Context) {
        context.notify_of(self.drill.restart(&self.person));
        if let Some(beat) = self.game.beat {
            context.notify(format!("beat {}", counted(beat, "point")));
        }
    }

    fn step(&mut self, input: StepInput, context: &mut Context) -> StepOutcome {
        if let Some(said) = self.is_anew_due() {
            self.switch_on_anew(said, context);
        }
        if !self.typed.is_empty() {
            return StepOutcome::Stepped(self.type_name(context));
        }
        let shown = self.person.held();
        let new = input.held[0].without(shown);
        let turns = self.person.console().turns_letter();
        let held = self.name_taps.pass(input.held[0], shown, turns);
        let starts_again = self.is_direct && self.has_card() && !self.has_made_a_high_score();
        if starts_again && new.has(Buttons::START) {
            self.restart(context);
            return StepOutcome::Stepped(Events::default());
        }
        StepOutcome::Stepped(self.play_frame(held, context))
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
            race: self.race_result(),
            remark: (self.person.summary()).and_then(|summary| self.remark(&summary)),
            own_result: self.own_result(),
            drill_figures: trained::result(self.person.console(), self.drill.results()),
            ..Hud::default()
        }
    }

    /// Returns a link to a finished game: it starts a game with the same seed, and the score becomes the score to beat. A
    /// race has no link, because the link would not contain the ghost.
    fn link(&self, begun: Option<&SceneArgs>) -> Option<SceneArgs> {
        let SceneArgs::Play(mut args) = begun.filter(|_| self.game.race.is_none())?.clone() else {
            return None;
        };
        let over = self
            .person
            .summary()
            .filter(|summary| summary.ending.is_some());
        if let Some(seed) = self.game.seed {
            args.seed = Some(seed.into());
            let over = over.filter(|_| self.person.position().is_none());
            let score = over.and_then(|summary| u32::try_from(summary.score).ok());
            args.beat = score.or(args.beat);
        }
        Some(SceneArgs::Play(args))
    }

    fn can(&self) -> Capabilities {
        let can = Capabilities {
            people: [true, false],
            pads: PadUse::Play,
            region: self.person.console().region(),
            is_busy: self.is_busy(),
            is_practice: self.practises || self.person.is_unranked(),
            counts: self.person.is_in_game() && !self.is_over() && !self.person.is_unranked(),
            enters_name: self.person.console().name_cursor().is_some(),
            ..Capabilities::default()
        };
        let can = Capabilities {
            unlisted: match can.is_practice {
                true => &[],
                false => OF_PRACTICE,
            },
            ..can
        };
        match self.game_type() {
            Some(GameType::B { .. }) => Capabilities {
                keys: &KEYS[..OF_B_TYPE],
                ..can
            },
            Some(GameType::A) | None if self.has_review() => Capabilities {
                keys: KEYS_AFTER,
                review: ReviewState::Offered,
                can_be_raced: self.last().training().is_none(),
                ..can
            },
            Some(GameType::A) => Capabilities { keys: KEYS, ..can },
            None => Capabilities {
                keys: &KEYS[..OF_MENUS],
                ..can
            },
        }
    }

    fn tick(&mut self, coach: &CoachSettings, context: &mut Context) {
        self.follow_state(context);
        self.practises = coach.practice;
        self.game
            .race
            .iter_mut()
            .for_each(|race| race.shows_stack = coach.ghost_stack);
        self.coach.work(&self.person, coach, context);
        self.follow_bests();
        self.note_hint(context);
        context.notify_of(self.drill.take_notice());
        context.notify_of(self.recorder.take_notice());
    }

    fn handle(&mut self, command: SceneCommand, context: &mut Context) {
        match command {
            SceneCommand::Act(Action::Restart | Action::NewGame) => self.restart(context),
            SceneCommand::Act(Action::TakeBack) => self.take_back(context),
            SceneCommand::Unrank => drop(self.unrank()),
            SceneCommand::Type(input) => self.typed.push_back(input),
            SceneCommand::State(wish) => self.keep_state(wish, context),
            SceneCommand::Act(Action::NextMistake) | SceneCommand::Review => self.review(context),
            SceneCommand::ReviewGhost => self.review_ghost(context),
            SceneCommand::Race => self.race_last_game(context),
            SceneCommand::RaceBest => self.race_best(context),
            // Without any frame, there is nothing to record.
            SceneCommand::Act(Action::KeepRecording) if self.save_watcher.has_played() => {
                self.write(DueSaves {
                    recording: true,
                    scores: false,
                });
            }
            _ => {}
        }
    }
}

/// When the scene is dropped, however the program ends, saves the scores and the game in play.
impl Drop for PersonScene {
    fn drop(&mut self) {
        drop(self.drill.leave(&self.person));
        self.leave_console(None);
        if self.before.is_some() || self.save_watcher.has_played() {
            self.recorder.save_replay(recording_of(self.last()));
        }
    }
}
