//! Conversion between the numbers of a player file and the point of a particle.
//!
//! Only the ratios of weights matter. So all weights together form a direction of fixed length (the root of the sum of
//! their squares), which keeps their scale from drifting. Each coordinate has a unit, so that coordinates can be
//! compared. For weights it is the root mean square of all weights, for offsets a tenth of the feature's maximum, and
//! for powers 1.

use crate::players::weighted_sum::TermFile;
use crate::players::{EvaluatorFile, PlayerFile, SixWeights};

use super::particles::{SearchBounds, length};
use super::recipe::VariedNumbers;

/// Maximum change of an offset, in its unit.
const OFFSET_REACH: f64 = 10.0;
/// Minimum and maximum power, unless the initial power is outside this range. With higher powers, one feature would
/// outweigh all others.
const POWERS: [f64; 2] = [0.25, 3.0];
/// Maximum length of the weight vector.
const WEIGHT_MAX: f64 = 1e9;
/// Number of significant digits of a number in the file.
const DIGITS: usize = 9;

/// Search space: the numbers of a player file that the swarm varies.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchSpace {
    file: PlayerFile,
    varied: VariedNumbers,
    /// Units of the coordinates: weights first, then offsets, then powers.
    units: Vec<f64>,
    /// Number of coordinates that are weights.
    weights: usize,
    start: Vec<f64>,
}

impl SearchSpace {
    /// Creates the space around a validated player file.
    ///
    /// # Errors
    /// If the file has none of the numbers to vary.
    pub fn around(file: &PlayerFile, varied: VariedNumbers) -> Result<SearchSpace, String> {
        let mut file = file.clone();
        let mut numbers = Numbers::default();
        if let EvaluatorFile::ValueTable(_) = file.evaluator {
            return Err(format!(
                "player {} uses a learnt table; use a player with weights, such as survival or plateau (`train \
                --table` learns tables)",
                file.name
            ));
        }
        if file.known_pieces > 2 {
            return Err(format!(
                "player {} searches {} known pieces; allowed in training: 1 or 2",
                file.name, file.known_pieces
            ));
        }
        if let (EvaluatorFile::SixFeatures(_), true) =
            (&file.evaluator, varied.offsets || varied.powers)
        {
            return Err(format!(
                "player {} is a SixFeatures player, which has only weights; use `--vary weights` or a \
                WeightedSum player",
                file.name
            ));
        }
        visit(&mut file, varied, &mut |kind, value, most| {
            let list = match kind {
                NumberKind::Weight => &mut numbers.weights,
                NumberKind::Offset => &mut numbers.offsets,
                NumberKind::Power => &mut numbers.powers,
            };
            list.push((*value, most));
        });
        let Numbers {
            weights,
            offsets,
            powers,
        } = numbers;
        let values: Vec<f64> = weights.iter().map(|(value, _)| *value).collect();
        let size = length(&values) / (values.len().max(1) as f64).sqrt();
        if varied.weights && (size == 0.0 || length(&values) > WEIGHT_MAX) {
            return Err(format!(
                "the weight vector of player {} has length {}; allowed: more than 0, at most {WEIGHT_MAX}",
                file.name,
                length(&values)
            ));
        }
        let units = [
            vec![size; weights.len()],
            offsets.iter().map(|(_, most)| most / 10.0).collect(),
            vec![1.0; powers.len()],
        ]
        .concat();
        let values = [values, firsts(&offsets), firsts(&powers)].concat();
        let start = values.iter().zip(&units).map(|(value, unit)| value / unit);
        Ok(SearchSpace {
            start: start.collect(),
            weights: weights.len(),
            units,
            varied,
            file,
        })
    }

    /// Returns the bounds for the particles.
    pub fn bounds(&self, spread: f64) -> SearchBounds {
        let offsets = self.units.len() - self.weights - self.powers();
        let limits = self.start[self.weights..].iter().enumerate();
        let limits = limits.map(|(place, &start)| {
            if place < offsets {
                [start - OFFSET_REACH, start + OFFSET_REACH]
            } else {
                [POWERS[0].min(start), POWERS[1].max(start)]
            }
        });
        SearchBounds {
            start: self.start.clone(),
            directions: self.weights,
            limits: limits.collect(),
            spread,
        }
    }

    /// Returns the player file at a point, with nine significant digits per number.
    pub fn file_at(&self, place: &[f64]) -> PlayerFile {
        let mut file = self.file.clone();
        if place == self.start {
            return file;
        }
        let mut values = place.iter().zip(&self.units).map(|(x, unit)| x * unit);
        for kind in [NumberKind::Weight, NumberKind::Offset, NumberKind::Power] {
            visit(&mut file, self.varied, &mut |found, value, _| {
                if found == kind {
                    *value = rounded(values.next().expect("each parameter has a coordinate"));
                }
            });
        }
        file
    }

    /// Returns the number of coordinates.
    pub fn numbers(&self) -> usize {
        self.units.len()
    }

    fn powers(&self) -> usize {
        let each = usize::from(self.varied.offsets) + usize::from(self.varied.powers);
        let bent = self.units.len() - self.weights;
        match (each, self.varied.powers) {
            (_, false) => 0,
            (each, true) => bent / each,
        }
    }
}

/// Kind of a number in a player file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NumberKind {
    Weight,
    Offset,
    Power,
}

/// Numbers to vary, each with the maximum of its feature.
#[derive(Default)]
struct Numbers {
    weights: Vec<(f64, f64)>,
    offsets: Vec<(f64, f64)>,
    powers: Vec<(f64, f64)>,
}

