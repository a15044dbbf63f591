//! Serialized form of positions and locks, with checks of their validity.

use crate::players::Position;
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Orientation, Piece, Pose, StateHash};

/// Column, row (0 at the top) and turns of a lock.
pub(super) type LockCode = (i8, i8, u8);

/// Returns a hash of a position. It is the same in all releases of this program.
pub(super) fn fingerprint(position: &Position) -> u64 {
    let Position {
        board,
        current,
        next,
        later: _,
        level,
        lines,
    } = position;
    let mut hash = StateHash::default();
    hash.bytes(board.to_string().as_bytes());
    for piece in [Some(*current), *next] {
        hash.number(u32::from(piece.map_or('-', Piece::letter)).into());
    }
    hash.number((*level).into());
    hash.number((*lines).into());
    hash.finish()
}

/// Returns a board as rows of `X` and `.`, from the highest row with cells down to the floor.
pub(super) fn rows_of(board: &Board) -> Vec<String> {
    let drawn = board.to_string();
    let rows = drawn.lines().skip_while(|row| !row.contains('X'));
    rows.map(str::to_owned).collect()
}

/// Returns the board with these rows.
pub(super) fn board_of(rows: &[String]) -> Result<Board, String> {
    if rows.len() > ROWS as usize {
        return Err(format!("{} rows; allowed: 0 to 20", rows.len()));
    }
    let mut board = Board::EMPTY;
    for (row, y) in rows.iter().rev().zip((0..ROWS).rev()) {
        let is_drawn = row.len() == COLUMNS as usize
            && row.bytes().all(|cell| matches!(cell, b'X' | b'.'))
            && row.contains('.');
        if !is_drawn {
            return Err(format!(
                "invalid row {row:?}; allowed: ten characters X or ., at least one ."
            ));
        }
        for (x, _) in (0..).zip(row.bytes()).filter(|(_, cell)| *cell == b'X') {
            board.insert(x, y);
        }
    }
    Ok(board)
}

/// Returns the letters of the piece and of NEXT, if known.
pub(super) fn letters_of(position: &Position) -> String {
    let pieces = [Some(position.current), position.next];
    pieces.into_iter().flatten().map(Piece::letter).collect()
}

/// Parses the letters of a piece and of NEXT.
pub(super) fn pieces_of(letters: &str) -> Result<(Piece, Piece), String> {
    let found: Option<Vec<Piece>> = letters.chars().map(Piece::from_letter).collect();
    match found.as_deref() {
        Some(&[current, next]) => Ok((current, next)),
        _ => Err(format!(
            "invalid pieces {letters:?}; allowed: two of T J Z O S L I"
        )),
    }
}

/// Returns a lock in its serialized form.
pub(super) const fn place_of(pose: Pose) -> LockCode {
    (pose.x, pose.y, pose.orientation.rotation())
}

/// Returns the lock in this serialized form. The piece must rest there. Error messages call the field `name`.
pub(super) fn pose_of(
    name: &str,
    (x, y, rotation): LockCode,
    piece: Piece,
    board: &Board,
) -> Result<Pose, String> {
    let is_near = (0..COLUMNS).contains(&x) && (-2..ROWS).contains(&y);
    let turned = Orientation::all()
        .find(|orientation| orientation.piece() == piece && orientation.rotation() == rotation);
    let pose = turned.map(|orientation| Pose { orientation, x, y });
    let rests = |pose: &Pose| is_near && pose.fits(board) && pose.rests(board);
    pose.filter(rests).ok_or_else(|| {
        format!(
            "{name} ({x}, {y}, {rotation}) is not a lock; allowed: a position where {piece} rests"
        )
    })
}
