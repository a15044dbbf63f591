//! Reads the game in a NestrisChamps recording. The statistics counters beside the playfield tell the spawns.

use std::ops::Range;

use crate::capture::{DIGITS, GameSighting, Sighting};
use crate::engine::ngf::{NgfFrame, TIME_BITS};
use crate::rules::{Board, Piece};

use super::figures::{LEVEL, LINES, NumberReadings, PieceFigures, SCORE};
use super::lock_resolver::{LockResolver, SeenSpawn};
use super::piece_frames::{FieldFrame, PieceFrames};
use super::tracker::RECENT_FRAMES;
use super::{CapturedGame, CapturedPiece, PieceOutcome, TIME_MAX, VideoGameFinder};

/// Minimum percentage of certain locks in a game whose counters were read well.
const CERTAIN_PERCENT: usize = 90;
/// Maximum number of spawns between two frames of one part of a game. More of them are a gap.
const SPAWNS_MAX: usize = 2;
/// Minimum time of a piece in milliseconds. A counter that rises faster was misread.
const PIECE_TIME_MIN: u32 = 250;
/// Milliseconds after which a counter counts as misread before, if it shows a smaller number.
const LOWER_TIME: u32 = 1_000;
/// Maximum number of settled cells under the first piece of a game that may be the piece itself.
const PIECE_CELLS: u32 = 4;
/// Minimum number of frames that must show the piece with which a part begins.
const OPENING_FRAMES_MIN: u32 = 2;
/// Maximum DAS charge.
const DAS_MAX: u8 = 16;

/// Part of a game without a gap.
struct Part {
    /// True if this part shows the first piece of the game.
    begins: bool,
    /// Frames before the first spawn that the counters show.
    opening: Range<usize>,
    /// Spawns that the counters show.
    spawns: Vec<CountedSpawn>,
}

/// Spawn with its frames up to the next spawn.
type CountedSpawn = (SeenSpawn, Range<usize>);

/// Statistics counter of one piece.
#[derive(Clone, Copy)]
struct Counter {
    count: u16,
    /// Time of the last frame that showed `count`.
    time: u32,
    /// Number shown last, and the time of its first frame.
    shown: (u16, u32),
}

/// Returns the longest game among the frames, or `None` if they contain no piece.
pub(super) fn longest_game(frames: &[NgfFrame]) -> Option<CapturedGame> {
    let frames = games(frames).into_iter().max_by_key(Vec::len)?;
    let times = times(&frames);
    let all = frames.iter().zip(&times).enumerate();
    let sightings: Vec<Sighting> = all
        .map(|(index, (frame, time))| sighting(index, frame, *time))
        .collect();
    let counted = counted_game(&frames, &times, &sightings);
    // Without counters, or with misread ones, the playfield tells the spawns, as in a video.
    let is_enough =
        |game: &CapturedGame| 100 * game.certain() >= CERTAIN_PERCENT * game.pieces.len();
    let mut game = match counted {
        Some(game) if is_enough(&game) => game,
        counted => {
            let all = sighted_game(&sightings).into_iter().chain(counted);
            all.max_by_key(CapturedGame::certain)?
        }
    };
    let first = game.start;
    game.time = times.last()?.saturating_sub(first);
    (game.start, game.frame_time) = (0, 0);
    for piece in &mut game.pieces {
        let frame = &frames[piece.frame as usize];
        piece.das = frame.das.filter(|das| *das <= DAS_MAX);
    }
    Some(game)
}

/// Returns the longest game that the playfield shows.
fn sighted_game(sightings: &[Sighting]) -> Option<CapturedGame> {
    let mut finder = VideoGameFinder::of_digits();
    let games = sightings.iter().filter_map(|seen| finder.see(seen));
    let mut games: Vec<CapturedGame> = games.collect();
    games.extend(finder.end());
    games.into_iter().max_by_key(|game| game.pieces.len())
}

