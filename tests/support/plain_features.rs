//! Plain reference for every feature. It is written as the feature is described, with loops over single cells.
#![allow(
    clippy::needless_range_loop,
    reason = "x and y say more than iterators here"
)]

use rightwell::players::Feature;
use rightwell::rules::{Board, Piece, Pose};

use super::naive::{self, Cells, State};

/// Every feature.
pub const ALL: [Feature; Feature::COUNT] = {
    use Feature::*;
    [
        RowsCleared,
        LockHeight,
        LandingHeight,
        ColumnLandingHeight,
        ErodedCells,
        SidewaysMoves,
        Turns,
        WellCells,
        ColumnHoles,
        ColumnTransitions,
        RowTransitions,
        AllRowTransitions,
        FloorColumnTransitions,
        AllColumnTransitions,
        OccupiedRows,
        OccupiedColumns,
        OccupiedCells,
        WeightedCells,
        StackHeight,
        ColumnHeights,
        HeightSpread,
        Bumpiness,
        HeightVariance,
        Diversity,
        DeepWells,
        CumulativeWells,
        WeightedColumnHoles,
        ColumnHoleDepths,
        MinColumnHoleDepth,
        MaxColumnHoleDepth,
        BuriedHoles,
        HoleDepths,
        CellsOverHoles,
        RowsWithHoles,
        ConnectedAreas,
        Adaptation,
        MeanRating,
        SimulatedGames,
    ]
};

/// Returns the state of a pose.
fn state(pose: Pose) -> State {
    State {
        x: i32::from(pose.x),
        y: i32::from(pose.y),
        rotation: usize::from(pose.orientation.rotation()),
    }
}

fn cells_of_pose(pose: Pose) -> Vec<(i32, i32)> {
    let squares = pose.orientation.squares();
    squares
        .iter()
        .map(|&(dx, dy)| (i32::from(pose.x + dx), i32::from(pose.y + dy)))
        .collect()
}

/// Returns the value of a feature, in its own unit, after `locks` on `root`.
pub fn raw(feature: Feature, root: &Board, locks: &[Pose]) -> f64 {
    let mut cells = naive::cells_of(root);
    let mut sum = 0.0;
    for &lock in locks {
        sum += of_lock(feature, &cells, lock);
        (cells, _) = naive::lock(&cells, lock.piece(), state(lock));
    }
    sum + of_board(feature, &cells)
}

fn of_lock(feature: Feature, cells: &Cells, lock: Pose) -> f64 {
    let squares = cells_of_pose(lock);
    let rows = || squares.iter().map(|&(_, y)| y);
    let (top, bottom) = (rows().min().unwrap(), rows().max().unwrap());
    let size = f64::from(bottom - top + 1);
    match feature {
        Feature::RowsCleared => f64::from(naive::lock(cells, lock.piece(), state(lock)).1),
        Feature::LockHeight => f64::from(19 - bottom),
        Feature::LandingHeight => f64::from(19 - bottom) + size / 2.0,
        Feature::ColumnLandingHeight => {
            let heights = squares.iter().map(|&(x, _)| height(cells, x as usize));
            f64::from(heights.max().unwrap()) + size / 2.0
        }
        Feature::ErodedCells => {
            let mut after = *cells;
            for &(x, y) in &squares {
                if y >= 0 {
                    after[y as usize][x as usize] = true;
                }
            }
            let is_cleared = |y: i32| y >= 1 && after[y as usize].iter().all(|&cell| cell);
            let near = i32::from(lock.y) - 2..=i32::from(lock.y) + 1;
            let cleared = near.filter(|&y| y < 20 && is_cleared(y)).count();
            let own = squares.iter().filter(|&&(_, y)| is_cleared(y)).count();
            (cleared * own) as f64
        }
        Feature::SidewaysMoves => f64::from((i32::from(lock.x) - 5).abs()),
        Feature::Turns => {
            let count = i32::from(lock.piece().rotation_count());
            let turned = i32::from(lock.orientation.rotation());
            f64::from(turned.min(count - turned))
        }
        _ => 0.0,
    }
}

