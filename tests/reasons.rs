//! Why a move loses: each kind of error on a small field, drawn from its highest row to the floor.

use std::sync::Arc;

use rand::RngExt;
use rightwell::menu::wrap;
use rightwell::players::{Input, NamedHand, Player, Position};
use rightwell::render::ReviewPanel;
use rightwell::rules::motion::{COLUMNS, ROWS};
use rightwell::rules::randomizer::generator;
use rightwell::rules::{Board, Orientation, Piece, Pose, Region};
use rightwell::search::{MoveGenerator, PadMoves, PadPiece, Tuck};
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
        field: "....XX....
                ....XXXX..
                X.XXXXXXX.
                X.XXX.XXXX",
        pieces: "SL",
        level: 21,
        lines: 151,
        played: (8, 17, 1),
    }
    .is(
        Category::Burn,
        "NEXT (L) then burns a row: after the best none",
    );
}

#[test]
fn a_stack_too_high_to_wait_is_to_be_burnt() {
    Case {
        field: ".........X
                ........XX
                ........XX
                ........XX
                X.......XX
                X.XX....XX
                XXXX..X.XX
                XXXX..XXXX
                XXXX.XXXXX
                XXXX.XXXXX",
        pieces: "LJ",
        level: 37,
        lines: 314,
        played: (7, 15, 1),
    }
    .is(
        Category::BurnMissed,
        "Gets 10 rows high: after the best NEXT (J) burns three rows",
    );
}

#[test]
fn a_hole_is_told_with_what_lies_on_it() {
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
        "Makes a hole in column 7: 1 row must go to open it",
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
        "Makes a hole in column 5: 3 rows must go to open it",
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
        "Makes 2 holes, one in column 6: 1 row must go to open it",
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
        "Leaves NEXT (O) no better place than one with a hole",
    );
}

#[test]
fn a_hole_that_could_be_opened_or_lie_under_less_is_told() {
    Case {
        field: "....X.....
                .XX.XX....
                .XXXXXXXXX
                ..XXX.XXXX
                XXXXX.XXXX
                XXXXXXX.X.
                XXXXXX..X.
                XXXX.XX.XX
                XXXXXX.XXX
                XXXXXX.XXX
                XXXXXX.XXX",
        pieces: "SO",
        level: 28,
        lines: 224,
        played: (5, 9, 1),
    }
    .is(
        Category::Hole,
        "A hole in column 6 is under 4 rows, after the best under 2",
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
    Case {
        field: "...X......
                XXXXX.....
                XX.XXXX...",
        pieces: "SL",
        level: 20,
        lines: 148,
        played: (4, 17, 1),
    }
    .is(
        Category::Hole,
        "Leaves a hole closed that NEXT (L) opens after the best",
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
        "Covers the well: 3 rows must go to open it",
    );
    Case {
        field: "..XX......
                .XXX......
                XXXXXX.XX.
                XXXXXXXXX.",
        pieces: "OS",
        level: 27,
        lines: 215,
        played: (5, 16, 0),
    }
    .is(
        Category::WellCovered,
        "Leaves NEXT (S) nothing better than to cover the well",
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
        "Puts cells into the well: the best place leaves it open",
    );
}

#[test]
fn a_covered_well_that_could_be_opened_or_lie_under_less_is_told() {
    Case {
        field: "....X.....
                ....X.....
                ....XX....
                ....XX....
                ..X.XX.XXX
                .XXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.",
        pieces: "OT",
        level: 18,
        lines: 70,
        played: (9, 12, 0),
    }
    .is(
        Category::WellCovered,
        "The well is under 3 rows, after the best under 1",
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
        played: (4, 14, 1),
    }
    .is(
        Category::WellCovered,
        "Leaves the well covered that the best place opens",
    );
    Case {
        field: "......XX..
                X....XXX..
                XX.XXXXXXX
                XX.XXXXXXX
                XX.XXXXXXX
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.",
        pieces: "LI",
        level: 18,
        lines: 105,
        played: (2, 12, 1),
    }
    .is(
        Category::WellCovered,
        "Leaves the well covered that NEXT (I) opens after the best",
    );
}

#[test]
fn pieces_without_a_clean_place_are_named() {
    Case {
        field: "XX........
                XXXXXX.X..
                XXXXXXXXX.
                XXXXXXXXX.
                XXXXXXXXX.",
        pieces: "IS",
        level: 38,
        lines: 328,
        played: (4, 15, 0),
    }
    .is(Category::NoPlace, "Leaves no clean place for Z");
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
    .is(Category::NoPlace, "NEXT (S) finds no place any more");
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
        "0 of the 7 pieces get to the right wall, 7 after the best",
    );
}

