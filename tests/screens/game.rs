//! Images of each screen, compared pixel by pixel with accepted ones (golden images).
//!
//! If a test fails, it writes its image to `target/screens/`. Look at the image. To accept it, run `RIGHTWELL_ACCEPT=1
//! cargo test --test screens`, which rewrites `tests/data/screens/`.

use super::golden::check_frame;
use rightwell::engine::view::{GameType, GameView, Music, View};
use rightwell::render::palette::TEXT;
use rightwell::render::{Frame, Renderer};
use rightwell::rules::{Cell, Counter, Piece, Pose, Score, level};

/// Playfield in the middle of a game. `B` is a bordered block, `L` a light one, `D` a dark one, `G` garbage.
const MIDDLE: &str = "
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    D.........
    DDD.......
    BBL....BB.
    BBLL..DBB.
    LLDL..DBB.
    LDDBB.DDB.
    LDBBBDDLB.
    BBBBLLLLB.
    DDDLLBBDD.
    DLLLBBDDB.
";

/// Playfield in which four complete rows are being cleared.
const COMPLETE: &str = "
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    D.........
    DDD.......
    BBL....BB.
    BBLL..DBB.
    LLDL..DBB.
    LDDBB.DDB.
    LDBBBDDLBB
    BBBBLLLLBB
    DDDLLBBDDB
    DLLLBBDDBB
";

/// Converts twenty rows of ten letters to the cells of a playfield.
pub fn field(rows: &str) -> [Cell; 200] {
    let cells: Vec<Cell> = rows
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .map(|letter| match letter {
            '.' => Cell::EMPTY,
            'B' => Cell::BORDERED,
            'L' => Cell::LIGHT,
            'D' => Cell::DARK,
            'G' => Cell::GARBAGE,
            _ => panic!("'{letter}' is not a cell"),
        })
        .collect();
    cells
        .try_into()
        .expect("a playfield has 20 rows of 10 cells")
}

/// Returns the start of an A-type game at `start_level`.
pub fn start(start_level: u8) -> GameView {
    GameView {
        field: [Cell::EMPTY; 200],
        piece: Some(pose(Piece::T, 0, 5, 0)),
        next: Some(Piece::L),
        game_type: GameType::A,
        lines: [0; 3],
        statistics: [1, 0, 0, 0, 0, 0, 0].map(|count| Counter::new(count).digits()),
        top: Score::new(10_000).digits(),
        score: [0; 6],
        level_digits: level::level_digits(start_level),
        palette_level: start_level,
        flash: false,
        paused: false,
        crash_mark: false,
        music: Music::default(),
        title: "",
        limit_row: None,
        ghost: None,
    }
}

/// Returns an A-type game at `level` with a lot on the screen.
pub fn middle(level: u8) -> GameView {
    GameView {
        field: field(MIDDLE),
        piece: Some(pose(Piece::J, 1, 4, 6)),
        next: Some(Piece::I),
        lines: Counter::new(87).digits(),
        statistics: [41, 36, 29, 33, 27, 38, 30].map(|count| Counter::new(count).digits()),
        top: Score::new(104_280).digits(),
        score: Score::new(63_417).digits(),
        ..start(level)
    }
}

pub fn pose(piece: Piece, rotation: u8, x: i8, y: i8) -> Pose {
    let orientation = piece.orientation(rotation);
    Pose { orientation, x, y }
}

/// Compares the view's image with the golden one of this name.
pub fn check_view(name: &str, view: &View) {
    let renderer = Renderer::new();
    let mut frame = Frame::new();
    renderer.draw(view, &mut frame);
    check_frame(name, &renderer, &frame);
}

/// Compares the game's image with the golden one of this name.
fn check(name: &str, view: GameView) {
    check_view(name, &View::Game(Box::new(view)));
}

#[test]
fn empty_board_has_the_colours_of_its_level() {
    for level in 0..10 {
        check(&format!("level_{level}"), start(level));
    }
}