fn height(cells: &Cells, x: usize) -> i32 {
    (0..20).find(|&y| cells[y][x]).map_or(0, |y| 20 - y as i32)
}

fn occupied(cells: &Cells, x: i32, y: i32) -> bool {
    !(0..10).contains(&x) || y > 19 || y >= 0 && cells[y as usize][x as usize]
}

fn is_covered(cells: &Cells, x: usize, y: usize) -> bool {
    !cells[y][x] && (0..y).any(|above| cells[above][x])
}

fn is_well(cells: &Cells, x: usize, y: usize) -> bool {
    occupied(cells, x as i32 - 1, y as i32) && occupied(cells, x as i32 + 1, y as i32)
}

/// Iterates over all cells of the playfield, as (x, y).
fn field() -> impl Iterator<Item = (usize, usize)> {
    (0..10).flat_map(|x| (0..20).map(move |y| (x, y)))
}

fn column_holes(cells: &Cells) -> Vec<(usize, usize)> {
    field()
        .filter(|&(x, y)| y > 0 && !cells[y][x] && cells[y - 1][x])
        .collect()
}

/// Returns the depths of the column holes.
fn depths(cells: &Cells) -> Vec<i32> {
    let holes = column_holes(cells).into_iter();
    holes
        .map(|(x, y)| y as i32 - (20 - height(cells, x)))
        .collect()
}

fn of_board(feature: Feature, cells: &Cells) -> f64 {
    let heights: Vec<i32> = (0..10).map(|x| height(cells, x)).collect();
    let total: i32 = heights.iter().sum();
    let covered = || field().filter(|&(x, y)| is_covered(cells, x, y));
    let occupied_cells = || field().filter(|&(x, y)| cells[y][x]);
    let above = |x: usize, y: usize| (0..y).filter(|&above| cells[above][x]).count() as i32;
    let steps = || heights.windows(2).map(|pair| pair[1] - pair[0]);
    let value: i32 = match feature {
        Feature::WellCells => naive::well_cells(cells) as i32,
        Feature::ColumnHoles => naive::column_holes(cells) as i32,
        Feature::ColumnTransitions => naive::column_transitions(cells) as i32,
        Feature::RowTransitions => naive::row_transitions(cells) as i32,
        Feature::AllRowTransitions => (0..20)
            .flat_map(|y| (0..=10).map(move |x| (x, y)))
            .filter(|&(x, y)| occupied(cells, x - 1, y) != occupied(cells, x, y))
            .count() as i32,
        Feature::FloorColumnTransitions => (0..10)
            .flat_map(|x| (0..=20).map(move |y| (x, y)))
            .filter(|&(x, y)| occupied(cells, x, y - 1) != occupied(cells, x, y))
            .count() as i32,
        Feature::AllColumnTransitions => (0..10)
            .flat_map(|x| (1..20).map(move |y| (x, y)))
            .filter(|&(x, y)| occupied(cells, x, y - 1) != occupied(cells, x, y))
            .count() as i32,
        Feature::OccupiedRows => (0..20)
            .filter(|&y| cells[y].iter().any(|&cell| cell))
            .count() as i32,
        Feature::OccupiedColumns => heights.iter().filter(|&&height| height > 0).count() as i32,
        Feature::OccupiedCells => occupied_cells().count() as i32,
        Feature::WeightedCells => occupied_cells().map(|(_, y)| 20 - y as i32).sum(),
        Feature::StackHeight => *heights.iter().max().unwrap(),
        Feature::ColumnHeights => total,
        Feature::HeightSpread => heights.iter().max().unwrap() - heights.iter().min().unwrap(),
        Feature::Bumpiness => steps().map(i32::abs).sum(),
        Feature::HeightVariance => {
            let mean = f64::from(total) / 10.0;
            let squares = heights
                .iter()
                .map(|&height| (f64::from(height) - mean).powi(2));
            return squares.sum::<f64>() / 10.0;
        }
        Feature::Diversity => (-2..=2)
            .filter(|&step| steps().any(|found| found == step))
            .count() as i32,
        Feature::DeepWells => deep_wells(cells),
        Feature::CumulativeWells => cumulative_wells(cells),
        Feature::WeightedColumnHoles => {
            let holes = column_holes(cells).into_iter();
            holes.map(|(_, y)| y as i32 + 1).sum()
        }
        Feature::ColumnHoleDepths => depths(cells).into_iter().sum(),
        Feature::MinColumnHoleDepth => depths(cells).into_iter().min().unwrap_or(20),
        Feature::MaxColumnHoleDepth => depths(cells).into_iter().max().unwrap_or(0),
        Feature::BuriedHoles => covered().count() as i32,
        Feature::HoleDepths => covered().map(|(x, y)| above(x, y)).sum(),
        Feature::CellsOverHoles => occupied_cells()
            .filter(|&(x, y)| (y..20).any(|under| is_covered(cells, x, under)))
            .count() as i32,
        Feature::RowsWithHoles => (0..20)
            .filter(|&y| (0..10).any(|x| is_covered(cells, x, y)))
            .count() as i32,
        Feature::ConnectedAreas => areas(cells),
        Feature::Adaptation => adaptation(cells),
        _ => 0,
    };
    f64::from(value)
}

