//! Tests of the explanations of bad moves: each kind of error on a small playfield, given by its rows from the highest
//! down to the floor.

use rightwell::session::reasons::Category;

use crate::support::drawn_move::Case;

#[test]
fn a_row_that_the_best_lock_keeps_is_burnt() {
    Case {
        field: "XX........
                XXXXXXXX..",
        pieces: "JT",
        level: 18,
        lines: 49,
        played: (9, 18, 1),
    }
    .is(Category::Burn, "Burns a row; the best move burns none");
    Case {
        field: ".......X..
                XXXXXXXX..
                XXXXXXXX.X",
        pieces: "ZI",
        level: 30,
        lines: 249,
        played: (8, 18, 1),
    }
    .is(Category::Burn, "Burns two rows; the best move burns none");
}

#[test]
fn a_stack_too_high_to_wait_is_to_be_burnt() {
    Case {
        field: "...XX.XXX.
                .XXXXXXXX.
                .XXXXXXXX.
                .XXXXXXXXX
                .XXXXXXXXX
                .XX.XXXXXX
                XXX.XXXXXX
                XXX.XXXXXX
                XXX.XXXXXX",
        pieces: "IZ",
        level: 18,
        lines: 83,
        played: (9, 12, 1),
    }
    .is(
        Category::BurnMissed,
        "Gets 10 rows high; the best move burns two rows",
    );
}

#[test]
fn a_hole_is_named_with_the_rows_above_it() {
    Case {
        field: "..X.......
                XXX.....X.
                XXX.....XX
                XXXXX.X.XX",
        pieces: "LZ",
        level: 35,
        lines: 295,
        played: (7, 18, 1),
    }
    .is(
        Category::Hole,
        "NEXT (Z) must make a hole or an uneven stack",
    );
    Case {
        field: ".....XX...
                .....XX...
                .....X....
                X.XX.XX...
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXX.XXX
                XXXXXX.XXX
                XXXXXX.XXX",
        pieces: "JT",
        level: 28,
        lines: 220,
        played: (4, 11, 1),
    }
    .is(
        Category::Hole,
        "Makes a hole in column 5: 3 rows must clear to open it",
    );
    Case {
        field: "...X...XXX
                XXXX..XXXX
                XXX.X.XXXX
                .XXXX.XXXX",
        pieces: "ST",
        level: 32,
        lines: 264,
        played: (5, 16, 0),
    }
    .is(
        Category::Hole,
        "Makes a hole 2 deep in column 6: 1 row must clear to open it",
    );
    Case {
        field: "X.XX.XXXX.",
        pieces: "IT",
        level: 18,
        lines: 20,
        played: (3, 18, 0),
    }
    .is(
        Category::Hole,
        "Makes 2 holes, one in column 2: 1 row must clear to open it",
    );
    Case {
        field: "....X.....
                ....XX....
                ...XXX....
                .X.XXXX...
                XXXXXXX...
                XXXXXXXX..
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.",
        pieces: "SO",
        level: 19,
        lines: 137,
        played: (8, 15, 1),
    }
    .is(
        Category::Hole,
        "Leaves NEXT (O) only locks that make a hole",
    );
}

#[test]
fn a_hole_that_could_be_opened_or_shallower_is_a_reason() {
    Case {
        field: "XXX.......
                XXXX......
                XXXXX..XXX
                XXXXXX..XX
                XXXXXXXX.X",
        pieces: "JT",
        level: 52,
        lines: 462,
        played: (9, 15, 1),
    }
    .is(
        Category::Hole,
        "A hole in column 9 is under 3 rows; the best move leaves 2",
    );
    Case {
        field: ".......XX.
                ........XX
                ...XXXXXXX
                XX.XXXX.XX
                .XXXXXXXXX",
        pieces: "LS",
        level: 50,
        lines: 444,
        played: (0, 16, 3),
    }
    .is(
        Category::Hole,
        "Column 8 keeps a hole; the best move fills it",
    );
    Case {
        field: "......XX..
                X....XXX..
                XXX.XXXX..
                XXXXXXXX.X",
        pieces: "OJ",
        level: 22,
        lines: 150,
        played: (9, 17, 0),
    }
    .is(
        Category::Hole,
        "Makes a hole in column 9: 2 rows must clear to open it",
    );
}

