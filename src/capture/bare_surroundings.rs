//! Surroundings of a playfield that stands alone. Where NEXT and the numbers are, follows from the game.

use super::cells::CellReadings;
use super::glyph::glyph_areas;
use super::grey::BrightnessMap;
use super::lines_finder::LinesFinder;
use super::next_finder::NextFinder;
use super::score_finder::ScoreFinder;
use super::screen::ScreenBrightness;
use super::spawn_detector::{SpawnDetector, TopEvent};
use super::{DIGITS, FieldArea, LINES_DIGITS, Pixels, SCORE_DIGITS};
use crate::rules::Piece;

/// Number of searches after which numbers are searched at one of several spawns only.
const SEARCHES_MAX: u32 = 120;
/// Number of spawns from one of these rarer searches to the next.
const RARE_INTERVAL: u32 = 8;

/// NEXT and numbers beside a playfield that stands alone.
#[derive(Clone, Debug, Default)]
pub(super) struct BareSurroundings {
    spawns: SpawnDetector,
    next: NextFinder,
    numbers: NumberFinders,
}

/// Finders of the numbers.
#[derive(Clone, Debug, Default)]
struct NumberFinders {
    lines: LinesFinder,
    score: ScoreFinder,
    searches: u32,
    /// Last event, if it was a spawn: the rows cleared before it.
    cleared: Option<Option<u32>>,
    /// Shapes of the line count's digits, and the number of occupied cells in the frame that shows them.
    lines_reading: ([Option<u8>; LINES_DIGITS], u32),
}

impl BareSurroundings {
    /// Forgets where NEXT and the numbers are, because the size of the frames changes.
    pub(super) fn clear(&mut self) {
        self.spawns = SpawnDetector::default();
        self.next.clear();
        self.numbers.lines.clear();
        self.numbers.score.clear();
    }

    /// Reads NEXT and the shapes of the digits, as far as their places are known. `cells` are those of the playfield at
    /// `field`.
    pub(super) fn read(
        &mut self,
        frame: &Pixels,
        field: &FieldArea,
        light: &ScreenBrightness,
        cells: &CellReadings,
    ) -> (Option<Piece>, [Option<u8>; DIGITS]) {
        let next = self.next.read(frame, light, cells.threshold);
        let count = cells.board.count();
        if let Some(event) = self.spawns.see(&cells.board, &cells.doubtful) {
            let grey = || BrightnessMap::of(frame);
            self.next.see(event, grey, field, light, next);
            self.numbers.see(event, grey, field, light, count);
        }
        (next, self.numbers.read(frame, field, light, count))
    }
}

impl NumberFinders {
    /// Reads the shapes of the digits, or `None` for digits that are missing or unknown. `cells` is the number of
    /// occupied cells. It changes when a row begins to clear, before the line count does.
    fn read(
        &mut self,
        frame: &Pixels,
        field: &FieldArea,
        light: &ScreenBrightness,
        cells: u32,
    ) -> [Option<u8>; DIGITS] {
        if self.lines_reading.1 != cells {
            self.lines_reading = ([None; LINES_DIGITS], cells);
        }
        let mut digits = [None; DIGITS];
        let (lines, others) = digits.split_at_mut(LINES_DIGITS);
        lines.copy_from_slice(&self.lines_reading.0);
        let score = self.score.read(frame, field, light, &self.lines);
        others[..SCORE_DIGITS].copy_from_slice(&score);
        digits
    }

    /// Notes what the top rows of the playfield at `field` show. Looks at the frame only after a spawn that was seen.
    fn see(
        &mut self,
        event: TopEvent,
        frame: impl FnOnce() -> BrightnessMap,
        field: &FieldArea,
        light: &ScreenBrightness,
        cells: u32,
    ) {
        self.lines_reading = ([None; LINES_DIGITS], cells);
        let rows = match event {
            TopEvent::Spawn { rows, .. } => {
                self.cleared = Some(rows);
                return;
            }
            TopEvent::Left => self.cleared.take(),
        };
        let Some(rows) = rows else { return };
        self.searches += 1;
        let is_known = self.lines.is_known() || self.score.is_known();
        if !is_known && self.searches > SEARCHES_MAX && !self.searches.is_multiple_of(RARE_INTERVAL)
        {
            self.lines.skip();
            self.score.skip();
            return;
        }
        let grey = frame();
        let glyphs = glyph_areas(&grey, field, light);
        self.lines_reading.0 = self.lines.see(rows, &grey, &glyphs, field, light);
        self.score
            .see(rows, &grey, &glyphs, field, light, &self.lines);
    }
}
