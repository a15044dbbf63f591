//! Possible poses of a piece, reachable or not, for games with only the result of each lock seen.

use std::sync::LazyLock;

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Orientation, Piece, Pose};

/// Iterates over all poses of a piece that are at least partly in the field.
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

/// Iterates over all poses in which a piece can rest on these cells.
pub(super) fn resting(piece: Piece, settled: &Board) -> impl Iterator<Item = Pose> {
    let rests = |pose: &Pose| pose.fits(settled) && pose.rests(settled);
    let looks = looks(piece).iter();
    looks.map(|&(_, pose)| pose).filter(rests)
}

/// Cells of a piece in each of its poses, in the order of [`poses`].
static LOOKS: LazyLock<[Vec<(Board, Pose)>; Piece::COUNT]> = LazyLock::new(|| {
    Piece::ALL.map(|piece| {
        let looks = poses(piece).map(|pose| (Board::EMPTY.with(pose), pose));
        looks.collect()
    })
});

/// Returns every appearance of a piece in an empty field, with its pose.
pub(super) fn looks(piece: Piece) -> &'static [(Board, Pose)] {
    &LOOKS[piece.index()]
}

/// Returns the cells of one board that are not in the other.
pub(super) fn without(board: &Board, other: &Board) -> Board {
    let (cells, others) = (board.words(), other.words());
    Board::from_words(std::array::from_fn(|word| cells[word] & !others[word]))
}

/// Returns the cells that both boards have.
pub(super) fn shared(board: &Board, other: &Board) -> Board {
    let (cells, others) = (board.words(), other.words());
    Board::from_words(std::array::from_fn(|word| cells[word] & others[word]))
}
