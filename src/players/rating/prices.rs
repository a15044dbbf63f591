//! What moves leave, and what fields cost there.

use std::borrow::Cow;

use crate::players::evaluator::Evaluator;
use crate::players::input::Input;
use crate::players::player::Player;
use crate::players::position::Position;
use crate::players::value_table::{Aspect, ValueTable};
use crate::rules::{Board, Piece, Pose};
use crate::search::{Cost, MoveGenerator};

use super::{RatedMove, lines};

/// What a rated move leaves.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedOutcome {
    /// The field after the current piece.
    pub first: Board,
    /// The field after NEXT too; the same as the first one if it found no place or is not known.
    pub last: Board,
    /// Rows that the current piece clears, and those that NEXT clears.
    pub rows: [u8; 2],
    /// What those clears lose, in lines.
    pub clears: f64,
}

/// What fields cost from a position on, to a judge and for hands that move pieces so.
#[derive(Clone, Debug)]
pub struct Prices<'a> {
    judge: Cow<'a, ValueTable>,
    position: &'a Position,
    input: &'a Input,
}

impl Player {
    /// The prices from a position on; none by a player that does not judge by what a game will lose.
    pub fn prices<'a>(&'a self, position: &'a Position, input: &'a Input) -> Option<Prices<'a>> {
        let Evaluator::ValueTable(judge) = self.evaluator() else {
            return None;
        };
        let judge = judge.for_hands(position, input);
        Some(Prices {
            judge,
            position,
            input,
        })
    }
}

impl Prices<'_> {
    /// What a rated move leaves.
    pub fn outcome(&self, rated: &RatedMove) -> RatedOutcome {
        let (first, rows) = self.position.board.lock(rated.lock);
        let (last, more) = rated.then.map_or((first, 0), |then| first.lock(then));
        let before = u32::from(self.position.lines);
        let clears = self.judge.clear(rows, before) + self.judge.clear(more, before + rows);
        RatedOutcome {
            first,
            last,
            rows: [rows as u8, more as u8],
            clears: lines(clears),
        }
    }

    /// What a field costs after `rows` more, in lines: nothing past the judge's last line.
    pub fn field(&self, board: &Board, rows: u8) -> f64 {
        let cleared = u32::from(self.position.lines) + u32::from(rows);
        lines(self.judge.board(board, cleared))
    }

    /// What these aspects of such a field cost, in lines.
    pub fn share(&self, board: &Board, rows: u8, aspects: &[Aspect]) -> f64 {
        let cleared = u32::from(self.position.lines) + u32::from(rows);
        lines(self.judge.shares(board, cleared).of(aspects))
    }

    /// What the game costs after a rated move and NEXT by each piece that may come then, each put where it costs
    /// least, in lines and in the order of [`Piece::ALL`](crate::rules::Piece::ALL). None where NEXT is not
    /// known or finds no place.
    pub fn with_third(&self, rated: &RatedMove) -> Option<[f64; 7]> {
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

    /// Where a piece costs least on a field after `rows` more, with what is seen of it alone; none if it finds no
    /// place.
    pub fn place(&self, board: &Board, rows: u8, piece: Piece) -> Option<Pose> {
        let before = u32::from(self.position.lines) + u32::from(rows);
        let price = |lock: &Pose| {
            let (after, more) = board.lock(*lock);
            self.judge.clear(more, before) + self.judge.board(&after, before + more)
        };
        let places = self.input.locks(board, piece)?;
        places.iter().min_by_key(price)
    }
}
