//! Tests of reviews and practice games, also with recordings that do not allow them.

use rightwell::engine::{DirectStart, GameType, HighScores, MatchRecording, VersusStart, View};
use rightwell::lab::Playouts;
use rightwell::rules::{Board, Buttons, Piece, Pose, Region};
use rightwell::session::review::PlayoutLoss;
use rightwell::session::{
    CapturedGame, CapturedPiece, CapturedPlayback, MatchPlayback, Person, PieceOutcome, Seek,
};

use crate::host::disk::Disk;
use crate::input::action::Action;
use crate::scene::coach::CoachSettings;
use crate::scene::rating;
use crate::scene::{Request, Scene, SceneCommand};
use crate::store::recording_store::RecordingStore;

use super::*;

fn of_match() -> Recorded {
    let recording = MatchRecording {
        start: VersusStart::default(),
        inputs: vec![[Buttons::NONE; 2]; 300],
        end: None,
    };
    Recorded::Match(Box::new(MatchPlayback::new(recording).unwrap()))
}

/// Returns a captured game of four O pieces. The lock of the second one is unknown. The last one never locks.
fn captured() -> Recorded {
    let locked = |x| PieceOutcome::Locked {
        lock: Pose {
            x,
            y: 18,
            ..Pose::spawn(Piece::O)
        },
        rows: 0,
        is_certain: true,
    };
    let fates = [
        locked(1),
        PieceOutcome::Unknown,
        locked(9),
        PieceOutcome::Last,
    ];
    let piece = |(frame, outcome): (u64, PieceOutcome)| CapturedPiece {
        piece: Piece::O,
        next: Some(Piece::O),
        board: Board::EMPTY,
        lines: 0,
        level: 18,
        score: Some(0),
        das: None,
        time: 1_000 * frame as u32,
        frame,
        poses_seen: Vec::new(),
        outcome,
    };
    Recorded::Captured(Box::new(CapturedPlayback::new(CapturedGame {
        time: 4_000,
        score: Some(0),
        ..CapturedGame::of_pieces((0..).zip(fates).map(piece).collect())
    })))
}

const PAUSE: &str = "pause";
const PLAY: &str = "play";

/// Returns the requests of a context in words.
fn asked(context: &mut Context) -> Vec<String> {
    let words = context.take().into_iter().map(|request| match request {
        Request::Notify(said) => said,
        Request::Pause(true) => PAUSE.to_owned(),
        Request::Pause(false) => PLAY.to_owned(),
        Request::Push(_) => "another one".to_owned(),
        other => panic!("{other:?}"),
    });
    words.collect()
}

/// Runs a tick and returns the requests.
fn attend(scene: &mut RecordingScene) -> Vec<String> {
    let mut context = Context::default();
    scene.tick(&CoachSettings::default(), &mut context);
    asked(&mut context)
}

/// Sends a command and returns the requests that follow.
fn handle(scene: &mut RecordingScene, command: SceneCommand) -> Vec<String> {
    let mut context = Context::default();
    scene.handle(command, &mut context);
    asked(&mut context)
}

/// Waits until the rating thread has found the games.
fn found(scene: &RecordingScene) {
    let thread = scene.review.thread.as_ref().unwrap();
    while thread.games().is_none() {
        assert_eq!(thread.failure(), None);
        std::thread::yield_now();
    }
}

#[test]
fn the_review_of_a_match_says_that_there_is_none_and_plays_it() {
    let mut scene = RecordingScene::reviewing(of_match(), None);
    let mut context = Context::default();
    scene.begin(&mut context);
    assert_eq!(asked(&mut context), [PAUSE]);
    assert_eq!(attend(&mut scene), [PLAY, "matches are not rated"]);
    assert!(scene.review_panels().is_empty());
    assert_eq!(attend(&mut scene), [""; 0]);
}

#[test]
fn a_rating_that_fails_is_said_and_the_replay_goes_on() {
    let recorded = captured();
    let thread = rating::tests::panicked(&recorded, "lost the thread");
    let mut scene = RecordingScene::reviewing(recorded, None);
    scene.review.thread = Some(thread);
    let why = "cannot rate the moves: lost the thread";
    assert_eq!(attend(&mut scene), [PLAY, why]);
    assert!(scene.review_panels().is_empty());
    let command = SceneCommand::Act(Action::NextMistake);
    assert_eq!(handle(&mut scene, command), [why]);
}

