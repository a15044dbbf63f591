//! Tests of games that are read from images: real images, and images of this program after damage that is typical of
//! cameras and streams.

use std::fs;
use std::path::Path;

use rightwell::capture::{FieldArea, FrameReader, GameSighting, Pixels, Shape};
use rightwell::engine::view::{GameType, GameView, View};
use rightwell::pixels::{picture_size, read_picture};
use rightwell::render::text::character_tile;
use rightwell::render::{Frame, Renderer};
use rightwell::rules::{Board, Cell, Piece};

/// Contents of images of the original cartridge, as a person has read them: NEXT; lines, score and level; the lowest
/// rows of the playfield. The images are in the folder named by `RIGHTWELL_VIDEO`.
const REAL: [(&str, Piece, &str, &str); 9] = [
    (
        "capture_level0_start",
        Piece::S,
        "000 000000 00",
        "...XXXX... .......... .......... .......... .......... .......... .......... \
         .......... .......... .......... .......... .......... ..........",
    ),
    (
        "frame_level0",
        Piece::I,
        "007 000636 00",
        ".........X ...X.....X ..XX.....X X..XX....X XX..XX..XX XX..XX..XX XX..XXXXXX \
         XX.XXXXXXX XXXXX.XXXX XX.XXXXXXX XX.XXXXXXX XXXXXXXX.X XXXXXXXX.X XXXXXXXXX. \
         XXXXXXX.XX XXXXXX.XXX XXXX.XXXX. XXXXXXXXX. XXXXXXX.XX XXXXXXXXX.",
    ),
    (
        "frame_level2",
        Piece::I,
        "003 000639 02",
        ".....XX... .XX.X.X... XXXXX.XX.. XXXXXX.XXX XXXXXXXX.. XXXXXX.XXX XXXXXXXXX. \
         XXXXXXX.XX XX.XXXXXXX XXX.XXXXXX XXXXX.X.XX XXX.XXXXXX XX.XXXXXXX XXX.XXXXXX \
         XX.XXXXXXX XXXX.XXXXX XXXX.XXXXX XX.XXXXXXX .XXXXX.XXX",
    ),
    (
        "frame_level4",
        Piece::O,
        "009 003119 04",
        "X......... X......... X.X....... XXX..X.... XXXXXXX.X. XX.XXXXXXX XXXXXXXXX. \
         XXX.XXXXXX XXXXXXXXX. XXXXXXX.XX XX.X.XXXX. XXXXXXX.XX X.XXXXXXXX XXXXXXXXX. \
         X.XXXXXXXX XXXXXX.XXX XXXX.XXXXX XXX.XXXXXX X.XXXXXXXX XXXXXXX.XX",
    ),
    (
        "frame_level6",
        Piece::J,
        "003 001067 06",
        ".........X .......X.X .X.....XXX XXX...XXXX XXX..XXXXX .XXXXXXXXX XXXX..XXXX \
         X.XXXXXXXX XXXXX.XXXX XXXXXXX.XX XXXXXX.XXX XXXXX.XXXX XX.XXXXXXX XXXXXX.XXX \
         .XXXXXXXXX XXXXXXXX.X ..XXXXXXXX XXXXXX.XXX XXXXXXXXX.",
    ),
    (
        "frame_level8",
        Piece::T,
        "011 004574 08",
        ".X........ .X.XX..... .X..XX.... .X..XX.XXX .X..XX..X. .X..XXXXX. XXX.XXXXXX \
         XXX.XXXXX. XXXXXXXX.X X.XXXXXXXX XXXXXXXXX. XXXXXX.XXX XXXXXXX.XX XXXXXXX.XX \
         XXXXXXXXX. XXXX.XXXXX XXX.XXXXX. X.XXXXXXXX XXXXX.XXXX .XXXXXXXX.",
    ),
    (
        "raw_level0",
        Piece::J,
        "000 000187 00",
        "X........X X.X.XX...X XXX.XX.X.X XXXX.XXXXX XXX.XXXXXX X.XX.XXXXX XX.X.XX.XX \
         XXXXXXXX.X XX..XXXXXX XXXXXX.X.X .XXXXXXXXX XXX.X..XXX X.XXXXXXXX XXXX...X.X \
         XXXX...X.X X.XXX.XX.X XXXXXX.X.X XXXXXXXX.X XXXXXXX.XX XXXX....X.",
    ),
    (
        "raw_level7",
        Piece::L,
        "004 001563 07",
        "....X..... ....X.X... ...XX.X... ...X..XX.. XX.XX..XX. X.XXXXXXXX XXXXXXXX.X \
         X.XXXXXX.X XXXXXX.XXX XXXXXXXX.X XXXX.XXXXX XX.XXXXXXX XXXXXX.XXX XXXX.XXXXX \
         XXXXXX.XX. XXXX.XXXXX XXXXXXXXX. XXXXXXX.XX XXXXXX.XXX XXX.XXXXXX",
    ),
    (
        "trainer_level4",
        Piece::O,
        "003 000833 04",
        "XXX..X.... XXX..X.X.. XXXXXXXXXX XXXXX.XXXX XX.XXXX.XX XX.XXXXXXX XXXXX.XXXX \
         XXXX.XXXXX XXX.XXX.XX XXXX.X.XXX XXXXXXX.XX XXXXX.XXXX XXXXXXXXX. XXXX.X.XXX \
         XXXXXX.XXX .XXXXXXXXX X.XXXXXXXX XXX.XXXXXX",
    ),
];

