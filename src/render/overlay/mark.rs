//! Value of a lock: a mark on the wall, identified by shape as well as colour, and the loss as a number.

use crate::render::field::{FIELD_HEIGHT, FIELD_ROW, FIELD_WIDTH};
use crate::render::frame::Rectangle;
use crate::render::game::FIELD_COLUMN;
use crate::render::palette::{BLACK, TEXT};
use crate::render::{Frame, Renderer};

/// Value of a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LossMark {
    /// Grade from 0, as good as the best, to 4, the worst. Higher values count as 4.
    pub grade: u8,
    /// Loss, in tenths of a line.
    pub tenths: u32,
}

/// Upper left pixel and size: on the wall below the level, where an A-type game shows nothing.
const PLACE: (usize, usize) = (188, 200);
const SIZE: (usize, usize) = (56, 16);
/// Grades of a drill's pieces that reach their target, and of those that miss it.
const HIT: usize = 0;
const MISS: usize = 3;
/// Edge colour of the box.
const EDGE: u8 = 0x10;

/// Pixel rows of the marks by grade: a tick, a disc, a wave, a cross, a square with a cross cut out.
const SHAPES: [[&str; 7]; 5] = [
    [
        "......#", ".....##", "#...##.", "##.##..", ".####..", "..##...", "...#...",
    ],
    [
        "..###..", ".#####.", "#######", "#######", "#######", ".#####.", "..###..",
    ],
    [
        ".......", ".##....", "####..#", "##.##.#", "#..####", "....##.", ".......",
    ],
    [
        "##...##", "###.###", ".#####.", "..###..", ".#####.", "###.###", "##...##",
    ],
    [
        "#######", "#.###.#", "##.#.##", "###.###", "##.#.##", "#.###.#", "#######",
    ],
];
/// Colours by grade: green, light blue, yellow, orange, red.
const COLOURS: [u8; 5] = [0x2A, 0x21, 0x28, 0x27, 0x16];

impl LossMark {
    /// Returns the loss as text of at most five letters.
    fn text(self) -> String {
        match self.tenths {
            0 => "0.0".to_owned(),
            tenths @ 1..1_000 => format!("-{}.{}", tenths / 10, tenths % 10),
            _ => "-99+".to_owned(),
        }
    }
}

/// Draws the mark of a lock.
pub(super) fn draw(renderer: &Renderer, mark: LossMark, frame: &mut Frame) {
    let grade = usize::from(mark.grade).min(SHAPES.len() - 1);
    draw_box(renderer, grade, &mark.text(), frame);
}

/// Draws the mark of a drill's last piece, and an edge of its colour around the playfield. `streak` is the number of
/// successes in a row; 0 after a miss.
pub(super) fn draw_streak(renderer: &Renderer, streak: u32, frame: &mut Frame) {
    let (grade, text) = match streak {
        0 => (MISS, "MISS".to_owned()),
        _ => (HIT, format!("{streak:>5}")),
    };
    draw_box(renderer, grade, &text, frame);
    let (left, top) = (8 * FIELD_COLUMN, 8 * FIELD_ROW);
    let (width, height) = (8 * FIELD_WIDTH, 8 * FIELD_HEIGHT);
    let sides = [
        (left - 2, top - 2, width + 4, 2),
        (left - 2, top + height, width + 4, 2),
        (left - 2, top, 2, height),
        (left + width, top, 2, height),
    ];
    for (x, y, width, height) in sides {
        let side = Rectangle {
            x,
            y,
            width,
            height,
        };
        frame.rectangle(side, COLOURS[grade]);
    }
}

/// Draws the shape of a grade and a text of at most five letters into a box.
fn draw_box(renderer: &Renderer, grade: usize, text: &str, frame: &mut Frame) {
    let (left, top) = PLACE;
    let (width, height) = SIZE;
    let fill = |frame: &mut Frame, x: usize, y: usize, width: usize, height: usize, colour| {
        let place = Rectangle {
            x: left + x,
            y: top + y,
            width,
            height,
        };
        frame.rectangle(place, colour);
    };
    fill(frame, 0, 0, width, height, EDGE);
    fill(frame, 1, 1, width - 2, height - 2, BLACK);
    for (y, row) in SHAPES[grade].iter().enumerate() {
        for (x, _) in row.bytes().enumerate().filter(|(_, pixel)| *pixel == b'#') {
            fill(frame, 4 + x, 4 + y, 1, 1, COLOURS[grade]);
        }
    }
    renderer.text_at(frame, (left + 14, top + 4), text, TEXT);
}
