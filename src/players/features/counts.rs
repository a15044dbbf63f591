//! Measures the requested features of a leaf, group by group.

use crate::rules::board::LANES;
use crate::search::{LockSequence, SearchLeaf};

use super::adaptation::adaptation;
use super::classic::Features;
use super::columns::{Columns, beside, count, full_rows_of, rows_of, sum_of_rows, zip};
use super::islands::connected_areas;
use super::locks::{count_clears, count_poses};
use super::{Feature, FeatureGroup};

/// Set of requested feature groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct FeatureGroups(u32);

impl FeatureGroups {
    /// Returns the groups of these features.
    pub fn from_features(features: impl IntoIterator<Item = Feature>) -> FeatureGroups {
        FeatureGroups(
            features
                .into_iter()
                .fold(0, |set, feature| set | 1 << feature.group() as u32),
        )
    }

    /// Adds the feature group that also counts locks by the number of rows they clear.
    pub(in super::super) const fn with_sizes(self) -> FeatureGroups {
        FeatureGroups(self.0 | 1 << FeatureGroup::Clears as u32)
    }

    #[inline(always)]
    const fn has(self, group: FeatureGroup) -> bool {
        self.0 >> group as u32 & 1 == 1
    }

    #[inline(always)]
    const fn any(self, groups: [FeatureGroup; 5]) -> bool {
        let [a, b, c, d, e] = groups;
        self.has(a) || self.has(b) || self.has(c) || self.has(d) || self.has(e)
    }
}

/// Feature counts of one leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    counts: [i32; Feature::COUNT],
    /// Number of locks that cleared one, two, three and four rows.
    pub(super) sizes: [i32; 4],
}

impl Counts {
    /// Counts the features of the requested groups. All other features, and those that look ahead, are 0.
    #[inline(always)]
    pub fn measure(groups: FeatureGroups, leaf: &SearchLeaf, locks: LockSequence<'_>) -> Counts {
        let mut counts = Counts {
            counts: [0; Feature::COUNT],
            sizes: [0; 4],
        };
        counts.set(Feature::RowsCleared, leaf.rows_cleared as i32);
        counts.set(Feature::LockHeight, leaf.lock_height as i32);
        if groups.has(FeatureGroup::Poses) {
            count_poses(&mut counts, locks);
        }
        if groups.has(FeatureGroup::Clears) {
            count_clears(&mut counts, locks);
        }
        if groups.has(FeatureGroup::Classic) {
            counts.classic(&Features::measure(&leaf.board));
        }
        let columns = Columns::from_board(&leaf.board);
        if groups.has(FeatureGroup::Floor) {
            counts.floor(&columns);
        }
        use FeatureGroup::{Diversity, Holes, Shape, Weighted, Wells};
        if groups.any([Shape, Weighted, Wells, Holes, Diversity]) {
            if groups.has(Shape) {
                counts.shape(&columns);
            }
            if groups.has(Weighted) {
                counts.weighted(&columns);
            }
            if groups.has(Wells) {
                counts.wells(&columns);
            }
            if groups.has(Holes) {
                counts.holes(&columns);
            }
            if groups.has(Diversity) {
                counts.diversity(&columns);
            }
        }
        if groups.has(FeatureGroup::Islands) {
            counts.set(Feature::ConnectedAreas, connected_areas(&leaf.board));
        }
        if groups.has(FeatureGroup::Adaptation) {
            counts.set(Feature::Adaptation, adaptation(&leaf.board));
        }
        counts
    }

    /// Returns the count of a feature, in units of 1 / [`Feature::per_unit`].
    #[inline(always)]
    pub const fn get(&self, feature: Feature) -> i32 {
        self.counts[feature as usize]
    }

    /// Returns the number of locks that cleared one, two, three and four rows. All are 0 unless the group of
    /// [`Feature::ErodedCells`] was requested.
    #[inline(always)]
    pub const fn sizes(&self) -> [i32; 4] {
        self.sizes
    }

    #[inline(always)]
    pub(super) const fn set(&mut self, feature: Feature, count: i32) {
        self.counts[feature as usize] = count;
    }

    #[inline(always)]
    fn classic(&mut self, features: &Features) {
        self.set(Feature::WellCells, features.well_cells as i32);
        self.set(Feature::ColumnHoles, features.column_holes as i32);
        self.set(
            Feature::ColumnTransitions,
            features.column_transitions as i32,
        );
        self.set(Feature::RowTransitions, features.row_transitions as i32);
    }

    #[inline(always)]
    fn floor(&mut self, columns: &Columns) {
        let cells = columns.cells;
        let (left, _) = beside(cells, 0xF_FFFF);
        let changes = zip(cells, left, |cell, left| cell ^ left);
        let right_wall = 20 - Columns::column(&cells, 9).count_ones() as i32;
        // The second lane of the last word compares column 9 with a column that does not exist.
        let changes = count([changes[0], changes[1], changes[2], changes[3] & 0xF_FFFF]);
        self.set(Feature::AllRowTransitions, changes + right_wall);
        // Each run of occupied cells in a column makes a change at its top and a change at its bottom. A run on the
        // floor makes none at its bottom. A column whose lowest cell is empty makes an additional change at the floor.
        let runs = count(cells.map(|cells| cells & !(cells << 1)));
        let on_floor = count(cells.map(|cells| cells & FLOOR_ROW));
        self.set(
            Feature::FloorColumnTransitions,
            2 * runs - on_floor + (10 - on_floor),
        );
        // Without the floor, and without the edge above a run that touches the ceiling.
        let on_ceiling = count(cells.map(|cells| cells & TOP_ROW));
        let within = 2 * runs - on_floor - on_ceiling;
        self.set(Feature::AllColumnTransitions, within);
    }

