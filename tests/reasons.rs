//! Why a move loses: each kind of error on a small field, drawn from its highest row to the floor.

use std::sync::Arc;

use rightwell::menu::wrap;
use rightwell::players::{Input, NamedHand, Player, Position};
use rightwell::render::ReviewPanel;
use rightwell::rules::motion::{COLUMNS, ROWS};
use rightwell::rules::{Board, Orientation, Piece, Pose, Region};
use rightwell::search::{PadMoves, PadPiece, Tuck};
use rightwell::session::reasons::Category;
use rightwell::session::{Move, Reason, ReviewedMove};

/// A field, the pieces `current next`, level and lines, and where the piece was put: column and row of the pivot
/// and turns.
struct Case {
    field: &'static str,
    pieces: &'static str,
    level: u8,
    lines: u16,
    played: (i8, i8, u8),
}

impl Case {
    /// Why that loses, for hands of a tournament.
    fn reasons(&self) -> Vec<Reason> {
        self.reviewed().reasons
    }

    fn reviewed(&self) -> ReviewedMove {
        let rows: Vec<&str> = self.field.split_whitespace().collect();
        let mut board = Board::EMPTY;
        for (from_floor, row) in rows.iter().rev().enumerate() {
            assert_eq!(row.len(), COLUMNS as usize, "{row}");
            for (x, cell) in row.bytes().enumerate().filter(|(_, cell)| *cell == b'X') {
                assert_eq!(cell, b'X');
                board.insert(x as i8, ROWS - 1 - from_floor as i8);
            }
        }
        let mut pieces = self
            .pieces
            .chars()
            .map(|letter| Piece::from_letter(letter).unwrap());
        let (current, next) = (pieces.next().unwrap(), pieces.next().unwrap());
        let position = Position {
            level: self.level,
            lines: self.lines,
            ..Position::new(board, current, next)
        };
        let (x, y, rotation) = self.played;
        let orientation = Orientation::all()
            .find(|turned| turned.piece() == current && turned.rotation() == rotation)
            .unwrap();
        let lock = Pose { orientation, x, y };
        assert!(lock.fits(&board) && lock.rests(&board), "no place to lock");
        let hand = NamedHand::named("tournament").unwrap();
        let moves = PadMoves::new(hand.hand(), self.level, Region::Ntsc);
        let input = Input::Pad(Arc::new(moves));
        let judge = Player::named("scorer").unwrap();
        let played = Move {
            rows: board.lock(lock).1 as u8,
            position,
            lock,
            frame: 0,
        };
        ReviewedMove::of(1, &played, &judge, &input).unwrap()
    }

    /// The first reason is this one.
    fn is(&self, category: Category, sentence: &str) {
        let reasons = self.reasons();
        let first = reasons.first().expect("it loses");
        assert_eq!(
            (first.category, &*first.sentence),
            (category, sentence),
            "{reasons:?}"
        );
        // As much as there is room for on the screen.
        let lines = wrap(sentence, ReviewPanel::SAID_COLUMNS);
        assert!(lines.len() <= ReviewPanel::SAID_LINES, "{lines:?}");
    }
}

#[test]
fn a_row_that_the_best_place_keeps_is_burnt() {
    Case {
        field: "XX........
                XXXXXXXX..",
        pieces: "JT",
        level: 18,
        lines: 49,
        played: (9, 18, 1),
    }
    .is(Category::Burn, "Burns a row: the best place burns none");
    Case {
        field: ".......X..
                XXXXXXXX..
                XXXXXXXX.X",
        pieces: "ZI",
        level: 30,
        lines: 249,
        played: (8, 18, 1),
    }
    .is(Category::Burn, "Burns two rows: the best place burns none");
    Case {
        field: "..X..XXX..
                XXX.XXXXX.",
        pieces: "TZ",
        level: 18,
        lines: 68,
        played: (9, 18, 1),
    }
    .is(
        Category::Burn,
        "NEXT (Z) then burns a row: the best place burns none",
    );
}

