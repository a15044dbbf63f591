//! What the lab counts of a game under way is what was played, however it was played; and what is
//! likely to come of it is the same whenever it is asked.

use std::sync::Arc;

use rightwell::engine::drag_recording::RecordedInput;
use rightwell::engine::{DragRecording, GameType};
use rightwell::lab::projection::{CONTINUATIONS, Projection};
use rightwell::players::{Player, Position, Strategy};
use rightwell::rules::{Board, Piece, RandomizerKind, Region};
use rightwell::search::{Hand, Rhythm};
use rightwell::session::{
    Autoplay, ConsolePlayback, Controls, DragPlayback, GameStats, LevelMoves, PadControls, Seek,
    Series,
};

const PAD: PadControls = PadControls {
    hand: Hand::FASTEST,
    region: Region::Ntsc,
    game_type: GameType::A,
    double_killscreen: false,
};

fn strategy() -> Arc<Strategy> {
    let player = Player::named("survival").unwrap();
    Arc::new(Strategy::alone(Arc::new(player)))
}

fn autoplay(controls: Controls) -> Autoplay {
    let series = Series {
        level: 8,
        randomizer: RandomizerKind::NesOdds,
        seed: 77,
        controls,
    };
    let mut autoplay = Autoplay::new(series, strategy()).unwrap();
    autoplay.record();
    autoplay
}

/// Plays until so many pieces have locked.
fn played(autoplay: &mut Autoplay, pieces: u64) -> GameStats {
    while autoplay.summary().map_or(0, |summary| summary.pieces) < pieces {
        autoplay.advance();
    }
    *autoplay.figures().unwrap()
}

#[test]
fn locks_are_those_of_the_inputs_and_animation_changes_nothing() {
    let mut slow = autoplay(Controls::Drag);
    let figures = played(&mut slow, 150);
    let mut fast = autoplay(Controls::Drag);
    fast.set_play_fast(true);
    assert_eq!(played(&mut fast, 150), figures);
    let mut locks = [[0; 10]; 20];
    let recording: DragRecording = slow.recording().unwrap();
    for input in recording.games[0].pieces.iter().flat_map(|piece| &piece.0) {
        if let RecordedInput::Lock { place, .. } = input.input {
            locks[place.y as usize][place.x as usize] += 1;
        }
    }
    assert_eq!(figures.locks, locks);
    let mut replay = DragPlayback::new(recording).unwrap();
    replay.seek(replay.frames());
    assert_eq!(*replay.figures(), figures);
    replay.seek(200);
    let early: u32 = replay.figures().locks.as_flattened().iter().sum();
    assert_eq!(u64::from(early), replay.summary().pieces);
}

#[test]
fn games_at_the_gamepad_and_their_movies_have_the_same_figures() {
    let mut slow = autoplay(Controls::Pad(PAD));
    let figures = played(&mut slow, 60);
    let mut fast = autoplay(Controls::Pad(PAD));
    fast.set_play_fast(true);
    assert_eq!(played(&mut fast, 60), figures);
    assert_eq!(figures.locks.as_flattened().iter().sum::<u32>(), 60);
    let mut replay = ConsolePlayback::new(slow.history().unwrap());
    replay.seek(replay.frames());
    assert_eq!(replay.figures(), Some(&figures));
    replay.seek(0);
    assert_eq!(replay.figures(), None, "no game is on at power-on");
}

#[test]
fn droughts_are_those_of_the_pieces_that_came() {
    let mut autoplay = autoplay(Controls::Drag);
    autoplay.set_play_fast(true);
    let (mut wait, mut longest) = (0, 0);
    for _ in 0..2_000 {
        let piece = autoplay.drag_game().unwrap().pose().piece();
        wait = if piece == Piece::I { 0 } else { wait + 1 };
        longest = longest.max(wait);
        if autoplay.summary().unwrap().pieces > 0 {
            let droughts = autoplay.figures().unwrap().droughts;
            assert_eq!((droughts.now, droughts.longest), (wait, longest));
        }
        autoplay.advance();
    }
    let droughts = autoplay.figures().unwrap().droughts;
    assert!(droughts.count > 10 && droughts.last >= 13, "{droughts:?}");
    autoplay.new_game();
    assert_eq!(autoplay.figures(), Some(&GameStats::default()));
}

/// A position with this field, late in a game at level 18.
fn projection(rows: &str, score: u64, moves: Option<Arc<LevelMoves>>) -> Projection {
    let board: Board = rows.parse().unwrap();
    Projection {
        position: Position {
            level: 18,
            ..Position::new(board, Piece::I, Piece::T)
        },
        score,
        strategy: strategy(),
        moves,
        randomizer: RandomizerKind::Nes,
    }
}

fn answers(projection: &Projection, count: u32) -> Vec<bool> {
    let all = (0..count).map(|number| projection.reaches_goal(number, || true));
    all.collect::<Option<_>>().unwrap()
}

/// Four rows that lack their last cell.
const READY: &str = "XXXXXXXXX.\nXXXXXXXXX.\nXXXXXXXXX.\nXXXXXXXXX.";

#[test]
fn the_same_position_has_the_same_continuations() {
    let one = projection(READY, 199_500, None);
    assert_eq!(one.goal(), 200_000);
    assert_eq!(answers(&one, 8), answers(&one.clone(), 8));
    assert_eq!(answers(&one, CONTINUATIONS), [true; CONTINUATIONS as usize]);
    assert_eq!(one.reaches_goal(0, || false), None, "nobody wants to know");
    let mut asked = 0;
    let cut = one.reaches_goal(3, || {
        asked += 1;
        asked < 2
    });
    assert!(cut.is_none() || asked == 1, "it is asked before each piece");
}

#[test]
fn a_tetris_at_hand_and_a_stack_that_is_too_high_are_told_apart() {
    // The I at hand brings 1200 x 19 points.
    let at_hand = projection(READY, 180_000, None);
    assert_eq!(answers(&at_hand, 4), [true; 4]);
    let high = "XXXXX.XXX.\n".repeat(17) + "XXXX.XXXXX";
    let lost = projection(&high, 0, Some(Arc::new(LevelMoves::new(PAD))));
    assert_eq!(answers(&lost, 4), [false; 4]);
}

#[test]
fn what_is_uncertain_comes_out_between() {
    // With 12 taps a second survival does not live long at level 29.
    let hand = Hand::FASTEST.with_rhythm(Rhythm::Rate("12".parse().unwrap()));
    let moves = LevelMoves::new(PadControls { hand, ..PAD });
    let mut slow = projection("..........", 0, Some(Arc::new(moves)));
    slow.position.level = 29;
    slow.position.lines = 230;
    slow.score = 80_000;
    let reached = answers(&slow, 40)
        .into_iter()
        .filter(|reached| *reached)
        .count();
    assert!((1..40).contains(&reached), "{reached} of 40");
}
