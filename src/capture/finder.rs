//! Search for playfields in a frame. A playfield is a dark rectangle with a bright border, about twice as high as wide.
//! On the console's screen, the other boxes of the game are at their usual positions around it. In a broadcast, the
//! playfield may stand alone.

use std::ops::RangeInclusive;

use super::grey::{BrightnessMap, Edge, Edges, is_edge};
use super::grid_fitter::GridFitter;
use super::layout::{BORDER, BOXES, CELL, ScreenBox};
use super::screen::Screen;
use super::{FieldArea, Pixels};
use crate::rules::motion::{COLUMNS, ROWS};

/// Minimum and maximum width of a playfield, as a fraction of its height. Television pixels are up to 1.25 times as
/// wide as high, and some video players stretch the image to fill the screen.
const RATIOS: (f32, f32) = (0.3, 1.1);
/// Minimum height of a playfield, in pixels of the reduced frame.
const HEIGHT_MIN: i32 = 60;
/// Maximum height of a playfield in a part of the frame that is reduced less. Higher ones are found in the whole frame.
const SMALL_HEIGHT_MAX: i32 = 160;
/// Minimum fraction of each side of a playfield that must be visible.
const SIDE_MIN: f32 = 0.3;
/// Minimum sum of the visible fractions of all four sides, each at most 1.
const SIDES_MIN: f32 = 2.2;
/// Maximum number of rectangles to examine closely.
const RECTANGLES_MAX: usize = 40_000;
/// Maximum distance of the border's innermost line from its most visible line, in console pixels. The border may
/// consist of several lines.
const INNER_LINE_REACH: f32 = 5.0;
/// This distance for a border other than the console's.
const BARE_INNER_LINE_REACH: f32 = 2.5;
/// Minimum visible fraction of the innermost line, relative to that of the most visible line.
const INNER_LINE_MIN: f32 = 0.85;
/// Maximum number of console screens in a frame.
const SCREENS_MAX: usize = 4;
/// Maximum number of playfields without the console's boxes in a frame.
const BARE_MAX: usize = 8;
/// Maximum number of rectangles to examine in search of playfields without the console's boxes.
const BARE_TRIED_MAX: usize = 24;
/// Minimum and maximum width of a playfield without the console's boxes, as a fraction of its height.
pub(super) const BARE_RATIOS: (f32, f32) = (0.4, 0.75);
/// Usual width of a playfield without the console's boxes, as a fraction of its height.
const BARE_USUAL_RATIOS: (f32, f32) = (0.45, 0.62);
/// Penalty for an unusual width, per unit of this fraction. Rectangles between settled cells have any width.
const UNUSUAL_RATIO: f32 = 5.0;
/// A playfield without the console's boxes is left out if it overlaps more than this many better ones.
const OVERLAPPING_MAX: usize = 2;
/// Maximum overlap of two playfields, as a fraction of the smaller one.
pub(super) const OVERLAP_MAX: f32 = 0.25;
/// Maximum distance between edges that count as the same, as a fraction of the playfield's width, and in pixels. The
/// larger one counts.
const SAME_EDGE: (f32, f32) = (0.03, 2.0);
/// Minimum visible fraction of two sides past a third one at which the third one is not the border's.
const OVERRUN_MIN: f32 = 0.7;
/// Minimum sum of nine values from 0 to 1 for a console screen: the visible fraction of each of the four sides, and the
/// visibility of each of the screen's five other boxes.
const SCORE_MIN: f32 = 5.5;

/// Candidate for a playfield.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldCandidate {
    pub(super) place: FieldArea,
    /// Certainty: at most 4 for the sides, 2 for the ends, and 1 for each other box of the console's screen. Playfields
    /// without these boxes have at most 4.
    pub(super) score: f32,
    /// True if the console's other boxes are not around the playfield.
    pub(super) is_bare: bool,
}

/// Rectangle in the reduced frame. Its edges are in pixels of that frame.
#[derive(Clone, Copy, Debug)]
struct Rectangle {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
    sides: f32,
}

/// Returns the playfields in a frame, most certain first.
pub(super) fn playfields(frame: &Pixels) -> Vec<FieldCandidate> {
    let grey = BrightnessMap::of(frame);
    playfields_in(
        frame,
        &grey,
        HEIGHT_MIN.min(grey.height as i32 / 2)..=i32::MAX,
    )
}

