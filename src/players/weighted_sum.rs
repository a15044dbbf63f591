//! Evaluator that a player file describes in full: terms over all features, tie-break, and rules.
//!
//! The value of a leaf is the sum over the terms of `weight * ((raw - offset) ^ power)`, plus the contribution of the
//! [`Rules`](rules::RulesFile). The sum uses fixed-point integers, scaled by the largest possible sum. So equal sums
//! are exactly equal, and every machine decides alike. The one exception is a `power` that is not a whole number: it
//! depends on the machine's maths library.

mod fixed;
mod lookahead;
mod rules;
mod term;

use serde::{Deserialize, Serialize};

use crate::rules::Pose;
use crate::search::{Evaluate, LockSequence, SearchLeaf};

use super::features::{Counts, FeatureCost, FeatureGroups, sideways, turns};
use fixed::FixedScale;
use lookahead::{GameSimulator, Lookahead};
use rules::{REFUSED, Rules};
use term::Term;

pub use lookahead::PlayoutsFile;
pub use rules::{CeilingCost, RulesFile};
pub use term::{SizeWeights, TermFile};

/// Weighted sum in a player file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightedSumFile {
    /// Order of the sums: the lowest or the highest wins.
    #[serde(default)]
    pub sense: WinningSum,
    /// Terms of the sum.
    pub terms: Vec<TermFile>,
    /// Tie-break among equal sums. Remaining ties go to the first lock in the player file's own order, see
    /// [`PlayerFile::ties`](super::PlayerFile::ties).
    #[serde(default)]
    pub ties: TieBreak,
    /// Rules that apply in addition to the sum.
    #[serde(default)]
    pub rules: RulesFile,
    /// Playouts of [`SimulatedGames`](super::features::Feature::SimulatedGames).
    #[serde(default)]
    pub playouts: PlayoutsFile,
}

/// Order of sums: whether low or high sums are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum WinningSum {
    /// The lowest sum is the best.
    #[default]
    LowestWins,
    /// The highest sum is the best.
    HighestWins,
}

/// Tie-break among equal sums. The leaf with the smallest total over its locks wins. Each lock adds `sideways` times
/// the columns between spawn and lock, and `turns` times the quarter turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TieBreak {
    /// Factor of each column, 0 to 200.
    pub sideways: u8,
    /// Factor of each quarter turn, 0 to 200.
    pub turns: u8,
}

/// Number of bits reserved below the sum for [`TieBreak`]. They hold eight locks of 5 columns and 2 turns at 200 each.
const TIE_BITS: u32 = 14;
/// Largest factor of [`TieBreak`].
const TIE_MAX: u8 = 200;
/// Maximum number of terms.
const TERMS_MAX: usize = 64;

/// Evaluator built from a valid [`WeightedSumFile`].
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedSum {
    groups: FeatureGroups,
    terms: Vec<Term>,
    rules: Rules,
    ties: TieBreak,
    tie_bits: u32,
    scale: FixedScale,
    /// Terms that look ahead. `None` for most players, which have no such terms.
    lookahead: Option<Box<Lookahead>>,
}

