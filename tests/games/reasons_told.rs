//! Tests of the explanations of bad moves that a player can see on the playfield: each rule on a small playfield.

use rightwell::players::Label;
use rightwell::session::reasons::Category;

use crate::support::drawn_move::Case;

#[test]
fn a_stack_of_seven_rows_is_too_high_to_wait_from_level_29_on() {
    Case {
        field: "....X.....
                ....XX....
                XXXXXX...X
                X.XXXXXXXX
                .XXXXXXXXX
                .XXXXXXXXX
                XX.XXXXXXX",
        pieces: "OI",
        level: 75,
        lines: 697,
        played: (1, 13, 0),
    }
    .is(
        Category::BurnMissed,
        "Stays 7 rows high; with the best, NEXT (I) burns a row",
    );
}

#[test]
fn a_path_two_rows_higher_is_a_reason() {
    Case {
        field: "......X...
                ..X.XXX...
                .XXXXXX.X.
                XXX.XXXXX.
                X.XXXXXXX.
                XXX..XXXX.
                X.X..XXXXX
                ..XXXXX.XX
                ..XXXXXXXX
                X.X.X.XXX.
                XXXXXXXX..
                X.X....XX.
                XXX...XXX.
                XXXX..XXX.",
        pieces: "ST",
        level: 18,
        lines: 100,
        played: (5, 4, 1),
    }
    .is(
        Category::OutOfReach,
        "The way to the right is 17 high, after the best move 14",
    );
}

#[test]
fn a_hole_one_row_deeper_by_next_is_no_reason() {
    Case {
        field: "....XX...X
                XXX.XXX.XX
                XXXXXXXX.X",
        pieces: "IL",
        level: 28,
        lines: 96,
        played: (2, 17, 0),
    }
    .is(
        Category::Burn,
        "NEXT (L) must burn rows or make the stack uneven",
    );
}

#[test]
fn a_surface_that_is_only_higher_is_measured_in_rows() {
    Case {
        field: ".........X
                XX.......X
                XXX.XX...X
                XXXXXX..XX",
        pieces: "IS",
        level: 18,
        lines: 75,
        played: (0, 15, 1),
    }
    .is(
        Category::Surface,
        "Leaves the stack 7 rows high; the best move leaves 5",
    );
}

#[test]
fn a_hole_that_next_could_open_is_a_reason() {
    Case {
        field: "XXXX......
                XXX.X...XX
                XXXXXXX.XX
                XXXXXXX.XX",
        pieces: "LI",
        level: 22,
        lines: 150,
        played: (7, 18, 1),
    }
    .is(
        Category::Hole,
        "Column 4 keeps a hole; after the best move, NEXT (I) opens it",
    );
}

#[test]
fn a_tower_stands_above_both_sides() {
    Case {
        field: "X.........
                X.........
                X...X.....
                X...XXXX..
                XXX.XXXX..
                XX.XXXXXXX
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.",
        pieces: "IT",
        level: 18,
        lines: 107,
        played: (5, 10, 1),
    }
    .is(
        Category::Surface,
        "Builds a tower in column 6, 3 rows above both sides",
    );
}

#[test]
fn a_hole_is_compared_with_the_one_made_by_the_best_lock() {
    Case {
        field: "......XX..
                ......XXXX
                .XX...XXXX
                .XX...XXXX
                .XXX.XXXXX
                .XXX.XXXXX
                .XXX.XXXXX
                XXXX.XXXXX
                XXXX.XXXXX",
        pieces: "LS",
        level: 25,
        lines: 198,
        played: (4, 14, 2),
    }
    .is(
        Category::Hole,
        "Makes a hole 5 deep in column 5; the best move makes one 3 deep",
    );
}

#[test]
fn a_hole_is_compared_with_the_one_made_by_next_after_the_best() {
    Case {
        field: "..X.......
                .XX.....X.
                XXXX.XX.X.
                XXXX.XXXXX
                XXXX.XXXXX
                XXXX.XXXXX
                XXXX.XXXXX
                XXXX.XXXXX",
        pieces: "OS",
        level: 25,
        lines: 192,
        played: (4, 12, 0),
    }
    .is(
        Category::Hole,
        "Makes a hole 6 deep in column 5; the best move and NEXT: 5 deep",
    );
}

