//! Screen of the console in a frame: its pixels, and its black and white.

use super::grey::is_edge;
use super::layout::{BORDER, CELL};
use super::{FieldArea, Pixels};
use crate::rules::motion::{COLUMNS, ROWS};

/// Colour: red, green and blue, 0 to 255 each.
pub(super) type Colour = [f32; 3];

/// Maximum brightness of a dimmed colour, as a fraction of the original colour's brightness. Both are distances from
/// black.
const DIMMED_MAX: f32 = 0.85;
/// Maximum distance of a dimmed colour from a blend of the original colour with black.
const AS_DIMMED: f32 = 0.08;
/// Maximum brightness (0-255) of black in a playfield without the console's border.
const BLACK_MAX: f32 = 90.0;
/// Maximum distance of a dark pixel from black (0-1). In small playfields, the gap between two cells fills no pixel, and
/// the limit is higher.
const DARK_MAX: f32 = 0.2;
/// Error of this limit in small playfields: a scaler may give neighbouring pixels a larger part than their share.
const SCALER_MAX: f32 = 0.1;
/// Minimum side of a cell, in pixels, whose gap always fills a pixel. The gap is an eighth of the side.
const WIDE_GAP_SIDE: f32 = 16.0;
/// Minimum fraction of the points between four cells that must be dark in a playfield without the console's border.
const DARK_POINTS_MIN: f32 = 0.9;
/// Minimum difference in brightness (0-255) between black and cells or surroundings.
const BRIGHTER_MIN: f32 = 24.0;
/// Distance from the playfield, in console pixels, at which the surroundings are measured.
const OUTSIDE: f32 = 3.0;
/// Brightness of white (0-255) while no white was seen.
const USUAL_WHITE: u8 = 200;
/// Minimum brightness (0-255) of white. Darker pixels are not white.
const WHITE_MIN: u8 = 70;

/// Minimum width of a playfield, in pixels, whose cells show the colours of the level.
const COLOURED_WIDTH_MIN: f32 = 39.0;

/// Frame with the known position of a playfield.
#[derive(Clone, Copy)]
pub(super) struct Screen<'a> {
    frame: &'a Pixels,
    place: FieldArea,
}

/// Number of border spots to check: one beside each row and column, on both sides.
pub(super) const BORDER_PLACES: usize = 2 * (ROWS + COLUMNS) as usize;

/// Border beside one end of a row or column of cells. A row or column is 8 pixels wide.
struct Side {
    /// Brightness of the border beside the last of the 8 pixels.
    bright: u8,
    /// Minimum brightness of the border beside any of the 8 pixels.
    throughout: u8,
    /// Brightness just inside the border.
    dark: u8,
}

/// Black and white as they appear in a frame, and the visible part of the border.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScreenBrightness {
    pub(super) black: Colour,
    /// Difference in brightness between white and black. On the console's screen, the border is white.
    pub(super) span: f32,
    /// Visible border spots, one bit each: left and right of each row, then above and below each column.
    pub(super) border: u64,
    /// Fraction of the points between four cells that are dark. In a playfield that nothing covers, all are.
    pub(super) dark_points: f32,
}

