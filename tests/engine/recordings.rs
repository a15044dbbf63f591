//! Tests of recordings: a replay equals the original game from any frame on, and corrupt recordings are refused.

use std::sync::Arc;

use rand::RngExt;
use rightwell::engine::drag_recording::{HeldInput, RecordedInput};
use rightwell::engine::{DragRecording, DragRecordingError, Event, RecordingEnd};
use rightwell::players::{Player, Strategy, StrategyKind};
use rightwell::rules::{RandomizerKind, SzShare};
use rightwell::session::{Autoplay, Controls, DragPlayback, Seek, SeriesSettings, Verdict};

use crate::support::boards;

/// Returns a player that builds towers, so its games end after a few pieces.
fn careless() -> Arc<Player> {
    let text = "(
        version: 1, name: \"careless\", about: \"builds towers\", known_pieces: 1,
        evaluator: SixFeatures((
            rows_cleared: 0, lock_height: -1, well_cells: 0,
            column_holes: 0, column_transitions: 0, row_transitions: 0,
        )),
    )";
    Arc::new(Player::from_ron("careless.ron", text).unwrap())
}

fn survival() -> Arc<Player> {
    Arc::new(Player::named("survival").unwrap())
}

fn autoplay(player: Arc<Player>, randomizer: RandomizerKind) -> Autoplay {
    let series = SeriesSettings {
        level: 18,
        randomizer,
        seed: 0x8988,
        controls: Controls::Drag,
        position: None,
    };
    let strategy = Arc::new(Strategy::alone(player));
    let mut autoplay = Autoplay::new(series, strategy).unwrap();
    autoplay.record();
    autoplay
}

/// A game that was played: the state after each frame, and the recording.
struct Played {
    hashes: Vec<u64>,
    recording: DragRecording,
}

/// Plays `frames` frames. After each frame, `meddle` may change the autoplay.
fn play(mut autoplay: Autoplay, frames: u64, mut meddle: impl FnMut(&mut Autoplay, u64)) -> Played {
    meddle(&mut autoplay, 0);
    let mut hashes = vec![autoplay.drag_game().unwrap().hash()];
    for frame in 1..=frames {
        autoplay.advance();
        meddle(&mut autoplay, frame);
        hashes.push(autoplay.drag_game().unwrap().hash());
    }
    Played {
        hashes,
        recording: autoplay.recording().unwrap(),
    }
}

/// Writes, reads and replays the recording. Compares every frame with the game.
fn assert_replays_equally(played: &Played) -> DragPlayback {
    let text = played.recording.to_ron();
    let recording = DragRecording::from_ron(&text).unwrap();
    assert_eq!(recording, played.recording, "read as written");
    let mut replay = DragPlayback::new(recording).unwrap();
    assert_eq!(replay.check(), Verdict::Same);
    assert_eq!(replay.frames() + 1, played.hashes.len() as u64);
    for (frame, hash) in played.hashes.iter().enumerate() {
        assert_eq!(replay.frame(), frame as u64);
        assert_eq!(replay.game().hash(), *hash, "frame {frame}");
        replay.step();
    }
    assert!(replay.is_at_end());
    replay
}

#[test]
fn every_randomizer_is_replayed_frame_by_frame() {
    for kind in [
        RandomizerKind::Nes,
        RandomizerKind::NesOdds,
        RandomizerKind::Sz(SzShare::ALL),
        RandomizerKind::Uniform,
    ] {
        assert_replays_equally(&play(autoplay(survival(), kind), 3_000, |_, _| {}));
    }
}

#[test]
fn games_over_and_the_pauses_between_games_are_replayed() {
    let played = play(autoplay(careless(), RandomizerKind::Nes), 12_000, |_, _| {});
    let games = played.recording.games.len();
    assert!(games > 3, "{games} games");
    let gave_up = played.recording.games[0].pieces.last().unwrap();
    assert_eq!(String::from(gave_up.clone()), "over");
    assert_replays_equally(&played);
}

#[test]
fn play_fast_is_replayed_from_its_inputs() {
    let played = play(
        autoplay(careless(), RandomizerKind::Nes),
        3_000,
        |autoplay, _| autoplay.set_play_fast(true),
    );
    assert!(played.recording.games.len() > 3);
    assert_replays_equally(&played);
}

