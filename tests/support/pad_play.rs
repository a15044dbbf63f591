//! Plays the paths that the search for locks with a gamepad finds.

use rightwell::engine::play_state::PlayState;
use rightwell::engine::{PadGame, PadPosition, PadStart, PersistentMemory};
use rightwell::rules::{Board, Buttons, Cell, Piece, PlayfieldMemory, Pose, Region};
use rightwell::search::{Hand, PadPiece, Rhythm};

use super::naive_pad::Hands;

/// Common tap rates.
pub const RATES: [&str; 6] = ["10", "12", "13.3", "15", "20", "30"];
/// Common tap rates, and patterns of taps: a roll, two even patterns, and one that begins with its longest gap.
pub const RHYTHMS: [&str; 10] = [
    "10",
    "12",
    "13.3",
    "15",
    "20",
    "30",
    "X.X.X.X...........",
    "X.....",
    "X.X..",
    "X......X..",
];
pub const REGIONS: [Region; 2] = [Region::Ntsc, Region::Pal];

/// Returns hands with this tap rate, with this pattern, or with autoshift.
pub fn hand(taps: &str, reaction: u64) -> Hand {
    let rhythm = match taps.parse() {
        Ok(rate) => Rhythm::Rate(rate),
        Err(_) => Rhythm::from_taps(taps).unwrap(),
    };
    let hand = Hand::FASTEST.with_rhythm(rhythm);
    hand.with_reaction(reaction).unwrap()
}

/// Returns these locks, sorted.
pub fn sorted(locks: impl IntoIterator<Item = Pose>) -> Vec<Pose> {
    let mut locks: Vec<Pose> = locks.into_iter().collect();
    locks.sort();
    locks
}

/// Returns a game in which this piece is under control, and the counters of the console.
pub fn game(board: &Board, piece: PadPiece) -> (PadGame, PersistentMemory) {
    let mut carry = PersistentMemory::default();
    let position = PadPosition {
        start: PadStart {
            level: piece.level,
            region: piece.region,
            ..PadStart::default()
        },
        page: PlayfieldMemory::from_board(board, Cell::BORDERED),
        pose: piece.pose,
        next: Piece::T,
        lines: 0,
        score: 0,
    };
    let game = PadGame::from_position(position, &mut carry);
    carry.control = piece.control;
    carry.pad.held = piece.held;
    (game, carry)
}

/// Plays `inputs`. Checks that the piece comes to rest at `lock`, and in the last frame, not sooner.
pub fn play(board: &Board, piece: PadPiece, inputs: &[Buttons], lock: Pose) {
    let (mut game, mut carry) = game(board, piece);
    for (frame, &held) in inputs.iter().enumerate() {
        let state = game.play_state();
        assert_eq!(
            state,
            PlayState::Control,
            "frame {frame} {lock:?} {board:?}"
        );
        game.step(&mut carry, held);
    }
    assert_eq!(game.pose(), lock, "{board:?}");
    assert_eq!(game.play_state(), PlayState::Lock, "{lock:?} {board:?}");
    assert!(lock.fits(board), "{lock:?} {board:?}");
}

/// Checks that the hands can press these inputs.
pub fn is_playable_by(inputs: &[Buttons], hand: Hand, region: Region) {
    is_playable_from(Hands::default(), inputs, hand, region);
}

/// Checks that hands which have already acted can press these inputs.
pub fn is_playable_from(mut hands: Hands, inputs: &[Buttons], hand: Hand, region: Region) {
    for (frame, &held) in (0..).zip(inputs) {
        let after = hands.after(held, frame, hand, region);
        hands = after.unwrap_or_else(|| panic!("frame {frame}: {inputs:?} {hand:?}"));
    }
}
