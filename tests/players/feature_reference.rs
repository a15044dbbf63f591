//! Tests of the features: the code with bit sets agrees with plain references, and small boards show what each feature
//! means.

use rand::RngExt;
use rightwell::players::{Counts, Feature, FeatureGroups};
use rightwell::rules::{Board, Piece, Pose};
use rightwell::search::{LockSequence, NoFilter, SearchLeaf, reach};

use crate::support::{boards, cases::share, games::place, plain_features};

/// Returns the value of a feature, in its own unit, after `locks` on `root`.
fn raw(feature: Feature, root: &Board, locks: &[Pose]) -> f64 {
    let (&last, earlier) = locks.split_last().unwrap();
    let leaf = locks
        .iter()
        .fold(SearchLeaf::root(*root), |leaf, &lock| leaf.after(lock));
    let way = LockSequence {
        root,
        earlier,
        last,
    };
    let counts = Counts::measure(FeatureGroups::from_features([feature]), &leaf, way);
    f64::from(counts.get(feature)) / f64::from(feature.per_unit())
}

/// Returns a random board and up to `most` random locks on it.
fn some_way(generator: &mut rand_chacha::ChaCha8Rng, most: usize) -> Option<(Board, Vec<Pose>)> {
    let root = boards::any(generator);
    let mut leaf = SearchLeaf::root(root);
    let mut locks = Vec::new();
    for _ in 0..generator.random_range(1..=most) {
        let found = reach(&leaf.board, boards::piece(generator), &NoFilter)?;
        let index = generator.random_range(0..found.count());
        let lock = found.iter().nth(index as usize).unwrap();
        leaf = leaf.after(lock);
        locks.push(lock);
    }
    Some((root, locks))
}

#[test]
fn every_quick_feature_agrees_with_its_reference() {
    let mut generator = boards::generator(21);
    let slow = [Feature::Adaptation, Feature::ConnectedAreas];
    let mut compared = 0;
    while compared < share(20_000) {
        let Some((root, locks)) = some_way(&mut generator, 3) else {
            continue;
        };
        for feature in plain_features::ALL {
            if slow.contains(&feature) || feature.looks_ahead() {
                continue;
            }
            let expected = plain_features::raw(feature, &root, &locks);
            let found = raw(feature, &root, &locks);
            assert!(
                (found - expected).abs() < 1e-9,
                "{feature:?}: {found}, not {expected}, after {locks:?} on {root:?}"
            );
        }
        compared += 1;
    }
}

#[test]
fn slow_features_agree_with_their_references() {
    let mut generator = boards::generator(22);
    for (feature, boards) in [(Feature::ConnectedAreas, 5_000), (Feature::Adaptation, 400)] {
        let mut compared = 0;
        while compared < boards {
            let Some((root, locks)) = some_way(&mut generator, 2) else {
                continue;
            };
            let expected = plain_features::raw(feature, &root, &locks);
            let found = raw(feature, &root, &locks);
            assert_eq!(found, expected, "{feature:?} after {locks:?} on {root:?}");
            compared += 1;
        }
    }
}

#[test]
fn features_counted_together_are_those_counted_alone() {
    let mut generator = boards::generator(23);
    for _ in 0..300 {
        let Some((root, locks)) = some_way(&mut generator, 2) else {
            continue;
        };
        let leaf = locks
            .iter()
            .fold(SearchLeaf::root(root), |leaf, &lock| leaf.after(lock));
        let (&last, earlier) = locks.split_last().unwrap();
        let way = LockSequence {
            root: &root,
            earlier,
            last,
        };
        let counts = Counts::measure(
            FeatureGroups::from_features(plain_features::ALL),
            &leaf,
            way,
        );
        for feature in plain_features::ALL {
            let alone = (raw(feature, &root, &locks) * f64::from(feature.per_unit())).round();
            assert_eq!(f64::from(counts.get(feature)), alone, "{feature:?}");
        }
    }
}

/// Board for the features of shape below. An O on the floor at the right wall adds the cells of columns 8 and 9.
const SHAPE: &str = "
    X.........
    X..X......
    ...X......
    XX.XX.....
    X.XX......
    ";

/// Returns the value of a feature on [`SHAPE`] with an O in the right corner.
fn on_shape(feature: Feature) -> f64 {
    raw(
        feature,
        &SHAPE.parse().unwrap(),
        &[place(Piece::O, 9, 18, 0)],
    )
}