#[test]
fn a_cameras_piece_is_practised_only_where_its_lock_is_known() {
    let recorded = captured();
    let Recorded::Captured(playback) = &recorded else {
        unreachable!();
    };
    let spawns = playback.spawns().to_owned();
    assert_eq!(playback.frames(), 240);
    for (place, can_be) in [true, false, true, false].into_iter().enumerate() {
        for frame in [spawns[place], spawns[place] + 30] {
            let mut scene = RecordingScene::new(recorded.clone(), None);
            found(&scene);
            scene.recorded.seek().seek(frame);
            for key in [Action::Practise, Action::GoOn] {
                let answer = handle(&mut scene, SceneCommand::Act(key));
                let is_laid = answer == ["another one"];
                assert_eq!(is_laid, can_be, "{place} {frame}");
            }
            assert_eq!(scene.recorded.place().frame(), frame);
        }
    }
}

#[test]
fn at_the_end_of_a_cameras_game_nothing_is_said_of_an_ending_that_nobody_saw() {
    let mut scene = RecordingScene::new(captured(), None);
    scene.recorded.seek().seek(u64::MAX);
    let said = scene.summary().unwrap();
    assert_eq!(said, "its end was not seen: 0 lines, 0 points");
}

/// Returns the game of a person who lets every piece fall straight down.
fn careless() -> Recorded {
    careless_for(400)
}

/// Returns the first frames of this game.
fn careless_for(frames: u32) -> Recorded {
    let start = DirectStart {
        region: Region::Ntsc,
        game_type: GameType::A,
        level: 18,
        seed: 0x1234,
    };
    let mut person = Person::direct(start, HighScores::default()).unwrap();
    for _ in 0..frames {
        person.step(Buttons::DOWN);
    }
    Recorded::from_history(person.history())
}

#[test]
fn mistakes_are_kept_once_of_ones_own_games_alone_and_only_where_they_are_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mistakes.ron");
    let wanted = CoachSettings {
        mistakes: Some(file.clone()),
        ..CoachSettings::default()
    };
    let store = RecordingStore {
        disk: Disk::immediate(),
        ..RecordingStore::nowhere()
    };
    let reviewed = || {
        let mut scene = RecordingScene::reviewing(careless(), Some(store.clone()));
        while scene.review.reviewed().is_none() {
            assert_eq!(scene.unrated(), None);
            std::thread::yield_now();
        }
        attend(&mut scene);
        scene
    };
    let round = |scene: &mut RecordingScene| {
        let mut context = Context::default();
        scene.tick(&wanted, &mut context);
        asked(&mut context)
    };
    let mut of_somebody = reviewed();
    assert_eq!(round(&mut of_somebody), [""; 0]);
    let mut own = reviewed().of_own();
    assert_eq!(attend(&mut own), [""; 0], "it is not wanted");
    assert!(!file.exists());
    let games = own.review.reviewed().unwrap();
    let moves = games.iter().flat_map(ReviewedGame::moves);
    let count = moves.filter(|reviewed| reviewed.is_mistake()).count();
    assert!(count > 2, "{count}");
    assert_eq!(
        round(&mut own),
        [format!("{count} mistakes saved for puzzles")]
    );
    assert_eq!(round(&mut own), [""; 0], "once");
    let kept = mistakes::load(&file).unwrap();
    assert_eq!(kept.counts(None).waiting, count);
    assert_eq!(round(&mut reviewed().of_own()), [""; 0], "they are there");
    assert_eq!(mistakes::load(&file).unwrap(), kept);
    // A playback that is not reviewed saves no mistakes.
    mistakes::empty(&file, None).unwrap();
    let mut watched = RecordingScene::new(careless(), Some(store.clone())).of_own();
    while watched.review.reviewed().is_none() {
        std::thread::yield_now();
    }
    assert_eq!(round(&mut watched), [""; 0]);
    handle(&mut watched, SceneCommand::Act(Action::NextMistake));
    assert!(
        round(&mut watched)
            .iter()
            .any(|said| said.contains("saved for puzzles"))
    );
}

#[test]
fn a_review_may_begin_at_any_move() {
    let scene = RecordingScene::reviewing(careless(), None);
    let games = loop {
        assert_eq!(scene.unrated(), None);
        if let Some(games) = scene.review.reviewed() {
            break games;
        }
    };
    let last = games[0].moves().last().unwrap();
    let mut scene = scene.beginning_at(Some(last.played.frame));
    attend(&mut scene);
    assert_eq!(scene.review.shown().unwrap().number, last.number);
}

