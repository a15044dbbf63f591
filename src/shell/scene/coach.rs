//! Coach for a person's game: shows hints before a lock and marks after it. Threads of its own rate the moves, so no
//! frame waits for them.

use std::path::PathBuf;
use std::sync::Arc;

use rightwell::engine::{Event, Events, PadGame};
use rightwell::players::{Label, Player, Strategy, TreeMemory};
use rightwell::render::{LossMark, Outline};
use rightwell::rules::{Pose, counted};
use rightwell::session::review::CategoryShare;
use rightwell::session::{
    Coach, GameMoves, Hint, HintTask, Move, MovesByLevel, Person, Rater, ReviewFigures,
    ReviewedMove, RunningFigures, RunningLosses,
};

use crate::host::worker::Worker;
use crate::scene::coached;
use crate::store::load;
use crate::store::settings::HintMode;

use super::context::Context;
use super::outlines;
use super::recording::lost_to;

/// Number of frames for which a mark is shown.
const MARK_FRAMES: u32 = 60;
/// Minimum number of rated pieces for an accuracy.
pub const RATED_MIN: usize = 10;

/// Settings for the coach, and for the display of an AI's plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoachSettings {
    /// When to show hints.
    pub hint: HintMode,
    /// True if the user holds the hint key.
    pub is_asked: bool,
    /// True to mark each lock with its loss.
    pub marks: bool,
    /// True if the user may take back pieces in any game, not only in training.
    pub practice: bool,
    /// True to show the plan of an AI.
    pub plan: bool,
    /// True to show the stack of a race's ghost as outlines.
    pub ghost_stack: bool,
    /// Hands that the coach assumes: a name, or a file that ends in `.ron`. If they cannot be loaded, [`Rater::HAND`]
    /// replaces them.
    pub hand: String,
    /// File for the mistakes of reviewed games. `None` if the user does not want to save them.
    pub mistakes: Option<PathBuf>,
}

impl Default for CoachSettings {
    fn default() -> CoachSettings {
        CoachSettings {
            hint: HintMode::Off,
            is_asked: false,
            marks: false,
            practice: false,
            plan: false,
            ghost_stack: false,
            hand: Rater::HAND.to_owned(),
            mistakes: None,
        }
    }
}

/// Worker that finds the best lock. Its answer is `None` if the piece has no lock.
type HintWorker = Worker<HintTask, Option<Hint>>;
/// Worker that rates moves.
type RatingWorker = Worker<RatingTask, Option<RatingAnswer>>;

/// Task of a [`RatingWorker`], with the moves that the hands can make.
#[derive(Debug)]
enum RatingTask {
    /// Rate this move.
    Loss(Move, Arc<MovesByLevel>),
    /// Find out when this finished game was lost or given up.
    End(GameMoves, Arc<MovesByLevel>),
}

/// Answer of a [`RatingWorker`].
#[derive(Debug)]
enum RatingAnswer {
    /// Loss of the move, in lines.
    Loss(f64),
    /// Rating of the finished game.
    End(Box<GameRating>),
}

/// Rating of a finished game, from the moves before it was lost or given up.
#[derive(Debug)]
pub struct GameRating {
    figures: ReviewFigures,
    /// Worst move, if one of them was not good.
    pub worst: Option<ReviewedMove>,
}

impl GameRating {
    /// Returns the mean accuracy, with the number of rated pieces if some are not rated. Few pieces have none.
    pub fn accuracy(&self) -> String {
        let (whole, all) = (&self.figures.whole, self.figures.pieces);
        let rated = whole.moves;
        match whole.accuracy.filter(|_| rated >= RATED_MIN) {
            None => format!("{rated} rated, needs {RATED_MIN}"),
            Some(share) if rated < all => format!("{:.0}% ({rated} of {all} rated)", 100.0 * share),
            Some(share) => format!("{:.1}%", 100.0 * share),
        }
    }

