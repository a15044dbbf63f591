//! Prices of the boards after rated moves.

use std::borrow::Cow;

use crate::players::evaluator::Evaluator;
use crate::players::input::Input;
use crate::players::player::Player;
use crate::players::position::Position;
use crate::players::value_table::{Aspect, ValueTable};
use crate::rules::Board;
use crate::search::Cost;

use super::{RatedMove, lines};

/// Boards after a rated move, with its line clears.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedOutcome {
    /// Board after the current piece.
    pub first: Board,
    /// Board after NEXT. Equals `first` if NEXT has no lock or is unknown.
    pub last: Board,
    /// Rows cleared by the current piece and by NEXT.
    pub rows: [u8; 2],
    /// Loss for clearing these rows, in lines.
    pub clears: f64,
}

/// Pricing of the boards that follow a position, by one judge and for one set of hands.
#[derive(Clone, Debug)]
pub struct BoardPricing<'a> {
    judge: Cow<'a, ValueTable>,
    position: &'a Position,
    input: &'a Input,
}

impl Player {
    /// Returns the pricing of boards that follow `position`. `None` if the player does not price future losses.
    pub fn prices<'a>(
        &'a self,
        position: &'a Position,
        input: &'a Input,
    ) -> Option<BoardPricing<'a>> {
        let Evaluator::ValueTable(judge) = self.evaluator() else {
            return None;
        };
        let judge = judge.for_hands(position, input);
        Some(BoardPricing {
            judge,
            position,
            input,
        })
    }
}

impl BoardPricing<'_> {
    /// Returns the boards after a rated move, the rows it clears and their loss.
    pub fn outcome(&self, rated: &RatedMove) -> RatedOutcome {
        let (first, rows) = self.position.board.lock(rated.lock);
        let (last, then_rows) = rated.then.map_or((first, 0), |then| first.lock(then));
        let before = u32::from(self.position.lines);
        let clears = self.judge.clear(rows, before) + self.judge.clear(then_rows, before + rows);
        RatedOutcome {
            first,
            last,
            rows: [rows as u8, then_rows as u8],
            clears: lines(clears),
        }
    }

    /// Returns the cost of a board, in lines, after `rows` more cleared rows. The cost is 0 past the judge's last line.
    pub fn board_cost(&self, board: &Board, rows: u8) -> f64 {
        let cleared = u32::from(self.position.lines) + u32::from(rows);
        lines(self.judge.board(board, cleared))
    }

    /// Returns the part of the board's cost, in lines, that these aspects cause. `board` and `rows` are those of
    /// [`BoardPricing::board_cost`].
    pub fn cost_share(&self, board: &Board, rows: u8, aspects: &[Aspect]) -> f64 {
        let cleared = u32::from(self.position.lines) + u32::from(rows);
        lines(self.judge.shares(board, cleared).of(aspects))
    }

    /// Returns the losses expected after a rated move and NEXT, in lines: one for each possible third piece, at its
    /// cheapest lock. The order is that of [`Piece::ALL`](crate::rules::Piece::ALL). `None` if NEXT is unknown or has
    /// no lock.
    pub fn third_piece_losses(&self, rated: &RatedMove) -> Option<[f64; 7]> {
        let (next, then) = (self.position.next?, rated.then?);
        let (board, rows) = self.position.board.lock(rated.lock);
        let after = Position {
            board,
            current: next,
            next: None,
            lines: self.position.lines + rows as u16,
            ..self.position.clone()
        };
        let costs = self.judge.costs(&after, &[then], self.input);
        Some(costs[0].map(lines))
    }
}
