//! Glyphs: the digits and letters outside a playfield, in any font.

use super::FieldArea;
use super::grey::BrightnessMap;
use super::lit_map::{Blob, LitMap};
use super::screen::ScreenBrightness;

/// Brightness between that of a glyph and that of its ground, as a distance from black.
const BETWEEN: f32 = 0.45;
/// Minimum and maximum height of a glyph, in pixels.
const HEIGHTS: std::ops::RangeInclusive<usize> = 5..=60;
/// Minimum and maximum width of a glyph, as a fraction of its height.
const RATIOS: std::ops::RangeInclusive<f32> = 0.08..=1.3;
/// Maximum number of glyphs in a frame. A frame with more shows a pattern.
const GLYPHS_MAX: usize = 1_500;
/// Maximum distance between the ends of two digits side by side, as a fraction of their height.
const LEVEL_MAX: f32 = 0.2;
/// Minimum difference in brightness of a pixel that differs between two glyphs. Their edges may fall on different parts
/// of a pixel. Black and white have a difference of 1.
const DIFFERENCE_MIN: f32 = 0.55;
/// Maximum fraction of such pixels in equal glyphs.
const DIFFERENT_PIXELS_MAX: f32 = 0.02;

/// Pixels of a glyph, row by row from the top.
#[derive(Clone, Debug)]
pub(super) struct Glyph {
    width: usize,
    pixels: Vec<u8>,
}

/// Returns the rectangles of the glyphs outside the playfield at `field`: bright ones on a dark ground, and dark ones on
/// a bright ground. Returns none if there are too many.
pub(super) fn glyph_areas(
    grey: &BrightnessMap,
    field: &FieldArea,
    light: &ScreenBrightness,
) -> Vec<Blob> {
    let level = light.level(BETWEEN);
    let mut glyphs = LitMap::of(grey, level.., field).blobs(1);
    glyphs.extend(LitMap::of(grey, ..level, field).blobs(1));
    glyphs.retain(|blob| {
        let ratio = (blob.right - blob.left) as f32 / blob.height() as f32;
        HEIGHTS.contains(&blob.height()) && RATIOS.contains(&ratio)
    });
    if glyphs.len() > GLYPHS_MAX {
        return Vec::new();
    }
    // The inside of a digit, such as 0, is no glyph.
    let all = glyphs.clone();
    glyphs.retain(|glyph| !all.iter().any(|other| other.encloses(glyph)));
    glyphs
}

/// Returns the brightness of the pixels in an area.
pub(super) fn patch(grey: &BrightnessMap, area: &Blob) -> Vec<u8> {
    let rows = area.top..area.bottom;
    let pixels = rows.flat_map(|y| (area.left..area.right).map(move |x| (x, y)));
    pixels.map(|(x, y)| grey.at(x, y)).collect()
}

impl Glyph {
    pub(super) fn of(grey: &BrightnessMap, area: &Blob) -> Glyph {
        Glyph {
            width: area.right - area.left,
            pixels: patch(grey, area),
        }
    }

    fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    /// Returns whether both are the same character, in the same size.
    pub(super) fn is_equal(&self, other: &Glyph, light: &ScreenBrightness) -> bool {
        let heights = [self, other].map(Glyph::height);
        if self.width.abs_diff(other.width) > 1 || heights[0].abs_diff(heights[1]) > 1 {
            return false;
        }
        let (width, height) = (self.width.min(other.width), heights[0].min(heights[1]));
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let different = pixels.filter(|&(x, y)| {
            let [one, two] = [self, other].map(|glyph| glyph.pixels[y * glyph.width + x]);
            f32::from(one.abs_diff(two)) > DIFFERENCE_MIN * light.span
        });
        different.count() as f32 <= DIFFERENT_PIXELS_MAX * (width * height) as f32
    }
}

impl Blob {
    pub(super) fn height(&self) -> usize {
        self.bottom - self.top
    }

    /// Returns whether both may be digits of one number, and `other` follows within this gap, given as a fraction of the
    /// height.
    pub(super) fn is_before(&self, other: &Blob, gap: f32) -> bool {
        let gap = (gap * self.height() as f32) as usize;
        self.is_level_with(other) && (self.right..=self.right + gap).contains(&other.left)
    }

    /// Returns whether both have the same height and are in the same line.
    pub(super) fn is_level_with(&self, other: &Blob) -> bool {
        let reach = LEVEL_MAX * self.height() as f32;
        self.top.abs_diff(other.top) as f32 <= reach
            && self.bottom.abs_diff(other.bottom) as f32 <= reach
    }

    /// Returns whether the middle of `other` is inside this one.
    pub(super) fn shares(&self, other: &Blob) -> bool {
        let (x, y) = other.middle();
        (self.left..self.right).contains(&x) && (self.top..self.bottom).contains(&y)
    }

    /// Returns whether `other` is inside this one and does not touch its edges.
    fn encloses(&self, other: &Blob) -> bool {
        self.left < other.left
            && other.right < self.right
            && self.top < other.top
            && other.bottom < self.bottom
    }

    /// Returns this rectangle in a part of the frame with this upper left corner.
    pub(super) fn moved(&self, (across, down): (usize, usize)) -> Blob {
        Blob {
            left: self.left - across,
            right: self.right - across,
            top: self.top - down,
            bottom: self.bottom - down,
        }
    }

    fn middle(&self) -> (usize, usize) {
        ((self.left + self.right) / 2, (self.top + self.bottom) / 2)
    }

    /// Returns the distance of the middle from the middle of a playfield, in pixels of the frame.
    pub(super) fn distance_from(&self, field: &FieldArea, grey: &BrightnessMap) -> f32 {
        let (x, y) = field.middle();
        let scale = grey.shrink as f32;
        let (across, down) = self.middle();
        (scale * across as f32 - x).abs() + (scale * down as f32 - y).abs()
    }
}