    /// Returns a sentence about the total cost of the bad moves, if it is at least half a line.
    pub fn cost(&self) -> Option<String> {
        let kinds = &self.figures.categories;
        let lost: f64 = kinds.iter().map(|kind| kind.lines_lost).sum();
        let by_lines = |one: &&CategoryShare, other: &&CategoryShare| {
            one.lines_lost.total_cmp(&other.lines_lost)
        };
        let most = kinds.iter().max_by(by_lines).filter(|_| lost >= 0.5)?;
        let lines = counted(lost.round() as u64, "line");
        let kind = lost_to(most.category);
        Some(format!("Mistakes cost about {lines}, mostly {kind}"))
    }
}

fn judge() -> Arc<Player> {
    Arc::new(Player::named(Rater::JUDGE).expect("the player is built in"))
}

fn hinting() -> HintWorker {
    let (strategy, mut memory) = (Strategy::alone(judge()), TreeMemory::default());
    Worker::answering("coach", move |task: HintTask| {
        task.solve(&strategy, &mut memory)
    })
}

fn rating() -> RatingWorker {
    let judge = judge();
    let rater = move |moves| Rater::with_moves(Arc::clone(&judge), moves);
    Worker::telling("coach", move |task, asker| match task {
        RatingTask::Loss(played, moves) => {
            asker.tell(rater(moves).loss(&played).map(RatingAnswer::Loss));
        }
        RatingTask::End(game, moves) => {
            let rated = rate(&game, &rater(moves), || asker.is_wanted());
            asker.tell(Some(RatingAnswer::End(Box::new(rated))));
        }
    })
}

/// Rates a finished game. Stops once the rating is no longer wanted.
fn rate(game: &GameMoves, rater: &Rater, is_wanted: impl Fn() -> bool) -> GameRating {
    let rated = game.numbers().into_iter().zip(&game.moves);
    let rated = rated.take_while(|_| is_wanted());
    let rated = rated.filter_map(|(number, played)| rater.rate(number, played));
    let mut rated: Vec<ReviewedMove> = rated.collect();
    ReviewedMove::mark_lost(&mut rated, rater);
    let figures = ReviewFigures::from_games(std::slice::from_ref(game), &rated);
    rated.retain(ReviewedMove::is_counted);
    let worst = rated
        .into_iter()
        .filter(|reviewed| Label::from_loss(reviewed.shown_loss()) > Label::Good)
        .max_by(|one, other| one.shown_loss().total_cmp(&other.shown_loss()));
    GameRating { figures, worst }
}

/// Coach of one person.
#[derive(Debug)]
pub struct PersonCoach {
    coach: Coach,
    wanted: CoachSettings,
    /// Moves that the assumed hands can make at each level. They are computed when first used.
    moves: Option<Arc<MovesByLevel>>,
    /// Name of these hands. Empty until they are first used.
    hand: String,
    /// Worker for hints. `None` before the first request for a hint, and after a failure.
    hinting: Option<HintWorker>,
    rating: Option<RatingWorker>,
    has_failed: bool,
    /// Hint for the current piece, and the pose of the piece when a hint was last requested.
    hint: Option<Hint>,
    asked: Option<Pose>,
    /// True while a requested hint has not arrived.
    is_awaited: bool,
    /// Frames since the current piece spawned, not counting pauses. They also time the mark of the previous lock.
    frames: u32,
    running: RunningLosses,
    /// Number of moves of this game that were sent to the worker for ratings.
    posted: usize,
    /// True if the worker was asked to rate this finished game.
    is_end_posted: bool,
    /// Rating of this finished game.
    rating_of_game: Option<Box<GameRating>>,
    is_last_known: bool,
}

impl PersonCoach {
    /// Returns a coach for a person, who may have played already. At first, all settings of the coach are off.
    pub fn new(person: &Person) -> PersonCoach {
        PersonCoach {
            coach: Coach::after(&person.history()),
            wanted: CoachSettings::default(),
            moves: None,
            hand: String::new(),
            hinting: None,
            rating: None,
            has_failed: false,
            hint: None,
            asked: None,
            is_awaited: false,
            frames: 0,
            running: RunningLosses::default(),
            posted: 0,
            is_end_posted: false,
            rating_of_game: None,
            is_last_known: false,
        }
    }