#[test]
fn column_transitions_differ_at_the_top_and_at_the_floor() {
    // The O on the floor fills columns 8 and 9 of the two lowest rows. Column 0 reaches the ceiling and has a gap
    // above the floor; column 1 hangs.
    let mut root = Board::EMPTY;
    (0..18).for_each(|y| root.insert(0, y));
    root.insert(1, 9);
    let on = |feature| raw(feature, &root, &[place(Piece::O, 9, 18, 0)]);
    assert_eq!(on(Feature::ColumnTransitions), 1.0 + 1.0);
    // Also the tops of columns 1, 8 and 9, but not the edge of the playfield above column 0.
    assert_eq!(on(Feature::AllColumnTransitions), 2.0 + 3.0);
    // Also that edge, and the floor under the eight columns whose lowest cell is empty.
    assert_eq!(on(Feature::FloorColumnTransitions), 5.0 + 1.0 + 8.0);
}

#[test]
fn the_shape_of_a_small_board_is_counted_by_hand() {
    // With the O, row 18 is XX.XX...XX and row 19 is X.XX....XX. The heights of the columns are 5 2 1 4 2 0 0 0 2 2.
    let table = [
        (Feature::OccupiedRows, 5.0),
        (Feature::OccupiedColumns, 7.0),
        // By row from the top: 1 + 2 + 1 + 6 + 5.
        (Feature::OccupiedCells, 15.0),
        // Cells times height, by row from the top: 1*5 + 2*4 + 1*3 + 6*2 + 5*1.
        (Feature::WeightedCells, 33.0),
        (Feature::StackHeight, 5.0),
        (Feature::ColumnHeights, 18.0),
        (Feature::HeightSpread, 5.0),
        // Differences in height between neighbouring columns: 3 + 1 + 3 + 2 + 2 + 0 + 0 + 2 + 0.
        (Feature::Bumpiness, 13.0),
        // The sum of the squared heights is 25 + 4 + 1 + 16 + 4 + 4 + 4 = 58. The mean height is 1.8. So the variance
        // is 58/10 - 1.8^2.
        (Feature::HeightVariance, 2.56),
        // The steps from column to column are -3 -1 3 -2 -2 0 0 2 0. Of the values from -2 to 2, four occur: -2, -1, 0
        // and 2.
        (Feature::Diversity, 4.0),
        // The holes are in column 0 row 17, column 1 row 19 and column 4 row 19.
        (Feature::ColumnHoles, 3.0),
        (Feature::BuriedHoles, 3.0),
        // Rows of the holes, counted from 1: 18 + 20 + 20.
        (Feature::WeightedColumnHoles, 58.0),
        // Row of each hole minus the top row of its column: 17-15, 19-18, 19-18.
        (Feature::ColumnHoleDepths, 4.0),
        (Feature::MinColumnHoleDepth, 1.0),
        (Feature::MaxColumnHoleDepth, 2.0),
        (Feature::HoleDepths, 4.0),
        (Feature::CellsOverHoles, 4.0),
        (Feature::RowsWithHoles, 2.0),
        // Four islands of cells: column 0 (rows 15-16), columns 0-1 (rows 18-19), columns 2-4, and the O. And one
        // enclosed empty area: the hole of column 1.
        (Feature::ConnectedAreas, 5.0),
    ];
    for (feature, expected) in table {
        let found = on_shape(feature);
        assert!((found - expected).abs() < 1e-9, "{feature:?}: {found}");
    }
}

#[test]
fn empty_rows_count_two_only_where_all_rows_count() {
    // An empty row has two transitions, one at each wall. 15 of the 20 rows are empty.
    let without = on_shape(Feature::RowTransitions);
    assert_eq!(on_shape(Feature::AllRowTransitions), without + 15.0 * 2.0);
}

#[test]
fn the_floor_and_the_sky_count_as_documented() {
    // Each empty column has one transition, at the floor. Column 1 and the columns of the O have one each, above their
    // cells. The floating cell of column 0 has two, and this column has a third one at the floor.
    let root: Board = "X......... .......... .X........".parse().unwrap();
    let lock = [place(Piece::O, 9, 18, 0)];
    assert_eq!(
        raw(Feature::FloorColumnTransitions, &root, &lock),
        3.0 + 9.0
    );
    assert_eq!(raw(Feature::ColumnTransitions, &root, &lock), 1.0);
}

