//! Benches of lock search, evaluation and decisions over the eight shared positions.
//!
//! Prints the signature: the number of leaves that all two-piece decisions visit. A change that only makes the search
//! faster does not change it.

mod support;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use rightwell::players::{Input, Pattern, Player, Position, Strategy, StrategyKind, TreeMemory};
use rightwell::rules::Region;
use rightwell::search::{Hand, NoFilter, PadMoves, SearchLeaf, best_line, find_path, reach};

/// Number of leaves that the two-piece decisions of all positions visit.
const SIGNATURE: u64 = 4171;

fn reach_of_eight_boards(c: &mut Criterion) {
    let positions = support::positions();
    let count = || -> u32 {
        positions
            .iter()
            .filter_map(|position| reach(black_box(&position.board), position.current, &NoFilter))
            .map(|locks| locks.count())
            .sum()
    };
    assert_eq!(count(), 171);
    c.bench_function("reach, 8 boards", |b| b.iter(count));
}

fn path_to_the_last_lock(c: &mut Criterion) {
    let positions = support::positions();
    let targets: Vec<_> = positions
        .iter()
        .map(|position| {
            let locks = reach(&position.board, position.current, &NoFilter).unwrap();
            locks.iter().last().unwrap()
        })
        .collect();
    let steps = || -> usize {
        positions
            .iter()
            .zip(&targets)
            .map(|(position, &target)| {
                let board = black_box(&position.board);
                find_path(board, position.current, target, &NoFilter).map_or(0, |path| path.len())
            })
            .sum()
    };
    assert_eq!(steps(), 155);
    c.bench_function("path, 8 boards", |b| b.iter(steps));
}

fn evaluation_of_eight_leaves(c: &mut Criterion) {
    let player = Player::named("survival").unwrap();
    let leaves: Vec<SearchLeaf> = support::positions()
        .into_iter()
        .map(|position| SearchLeaf::root(position.board))
        .collect();
    let sum = || -> i64 {
        leaves
            .iter()
            .map(|leaf| player.six_features().unwrap().value(black_box(leaf)))
            .fold(0, i64::wrapping_add)
    };
    let one_by_one: f64 = leaves
        .iter()
        .map(|leaf| {
            let evaluator = player.six_features().unwrap();
            evaluator.in_weights(evaluator.value(leaf))
        })
        .sum();
    assert_eq!(one_by_one.round(), 7357.0);
    c.bench_function("evaluation, 8 leaves", |b| b.iter(sum));
}

/// Returns the number of leaves visited by decisions over the first `known` pieces of each position.
fn leaves(player: &Player, positions: &[Position], known: usize) -> u64 {
    positions
        .iter()
        .filter_map(|position| {
            let pieces = [position.current, position.next.unwrap()];
            let board = black_box(&position.board);
            best_line(
                board,
                &pieces[..known],
                &NoFilter,
                player.six_features().unwrap(),
            )
        })
        .map(|line| line.leaves)
        .sum()
}

fn decisions(c: &mut Criterion) {
    let player = Player::named("survival").unwrap();
    let positions = support::positions();
    assert_eq!(leaves(&player, &positions, 1), 171);
    c.bench_function("one-piece decision, 8 boards", |b| {
        b.iter(|| leaves(&player, &positions, 1));
    });
    let signature = leaves(&player, &positions, 2);
    println!("Signature: {signature}");
    assert_eq!(
        signature, SIGNATURE,
        "the number of visited leaves has changed"
    );
    c.bench_function("two-piece decision, 8 boards", |b| {
        b.iter(|| leaves(&player, &positions, 2));
    });
}

/// Bench of decisions that look beyond the known pieces.
fn decisions_ahead(c: &mut Criterion) {
    let positions = support::positions();
    let survival = Arc::new(Player::named("survival").unwrap());
    let moves = PadMoves::new(Hand::FASTEST, 19, Region::Ntsc);
    let pad = Input::Pad(Arc::new(moves));
    let scorer = Arc::new(Player::named("scorer").unwrap());
    let judges = [
        ("filter well", &survival, "well", &Input::Drag),
        (
            "filter pattern:heart",
            &survival,
            "pattern:heart",
            &Input::Drag,
        ),
        ("scorer by pad", &scorer, "none", &pad),
    ];
    for (name, player, kind, input) in judges {
        let kind = StrategyKind::find(kind, Pattern::named).unwrap();
        let strategy = Strategy::new(Arc::clone(player), kind);
        c.bench_function(&format!("{name}, 8 boards"), |b| {
            b.iter(|| {
                let decide = |position| {
                    strategy.decide(&mut TreeMemory::default(), black_box(position), input)
                };
                positions.iter().filter_map(decide).count()
            });
        });
    }
}

criterion_group! {
    name = benches;
    config = support::criterion();
    targets = reach_of_eight_boards, path_to_the_last_lock, evaluation_of_eight_leaves, decisions,
        decisions_ahead
}
criterion_main!(benches);