#[test]
fn a_next_that_fits_nowhere_is_a_reason() {
    Case {
        field: "XXXX.XX...
                XXXX.XXXXX
                XXX.XXXXXX",
        pieces: "OZ",
        level: 7,
        lines: 74,
        played: (9, 16, 0),
    }
    .is(
        Category::Hole,
        "Leaves NEXT (Z) only locks that make a hole",
    );
}

#[test]
fn a_missed_tetris_is_a_reason() {
    let field = "XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.";
    Case {
        field,
        pieces: "IT",
        level: 18,
        lines: 20,
        played: (2, 6, 0),
    }
    .is(Category::TetrisMissed, "Wastes the I: a Tetris was ready");
    Case {
        field,
        pieces: "OI",
        level: 18,
        lines: 20,
        played: (9, 5, 0),
    }
    .is(
        Category::TetrisMissed,
        "NEXT (I) is a Tetris after the best move, not after this one",
    );
}

#[test]
fn a_covered_or_filled_well_is_a_reason() {
    Case {
        field: ".X........
                XX........
                XX........
                XX........
                XX....XX..
                XX.X..XXX.
                XX.X..XXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.",
        pieces: "LZ",
        level: 18,
        lines: 35,
        played: (9, 15, 1),
    }
    .is(
        Category::WellCovered,
        "Covers the well: 3 rows must clear to open it",
    );
    Case {
        field: "..XX......
                .XXX......
                XXXXXX.XX.
                XXXXXXXXX.",
        pieces: "OS",
        level: 27,
        lines: 115,
        played: (5, 16, 0),
    }
    .is(
        Category::WellCovered,
        "NEXT (S) must then cover the well or make a hole",
    );
    Case {
        field: "XX....XX..
                XX...XXXX.",
        pieces: "IZ",
        level: 31,
        lines: 253,
        played: (9, 18, 1),
    }
    .is(
        Category::WellCovered,
        "Wastes an I: puts it into the well without a Tetris",
    );
}

#[test]
fn a_covered_well_that_could_be_opened_or_shallower_is_a_reason() {
    Case {
        field: ".X.XX...X.
                XX.XXX..XX
                XXXXXXXXX.",
        pieces: "TJ",
        level: 40,
        lines: 346,
        played: (9, 16, 1),
    }
    .is(
        Category::WellCovered,
        "The well is under 4 rows; the best move leaves 1",
    );
    Case {
        field: "XXX.......
                XXXX...XX.
                XXXX..XXXX
                XXXXX.XXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.",
        pieces: "LT",
        level: 18,
        lines: 30,
        played: (9, 13, 1),
    }
    .is(
        Category::WellCovered,
        "Leaves the well covered; the best move opens it",
    );
    Case {
        field: ".XX.......
                XXX.......
                XXXX......
                XXXX..XXXX
                XXXX.XXXXX
                XXXX.XXXXX
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.",
        pieces: "OJ",
        level: 18,
        lines: 9,
        played: (9, 12, 0),
    }
    .is(
        Category::WellCovered,
        "Leaves the well covered; after the best move, NEXT (J) opens it",
    );
}

#[test]
fn pieces_without_a_clean_lock_are_named() {
    Case {
        field: "...XXX..XX
                XX.XXXXXXX",
        pieces: "LO",
        level: 9,
        lines: 5,
        played: (8, 17, 0),
    }
    .is(Category::NoLock, "Leaves no clean lock for Z");
    Case {
        field: "....XX....
                ....XX....
                ....XXX...
                ....X.....
                .XXXXX....
                ..X..XX.X.
                .XX..XXXXX
                .XXX..X.XX
                .X...XXXXX
                .X.X...XXX
                .XXX.XXXXX
                .XXX..XXXX
                .XXXXXXXXX
                .X.XXXXXXX
                .X.XXXXXXX
                XX.XXXX.XX
                XXXX.XXXXX",
        pieces: "LS",
        level: 41,
        lines: 351,
        played: (5, 1, 0),
    }
    .is(Category::NoLock, "NEXT (S) no longer fits");
}

