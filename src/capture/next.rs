//! Reading of the piece in the NEXT box by its shape.

use super::layout::NEXT;
use super::screen::{Screen, ScreenBrightness};
use crate::rules::Piece;

/// Number of areas of 4x4 console pixels across the NEXT box. The squares of every piece consist of such areas.
const ACROSS: usize = 8;
/// Number of areas of 4x4 console pixels down the NEXT box.
const DOWN: usize = 4;

/// Squares of each piece, 8x8 console pixels each, as column and row of their upper left 4x4 area.
///
/// Source: sprite table of NEXT in TetrisNESDisasm, the public annotated disassembly.
const SQUARES: [[(usize, usize); 4]; Piece::COUNT] = [
    [(1, 0), (3, 0), (5, 0), (3, 2)],
    [(1, 0), (3, 0), (5, 0), (5, 2)],
    [(1, 0), (3, 0), (3, 2), (5, 2)],
    [(2, 0), (4, 0), (2, 2), (4, 2)],
    [(3, 0), (5, 0), (1, 2), (3, 2)],
    [(1, 0), (3, 0), (5, 0), (1, 2)],
    [(0, 1), (2, 1), (4, 1), (6, 1)],
];

/// Distance from black at which a shape always counts as a piece. It may be less than the threshold of the playfield's
/// cells, because the box contains nothing else.
const LIT: f32 = 0.1;
/// Minimum lead of a piece over all others, as a fraction of its score.
const CLEARLY: f32 = 0.2;

/// Returns the piece in the NEXT box, or `None` if the box is empty or another piece fits nearly as well. `threshold`
/// is the minimum distance from black of an occupied cell.
pub(super) fn next(screen: &Screen, light: &ScreenBrightness, threshold: f32) -> Option<Piece> {
    let mut heights = [[0.0; ACROSS]; DOWN];
    for (row, heights) in heights.iter_mut().enumerate() {
        for (column, height) in heights.iter_mut().enumerate() {
            let (x, y) = (NEXT.0 + 4.0 * column as f32, NEXT.1 + 4.0 * row as f32);
            let places = [(1.3, 1.3), (2.4, 1.3), (1.3, 2.4), (2.4, 2.4)];
            let sum: f32 = places
                .iter()
                .map(|(right, down)| light.brightness(screen.colour(x + right, y + down)))
                .sum();
            *height = sum / places.len() as f32;
        }
    }
    let all: f32 = heights.iter().flatten().sum();
    let mut fits: Vec<(f32, Piece)> = Piece::ALL
        .into_iter()
        .map(|piece| {
            let squares = SQUARES[piece.index()]
                .iter()
                .flat_map(|&(x, y)| [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]);
            let lit: f32 = squares.map(|(x, y)| heights[y][x]).sum();
            (lit / 16.0 - (all - lit) / 16.0, piece)
        })
        .collect();
    fits.sort_by(|one, other| other.0.total_cmp(&one.0));
    let ((fit, piece), (second, _)) = (fits[0], fits[1]);
    (fit >= threshold.min(LIT) && fit - second > CLEARLY * fit).then_some(piece)
}
