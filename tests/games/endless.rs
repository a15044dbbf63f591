//! Tests of the endless demo: it repeats for ever after 8,075 pieces.

use rightwell::engine::{DragGame, DragRecording, DragStart, EndlessStart, Event};
use rightwell::rules::{Board, Pose, RandomizerKind};
use rightwell::session::endless::{PIECES, SEED};
use rightwell::session::{Autoplay, DragPlayback, EndlessDemo, Seek, Verdict};

/// Returns the demo from the piece at index `place` of the period on. Each step plays one piece.
fn demo(place: u64) -> Autoplay {
    let mut demo = Autoplay::endless(EndlessDemo::new(place), 0);
    demo.set_play_fast(true);
    demo
}

fn game(demo: &Autoplay) -> &DragGame {
    demo.drag_game().unwrap()
}

/// State in which a piece spawns: the playfield, the pose of the piece, and the letter of the next piece.
type Met = (Board, Pose, char);

/// Returns the state in which each of the next `pieces` pieces spawns.
fn met(demo: &mut Autoplay, pieces: u32) -> Vec<Met> {
    let one = |_| {
        let game = game(demo);
        let met = (game.board(), game.pose(), game.next().letter());
        demo.advance();
        met
    };
    (0..pieces).map(one).collect()
}

#[test]
fn after_its_round_the_demo_repeats_except_for_its_counters() {
    let mut demo = demo(0);
    let beginning = game(&demo).as_start();
    assert_eq!(beginning.as_ref(), Some(game(&demo).start()));
    let first = met(&mut demo, PIECES);
    assert_eq!(game(&demo).as_start(), beginning);
    assert_eq!((game(&demo).board(), demo.ending()), (Board::EMPTY, None));
    for _ in 0..2 {
        assert_eq!(met(&mut demo, PIECES), first);
        assert_eq!(game(&demo).as_start(), beginning);
    }
    // In one period, the playfield is empty 12 times, but only once with these two pieces next.
    let is_clear = |met: &&Met| met.0 == Board::EMPTY;
    assert_eq!(first.iter().filter(is_clear).count(), 12);
    let again = |met: &&Met| **met == first[0];
    assert_eq!(first.iter().filter(again).count(), 1);
    // Score and lines continue to rise. The displayed score stops at six digits.
    let summary = demo.summary().unwrap();
    let pieces = 3 * u64::from(PIECES);
    assert_eq!((summary.pieces, summary.lines), (pieces, pieces * 4 / 10));
    assert_eq!(demo.points(), Some(999_999));
}

#[test]
fn the_demo_starts_anywhere_and_each_next_game_elsewhere() {
    let round = met(&mut demo(0), PIECES);
    for place in [1, 17, 3_000, u64::from(PIECES) - 1] {
        let here = met(&mut demo(place), 30);
        let expected = round.iter().cycle().skip(place as usize).take(30);
        assert!(here.iter().eq(expected), "after {place} pieces");
        assert_eq!(
            demo(place + u64::from(PIECES)).endless_pieces(),
            Some(place as u32)
        );
    }
    let mut demo = demo(5);
    let mut places: Vec<u32> = Vec::new();
    for _ in 0..4 {
        places.extend(demo.endless_pieces());
        assert_eq!(demo.points(), Some(0));
        demo.new_game();
    }
    let (all, count) = (places.len(), {
        places.sort_unstable();
        places.dedup();
        places.len()
    });
    assert_eq!((all, count), (4, 4), "{places:?}");
}

#[test]
fn the_demo_does_not_depend_on_time() {
    let fast = met(&mut demo(8_050), 40);
    let mut slow = Autoplay::endless(EndlessDemo::new(8_050), 9);
    let mut seen = vec![(
        game(&slow).board(),
        game(&slow).pose(),
        game(&slow).next().letter(),
    )];
    while seen.len() < fast.len() {
        if slow.advance().contains(Event::Spawned) {
            let game = game(&slow);
            seen.push((game.board(), game.pose(), game.next().letter()));
        }
    }
    assert_eq!(seen, fast);
}

/// Returns a recording that goes beyond the end of a period, and all its games.
fn recording() -> (DragRecording, Vec<u64>) {
    let mut demo = Autoplay::endless(EndlessDemo::new(8_065), 3);
    demo.record();
    let mut hashes = Vec::new();
    for frame in 0..2_000 {
        demo.set_play_fast(frame > 1_200);
        demo.advance();
        hashes.push(game(&demo).hash());
        if frame == 1_500 {
            assert!(demo.endless_pieces().unwrap() > 10 && demo.endless_pieces().unwrap() < 6_000);
            demo.new_game();
        }
    }
    (demo.recording().unwrap(), hashes)
}

#[test]
fn recordings_state_the_start_of_the_demo_and_replay_frame_by_frame() {
    let (recording, hashes) = recording();
    let read = DragRecording::from_ron(&recording.to_ron()).unwrap();
    assert_eq!(read, recording);
    let mut playback = DragPlayback::new(read).unwrap();
    assert_eq!(playback.check(), Verdict::Same);
    for (frame, hash) in hashes.iter().enumerate().take(1_500) {
        playback.step();
        assert_eq!(playback.game().hash(), *hash, "frame {frame}");
    }
    playback.seek(900);
    assert_eq!(playback.game().hash(), hashes[899]);
    let mut other = recording;
    other.games[0].start.endless = None;
    assert!(DragPlayback::new(other).is_err(), "other pieces come");
}

#[test]
fn other_games_do_not_repeat() {
    let mut start = game(&demo(0)).start().clone();
    start.endless = None;
    let game = DragGame::new(start).unwrap();
    assert_eq!((game.as_start(), game.endless_pieces()), (None, None));
    // Recordings of other games do not have this field.
    let mut recording = recording().0;
    recording.games[0].start.endless = None;
    assert_eq!(recording.to_ron().matches("endless").count(), 1);
}

#[test]
fn invalid_starts_of_the_demo_are_refused_with_the_allowed_range() {
    let start = |randomizer, before, rows: &[&str]| DragStart {
        level: 0,
        randomizer,
        seed: SEED,
        game: 0,
        top: 0,
        endless: Some(EndlessStart {
            before,
            rows: rows.iter().map(|&row| row.to_owned()).collect(),
        }),
        position: None,
    };
    let odds = RandomizerKind::NesOdds;
    assert_eq!(start(odds, 7, &["..BLD....."]).check(), Ok(()));
    let too_many = ["B........."; 21];
    for (start, word) in [
        (start(RandomizerKind::Nes, 0, &[]), "NesOdds, Uniform, Sz"),
        (start(odds, 1_000_001, &[]), "0-1000000"),
        (start(odds, 0, &too_many), "at most 20"),
        (start(odds, 0, &["..BLD...."]), "ten characters"),
        (start(odds, 0, &["..XLD....."]), "ten characters"),
        (start(odds, 0, &["BBBBBBBBBB"]), "at least one"),
        (start(odds, 0, &["ééééé"]), "ten characters"),
    ] {
        let error = start.check().unwrap_err();
        assert!(error.contains(word) && !error.contains('\n'), "{error}");
    }
    let (mut recording, _) = recording();
    for game in &mut recording.games {
        game.start.endless.as_mut().unwrap().before = 1_000_000;
    }
    let one = recording.games[0].clone();
    recording
        .games
        .extend([one.clone(), one.clone(), one.clone(), one]);
    let error = DragRecording::from_ron(&recording.to_ron()).unwrap_err();
    assert!(error.to_string().contains("24 hours"), "{error}");
}
