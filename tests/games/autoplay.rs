//! Tests of an AI that plays one game after another: how games end, and the frames between games.

use std::sync::Arc;

use rightwell::engine::DragInput;
use rightwell::lab::projection::Projection;
use rightwell::players::{Pattern, PatternFilter, Player, Strategy, StrategyKind};
use rightwell::rules::{Board, Pose, RandomizerKind, SzShare};
use rightwell::session::{
    Autoplay, Controls, Decision, DragDecision, DragPlayback, Ending, SeriesSettings, Verdict,
};

/// Returns a recorded autoplay that builds a pattern of these rows.
fn building(rows: &str, seed: u64, play_fast: bool) -> Autoplay {
    let picture: Board = rows.parse().unwrap();
    let pattern = Pattern::new("picture", picture).unwrap();
    playing(StrategyKind::building(pattern), seed, play_fast)
}

/// Returns a recorded autoplay with a strategy of this kind.
fn playing(kind: StrategyKind, seed: u64, play_fast: bool) -> Autoplay {
    let series = SeriesSettings {
        level: 9,
        randomizer: RandomizerKind::NesOdds,
        seed,
        controls: Controls::Drag,
        position: None,
    };
    let player = Arc::new(Player::named("survival").unwrap());
    let strategy = Arc::new(Strategy::new(player, kind));
    let mut autoplay = Autoplay::new(series, strategy).unwrap();
    autoplay.set_play_fast(play_fast);
    autoplay.record();
    autoplay
}

/// Plays until a game ends and returns its ending.
fn play_to_the_end(autoplay: &mut Autoplay) -> Ending {
    for _ in 0..200_000 {
        autoplay.advance();
        if let Some(ending) = autoplay.ending() {
            return ending;
        }
    }
    panic!("no game ends");
}

#[test]
fn a_finished_pattern_stays_for_three_seconds_then_the_next_game_begins() {
    for play_fast in [false, true] {
        let mut autoplay = building("XXXX......", 5, play_fast);
        assert_eq!(play_to_the_end(&mut autoplay), Ending::PictureDone);
        let board = autoplay.drag_game().unwrap().board();
        assert_eq!(
            board.row(19),
            0b1111,
            "the pattern must stand on the floor: {board:?}"
        );
        for _ in 0..179 {
            autoplay.advance();
            assert_eq!(autoplay.drag_game().unwrap().board(), board, "it stays");
        }
        assert_eq!(autoplay.drag_game().unwrap().start().game, 0);
        autoplay.advance();
        assert_eq!(autoplay.ending(), None);
        assert_eq!(autoplay.drag_game().unwrap().start().game, 1);
        for _ in 0..50 {
            autoplay.advance();
        }
        let replay = DragPlayback::new(autoplay.recording().unwrap()).unwrap();
        assert_eq!(replay.check(), Verdict::Same, "play fast: {play_fast}");
    }
}

#[test]
fn a_lost_game_is_shown_for_three_seconds_and_its_score_becomes_the_best() {
    // A player that only forbids cells never completes a checkerboard, and it loses some games.
    let wall = "X.X.X.X.X. .X.X.X.X.X ".repeat(10);
    let wall = Pattern::new("wall", wall.parse().unwrap()).unwrap();
    let wall = StrategyKind::PatternFilter(Box::new(PatternFilter::new(wall)));
    let mut lost = (0..40)
        .map(|seed| playing(wall.clone(), seed, true))
        .find_map(|mut games| {
            let ending = (0..4_000).find_map(|_| {
                games.advance();
                games.ending()
            });
            (ending == Some(Ending::ToppedOut)).then_some(games)
        });
    let autoplay = lost.as_mut().expect("one of the seeds must lose a game");
    assert!(autoplay.drag_game().unwrap().is_finished());
    let points = autoplay.drag_game().unwrap().score().points();
    for _ in 0..180 {
        autoplay.advance();
    }
    assert_eq!(autoplay.drag_game().unwrap().start().game, 1);
    assert_eq!(
        autoplay.drag_game().unwrap().start().top,
        points.max(10_000)
    );
    assert!(
        autoplay
            .drag_game()
            .unwrap()
            .check(DragInput::GiveUp { animate: true })
            .is_ok()
    );
}

#[test]
fn with_s_and_z_alone_the_stack_of_the_safest_player_collapses() {
    let series = SeriesSettings {
        level: 0,
        randomizer: RandomizerKind::Sz(SzShare::ALL),
        seed: 1,
        controls: Controls::Drag,
        position: None,
    };
    let survival = Strategy::alone(Arc::new(Player::named("survival").unwrap()));
    let mut games = Autoplay::new(series, survival.into()).unwrap();
    games.set_play_fast(true);
    assert_eq!(play_to_the_end(&mut games), Ending::ToppedOut);
    let pieces = games.summary().unwrap().pieces;
    assert!((20..1_000).contains(&pieces), "{pieces}");
}

/// Returns the first locks of a player that searches a tree. Calls `look` before each of them.
fn searched(mut look: impl FnMut(&Autoplay)) -> Vec<Pose> {
    let series = SeriesSettings {
        level: 9,
        randomizer: RandomizerKind::NesOdds,
        seed: 2,
        controls: Controls::Drag,
        position: None,
    };
    let player = Player::named("uct").unwrap().with_playouts(100);
    let strategy = Arc::new(Strategy::alone(Arc::new(player)));
    let mut autoplay = Autoplay::new(series, strategy).unwrap();
    autoplay.set_play_fast(true);
    let mut locks = Vec::new();
    while locks.len() < 4 {
        if let Some(job) = autoplay.job() {
            look(&autoplay);
            let plan = job.solve();
            if let Decision::Drag(DragDecision::Lock(lock)) = plan.decision {
                locks.push(lock);
            }
            autoplay.deliver(plan);
        }
        autoplay.step();
    }
    locks
}

#[test]
fn watching_changes_neither_the_game_nor_the_shown_tree() {
    let alone = searched(|_| ());
    let mut are_shown = Vec::new();
    let watched = searched(|autoplay| {
        let watch = autoplay.watch();
        watch.set_open(true);
        let Some(position) = autoplay.position() else {
            return;
        };
        let projection = Projection {
            position,
            score: 0,
            strategy: Arc::clone(autoplay.strategy()),
            moves: None,
            randomizer: RandomizerKind::NesOdds,
        };
        for continuation in 0..2 {
            let mut pieces = 0..3;
            let goes_on = || pieces.next().is_some();
            assert_eq!(projection.reaches_goal(continuation, goes_on), None);
        }
        are_shown.push(watch.latest().is_some());
    });
    assert_eq!(watched, alone);
    assert_eq!(
        are_shown, [false; 4],
        "only the tree of the current game may be shown"
    );
}
