//! Several independent trees over one root, combined in a fixed order.

use rayon::prelude::*;

use super::bandit::Arm;
use super::dice::RandomStreams;
use super::nodes::{SearchWorld, Tree, TreeGrowth};
use super::playouts::Playouts;
use crate::search::processor::on_this_processor;

/// Trees over one root.
#[derive(Clone, Debug)]
pub struct Forest<S, C> {
    pub(super) trees: Vec<Tree<S, C>>,
    /// Playouts of all trees from this root. Results taken over from an older forest do not count.
    played: u32,
}

/// A choice at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootChoice<C> {
    /// Choice at the root.
    pub choice: C,
    /// Results of the playouts through the choice, in all trees.
    pub arm: Arm,
}

impl<S: Clone + PartialEq, C: Copy + PartialEq> Forest<S, C> {
    /// Returns `trees` trees that consist only of this root. Tree i uses the random streams with number i for `seed`.
    pub fn new(root: &S, trees: usize, seed: u64) -> Forest<S, C> {
        let tree = |number| Tree::new(root.clone(), RandomStreams::new(seed, number as u64));
        Forest {
            trees: (0..trees).map(tree).collect(),
            played: 0,
        }
    }

    /// Returns the trees of `old`, each grafted onto this root, see [`Tree::grafted`].
    pub fn grafted<W: SearchWorld<State = S, Choice = C>>(
        old: &Forest<S, C>,
        path: (C, usize),
        root: &S,
        seed: u64,
        growing: (&W, &TreeGrowth),
        raise: f64,
    ) -> Forest<S, C> {
        let trees = old.trees.iter().enumerate().map(|(number, tree)| {
            let dice = RandomStreams::new(seed, number as u64);
            Tree::grafted(tree, path, root.clone(), dice, growing, raise)
        });
        Forest {
            trees: trees.collect(),
            played: 0,
        }
    }

    /// Distributes `playouts` playouts among the trees. With `side_by_side`, the trees grow on the threads of the
    /// current rayon pool, which does not change the result.
    ///
    /// The playouts may be split over several calls. The trees do not change if each call's number is a multiple of the
    /// number of trees.
    pub fn grow<W>(&mut self, world: &W, growth: &TreeGrowth, playouts: u32, side_by_side: bool)
    where
        W: SearchWorld<State = S, Choice = C> + Sync,
        S: Send + Sync,
        C: Send + Sync,
    {
        let trees = self.trees.len() as u32;
        let grow = |(number, tree): (usize, &mut Tree<S, C>)| {
            let share = playouts / trees + u32::from((number as u32) < playouts % trees);
            on_this_processor(
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

    /// Returns the number of playouts from this root, without grafted ones.
    pub const fn played(&self) -> u32 {
        self.played
    }

    /// Returns the choices at the root with their results in all trees, cheapest first according to the judge that orders the
    /// candidates.
    pub fn branches(&self) -> Vec<RootChoice<C>> {
        let mut branches: Vec<RootChoice<C>> = Vec::new();
        for (choice, arm) in self.trees.iter().flat_map(Tree::children) {
            match branches.iter_mut().find(|branch| branch.choice == choice) {
                Some(branch) => branch.arm = branch.arm.plus(arm),
                None => branches.push(RootChoice { choice, arm }),
            }
        }
        branches
    }

    /// Returns the most visited choice. In a tie the higher mean wins, then the first choice. `None` if no choice was
    /// visited.
    pub fn best(&self) -> Option<RootChoice<C>> {
        best_of(self.branches())
    }

    /// Returns the combined statistics of the playouts of all trees.
    pub fn playouts(&self) -> Playouts {
        let none = Playouts::default();
        let each = self.trees.iter().map(Tree::playouts);
        each.fold(none, Playouts::plus)
    }

    /// Returns the number of nodes in all trees.
    pub fn size(&self) -> usize {
        self.trees.iter().map(Tree::size).sum()
    }

    /// Returns the size of all nodes in bytes.
    pub fn bytes(&self) -> usize {
        self.size() * Tree::<S, C>::node_bytes()
    }

    /// Returns the number of trees.
    pub fn count(&self) -> usize {
        self.trees.len()
    }
}

/// Returns the most visited branch, see [`Forest::best`].
pub(super) fn best_of<C>(
    branches: impl IntoIterator<Item = RootChoice<C>>,
) -> Option<RootChoice<C>> {
    let mut best: Option<RootChoice<C>> = None;
    for branch in branches {
        let key = |branch: &RootChoice<C>| (branch.arm.visits, branch.arm.mean());
        if branch.arm.visits > 0 && best.as_ref().is_none_or(|best| key(&branch) > key(best)) {
            best = Some(branch);
        }
    }
    best
}
