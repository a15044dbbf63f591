//! Benches of decisions with a gamepad under gravity when the player sees NEXT late: the first decision at the spawn,
//! and the second in the frame that shows NEXT. Each must take less time than a frame.
//!
//! Prints the median and the worst time of both decisions over random boards, by player, level and tap rate.

mod support;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rightwell::engine::{CrashRule, GameType};
use rightwell::players::{Player, Position, Strategy, TreeMemory, UnseenNextCosts};
use rightwell::rules::playfield_memory::Cell;
use rightwell::rules::{Board, Piece, PlayfieldMemory, Pose, Region};
use rightwell::search::{
    Hand, PadMoves, PadPiece, ReachableLocks, Sight, UnseenNextJudge, hovers, pad_locks,
};
use rightwell::session::{MovesByLevel, NextVisibility, PadControls, PadTask};

fn hand(tap_hz: &str, sight: u64) -> Hand {
    let hand = Hand::from_rate(tap_hz.parse().expect("a rate"), 0).expect("a hand");
    let sight = Sight::after(sight).expect("a sight");
    hand.with_sight(sight).expect("no piece waits for NEXT")
}

fn strategy(player: &str) -> Arc<Strategy> {
    let player = Player::named(player).expect("compiled in");
    Arc::new(Strategy::alone(Arc::new(player)))
}

fn task(strategy: &Arc<Strategy>, position: Position, moves: &Arc<MovesByLevel>) -> PadTask {
    PadTask {
        strategy: Arc::clone(strategy),
        page: PlayfieldMemory::from_board(&position.board, Cell::from_piece(position.current)),
        piece: PadPiece::fresh(position.current, position.level, Region::Ntsc),
        moves: Arc::clone(moves),
        misdrop: None,
        slip: None,
        crash_prediction: None,
        next_visibility: NextVisibility::NotYet,
        position,
    }
}

/// Number of states in which a piece can wait for NEXT, over the eight boards, with 30 and with 12 taps a second.
const WAITS_30: usize = 171;
const WAITS_12: usize = 170;
/// Number of locks over the eight boards.
const LOCKS: usize = 171;

/// Measures the parts of a decision at the spawn, at level 18.
fn parts_of_eight_boards(c: &mut Criterion) {
    let positions: Vec<Position> = support::positions()
        .into_iter()
        .map(|shared| Position {
            level: 18,
            ..shared
        })
        .collect();
    for (tap_hz, expected) in [("30", WAITS_30), ("12", WAITS_12)] {
        let hand = hand(tap_hz, 18);
        let ways = || -> usize {
            let ways = positions.iter().map(|position| {
                let piece = PadPiece::fresh(position.current, position.level, Region::Ntsc);
                hovers(black_box(&position.board), piece, hand, 18).len()
            });
            ways.sum()
        };
        assert_eq!(ways(), expected, "{tap_hz} Hz");
        c.bench_function(&format!("places to wait, 8 boards, {tap_hz} Hz"), |b| {
            b.iter(ways);
        });
    }
    for player in ["survival", "scorer"] {
        let strategy = strategy(player);
        let moves = PadMoves::new(hand("30", 18), 18, Region::Ntsc);
        let costs = || -> usize {
            let costs = positions.iter().map(|position| {
                let piece = PadPiece::fresh(position.current, position.level, Region::Ntsc);
                let locks = pad_locks(&position.board, piece, hand("30", 18));
                let locks: Vec<Pose> = locks.iter().flat_map(ReachableLocks::iter).collect();
                UnseenNextCosts::new(&strategy, position, &moves)
                    .costs(black_box(&locks))
                    .len()
            });
            costs.sum()
        };
        assert_eq!(costs(), LOCKS, "{player}");
        c.bench_function(&format!("costs for each NEXT, 8 boards, {player}"), |b| {
            b.iter(costs);
        });
    }
}

/// Returns a board of columns of random heights, some with holes.
fn board(generator: &mut ChaCha8Rng) -> Board {
    let base = generator.random_range(0..=10);
    support::columns(generator, base, support::is_no_hole)
}

/// Number of boards per setting.
const BOARDS: u64 = 60;

fn decisions_of_random_boards(_: &mut Criterion) {
    println!("\nDecisions over {BOARDS} random boards, sight 18, median and worst:");
    println!("                                at the spawn        when NEXT is seen");
    for player in ["survival", "scorer"] {
        let strategy = strategy(player);
        for level in [18, 19, 29] {
            for tap_hz in ["30", "20", "12", "10"] {
                let moves = Arc::new(MovesByLevel::new(PadControls {
                    hand: hand(tap_hz, 18),
                    region: Region::Ntsc,
                    game_type: GameType::A,
                    double_killscreen: false,
                    crash: CrashRule::Off,
                    training: None,
                }));
                let mut generator = rightwell::rules::randomizer::generator(7, 0);
                let mut times: [Vec<Duration>; 2] = Default::default();
                for _ in 0..BOARDS {
                    let pieces = [0, 1].map(|_| Piece::ALL[generator.random_range(0..7)]);
                    let position = Position {
                        level,
                        ..Position::new(board(&mut generator), pieces[0], pieces[1])
                    };
                    let first = task(&strategy, position, &moves);
                    times[0].push(support::quickest_of_three(|| {
                        first.solve(&mut TreeMemory::default())
                    }));
                    let decision = first.solve(&mut TreeMemory::default());
                    let Some(thumbs) = decision.thumbs_at_next else {
                        continue;
                    };
                    let inputs: Vec<_> = decision.presses.iter().map(|press| press.held).collect();
                    let piece = first.piece.after(&first.page, &inputs);
                    assert_eq!(piece.thumbs, thumbs, "the plan must know the earlier taps");
                    let second = PadTask {
                        piece,
                        next_visibility: NextVisibility::Now,
                        ..first
                    };
                    times[1].push(support::quickest_of_three(|| {
                        second.solve(&mut TreeMemory::default())
                    }));
                }
                print!("{player:9} level {level} {tap_hz:>2} Hz:");
                for times in &mut times {
                    times.sort();
                    let none = Duration::ZERO;
                    let median = times.get(times.len() / 2).unwrap_or(&none);
                    let worst = times.last().unwrap_or(&none);
                    print!(" {median:9.1?} {worst:9.1?}");
                }
                println!();
            }
        }
    }
}

criterion_group! {
    name = benches;
    config = support::criterion();
    targets = parts_of_eight_boards, decisions_of_random_boards
}
criterion_main!(benches);
