//! Finds the games in a video, one after another. Turns sightings of single frames into finished games.

use std::collections::BTreeMap;

use crate::capture::{GameSighting, Sighting};
use crate::rules::Region;

use super::cleared_rows::ClearedRows;
use super::curtain_detector::FrameOutcome;
use super::figures::{self, NumberReadings, ShapeDigits};
use super::levels;
use super::line_count;
use super::piece_frames::FieldFrame;
use super::score_count;
use super::start_finder::StartFinder;
use super::tracker::{LastFrameState, Tracker};
use super::{CapturedGame, CapturedPiece, LinesFrom, PieceOutcome};

/// Upper limit of measured frame intervals, in milliseconds.
const INTERVAL_MAX: u64 = 200;

/// Finder of the games in a video, frame by frame. It stores the pieces of the current game, but only the frames of its
/// last three pieces.
#[derive(Clone, Debug, Default)]
pub struct VideoGameFinder {
    game: Option<Tracker>,
    start_finder: StartFinder,
    /// Digits of the shapes, as learnt so far from this video.
    figures: ShapeDigits,
    clock: Clock,
}

/// Measurement of the frame rate.
#[derive(Clone, Debug, Default)]
struct Clock {
    last: Option<u64>,
    /// Number of successive frames with each interval in milliseconds.
    intervals: BTreeMap<u32, u32>,
}

impl Clock {
    fn tick(&mut self, time: u64) {
        if let Some(last) = self.last.replace(time) {
            let interval = (time.saturating_sub(last) + 500) / 1_000;
            *self
                .intervals
                .entry(interval.min(INTERVAL_MAX) as u32)
                .or_default() += 1;
        }
    }

    /// Returns the most frequent frame interval, in milliseconds.
    fn usual(&self) -> u32 {
        let most = self.intervals.iter().max_by_key(|(_, count)| **count);
        most.map_or(0, |(&interval, _)| interval)
    }
}

impl VideoGameFinder {
    /// Returns a finder that has seen no frame yet.
    pub fn new() -> VideoGameFinder {
        VideoGameFinder::default()
    }

    /// Returns a finder for frames whose shapes are the digits themselves.
    pub(super) fn of_digits() -> VideoGameFinder {
        VideoGameFinder {
            figures: ShapeDigits::exact(),
            ..VideoGameFinder::default()
        }
    }

    /// Adds the time of a frame, in microseconds, to the measurement of the frame rate.
    pub(super) fn tick(&mut self, time: u64) {
        self.clock.tick(time);
    }

    /// Adds the next frame. Returns a game if this frame ends it or shows that it has ended.
    pub fn see(&mut self, sighting: &Sighting) -> Option<CapturedGame> {
        self.clock.tick(sighting.time);
        let seen = sighting.game.as_ref()?;
        self.figures.set_likely_digits(seen);
        let frame = FieldFrame::of(sighting)?;
        let Some(game) = &mut self.game else {
            self.begin(&frame, seen);
            return None;
        };
        match game.see(&frame, seen) {
            FrameOutcome::Going => {
                if !game.is_lost(&frame) {
                    self.start_finder = StartFinder::default();
                    return None;
                }
                let beginning = self.start_finder.see(&frame)?;
                self.start_finder = StartFinder::default();
                let game = self.game.as_mut()?;
                if game.continue_with(&beginning) {
                    return None;
                }
                let ended = self.game.replace(Tracker::new(beginning))?;
                self.finish(ended, false)
            }
            FrameOutcome::Curtain => {
                let ended = self.game.take()?;
                self.finish(ended, true)
            }
        }
    }

    /// Ends the video and returns the current game, if a piece locked in it.
    pub fn end(mut self) -> Option<CapturedGame> {
        let ended = self.game.take()?;
        self.finish(ended, false)
    }

    /// Returns how many pieces of the current game have locked, as shown by the spawn of the next piece or by a clear.
    /// The last lock may still be revised.
    pub fn locks(&self) -> usize {
        self.game.as_ref().map_or(0, Tracker::locks)
    }

    /// Returns the current game as known so far, or `None` before the first lock.
    pub fn so_far(&self) -> Option<CapturedGame> {
        self.clone().end()
    }

    /// Returns the current game's state in the last frame, or `None` if no game is tracked.
    pub fn now(&self) -> Option<LastFrameState> {
        self.game.as_ref().map(Tracker::now)
    }

    /// Returns the number of pieces of the current game whose outcome is final.
    pub fn pieces(&self) -> usize {
        let game = self.game.as_ref();
        game.map_or(0, Tracker::pieces)
    }

    fn begin(&mut self, frame: &FieldFrame, seen: &GameSighting) {
        if let Some(beginning) = self.start_finder.see(frame) {
            self.start_finder = StartFinder::default();
            let mut game = Tracker::new(beginning);
            game.read(seen);
            self.game = Some(game);
        }
    }

    /// Returns the finished game, or `None` if no piece locked.
    fn finish(&mut self, ended: Tracker, has_topped_out: bool) -> Option<CapturedGame> {
        let (pieces, readings, last) = ended.end();
        pieces
            .iter()
            .position(|piece| piece.outcome != PieceOutcome::Last)?;
        let mut game = self.count_numbers(pieces, readings, &last);
        game.has_topped_out = has_topped_out;
        Some(game)
    }

    /// Returns the game of these pieces, with lines, levels and scores. The times of the pieces count from the first
    /// frame. `seen` are the numbers read during each piece, and `last` those in the last frames.
    pub(super) fn count_numbers(
        &mut self,
        pieces: Vec<CapturedPiece>,
        mut seen: Vec<NumberReadings>,
        last: &[NumberReadings],
    ) -> CapturedGame {
        let mut game = CapturedGame::of_pieces(pieces);
        game.frame_time = self.clock.usual();
        // European cameras and television sets use 50 hertz.
        game.region = match game.frame_time {
            20 | 40 if !self.figures.is_exact() => Region::Pal,
            _ => Region::Ntsc,
        };
        let first = game.pieces[0].time;
        for piece in &mut game.pieces {
            piece.time = piece.time.saturating_sub(first);
            for way in &mut piece.poses_seen {
                way.time = way.time.saturating_sub(first);
            }
        }
        game.time = game.time.saturating_sub(first);
        game.start = first;
        // A number that stays is not the line count, and the level beside it may be wrong too.
        if !line_count::changes_at_clears(&game.pieces, &seen) {
            seen.iter_mut().for_each(NumberReadings::forget_counts);
        }
        let cleared = ClearedRows::after(&game.pieces, &seen, &self.figures);
        // Between unknown clears, line count and level are uncertain, so they tell no digits.
        for (cleared, seen) in cleared.windows(2).zip(seen.iter_mut().skip(1)) {
            if cleared.iter().all(|cleared| !cleared.is_one_clear) {
                seen.forget_counts();
            }
        }
        let line_counts = line_count::count_lines(&mut game, &cleared, &seen, &mut self.figures);
        let courses = levels::courses(&game, &line_counts);
        self.figures
            .learn_score_shapes(&game, &cleared, &seen, &courses, &line_counts);
        let first = levels::determine(&mut game, &cleared, &seen, &self.figures, &line_counts);
        game.lines_from = match cleared.iter().all(|cleared| cleared.is_known) {
            true => line_counts.origin(first, figures::begins(&game)),
            false => LinesFrom::AtLeast,
        };
        if let Some(first) = first {
            line_count::apply_first_lines(first, &mut game, &seen, &mut self.figures);
        }
        score_count::count_score(&mut game, &cleared, &seen, last, &mut self.figures);
        game
    }
}