#[test]
fn wells_are_counted_by_their_kind() {
    // The well in column 9 is three deep, or four if the cell at its bottom counts. The well in column 2 is two deep.
    // In column 0, a covered cell between the wall and column 1 is empty.
    let root: Board = "
        .X.X....X.
        XX.X....X.
        .XXX....X.
        XX.X....XX
        "
    .parse()
    .unwrap();
    let lock = [place(Piece::O, 6, 18, 0)];
    // The O is in columns 5 and 6, rows 18 and 19. In these two rows, columns 4 and 7 are enclosed. In rows 16 and 17
    // nothing between columns 3 and 8 is enclosed.
    assert_eq!(
        raw(Feature::CumulativeWells, &root, &lock),
        6.0 + 3.0 + 1.0 + 1.0 + 1.0 + 3.0 + 3.0
    );
    // For this feature, a well includes the cell at its bottom. Column 9 has three empty cells and that cell; column 2
    // has two empty cells and that cell. So both wells are at least three deep.
    assert_eq!(raw(Feature::DeepWells, &root, &lock), 2.0);
}

#[test]
fn landing_is_measured_to_the_middle_of_the_piece() {
    let floor = Board::EMPTY;
    let flat = [place(Piece::I, 5, 19, 0)];
    let upright = [place(Piece::I, 5, 18, 1)];
    assert_eq!(raw(Feature::LandingHeight, &floor, &flat), 0.5);
    assert_eq!(raw(Feature::LandingHeight, &floor, &upright), 2.0);
    assert_eq!(raw(Feature::LockHeight, &floor, &upright), 0.0);
    // A T points down between two columns of height 1. Its lowest cell is on the floor.
    let notch: Board = "XXXX.XXXX.".parse().unwrap();
    let pointing = [place(Piece::T, 4, 18, 0)];
    assert_eq!(raw(Feature::LandingHeight, &notch, &pointing), 1.0);
    assert_eq!(raw(Feature::ColumnLandingHeight, &notch, &pointing), 2.0);
    assert_eq!(raw(Feature::SidewaysMoves, &notch, &pointing), 1.0);
    assert_eq!(raw(Feature::Turns, &notch, &pointing), 0.0);
}

#[test]
fn turns_go_the_shorter_way_round() {
    for (rotation, turns) in [(0, 0.0), (1, 1.0), (2, 2.0), (3, 1.0)] {
        let lock = [place(Piece::T, 5, 18, rotation)];
        assert_eq!(raw(Feature::Turns, &Board::EMPTY, &lock), turns);
    }
}

#[test]
fn eroded_cells_are_own_cells_times_rows() {
    let four: Board = "XXXXXXXXX. XXXXXXXXX. XXXXXXXXX. XXXXXXXXX."
        .parse()
        .unwrap();
    let tetris = [place(Piece::I, 9, 18, 1)];
    assert_eq!(raw(Feature::ErodedCells, &four, &tetris), 16.0);
    assert_eq!(raw(Feature::RowsCleared, &four, &tetris), 4.0);
    // An upright J completes one row. Two cells of the J are in that row.
    let one: Board = "XXXXXXXX..".parse().unwrap();
    let single = [place(Piece::J, 9, 18, 1)];
    assert_eq!(raw(Feature::ErodedCells, &one, &single), 2.0);
}

#[test]
fn a_flat_floor_takes_every_piece_that_has_a_flat_side() {
    // Eight orientations have a flat bottom. An orientation of width w fits into 11 - w columns: I into 7 and 10, O
    // into 9, T into 8, J into 8 and 9, L into 8 and 9. All other orientations cover an empty cell.
    let empty_ways = 7 + 10 + 9 + 8 + 8 + 9 + 8 + 9;
    let root: Board = "..........".parse().unwrap();
    // The O completes both rows, so the board is empty after this lock.
    let nearly: Board = "XXXXXXXX.. XXXXXXXX..".parse().unwrap();
    let lock = [place(Piece::O, 9, 18, 0)];
    assert_eq!(root, Board::EMPTY);
    assert_eq!(
        raw(Feature::Adaptation, &nearly, &lock),
        f64::from(empty_ways)
    );
}