fn firsts(pairs: &[(f64, f64)]) -> Vec<f64> {
    pairs.iter().map(|(value, _)| *value).collect()
}

/// Calls `each` for every number to vary, in the order of the file.
fn visit(
    file: &mut PlayerFile,
    varied: VariedNumbers,
    each: &mut dyn FnMut(NumberKind, &mut f64, f64),
) {
    match &mut file.evaluator {
        EvaluatorFile::ValueTable(_) | EvaluatorFile::Uct(_) => {}
        EvaluatorFile::SixFeatures(six) => {
            let mut values = six.named().map(|(_, weight)| weight);
            values
                .iter_mut()
                .for_each(|value| each(NumberKind::Weight, value, 1.0));
            *six = SixWeights::from_values(values);
        }
        EvaluatorFile::WeightedSum(sum) => {
            let terms = sum.terms.iter_mut();
            terms.for_each(|term| visit_term(term, varied, each));
        }
    }
}

fn visit_term(
    term: &mut TermFile,
    varied: VariedNumbers,
    each: &mut dyn FnMut(NumberKind, &mut f64, f64),
) {
    let feature = term.feature;
    let most = f64::from(feature.max()) / f64::from(feature.per_unit());
    if varied.weights {
        if let Some(weight) = &mut term.weight {
            each(NumberKind::Weight, weight, most);
        }
        if let Some(sizes) = &mut term.weights {
            let sizes = [
                &mut sizes.single,
                &mut sizes.double,
                &mut sizes.triple,
                &mut sizes.tetris,
            ];
            sizes
                .into_iter()
                .for_each(|weight| each(NumberKind::Weight, weight, most));
        }
    }
    if varied.offsets {
        each(NumberKind::Offset, &mut term.offset, most);
    }
    if varied.powers {
        each(NumberKind::Power, &mut term.power, most);
    }
}

fn rounded(value: f64) -> f64 {
    let text = format!("{value:.*e}", DIGITS - 1);
    text.parse()
        .expect("a formatted number parses back as a number")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights_of(file: &PlayerFile) -> Vec<f64> {
        let mut weights = Vec::new();
        let mut file = file.clone();
        visit(&mut file, VariedNumbers::WEIGHTS, &mut |_, value, _| {
            weights.push(*value);
        });
        weights
    }

    #[test]
    fn the_start_is_the_file_itself() {
        for (name, numbers) in [("survival", 6), ("plateau", 17), ("bcts", 8)] {
            let file = PlayerFile::named(name).unwrap();
            let space = SearchSpace::around(&file, VariedNumbers::WEIGHTS).unwrap();
            let bounds = space.bounds(0.5);
            assert_eq!((space.numbers(), bounds.directions), (numbers, numbers));
            assert_eq!(space.file_at(&bounds.start), file);
        }
    }

    #[test]
    fn a_place_as_long_as_the_start_gives_weights_as_long_as_its() {
        let file = PlayerFile::named("plateau").unwrap();
        let space = SearchSpace::around(&file, VariedNumbers::WEIGHTS).unwrap();
        let mut place = space.bounds(0.5).start;
        place.reverse();
        let other = space.file_at(&place);
        let (old, new) = (weights_of(&file), weights_of(&other));
        assert!((length(&old) - length(&new)).abs() < 1e-8);
        assert!((old[0] - new[16]).abs() < 1e-8, "{new:?}");
        assert_eq!(rounded(1.0 / 3.0), 0.333333333);
    }

    #[test]
    fn offsets_and_powers_have_coordinates_with_limits_behind_the_weights() {
        let file = PlayerFile::named("dellacherie").unwrap();
        let varied = VariedNumbers {
            weights: false,
            offsets: true,
            powers: true,
        };
        let space = SearchSpace::around(&file, varied).unwrap();
        let bounds = space.bounds(0.5);
        assert_eq!(
            (space.numbers(), bounds.directions, bounds.limits.len()),
            (12, 0, 12)
        );
        assert_eq!(bounds.limits[5], [-10.0, 10.0]);
        assert_eq!(bounds.limits[6], [0.25, 3.0]);
        let mut place = bounds.start;
        (place[1], place[7]) = (0.5, 1.5);
        let EvaluatorFile::WeightedSum(sum) = space.file_at(&place).evaluator else {
            panic!("it was a weighted sum");
        };
        let term = sum.terms[1];
        let most = f64::from(term.feature.max()) / f64::from(term.feature.per_unit());
        assert!((term.offset - most / 20.0).abs() < 1e-6);
        assert_eq!((term.power, sum.terms[0].power), (1.5, 1.0));
        let all = VariedNumbers {
            weights: true,
            ..varied
        };
        assert_eq!(SearchSpace::around(&file, all).unwrap().numbers(), 18);
    }

    #[test]
    fn players_without_such_numbers_are_refused() {
        let refused = |name: &str, varied: VariedNumbers| {
            SearchSpace::around(&PlayerFile::named(name).unwrap(), varied).unwrap_err()
        };
        assert!(refused("scorer", VariedNumbers::WEIGHTS).contains("table"));
        let varied = VariedNumbers {
            powers: true,
            ..VariedNumbers::WEIGHTS
        };
        assert!(refused("survival", varied).contains("has only weights"));
        let deep = PlayerFile {
            known_pieces: 3,
            ..PlayerFile::named("survival").unwrap()
        };
        let error = SearchSpace::around(&deep, VariedNumbers::WEIGHTS).unwrap_err();
        assert!(error.contains("3 known pieces"), "{error}");
    }
}
