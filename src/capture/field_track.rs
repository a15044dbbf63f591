//! Playfield at one position in a video. It is followed from frame to frame.

use std::ops::RangeInclusive;

use super::bare_surroundings::BareSurroundings;
use super::cells::{CellReadings, FrameMemory};
use super::change_finder::ChangeFinder;
use super::digits::{Offsets, ShapeGroups, find_offsets};
use super::finder::FieldCandidate;
use super::grid_fitter::GridFitter;
use super::layout::BORDER;
use super::motion_detector::MotionDetector;
use super::next::next;
use super::overlay_detector::OverlayDetector;
use super::screen::{Screen, ScreenBrightness};
use super::{DIGITS, FieldArea, GameSighting, Pixels};

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

/// Number of cells in a piece.
const PIECE_CELLS: u32 = 4;
/// Usual number of cells in a playfield that shows a game.
const CELL_COUNTS: RangeInclusive<u32> = PIECE_CELLS..=190;

/// Maximum number of doubtful cells in a console screen, until pieces move in it. A menu has more.
const SCREEN_DOUBTFUL_MAX: u32 = 50;
/// Maximum number of doubtful cells in a playfield that stands alone, until pieces move in it.
const BARE_DOUBTFUL_MAX: u32 = 8;

/// Number of searches that must find a playfield before half of its score counts.
const DOUBTFUL_FINDS: u32 = 3;

/// Surroundings of a playfield.
#[derive(Clone, Debug)]
enum Surroundings {
    /// The console's screen, with the border and the other boxes at their usual positions.
    Screen { offsets: Offsets },
    /// Unknown things. Black and white follow from the playfield alone.
    Unknown {
        /// Brightest white seen in the playfield.
        white: u8,
        around: Box<BareSurroundings>,
    },
}

/// Playfield that the reader has found or the user has given.
#[derive(Clone, Debug)]
pub(super) struct FieldTrack {
    place: FieldArea,
    surroundings: Surroundings,
    score: f32,
    /// Number of searches that have found it.
    finds: u32,
    fit: GridFitter,
    fits: u32,
    cover: OverlayDetector,
    motion: MotionDetector,
    was_likely: bool,
    /// True if changes have shown the gaps between the cells.
    shows_grid: bool,
    memory: FrameMemory,
    flash: FlashDetector,
    /// Width and height of the frame in pixels.
    size: (usize, usize),
}

/// Detector of the flash of a Tetris: for a short time, the wall is brighter than usual.
#[derive(Clone, Debug, Default)]
struct FlashDetector {
    /// Usual brightness of the wall.
    usual: Option<f32>,
    /// Number of consecutive frames in which the wall has been brighter than usual.
    bright: u32,
}

impl FieldTrack {
    /// Returns a playfield that was found in this frame.
    pub(super) fn found(candidate: &FieldCandidate, frame: &Pixels) -> FieldTrack {
        let mut field = FieldTrack::new(candidate.place, frame, candidate.is_bare);
        field.add_find(candidate);
        field.refine(frame);
        field
    }

    /// Returns a playfield at a position given by the user. If the border is not visible, the surroundings are unknown.
    pub(super) fn given(place: FieldArea, frame: &Pixels) -> FieldTrack {
        let is_bare = Screen::new(frame, place).light().is_none()
            && Screen::new(frame, place).bare_light(&mut 0).is_some();
        FieldTrack {
            fits: FITS_MAX,
            ..FieldTrack::new(place, frame, is_bare)
        }
    }

    fn new(place: FieldArea, frame: &Pixels, is_bare: bool) -> FieldTrack {
        let surroundings = match is_bare {
            true => Surroundings::Unknown {
                white: 0,
                around: Box::default(),
            },
            false => Surroundings::Screen {
                offsets: find_offsets(&Screen::new(frame, place)),
            },
        };
        FieldTrack {
            place,
            surroundings,
            score: 0.0,
            finds: 0,
            fit: GridFitter::new(place, is_bare),
            fits: 0,
            cover: OverlayDetector::default(),
            motion: MotionDetector::default(),
            was_likely: false,
            shows_grid: false,
            memory: FrameMemory::default(),
            flash: FlashDetector::default(),
            size: (frame.width(), frame.height()),
        }
    }

    /// Returns the position of the cells.
    pub(super) fn place(&self) -> FieldArea {
        self.place
    }

    /// Returns the inner edge of the border.
    pub(super) fn border(&self) -> FieldArea {
        if self.is_bare() {
            return *self.fit.guess();
        }
        let (across, down) = (BORDER.right - BORDER.left, BORDER.bottom - BORDER.top);
        let guess = self.fit.guess();
        guess.part((BORDER.left, BORDER.top), (across, down))
    }

