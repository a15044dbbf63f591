//! Sets the score at each piece of a game in a video, from the scores read and from the points for clears.

use super::cleared_rows::ClearedRows;
use super::figures::{NumberReadings, ShapeDigits, begins};
use super::line_count::LineCounts;
use super::score_solver::{PUSH_POINTS_MAX, SHOWN_SCORE_MAX};
use super::{CapturedGame, CapturedPiece, Disagreement, ScoreFrom, ShownNumber};

/// Minimum number of later scores that must follow from one that differs from the count: usually, and if all locks since
/// the last score are certain.
const WITNESSES_MIN: [usize; 2] = [2, 8];

/// Sets the score at each piece: the score read or, if it is unreadable, the score counted from the clears. The last
/// frames give the final score.
pub(super) fn count_score(
    game: &mut CapturedGame,
    cleared: &[ClearedRows],
    seen: &[NumberReadings],
    last: &[NumberReadings],
    figures: &mut ShapeDigits,
) {
    // Without a level, the points for clears are unknown.
    let is_level_known = game.possible_levels.is_none();
    // The rises of a legible score tell the level. If they do not, the score is not legible.
    let is_legible = is_level_known || figures.is_exact();
    if !is_legible && cleared.iter().any(|cleared| cleared.points(0) > Some(0)) {
        return;
    }
    if is_level_known {
        let levels = game.pieces.iter().map(|piece| piece.level).collect();
        figures.learn_score_shapes(game, cleared, seen, &[levels], &LineCounts::Up(Vec::new()));
    }
    let mut score = (begins(game) && is_level_known).then_some(0_u32);
    // Piece at which a score was read last, and that score.
    let mut last_read: Option<(usize, u32)> = None;
    let scores: Vec<Option<u32>> = seen.iter().map(|seen| figures.score(seen)).collect();
    let points = |game: &CapturedGame, index: usize| {
        let level = game
            .pieces
            .get(index + 1)
            .unwrap_or(&game.pieces[index])
            .level;
        cleared[index].points(level)
    };
    let pieces = |from: usize, to: usize| {
        let locked = cleared[from..to].iter().map(|cleared| cleared.pieces);
        locked.sum::<usize>().max(1) as u32
    };
    let follows = |read: u32, counted: u32, pieces: u32| {
        (counted..=counted + PUSH_POINTS_MAX * pieces).contains(&read)
    };
    // Number of later readings that follow from this score at a piece, if a score was last read at piece `from`. Those
    // before the next clear do not count: a score that stands still would follow from itself.
    let witnesses = |game: &CapturedGame, index: usize, score: u32, from: usize| {
        let mut counted = Some(score);
        let all = game.pieces.len().min(scores.len());
        let later = (index + 1..all).filter(|&later| {
            counted = counted.and_then(|counted| Some(counted + points(game, later - 1)?));
            scores[later].zip(counted).is_some_and(|(read, counted)| {
                counted > score && follows(read, counted, pieces(from, later))
            })
        });
        later.count()
    };
    // Points for the clears since the first piece. No score is lower.
    let mut lower_limit = 0_u32;
    for index in 0..game.pieces.len() {
        let from = last_read.map_or(0, |(piece, _)| piece);
        let mut read = scores.get(index).copied().flatten();
        read = read.filter(|read| *read >= lower_limit || score.is_some());
        if let (Some(found), Some(counted)) = (read, score)
            && !follows(found, counted, pieces(from, index))
        {
            // A score that stays at the maximum or restarts does not count as a disagreement. A score was misread if later
            // ones do not follow from it.
            let is_followed = || {
                let after = witnesses(game, index, found, index);
                let mut locks = game.pieces[from..index].iter();
                let least = WITNESSES_MIN[usize::from(locks.all(CapturedPiece::is_certain))];
                after >= least && after > witnesses(game, index, counted, from)
            };
            if found != SHOWN_SCORE_MAX && !is_followed() {
                read = None;
            } else if found.max(counted) < SHOWN_SCORE_MAX {
                game.disagreements.push(Disagreement {
                    piece: index,
                    what: ShownNumber::Score,
                    counted,
                    read: found,
                });
            }
        }
        if let Some(read) = read {
            (score, last_read) = (Some(read), Some((index, read)));
        }
        game.pieces[index].score = score;
        let gained = points(game, index).filter(|_| is_level_known);
        score = score.and_then(|score| Some(score + gained?));
        lower_limit = SHOWN_SCORE_MAX.min(lower_limit + gained.unwrap_or(0));
    }
    let came = game.pieces.last().and_then(|last| last.score);
    let may_be = |read: &u32| match (came, score) {
        (Some(least), Some(most)) => {
            let from = last_read.map_or(0, |(piece, _)| piece);
            let pieces = pieces(from, game.pieces.len());
            (least..=most + PUSH_POINTS_MAX * pieces).contains(read)
        }
        _ => *read >= lower_limit,
    };
    let mut read = last.iter().rev().filter_map(|seen| figures.score(seen));
    let read = read.find(may_be);
    game.score_from = match last_read {
        _ if read.is_some() || score.is_none() => ScoreFrom::Screen,
        Some((piece, _)) if piece + 1 == game.pieces.len() => ScoreFrom::Screen,
        Some((piece, 1..)) => ScoreFrom::ScreenUntil(piece),
        None | Some((_, 0)) => ScoreFrom::Clears,
    };
    game.score = read.or(score);
}
