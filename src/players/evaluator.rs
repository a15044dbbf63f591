//! Evaluators that a player file can select.
//!
//! To add an evaluator, add a variant to [`EvaluatorFile`] and to [`Evaluator`], then handle the variant in their
//! functions. The compiler generates a separate, specialised search for each evaluator.

use serde::{Deserialize, Serialize};

use crate::rules::Pose;
use crate::search::{
    LockChain, MoveGenerator, NextCosts, TieOrder, best_line_in, chain_costs, single_costs,
};

use super::position::Position;
use super::six_features::{SixFeatures, SixWeights};
use super::uct::{JudgeFile, TreeMemory, Uct, UctFile};
use super::value_table::{ReadFile, Table, ValueTable, ValueTableFile};
use super::weighted_sum::{WeightedSum, WeightedSumFile};

/// Evaluator as written in a player file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EvaluatorFile {
    /// Six features with fixed formulas, as fast as possible: see [`SixFeatures`].
    SixFeatures(SixWeights),
    /// Any features: see [`WeightedSum`].
    WeightedSum(WeightedSumFile),
    /// Learnt value table with a search beyond the known pieces: see [`ValueTable`].
    ValueTable(ValueTableFile),
    /// Tree search with playouts: see [`Uct`].
    Uct(UctFile),
}

/// Evaluator built from a valid [`EvaluatorFile`].
#[derive(Clone, Debug, PartialEq)]
pub enum Evaluator {
    /// See [`SixFeatures`].
    SixFeatures(SixFeatures),
    /// See [`WeightedSum`].
    WeightedSum(Box<WeightedSum>),
    /// See [`ValueTable`].
    ValueTable(ValueTable),
    /// See [`Uct`].
    Uct(Box<Uct>),
}

impl EvaluatorFile {
    /// Returns whether the evaluator gives every sequence of locks a value and takes the best sequence. The others
    /// search beyond the known pieces, and take at most NEXT as known.
    pub(super) const fn compares_chains(&self) -> bool {
        matches!(
            self,
            EvaluatorFile::SixFeatures(_) | EvaluatorFile::WeightedSum(_)
        )
    }

    /// Returns the settings as RON text, but without the names of table files.
    pub(super) fn definition(&self) -> String {
        let mut file = self.clone();
        let value = match &mut file {
            EvaluatorFile::ValueTable(value) => Some(value),
            EvaluatorFile::Uct(UctFile {
                judge: JudgeFile::Table(value),
                ..
            }) => Some(value),
            _ => None,
        };
        if let Some(value) = value {
            value.table.clear();
            value
                .tables
                .iter_mut()
                .for_each(|other| other.table.clear());
        }
        ron::to_string(&file).expect("a parsed file can be serialized")
    }
}

impl Evaluator {
    /// Builds the evaluator that `file` describes. `read` loads the table files named there.
    ///
    /// # Errors
    /// All faults in the file, one message each.
    pub fn new(file: &EvaluatorFile, read: ReadFile<'_>) -> Result<Evaluator, Vec<String>> {
        match file {
            EvaluatorFile::SixFeatures(weights) => {
                weights.check()?;
                Ok(Evaluator::SixFeatures(SixFeatures::new(*weights)))
            }
            EvaluatorFile::WeightedSum(sum) => {
                Ok(Evaluator::WeightedSum(Box::new(WeightedSum::new(sum)?)))
            }
            EvaluatorFile::ValueTable(value) => {
                Ok(Evaluator::ValueTable(ValueTable::new(value, read)?))
            }
            EvaluatorFile::Uct(uct) => Ok(Evaluator::Uct(Box::new(Uct::new(uct, read)?))),
        }
    }

    /// Returns the best sequence of locks for the known pieces. Searches at most `most` of them. Returns `None` if no
    /// sequence locks all these pieces. `ties` decides among sequences of equal value, if the evaluator [compares
    /// sequences](EvaluatorFile::compares_chains).
    pub(super) fn line(
        &self,
        memory: &mut TreeMemory,
        position: &Position,
        most: usize,
        ties: TieOrder,
        moves: &dyn MoveGenerator,
    ) -> Option<LockChain> {
        let (pieces, known) = position.known_pieces(most);
        let (board, pieces) = (&position.board, &pieces[..known]);
        match self {
            Evaluator::SixFeatures(six) => best_line_in(ties, board, pieces, moves, six),
            Evaluator::WeightedSum(sum) => best_line_in(ties, board, pieces, moves, &**sum),
            Evaluator::ValueTable(value) if most == 1 => value.single_line(position, moves),
            Evaluator::ValueTable(value) => value.line(position, moves),
            Evaluator::Uct(uct) => uct.line(memory, position, most, moves),
        }
    }

    /// Returns, for each lock of the current piece, one cost for each possible next piece. The search covers one
    /// piece if `most` is 1, otherwise two. A next piece that cannot lock costs more than any that can.
    pub(super) fn costs(
        &self,
        position: &Position,
        most: usize,
        locks: &[Pose],
        moves: &dyn MoveGenerator,
    ) -> Vec<NextCosts> {
        let board = &position.board;
        match self {
            Evaluator::ValueTable(value) if most == 1 => value.single_costs(position, locks, moves),
            Evaluator::ValueTable(value) => value.costs(position, locks, moves),
            Evaluator::Uct(uct) => uct.costs(position, most, locks, moves),
            Evaluator::SixFeatures(six) if most == 1 => single_costs(board, locks, six),
            Evaluator::WeightedSum(sum) if most == 1 => single_costs(board, locks, &**sum),
            Evaluator::SixFeatures(six) => chain_costs(board, locks, moves, six, i64::MAX),
            Evaluator::WeightedSum(sum) => chain_costs(board, locks, moves, &**sum, i64::MAX),
        }
    }

    /// Iterates over the value tables of the evaluator, if it has any.
    pub(super) fn tables(&self) -> impl Iterator<Item = &Table> {
        let (value, uct) = match self {
            Evaluator::ValueTable(value) => (Some(value), None),
            Evaluator::Uct(uct) => (None, Some(uct)),
            _ => (None, None),
        };
        let tables = value.into_iter().flat_map(ValueTable::tables);
        tables.chain(uct.into_iter().flat_map(|uct| uct.tables()))
    }

    /// Returns this evaluator for games that end after `last_line` lines. Only [`ValueTable`] and [`Uct`] take the
    /// limit into account.
    pub(super) fn ending_with(&self, last_line: Option<u32>) -> Evaluator {
        match self {
            Evaluator::ValueTable(value) => Evaluator::ValueTable(value.ending_with(last_line)),
            Evaluator::Uct(uct) => Evaluator::Uct(Box::new(uct.ending_with(last_line))),
            other => other.clone(),
        }
    }

    /// Returns this evaluator with its search limited to `pieces` pieces, including the current one.
    pub(super) fn no_deeper_than(&self, pieces: u8) -> Evaluator {
        match self {
            Evaluator::ValueTable(value) => Evaluator::ValueTable(value.no_deeper_than(pieces)),
            Evaluator::Uct(uct) => Evaluator::Uct(Box::new(uct.no_deeper_than(pieces))),
            other => other.clone(),
        }
    }
}
