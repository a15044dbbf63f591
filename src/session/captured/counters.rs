//! Finds the spawns of a game by the statistics counters beside the playfield.

use std::ops::Range;

use crate::engine::ngf::{NgfFrame, TIME_BITS};
use crate::rules::{Board, Piece};

use super::CapturedGame;
use super::follow::{Follow, SeenSpawn};
use super::shots::{FieldFrame, PieceFrames};

/// Maximum number of spawns of one piece between two frames. Larger rises are misreadings.
const RISE_MAX: u16 = 3;

/// Returns the longest game among the frames, or `None` if they contain no piece.
pub(super) fn longest_game(frames: &[NgfFrame]) -> Option<CapturedGame> {
    let frames = games(frames).into_iter().max_by_key(Vec::len)?;
    let spawns = spawns(&frames);
    let times = times(&frames, spawns.first()?.1.start);
    let mut follow = Follow::from(Board::EMPTY);
    for (mut spawn, range) in spawns {
        spawn.time = times[range.start];
        let mut shots = PieceFrames {
            piece: spawn.piece,
            shots: Vec::new(),
        };
        for place in range {
            shots.add(FieldFrame {
                board: frames[place].board(),
                doubtful: Board::EMPTY,
                next: frames[place].next,
                frame: place as u64,
                time: times[place],
                count: 1,
            });
        }
        follow.push(spawn, shots);
    }
    let mut seen = frames.iter().rev();
    Some(CapturedGame {
        score: seen.find_map(|frame| frame.score),
        time: times.last().copied().unwrap_or(0),
        ..CapturedGame::of_pieces(follow.end())
    })
}

/// Returns the milliseconds from the first piece's frame to each frame. 0 for earlier frames.
fn times(frames: &[NgfFrame], first: usize) -> Vec<u32> {
    const RANGE: u32 = 1 << TIME_BITS;
    let mut passed = 0;
    let mut times = vec![0; first + 1];
    for pair in frames[first..].windows(2) {
        // The clock wraps around. Some clocks occasionally jump back a little.
        let later = pair[1].time.wrapping_sub(pair[0].time) % RANGE;
        passed += if later > RANGE / 2 { 0 } else { later };
        times.push(passed);
    }
    times
}

/// Returns the games in the frames. Each game has the frames that show it on the screen.
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

/// Returns the pieces of a game. Each has its frames, up to the next piece's first frame.
fn spawns(frames: &[NgfFrame]) -> Vec<(SeenSpawn, Range<usize>)> {
    let mut counted = [0u16; Piece::COUNT];
    let mut spawns: Vec<(SeenSpawn, Range<usize>)> = Vec::new();
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
            // A counter that falls or leaps was misread.
            if let Some(seen) = seen
                && (1..=RISE_MAX).contains(&seen.saturating_sub(*count))
            {
                risen.extend((*count..seen).map(|_| piece));
                *count = seen;
            }
        }
        // If several counters rise at once, the announced NEXT comes first.
        let expected = spawns.last().and_then(|(spawn, _)| spawn.next);
        risen.sort_by_key(|piece| Some(*piece) != expected);
        let count = risen.len();
        for (index, piece) in risen.into_iter().enumerate() {
            if let Some((_, before)) = spawns.last_mut() {
                before.end = place;
            }
            let is_last = index + 1 == count;
            let spawn = SeenSpawn {
                piece,
                next: if is_last { next(frames, place) } else { None },
                is_told: true,
                lines,
                level,
                score: frame.score,
                das: frame.das,
                time: 0,
                frame: place as u64,
            };
            spawns.push((spawn, place..frames.len()));
        }
    }
    // NEXT of a piece is the piece that followed.
    for place in 1..spawns.len() {
        let piece = spawns[place].0.piece;
        spawns[place - 1].0.next = Some(piece);
    }
    spawns
}

/// Returns the piece in the NEXT box at a frame. Right after a spawn, the box may still show the spawned piece.
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

/// Returns the value in a frame if the next frame confirms it or there is none.
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
