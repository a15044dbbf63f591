//! Search for the spawns of a game by the statistics counters beside the playfield.

use std::ops::Range;

use crate::engine::ngf::{NgfFrame, TIME_BITS};
use crate::rules::{Board, Piece};

use super::CapturedGame;
use super::lock_resolver::{LockResolver, SeenSpawn};
use super::piece_frames::{FieldFrame, PieceFrames};

/// Maximum number of spawns of one piece between two frames. A larger rise is a misreading.
const RISE_MAX: u16 = 3;

/// Returns the longest game among the frames, or `None` if they contain no piece.
pub(super) fn longest_game(frames: &[NgfFrame]) -> Option<CapturedGame> {
    let frames = games(frames).into_iter().max_by_key(Vec::len)?;
    let spawns = spawns(&frames);
    let times = times(&frames, spawns.first()?.1.start);
    let mut resolver = LockResolver::from(Board::EMPTY);
    for (mut spawn, range) in spawns {
        spawn.time = times[range.start];
        let mut piece_frames = PieceFrames {
            piece: spawn.piece,
            frames: Vec::new(),
        };
        for index in range {
            piece_frames.add(FieldFrame {
                board: frames[index].board(),
                doubtful: Board::EMPTY,
                next: frames[index].next,
                number: index as u64,
                time: times[index],
                count: 1,
            });
        }
        resolver.push(spawn, piece_frames);
    }
    let mut seen = frames.iter().rev();
    Some(CapturedGame {
        score: seen.find_map(|frame| frame.score),
        time: times.last().copied().unwrap_or(0),
        ..CapturedGame::of_pieces(resolver.end())
    })
}

/// Returns the milliseconds from the first piece's frame to each frame. 0 for earlier frames.
fn times(frames: &[NgfFrame], first: usize) -> Vec<u32> {
    const RANGE: u32 = 1 << TIME_BITS;
    let mut passed = 0;
    let mut times = vec![0; first + 1];
    for pair in frames[first..].windows(2) {
        // The clock wraps around. Some clocks occasionally jump backwards a little.
        let later = pair[1].time.wrapping_sub(pair[0].time) % RANGE;
        passed += if later > RANGE / 2 { 0 } else { later };
        times.push(passed);
    }
    times
}

/// Splits the frames into games and returns the frames of each.
fn games(frames: &[NgfFrame]) -> Vec<Vec<NgfFrame>> {
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

/// Returns the pieces of a game, each with its range of frames up to the next spawn.
fn spawns(frames: &[NgfFrame]) -> Vec<(SeenSpawn, Range<usize>)> {
    let mut counted = [0u16; Piece::COUNT];
    let mut spawns: Vec<(SeenSpawn, Range<usize>)> = Vec::new();
    let (mut lines, mut level) = (0, 0);
    for index in 0..frames.len() {
        let frame = &frames[index];
        (lines, level) = (
            confirmed(frames, index, |frame| frame.lines).unwrap_or(lines),
            confirmed(frames, index, |frame| frame.level).unwrap_or(level),
        );
        let mut risen = Vec::new();
        for piece in Piece::ALL {
            let count = &mut counted[piece.index()];
            let seen = confirmed(frames, index, |frame| frame.statistics[piece.index()]);
            // A counter that falls or rises too much was misread.
            if let Some(seen) = seen
                && (1..=RISE_MAX).contains(&seen.saturating_sub(*count))
            {
                risen.extend((*count..seen).map(|_| piece));
                *count = seen;
            }
        }
        // If several counters rise together, the piece that NEXT announced comes first.
        let expected = spawns.last().and_then(|(spawn, _)| spawn.next);
        risen.sort_by_key(|piece| Some(*piece) != expected);
        let count = risen.len();
        for (rank, piece) in risen.into_iter().enumerate() {
            if let Some((_, before)) = spawns.last_mut() {
                before.end = index;
            }
            let is_last = rank + 1 == count;
            let spawn = SeenSpawn {
                piece,
                next: if is_last { next(frames, index) } else { None },
                follows_next: true,
                lines,
                level,
                score: frame.score,
                das: frame.das,
                time: 0,
                frame: index as u64,
            };
            spawns.push((spawn, index..frames.len()));
        }
    }
    // Set NEXT of each piece to the piece that followed.
    for index in 1..spawns.len() {
        let piece = spawns[index].0.piece;
        spawns[index - 1].0.next = Some(piece);
    }
    spawns
}

/// Returns the piece in the NEXT box at a frame. Right after a spawn, the box may still show the spawned piece.
fn next(frames: &[NgfFrame], index: usize) -> Option<Piece> {
    const SOON: usize = 8;
    let near = &frames[index..frames.len().min(index + SOON)];
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

/// Returns the value in a frame if the next frame confirms it, or if there is no next frame.
fn confirmed<T: PartialEq>(
    frames: &[NgfFrame],
    index: usize,
    of: impl Fn(&NgfFrame) -> Option<T>,
) -> Option<T> {
    let seen = of(&frames[index])?;
    match frames.get(index + 1) {
        None => Some(seen),
        Some(after) => (of(after)? == seen).then_some(seen),
    }
}
