//! Where a piece can be, however it came there: for games of which only the outcome was seen.

use std::sync::LazyLock;

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
    let looks = looks(piece).iter();
    looks.map(|&(_, pose)| pose).filter(rests)
}

/// The cells of a piece in each of its poses, in the order of [`poses`].
static LOOKS: LazyLock<[Vec<(Board, Pose)>; Piece::COUNT]> = LazyLock::new(|| {
    Piece::ALL.map(|piece| {
        let looks = poses(piece).map(|pose| (Board::EMPTY.with(pose), pose));
        looks.collect()
    })
});

/// All that a piece can look like in an empty field, and where it is then.
pub(super) fn looks(piece: Piece) -> &'static [(Board, Pose)] {
    &LOOKS[piece.index()]
}

/// The cells of one board that another has not.
pub(super) fn without(board: &Board, other: &Board) -> Board {
    let (cells, others) = (board.words(), other.words());
    Board::from_words(std::array::from_fn(|word| cells[word] & !others[word]))
}

/// The cells that two boards have both.
pub(super) fn shared(board: &Board, other: &Board) -> Board {
    let (cells, others) = (board.words(), other.words());
    Board::from_words(std::array::from_fn(|word| cells[word] & others[word]))
}
