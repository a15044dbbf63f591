//! Playback of a recording.

mod review;
mod timeline;

use std::sync::Arc;

use rightwell::engine::{Events, Side, View};
use rightwell::players::Opponent;
use rightwell::render::Overlay;
use rightwell::rules::score::SCORE_MAX;
use rightwell::session::{Category, Contestant, Match, Person, Recorded};

use crate::input::action::{Action, HelpLine, LAB_LINE};
use crate::options::speed::frames_per_second;
use crate::stage::overlay;
use crate::store::recording_store::RecordingStore;
use crate::store::saver::SaveQueue;

use super::begin::GhostSource;
use super::coach::CoachSettings;
use super::contest::MatchFacts;
use super::context::Context;
use super::match_play::MatchScene;
use super::panel::ScenePanel;
use super::person::PersonScene;
use super::{
    Capabilities, Hud, JumpTarget, ReviewState, Scene, SceneCommand, StepInput, StepOutcome, title,
    trained, words,
};

use review::Review;
pub(super) use review::{lost_to, panels_of};

/// Number of seconds that the arrow keys skip.
const SEEK_SECONDS: f64 = 10.0;

const KEYS: &[HelpLine] = &[
    (
        &[Action::SeekBack, Action::SeekForward],
        "10 seconds back, on",
    ),
    (
        &[Action::PreviousPiece, Action::NextPiece],
        "Piece before, next",
    ),
    (&[Action::GoOn], "Play on from here"),
    (&[Action::NextMistake], "Next mistake"),
    (&[Action::PreviousMistake], "Mistake before"),
    (&[Action::TryAgain], "Try the mistake again"),
    (&[Action::Practise], "Practise from here"),
    (&[Action::WorstMoves], "List of worst moves"),
    (&[Action::NextPlace], "Other best place"),
    LAB_LINE,
];

/// Numbers of leading lines of `KEYS` for matches with garbage, whose moves are not rated, and for captured games, which
/// have no lab statistics.
const OF_ALL: usize = 3;
const WITHOUT_LAB: usize = KEYS.len() - 1;

/// Keys that the review's panel shows, the most important first.
pub const REVIEW_HINTS: &[(Action, &str)] = &[
    (Action::NextMistake, "Next"),
    (Action::PreviousMistake, "Back"),
    (Action::TryAgain, "Try"),
    (Action::Practise, "Practise"),
    (Action::WorstMoves, "Worst"),
];

/// Maximum number of frames from the spawn of a piece until it is visible. The console draws each frame from data that
/// it prepared in the frame before. The first piece of a game takes one frame more.
const SHOWN_WITHIN: u64 = 2;

/// Notices that explain why the user cannot play on from here.
const NOTHING_ON: &str = "there is no game to play on from here";
const NO_FOLDER: &str = "nothing can be saved: no home folder was found";

/// Playback of a recording, from its first piece to the last frame that shows anything. If the recording has a main
/// game, the user cannot go back beyond the first piece of that game, because earlier frames belong to other games.
#[derive(Debug)]
pub struct RecordingScene {
    recorded: Recorded,
    /// First frame that shows a piece, and last frame that shows anything.
    first: u64,
    last: u64,
    /// Files for the games and scores of a user who plays on from this recording. `None` if there is no home folder.
    store: Option<RecordingStore>,
    saver: Option<SaveQueue>,
    review: Review,
    /// Name of the recording.
    name: String,
}

impl RecordingScene {
    /// Returns the playback of a recording. `store` saves the games in which the user plays on from it.
    pub fn new(recorded: Recorded, store: Option<RecordingStore>) -> RecordingScene {
        RecordingScene::of(recorded, store, false)
    }

    /// Returns a review of a recording. It waits until the moves are rated, then shows one mistake after another.
    pub fn reviewing(recorded: Recorded, store: Option<RecordingStore>) -> RecordingScene {
        RecordingScene::of(recorded, store, true)
    }

    /// Limits the review to errors of one kind. `None` shows all mistakes.
    #[must_use]
    pub fn keep_to(mut self, kind: Option<Category>) -> RecordingScene {
        self.review.keep_to(kind);
        self
    }

    /// Sets the name of the recording.
    #[must_use]
    pub fn named(mut self, name: String) -> RecordingScene {
        self.name = name;
        self
    }

    /// Marks the recording as one of the user's own. Its mistakes may be saved.
    #[must_use]
    pub fn of_own(mut self) -> RecordingScene {
        self.review.own();
        self
    }

    /// Sets the move at which the review begins, by the frame in which its piece spawned. `None` begins at the first
    /// mistake.
    #[must_use]
    pub fn beginning_at(mut self, frame: Option<u64>) -> RecordingScene {
        self.review.begin_at(frame);
        self
    }

