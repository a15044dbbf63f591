//! Search for playfields in a frame. A playfield is a dark rectangle with a bright border, about twice as high as wide.
//! The other boxes of the game must be at their usual positions around it.

use super::grey::{BrightnessMap, Edge, Edges, is_edge};
use super::layout::{BORDER, BOXES, CELL, ScreenBox};
use super::{FieldArea, Pixels};

/// Minimum and maximum width of a playfield, as a fraction of its height. Television pixels are up to 1.25 times as
/// wide as high, and some video players stretch the image to fill the screen.
const RATIOS: (f32, f32) = (0.3, 1.1);
/// Minimum height of a playfield, as a fraction of the frame's height and in pixels.
const HEIGHT_MIN: (f32, i32) = (0.2, 60);
/// Minimum fraction of each side of a playfield that must be visible.
const SIDE_MIN: f32 = 0.3;
/// Minimum sum of the visible fractions of all four sides, each at most 1.
const SIDES_MIN: f32 = 2.2;
/// Maximum number of rectangles to examine closely.
const RECTANGLES_MAX: usize = 40_000;
/// Maximum distance of the border's innermost line from its most visible line, in console pixels. The border may
/// consist of several lines.
const INNER_LINE_REACH: f32 = 5.0;
/// Minimum visible fraction of the innermost line, relative to that of the most visible line.
const INNER_LINE_MIN: f32 = 0.85;
/// Maximum number of playfields in a frame.
const PLAYFIELDS_MAX: usize = 4;
/// Minimum certainty of a playfield. The certainty is the sum of eleven values from 0 to 1:
/// - the visible fraction of each of the four sides
/// - how much the upper end and the lower end look like those of a playfield
/// - the visibility of each of the screen's five other boxes
const SCORE_MIN: f32 = 5.5;

/// Candidate for a playfield.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldCandidate {
    pub(super) place: FieldArea,
    /// Certainty: at most 4 for the sides, 2 for the ends, and 1 for each other box.
    pub(super) score: f32,
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

/// Returns all playfields in a frame, most certain first.
pub(super) fn playfields(frame: &Pixels) -> Vec<FieldCandidate> {
    let grey = BrightnessMap::of(frame);
    let edges = Edges::of(&grey);
    let rectangles = rectangles(&grey, &edges).into_iter();
    let mut found: Vec<(f32, Rectangle)> = rectangles
        .map(|rectangle| (rectangle.sides + boxes(&edges, rectangle), rectangle))
        .filter(|(score, _)| *score >= SCORE_MIN)
        .map(|(score, rectangle)| (score + ends(&grey, rectangle), rectangle))
        .collect();
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut apart: Vec<FieldCandidate> = Vec::new();
    for (score, best) in &found {
        if apart.len() == PLAYFIELDS_MAX {
            break;
        }
        if apart
            .iter()
            .any(|other| other.place.overlaps(&best.place(grey.shrink as f32)))
        {
            continue;
        }
        let place = best.innermost(&edges).place(grey.shrink as f32);
        apart.push(FieldCandidate {
            place,
            score: *score,
        });
    }
    apart
}

/// Returns the rectangles that have a dark inside and a bright border, best first.
fn rectangles(grey: &BrightnessMap, edges: &Edges) -> Vec<Rectangle> {
    let (width, height) = (grey.width as i32, grey.height as i32);
    let least = HEIGHT_MIN
        .1
        .min(height / 2)
        .max((HEIGHT_MIN.0 * height as f32) as i32);
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
        for &bottom in bottoms.iter().filter(|&&bottom| bottom - top >= least) {
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
    let place = field.place(1.0);
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

/// Returns the sum of two likenesses (0-1): how much the upper end and the lower end look like those of a playfield.
/// Between two columns, a playfield is dark up to the border, whatever its cells are. The border itself has no gaps.
fn ends(grey: &BrightnessMap, field: Rectangle) -> f32 {
    let place = field.place(1.0);
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

impl Rectangle {
    /// Returns this rectangle with each side moved to the innermost line of the border.
    fn innermost(&self, edges: &Edges) -> Rectangle {
        let mut inner = *self;
        let across = ((self.right - self.left) as f32 * INNER_LINE_REACH / 80.0) as i32;
        let down = ((self.bottom - self.top) as f32 * INNER_LINE_REACH / 160.0) as i32;
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

    /// Returns the playfield whose border has this rectangle as its inner edge. `scale` is the number of frame pixels
    /// per pixel of the reduced frame.
    fn place(&self, scale: f32) -> FieldArea {
        let across = (self.right - self.left) as f32 / (BORDER.right - BORDER.left);
        let down = (self.bottom - self.top) as f32 / (BORDER.bottom - BORDER.top);
        FieldArea {
            x: scale * (self.left as f32 - across * BORDER.left),
            y: scale * (self.top as f32 - down * BORDER.top),
            width: scale * 80.0 * across,
            height: scale * 160.0 * down,
        }
    }
}

impl FieldArea {
    /// Returns whether two playfields overlap by more than a quarter of the smaller one's area.
    fn overlaps(&self, other: &FieldArea) -> bool {
        let shared = |a: f32, b: f32, c: f32, d: f32| ((a + b).min(c + d) - a.max(c)).max(0.0);
        let across = shared(self.x, self.width, other.x, other.width);
        let down = shared(self.y, self.height, other.y, other.height);
        let area = |place: &FieldArea| place.width * place.height;
        across * down > 0.25 * area(self).min(area(other))
    }
}
