//! Rows cleared, and those that are not.

use crate::players::RatedOutcome;
use crate::rules::{Board, Piece};
use crate::session::field::heights;
use crate::session::reasons::{Case, Category};
use crate::session::toned::BURN;

use super::{Charged, reason};

fn rows_of(rows: u8) -> &'static str {
    match rows {
        1 => "a row",
        2 => "two rows",
        _ => "three rows",
    }
}

/// Rows cleared by fewer than four, by the move and by NEXT.
fn burnt(outcome: &RatedOutcome) -> [u8; 2] {
    outcome.rows.map(|rows| if rows < 4 { rows } else { 0 })
}

/// More rows go by fewer than four.
pub(super) fn burn(case: &Case) -> Option<Charged> {
    let (played, best) = (burnt(&case.played), burnt(&case.best));
    if played.iter().sum::<u8>() <= best.iter().sum() {
        return None;
    }
    let fewer = |rows: u8| if rows == 0 { "none" } else { "fewer" };
    let sentence = if played[0] > best[0] {
        let fewer = fewer(best[0]);
        let rows = rows_of(played[0]);
        match case.position.current {
            Piece::I => format!("Wastes an I: burns {rows}, the best place {fewer}"),
            _ => format!("Burns {rows}: the best place burns {fewer}"),
        }
    } else {
        let (next, fewer) = (case.next(), fewer(best[1]));
        format!(
            "{next} then burns {}: after the best {fewer}",
            rows_of(played[1])
        )
    };
    let charge = BURN * (case.played.clears - case.best.clears);
    Some((charge, reason(Category::Burn, sentence)))
}

/// Fewer do, and the stack gets too high.
pub(super) fn burn_missed(case: &Case) -> Option<Charged> {
    /// Below this a stack is not called high.
    const HIGH: i8 = 10;
    let highest = |board: &Board| heights(board).into_iter().max().unwrap_or(0);
    let high = [&case.played.last, &case.best.last].map(highest);
    let (played, best) = (burnt(&case.played), burnt(&case.best));
    if best.iter().sum::<u8>() <= played.iter().sum() || high[0] <= high[1] || high[0] < HIGH {
        return None;
    }
    let high = high[0];
    let sentence = if best[0] > played[0] {
        let rows = rows_of(best[0]);
        format!("Gets {high} rows high: the best place burns {rows}")
    } else {
        let (next, rows) = (case.next(), rows_of(best[1]));
        format!("Gets {high} rows high: after the best {next} burns {rows}")
    };
    Some((case.form(), reason(Category::BurnMissed, sentence)))
}

/// The best move or NEXT after it clears four, and neither here.
pub(super) fn tetris_missed(case: &Case) -> Option<Charged> {
    if case.played.rows.contains(&4) || !case.best.rows.contains(&4) {
        return None;
    }
    let sentence = match case.best.rows[0] {
        4 => "Wastes the I: a Tetris was there".to_owned(),
        _ => format!(
            "{} is a Tetris after the best place, not after this",
            case.next()
        ),
    };
    // What a Tetris takes off the field is charged to all of its parts.
    Some((case.rating.loss, reason(Category::TetrisMissed, sentence)))
}
