//! Reads the games in a sequence of frames.

use super::cells::{Cells, FrameMemory};
use super::cover::Cover;
use super::digits::{Aside, Groups, Shape, aside};
use super::finder;
use super::fit::Fit;
use super::next::next;
use super::screen::{Light, Screen};
use super::{FieldArea, GameSighting, Pixels, Sighting};

/// Choice between two playfields side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldSide {
    /// Left playfield.
    Left,
    /// Right playfield.
    Right,
}

/// Number of frames without a playfield between two searches.
const LOOK_AGAIN: u64 = 8;
/// Number of frames used for the first fit of a playfield's cells.
const FITTED: u32 = 24;
/// Interval between these frames.
const FIT_EVERY: u64 = 10;
/// Number of frames used for fits in all. Later frames may show more cells.
const FITTED_IN_ALL: u32 = 64;
/// Interval between the frames of later fits.
const FIT_SELDOM: u64 = 120;
/// Number of consecutive frames used right after a playfield is found.
const FITTED_AT_ONCE: u32 = 3;
/// Minimum increase of the wall's brightness in the flash of a Tetris, as a fraction of white.
const FLASH: f32 = 0.15;
/// Maximum length of a flash, in frames.
const FLASH_PICTURES: u32 = 8;
/// Minimum score of other real playfields, as a fraction of the best playfield's score.
const AS_SURE: f32 = 0.75;

/// Reads the frames of a video in order. It finds the playfield, tracks it, and searches again when it no longer fits.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    pictures: u64,
    told: Option<FieldArea>,
    side: Option<FieldSide>,
    /// Playfields found so far. The one that was read last comes first.
    fields: Vec<Field>,
    /// Number of frames since the last frame with a playfield.
    missing: u64,
    groups: Groups,
    known: FrameMemory,
    /// Usual brightness of the wall.
    usual: Option<f32>,
    /// Number of consecutive frames in which the wall has been brighter.
    bright: u32,
}

/// Playfield that was found or that the user gave.
#[derive(Clone, Debug)]
struct Field {
    fit: Fit,
    fitted: u32,
    seen: FieldLayout,
    cover: Cover,
    /// Width and height of the frame in pixels.
    size: (usize, usize),
}

/// Position of a playfield's cells, and the offsets of its numbers.
#[derive(Clone, Copy, Debug)]
struct FieldLayout {
    place: FieldArea,
    aside: Aside,
}

impl FieldLayout {
    fn new(picture: &Pixels, place: FieldArea) -> FieldLayout {
        let aside = aside(&Screen::new(picture, place));
        FieldLayout { place, aside }
    }
}

impl Field {
    fn new(guess: FieldArea, picture: &Pixels) -> Field {
        let mut field = Field {
            fit: Fit::new(guess),
            fitted: 0,
            seen: FieldLayout::new(picture, guess),
            cover: Cover::default(),
            size: (picture.width(), picture.height()),
        };
        field.add(picture);
        field
    }

    /// Returns a playfield at a position given by the user.
    fn told(place: FieldArea, picture: &Pixels) -> Field {
        Field {
            fit: Fit::new(place),
            fitted: FITTED_IN_ALL,
            seen: FieldLayout::new(picture, place),
            cover: Cover::default(),
            size: (picture.width(), picture.height()),
        }
    }

    fn add(&mut self, picture: &Pixels) {
        // If hardly any of the border is visible, treat all of it as visible.
        let light = self.light(picture);
        let border = light.map_or(u64::MAX, |light| light.border);
        self.fit.add(picture, border);
        self.fitted += 1;
        self.seen = FieldLayout::new(picture, self.fit.place());
    }

    /// Returns the black and white of the frame, or `None` if the frame does not show this playfield.
    fn light(&self, picture: &Pixels) -> Option<Light> {
        if self.size != (picture.width(), picture.height()) {
            return None;
        }
        Screen::new(picture, self.seen.place).light()
    }
}

impl Reader {
    /// Returns a reader that has read no frame yet.
    pub fn new() -> Reader {
        Reader::default()
    }

    /// Returns a reader that takes the playfield at a given position in all frames.
    pub fn of_field(place: FieldArea) -> Reader {
        Reader {
            told: Some(place),
            ..Reader::default()
        }
    }

    /// Selects the left or the right of two playfields. By default, the reader reads the most certain one.
    pub fn read_side(&mut self, side: FieldSide) {
        self.side = Some(side);
    }

    /// Sets the shapes of the font's ten digits, to compare groups of shapes with them.
    pub fn know_digits(&mut self, font: &[Shape; 10]) {
        self.groups.know(font);
    }

    /// Searches a frame for the playfield before [`Reader::read`] is called, so that its position is known from the
    /// first frame on. Returns whether a position is known.
    pub fn learn(&mut self, picture: &Pixels) -> bool {
        let is_there = self.told.is_some() || self.held(picture, true).is_some();
        is_there || self.looked_for(picture).is_some()
    }

