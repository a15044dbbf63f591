//! Example of a mode's game, for pictures.

use crate::engine::event::Event;
use crate::engine::{DirectStart, GameType, GameView, RecordedConsole, View};
use crate::rules::{Buttons, Region};

use super::Training;

/// Number of pieces that lock before the example.
const PIECES: usize = 7;
/// Maximum number of frames until the next piece spawns.
const FRAMES_MAX: usize = 2000;
/// Number of frames for which the last piece falls.
const FALLING_FRAMES: usize = 24;

/// Returns a game of this training after some pieces. They lock in three columns in turn. Level 18 and the seed are
/// always the same.
///
/// # Panics
/// If [`Training::check`] does not allow the training.
pub fn example(training: Training) -> Box<GameView> {
    let start = DirectStart {
        region: Region::Ntsc,
        game_type: GameType::A,
        level: 18,
        seed: 0x8988,
    };
    let begun = RecordedConsole::direct(start, Default::default());
    let mut console = begun.expect("the start is allowed");
    console.train(training);
    for piece in 0..PIECES {
        let places = [(Buttons::LEFT, 4), (Buttons::RIGHT, 3), (Buttons::LEFT, 1)];
        let (side, taps) = places[piece % 3];
        let turn = [Buttons::A, Buttons::NONE].repeat(piece % 2);
        let taps = [side, Buttons::NONE].repeat(taps);
        let held = turn.into_iter().chain(taps);
        let held = held.chain(std::iter::repeat(Buttons::DOWN));
        let mut events = held.take(FRAMES_MAX).map(|held| console.step(held));
        let _ = events.find(|events| events.contains(Event::Spawned));
    }
    for _ in 0..FALLING_FRAMES {
        console.step(Buttons::NONE);
    }
    match console.console().view() {
        View::Game(view) => view,
        _ => unreachable!("a training begins with its game"),
    }
}