/// Returns the game whose spawns the counters show, or `None` if they show none.
fn counted_game(
    frames: &[NgfFrame],
    times: &[u32],
    sightings: &[Sighting],
) -> Option<CapturedGame> {
    let mut finder = VideoGameFinder::of_digits();
    sightings.iter().for_each(|seen| finder.tick(seen.time));
    let mut pieces: Vec<CapturedPiece> = Vec::new();
    let mut readings: Vec<NumberReadings> = Vec::new();
    for part in parts(frames, times) {
        let (settled, spawns) = part.opened(frames, sightings);
        // A gap hides the lock of the piece before it.
        if let (Some(last), false) = (pieces.last_mut(), spawns.is_empty()) {
            last.outcome = PieceOutcome::Unknown;
        }
        let mut resolver = LockResolver::from(settled);
        for (spawn, range) in spawns {
            let mut figures = PieceFigures::default();
            let seen = sightings[range.clone()].iter();
            seen.filter_map(|seen| seen.game.as_ref())
                .for_each(|seen| figures.see(seen));
            readings.push(figures.seen());
            let frames = piece_frames(spawn.piece, &sightings[range]);
            let time = times[spawn.frame as usize];
            resolver.push(SeenSpawn { time, ..spawn }, frames);
        }
        pieces.extend(resolver.end());
    }
    let shown = frames.iter().zip(sightings).rev();
    let shown = shown.filter(|(frame, _)| frame.score.is_some());
    let shown = shown.filter_map(|(_, seen)| seen.game.as_ref());
    let mut last: Vec<NumberReadings> = shown.take(RECENT_FRAMES).map(NumberReadings::of).collect();
    last.reverse();
    (!pieces.is_empty()).then(|| finder.count_numbers(pieces, readings, &last))
}

impl Part {
    /// Returns a part that begins in this frame.
    const fn at(frame: usize, begins: bool) -> Part {
        Part {
            begins,
            opening: frame..frame,
            spawns: Vec::new(),
        }
    }

    /// Ends the last spawn, or the opening, before this frame.
    fn end(&mut self, frame: usize) {
        match self.spawns.last_mut() {
            Some((_, range)) => range.end = frame,
            None if self.begins => {}
            None => self.opening.end = frame,
        }
    }

    /// Returns the settled cells before the first piece, and all spawns. If the part begins in the middle of the game,
    /// the frames before its first counted spawn tell the piece in play.
    fn opened(self, frames: &[NgfFrame], sightings: &[Sighting]) -> (Board, Vec<CountedSpawn>) {
        let mut spawns = self.spawns;
        let opening = piece_frames(Piece::O, &sightings[self.opening.clone()]);
        let settled = opening.settled_cells(&Board::EMPTY);
        let times_seen = |piece: Piece| {
            let shows = |frame: &&FieldFrame| {
                frame.difference(&settled).1.count() == PIECE_CELLS
                    && frame.pose_over(&settled, piece).is_some()
            };
            let shown = opening.frames.iter().filter(shows);
            shown.map(|frame| frame.count).sum::<u32>()
        };
        let in_play = Piece::ALL
            .into_iter()
            .max_by_key(|piece| times_seen(*piece));
        if let Some(piece) = in_play.filter(|piece| times_seen(*piece) >= OPENING_FRAMES_MIN) {
            let mut spawn = spawn(piece, self.opening.start, next(frames, self.opening.start));
            spawn.next = spawns
                .first()
                .map_or(spawn.next, |after| Some(after.0.piece));
            spawns.insert(0, (spawn, self.opening));
            return (settled, spawns);
        }
        let first = spawns.first();
        let first =
            first.map(|(spawn, range)| piece_frames(spawn.piece, &sightings[range.clone()]));
        let settled = first.map_or(Board::EMPTY, |first| first.settled_cells(&Board::EMPTY));
        // The first piece of a game may rest in most of its frames.
        match self.begins && settled.count() <= PIECE_CELLS {
            true => (Board::EMPTY, spawns),
            false => (settled, spawns),
        }
    }
}

impl Counter {
    const fn new(count: u16, time: u32) -> Counter {
        Counter {
            count,
            time,
            shown: (count, time),
        }
    }

    /// Sees the counter in a frame. Returns how many pieces it has counted since the last one.
    fn see(&mut self, seen: u16, time: u32) -> u16 {
        if self.shown.0 != seen {
            self.shown = (seen, time);
        }
        let since = self.shown.1;
        let rise = seen.saturating_sub(self.count);
        let is_right = match seen < self.count {
            true => time - since >= LOWER_TIME,
            false => {
                PIECE_TIME_MIN * u32::from(rise.saturating_sub(1))
                    <= since.saturating_sub(self.time)
            }
        };
        if !is_right {
            return 0;
        }
        (self.count, self.time) = (seen, time);
        rise
    }
}

