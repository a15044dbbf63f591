//! Tests of the order among equal values: with `SearchOrder`, the lock that a plain queue meets first wins.

use rightwell::players::{Pattern, Player, Position, StrategyKind, TreeMemory};
use rightwell::rules::{Board, Piece, Pose, Region};
use rightwell::search::{ChildFilter, Hand, NoFilter, PadMoves, TieOrder, best_line_in};

use crate::support::boards;
use crate::support::cases::{sample, share};
use crate::support::naive::{self, Cells, State};

/// Returns the locks that the plain queue keeps: the first found of those with the lowest value.
fn first_found(board: &Board, pieces: &[Piece], filter: &impl ChildFilter) -> Option<Vec<Pose>> {
    let validate = |cells: &Cells, piece: Piece, state: State| {
        filter.validate(&naive::board_of(cells), state.pose(piece))
    };
    let cells = naive::cells_of(board);
    let (states, _) = naive::decide(&cells, pieces, naive::locks_as_met, &validate)?;
    let locks = states.iter().zip(pieces);
    Some(locks.map(|(state, &piece)| state.pose(piece)).collect())
}

/// `survival` with this order of ties.
fn survival(order: &str) -> Player {
    let text = include_str!("../../assets/players/survival.ron");
    let text = text.replace("ties: SearchOrder", &format!("ties: {order}"));
    Player::from_ron("survival.ron", &text).unwrap()
}

#[test]
fn in_search_order_the_first_lock_found_wins_in_real_games() {
    let mut generator = boards::generator(20);
    let (found_first, usual) = (survival("SearchOrder"), survival("PoseOrder"));
    let memory = &mut TreeMemory::default();
    let (mut board, mut next) = (Board::EMPTY, boards::piece(&mut generator));
    let mut differ = 0;
    for _ in sample(250) {
        let current = std::mem::replace(&mut next, boards::piece(&mut generator));
        let position = Position::new(board, current, next);
        let line = found_first.decide(memory, &position, &NoFilter).unwrap();
        let expected = first_found(&board, &[current, next], &NoFilter);
        assert_eq!(Some(&line.locks), expected.as_ref(), "{position:?}");
        let other = usual.decide(memory, &position, &NoFilter).unwrap();
        assert_eq!((line.value, line.leaves), (other.value, other.leaves));
        differ += usize::from(line.locks[0] != other.locks[0]);
        board = board.lock(line.locks[0]).0;
    }
    assert!(differ >= share(6), "{differ} decisions depend on the order");
}

#[test]
fn in_search_order_filters_and_overhangs_are_obeyed() {
    let mut generator = boards::generator(21);
    let filters = ["none", "well-plain", "pattern-plain:tetriminos"]
        .map(|name| StrategyKind::find(name, Pattern::named).unwrap());
    let player = survival("SearchOrder");
    let six = player.six_features().unwrap();
    for index in sample(150) {
        let board = boards::any(&mut generator);
        let pieces = [(); 2].map(|()| boards::piece(&mut generator));
        let (filter, pieces) = (&filters[index % 3], &pieces[..1 + index % 2]);
        let line = best_line_in(TieOrder::SearchOrder, &board, pieces, filter, six);
        let expected = first_found(&board, pieces, filter);
        assert_eq!(
            line.map(|line| line.locks),
            expected,
            "{pieces:?} {board:?}"
        );
    }
}

#[test]
fn if_all_sums_are_equal_the_lock_below_the_spawn_is_found_first() {
    let text = "(version: 1, name: \"flat\", about: \"\", known_pieces: 2, ties: SearchOrder,
        evaluator: WeightedSum((terms: [(feature: Turns, weight: 0)])))";
    let flat = Player::from_ron("flat.ron", text).unwrap();
    let position = Position::new(Board::EMPTY, Piece::O, Piece::I);
    let line = flat.decide(&mut TreeMemory::default(), &position, &NoFilter);
    let fallen = Pose {
        y: 18,
        ..Pose::spawn(Piece::O)
    };
    // The upright I is at rest after a turn and two steps fewer than the lying one.
    let upright = Pose::spawn(Piece::I).orientation.clockwise();
    let locks = line.unwrap().locks;
    assert_eq!(locks[0], fallen);
    assert_eq!(locks[1].orientation, upright);
}

#[test]
fn by_gamepad_the_order_of_ties_changes_nothing() {
    let mut generator = boards::generator(22);
    let (found_first, usual) = (survival("SearchOrder"), survival("PoseOrder"));
    let moves = PadMoves::new(Hand::FASTEST, 19, Region::Ntsc);
    let memory = &mut TreeMemory::default();
    for _ in 0..300 {
        let board = boards::clean(&mut generator);
        let [current, next] = [(); 2].map(|()| boards::piece(&mut generator));
        let position = Position::new(board, current, next);
        let line = found_first.decide(memory, &position, &moves);
        assert_eq!(line, usual.decide(memory, &position, &moves));
    }
}
