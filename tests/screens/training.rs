//! Image of each training mode after some pieces, all on one sheet.

use rightwell::engine::{DirectStart, Event, GameType, RecordedConsole, Training, TrainingMode};
use rightwell::render::{Frame, Renderer};
use rightwell::rules::{Buttons, Region};

use super::golden;

/// Modes whose image shows another value than the default, with that value.
const VALUES: [(TrainingMode, u32); 4] = [
    (TrainingMode::Crunch, 10),
    (TrainingMode::BType, 4),
    (TrainingMode::LowStack, 12),
    (TrainingMode::Wells, 12),
];

/// Returns the console while a piece falls, after `pieces` pieces were dropped in various columns.
fn played(mode: TrainingMode, pieces: usize) -> RecordedConsole {
    let start = DirectStart {
        region: Region::Ntsc,
        game_type: GameType::A,
        level: 18,
        seed: 0x8988,
    };
    let mut console = RecordedConsole::direct(start, Default::default()).unwrap();
    let value = VALUES.into_iter().find(|(known, _)| *known == mode);
    let usual = Training::new(mode);
    console.train(Training {
        value: value.map_or(usual.value, |(_, value)| value),
        ..usual
    });
    for piece in 0..pieces {
        let places = [(Buttons::LEFT, 4), (Buttons::RIGHT, 3), (Buttons::LEFT, 1)];
        let (side, taps) = places[piece % 3];
        let turn = [Buttons::A, Buttons::NONE].repeat(piece % 2);
        let taps = [side, Buttons::NONE].repeat(taps);
        let mut held = turn.into_iter().chain(taps);
        for _ in 0..2000 {
            let events = console.step(held.next().unwrap_or(Buttons::DOWN));
            if events.contains(Event::Spawned) {
                break;
            }
        }
    }
    for _ in 0..24 {
        console.step(Buttons::NONE);
    }
    console
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
        renderer.draw(&played(mode, 7).console().view(), &mut frame);
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
