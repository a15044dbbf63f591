//! Two games side by side.

use super::palette::BLACK;
use super::{Frame, Renderer};
use crate::engine::view::VersusView;

/// Draws both games.
pub(super) fn draw(_: &Renderer, _: &VersusView, frame: &mut Frame) {
    frame.fill(BLACK);
}
