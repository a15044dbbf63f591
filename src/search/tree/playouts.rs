//! Statistics of playouts. They do not influence the search.

use super::bandit::Arm;

/// Maximum number of rules in a policy.
pub const RULES_MAX: usize = 4;

/// Outcome of a playout's part beyond the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PlayoutOutcome {
    /// Number of pieces that the policy placed.
    pub pieces: u32,
    /// Number of choices by each of the policy's rules.
    pub rules: [u32; RULES_MAX],
    /// True if a piece had no lock.
    pub is_lost: bool,
}

/// Totals over many playouts.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Playouts {
    /// Rewards of all playouts.
    pub rewards: Arm,
    /// The lowest and the highest reward.
    pub range: Option<(f64, f64)>,
    /// Number of pieces that policies placed.
    pub pieces: u64,
    /// Most pieces placed in one playout.
    pub longest: u32,
    /// Playouts in which a piece had no lock.
    pub lost: u32,
    /// Number of choices by each rule of the policy.
    pub rules: [u64; RULES_MAX],
}

impl Playouts {
    /// Counts one playout.
    pub fn count(&mut self, reward: f64, outcome: &PlayoutOutcome) {
        self.rewards.add(reward);
        let (lowest, highest) = self.range.unwrap_or((reward, reward));
        self.range = Some((lowest.min(reward), highest.max(reward)));
        self.pieces += u64::from(outcome.pieces);
        self.longest = self.longest.max(outcome.pieces);
        self.lost += u32::from(outcome.is_lost);
        for (sum, count) in self.rules.iter_mut().zip(outcome.rules) {
            *sum += u64::from(count);
        }
    }

    /// Returns the sum of both totals.
    #[must_use]
    pub fn plus(mut self, other: &Playouts) -> Playouts {
        self.rewards = self.rewards.plus(other.rewards);
        self.range = match (self.range, other.range) {
            (Some((low, high)), Some((other_low, other_high))) => {
                Some((low.min(other_low), high.max(other_high)))
            }
            (one, other) => one.or(other),
        };
        self.pieces += other.pieces;
        self.longest = self.longest.max(other.longest);
        self.lost += other.lost;
        for (sum, count) in self.rules.iter_mut().zip(other.rules) {
            *sum += count;
        }
        self
    }
}
