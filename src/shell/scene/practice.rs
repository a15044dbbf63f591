//! Practice: a person plays on from a position of a game, or places one of the game's pieces again.

mod answer;
mod mine;
mod mistake;
mod series;
#[cfg(test)]
mod tests;

use std::fmt::Debug;

use rightwell::engine::{Event, Events, View};
use rightwell::players::Label;
use rightwell::render::panel::{Curve, Figure, PanelPart, Tone};
use rightwell::render::{Border, LossMark, Outline, Overlay};
use rightwell::rules::{Board, Buttons, Pose};
use rightwell::session::{Practice, PracticeStart, ReviewedMove, start_of_position};

use crate::host::worker::Worker;
use crate::input::action::{Action, HelpLine};
use crate::input::pad_help::PadUse;
use crate::options::scenes::SceneArgs;
use crate::options::speed::frames_per_second;

use super::coach::CoachSettings;
use super::context::Context;
use super::panel::{ScenePanel, plain};
use super::{
    Capabilities, Hud, JumpTarget, Scene, SceneCommand, StepInput, StepOutcome, coached,
    outlines as borders, title, words,
};

const KEYS: &[HelpLine] = &[
    (&[Action::TryAgain], "From the start again"),
    (&[Action::PreviousMistake], "Back to the replay"),
];

use answer::{AnswerTask, RatedAnswer};
pub use mine::MistakeSeries;
pub use mistake::Mistake;
pub use series::PuzzleSeries;

/// Exercise in which the user places one piece.
pub trait Exercise: Debug {
    /// Window title.
    fn name(&self) -> &'static str;

    /// Texts for the status line, longest first.
    fn status(&self) -> Vec<String>;

    /// Keys that work in the exercise, before an attempt or once it is rated.
    fn keys(&self, is_rated: bool) -> &'static [HelpLine];

    /// Returns the number of pieces to place: 1, or 2 for the piece and NEXT.
    fn pieces(&self) -> usize {
        1
    }

    /// Returns the task of rating an attempt, given by the locks of its pieces. There are fewer locks than pieces if the
    /// first of two pieces topped out.
    fn task(&self, locks: Vec<Pose>) -> AnswerTask;

    /// Takes a rated attempt, with the rating of NEXT's lock if it was placed, and saves its result.
    fn note(&mut self, _tried: &ReviewedMove, _next: Option<ReviewedMove>) {}

    /// Returns the loss of the attempt, in lines.
    fn loss(&self, tried: &ReviewedMove) -> f64 {
        tried.rating.loss
    }

    /// Returns whether the attempt solves the exercise.
    fn is_solved(&self, tried: &ReviewedMove) -> bool;

    /// Returns the verdict in one sentence.
    fn verdict(&self, tried: &ReviewedMove) -> String;

    /// Returns figures about the exercise. After the attempt, they include figures about the attempt.
    fn figures(&self, tried: Option<&ReviewedMove>) -> Vec<Figure>;

    /// Returns the curve of the user's results, if there is one.
    fn curve(&self) -> Option<Curve> {
        None
    }

    /// Returns the controls that work after the verdict, each with its effect. A control is a button or key in braces,
    /// see [`named`].
    ///
    /// [`named`]: crate::input::pad_help::named
    fn answers(&self) -> Vec<(&'static str, String)> {
        let usual = [
            ("{A|next_mistake}", "Next"),
            ("{SELECT|try_again}", "Again"),
            ("{DOWN|next_place}", "Other places"),
        ];
        let usual = usual.map(|(key, does)| (key, does.to_owned()));
        let drill = self.drill_in_words();
        let drill = drill.map(|does| ("{UP|previous_mistake}", does));
        let menu = ("{MENU}", "Menu".to_owned());
        usual.into_iter().chain(drill).chain([menu]).collect()
    }

    /// Returns what [`Exercise::drill`] would do, if it can do something.
    fn drill_in_words(&self) -> Option<String> {
        None
    }

    /// Begins or ends the training of the user's weakest kind, with the next exercise. Returns `false` if there is none.
    fn drill(&mut self) -> bool {
        false
    }

    /// Returns the next notice that a result could not be saved.
    fn take_notice(&mut self) -> Option<String> {
        None
    }

    /// Ends the exercise. Returns what follows it.
    fn leave(&mut self, context: &mut Context) -> NextExercise;
}

