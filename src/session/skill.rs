//! Strength of a player or difficulty of a puzzle, by results: Glicko-2.
//!
//! Source: Mark Glickman, "Example of the Glicko-2 system" (2022).

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

/// Strength as a number, and how certain it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skill {
    /// The strength: 1500 for an average player.
    pub rating: f64,
    /// Standard error of the rating.
    pub deviation: f64,
    /// Expected change of the strength itself.
    volatility: f64,
}

/// Points of the usual scale in one unit of the formulas.
const SCALE: f64 = 173.7178;
/// Limit on how fast the volatility changes: 0.3 to 1.2 are reasonable.
const TAU: f64 = 0.5;
/// Accuracy of the volatility.
const EPSILON: f64 = 1e-6;
/// Ratings and deviations stay in these ranges.
const RATINGS: [f64; 2] = [100.0, 4000.0];
const DEVIATIONS: [f64; 2] = [30.0, 350.0];

impl Skill {
    /// Volatility before any result.
    const VOLATILITY: f64 = 0.06;

    /// Returns a strength that is known up to `deviation`.
    pub const fn new(rating: f64, deviation: f64) -> Skill {
        Skill {
            rating,
            deviation,
            volatility: Skill::VOLATILITY,
        }
    }

    /// Returns whether the numbers can be a strength.
    pub fn is_valid(&self) -> bool {
        let is_in = |number: f64, [least, most]: [f64; 2]| (least..=most).contains(&number);
        is_in(self.rating, RATINGS)
            && is_in(self.deviation, DEVIATIONS)
            && is_in(self.volatility, [0.0, 1.0])
    }

    /// Returns the expected result against `other`: from 0 for a certain loss to 1 for a certain win.
    pub fn expected(&self, other: &Skill) -> f64 {
        let difference = (self.rating - other.rating) / SCALE;
        1.0 / (1.0 + (-weight(other.deviation / SCALE) * difference).exp())
    }

    /// Returns the strength after these results, each 0 for a loss to 1 for a win. The results count as played at the
    /// same time.
    #[must_use]
    pub fn after(&self, results: &[(Skill, f64)]) -> Skill {
        let deviation = self.deviation / SCALE;
        let (mut information, mut surprise) = (0.0, 0.0);
        for (other, result) in results {
            let expected = self.expected(other);
            let weight = weight(other.deviation / SCALE);
            information += weight * weight * expected * (1.0 - expected);
            surprise += weight * (result - expected);
        }
        if information <= 0.0 {
            return *self;
        }
        let variance = 1.0 / information;
        let volatility = self.volatility_after(variance, variance * surprise);
        let before = deviation.hypot(volatility);
        let new = 1.0 / (1.0 / (before * before) + information).sqrt();
        let rating = self.rating + SCALE * new * new * surprise;
        Skill {
            rating: rating.clamp(RATINGS[0], RATINGS[1]),
            deviation: (SCALE * new).clamp(DEVIATIONS[0], DEVIATIONS[1]),
            volatility,
        }
    }

    /// Returns the volatility after results with this variance, which by themselves would change the rating by `change`
    /// (step 5 of the source).
    fn volatility_after(&self, variance: f64, change: f64) -> f64 {
        let deviation = self.deviation / SCALE;
        let (square, start) = (deviation * deviation, (self.volatility.powi(2)).ln());
        let fault = |x: f64| {
            let whole = square + variance + x.exp();
            x.exp() * (change * change - whole) / (2.0 * whole * whole) - (x - start) / (TAU * TAU)
        };
        let mut low = start;
        let mut high = match change * change - square - variance {
            excess if excess > 0.0 => excess.ln(),
            _ => {
                let steps = (1..100).map(|step| start - f64::from(step) * TAU);
                let mut steps = steps.filter(|&x| fault(x) >= 0.0);
                steps.next().unwrap_or(start)
            }
        };
        let (mut at_low, mut at_high) = (fault(low), fault(high));
        while (high - low).abs() > EPSILON {
            let middle = low + (low - high) * at_low / (at_high - at_low);
            let at_middle = fault(middle);
            match at_middle * at_high <= 0.0 {
                true => (low, at_low) = (high, at_high),
                false => at_low /= 2.0,
            }
            (high, at_high) = (middle, at_middle);
        }
        (low / 2.0).exp()
    }
}

/// Returns how much a result against somebody with this deviation counts.
fn weight(deviation: f64) -> f64 {
    1.0 / (1.0 + 3.0 * (deviation / PI).powi(2)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_source_gives_its_numbers() {
        let player = Skill::new(1500.0, 200.0);
        let others = [
            (1400.0, 30.0, 1.0),
            (1550.0, 100.0, 0.0),
            (1700.0, 300.0, 0.0),
        ];
        let results = others.map(|(rating, deviation, won)| (Skill::new(rating, deviation), won));
        let after = player.after(&results);
        assert!((after.rating - 1464.06).abs() < 0.02, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.02, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00002, "{after:?}");
    }

    #[test]
    fn no_result_and_no_information_change_nothing() {
        let player = Skill::new(1500.0, 200.0);
        assert_eq!(player.after(&[]), player);
    }

    #[test]
    fn the_rating_of_a_player_of_known_strength_comes_near_it_within_60_results() {
        let truth = Skill::new(1650.0, 30.0);
        let mut random = crate::rules::randomizer::generator(5, 0);
        let mut mean_fault = 0.0;
        for _ in 0..200 {
            let mut player = Skill::new(1000.0, 350.0);
            for _ in 0..60 {
                let puzzle = Skill::new((player.rating / 100.0).round() * 100.0, 80.0);
                let chance: f64 = rand::RngExt::random(&mut random);
                let result = f64::from(u8::from(chance < truth.expected(&puzzle)));
                player = player.after(&[(puzzle, result)]);
            }
            assert!(player.is_valid() && player.deviation < 100.0, "{player:?}");
            mean_fault += (player.rating - truth.rating).abs() / 200.0;
        }
        assert!(mean_fault < 80.0, "{mean_fault}");
    }
}