    /// Returns whether a moving border may be followed: pieces move in the playfield, or the console's screen is around it.
    pub(super) fn can_move(&self) -> bool {
        !self.is_bare() || self.motion.shows_game()
    }

    /// Fits the cells anew into this border. The gap between both is the same on all sides.
    pub(super) fn restart_fit(&mut self, border: FieldArea) {
        self.place = border;
        self.fit = GridFitter::new(border, true);
        self.fits = 0;
    }

    /// Returns how certain it is that this is a playfield, from the score and the number of searches that have found it.
    pub(super) fn certainty(&self) -> f32 {
        self.score * self.finds as f32 / (self.finds + DOUBTFUL_FINDS) as f32
    }

    /// Returns whether a search has found this playfield again.
    pub(super) fn is_same(&self, candidate: &FieldCandidate) -> bool {
        self.is_bare() == candidate.is_bare && self.is_near(&candidate.place)
    }

    /// Returns whether this is a console screen whose playfield is near this area.
    pub(super) fn is_screen_at(&self, area: &FieldArea) -> bool {
        !self.is_bare() && self.is_near(area)
    }

    fn is_near(&self, area: &FieldArea) -> bool {
        // The cells may have moved away from the border that was found.
        self.place.is_same(area) || self.fit.guess().is_same(area)
    }

    /// Returns whether the surroundings are unknown.
    fn is_bare(&self) -> bool {
        matches!(self.surroundings, Surroundings::Unknown { .. })
    }

    /// Notes that a search has found the playfield.
    pub(super) fn add_find(&mut self, candidate: &FieldCandidate) {
        self.score = self.score.max(candidate.score);
        self.finds += 1;
    }

    /// Returns the number of searches that have found the playfield. A rectangle between settled cells is found only
    /// while they lie there.
    pub(super) fn finds(&self) -> u32 {
        self.finds
    }

    /// Returns whether the console's screen is around the playfield, or this frame shows cells in it.
    pub(super) fn is_likely(&mut self, frame: &Pixels) -> bool {
        self.was_likely |= match self.surroundings {
            Surroundings::Screen { .. } => self.light(frame).is_some(),
            Surroundings::Unknown { .. } => self.shows_cells(frame),
        };
        self.was_likely
    }

    /// Returns whether this is likely a playfield: [`FieldTrack::is_likely`] has returned true, and changes have shown the
    /// gaps between the cells.
    pub(super) fn is_real(&self) -> bool {
        self.was_likely && self.shows_grid
    }

    /// Returns whether changes have shown the gaps between the cells.
    pub(super) fn shows_grid(&self) -> bool {
        self.shows_grid
    }

    /// Looks for the gaps between the cells in these changes.
    pub(super) fn add_changes(&mut self, changes: &ChangeFinder) {
        self.shows_grid = self.shows_grid || changes.shows_grid(&self.place);
    }

    /// Returns the detector of moving pieces.
    pub(super) fn motion(&self) -> &MotionDetector {
        &self.motion
    }

    /// Converts the position to frames of another size. `part` are the scale factors, and `size` is the new size.
    pub(super) fn scale(&mut self, part: (f32, f32), size: (usize, usize)) {
        self.place = self.place.scaled(part);
        self.fit.scale(part);
        self.size = size;
        if let Surroundings::Unknown { around, .. } = &mut self.surroundings {
            around.clear();
        }
    }

    /// Improves the fit of the cells, in some of the frames.
    pub(super) fn refine_at(&mut self, frame: &Pixels, number: u64) {
        let is_first = number.is_multiple_of(FIRST_FIT_INTERVAL) || self.fits < INITIAL_FITS;
        let is_later = self.fits < FITS_MAX && number.is_multiple_of(LATER_FIT_INTERVAL);
        if self.fits < FIRST_FITS && is_first || is_later {
            self.refine(frame);
        }
    }

    fn refine(&mut self, frame: &Pixels) {
        // Without cells, the edges in the playfield are those of something else, such as a menu.
        if self.is_bare() && self.fits > 0 && !self.shows_cells(frame) {
            return;
        }
        // If too little of the border is visible to determine black and white, treat the whole border as visible.
        let light = self.light(frame);
        let border = light.map_or(u64::MAX, |light| light.border);
        self.fit.add(frame, border);
        self.fits += 1;
        self.place = self.fit.place();
        if let Surroundings::Screen { offsets } = &mut self.surroundings {
            *offsets = find_offsets(&Screen::new(frame, self.place));
        }
    }