/// Scene or exercise that follows an exercise.
#[derive(Debug)]
pub enum NextExercise {
    /// The next exercise of the series, with its start.
    Next(Box<PracticeStart>),
    /// The practice ends, and the scene below it continues.
    Below,
}

/// Number of frames after the verdict in which only Start and Select count. The user may have pressed other buttons to
/// move the piece that has just locked.
const TOLD_FRAMES: u32 = 30;

/// Number of frames after the verdict for which its mark is shown: two seconds.
const MARKED_FRAMES: u32 = 120;

/// Scene of a practice game or an exercise. It waits until a button is pressed.
#[derive(Debug)]
pub struct PracticeScene {
    start: PracticeStart,
    practice: Practice,
    has_begun: bool,
    before: Buttons,
    task: Option<Box<dyn Exercise>>,
    /// Worker that rates attempts. It starts with the first one.
    worker: Option<Worker<AnswerTask, RatedAnswer>>,
    /// True while the worker rates the attempt. The picture then stands still.
    is_rating: bool,
    /// The rated attempt. `None` before the user has made it.
    tried: Option<ReviewedMove>,
    /// Number of frames from the first button to the last lock.
    frames: u32,
    /// Number of frames since the verdict.
    told: u32,
    /// Index of the lock shown on the board, from the list of best locks. `None` shows the best and the played one.
    place: Option<usize>,
}

impl PracticeScene {
    /// Returns the scene of a game that starts at a position and lasts until it is over.
    pub fn new(start: PracticeStart) -> PracticeScene {
        PracticeScene::of(start, None)
    }

    /// Returns the scene of an exercise with one piece.
    pub fn puzzle(start: PracticeStart, task: Box<dyn Exercise>) -> PracticeScene {
        PracticeScene::of(start, Some(task))
    }

    fn of(start: PracticeStart, task: Option<Box<dyn Exercise>>) -> PracticeScene {
        PracticeScene {
            practice: Practice::new(&start),
            start,
            has_begun: false,
            before: Buttons::NONE,
            task,
            worker: None,
            is_rating: false,
            tried: None,
            frames: 0,
            told: 0,
            place: None,
        }
    }

    fn begin_again(&mut self) {
        self.practice = Practice::new(&self.start);
        self.has_begun = false;
        (self.tried, self.place) = (None, None);
        self.worker.iter().for_each(Worker::give_up);
        self.is_rating = false;
        self.frames = 0;
    }

    /// Shows the next lock of the list on the board.
    fn show_next_place(&mut self) {
        if let Some(ReviewedMove { rating, .. }) = &self.tried {
            self.place = coached::place_after(&rating.moves, rating.played.lock, self.place);
        }
    }

    /// Begins or ends the training of the weakest kind. Returns `false` if there is none.
    fn drill(&mut self, context: &mut Context) -> bool {
        let has_begun = self.task.as_mut().is_some_and(|task| task.drill());
        if has_begun {
            self.leave(true, context);
        }
        has_begun
    }

    /// Handles a button after the verdict.
    fn answer(&mut self, new: Buttons, context: &mut Context) {
        let has_seen_it = self.told > TOLD_FRAMES;
        if new.has(Buttons::SELECT) {
            self.begin_again();
        } else if new.has(Buttons::START) {
            self.leave(true, context);
        } else if !has_seen_it {
            // The user may have meant the piece that has just locked.
        } else if new.has(Buttons::A) || new.has(Buttons::B) {
            self.leave(false, context);
        } else if new.has(Buttons::DOWN) {
            self.show_next_place();
        } else if new.has(Buttons::UP) {
            self.drill(context);
        }
    }

    fn leave(&mut self, for_next: bool, context: &mut Context) {
        let after = match &mut self.task {
            Some(task) => task.leave(context),
            None => NextExercise::Below,
        };
        match after {
            NextExercise::Next(start) => {
                self.start = *start;
                self.begin_again();
            }
            NextExercise::Below => context.leave(for_next),
        }
    }

    /// Has the attempt rated when the last piece of the exercise locks.
    fn ask(&mut self, events: Events) {
        let Some(task) = &self.task else {
            return;
        };
        // If a piece tops out, its spawn counts as its lock.
        let topped_out = events.contains(Event::ToppedOut);
        let last = topped_out.then(|| self.practice.game().pose());
        let mut locks = self.practice.locks().to_vec();
        locks.extend(last);
        locks.truncate(task.pieces());
        if locks.len() < task.pieces() && !topped_out {
            return;
        }
        let start = || Worker::answering("answer", AnswerTask::solve);
        self.worker.get_or_insert_with(start).ask(task.task(locks));
        self.is_rating = true;
    }

