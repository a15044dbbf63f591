//! Images of the scenes after a game.

use super::game::check_view;
use rightwell::engine::view::{EndingView, View};
use rightwell::render::{Frame, Renderer};
use rightwell::rules::Score;

/// Rows at which the engine places the vehicles before they start to move.
const STANDING_Y: [u8; 5] = [0xBF, 0xBF, 0xBF, 0xBF, 0xC7];

fn rocket(scene: u8, y: u8, jet: u8) -> View {
    View::Ending(EndingView::Rocket {
        scene,
        y,
        jet,
        score: Score::new([30_000, 50_000, 70_000, 100_000, 120_000][usize::from(scene)]).digits(),
    })
}

/// Returns a parade in which the bonus has not been counted yet.
fn parade(level_digit: u8, height: u8, frame: u16) -> View {
    View::Ending(EndingView::Parade {
        level_digit,
        height,
        frame,
        score: Score::new(12_345).digits(),
        level_bonus: 10 * level_digit,
        height_bonus: 10 * height,
        total: [0; 6],
    })
}

#[test]
fn vehicles_grow_with_the_score() {
    for (scene, y) in (0..).zip(STANDING_Y) {
        check_view(&format!("launch_{scene}_stands"), &rocket(scene, y, 0));
        check_view(&format!("launch_{scene}_rises"), &rocket(scene, 0x90, 1));
    }
}

#[test]
fn vehicles_leave_through_the_top() {
    check_view("launch_4_begins", &rocket(4, 0xC5, 1));
    check_view("launch_3_leaves", &rocket(3, 20, 0));
    check_view("launch_4_leaves", &rocket(4, 20, 0));
    check_view("launch_4_gone", &rocket(4, 0, 0));
}

#[test]
fn jets_have_two_pictures() {
    let renderer = Renderer::new();
    let (mut one, mut other) = (Frame::new(), Frame::new());
    for y in [0x60, 0xBF] {
        renderer.draw(&rocket(2, y, 0), &mut one);
        renderer.draw(&rocket(2, y, 1), &mut other);
        assert_ne!(one, other);
    }
}

#[test]
fn every_level_has_its_own_figures() {
    for level_digit in 0..9 {
        let frame = if level_digit == 2 || level_digit == 5 {
            900
        } else {
            310
        };
        check_view(
            &format!("parade_{level_digit}"),
            &parade(level_digit, 5, frame),
        );
    }
}

#[test]
fn one_figure_more_than_the_height_appears() {
    check_view("parade_low", &parade(6, 0, 120));
    check_view("parade_begins", &parade(8, 3, 100));
}

#[test]
fn musicians_join_with_the_height() {
    for height in 0..6 {
        check_view(
            &format!("concert_{height}"),
            &parade(9, height, 14 * u16::from(height)),
        );
    }
}

#[test]
fn bonus_moves_to_the_total() {
    let view = View::Ending(EndingView::Parade {
        level_digit: 7,
        height: 4,
        frame: 400,
        score: [0; 6],
        level_bonus: 37,
        height_bonus: 40,
        total: Score::new(15_645).digits(),
    });
    check_view("parade_counts", &view);
}

#[test]
fn every_value_has_a_picture() {
    let renderer = Renderer::new();
    let mut frame = Frame::new();
    for byte in 0..=255 {
        let rocket = EndingView::Rocket {
            scene: byte,
            y: byte,
            jet: byte,
            score: [byte; 6],
        };
        renderer.draw(&View::Ending(rocket), &mut frame);
        let parade = EndingView::Parade {
            level_digit: byte % 10,
            height: byte,
            frame: u16::from(byte) << 8 | 0xFF,
            score: [byte; 6],
            level_bonus: byte,
            height_bonus: byte,
            total: [byte; 6],
        };
        renderer.draw(&View::Ending(parade), &mut frame);
        assert!(frame.pixels().iter().all(|&index| index < 0x40));
    }
}
