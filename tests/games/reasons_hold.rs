//! Tests that the explanations of moves are true on their playfields and fit on the screen. The tests check this with
//! plain code of their own.

use std::collections::BTreeMap;
use std::sync::Arc;

use rand::RngExt;
use rightwell::menu::wrap;
use rightwell::players::{Input, NamedHand, Player, Position, TreeMemory};
use rightwell::render::Frame;
use rightwell::rules::motion::ROWS;
use rightwell::rules::randomizer::generator;
use rightwell::rules::{Board, Piece, Pose, Region};
use rightwell::search::{MoveGenerator, PadMoves, PadPiece, Tuck};
use rightwell::session::reasons::Category;
use rightwell::session::review::{ByStage, Habit};
use rightwell::session::{Move, ReviewedMove};

use crate::support::drawn_move::Case;

/// Returns the holes of a column: the row of each, and the number of cells above it.
fn holes_of(board: &Board, x: i8) -> Vec<(i8, usize)> {
    let filled = |y: &i8| board.contains(x, *y);
    let above = |y: i8| (0..y).filter(filled).count();
    let empty = (0..ROWS).filter(|y| !filled(y));
    empty
        .map(|y| (y, above(y)))
        .filter(|(_, above)| *above > 0)
        .collect()
}

fn height(board: &Board, x: i8) -> usize {
    let top = (0..ROWS).find(|y| board.contains(x, *y));
    (ROWS - top.unwrap_or(ROWS)) as usize
}

