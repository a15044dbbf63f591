//! Calibration of move losses against playouts.
//!
//! The judge prices most damage higher than it costs in the judge's own later play. Its price table was learnt from play
//! that looks one or two pieces ahead. The judge's search looks further and repairs damage better, above all at slow
//! levels. Only cells in the well cost more than their price, before level 29. The fewer lines are left until line 230,
//! the less of the damage has an effect before. So a move loss counts only a share of each part of the price. The shares
//! were fitted by least squares to one set of games, with playouts from the played and from the best lock, and checked on
//! another set (see `assets/coach/README.md`). The judge's own decisions are unaffected.

use serde::Serialize;

use crate::players::{BoardPricing, Input, Label, Player, Position, RatedMove, Rating};
use crate::rules::{Board, Control, Pose};

use super::reasons::is_explained;
use crate::session::field::{filled, without_in_well};

/// Last line that counts in the rating of a game. After it, pieces usually fall a row in every frame, and few games last long.
///
/// Source: games that start at level 18 or 19 reach level 29 at line 230.
pub const LAST_LINE: u16 = 230;

/// A move's loss compared with the best move, over the piece and NEXT, split into parts. Each part is either the
/// judge's price, in lines, or the share of that price that counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LossParts {
    /// Burns: rows cleared fewer than four at a time.
    pub burn: f64,
    /// Cells in the well, most of which cover it.
    pub well: f64,
    /// Holes in all columns except the well.
    pub holes: f64,
    /// Shape of the playfield, including how well it suits the pieces to come.
    pub form: f64,
}

/// Shares of the judge's prices that would count below level 19 in a game without an end.
const SLOW: LossParts = LossParts {
    burn: 0.75,
    well: 1.1,
    holes: 0.8,
    form: 0.6,
};
/// Shares that would count from level 19 on in a game without an end.
const FAST: LossParts = LossParts {
    burn: 0.8,
    well: 1.25,
    holes: 1.0,
    form: 0.7,
};
const FIRST_FAST: u8 = 19;
/// Number of lines before line 230 at which half of these shares counts.
const HALF: f64 = 40.0;
/// Shares that count from level 29 on, where a game can end within a few pieces.
const KILLSCREEN: LossParts = LossParts {
    burn: 0.95,
    well: 0.7,
    holes: 0.75,
    form: 0.7,
};

/// Share of a loss that counts before level 29 if no error explains it. In playouts, such moves lost a seventh of their
/// price.
const UNEXPLAINED: f64 = 0.2;

/// Returns the shares of the judge's prices that count in a position.
pub(super) fn shares_at(position: &Position) -> LossParts {
    let shares = match position.level {
        ..FIRST_FAST => SLOW,
        FIRST_FAST..Control::KILLSCREEN_LEVEL => FAST,
        _ => return KILLSCREEN,
    };
    // A game that is past line 230 below level 29 has no end in sight.
    let left = f64::from(LAST_LINE.saturating_sub(position.lines));
    let counts = if left > 0.0 {
        left / (left + HALF)
    } else {
        1.0
    };
    LossParts {
        burn: counts * shares.burn,
        well: counts * shares.well,
        holes: counts * shares.holes,
        form: counts * shares.form,
    }
}

impl LossParts {
    /// Returns, part by part, the price of a lock minus the price of the best lock. The sum over the parts is the
    /// judge's loss.
    fn charged(
        prices: &BoardPricing,
        rated: &RatedMove,
        (best, of_best): (&RatedMove, [f64; 3]),
    ) -> LossParts {
        let of_place = charges(prices, rated);
        let [burn, well, holes] = std::array::from_fn(|part| of_place[part] - of_best[part]);
        let form = rated.cost - best.cost - burn - well - holes;
        LossParts {
            burn,
            well,
            holes,
            form,
        }
    }

    /// Returns the calibrated loss: the sum of these prices, each multiplied by its share.
    fn calibrated(&self, shares: &LossParts) -> f64 {
        let calibrated = shares.burn * self.burn
            + shares.well * self.well
            + shares.holes * self.holes
            + shares.form * self.form;
        calibrated.max(0.0)
    }
}

/// Rates a move by `judge`'s prices, with calibrated losses. Returns `None` if `judge` does not price future losses.
pub(super) fn rate(
    judge: &Player,
    position: &Position,
    played: Pose,
    input: &Input,
) -> Option<Rating> {
    let mut rating = judge.rate(position, played, input)?;
    let prices = judge.prices(position, input)?;
    calibrate(&mut rating.moves, &prices, &shares_at(position));
    let best = rating.best().cost;
    let is_played = |rated: &RatedMove| rated.lock == played;
    if let Some(rated) = rating.moves.iter().find(|rated| is_played(rated)) {
        rating.played = *rated;
    }
    rating.loss = rating.played.cost - best;
    if position.level < Control::KILLSCREEN_LEVEL
        && rating.label() > Label::Good
        && !is_explained(judge, position, &rating, input)
    {
        rating.loss *= UNEXPLAINED;
        rating.played.cost = best + rating.loss;
        let cost = rating.played.cost;
        let listed = rating.moves.iter_mut().filter(|rated| is_played(rated));
        listed.for_each(|rated| rated.cost = cost);
        rating
            .moves
            .sort_by(|one, other| one.cost.total_cmp(&other.cost));
    }
    Some(rating)
}

/// Returns the parts of `judge`'s price for a move, before calibration.
pub(super) fn charged(
    judge: &Player,
    position: &Position,
    played: Pose,
    input: &Input,
) -> Option<LossParts> {
    let rating = judge.rate(position, played, input)?;
    let prices = judge.prices(position, input)?;
    let best = rating.best();
    let best = (best, charges(&prices, best));
    Some(LossParts::charged(&prices, &rating.played, best))
}

