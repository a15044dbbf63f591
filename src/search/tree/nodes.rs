//! A tree that grows playout by playout.

use std::fmt::Debug;

use super::bandit::{Arm, ArmRule, natural_log};
use super::dice::RandomStreams;
use super::playouts::{PlayoutOutcome, Playouts};

/// World that a search explores. In each state, either the player chooses or chance draws, and a policy can play on
/// from any state.
pub trait SearchWorld {
    /// State of the world. Choices that lead from one state to equal states share a child.
    type State: Clone + PartialEq + Debug;
    /// Choice of the player.
    type Choice: Copy + PartialEq + Debug;

    /// Collects the player's choices in a state in which the player chooses. Collects none if the game is over.
    fn candidates(
        &self,
        state: &Self::State,
        found: &mut Vec<Candidate<Self::State, Self::Choice>>,
    );

    /// Returns the state after a choice.
    fn after(&self, state: &Self::State, choice: Self::Choice) -> Self::State;

    /// Converts a difference in [`Candidate::cost`] to a difference in reward.
    fn worse(&self, dearer: i64) -> f64;

    /// Returns the odds of the seven outcomes in 64ths, if chance draws in this state.
    fn odds(&self, state: &Self::State) -> Option<[u8; 7]>;

    /// Returns the state after outcome number `outcome` of chance.
    fn outcome(&self, state: &Self::State, outcome: usize) -> Self::State;

    /// Plays on from a state by a policy and returns the reward, 0 to 1.
    fn playout(&self, state: &Self::State, dice: &mut RandomStreams) -> (f64, PlayoutOutcome);
}

/// A choice with its resulting state.
#[derive(Clone, Debug)]
pub struct Candidate<S, C> {
    /// The choice.
    pub choice: C,
    /// State after the choice.
    pub state: S,
    /// Cost by a cheap judge, in the judge's own unit. Lower is better.
    pub cost: i64,
}

/// Settings for the growth of a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeGrowth {
    /// Rule for selecting a child.
    pub rule: ArmRule,
    /// Number of visits a node must have before its next visit expands it. The root is expanded at its first visit.
    pub expand_after: u32,
    /// Maximum number of candidates that become children, cheapest first; 0 for all.
    pub keep: usize,
    /// Maximum extra cost of a candidate over the cheapest one. More expensive candidates are dropped.
    pub hopeless: i64,
    /// Number of virtual visits with which each child starts. The reward of a virtual visit is the parent's mean,
    /// reduced by the cheap judge's cost difference between the child and the cheapest child. If `trust` is above 0,
    /// the rule needs no value for first plays.
    pub trust: u32,
    /// True if playouts through different nodes share their random outcomes. The nth playout through a node then uses
    /// stream n for all outcomes of chance after that node. If false, each playout draws its own random outcomes.
    pub is_chance_shared: bool,
    /// If set, only the first `widening · √visits` children of a node can be selected. More of them become available as
    /// visits grow.
    pub widening: Option<f64>,
    /// Maximum number of nodes in a tree.
    pub nodes_max: usize,
}

/// A node: the choice that leads to it, and the results of the playouts through it.
#[derive(Clone, Debug)]
pub(super) struct Node<S, C> {
    pub(super) state: S,
    /// Choice that leads to the node; `None` for the root and for outcomes of chance.
    pub(super) choice: Option<C>,
    pub(super) arm: Arm,
    /// Index of the first child. The other children follow it.
    pub(super) first: u32,
    pub(super) count: u16,
    /// Difference in reward by which this node is worse than its cheapest sibling, according to the judge that orders
    /// the candidates.
    pub(super) worse: f64,
    /// True if the children have been created.
    pub(super) is_expanded: bool,
    /// True if the children are outcomes of chance.
    pub(super) is_chance: bool,
}

impl<S, C> Node<S, C> {
    pub(super) fn new(state: S, choice: Option<C>) -> Node<S, C> {
        Node {
            state,
            choice,
            worse: 0.0,
            arm: Arm::default(),
            first: 0,
            count: 0,
            is_expanded: false,
            is_chance: false,
        }
    }

    /// Returns the node of a candidate. `cheapest` is the cost of the cheapest candidate.
    pub(super) fn behind<W: SearchWorld<State = S, Choice = C>>(
        candidate: Candidate<S, C>,
        cheapest: i64,
        world: &W,
    ) -> Node<S, C> {
        let worse = world.worse(candidate.cost.saturating_sub(cheapest));
        Node {
            worse,
            ..Node::new(candidate.state, Some(candidate.choice))
        }
    }

    /// Registers `count` nodes, from index `first` on, as the children.
    pub(super) fn adopt(&mut self, first: usize, count: usize, is_chance: bool) {
        self.first = first as u32;
        self.count = count as u16;
        self.is_expanded = true;
        self.is_chance = is_chance;
    }

    pub(super) fn children(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.count)
    }
}

/// A tree over a world with these states and choices.
#[derive(Clone, Debug)]
pub struct Tree<S, C> {
    /// Nodes, root first.
    pub(super) nodes: Vec<Node<S, C>>,
    pub(super) dice: RandomStreams,
    pub(super) playouts: Playouts,
    /// Nodes of the current playout, root first.
    path: Vec<u32>,
}

/// Number of outcomes of chance.
const OUTCOMES: usize = 7;

