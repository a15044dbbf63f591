//! Reading of the piece in the NEXT box by its shape.

use super::FieldArea;
use super::layout::{CELL, NEXT};
use super::lit_map::{Blob, LitMap};
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

/// Side of an area, in console pixels.
const AREA: f32 = 4.0;
/// Minimum and maximum width of a square of NEXT, as a fraction of its height.
const SQUARE_RATIOS: (f32, f32) = (0.6, 1.6);
/// Minimum height of a square of NEXT, in pixels.
const SQUARE_MIN: f32 = 2.5;
/// Minimum fraction of lit pixels in a square.
const SQUARE_LIT_MIN: f32 = 0.8;
/// Maximum fraction of lit pixels between and around the squares.
const AROUND_LIT_MAX: f32 = 0.1;

/// Width of the dark ring around NEXT, in console pixels.
const RING: f32 = 2.0;

/// Group of lit pixels with the shape of NEXT.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceIcon {
    pub(super) piece: Piece,
    /// Area of 32x16 console pixels in which this NEXT is shown.
    pub(super) area: FieldArea,
}

/// Returns the pieces that a blob has the shape of: at most one, or two if the squares are far from square.
pub(super) fn icons(map: &LitMap, blob: &Blob) -> impl Iterator<Item = PieceIcon> {
    let (left, top) = (blob.left as f32, blob.top as f32);
    let (wide, tall) = (blob.right as f32 - left, blob.bottom as f32 - top);
    Piece::ALL.into_iter().filter_map(move |piece| {
        let squares = SQUARES[piece.index()];
        let first = |of: fn(&(usize, usize)) -> usize| squares.iter().map(of).min().unwrap_or(0);
        let last = |of: fn(&(usize, usize)) -> usize| squares.iter().map(of).max().unwrap_or(0);
        let (column, row) = (first(|square| square.0), first(|square| square.1));
        let areas = (
            last(|square| square.0) + 2 - column,
            last(|square| square.1) + 2 - row,
        );
        // The last line of each square is dark.
        let pixel = (
            wide / (AREA * areas.0 as f32 - 1.0),
            tall / (AREA * areas.1 as f32 - 1.0),
        );
        let ratio = pixel.0 / pixel.1;
        if !(SQUARE_RATIOS.0..SQUARE_RATIOS.1).contains(&ratio) || CELL * pixel.1 < SQUARE_MIN {
            return None;
        }
        let part = |x: f32, y: f32, width: f32, height: f32| {
            let (x, y) = (left + x * pixel.0, top + y * pixel.1);
            map.count((x, y, x + width * pixel.0, y + height * pixel.1))
        };
        let is_lit = |(lit, all): (u32, u32)| lit as f32 >= SQUARE_LIT_MIN * all as f32;
        let is_dark = |(lit, all): (u32, u32)| lit as f32 <= AROUND_LIT_MAX * all as f32;
        let looks_right = (0..areas.0 / 2).all(|x| {
            (0..areas.1 / 2).all(|y| {
                let inside = part(CELL * x as f32 + 1.0, CELL * y as f32 + 1.0, 5.0, 5.0);
                match squares.contains(&(column + 2 * x, row + 2 * y)) {
                    true => is_lit(inside),
                    false => is_dark(inside),
                }
            })
        });
        let all = part(0.0, 0.0, wide / pixel.0, tall / pixel.1);
        let wider = part(
            -RING,
            -RING,
            wide / pixel.0 + 2.0 * RING,
            tall / pixel.1 + 2.0 * RING,
        );
        if !looks_right || !is_dark((wider.0 - all.0, wider.1 - all.1)) {
            return None;
        }
        let scale = map.scale();
        let area = FieldArea {
            x: scale * (left - AREA * column as f32 * pixel.0),
            y: scale * (top - AREA * row as f32 * pixel.1),
            width: scale * AREA * ACROSS as f32 * pixel.0,
            height: scale * AREA * DOWN as f32 * pixel.1,
        };
        Some(PieceIcon { piece, area })
    })
}

/// Returns the playfield beside which NEXT stands at the cartridge's place, if its area is this one.
pub(super) fn field_beside(next: &FieldArea) -> FieldArea {
    let (across, down) = (
        next.width / (AREA * ACROSS as f32),
        next.height / (AREA * DOWN as f32),
    );
    FieldArea {
        x: next.x - NEXT.0 * across,
        y: next.y - NEXT.1 * down,
        width: 80.0 * across,
        height: 160.0 * down,
    }
}

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
