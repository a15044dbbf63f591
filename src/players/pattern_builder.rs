//! Builds a picture.

pub mod align;
pub mod rows;
pub mod value;

use std::cell::RefCell;

use crate::rules::randomizer::ODDS;
use crate::rules::{Board, Piece, Pose};
use crate::search::{Evaluate, Leaf, Line, Mover, Way, best_line};

use super::pattern::Pattern;
use super::position::Position;
use rows::Picture;
use value::{Value, Weights};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternBuilder {
    pub value: Value,
    pub beam: usize,
}

const LOST: i64 = 100_000;

impl PatternBuilder {
    pub fn with(pattern: &Pattern, weights: Weights, beam: usize) -> PatternBuilder {
        PatternBuilder {
            value: Value {
                picture: Picture::of(pattern),
                weights,
            },
            beam,
        }
    }

    pub fn decide<M: Mover>(&self, position: &Position, mover: &M) -> Option<Line> {
        let first = best_line(&position.board, &[position.current], mover, &self.value)?;
        if first.value == value::DONE {
            return Some(first);
        }
        let pieces = [position.current, position.next];
        let best = Best {
            value: &self.value,
            size: self.beam.max(1),
            leaves: RefCell::new(Vec::with_capacity(self.beam + 1)),
        };
        let Some(line) = best_line(&position.board, &pieces, mover, &best) else {
            return Some(first);
        };
        if self.beam == 0 || line.value == value::DONE {
            return Some(line);
        }
        let mut chosen: Option<Line> = None;
        for candidate in best.leaves.into_inner() {
            let value = self.expected(&candidate, position.next, mover);
            if chosen.as_ref().is_none_or(|line| value < line.value) {
                chosen = Some(Line {
                    locks: candidate.locks.to_vec(),
                    value,
                    leaves: line.leaves,
                });
            }
        }
        chosen
    }

    /// The mean of the best values with each piece that may come after `previous`.
    fn expected<M: Mover>(&self, candidate: &Candidate, previous: Piece, mover: &M) -> i64 {
        let after = After {
            value: &self.value,
            before: candidate.leaf,
        };
        let mut sum = 0;
        for (piece, odds) in Piece::ALL.into_iter().zip(ODDS[previous.index()]) {
            let line = best_line(&candidate.leaf.board, &[piece], mover, &after);
            sum += i64::from(odds) * line.map_or(LOST, |line| line.value);
        }
        sum
    }
}

struct Candidate {
    value: i64,
    leaf: Leaf,
    locks: [Pose; 2],
}

/// Notes the best leaves.
struct Best<'a> {
    value: &'a Value,
    size: usize,
    leaves: RefCell<Vec<Candidate>>,
}

impl Evaluate for Best<'_> {
    #[inline(always)]
    fn evaluate(&self, leaf: &Leaf, way: Way<'_>) -> i64 {
        let value = self.value.of(leaf);
        let mut leaves = self.leaves.borrow_mut();
        if leaves.len() < self.size || value < leaves[leaves.len() - 1].value {
            let at = leaves.partition_point(|known| known.value <= value);
            leaves.insert(
                at,
                Candidate {
                    value,
                    leaf: *leaf,
                    locks: [way.earlier[0], way.last],
                },
            );
            leaves.truncate(self.size);
        }
        value
    }
}

struct After<'a> {
    value: &'a Value,
    before: Leaf,
}

impl Evaluate for After<'_> {
    #[inline(always)]
    fn evaluate(&self, leaf: &Leaf, _way: Way<'_>) -> i64 {
        self.value.of(&Leaf {
            board: leaf.board,
            rows_cleared: leaf.rows_cleared + self.before.rows_cleared,
            lock_height: leaf.lock_height + self.before.lock_height,
        })
    }
}

#[allow(unused)]
fn unused(_: Board) {}
