//! Multi-armed bandit: chooses among arms by their rewards so far and by how certain these rewards are.

/// Rewards of an arm so far.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Arm {
    /// Number of pulls.
    pub visits: u32,
    /// Sum of the rewards, each 0 to 1.
    pub sum: f64,
    /// Sum of the squares of the rewards.
    pub squares: f64,
}

impl Arm {
    /// Counts one more reward.
    #[inline]
    pub fn add(&mut self, reward: f64) {
        self.visits += 1;
        self.sum += reward;
        self.squares += reward * reward;
    }

    /// Returns the mean reward; 0 without any reward.
    #[inline]
    pub fn mean(&self) -> f64 {
        if self.visits == 0 {
            return 0.0;
        }
        self.sum / f64::from(self.visits)
    }

    /// Returns the variance of the rewards; 0 without any reward.
    #[inline]
    pub fn variance(&self) -> f64 {
        if self.visits == 0 {
            return 0.0;
        }
        let mean = self.mean();
        (self.squares / f64::from(self.visits) - mean * mean).max(0.0)
    }

    /// Returns both arms combined.
    #[must_use]
    pub fn plus(self, other: Arm) -> Arm {
        Arm {
            visits: self.visits + other.visits,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }

    /// Returns the arm with `visits` more visits, each with this reward.
    #[inline]
    #[must_use]
    pub fn trusting(self, reward: f64, visits: u32) -> Arm {
        let more = f64::from(visits);
        Arm {
            visits: self.visits + visits,
            sum: self.sum + more * reward,
            squares: self.squares + more * reward * reward,
        }
    }

    /// Returns the arm with each of its rewards raised by `by`.
    #[must_use]
    pub fn raised(self, by: f64) -> Arm {
        let visits = f64::from(self.visits);
        Arm {
            visits: self.visits,
            sum: self.sum + visits * by,
            squares: self.squares + by * (2.0 * self.sum + visits * by),
        }
    }
}

/// Formula for the exploration bonus of an arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// Mean + k sqrt(ln N / n), with n pulls of the arm and N pulls of all arms.
    Ucb1,
    /// Mean + k sqrt(ln N / n min(1/4, V)), with V = variance + sqrt(2 ln N / n). The published formula has k = 1.
    Ucb1Tuned,
}

/// Value of an arm that has not been pulled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FirstPlay {
    /// 10,000 plus up to 1,000 by chance: unpulled arms come first, in random order.
    Random,
    /// This constant, for example 0.9 to 1.2. Among equals the first arm wins.
    Constant(f64),
}

/// Rule for choosing arms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArmRule {
    /// Formula for the value of an arm.
    pub kind: RuleKind,
    /// Constant of the formula. The higher it is, the more the search explores.
    pub k: f64,
    /// Value of arms that have not been pulled.
    pub first_play: FirstPlay,
}

/// Lowest value of arms that have not been pulled, if they are tried in random order.
const FIRST: f64 = 10_000.0;
/// Maximum that chance adds to [`FIRST`].
const FIRST_BY_CHANCE: f64 = 1_000.0;

impl ArmRule {
    /// Returns the value of an arm. `log` is the natural logarithm of the pulls of all arms together, and `chance` (0
    /// to 1) orders arms that have not been pulled.
    #[inline]
    pub fn value(&self, arm: &Arm, log: f64, chance: impl FnOnce() -> f64) -> f64 {
        if arm.visits == 0 {
            return match self.first_play {
                FirstPlay::Random => FIRST + FIRST_BY_CHANCE * chance(),
                FirstPlay::Constant(value) => value,
            };
        }
        let share = log / f64::from(arm.visits);
        let spread = match self.kind {
            RuleKind::Ucb1 => share,
            RuleKind::Ucb1Tuned => share * (arm.variance() + (2.0 * share).sqrt()).min(0.25),
        };
        arm.mean() + self.k * spread.sqrt()
    }
}

/// Returns the natural logarithm of a whole number from 1 on; 0 for 0.
///
/// Uses only additions, multiplications and divisions, so that all machines give the same result. The number is 2^e m
/// with m near 1, and ln m = 2 artanh((m - 1) / (m + 1)) is computed as a series.
pub fn natural_log(number: u32) -> f64 {
    if number <= 1 {
        return 0.0;
    }
    let mut exponent = 31 - number.leading_zeros();
    let mut m = f64::from(number) / (1u64 << exponent) as f64;
    if m > std::f64::consts::SQRT_2 {
        m *= 0.5;
        exponent += 1;
    }
    let t = (m - 1.0) / (m + 1.0);
    let square = t * t;
    // |t| is at most 0.172: the omitted terms are below 1e-17.
    let mut sum = 0.0;
    for term in (0..11).rev() {
        sum = sum * square + 1.0 / f64::from(2 * term + 1);
    }
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * t * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_that_of_the_standard_library() {
        let numbers = (1..5000).chain([65_535, 65_536, 1_000_003, u32::MAX]);
        for number in numbers {
            let there = f64::from(number).ln();
            assert!((natural_log(number) - there).abs() <= 1e-14 * there.max(1.0));
        }
    }

    #[test]
    fn an_arm_knows_mean_and_variance_also_after_all_rewards_were_raised() {
        let mut arm = Arm::default();
        let mut raised = Arm::default();
        for reward in [0.25, 0.5, 0.5, 0.75] {
            arm.add(reward);
            raised.add(reward + 0.125);
        }
        assert_eq!((arm.mean(), arm.variance()), (0.5, 0.03125));
        assert_eq!(arm.raised(0.125), raised);
    }
}
