//! Feature library: every number that a player may weigh, each under one name.
//!
//! A [`Feature`] names a number, and [`Counts::measure`] counts the requested features of a leaf from one set of bit
//! boards. To add a feature, name it in [`Feature`] before `SimulatedGames`, and give it a group and a maximum count
//! there. Count it in `features/counts.rs` beside the others of its group. Then write a plain version in
//! `tests/support/plain_features.rs`, with which `tests/players/feature_reference.rs` compares it.
//!
//! Terms: a column's *top* is its highest occupied cell. A *covered* cell is an empty one with an occupied cell
//! somewhere above it in its column. Walls count as occupied.

mod adaptation;
mod classic;
mod columns;
mod counts;
mod islands;
mod locks;

use serde::{Deserialize, Serialize};

pub use classic::Features;
pub use counts::{Counts, Groups};
pub(super) use islands::spread;
pub(super) use locks::{sideways, turns};

/// Number that a player can weigh.
///
/// Features of the locks are summed over all locks of the chain. All others are counted on the board after the last
/// lock and its clears. Sources: the evaluations of the meatfighter.com Nintendo Tetris bots; Pierre Dellacherie's
/// player as described by Colin Fahey; Islam El-Ashi's El-Tetris; Thiery and Scherrer, "Building controllers for
/// Tetris" (2009), and Gabillon, Ghavamzadeh and Scherrer, "Approximate dynamic programming finally performs well in
/// the game of Tetris" (2013).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Feature {
    /// Rows cleared.
    RowsCleared,
    /// Rows that the pieces would fall further if every other cell were removed.
    LockHeight,
    /// Height of the pieces' middle above the floor, in halves of a row.
    LandingHeight,
    /// Height of the highest column under each piece before it locks, plus half the piece's height.
    ColumnLandingHeight,
    /// Rows that a piece clears, times the number of the piece's cells in these rows.
    ErodedCells,
    /// Columns from the spawn to the lock.
    SidewaysMoves,
    /// Quarter turns from the spawn orientation, by the shorter direction.
    Turns,
    /// Cells with an occupied cell on both sides, from each column's top upward and including the top; in an empty
    /// column from the floor upward.
    WellCells,
    /// Empty cells directly under an occupied one.
    ColumnHoles,
    /// Vertical neighbours of which exactly one is occupied, from each column's top downward; without the floor.
    ColumnTransitions,
    /// Horizontal neighbours of which exactly one is occupied, in rows that are not empty.
    RowTransitions,
    /// Horizontal neighbours of which exactly one is occupied, in all rows: an empty row counts 2.
    AllRowTransitions,
    /// Vertical neighbours of which exactly one is occupied. The floor counts as occupied, the space above the field
    /// does not.
    FloorColumnTransitions,
    /// Rows with at least one occupied cell.
    OccupiedRows,
    /// Columns with at least one occupied cell.
    OccupiedColumns,
    /// Occupied cells.
    OccupiedCells,
    /// Sum of the heights of the occupied cells, the floor row being 1.
    WeightedCells,
    /// Height of the highest column.
    #[serde(alias = "PileHeight")]
    StackHeight,
    /// Sum of the heights of all columns.
    ColumnHeights,
    /// Height of the highest column minus height of the lowest.
    HeightSpread,
    /// Sum of the height differences between neighbouring columns.
    Bumpiness,
    /// Variance of the column heights (mean of the squared distances from their mean).
    HeightVariance,
    /// Number of distinct height differences between neighbouring columns, among -2 to 2.
    Diversity,
    /// Runs of three or more well cells in a column.
    DeepWells,
    /// Empty cells with an occupied cell on both sides. A vertical run of d such cells counts 1 + 2 + ... + d.
    CumulativeWells,
    /// Sum of the row numbers of the column holes; the top row is 1.
    WeightedColumnHoles,
    /// Sum over the column holes of the rows from the column's top down to the hole.
    ColumnHoleDepths,
    /// Least depth of a column hole below its column's top, in rows; 20 without a hole.
    MinColumnHoleDepth,
    /// Greatest depth of a column hole below its column's top, in rows; 0 without a hole.
    MaxColumnHoleDepth,
    /// Number of covered cells.
    BuriedHoles,
    /// Sum over the covered cells of the occupied cells above them in their column.
    HoleDepths,
    /// Occupied cells with a covered cell somewhere under them in their column.
    CellsOverHoles,
    /// Rows with a covered cell.
    RowsWithHoles,
    /// Islands of occupied cells plus enclosed regions of empty cells. Cells are connected by their edges.
    ConnectedAreas,
    /// Number of locks of any of the seven pieces that cover no more cells. Expensive.
    Adaptation,
    /// Mean over the seven pieces of the best value that each can reach, by the terms that do not look ahead.
    /// Expensive.
    MeanRating,
    /// Mean value at the end of short simulated games, by the terms that do not look ahead. Very expensive.
    SimulatedGames,
}