#[test]
fn a_stack_too_high_to_wait_is_to_be_burnt() {
    Case {
        field: "...X......
                ...XXXXXXX
                ..XXXXXXXX
                ..XXXXXXXX
                ..XXXXXXXX
                .XXXXXXXXX
                .XXXXXXXXX
                .XXXXXXXXX
                .XXXXXXXXX",
        pieces: "TZ",
        level: 18,
        lines: 32,
        played: (6, 11, 2),
    }
    .is(
        Category::BurnMissed,
        "The stack is 11 rows high: the best place burns a row",
    );
}

#[test]
fn a_hole_is_told_with_what_lies_on_it() {
    Case {
        field: "......X.XX
                .X....X..X",
        pieces: "ZT",
        level: 29,
        lines: 237,
        played: (2, 18, 1),
    }
    .is(
        Category::Hole,
        "Makes a hole in column 4: 2 rows must go to open it",
    );
    Case {
        field: "..X.......
                XXX...XXX.
                XXX....XXX
                XXXXX.XXXX",
        pieces: "ZI",
        level: 35,
        lines: 295,
        played: (4, 17, 0),
    }
    .is(
        Category::Hole,
        "Makes 2 holes, one in column 4: 1 row must go to open it",
    );
    Case {
        field: "....XX....
                X..XXX...X
                X..XXXXXXX
                .XXXXXXXXX",
        pieces: "IZ",
        level: 18,
        lines: 94,
        played: (9, 15, 1),
    }
    .is(
        Category::Hole,
        "Leaves NEXT (Z) no better place than one with a hole",
    );
}

#[test]
fn a_hole_that_could_be_opened_or_lie_under_less_is_told() {
    Case {
        field: "X.........
                XX........
                XX..XXXX..
                XXXXXXX.XX",
        pieces: "IJ",
        level: 33,
        lines: 279,
        played: (9, 17, 1),
    }
    .is(
        Category::Hole,
        "A hole in column 8 is under 2 rows, after the best under 1",
    );
    Case {
        field: "XX........
                .XXXX.....
                XXXX......
                XXXXXXX...
                XXXXXXX.XX",
        pieces: "TT",
        level: 40,
        lines: 347,
        played: (7, 18, 3),
    }
    .is(
        Category::Hole,
        "Leaves a hole closed that the best place opens",
    );
}

#[test]
fn a_tetris_that_was_there_is_told() {
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
    .is(Category::TetrisMissed, "A Tetris was there");
    Case {
        field,
        pieces: "OI",
        level: 18,
        lines: 20,
        played: (9, 5, 0),
    }
    .is(
        Category::TetrisMissed,
        "NEXT (I) is a Tetris after the best place, not after this",
    );
}

#[test]
fn a_well_that_is_covered_or_filled_is_told() {
    Case {
        field: "X..XXXX...
                X.XXXXX...
                XXXXXXXX.X
                X.XXXXXXXX
                .XXXXXXXXX",
        pieces: "JS",
        level: 18,
        lines: 99,
        played: (8, 16, 3),
    }
    .is(
        Category::WellCovered,
        "Covers the well: 1 row must go to open it",
    );
    Case {
        field: ".XX.......
                XXX.......
                XXXX......
                XXXX......
                XXXXX.....
                XXXXXX....
                XXXXXXX...
                XXXXXXXX..
                XXXXXXXXX.",
        pieces: "SO",
        level: 18,
        lines: 56,
        played: (7, 17, 1),
    }
    .is(
        Category::WellCovered,
        "Leaves NEXT (O) nothing better than to cover the well",
    );
    Case {
        field: "XX...XXXX.
                XXXXXX.XXX
                XXXXXXXXX.",
        pieces: "TL",
        level: 18,
        lines: 84,
        played: (9, 16, 1),
    }
    .is(
        Category::WellCovered,
        "Puts cells into the well: the best place leaves it open",
    );
}

#[test]
fn pieces_without_a_clean_place_are_named() {
    Case {
        field: "..X.......
                X.XXX....X
                XXXXXXX..X",
        pieces: "LJ",
        level: 26,
        lines: 207,
        played: (7, 18, 1),
    }
    .is(Category::NoPlace, "Leaves no clean place for Z");
}

