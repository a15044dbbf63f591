//! The endless demo: one game without gravity that comes round to its beginning, again and again.

use std::sync::Arc;

use crate::engine::{DragGame, DragInput, DragStart, Endless};
use crate::players::{Player, Strategy, TreeMemory};
use crate::rules::RandomizerKind;

use super::controls::Controls;
use super::job::{DragTask, position_of};
use super::series::Series;

/// The seed that the randomizer begins anew with.
///
/// Chosen among small numbers: with it the round is long enough to be worth watching, its field is
/// cleared completely 14 times, and the stack never comes higher than seven rows.
pub const SEED: u64 = 0x48;

/// Pieces in a round.
///
/// Source: played; `tests/games/endless.rs` plays it again.
pub const PIECES: u32 = 6_220;

/// Pieces from the beginning of a game to that of the next one, round and round: they seem to begin
/// anywhere.
const STRIDE: u64 = 2_311;

/// Who plays it.
const PLAYER: &str = "survival";

/// The endless demo from some place on.
#[derive(Clone, Debug)]
pub struct EndlessDemo {
    /// Pieces before the first game.
    place: u64,
    strategy: Arc<Strategy>,
}

impl EndlessDemo {
    /// The demo whose first game begins after `place` pieces, counted round and round.
    pub fn new(place: u64) -> EndlessDemo {
        let player = Player::named(PLAYER).expect("the player is compiled in");
        EndlessDemo {
            place: place % u64::from(PIECES),
            strategy: Arc::new(Strategy::alone(Arc::new(player))),
        }
    }

    /// Who plays it.
    pub const fn strategy(&self) -> &Arc<Strategy> {
        &self.strategy
    }

    /// What its games have in common.
    pub const fn series(level: u8) -> Series {
        Series {
            level,
            randomizer: RandomizerKind::NesOdds,
            seed: SEED,
            controls: Controls::Drag,
            position: None,
        }
    }

    /// Pieces before game number `game` (from 0), 0-6,219.
    pub const fn place(&self, game: u64) -> u64 {
        (self.place + game % PIECES as u64 * STRIDE) % PIECES as u64
    }

    /// What game number `game` begins with; all that comes before it is played, unseen.
    pub(super) fn start(&self, game: u64, level: u8, top: u32) -> DragStart {
        let series = EndlessDemo::series(level);
        let beginning = DragStart {
            level,
            randomizer: series.randomizer,
            seed: series.seed,
            game: 0,
            top,
            endless: Some(Endless::default()),
            position: None,
        };
        let mut play = DragGame::new(beginning).expect("every seed of long generators is good");
        let mut memory = TreeMemory::default();
        for _ in 0..self.place(game) {
            let task = DragTask {
                position: position_of(&play),
                strategy: Arc::clone(&self.strategy),
                with_path: false,
            };
            let pose = task
                .lock(&mut memory)
                .expect("the player does not die in a round");
            play.step(Some(DragInput::Lock {
                pose,
                animate: false,
            }));
        }
        play.as_start().expect("a piece has appeared")
    }
}