/// Recalculates the costs of all locks except the first, with these shares of their prices. The first lock is the best
/// one and stays the best.
pub(super) fn calibrate(rated_moves: &mut [RatedMove], prices: &BoardPricing, shares: &LossParts) {
    let Some((best, others)) = rated_moves.split_first_mut() else {
        return;
    };
    let best = (&*best, charges(prices, best));
    for rated in others.iter_mut() {
        rated.cost = best.0.cost + LossParts::charged(prices, rated, best).calibrated(shares);
    }
    others.sort_by(|one, other| one.cost.total_cmp(&other.cost));
}

/// Returns the judge's prices for a lock and NEXT, in lines: for clears, for cells in the well, and for holes.
fn charges(prices: &BoardPricing, rated: &RatedMove) -> [f64; 3] {
    let outcome = prices.outcome(rated);
    let rows = outcome.rows.iter().sum();
    let price = |board: &Board| prices.board_cost(board, rows);
    let more_than = |repaired: Board| (price(&outcome.last) - price(&repaired)).max(0.0);
    [
        outcome.clears,
        more_than(without_in_well(&outcome.last, |_| true)),
        more_than(filled(&outcome.last)),
    ]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::players::NamedHand;
    use crate::rules::motion::ROWS;
    use crate::rules::{Piece, Region};
    use crate::search::{MoveGenerator, PadMoves, ReachableLocks};

    use super::*;
    use crate::session::field::uncovered;

    fn input() -> Input {
        let hand = NamedHand::named("machine").unwrap().hand();
        Input::Pad(Arc::new(PadMoves::new(hand, 18, Region::Ntsc)))
    }

    fn board(rows: &[&str]) -> Board {
        let mut board = Board::EMPTY;
        for (row, y) in rows.iter().rev().zip((0..ROWS).rev()) {
            for (x, _) in row.bytes().enumerate().filter(|(_, cell)| *cell == b'X') {
                board.insert(x as i8, y);
            }
        }
        board
    }

    /// Returns the judge's loss and the calibrated loss of the first lock that leaves this playfield and clears this
    /// many rows.
    fn losses(
        (level, lines): (u8, u16),
        rows: &[&str],
        pieces: [Piece; 2],
        is_meant: impl Fn(&Board, u32) -> bool,
    ) -> [f64; 2] {
        let position = Position {
            level,
            lines,
            ..Position::new(board(rows), pieces[0], pieces[1])
        };
        let judge = Player::named("scorer").unwrap();
        let locks = input().locks(&position.board, pieces[0]).unwrap();
        let after = |lock: &Pose| position.board.lock(*lock);
        let mut meant = locks
            .iter()
            .filter(|lock| is_meant(&after(lock).0, after(lock).1));
        let lock = meant.next().unwrap();
        let charged = judge.rate(&position, lock, &input()).unwrap().loss;
        [
            charged,
            rate(&judge, &position, lock, &input()).unwrap().loss,
        ]
    }

    #[test]
    fn losses_count_less_the_fewer_lines_are_left_and_fully_from_level_29_on() {
        let rows = ["XXXXXXXXX."; 4];
        let is_covered = |board: &Board, _| uncovered(board) != *board;
        let is_burnt = |_: &Board, rows| rows == 2;
        for ((level, lines), well, burnt) in [
            ((18, 0), 0.5..0.8, 0.6..0.8),
            ((18, 199), 0.2..0.4, 0.3..0.4),
            ((19, 199), 0.3..0.5, 0.35..0.5),
            ((19, 222), 0.1..0.2, 0.1..0.2),
            ((29, 230), 0.5..0.9, 0.7..1.0),
        ] {
            let pieces = [Piece::O, Piece::T];
            let [charged, calibrated] = losses((level, lines), &rows[..3], pieces, is_covered);
            assert!(
                charged > 1.0 && well.contains(&(calibrated / charged)),
                "{level} {lines}: {charged} {calibrated}"
            );
            let pieces = [Piece::I, Piece::T];
            let [charged, calibrated] = losses((level, lines), &rows[..2], pieces, is_burnt);
            assert!(
                charged > 1.0 && burnt.contains(&(calibrated / charged)),
                "{level} {lines}: {charged} {calibrated}"
            );
        }
    }

    #[test]
    fn calibration_keeps_the_best_lock_and_the_order_of_costs() {
        let judge = Player::named("scorer").unwrap();
        let mut seed = 7_u64;
        for _ in 0..8 {
            let rows: [u16; ROWS as usize] = std::array::from_fn(|y| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                if y < 14 {
                    0
                } else {
                    (seed >> 40) as u16 | (seed >> 50) as u16
                }
            });
            let piece = |shift: u32| Piece::ALL[(seed >> shift) as usize % Piece::COUNT];
            let board = Board::from_rows(rows.map(|row| if row == 0x3FF { 0x1FF } else { row }));
            let position = Position {
                level: 18,
                ..Position::new(board, piece(20), piece(30))
            };
            let locks = input().locks(&board, position.current);
            for lock in locks.iter().flat_map(ReachableLocks::iter).step_by(5) {
                let charged = judge.rate(&position, lock, &input()).unwrap();
                let calibrated = rate(&judge, &position, lock, &input()).unwrap();
                assert_eq!(calibrated.best(), charged.best());
                assert!(
                    calibrated
                        .moves
                        .is_sorted_by(|one, other| one.cost <= other.cost)
                );
                assert_eq!(calibrated.moves.len(), charged.moves.len());
                assert_eq!(
                    calibrated.loss,
                    calibrated.played.cost - calibrated.best().cost
                );
            }
        }
    }
}
