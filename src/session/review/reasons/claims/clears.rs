//! Claims about burns and Tetrises.

use crate::players::RatedOutcome;
use crate::rules::{Board, Pose, counted};
use crate::session::field::{has_tetris, heights, is_smooth, locks, made_by};
use crate::session::reasons::{Category, ComparedMoves};

use super::{ChargedReason, reason};

fn rows_of(rows: u8) -> &'static str {
    match rows {
        1 => "a row",
        2 => "two rows",
        _ => "three rows",
    }
}

/// Returns the rows burnt by the move and by NEXT.
fn burnt(outcome: &RatedOutcome) -> [u8; 2] {
    outcome.rows.map(|rows| if rows < 4 { rows } else { 0 })
}

/// Claims that the move and NEXT burn more rows than the best move and its NEXT.
pub(super) fn burn(case: &ComparedMoves) -> Option<ChargedReason> {
    let (played, best) = (burnt(&case.played), burnt(&case.best));
    let all = [played, best].map(|[now, then]| now + then);
    if all[0] <= all[1] {
        return None;
    }
    let only = |rows: u8| match rows {
        0 => "none",
        1 => "only one",
        2 => "only two",
        _ => "fewer",
    };
    // NEXT may have another lock that burns no more than NEXT after the best move.
    let first = &case.played.first;
    let burns_less = |lock: &Pose| {
        let (_, rows) = first.lock(*lock);
        (rows == 4 || rows <= u32::from(best[1])) && made_by(*lock, first).is_empty()
    };
    let mut others = case
        .position
        .next
        .map_or(Vec::new(), |next| locks(first, next, case.input));
    others.retain(burns_less);
    let is_forced = others.is_empty();
    let next = case.next();
    let sentence = if played[0] <= best[0] && !is_forced {
        let is_rough_too =
            (case.rating.best().then).is_none_or(|then| !is_smooth(&case.best.first, then));
        let has_smooth = others.iter().any(|lock| is_smooth(first, *lock));
        if case.has_same_next() || is_rough_too || has_smooth {
            return None;
        }
        format!("{next} must burn rows or make the stack uneven")
    } else if played[0] > best[0] && (played[1] == 0 || played[1] == best[1] || !is_forced) {
        let (rows, only) = (rows_of(played[0]), only(best[0]));
        format!("Burns {rows}; the best move burns {only}")
    } else if played[0] == best[0] && best[1] == 0 {
        format!("{next} must then burn or make a hole")
    } else if played[0] == best[0] {
        let (rows, only) = (rows_of(played[1]), only(best[1]));
        format!("Then {next} burns {rows}, {only} after the best move")
    } else if played[0] == 0 {
        let (rows, only) = (rows_of(played[1]), only(all[1]));
        format!("Then {next} burns {rows}, {only} with the best move")
    } else {
        let (rows, only) = (counted(all[0], "row"), only(all[1]));
        format!("Burns {rows} with {next}, {only} with the best move")
    };
    let charge = case.calibration().burn * (case.played.clears - case.best.clears);
    Some((charge, reason(Category::Burn, sentence)))
}

/// Claims that the move and NEXT burn fewer rows than the best move and its NEXT, and that the stack gets too high.
pub(super) fn burn_missed(case: &ComparedMoves) -> Option<ChargedReason> {
    // Minimum height of a stack that counts as too high.
    let too_high = match case.position.level {
        ..29 => 10,
        _ => 7,
    };
    let highest = |board: &Board| heights(board).into_iter().max().unwrap_or(0);
    let [played_high, best_high] = [&case.played.last, &case.best.last].map(highest);
    let [before, high] = [&case.position.board, &case.played.first].map(highest);
    let (played, best) = (burnt(&case.played), burnt(&case.best));
    let is_missed = best.iter().sum::<u8>() > played.iter().sum();
    if !is_missed || played_high <= best_high || high < too_high {
        return None;
    }
    let gets = if high > before { "Gets" } else { "Stays" };
    let sentence = if best[0] > played[0] {
        let rows = rows_of(best[0]);
        match played[0] {
            0 => format!("{gets} {high} rows high; the best move burns {rows}"),
            1 => format!("Clears only one row; the best move clears {rows}"),
            cleared => format!(
                "Clears only {}; the best move clears {rows}",
                rows_of(cleared)
            ),
        }
    } else {
        let first = &case.played.first;
        let can_burn = |next| {
            let mut locks = locks(first, next, case.input).into_iter();
            locks.any(|lock| first.lock(lock).1 >= u32::from(best[1]))
        };
        if case.position.next.is_some_and(can_burn) {
            return None;
        }
        let (next, rows) = (case.next(), rows_of(best[1]));
        format!("{gets} {high} rows high; with the best, {next} burns {rows}")
    };
    Some((case.shape_cost(), reason(Category::BurnMissed, sentence)))
}

/// Claims that the best move or its NEXT makes a Tetris, but the played move does not, and NEXT cannot.
pub(super) fn tetris_missed(case: &ComparedMoves) -> Option<ChargedReason> {
    if case.played.rows.contains(&4) || !case.best.rows.contains(&4) {
        return None;
    }
    let can_next = |next| has_tetris(&case.played.first, next, case.input);
    if case.best.rows[0] != 4 && case.position.next.is_some_and(can_next) {
        return None;
    }
    let sentence = match case.best.rows[0] {
        4 => "Wastes the I: a Tetris was ready".to_owned(),
        _ => format!(
            "{} is a Tetris after the best move, not after this one",
            case.next()
        ),
    };
    // Each part of the price contains some of the effect of a Tetris, so this reason explains the whole loss.
    Some((case.rating.loss, reason(Category::TetrisMissed, sentence)))
}