impl<S: Clone + PartialEq, C: Copy + PartialEq> Tree<S, C> {
    /// Returns a tree that consists of its root, with its own random streams.
    pub fn new(root: S, dice: RandomStreams) -> Tree<S, C> {
        Tree {
            nodes: vec![Node::new(root, None)],
            dice,
            playouts: Playouts::default(),
            path: Vec::new(),
        }
    }

    /// Returns the number of nodes.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the size of a node in bytes.
    pub const fn node_bytes() -> usize {
        size_of::<Node<S, C>>()
    }

    /// Returns the results of all playouts.
    pub const fn playouts(&self) -> &Playouts {
        &self.playouts
    }

    /// Returns the choice of each child of the root, with the results of the playouts through that child.
    pub fn children(&self) -> impl Iterator<Item = (C, Arm)> {
        let nodes = self.nodes[0].children().map(|child| &self.nodes[child]);
        nodes.filter_map(|node| Some((node.choice?, node.arm)))
    }

    /// Grows the tree by `playouts` playouts.
    #[inline(always)]
    pub fn grow<W: SearchWorld<State = S, Choice = C>>(
        &mut self,
        world: &W,
        growth: &TreeGrowth,
        playouts: u32,
    ) {
        for _ in 0..playouts {
            self.play(world, growth);
        }
    }

    /// Runs one playout.
    #[inline(always)]
    fn play<W: SearchWorld<State = S, Choice = C>>(&mut self, world: &W, growth: &TreeGrowth) {
        self.path.clear();
        let mut node = 0;
        let mut has_chance_spoken = false;
        if growth.is_chance_shared {
            self.dice.begin(self.nodes[0].arm.visits);
        }
        loop {
            self.path.push(node as u32);
            let here = &self.nodes[node];
            if growth.is_chance_shared && !has_chance_spoken {
                self.dice.begin(here.arm.visits);
            }
            if !here.is_expanded {
                let is_due = here.arm.visits >= growth.expand_after || node == 0;
                if !is_due || self.nodes.len() >= growth.nodes_max {
                    break;
                }
                self.expand(node, world, growth);
            }
            let here = &self.nodes[node];
            if here.count == 0 {
                break;
            }
            node = if here.is_chance {
                has_chance_spoken = true;
                let odds = world.odds(&here.state);
                let odds = odds.expect("a chance node has odds");
                here.first as usize + self.dice.by_odds(&odds)
            } else {
                self.select(node, growth)
            };
        }
        let (reward, outcome) = world.playout(&self.nodes[node].state, &mut self.dice);
        self.playouts.count(reward, &outcome);
        for &node in &self.path {
            self.nodes[node as usize].arm.add(reward);
        }
    }

    /// Returns the most promising child. Among equals the first wins.
    fn select(&mut self, node: usize, growth: &TreeGrowth) -> usize {
        let here = &self.nodes[node];
        let visits = here.arm.visits.max(1);
        let mut children = here.children();
        if let Some(width) = growth.widening {
            let wide = (width * f64::from(visits).sqrt()).ceil().max(1.0) as usize;
            children.end = children.end.min(children.start.saturating_add(wide));
        }
        let log = natural_log(visits);
        let mean = here.arm.mean();
        let mut best = (f64::NEG_INFINITY, children.start);
        for child in children {
            let Node { arm, worse, .. } = &self.nodes[child];
            let arm = arm.trusting(mean - worse, growth.trust);
            let dice = &mut self.dice;
            let value = growth.rule.value(&arm, log, || dice.order());
            if value > best.0 {
                best = (value, child);
            }
        }
        best.1
    }

    /// Creates the children of a node.
    #[inline(always)]
    pub(super) fn expand<W: SearchWorld<State = S, Choice = C>>(
        &mut self,
        node: usize,
        world: &W,
        growth: &TreeGrowth,
    ) {
        let first = self.nodes.len();
        let state = self.nodes[node].state.clone();
        let is_chance = world.odds(&state).is_some();
        if is_chance {
            for outcome in 0..OUTCOMES {
                let child = world.outcome(&state, outcome);
                self.nodes.push(Node::new(child, None));
            }
        } else {
            let candidates = chosen(world, &state, growth);
            let cheapest = candidates.first().map_or(0, |candidate| candidate.cost);
            let nodes = candidates.into_iter();
            let nodes = nodes.map(|candidate| Node::behind(candidate, cheapest, world));
            self.nodes.extend(nodes);
        }
        let count = self.nodes.len() - first;
        self.nodes[node].adopt(first, count, is_chance);
    }
}

/// Returns the candidates that become children, cheapest first. Equal states appear only once, and candidates that cost
/// too much are dropped.
#[inline(always)]
pub(super) fn chosen<W: SearchWorld>(
    world: &W,
    state: &W::State,
    growth: &TreeGrowth,
) -> Vec<Candidate<W::State, W::Choice>> {
    let mut found = Vec::with_capacity(40);
    world.candidates(state, &mut found);
    found.sort_by_key(|candidate| candidate.cost);
    let Some(cheapest) = found.first().map(|candidate| candidate.cost) else {
        return found;
    };
    let dear = cheapest.saturating_add(growth.hopeless);
    let most = if growth.keep == 0 {
        usize::MAX
    } else {
        growth.keep
    };
    let mut distinct: Vec<Candidate<W::State, W::Choice>> =
        Vec::with_capacity(found.len().min(most));
    for candidate in found {
        if distinct.len() == most || candidate.cost > dear {
            break;
        }
        if !distinct.iter().any(|other| other.state == candidate.state) {
            distinct.push(candidate);
        }
    }
    distinct
}
