//! Tests of the fast search: it agrees with its plain reference about locks, paths, values and decisions.

use std::ops::ControlFlow;

use rightwell::players::{Pattern, Player, StrategyKind};
use rightwell::rules::{Board, Orientation, Piece, Pose, Region};
use rightwell::search::{
    ChildFilter, Hand, LockChain, LockSequence, MoveGenerator, NoFilter, PadMoves, Pivots,
    SearchLeaf, best_line, find_path, reach, visit_leaves,
};

use crate::support::cases::{sample, share};
use crate::support::naive::{self, State};
use crate::support::{boards, naive::Cells};

/// Compares the locks that the search finds with those of the reference.
fn same_locks(board: &Board, piece: Piece, filter: &impl ChildFilter) -> usize {
    let cells = naive::cells_of(board);
    let validate = |state: State| filter.validate(board, state.pose(piece));
    let expected: Option<Vec<Pose>> = naive::locks(&cells, piece, &validate)
        .map(|locks| locks.into_iter().map(|lock| lock.pose(piece)).collect());
    let found: Option<Vec<Pose>> = reach(board, piece, filter).map(|locks| locks.iter().collect());
    assert_eq!(found, expected, "{piece} on {board:?}");
    found.map_or(0, |locks| locks.len())
}

#[test]
fn every_lock_is_found_and_no_other_on_random_boards() {
    let mut generator = boards::generator(1);
    let mut locks = 0;
    for _ in sample(10_000) {
        let board = boards::any(&mut generator);
        locks += same_locks(&board, boards::piece(&mut generator), &NoFilter);
    }
    assert!(
        locks > share(150_000),
        "the boards must allow many locks: {locks}"
    );
}

#[test]
fn filters_leave_the_same_locks_on_random_boards() {
    let mut generator = boards::generator(2);
    let filters = [
        "well-plain",
        "pattern-plain:tetriminos",
        "pattern-plain:big-t",
    ]
    .map(|name| StrategyKind::find(name, Pattern::named).unwrap());
    for index in sample(6_000) {
        let board = boards::any(&mut generator);
        same_locks(&board, boards::piece(&mut generator), &filters[index % 3]);
    }
}

/// Filter that forbids single poses by a rule. For sets of poses, it uses the default method of the trait.
struct Checkered;

impl ChildFilter for Checkered {
    fn validate(&self, board: &Board, pose: Pose) -> bool {
        (pose.x + pose.y) % 7 != 3 || board.contains(pose.x, 19)
    }
}

#[test]
fn a_filter_that_only_validates_is_obeyed_state_by_state() {
    let mut generator = boards::generator(3);
    for _ in 0..3_000 {
        let board = boards::any(&mut generator);
        same_locks(&board, boards::piece(&mut generator), &Checkered);
    }
}

#[test]
fn filters_judge_sets_as_they_judge_single_states() {
    let mut generator = boards::generator(4);
    let filters = ["none", "well-plain", "pattern-plain:tetriminos"]
        .map(|name| StrategyKind::find(name, Pattern::named).unwrap());
    for index in 0..3_000 {
        let board = boards::any(&mut generator);
        let filter = &filters[index % 3];
        for orientation in Orientation::all() {
            let free = Pivots::free(&board, orientation);
            let one_by_one: Pivots = free
                .iter()
                .filter(|&(x, y)| filter.validate(&board, Pose { orientation, x, y }))
                .collect();
            assert_eq!(filter.retain(&board, orientation, free), one_by_one);
        }
    }
}

#[test]
fn free_poses_are_those_that_fit() {
    let mut generator = boards::generator(5);
    for _ in 0..1_000 {
        let board = boards::any(&mut generator);
        for orientation in Orientation::all() {
            let free = Pivots::free(&board, orientation);
            for x in 0..10 {
                for y in 0..20 {
                    let pose = Pose { orientation, x, y };
                    assert_eq!(free.contains(x, y), pose.fits(&board), "{pose:?} {board:?}");
                }
            }
        }
    }
}

#[test]
fn paths_are_those_the_queue_finds_first() {
    let mut generator = boards::generator(6);
    for _ in 0..400 {
        let board = boards::any(&mut generator);
        let piece = boards::piece(&mut generator);
        naive::search(
            &naive::cells_of(&board),
            piece,
            &|_| true,
            &mut |lock, path| {
                let expected: Vec<Pose> = path.into_iter().map(|state| state.pose(piece)).collect();
                let found = find_path(&board, piece, lock.pose(piece), &NoFilter);
                assert_eq!(found.as_ref(), Some(&expected), "{board:?}");
            },
        );
    }
}

