//! Sets the score at each piece of a game in a video, from the scores read and from the points for clears.

use crate::rules::score::line_points;

use super::figures::{LineCounts, NumberReadings, ShapeDigits, begins, rows};
use super::score_solver::{PUSH_POINTS_MAX, SHOWN_SCORE_MAX};
use super::{CapturedGame, CapturedPiece, Disagreement, ScoreFrom, ShownNumber};

/// Minimum number of later scores that must follow from one that differs from the count: usually, and if all locks since
/// the last score are certain.
const WITNESSES_MIN: [usize; 2] = [2, 8];

/// Sets the score at each piece: the score read or, if it is unreadable, the score counted from the clears. The last
/// frames give the final score.
pub(super) fn count_score(
    game: &mut CapturedGame,
    seen: &[NumberReadings],
    last: &[NumberReadings],
    figures: &mut ShapeDigits,
) {
    // Without a level, the points for clears are unknown.
    let is_level_known = game.possible_levels.is_none();
    if is_level_known {
        let levels = game.pieces.iter().map(|piece| piece.level).collect();
        figures.learn_score_shapes(game, seen, &[levels], &LineCounts::Up(Vec::new()));
    }
    let mut score = (begins(game) && is_level_known).then_some(0_u32);
    // Piece at which a score was read last, and that score.
    let mut last_read: Option<(usize, u32)> = None;
    let scores: Vec<Option<u32>> = seen.iter().map(|seen| figures.score(seen)).collect();
    let points = |game: &CapturedGame, index: usize| {
        let next = game.pieces.get(index + 1);
        let level = next.map_or(game.pieces[index].level, |next| next.level);
        line_points(rows(&game.pieces[index], next) as u8, level)
    };
    let follows = |read: u32, counted: u32, pieces: usize| {
        let most = counted + PUSH_POINTS_MAX * pieces.max(1) as u32;
        (counted..=most).contains(&read)
    };
    // Number of later readings that follow from this score at a piece, if a score was last read at piece `from`.
    let witnesses = |game: &CapturedGame, index: usize, score: u32, from: usize| {
        let mut counted = score;
        let all = game.pieces.len().min(scores.len());
        let later = (index + 1..all).filter(|&later| {
            counted += points(game, later - 1);
            scores[later].is_some_and(|read| follows(read, counted, later - from))
        });
        later.count()
    };
    for index in 0..game.pieces.len() {
        let from = last_read.map_or(0, |(piece, _)| piece);
        let mut read = scores.get(index).copied().flatten();
        if let (Some(found), Some(counted)) = (read, score)
            && !follows(found, counted, index - from)
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
        score = score
            .filter(|_| is_level_known)
            .map(|score| score + points(game, index));
    }
    let came = game.pieces.last().and_then(|last| last.score);
    let may_be = |read: &u32| match (came, score) {
        (Some(least), Some(most)) => {
            let from = last_read.map_or(0, |(piece, _)| piece);
            let pieces = (game.pieces.len() - from) as u32;
            (least..=most + PUSH_POINTS_MAX * pieces).contains(read)
        }
        _ => true,
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
