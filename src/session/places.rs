//! Where a piece can be, however it came there: for games of which only the outcome was seen.

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Orientation, Piece, Pose};

/// All poses of a piece of which something is in the field.
pub(super) fn poses(piece: Piece) -> impl Iterator<Item = Pose> {
    let orientations = Orientation::all().filter(move |orientation| orientation.piece() == piece);
    orientations.flat_map(|orientation| {
        let places = (-1..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y)));
        places
            .map(move |(x, y)| Pose { orientation, x, y })
            .filter(|pose| {
                let is_inside = |&(x, y): &(i8, i8)| (0..COLUMNS).contains(&x) && y < ROWS;
                let cells = pose.cells();
                cells.iter().all(is_inside) && cells.iter().any(|&(_, y)| y >= 0)
            })
    })
}

/// All places where a piece can rest on these cells.
pub(super) fn resting(piece: Piece, settled: &Board) -> impl Iterator<Item = Pose> {
    let rests = |pose: &Pose| pose.fits(settled) && pose.rests(settled);
    poses(piece).filter(rests)
}