#[test]
fn middle_of_a_game_shows_all_block_styles() {
    check("middle", middle(8));
}

#[test]
fn levels_past_137_have_colours_from_program_code() {
    for level in [138, 146, 148] {
        check(&format!("level_{level}"), middle(level));
    }
}

/// Blanks the cells of `rows` that are blank after the first `steps` steps of the clear animation.
pub fn blank(view: &mut GameView, rows: &[usize], steps: usize) {
    for row in rows {
        for step in 0..steps {
            view.field[row * 10 + 4 - step] = Cell::BLANK;
            view.field[row * 10 + 5 + step] = Cell::BLANK;
        }
    }
}

#[test]
fn complete_rows_are_blanked_from_the_middle_outward() {
    for steps in 1..=5 {
        let mut view = GameView {
            field: field(COMPLETE),
            piece: None,
            ..middle(8)
        };
        blank(&mut view, &[17, 19], steps);
        check(&format!("clear_{steps}"), view);
    }
}

#[test]
fn wall_is_white_while_four_rows_are_cleared() {
    let mut view = GameView {
        field: field(COMPLETE),
        piece: None,
        flash: true,
        ..middle(8)
    };
    blank(&mut view, &[16, 17, 18, 19], 3);
    check("flash", view);
}

/// Returns `true` if a flashing view looks like `still` when it is drawn without flashing.
pub fn is_calm(flashing: &View, still: &View) -> bool {
    let mut renderer = Renderer::new();
    let [mut calm, mut expected] = [Frame::new(), Frame::new()];
    renderer.draw(still, &mut expected);
    renderer.draw(flashing, &mut calm);
    assert!(calm != expected, "it flashes");
    renderer.set_flashing(false);
    renderer.draw(flashing, &mut calm);
    calm == expected
}

#[test]
fn without_flashing_the_wall_keeps_its_colour() {
    let view = |flash| View::Game(Box::new(GameView { flash, ..middle(8) }));
    assert!(is_calm(&view(true), &view(false)));
}

#[test]
fn a_crash_that_was_let_pass_is_marked_below_the_score() {
    let view = |crash_mark| GameView {
        crash_mark,
        ..middle(155)
    };
    let [plain, marked] = [false, true].map(|mark| {
        let mut frame = Frame::new();
        Renderer::new().draw(&View::Game(Box::new(view(mark))), &mut frame);
        frame
    });
    let mut different = 0;
    for (x, y) in (0..256).flat_map(|x| (0..240).map(move |y| (x, y))) {
        if plain.pixel(x, y) != marked.pixel(x, y) {
            different += 1;
            assert!((192..232).contains(&x) && (72..80).contains(&y), "{x},{y}");
        }
    }
    assert!(different > 60, "{different}");
}

#[test]
fn curtain_closes_from_the_top() {
    for rows in [1, 12, 20] {
        let mut view = GameView {
            piece: None,
            ..middle(5)
        };
        view.field[..rows * 10].fill(Cell::CURTAIN);
        check(&format!("curtain_{rows}"), view);
    }
}

#[test]
fn pause_hides_everything_but_one_word() {
    let view = GameView {
        paused: true,
        ..middle(8)
    };
    check("pause", view);
}

#[test]
fn counters_past_999_show_letters() {
    let statistics = [1123, 1999, 2250, 3000, 1000, 999, 3599];
    let view = GameView {
        lines: Counter::new(1000).digits(),
        statistics: statistics.map(|count| Counter::new(count).digits()),
        score: Score::new(999_999).digits(),
        top: Score::new(999_999).digits(),
        level_digits: level::level_digits(99),
        ..middle(99)
    };
    check("counters", view);
}