/// Returns the playfields that are too small for [`playfields`], in one part of the frame. `number` chooses the part.
pub(super) fn small_playfields(frame: &Pixels, number: usize) -> Vec<FieldCandidate> {
    let grey = BrightnessMap::fine_part(frame, number);
    grey.map_or_else(Vec::new, |grey| {
        playfields_in(frame, &grey, HEIGHT_MIN..=SMALL_HEIGHT_MAX)
    })
}

/// Returns the playfields in a reduced frame. `heights` are in its pixels.
fn playfields_in(
    frame: &Pixels,
    grey: &BrightnessMap,
    heights: RangeInclusive<i32>,
) -> Vec<FieldCandidate> {
    let edges = Edges::of(grey);
    let rectangles = rectangles(grey, &edges, heights);
    let mut found: Vec<(f32, Rectangle)> = (rectangles.iter())
        .map(|rectangle| (rectangle.sides + boxes(&edges, *rectangle), *rectangle))
        .filter(|(score, _)| *score >= SCORE_MIN)
        .map(|(score, rectangle)| (score + ends(grey, rectangle), rectangle))
        .map(|(score, rectangle)| (score - overruns(&edges, rectangle), rectangle))
        .collect();
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut apart: Vec<FieldCandidate> = Vec::new();
    for (score, best) in &found {
        if apart.len() == SCREENS_MAX {
            break;
        }
        let area = grey.in_frame(&best.place());
        if apart
            .iter()
            .any(|other| other.place.overlap(&area) > OVERLAP_MAX)
        {
            continue;
        }
        let place = grey.in_frame(&best.innermost(&edges, INNER_LINE_REACH).place());
        apart.push(FieldCandidate {
            place,
            score: *score,
            is_bare: false,
        });
    }
    let bare = bare(frame, grey, &edges, &rectangles, &apart);
    apart.extend(bare);
    apart
}

/// Returns the playfields without the console's boxes, most visible first. `screens` are the console screens.
fn bare(
    frame: &Pixels,
    grey: &BrightnessMap,
    edges: &Edges,
    rectangles: &[Rectangle],
    screens: &[FieldCandidate],
) -> Vec<FieldCandidate> {
    let mut tried: Vec<FieldArea> = screens.iter().map(|screen| screen.place).collect();
    let last = tried.len() + BARE_TRIED_MAX;
    let mut found: Vec<FieldCandidate> = Vec::new();
    let mut likely: Vec<(f32, &Rectangle)> = (rectangles.iter())
        .filter_map(|rectangle| Some((rectangle.bare_score()?, rectangle)))
        .collect();
    likely.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (score, rectangle) in likely {
        let inner = rectangle.innermost(edges, BARE_INNER_LINE_REACH);
        let place = grey.in_frame(&inner.inside());
        if tried.iter().any(|other| other.is_same(&place)) {
            continue;
        }
        if tried.len() == last || found.len() == BARE_MAX {
            break;
        }
        let overlapping = |other: &&FieldCandidate| other.place.overlap(&place) > OVERLAP_MAX;
        if found.iter().filter(overlapping).count() > OVERLAPPING_MAX {
            continue;
        }
        tried.push(place);
        let place = place.snapped(frame, grey.shrink as i32);
        let mut fit = GridFitter::new(place, true);
        fit.add(frame, u64::MAX);
        if Screen::new(frame, fit.place()).bare_light(&mut 0).is_some() {
            found.push(FieldCandidate {
                place,
                score,
                is_bare: true,
            });
        }
    }
    found
}

