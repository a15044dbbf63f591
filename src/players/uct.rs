//! Evaluator that runs a tree search with playouts. It grows trees over known and unknown pieces and chooses the most
//! visited lock.
//!
//! [`crate::search::tree`] implements the search. This module adds the judge of boards, the length of playouts, and the
//! memory from piece to piece.

mod file;
mod hand_weights;
mod memory;
mod rules;
mod table;
mod watch;

use crate::rules::{Pose, StateHash};
use crate::search::tree::{
    Forest, Judge, PlacementWorld, PlayoutScale, Playouts, TreeGrowth, TreeNodeView, TreePosition,
    TreeStep,
};
use crate::search::{Cost, LockChain, MoveGenerator, NextCosts, SearchRoot, costs_ahead};

use super::position::Position;
use super::value_table::{ReadFile, Table, ValueTable};

pub use file::{FirstPlayFile, JudgeFile, RuleFile, UctFile};
pub use hand_weights::{HandWeights, HandWeightsFile};
use memory::SearchKey;
pub use memory::{SearchTree, TreeMemory};
pub use watch::{TreeSnapshot, TreeWatch};

/// Tree search built from a valid [`UctFile`].
#[derive(Clone, Debug, PartialEq)]
pub struct Uct {
    judge: UctJudge,
    playouts: u32,
    trees: usize,
    growth: TreeGrowth,
    scale: PlayoutScale,
    seed: u64,
}

/// Judge of the boards that the search reaches.
#[derive(Clone, Debug, PartialEq)]
enum UctJudge {
    HandWeights(HandWeights),
    Table(ValueTable),
}

/// Search depth in pieces. [`Uct::no_deeper_than`] has no effect with this depth or a higher one.
const DEEPEST: u8 = 4;

impl Uct {
    /// Builds the search that `file` describes. `read` loads the table files named there.
    ///
    /// # Errors
    /// All faults in the file, one message each.
    pub fn new(file: &UctFile, read: ReadFile<'_>) -> Result<Uct, Vec<String>> {
        let mut faults = file.faults();
        let judge = match &file.judge {
            JudgeFile::HandWeights(hand_weights) => {
                HandWeights::new(hand_weights).map(UctJudge::HandWeights)
            }
            JudgeFile::Table(table) => ValueTable::new(table, read).map(UctJudge::Table),
        };
        match judge {
            Ok(judge) if faults.is_empty() => Ok(Uct {
                judge,
                playouts: file.playouts,
                trees: file.trees as usize,
                growth: file.growth(),
                scale: file.scale(),
                seed: file.seed,
            }),
            Ok(_) => Err(faults),
            Err(more) => {
                faults.extend(more);
                Err(faults)
            }
        }
    }

    /// Returns the number of playouts per decision.
    pub const fn playouts(&self) -> u32 {
        self.playouts
    }

    /// Returns this search with `playouts` playouts per decision, but at least one for each tree.
    #[must_use]
    pub fn with_playouts(&self, playouts: u32) -> Uct {
        Uct {
            playouts: playouts.max(self.trees as u32),
            ..self.clone()
        }
    }

    /// Returns this search for games that end after `last_line` lines. `None` keeps the limit of the file.
    #[must_use]
    pub fn ending_with(&self, last_line: Option<u32>) -> Uct {
        let judge = match &self.judge {
            UctJudge::HandWeights(hand_weights) => {
                UctJudge::HandWeights(hand_weights.ending_with(last_line))
            }
            UctJudge::Table(table) => UctJudge::Table(table.ending_with(last_line)),
        };
        Uct {
            judge,
            ..self.clone()
        }
    }

    /// Returns this search with playouts of at most `pieces` pieces. Values of four and more change nothing.
    #[must_use]
    pub fn no_deeper_than(&self, pieces: u8) -> Uct {
        let mut shallow = self.clone();
        if pieces < DEEPEST {
            shallow.scale.horizon = shallow.scale.horizon.min(pieces.into());
        }
        shallow
    }

