//! View of a forest as one tree.

use super::bandit::{Arm, ArmRule, natural_log};
use super::forest::{Forest, RootChoice, best_of};
use super::nodes::Tree;

/// Step that leads from a node's parent to the node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TreeStep<C> {
    /// No step: this is the root.
    Root,
    /// Choice of the player.
    Choice(C),
    /// An outcome of chance, 0 to 6.
    Outcome(usize),
}

/// A node combined over all trees, with the nodes below it.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeNodeView<C> {
    /// Step to this node.
    pub step: TreeStep<C>,
    /// Results of the playouts through this node.
    pub arm: Arm,
    /// Value by which the selection rule ranks the node. `None` for the root, outcomes of chance, and unvisited nodes.
    pub value: Option<f64>,
    /// Visited children, the most visited child first.
    pub children: Vec<TreeNodeView<C>>,
}

impl<C: Copy + PartialEq> TreeNodeView<C> {
    /// Returns the nodes of the most visited line: the most visited child of the root, then its most visited child, and
    /// so on.
    pub fn principal_line(&self) -> Vec<&TreeNodeView<C>> {
        let mut line = Vec::new();
        let mut here = self;
        while let Some(child) = here.children.first() {
            line.push(child);
            here = child;
        }
        line
    }
}

impl<S: Clone + PartialEq, C: Copy + PartialEq> Forest<S, C> {
    /// Returns all trees combined into one view, down to `depth` steps below the root. `rule` computes the values, from
    /// the visits of all trees.
    pub fn view(&self, rule: &ArmRule, depth: usize) -> TreeNodeView<C> {
        let roots: Vec<(&Tree<S, C>, usize)> = self.trees.iter().map(|tree| (tree, 0)).collect();
        view(TreeStep::Root, &roots, rule, depth)
    }
}

/// Nodes, each with its tree.
type Nodes<'a, S, C> = Vec<(&'a Tree<S, C>, usize)>;

/// Returns the combined view of nodes that correspond to each other in several trees.
fn view<S: Clone + PartialEq, C: Copy + PartialEq>(
    step: TreeStep<C>,
    nodes: &[(&Tree<S, C>, usize)],
    rule: &ArmRule,
    depth: usize,
) -> TreeNodeView<C> {
    let arms = nodes.iter().map(|(tree, node)| tree.nodes[*node].arm);
    let arm = arms.fold(Arm::default(), Arm::plus);
    let mut view_here = TreeNodeView {
        step,
        arm,
        value: None,
        children: Vec::new(),
    };
    if depth == 0 {
        return view_here;
    }
    let mut below: Vec<(TreeStep<C>, Nodes<'_, S, C>)> = Vec::new();
    for &(tree, node) in nodes {
        for (index, child) in tree.nodes[node].children().enumerate() {
            let here = &tree.nodes[child];
            if here.arm.visits == 0 {
                continue;
            }
            let step = here
                .choice
                .map_or(TreeStep::Outcome(index), TreeStep::Choice);
            match below.iter_mut().find(|(other, _)| *other == step) {
                Some((_, nodes)) => nodes.push((tree, child)),
                None => below.push((step, vec![(tree, child)])),
            }
        }
    }
    let log = natural_log(arm.visits);
    let mut left: Vec<TreeNodeView<C>> = Vec::with_capacity(below.len());
    for (step, nodes) in below {
        let mut child = view(step, &nodes, rule, depth - 1);
        if matches!(step, TreeStep::Choice(_)) {
            child.value = Some(rule.value(&child.arm, log, || 0.0));
        }
        left.push(child);
    }
    // Sort the children by the rule that also chooses the answer.
    while let Some(best) = best_of(left.iter().enumerate().map(|(choice, child)| RootChoice {
        choice,
        arm: child.arm,
    })) {
        view_here.children.push(left.remove(best.choice));
    }
    view_here
}
