//! Scene of a live game that is captured from a device or a screen, with the coach's comments.

use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rightwell::engine::view::GameView;
use rightwell::engine::{Events, View};
use rightwell::lab::Control;
use rightwell::render::{LossMark, Overlay};
use rightwell::rules::score::SCORE_MAX;
use rightwell::rules::{Cell, PlayfieldMemory};
use rightwell::session::{
    CapturedGame, CapturedPlayback, LastFrameState, Recorded, ReviewedGame, ReviewedMove, Seek,
    Summary,
};

use crate::shell::input::action::{Action, HelpLine};

use crate::shell::store::recording_store::RecordingStore;

use super::context::Context;
use super::recording::{RecordingScene, panels_of};
use super::{
    Capabilities, Hud, ReviewState, Scene, SceneCommand, StepInput, StepOutcome, title, words,
};

/// Number of frames for which a mark is shown.
const MARK_FRAMES: u32 = 60;

const KEYS: &[HelpLine] = &[(&[Action::NextMistake], "Review the game")];

/// State of the capture. The capture thread writes it, and the scene reads it.
#[derive(Clone, Debug, Default)]
pub struct CaptureState {
    /// Reading of the latest frame. `None` if that frame shows no game.
    now: Option<LastFrameState>,
    /// Game in play, or the last finished one. It contains the ratings of the moves that have been captured so far.
    rated: Option<Arc<RatedGame>>,
    /// End of the source. `None` while the source runs, `Some(None)` after it ended normally, `Some(Some(reason))`
    /// after a failure.
    end: Option<Option<String>>,
}

/// Captured game so far, with its rated moves.
#[derive(Debug)]
pub struct RatedGame {
    /// Playback of the game, which shows the last captured frame.
    playback: CapturedPlayback,
    reviewed: ReviewedGame,
    is_over: bool,
}

impl RatedGame {
    /// Returns a game that is in play or, if `is_over`, finished. `reviewed` contains the moves of `game`, in order.
    pub fn new(game: CapturedGame, reviewed: ReviewedGame, is_over: bool) -> RatedGame {
        let mut playback = CapturedPlayback::new(game);
        playback.seek(playback.frames());
        RatedGame {
            playback,
            reviewed,
            is_over,
        }
    }

    fn last(&self) -> Option<&ReviewedMove> {
        self.reviewed.moves().last()
    }
}

/// State that the capture thread and the scene share.
#[derive(Clone, Debug, Default)]
pub struct SharedCapture(Arc<Mutex<CaptureState>>);

impl SharedCapture {
    /// Stores the reading of a frame.
    pub fn see(&self, now: Option<LastFrameState>) {
        self.look().now = now;
    }

    /// Stores a game with newly rated moves.
    pub fn rate(&self, rated: Arc<RatedGame>) {
        self.look().rated = Some(rated);
    }

    /// Records that the source has ended. `fault` is the reason if it failed.
    pub fn end(&self, fault: Option<String>) {
        let mut followed = self.look();
        followed.now = None;
        followed.end.get_or_insert(fault);
    }

    fn look(&self) -> MutexGuard<'_, CaptureState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Scene of a live capture. When the source has ended, a review opens on top of it.
pub struct LiveScene {
    source: String,
    following: SharedCapture,
    /// Tells the capture thread to stop when this scene is closed.
    control: Arc<Control>,
    store: Option<RecordingStore>,
    /// Latest copy of the state shared with the capture thread.
    known: CaptureState,
    /// Settled cells with their colours.
    page: PlayfieldMemory,
    /// Frames since the latest rating arrived.
    frames: u32,
}

impl fmt::Debug for LiveScene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveScene")
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}

impl Drop for LiveScene {
    fn drop(&mut self) {
        self.control.stop.store(true, Ordering::Relaxed);
    }
}

impl LiveScene {
    /// Returns the scene. `store` saves the games that the user plays from the review.
    pub fn new(
        source: &str,
        following: SharedCapture,
        control: Arc<Control>,
        store: Option<RecordingStore>,
    ) -> LiveScene {
        LiveScene {
            source: source.to_owned(),
            following,
            control,
            store,
            known: CaptureState::default(),
            page: PlayfieldMemory::default(),
            frames: 0,
        }
    }