    /// Iterates over the tables of the judge, if it has any.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        let table = match &self.judge {
            UctJudge::HandWeights(_) => None,
            UctJudge::Table(table) => Some(table),
        };
        table.into_iter().flat_map(ValueTable::tables)
    }

    /// Returns the most visited locks for the first `most` (1 or 2) known pieces, or `None` if the current piece has
    /// no lock.
    ///
    /// The search continues from the tree in `memory` if the last decision led to this position. Asking again for a
    /// position gives the same answer.
    pub fn line(
        &self,
        memory: &mut TreeMemory,
        position: &Position,
        most: usize,
        moves: &dyn MoveGenerator,
    ) -> Option<LockChain> {
        let key = key(position, most, moves);
        let tree = match memory.last.take() {
            Some(tree) if tree.key == key => tree,
            last => {
                let mut tree = Box::new(self.begin_after(last.as_deref(), key, moves));
                // In a batch, each thread plays its own games, so a search must not use other threads.
                let side_by_side = rayon::current_thread_index().is_none();
                match &memory.watch {
                    Some(watch) if watch.is_open() => {
                        self.grow_watched(&mut tree, moves, watch);
                    }
                    _ => self.grow(&mut tree, moves, self.playouts, side_by_side),
                }
                tree
            }
        };
        let line = self.line_of(&tree);
        memory.last = Some(tree);
        line
    }

    /// Returns a search tree for a position, without new playouts. It reuses playouts of `last` if that search led to
    /// this position.
    pub fn begin(
        &self,
        last: Option<&SearchTree>,
        position: &Position,
        most: usize,
        moves: &dyn MoveGenerator,
    ) -> SearchTree {
        self.begin_after(last, key(position, most, moves), moves)
    }

    /// Adds `playouts` playouts to the tree. `moves` must be the generator with which the tree began.
    pub fn grow(
        &self,
        tree: &mut SearchTree,
        moves: &dyn MoveGenerator,
        playouts: u32,
        side_by_side: bool,
    ) {
        match &self.judge {
            UctJudge::HandWeights(hand_weights) => {
                self.grow_by(hand_weights, tree, moves, playouts, side_by_side);
            }
            UctJudge::Table(table) => {
                let table = table.for_hands(&tree.key.position, moves);
                self.grow_by(&*table, tree, moves, playouts, side_by_side);
            }
        }
    }

    /// Runs all playouts in rounds of one playout per tree, and publishes the tree after each round. Publishing does
    /// not change the result.
    fn grow_watched(&self, tree: &mut SearchTree, moves: &dyn MoveGenerator, watch: &TreeWatch) {
        let trees = self.trees as u32;
        let mut left = self.playouts;
        while left > 0 {
            // The last round runs all playouts that are left.
            let playouts = if left < 2 * trees { left } else { trees };
            self.grow(tree, moves, playouts, false);
            left -= playouts;
            watch.show(TreeSnapshot {
                view: self.view(tree, watch::DEPTH),
                playouts: tree.playouts(),
                played: (tree.played(), self.playouts),
            });
        }
    }

    fn grow_by<J: Judge + Sync>(
        &self,
        judge: &J,
        tree: &mut SearchTree,
        moves: &dyn MoveGenerator,
        playouts: u32,
        side_by_side: bool,
    ) {
        let world = PlacementWorld::new(&tree.key.root(), moves, judge, self.scale);
        let SearchTree { forest, .. } = tree;
        forest.grow(&world, &self.growth, playouts, side_by_side);
    }

    fn begin_after(
        &self,
        last: Option<&SearchTree>,
        key: SearchKey,
        moves: &dyn MoveGenerator,
    ) -> SearchTree {
        match &self.judge {
            UctJudge::HandWeights(hand_weights) => self.begin_by(hand_weights, last, key, moves),
            UctJudge::Table(table) => {
                let table = table.for_hands(&key.position, moves);
                self.begin_by(&*table, last, key, moves)
            }
        }
    }

    fn begin_by<J: Judge>(
        &self,
        judge: &J,
        last: Option<&SearchTree>,
        key: SearchKey,
        moves: &dyn MoveGenerator,
    ) -> SearchTree {
        let root = key.root();
        let world = PlacementWorld::new(&root, moves, judge, self.scale);
        let root_position = TreePosition::root(&root);
        let seed = self.seed_of(&key);
        let reused = last.and_then(|last| {
            let made = last.forest.best()?.choice;
            let chance_outcome = last.chance_outcome(made, &key)?;
            let (_, rows) = last.key.position.board.lock(made);
            let paid = judge.clear(rows, last.key.position.lines.into());
            let raise = world.raise(last.base, paid);
            let growing = (&world, &self.growth);
            Some(Forest::grafted(
                &last.forest,
                (made, chance_outcome),
                &root_position,
                seed,
                growing,
                raise,
            ))
        });
        SearchTree {
            forest: reused.unwrap_or_else(|| Forest::new(&root_position, self.trees, seed)),
            base: world.base(),
            key,
        }
    }

    /// Returns the seed of a search. Equal positions have equal seeds.
    fn seed_of(&self, key: &SearchKey) -> u64 {
        let mut hash = StateHash::default();
        hash.number(self.seed);
        key.position.hash_into(&mut hash);
        hash.finish()
    }

    fn line_of(&self, tree: &SearchTree) -> Option<LockChain> {
        let best = tree.forest.best()?;
        let mut locks = vec![best.choice];
        if tree.key.known > 1 {
            let view = tree.forest.view(&self.growth.rule, 2);
            let second = view.principal_line().get(1).map(|view| view.step);
            if let Some(TreeStep::Choice(lock)) = second {
                locks.push(lock);
            }
        }
        Some(LockChain {
            locks,
            value: self.scale.cost(tree.base, best.arm.mean()),
            leaves: tree.forest.played().into(),
        })
    }

    /// Returns a snapshot of the search tree down to `depth` steps below the root.
    pub fn view(&self, tree: &SearchTree, depth: usize) -> TreeNodeView<Pose> {
        tree.forest.view(&self.growth.rule, depth)
    }

    /// Returns, for each lock of the current piece, one cost for each possible next piece. The judge prices them
    /// without a tree.
    pub(super) fn costs(
        &self,
        position: &Position,
        most: usize,
        locks: &[Pose],
        moves: &dyn MoveGenerator,
    ) -> Vec<NextCosts> {
        match &self.judge {
            UctJudge::HandWeights(hand_weights) => {
                costs_by(hand_weights, position, most, locks, moves)
            }
            UctJudge::Table(table) => {
                let table = table.for_hands(position, moves);
                costs_by(&*table, position, most, locks, moves)
            }
        }
    }

    /// Returns the names of the rules by which playouts choose locks. An empty name marks an unused entry.
    pub const fn rule_names(&self) -> [&'static str; 4] {
        match self.judge {
            UctJudge::HandWeights(_) => rules::OF_CRAFT,
            UctJudge::Table(_) => rules::OF_TABLE,
        }
    }
}

