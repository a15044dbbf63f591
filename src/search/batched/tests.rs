//! Checks that batched search and board-by-board search lead to equal decisions.

use std::ops::ControlFlow;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::rules::{Board, Piece, Pose, randomizer};
use crate::search::chain::{
    Evaluate, LockChain, LockSequence, SearchLeaf, best_line, best_line_one_by_one, best_pair_on,
    visit_leaves_by,
};
use crate::search::filter::{ChildFilter, NoFilter};
use crate::search::move_generator::{MoveGenerator, Moves};
use crate::search::processor::VectorWidth;
use crate::search::reach::ReachableLocks;

use super::best_pair;

/// Evaluator with meaningless values, computed from everything it receives. With few distinct values, most leaves tie.
struct MeaninglessEvaluator {
    values: i64,
}

impl Evaluate for MeaninglessEvaluator {
    const BATCHED: bool = true;

    fn evaluate(&self, leaf: &SearchLeaf, sequence: LockSequence<'_>) -> i64 {
        let [a, b, c, d] = leaf.board.words();
        let counts = u64::from(leaf.rows_cleared) << 32 | u64::from(leaf.lock_height);
        let places = sequence
            .locks()
            .fold(sequence.root.words()[0], |places, lock| {
                let Pose { orientation, x, y } = lock;
                places << 20 ^ u64::from(orientation.id()) << 10 ^ (x as u64) << 5 ^ y as u64
            });
        let mixed = [a, b, c, d, counts, places]
            .into_iter()
            .fold(0_u64, |mixed, word| {
                (mixed.rotate_left(9) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            });
        (mixed >> 20) as i64 % self.values
    }
}

/// Filter that refuses states by an arbitrary rule.
struct Checkered;

impl ChildFilter for Checkered {
    fn validate(&self, board: &Board, pose: Pose) -> bool {
        (pose.x + pose.y) % 7 != 3 || board.contains(pose.x, 19)
    }
}

/// Filter that refuses every state. A piece can then lock only where it spawns.
struct RefuseAll;

impl ChildFilter for RefuseAll {
    fn validate(&self, _board: &Board, _pose: Pose) -> bool {
        false
    }
}

/// Move generator that handles one board at a time.
struct SingleBoardMoves;

impl MoveGenerator for SingleBoardMoves {
    fn locks(&self, board: &Board, piece: Piece) -> Option<ReachableLocks> {
        MoveGenerator::locks(&NoFilter, board, piece)
    }
}

/// Returns a board of random cells. In half of the boards, up to eight rows at the bottom may be full except for one
/// column that they share.
fn board(generator: &mut ChaCha8Rng) -> Board {
    let top = generator.random_range(0..=20);
    let density = generator.random_range(5..=90);
    let rows = generator.random_range(0..=8) * generator.random_range(0..=1);
    let open = generator.random_range(0..10);
    let mut board = Board::EMPTY;
    for y in top..20 {
        for x in 0..10 {
            let is_occupied = match y < 20 - rows {
                true => generator.random_range(0..100) < density,
                false => x != open,
            };
            if is_occupied {
                board.insert(x, y);
            }
        }
    }
    board
}

/// Returns the decision, after checking that all implementations agree on it.
fn decision(
    board: &Board,
    pieces: [Piece; 2],
    moves: &dyn MoveGenerator,
    values: i64,
) -> Option<LockChain> {
    let found = decision_by(board, pieces, moves, values);
    let evaluator = MeaninglessEvaluator { values };
    assert_eq!(best_line(board, &pieces, moves, &evaluator), found);
    if moves.is_free() {
        assert_eq!(decision_by(board, pieces, &NoFilter, values), found);
    }
    found
}

/// Checks that all implementations agree. The type `M` decides whether the moves are called dynamically or compiled
/// into the search.
fn decision_by<M: Moves + ?Sized>(
    board: &Board,
    pieces: [Piece; 2],
    moves: &M,
    values: i64,
) -> Option<LockChain> {
    let evaluator = MeaninglessEvaluator { values };
    let expected = best_line_one_by_one(board, &pieces, moves, &evaluator);
    let expected = expected.map(|line| {
        let tied = other_first_locks(board, pieces, moves, &evaluator, &line);
        (line, tied)
    });
    let eight = best_pair::<8, _, _>(board, pieces, moves, &evaluator);
    assert_eq!(eight, expected, "{pieces:?} {board:?}");
    let four = best_pair::<4, _, _>(board, pieces, moves, &evaluator);
    assert_eq!(four, expected, "{pieces:?} {board:?}");
    for vectors in VectorWidth::all() {
        let found = best_pair_on(vectors, board, pieces, moves, &evaluator);
        assert_eq!(found, expected, "{vectors:?} {pieces:?} {board:?}");
    }
    expected.map(|(line, _)| line)
}

/// Returns the first locks that lead to the value of `line`, without that of `line` itself.
fn other_first_locks<M: Moves + ?Sized>(
    board: &Board,
    pieces: [Piece; 2],
    moves: &M,
    evaluator: &impl Evaluate,
    line: &LockChain,
) -> Vec<Pose> {
    let mut locks = Vec::new();
    let mut visitor = |leaf: &SearchLeaf, sequence: LockSequence<'_>| {
        if evaluator.evaluate(leaf, sequence) == line.value {
            locks.push(sequence.earlier[0]);
        }
        ControlFlow::Continue(())
    };
    assert!(visit_leaves_by(board, &pieces, moves, &mut visitor).is_continue());
    locks.dedup();
    locks.split_off(1)
}

#[test]
fn boards_side_by_side_lead_to_the_decisions_of_boards_one_by_one() {
    let mut generator = randomizer::generator(1, 0);
    let (mut leaves, mut without_place) = (0, 0);
    for index in 0..2_000 {
        let board = board(&mut generator);
        let pieces = [(); 2].map(|()| Piece::ALL[generator.random_range(0..7)]);
        let values = [1, 3, 50, i64::MAX][index % 4];
        let line = match index % 7 {
            0 => decision(&board, pieces, &Checkered, values),
            1 => decision(&board, pieces, &RefuseAll, values),
            2 => decision(&board, pieces, &SingleBoardMoves, values),
            _ => decision(&board, pieces, &NoFilter, values),
        };
        match line {
            Some(line) => leaves += line.leaves,
            None => without_place += 1,
        }
    }
    assert!(leaves > 250_000, "{leaves} leaves");
    assert!(without_place > 100, "{without_place} boards");
}
