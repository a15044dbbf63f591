//! Benches of plans with a gamepad under gravity: locks, two-piece decisions, and the buttons.
//!
//! Also prints the median and the worst time of a whole plan over random boards. A plan must take less time than a
//! frame.

mod support;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rightwell::players::{Player, Position, TreeMemory};
use rightwell::rules::{Board, Buttons, Piece, Region};
use rightwell::search::{Hand, MoveGenerator, PadMoves, PadPiece, pad_path};

fn hand(tap_hz: &str) -> Hand {
    let tap_hz = tap_hz.parse().expect("a rate");
    Hand::from_rate(tap_hz, 0).expect("a hand")
}

/// Makes a whole plan: generates the moves, decides as the player `survival`, and searches the inputs to the first
/// lock.
fn plan(player: &Player, position: &Position, hand: Hand, region: Region) -> Option<Vec<Buttons>> {
    let moves = PadMoves::new(hand, position.level, region);
    let line = player.decide(&mut TreeMemory::default(), position, &moves)?;
    let piece = PadPiece::fresh(position.current, position.level, region);
    let inputs = pad_path(&position.board, piece, hand, line.locks[0]);
    assert!(inputs.is_some(), "every lock found is reachable");
    inputs
}

fn positions(level: u8) -> Vec<Position> {
    let shared = support::positions().into_iter();
    shared.map(|shared| Position { level, ..shared }).collect()
}

fn locks_of_eight_boards(c: &mut Criterion) {
    for (level, tap_hz, expected) in [
        (19, "30", 171),
        (29, "30", 170),
        (18, "10", 170),
        (0, "13.3", 171),
    ] {
        let moves = PadMoves::new(hand(tap_hz), level, Region::Ntsc);
        let positions = positions(level);
        let count = || -> u32 {
            let locks =
                |position: &Position| moves.locks(black_box(&position.board), position.current);
            positions
                .iter()
                .filter_map(locks)
                .map(|locks| locks.count())
                .sum()
        };
        assert_eq!(count(), expected, "level {level}, {tap_hz} Hz");
        let name = format!("pad locks, 8 boards, level {level}, {tap_hz} Hz");
        c.bench_function(&name, |b| b.iter(count));
    }
}

fn decisions_of_eight_boards(c: &mut Criterion) {
    let player = Player::named("survival").expect("compiled in");
    for (level, tap_hz) in [(19, "30"), (29, "30"), (18, "10")] {
        let moves = PadMoves::new(hand(tap_hz), level, Region::Ntsc);
        let positions = positions(level);
        let leaves = || -> u64 {
            let decide =
                |position| player.decide(&mut TreeMemory::default(), black_box(position), &moves);
            positions
                .iter()
                .filter_map(decide)
                .map(|line| line.leaves)
                .sum()
        };
        let name = format!("pad two-piece decision, 8 boards, level {level}, {tap_hz} Hz");
        println!("{name}: {} leaves", leaves());
        c.bench_function(&name, |b| b.iter(leaves));
    }
}

fn plans_of_eight_boards(c: &mut Criterion) {
    let player = Player::named("survival").expect("compiled in");
    for (level, tap_hz) in [
        (0, "10"),
        (0, "30"),
        (18, "10"),
        (19, "30"),
        (29, "10"),
        (29, "30"),
    ] {
        let positions = positions(level);
        let hand = hand(tap_hz);
        let plans = || -> usize {
            let plan = |position| plan(&player, position, hand, Region::Ntsc);
            positions.iter().filter_map(plan).count()
        };
        let name = format!("pad plans, 8 boards, level {level}, {tap_hz} Hz");
        c.bench_function(&name, |b| b.iter(plans));
    }
}

/// Returns a board with columns of random heights, some with holes. A few boards have scattered cells instead.
fn board(generator: &mut ChaCha8Rng) -> Board {
    let (base, percent) = (
        generator.random_range(0..=13),
        generator.random_range(5..=90),
    );
    let is_scattered = generator.random_range(0..4) == 0;
    support::columns(generator, base, |generator| {
        let is_no_hole = support::is_no_hole(generator);
        match is_scattered {
            true => generator.random_range(0..100) < percent,
            false => is_no_hole,
        }
    })
}

/// Number of boards per setting.
const BOARDS: u64 = 300;

fn plans_of_random_boards(_: &mut Criterion) {
    let player = Player::named("survival").expect("compiled in");
    println!("\nTwo-piece plans over {BOARDS} random boards, median and worst:");
    for region in [Region::Ntsc, Region::Pal] {
        for level in [0, 9, 18, 19, 29] {
            for tap_hz in ["10", "12", "13.3", "15", "20", "30"] {
                let mut generator = rightwell::rules::randomizer::generator(7, 0);
                let mut times: Vec<Duration> = Vec::new();
                for _ in 0..BOARDS {
                    let pieces = [0, 1].map(|_| Piece::ALL[generator.random_range(0..7)]);
                    let position = Position {
                        level,
                        ..Position::new(board(&mut generator), pieces[0], pieces[1])
                    };
                    let plan = || plan(&player, &position, hand(tap_hz), region);
                    times.push(support::quickest_of_three(plan));
                }
                times.sort();
                let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
                println!("{region:?} level {level:2} {tap_hz:>4} Hz: {median:9.1?} {worst:9.1?}");
            }
        }
    }
}

criterion_group! {
    name = benches;
    config = support::criterion();
    targets = locks_of_eight_boards, decisions_of_eight_boards, plans_of_eight_boards, plans_of_random_boards
}
criterion_main!(benches);
