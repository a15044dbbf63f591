//! What the coach says of a move.

use rightwell::render::panel::{Curve, Figure, PanelPart, Tone};
use rightwell::render::{Panel, ReviewPanel};

/// How high the curve of what was lost is, in pixels.
const CURVE_HEIGHT: usize = 40;

/// The coach's panel.
pub(super) fn panel(review: ReviewPanel) -> Panel {
    let mut parts = Vec::new();
    if let Some((word, _)) = review.verdict() {
        let tone = if review.solved == Some(true) {
            Tone::Good
        } else {
            Tone::Bad
        };
        parts.push(PanelPart::Text(word.to_owned(), tone));
    }
    let lines = review
        .lines
        .into_iter()
        .map(|(word, value)| Figure::new(word, value));
    parts.push(PanelPart::Figures(lines.collect()));
    if !review.said.is_empty() {
        parts.push(PanelPart::Text(review.said, Tone::Plain));
    }
    if !review.curve.is_empty() {
        let last = (review.curve.len() - 1).max(1) as f32;
        parts.push(PanelPart::Curve(Curve {
            cursor: review.cursor.map(|column| column as f32 / last),
            points: review.curve,
            line: Vec::new(),
            height: CURVE_HEIGHT,
        }));
    }
    parts.push(PanelPart::Keys(review.keys));
    Panel::new("Coach", parts)
}
