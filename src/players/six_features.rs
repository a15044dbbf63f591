//! Evaluator with six features, each with a weight. The player `survival` uses it.

use serde::{Deserialize, Serialize};

use crate::search::{Evaluate, LockSequence, SearchLeaf};

use super::features::{Feature, Features};

/// Weight of each feature. Lower sums are better.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SixWeights {
    /// Weight per row cleared, over all pieces that the search places.
    pub rows_cleared: f64,
    /// Weight per row of lock height, over all pieces that the search places.
    pub lock_height: f64,
    /// Weight per well cell.
    pub well_cells: f64,
    /// Weight per column hole.
    pub column_holes: f64,
    /// Weight per column transition.
    pub column_transitions: f64,
    /// Weight per row transition.
    pub row_transitions: f64,
}

impl SixWeights {
    /// Weights of the player `survival`, as in its file.
    pub const SURVIVAL: SixWeights = SixWeights {
        rows_cleared: 1.0,
        lock_height: 12.885008263218383,
        well_cells: 15.842707182438396,
        column_holes: 26.89449650779595,
        column_transitions: 27.616914062397015,
        row_transitions: 30.18511071927904,
    };

    /// Returns the weights with these values, in the order of the fields.
    pub const fn from_values(values: [f64; 6]) -> SixWeights {
        let [
            rows_cleared,
            lock_height,
            well_cells,
            column_holes,
            column_transitions,
            row_transitions,
        ] = values;
        SixWeights {
            rows_cleared,
            lock_height,
            well_cells,
            column_holes,
            column_transitions,
            row_transitions,
        }
    }

    /// Returns the weights with their names, in the order of the fields.
    pub const fn named(&self) -> [(&'static str, f64); 6] {
        [
            ("rows_cleared", self.rows_cleared),
            ("lock_height", self.lock_height),
            ("well_cells", self.well_cells),
            ("column_holes", self.column_holes),
            ("column_transitions", self.column_transitions),
            ("row_transitions", self.row_transitions),
        ]
    }
}

/// Largest absolute weight. Only ratios between weights matter.
const WEIGHT_MAX: f64 = 1e9;

impl SixWeights {
    /// Checks all weights and returns the illegal ones, one text each.
    pub(super) fn check(&self) -> Result<(), Vec<String>> {
        let faults: Vec<String> = self
            .named()
            .into_iter()
            .filter(|(_, weight)| !weight.is_finite() || weight.abs() > WEIGHT_MAX)
            .map(|(name, weight)| {
                format!("{name} {weight}; allowed: -{WEIGHT_MAX} to {WEIGHT_MAX}")
            })
            .collect();
        if faults.is_empty() {
            Ok(())
        } else {
            Err(faults)
        }
    }
}

/// Integer form of [`SixWeights`] that judges leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SixFeatures {
    weights: [i64; 6],
    /// Exponent of the scale: a weight of 1.0 is stored as 2 to this power.
    shift: i32,
}

/// Upper bound of each feature over a chain of eight pieces, in the order of the weights.
const FEATURE_MAX: [f64; 6] = [32.0, 160.0, 200.0, 100.0, 190.0, 200.0];

impl SixFeatures {
    /// Returns the evaluator with these weights, which must be finite.
    ///
    /// The evaluator multiplies the weights by the largest power of two at which no sum can overflow, and rounds them to
    /// integers. For `survival` this is 2^47, so no weight loses a bit.
    pub fn new(weights: SixWeights) -> SixFeatures {
        let weights = weights.named().map(|(_, weight)| weight);
        let largest: f64 = weights
            .iter()
            .zip(FEATURE_MAX)
            .map(|(weight, max)| weight.abs() * max)
            .sum();
        let shift = if largest > 0.0 {
            (61 - largest.log2().floor() as i32).clamp(-900, 900)
        } else {
            0
        };
        SixFeatures {
            weights: weights.map(|weight| (weight * 2f64.powi(shift)).round() as i64),
            shift,
        }
    }

    /// Returns the features with their weights.
    pub(super) fn weighed(&self) -> [(Feature, f64); 6] {
        let [rows, height, wells, holes, columns, transitions] =
            self.weights.map(|weight| self.in_weights(weight));
        [
            (Feature::RowsCleared, rows),
            (Feature::LockHeight, height),
            (Feature::WellCells, wells),
            (Feature::ColumnHoles, holes),
            (Feature::ColumnTransitions, columns),
            (Feature::RowTransitions, transitions),
        ]
    }

    /// Returns the value of a leaf; lower is better.
    #[inline(always)]
    pub fn value(&self, leaf: &SearchLeaf) -> i64 {
        let features = Features::measure(&leaf.board);
        let counts = [
            leaf.rows_cleared,
            leaf.lock_height,
            features.well_cells,
            features.column_holes,
            features.column_transitions,
            features.row_transitions,
        ];
        let mut sum = 0;
        for (weight, count) in self.weights.iter().zip(counts) {
            sum += weight * i64::from(count);
        }
        sum
    }

    /// Converts a value of this evaluator to the unit of the weights.
    pub fn in_weights(&self, value: i64) -> f64 {
        value as f64 / 2f64.powi(self.shift)
    }
}

impl Evaluate for SixFeatures {
    const BATCHED: bool = true;

    #[inline(always)]
    fn evaluate(&self, leaf: &SearchLeaf, _locks: LockSequence<'_>) -> i64 {
        self.value(leaf)
    }
}
