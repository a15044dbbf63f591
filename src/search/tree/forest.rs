//! Several trees over the same root, which know nothing of each other, put together in a fixed order.

use rayon::prelude::*;

use super::bandit::Arm;
use super::dice::Dice;
use super::nodes::{Growth, Tree, World};
use super::playouts::Playouts;
use crate::search::dispatch;

/// Trees over one root.
#[derive(Clone, Debug)]
pub struct Forest<S, C> {
    pub(super) trees: Vec<Tree<S, C>>,
    /// Playouts that the trees have had together, without what was grafted.
    played: u32,
}

/// A choice at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch<C> {
    /// The choice.
    pub choice: C,
    /// What playouts through it came to, in all trees.
    pub arm: Arm,
}

impl<S: Clone + PartialEq, C: Copy + PartialEq> Forest<S, C> {
    /// So many trees with this root alone; dice number i of `seed` for tree i.
    pub fn new(root: &S, trees: usize, seed: u64) -> Forest<S, C> {
        let tree = |number| Tree::new(root.clone(), Dice::new(seed, number as u64));
        Forest {
            trees: (0..trees).map(tree).collect(),
            played: 0,
        }
    }

    /// The trees of `old`, each grafted on this root, see [`Tree::grafted`].
    pub fn grafted<W: World<State = S, Choice = C>>(
        old: &Forest<S, C>,
        way: (C, usize),
        root: &S,
        seed: u64,
        growing: (&W, &Growth),
        raise: f64,
    ) -> Forest<S, C> {
        let trees = old.trees.iter().enumerate().map(|(number, tree)| {
            let dice = Dice::new(seed, number as u64);
            Tree::grafted(tree, way, root.clone(), dice, growing, raise)
        });
        Forest {
            trees: trees.collect(),
            played: 0,
        }
    }

    /// Shares so many playouts out among the trees. `side_by_side` lets them grow on the threads of
    /// the present rayon pool: what comes out is the same.
    ///
    /// Playouts of one call or of several: the trees are the same as long as each call shares out
    /// without remainder.
    pub fn grow<W>(&mut self, world: &W, growth: &Growth, playouts: u32, side_by_side: bool)
    where
        W: World<State = S, Choice = C> + Sync,
        S: Send + Sync,
        C: Send + Sync,
    {
        let trees = self.trees.len() as u32;
        let grow = |(number, tree): (usize, &mut Tree<S, C>)| {
            let share = playouts / trees + u32::from((number as u32) < playouts % trees);
            dispatch::on_this_processor(
                #[inline(always)]
                || tree.grow(world, growth, share),
            );
        };
        if side_by_side && trees > 1 {
            self.trees.par_iter_mut().enumerate().for_each(grow);
        } else {
            self.trees.iter_mut().enumerate().for_each(grow);
        }
        self.played += playouts;
    }

    /// Playouts of this root, without what was grafted.
    pub const fn played(&self) -> u32 {
        self.played
    }

    /// The choices at the root, in the order in which the trees have them: cheapest first.
    pub fn branches(&self) -> Vec<Branch<C>> {
        let mut branches: Vec<Branch<C>> = Vec::new();
        for (choice, arm) in self.trees.iter().flat_map(Tree::children) {
            match branches.iter_mut().find(|branch| branch.choice == choice) {
                Some(branch) => branch.arm = branch.arm.plus(arm),
                None => branches.push(Branch { choice, arm }),
            }
        }
        branches
    }

    /// The most visited choice, of equals the one with the higher mean, then the first; none if there
    /// is none, or none was visited.
    pub fn best(&self) -> Option<Branch<C>> {
        best_of(self.branches())
    }

    /// What its playouts came to.
    pub fn playouts(&self) -> Playouts {
        let none = Playouts::default();
        let each = self.trees.iter().map(Tree::playouts);
        each.fold(none, Playouts::plus)
    }

    /// Nodes of all trees.
    pub fn size(&self) -> usize {
        self.trees.iter().map(Tree::size).sum()
    }

    /// Bytes that the nodes take.
    pub fn bytes(&self) -> usize {
        self.size() * Tree::<S, C>::node_bytes()
    }

    /// How many trees there are.
    pub fn count(&self) -> usize {
        self.trees.len()
    }
}

/// The most visited of these, see [`Forest::best`].
pub(super) fn best_of<C>(branches: impl IntoIterator<Item = Branch<C>>) -> Option<Branch<C>> {
    let mut best: Option<Branch<C>> = None;
    for branch in branches {
        let key = |branch: &Branch<C>| (branch.arm.visits, branch.arm.mean());
        if branch.arm.visits > 0 && best.as_ref().is_none_or(|best| key(&branch) > key(best)) {
            best = Some(branch);
        }
    }
    best
}
