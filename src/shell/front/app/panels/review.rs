//! What the coach says of a move.

use rightwell::render::panel::{Curve, PanelPart};
use rightwell::render::{Panel, ReviewPanel};

use crate::shell::activity::coached;

/// How high the curve of what was lost is, in pixels.
const CURVE_HEIGHT: usize = 40;

/// The coach's panel.
pub(super) fn panel(review: ReviewPanel) -> Panel {
    let mut parts = coached::verdict(&review);
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