    /// Copies the shared state and colours the cells. Opens the review once the source has ended.
    fn look(&mut self, context: &mut Context) {
        let mut known = self.following.look().clone();
        let before = &self.known;
        let as_address = |rated: &Option<Arc<RatedGame>>| rated.as_ref().map(Arc::as_ptr);
        if as_address(&known.rated) != as_address(&before.rated) {
            self.frames = 0;
        }
        // If this frame hides only the piece, the piece keeps its last pose.
        if let (Some(now), Some(before)) = (&mut known.now, before.now) {
            let is_same = (before.settled, before.piece) == (now.settled, now.piece);
            now.pose = now.pose.or(before.pose.filter(|_| is_same));
            now.next = now.next.or(before.next);
        }
        let has_ended = known.end.is_some() && before.end.is_none();
        self.known = known;
        self.colour();
        if has_ended {
            self.review(context);
        }
    }

    /// Colours the settled cells like the first of these playfields that matches the board: the current one, the current
    /// one with the locked piece, the rated game's. If none matches, all cells get one colour.
    fn colour(&mut self) {
        let Some(now) = self.known.now else {
            return;
        };
        let is_it = |page: &PlayfieldMemory| page.board() == now.settled;
        if is_it(&self.page) {
            return;
        }
        let mut page = self.page.clone();
        page.write_visible(now.locked);
        for y in 1..20 {
            if page.is_row_complete(y) {
                page.remove_row(y);
            }
        }
        let rated = || {
            let View::Game(game) = self.known.rated.as_ref()?.playback.view() else {
                return None;
            };
            let mut page = PlayfieldMemory::default();
            for (cell, style) in game.field.into_iter().enumerate() {
                page.set((cell % 10) as i8, (cell / 10) as i8, style);
            }
            Some(page)
        };
        let known = Some(page).filter(is_it).or_else(|| rated().filter(is_it));
        self.page =
            known.unwrap_or_else(|| PlayfieldMemory::from_board(&now.settled, Cell::BORDERED));
    }

    /// Opens a review of the rated game on top of this scene, if any move is rated.
    fn review(&self, context: &mut Context) {
        if let Some(rated) = self
            .known
            .rated
            .as_ref()
            .filter(|rated| rated.last().is_some())
        {
            let game = Recorded::from_captured(rated.playback.game().clone());
            context.push(RecordingScene::reviewing(game, self.store.clone()));
        }
    }

    /// Returns whether the rated game is still in play.
    fn is_on(&self) -> bool {
        self.known
            .rated
            .as_ref()
            .is_some_and(|rated| !rated.is_over)
    }

    fn status(&self) -> Vec<String> {
        let source = &self.source;
        match (&self.known.end, self.known.now, &self.known.rated) {
            (Some(Some(fault)), ..) => vec![fault.clone(), "the source failed".to_owned()],
            (Some(None), ..) => vec![format!("{source} has ended"), "it has ended".to_owned()],
            (None, Some(_), Some(rated)) if self.is_on() && rated.last().is_some() => {
                let accuracy = 100.0 * accuracy(&rated.reviewed);
                vec![
                    format!("live from {source}, accuracy {accuracy:.1}%"),
                    format!("live, {accuracy:.1}%"),
                ]
            }
            (None, Some(_), _) => vec![format!("live from {source}"), "live".to_owned()],
            (None, None, Some(_)) => vec![
                format!("live from {source}: waiting for the next game"),
                "waiting for a game".to_owned(),
            ],
            (None, None, None) => vec![
                format!("live from {source}: looking for a game"),
                "looking for a game".to_owned(),
            ],
        }
    }

    fn totals(&self) -> Option<Summary> {
        Some(self.known.rated.as_ref()?.playback.summary())
    }

    /// Returns the mark of the last lock, for `MARK_FRAMES` frames after the lock.
    fn mark(&self) -> Option<LossMark> {
        let last = self.known.rated.as_ref()?.last()?;
        (self.frames < MARK_FRAMES).then(|| LossMark {
            grade: last.rating.label() as u8,
            tenths: (10.0 * last.rating.loss).round() as u32,
        })
    }
}

/// Returns the average accuracy of the moves, 0 to 1.
fn accuracy(game: &ReviewedGame) -> f64 {
    game.figures_by(usize::MAX).accuracy
}

impl Scene for LiveScene {
    fn step(&mut self, _input: StepInput, context: &mut Context) -> StepOutcome {
        self.look(context);
        self.frames = self.frames.saturating_add(1);
        StepOutcome::Stepped(Events::default())
    }