#[test]
fn an_overhang_that_next_fills_by_a_tuck_is_named() {
    Case {
        field: "X.........
                XX........
                XX........
                XXXXX.....
                XXXXXX....
                XXXXXX....
                XXXXXX....
                XXXXXXXX..
                XXXXXXXX..
                XXXXXXXXX.
                XXXXXXXXX.",
        pieces: "SS",
        level: 18,
        lines: 89,
        played: (1, 9, 1),
    }
    .is(
        Category::Hole,
        "Hangs over an empty cell in column 3; the best over none",
    );
    Case {
        field: ".........X
                XX......XX
                XXX.....XX
                XXXX...XXX
                XXXXXX.XXX
                XXXXXX.XXX
                XXXXXX.XXX
                XXXXXX.XXX
                XXXXXX.XXX",
        pieces: "JL",
        level: 18,
        lines: 1,
        played: (3, 12, 3),
    }
    .is(
        Category::Hole,
        "Hangs over 3 empty cells in column 5; the best over none",
    );
}

#[test]
fn an_i_laid_flat_puts_one_cell_into_the_well() {
    Case {
        field: "XXX.......
                XXXX.X....",
        pieces: "IL",
        level: 19,
        lines: 32,
        played: (8, 19, 0),
    }
    .is(
        Category::WellCovered,
        "Puts a cell into the well; the best move leaves it open",
    );
}

#[test]
fn column_10_is_the_next_well_while_another_column_is_lower() {
    Case {
        field: ".XX.......
                XXXXXX..X.
                XXXXXX..XX
                .XXXXXXXXX",
        pieces: "IT",
        level: 18,
        lines: 3,
        played: (9, 16, 1),
    }
    .is(
        Category::WellCovered,
        "Raises column 10, the next well, from 2 rows to 6",
    );
}

#[test]
fn one_sentence_says_enough_about_next() {
    Case {
        field: ".X........
                XX........
                XX........
                XXXXX.....
                XXXXX.....
                XXXXX..X..
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.",
        pieces: "ZS",
        level: 29,
        lines: 230,
        played: (6, 15, 1),
    }
    .is(
        Category::WellCovered,
        "NEXT (S) must then cover the well or make a hole",
    );
}

#[test]
fn a_next_that_fits_only_after_the_best_lock_is_named_with_its_columns() {
    Case {
        field: "......X...
                ......X...
                .....XXXX.
                ..X.XXXXXX
                .XXXXXXXXX
                .XXXXXXXXX
                .XXXXXXXXX
                .XXXXXXXXX
                .XXXXXXXXX",
        pieces: "TZ",
        level: 20,
        lines: 141,
        played: (3, 13, 1),
    }
    .is(
        Category::NoLock,
        "NEXT (Z) fits columns 4 to 5 only after the best move",
    );
}

#[test]
fn cells_in_column_10_are_a_reason_if_there_is_no_other() {
    Case {
        field: ".X........
                XXXXX.....
                XXXXXX....
                XXXXXXX...
                XXXXXXX.XX
                XXXXXXX.XX
                XXXXXXX.XX
                XXXXXXX.XX
                XXXXXXX.XX",
        pieces: "OI",
        level: 18,
        lines: 102,
        played: (9, 13, 0),
    }
    .is(
        Category::WellCovered,
        "Raises column 10 from 5 rows to 7; the best move does not",
    );
}

#[test]
fn a_two_wide_gap_is_measured() {
    Case {
        field: "X.........
                XXXXXX...X",
        pieces: "ZS",
        level: 10,
        lines: 104,
        played: (8, 18, 1),
    }
    .is(
        Category::Surface,
        "Leaves a two-wide gap in columns 7-8; the best move avoids it",
    );
}

#[test]
fn without_any_error_a_move_is_good_before_level_29() {
    let reviewed = Case {
        field: "........XX
                XX.....XXX
                XXX.XXXXXX",
        pieces: "IJ",
        level: 18,
        lines: 34,
        played: (5, 18, 0),
    }
    .reviewed();
    assert!(reviewed.rating.label() <= Label::Good);
    assert_eq!(reviewed.reasons, []);
}

#[test]
fn without_any_error_the_costly_pieces_after_next_are_named_from_level_29_on() {
    Case {
        field: "..XXX.....
                .XXXX.....
                .XXXXX....
                .XXXXX....
                .XXXXXX...
                XXXXXXXX..
                XXXXXXXX..
                XXXXXXXX..
                XXXXXXXX..
                XXXXXXXXX.",
        pieces: "IS",
        level: 29,
        lines: 46,
        played: (8, 17, 1),
    }
    .is(
        Category::WorseFit,
        "No single error; S or O after NEXT would cost the most",
    );
}

#[test]
fn a_slip_names_the_lock_that_it_missed() {
    let reviewed = Case {
        field: "..........",
        pieces: "JS",
        level: 18,
        lines: 100,
        played: (3, 18, 0),
    }
    .reviewed();
    let told = "One column or rotation away from a lock as good as the best (columns 3 to 4, turned once): a misdrop?";
    let sentences: Vec<String> = reviewed.sentences().collect();
    assert!(sentences.iter().any(|said| said == told), "{sentences:?}");
}
