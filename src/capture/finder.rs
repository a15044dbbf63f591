//! Where the field stands: a dark rectangle of about 1:2 in a bright border, with the game's other boxes where
//! they belong.

use super::grey::{Edge, Edges, Grey};
use super::layout::{BORDER, BOXES, Box as LayoutBox};
use super::{Pixels, Place};

/// How narrow and how wide a field may be, as a part of its height: pixels of a television are up to 1.25
/// times as wide as high, and some players stretch the picture over the whole screen.
const RATIOS: (f32, f32) = (0.36, 1.0);
/// The least height of a field, as a part of the picture's, and in pixels.
const HEIGHT_MIN: (f32, i32) = (0.2, 60);
/// The least part of each side of a field that must be seen, and of all four together.
const SIDE_MIN: f32 = 0.3;
const SIDES_MIN: f32 = 2.2;
/// So many rectangles are looked at closely.
const LOOKED_AT: usize = 48;
/// What the other boxes must add at least, in boxes.
const BOXES_MIN: f32 = 2.0;

/// A field that was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) place: Place,
    /// How sure it is: up to 4 for its sides, and 1 for each of the other boxes.
    pub(super) score: f32,
}

/// A rectangle in the small picture: left, right, upper and lower edge.
#[derive(Clone, Copy, Debug)]
struct Rectangle {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
    sides: f32,
}

/// All fields in a picture, the surest first.
pub(super) fn fields(picture: &Pixels) -> Vec<Found> {
    let grey = Grey::of(picture);
    let edges = Edges::of(&grey);
    let mut found: Vec<Found> = rectangles(&grey, &edges)
        .into_iter()
        .filter_map(|rectangle| {
            let boxes = boxes(&edges, rectangle);
            (boxes >= BOXES_MIN).then(|| Found {
                place: rectangle.place(grey.shrink as f32),
                score: rectangle.sides + boxes,
            })
        })
        .collect();
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
    let mut apart: Vec<Found> = Vec::new();
    for field in found {
        if !apart.iter().any(|other| other.place.overlaps(&field.place)) {
            apart.push(field);
        }
    }
    apart
}

/// The rectangles that are dark inside and bright around it.
fn rectangles(grey: &Grey, edges: &Edges) -> Vec<Rectangle> {
    let (width, height) = (grey.width as i32, grey.height as i32);
    let least = HEIGHT_MIN
        .1
        .min(height / 2)
        .max((HEIGHT_MIN.0 * height as f32) as i32);
    let shortest = (RATIOS.0 * least as f32 * SIDE_MIN) as u16;
    // Only lines with enough of an edge can be a side.
    let lines = |edge, end, least: u16| {
        let line = move |&at: &i32| edges.all(edge, at) >= least;
        (1..end).filter(line).collect::<Vec<i32>>()
    };
    let (tops, bottoms) = (
        lines(Edge::Top, height, shortest),
        lines(Edge::Bottom, height, shortest),
    );
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
    // The innermost of equals: a border may be of several lines.
    best.sort_by(|one, other| {
        let by_sides = other.sides.total_cmp(&one.sides);
        by_sides.then(one.area().cmp(&other.area()))
    });
    // Of those that differ by little the best is looked at.
    let mut kept: Vec<Rectangle> = Vec::new();
    for rectangle in best {
        if !kept.iter().any(|other| other.is_near(&rectangle)) {
            kept.push(rectangle);
            if kept.len() == LOOKED_AT {
                break;
            }
        }
    }
    kept
}

/// Adds a line, of lines side by side only the best one, and of equals the innermost.
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

/// How many of the other boxes of the screen are where they belong, each 0 to 1.
fn boxes(edges: &Edges, field: Rectangle) -> f32 {
    let place = field.place(1.0);
    let x = |x: f32| (place.x + x * place.width / 80.0).round() as i32;
    let y = |y: f32| (place.y + y * place.height / 160.0).round() as i32;
    let reach = |length: f32, pixels: f32| (3.0 * length / pixels).ceil() as i32;
    let (across, down) = (reach(place.width, 80.0), reach(place.height, 160.0));
    let part = |LayoutBox {
                    left,
                    right,
                    top,
                    bottom,
                }: &LayoutBox| {
        let (left, right, top, bottom) = (x(*left), x(*right), y(*top), y(*bottom));
        let sides = [
            edges.best_part(Edge::Left, left, across, (top, bottom)),
            edges.best_part(Edge::Right, right, across, (top, bottom)),
            edges.best_part(Edge::Top, top, down, (left, right)),
            edges.best_part(Edge::Bottom, bottom, down, (left, right)),
        ];
        let seen = sides.iter().sum::<f32>() / 4.0;
        // What anything gives by chance counts for nothing.
        ((seen - 0.3) / 0.6).clamp(0.0, 1.0)
    };
    BOXES.iter().map(part).sum()
}

impl Rectangle {
    /// The field whose border's inner edge this is, where a pixel here is `scale` pixels.
    fn place(&self, scale: f32) -> Place {
        let across = (self.right - self.left) as f32 / (BORDER.right - BORDER.left);
        let down = (self.bottom - self.top) as f32 / (BORDER.bottom - BORDER.top);
        Place {
            x: scale * (self.left as f32 - across * BORDER.left),
            y: scale * (self.top as f32 - down * BORDER.top),
            width: scale * 80.0 * across,
            height: scale * 160.0 * down,
        }
    }

    fn area(&self) -> i32 {
        (self.right - self.left) * (self.bottom - self.top)
    }

    fn is_near(&self, other: &Rectangle) -> bool {
        let near = |one: i32, other: i32| (one - other).abs() <= 2;
        near(self.left, other.left)
            && near(self.right, other.right)
            && near(self.top, other.top)
            && near(self.bottom, other.bottom)
    }
}

impl Place {
    /// Whether two fields share more than a quarter of the smaller one.
    fn overlaps(&self, other: &Place) -> bool {
        let shared = |a: f32, b: f32, c: f32, d: f32| ((a + b).min(c + d) - a.max(c)).max(0.0);
        let across = shared(self.x, self.width, other.x, other.width);
        let down = shared(self.y, self.height, other.y, other.height);
        let area = |place: &Place| place.width * place.height;
        across * down > 0.25 * area(self).min(area(other))
    }
}