    /// Returns whether the playfield has a usual number of cells in this frame. Does not remember their colours: the frame
    /// may be one of another level.
    fn shows_cells(&mut self, frame: &Pixels) -> bool {
        self.light(frame).is_some_and(|light| {
            let screen = Screen::new(frame, self.place);
            let cells = CellReadings::read(&screen, &light, &mut self.memory.clone());
            CELL_COUNTS.contains(&cells.board.count())
        })
    }

    /// Returns the black and white of the frame, or `None` if the frame does not show this playfield. It then forgets the
    /// colours of the level.
    pub(super) fn light(&mut self, frame: &Pixels) -> Option<ScreenBrightness> {
        if self.size != (frame.width(), frame.height()) {
            return None;
        }
        let screen = Screen::new(frame, self.place);
        let light = match &mut self.surroundings {
            Surroundings::Screen { .. } => screen.light(),
            Surroundings::Unknown { white, .. } => screen.bare_light(white),
        };
        if light.is_none() {
            // A menu may have been here before, in other colours.
            self.memory = FrameMemory::default();
        }
        light
    }

    /// Reads the playfield and its surroundings. `groups` are the shapes of the digits seen so far.
    pub(super) fn read(
        &mut self,
        frame: &Pixels,
        light: &ScreenBrightness,
        groups: &mut ShapeGroups,
    ) -> GameSighting {
        let cells = self.cells(frame, light);
        // A playfield that stands alone may show a menu until pieces move. Each frame then counts by itself.
        if self.is_bare() && !self.motion.shows_game() {
            self.cover = OverlayDetector::default();
        }
        self.cover
            .add(light.border, &cells.board, &cells.doubtful, &cells.covered);
        let screen = &Screen::new(frame, self.place);
        let (next, digits, likely_digits, flashes) = match &mut self.surroundings {
            Surroundings::Unknown { around, .. } => {
                let (next, digits) = around.read(frame, &self.place, light, &cells);
                // Digits of another font must not be taken for those of the cartridge.
                (next, digits, [None; DIGITS], false)
            }
            Surroundings::Screen { offsets } => {
                let digits = groups.read(screen, light, offsets);
                let likely_digits = groups.likely_digits(&digits);
                let flashes = self.flash.see(screen.wall(light));
                let next = next(screen, light, cells.threshold);
                (next, digits, likely_digits, flashes)
            }
        };
        let rounded = |colour: [f32; 3]| colour.map(|part| part.round() as u8);
        let shows_colours = screen.shows_colours();
        GameSighting {
            board: cells.board,
            doubtful: cells.doubtful.union(&self.cover.hidden()),
            kinds: cells.kinds,
            next,
            colours: cells
                .colours
                .map(|colour| colour.filter(|_| shows_colours).map(rounded)),
            likely_digits,
            digits,
            flashes,
        }
    }

    /// Returns whether this reading may be a game. Until pieces move, most cells must be clear, and a playfield that
    /// stands alone must show some. In one too small for colours, more than a piece of a single kind may be text.
    pub(super) fn may_be_game(&self, game: &GameSighting) -> bool {
        let doubtful = game.doubtful.count();
        let is_clear = match self.surroundings {
            Surroundings::Screen { .. } => doubtful <= SCREEN_DOUBTFUL_MAX,
            Surroundings::Unknown { .. } => {
                let cells = game.board.count();
                let mut kinds = game.kinds.iter().filter(|kind| **kind != 0);
                let first = kinds.next();
                let is_small = game.colours.iter().all(Option::is_none);
                let is_text =
                    is_small && cells > PIECE_CELLS && kinds.all(|kind| Some(kind) == first);
                doubtful <= BARE_DOUBTFUL_MAX && CELL_COUNTS.contains(&cells) && !is_text
            }
        };
        is_clear || self.motion.shows_game()
    }

    /// Looks only for moving pieces.
    pub(super) fn watch(&mut self, frame: &Pixels, light: &ScreenBrightness) {
        self.cells(frame, light);
    }

    fn cells(&mut self, frame: &Pixels, light: &ScreenBrightness) -> CellReadings {
        let screen = Screen::new(frame, self.place);
        let cells = CellReadings::read(&screen, light, &mut self.memory);
        self.motion.see(&cells.board, &cells.doubtful);
        cells
    }
}

impl FlashDetector {
    /// Returns whether the wall is much brighter than usual. `wall` is its brightness (0-1).
    fn see(&mut self, wall: f32) -> bool {
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
