//! Tests of recordings of NestrisChamps that begin late, have gaps, lack counters or contain misread ones. The folder
//! `tests/data/captures` contains recordings of games that this program played.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use rightwell::engine::{NgfFrame, read_ngf};
use rightwell::rules::Piece;
use rightwell::session::captured::LinesFrom;
use rightwell::session::{CapturedGame, CapturedPiece, PieceOutcome, ShownNumber};

/// Score at the end of the game of 30 pieces.
const SCORE: u32 = 45_881;

fn frames(name: &str) -> Vec<NgfFrame> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/captures");
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(File::open(folder.join(name)).unwrap())
        .read_to_end(&mut bytes)
        .unwrap();
    read_ngf(&bytes).unwrap()
}

/// Returns the frames of a game with 30 pieces and two Tetrises at level 18.
fn control() -> Vec<NgfFrame> {
    frames("control_30_pieces.ngf")
}

/// Returns the frames of the game, changed from its first clear on.
fn changed_after_a_clear(change: impl Fn(&mut NgfFrame)) -> Vec<NgfFrame> {
    let mut frames = control();
    let cleared = frames.iter_mut().filter(|frame| frame.lines > Some(0));
    cleared.for_each(change);
    frames
}

fn read(frames: &[NgfFrame]) -> CapturedGame {
    CapturedGame::longest_in(frames).expect("the frames show a game")
}

/// Returns the index of the first frame in which the counters show so many pieces.
fn spawn_of(frames: &[NgfFrame], pieces: u16) -> usize {
    let count = |frame: &NgfFrame| frame.statistics.iter().flatten().sum::<u16>();
    frames
        .iter()
        .position(|frame| count(frame) == pieces)
        .unwrap()
}

/// Returns the piece, its board and its outcome.
fn locks(pieces: &[CapturedPiece]) -> Vec<(Piece, String, PieceOutcome)> {
    let lock = |piece: &CapturedPiece| (piece.piece, piece.board.to_string(), piece.outcome);
    pieces.iter().map(lock).collect()
}

/// Asserts that all 30 locks, the lines, the levels and the score are right.
fn assert_whole(game: &CapturedGame) {
    let right = read(&control());
    assert_eq!(locks(&game.pieces[..30]), locks(&right.pieces[..30]));
    assert_eq!((game.lines(), game.clears()), (8, [0, 0, 0, 2]));
    assert!(game.pieces.iter().all(|piece| piece.level == 18));
    assert_eq!(
        (game.lines_from, game.score),
        (LinesFrom::Start, Some(SCORE))
    );
}

#[test]
fn a_recording_that_begins_in_mid_game_counts_from_its_first_frame() {
    let frames = control();
    let begin = spawn_of(&frames, 14) + 10;
    let (all, late) = (read(&frames), read(&frames[begin..]));
    assert_eq!(locks(&late.pieces[..17]), locks(&all.pieces[13..30]));
    assert_eq!(late.locked(), (17, 0));
    assert_eq!((late.lines(), late.clears()), (8, [0, 0, 0, 2]));
    assert_eq!(
        (late.lines_from, late.score),
        (LinesFrom::Screen, Some(SCORE))
    );
}

#[test]
fn a_gap_hides_only_the_pieces_in_it() {
    let mut frames = control();
    let all = read(&frames);
    let [begin, end] = [7, 13].map(|pieces| spawn_of(&frames, pieces) + 10);
    frames.drain(begin..end);
    let game = read(&frames);
    assert_eq!(locks(&game.pieces[..6]), locks(&all.pieces[..6]));
    assert_eq!(game.pieces[6].outcome, PieceOutcome::Unknown);
    assert_eq!(locks(&game.pieces[7..25]), locks(&all.pieces[12..30]));
    assert_eq!((game.lines(), game.clears()), (8, [0, 0, 0, 2]));
    assert_eq!(game.score, Some(SCORE));
}

#[test]
fn without_counters_the_playfield_tells_the_pieces() {
    let mut frames = control();
    for frame in &mut frames {
        frame.statistics = [None; Piece::COUNT];
    }
    assert_whole(&read(&frames));
}

#[test]
fn a_counter_that_stands_still_hides_no_piece() {
    let mut frames = control();
    for frame in &mut frames {
        frame.statistics[Piece::L.index()] = Some(0);
    }
    assert_whole(&read(&frames));
}

#[test]
fn lines_and_level_that_the_clears_contradict_are_not_believed() {
    let game = read(&changed_after_a_clear(|frame| {
        frame.lines = frame.lines.map(|lines| lines + 388);
        frame.level = Some(56);
    }));
    assert_whole(&game);
    let mut wrong: Vec<_> = game
        .disagreements
        .iter()
        .map(|found| (found.what, found.read))
        .collect();
    wrong.sort_by_key(|found| found.1);
    assert_eq!(wrong, [(ShownNumber::Level, 56), (ShownNumber::Lines, 392)]);
}

#[test]
fn a_score_that_stands_still_is_counted_from_the_clears() {
    let score = control()
        .iter()
        .find(|frame| frame.lines > Some(0))
        .unwrap()
        .score;
    let game = read(&changed_after_a_clear(|frame| frame.score = score));
    // The points for soft drops are not known.
    let points = game.score.unwrap();
    assert!((SCORE - 400..=SCORE).contains(&points), "{points}");
}

#[test]
fn a_b_type_game_counts_its_lines_down() {
    let frames = frames("b_type.ngf");
    let [all, late] = [0, 1_500].map(|begin| read(&frames[begin..]));
    assert_eq!((all.locked(), all.lines()), ((83, 0), 25));
    assert_eq!(
        (all.clears(), all.lines_from),
        ([5, 2, 0, 4], LinesFrom::Start)
    );
    assert!(all.pieces.iter().all(|piece| piece.level == 9));
    // Ten lines were cleared before its first frame.
    assert_eq!((late.lines(), late.clears()), (15, [3, 2, 0, 2]));
}
