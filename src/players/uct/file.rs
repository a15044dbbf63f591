//! Serialized form of a tree search.

use serde::{Deserialize, Serialize};

use crate::search::tree::{ArmRule, FirstPlay, PlayoutScale, RuleKind, TreeGrowth};

use super::super::stakes::LINES_MAX;
use super::super::value_table::{UNITS, ValueTableFile};
use super::hand_weights::HandWeightsFile;

/// Tree search in a player file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UctFile {
    /// Judge that prices boards, selects candidates and chooses the locks of playouts.
    pub judge: JudgeFile,
    /// Number of playouts per decision, over all trees (1-1,000,000).
    pub playouts: u32,
    /// Number of independent trees whose results are combined (1-64). Each tree can grow in its own thread.
    pub trees: u32,
    /// Formula for choosing children.
    pub rule: RuleFile,
    /// Constant of the formula (0-10).
    pub k: f64,
    /// Value of unvisited children.
    #[serde(default)]
    pub first_play: FirstPlayFile,
    /// Weight of the judge's price of a child, expressed in visits (0-1000). With a weight above 0, `first_play` has no
    /// effect.
    #[serde(default)]
    pub trust: u32,
    /// True if playouts through different nodes draw the same pieces. Nodes then differ less by luck.
    #[serde(default)]
    pub shared_pieces: bool,
    /// Number of visits to a node before the next visit adds its children (0-1,000,000).
    pub expand_after: u32,
    /// Maximum number of children per node, cheapest first (0-100; 0 for all).
    pub keep: usize,
    /// Maximum extra cost of a candidate over the cheapest one, in lines (0-1000). More expensive candidates are
    /// dropped.
    pub hopeless: f64,
    /// Widening factor (0.1-100). The search selects among at most this factor times the square root of a node's visits
    /// as children. `None` for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub widening: Option<f64>,
    /// Length of a playout from the root, in pieces (1-100).
    pub horizon: u32,
    /// Difference in cost, in lines, from the root's board at which the reward of a playout is 0 or 1 (0.1-1000).
    pub range: f64,
    /// Maximum number of nodes in a tree (1-4,000,000). The sum over all trees has the same limit.
    pub nodes: usize,
    /// Seed of all random choices.
    pub seed: u64,
}

/// Judge of boards in a tree search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum JudgeFile {
    /// Hand-written rules and weights.
    #[serde(rename = "Craft")]
    HandWeights(HandWeightsFile),
    /// Value table. The settings for a deeper search in its file are ignored.
    Table(ValueTableFile),
}

/// Formula for choosing children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RuleFile {
    /// Mean + k sqrt(ln N / n).
    Ucb1,
    /// UCB1 with the variance of the rewards. The published formula has k = 1.
    Ucb1Tuned,
}

/// Value of unvisited children.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub enum FirstPlayFile {
    /// Higher than the value of any visited child. Unvisited children come first, in random order.
    #[default]
    Random,
    /// A constant (0-10). Ties go to the cheapest child.
    Constant(f64),
}

/// Maximum number of nodes in all trees together; they take 400 MB.
const NODES_MAX: usize = 4_000_000;

impl UctFile {
    /// Returns the illegal values, one text each.
    pub(super) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let counts = [
            ("playouts", self.playouts as usize, 1, 1_000_000),
            ("trees", self.trees as usize, 1, 64),
            ("expand_after", self.expand_after as usize, 0, 1_000_000),
            ("keep", self.keep, 0, 100),
            ("trust", self.trust as usize, 0, 1000),
            ("horizon", self.horizon as usize, 1, 100),
            ("nodes", self.nodes, 1, NODES_MAX),
        ];
        for (name, value, least, most) in counts {
            if !(least..=most).contains(&value) {
                faults.push(format!("{name} {value}; allowed: {least} to {most}"));
            }
        }
        if self.trees > self.playouts {
            let Self {
                trees, playouts, ..
            } = self;
            faults.push(format!(
                "trees {trees}; allowed: at most the number of playouts ({playouts})"
            ));
        }
        let nodes = self.nodes.saturating_mul(self.trees as usize);
        if nodes > NODES_MAX && self.nodes <= NODES_MAX {
            let Self { nodes, trees, .. } = self;
            faults.push(format!(
                "nodes {nodes} in each of {trees} trees; allowed: {NODES_MAX} in all trees together"
            ));
        }
        let first = match self.first_play {
            FirstPlayFile::Random => 0.0,
            FirstPlayFile::Constant(value) => value,
        };
        let numbers = [
            ("k", self.k, 0.0, 10.0),
            ("first_play", first, 0.0, 10.0),
            ("hopeless", self.hopeless, 0.0, LINES_MAX),
            ("widening", self.widening.unwrap_or(1.0), 0.1, 100.0),
            ("range", self.range, 0.1, LINES_MAX),
        ];
        for (name, value, least, most) in numbers {
            if !(least..=most).contains(&value) {
                faults.push(format!("{name} {value}; allowed: {least} to {most}"));
            }
        }
        faults
    }

    /// Returns the settings for the growth of trees.
    pub(super) fn growth(&self) -> TreeGrowth {
        TreeGrowth {
            rule: ArmRule {
                kind: match self.rule {
                    RuleFile::Ucb1 => RuleKind::Ucb1,
                    RuleFile::Ucb1Tuned => RuleKind::Ucb1Tuned,
                },
                k: self.k,
                first_play: match self.first_play {
                    FirstPlayFile::Random => FirstPlay::Random,
                    FirstPlayFile::Constant(value) => FirstPlay::Constant(value),
                },
            },
            trust: self.trust,
            is_chance_shared: self.shared_pieces,
            expand_after: self.expand_after,
            keep: self.keep,
            hopeless: (self.hopeless * f64::from(UNITS)) as i64,
            widening: self.widening,
            nodes_max: self.nodes,
        }
    }

    /// Returns the length and the reward scale of playouts.
    pub(super) fn scale(&self) -> PlayoutScale {
        PlayoutScale {
            horizon: self.horizon,
            range: (self.range * f64::from(UNITS)) as i64,
        }
    }
}