impl WeightedSum {
    /// Builds the evaluator that `file` describes.
    ///
    /// # Errors
    /// All faults in the file, one message each.
    pub fn new(file: &WeightedSumFile) -> Result<WeightedSum, Vec<String>> {
        let mut faults = Vec::new();
        if file.terms.is_empty() || file.terms.len() > TERMS_MAX {
            faults.push(format!(
                "{} terms; allowed: 1 to {TERMS_MAX}",
                file.terms.len()
            ));
        }
        for (index, term) in file.terms.iter().enumerate() {
            term.check(index, &mut faults);
        }
        let ties = file.ties;
        for (name, factor) in [("sideways", ties.sideways), ("turns", ties.turns)] {
            if factor > TIE_MAX {
                faults.push(format!("ties: {name} {factor}; allowed: 0 to {TIE_MAX}"));
            }
        }
        file.rules.check(&mut faults);
        file.playouts.check(&mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        let sign = match file.sense {
            WinningSum::LowestWins => 1.0,
            WinningSum::HighestWins => -1.0,
        };
        let (ahead, near): (Vec<&TermFile>, Vec<&TermFile>) = file
            .terms
            .iter()
            .partition(|term| term.feature.looks_ahead());
        // `nearest` is the largest possible sum of the terms that judge only the board itself. `further` is the largest
        // possible sum of the terms that look ahead. They judge later boards by the terms that do not.
        let nearest: f64 = near.iter().map(|term| term.bound()).sum();
        let nearest = nearest + file.rules.bound();
        let further: f64 = ahead.iter().map(|term| term.bound_over(nearest)).sum();
        let tie_bits = if ties == TieBreak::default() {
            0
        } else {
            TIE_BITS
        };
        let scale = FixedScale::for_sums_up_to(nearest + further, tie_bits);
        let lookahead = (!ahead.is_empty()).then(|| {
            Box::new(Lookahead {
                terms: ahead.iter().map(|term| term.prepare(sign, scale)).collect(),
                worst: scale.fixed(nearest),
                playouts: GameSimulator::new(file.playouts),
            })
        });
        let features = near.iter().map(|term| term.feature);
        let mut groups = FeatureGroups::from_features(features);
        if file.rules.tetris_bonus != 0.0 || near.iter().any(|term| term.weights.is_some()) {
            groups = groups.with_sizes();
        }
        Ok(WeightedSum {
            groups,
            terms: near.iter().map(|term| term.prepare(sign, scale)).collect(),
            rules: Rules::new(&file.rules, scale),
            ties,
            tie_bits,
            scale,
            lookahead,
        })
    }

    /// Converts a value of this evaluator to the unit of the weights. Returns `None` for a leaf that the rules refuse.
    pub(super) fn in_weights(&self, value: i64) -> Option<f64> {
        (value < REFUSED / 2).then(|| self.scale.in_weights(value >> self.tie_bits))
    }

    /// Returns the share of each term that does not look ahead.
    pub(super) fn feature_costs(
        &self,
        leaf: &SearchLeaf,
        locks: LockSequence<'_>,
    ) -> Vec<FeatureCost> {
        let counts = Counts::measure(self.groups, leaf, locks);
        let cost = |term: &Term| {
            let per_unit = f64::from(term.feature.per_unit());
            FeatureCost {
                feature: term.feature,
                count: f64::from(counts.get(term.feature)) / per_unit,
                weight: (term.per_count()).map(|weight| self.scale.in_weights(weight) * per_unit),
                cost: self.scale.in_weights(term.value(&counts)),
            }
        };
        self.terms.iter().map(cost).collect()
    }

    /// Returns the sum of all terms that do not look ahead.
    #[inline(always)]
    fn near(&self, leaf: &SearchLeaf, locks: LockSequence<'_>) -> i64 {
        let counts = Counts::measure(self.groups, leaf, locks);
        let mut sum = self.rules.value(leaf, &counts);
        for term in &self.terms {
            sum += term.value(&counts);
        }
        sum
    }

    /// Returns the tie-break value of `locks`. Lower is better.
    #[inline(always)]
    fn priority(&self, locks: impl Iterator<Item = Pose>) -> i64 {
        locks
            .map(|lock| {
                i64::from(self.ties.sideways) * i64::from(sideways(lock))
                    + i64::from(self.ties.turns) * i64::from(turns(lock))
            })
            .sum()
    }
}

impl Evaluate for WeightedSum {
    #[inline(always)]
    fn evaluate(&self, leaf: &SearchLeaf, locks: LockSequence<'_>) -> i64 {
        let mut value = self.near(leaf, locks);
        if let Some(lookahead) = &self.lookahead {
            value += self.ahead(lookahead, leaf, locks);
        }
        if self.tie_bits > 0 {
            value = (value << self.tie_bits) + self.priority(locks.locks());
        }
        if self.rules.refuse(&leaf.board) {
            value += REFUSED;
        }
        value
    }
}
