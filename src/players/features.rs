//! Library of features: numbers that describe a board or its locks, and that a player file can weigh.
//!
//! [`Counts::measure`] counts all requested features of a leaf (the end of a searched chain of locks), using the same
//! bit boards for each. To add a feature:
//! 1. Add a variant to [`Feature`] before `SimulatedGames`, with its group and its maximum count.
//! 2. Count it in `features/counts.rs`, in the function of its group.
//! 3. Write a simple version in `tests/support/plain_features.rs`. `tests/players/feature_reference.rs` compares the
//!    two.
//!
//! Terms: a column's *top* is its highest occupied cell. A *covered* cell is an empty one with an occupied cell
//! somewhere above it in its column. Walls count as occupied.

mod adaptation;
mod classic;
mod columns;
mod counts;
mod islands;
mod locks;
mod marks;

use serde::{Deserialize, Serialize};

pub use classic::Features;
pub(super) use columns::rows_of;
pub use counts::{Counts, FeatureGroups};
pub(super) use islands::spread;
pub(super) use locks::{sideways, turns};

/// Property of a board or of its locks, as a number to which a player file can give a weight.
///
/// Features of locks are summed over all locks of the chain. All other features are counted on the board after the
/// chain's last lock and its line clears.
///
/// Sources: the evaluations of the meatfighter.com Nintendo Tetris bots; Pierre Dellacherie's player as described by
/// Colin Fahey; Islam El-Ashi's El-Tetris; Thiery and Scherrer, "Building controllers for Tetris" (2009), and Gabillon,
/// Ghavamzadeh and Scherrer, "Approximate dynamic programming finally performs well in the game of Tetris" (2013).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Feature {
    /// Rows cleared.
    RowsCleared,
    /// Height of each lock above the floor: the number of rows that the piece could still fall if all other cells were
    /// removed.
    LockHeight,
    /// Height of each piece's vertical middle above the floor, in half rows.
    LandingHeight,
    /// Height of the highest column under each piece before it locks, plus half the piece's height.
    ColumnLandingHeight,
    /// Rows that a piece clears, times the number of the piece's cells in these rows.
    ErodedCells,
    /// Columns from the spawn to the lock.
    SidewaysMoves,
    /// Quarter turns from the spawn orientation, in the shorter direction.
    Turns,
    /// Cells with occupied cells on both sides, counted from each column's top upward. In an empty column, counting
    /// starts at the floor. The top itself counts, as in the published code. The text of the article about it does not
    /// mention this.
    WellCells,
    /// Empty cells directly under an occupied one.
    ColumnHoles,
    /// Vertical pairs of cells with exactly one occupied, from each column's top downward, without the floor.
    ColumnTransitions,
    /// Horizontal pairs of cells with exactly one occupied, in rows that are not empty.
    RowTransitions,
    /// Horizontal pairs of cells with exactly one occupied, in all rows. An empty row counts 2.
    AllRowTransitions,
    /// Vertical pairs of cells with exactly one occupied. The floor counts as occupied, the space above the playfield
    /// as empty.
    FloorColumnTransitions,
    /// Vertical pairs of cells of the playfield with exactly one occupied, including a column's top and the empty cell
    /// above it, without the floor.
    AllColumnTransitions,
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
    /// Number of distinct values, among -2 to 2, of the height differences between neighbouring columns.
    Diversity,
    /// Runs of three or more well cells in a column.
    DeepWells,
    /// Empty cells with an occupied cell on both sides. A vertical run of d such cells counts 1 + 2 + ... + d.
    CumulativeWells,
    /// Sum of the row numbers of the column holes; the top row is 1.
    WeightedColumnHoles,
    /// Sum of the depths of all column holes below their column's top, in rows.
    ColumnHoleDepths,
    /// Least depth of a column hole below its column's top, in rows; 20 without a hole.
    MinColumnHoleDepth,
    /// Greatest depth of a column hole below its column's top, in rows; 0 without a hole.
    MaxColumnHoleDepth,
    /// Number of covered cells.
    BuriedHoles,
    /// Number of occupied cells above each covered cell in its column, summed over all covered cells.
    HoleDepths,
    /// Occupied cells with a covered cell somewhere under them in their column.
    CellsOverHoles,
    /// Rows with a covered cell.
    RowsWithHoles,
    /// Islands of occupied cells plus enclosed regions of empty cells. Cells are connected by their edges.
    ConnectedAreas,
    /// Number of locks, over all seven pieces, that cover no additional cell. Expensive.
    Adaptation,
    /// Value at the best lock of a piece, averaged over the seven pieces. Values use only terms that do not look ahead.
    /// Expensive.
    MeanRating,
    /// Value at the end of short simulated games, averaged over the games. Values use only terms that do not look
    /// ahead. Very expensive.
    SimulatedGames,
}

/// Share of one feature in the cost of a sequence of locks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeatureCost {
    /// Feature.
    pub feature: Feature,
    /// Count after all locks and clears, in units of the feature.
    pub count: f64,
    /// Cost per unit. `None` if the cost is not proportional to the count.
    pub weight: Option<f64>,
    /// Cost; lower is better.
    pub cost: f64,
}

/// Group of features that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FeatureGroup {
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

    /// Returns the number of counts per unit: 2 for landing heights, which are counted in halves, and 100 for the
    /// variance, which is counted in hundredths.
    pub const fn per_unit(self) -> u32 {
        match self {
            Feature::LandingHeight | Feature::ColumnLandingHeight => 2,
            Feature::HeightVariance => 100,
            _ => 1,
        }
    }

    /// Returns whether the feature is computed from the values of other terms instead of counted on the board.
    pub const fn looks_ahead(self) -> bool {
        matches!(self, Feature::MeanRating | Feature::SimulatedGames)
    }

    /// Returns an upper bound of the count, in units of 1 / [`Feature::per_unit`]. No count is negative.
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

    pub(super) const fn group(self) -> FeatureGroup {
        use Feature::*;
        match self {
            RowsCleared | LockHeight => FeatureGroup::Leaf,
            LandingHeight | SidewaysMoves | Turns => FeatureGroup::Poses,
            ColumnLandingHeight | ErodedCells => FeatureGroup::Clears,
            WellCells | ColumnHoles | ColumnTransitions | RowTransitions => FeatureGroup::Classic,
            AllRowTransitions | FloorColumnTransitions | AllColumnTransitions => {
                FeatureGroup::Floor
            }
            OccupiedRows | OccupiedColumns | OccupiedCells | StackHeight | ColumnHeights
            | HeightSpread | Bumpiness => FeatureGroup::Shape,
            WeightedCells | HeightVariance | WeightedColumnHoles => FeatureGroup::Weighted,
            DeepWells | CumulativeWells => FeatureGroup::Wells,
            ColumnHoleDepths | MinColumnHoleDepth | MaxColumnHoleDepth | BuriedHoles
            | HoleDepths | CellsOverHoles | RowsWithHoles => FeatureGroup::Holes,
            Diversity => FeatureGroup::Diversity,
            ConnectedAreas => FeatureGroup::Islands,
            Adaptation => FeatureGroup::Adaptation,
            MeanRating | SimulatedGames => FeatureGroup::Lookahead,
        }
    }
}