#[test]
fn the_first_piece_and_its_next_are_on_the_screen_wherever_it_is_gone_to() {
    let mut scene = RecordingScene::reviewing(careless_for(300), None);
    let shown = |scene: &RecordingScene| match scene.view() {
        View::Game(game) => (game.piece.map(Pose::piece), game.next),
        other => panic!("{other:?}"),
    };
    let games = loop {
        if let Some(games) = scene.review.reviewed() {
            break games;
        }
        std::thread::yield_now();
    };
    let first = games[0].played(0).unwrap();
    let expected = (Some(first.position.current), first.position.next);
    assert_eq!(shown(&scene), expected, "where a review begins");
    handle(&mut scene, SceneCommand::Act(Action::NextPiece));
    handle(
        &mut scene,
        SceneCommand::Jump(JumpTarget::Move(first.frame)),
    );
    assert_eq!(shown(&scene), expected, "at the move");
    handle(&mut scene, SceneCommand::Act(Action::NextPiece));
    for _ in 0..3 {
        handle(&mut scene, SceneCommand::Act(Action::PreviousPiece));
    }
    assert_eq!(shown(&scene), expected, "piece by piece");
}

#[test]
fn measured_losses_of_an_earlier_review_replace_the_rated_ones_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = RecordingStore {
        disk: Disk::immediate(),
        ..RecordingStore::in_folder(folder.path(), Some(0))
    };
    let mut scene = RecordingScene::reviewing(careless(), Some(store.clone()));
    while scene.review.reviewed().is_none() {
        std::thread::yield_now();
    }
    let games = scene.review.reviewed().unwrap();
    let moves = games[0].moves();
    let bad = Playouts::worst_first(moves);
    let loss = PlayoutLoss {
        loss: 1.125,
        error: 0.2,
        pairs: 48,
    };
    let rater = scene.review.thread.as_ref().unwrap().rater(0);
    let fingerprint = Playouts::REVIEW.fingerprint(&rater, moves);
    let saved = bad.iter().map(|&place| (moves[place].number, loss));
    playouts::add(&store.playouts, fingerprint, &saved.collect());
    let (worst, all) = (bad[0], bad.len());
    drop(games);
    let played_out = |scene: &RecordingScene| {
        let games = scene.review.reviewed().unwrap();
        let moves = games[0].moves().iter();
        moves.filter(|reviewed| reviewed.playouts.is_some()).count()
    };
    assert_eq!(played_out(&scene), 0, "rated losses come first");
    let progress = |scene: &RecordingScene| {
        let panels = scene.review_panels().into_iter();
        let mut parts = panels
            .filter(|shown| shown.panel.title == "Accuracy")
            .flat_map(|shown| shown.panel.parts);
        let rows = parts.find_map(|part| match part {
            PanelPart::Figures(rows) => Some(rows),
            _ => None,
        });
        let row = rows
            .unwrap()
            .into_iter()
            .find(|row| row.word == "Simulated");
        row.unwrap().value
    };
    assert_eq!(progress(&scene), "-");
    for _ in 0..60_000 {
        attend(&mut scene);
        if played_out(&scene) == all {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert_eq!(played_out(&scene), all);
    assert_eq!(progress(&scene), format!("{all} of {all}"));
    let games = scene.review.reviewed().unwrap();
    let figures = coached::figures(&games[0].moves()[worst]);
    let PanelPart::Figures(rows) = &figures[1] else {
        panic!("{figures:?}");
    };
    let shown = rows.iter().find(|row| row.word == "Simulated").unwrap();
    assert_eq!(shown.value, "1.1 \u{b1} 0.2 lines");
}

#[test]
fn bad_moves_are_played_out_during_the_review_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let store = RecordingStore {
        disk: Disk::immediate(),
        ..RecordingStore::in_folder(folder.path(), Some(0))
    };
    let reviewed = |frames| {
        let scene = RecordingScene::reviewing(careless_for(frames), Some(store.clone()));
        while scene.review.reviewed().is_none() {
            std::thread::yield_now();
        }
        scene
    };
    let is_bad = |scene: &RecordingScene| {
        let games = scene.review.reviewed().unwrap();
        (games.first()).is_some_and(|game| !Playouts::worst_first(game.moves()).is_empty())
    };
    // A game with more bad moves would take long.
    let mut scene = (1..10)
        .map(|part| reviewed(40 * part))
        .find(is_bad)
        .unwrap();
    let losses = |scene: &RecordingScene| -> Option<playouts::LossesByMove> {
        let games = scene.review.reviewed()?;
        let moves = games[0].moves();
        let bad = Playouts::worst_first(moves).into_iter();
        bad.map(|place| Some((moves[place].number, moves[place].playouts?)))
            .collect()
    };
    let mut found = None;
    for _ in 0..600_000 {
        attend(&mut scene);
        found = losses(&scene);
        if found.is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let found = found.expect("every bad move is played out");
    assert!(!found.is_empty());
    attend(&mut scene);
    let rater = scene.review.thread.as_ref().unwrap().rater(0);
    let games = scene.review.reviewed().unwrap();
    let fingerprint = Playouts::REVIEW.fingerprint(&rater, games[0].moves());
    assert_eq!(playouts::load(&store.playouts, fingerprint), found);
}
