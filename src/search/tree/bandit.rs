//! Which of several arms to pull next: what each has brought, and how sure that is.

/// What an arm has brought so far.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Arm {
    /// How often it was pulled.
    pub visits: u32,
    /// Sum of the rewards, each 0 to 1.
    pub sum: f64,
    /// Sum of their squares.
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

    /// The mean reward; 0 before the first.
    #[inline]
    pub fn mean(&self) -> f64 {
        if self.visits == 0 {
            return 0.0;
        }
        self.sum / f64::from(self.visits)
    }

    /// The mean square of the distance from the mean; 0 before the first.
    #[inline]
    pub fn variance(&self) -> f64 {
        if self.visits == 0 {
            return 0.0;
        }
        let mean = self.mean();
        (self.squares / f64::from(self.visits) - mean * mean).max(0.0)
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Arm) -> Arm {
        Arm {
            visits: self.visits + other.visits,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }

    /// With so many more visits of that reward.
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

    /// The same rewards, each by so much higher.
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

/// How sure a mean is taken to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// Mean + k sqrt(ln N / n): n pulls of the arm, N of all.
    Ucb1,
    /// Mean + k sqrt(ln N / n min(1/4, V)), V = variance + sqrt(2 ln N / n); as published with k = 1.
    Ucb1Tuned,
}

/// What an arm is worth that was not pulled yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FirstPlay {
    /// 10,000 and up to 1,000 more by chance: first, in random order.
    Random,
    /// That much, 0.9 to 1.2 say; among equals the first arm.
    Constant(f64),
}

/// How arms are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// The formula.
    pub kind: RuleKind,
    /// Its constant: the higher, the more is tried.
    pub k: f64,
    /// For arms not pulled yet.
    pub first_play: FirstPlay,
}

/// The lowest value of an arm in random order.
const FIRST: f64 = 10_000.0;
/// How much chance adds at most.
const FIRST_BY_CHANCE: f64 = 1_000.0;

impl Rule {
    /// What an arm is worth where all of them together were pulled so often that the natural logarithm
    /// of it is `log`; `chance` (0 to 1) orders arms not pulled yet.
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

/// The natural logarithm of a whole number from 1 on; 0 for 0.
///
/// By additions, multiplications and divisions alone, so that every machine finds the same: the
/// number is 2^e m with m near 1, and ln m = 2 artanh((m - 1) / (m + 1)) is a series.
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
    // |t| is at most 0.172: the terms left out are below 1e-17.
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
