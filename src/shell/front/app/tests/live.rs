//! Tests of live captures in the loop, from the last frame to the review.

use std::collections::BTreeMap;

use rightwell::lab::{Control, Playouts};
use rightwell::session::review::PlayoutLoss;
use rightwell::session::{CapturedGame, GameMoves, Rater, ReviewedGame, ReviewedMove};

use super::captured_matches::{captured, figure};
use super::*;
use crate::host::disk::Disk;
use crate::scene::live::{LiveFrame, LivePlayers, LiveScene, RatedGame, SharedCapture};
use crate::store::playouts;

/// Returns the rated moves of a finished game, as the coach of a live capture and its review rate them.
fn rated(game: &CapturedGame) -> (Rater, GameMoves, Vec<ReviewedMove>) {
    let recorded = Recorded::from_captured(game.clone());
    let moves = GameMoves::from_recording(&recorded).swap_remove(0);
    let (_, hand) = Rater::hands_of(&recorded);
    let judge = Player::named(Rater::JUDGE).unwrap();
    let rater = Rater::for_recording(judge, hand, &recorded);
    let rated = moves.numbers().into_iter().zip(&moves.moves);
    let rated = rated.filter_map(|(number, played)| rater.rate(number, played));
    let mut rated: Vec<ReviewedMove> = rated.collect();
    ReviewedMove::mark_lost(&mut rated, &rater);
    (rater, moves, rated)
}

/// Returns a finished game with its ratings.
fn rated_game(game: CapturedGame) -> Arc<RatedGame> {
    let (_, moves, rated) = rated(&game);
    let reviewed = ReviewedGame::new(&moves, rated, Rater::HAND.to_owned());
    Arc::new(RatedGame::new(game, reviewed, true))
}

/// Returns an app that follows a live capture.
fn following(store: Option<RecordingStore>) -> (App, SharedCapture) {
    let capture = SharedCapture::default();
    let control = Arc::new(Control::default());
    let scene = LiveScene::new("a card", capture.clone(), control, store);
    let mut app = app_of(Box::new(scene), Speed::Times(1.0), StopFlag::default());
    app.set_windowed();
    (app, capture)
}

#[test]
fn the_errors_of_a_live_game_are_played_out_once_its_source_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    let store = RecordingStore {
        disk: Disk::immediate(),
        ..RecordingStore::in_folder(folder.path(), Some(0))
    };
    let mut game = captured("Ann", 0, 0x8988, 20);
    game.player = None;
    // The results of playouts are known from an earlier review, because playouts take long.
    let (rater, _, moves) = rated(&game);
    let bad = Playouts::worst_first(&moves);
    assert!(!bad.is_empty());
    let loss = PlayoutLoss {
        loss: 1.1,
        error: 0.2,
        pairs: 48,
    };
    let saved: BTreeMap<usize, PlayoutLoss> = bad
        .iter()
        .map(|&place| (moves[place].number, loss))
        .collect();
    let fingerprint = Playouts::REVIEW.fingerprint(&rater, &moves);
    playouts::add(&store.playouts, fingerprint, &saved);
    let (mut app, capture) = following(Some(store));
    capture.rate(0, rated_game(game));
    run(&mut app);
    let played_out = |app: &mut App| figure(app, "Accuracy", "Simulated");
    assert_eq!(played_out(&mut app).as_deref(), Some("-"), "the game is on");
    capture.end(None);
    // The review stands at the first mistake. Its card counts the moves that are played out.
    let all = format!("{0} of {0}", bad.len());
    until(&mut app, |app| played_out(app).as_ref() == Some(&all));
    assert!(app.hud().title.starts_with("replay"));
}

#[test]
fn the_review_of_two_live_games_shows_both() {
    let (mut app, capture) = following(None);
    capture.see(LiveFrame {
        shown: LivePlayers::Two([(0, "Ann".to_owned()), (1, "Bob".to_owned())]),
        ..LiveFrame::default()
    });
    capture.rate(0, rated_game(captured("Ann", 1_000, 0x8988, 12)));
    capture.rate(1, rated_game(captured("Bob", 2_000, 0x1234, 12)));
    run(&mut app);
    assert!(matches!(app.view(), View::Versus(_)));
    for name in ["Ann", "Bob"] {
        let accuracy = figure(&mut app, name, "Accuracy").unwrap();
        assert!(accuracy.ends_with('%'), "{name}: {accuracy}");
    }
    capture.end(None);
    until(&mut app, |app| {
        app.hud().title.starts_with("replay") && app.overlay().side.is_some()
    });
    assert!(matches!(app.view(), View::Versus(_)));
}