    #[inline(always)]
    fn shape(&mut self, columns: &Columns) {
        let (cells, solid) = (columns.cells, columns.solid);
        let heights = count(solid);
        let highest = 20 - (rows_of(solid) | 1 << 20).trailing_zeros() as i32;
        let lowest = full_rows_of(solid).count_ones() as i32;
        self.set(Feature::OccupiedRows, rows_of(cells).count_ones() as i32);
        // Columns with a cell are solid down to the floor row.
        let standing = count(solid.map(|solid| solid & FLOOR_ROW));
        self.set(Feature::OccupiedColumns, standing);
        self.set(Feature::OccupiedCells, count(cells));
        self.set(Feature::StackHeight, highest);
        self.set(Feature::ColumnHeights, heights);
        self.set(Feature::HeightSpread, highest - lowest);
        // Two neighbouring columns differ in as many solid cells as they differ in height. Column 0 has no left
        // neighbour.
        let (left, _) = beside(solid, 0);
        let mut steps = zip(solid, left, |solid, left| solid ^ left);
        steps[0] &= !0xF_FFFF;
        steps[3] &= 0xF_FFFF;
        self.set(Feature::Bumpiness, count(steps));
    }

    #[inline(always)]
    fn weighted(&mut self, columns: &Columns) {
        let (cells, solid) = (columns.cells, columns.solid);
        self.set(
            Feature::WeightedCells,
            20 * count(cells) - sum_of_rows(cells),
        );
        let heights = count(solid);
        // Sum of 1 + 2 + ... + h over the heights h of all columns. Twice this sum minus the sum of the heights is the
        // sum of the squares.
        let triangles = 20 * heights - sum_of_rows(solid);
        let squares = 2 * triangles - heights;
        self.set(Feature::HeightVariance, 10 * squares - heights * heights);
        let holes = columns.column_holes();
        self.set(
            Feature::WeightedColumnHoles,
            count(holes) + sum_of_rows(holes),
        );
    }

    #[inline(always)]
    fn wells(&mut self, columns: &Columns) {
        let between = columns.between();
        let open = zip(between, columns.to_top(), |a, b| a & b);
        let third = open.map(|set| set & (set & LANES) << 1 & (set & LANES) << 2);
        let deep = third.map(|set| set & !(set << 1));
        self.set(Feature::DeepWells, count(deep));
        let mut wells = zip(between, columns.cells, |between, cells| {
            between & !cells & LANES
        });
        wells[3] &= 0xF_FFFF;
        let mut sum = 0;
        while wells != [0; 4] {
            sum += count(wells);
            wells = wells.map(|set| set & set << 1);
        }
        self.set(Feature::CumulativeWells, sum);
    }

    #[inline(always)]
    fn holes(&mut self, columns: &Columns) {
        let covered = columns.covered();
        let buried = count(covered);
        self.set(Feature::MinColumnHoleDepth, 20);
        if buried == 0 {
            return;
        }
        let holes = columns.column_holes();
        let (mut depths, mut over_all, mut over_lowest) = (0, 0, 0);
        let (mut least, mut most) = (20, 0);
        for x in 0..10 {
            let mut hidden = Columns::column(&covered, x);
            if hidden == 0 {
                continue;
            }
            let cells = Columns::column(&columns.cells, x);
            let top = cells.trailing_zeros() as i32;
            let mut column = Columns::column(&holes, x);
            least = least.min(column.trailing_zeros() as i32 - top);
            most = most.max(31 - column.leading_zeros() as i32 - top);
            while column != 0 {
                depths += column.trailing_zeros() as i32 - top;
                column &= column - 1;
            }
            let above = |y: u32| (cells & ((1 << y) - 1)).count_ones() as i32;
            over_lowest += above(31 - hidden.leading_zeros());
            while hidden != 0 {
                over_all += above(hidden.trailing_zeros());
                hidden &= hidden - 1;
            }
        }
        self.set(Feature::BuriedHoles, buried);
        self.set(Feature::RowsWithHoles, rows_of(covered).count_ones() as i32);
        self.set(Feature::ColumnHoleDepths, depths);
        self.set(Feature::MinColumnHoleDepth, least);
        self.set(Feature::MaxColumnHoleDepth, most);
        self.set(Feature::HoleDepths, over_all);
        self.set(Feature::CellsOverHoles, over_lowest);
    }

    #[inline(always)]
    fn diversity(&mut self, columns: &Columns) {
        let mut seen = 0u64;
        let mut left = Columns::column(&columns.solid, 0).count_ones();
        for x in 1..10 {
            let height = Columns::column(&columns.solid, x).count_ones();
            // Height differences of -2 to 2 become bits 20 to 24.
            seen |= 1 << (22 + height - left);
            left = height;
        }
        let small = seen >> 20 & 0b1_1111;
        self.set(Feature::Diversity, small.count_ones() as i32);
    }
}

/// Highest row of each lane.
const TOP_ROW: u64 = crate::rules::board::lanes(1);
/// Lowest row of each lane.
const FLOOR_ROW: u64 = crate::rules::board::lanes(1 << 19);
