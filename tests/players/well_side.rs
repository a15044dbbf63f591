//! Tests of the side of the well: players that build for Tetrises clear them in the rightmost column.

use std::sync::Arc;

use rightwell::players::{Input, Pattern, Player, Position, Strategy, StrategyKind, TreeMemory};
use rightwell::rules::motion::COLUMNS;
use rightwell::rules::{Board, Randomizer, RandomizerKind, Region};
use rightwell::search::{Hand, PadMoves};

use crate::support::cases::sample;

/// The rightmost column.
const WELL: usize = COLUMNS as usize - 1;

/// Plays `pieces` pieces. Counts the Tetrises by the column of the piece that clears them.
fn tetrises(
    strategy: &Strategy,
    input: &Input,
    games: u64,
    pieces: u32,
) -> [u32; COLUMNS as usize] {
    let mut found = [0; COLUMNS as usize];
    for game in 0..games {
        let mut randomizer = Randomizer::new(RandomizerKind::NesOdds, 11, game).unwrap();
        let first = randomizer.choose();
        let mut position = Position::new(Board::EMPTY, first, randomizer.choose());
        for _ in 0..pieces {
            let Some(line) = strategy.decide(&mut TreeMemory::default(), &position, input) else {
                break;
            };
            let lock = line.locks[0];
            let (board, rows) = position.board.lock(lock);
            if rows == 4 {
                found[lock.x as usize] += 1;
            }
            let next = position.next.expect("the next piece must be known");
            position = Position::new(board, next, randomizer.choose());
        }
    }
    found
}

#[test]
fn nearly_all_tetrises_are_taken_in_the_rightmost_column() {
    let named = |name| Arc::new(Player::named(name).unwrap());
    let well = StrategyKind::find("well", Pattern::named).unwrap();
    let pad = Input::Pad(Arc::new(PadMoves::new(Hand::FASTEST, 19, Region::Ntsc)));
    let cases = [
        (
            "well",
            Strategy::new(named("survival"), well.clone()),
            &Input::Drag,
        ),
        ("well by pad", Strategy::new(named("survival"), well), &pad),
        ("scorer", Strategy::alone(named("scorer")), &pad),
        ("fighter", Strategy::alone(named("fighter")), &pad),
    ];
    for (name, strategy, input) in sample(cases.len()).map(|index| &cases[index]) {
        let found = tetrises(strategy, input, 2, 400);
        let all: u32 = found.iter().sum();
        println!("{name}: {found:?}");
        assert!(all >= 10, "{name}: {all} Tetrises");
        assert!(found[WELL] * 100 >= all * 95, "{name}: {found:?}");
    }
}
