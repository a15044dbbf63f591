//! Prices of locks before NEXT is known: one cost for each possible next piece.

use crate::rules::{Board, Piece, Pose};
use crate::search::{ChildFilter, MoveGenerator, NextCosts, PadMoves, UnseenNextJudge};

use super::input::FilteredMoves;
use super::position::Position;
use super::strategy::{Strategy, StrategyKind};
use super::value_table::ValueTable;

/// Pricing of a position's locks for a strategy that does not know NEXT.
#[derive(Clone, Debug)]
pub struct UnseenNextCosts<'a> {
    strategy: &'a Strategy,
    position: Position,
    moves: &'a PadMoves,
    /// Judge whose search is deeper than that of the costs, if the player has one.
    deep_judge: Option<&'a ValueTable>,
}

impl<'a> UnseenNextCosts<'a> {
    /// Returns the pricing of locks by `strategy` in this position. `moves` generates the locks of all later pieces.
    pub fn new(
        strategy: &'a Strategy,
        position: &Position,
        moves: &'a PadMoves,
    ) -> UnseenNextCosts<'a> {
        UnseenNextCosts {
            strategy,
            position: position.without_next(),
            moves,
            deep_judge: match strategy.kind() {
                StrategyKind::Well(builder) => Some(&builder.pad),
                StrategyKind::Pattern(_) => None,
                StrategyKind::Alone
                | StrategyKind::WellFilter(_)
                | StrategyKind::PatternFilter(_) => strategy.player().deep_judge(),
            },
        }
    }

    fn board(&self) -> &Board {
        &self.position.board
    }

    /// Returns the player's costs of `locks`. `moves` generates the locks of all later pieces.
    fn player(&self, locks: &[Pose], moves: &dyn MoveGenerator) -> Vec<NextCosts> {
        self.strategy.player().costs(&self.position, locks, moves)
    }
}

impl UnseenNextJudge for UnseenNextCosts<'_> {
    fn costs(&self, locks: &[Pose]) -> Vec<Option<NextCosts>> {
        let UnseenNextCosts {
            position, moves, ..
        } = self;
        let costs = match self.strategy.kind() {
            StrategyKind::Alone => self.player(locks, *moves),
            StrategyKind::Well(builder) => builder.pad.costs(position, locks, *moves),
            StrategyKind::Pattern(builder) => builder.costs(position, locks, *moves),
            filter @ (StrategyKind::WellFilter(_) | StrategyKind::PatternFilter(_)) => {
                let moves = FilteredMoves {
                    moves: *moves,
                    filter,
                };
                let costs = self.player(locks, &moves);
                let costs = locks.iter().zip(costs).map(|(&lock, costs)| {
                    let passes = filter.validate(self.board(), lock);
                    passes.then_some(costs)
                });
                return costs.collect();
            }
        };
        costs.into_iter().map(Some).collect()
    }

    fn margin(&self) -> Option<i64> {
        self.deep_judge.and_then(ValueTable::margin)
    }

    fn deep_cost(&self, lock: Pose, next: Piece) -> i64 {
        let position = Position {
            next: Some(next),
            ..self.position.clone()
        };
        let judge = self
            .deep_judge
            .expect("deep_cost is only called if there is a margin");
        match self.strategy.kind() {
            filter @ (StrategyKind::WellFilter(_) | StrategyKind::PatternFilter(_)) => {
                let moves = FilteredMoves {
                    moves: self.moves,
                    filter,
                };
                judge.deep_cost(&position, lock, &moves)
            }
            StrategyKind::Alone | StrategyKind::Well(_) | StrategyKind::Pattern(_) => {
                judge.deep_cost(&position, lock, self.moves)
            }
        }
    }
}