    /// Updates the coach after the person has taken back pieces.
    pub fn take_back(&mut self, person: &Person) {
        self.coach.take_back(person.console());
        let moves = self.coach.game().moves.len();
        match self.running.losses().len() == self.posted {
            true => self.running.take_back(moves),
            false => self.judge_anew(),
        }
        self.posted = self.posted.min(moves);
        (self.is_end_posted, self.rating_of_game) = (false, None);
        self.is_last_known = false;
        self.forget_hint();
        self.frames = 0;
    }

    /// Updates the coach after a frame in which these events happened.
    pub fn follow(&mut self, person: &Person, events: Events) {
        let number = self.coach.number();
        let known = self.coach.game().moves.len();
        self.coach.follow(person.console(), events);
        let is_new = self.coach.number() != number;
        let is_paused = person.console().game().is_some_and(PadGame::is_paused);
        self.frames = self.frames.saturating_add((!is_paused).into());
        if is_new {
            self.judge_anew();
        }
        if is_new || events.contains(Event::Spawned) {
            self.is_last_known = !is_new && self.coach.game().moves.len() > known;
            self.forget_hint();
            self.frames = 0;
        }
    }

    /// Drops the hint, and the request for one if it is pending.
    fn forget_hint(&mut self) {
        (self.hint, self.asked, self.is_awaited) = (None, None, false);
        self.hinting.iter().for_each(Worker::give_up);
    }

    /// Drops all ratings. The moves of the game are then rated again.
    fn judge_anew(&mut self) {
        self.rating.iter().for_each(Worker::give_up);
        self.running = RunningLosses::default();
        self.posted = 0;
        (self.is_end_posted, self.rating_of_game) = (false, None);
    }

    /// Applies the settings, collects answers of the workers, and requests ratings and hints that are missing.
    pub fn work(&mut self, person: &Person, wanted: &CoachSettings, context: &mut Context) {
        if wanted.hand != self.wanted.hand {
            self.moves = None;
            self.forget_hint();
            self.judge_anew();
        }
        if *wanted != self.wanted {
            self.wanted = wanted.clone();
        }
        self.take_answers(context);
        if self.wanted.marks {
            while let Some(played) = self.coach.game().moves.get(self.posted).cloned() {
                let moves = self.moves(person, context);
                self.posted += 1;
                self.ask_for_rating(RatingTask::Loss(played, moves));
            }
        }
        let is_over = person.console().game().is_some_and(PadGame::is_over);
        if is_over && !self.is_end_posted && !self.coach.game().moves.is_empty() {
            let moves = self.moves(person, context);
            self.is_end_posted = true;
            self.ask_for_rating(RatingTask::End(self.coach.game().clone(), moves));
        }
        if self.wants_hint() {
            self.ask_for_hint(person, context);
        }
    }

    fn ask_for_rating(&mut self, task: RatingTask) {
        if !self.has_failed {
            self.rating.get_or_insert_with(rating).ask(task);
        }
    }

    const fn wants_hint(&self) -> bool {
        match self.wanted.hint {
            HintMode::Off => false,
            HintMode::Key => self.wanted.is_asked,
            HintMode::After(_) | HintMode::Always => true,
        }
    }

    /// Requests a hint. Does nothing while a request is pending, or if the piece has not moved since the last request.
    fn ask_for_hint(&mut self, person: &Person, context: &mut Context) {
        let console = person.console();
        let (Some(game), Some(position)) = (console.game(), self.coach.position(console).cloned())
        else {
            return;
        };
        if self.is_awaited || self.asked == Some(game.pose()) {
            return;
        }
        self.asked = Some(game.pose());
        let moves = self.moves(person, context);
        let task = HintTask::new(game, console.carry(), &position, &moves, self.hint);
        if !self.has_failed {
            self.hinting.get_or_insert_with(hinting).ask(task);
            self.is_awaited = true;
        }
    }

    fn take_answers(&mut self, context: &mut Context) {
        while let Some(told) = self.hinting.as_ref().and_then(Worker::take) {
            match told {
                Ok(hint) => (self.hint, self.is_awaited) = (hint, false),
                Err(why) => self.fail(&why, context),
            }
        }
        while let Some(told) = self.rating.as_ref().and_then(Worker::take) {
            match told {
                Ok(Some(RatingAnswer::Loss(loss))) => self.running.add(loss),
                Ok(Some(RatingAnswer::End(rating))) => {
                    self.running.end(rating.figures.whole.moves);
                    self.rating_of_game = Some(rating);
                }
                Ok(None) => {}
                Err(why) => self.fail(&why, context),
            }
        }
    }

