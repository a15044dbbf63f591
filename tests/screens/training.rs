//! Image of each training mode after some pieces, all on one sheet.

use rightwell::engine::training::example;
use rightwell::engine::{Training, TrainingMode, View};
use rightwell::render::{Frame, Renderer};

use super::golden;

/// Modes whose image shows another value than the default, with that value.
const VALUES: [(TrainingMode, u32); 4] = [
    (TrainingMode::Crunch, 10),
    (TrainingMode::BType, 4),
    (TrainingMode::LowStack, 12),
    (TrainingMode::Wells, 12),
];

/// Returns the mode with the value that its image shows.
fn shown(mode: TrainingMode) -> Training {
    let usual = Training::new(mode);
    let value = VALUES.into_iter().find(|(known, _)| *known == mode);
    Training {
        value: value.map_or(usual.value, |(_, value)| value),
        ..usual
    }
}

#[test]
fn every_training_mode_matches_its_golden_image() {
    const ACROSS: usize = 6;
    let renderer = Renderer::default();
    let down = TrainingMode::ALL.len().div_ceil(ACROSS);
    let (width, height) = (ACROSS * Frame::WIDTH, down * Frame::HEIGHT);
    let mut sheet = vec![[0; 3]; width * height];
    let mut frame = Frame::new();
    for (place, mode) in TrainingMode::ALL.into_iter().enumerate() {
        renderer.draw(&View::Game(example(shown(mode))), &mut frame);
        let pixels = frame.to_rgb(renderer.palette(), 1);
        let (x, y) = (
            place % ACROSS * Frame::WIDTH,
            place / ACROSS * Frame::HEIGHT,
        );
        for (row, line) in pixels.chunks_exact(Frame::WIDTH).enumerate() {
            let start = (y + row) * width + x;
            sheet[start..start + Frame::WIDTH].copy_from_slice(line);
        }
    }
    golden::check("training", (width, height), &sheet);
}
