//! Term of a weighted sum: a feature, its weight and its curve.

use serde::{Deserialize, Serialize};

use super::super::features::{Counts, Feature};

use super::fixed::{FixedScale, raise};

/// Largest absolute weight.
pub(super) const WEIGHT_MAX: f64 = 1e9;
/// Largest absolute offset.
const OFFSET_MAX: f64 = 1e6;
/// Largest power.
const POWER_MAX: f64 = 8.0;

/// Term in a player file: `weight * ((raw - offset) ^ power)`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermFile {
    /// Feature to count.
    pub feature: Feature,
    /// Weight per unit, -1e9 to 1e9.
    #[serde(default)]
    pub weight: Option<f64>,
    /// Alternative to `weight` for [`Feature::RowsCleared`]: one weight for each number of rows that a single lock
    /// clears. Each lock of the chain counts separately.
    #[serde(default)]
    pub weights: Option<SizeWeights>,
    /// Offset, subtracted from the count before the power, -1e6 to 1e6.
    #[serde(default)]
    pub offset: f64,
    /// Power, 0 to 8. A whole power keeps the sign as in arithmetic. Any other power treats numbers below 0 as 0.
    #[serde(default = "one")]
    pub power: f64,
}

const fn one() -> f64 {
    1.0
}

/// Weights of a lock by the number of rows it clears.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeWeights {
    /// Weight of one row.
    pub single: f64,
    /// Weight of two rows.
    pub double: f64,
    /// Weight of three rows.
    pub triple: f64,
    /// Weight of four rows.
    pub tetris: f64,
}

impl SizeWeights {
    const fn all(self) -> [f64; 4] {
        [self.single, self.double, self.triple, self.tetris]
    }
}

impl TermFile {
    /// Adds the faults of this term to `faults`. `index` is the term's position in the file, from 0.
    pub(super) fn check(&self, index: usize, faults: &mut Vec<String>) {
        let mut fault = |text: String| {
            faults.push(format!(
                "terms, number {} ({:?}): {text}",
                index + 1,
                self.feature
            ));
        };
        match (self.weight, self.weights) {
            (Some(_), Some(_)) => fault("`weight` cannot be combined with `weights`".to_owned()),
            (None, None) => fault("missing `weight`".to_owned()),
            (None, Some(_)) if self.feature != Feature::RowsCleared => {
                fault("`weights` can only be used with RowsCleared".to_owned());
            }
            _ => {}
        }
        let sizes = self.weights.map_or([0.0; 4], SizeWeights::all);
        let named = [
            (
                "weight",
                self.weight.unwrap_or(0.0),
                -WEIGHT_MAX,
                WEIGHT_MAX,
            ),
            ("weights.single", sizes[0], -WEIGHT_MAX, WEIGHT_MAX),
            ("weights.double", sizes[1], -WEIGHT_MAX, WEIGHT_MAX),
            ("weights.triple", sizes[2], -WEIGHT_MAX, WEIGHT_MAX),
            ("weights.tetris", sizes[3], -WEIGHT_MAX, WEIGHT_MAX),
            ("offset", self.offset, -OFFSET_MAX, OFFSET_MAX),
            ("power", self.power, 0.0, POWER_MAX),
        ];
        for (name, value, least, most) in named {
            if !(least..=most).contains(&value) {
                fault(format!("{name} {value}; allowed: {least} to {most}"));
            }
        }
    }

    /// Returns an upper bound of the term's absolute value.
    pub(super) fn bound(&self) -> f64 {
        match self.weights {
            None => {
                let most = f64::from(self.feature.max()) / f64::from(self.feature.per_unit());
                self.weight.unwrap_or(0.0).abs() * self.largest(0.0, most)
            }
            Some(weights) => {
                let locks = f64::from(super::super::features::CHAIN_MAX);
                let weights = weights.all().map(f64::abs);
                weights.into_iter().sum::<f64>() * locks * self.largest(1.0, 4.0)
            }
        }
    }

    /// Returns an upper bound of the term's absolute value, for a feature whose count is itself a sum of at most `sum`.
    pub(super) fn bound_over(&self, sum: f64) -> f64 {
        self.weight.unwrap_or(0.0).abs() * self.largest(-sum, sum)
    }

    fn largest(&self, least: f64, most: f64) -> f64 {
        let base = (least - self.offset).abs().max((most - self.offset).abs());
        raise(base, self.power)
    }

    /// Returns the term in fixed-point form. A `sign` of -1 turns a reward into a negative cost.
    pub(super) fn prepare(&self, sign: f64, scale: FixedScale) -> Term {
        let weight = sign * self.weight.unwrap_or(0.0);
        let shape = if let Some(weights) = self.weights {
            let mut rows = 0.0;
            Shape::Sizes(weights.all().map(|weight| {
                rows += 1.0;
                scale.fixed(sign * weight * raise(rows - self.offset, self.power))
            }))
        } else if self.offset == 0.0 && self.power == 1.0 && !self.feature.looks_ahead() {
            Shape::Straight(scale.fixed(weight / f64::from(self.feature.per_unit())))
        } else {
            Shape::Bent {
                weight,
                offset: self.offset,
                power: self.power,
                scale,
                sign,
            }
        };
        Term {
            feature: self.feature,
            shape,
        }
    }
}

/// Term in fixed-point form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Term {
    pub(super) feature: Feature,
    shape: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    /// Weight per count, without offset or power.
    Straight(i64),
    /// Weights of locks that clear one, two, three and four rows.
    Sizes([i64; 4]),
    /// Full formula with offset and power.
    Bent {
        weight: f64,
        offset: f64,
        power: f64,
        scale: FixedScale,
        sign: f64,
    },
}

impl Term {
    /// Returns the weight of one count in fixed-point form. `None` if the term is not proportional to its count.
    pub(super) const fn per_count(&self) -> Option<i64> {
        match self.shape {
            Shape::Straight(weight) => Some(weight),
            Shape::Sizes(_) | Shape::Bent { .. } => None,
        }
    }

    /// Returns the contribution of the term to the sum.
    #[inline(always)]
    pub(super) fn value(&self, counts: &Counts) -> i64 {
        match self.shape {
            Shape::Straight(weight) => weight * i64::from(counts.get(self.feature)),
            Shape::Sizes(weights) => {
                let sizes = counts.sizes();
                (0..4)
                    .map(|size| weights[size] * i64::from(sizes[size]))
                    .sum()
            }
            Shape::Bent { .. } => {
                let unit = f64::from(self.feature.per_unit());
                self.bent(f64::from(counts.get(self.feature)) / unit)
            }
        }
    }

    /// Returns the contribution of a term whose feature is computed from the values of other terms. `value` is that
    /// feature as a fixed-point number.
    pub(super) fn of_value(&self, value: i64) -> i64 {
        let Shape::Bent { scale, sign, .. } = self.shape else {
            return 0;
        };
        self.bent(sign * scale.in_weights(value))
    }

    #[inline(never)]
    fn bent(&self, raw: f64) -> i64 {
        let Shape::Bent {
            weight,
            offset,
            power,
            scale,
            ..
        } = self.shape
        else {
            return 0;
        };
        scale.fixed(weight * raise(raw - offset, power))
    }
}