/// A game that was not played, and its playfield.
struct Made {
    view: GameView,
    board: Board,
}

/// Damage to an image.
#[derive(Clone, Copy)]
struct Damage {
    /// Width and height of the whole image in pixels.
    size: (usize, usize),
    /// Rectangle in the image that shows the console's screen: left, top, width, height.
    screen: (f32, f32, f32, f32),
    /// Factor by which the brightness is multiplied, and offset that is added.
    light: (f32, f32),
    /// Rotation of the hue, in thirds of a full circle.
    turn: f32,
    /// Blur radius in pixels.
    blur: usize,
    /// Maximum noise that is added to a pixel.
    noise: f32,
}

const CLEAN: Damage = Damage {
    size: (512, 480),
    screen: (0.0, 0.0, 512.0, 480.0),
    light: (1.0, 0.0),
    turn: 0.0,
    blur: 0,
    noise: 0.0,
};

/// Small random generator, so that every run gives equal images.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % end
    }
}

/// Returns a game at this level. Up to this height, its playfield has random rows of blocks.
fn made(level: u8, height: usize, next: Piece, dice: &mut Dice) -> Made {
    let mut field = [Cell::EMPTY; 200];
    let mut board = Board::EMPTY;
    for (place, cell) in field.iter_mut().enumerate().skip((20 - height) * 10) {
        if dice.below(4) > 0 {
            *cell = Cell::from_piece(Piece::ALL[dice.below(7) as usize]);
            board.insert((place % 10) as i8, (place / 10) as i8);
        }
    }
    let digit = |dice: &mut Dice| dice.below(10) as u8;
    let view = GameView {
        field,
        piece: None,
        next: Some(next),
        game_type: GameType::A,
        lines: std::array::from_fn(|_| digit(dice)),
        statistics: [[0; 3]; Piece::COUNT],
        top: [0, 1, 0, 0, 0, 0],
        score: std::array::from_fn(|_| digit(dice)),
        level_digits: [level / 10, level % 10],
        palette_level: level,
        flash: false,
        paused: false,
        crash_mark: false,
        music: Default::default(),
        title: "",
        limit_row: None,
        ghost: None,
    };
    Made { view, board }
}

