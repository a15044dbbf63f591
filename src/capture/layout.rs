//! Layout of the console's screen. Positions are in console pixels from the upper left corner of the playfield's upper
//! left cell.
//!
//! Source: screen data of TetrisNESDisasm, the public annotated disassembly.

/// Dark inside of a box on the screen, given by its edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScreenBox {
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) top: f32,
    pub(super) bottom: f32,
}

const fn inner_box(left: f32, right: f32, top: f32, bottom: f32) -> ScreenBox {
    ScreenBox {
        left,
        right,
        top,
        bottom,
    }
}

/// Inner edge of the border around the playfield.
pub(super) const BORDER: ScreenBox = inner_box(-1.0, 80.6, -1.0, 161.2);

/// Other boxes: NEXT, score, level, lines, and the large box on the left. All training versions of the game also have
/// them.
pub(super) const BOXES: [ScreenBox; 5] = [
    inner_box(95.0, 129.0, 55.0, 97.5),
    inner_box(95.0, 145.0, -25.0, 33.0),
    inner_box(95.0, 137.0, 111.0, 129.0),
    inner_box(-1.0, 81.0, -25.0, -15.0),
    inner_box(-81.0, -15.0, 23.0, 161.0),
];

/// Side of a cell, and of a digit, in console pixels.
pub(super) const CELL: f32 = 8.0;

/// Upper left corner of the area of 32x16 console pixels in which NEXT is shown. An I is half a square lower.
pub(super) const NEXT: (f32, f32) = (96.0, 72.0);

/// Upper left corner of each digit of LINES, SCORE and LEVEL.
pub(super) const DIGIT_PLACES: [(f32, f32); super::DIGITS] = [
    (56.0, -24.0),
    (64.0, -24.0),
    (72.0, -24.0),
    (96.0, 16.0),
    (104.0, 16.0),
    (112.0, 16.0),
    (120.0, 16.0),
    (128.0, 16.0),
    (136.0, 16.0),
    (112.0, 120.0),
    (120.0, 120.0),
];
