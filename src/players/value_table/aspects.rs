//! Split of a board's cost by aspect.

use crate::rules::Board;

use super::entries::{PER_FIELD, STRETCHES, TRIPLES, entries_of};
use super::{ENDING, ValueTable};

/// Aspect of a board, measured by one or more table entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aspect {
    /// Stretches of the contour.
    Contour,
    /// The highest row with holes, and the cells above it.
    TopHole,
    /// The column at the left wall, and the rows that lack only this column's cell.
    Edge,
    /// The highest and the lowest column.
    Extremes,
    /// Heights of the columns that pieces pass on their way to the right.
    Right,
    /// Heights of the columns that pieces pass on their way to the left.
    Left,
    /// Number of holes.
    Holes,
    /// Cells above the holes of each column.
    Covers,
    /// Height of the highest row with holes.
    HoleHeight,
    /// Places on the contour where each piece fits.
    Places,
    /// The well and the rows ready for a Tetris.
    Well,
    /// Heights of every three neighbouring columns.
    Heights,
}

impl Aspect {
    /// Number of aspects.
    pub const COUNT: usize = 12;

    /// Returns the aspect that entry `place` of [`entries_of`] measures.
    const fn of_entry(place: usize) -> Aspect {
        const FIRST: usize = STRETCHES;
        if place < FIRST {
            return Aspect::Contour;
        }
        match place - FIRST {
            0 => Aspect::TopHole,
            1 | 2 => Aspect::Edge,
            3 => Aspect::Extremes,
            4 => Aspect::Right,
            5 => Aspect::Left,
            6 => Aspect::Holes,
            7..=15 => Aspect::Covers,
            16 => Aspect::HoleHeight,
            17 => Aspect::Places,
            18..=20 => Aspect::Well,
            _ => Aspect::Heights,
        }
    }
}

/// Cost of a board by aspect, in fixed-point units: [`UNITS`](super::UNITS) are one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct AspectCosts([i64; Aspect::COUNT]);

impl AspectCosts {
    /// Returns the total cost of these aspects.
    pub fn of(&self, aspects: &[Aspect]) -> i64 {
        let costs = aspects.iter().map(|&aspect| self.0[aspect as usize]);
        costs.sum()
    }
}

impl ValueTable {
    /// Returns the cost of a board by aspect after `lines` lines, at the current level. It is 0 past the last line.
    pub(in crate::players) fn shares(&self, board: &Board, lines: u32) -> AspectCosts {
        let mut shares = AspectCosts::default();
        let influence = self.influence(lines);
        for (place, entry) in entries_of(board).into_iter().enumerate() {
            let cost = i64::from(self.table.cost(entry)) * influence / i64::from(ENDING);
            shares.0[Aspect::of_entry(place) as usize] += cost;
        }
        shares
    }
}

const _: () = assert!(
    PER_FIELD == STRETCHES + 21 + TRIPLES,
    "each entry has an aspect"
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::Evaluator;
    use crate::players::Player;
    use crate::search::Cost;

    #[test]
    fn the_shares_of_a_field_are_its_cost() {
        let player = Player::named("scorer").unwrap();
        let Evaluator::ValueTable(judge) = player.evaluator() else {
            panic!("it judges by a table");
        };
        let mut board = Board::EMPTY;
        for (x, y) in [(0, 19), (1, 19), (2, 18), (3, 19), (5, 17), (8, 19)] {
            board.insert(x, y);
            let shares = judge.shares(&board, 0);
            let whole = |shares: AspectCosts| shares.0.iter().sum::<i64>();
            assert_eq!(whole(shares), judge.board(&board, 0));
            assert_eq!(
                whole(judge.shares(&board, 9_999)),
                judge.board(&board, 9_999)
            );
            // From the third of these pieces on, the lock leaves a hole.
            let holes = |shares: AspectCosts| shares.of(&[Aspect::Holes]);
            let without = holes(judge.shares(&Board::EMPTY, 0));
            assert_eq!(x >= 2, holes(shares) != without);
        }
    }
}