#[test]
fn every_hundreds_byte_and_every_cell_value_has_a_picture() {
    let renderer = Renderer::new();
    let mut frame = Frame::new();
    for byte in 0..=255 {
        let view = GameView {
            field: [Cell(byte); 200],
            lines: [byte, 9, 9],
            statistics: [[byte, 0, 0]; 7],
            game_type: GameType::B { height: byte },
            palette_level: byte,
            ..start(0)
        };
        renderer.draw(&View::Game(Box::new(view)), &mut frame);
        assert!(frame.pixels().iter().all(|&index| index < 0x40));
    }
}

#[test]
fn b_type_shows_its_height() {
    let view = GameView {
        game_type: GameType::B { height: 5 },
        lines: Counter::new(25).digits(),
        ..middle(9)
    };
    check("b_type", view);
}

#[test]
fn a_reached_goal_is_shown_in_a_box() {
    const SUCCESS: [[u8; 10]; 3] = [
        [0x38, 0x39, 0x39, 0x39, 0x39, 0x39, 0x39, 0x39, 0x39, 0x3A],
        [0x3B, 0x1C, 0x1E, 0x0C, 0x0C, 0x0E, 0x1C, 0x1C, 0x28, 0x3C],
        [0x3D, 0x3E, 0x3E, 0x3E, 0x3E, 0x3E, 0x3E, 0x3E, 0x3E, 0x3F],
    ];
    for level in [0, 6] {
        let mut view = GameView {
            game_type: GameType::B { height: 3 },
            lines: [0; 3],
            piece: None,
            ..middle(level)
        };
        view.field[70..100].copy_from_slice(
            &SUCCESS
                .as_flattened()
                .iter()
                .map(|&tile| Cell(tile))
                .collect::<Vec<_>>(),
        );
        check(&format!("success_{level}"), view);
    }
}

#[test]
fn squares_above_the_top_are_not_drawn() {
    for (name, pose) in [
        ("above_top_t", pose(Piece::T, 2, 5, 0)),
        ("above_top_i", pose(Piece::I, 1, 0, 0)),
    ] {
        let view = GameView {
            piece: Some(pose),
            ..middle(8)
        };
        check(name, view);
    }
}

#[test]
fn falling_piece_is_in_front_of_settled_cells() {
    let view = GameView {
        piece: Some(pose(Piece::S, 0, 5, 17)),
        ..middle(1)
    };
    check("piece_in_front", view);
}

#[test]
fn next_box_is_centred_for_every_piece() {
    for piece in Piece::ALL {
        let view = GameView {
            next: Some(piece),
            piece: Some(pose(piece, 0, 5, 0)),
            ..start(3)
        };
        check(
            &format!("next_{}", piece.letter().to_ascii_lowercase()),
            view,
        );
    }
    let view = GameView {
        next: None,
        ..start(3)
    };
    check("next_hidden", view);
}

#[test]
fn panel_and_text_look_like_the_game() {
    let renderer = Renderer::new();
    let mut frame = Frame::new();
    renderer.draw(&View::Game(Box::new(middle(8))), &mut frame);
    renderer.panel(&mut frame, 3, 6, 26, 17);
    let lines = [
        "ABCDEFGHIJKLM",
        "NOPQRSTUVWXYZ",
        "0123456789",
        "-,/().!?:;+'=%<>_#*&\"",
        "\u{2191}\u{2193}\u{2190}\u{2192} @[]",
        "The quick brown fox",
        "jumps over 13 lazy dogs.",
    ];
    for (index, line) in lines.into_iter().enumerate() {
        renderer.text(&mut frame, 4, 8 + 2 * index, line, TEXT);
    }
    check_frame("panel", &renderer, &frame);
}

#[test]
fn drawing_leaves_nothing_of_the_last_picture() {
    let renderer = Renderer::new();
    let (mut used, mut fresh) = (Frame::new(), Frame::new());
    for view in [middle(5), start(5)] {
        renderer.draw(&View::Game(Box::new(view)), &mut used);
    }
    renderer.draw(&View::Game(Box::new(start(5))), &mut fresh);
    assert_eq!(used, fresh);
}
