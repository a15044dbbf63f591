//! Endless demo: a game without gravity that returns to its start after a fixed number of pieces, and so repeats for
//! ever. One period is called a round.

use std::sync::Arc;

use crate::engine::{DragGame, DragInput, DragStart, EndlessStart};
use crate::players::{Player, Strategy, TreeMemory};
use crate::rules::RandomizerKind;

use super::controls::Controls;
use super::job::DragTask;
use super::series::SeriesSettings;

/// Seed of the randomizer, which restarts with each round.
///
/// Chosen among small numbers. With this seed a round is long enough to be interesting, the playfield becomes empty 12
/// times, and the stack never exceeds seven rows.
pub const SEED: u64 = 0x7B;

/// Number of pieces in a round.
///
/// Source: counted by playing a round. `tests/games/endless.rs` repeats the count.
pub const PIECES: u32 = 8_075;

/// Number of pieces from the starting point of one game to that of the next, modulo the length of a round. With this
/// number, the starting points seem random.
const STRIDE: u64 = 2_311;

/// Player of the demo.
const PLAYER: &str = "survival";

/// Endless demo that starts at a given piece of the round.
#[derive(Clone, Debug)]
pub struct EndlessDemo {
    /// Number of pieces of the round that precede the first game.
    place: u64,
    strategy: Arc<Strategy>,
}

impl EndlessDemo {
    /// Returns the demo whose first game starts after `place` pieces of the round, modulo its length.
    pub fn new(place: u64) -> EndlessDemo {
        let player = Player::named(PLAYER).expect("the player is built in");
        EndlessDemo {
            place: place % u64::from(PIECES),
            strategy: Arc::new(Strategy::alone(Arc::new(player))),
        }
    }

    /// Returns the demo's strategy.
    pub const fn strategy(&self) -> &Arc<Strategy> {
        &self.strategy
    }

    /// Returns the settings of the demo's games.
    pub const fn series(level: u8) -> SeriesSettings {
        SeriesSettings {
            level,
            randomizer: RandomizerKind::NesOdds,
            seed: SEED,
            controls: Controls::Drag,
            position: None,
        }
    }

    /// Returns the number of pieces of the round that precede game `game` (counted from 0): 0-8,074.
    pub const fn place(&self, game: u64) -> u64 {
        (self.place + game % PIECES as u64 * STRIDE) % PIECES as u64
    }

    /// Returns the start of game `game`. All pieces before it are played without being shown.
    pub(super) fn start(&self, game: u64, level: u8, top: u32) -> DragStart {
        let series = EndlessDemo::series(level);
        let beginning = DragStart {
            level,
            randomizer: series.randomizer,
            seed: series.seed,
            game: 0,
            top,
            endless: Some(EndlessStart::default()),
            position: None,
        };
        let mut play = DragGame::new(beginning).expect("these generators take any seed");
        let mut memory = TreeMemory::default();
        for _ in 0..self.place(game) {
            let task = DragTask::new(&play, &self.strategy, false);
            let pose = task
                .lock(&mut memory)
                .expect("the player survives the whole round");
            play.step(Some(DragInput::Lock {
                pose,
                animate: false,
            }));
        }
        play.as_start().expect("the round has at least one piece")
    }
}
