//! Legend of the locks in the field, on the wall below the level.

use super::outline::{self, Border};
use crate::render::frame::Rectangle;
use crate::render::palette::{BLACK, TEXT};
use crate::render::{Frame, Renderer};

/// Edge colour and box of the legend.
const EDGE: u8 = 0x10;
const PLACE: Rectangle = Rectangle {
    x: 184,
    y: 183,
    width: 64,
    height: 25,
};

/// Draws the legend.
pub(super) fn draw(renderer: &Renderer, frame: &mut Frame) {
    frame.rectangle(PLACE, EDGE);
    let inner = Rectangle {
        x: PLACE.x + 1,
        y: PLACE.y + 1,
        width: PLACE.width - 2,
        height: PLACE.height - 2,
    };
    frame.rectangle(inner, BLACK);
    let lines = [Border::Filled, Border::Whole, Border::Dotted];
    for (row, border) in lines.into_iter().enumerate() {
        let corner = Rectangle {
            x: PLACE.x + 2,
            y: PLACE.y + 1 + 8 * row,
            ..PLACE
        };
        outline::draw_sample(border, corner, frame);
        let word = border.meaning().to_uppercase();
        renderer.text_at(frame, (corner.x + 11, corner.y), &word, TEXT);
    }
}