/// Counts the runs of three or more well cells. A run is in one column, and includes no cell below the topmost one.
fn deep_wells(cells: &Cells) -> i32 {
    let mut wells = 0;
    for x in 0..10 {
        let top = 20 - height(cells, x) as usize;
        let mut run = 0;
        for y in 0..=20 {
            if y <= top.min(19) && y < 20 && is_well(cells, x, y) {
                run += 1;
            } else {
                wells += i32::from(run >= 3);
                run = 0;
            }
        }
    }
    wells
}

fn cumulative_wells(cells: &Cells) -> i32 {
    let mut sum = 0;
    for x in 0..10 {
        let mut depth = 0;
        for y in 0..20 {
            let is_open = !cells[y][x] && is_well(cells, x, y);
            depth = if is_open { depth + 1 } else { 0 };
            sum += depth;
        }
    }
    sum
}

/// Counts the islands of occupied cells, and the empty areas that do not reach the top row.
fn areas(cells: &Cells) -> i32 {
    let mut seen = [[false; 10]; 20];
    let mut count = 0;
    for (x, y) in field() {
        if seen[y][x] {
            continue;
        }
        let kind = cells[y][x];
        let mut touches_top = false;
        let mut todo = vec![(x as i32, y as i32)];
        seen[y][x] = true;
        while let Some((x, y)) = todo.pop() {
            touches_top |= y == 0;
            for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
                if (0..10).contains(&x)
                    && (0..20).contains(&y)
                    && !seen[y as usize][x as usize]
                    && cells[y as usize][x as usize] == kind
                {
                    seen[y as usize][x as usize] = true;
                    todo.push((x, y));
                }
            }
        }
        count += i32::from(kind || !touches_top);
    }
    count
}

/// Counts the locks of all seven pieces that cover no additional empty cells. Full rows are not cleared.
fn adaptation(cells: &Cells) -> i32 {
    let mut ways = 0;
    for piece in Piece::ALL {
        for lock in naive::locks(cells, piece, &|_| true).unwrap_or_default() {
            let mut after = *cells;
            for (x, y) in cells_of_pose(lock.pose(piece)) {
                if y >= 0 {
                    after[y as usize][x as usize] = true;
                }
            }
            let is_new = |(x, y)| is_covered(&after, x, y) && !is_covered(cells, x, y);
            // In a game, cells above the playfield vanish. Here such a cell covers the top row.
            let above = cells_of_pose(lock.pose(piece))
                .into_iter()
                .any(|(x, y)| y == -1 && !after[0][x as usize]);
            ways += i32::from(!above && !field().any(is_new));
        }
    }
    ways
}
