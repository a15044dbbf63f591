//! An AI plays game after game: how games end, and what comes between them.

use std::sync::Arc;

use rightwell::engine::DragInput;
use rightwell::players::{Filter, Pattern, PatternBuilder, PatternFilter, Player};
use rightwell::rules::{Board, RandomizerKind};
use rightwell::session::{Controls, DragPlayback, Ending, Exhibition, Series, Verdict};

/// Games that build a picture of these rows, recorded.
fn building(rows: &str, seed: u64, play_fast: bool) -> Exhibition {
    let picture: Board = rows.parse().unwrap();
    let builder = PatternBuilder::new(Pattern::new("picture", picture).unwrap());
    playing(Filter::Pattern(Box::new(builder)), seed, play_fast)
}

/// Games under a filter, recorded.
fn playing(filter: Filter, seed: u64, play_fast: bool) -> Exhibition {
    let series = Series {
        level: 9,
        randomizer: RandomizerKind::NesOdds,
        seed,
        controls: Controls::Drag,
    };
    let player = Arc::new(Player::find("survival").unwrap());
    let mut exhibition = Exhibition::new(series, player, Arc::new(filter)).unwrap();
    exhibition.set_play_fast(play_fast);
    exhibition.record();
    exhibition
}

/// Plays until a game has ended and says how.
fn play_to_the_end(exhibition: &mut Exhibition) -> Ending {
    for _ in 0..200_000 {
        exhibition.advance();
        if let Some(ending) = exhibition.ending() {
            return ending;
        }
    }
    panic!("no game ends");
}

#[test]
fn a_picture_that_is_done_stays_for_three_seconds_then_the_next_game_begins() {
    for play_fast in [false, true] {
        let mut exhibition = building("XXXX......", 5, play_fast);
        assert_eq!(play_to_the_end(&mut exhibition), Ending::PictureDone);
        let board = exhibition.drag_game().unwrap().board();
        assert_eq!(
            board.row(19),
            0b1111,
            "the picture is on the floor: {board:?}"
        );
        for _ in 0..179 {
            exhibition.advance();
            assert_eq!(exhibition.drag_game().unwrap().board(), board, "it stays");
        }
        assert_eq!(exhibition.drag_game().unwrap().start().game, 0);
        exhibition.advance();
        assert_eq!(exhibition.ending(), None);
        assert_eq!(exhibition.drag_game().unwrap().start().game, 1);
        for _ in 0..50 {
            exhibition.advance();
        }
        let replay = DragPlayback::new(exhibition.recording().unwrap()).unwrap();
        assert_eq!(replay.check(), Verdict::Same, "play fast: {play_fast}");
    }
}

#[test]
fn a_lost_game_is_shown_for_three_seconds_and_its_score_becomes_the_best() {
    // Refusing squares alone never makes a checkerboard, and some games that try lose.
    let wall = "X.X.X.X.X. .X.X.X.X.X ".repeat(10);
    let wall = Pattern::new("wall", wall.parse().unwrap()).unwrap();
    let wall = Filter::PatternPlain(PatternFilter::new(wall));
    let mut lost = (0..40)
        .map(|seed| playing(wall.clone(), seed, true))
        .find_map(|mut games| {
            let ending = (0..4_000).find_map(|_| {
                games.advance();
                games.ending()
            });
            (ending == Some(Ending::ToppedOut)).then_some(games)
        });
    let exhibition = lost.as_mut().expect("some seed loses a game");
    assert!(exhibition.drag_game().unwrap().is_finished());
    let points = exhibition.drag_game().unwrap().score().points();
    for _ in 0..180 {
        exhibition.advance();
    }
    assert_eq!(exhibition.drag_game().unwrap().start().game, 1);
    assert_eq!(
        exhibition.drag_game().unwrap().start().top,
        points.max(10_000)
    );
    assert!(
        exhibition
            .drag_game()
            .unwrap()
            .check(DragInput::GiveUp { animate: true })
            .is_ok()
    );
}