#[test]
fn features_rows_and_heights_agree_on_random_boards() {
    let mut generator = boards::generator(7);
    let player = Player::named("survival").unwrap();
    let evaluator = player.six_features().unwrap();
    for _ in sample(15_000) {
        let board = boards::any(&mut generator);
        let piece = boards::piece(&mut generator);
        let cells = naive::cells_of(&board);
        let Some(found) = naive::locks(&cells, piece, &|_| true) else {
            continue;
        };
        let state = found[found.len() / 2];
        let (after, rows) = naive::lock(&cells, piece, state);
        let leaf = SearchLeaf::root(board).after(state.pose(piece));
        assert_eq!(
            leaf.board,
            naive::board_of(&after),
            "{state:?} {piece} {board:?}"
        );
        assert_eq!(leaf.rows_cleared, rows);
        assert_eq!(leaf.lock_height, naive::lock_height(piece, state));
        let features = rightwell::players::Features::measure(&leaf.board);
        assert_eq!(features.well_cells, naive::well_cells(&after), "{after:?}");
        assert_eq!(features.column_holes, naive::column_holes(&after));
        assert_eq!(
            features.column_transitions,
            naive::column_transitions(&after)
        );
        assert_eq!(features.row_transitions, naive::row_transitions(&after));
        let expected = naive::evaluate(&after, rows, leaf.lock_height);
        let value = evaluator.value(&leaf);
        assert!((evaluator.in_weights(value) - expected).abs() < 1e-9);
    }
}

/// Compares the decision for these pieces with that of the reference.
fn same_decision(board: &Board, pieces: &[Piece], filter: &impl ChildFilter) {
    let player = Player::named("survival").unwrap();
    let validate = |cells: &Cells, piece: Piece, state: State| {
        filter.validate(&naive::board_of(cells), state.pose(piece))
    };
    let expected = naive::decide(&naive::cells_of(board), pieces, naive::locks, &validate);
    let found = best_line(board, pieces, filter, player.six_features().unwrap());
    let (Some((states, value)), Some(line)) = (&expected, &found) else {
        assert_eq!(expected.is_some(), found.is_some(), "{pieces:?} {board:?}");
        return;
    };
    let poses: Vec<Pose> = states
        .iter()
        .zip(pieces)
        .map(|(state, &piece)| state.pose(piece))
        .collect();
    assert_eq!(line.locks, poses, "{pieces:?} {board:?}");
    assert!((player.six_features().unwrap().in_weights(line.value) - value).abs() < 1e-9);
}

#[test]
fn one_piece_decisions_agree_on_random_boards() {
    let mut generator = boards::generator(8);
    for _ in sample(3_000) {
        let board = boards::any(&mut generator);
        same_decision(&board, &[boards::piece(&mut generator)], &NoFilter);
    }
}

#[test]
fn two_piece_decisions_agree_with_and_without_filters() {
    let mut generator = boards::generator(9);
    let filters = ["none", "none", "well-plain", "pattern-plain:tetriminos"]
        .map(|name| StrategyKind::find(name, Pattern::named).unwrap());
    for index in sample(240) {
        let board = boards::any(&mut generator);
        let pieces = [boards::piece(&mut generator), boards::piece(&mut generator)];
        same_decision(&board, &pieces, &filters[index % 4]);
    }
}

/// Compares the decision for two pieces with the best of all leaves, which are listed one by one. Returns the number of
/// leaves.
fn same_as_leaf_by_leaf(board: &Board, pieces: [Piece; 2], moves: &impl MoveGenerator) -> u64 {
    let player = Player::named("survival").unwrap();
    let six = player.six_features().unwrap();
    let mut expected: Option<LockChain> = None;
    let mut leaves = 0;
    let all = visit_leaves(
        board,
        &pieces,
        moves,
        &mut |leaf: &SearchLeaf, sequence: LockSequence<'_>| {
            leaves += 1;
            let value = six.value(leaf);
            if expected.as_ref().is_none_or(|line| value < line.value) {
                let locks = sequence.locks().collect();
                expected = Some(LockChain {
                    locks,
                    value,
                    leaves: 0,
                });
            }
            ControlFlow::Continue(())
        },
    );
    assert!(all.is_continue());
    let expected = expected.map(|line| LockChain { leaves, ..line });
    let found = best_line(board, &pieces, moves, six);
    assert_eq!(found, expected, "{pieces:?} {board:?}");
    leaves
}