/// Returns the rectangles that have a dark inside and a bright border, best first.
fn rectangles(grey: &BrightnessMap, edges: &Edges, heights: RangeInclusive<i32>) -> Vec<Rectangle> {
    let (width, height) = (grey.width as i32, grey.height as i32);
    let least = *heights.start();
    let shortest = (RATIOS.0 * least as f32 * SIDE_MIN) as u16;
    // Only lines with enough edge pixels can be sides of a rectangle.
    let lines = |edge, end, least: u16| {
        let line = move |&at: &i32| edges.all(edge, at) >= least;
        (1..end).filter(line).collect::<Vec<i32>>()
    };
    let (tops, bottoms) = (
        lines(Edge::Top, height, shortest),
        lines(Edge::Bottom, height, shortest),
    );
    // An edge is visible in several adjacent lines, so examining every second line is enough.
    let thinned = |mut lines: Vec<i32>| {
        let mut last = 0;
        lines.retain(|&at| {
            let is_kept = at != last + 1;
            last = if is_kept { at } else { last };
            is_kept
        });
        lines
    };
    let (tops, bottoms) = (thinned(tops), thinned(bottoms));
    let tallest = (SIDE_MIN * least as f32) as u16;
    let (all_lefts, all_rights) = (
        lines(Edge::Left, width, tallest),
        lines(Edge::Right, width, tallest),
    );
    let mut best: Vec<Rectangle> = Vec::new();
    let (mut lefts, mut rights) = (Vec::new(), Vec::new());
    for &top in &tops {
        for &bottom in bottoms
            .iter()
            .filter(|&&bottom| heights.contains(&(bottom - top)))
        {
            let ends = (top, bottom);
            let tall = (bottom - top) as f32;
            lefts.clear();
            rights.clear();
            for (edge, all, seen) in [
                (Edge::Left, &all_lefts, &mut lefts),
                (Edge::Right, &all_rights, &mut rights),
            ] {
                for &x in all {
                    let part = edges.part(edge, x, ends);
                    if part >= SIDE_MIN {
                        innermost(seen, edge, (x, part));
                    }
                }
            }
            for &(left, left_part) in &lefts {
                let wide = (RATIOS.0 * tall) as i32..=(RATIOS.1 * tall) as i32;
                for &(right, right_part) in &rights {
                    if !wide.contains(&(right - left)) {
                        continue;
                    }
                    let top_part = edges.part(Edge::Top, top, (left, right));
                    let bottom_part = edges.part(Edge::Bottom, bottom, (left, right));
                    let sides = left_part + right_part + top_part + bottom_part;
                    if top_part >= SIDE_MIN && bottom_part >= SIDE_MIN && sides >= SIDES_MIN {
                        best.push(Rectangle {
                            left,
                            right,
                            top,
                            bottom,
                            sides,
                        });
                    }
                }
            }
        }
    }
    best.sort_by(|one, other| other.sides.total_cmp(&one.sides));
    best.truncate(RECTANGLES_MAX);
    best
}

/// Adds the edge line at `x` to `seen`. `part` is its visible fraction. Of adjacent lines, only the most visible one
/// stays, or the innermost of several equally visible ones.
fn innermost(seen: &mut Vec<(i32, f32)>, edge: Edge, (x, part): (i32, f32)) {
    match seen.last_mut() {
        Some(last) if x - last.0 <= 2 => {
            if part > last.1 || (part == last.1 && edge == Edge::Left) {
                *last = (x, part);
            }
        }
        _ => seen.push((x, part)),
    }
}

/// Returns the sum of the visibilities (0-1) of the screen's other boxes at their expected positions.
fn boxes(edges: &Edges, field: Rectangle) -> f32 {
    let place = field.place();
    let x = |x: f32| (place.x + x * place.width / 80.0).round() as i32;
    let y = |y: f32| (place.y + y * place.height / 160.0).round() as i32;
    let reach = |length: f32, pixels: f32| (3.0 * length / pixels).ceil() as i32;
    let (across, down) = (reach(place.width, 80.0), reach(place.height, 160.0));
    let part = |ScreenBox {
                    left,
                    right,
                    top,
                    bottom,
                }: &ScreenBox| {
        let (left, right, top, bottom) = (x(*left), x(*right), y(*top), y(*bottom));
        let sides = [
            edges.best_part(Edge::Left, left, across, (top, bottom)),
            edges.best_part(Edge::Right, right, across, (top, bottom)),
            edges.best_part(Edge::Top, top, down, (left, right)),
            edges.best_part(Edge::Bottom, bottom, down, (left, right)),
        ];
        let seen = sides.iter().sum::<f32>() / 4.0;
        // Visibility that mere chance can reach counts as 0.
        ((seen - 0.3) / 0.6).clamp(0.0, 1.0)
    };
    BOXES.iter().map(part).sum()
}