#[test]
fn a_deep_gap_waits_for_an_i() {
    let reasons = Case {
        field: ".....X....
                ....XX....
                ....XXXX..
                XXX.XXXXX.
                XXX.XXXXXX",
        pieces: "TS",
        level: 26,
        lines: 108,
        played: (1, 17, 2),
    }
    .reasons();
    // At this gap, the best lock makes a hole instead, so the gap is not the reason.
    assert_eq!(reasons, []);
    Case {
        field: "XXX.......
                XXX.XXXXX.
                XXX.XXXXX.
                XXXXXXXXX.",
        pieces: "OL",
        level: 19,
        lines: 60,
        played: (5, 15, 0),
    }
    .is(
        Category::NeedsI,
        "Column 4 waits for an I: nothing else fills it",
    );
}

#[test]
fn sides_out_of_reach_are_named() {
    Case {
        field: ".....X....
                ..XX.X....
                ..XXXX.X..
                .XXX.X.X..
                .X..XXXXXX
                .XX.XXXXXX
                .XXXXXXXXX
                ..XXX.XXXX
                XXXXX.XXXX
                XXXXXXX.X.
                XXXXXX..X.
                XXXX.XX.XX
                XXXXXX.XXX
                XXXXXX.XXX
                XXXXXX.XXX",
        pieces: "LT",
        level: 28,
        lines: 224,
        played: (7, 5, 3),
    }
    .is(
        Category::OutOfReach,
        "No piece reaches the right wall; after the best move, 7 do",
    );
}

#[test]
fn a_steeper_surface_is_measured() {
    Case {
        field: "....X....X
                XX..XX...X
                XXXXXX...X",
        pieces: "SZ",
        level: 18,
        lines: 75,
        played: (4, 16, 1),
    }
    .is(
        Category::Surface,
        "Leaves a 4-row step at columns 6 and 7; with the best move, 1",
    );
}

#[test]
fn rows_burnt_are_counted_with_those_of_next() {
    Case {
        field: ".........X
                .........X
                XXXX.X...X
                XXXXXXXX.X
                XXXXXXX.XX",
        pieces: "JS",
        level: 18,
        lines: 99,
        played: (7, 17, 0),
    }
    .is(
        Category::Burn,
        "Burns 2 rows with NEXT (S), none with the best move",
    );
    Case {
        field: "XXX.......
                XXX.......
                XXXXXXX...
                XXXXXXXX..
                XXXXXXXX..
                XXXXXXXX..
                XXXXXXXX.X",
        pieces: "ZI",
        level: 22,
        lines: 163,
        played: (8, 18, 1),
    }
    .is(Category::Burn, "Burns two rows; the best move burns none");
}

#[test]
fn a_next_without_a_smooth_lock_is_named_with_its_best_columns() {
    Case {
        field: "XXXX......
                XXXXX...XX
                XXXXX..XXX
                XXXXX..XXX
                XXXXX.XXXX
                XXXXX.XXXX
                XXXXX.XXXX
                XXXXX.XXXX
                XXXXX.XXXX",
        pieces: "LS",
        level: 18,
        lines: 0,
        played: (8, 11, 0),
    }
    .is(
        Category::NoLock,
        "NEXT (S) has no even place; the best move leaves columns 2 to 3",
    );
}

#[test]
fn a_good_lock_that_next_makes_worse_is_named() {
    let reviewed = Case {
        field: ".X.X......
                XXXXX.....
                XXXXXX....
                XXXXXX..X.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.",
        pieces: "JO",
        level: 19,
        lines: 89,
        played: (7, 12, 1),
    }
    .reviewed();
    assert!(reviewed.rating.is_missed_adjustment());
    let told = "Good by itself, but not before NEXT (O)";
    assert!(reviewed.sentences().any(|sentence| sentence == told));
}
