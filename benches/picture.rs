//! Bench of rendering: from a game's display registers to pixels.

mod support;

use criterion::{Criterion, criterion_group, criterion_main};
use rightwell::engine::view::{GameView, MatchKind, MatchStage, SideView, VersusView};
use rightwell::engine::{DragGame, DragInput, DragStart, View};
use rightwell::render::{Frame, Renderer};
use rightwell::rules::RandomizerKind;

fn pictures(c: &mut Criterion) {
    let start = DragStart {
        level: 9,
        randomizer: RandomizerKind::NesOdds,
        seed: 9,
        game: 0,
        top: 10_000,
        endless: None,
        position: None,
    };
    let board = &support::positions()[7].board;
    let mut game = DragGame::with_board(start, board).expect("every seed is allowed");
    for _ in 0..8 {
        let pose = game.pose();
        game.step(Some(DragInput::Pose(pose)));
    }
    let view = game.view();
    let renderer = Renderer::new();
    let mut frame = Frame::new();
    renderer.draw(&view, &mut frame);
    // Centres of two cells in the lowest row, one with a bordered block and one empty.
    let middle = |column: usize| frame.pixel(96 + 8 * column + 3, 48 + 8 * 19 + 3);
    assert_eq!((middle(0), middle(2)), (0x30, 0x0F));
    c.bench_function("draw a frame", |b| {
        b.iter(|| renderer.draw(&view, &mut frame));
    });
    let versus = match &view {
        View::Game(game) => versus(game),
        other => panic!("a game shows {other:?}"),
    };
    c.bench_function("draw a frame of two games", |b| {
        b.iter(|| renderer.draw(&versus, &mut frame));
    });
    assert_eq!(frame.pixel(8 + 3, 48 + 8 * 19 + 3), 0x30);
    let mut rgba = vec![0; Frame::WIDTH * Frame::HEIGHT * 4];
    c.bench_function("frame to RGBA", |b| {
        b.iter(|| frame.to_rgba(renderer.palette(), &mut rgba));
    });
    assert!(rgba.chunks(4).all(|pixel| pixel[3] == 255), "opaque");
    c.bench_function("view of a game", |b| b.iter(|| game.view()));
}

/// Returns a view of a match with one game on both sides, and incoming garbage.
fn versus(game: &GameView) -> View {
    let sides = ["LEFT", "RIGHT"].map(|name| SideView {
        name: name.to_owned(),
        game: game.clone(),
        pending: 8,
        wins: 1,
    });
    View::Versus(Box::new(VersusView {
        sides,
        kind: MatchKind::Garbage {
            wins_needed: 2,
            surplus: 1,
        },
        moment: MatchStage::Playing,
    }))
}

criterion_group! {
    name = benches;
    config = support::criterion();
    targets = pictures
}
criterion_main!(benches);
