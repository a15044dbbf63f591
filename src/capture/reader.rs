//! Reader of games in the frames of a video.

use super::cells::{CellReadings, FrameMemory};
use super::digits::{Offsets, Shape, ShapeGroups, find_offsets};
use super::finder;
use super::grid_fitter::GridFitter;
use super::next::next;
use super::overlay_detector::OverlayDetector;
use super::screen::{Screen, ScreenBrightness};
use super::{FieldArea, GameSighting, Pixels, Sighting};

/// One of two playfields that a frame shows side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldSide {
    /// Left playfield.
    Left,
    /// Right playfield.
    Right,
}

/// Number of frames from one search to the next while no playfield is found.
const SEARCH_INTERVAL: u64 = 8;
/// Number of frames that the first fit of a playfield's cells uses.
const FIRST_FITS: u32 = 24;
/// The first fit uses one of every ten frames.
const FIRST_FIT_INTERVAL: u64 = 10;
/// Maximum number of frames that the first and all later fits use together. Later frames may show more cells.
const FITS_MAX: u32 = 64;
/// Later fits use one of every 120 frames.
const LATER_FIT_INTERVAL: u64 = 120;
/// Number of successive frames that the first fit uses right after a playfield is found.
const INITIAL_FITS: u32 = 3;
/// Minimum increase of the wall's brightness in the flash of a Tetris, as a fraction of white.
const FLASH: f32 = 0.15;
/// Maximum length of a flash, in frames.
const FLASH_FRAMES_MAX: u32 = 8;
/// Minimum score at which another playfield counts as real, as a fraction of the best playfield's score.
const REAL_SCORE_MIN: f32 = 0.75;

/// Reader of the frames of a video, in order. It finds the playfield, tracks it, and searches again when it no longer
/// fits.
#[derive(Clone, Debug, Default)]
pub struct FrameReader {
    frames_read: u64,
    given_area: Option<FieldArea>,
    side: Option<FieldSide>,
    /// Playfields found so far. The one that was read last comes first.
    playfields: Vec<Field>,
    /// Number of frames since the last frame with a playfield.
    missing: u64,
    groups: ShapeGroups,
    memory: FrameMemory,
    /// Usual brightness of the wall.
    usual: Option<f32>,
    /// Number of consecutive frames in which the wall has been brighter than usual.
    bright: u32,
}

/// Playfield that the reader has found or the user has given.
#[derive(Clone, Debug)]
struct Field {
    fit: GridFitter,
    fits: u32,
    layout: FieldLayout,
    cover: OverlayDetector,
    /// Width and height of the frame in pixels.
    size: (usize, usize),
}

/// Position of a playfield's cells, and the offsets of its numbers.
#[derive(Clone, Copy, Debug)]
struct FieldLayout {
    place: FieldArea,
    offsets: Offsets,
}

impl FieldLayout {
    fn new(frame: &Pixels, place: FieldArea) -> FieldLayout {
        let offsets = find_offsets(&Screen::new(frame, place));
        FieldLayout { place, offsets }
    }
}

impl Field {
    fn new(guess: FieldArea, frame: &Pixels) -> Field {
        let mut field = Field {
            fit: GridFitter::new(guess),
            fits: 0,
            layout: FieldLayout::new(frame, guess),
            cover: OverlayDetector::default(),
            size: (frame.width(), frame.height()),
        };
        field.add(frame);
        field
    }

    /// Returns a playfield at a position given by the user.
    fn from_area(place: FieldArea, frame: &Pixels) -> Field {
        Field {
            fit: GridFitter::new(place),
            fits: FITS_MAX,
            layout: FieldLayout::new(frame, place),
            cover: OverlayDetector::default(),
            size: (frame.width(), frame.height()),
        }
    }

    fn add(&mut self, frame: &Pixels) {
        // If too little of the border is visible to determine black and white, treat the whole border as visible.
        let light = self.light(frame);
        let border = light.map_or(u64::MAX, |light| light.border);
        self.fit.add(frame, border);
        self.fits += 1;
        self.layout = FieldLayout::new(frame, self.fit.place());
    }

    /// Returns the black and white of the frame, or `None` if the frame does not show this playfield.
    fn light(&self, frame: &Pixels) -> Option<ScreenBrightness> {
        if self.size != (frame.width(), frame.height()) {
            return None;
        }
        Screen::new(frame, self.layout.place).light()
    }
}

impl FrameReader {
    /// Returns a reader that has read no frame yet.
    pub fn new() -> FrameReader {
        FrameReader::default()
    }

    /// Returns a reader that uses the playfield at a given position in all frames.
    pub fn of_field(place: FieldArea) -> FrameReader {
        FrameReader {
            given_area: Some(place),
            ..FrameReader::default()
        }
    }

    /// Selects the left or the right of two playfields. By default, the reader reads the playfield of which it is most
    /// certain.
    pub fn read_side(&mut self, side: FieldSide) {
        self.side = Some(side);
    }

    /// Sets the shapes of the font's ten digits, with which groups of shapes are then compared.
    pub fn know_digits(&mut self, font: &[Shape; 10]) {
        self.groups.set_font(font);
    }

    /// Searches a frame for the playfield. Call this before [`FrameReader::read`] to make the position known from the first
    /// frame on. Returns whether a position is known.
    pub fn learn(&mut self, frame: &Pixels) -> bool {
        let is_there = self.given_area.is_some() || self.known_playfield(frame, true).is_some();
        is_there || self.search(frame).is_some()
    }