/// Returns the damaged image of a view.
fn picture(renderer: &Renderer, view: &View, how: &Damage) -> Pixels {
    let mut frame = Frame::new();
    renderer.draw(view, &mut frame);
    let rgb = frame.to_rgb(renderer.palette(), 1);
    let (width, height) = how.size;
    let (left, top, wide, high) = how.screen;
    let mut dice = Dice(7);
    let mut pixels = vec![[40.0, 50.0, 70.0]; width * height];
    for (place, pixel) in pixels.iter_mut().enumerate() {
        // Each pixel is the average of two by two samples, as in a scaler.
        let (column, row) = ((place % width) as f32, (place / width) as f32);
        let parts = (0..4).map(|part| ((part % 2) as f32, (part / 2) as f32));
        let mut sum = [0.0; 3];
        for (right, down) in parts {
            let x = (column + (right + 0.5) / 2.0 - left) * 256.0 / wide;
            let y = (row + (down + 0.5) / 2.0 - top) * 240.0 / high;
            let is_screen = (0.0..256.0).contains(&x) && (0.0..240.0).contains(&y);
            let colour = match is_screen {
                true => rgb[y as usize * 256 + x as usize].map(f32::from),
                false => *pixel,
            };
            for (sum, colour) in sum.iter_mut().zip(colour) {
                *sum += colour / 4.0;
            }
        }
        *pixel = sum;
    }
    let sharp = pixels.clone();
    for y in 0..height {
        for x in 0..width {
            let sides = x.saturating_sub(how.blur)..(x + how.blur + 1).min(width);
            let count = sides.len() as f32;
            let mut mean = [0.0; 3];
            for side in sides {
                for (mean, part) in mean.iter_mut().zip(sharp[y * width + side]) {
                    *mean += part / count;
                }
            }
            pixels[y * width + x] = mean;
        }
    }
    let damaged = pixels.into_iter().map(|rgb: [f32; 3]| {
        std::array::from_fn(|part| {
            let turned = rgb[part] * (1.0 - how.turn) + rgb[(part + 1) % 3] * how.turn;
            let noise = how.noise * (dice.below(2001) as f32 / 1000.0 - 1.0);
            (turned * how.light.0 + how.light.1 + noise).clamp(0.0, 255.0) as u8
        })
    });
    Pixels::from_rgb(width, damaged.collect())
}

/// Returns what a new reader finds in an image.
fn sighting(picture: &Pixels) -> Option<(GameSighting, FrameReader)> {
    let mut reader = FrameReader::new();
    let renderer = Renderer::new();
    let font: [Shape; 10] = std::array::from_fn(|digit| {
        let rows = renderer
            .tile(character_tile((b'0' + digit as u8) as char))
            .rows();
        std::array::from_fn(|place| f32::from(u8::from(rows[place / 8][place % 8] > 0)))
    });
    reader.know_digits(&font);
    let game = reader.read(picture, 0).game?;
    Some((game, reader))
}

/// Returns the digits of an image. Each is the most similar digit of this program, or `?` if none is similar.
fn digits(game: &GameSighting) -> String {
    let digit = |look: Option<u8>| char::from_digit(look?.into(), 10);
    let all = game.likely_digits.map(|look| digit(look).unwrap_or('?'));
    [&all[0..3], &all[3..9], &all[9..]]
        .map(|number| number.iter().collect::<String>())
        .join(" ")
}

fn wrong(one: &Board, other: &Board) -> usize {
    let cells = (0..20).flat_map(|y| (0..10).map(move |x| (x, y)));
    cells
        .filter(|&(x, y)| one.contains(x, y) != other.contains(x, y))
        .count()
}

#[test]
fn real_pictures_are_read_as_by_eye() {
    let Some(folder) = std::env::var_os("RIGHTWELL_VIDEO") else {
        eprintln!("left out: RIGHTWELL_VIDEO names no folder of pictures of the cartridge");
        return;
    };
    for (name, next, numbers, rows) in REAL {
        let bytes = fs::read(Path::new(&folder).join(format!("{name}.png"))).unwrap();
        let size = picture_size(&bytes).unwrap();
        let rgba = read_picture(&bytes, size).unwrap();
        let rgb = rgba
            .into_iter()
            .map(|[red, green, blue, _]| [red, green, blue]);
        let picture = Pixels::from_rgb(size.0 as usize, rgb.collect());
        let (game, _) = sighting(&picture).unwrap_or_else(|| panic!("{name}: no game"));
        let expected: Board = rows.parse().unwrap();
        assert_eq!(wrong(&game.board, &expected), 0, "{name}:\n{}", game.board);
        assert_eq!(game.doubtful, Board::EMPTY, "{name}");
        assert_eq!(game.next, Some(next), "{name}");
        assert_eq!(digits(&game), numbers, "{name}");
    }
}

#[test]
fn every_level_and_piece_is_read() {
    let renderer = Renderer::new();
    let mut dice = Dice(1);
    // The reader finds the playfield once and then keeps its position.
    let mut reader = FrameReader::new();
    for level in 0..21 {
        let next = Piece::ALL[usize::from(level) % 7];
        let made = made(level, 9, next, &mut dice);
        let picture = picture(&renderer, &View::Game(Box::new(made.view)), &CLEAN);
        let game = reader.read(&picture, 0).game.unwrap();
        assert_eq!(
            wrong(&game.board, &made.board),
            0,
            "level {level}\n{}",
            game.board
        );
        assert_eq!(game.next, Some(next), "level {level}");
    }
}

