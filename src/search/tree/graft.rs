//! Reuse of a tree's results below a new root, after a choice and an outcome of chance.

use super::dice::RandomStreams;
use super::nodes::{Node, SearchWorld, Tree, TreeGrowth, chosen};

impl<S: Clone + PartialEq, C: Copy + PartialEq> Tree<S, C> {
    /// Returns a tree with this root, and with all results of `old` that lie below it.
    ///
    /// `made` is the choice that was made at the root of `old`. `answer` is the outcome of chance that has become known
    /// since. In the tree, this outcome comes right after that choice or after each choice that follows it. All rewards
    /// are raised by `raise`.
    ///
    /// The root's candidates are determined again. Children that are no longer candidates are dropped; new candidates
    /// start unvisited. If nothing can be reused, the result is a new tree.
    pub fn grafted<W: SearchWorld<State = S, Choice = C>>(
        old: &Tree<S, C>,
        (made, answer): (C, usize),
        root: S,
        dice: RandomStreams,
        (world, growth): (&W, &TreeGrowth),
        raise: f64,
    ) -> Tree<S, C> {
        let mut tree = Tree::new(root.clone(), dice);
        let Some(mut after) = old.child(0, made) else {
            return tree;
        };
        let is_answered = old.nodes[after].is_chance;
        if is_answered {
            after = old.nodes[after].first as usize + answer;
        }
        let candidates = chosen(world, &root, growth);
        let cheapest = candidates.first().map_or(0, |candidate| candidate.cost);
        let first = tree.nodes.len();
        let mut below = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            let known = old.child(after, candidate.choice);
            below.push(match is_answered {
                true => known,
                false => known.and_then(|node| old.outcome(node, answer)),
            });
            tree.nodes.push(Node::behind(candidate, cheapest, world));
        }
        let count = tree.nodes.len() - first;
        tree.nodes[0].adopt(first, count, false);
        for (index, known) in below.into_iter().enumerate() {
            let Some(known) = known else { continue };
            let child = first + index;
            tree.copy(old, known, child, world, raise);
            let arm = tree.nodes[child].arm;
            tree.nodes[0].arm = tree.nodes[0].arm.plus(arm);
        }
        tree
    }

    /// Returns the child of a node after a choice.
    fn child(&self, node: usize, choice: C) -> Option<usize> {
        let mut children = self.nodes[node].children();
        children.find(|&child| self.nodes[child].choice == Some(choice))
    }

    /// Returns the child of a node after an outcome of chance, if it is expanded.
    fn outcome(&self, node: usize, outcome: usize) -> Option<usize> {
        let here = &self.nodes[node];
        here.is_chance.then_some(here.first as usize + outcome)
    }

    /// Copies node `from` of another tree, with all nodes below it, to node `to`.
    fn copy<W: SearchWorld<State = S, Choice = C>>(
        &mut self,
        old: &Tree<S, C>,
        from: usize,
        to: usize,
        world: &W,
        raise: f64,
    ) {
        let known = &old.nodes[from];
        self.nodes[to].arm = known.arm.raised(raise);
        if !known.is_expanded {
            return;
        }
        let first = self.nodes.len();
        for (index, child) in known.children().enumerate() {
            let here = &self.nodes[to].state;
            let choice = old.nodes[child].choice;
            let state = match choice {
                Some(choice) => world.after(here, choice),
                None => world.outcome(here, index),
            };
            self.nodes.push(Node {
                worse: old.nodes[child].worse,
                ..Node::new(state, choice)
            });
        }
        self.nodes[to].adopt(first, known.count.into(), known.is_chance);
        for (index, child) in known.children().enumerate() {
            self.copy(old, child, first + index, world, raise);
        }
    }
}