    /// Adapts to frames of another size. `part` are the scale factors across and down, and `size` is the new size in
    /// pixels.
    pub fn scale(&mut self, part: (f32, f32), size: (usize, usize)) {
        self.given_area = self.given_area.map(|place| place.scaled(part));
        for field in &mut self.playfields {
            field.layout.place = field.layout.place.scaled(part);
            field.fit.scale(part);
            field.size = size;
        }
    }

    /// Returns the position of the playfield in the last frame that showed one.
    pub fn place(&self) -> Option<FieldArea> {
        self.given_area
            .or_else(|| self.playfields.first().map(|field| field.layout.place))
    }

    /// Reads the next frame. `time` is in microseconds since the first frame.
    pub fn read(&mut self, frame: &Pixels, time: u64) -> Sighting {
        let number = self.frames_read;
        self.frames_read += 1;
        let found = self.find(frame);
        let game = found.map(|(layout, light)| self.game(frame, &layout, &light));
        Sighting {
            frame: number,
            time,
            game,
        }
    }

    /// Returns the playfield in a frame. Prefers one that is already known.
    fn find(&mut self, frame: &Pixels) -> Option<(FieldLayout, ScreenBrightness)> {
        let is_fitted = self.frames_read.is_multiple_of(FIRST_FIT_INTERVAL);
        if let Some(place) = self.given_area.filter(|_| self.playfields.is_empty()) {
            self.playfields.push(Field::from_area(place, frame));
        }
        if let Some(found) = self.known_playfield(frame, is_fitted) {
            self.missing = 0;
            return Some(found);
        }
        self.missing += 1;
        if self.given_area.is_some() || self.missing % SEARCH_INTERVAL != 1 {
            return None;
        }
        self.search(frame)
    }

    /// Returns the first known playfield that the frame shows. In some frames, also improves the fit of the playfield's
    /// cells.
    fn known_playfield(
        &mut self,
        frame: &Pixels,
        is_fitted: bool,
    ) -> Option<(FieldLayout, ScreenBrightness)> {
        let known = self.playfields.iter().enumerate();
        let mut fitting = known.filter_map(|(number, field)| Some((number, field.light(frame)?)));
        let (number, light) = fitting.next()?;
        self.playfields[..=number].rotate_right(1);
        let field = &mut self.playfields[0];
        let is_new = field.fits < INITIAL_FITS;
        let is_later = field.fits < FITS_MAX && self.frames_read.is_multiple_of(LATER_FIT_INTERVAL);
        if field.fits < FIRST_FITS && (is_fitted || is_new) || is_later {
            field.add(frame);
        }
        Some((field.layout, light))
    }

    /// Searches the frame for a new playfield.
    fn search(&mut self, frame: &Pixels) -> Option<(FieldLayout, ScreenBrightness)> {
        let mut playfields = finder::playfields(frame);
        let best = playfields.first()?.score;
        playfields.retain(|field| field.score >= REAL_SCORE_MIN * best);
        let by_place = |one: &&finder::FieldCandidate, other: &&finder::FieldCandidate| {
            one.place.x.total_cmp(&other.place.x)
        };
        let chosen = match self.side {
            None => playfields.first(),
            Some(FieldSide::Left) => playfields.iter().min_by(by_place),
            Some(FieldSide::Right) => playfields.iter().max_by(by_place),
        };
        let field = Field::new(chosen?.place, frame);
        let light = field.light(frame)?;
        let layout = field.layout;
        self.playfields.insert(0, field);
        self.playfields.truncate(8);
        Some((layout, light))
    }

    fn game(
        &mut self,
        frame: &Pixels,
        layout: &FieldLayout,
        light: &ScreenBrightness,
    ) -> GameSighting {
        let screen = &Screen::new(frame, layout.place);
        let cells = CellReadings::read(screen, light, &mut self.memory);
        let cover = &mut self.playfields[0].cover;
        cover.add(light.border, &cells.board, &cells.doubtful, &cells.covered);
        let next = next(screen, light, cells.threshold);
        let digits = self.groups.read(screen, light, &layout.offsets);
        let rounded = |colour: [f32; 3]| colour.map(|part| part.round() as u8);
        GameSighting {
            board: cells.board,
            doubtful: cells.doubtful.union(&self.playfields[0].cover.hidden()),
            kinds: cells.kinds,
            next,
            colours: cells.colours.map(|colour| colour.map(rounded)),
            likely_digits: digits.map(|group| self.groups.likely_digit(group?)),
            digits,
            flashes: self.flashes(screen, light),
        }
    }

    /// Returns whether the wall is much brighter than usual, as in the flash of a Tetris.
    fn flashes(&mut self, screen: &Screen, light: &ScreenBrightness) -> bool {
        let wall = screen.wall(light);
        let usual = self.usual.get_or_insert(wall);
        let flashes = wall - *usual > FLASH;
        self.bright = if flashes { self.bright + 1 } else { 0 };
        if self.bright > FLASH_FRAMES_MAX {
            // If the change lasts, it becomes the usual brightness.
            *usual = wall;
            return false;
        }
        if !flashes {
            *usual += 0.1 * (wall - *usual);
        }
        flashes
    }
}