#[test]
fn full_rows_and_a_curtain_do_not_move_the_playfield() {
    let renderer = Renderer::new();
    let mut dice = Dice(3);
    for (name, rows, cell) in [
        ("a curtain", 0..1, Cell::CURTAIN),
        ("three rows of a curtain", 0..3, Cell::CURTAIN),
        ("half a curtain", 0..10, Cell::CURTAIN),
        ("full rows", 18..20, Cell::from_piece(Piece::T)),
    ] {
        for size in 1..=3 {
            let mut made = made(5, 8, Piece::I, &mut dice);
            for place in rows.start * 10..rows.end * 10 {
                made.view.field[place] = cell;
                made.board.insert((place % 10) as i8, (place / 10) as i8);
            }
            let [score, lines] = [made.view.score.to_vec(), made.view.lines.to_vec()];
            let size = (256 * size, 240 * size);
            let how = Damage {
                size,
                screen: (0.0, 0.0, size.0 as f32, size.1 as f32),
                ..CLEAN
            };
            let picture = picture(&renderer, &View::Game(Box::new(made.view)), &how);
            let (game, _) = sighting(&picture).unwrap_or_else(|| panic!("{name} at {size:?}"));
            let text = |digits: &[u8]| digits.iter().map(u8::to_string).collect::<String>();
            let numbers = format!("{} {} 05", text(&lines), text(&score));
            assert_eq!(digits(&game), numbers, "{name} at {size:?}");
            let [found, right] =
                [game.board, made.board].map(|board| board.without(&game.doubtful));
            assert_eq!(found, right, "{name} at {size:?}\n{found}");
        }
    }
}

#[test]
fn damaged_frames_are_read() {
    let renderer = Renderer::new();
    let mut dice = Dice(2);
    let inset = Damage {
        size: (640, 360),
        screen: (30.0, 20.0, 380.0, 300.0),
        ..CLEAN
    };
    for (name, how) in [
        ("in a corner", inset),
        (
            "stretched",
            Damage {
                screen: (10.0, 5.0, 600.0, 340.0),
                ..inset
            },
        ),
        (
            "dim",
            Damage {
                light: (0.4, 0.0),
                ..inset
            },
        ),
        (
            "washed out",
            Damage {
                light: (0.5, 70.0),
                ..inset
            },
        ),
        (
            "of other colours",
            Damage {
                turn: 0.35,
                ..inset
            },
        ),
        (
            "blurred",
            Damage {
                size: (512, 480),
                blur: 1,
                ..CLEAN
            },
        ),
        (
            "noisy",
            Damage {
                noise: 14.0,
                ..CLEAN
            },
        ),
        (
            "large",
            Damage {
                size: (960, 720),
                screen: (100.0, 0.0, 823.0, 720.0),
                ..CLEAN
            },
        ),
    ] {
        for level in [0, 6, 7] {
            let next = Piece::ALL[dice.below(7) as usize];
            let made = made(level, 12, next, &mut dice);
            let picture = picture(&renderer, &View::Game(Box::new(made.view)), &how);
            let (game, reader) = sighting(&picture).unwrap_or_else(|| panic!("{name}: no game"));
            let place = reader.place();
            assert_eq!(
                wrong(&game.board, &made.board),
                0,
                "{name}, level {level}, {place:?}, {:?}\n{}",
                game.colours,
                game.board
            );
            assert_eq!(game.next, Some(next), "{name}, level {level}");
        }
    }
}

#[test]
fn covered_cells_are_doubtful() {
    let renderer = Renderer::new();
    let made = made(18, 8, Piece::T, &mut Dice(3));
    let clean = picture(&renderer, &View::Game(Box::new(made.view)), &CLEAN);
    let covered = (0..480 * 512).map(|place| match (place % 512, place / 512) {
        (300..400, 330..480) => [200, 170, 140],
        (x, y) => clean.rgb(x, y),
    });
    let (game, _) = sighting(&Pixels::from_rgb(512, covered.collect())).unwrap();
    for row in 0..20 {
        for column in 0..10 {
            // This object covers the cell completely.
            let is_behind = column >= 7 && row >= 15;
            if is_behind {
                assert!(game.doubtful.contains(column, row), "{column}, {row}");
            } else if column < 6 {
                let is_there = made.board.contains(column, row);
                assert_eq!(
                    game.board.contains(column, row),
                    is_there,
                    "{column}, {row}"
                );
            }
        }
    }
}