fn costs_by<C: Cost>(
    judge: &C,
    position: &Position,
    most: usize,
    locks: &[Pose],
    moves: &dyn MoveGenerator,
) -> Vec<NextCosts> {
    let root = position.root();
    if most > 1 {
        return costs_ahead(&root, locks, moves, judge);
    }
    let cost = |&lock: &Pose| {
        let (board, rows) = root.board.lock(lock);
        [judge.clear(rows, root.lines) + judge.board(&board, root.lines + rows); 7]
    };
    locks.iter().map(cost).collect()
}

fn key(position: &Position, most: usize, moves: &dyn MoveGenerator) -> SearchKey {
    SearchKey {
        position: position.clone(),
        hand: moves.hand(),
        known: if position.next.is_some() { most } else { 1 },
    }
}

impl SearchKey {
    /// Returns the root of the search, without NEXT if the search ignores NEXT.
    fn root(&self) -> SearchRoot {
        let root = self.position.root();
        SearchRoot {
            next: root.next.filter(|_| self.known > 1),
            ..root
        }
    }
}

impl SearchTree {
    /// Returns the number of playouts for this position. Playouts reused from the previous search do not count.
    pub const fn played(&self) -> u32 {
        self.forest.played()
    }

    /// Returns the number of trees, the number of their nodes, and the memory of the nodes in bytes.
    pub fn size(&self) -> [usize; 3] {
        let forest = &self.forest;
        [forest.count(), forest.size(), forest.bytes()]
    }

    /// Returns the results of the tree's playouts.
    pub fn playouts(&self) -> Playouts {
        self.forest.playouts()
    }

    /// Returns the position that was searched.
    pub const fn position(&self) -> &Position {
        &self.key.position
    }
}