    fn of(
        mut recorded: Recorded,
        store: Option<RecordingStore>,
        is_review: bool,
    ) -> RecordingScene {
        let review = Review::new(&recorded, is_review);
        let place = recorded.seek();
        let (first, last) = (place.first_piece(), place.last_shown());
        place.seek(first);
        show_piece(&mut recorded);
        RecordingScene {
            recorded,
            first,
            last,
            saver: store.as_ref().map(|store| SaveQueue::new(&store.disk)),
            store,
            review,
            name: "recording".to_owned(),
        }
    }

    /// Starts a game in which the user plays on from the current frame.
    fn go_on(&mut self, context: &mut Context) {
        let playback = match &self.recorded {
            // At a mistake, `practise` starts a game from its position instead.
            Recorded::Console(playback) if !self.review.is_standing() => playback,
            // In an undecided match, the user chooses a side (`SceneCommand::PlayOn`), so this code is not reached.
            Recorded::Match(_) if self.store.is_some() => return context.notify(NOTHING_ON),
            Recorded::Match(_) => return context.notify(NO_FOLDER),
            _ => return self.practise(context),
        };
        let person = Person::resume_from(playback);
        let is_over = person
            .summary()
            .is_some_and(|summary| summary.ending.is_some());
        if !person.is_in_game() || is_over {
            return context.notify(NOTHING_ON);
        }
        let Some(store) = self.store.clone() else {
            return context.notify(NO_FOLDER);
        };
        context.push_paused(PersonScene::new(person, store));
    }

    fn status(&self) -> Vec<String> {
        let place = self.recorded.place();
        if self.is_at_end() {
            return vec!["end of the replay".to_owned(), "end".to_owned()];
        }
        let Some(played) = place.frame().checked_sub(self.first) else {
            let before = "replay, before the first piece";
            return vec![before.to_owned(), "before the first piece".to_owned()];
        };
        let clock = |frames| words::minutes(frames, self.recorded.region());
        let (now, end) = (clock(played), clock(self.last - self.first));
        let rated = self.review.progress();
        let rated = rated.map(|rated| format!("replay {now} of {end}, {rated}"));
        let said = vec![
            format!("replay {now} of {end}"),
            format!("{now} of {end}"),
            now,
        ];
        let habit = self.review.habit().iter().cloned();
        habit.chain(rated).chain(said).collect()
    }

    fn overlay(&self) -> Overlay {
        Overlay {
            outlines: self.review.outlines(),
            side: self.standing_side(),
            legend: self.review.is_standing(),
            ..overlay::of_recorded(&self.recorded)
        }
    }

    fn summary(&self) -> Option<String> {
        let summary = self.recorded.summary().filter(|_| self.is_at_end())?;
        Some(match &self.recorded {
            Recorded::Captured(playback) => words::captured(&summary, playback.game()),
            _ => words::summary(&summary),
        })
    }

    /// Seeks by ten seconds or by one piece, backward or forward.
    fn seek(&mut self, action: Action) {
        let region = self.recorded.region();
        let skipped = (SEEK_SECONDS * frames_per_second(region)).round() as u64;
        let (first, last) = (self.first, self.last);
        self.review.go_away();
        let place = self.recorded.seek();
        match action {
            Action::SeekBack => place.seek(place.frame().saturating_sub(skipped)),
            Action::SeekForward => place.seek(place.frame() + skipped),
            Action::PreviousPiece => {
                let came = place.last_piece();
                if place.frame() <= came + SHOWN_WITHIN {
                    place.seek(came);
                }
                place.seek_previous_piece();
            }
            Action::NextPiece => place.seek_next_piece(),
            _ => return,
        }
        if place.frame() > last {
            place.seek(last);
        } else if place.frame() < first && place.has_main_game() {
            place.seek(first);
        }
        if place.frame() == place.last_piece() {
            show_piece(&mut self.recorded);
        }
    }

    /// Returns all panels. The timeline follows the coach's panel, so that it stays on top of the figures when a review
    /// begins.
    fn panels(&self, reviewed: Vec<ScenePanel>) -> Vec<ScenePanel> {
        let mut reviewed = reviewed.into_iter();
        let coach = reviewed.next().into_iter();
        let all = coach.chain([self.timeline_panel()]).chain(reviewed);
        all.chain(self.trained_panels()).collect()
    }

    fn sides(&self) -> Option<[String; 2]> {
        match &self.recorded {
            Recorded::Match(playback) if self.store.is_some() => {
                let versus = playback.versus();
                (!versus.is_decided()).then(|| versus.start().names.clone())
            }
            _ => None,
        }
    }

    fn play_on(&self, side: Side, opponent: Arc<Opponent>, context: &mut Context) {
        if let (Recorded::Match(playback), Some(store)) = (&self.recorded, &self.store) {
            let mut contestants = [const { Contestant::Person }; 2];
            contestants[side.other().index()] = Contestant::Computer(opponent);
            let play = Match::resume_from(playback, contestants);
            context.push_paused(MatchScene::new(play, store));
        }
    }