#[test]
fn no_group_has_two_digits() {
    let renderer = Renderer::new();
    let mut dice = Dice(4);
    let how = Damage {
        size: (640, 360),
        screen: (30.0, 20.0, 380.0, 300.0),
        ..CLEAN
    };
    let mut reader = FrameReader::new();
    let mut known = std::collections::BTreeMap::new();
    for _ in 0..12 {
        let made = made(18, 6, Piece::I, &mut dice);
        let view = made.view;
        let shown = [&view.lines[..], &view.score[..], &view.level_digits[..]].concat();
        let picture = picture(&renderer, &View::Game(Box::new(view)), &how);
        // The shape of a digit counts only when it is stable. By then, the position of the playfield is known exactly
        // too.
        let mut games = (0..8).filter_map(|_| reader.read(&picture, 0).game);
        let is_read = |game: &GameSighting| game.digits.iter().all(Option::is_some);
        let game = games.find(is_read).unwrap();
        for (digit, group) in shown.into_iter().zip(game.digits) {
            let known = known.entry(group.unwrap()).or_insert(digit);
            assert_eq!(*known, digit, "each shape must stand for one digit");
        }
    }
    // Some digits have two shapes, because their edges can fall on different pixels.
    assert!((10..=15).contains(&known.len()), "{known:?}");
}

#[test]
fn one_image_of_a_playfield_that_stands_alone_is_read_though_all_its_cells_are_white() {
    let empty = [".........."; 18].join(" ");
    let board: Board = format!("{empty} XX.......X XX.XXX...X").parse().unwrap();
    // The playfield is 40 pixels from the left and from the top. Its cells are 16 pixels wide.
    let (width, height) = (240, 400);
    let pixel = |at: usize| {
        let (Some(x), Some(y)) = ((at % width).checked_sub(40), (at / width).checked_sub(40))
        else {
            return [120; 3];
        };
        if x >= 160 || y >= 320 {
            return [120; 3];
        }
        let is_lit = x % 16 < 14 && y % 16 < 14 && board.contains((x / 16) as i8, (y / 16) as i8);
        [240 * u8::from(is_lit); 3]
    };
    let picture = Pixels::from_rgb(width, (0..width * height).map(pixel).collect());
    assert_eq!(sighting(&picture).unwrap().0.board, board);
}

#[test]
fn images_without_a_game_show_none() {
    let renderer = Renderer::new();
    for view in [View::Blank, View::Legal, View::Title] {
        assert!(
            sighting(&picture(&renderer, &view, &CLEAN)).is_none(),
            "{view:?}"
        );
    }
    let mut paused = made(3, 5, Piece::O, &mut Dice(5)).view;
    paused.paused = true;
    assert!(sighting(&picture(&renderer, &View::Game(Box::new(paused)), &CLEAN)).is_none());
    let grey = Pixels::from_rgb(64, vec![[128; 3]; 64 * 64]);
    assert!(sighting(&grey).is_none());
}

#[test]
fn a_playfield_that_moves_is_found_again() {
    let renderer = Renderer::new();
    let made = made(18, 8, Piece::L, &mut Dice(6));
    let view = View::Game(Box::new(made.view));
    let elsewhere = Damage {
        size: (640, 360),
        screen: (200.0, 40.0, 300.0, 280.0),
        ..CLEAN
    };
    let here = Damage {
        screen: (0.0, 0.0, 384.0, 360.0),
        ..elsewhere
    };
    let mut reader = FrameReader::new();
    for (how, x) in [(here, 144.0), (elsewhere, 312.5), (here, 144.0)] {
        let picture = picture(&renderer, &view, &how);
        let seen = (0..12).find_map(|_| reader.read(&picture, 0).game).unwrap();
        assert_eq!(wrong(&seen.board, &made.board), 0);
        let place: FieldArea = reader.place().unwrap();
        assert!((place.x - x).abs() < 2.0, "{place:?}");
    }
}
