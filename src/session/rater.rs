//! Rates the moves of recorded games, one by one.

use crate::engine::GameType;
use crate::players::{Input, Player};
use crate::rules::Region;
use crate::search::Hand;

use super::controls::{LevelMoves, PadControls};
use super::moves::Move;
use super::review::ReviewedMove;

/// A judge, and the hands that it rates moves for.
#[derive(Debug)]
pub struct Rater {
    judge: Player,
    moves: Option<LevelMoves>,
}

impl Rater {
    /// The player that rates unless another is named.
    pub const JUDGE: &str = "scorer";
    /// The hands that moves at the console are rated for unless others are named.
    pub const HAND: &str = "tournament";

    /// Rates by `judge`, who must judge by what a game will lose, for these hands at a console of that
    /// region; without hands for any place that a piece can reach without gravity.
    pub fn new(judge: Player, hands: Option<(Hand, Region)>) -> Rater {
        let moves = hands.map(|(hand, region)| {
            LevelMoves::new(PadControls {
                hand,
                region,
                game_type: GameType::A,
                double_killscreen: false,
            })
        });
        Rater { judge, moves }
    }

    /// A move and what it was worth; `number` says which piece of the game it was, from 1. None by a
    /// judge of another kind.
    pub fn rate(&self, number: usize, played: &Move) -> Option<ReviewedMove> {
        let position = &played.position;
        let input = match &self.moves {
            None => Input::Drag,
            Some(moves) => Input::Pad(moves.at(position.level)),
        };
        let rating = self.judge.rate(position, played.lock, &input)?;
        Some(ReviewedMove {
            number,
            played: played.clone(),
            rating,
        })
    }
}
