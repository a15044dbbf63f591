//! Tests of the live scene.

use rightwell::players::Player;
use rightwell::rules::{Board, Buttons, Cell, Piece, Pose};
use rightwell::session::{
    CapturedGame, CapturedPiece, GameMoves, LastFrameState, PieceOutcome, Rater, ReviewedGame,
};

use super::player::MARK_FRAMES;
use super::*;
use crate::scene::Request;

fn lying(piece: Piece, x: i8, y: i8) -> Pose {
    let orientation = piece.orientation(0);
    Pose { orientation, x, y }
}

/// Returns two locks: an O at the right wall and an I at the left wall.
fn locks() -> [Pose; 2] {
    [lying(Piece::O, 9, 18), lying(Piece::I, 2, 19)]
}

fn game(is_over: bool) -> Arc<RatedGame> {
    rated_game(None, is_over)
}

fn game_of(player: &str, is_over: bool) -> Arc<RatedGame> {
    rated_game(Some(player.to_owned()), is_over)
}

fn rated_game(player: Option<String>, is_over: bool) -> Arc<RatedGame> {
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
    let captured = CapturedGame {
        player,
        ..CapturedGame::of_pieces(pieces)
    };
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

/// Stores a reading of the only player.
fn see(following: &SharedCapture, now: Option<LastFrameState>) {
    following.see(LiveFrame {
        now: [now, None],
        ..LiveFrame::default()
    });
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
fn a_key_asks_for_the_current_reading_as_a_file_and_the_answer_is_shown() {
    let (following, _, mut scene) = scene();
    let mut context = Context::default();
    assert!(scene.can().does(Action::KeepRecording) && !following.takes_pack_request());
    scene.handle(SceneCommand::Act(Action::KeepRecording), &mut context);
    assert!(following.takes_pack_request() && !following.takes_pack_request());
    following.say("packed".to_owned());
    step_with(&mut scene, &mut context);
    step_with(&mut scene, &mut context);
    assert_eq!(context.take_notices(), ["packed"]);
    following.end(None);
    step_with(&mut scene, &mut context);
    scene.handle(SceneCommand::Act(Action::KeepRecording), &mut context);
    assert!(!following.takes_pack_request());
}

#[test]
fn the_scene_shows_the_captured_piece_and_coloured_cells() {
    let (following, _, mut scene) = scene();
    step_with(&mut scene, &mut Context::default());
    assert_eq!(scene.view(), View::Blank);
    assert!(scene.hud().status[0].ends_with("looking for a game"));
    assert!(!scene.can().does(Action::NextMistake), "nothing to review");
    let falling = lying(Piece::T, 5, 7);
    see(&following, Some(seen(0, Some(falling))));
    let shown = step(&mut scene);
    assert_eq!((shown.piece, shown.next), (Some(falling), Some(Piece::S)));
    for pieces in 1..=2 {
        see(&following, Some(seen(pieces, None)));
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
    see(&following, Some(seen(2, Some(falling))));
    step(&mut scene);
    see(&following, Some(seen(2, None)));
    assert_eq!(step(&mut scene).piece, Some(falling));
}

#[test]
fn the_coach_rates_the_last_lock() {
    let (following, _, mut scene) = scene();
    see(&following, Some(seen(2, None)));
    following.rate(0, game(false));
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
    following.rate(0, game(true));
    assert_eq!(step(&mut scene).score, [GameView::BLANK_DIGIT; 6]);
}

#[test]
fn a_review_opens_when_the_source_ends() {
    let (following, control, mut scene) = scene();
    see(&following, Some(seen(2, None)));
    following.rate(0, game(false));
    let mut context = Context::default();
    step_with(&mut scene, &mut context);
    assert_eq!(scene.can().review, ReviewState::Offered);
    assert!(context.take().is_empty());
    following.rate(0, game(true));
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

#[test]
fn two_players_are_shown_side_by_side_and_reviewed_together() {
    let (following, _, mut scene) = scene();
    let falling = lying(Piece::T, 5, 7);
    // The reader found the right player first.
    let frame = |now| LiveFrame {
        now,
        shown: LivePlayers::Two([(1, "Ann".to_owned()), (0, "Bob".to_owned())]),
        seconds: 75,
    };
    following.see(frame([Some(seen(2, None)), Some(seen(0, Some(falling)))]));
    let mut context = Context::default();
    step_with(&mut scene, &mut context);
    let View::Versus(shown) = scene.view() else {
        panic!("two games");
    };
    let names = shown.sides.each_ref().map(|side| &*side.name);
    assert_eq!(names, ["Ann", "Bob"]);
    let pieces = shown.sides.each_ref().map(|side| side.game.piece);
    assert_eq!(pieces, [Some(falling), None]);
    let filled = shown.sides.each_ref().map(|side| side.game.board().count());
    assert_eq!(filled, [0, 8]);
    assert!(matches!(
        shown.kind,
        MatchKind::Captured {
            lead: Some(0),
            seconds: 75,
            ..
        }
    ));
    let rated = scene.hud().contest.unwrap().rated;
    assert_eq!(rated[1][0].value, "-", "no move is rated yet");
    following.rate(0, game_of("Bob", false));
    following.rate(1, game_of("Ann", false));
    step_with(&mut scene, &mut context);
    let rated = scene.hud().contest.unwrap().rated;
    assert!(rated.iter().all(|figures| figures[0].value.ends_with('%')));
    assert!(scene.hud().figures.iter().all(Option::is_some));
    following.end(None);
    step_with(&mut scene, &mut context);
    let mut requests = context.take();
    let Some(Request::Push(review)) = requests.pop() else {
        panic!("a review opens");
    };
    let View::Versus(shown) = review.view() else {
        panic!("the review shows both games");
    };
    assert_eq!(shown.sides.map(|side| side.name), ["Ann", "Bob"]);
}
