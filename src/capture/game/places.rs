//! Poses that a piece can have, whether it can reach them or not. Used for games in which only the result of each lock
//! is known.

use std::sync::LazyLock;

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Orientation, Piece, Pose};

/// Iterates over all poses of a piece that are at least partly in the playfield.
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

/// Iterates over all poses in which a piece can rest on these settled cells.
pub(crate) fn resting(piece: Piece, settled: &Board) -> impl Iterator<Item = Pose> {
    let rests = |pose: &Pose| pose.fits(settled) && pose.rests(settled);
    let looks = looks(piece).iter();
    looks.map(|&(_, pose)| pose).filter(rests)
}

/// Cells of each piece in each of its poses, in the order of [`poses`].
static LOOKS: LazyLock<[Vec<(Board, Pose)>; Piece::COUNT]> = LazyLock::new(|| {
    Piece::ALL.map(|piece| {
        let looks = poses(piece).map(|pose| (Board::EMPTY.with(pose), pose));
        looks.collect()
    })
});

/// Returns the cells of a piece in each of its poses, with the pose.
pub(super) fn looks(piece: Piece) -> &'static [(Board, Pose)] {
    &LOOKS[piece.index()]
}

/// Returns the cells that are in both boards.
pub(super) fn shared(board: &Board, other: &Board) -> Board {
    let (cells, others) = (board.words(), other.words());
    Board::from_words(std::array::from_fn(|word| cells[word] & others[word]))
}