impl<'a> Screen<'a> {
    pub(super) fn new(frame: &'a Pixels, place: FieldArea) -> Screen<'a> {
        Screen { frame, place }
    }

    /// Returns whether the playfield is large enough for the colours of its cells. In smaller ones, the gaps darken them.
    pub(super) fn shows_colours(&self) -> bool {
        self.place.width.min(self.place.height / 2.0) >= COLOURED_WIDTH_MIN
    }

    /// Returns the width and the height of a console pixel, in pixels of the frame.
    pub(super) fn console_pixel(&self) -> (f32, f32) {
        (self.place.width / 80.0, self.place.height / 160.0)
    }

    /// Returns the frame pixel at a point of the console's screen. The point is in console pixels from the playfield's
    /// upper left corner. For points outside the frame, returns the nearest pixel.
    fn pixel(&self, x: f32, y: f32) -> (usize, usize) {
        let across = self.place.x + x * self.place.width / 80.0;
        let down = self.place.y + y * self.place.height / 160.0;
        (
            (across.max(0.0) as usize).min(self.frame.width() - 1),
            (down.max(0.0) as usize).min(self.frame.height() - 1),
        )
    }

    /// Returns the colour at a point of the console's screen.
    pub(super) fn colour(&self, x: f32, y: f32) -> Colour {
        let (x, y) = self.pixel(x, y);
        self.frame.rgb(x, y).map(f32::from)
    }

    /// Returns the brightness at a point of the console's screen.
    pub(super) fn value(&self, x: f32, y: f32) -> u8 {
        let (x, y) = self.pixel(x, y);
        self.frame.value(x, y)
    }

    /// Returns whether a point of the console's screen is inside the frame.
    pub(super) fn holds(&self, x: f32, y: f32) -> bool {
        let across = self.place.x + x * self.place.width / 80.0;
        let down = self.place.y + y * self.place.height / 160.0;
        (0.0..self.frame.width() as f32).contains(&across)
            && (0.0..self.frame.height() as f32).contains(&down)
    }

    /// Returns the border left and right of each row, then that above and below each column.
    fn border(&self) -> Vec<Side> {
        let brightest = |at: &dyn Fn(f32) -> u8| {
            let places = (3..13).map(|half| at(half as f32 / 2.0));
            places.max().unwrap_or(0)
        };
        let darkest = |at: &dyn Fn(f32) -> u8| {
            let places = (-2..4).map(|half| at(half as f32 / 2.0));
            places.min().unwrap_or(0)
        };
        // `at` returns the brightness at a point of the border: its distance along the 8 pixels, and its distance
        // outwards.
        let side = |at: &dyn Fn(f32, f32) -> u8| {
            let along = [1.5, 4.5].map(|along| brightest(&|out| at(along, out)));
            let bright = brightest(&|out| at(7.5, out));
            Side {
                bright,
                throughout: bright.min(along[0]).min(along[1]),
                dark: darkest(&|out| at(7.5, out)),
            }
        };
        let mut around = Vec::new();
        for row in 0..20 {
            let y = CELL * row as f32;
            around.push(side(&|along, out| self.value(-out, y + along)));
            around.push(side(&|along, out| self.value(79.5 + out, y + along)));
        }
        for column in 0..10 {
            let x = CELL * column as f32;
            let bottom = BORDER.bottom - 1.0;
            around.push(side(&|along, out| self.value(x + along, -out)));
            around.push(side(&|along, out| self.value(x + along, bottom + out)));
        }
        around
    }

    /// Returns the brightness of the wall outside the boxes, from 0 (black) to 1 (white).
    pub(super) fn wall(&self, light: &ScreenBrightness) -> f32 {
        let places = (0..16).flat_map(|step| {
            let (x, y) = (10.0 * step as f32, 10.0 * step as f32);
            [
                (x - 88.0, 172.0),
                (x - 88.0, -37.0),
                (x - 40.0, 170.0),
                (148.0, y),
            ]
        });
        let brightnesses = places.map(|(x, y)| light.brightness(self.colour(x, y)));
        brightnesses.sum::<f32>() / 64.0
    }

    /// Returns the black and white of the frame, or `None` if there is no playfield at this position.
    pub(super) fn light(&self) -> Option<ScreenBrightness> {
        let border = self.border();
        let seen = |bright: &dyn Fn(&Side) -> u8| -> u64 {
            let edges = border.iter().enumerate();
            let edges = edges.filter(|(_, side)| is_edge(bright(side), side.dark));
            edges.map(|(place, _)| 1 << place).sum()
        };
        let mut seen_border = seen(&|side| side.bright);
        if seen_border.count_ones() as usize * 2 < BORDER_PLACES {
            return None;
        }
        // If most of the border is bright along its whole length, text covers a spot that is only partly bright.
        let throughout = seen(&|side| side.throughout);
        if 4 * throughout.count_ones() >= 3 * seen_border.count_ones() {
            seen_border = throughout;
        }
        let mut bright: Vec<u8> = border.iter().map(|side| side.bright).collect();
        bright.sort_unstable();
        let (black, corners) = self.black();
        let white = f32::from(bright[bright.len() / 2]);
        let span = white - black.into_iter().fold(0.0, f32::max);
        (span > 20.0).then_some(ScreenBrightness {
            black,
            span,
            border: seen_border,
            dark_points: self.dark_points(&corners, black, span),
        })
    }

    /// Returns the colour of black, and the brightness of all points where four cells meet, darkest first. These points are black,
    /// whatever the cells are.
    fn black(&self) -> (Colour, Vec<u8>) {
        let mut corners: Vec<(u8, Colour)> = Vec::new();
        for row in 0..ROWS - 1 {
            for column in 0..COLUMNS - 1 {
                let (x, y) = (CELL * f32::from(column) + 7.5, CELL * f32::from(row) + 7.5);
                corners.push((self.value(x, y), self.colour(x, y)));
            }
        }
        corners.sort_unstable_by_key(|(value, _)| *value);
        let darkest = &corners[corners.len() / 20..corners.len() / 4];
        let black = mean(darkest.iter().map(|(_, colour)| *colour));
        (black, corners.into_iter().map(|(value, _)| value).collect())
    }

    /// Returns the black and white of a playfield without the console's border, or `None` if there is no playfield at
    /// this position. `white` is the brightest white (0-255) seen in it so far. If a frame shows a brighter one, it is
    /// updated.
    pub(super) fn bare_light(&self, white: &mut u8) -> Option<ScreenBrightness> {
        let (black, corners) = self.black();
        let darkness = black.into_iter().fold(0.0, f32::max);
        let seen = self.white().max(*white);
        let bright = if seen < WHITE_MIN { USUAL_WHITE } else { seen };
        let span = f32::from(bright) - darkness;
        let dark_points = self.dark_points(&corners, black, span);
        let is_field = darkness <= BLACK_MAX && dark_points >= DARK_POINTS_MIN;
        if !is_field || span <= 20.0 || !self.stands_out(darkness) {
            return None;
        }
        *white = seen;
        Some(ScreenBrightness {
            black,
            span,
            border: u64::MAX >> (64 - BORDER_PLACES),
            dark_points,
        })
    }

    /// Returns the fraction of the points between four cells that are dark. `corners` are their brightnesses, darkest first.
    fn dark_points(&self, corners: &[u8], black: Colour, span: f32) -> f32 {
        let darkness = black.into_iter().fold(0.0, f32::max);
        let side = (self.place.width / f32::from(COLUMNS)).min(self.place.height / f32::from(ROWS));
        let lit = (1.0 - side / WIDE_GAP_SIDE).max(0.0);
        let limit = darkness + DARK_MAX.max(lit * lit + SCALER_MAX) * span;
        let dark = corners.partition_point(|value| f32::from(*value) <= limit);
        dark as f32 / corners.len() as f32
    }

    /// Returns whether a cell, or half of the surroundings, is brighter than black. In a black frame, nothing is.
    fn stands_out(&self, black: f32) -> bool {
        let is_bright = |x: f32, y: f32| f32::from(self.value(x, y)) > black + BRIGHTER_MIN;
        let middle = |place: i8| CELL * (f32::from(place) + 0.45);
        let around = (0..ROWS).flat_map(|row| [-OUTSIDE, 80.0 + OUTSIDE].map(|x| (x, middle(row))));
        let bright = around.filter(|&(x, y)| is_bright(x, y)).count();
        let mut cells = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (column, row)));
        bright >= ROWS as usize || cells.any(|(column, row)| is_bright(middle(column), middle(row)))
    }

    /// Returns the brightness (0-255) of the whitest pixels in the playfield: the middle or the glint of its cells.
    fn white(&self) -> u8 {
        let mut whites: Vec<u8> = Vec::new();
        for (row, column) in (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)))
        {
            let (x, y) = (CELL * f32::from(column), CELL * f32::from(row));
            whites.extend([1.0, 3.5].map(|at| {
                let (x, y) = self.pixel(x + at, y + at);
                let [red, green, blue] = self.frame.rgb(x, y);
                red.min(green).min(blue)
            }));
        }
        // A few pixels may be noise.
        let (_, third, _) = whites.select_nth_unstable_by(2, |one, other| other.cmp(one));
        *third
    }
}

