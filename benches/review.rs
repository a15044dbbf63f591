//! Bench of rating and explaining moves, as a review does it. The moves are the best lock and a lock at the wall, in
//! each of the eight shared positions.
//!
//! Prints the mean time per move on one thread.

mod support;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use rightwell::players::{NamedHand, Player, TreeMemory};
use rightwell::rules::{Pose, Region};
use rightwell::search::{MoveGenerator, ReachableLocks};
use rightwell::session::{Move, Rater};

/// Returns two moves for each position: the best lock, and the first lock found.
fn moves(judge: &Player) -> Vec<Move> {
    let hand = NamedHand::named(Rater::HAND).expect("the player is built in");
    let by_level = Rater::moves_of(hand.hand(), Region::Ntsc);
    let all = support::positions().into_iter().flat_map(|position| {
        let moves = by_level.at(position.level);
        let best = judge
            .decide(&mut TreeMemory::default(), &position, &*moves)
            .expect("the piece has a lock");
        let all = moves.locks(&position.board, position.current);
        let first = all.iter().flat_map(ReachableLocks::iter).next();
        let locks: [Pose; 2] = [best.locks[0], first.expect("the piece has a lock")];
        locks.map(|lock| Move {
            rows: position.board.lock(lock).1 as u8,
            position: position.clone(),
            lock,
            frame: 0,
            seen: None,
        })
    });
    all.collect()
}

/// Returns the total loss of all moves, in lines.
fn loss(rater: &Rater, moves: &[Move]) -> f64 {
    let rated = moves.iter().enumerate().map(|(place, played)| {
        let reviewed = rater.rate(place + 1, black_box(played));
        reviewed.expect("the judge rates").rating.loss
    });
    rated.sum()
}

fn review(c: &mut Criterion) {
    let judge = || Player::named(Rater::JUDGE).expect("the player is built in");
    let hand = NamedHand::named(Rater::HAND).expect("the player is built in");
    let rater = Rater::new(judge(), Some((hand.hand(), Region::Ntsc)));
    let moves = moves(&judge());
    let lost = loss(&rater, &moves);
    assert!(lost > 0.0 && lost == loss(&rater, &moves), "{lost}");
    let time = support::quickest_of_three(|| loss(&rater, &moves)) / moves.len() as u32;
    println!(
        "rating and explaining a move: {time:?}; total loss of {} moves: {lost:.2} lines",
        moves.len()
    );
    c.bench_function(&format!("{} moves rated and explained", moves.len()), |b| {
        b.iter(|| loss(&rater, &moves));
    });
}

criterion_group!(name = benches; config = support::criterion(); targets = review);
criterion_main!(benches);
