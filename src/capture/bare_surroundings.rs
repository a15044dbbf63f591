//! Surroundings of a playfield that stands alone. Where NEXT and the line count are, follows from the game.

use super::cells::CellReadings;
use super::grey::BrightnessMap;
use super::lines_finder::LinesFinder;
use super::next_finder::NextFinder;
use super::screen::ScreenBrightness;
use super::spawn_detector::SpawnDetector;
use super::{DIGITS, FieldArea, LINES_DIGITS, Pixels};
use crate::rules::Piece;

/// NEXT and numbers beside a playfield that stands alone.
#[derive(Clone, Debug, Default)]
pub(super) struct BareSurroundings {
    spawns: SpawnDetector,
    next: NextFinder,
    lines: LinesFinder,
}

impl BareSurroundings {
    /// Forgets everything, because the size of the frames changes.
    pub(super) fn clear(&mut self) {
        *self = BareSurroundings::default();
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
        if let Some(event) = self.spawns.see(&cells.board, &cells.doubtful) {
            let grey = || BrightnessMap::of(frame);
            self.next.see(event, grey, field, light, next);
            self.lines
                .see(event, grey, field, light, cells.board.count());
        }
        let mut digits = [None; DIGITS];
        digits[..LINES_DIGITS].copy_from_slice(&self.lines.reading(cells.board.count()));
        (next, digits)
    }
}
