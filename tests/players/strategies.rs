//! Tests of the strategies: a piece at its spawn and a piece in flight lead to equal decisions, with and without a
//! known NEXT.

use std::sync::Arc;

use rightwell::players::{Input, Player, Position, Strategy, TreeMemory};
use rightwell::rules::{Board, Pose, Region};
use rightwell::search::{
    Hand, InMotionMoves, NoFilter, PadMoves, PadPiece, ReachableLocks, TieOrder, best_line_in,
    reach,
};
use rightwell::session::{NextVisibility, PadTask};

use crate::support::boards;
use crate::support::tasks::{self, KINDS, strategy};

/// Returns the task to place a piece that is at `pose`, at level 0.
fn task(strategy: &Arc<Strategy>, position: &Position, pose: Pose) -> PadTask {
    let piece = PadPiece {
        pose,
        ..PadPiece::fresh(position.current, 0, Region::Ntsc)
    };
    tasks::task(
        strategy,
        position,
        piece,
        (Hand::FASTEST, NextVisibility::AtOnce),
    )
}

#[test]
fn a_piece_one_row_below_the_spawn_goes_where_a_spawned_one_goes() {
    let boards = ["", "XXXXXXX...", "XXXXX..X.. XXXXXXXXX.", "XX.......X"];
    let mut generator = boards::generator(91);
    let mut different = [0; KINDS.len()];
    for board in boards {
        for _ in 0..6 {
            let board: Board = board.parse().unwrap();
            let (current, next) = (boards::piece(&mut generator), boards::piece(&mut generator));
            let position = Position::new(board, current, next);
            let spawn = Pose::spawn(current);
            let lower = Pose {
                y: spawn.y + 1,
                ..spawn
            };
            let mut alone = None;
            for (kind, different) in KINDS.iter().zip(&mut different) {
                let strategy = strategy("survival", kind);
                let fresh = task(&strategy, &position, spawn)
                    .lock(&mut TreeMemory::default())
                    .unwrap();
                let under_way = task(&strategy, &position, lower)
                    .lock(&mut TreeMemory::default())
                    .unwrap();
                assert_eq!(under_way, fresh, "{kind}: {current}{next} on {board:?}");
                *different += u32::from(under_way != *alone.get_or_insert(fresh));
            }
        }
    }
    for (kind, different) in KINDS.iter().zip(different).skip(1) {
        assert!(
            different > 0,
            "{kind} must sometimes differ from the player alone"
        );
    }
}

#[test]
fn without_a_next_piece_every_strategy_finds_one_lock() {
    let moves = PadMoves::new(Hand::FASTEST, 18, Region::Ntsc);
    let mut generator = boards::generator(92);
    for player in ["survival", "plateau", "scorer"] {
        for _ in 0..4 {
            let board: Board = ["", "XXXXXXX...", "XX......XX XXXXXXXXX."]
                [boards::piece(&mut generator).index() % 3]
                .parse()
                .unwrap();
            let current = boards::piece(&mut generator);
            let position = Position::new(board, current, current).without_next();
            let locks: ReachableLocks = reach(&board, current, &NoFilter).unwrap();
            let under_way = InMotionMoves::new(board, Some(locks), moves.clone());
            for kind in KINDS {
                let strategy = strategy(player, kind);
                for input in [
                    Input::Drag,
                    Input::Pad(Arc::new(moves.clone())),
                    Input::InMotion(Box::new(under_way.clone())),
                ] {
                    let line = strategy
                        .decide(&mut TreeMemory::default(), &position, &input)
                        .unwrap();
                    assert_eq!(line.locks.len(), 1, "{player} {kind}");
                    assert!(locks.iter().any(|lock| lock == line.locks[0]));
                }
            }
        }
    }
}

#[test]
fn without_a_next_piece_a_player_by_features_judges_the_current_one_alone() {
    let survival = Player::named("survival").unwrap();
    let six = *survival.six_features().unwrap();
    let mut generator = boards::generator(93);
    for _ in 0..200 {
        let board = boards::any(&mut generator);
        let current = boards::piece(&mut generator);
        let position = Position::new(board, current, current).without_next();
        let expected = best_line_in(TieOrder::SearchOrder, &board, &[current], &NoFilter, &six);
        let found = Strategy::alone(Arc::new(survival.clone())).decide(
            &mut TreeMemory::default(),
            &position,
            &Input::Drag,
        );
        assert_eq!(found, expected, "{board:?}");
    }
}