    /// Notifies the user of the reason, and stops both workers.
    fn fail(&mut self, why: &str, context: &mut Context) {
        (self.hinting, self.rating, self.is_awaited) = (None, None, false);
        self.has_failed = true;
        context.notify(format!("the coach failed: {why}"));
    }

    /// Returns the moves that the assumed hands can make. If the hands cannot be loaded, notifies the user and assumes
    /// `Rater::HAND`.
    fn moves(&mut self, person: &Person, context: &mut Context) -> Arc<MovesByLevel> {
        if let Some(moves) = &self.moves {
            return Arc::clone(moves);
        }
        let hand = load::hand(&self.wanted.hand).or_else(|error| {
            context.notify(format!("{error}; using {}", Rater::HAND));
            load::hand(Rater::HAND)
        });
        let hand = hand.expect("the hand is built in");
        self.hand = hand.name().to_owned();
        let moves = Arc::new(Rater::moves_of(hand.hand(), person.console().region()));
        self.moves = Some(Arc::clone(&moves));
        moves
    }

    /// Returns the hint, if it is time to show it.
    pub fn hint(&self, person: &Person) -> Option<Hint> {
        let console = person.console();
        let is_due = match self.wanted.hint {
            HintMode::After(frames) => self.frames >= frames.into(),
            _ => self.wants_hint(),
        };
        let is_paused = console.game().is_none_or(PadGame::is_paused);
        let can_move = self.coach.position(console).is_some();
        self.hint.filter(|_| is_due && can_move && !is_paused)
    }

    /// Returns the outlines of the hint. While the player hides NEXT, the lock of NEXT is left out.
    pub fn outlines(&self, person: &Person) -> [Option<Outline>; 3] {
        let console = person.console();
        let hint = self.hint(person).zip(self.coach.position(console));
        let Some((hint, position)) = hint else {
            return [None; 3];
        };
        let then = hint.then.filter(|_| !console.carry().next_hidden);
        let (lock, then) = outlines::of_line(&position.board, hint.lock, then);
        [Some(lock), then, None]
    }

    /// Returns the mark of the last lock, for `MARK_FRAMES` frames after the lock.
    pub fn mark(&self) -> Option<LossMark> {
        let is_rated = self.running.losses().len() == self.coach.game().moves.len();
        let is_due = self.frames < MARK_FRAMES && self.is_last_known;
        let figures = self.figures().filter(|_| is_rated && is_due)?;
        Some(coached::mark(figures.last))
    }

    /// Returns the accuracy and losses of the game so far, if marks are on.
    pub fn figures(&self) -> Option<RunningFigures> {
        self.running.figures().filter(|_| self.wanted.marks)
    }

    /// Returns the rating of the finished game, once it is rated.
    pub fn rating(&self) -> Option<&GameRating> {
        self.rating_of_game.as_deref()
    }

    /// Returns the name of the hands for which moves are rated. Empty if no move was rated yet.
    pub fn hand(&self) -> &str {
        &self.hand
    }
}