    /// Shows the verdict as soon as the worker has rated the attempt.
    fn take_rating(&mut self, context: &mut Context) {
        let answer = self.worker.as_ref().and_then(Worker::take);
        let (Some(answer), Some(task)) = (answer, &mut self.task) else {
            return;
        };
        self.is_rating = false;
        self.told = 0;
        match answer {
            Ok(RatedAnswer {
                tried: Some(tried),
                next,
            }) => {
                task.note(&tried, next);
                self.tried = Some(tried);
            }
            Ok(_) => context.leave(false),
            Err(error) => context.notify(error),
        }
        self.practice = Practice::new(&self.start);
    }

    fn status(&self) -> Vec<String> {
        match &self.task {
            Some(task) => task.status(),
            None => vec!["practice".to_owned()],
        }
    }

    /// Returns the mark of the attempt, its quality and its loss, for the first moments. Then the legend takes its place.
    fn mark(&self) -> Option<LossMark> {
        let (task, tried) = (self.task.as_ref()?, self.tried.as_ref()?);
        if self.told > MARKED_FRAMES {
            return None;
        }
        Some(coached::mark(task.loss(tried)))
    }

    fn overlay(&self) -> Overlay {
        let outlines = |tried| match self.place {
            Some(place) => best_outlines(tried, place),
            None => outlines(tried),
        };
        Overlay {
            outlines: self.tried.as_ref().map(outlines).unwrap_or_default(),
            legend: self.tried.is_some() && self.mark().is_none() && self.place.is_none(),
            mark: self.mark(),
            inputs: [Some(self.practice.held()), None],
            ..Overlay::default()
        }
    }

    /// Returns the question before the attempt, and the verdict after it.
    fn said(&self) -> Option<String> {
        let task = self.task.as_ref()?;
        Some(match &self.tried {
            Some(tried) => task.verdict(tried),
            None if task.pieces() > 1 => {
                "where do this piece and NEXT go? It starts with your first button".to_owned()
            }
            None => "where does this piece go? It starts with your first button".to_owned(),
        })
    }

    /// Returns the panels: the question before the attempt, and the verdict with the coach's comments after it.
    fn panels(&self) -> Vec<ScenePanel> {
        let (Some(task), Some(said)) = (&self.task, self.said()) else {
            return Vec::new();
        };
        let tried = self.tried.as_ref();
        let verdict = tried.map(|tried| match task.is_solved(tried) {
            true => PanelPart::Text("\u{2713} Solved".to_owned(), Tone::Good),
            false => {
                let label = Label::from_loss(task.loss(tried));
                let Figure { value, tone, .. } = coached::label("", label);
                PanelPart::Text(format!("{value}: not solved"), tone)
            }
        });
        let mut figures = task.figures(tried);
        if tried.is_some() {
            let seconds = f64::from(self.frames) / frames_per_second(self.start.region);
            figures.push(Figure::new("Time", format!("{seconds:.1} s")));
        }
        let figures = PanelPart::Figures(figures);
        let mut parts: Vec<_> = verdict.into_iter().chain([figures]).collect();
        parts.extend(task.curve().map(PanelPart::Curve));
        parts.push(PanelPart::Text(said, Tone::Plain));
        let Some(tried) = tried else {
            let parts = parts.into_iter().map(plain);
            return vec![ScenePanel::new("Coach", parts.collect())];
        };
        let mut reasons = coached::sentences(tried);
        reasons.retain(|reason| !parts.contains(reason));
        parts.extend(reasons);
        let answers = task.answers().into_iter();
        let answers = answers.map(|(key, does)| (key.to_owned(), does));
        parts.push(PanelPart::Keys(answers.collect()));
        let (rating, title) = (&tried.rating, "Best places");
        let played = (rating.played.lock, "played");
        let mut places = coached::places(title, &rating.moves, played, self.place);
        vec![
            ScenePanel::new("Coach", parts.into_iter().map(plain).collect()),
            // The panel itself has the title.
            ScenePanel::new(title, places.split_off(1)),
            coached::boards("After NEXT", tried),
        ]
    }
}

