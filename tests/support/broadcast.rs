//! Composes the frames of a broadcast: the games of two players in an organiser's layout.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rightwell::capture::Pixels;
use rightwell::engine::View;
use rightwell::render::{Frame, Renderer};
use rightwell::rules::Piece;
use rightwell::session::{ConsolePlayback, Seek};

/// Rectangle of an image: left, top, width, height.
pub type Rect = (usize, usize, usize, usize);

/// Playfield on the console's screen.
pub const FIELD: Rect = (96, 48, 80, 160);
/// NEXT on the console's screen, without its box.
pub const NEXT: Rect = (192, 120, 32, 16);
/// Whole screen of the console.
pub const SCREEN: Rect = (0, 0, 256, 240);
/// Three numbers on the console's screen: lines, score, level.
const NUMBERS: [Rect; 3] = [(152, 24, 24, 8), (192, 64, 48, 8), (208, 168, 16, 8)];

/// Number of frames from one blink to the next.
const BLINK_INTERVAL: u64 = 100;

/// Number of random errors. They are repeated over each frame.
const NOISE_LENGTH: usize = 65_521;
/// Number of errors to skip for each frame, so that successive frames differ.
const NOISE_STEP: u64 = 7_919;

/// Bars of each digit in the organiser's font, one bit each: top, middle, bottom, upper left, upper right, lower left,
/// lower right.
const BARS: [u8; 10] = [125, 80, 55, 87, 90, 79, 111, 81, 127, 95];

/// Layout of a broadcast.
#[derive(Clone, Copy)]
pub struct Layout {
    pub name: &'static str,
    /// Width and height of the frames.
    pub size: (usize, usize),
    /// Number of console frames from one frame to the next.
    pub every: u64,
    /// Colour of the background.
    pub background: [u8; 3],
    /// Brightness added to the background at each position.
    pub pattern: fn(usize, usize) -> u8,
    /// True if the background moves.
    pub moves: bool,
    /// Maximum error of each pixel's brightness.
    pub noise: u8,
    /// True if the reader sees a few frames of the whole video in advance.
    pub learns: bool,
    /// Parts of both players' screens.
    pub players: [Shown; 2],
    /// Rectangle that shows a still picture of a playfield.
    pub third: Option<Rect>,
    /// Frames during which another scene is shown.
    pub cut: Option<(u64, u64)>,
    /// First frame of another scene, and the parts of the players' screens in it.
    pub moved: Option<(u64, [Shown; 2])>,
}

impl Layout {
    /// Returns the background of the frames.
    fn background(&self) -> Vec<[u8; 3]> {
        let (width, height) = self.size;
        let background = (0..width * height).map(|at| {
            let more = (self.pattern)(at % width, at / width);
            self.background.map(|part| part.saturating_add(more))
        });
        background.collect()
    }
}

/// Parts of a player's screen in a layout.
#[derive(Clone, Copy, Default)]
pub struct Shown {
    /// Part of the console's screen that the layout shows, such as [`FIELD`].
    pub part: Rect,
    /// Position of that part.
    pub field: Rect,
    /// Width of the border around the playfield, and its colour.
    pub border: (usize, [u8; 3]),
    /// Position of NEXT.
    pub next: Option<Rect>,
    /// Position of the lines, the score and the level, in the cartridge's font.
    pub numbers: Option<[Rect; 3]>,
    /// Position of the lines in the organiser's font, without leading zeros.
    pub lines: Option<Rect>,
    /// Position of the score in the organiser's font, without leading zeros.
    pub score: Option<Rect>,
    /// True if these numbers are dark on a bright ground.
    pub is_dark: bool,
    /// True if a picture covers the playfield in one of a hundred frames.
    pub blinks: bool,
    /// First frame of the game, counted from the first piece. Negative numbers are before it.
    pub start: i64,
}

/// Composer of the frames of a broadcast.
pub struct Broadcast {
    layout: Layout,
    renderer: Renderer,
    games: [ConsolePlayback; 2],
    screens: [Vec<[u8; 3]>; 2],
    pixels: Vec<[u8; 3]>,
    /// Errors of successive pixels, from 0 to twice the noise.
    errors: Vec<u8>,
    frame: u64,
}

