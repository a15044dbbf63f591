//! Finds the NEXT box of a playfield that stands alone: the place that shows the piece that spawns next, wherever it is
//! in the frame.

use super::grey::BrightnessMap;
use super::lit_map::LitMap;
use super::next::{PieceIcon, field_beside, icons, next};
use super::screen::{Screen, ScreenBrightness};
use super::spawn_detector::TopEvent;
use super::{FieldArea, Pixels};
use crate::rules::Piece;

/// Minimum brightness of a lit pixel, as a distance from black.
const LIT_MIN: f32 = 0.25;
/// Distances, in pixels, within which lit pixels belong to one piece. Its squares may have gaps between them.
const REACHES: [usize; 3] = [1, 2, 4];
/// Maximum width of the area of four squares in which NEXT is shown, as a multiple of the playfield's width. The squares
/// of a wider one are more than three times as large as the cells, so it belongs to another player.
const WIDTH_MAX: f32 = 1.2;
/// Maximum number of places to remember.
const PLACES_MAX: usize = 48;
/// Number of pieces that a place must announce before it is NEXT.
const AGREEMENTS_MIN: u32 = 4;
/// Number of different pieces among them. A still picture shows only one.
const KINDS_MIN: u32 = 3;
/// A place is forgotten if its errors outnumber its agreements divided by this number.
const AGREEMENTS_PER_ERROR: u32 = 4;
/// Maximum number of agreements counted for the NEXT box. More would delay the end of a wrong one.
const AGREEMENTS_MAX: u32 = 8;
/// Number of searches after which a place is searched at one of several spawns only.
const SEARCHES_MAX: u32 = 60;
/// Number of spawns from one of these rarer searches to the next.
const RARE_INTERVAL: u32 = 8;
/// Maximum distance between the middles of two icons of one place, and maximum difference of their widths and heights,
/// as a fraction of the place's height.
const NEAR: f32 = 0.2;

/// Finder of one playfield's NEXT box.
#[derive(Clone, Debug, Default)]
pub(super) struct NextFinder {
    places: Vec<NextPlace>,
    /// The NEXT box, once it is known.
    known: Option<NextPlace>,
    searches: u32,
}

/// Place that may be the NEXT box.
#[derive(Clone, Debug)]
struct NextPlace {
    /// Area of 32x16 console pixels in which NEXT is shown.
    area: FieldArea,
    /// Piece that it showed last, before the next spawn.
    shown: Option<Piece>,
    agreements: u32,
    errors: u32,
    /// Pieces that it has announced, one bit each.
    kinds: u8,
}

impl NextFinder {
    /// Returns the area of the NEXT box, once it is known.
    pub(super) fn area(&self) -> Option<FieldArea> {
        self.known.as_ref().map(|place| place.area)
    }

    /// Forgets everything: the known place was wrong, or the size of the frames changes.
    pub(super) fn clear(&mut self) {
        *self = NextFinder::default();
    }

    /// Reads NEXT, if its place is known. `threshold` is the minimum distance from black of an occupied cell.
    pub(super) fn read(
        &self,
        frame: &Pixels,
        light: &ScreenBrightness,
        threshold: f32,
    ) -> Option<Piece> {
        let area = self.area()?;
        next(&Screen::new(frame, field_beside(&area)), light, threshold)
    }

    /// Notes what the top rows of the playfield at `field` show. `shown` is the piece in the known NEXT box.
    pub(super) fn see(
        &mut self,
        event: TopEvent,
        frame: impl FnOnce() -> BrightnessMap,
        field: &FieldArea,
        light: &ScreenBrightness,
        shown: Option<Piece>,
    ) {
        match (event, &mut self.known) {
            (TopEvent::Left, Some(known)) => known.shown = shown,
            (TopEvent::Left, None) => self.search(frame, field, light),
            (TopEvent::Spawn { piece, .. }, Some(known)) => {
                known.compare(piece);
                if known.is_wrong() {
                    self.clear();
                }
            }
            (TopEvent::Spawn { piece, .. }, None) => {
                for place in &mut self.places {
                    place.compare(piece);
                }
                self.places.retain(|place| !place.is_wrong());
                self.known = self.best(field);
                if self.known.is_some() {
                    self.places.clear();
                }
            }
        }
    }

