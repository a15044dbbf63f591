//! The lab's view of a game, in the place of its statistics.

use rightwell::engine::view::{GameType, GameView, View};
use rightwell::render::lab::LabPanel;
use rightwell::render::{Frame, Renderer};

use super::game::middle;
use super::{golden, versus};

/// Where pieces lock that keep a stack low, with a line that fits, and the words below.
fn panel(words: &[(&str, &str)]) -> LabPanel {
    let falling = |y: usize| 1.3 - 0.11 * (19 - y) as f32;
    let cell = |x: usize, y: usize| match y {
        0..8 => 0.0,
        _ => (falling(y) - 0.02 * (x as f32 - 4.5).abs()).clamp(0.0, 1.0),
    };
    LabPanel {
        heat: std::array::from_fn(|y| std::array::from_fn(|x| cell(x, y))),
        bars: std::array::from_fn(|y| {
            if y < 8 {
                0.0
            } else {
                falling(y).clamp(0.0, 0.95)
            }
        }),
        line: Some((0, (0..16).map(falling).collect())),
        lines: words
            .iter()
            .map(|&(word, value)| (word.to_owned(), value.to_owned()))
            .collect(),
    }
}

const ALL: [(&str, &str); 10] = [
    ("PCS", "6220"),
    ("TOP", "3.1G"),
    ("NO I", "4"),
    ("LAST", "17"),
    ("MOST", "25"),
    ("DRY", "8"),
    ("SCORE", ""),
    ("", "1234567"),
    ("1.3M", "71%"),
    ("OF", "143"),
];

fn check(name: &str, view: &View, panel: &LabPanel) {
    let renderer = Renderer::new();
    let mut frame = Frame::new();
    renderer.draw(view, &mut frame);
    assert!(renderer.lab(view, panel, &mut frame));
    golden::check_frame(name, &renderer, &frame);
}

#[test]
fn the_lab_stands_in_the_place_of_the_statistics() {
    let game = View::Game(Box::new(middle(18)));
    check("lab", &game, &panel(&ALL));
    let mut person = panel(&ALL[..8]);
    (person.line, person.heat) = (None, [[0.0; 10]; 20]);
    let b_type = View::Game(Box::new(GameView {
        game_type: GameType::B { height: 3 },
        ..middle(9)
    }));
    check("lab_person", &b_type, &person);
}

#[test]
fn nothing_of_the_game_is_covered_whatever_is_said() {
    let renderer = Renderer::new();
    let view = View::Game(Box::new(middle(5)));
    let (mut without, mut with) = (Frame::new(), Frame::new());
    renderer.draw(&view, &mut without);
    renderer.draw(&view, &mut with);
    let long = [("MUCH TOO LONG A WORD FOR IT", "AND MORE"); 40];
    let mut loud = panel(&long);
    loud.heat = [[9.0; 10]; 20];
    loud.bars = [7.0; 20];
    loud.line = Some((3, vec![1.0; 90]));
    renderer.lab(&view, &loud, &mut with);
    // From the field's frame on, and above and below the panel, all is as it was.
    for (y, x) in (0..Frame::HEIGHT).flat_map(|y| (0..Frame::WIDTH).map(move |x| (y, x))) {
        if x >= 88 || !(48..232).contains(&y) {
            assert_eq!(with.pixel(x, y), without.pixel(x, y), "{x} {y}");
        }
    }
}

#[test]
fn where_no_game_is_alone_on_the_screen_there_is_no_lab() {
    let renderer = Renderer::new();
    let paused = View::Game(Box::new(GameView {
        paused: true,
        ..middle(5)
    }));
    for view in [View::Title, paused, View::Versus(Box::new(versus::busy()))] {
        let (mut without, mut with) = (Frame::new(), Frame::new());
        renderer.draw(&view, &mut without);
        renderer.draw(&view, &mut with);
        assert!(!renderer.lab(&view, &panel(&ALL), &mut with));
        assert!(with == without);
    }
}