#[test]
fn a_deep_gap_waits_for_an_i() {
    Case {
        field: ".....X....
                ....XX....
                ....XXXX..
                XXX.XXXXX.
                XXX.XXXXXX",
        pieces: "TS",
        level: 26,
        lines: 208,
        played: (1, 17, 2),
    }
    .is(
        Category::Waits,
        "Column 4 waits for an I: nothing else fills it",
    );
}

#[test]
fn sides_that_pieces_do_not_get_to_any_more_are_named() {
    Case {
        field: "....X.....
                ...XX.....
                ..XXXXX...
                XXXXXXX...
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.",
        pieces: "TS",
        level: 29,
        lines: 239,
        played: (2, 9, 3),
    }
    .is(
        Category::OutOfReach,
        "1 of the 7 pieces get to the left wall, 7 after the best",
    );
}

#[test]
fn a_steeper_surface_is_measured() {
    Case {
        field: "...XX.....
                XXXXXX.XX.",
        pieces: "JL",
        level: 23,
        lines: 175,
        played: (8, 18, 0),
    }
    .is(
        Category::Surface,
        "Leaves steps of 6 rows in all, the best place 3",
    );
}

#[test]
fn where_nothing_else_is_true_that_is_said() {
    Case {
        field: "..XXX...X.",
        pieces: "JZ",
        level: 19,
        lines: 130,
        played: (8, 18, 0),
    }
    .is(
        Category::Later,
        "Lost later: what is likely to come fits less well",
    );
}

#[test]
fn a_place_beside_the_best_may_be_a_slip() {
    let field = "XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.";
    let case = |x| Case {
        field,
        pieces: "IT",
        level: 18,
        lines: 20,
        played: (x, 10, 1),
    };
    assert!(case(8).reviewed().is_slip());
    assert!(!case(5).reviewed().is_slip());
}

#[test]
fn a_good_move_needs_no_reason() {
    let reasons = Case {
        field: "XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.",
        pieces: "IT",
        level: 18,
        lines: 20,
        played: (9, 18, 1),
    }
    .reasons();
    assert_eq!(reasons, []);
}

#[test]
fn a_best_place_under_an_overhang_is_told_with_its_frames_and_what_is_best_without() {
    let field = ".....X....
                 .....XX...
                 ......XX..
                 ......XX..
                 ....XXXX..
                 XXXXXXX...
                 XXXXXX....
                 XXXX.XX..X
                 XXXXXX.XXX
                 XXXXXX.XXX
                 XXXXXX.XXX";
    let beside = Case {
        field,
        pieces: "OI",
        level: 28,
        lines: 223,
        played: (1, 12, 0),
    }
    .reviewed();
    let tuck = *beside.missed_tuck().expect("the best place is a tuck");
    // Two frames as the buttons say that lead there.
    let hand = NamedHand::named("tournament").unwrap().hand();
    let board = beside.played.position.board;
    let fresh = PadPiece::fresh(Piece::O, 28, Region::Ntsc);
    let best = beside.rating.best().lock;
    let way = Tuck::to(&board, fresh, hand, best).unwrap();
    assert_eq!((tuck.frames, way.window), (2, 2));
    assert_eq!(
        tuck.without.map(|rated| rated.lock),
        Some(beside.rating.played.lock)
    );
    let said = beside.sentences().last().unwrap();
    let expected =
        "The best place is a tuck with 2 frames for its last press; without one this was the best";
    assert_eq!(said, expected);

    let worse = Case {
        field,
        pieces: "OI",
        level: 28,
        lines: 223,
        played: (9, 14, 0),
    }
    .reviewed();
    let said = worse.sentences().last().unwrap();
    assert!(
        said.ends_with("; best without one: columns 1 to 2, 2.9 lines lost"),
        "{said}"
    );

    // Who plays it has missed nothing.
    let tucked = Case {
        field,
        pieces: "OI",
        level: 28,
        lines: 223,
        played: (best.x, best.y, 0),
    }
    .reviewed();
    assert_eq!(
        (tucked.rating.loss, tucked.tuck, tucked.sentences().count()),
        (0.0, None, 0)
    );
}
