//! When pieces came, by the counters beside the field.

use std::ops::Range;

use crate::engine::ngf::{NgfFrame, TIME_BITS};
use crate::rules::Piece;

/// A piece came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spawn {
    pub(super) piece: Piece,
    pub(super) next: Option<Piece>,
    /// Its frames, up to the next piece's first.
    pub(super) frames: Range<usize>,
    pub(super) lines: u16,
    pub(super) level: u8,
    /// Milliseconds since the first piece.
    pub(super) time: u32,
}

/// More pieces do not come between two frames.
const RISE_MAX: u16 = 3;

/// The games in the frames, each with those of its frames in which a game is on the screen.
pub(super) fn games(frames: &[NgfFrame]) -> Vec<Vec<NgfFrame>> {
    let mut games: Vec<Vec<NgfFrame>> = Vec::new();
    let shown = frames
        .iter()
        .filter(|frame| frame.lines.is_some() || frame.score.is_some());
    for frame in shown {
        match games.last_mut() {
            Some(game) if game[0].game == frame.game => game.push(frame.clone()),
            _ => games.push(vec![frame.clone()]),
        }
    }
    games
}

/// The pieces of a game.
pub(super) fn spawns(frames: &[NgfFrame]) -> Vec<Spawn> {
    let mut counted = [0u16; Piece::COUNT];
    let mut spawns: Vec<Spawn> = Vec::new();
    let (mut lines, mut level) = (0, 0);
    for place in 0..frames.len() {
        let frame = &frames[place];
        (lines, level) = (
            believed(frames, place, |frame| frame.lines).unwrap_or(lines),
            believed(frames, place, |frame| frame.level).unwrap_or(level),
        );
        let mut risen = Vec::new();
        for piece in Piece::ALL {
            let count = &mut counted[piece.index()];
            let seen = believed(frames, place, |frame| frame.statistics[piece.index()]);
            // A count that falls, or leaps, was misread.
            if let Some(seen) = seen
                && (1..=RISE_MAX).contains(&seen.saturating_sub(*count))
            {
                risen.extend((*count..seen).map(|_| piece));
                *count = seen;
            }
        }
        // Several at once: the one that was NEXT before comes first.
        let expected = spawns.last().and_then(|spawn| spawn.next);
        risen.sort_by_key(|piece| Some(*piece) != expected);
        let first = spawns
            .first()
            .map_or(frame.time, |spawn| frames[spawn.frames.start].time);
        let count = risen.len();
        for (index, piece) in risen.into_iter().enumerate() {
            if let Some(before) = spawns.last_mut() {
                before.frames.end = place;
            }
            let is_last = index + 1 == count;
            spawns.push(Spawn {
                piece,
                next: if is_last { next(frames, place) } else { None },
                frames: place..frames.len(),
                lines,
                level,
                time: frame.time.wrapping_sub(first) & ((1 << TIME_BITS) - 1),
            });
        }
    }
    // What came after a piece is what was NEXT.
    for place in 1..spawns.len() {
        let piece = spawns[place].piece;
        spawns[place - 1].next = Some(piece);
    }
    spawns
}

/// The NEXT box at a place: when a piece has just come it may still show that one.
fn next(frames: &[NgfFrame], place: usize) -> Option<Piece> {
    const SOON: usize = 8;
    let near = &frames[place..frames.len().min(place + SOON)];
    let shown = |piece: Piece| {
        near.iter()
            .filter(|frame| frame.next == Some(piece))
            .count()
    };
    let (most, piece) = Piece::ALL
        .map(|piece| (shown(piece), piece))
        .into_iter()
        .max_by_key(|found| found.0)?;
    (most > 0).then_some(piece)
}

/// What a frame has, if the one after it has it as well, or there is none after it.
fn believed<T: PartialEq>(
    frames: &[NgfFrame],
    place: usize,
    of: impl Fn(&NgfFrame) -> Option<T>,
) -> Option<T> {
    let seen = of(&frames[place])?;
    match frames.get(place + 1) {
        None => Some(seen),
        Some(after) => (of(after)? == seen).then_some(seen),
    }
}