#[test]
fn switches_in_the_middle_leave_their_inputs_only() {
    let alone = Arc::new(Strategy::alone(survival()));
    let well = Arc::new(alone.with(StrategyKind::Well(Box::default())));
    let played = play(
        autoplay(survival(), RandomizerKind::NesOdds),
        9_000,
        |autoplay, frame| match frame {
            // These changes come in irregular frames, so that they interrupt paths, animations and first frames.
            777 | 1_999 | 3_333 => autoplay.set_play_fast(true),
            1_234 | 2_500 | 3_400 => autoplay.set_play_fast(false),
            1_500 => autoplay.set_strategy(Arc::clone(&well)),
            4_000 | 4_001 | 7_000 => autoplay.new_game(),
            5_000 => {
                autoplay.set_next_level(3);
                autoplay.new_game();
                autoplay.new_game();
            }
            6_000 => autoplay.set_strategy(Arc::clone(&alone)),
            _ => {}
        },
    );
    let levels: Vec<u8> = played
        .recording
        .games
        .iter()
        .map(|game| game.start.level)
        .collect();
    assert_eq!(
        levels,
        [18, 18, 18, 3, 3],
        "a game without frames must leave no trace"
    );
    assert_replays_equally(&played);
}

#[test]
fn a_recording_may_end_anywhere() {
    // These recordings end before the first frame, in a path, in an animation, in a pause, just before the pause, and
    // just after it.
    for frames in [0, 1, 2, 60, 150, 500, 1_199, 1_200, 1_201, 2_000, 2_345] {
        for fast in [false, true] {
            let game = autoplay(careless(), RandomizerKind::Uniform);
            let played = play(game, frames, |autoplay, _| autoplay.set_play_fast(fast));
            assert_replays_equally(&played);
        }
    }
}

#[test]
fn a_new_game_in_the_last_frame_is_where_the_recording_ends() {
    let played = play(
        autoplay(survival(), RandomizerKind::Nes),
        100,
        |autoplay, frame| {
            if frame == 100 {
                autoplay.new_game();
            }
        },
    );
    assert_replays_equally(&played);
}

#[test]
fn seeking_reaches_the_state_of_playing() {
    let played = play(autoplay(careless(), RandomizerKind::Nes), 8_000, |_, _| {});
    let mut replay = assert_replays_equally(&played);
    let mut generator = boards::generator(51);
    for _ in 0..300 {
        let frame = generator.random_range(0..9_000);
        replay.seek(frame);
        let reached = frame.min(8_000);
        assert_eq!(replay.frame(), reached);
        assert_eq!(replay.game().hash(), played.hashes[reached as usize]);
    }
}

#[test]
fn seeking_by_piece_stops_where_each_one_appears() {
    let played = play(autoplay(careless(), RandomizerKind::Nes), 5_000, |_, _| {});
    let mut replay = assert_replays_equally(&played);
    replay.seek(0);
    let mut stops = vec![0];
    while !replay.is_at_end() {
        replay.seek_next_piece();
        let is_new_game = replay.game().steps() == 0;
        assert!(is_new_game || replay.game().reported(Event::Spawned) || replay.is_at_end());
        stops.push(replay.frame());
    }
    let pieces: usize = played
        .recording
        .games
        .iter()
        .map(|game| game.pieces.len())
        .sum();
    assert!(
        stops.len() >= pieces,
        "{} stops, {pieces} pieces",
        stops.len()
    );
    for &stop in stops.iter().rev().skip(1) {
        replay.seek_previous_piece();
        assert_eq!(replay.frame(), stop);
    }
    replay.seek(stops[3] + 1);
    replay.seek_previous_piece();
    assert_eq!(
        replay.frame(),
        stops[3],
        "the first step back leads to the spawn of the current piece"
    );
}

#[test]
fn a_recording_without_an_end_is_reported() {
    let mut played = play(autoplay(survival(), RandomizerKind::Nes), 200, |_, _| {});
    played.recording.end = None;
    let replay = DragPlayback::new(played.recording).unwrap();
    assert_eq!(replay.check(), Verdict::NothingToCompare);
}

#[test]
fn a_different_end_is_reported_with_both_ends() {
    let mut played = play(autoplay(survival(), RandomizerKind::Nes), 200, |_, _| {});
    let end = played.recording.end.as_mut().unwrap();
    let found = *end;
    *end = RecordingEnd {
        frame: 199,
        hash: 0x0123_4567_89AB_CDEF,
    };
    let recorded = *end;
    let replay = DragPlayback::new(played.recording).unwrap();
    assert_eq!(replay.check(), Verdict::Different { recorded, found });
}

