//! Rates the moves of recorded games, one by one.

use crate::engine::GameType;
use crate::players::{Input, NamedHand, Player};
use crate::rules::Region;
use crate::search::Hand;

use super::controls::{LevelMoves, PadControls};
use super::moves::Move;
use super::playback::Recorded;
use super::review::ReviewedMove;
use super::tapping::measured;

/// A judge, and the hands that it rates moves for.
#[derive(Debug)]
pub struct Rater {
    judge: Player,
    moves: Option<LevelMoves>,
}

impl Rater {
    /// The player that rates unless another is named.
    pub const JUDGE: &str = "scorer";
    /// The hands that moves at the console are rated for where they cannot be measured.
    pub const HAND: &str = "tournament";

    /// The hands of whoever played a recording, with what they are called: those that tap as measured from its
    /// buttons, else [`Rater::HAND`]. None without gravity.
    pub fn hands_of(recorded: &Recorded) -> (String, Option<Hand>) {
        let rhythm = match recorded {
            Recorded::Drag(_) => return ("none: without gravity".to_owned(), None),
            Recorded::Console(playback) => measured(playback),
            Recorded::Match(_) | Recorded::Sighted(_) => None,
        };
        match rhythm {
            Some(rhythm) => {
                let hand = Hand::FASTEST.with_rhythm(rhythm);
                (format!("measured from the game, {rhythm}"), Some(hand))
            }
            None => {
                let usual = NamedHand::named(Rater::HAND).expect("they are compiled in");
                (Rater::HAND.to_owned(), Some(usual.hand()))
            }
        }
    }

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
        ReviewedMove::of(number, played, &self.judge, &input)
    }
}