/// Returns the milliseconds from the first frame to each frame.
fn times(frames: &[NgfFrame]) -> Vec<u32> {
    const RANGE: u32 = 1 << TIME_BITS;
    let mut passed = 0;
    let mut times = vec![0];
    for pair in frames.windows(2) {
        // The clock wraps around. Some clocks occasionally jump backwards a little.
        let later = pair[1].time.wrapping_sub(pair[0].time) % RANGE;
        passed += if later > RANGE / 2 { 0 } else { later };
        passed = passed.min(TIME_MAX);
        times.push(passed);
    }
    times
}

/// Returns what the reader of a video would see in a frame, with the digits as shapes.
fn sighting(index: usize, frame: &NgfFrame, time: u32) -> Sighting {
    let mut digits = [None; DIGITS];
    let mut show = |places: Range<usize>, number: Option<u32>| {
        let mut rest = number;
        for place in places.clone().rev() {
            // A number with more digits than places has a large first digit.
            let digit = |rest: u32| {
                if place == places.start {
                    rest
                } else {
                    rest % 10
                }
            };
            digits[place] = rest.map(|rest| digit(rest) as u8);
            rest = rest.map(|rest| rest / 10);
        }
    };
    show(LINES, frame.lines.map(u32::from));
    show(SCORE, frame.score);
    show(LEVEL, frame.level.map(u32::from));
    Sighting {
        frame: index as u64,
        time: 1_000 * u64::from(time),
        game: Some(GameSighting {
            board: frame.board(),
            doubtful: Board::EMPTY,
            kinds: frame.cells.clone(),
            next: frame.next,
            colours: [None; 3],
            digits,
            likely_digits: [None; DIGITS],
            flashes: false,
        }),
    }
}

/// Returns the playfields of a piece's frames.
fn piece_frames(piece: Piece, sightings: &[Sighting]) -> PieceFrames {
    let mut frames = PieceFrames {
        piece,
        frames: Vec::new(),
    };
    for sighting in sightings {
        FieldFrame::of(sighting)
            .into_iter()
            .for_each(|frame| frames.add(frame));
    }
    frames
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

/// Returns the parts of a game, with the spawns that its counters show.
fn parts(frames: &[NgfFrame], times: &[u32]) -> Vec<Part> {
    let is_used = |piece: &Piece| {
        let is_shown = |frame: &NgfFrame| frame.statistics[piece.index()].is_some();
        frames.iter().any(is_shown)
    };
    let used: Vec<Piece> = Piece::ALL.into_iter().filter(is_used).collect();
    let mut counters: Vec<Counter> = Vec::new();
    let mut parts: Vec<Part> = Vec::new();
    for (index, &time) in times.iter().enumerate() {
        let seen =
            |piece: &Piece| confirmed(frames, index, |frame| frame.statistics[piece.index()]);
        let mut risen: Vec<Piece> = Vec::new();
        if counters.is_empty() {
            let first: Option<Vec<u16>> = used.iter().map(seen).collect();
            let Some(first) = first else { continue };
            counters = first
                .iter()
                .map(|&count| Counter::new(count, time))
                .collect();
            let all: u32 = first.iter().map(|&count| u32::from(count)).sum();
            let pieces = used.iter().zip(&first).filter(|(_, count)| **count > 0);
            risen.extend(pieces.map(|(piece, _)| *piece).filter(|_| all == 1));
            parts.push(Part::at(0, all <= 1));
        } else {
            for (piece, counter) in used.iter().zip(&mut counters) {
                let rise = seen(piece).map_or(0, |seen| counter.see(seen, time));
                risen.extend((0..rise).map(|_| *piece));
            }
        }
        let Some(part) = parts.last_mut().filter(|_| !risen.is_empty()) else {
            continue;
        };
        part.end(index);
        if risen.len() > SPAWNS_MAX {
            parts.push(Part::at(index, false));
            continue;
        }
        // If several counters rise together, the piece that NEXT announced comes first.
        let expected = part.spawns.last().and_then(|(spawn, _)| spawn.next);
        risen.sort_by_key(|piece| Some(*piece) != expected);
        for piece in risen {
            if let Some((before, range)) = part.spawns.last_mut() {
                (before.next, range.end) = (Some(piece), index);
            }
            let spawn = spawn(piece, index, next(frames, index));
            part.spawns.push((spawn, index..frames.len()));
        }
    }
    parts
}

/// Returns a spawn in this frame. Its numbers are read later.
fn spawn(piece: Piece, frame: usize, next: Option<Piece>) -> SeenSpawn {
    SeenSpawn {
        piece,
        next,
        follows_next: true,
        lines: 0,
        level: 0,
        score: None,
        das: None,
        time: 0,
        frame: frame as u64,
    }
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
