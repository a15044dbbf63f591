//! A pad with its held buttons, small enough for the wall beside a game.

use crate::render::Frame;
use crate::render::frame::Rectangle;
use crate::render::palette::{BLACK, TEXT};
use crate::rules::Buttons;

/// Upper left pixels of the pad of a single game, and of the pads of two.
pub(super) const ALONE: (usize, usize) = (24, 4);
pub(super) const SIDES: [(usize, usize); 2] = [(24, 216), (184, 216)];

/// Size of the whole pad in pixels.
pub(in crate::render) const SIZE: (usize, usize) = (48, 16);
/// Colours of the pad's edge, of a released button, and of a held button.
const EDGE: u8 = 0x10;
const UP: u8 = 0x00;
const DOWN: u8 = TEXT[3];

/// Buttons with their pixels: column, row, width, height.
const BUTTONS: [(Buttons, [usize; 4]); 8] = [
    (Buttons::UP, [7, 2, 4, 4]),
    (Buttons::LEFT, [3, 6, 4, 4]),
    (Buttons::RIGHT, [11, 6, 4, 4]),
    (Buttons::DOWN, [7, 10, 4, 4]),
    (Buttons::SELECT, [18, 8, 5, 3]),
    (Buttons::START, [25, 8, 5, 3]),
    (Buttons::B, [33, 6, 5, 5]),
    (Buttons::A, [40, 6, 5, 5]),
];
/// Middle of the cross.
const MIDDLE: [usize; 4] = [7, 6, 4, 4];

/// Returns the parts of a pad from back to front: column, row, width, height, and colour.
pub(in crate::render) fn parts(held: Buttons) -> Vec<([usize; 4], u8)> {
    let (width, height) = SIZE;
    let mut parts = vec![
        ([0, 0, width, height], EDGE),
        ([1, 1, width - 2, height - 2], BLACK),
        (MIDDLE, UP),
    ];
    for (button, pixels) in BUTTONS {
        parts.push((pixels, if held.has(button) { DOWN } else { UP }));
        if button == Buttons::A || button == Buttons::B {
            // Leave out the corners, so that the shape looks round.
            let [x, y, width, height] = pixels;
            for corner in [(x, y), (x + width - 1, y)] {
                parts.push(([corner.0, corner.1, 1, 1], BLACK));
                parts.push(([corner.0, corner.1 + height - 1, 1, 1], BLACK));
            }
        }
    }
    parts
}

/// Draws the pad, if there is one.
pub(super) fn draw(place: (usize, usize), held: Option<Buttons>, frame: &mut Frame) {
    for ([x, y, width, height], colour) in held.into_iter().flat_map(parts) {
        let area = Rectangle {
            x: place.0 + x,
            y: place.1 + y,
            width,
            height,
        };
        frame.rectangle(area, colour);
    }
}
