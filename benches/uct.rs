//! Benches of tree search by simulation: playouts over the eight shared positions, by two players.
//!
//! Prints the number of pieces that a playout places, in the tree and beyond it. Playouts per second times this number
//! is the number of simulated pieces per second.

mod support;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use rightwell::players::{Player, Position};
use rightwell::rules::Region;
use rightwell::search::{Hand, PadMoves};

/// Number of playouts of one decision.
const PLAYOUTS: u32 = 500;

/// Returns the number of pieces that the playouts of all positions placed beyond the tree.
fn pieces(player: &Player, positions: &[Position], moves: &PadMoves) -> u64 {
    let uct = player.uct().expect("the player searches a tree");
    positions
        .iter()
        .map(|position| {
            let mut thought = uct.begin(None, black_box(position), 2, moves);
            uct.grow(&mut thought, moves, PLAYOUTS, false);
            assert_eq!(thought.played(), PLAYOUTS);
            thought.playouts().pieces
        })
        .sum()
}

fn playouts(c: &mut Criterion) {
    let positions = support::positions();
    let moves = PadMoves::new(Hand::FASTEST, 19, Region::Ntsc);
    for name in ["uct", "uct-scorer"] {
        let player = Player::named(name).expect("the player is built in");
        let placed = pieces(&player, &positions, &moves);
        assert_eq!(placed, pieces(&player, &positions, &moves), "equal seeds");
        let playouts = PLAYOUTS as usize * positions.len();
        println!("{name}: {placed} pieces placed beyond the tree in {playouts} playouts");
        c.bench_function(&format!("{playouts} playouts, {name}"), |b| {
            b.iter(|| pieces(&player, &positions, &moves));
        });
    }
}

criterion_group!(benches, playouts);
criterion_main!(benches);