/// Returns how similar the upper and the lower end are to the ends of a playfield: at most 1 for each. Between two
/// columns, a playfield is dark up to the border, whatever its cells are. The border itself has no gaps.
fn ends(grey: &BrightnessMap, field: Rectangle) -> f32 {
    let place = field.place();
    let at = |x: f32, y: f32| {
        let across = (place.x + x * place.width / 80.0).max(0.0) as usize;
        let down = (place.y + y * place.height / 160.0).max(0.0) as usize;
        grey.at(across.min(grey.width - 1), down.min(grey.height - 1))
    };
    let part = |inside: [f32; 3], outside: [f32; 3]| {
        let gaps = (0..9).map(|column| CELL * column as f32 + 7.5);
        let is_end = |x: &f32| {
            let bright = outside.map(|y| at(*x, y)).into_iter().max();
            let dark = inside.map(|y| at(*x, y)).into_iter().max();
            bright
                .zip(dark)
                .is_some_and(|(bright, dark)| is_edge(bright, dark))
        };
        gaps.filter(is_end).count() as f32 / 9.0
    };
    let upper = part([0.5, 2.5, 4.5], [-3.0, -4.5, -6.0]);
    upper + part([154.5, 156.5, 158.5], [163.0, 164.5, 166.0])
}

/// Returns a penalty of up to 2 for each side beyond which both adjacent sides go on for a cell. A full row or column, or
/// the curtain, is as bright as the border, but only the border ends the sides.
fn overruns(edges: &Edges, field: Rectangle) -> f32 {
    let FieldArea { width, height, .. } = field.place();
    let cell =
        [width / f32::from(COLUMNS), height / f32::from(ROWS)].map(|side| side.round() as i32);
    let Rectangle {
        left,
        right,
        top,
        bottom,
        ..
    } = field;
    let upright = [(Edge::Left, left), (Edge::Right, right)];
    let level = [(Edge::Top, top), (Edge::Bottom, bottom)];
    let past = [
        (upright, (top - cell[1], top)),
        (upright, (bottom, bottom + cell[1])),
        (level, (left - cell[0], left)),
        (level, (right, right + cell[0])),
    ];
    let overruns = past.map(|(lines, ends)| {
        let parts = lines.map(|(edge, at)| edges.best_part(edge, at, 1, ends));
        parts[0].min(parts[1])
    });
    let overruns = overruns.into_iter().filter(|part| *part >= OVERRUN_MIN);
    2.0 * overruns.sum::<f32>()
}

impl Rectangle {
    /// Returns how likely this is the edge of a playfield without the console's boxes: at most 4. `None` if it is much too
    /// wide or too narrow.
    fn bare_score(&self) -> Option<f32> {
        let ratio = (self.right - self.left) as f32 / (self.bottom - self.top) as f32;
        let (least, most) = BARE_USUAL_RATIOS;
        let off = (least - ratio).max(ratio - most).max(0.0);
        let is_likely = (BARE_RATIOS.0..BARE_RATIOS.1).contains(&ratio);
        is_likely.then_some(self.sides - UNUSUAL_RATIO * off)
    }

    /// Returns this rectangle with each side moved to the innermost line of the border.
    /// `reach` is the maximum distance, in console pixels.
    fn innermost(&self, edges: &Edges, reach: f32) -> Rectangle {
        let mut inner = *self;
        let across = ((self.right - self.left) as f32 * reach / 80.0) as i32;
        let down = ((self.bottom - self.top) as f32 * reach / 160.0) as i32;
        let inwards = |edge, at: i32, ends, step: i32, most: i32| {
            let least = INNER_LINE_MIN * edges.part(edge, at, ends);
            let lines = (0..=most).rev().map(|steps| at + step * steps);
            let mut seen = lines.filter(|&at| edges.part(edge, at, ends) >= least);
            // A blurred edge is visible in three adjacent lines. Choose the middle one.
            let inner = seen.next().unwrap_or(at);
            let middle = inner - step;
            let is_one = inner != at && edges.part(edge, middle, ends) >= least;
            if is_one { middle } else { inner }
        };
        let rows = (self.top, self.bottom);
        inner.left = inwards(Edge::Left, self.left, rows, 1, across);
        inner.right = inwards(Edge::Right, self.right, rows, -1, across);
        let columns = (inner.left, inner.right);
        inner.top = inwards(Edge::Top, self.top, columns, 1, down);
        inner.bottom = inwards(Edge::Bottom, self.bottom, columns, -1, down);
        inner
    }

