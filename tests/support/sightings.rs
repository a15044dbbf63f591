//! Simulates the readings of a video reader for the frames of a console game, and damages them.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rightwell::capture::{CELLS, DIGITS, GameSighting, Sighting};
use rightwell::engine::{GameView, View};
use rightwell::render::Palette;
use rightwell::rules::motion::{COLUMNS, ROWS};
use rightwell::rules::randomizer::generator;
use rightwell::rules::{Board, Cell, level};

/// Number that stands for the shape of each digit.
const SHAPES: [u8; 16] = [7, 3, 0, 9, 4, 12, 1, 5, 2, 8, 20, 21, 22, 23, 24, 25];

/// Damage to a game's frames.
#[derive(Clone, Copy, Debug, Default)]
pub struct Damage {
    /// Distance between two frames that are seen. 0 counts as 1.
    pub every: u64,
    /// True if each frame is blended with the next one.
    pub blended: bool,
    /// Percentage of missing frames.
    pub dropped: u32,
    /// Percentage of frames with up to three wrong cells.
    pub wrong: u32,
    /// Columns and rows that an object covers.
    pub covered: Option<([i8; 2], [i8; 2])>,
    /// True if no digits are visible.
    pub no_digits: bool,
    /// True if NEXT is not visible.
    pub no_next: bool,
}

/// Returns the digit that has this shape.
pub fn digit(shape: u8) -> Option<u8> {
    let digit = SHAPES.iter().position(|known| *known == shape);
    digit.map(|digit| digit as u8)
}

/// Returns the reading of this screen.
pub fn sighted(view: &View, frame: u64, time: u64) -> Sighting {
    let game = match view {
        View::Game(game) if !game.paused => Some(game_sighted(game)),
        _ => None,
    };
    Sighting { frame, time, game }
}

fn game_sighted(game: &GameView) -> GameSighting {
    let mut board = Board::EMPTY;
    let mut kinds = Box::new([0; CELLS]);
    let kind = |cell: Cell| match cell {
        Cell::LIGHT => 2,
        Cell::DARK => 3,
        _ => 1,
    };
    for (place, cell) in game.field.iter().enumerate() {
        if cell.is_occupied() {
            board.insert((place % 10) as i8, (place / 10) as i8);
            kinds[place] = kind(*cell);
        }
    }
    if let Some(pose) = game.piece {
        for (x, y) in pose.cells().into_iter().filter(|(_, y)| *y >= 0) {
            board.insert(x, y);
            kinds[y as usize * 10 + x as usize] = kind(Cell::from_piece(pose.piece()));
        }
    }
    let [white, light, dark] = level::level_colours(game.palette_level);
    let palette = Palette::default();
    let paint = |colour: u8| Some(palette.rgb(colour));
    let shown = game
        .lines
        .into_iter()
        .chain(game.score)
        .chain(game.level_digits);
    let shapes: Vec<Option<u8>> = shown
        .map(|digit| SHAPES.get(usize::from(digit)).copied())
        .collect();
    GameSighting {
        board,
        doubtful: Board::EMPTY,
        kinds,
        next: game.next,
        colours: [white, light, dark].map(paint),
        digits: shapes.try_into().unwrap_or([None; DIGITS]),
        likely_digits: [None; DIGITS],
        flashes: game.flash,
    }
}

/// Damages readings. Equal seeds give equal damage.
pub fn damaged(sightings: &[Sighting], damage: Damage, seed: u64) -> Vec<Sighting> {
    let mut generator = generator(seed, 0);
    let every = damage.every.max(1) as usize;
    let mut seen = Vec::new();
    for (place, sighting) in sightings.iter().enumerate().step_by(every) {
        if generator.random_range(0..100) < damage.dropped {
            continue;
        }
        let mut picture = sighting.clone();
        if damage.blended
            && let Some(behind) = sightings.get(place + 1)
        {
            blend(&mut picture, behind);
        }
        if let Some(game) = &mut picture.game {
            if generator.random_range(0..100) < damage.wrong {
                misread(game, &mut generator);
            }
            if let Some(corner) = damage.covered {
                cover(game, corner);
            }
            if damage.no_digits {
                game.digits = [None; DIGITS];
            }
            if damage.no_next {
                game.next = None;
            }
        }
        seen.push(picture);
    }
    seen
}

fn blend(picture: &mut Sighting, behind: &Sighting) {
    let (Some(game), Some(other)) = (&mut picture.game, &behind.game) else {
        picture.game = None;
        return;
    };
    for (x, y) in cells() {
        if game.board.contains(x, y) != other.board.contains(x, y) {
            game.doubtful.insert(x, y);
        }
    }
    if game.next != other.next {
        game.next = None;
    }
    for (digit, other) in game.digits.iter_mut().zip(other.digits) {
        if *digit != other {
            *digit = None;
        }
    }
}

fn misread(game: &mut GameSighting, generator: &mut ChaCha8Rng) {
    for _ in 0..generator.random_range(1..=3) {
        let wrong = generator.random_range(0..CELLS);
        let rows: [u16; ROWS as usize] = std::array::from_fn(|y| {
            let row = game.board.row(y as i8);
            let is_here = wrong / 10 == y;
            row ^ u16::from(is_here) << (wrong % 10)
        });
        game.board = Board::from_rows(rows);
    }
}

fn cover(game: &mut GameSighting, ([left, right], [top, bottom]): ([i8; 2], [i8; 2])) {
    let is_covered =
        |&(x, y): &(i8, i8)| (left..=right).contains(&x) && (top..=bottom).contains(&y);
    for (x, y) in cells().filter(is_covered) {
        game.doubtful.insert(x, y);
        if (x + y) % 2 == 0 {
            game.board.insert(x, y);
        }
    }
}

fn cells() -> impl Iterator<Item = (i8, i8)> {
    (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y)))
}
