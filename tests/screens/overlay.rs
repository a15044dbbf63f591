//! Images of overlays on a game: a pattern to be built, a finished pattern, and the gamepads.

use rightwell::engine::view::{GameType, GameView, Side, View};
use rightwell::players::Pattern;
use rightwell::render::{Border, Frame, LossMark, Outline, Overlay, Renderer};
use rightwell::rules::{Board, Buttons, Cell, Piece};

use super::game::{field, middle, pose};
use super::{golden, versus};

fn check(name: &str, view: &View, overlay: &Overlay) {
    let renderer = Renderer::new();
    let mut frame = Frame::new();
    renderer.draw(view, &mut frame);
    renderer.overlay(view, overlay, &mut frame);
    golden::check_frame(name, &renderer, &frame);
}

fn smiley() -> Board {
    *Pattern::named("smiley").unwrap().filled()
}

/// Returns a game with a smiley that is partly built: its lowest `rows` rows are complete, and above them there are
/// other cells.
fn building(level: u8, rows: usize) -> View {
    let mut view = GameView {
        field: field(&".".repeat(200)),
        piece: Some(pose(Piece::J, 1, 4, 9)),
        ..middle(level)
    };
    let styles = [Cell::BORDERED, Cell::LIGHT, Cell::DARK];
    for index in (20 - rows) * 10..200 {
        let (x, y) = ((index % 10) as i8, (index / 10) as i8);
        if smiley().contains(x, y) {
            view.field[index] = styles[index * 7 % 3];
        }
    }
    View::Game(Box::new(view))
}

#[test]
fn the_goal_shows_where_the_field_is_empty_at_every_level() {
    let overlay = Overlay {
        goal: Some(smiley()),
        ..Overlay::default()
    };
    for level in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 18] {
        check(&format!("goal_{level}"), &building(level, 3), &overlay);
    }
}

#[test]
fn the_cells_of_a_finished_pattern_are_highlighted() {
    let overlay = Overlay {
        goal: Some(smiley()),
        highlight: Some(smiley()),
        ..Overlay::default()
    };
    for level in [0, 5, 8] {
        check(
            &format!("highlight_{level}"),
            &building(level, 20),
            &overlay,
        );
    }
}

#[test]
fn the_pad_hides_nothing_of_a_game() {
    let held = [Buttons::LEFT | Buttons::A, Buttons::from_bits(0xFF)];
    let overlay = Overlay {
        inputs: held.map(Some),
        ..Overlay::default()
    };
    check("pad_a", &View::Game(Box::new(middle(8))), &overlay);
    let b_type = GameView {
        game_type: GameType::B { height: 5 },
        ..middle(9)
    };
    let all = Overlay {
        inputs: [held[1], held[0]].map(Some),
        ..Overlay::default()
    };
    check("pad_b", &View::Game(Box::new(b_type)), &all);
    let one = Overlay {
        inputs: [Some(held[0]), None],
        ..Overlay::default()
    };
    check(
        "pad_versus",
        &View::Versus(Box::new(versus::busy())),
        &overlay,
    );
    check(
        "pad_versus_one",
        &View::Versus(Box::new(versus::busy())),
        &one,
    );
}

/// Returns outlines of the best locks of a J and an I, and of another lock of the J.
fn places() -> [Option<Outline>; 3] {
    let outline = |pose, border| Some(Outline::of(pose, border));
    [
        outline(pose(Piece::J, 2, 1, 10), Border::Whole),
        outline(pose(Piece::I, 0, 9, 14), Border::Dotted),
        outline(pose(Piece::J, 0, 4, 11), Border::Filled),
    ]
}

#[test]
fn borders_of_locks_are_distinct_and_hide_nothing_of_the_game() {
    let overlay = Overlay {
        outlines: places(),
        ..Overlay::default()
    };
    for level in [8, 19] {
        let view = View::Game(Box::new(middle(level)));
        check(&format!("outlines_{level}"), &view, &overlay);
    }
}

#[test]
fn marks_are_distinct_and_hide_nothing_of_the_game() {
    for (grade, tenths) in [(0, 0), (1, 3), (2, 8), (3, 21), (4, 123)] {
        let overlay = Overlay {
            mark: Some(LossMark { grade, tenths }),
            inputs: [Some(Buttons::NONE), None],
            ..Overlay::default()
        };
        let view = View::Game(Box::new(middle(if grade == 4 { 19 } else { 8 })));
        check(&format!("mark_{grade}"), &view, &overlay);
    }
    // The text of a loss must fit into its box, whatever the loss.
    let renderer = Renderer::new();
    let drawn = |tenths| {
        let overlay = Overlay {
            mark: Some(LossMark { grade: 9, tenths }),
            ..Overlay::default()
        };
        let view = View::Game(Box::new(middle(8)));
        let mut frame = Frame::new();
        renderer.draw(&view, &mut frame);
        renderer.overlay(&view, &overlay, &mut frame);
        frame
    };
    assert_eq!(drawn(1_000), drawn(u32::MAX));
    assert_ne!(drawn(999), drawn(1_000));
}

#[test]
fn hits_and_misses_of_a_drill_differ_in_shape_and_colour() {
    for (name, streak) in [("hit", 12), ("miss", 0)] {
        let overlay = Overlay {
            streak: Some(streak),
            ..Overlay::default()
        };
        let view = View::Game(Box::new(middle(8)));
        check(&format!("drill_{name}"), &view, &overlay);
    }
}

#[test]
fn no_overlay_covers_a_pause_or_another_screen() {
    let overlay = Overlay {
        goal: Some(smiley()),
        highlight: Some(smiley()),
        inputs: [Some(Buttons::A), Some(Buttons::B)],
        outlines: places(),
        side: Some(Side::Left),
        streak: Some(3),
        cursor: Some((4, 4)),
        legend: true,
        mark: Some(LossMark {
            grade: 4,
            tenths: 31,
        }),
        rate: Some(1200),
        ghost: Some(smiley()),
    };
    let paused = GameView {
        paused: true,
        ..middle(8)
    };
    let renderer = Renderer::new();
    for view in [View::Game(Box::new(paused)), View::Title, View::Blank] {
        let mut frame = Frame::new();
        renderer.draw(&view, &mut frame);
        let drawn = frame.clone();
        renderer.overlay(&view, &overlay, &mut frame);
        assert_eq!(frame, drawn, "{view:?}");
    }
}
