//! Prices of a piece's best locks, in the unit of the player that chooses among them.

use crate::players::evaluator::Evaluator;
use crate::players::player::Player;
use crate::players::position::Position;
use crate::players::uct::TreeMemory;
use crate::rules::{Board, Piece, Pose};
use crate::search::{Hand, LockChain, MoveGenerator, ReachableLocks};

use super::{RatedMove, in_lines};

/// Locks of a piece with their costs.
#[derive(Clone, Debug, PartialEq)]
pub struct PricedLocks {
    /// Locks, cheapest first. The chosen one comes before others of equal cost.
    pub locks: Vec<RatedMove>,
    /// Unit of the costs.
    pub unit: PriceUnit,
}

/// Unit of a player's costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriceUnit {
    /// Points, expressed in lines: see [`rating`](super).
    Lines,
    /// Sum of the player's weights.
    Weights,
}

impl Player {
    /// Returns the best locks of the current piece with their costs for this player. Returns at least `least` locks, if
    /// the piece has that many. `chosen` is the lock that the player chose with `moves`. `None` for tree searches,
    /// which count visits and have no costs.
    pub fn price_locks(
        &self,
        position: &Position,
        chosen: Pose,
        moves: &dyn MoveGenerator,
        least: usize,
    ) -> Option<PricedLocks> {
        let (mut locks, unit) = match self.evaluator() {
            Evaluator::Uct(_) => return None,
            Evaluator::ValueTable(judge) if self.known_pieces() > 1 => {
                let locks = judge.best_locks(position, chosen, moves, least);
                (locks.iter().map(in_lines).collect(), PriceUnit::Lines)
            }
            Evaluator::ValueTable(_) => (
                self.price_each_lock(position, chosen, moves),
                PriceUnit::Lines,
            ),
            Evaluator::SixFeatures(_) | Evaluator::WeightedSum(_) => (
                self.price_each_lock(position, chosen, moves),
                PriceUnit::Weights,
            ),
        };
        let is_other = |rated: &RatedMove| rated.lock != chosen;
        locks.sort_by(|one: &RatedMove, other| {
            let by_cost = one.cost.total_cmp(&other.cost);
            by_cost.then(is_other(one).cmp(&is_other(other)))
        });
        Some(PricedLocks { locks, unit })
    }

    /// Prices each lock of the current piece by its best continuation. If NEXT cannot lock after any of them, prices
    /// the locks without NEXT.
    fn price_each_lock(
        &self,
        position: &Position,
        chosen: Pose,
        moves: &dyn MoveGenerator,
    ) -> Vec<RatedMove> {
        let reachable = moves.locks(&position.board, position.current);
        let mut locks: Vec<Pose> = reachable.iter().flat_map(ReachableLocks::iter).collect();
        if !locks.contains(&chosen) {
            locks.push(chosen);
        }
        let priced = |known| -> Vec<RatedMove> {
            let lines = locks.iter().filter_map(|&lock| {
                let board = &position.board;
                let first_only = FirstLock { board, lock, moves };
                let (memory, ties) = (&mut TreeMemory::default(), self.ties());
                let evaluator = self.evaluator();
                let line = evaluator.line(memory, position, known, ties, &first_only)?;
                self.priced_line(&line)
            });
            lines.collect()
        };
        match priced(self.known_pieces()) {
            none if none.is_empty() => priced(1),
            locks => locks,
        }
    }

    /// Returns the cost of a sequence of locks in the player's unit, or `None` if the player's rules refuse the
    /// sequence.
    fn priced_line(&self, line: &LockChain) -> Option<RatedMove> {
        let cost = match self.evaluator() {
            Evaluator::SixFeatures(six) => six.in_weights(line.value),
            Evaluator::WeightedSum(sum) => sum.in_weights(line.value)?,
            Evaluator::ValueTable(_) => super::lines(line.value),
            Evaluator::Uct(_) => return None,
        };
        Some(RatedMove {
            lock: line.locks[0],
            then: line.locks.get(1).copied(),
            cost,
        })
    }
}

/// Move generator with a single lock for the current piece. `moves` generates the locks of all later pieces.
struct FirstLock<'a> {
    board: &'a Board,
    lock: Pose,
    moves: &'a dyn MoveGenerator,
}