    /// Looks for pieces outside the playfield, and remembers where they are.
    fn search(
        &mut self,
        frame: impl FnOnce() -> BrightnessMap,
        field: &FieldArea,
        light: &ScreenBrightness,
    ) {
        self.searches += 1;
        if self.searches > SEARCHES_MAX && !self.searches.is_multiple_of(RARE_INTERVAL) {
            return;
        }
        let map = LitMap::of(&frame(), light.level(LIT_MIN).., field);
        for place in &mut self.places {
            place.shown = None;
        }
        for reach in REACHES {
            let blobs = map.blobs(reach);
            for icon in blobs.iter().flat_map(|blob| icons(&map, blob)) {
                if icon.area.width <= WIDTH_MAX * field.width {
                    self.add(&icon);
                }
            }
        }
    }

    fn add(&mut self, icon: &PieceIcon) {
        let known = self.places.iter_mut();
        let mut known = known.filter(|place| place.is_at(&icon.area));
        if let Some(place) = known.next() {
            if place.shown.is_none() {
                place.shown = Some(icon.piece);
                place.refine(&icon.area);
            }
            return;
        }
        if self.places.len() == PLACES_MAX {
            // The oldest place without an agreement makes room.
            let Some(oldest) = self.places.iter().position(|place| place.agreements == 0) else {
                return;
            };
            self.places.remove(oldest);
        }
        self.places.push(NextPlace {
            area: icon.area,
            shown: Some(icon.piece),
            agreements: 0,
            errors: 0,
            kinds: 0,
        });
    }

    /// Returns the place that is surely NEXT. If several are, returns the one nearest to the playfield: two players
    /// with equal pieces have equal boxes.
    fn best(&self, field: &FieldArea) -> Option<NextPlace> {
        let sure = self.places.iter().filter(|place| place.is_sure());
        let distance = |place: &&NextPlace| {
            let ((x, y), (other, below)) = (place.area.middle(), field.middle());
            (x - other).abs().max((y - below).abs())
        };
        sure.min_by(|one, other| distance(one).total_cmp(&distance(other)))
            .cloned()
    }
}

impl NextPlace {
    /// Compares the piece that this place showed with the one that has spawned.
    fn compare(&mut self, spawned: Piece) {
        match self.shown.take() {
            Some(shown) if shown == spawned => {
                self.agreements = (self.agreements + 1).min(AGREEMENTS_MAX);
                self.kinds |= 1 << spawned.index();
            }
            Some(_) => self.errors += 1,
            None => {}
        }
    }

    fn is_wrong(&self) -> bool {
        self.errors * AGREEMENTS_PER_ERROR > self.agreements
    }

    fn is_sure(&self) -> bool {
        self.agreements >= AGREEMENTS_MIN && self.kinds.count_ones() >= KINDS_MIN
    }

    fn is_at(&self, area: &FieldArea) -> bool {
        let reach = NEAR * self.area.height;
        let ((x, y), (other, below)) = (self.area.middle(), area.middle());
        let apart = [
            x - other,
            y - below,
            self.area.width - area.width,
            self.area.height - area.height,
        ];
        apart.iter().all(|apart| apart.abs() <= reach)
    }

    /// Moves this place to the mean of its icons.
    fn refine(&mut self, area: &FieldArea) {
        let weight = 1.0 / (self.agreements + 1) as f32;
        let mean = |old: f32, new: f32| old + weight * (new - old);
        self.area = FieldArea {
            x: mean(self.area.x, area.x),
            y: mean(self.area.y, area.y),
            width: mean(self.area.width, area.width),
            height: mean(self.area.height, area.height),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a frame with the O piece beside the playfield. Its squares have this side, in pixels.
    fn frame_with_o(side: usize) -> Pixels {
        let (width, height) = (320, 200);
        let lit = |at: usize| {
            let (x, y) = (
                (at % width).wrapping_sub(160),
                (at / width).wrapping_sub(40),
            );
            let is_square = |at: usize| at < 2 * side && at % side < side - 1;
            [200 * u8::from(is_square(x) && is_square(y)); 3]
        };
        Pixels::from_rgb(width, (0..width * height).map(lit).collect())
    }

    #[test]
    fn a_next_box_much_larger_than_the_playfield_belongs_to_another_player() {
        let field = FieldArea {
            x: 20.0,
            y: 20.0,
            width: 80.0,
            height: 160.0,
        };
        let light = ScreenBrightness {
            black: [0.0; 3],
            span: 200.0,
            border: 0,
            dark_points: 1.0,
        };
        // The cells of the playfield are 8 pixels wide.
        for (side, is_next) in [(4, true), (8, true), (16, true), (32, false)] {
            let frame = frame_with_o(side);
            let mut finder = NextFinder::default();
            let map = || BrightnessMap::of(&frame);
            finder.see(TopEvent::Left, map, &field, &light, None);
            assert_eq!(!finder.places.is_empty(), is_next, "{side} pixels");
        }
    }
}