impl Broadcast {
    /// Returns the broadcast of two games in a layout.
    pub fn new(layout: Layout, mut games: [ConsolePlayback; 2]) -> Broadcast {
        for (game, shown) in games.iter_mut().zip(layout.players) {
            game.seek(game.first_piece().saturating_add_signed(shown.start));
        }
        let mut generator = ChaCha8Rng::seed_from_u64(1);
        let mut broadcast = Broadcast {
            layout,
            renderer: Renderer::new(),
            games,
            screens: [const { Vec::new() }; 2],
            pixels: layout.background(),
            errors: (0..NOISE_LENGTH)
                .map(|_| generator.random_range(0..=2 * layout.noise))
                .collect(),
            frame: 0,
        };
        broadcast.draw_boxes();
        broadcast
    }

    /// Returns the console frame that a player's game shows in the next frame.
    pub fn console_frame(&self, player: usize) -> u64 {
        self.games[player].frame()
    }

    /// Returns NEXT in the last frame of a player's game, whether the layout shows it or not.
    pub fn next_piece(&self, player: usize) -> Option<Piece> {
        match self.games[player].console().view() {
            View::Game(game) => game.next,
            _ => None,
        }
    }

    /// Returns the lines in the last frame of a player's game.
    pub fn lines(&self, player: usize) -> Option<[u8; 3]> {
        match self.games[player].console().view() {
            View::Game(game) => Some(game.lines),
            _ => None,
        }
    }

    /// Returns the score in the last frame of a player's game.
    pub fn score(&self, player: usize) -> Option<[u8; 6]> {
        match self.games[player].console().view() {
            View::Game(game) => Some(game.score),
            _ => None,
        }
    }

    /// Returns the next frame and its time in microseconds, or `None` after the end of both games.
    pub fn next_frame(&mut self) -> Option<(Pixels, u64)> {
        if self.games.iter().all(Seek::is_at_end) {
            return None;
        }
        if let Some((first, players)) = self.layout.moved
            && first == self.frame
        {
            self.layout.players = players;
            self.pixels = self.layout.background();
            self.screens = [const { Vec::new() }; 2];
            self.draw_boxes();
        }
        if self.layout.moves {
            self.move_background();
        }
        for player in 0..2 {
            for _ in 0..self.layout.every {
                if !self.games[player].is_at_end() {
                    self.games[player].step();
                }
            }
            self.draw_player(player);
        }
        let time = self.frame * self.layout.every * 1_000_000_000_000 / 60_098_800;
        let is_cut = self
            .layout
            .cut
            .is_some_and(|(first, last)| (first..last).contains(&self.frame));
        self.frame += 1;
        let (width, height) = self.layout.size;
        let mut pixels = match is_cut {
            true => {
                let row = |place: usize| [(place % 200) as u8, (place / width % 250) as u8, 90];
                (0..width * height).map(row).collect()
            }
            false => self.pixels.clone(),
        };
        if !is_cut && self.frame.is_multiple_of(BLINK_INTERVAL) {
            for shown in self.layout.players.iter().filter(|shown| shown.blinks) {
                let (x, y, wide, tall) = shown.field;
                for line in y..y + tall {
                    pixels[line * width + x..line * width + x + wide].fill([120, 120, 130]);
                }
            }
        }
        if self.layout.noise > 0 {
            self.add_noise(&mut pixels);
        }
        Some((Pixels::from_rgb(width, pixels), time))
    }

    fn add_noise(&self, pixels: &mut [[u8; 3]]) {
        let start = (NOISE_STEP * self.frame) as usize % NOISE_LENGTH;
        let errors = self.errors.iter().cycle().skip(start);
        for (pixel, error) in pixels.iter_mut().zip(errors) {
            *pixel = pixel.map(|part| {
                part.saturating_add(*error)
                    .saturating_sub(self.layout.noise)
            });
        }
    }

    fn draw_boxes(&mut self) {
        for shown in self.layout.players {
            let (wide, colour) = shown.border;
            let (x, y, width, height) = shown.field;
            self.fill(
                (x - wide, y - wide, width + 2 * wide, height + 2 * wide),
                colour,
            );
            if let Some((x, y, width, height)) = shown.next {
                self.fill((x - 12, y - 12, width + 24, height + 24), [0, 0, 0]);
            }
        }
        if let Some((x, y, width, height)) = self.layout.third {
            self.fill((x - 2, y - 2, width + 4, height + 4), [220, 220, 220]);
            self.fill((x, y, width, height), [0, 0, 0]);
            let cell = width / 10;
            for place in 0..60 {
                let (column, row) = (place * 7 % 10, 19 - place / 10);
                let corner = (x + column * cell, y + row * height / 20);
                self.fill(
                    (corner.0, corner.1, cell * 7 / 8, cell * 7 / 8),
                    [60, 90, 240],
                );
            }
        }
    }