    fn view(&self) -> View {
        let known = match (&self.known.rated, self.known.now) {
            (Some(rated), None) => return rated.playback.view(),
            (None, None) => return View::Blank,
            (Some(rated), Some(_)) if self.is_on() => rated.playback.view(),
            (_, Some(_)) => View::Game(Box::new(GameView::BLANK)),
        };
        match (known, self.known.now) {
            (View::Game(game), Some(now)) => View::Game(Box::new(GameView {
                field: *self.page.visible(),
                piece: now.pose,
                next: now.next,
                ..*game
            })),
            (known, _) => known,
        }
    }

    fn hud(&self) -> Hud {
        let (totals, rated) = (self.totals(), self.known.rated.as_ref());
        let points = totals.map(|summary| summary.score.min(SCORE_MAX.into()) as u32);
        let panels = rated.and_then(|rated| {
            let game = &rated.reviewed;
            let last = game.moves().len().checked_sub(1)?;
            panels_of(game, last, None, (&game.moves()[last].rating.moves, None))
        });
        Hud {
            title: title("live", points),
            status: self.status(),
            overlay: Overlay {
                mark: self.mark(),
                ..Overlay::default()
            },
            is_opened: panels.is_some(),
            panels: panels.unwrap_or_default(),
            figures: [
                rated.map(|rated| Box::new(rated.playback.figures().clone())),
                None,
            ],
            summary: totals.filter(|_| self.known.now.is_none()).map(|totals| {
                match totals.ending {
                    None => words::unended(&totals),
                    Some(_) => words::summary(&totals),
                }
            }),
            totals,
            ..Hud::default()
        }
    }

    fn can(&self) -> Capabilities {
        let rated = self.known.rated.as_ref();
        let (keys, review) = match rated.and_then(|rated| rated.last()) {
            Some(_) => (KEYS, ReviewState::Offered),
            None => (&[][..], ReviewState::None),
        };
        Capabilities {
            keys,
            review,
            region: rated.map_or_else(Default::default, |rated| rated.playback.game().region),
            ..Capabilities::default()
        }
    }