impl MoveGenerator for FirstLock<'_> {
    fn locks(&self, board: &Board, piece: Piece) -> Option<ReachableLocks> {
        // If the board is unchanged, the piece is the current one: a board can repeat only after at least five pieces.
        match board == self.board {
            true => Some(ReachableLocks::only(self.lock)),
            false => self.moves.locks(board, piece),
        }
    }

    fn first_met(&self, board: &Board, piece: Piece, locks: &[Pose]) -> Option<Pose> {
        self.moves.first_met(board, piece, locks)
    }

    fn hand(&self) -> Option<Hand> {
        self.moves.hand()
    }

    fn has_double_killscreen(&self) -> bool {
        self.moves.has_double_killscreen()
    }
}

#[cfg(test)]
mod tests {
    use crate::players::Strategy;
    use crate::players::input::Input;
    use crate::search::NoFilter;

    use super::*;

    /// Returns a position with holes, a well and an overhang.
    fn position(current: Piece, next: Piece) -> Position {
        let row = |y: usize| match y {
            0..14 => 0,
            14 => 0b00_0000_1100,
            15 => 0b00_0001_1011,
            16 => 0b01_1111_1011,
            17 => 0b01_1110_1111,
            _ => 0b01_1111_1111,
        };
        let board = Board::from_rows(std::array::from_fn(row));
        Position::new(board, current, next)
    }

    #[test]
    fn the_cheapest_lock_is_the_chosen_one() {
        for name in ["survival", "el-tetris", "scorer", "plateau"] {
            let player = Player::named(name).unwrap();
            let shallow = player.no_deeper_than(1);
            for (player, piece) in [&player, &shallow].into_iter().flat_map(|player| {
                let pieces = [Piece::T, Piece::I, Piece::S];
                pieces.map(|piece| (player, piece))
            }) {
                let position = position(piece, Piece::L);
                let memory = &mut TreeMemory::default();
                let line = player.decide(memory, &position, &NoFilter).unwrap();
                let chosen = line.locks[0];
                let priced = player.price_locks(&position, chosen, &NoFilter, 5);
                let PricedLocks { locks, .. } = priced.unwrap();
                assert_eq!(locks[0].lock, chosen, "{name} {piece:?}");
                assert!(locks.is_sorted_by_key(|rated| rated.cost));
                assert!(locks.len() >= 5, "{name} {piece:?}: {}", locks.len());
                let mut distinct: Vec<_> = locks.iter().map(|rated| rated.lock).collect();
                distinct.dedup();
                assert_eq!(distinct.len(), locks.len());
            }
        }
    }

    #[test]
    fn a_judge_of_lines_prices_locks_as_it_rates_moves() {
        let scorer = Player::named("scorer").unwrap();
        let position = position(Piece::T, Piece::L);
        let all = NoFilter.locks(&position.board, Piece::T).unwrap();
        for played in all.iter().step_by(3) {
            let rating = scorer.rate(&position, played, &Input::Drag).unwrap();
            let priced = scorer.price_locks(&position, played, &NoFilter, 5);
            let locks = priced.unwrap().locks;
            let priced_alike = |rated: &RatedMove| locks.contains(rated);
            assert!(rating.moves.iter().all(priced_alike), "{played:?}");
            assert_eq!(locks[0].cost, rating.best().cost);
            assert!(locks.len() >= 5 && locks.iter().any(|rated| rated.lock == played));
        }
    }

    #[test]
    fn tree_searches_and_builders_have_no_prices() {
        let position = position(Piece::T, Piece::L);
        let chosen = Pose::spawn(Piece::T);
        let uct = Player::named("uct").unwrap();
        assert_eq!(uct.price_locks(&position, chosen, &NoFilter, 5), None);
        let player = Player::named("survival").unwrap().into();
        for (filter, has_prices) in [("none", true), ("well", false), ("well-plain", true)] {
            let strategy = Strategy::find(std::sync::Arc::clone(&player), filter, |_| {
                unreachable!("no picture is asked for")
            });
            let strategy = strategy.unwrap();
            let line = strategy.decide(&mut TreeMemory::default(), &position, &Input::Drag);
            let chosen = line.unwrap().locks[0];
            let priced = strategy.price_locks(&position, &Input::Drag, chosen, 5);
            let first = priced.map(|priced| priced.locks[0].lock);
            assert_eq!(first, has_prices.then_some(chosen), "{filter}");
        }
    }
}
