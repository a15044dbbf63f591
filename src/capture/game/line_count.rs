//! Sets the line count at each piece of a game in a video, from the clears and from the digits of the line count.

use std::collections::BTreeSet;

use super::cleared_rows::{ClearedRows, time_to_next};
use super::figures::{LINES, NumberReadings, SCORE, SECOND_SHAPE, ShapeDigits, begins};
use super::tracker::PIECE_TIME_MIN;
use super::{CapturedGame, CapturedPiece, Disagreement, LinesFrom, PieceOutcome, ShownNumber};

/// Upper limit (exclusive) of the line count at the first piece seen.
const LINES_MAX: u16 = 400;
/// Maximum number of candidates for the first line count. If there are more, the right one cannot be determined.
const LINE_COUNTS_MAX: usize = 64;
/// Number of lines at which a B-type game starts. It counts down.
const B_TYPE_LINES: u16 = 25;

/// Possible line counts on the screen at the first piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineCounts {
    /// A-type game: the count rises from one of these numbers. If there are too many, the list is empty.
    Up(Vec<u16>),
    /// B-type game: the count falls from this number.
    Down(u16),
}

impl LineCounts {
    /// Returns the line counts of an A-type game, and whether this is a B-type game.
    pub(super) fn rising(&self) -> (&[u16], bool) {
        match self {
            LineCounts::Up(counts) => (counts, false),
            LineCounts::Down(_) => (&[], true),
        }
    }

    /// Returns what the lines count from. `first` is the line count read for the first piece, if it is clear. `begins`
    /// tells whether the playfield was empty then.
    pub(super) fn origin(&self, first: Option<u16>, begins: bool) -> LinesFrom {
        match (self, first) {
            (LineCounts::Down(B_TYPE_LINES), _) => LinesFrom::Start,
            (LineCounts::Up(_), Some(first)) if first > 0 || !begins => LinesFrom::Screen,
            (LineCounts::Up(_), _) if begins => LinesFrom::Start,
            _ => LinesFrom::FirstPiece,
        }
    }
}

/// Returns the shapes that are zeros at the first piece: equal digits of the lines and the first two of the score or, if
/// the game `begins`, equal digits of either number.
fn zeros(seen: &NumberReadings, begins: bool) -> impl Iterator<Item = u8> {
    let equal = |places: std::ops::Range<usize>| {
        let shapes = &seen.shapes[places];
        shapes[0].filter(|first| shapes.iter().all(|shape| *shape == Some(*first)))
    };
    let all = equal(LINES.start..SCORE.start + 2);
    let [lines, score] = [LINES, SCORE].map(|places| equal(places).filter(|_| begins));
    [all, lines, score].into_iter().flatten()
}

/// Returns whether the number read as the line count changes at half of the certain clears or more.
pub(super) fn changes_at_clears(pieces: &[CapturedPiece], seen: &[NumberReadings]) -> bool {
    let is_clear = |piece: &CapturedPiece| {
        matches!(piece.outcome, PieceOutcome::Locked { rows: 1.., .. }) && piece.is_certain()
    };
    let clears = pieces
        .iter()
        .zip(seen.windows(2))
        .filter(|(piece, _)| is_clear(piece));
    let changes = clears.filter_map(|(_, readings)| {
        let [before, after] = [&readings[0], &readings[1]].map(|seen| &seen.shapes[LINES]);
        let is_read = before.iter().chain(after).all(Option::is_some);
        is_read.then_some(before != after)
    });
    let changes: Vec<bool> = changes.collect();
    2 * changes.iter().filter(|change| **change).count() >= changes.len()
}