#[test]
fn one_changed_lock_is_a_located_error_or_another_end() {
    let (mut errors, mut differences) = (0, 0);
    for pieces in [5, 100] {
        let game = autoplay(survival(), RandomizerKind::NesOdds);
        let played = play(game, pieces, |autoplay, _| autoplay.set_play_fast(true));
        for (piece, x) in (0..pieces as usize).flat_map(|piece| (0..10).map(move |x| (piece, x))) {
            let mut changed = played.recording.clone();
            let held = &mut changed.games[0].pieces[piece].0[0];
            let RecordedInput::Lock { mut place, animate } = held.input else {
                panic!("without path and animation, each piece is one lock");
            };
            if place.x == x {
                continue;
            }
            place.x = x;
            held.input = RecordedInput::Lock { place, animate };
            match DragPlayback::new(changed) {
                Ok(replay) => {
                    differences += 1;
                    assert_ne!(replay.check(), Verdict::Same, "piece {piece}, column {x}");
                }
                Err(DragRecordingError::Input {
                    game, piece: at, ..
                }) => {
                    errors += 1;
                    assert_eq!(game, 1);
                    assert!(at > piece, "piece {at} for a change in {}", piece + 1);
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(errors > 100 && differences > 3, "{errors}, {differences}");
}

/// Recordings that are stored with the tests, with the lines, score and state after some of their frames.
///
/// The values agree with the rules: two lines at level 3 score 100 x 4 points. At level 18, one line scores 40 x 19 and
/// two lines score 100 x 19. After 40 pieces and 15 lines, 40 x 4 - 15 x 10 = 10 cells are left.
const KEPT: [(&str, u64, u16, u32, u64); 8] = [
    ("drag", 424, 0, 0, 0x7875_287B_D28D_6153),
    ("drag", 425, 2, 400, 0xA3D5_0F2F_E824_AA67),
    ("drag_fast", 5, 0, 0, 0x7B16_77C0_D90F_0B71),
    ("drag_fast", 6, 1, 760, 0x7126_C409_8880_3315),
    ("drag_fast", 19, 5, 3_800, 0x59B7_95BE_ECFD_11A2),
    ("drag_fast", 20, 7, 5_700, 0x32C1_70C0_3B3F_E900),
    ("drag_fast", 38, 14, 11_020, 0x7936_8998_D687_6CC1),
    ("drag_fast", 40, 15, 11_780, 0xC7C3_9881_DED1_E1BA),
];

#[test]
fn stored_recordings_still_show_the_same_frames() {
    for (name, frame, lines, score, hash) in KEPT {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data/recordings");
        let text = std::fs::read_to_string(format!("{folder}/{name}.ron")).unwrap();
        let recording = DragRecording::from_ron(&text).unwrap();
        assert_eq!(recording.to_ron(), text, "written as read");
        let mut playback = DragPlayback::new(recording).unwrap();
        assert_eq!(playback.check(), Verdict::Same);
        playback.seek(frame);
        let state = playback.game().state();
        let found = (state.lines, state.score, playback.game().hash());
        assert_eq!(
            found,
            (Some(lines), Some(score), hash),
            "{name}, frame {frame}"
        );
        if frame == 40 {
            assert_eq!(playback.game().board().count(), 10);
        }
    }
}

/// Returns the state hashes of a replay from its first frame to its last.
fn states(recording: DragRecording) -> Result<Vec<u64>, DragRecordingError> {
    let mut replay = DragPlayback::new(recording)?;
    let mut states = vec![replay.game().hash()];
    while !replay.is_at_end() {
        replay.step();
        states.push(replay.game().hash());
    }
    Ok(states)
}

#[test]
fn one_frame_more_or_less_is_another_game() {
    let played = play(autoplay(survival(), RandomizerKind::Nes), 600, |_, _| {});
    let pieces = played.recording.games[0].pieces.len();
    assert!(
        pieces > 4,
        "expected more than 4 changed pieces, found {pieces}"
    );
    for piece in 0..pieces - 1 {
        for change in [1, u32::MAX] {
            let mut changed = played.recording.clone();
            let held: &mut HeldInput = &mut changed.games[0].pieces[piece].0[0];
            held.frames = held.frames.wrapping_add(change);
            // If a line clears, the change may become invisible, because the animation waits for a multiple of four
            // frames. The last states may then be equal, but not all states before them.
            match states(changed) {
                Ok(states) => assert_ne!(states, played.hashes, "piece {piece}"),
                Err(error) => assert!(error.to_string().contains("game 1, piece"), "{error}"),
            }
        }
    }
}

/// Returns a short valid text to be corrupted.
fn short_text() -> String {
    let played = play(
        autoplay(careless(), RandomizerKind::NesOdds),
        1_700,
        |autoplay, frame| autoplay.set_play_fast(frame > 900),
    );
    assert!(played.recording.games.len() > 1);
    played.recording.to_ron()
}

#[test]
fn faults_are_named_by_line_or_by_game_and_piece() {
    let start = "(level: 18, randomizer: Nes, seed: 4660, game: 0, top: 0)";
    let text = |start: &str, frames: &str, pieces: &str| {
        format!(
            "(\n version: 1,\n games: [(start: {start}, frames: {frames}, pieces: [{pieces}])],\n end: None,\n)"
        )
    };
    let table = [
        (text(start, "10", "\"5,0\""), "line 3, column"),
        (text("(level: 18)", "10", ""), "line 3, column"),
        (
            text(&start.replace("Nes", "Sz(101)"), "10", ""),
            "line 3, column",
        ),
        (
            text(&start.replace("18", "30"), "10", ""),
            "game 1: level 30 is out of range; allowed: 0-29",
        ),
        (
            text(&start.replace("4660", "1"), "10", ""),
            "game 1: seed 0001",
        ),
        (
            text(&start.replace("top: 0", "top: 1000000"), "10", ""),
            "game 1: top 1000000 is out of range; allowed: 0-999999",
        ),
        (
            text(start, "10", "\"5,0,0\""),
            "game 1, piece 1: the inputs for the piece end before it locks or the game ends",
        ),
        (
            text(start, "10", "\"=5,3,0\""),
            "game 1, piece 1: the piece does not rest at column 5, row 3: '=5,3,0'",
        ),
        (
            text(start, "10", "\"0,3,0\""),
            "game 1, piece 1: the piece does not fit at column 0, row 3: '0,3,0'",
        ),
        (
            text(start, "18446744073709551615", "\"5,0,0*3 over#\""),
            "game 1: frames 18446744073709551615: the total exceeds 5192536",
        ),
        (
            text(start, "5192536", "\"5,0,0*3 over#\""),
            "game 1: frames 5192536; allowed: at most 184 (",
        ),
        (
            text(start, "5000000000", "\"5,0,0*4294967295 over\""),
            "'5,0,0*4294967295' is not an input",
        ),
        (
            text(start, "10", "").replace("version: 1", "version: 7"),
            "unsupported version 7",
        ),
        (
            "(version: 1, games: [], end: None)".to_owned(),
            "the recording contains no game",
        ),
        (String::new(), "line 1, column"),
    ];
    for (text, expected) in table {
        let error = match DragRecording::from_ron(&text) {
            Ok(recording) => DragPlayback::new(recording)
                .expect_err(expected)
                .to_string(),
            Err(error) => error.to_string(),
        };
        assert!(error.contains(expected), "{error}\nexpected: {expected}");
    }
}

#[test]
fn corrupted_texts_never_panic_and_never_hang() {
    let original = short_text();
    assert!(original.is_ascii());
    let mut generator = boards::generator(52);
    let (mut readable, mut playable) = (0, 0);
    for _ in 0..6_000 {
        let mut bytes = original.clone().into_bytes();
        for _ in 0..generator.random_range(1..4) {
            corrupt(&mut bytes, &mut generator);
        }
        let text = String::from_utf8(bytes).unwrap();
        let Ok(recording) = DragRecording::from_ron(&text) else {
            continue;
        };
        readable += 1;
        if let Ok(mut replay) = DragPlayback::new(recording) {
            playable += 1;
            replay.check();
            replay.seek(u64::MAX);
            replay.seek_previous_piece();
            replay.seek(0);
        }
    }
    assert!(readable > 500 && playable > 100, "{readable}, {playable}");
}

/// Makes one small random change: replaces, adds, removes or doubles a byte, or removes a part.
fn corrupt(bytes: &mut Vec<u8>, generator: &mut rand_chacha::ChaCha8Rng) {
    const LETTERS: &[u8] = b"0123456789999,,-+=#*.()[]\"{}:over Nes\n";
    let at = generator.random_range(0..bytes.len());
    let letter = LETTERS[generator.random_range(0..LETTERS.len())];
    match generator.random_range(0..6) {
        0 => bytes[at] = letter,
        1 => bytes.insert(at, letter),
        2 => {
            bytes.remove(at);
        }
        3 => bytes.insert(at, bytes[at]),
        4 => {
            let end = (at + generator.random_range(1..40)).min(bytes.len());
            bytes.drain(at..end);
        }
        _ => {
            // If only a digit changes, the text can still be parsed.
            let digit = (at..bytes.len()).find(|&at| bytes[at].is_ascii_digit());
            if let Some(digit) = digit {
                bytes[digit] = LETTERS[generator.random_range(0..10)];
            }
        }
    }
}