    /// Returns the inside of this rectangle.
    fn inside(&self) -> FieldArea {
        FieldArea {
            x: self.left as f32,
            y: self.top as f32,
            width: (self.right - self.left) as f32,
            height: (self.bottom - self.top) as f32,
        }
    }

    /// Returns the playfield whose border has this rectangle as its inner edge.
    fn place(&self) -> FieldArea {
        let across = (self.right - self.left) as f32 / (BORDER.right - BORDER.left);
        let down = (self.bottom - self.top) as f32 / (BORDER.bottom - BORDER.top);
        FieldArea {
            x: self.left as f32 - across * BORDER.left,
            y: self.top as f32 - down * BORDER.top,
            width: 80.0 * across,
            height: 160.0 * down,
        }
    }
}

impl FieldArea {
    /// Returns the shared area of two playfields, as a fraction (0-1) of the smaller one.
    pub(super) fn overlap(&self, other: &FieldArea) -> f32 {
        self.shared(other) / self.area().min(other.area())
    }

    /// Returns this rectangle with each side moved to the sharpest edge within `reach` pixels. Inside the edge, the
    /// frame is darker than outside.
    fn snapped(&self, frame: &Pixels, reach: i32) -> FieldArea {
        let (width, height) = (frame.width() as i32, frame.height() as i32);
        let value = |x: i32, y: i32| {
            i32::from(frame.value(
                x.clamp(0, width - 1) as usize,
                y.clamp(0, height - 1) as usize,
            ))
        };
        let (left, top) = (self.x.round() as i32, self.y.round() as i32);
        let right = (self.x + self.width).round() as i32;
        let bottom = (self.y + self.height).round() as i32;
        let (rows, columns) = (top + 2..bottom - 2, left + 2..right - 2);
        let sharpest = |at: i32, contrast: &dyn Fn(i32) -> i32| {
            // Of equally sharp edges, the nearest one wins.
            let offsets = (-reach..=reach).map(|offset| at + offset);
            offsets
                .max_by_key(|edge| (contrast(edge.to_owned()), -(edge - at).abs()))
                .unwrap_or(at)
        };
        let left = sharpest(left, &|x| {
            rows.clone().map(|y| value(x - 1, y) - value(x, y)).sum()
        });
        let right = sharpest(right, &|x| {
            rows.clone().map(|y| value(x, y) - value(x - 1, y)).sum()
        });
        let top = sharpest(top, &|y| {
            columns.clone().map(|x| value(x, y - 1) - value(x, y)).sum()
        });
        let bottom = sharpest(bottom, &|y| {
            columns.clone().map(|x| value(x, y) - value(x, y - 1)).sum()
        });
        FieldArea {
            x: left as f32,
            y: top as f32,
            width: (right - left) as f32,
            height: (bottom - top) as f32,
        }
    }

    /// Returns whether the edges of two rectangles are nearly the same.
    pub(super) fn is_same(&self, other: &FieldArea) -> bool {
        self.has_sides_of(other)
            && self.is_same_edge(self.y, other.y)
            && self.is_same_edge(self.y + self.height, other.y + other.height)
    }

    /// Returns whether the left and right edges of two rectangles are nearly the same.
    pub(super) fn has_sides_of(&self, other: &FieldArea) -> bool {
        self.is_same_edge(self.x, other.x)
            && self.is_same_edge(self.x + self.width, other.x + other.width)
    }

    fn is_same_edge(&self, one: f32, other: f32) -> bool {
        (one - other).abs() <= (SAME_EDGE.0 * self.width).max(SAME_EDGE.1)
    }

    fn area(&self) -> f32 {
        self.width * self.height
    }

    fn shared(&self, other: &FieldArea) -> f32 {
        let shared = |a: f32, b: f32, c: f32, d: f32| ((a + b).min(c + d) - a.max(c)).max(0.0);
        let across = shared(self.x, self.width, other.x, other.width);
        across * shared(self.y, self.height, other.y, other.height)
    }
}