#[test]
fn two_pieces_are_decided_as_leaf_by_leaf_on_random_boards() {
    let mut generator = boards::generator(12);
    let filters = ["none", "well-plain", "pattern-plain:tetriminos"]
        .map(|name| StrategyKind::find(name, Pattern::named).unwrap());
    let by_pad = PadMoves::new(Hand::FASTEST, 19, Region::Ntsc);
    let mut leaves = 0;
    for index in sample(4_000) {
        let board = boards::any(&mut generator);
        let pieces = [(); 2].map(|()| boards::piece(&mut generator));
        leaves += match index % 8 {
            0 => same_as_leaf_by_leaf(&board, pieces, &filters[1]),
            1 => same_as_leaf_by_leaf(&board, pieces, &filters[2]),
            2 => same_as_leaf_by_leaf(&board, pieces, &Checkered),
            3 => same_as_leaf_by_leaf(&board, pieces, &by_pad),
            4 => same_as_leaf_by_leaf(&board, pieces, &filters[0]),
            _ => same_as_leaf_by_leaf(&board, pieces, &NoFilter),
        };
    }
    assert!(leaves > share(1_000_000), "{leaves} leaves");
}

#[test]
fn every_leaf_is_handed_out_in_order_until_the_visitor_breaks_off() {
    let mut generator = boards::generator(11);
    let player = Player::named("survival").unwrap();
    let six = player.six_features().unwrap();
    let mut broken_off = 0;
    for _ in 0..100 {
        let board = boards::any(&mut generator);
        let pieces = [boards::piece(&mut generator), boards::piece(&mut generator)];
        let mut seen: Vec<(i64, Vec<Pose>)> = Vec::new();
        let all = visit_leaves(&board, &pieces, &NoFilter, &mut |leaf: &SearchLeaf,
                                                                 sequence: LockSequence<
            '_,
        >| {
            let root = SearchLeaf::root(*sequence.root);
            assert_eq!(
                *leaf,
                sequence.locks().fold(root, |leaf, lock| leaf.after(lock))
            );
            seen.push((six.value(leaf), sequence.locks().collect()));
            ControlFlow::Continue(())
        });
        assert!(all.is_continue());
        let order = |pose: &Pose| (pose.orientation.rotation(), pose.x, pose.y);
        let ways = || {
            seen.iter()
                .map(|(_, sequence)| sequence.iter().map(order).collect())
        };
        assert!(ways().is_sorted_by(|one: &Vec<_>, other| one < other));
        let best = seen.iter().min_by_key(|(value, _)| *value);
        let line = best_line(&board, &pieces, &NoFilter, six);
        assert_eq!(
            line.as_ref().map(|line| (line.value, &line.locks)),
            best.map(|(value, sequence)| (*value, sequence))
        );
        assert_eq!(line.map_or(0, |line| line.leaves), seen.len() as u64);
        let (wanted, mut visited) = (seen.len() / 2, 0);
        let half = visit_leaves(
            &board,
            &pieces,
            &NoFilter,
            &mut |_: &SearchLeaf, _: LockSequence<'_>| {
                visited += 1;
                if visited == wanted {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        if wanted > 0 {
            assert_eq!((half.is_break(), visited), (true, wanted));
            broken_off += 1;
        }
    }
    assert!(broken_off > 50, "{broken_off} boards");
}

#[test]
fn three_piece_decisions_agree_on_high_boards() {
    let mut generator = boards::generator(10);
    let mut compared = 0;
    while compared < 12 {
        let board = boards::dirty(&mut generator);
        // Skip low boards, on which the reference takes minutes. Near the top there are few locks.
        if (0..20).take_while(|&y| board.row(y) == 0).count() > 3 {
            continue;
        }
        let pieces = [(); 3].map(|()| boards::piece(&mut generator));
        same_decision(&board, &pieces, &NoFilter);
        compared += 1;
    }
}

#[test]
fn blocked_spawn_has_no_locks_and_no_decision() {
    let mut board = Board::EMPTY;
    board.insert(5, 0);
    for piece in Piece::ALL {
        assert_eq!(reach(&board, piece, &NoFilter), None);
        same_decision(&board, &[piece, Piece::T], &NoFilter);
    }
}
