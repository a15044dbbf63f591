//! Positions shared by the benches: six from games of the survival player, and two messy ones.
#![allow(dead_code, reason = "each bench uses its own part")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rightwell::players::Position;
use rightwell::rules::{Board, Piece};

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

/// Returns the eight positions.
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

/// Returns a board with columns of random heights, from `base` to four rows higher. `is_filled` decides each cell.
pub fn columns(
    generator: &mut ChaCha8Rng,
    base: i8,
    mut is_filled: impl FnMut(&mut ChaCha8Rng) -> bool,
) -> Board {
    let mut board = Board::EMPTY;
    for x in 0..10 {
        let height = base + generator.random_range(0..=4);
        for y in 20 - height..20 {
            if is_filled(generator) {
                board.insert(x, y);
            }
        }
    }
    board.clear_rows(board.full_rows());
    board
}

/// Returns false for one in forty cells, which become holes.
pub fn is_no_hole(generator: &mut ChaCha8Rng) -> bool {
    generator.random_range(0..40) != 0
}

/// Runs `work` three times and returns the shortest time, to exclude interruptions by other programs.
#[expect(
    clippy::disallowed_methods,
    reason = "wall-clock time is only reported; nothing depends on it"
)]
pub fn quickest_of_three<T>(work: impl Fn() -> T) -> Duration {
    let time = || {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    time().min(time()).min(time())
}

/// Returns a configuration with short runs: all benches together take less than a minute.
pub fn criterion() -> criterion::Criterion {
    criterion::Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(40)
        .configure_from_args()
}