/// Returns the outlines of three locks: the best one, NEXT's lock after it, and the played one.
pub fn outlines(reviewed: &ReviewedMove) -> [Option<Outline>; 3] {
    let (best, played) = (reviewed.rating.best(), reviewed.rating.played.lock);
    let board = &reviewed.played.position.board;
    borders_of(board, (best.lock, best.then), played)
}

/// Returns the outlines of a lock, of NEXT's lock after it, and of another lock if it differs from the first.
pub fn borders_of(
    board: &Board,
    (lock, then): (Pose, Option<Pose>),
    other: Pose,
) -> [Option<Outline>; 3] {
    let (place, then) = borders::of_line(board, lock, then);
    let other = (lock != other).then(|| Outline::of(other, Border::Filled));
    [Some(place), then, other]
}

/// Returns the outlines of a lock and of NEXT's lock after it. `place` is the index in the list of best locks, 0 for
/// the best.
pub fn best_outlines(reviewed: &ReviewedMove, place: usize) -> [Option<Outline>; 3] {
    let board = &reviewed.played.position.board;
    let Some(rated) = reviewed.rating.moves.get(place) else {
        return [None; 3];
    };
    let (lock, then) = borders::of_line(board, rated.lock, rated.then);
    [Some(lock), then, None]
}

impl Scene for PracticeScene {
    fn begin(&mut self, context: &mut Context) {
        if self.task.is_none() {
            context.notify("practice: nothing is saved. It starts with your first button");
        }
    }

    fn step(&mut self, input: StepInput, context: &mut Context) -> StepOutcome {
        let [held, _] = input.held;
        let new = held.without(self.before);
        self.before = held;
        if self.tried.is_some() {
            self.told += 1;
            self.answer(new, context);
            return StepOutcome::Stepped(Events::default());
        }
        self.has_begun |= !new.is_empty();
        if !self.has_begun || self.is_rating {
            return StepOutcome::Stepped(Events::default());
        }
        self.frames += 1;
        let events = self.practice.step(held);
        self.ask(events);
        if self.practice.is_left() {
            context.leave(false);
        }
        StepOutcome::Stepped(events)
    }

    fn view(&self) -> View {
        let mut view = self.practice.view();
        // The answer to two pieces does not depend on a third one.
        if let (View::Game(game), Some(_)) = (&mut view, &self.task)
            && !self.practice.locks().is_empty()
        {
            game.next = None;
        }
        view
    }

    fn hud(&self) -> Hud {
        let points = self.practice.game().score().points();
        let summary = self.practice.summary();
        Hud {
            title: match &self.task {
                Some(task) => title(task.name(), None),
                None => title("practice", Some(points)),
            },
            status: self.status(),
            overlay: self.overlay(),
            panels: self.panels(),
            is_opened: self.task.is_some(),
            said: self.said(),
            summary: (self.practice.is_over()).then(|| words::summary(&summary)),
            totals: Some(summary),
            ..Hud::default()
        }
    }

    fn link(&self, _begun: Option<&SceneArgs>) -> Option<SceneArgs> {
        let position = start_of_position(&self.start.position, self.start.region);
        Some(match self.task {
            Some(_) => SceneArgs::puzzle_of(position),
            None => SceneArgs::play_from(position),
        })
    }

    fn can(&self) -> Capabilities {
        Capabilities {
            keys: match &self.task {
                Some(task) => task.keys(self.tried.is_some()),
                None => KEYS,
            },
            unlisted: match self.task {
                Some(_) => &[Action::Statistics],
                None => &[],
            },
            people: [true, false],
            pads: match self.tried {
                Some(_) => PadUse::None,
                None => PadUse::Play,
            },
            is_practice: self.task.is_none(),
            region: self.start.region,
            ..Capabilities::default()
        }
    }

    fn tick(&mut self, _coach: &CoachSettings, context: &mut Context) {
        context.notify_of(self.task.as_mut().and_then(|task| task.take_notice()));
        self.take_rating(context);
    }

    fn handle(&mut self, command: SceneCommand, context: &mut Context) {
        match command {
            SceneCommand::Act(Action::TryAgain) => self.begin_again(),
            SceneCommand::Act(Action::NextPlace) => self.show_next_place(),
            SceneCommand::Jump(JumpTarget::Place(place)) => self.place = Some(place),
            SceneCommand::Act(Action::PreviousMistake) if self.drill(context) => {}
            SceneCommand::Act(action) => self.leave(action == Action::NextMistake, context),
            _ => {}
        }
    }
}