    fn handle(&mut self, command: SceneCommand, context: &mut Context) {
        match command {
            SceneCommand::Act(Action::NextMistake) => self.review(context),
            SceneCommand::Act(_)
            | SceneCommand::Jump(_)
            | SceneCommand::PlayOn(..)
            | SceneCommand::Next
            | SceneCommand::Edit(_)
            | SceneCommand::State(_)
            | SceneCommand::Race
            | SceneCommand::RaceBest
            | SceneCommand::Review
            | SceneCommand::ReviewGhost => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use rightwell::players::Player;
    use rightwell::rules::{Board, Buttons, Piece, Pose};
    use rightwell::session::{CapturedPiece, GameMoves, PieceOutcome, Rater};

    use super::*;
    use crate::shell::scene::Request;

    fn lying(piece: Piece, x: i8, y: i8) -> Pose {
        let orientation = piece.orientation(0);
        Pose { orientation, x, y }
    }

    /// Returns two locks: an O at the right wall and an I at the left wall.
    fn locks() -> [Pose; 2] {
        [lying(Piece::O, 9, 18), lying(Piece::I, 2, 19)]
    }

    fn game(is_over: bool) -> Arc<RatedGame> {
        let mut board = Board::EMPTY;
        let [first, second] = locks();
        let mut pieces = Vec::new();
        let outcome = |lock| PieceOutcome::Locked {
            lock,
            rows: 0,
            is_certain: true,
        };
        for (place, (piece, next, outcome)) in [
            (Piece::O, Piece::I, outcome(first)),
            (Piece::I, Piece::T, outcome(second)),
            (Piece::T, Piece::S, PieceOutcome::Last),
        ]
        .into_iter()
        .enumerate()
        {
            pieces.push(CapturedPiece {
                piece,
                next: Some(next),
                board,
                lines: 0,
                level: 18,
                score: Some(0),
                das: None,
                time: 1_000 * place as u32,
                frame: 60 * place as u64,
                poses_seen: Vec::new(),
                outcome,
            });
            if let PieceOutcome::Locked { lock, .. } = outcome {
                board = board.with(lock);
            }
        }
        let captured = CapturedGame::of_pieces(pieces);
        let moves = GameMoves::from_captured(&captured);
        let rater = Rater::new(Player::named(Rater::JUDGE).unwrap(), None);
        let rated = moves.numbers().into_iter().zip(&moves.moves);
        let rated = rated.filter_map(|(number, played)| rater.rate(number, played));
        let reviewed = ReviewedGame::new(&moves, rated.collect(), String::new());
        Arc::new(RatedGame::new(captured, reviewed, is_over))
    }

    fn seen(pieces: usize, pose: Option<Pose>) -> LastFrameState {
        let locks = &locks()[..pieces];
        let settled = locks
            .iter()
            .fold(Board::EMPTY, |board, lock| board.with(*lock));
        LastFrameState {
            settled,
            locked: locks.last().copied().unwrap_or(Pose::spawn(Piece::T)),
            piece: Piece::T,
            pose,
            next: Some(Piece::S),
        }
    }

    fn scene() -> (SharedCapture, Arc<Control>, LiveScene) {
        let (following, control) = (SharedCapture::default(), Arc::new(Control::default()));
        let shown = LiveScene::new("a card", following.clone(), Arc::clone(&control), None);
        (following, control, shown)
    }

    fn step_with(scene: &mut LiveScene, context: &mut Context) {
        scene.step(StepInput::of([Buttons::NONE; 2]), context);
    }

    fn step(scene: &mut LiveScene) -> GameView {
        step_with(scene, &mut Context::default());
        match scene.view() {
            View::Game(game) => *game,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_scene_shows_the_captured_piece_and_coloured_cells() {
        let (following, _, mut scene) = scene();
        step_with(&mut scene, &mut Context::default());
        assert_eq!(scene.view(), View::Blank);
        assert!(scene.hud().status[0].ends_with("looking for a game"));
        assert!(!scene.can().does(Action::NextMistake), "nothing to review");
        let falling = lying(Piece::T, 5, 7);
        following.see(Some(seen(0, Some(falling))));
        let shown = step(&mut scene);
        assert_eq!((shown.piece, shown.next), (Some(falling), Some(Piece::S)));
        for pieces in 1..=2 {
            following.see(Some(seen(pieces, None)));
            let shown = step(&mut scene);
            let cell = |x: i8, y: i8| shown.field[10 * y as usize + x as usize];
            for lock in &locks()[..pieces] {
                for (x, y) in lock.cells() {
                    assert_eq!(cell(x, y), Cell::from_piece(lock.piece()));
                }
            }
            assert_eq!(shown.piece, None, "no frame has shown the piece there yet");
        }
        // This frame does not show the piece, so the piece keeps its last pose.
        following.see(Some(seen(2, Some(falling))));
        step(&mut scene);
        following.see(Some(seen(2, None)));
        assert_eq!(step(&mut scene).piece, Some(falling));
    }

    #[test]
    fn the_coach_rates_the_last_lock() {
        let (following, _, mut scene) = scene();
        following.see(Some(seen(2, None)));
        following.rate(game(false));
        let shown = step(&mut scene);
        assert_eq!(shown.level_digits, [1, 8]);
        let hud = scene.hud();
        assert_eq!(hud.panels[0].panel.title, "Coach");
        assert!(hud.status[0].contains("accuracy"), "{:?}", hud.status);
        let mark = hud.overlay.mark.expect("it is new");
        let last = game(false);
        assert_eq!(mark.grade, last.last().unwrap().rating.label() as u8);
        for _ in 0..MARK_FRAMES {
            step(&mut scene);
        }
        assert_eq!(scene.hud().overlay.mark, None);
        // Once a game is over, the score of the next game is blank until that game is rated.
        following.rate(game(true));
        assert_eq!(step(&mut scene).score, [GameView::BLANK_DIGIT; 6]);
    }

    #[test]
    fn a_review_opens_when_the_source_ends() {
        let (following, control, mut scene) = scene();
        following.see(Some(seen(2, None)));
        following.rate(game(false));
        let mut context = Context::default();
        step_with(&mut scene, &mut context);
        assert_eq!(scene.can().review, ReviewState::Offered);
        assert!(context.take().is_empty());
        following.rate(game(true));
        following.end(None);
        for _ in 0..2 {
            step_with(&mut scene, &mut context);
        }
        assert!(
            matches!(context.take()[..], [Request::Push(_)]),
            "one review"
        );
        assert_eq!(scene.hud().status[0], "a card has ended");
        scene.handle(SceneCommand::Act(Action::NextMistake), &mut context);
        assert_eq!(context.take().len(), 1, "the key must open another review");
        drop(scene);
        assert!(control.stop.load(Ordering::Relaxed), "nobody looks on");
    }

    #[test]
    fn a_failed_source_is_reported_with_its_reason() {
        let (following, _, mut scene) = scene();
        following.end(Some("a card: unplugged".to_owned()));
        let mut context = Context::default();
        step_with(&mut scene, &mut context);
        assert_eq!(scene.hud().status[0], "a card: unplugged");
        assert!(context.take().is_empty(), "without a game, no review opens");
    }
}