    /// Returns the panels about the training mode and the crash rule.
    fn trained_panels(&self) -> Vec<ScenePanel> {
        match &self.recorded {
            Recorded::Console(playback) => {
                let known = trained::DrillContext {
                    stats: playback.figures(),
                    ..trained::DrillContext::default()
                };
                trained::panels(playback.console(), known).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns facts about a match that its screen does not show. Returns `None` for other recordings.
    fn contest(&self) -> Option<MatchFacts> {
        match &self.recorded {
            Recorded::Match(playback) => Some(MatchFacts::of(playback.versus())),
            Recorded::CapturedMatch(playback) => Some(MatchFacts {
                rated: self.review.rated(playback),
                ..MatchFacts::default()
            }),
            _ => None,
        }
    }

    fn is_at_end(&self) -> bool {
        self.recorded.place().frame() >= self.last
    }
}

impl Scene for RecordingScene {
    /// Pauses a review until its moves are rated.
    fn begin(&mut self, context: &mut Context) {
        if self.review.is_due() {
            context.pause();
        }
    }

    fn step(&mut self, _input: StepInput, _context: &mut Context) -> StepOutcome {
        if self.is_at_end() {
            return StepOutcome::Stepped(Events::default());
        }
        self.review.go_away();
        StepOutcome::Stepped(self.recorded.seek().step())
    }

    fn view(&self) -> View {
        self.recorded.view()
    }

    fn hud(&self) -> Hud {
        let summary = self.recorded.summary();
        let points = match &self.recorded {
            Recorded::Captured(playback) => playback.score(),
            _ => summary.map(|summary| summary.score.min(SCORE_MAX.into()) as u32),
        };
        let reviewed = self.review_panels();
        Hud {
            title: title("replay", points),
            status: self.status(),
            overlay: self.overlay(),
            is_opened: !reviewed.is_empty(),
            panels: self.panels(reviewed),
            said: self.said(),
            worst: self.worst_moves(),
            sides: self.sides(),
            figures: (self.recorded.figures()).map(|figures| figures.cloned().map(Box::new)),
            contest: self.contest(),
            totals: summary,
            summary: self.summary(),
            ..Hud::default()
        }
    }

    fn can(&self) -> Capabilities {
        let (keys, review) = match self.recorded {
            Recorded::Match(_) => (&KEYS[..OF_ALL], ReviewState::None),
            Recorded::Captured(_) | Recorded::CapturedMatch(_) => {
                (&KEYS[..WITHOUT_LAB], ReviewState::Open)
            }
            Recorded::Console(_) | Recorded::Drag(_) => (KEYS, ReviewState::Open),
        };
        Capabilities {
            keys,
            review,
            can_be_raced: !matches!(
                self.recorded,
                Recorded::Match(_) | Recorded::CapturedMatch(_)
            ),
            region: self.recorded.region(),
            is_at_end: self.is_at_end(),
            ..Capabilities::default()
        }
    }

    fn tick(&mut self, coach: &CoachSettings, context: &mut Context) {
        self.attend_review(context);
        self.keep_mistakes(coach.mistakes.as_deref());
        context.notify_of(self.saver.as_ref().and_then(SaveQueue::take_notice));
    }

    fn handle(&mut self, command: SceneCommand, context: &mut Context) {
        match command {
            SceneCommand::Act(Action::NextMistake) => drop(self.go_to_mistake(true, context)),
            SceneCommand::Act(Action::PreviousMistake) => {
                self.go_to_mistake(false, context);
            }
            SceneCommand::Act(Action::TryAgain) => self.try_again(context),
            SceneCommand::Act(Action::Practise) => self.practise(context),
            SceneCommand::Act(Action::NextPlace) => self.show_next_place(context),
            SceneCommand::Act(Action::GoOn) => self.go_on(context),
            SceneCommand::Act(action) => self.seek(action),
            SceneCommand::Jump(JumpTarget::Time(step)) => self.seek_time(step),
            SceneCommand::Jump(target) => self.jump_to(target, context),
            SceneCommand::PlayOn(side, opponent) => self.play_on(side, opponent, context),
            SceneCommand::Next => {
                if self.go_to_mistake(true, context) {
                    self.try_again(context);
                }
            }
            SceneCommand::Race => {
                let recorded = Box::new(self.recorded.clone());
                context.race(GhostSource::Loaded(recorded, self.name.clone()));
            }
            SceneCommand::Edit(_)
            | SceneCommand::Unrank
            | SceneCommand::Type(_)
            | SceneCommand::PlayBy(_)
            | SceneCommand::State(_)
            | SceneCommand::RaceBest
            | SceneCommand::Review
            | SceneCommand::ReviewGhost => {}
        }
    }
}

/// Steps until the first piece of a game is visible. This takes at most [`SHOWN_WITHIN`] frames.
fn show_piece(recorded: &mut Recorded) {
    for _ in 0..SHOWN_WITHIN {
        match recorded.view() {
            View::Game(game) if game.piece.is_none() => {
                recorded.seek().step();
            }
            _ => return,
        }
    }
}