    /// Adapts to frames of another size. `part` are the scale factors across and down, and `size` is the new size in
    /// pixels.
    pub fn scale(&mut self, part: (f32, f32), size: (usize, usize)) {
        self.told = self.told.map(|place| place.scaled(part));
        for field in &mut self.fields {
            field.seen.place = field.seen.place.scaled(part);
            field.fit.scale(part);
            field.size = size;
        }
    }

    /// Returns the position of the playfield in the last frame that showed one.
    pub fn place(&self) -> Option<FieldArea> {
        self.told
            .or_else(|| self.fields.first().map(|field| field.seen.place))
    }

    /// Reads the next frame. `time` is in microseconds since the first frame.
    pub fn read(&mut self, picture: &Pixels, time: u64) -> Sighting {
        let number = self.pictures;
        self.pictures += 1;
        let found = self.found(picture);
        let game = found.map(|(seen, light)| self.game(picture, &seen, &light));
        Sighting {
            picture: number,
            time,
            game,
        }
    }

    /// Returns the playfield in a frame. Known playfields are preferred.
    fn found(&mut self, picture: &Pixels) -> Option<(FieldLayout, Light)> {
        let is_fitted = self.pictures.is_multiple_of(FIT_EVERY);
        if let Some(place) = self.told.filter(|_| self.fields.is_empty()) {
            self.fields.push(Field::told(place, picture));
        }
        if let Some(held) = self.held(picture, is_fitted) {
            self.missing = 0;
            return Some(held);
        }
        self.missing += 1;
        if self.told.is_some() || self.missing % LOOK_AGAIN != 1 {
            return None;
        }
        self.looked_for(picture)
    }

    /// Returns the first known playfield that the frame shows. In some of the frames, it also fits the playfield's
    /// cells.
    fn held(&mut self, picture: &Pixels, is_fitted: bool) -> Option<(FieldLayout, Light)> {
        let known = self.fields.iter().enumerate();
        let mut fitting = known.filter_map(|(number, field)| Some((number, field.light(picture)?)));
        let (number, light) = fitting.next()?;
        self.fields[..=number].rotate_right(1);
        let field = &mut self.fields[0];
        let is_new = field.fitted < FITTED_AT_ONCE;
        let is_later = field.fitted < FITTED_IN_ALL && self.pictures.is_multiple_of(FIT_SELDOM);
        if field.fitted < FITTED && (is_fitted || is_new) || is_later {
            field.add(picture);
        }
        Some((field.seen, light))
    }

    /// Searches the frame for a new playfield.
    fn looked_for(&mut self, picture: &Pixels) -> Option<(FieldLayout, Light)> {
        let mut fields = finder::fields(picture);
        let best = fields.first()?.score;
        fields.retain(|field| field.score >= AS_SURE * best);
        let by_place = |one: &&finder::FieldCandidate, other: &&finder::FieldCandidate| {
            one.place.x.total_cmp(&other.place.x)
        };
        let chosen = match self.side {
            None => fields.first(),
            Some(FieldSide::Left) => fields.iter().min_by(by_place),
            Some(FieldSide::Right) => fields.iter().max_by(by_place),
        };
        let field = Field::new(chosen?.place, picture);
        let light = field.light(picture)?;
        let seen = field.seen;
        self.fields.insert(0, field);
        self.fields.truncate(8);
        Some((seen, light))
    }

    fn game(&mut self, picture: &Pixels, seen: &FieldLayout, light: &Light) -> GameSighting {
        let screen = &Screen::new(picture, seen.place);
        let cells = Cells::read(screen, light, &mut self.known);
        let cover = &mut self.fields[0].cover;
        cover.add(light.border, &cells.board, &cells.doubtful, &cells.covered);
        let next = next(screen, light, cells.threshold);
        let digits = self.groups.read(screen, light, &seen.aside);
        let rounded = |colour: [f32; 3]| colour.map(|part| part.round() as u8);
        GameSighting {
            board: cells.board,
            doubtful: cells.doubtful.union(&self.fields[0].cover.hidden()),
            kinds: cells.kinds,
            next,
            colours: cells.colours.map(|colour| colour.map(rounded)),
            likely_digits: digits.map(|group| self.groups.look(group?)),
            digits,
            flashes: self.flashes(screen, light),
        }
    }

    /// Returns whether the wall is much brighter than usual, as in the flash of a Tetris.
    fn flashes(&mut self, screen: &Screen, light: &Light) -> bool {
        let wall = screen.wall(light);
        let usual = self.usual.get_or_insert(wall);
        let flashes = wall - *usual > FLASH;
        self.bright = if flashes { self.bright + 1 } else { 0 };
        if self.bright > FLASH_PICTURES {
            // A lasting change becomes the usual brightness.
            *usual = wall;
            return false;
        }
        if !flashes {
            *usual += 0.1 * (wall - *usual);
        }
        flashes
    }
}
