//! Positions that the benches share: from games of the survival player, and two messy ones.
#![allow(dead_code, reason = "each bench uses its own part")]

use rightwell::players::Position;
use rightwell::rules::Piece;

const POSITIONS: [(&str, char, char); 8] = [
    ("", 'T', 'L'),
    ("....X..... ...XX...X.", 'I', 'L'),
    (
        "....X..... ..XXX..... .XXXX..XX. .XXXXXXXXX .XXXXXXXXX",
        'L',
        'S',
    ),
    ("X.X..XX... XXXXXXXX..", 'O', 'J'),
    (".........X .......XXX .XXX..XXX.", 'I', 'Z'),
    (
        "X......... X......... X......... X........X X........X
         XX...XX..X XXXXX.XXXX .XXXXXXXXX .XXXXXXXXX XXX.XXXXXX",
        'O',
        'T',
    ),
    (
        "..X....... .XX..X..X. XXX.XXX.X. X.XXX.XXXX XX.X.XXX.X
         XXXX.X.XXX .XXX.XXX.X XX.XXXX.XX",
        'J',
        'S',
    ),
    (
        "X........X XX......XX .X......X. XXX....XXX ..XX..XX.. .XXX..XXX.
         XXXX..XXXX XX.X..X.XX X.XX..XX.X XXXX..XXXX .XXX..XXXX XX.XX.X.XX",
        'Z',
        'I',
    ),
];

/// The eight positions.
pub fn positions() -> Vec<Position> {
    let piece = |letter| Piece::from_letter(letter).expect("a piece's letter");
    POSITIONS
        .iter()
        .map(|&(rows, current, next)| {
            let board = rows.parse().expect("a board drawn as text");
            Position::new(board, piece(current), piece(next))
        })
        .collect()
}

/// Short runs: all benches together take less than a minute.
pub fn criterion() -> criterion::Criterion {
    use std::time::Duration;
    criterion::Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(40)
        .configure_from_args()
}
