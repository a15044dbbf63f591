//! What a line of locks leaves, and what each part of that costs.

use crate::players::evaluator::Evaluator;
use crate::players::input::Input;
use crate::players::player::Player;
use crate::players::position::Position;
use crate::players::value_table::{Aspect, Shares, ValueTable};
use crate::rules::Board;
use crate::search::{Cost, MoveGenerator, NoFilter};

use super::{RatedMove, lines};

/// What a rated move leaves.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The field after the current piece.
    pub first: Board,
    /// The field after NEXT too; the same as the first one if it found no place or is not known.
    pub last: Board,
    /// Rows that the current piece clears, and those that NEXT clears.
    pub rows: [u8; 2],
    /// What those clears lose, in lines.
    pub clears: f64,
    shares: Shares,
}

impl Outcome {
    /// What these aspects of the last field cost, in lines.
    pub fn cost(&self, aspects: &[Aspect]) -> f64 {
        lines(self.shares.of(aspects))
    }
}

impl Player {
    /// What a rated move leaves, for hands that move pieces so; none by a player that does not judge by
    /// what a game will lose.
    pub fn outcome(
        &self,
        position: &Position,
        rated: &RatedMove,
        input: &Input,
    ) -> Option<Outcome> {
        let Evaluator::ValueTable(judge) = self.evaluator() else {
            return None;
        };
        Some(match input {
            Input::Drag => outcome(judge, position, rated, &NoFilter),
            Input::Pad(moves) => outcome(judge, position, rated, &**moves),
            Input::UnderWay(moves) => outcome(judge, position, rated, &**moves),
        })
    }
}

fn outcome<M: MoveGenerator>(
    judge: &ValueTable,
    position: &Position,
    rated: &RatedMove,
    moves: &M,
) -> Outcome {
    let judge = judge.for_hands(position, moves);
    let (first, rows) = position.board.lock(rated.lock);
    let (last, more) = rated.then.map_or((first, 0), |then| first.lock(then));
    let before = u32::from(position.lines);
    let clears = judge.clear(rows, before) + judge.clear(more, before + rows);
    Outcome {
        first,
        last,
        rows: [rows as u8, more as u8],
        clears: lines(clears),
        shares: judge.shares(&last),
    }
}