/// Returns the first number that follows `before` in a text.
fn number_after(text: &str, before: &str) -> Option<usize> {
    let rest = text.split(before).nth(1)?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[test]
fn sentences_about_careless_moves_are_true_and_fit_the_screen() {
    let judge = Player::named("scorer").unwrap();
    let hand = NamedHand::named("tournament").unwrap().hand();
    let moves = Arc::new(PadMoves::new(hand, 18, Region::Ntsc));
    let input = Input::Pad(Arc::clone(&moves));
    let mut random = generator(7, 0);
    let mut told = BTreeMap::<Category, usize>::new();
    let mut board = Board::EMPTY;
    let mut piece = Piece::T;
    for number in 0..400 {
        let next = Piece::ALL[random.random_range(0..7)];
        let position = Position {
            level: 18,
            ..Position::new(board, piece, next)
        };
        let Some(best) = judge.decide(&mut TreeMemory::default(), &position, &*moves) else {
            (board, piece) = (Board::EMPTY, next);
            continue;
        };
        // Every third piece locks anywhere.
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
            seen: None,
        };
        let reviewed = ReviewedMove::rate(1, &played, &judge, &input).unwrap();
        let (best_after, _) = board.lock(reviewed.rating.best().lock);
        for reason in &reviewed.reasons {
            *told.entry(reason.category).or_default() += 1;
            let said = &*reason.sentence;
            let lines = wrap(said, Frame::COLUMNS);
            assert!(lines.len() <= 2, "{lines:?}");
            let has_hole = |x: usize, above: usize| {
                let holes = holes_of(&after, x as i8);
                holes.iter().any(|&(_, on_it)| on_it == above)
            };
            let claims = [
                !said.starts_with("Makes") || {
                    let column = number_after(said, "column ").unwrap();
                    let above = number_after(said, ": ").filter(|_| !said.ends_with("deep"));
                    match above {
                        Some(above) => has_hole(column - 1, above),
                        // The sentence gives a depth. The column must have at least that many holes.
                        None => {
                            let deep = number_after(said, "hole ").unwrap();
                            holes_of(&after, column as i8 - 1).len() >= deep
                        }
                    }
                },
                !said.starts_with("Covers the well")
                    || has_hole(9, number_after(said, ": ").unwrap()),
                !said.starts_with("Burns") || (1..4).contains(&rows),
                said != "Wastes the I: a Tetris was ready"
                    || board.lock(reviewed.rating.best().lock).1 == 4,
                !said.starts_with("Puts cells into the well") || {
                    lock.cells()
                        .iter()
                        .all(|&(x, y)| x != 9 || after.contains(x, y))
                        && holes_of(&after, 9).is_empty()
                },
                !said.contains("no longer fits") || reviewed.rating.played.then.is_none(),
                !said.starts_with("Raises column 10") || {
                    let numbers = [number_after(said, "from "), number_after(said, " to ")];
                    numbers == [&played.position.board, &after].map(|board| Some(height(board, 9)))
                },
                !said.starts_with("Hangs over") || {
                    let column =
                        number_after(said, "in columns ").or(number_after(said, "in column "));
                    let column = column.unwrap() as i8 - 1;
                    holes_of(&after, column).len() > holes_of(&board, column).len()
                },
                !(said.starts_with("Gets") || said.starts_with("Stays")) || {
                    let highest = (0..10).map(|x| height(&after, x)).max();
                    number_after(said, "s ") == highest
                },
                !said.starts_with("Leaves the stack") || {
                    let heights = [&after, &best_after].map(|board| {
                        let heights = (0..10).map(|x| height(board, x));
                        heights.max()
                    });
                    let numbers = ["stack ", "leaves "].map(|before| number_after(said, before));
                    numbers == heights
                },
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
    assert!(
        told.len() >= 7,
        "expected at least 7 kinds of reasons: {told:?}"
    );
}

#[test]
fn a_lock_beside_the_best_may_be_a_slip() {
    let field = "XXXXXXXXX.
                 XXXXXXXXX.
                 XXXXXXXXX.
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
        level: 19,
        lines: 20,
        played: (x, 8, 1),
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
fn a_best_tuck_is_named_with_its_frames_and_alternative() {
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
        lines: 193,
        played: (1, 12, 0),
    }
    .reviewed();
    let tuck = *beside.missed_tuck().expect("the best lock must be a tuck");
    // The buttons on the way to the best lock confirm that the window is two frames long.
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
    let expected = "The best move is a tuck, with 2 frames for its last press. Without a tuck, yours would be the best";
    assert_eq!(said, expected);

    let worse = Case {
        field,
        pieces: "OI",
        level: 28,
        lines: 193,
        played: (9, 14, 0),
    }
    .reviewed();
    let said = worse.sentences().last().unwrap();
    assert!(
        said.ends_with(". Without a tuck: columns 1 to 2 (1.3 lines lost)"),
        "{said}"
    );

    // The played move is the best lock, so no tuck was missed.
    let tucked = Case {
        field,
        pieces: "OI",
        level: 28,
        lines: 193,
        played: (best.x, best.y, 0),
    }
    .reviewed();
    assert_eq!(
        (tucked.rating.loss, tucked.tuck, tucked.sentences().count()),
        (0.0, None, 0)
    );
}

#[test]
fn a_tuck_of_next_after_the_best_lock_is_named_too() {
    let reviewed = Case {
        field: ".....X....
                .....XX...
                ......XX..
                XX....XX..
                XX..XXXX..
                XXXXXXX...
                XXXXXX....
                XXXX.XX..X
                XXXXXX.XXX
                XXXXXX.XXX
                XXXXXX.XXX",
        pieces: "IZ",
        level: 28,
        lines: 223,
        played: (8, 15, 1),
    }
    .reviewed();
    let tuck = reviewed.missed_tuck().expect("NEXT is tucked");
    assert!(tuck.is_next);
    let said = reviewed.sentences().last().unwrap();
    let begin = format!(
        "After the best move, NEXT is a tuck, with {} frames for its last press",
        tuck.frames
    );
    assert!(said.starts_with(&begin), "{said}");
}

#[test]
fn a_game_that_reaches_level_29_has_two_habits() {
    let early = Case {
        field: "XX........
                XXXXXXXX..",
        pieces: "JT",
        level: 18,
        lines: 49,
        played: (9, 18, 1),
    }
    .reviewed();
    let late = Case {
        field: "..X.......
                XXX.....X.
                XXX.....XX
                XXXXX.X.XX",
        pieces: "LZ",
        level: 35,
        lines: 295,
        played: (7, 18, 1),
    }
    .reviewed();
    let told = |moves: &[ReviewedMove]| -> Vec<(&str, Category)> {
        let habits = Habit::find_all(&moves.iter().collect::<Vec<_>>(), ByStage::ALL);
        assert!(habits.iter().all(|habit| habit.of_all == 1.0));
        let told = habits
            .iter()
            .map(|habit| (habit.part, habit.share.category));
        told.collect()
    };
    let moves = [early, late];
    let parts = [
        ("up to level 28", Category::Burn),
        ("from level 29 on", Category::Hole),
    ];
    assert_eq!(told(&moves), parts);
    assert_eq!(told(&moves[..1]), [("", Category::Burn)]);
    assert_eq!(told(&moves[1..]), [("", Category::Hole)]);
    assert_eq!(told(&[]), []);
}
