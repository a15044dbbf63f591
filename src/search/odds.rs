//! Means over unknown pieces, weighted by the cartridge's odds.

use crate::rules::Piece;
use crate::rules::randomizer::ODDS;

/// Returns the sum of `value` over the pieces that may follow `previous`, weighted by their odds in 64ths. The sum is
/// 64 times the mean. The caller divides, and so chooses the rounding.
#[inline(always)]
pub fn sum_by_odds(previous: Piece, mut value: impl FnMut(Piece) -> i64) -> i64 {
    let mut sum = 0;
    for (piece, odds) in Piece::ALL.into_iter().zip(ODDS[previous.index()]) {
        sum += i64::from(odds) * value(piece);
    }
    sum
}

/// Returns the mean of `costs` over the pieces that may follow `previous`, rounded down.
#[inline(always)]
pub fn mean_by_odds(previous: Piece, costs: &[i64; Piece::COUNT]) -> i64 {
    sum_by_odds(previous, |piece| costs[piece.index()]) >> 6
}