/// Group of features that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Leaf,
    Poses,
    Clears,
    Classic,
    Floor,
    Shape,
    Weighted,
    Wells,
    Holes,
    Diversity,
    Islands,
    Adaptation,
    Lookahead,
}

/// Maximum number of locks in a chain, including those of simulated games.
pub(super) const CHAIN_MAX: u32 = 40;

impl Feature {
    /// Number of features.
    pub const COUNT: usize = Feature::SimulatedGames as usize + 1;

    /// Returns the number of counts in one unit of the feature: landing heights count halves, the variance hundredths.
    pub const fn per_unit(self) -> u32 {
        match self {
            Feature::LandingHeight | Feature::ColumnLandingHeight => 2,
            Feature::HeightVariance => 100,
            _ => 1,
        }
    }

    /// Returns whether the feature is a value of other terms rather than a count.
    pub const fn looks_ahead(self) -> bool {
        matches!(self, Feature::MeanRating | Feature::SimulatedGames)
    }

    /// Returns an upper bound of the feature's count, see [`Feature::per_unit`]. No count is negative.
    pub const fn max(self) -> u32 {
        use Feature::*;
        match self {
            RowsCleared => 4 * CHAIN_MAX,
            LockHeight => 19 * CHAIN_MAX,
            LandingHeight | ColumnLandingHeight => 48 * CHAIN_MAX,
            ErodedCells => 16 * CHAIN_MAX,
            SidewaysMoves => 5 * CHAIN_MAX,
            Turns => 2 * CHAIN_MAX,
            OccupiedRows | StackHeight | HeightSpread | RowsWithHoles => 20,
            MinColumnHoleDepth | MaxColumnHoleDepth => 20,
            OccupiedColumns => 10,
            Diversity => 5,
            WeightedCells | WeightedColumnHoles | CumulativeWells | ColumnHoleDepths => 2_100,
            HoleDepths => 1_000,
            HeightVariance => 10_000,
            Adaptation => 2_000,
            _ => 220,
        }
    }

    pub(super) const fn group(self) -> Group {
        use Feature::*;
        match self {
            RowsCleared | LockHeight => Group::Leaf,
            LandingHeight | SidewaysMoves | Turns => Group::Poses,
            ColumnLandingHeight | ErodedCells => Group::Clears,
            WellCells | ColumnHoles | ColumnTransitions | RowTransitions => Group::Classic,
            AllRowTransitions | FloorColumnTransitions => Group::Floor,
            OccupiedRows | OccupiedColumns | OccupiedCells | StackHeight | ColumnHeights
            | HeightSpread | Bumpiness => Group::Shape,
            WeightedCells | HeightVariance | WeightedColumnHoles => Group::Weighted,
            DeepWells | CumulativeWells => Group::Wells,
            ColumnHoleDepths | MinColumnHoleDepth | MaxColumnHoleDepth | BuriedHoles
            | HoleDepths | CellsOverHoles | RowsWithHoles => Group::Holes,
            Diversity => Group::Diversity,
            ConnectedAreas => Group::Islands,
            Adaptation => Group::Adaptation,
            MeanRating | SimulatedGames => Group::Lookahead,
        }
    }
}
