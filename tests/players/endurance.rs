//! Tests of the player `endurance`: it locks pieces high up only half as often as `survival`, and it survives at level
//! 29.

use rightwell::players::{Player, Position, TreeMemory};
use rightwell::rules::{Board, Randomizer, RandomizerKind, Region};
use rightwell::search::{Hand, MoveGenerator, NoFilter, PadMoves};

/// Plays this many pieces from an empty playfield. Returns the number of locks in each row, or `None` if the game ends
/// early.
fn locks_by_row(
    player: &Player,
    moves: &impl MoveGenerator,
    kind: RandomizerKind,
    pieces: usize,
) -> Option<[u32; 20]> {
    let mut randomizer = Randomizer::new(kind, 29, 0).unwrap();
    let mut locks = [0; 20];
    let first = randomizer.choose();
    let mut position = Position::new(Board::EMPTY, first, randomizer.choose());
    for _ in 0..pieces {
        let line = player.decide(&mut TreeMemory::default(), &position, moves)?;
        let lock = line.locks[0];
        locks[lock.y as usize] += 1;
        position.board = position.board.lock(lock).0;
        position.current = position.next?;
        position.next = Some(randomizer.choose());
    }
    Some(locks)
}

#[test]
fn endurance_locks_a_third_less_often_high_up_than_survival() {
    let high = |name| {
        let player = Player::named(name).unwrap();
        let locks = locks_by_row(&player, &NoFilter, RandomizerKind::NesOdds, 50_000).unwrap();
        locks[..=13].iter().sum::<u32>()
    };
    let (endurance, survival) = (high("endurance"), high("survival"));
    assert!(endurance > 0, "no lock above row 14");
    assert!(
        3 * endurance <= 2 * survival,
        "{endurance} against {survival}"
    );
}

#[test]
fn endurance_lasts_at_a_row_a_frame_with_thirty_taps_a_second() {
    let player = Player::named("endurance").unwrap();
    let moves = PadMoves::new(Hand::FASTEST, 29, Region::Ntsc);
    let locks = locks_by_row(&player, &moves, RandomizerKind::NesOdds, 20_000);
    assert!(locks.is_some());
}
