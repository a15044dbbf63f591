//! The pieces that nobody knows yet, by the cartridge's odds.

use crate::rules::Piece;
use crate::rules::randomizer::ODDS;

/// Adds up `value` over the pieces that may follow `previous`, each as many times as it comes in 64
/// draws: 64 times the mean. Whoever asks divides, and so chooses how to round.
#[inline(always)]
pub fn sum_by_odds(previous: Piece, mut value: impl FnMut(Piece) -> i64) -> i64 {
    let mut sum = 0;
    for (piece, odds) in Piece::ALL.into_iter().zip(ODDS[previous.index()]) {
        sum += i64::from(odds) * value(piece);
    }
    sum
}

/// The mean of what each piece costs over those that may follow `previous`, rounded down.
#[inline(always)]
pub fn mean_by_odds(previous: Piece, costs: &[i64; Piece::COUNT]) -> i64 {
    sum_by_odds(previous, |piece| costs[piece.index()]) >> 6
}