/// Sets the line count at each piece, starting from 0 at the first piece. Returns the possible line counts at the first
/// piece according to the digits. If these count down, the shapes of the digits are learnt from them.
pub(super) fn count_lines(
    game: &mut CapturedGame,
    cleared: &[ClearedRows],
    seen: &[NumberReadings],
    figures: &mut ShapeDigits,
) -> LineCounts {
    let mut lines = 0;
    for (piece, cleared) in game.pieces.iter_mut().zip(cleared) {
        piece.lines = lines;
        lines = lines.saturating_add(cleared.rows);
    }
    let counted = |first: u16| -> Vec<(u16, &NumberReadings)> {
        let pieces = game.pieces.iter().zip(seen);
        pieces
            .map(|(piece, seen)| (first + piece.lines, seen))
            .collect()
    };
    let begins = begins(game);
    let has_shapes = seen
        .iter()
        .any(|seen| seen.shapes[LINES].iter().any(Option::is_some));
    for zero in seen
        .first()
        .into_iter()
        .flat_map(|seen| zeros(seen, begins))
    {
        (0..game.pieces.len()).for_each(|_| figures.vote(zero, 0));
    }
    if !has_shapes {
        return LineCounts::Up(Vec::from_iter(begins.then_some(0)));
    }
    let firsts: Vec<u16> = match figures.is_exact() {
        true => read_firsts(game, seen, figures),
        false => (0..LINES_MAX).collect(),
    };
    let agreements = firsts
        .iter()
        .map(|first| (figures.agreement(&counted(*first)), *first));
    let agreements: Vec<(u32, u16)> = agreements.collect();
    let best = agreements.iter().map(|found| found.0).max().unwrap_or(0);
    let bests = agreements.iter().filter(|found| found.0 == best);
    let bests: Vec<u16> = bests.map(|found| found.1).collect();
    let from_0 = agreements.iter().find(|found| found.1 == 0);
    let from_0 = from_0.map_or(0, |found| found.0);
    let falling = |first: u16| -> Vec<(u16, &NumberReadings)> {
        let pieces = game.pieces.iter().zip(seen);
        pieces
            .map(|(piece, seen)| (first.saturating_sub(piece.lines), seen))
            .collect()
    };
    let starts = (1..=B_TYPE_LINES).filter(|first| *first >= lines);
    let down = starts.map(|first| (figures.agreement(&falling(first)), first));
    if let Some((agreement, first)) = down.max()
        && agreement > best
    {
        for (shown, seen) in falling(first) {
            figures.vote_lines(shown, seen);
        }
        return LineCounts::Down(first);
    }
    // A game that was seen from its beginning started at 0, even if its zeros have two shapes. Digits that fit several
    // other line counts do not contradict it. Neither do digits that were misread later.
    let fits_0 = bests.len() > 1 || from_0 + SECOND_SHAPE >= best;
    let starts_at_0 = begins && (fits_0 || figures.is_exact() && from_0 > 0);
    LineCounts::Up(match bests.len() {
        _ if starts_at_0 => vec![0],
        0..=LINE_COUNTS_MAX => bests,
        _ => Vec::new(),
    })
}

/// Returns the line counts at the first piece from which the clears lead to one of the counts read.
fn read_firsts(game: &CapturedGame, seen: &[NumberReadings], figures: &ShapeDigits) -> Vec<u16> {
    let pieces = game.pieces.iter().zip(seen);
    let firsts = pieces.filter_map(|(piece, seen)| {
        let first = figures.read(seen, LINES)?;
        first.checked_sub(piece.lines.into())?.try_into().ok()
    });
    firsts.collect::<BTreeSet<u16>>().into_iter().collect()
}

/// Sets the number of lines at the first piece.
pub(super) fn apply_first_lines(
    first: u16,
    game: &mut CapturedGame,
    seen: &[NumberReadings],
    figures: &mut ShapeDigits,
) {
    *figures = figures.with_lines(first, game, seen);
    for piece in &mut game.pieces {
        piece.lines += first;
    }
    // If two successive readings differ from the count by the same amount, correct the count. Certain locks that lead
    // from a right reading to this one leave nothing to correct: the digits were misread.
    let (mut hidden, mut was_off) = (0, false);
    for index in 0..game.pieces.len().min(seen.len()) {
        let off = |index: usize| {
            let read = figures.read(seen.get(index)?, LINES)?;
            Some(i64::from(read) - i64::from(game.pieces.get(index)?.lines))
        };
        match off(index) {
            Some(0) => (hidden, was_off) = (0, false),
            Some(one) if !was_off && off(index + 1) == Some(one) => {
                let counted = u32::from(game.pieces[index].lines);
                game.disagreements.push(Disagreement {
                    piece: index,
                    what: ShownNumber::Lines,
                    counted,
                    read: (i64::from(counted) + one).max(0) as u32,
                });
                was_off = one.abs() > hidden;
                if !was_off {
                    for piece in &mut game.pieces[index..] {
                        piece.lines = (i64::from(piece.lines) + one).clamp(0, 25_599) as u16;
                    }
                }
            }
            _ => {}
        }
        if !game.pieces[index].is_certain() {
            hidden += 4 * i64::from(time_to_next(&game.pieces, index) / PIECE_TIME_MIN + 1);
        }
    }
}