#[test]
fn a_steeper_or_higher_surface_is_measured() {
    Case {
        field: ".X..XX....
                XX..XX....
                XXXXXX..X.",
        pieces: "SO",
        level: 30,
        lines: 241,
        played: (8, 18, 1),
    }
    .is(
        Category::Surface,
        "Leaves steps of 7 rows in all, the best place 4",
    );
    Case {
        field: "X.........
                X.XX......
                XXXX....X.
                XXXX....XX
                XXXX....XX
                XXXX.X..XX",
        pieces: "JT",
        level: 37,
        lines: 314,
        played: (7, 18, 1),
    }
    .is(
        Category::Surface,
        "Leaves the stack 7 rows high, the best place 6",
    );
}

#[test]
fn where_nothing_else_is_true_it_is_told_which_piece_would_not_fit() {
    Case {
        field: "..XXXX....
                .XXXXX....
                XXXXXX.XX.
                XXXXXXXXX.",
        pieces: "SZ",
        level: 27,
        lines: 215,
        played: (8, 16, 0),
    }
    .is(
        Category::Later,
        "Worse if an O (3.1 lines) or a Z (1.7 lines) comes then",
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

/// Holes of a column: rows, and how many cells lie on each.
fn holes_of(board: &Board, x: i8) -> Vec<(i8, usize)> {
    let filled = |y: &i8| board.contains(x, *y);
    let above = |y: i8| (0..y).filter(filled).count();
    let empty = (0..ROWS).filter(|y| !filled(y));
    empty
        .map(|y| (y, above(y)))
        .filter(|(_, above)| *above > 0)
        .collect()
}

/// The first number in a text after `before`.
fn number_after(text: &str, before: &str) -> Option<usize> {
    let rest = text.split(before).nth(1)?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[test]
fn what_is_said_of_careless_moves_is_true_on_the_fields_and_has_room_on_the_screen() {
    let judge = Player::named("scorer").unwrap();
    let hand = NamedHand::named("tournament").unwrap().hand();
    let moves = Arc::new(PadMoves::new(hand, 18, Region::Ntsc));
    let input = Input::Pad(Arc::clone(&moves));
    let mut random = generator(7, 0);
    let mut told = std::collections::BTreeMap::<Category, usize>::new();
    let mut board = Board::EMPTY;
    let mut piece = Piece::T;
    for number in 0..400 {
        let next = Piece::ALL[random.random_range(0..7)];
        let position = Position {
            level: 18,
            ..Position::new(board, piece, next)
        };
        let Some(best) = judge.decide(&position, &*moves) else {
            (board, piece) = (Board::EMPTY, next);
            continue;
        };
        // Every third piece is put somewhere.
        let locks: Vec<Pose> = moves.locks(&board, piece).unwrap().iter().collect();
        let lock = match number % 3 {
            0 => locks[random.random_range(0..locks.len())],
            _ => best.locks[0],
        };
        let (after, rows) = board.lock(lock);
        let played = Move {
            rows: rows as u8,
            position,
            lock,
            frame: 0,
        };
        let reviewed = ReviewedMove::of(1, &played, &judge, &input).unwrap();
        for reason in &reviewed.reasons {
            *told.entry(reason.category).or_default() += 1;
            let said = &*reason.sentence;
            let lines = wrap(said, ReviewPanel::SAID_COLUMNS);
            assert!(lines.len() <= ReviewPanel::SAID_LINES, "{lines:?}");
            let has_hole = |x: usize, above: usize| {
                let holes = holes_of(&after, x as i8);
                holes.iter().any(|&(_, on_it)| on_it == above)
            };
            let claims = [
                !said.starts_with("Makes") || {
                    let column = number_after(said, "column ").unwrap();
                    has_hole(column - 1, number_after(said, ": ").unwrap())
                },
                !said.starts_with("Covers the well")
                    || has_hole(9, number_after(said, ": ").unwrap()),
                !said.starts_with("Burns") || (1..4).contains(&rows),
                said != "A Tetris was there" || board.lock(reviewed.rating.best().lock).1 == 4,
                !said.starts_with("Puts cells into the well") || {
                    lock.cells()
                        .iter()
                        .all(|&(x, y)| x != 9 || after.contains(x, y))
                        && holes_of(&after, 9).is_empty()
                },
                !said.contains("finds no place") || reviewed.rating.played.then.is_none(),
            ];
            assert!(
                !claims.contains(&false),
                "{said}\n{}\n{}",
                played.position.board,
                after
            );
        }
        (board, piece) = (after, next);
    }
    assert!(told.len() >= 8, "most kinds are told: {told:?}");
}
