//! Random boards, from nearly empty ones to ones full of holes.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rightwell::rules::{Board, Piece, Pose, Step};

/// Returns the generator of test boards. Equal seeds give equal boards, unless the seed of all tests changes.
pub fn generator(seed: u64) -> ChaCha8Rng {
    rightwell::rules::randomizer::generator(seed + super::cases::seed(), 0)
}

/// Returns a random piece.
pub fn piece(generator: &mut ChaCha8Rng) -> Piece {
    Piece::ALL[generator.random_range(0..7)]
}

/// Returns a board with random cells in its lower rows: overhangs, caves, floating cells.
pub fn dirty(generator: &mut ChaCha8Rng) -> Board {
    let height = generator.random_range(0..=19);
    let density = generator.random_range(5..=90);
    let mut board = Board::EMPTY;
    for y in 20 - height..20 {
        for x in 0..10 {
            if generator.random_range(0..100) < density {
                board.insert(x, y);
            }
        }
    }
    // A settled board has no complete row.
    board.clear_rows(board.full_rows());
    board
}

/// Returns a board without holes, whose columns have random heights.
pub fn clean(generator: &mut ChaCha8Rng) -> Board {
    let base = generator.random_range(0..=14);
    let mut board = Board::EMPTY;
    for x in 0..10 {
        let height = base + generator.random_range(0..=4);
        for y in 20 - height..20 {
            board.insert(x, y);
        }
    }
    board.clear_rows(board.full_rows());
    board
}

/// Returns a board on which pieces were dropped at random, as a careless player does.
pub fn played(generator: &mut ChaCha8Rng) -> Board {
    let mut board = Board::EMPTY;
    for _ in 0..generator.random_range(0..60) {
        let piece = piece(generator);
        let rotation = generator.random_range(0..piece.rotation_count());
        let mut pose = Pose {
            orientation: piece.orientation(rotation),
            x: generator.random_range(0..10),
            y: 0,
        };
        if !pose.fits(&board) {
            continue;
        }
        while let Some(lower) = pose.step(Step::Down, &board) {
            pose = lower;
        }
        if pose.y < 4 {
            break;
        }
        (board, _) = board.lock(pose);
    }
    board
}

/// Returns a board with this many free rows at the top. Each other row has a gap. The other cells are filled with a
/// probability that is drawn for each board, from `least_percent` (at most 80) to 80 percent.
pub fn crowded(generator: &mut ChaCha8Rng, rows: i8, least_percent: u32) -> Board {
    let percent = generator.random_range(least_percent..=80);
    let mut board = Board::EMPTY;
    for y in rows..20 {
        let gap = generator.random_range(0..10);
        for x in 0..10 {
            if x != gap && generator.random_range(0..100) < percent {
                board.insert(x, y);
            }
        }
    }
    board
}

/// Returns a board of one of the three kinds above.
pub fn any(generator: &mut ChaCha8Rng) -> Board {
    match generator.random_range(0..3) {
        0 => dirty(generator),
        1 => clean(generator),
        _ => played(generator),
    }
}