impl ScreenBrightness {
    /// Returns the brightness (0-255) of black.
    pub(super) fn darkness(&self) -> f32 {
        self.black.into_iter().fold(0.0, f32::max)
    }

    /// Returns the brightness (0-255) at this distance from black.
    pub(super) fn level(&self, distance: f32) -> u8 {
        (self.darkness() + distance * self.span).min(255.0) as u8
    }

    /// Returns the distance of a colour from black: 0 for black, 1 for white.
    pub(super) fn brightness(&self, colour: Colour) -> f32 {
        let above = |part: usize| colour[part] - self.black[part];
        above(0).max(above(1)).max(above(2)) / self.span
    }

    /// Returns the share of white in a colour: 0 for black and for pure colours, 1 for white.
    pub(super) fn whiteness(&self, colour: Colour) -> f32 {
        let above = |part: usize| colour[part] - self.black[part];
        above(0).min(above(1)).min(above(2)) / self.span
    }

    /// Returns whether `colour` is `original`, but darker.
    pub(super) fn is_dimmed(&self, colour: Colour, original: Colour) -> bool {
        let part = self.brightness(colour) / self.brightness(original).max(0.01);
        let there = |place: usize| self.black[place] + part * (original[place] - self.black[place]);
        part < DIMMED_MAX && self.distance(colour, [there(0), there(1), there(2)]) < AS_DIMMED
    }

    /// Returns the distance between two colours. Black and white have distance 1.
    pub(super) fn distance(&self, one: Colour, other: Colour) -> f32 {
        let apart = |part: usize| (one[part] - other[part]).abs();
        apart(0).max(apart(1)).max(apart(2)) / self.span
    }
}

/// Returns the mean colour, or black if there are no colours.
pub(super) fn mean(colours: impl IntoIterator<Item = Colour>) -> Colour {
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for colour in colours {
        for (sum, part) in sum.iter_mut().zip(colour) {
            *sum += part;
        }
        count += 1.0;
    }
    sum.map(|part: f32| part / f32::max(count, 1.0))
}