/// Returns the figures of a game in words, in three versions from long to short.
pub fn words(figures: &RunningFigures) -> [String; 3] {
    let percent = 100.0 * figures.accuracy;
    let lines = |loss: f64| match loss {
        loss if loss < 0.05 => "0.0".to_owned(),
        loss => format!("-{loss:.1}"),
    };
    let (last, worst) = (lines(figures.last), lines(figures.worst));
    [
        format!("You play: accuracy {percent:.1}%, last {last}, worst {worst}"),
        format!("{percent:.1}% last {last} worst {worst}"),
        format!("{percent:.1}% {last} worst {worst}"),
    ]
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rightwell::engine::{DirectStart, GameType, HighScores};
    use rightwell::rules::{Buttons, Region};
    use rightwell::session::review::MoveGroupFigures;

    use crate::host::clock::now;

    use super::*;

    /// Returns a person whose first piece is falling, and a coach that has a hint for this piece.
    fn hinted() -> (Person, PersonCoach) {
        let start = DirectStart {
            region: Region::Ntsc,
            game_type: GameType::A,
            level: 0,
            seed: 0x8988,
        };
        let mut person = Person::direct(start, HighScores::default()).unwrap();
        let mut coach = PersonCoach::new(&person);
        coach.wanted.hint = HintMode::Always;
        play(&mut person, &mut coach, &[Buttons::NONE; 3]);
        let lock = person.console().game().unwrap().pose();
        let then = Some(lock);
        coach.hint = Some(Hint { lock, then });
        (person, coach)
    }

    fn play(person: &mut Person, coach: &mut PersonCoach, held: &[Buttons]) {
        for held in held {
            let events = person.step(*held);
            coach.follow(person, events);
        }
    }

    #[test]
    fn a_hidden_next_has_no_border() {
        let (mut person, mut coach) = hinted();
        let select = [Buttons::SELECT, Buttons::NONE];
        for is_shown in [true, false, true] {
            let [lock, then, _] = coach.outlines(&person);
            assert_eq!((lock.is_some(), then.is_some()), (true, is_shown));
            play(&mut person, &mut coach, &select);
        }
    }

    #[test]
    fn frames_of_the_pause_do_not_count() {
        let (mut person, mut coach) = hinted();
        let before = coach.frames;
        play(&mut person, &mut coach, &[Buttons::START, Buttons::NONE]);
        assert!(person.console().game().unwrap().is_paused());
        let paused = coach.frames;
        play(&mut person, &mut coach, &[Buttons::NONE; 300]);
        assert_eq!(coach.frames, paused);
        play(&mut person, &mut coach, &[Buttons::START, Buttons::NONE]);
        assert!((before + 1..before + 4).contains(&coach.frames));
    }

    #[test]
    fn after_a_game_the_accuracy_is_that_of_its_review() {
        let (mut person, mut coach) = hinted();
        let marks = CoachSettings {
            marks: true,
            ..CoachSettings::default()
        };
        // The player places one piece and then gives up.
        play(&mut person, &mut coach, &[Buttons::LEFT; 10]);
        while !person.is_curtain_closed() {
            play(&mut person, &mut coach, &[Buttons::DOWN]);
        }
        let rater = Rater::with_moves(judge(), coach.moves(&person, &mut Context::default()));
        let game = coach.coach.game();
        let rated = game.numbers().into_iter().zip(&game.moves);
        let mut rated: Vec<ReviewedMove> = rated
            .filter_map(|(number, played)| rater.rate(number, played))
            .collect();
        let whole = |moves: &[ReviewedMove]| MoveGroupFigures::from_moves(moves).accuracy.unwrap();
        let of_all = whole(&rated);
        ReviewedMove::mark_lost(&mut rated, &rater);
        let undecided = rated.iter().take_while(|reviewed| !reviewed.is_lost());
        let reviewed = whole(&rated[..undecided.count()]);
        assert!((reviewed - of_all).abs() > 0.01, "the end matters");
        let until = now() + Duration::from_secs(60);
        let mut context = Context::default();
        let shown = |coach: &PersonCoach| coach.figures().map(|figures| figures.accuracy);
        while shown(&coach).is_none_or(|shown| (shown - reviewed).abs() > 1e-9) {
            assert!(now() < until, "{:?} instead of {reviewed}", shown(&coach));
            coach.work(&person, &marks, &mut context);
        }
        assert_eq!(coach.hand(), Rater::HAND);
    }

    #[test]
    fn a_coach_that_fails_says_so_once_and_asks_no_more() {
        let (person, mut coach) = hinted();
        let always = CoachSettings {
            hint: HintMode::Always,
            ..CoachSettings::default()
        };
        let broken = Worker::answering("coach", |_| panic!("no judge"));
        coach.hinting = Some(broken);
        coach.asked = None;
        let until = now() + Duration::from_secs(60);
        let mut context = Context::default();
        while coach.hinting.is_some() && now() < until {
            coach.work(&person, &always, &mut context);
        }
        assert_eq!(context.take_notices(), ["the coach failed: no judge"]);
        coach.asked = None;
        coach.work(&person, &always, &mut context);
        assert!(coach.asked.is_some() && coach.hinting.is_none());
        assert!(context.take_notices().is_empty());
    }
}