    fn fill(&mut self, (x, y, width, height): Rect, colour: [u8; 3]) {
        for line in y..(y + height).min(self.layout.size.1) {
            let start = line * self.layout.size.0 + x;
            self.pixels[start..start + width].fill(colour);
        }
    }

    /// Moves stripes over the lowest part of the background, below all playfields, and at its sides.
    fn move_background(&mut self) {
        let (width, height) = self.layout.size;
        for y in (0..height).filter(|y| *y < 30 || y + 30 > height) {
            for x in 0..width {
                let wave = (x as u64 + 3 * self.frame + y as u64) / 24 % 5;
                self.pixels[y * width + x] = [40 + 20 * wave as u8, 50, 120 - 15 * wave as u8];
            }
        }
    }

    fn draw_player(&mut self, player: usize) {
        let mut frame = Frame::new();
        self.renderer
            .draw(&self.games[player].console().view(), &mut frame);
        let screen = frame.to_rgb(self.renderer.palette(), 1);
        let before = std::mem::replace(&mut self.screens[player], screen);
        let shown = self.layout.players[player];
        self.copy(player, &before, shown.part, shown.field);
        if let Some(next) = shown.next {
            self.copy(player, &before, NEXT, next);
        }
        if let (Some(place), Some(lines)) = (shown.lines, self.lines(player)) {
            self.write_number(&lines, place, shown.is_dark);
        }
        if let (Some(place), Some(score)) = (shown.score, self.score(player)) {
            self.write_number(&score, place, shown.is_dark);
        }
        for (from, to) in NUMBERS.into_iter().zip(shown.numbers.into_iter().flatten()) {
            self.copy(player, &before, from, to);
        }
    }

    /// Writes a number in the organiser's font.
    fn write_number(&mut self, digits: &[u8], place: Rect, is_dark: bool) {
        let mut colours = [[10, 12, 20], [240, 240, 235]];
        if is_dark {
            colours.reverse();
        }
        let (x, y, width, height) = place;
        self.fill((x - 8, y - 8, width + 16, height + 16), colours[0]);
        let zeros = digits[..digits.len() - 1]
            .iter()
            .take_while(|digit| **digit == 0)
            .count();
        let bar = height / 7;
        let pitch = width / digits.len();
        for (index, digit) in digits.iter().copied().enumerate().skip(zeros) {
            let (left, wide) = (x + index * pitch, pitch - bar);
            let (right, half) = (left + wide - bar, (height - bar) / 2);
            let bars = [
                (left, y, wide, bar),
                (left, y + half, wide, bar),
                (left, y + 2 * half, wide, bar),
                (left, y, bar, half + bar),
                (right, y, bar, half + bar),
                (left, y + half, bar, half + bar),
                (right, y + half, bar, half + bar),
            ];
            for (place, rectangle) in bars.into_iter().enumerate() {
                if BARS[usize::from(digit) % 10] >> place & 1 == 1 {
                    self.fill(rectangle, colours[1]);
                }
            }
        }
    }

    /// Copies a part of a player's screen, scaled, to a rectangle of the frame. Leaves out lines that have not changed.
    fn copy(&mut self, player: usize, before: &[[u8; 3]], from: Rect, to: Rect) {
        let screen = &self.screens[player];
        let line = |y: usize| 256 * (from.1 + y) + from.0..256 * (from.1 + y) + from.0 + from.2;
        // Each pixel is the mean of two by two samples, as in a scaler.
        let samples = |at: usize, length: usize, of: usize| {
            [1, 3].map(|quarter| ((4 * at + quarter) * of / (4 * length)).min(of - 1))
        };
        let across: Vec<[usize; 2]> = (0..to.2).map(|x| samples(x, to.2, from.2)).collect();
        for y in 0..to.3 {
            let rows = samples(y, to.3, from.3);
            let is_same = |y: &usize| before.get(line(*y)) == Some(&screen[line(*y)]);
            if rows.iter().all(is_same) {
                continue;
            }
            let start = (to.1 + y) * self.layout.size.0 + to.0;
            let [upper, lower] = rows.map(|row| &screen[line(row)]);
            for (pixel, [left, right]) in self.pixels[start..start + to.2].iter_mut().zip(&across) {
                let parts = [upper[*left], upper[*right], lower[*left], lower[*right]];
                *pixel = std::array::from_fn(|part| {
                    (parts
                        .iter()
                        .map(|colour| u16::from(colour[part]))
                        .sum::<u16>()
                        / 4) as u8
                });
            }
        }
    }
}
