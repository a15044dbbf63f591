//! Playback of captured games: the rebuilt settled cells, with the piece in the last pose in which it was seen.

use std::convert::Infallible;

use crate::engine::view::{GameType, GameView, Music};
use crate::engine::{Event, Events, View};
use crate::rules::{Board, Cell, Counter, Piece, PlayfieldMemory, Pose, Region, Score, level};
use crate::session::captured::{CapturedGame, CapturedPiece, PieceOutcome};
use crate::session::ending::Ending;
use crate::session::game_stats::{CameraView, GameStats};
use crate::session::summary::{Summary, tetris_rate};

use super::{Playback, Replay, Seek, Verdict};

/// Number of NTSC frames per million milliseconds. At this rate, a playback lasts as long as the captured game.
///
/// Source: tetris.wiki, "Tetris (NES, Nintendo)": 60.0988 frames per second.
const FRAMES_IN_A_MILLION: u64 = 60_099;
/// Number of PAL frames per million milliseconds.
const PAL_FRAMES_IN_A_MILLION: u64 = 50_007;
/// A piece is always shown at its lock in this many frames before the next spawn, even if the capture last saw it in
/// another pose.
const LOCKED: u64 = 6;

/// Captured game with a current position. Frames are counted at the console's rate.
pub type CapturedPlayback = Playback<ReplayedCapture>;

/// Captured game with the frames of its spawns and of the poses seen.
#[derive(Clone, Debug)]
pub struct CaptureTimeline {
    game: CapturedGame,
    /// Settled cells and score at each spawn, for display. `None` if the score is unknown.
    settled: Vec<(PlayfieldMemory, Option<u32>)>,
    /// Frame of each spawn.
    spawns: Vec<u64>,
    /// Poses of the pieces in play, each with the first frame in which it was seen.
    seen: Vec<(u64, Pose)>,
    frames: u64,
}

/// State at one point of the playback.
#[derive(Clone, Debug)]
pub struct ReplayedCapture {
    /// Index of the piece in play.
    index: usize,
    stats: GameStats,
}

impl Replay for ReplayedCapture {
    type Recording = CaptureTimeline;
    type Fault = Infallible;

    fn step(&mut self, film: &CaptureTimeline, frame: u64) -> Result<(Events, bool), Infallible> {
        let now = frame + 1;
        let mut events = Events::default();
        let is_new = film.spawns.get(self.index + 1) == Some(&now);
        if is_new {
            self.index += 1;
            events.insert(Event::Spawned);
            self.stats.follow_seen(Some(&film.seen_at(self.index)));
        } else if film.locks_at(self.index) == Some(now) {
            match film.game.pieces[self.index].outcome {
                PieceOutcome::Locked { rows: 0, .. } | PieceOutcome::Unknown => {
                    events.insert(Event::Locked);
                }
                PieceOutcome::Locked { rows, .. } => {
                    events.insert(Event::RowCompleted);
                    if rows == 4 {
                        events.insert(Event::Tetris);
                    }
                }
                PieceOutcome::Last => {}
            }
        }
        if !is_new {
            self.stats.follow_seen(None);
        }
        Ok((events, is_new))
    }
}

impl CapturedPlayback {
    /// Starts the playback at the first piece of the game.
    pub fn new(game: CapturedGame) -> CapturedPlayback {
        let film = CaptureTimeline::from_game(game);
        let frames = film.frames;
        let first = ReplayedCapture {
            index: 0,
            stats: GameStats::of_seen(&film.seen_at(0)),
        };
        let Ok(playback) = Playback::new_validated(film, first, frames);
        playback
    }

    /// Returns the game.
    pub const fn game(&self) -> &CapturedGame {
        &self.recording.game
    }

    /// Returns the frame of each spawn.
    pub fn spawns(&self) -> &[u64] {
        &self.recording.spawns
    }

    /// Returns [`Verdict::NothingToCompare`], because a capture records no end.
    pub const fn check(&self) -> Verdict {
        Verdict::NothingToCompare
    }

    /// Returns the level at the current frame.
    pub fn level(&self) -> u8 {
        self.game().pieces[self.now.index].level
    }

    /// Returns the statistics up to the current frame, from what the camera saw: lines, level, score and DAS charge (if
    /// shown) as read at each spawn, and the known locks. Taps are not visible. The last piece's clear is missing,
    /// because no spawn follows it.
    pub const fn figures(&self) -> &GameStats {
        &self.now.stats
    }

    /// Returns the summary up to the current frame, as read by the camera. Lines count from the first piece if those
    /// before it are unknown, and an unknown score is 0. It has an ending only in the last frame, if
    /// the curtain was seen or another piece has no room to spawn.
    pub fn summary(&self) -> Summary {
        let (film, index) = (&self.recording, self.now.index);
        let (pieces, is_end) = (&film.game.pieces, self.is_at_end());
        let present = &pieces[index];
        // In the last frame, a known last lock counts too.
        let (last, rows) = match present.outcome {
            PieceOutcome::Locked { rows, .. }
                if is_end && has_room(present.piece, &present.board) =>
            {
                (1, rows)
            }
            _ => (0, 0),
        };
        let locked = &pieces[..index + last];
        let cleared = locked.iter().map(|piece| u64::from(piece.outcome.rows()));
        let tetrises = cleared.clone().filter(|rows| *rows == 4).count() as u64;
        Summary {
            lines: u64::from(present.lines) + u64::from(rows),
            tetris_rate: tetris_rate(cleared.sum(), tetrises),
            pieces: locked.len() as u64,
            score: self.score().unwrap_or(0).into(),
            ending: (is_end && (film.game.has_topped_out || is_topped_out(present)))
                .then_some(Ending::ToppedOut),
        }
    }

    /// Returns the score at the last spawn, if known. In the last frame, returns the last score that was read.
    pub fn score(&self) -> Option<u32> {
        let film = &self.recording;
        match self.is_at_end() {
            true => film.game.score,
            false => film.settled[self.now.index].1,
        }
    }

    /// Returns the view of the screen, built from the data of the capture.
    pub fn view(&self) -> View {
        View::Game(Box::new(self.game_view()))
    }

    pub(super) fn game_view(&self) -> GameView {
        let (film, index) = (&self.recording, self.now.index);
        let piece = &film.game.pieces[index];
        let (pose, is_guess) = film.pose(index, self.frame());
        let mut page = film.settled[index].0.clone();
        if is_guess {
            page.write_guess(pose);
        }
        let mut statistics = [0; Piece::COUNT];
        for piece in &film.game.pieces[..=index] {
            statistics[piece.piece.index()] += 1;
        }
        let scores = film.game.pieces.iter().map(|piece| piece.score);
        let best = scores.chain([film.game.score]).flatten().max();
        let points = |score: Option<u32>| shown(score.map(|score| Score::new(score).digits()));
        let lines = film.game.lines_from.is_known().then_some(piece.lines);
        let level = film.game.has_known_levels().then_some(piece.level);
        GameView {
            field: *page.visible(),
            piece: (!is_guess).then_some(pose),
            next: piece.next,
            game_type: GameType::A,
            lines: shown(lines.map(|lines| Counter::new(lines).digits())),
            statistics: statistics.map(|count| Counter::new(count).digits()),
            top: points(best),
            score: points(self.score()),
            level_digits: shown(level.map(level::level_digits)),
            palette_level: piece.level,
            flash: false,
            paused: false,
            crash_mark: false,
            music: Music::default(),
            title: "",
            limit_row: None,
            ghost: None,
        }
    }
}

impl CaptureTimeline {
    fn from_game(game: CapturedGame) -> CaptureTimeline {
        let times = |time: u32| frame_at(game.region, time);
        let mut spawns: Vec<u64> = Vec::with_capacity(game.pieces.len());
        for piece in &game.pieces {
            // If several pieces spawned in one gap of the video, each gets one frame.
            let after = spawns.last().map_or(0, |before| before + 1);
            spawns.push(times(piece.time).max(after));
        }
        let frames = times(game.time).max(spawns[spawns.len() - 1] + LOCKED + 1);
        let mut film = CaptureTimeline {
            settled: settled(&game),
            spawns,
            seen: Vec::new(),
            frames,
            game,
        };
        film.seen = film.sightings();
        film
    }

    /// Returns the camera's view of the game at a spawn.
    fn seen_at(&self, index: usize) -> CameraView {
        let piece = &self.game.pieces[index];
        let before = index.checked_sub(1).map(|before| &self.game.pieces[before]);
        CameraView {
            piece: piece.piece,
            board: piece.board,
            lines: piece.lines,
            level: piece.level,
            score: self.settled[index].1.unwrap_or(0),
            has_known_counts: self.game.has_known_counts(),
            locked: before.and_then(|before| before.outcome.lock()),
            das: piece.das,
        }
    }

    /// Returns every pose in which the pieces in play were seen, with its frame.
    fn sightings(&self) -> Vec<(u64, Pose)> {
        let pieces = self.game.pieces.iter().zip(&self.spawns);
        let seen = pieces.flat_map(|(piece, &spawn)| {
            let way = piece.poses_seen.iter();
            way.map(move |seen| (frame_at(self.game.region, seen.time).max(spawn), seen.pose))
        });
        seen.collect()
    }

    /// Returns the first frame that shows this piece at its lock, or `None` for the last piece.
    fn locks_at(&self, index: usize) -> Option<u64> {
        let next = self.spawns.get(index + 1)?;
        Some(next.saturating_sub(LOCKED).max(self.spawns[index] + 1))
    }

    /// Returns the pose of the piece in play at a frame, and whether it is a lock that is a guess.
    fn pose(&self, index: usize, frame: u64) -> (Pose, bool) {
        let piece = &self.game.pieces[index];
        if let (PieceOutcome::Locked { lock, .. }, Some(at)) = (piece.outcome, self.locks_at(index))
            && frame >= at
        {
            return (lock, self.game.is_guess(index));
        }
        let by_now = self.seen.partition_point(|(at, _)| *at <= frame);
        let last = self.seen[..by_now].last();
        // A sighting right after the spawn may be a misreading, so show the piece in its spawn pose.
        let pose = match last {
            Some((at, pose)) if *at > self.spawns[index] && pose.piece() == piece.piece => *pose,
            _ => Pose::spawn(piece.piece),
        };
        (pose, false)
    }
}

/// Returns the digits of a number, or dashes if it is unknown.
fn shown<const DIGITS: usize>(digits: Option<[u8; DIGITS]>) -> [u8; DIGITS] {
    digits.unwrap_or([GameView::UNKNOWN_DIGIT; DIGITS])
}

/// Returns whether a piece has room to spawn.
fn has_room(piece: Piece, board: &Board) -> bool {
    Pose::spawn(piece).fits(board)
}

/// Returns whether the game ends because the last piece has no room to spawn, or because the next piece has none after
/// its lock.
fn is_topped_out(last: &CapturedPiece) -> bool {
    match (last.outcome, last.next) {
        _ if !has_room(last.piece, &last.board) => true,
        (PieceOutcome::Locked { lock, .. }, Some(next)) => {
            !has_room(next, &last.board.lock(lock).0)
        }
        _ => false,
    }
}

/// Returns the frame at a time in milliseconds since the first piece.
pub(super) fn frame_at(region: Region, time: u32) -> u64 {
    let in_a_million = match region {
        Region::Ntsc => FRAMES_IN_A_MILLION,
        Region::Pal => PAL_FRAMES_IN_A_MILLION,
    };
    u64::from(time) * in_a_million / 1_000_000
}

/// Returns the settled cells at each spawn, in the colours of their pieces or marked as guesses, and the score at that
/// spawn.
fn settled(game: &CapturedGame) -> Vec<(PlayfieldMemory, Option<u32>)> {
    let mut page = PlayfieldMemory::default();
    let mut score = None;
    let mut settled = Vec::with_capacity(game.pieces.len());
    for (index, piece) in game.pieces.iter().enumerate() {
        // After an unknown lock, the colours are unknown too.
        if page.board() != piece.board {
            page = PlayfieldMemory::from_board(&piece.board, Cell::BORDERED);
        }
        score = piece.score.or(score);
        settled.push((page.clone(), score));
        if let PieceOutcome::Locked { lock, .. } = piece.outcome {
            match game.is_guess(index) {
                true => page.write_guess(lock),
                false => page.write_visible(lock),
            }
            for y in 0..20 {
                if page.is_row_complete(y) {
                    page.remove_row(y);
                }
            }
        }
    }
    settled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::NgfFrame;
    use crate::engine::ngf::TIME_BITS;
    use crate::session::captured::LinesFrom;
    use crate::session::playback::{Recorded, Seek};
    use crate::session::{GameMoves, Move};

    /// Milliseconds between two frames of the camera.
    const APART: u32 = 50;

    /// Returns a camera's frames of a game with these locks.
    fn frames(locks: &[Pose]) -> Vec<NgfFrame> {
        let (mut settled, mut lines) = (Board::EMPTY, 0);
        let mut counts = [0; Piece::COUNT];
        let mut frames: Vec<NgfFrame> = Vec::new();
        for (place, lock) in locks.iter().enumerate() {
            let piece = lock.piece();
            counts[piece.index()] += 1;
            let falling = |y: i8| Pose {
                y: y.min(lock.y),
                ..*lock
            };
            let next = locks.get(place + 1).map(|lock| lock.piece());
            let way = [
                Pose::spawn(piece),
                falling(6),
                falling(12),
                *lock,
                *lock,
                *lock,
            ];
            for pose in way.into_iter().flat_map(|pose| [pose; 2]) {
                let board = settled.with(pose);
                frames.push(NgfFrame {
                    game: 1,
                    time: 1_000 + APART * frames.len() as u32,
                    score: Some(760 * u32::from(lines)),
                    lines: Some(lines),
                    level: Some(18),
                    das: None,
                    next,
                    statistics: counts.map(Some),
                    cells: Box::new(std::array::from_fn(|cell| {
                        u8::from(board.contains((cell % 10) as i8, (cell / 10) as i8))
                    })),
                });
            }
            let (after, rows) = settled.lock(*lock);
            (settled, lines) = (after, lines + rows as u16);
        }
        frames
    }

    fn pose(piece: Piece, rotation: u8, x: i8, y: i8) -> Pose {
        let orientation = piece.orientation(rotation);
        Pose { orientation, x, y }
    }

    /// Returns five locks, of which the first three clear a row: two flat I pieces, and an O at the wall.
    fn locks() -> [Pose; 5] {
        let lying = |x| pose(Piece::I, 0, x, 19);
        [
            lying(2),
            lying(6),
            pose(Piece::O, 0, 9, 18),
            pose(Piece::T, 0, 4, 18),
            pose(Piece::J, 0, 1, 18),
        ]
    }

    #[test]
    fn unknown_numbers_are_dashes_on_the_screen() {
        let mut game = playback().game().clone();
        (game.lines_from, game.possible_levels) = (LinesFrom::FirstPiece, Some((18, 19)));
        game.score = None;
        (game.pieces.iter_mut()).for_each(|piece| piece.score = None);
        let mut playback = CapturedPlayback::new(game);
        let shown = |playback: &CapturedPlayback| {
            let view = game_of(playback.view());
            let digits: [&[u8]; 4] = [&view.lines, &view.level_digits, &view.score, &view.top];
            digits.map(GameView::counter_text)
        };
        for _ in 0..2 {
            assert_eq!(shown(&playback), ["---", "--", "------", "------"]);
            playback.seek(playback.frames());
        }
        let figures = playback.figures();
        assert_eq!((figures.nearest_pace(), figures.runway(29)), (None, None));
        assert_eq!(figures.clears().of(1), 1, "clears are known");
    }

    fn playback() -> CapturedPlayback {
        playback_of(&frames(&locks()))
    }

    fn playback_of(frames: &[NgfFrame]) -> CapturedPlayback {
        CapturedPlayback::new(CapturedGame::longest_in(frames).expect("a game is seen"))
    }

    fn occupied(cells: &[Cell]) -> usize {
        cells.iter().filter(|cell| cell.is_occupied()).count()
    }

    fn game_of(view: View) -> GameView {
        match view {
            View::Game(game) => *game,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_piece_spawns_and_moves_as_seen() {
        let mut playback = playback();
        // Twelve frames of the camera last six tenths of a second, which is 36 frames of the console.
        assert_eq!(playback.spawns(), [0, 36, 72, 108, 144]);
        let game = game_of(playback.view());
        assert_eq!(
            (game.piece, game.next),
            (Some(Pose::spawn(Piece::I)), Some(Piece::I))
        );
        playback.seek(16);
        let falling = Pose {
            y: 12,
            ..locks()[0]
        };
        assert_eq!(game_of(playback.view()).piece, Some(falling));
        playback.seek_next_piece();
        playback.seek_next_piece();
        assert_eq!(playback.frame(), 72);
        let game = game_of(playback.view());
        assert_eq!(game.piece.map(Pose::piece), Some(Piece::O));
        assert_eq!(occupied(&game.field), 8);
        assert_eq!(game.statistics[Piece::I.index()], [0, 0, 2]);
        playback.seek_next_piece();
        let game = game_of(playback.view());
        assert_eq!(game.lines, [0, 0, 1], "the O filled a row");
        assert_eq!(game.score[3..], [7, 6, 0]);
        assert_eq!(occupied(&game.field[190..]), 2);
        assert_eq!(
            game.field[198],
            Cell::from_piece(Piece::O),
            "in its own colour"
        );
        playback.seek(u64::MAX);
        assert!(playback.is_at_end());
        assert_eq!(playback.last_piece(), 144);
        playback.seek_previous_piece();
        assert_eq!(playback.frame(), 144);
    }

    #[test]
    fn the_end_has_the_last_lock_and_score_but_no_unseen_ending() {
        let mut frames = frames(&locks());
        frames.last_mut().unwrap().score = Some(777);
        let mut playback = playback_of(&frames);
        playback.seek(playback.frames() - 1);
        let before = playback.summary();
        assert_eq!((before.pieces, before.score), (4, 760));
        playback.seek(playback.frames());
        let end = playback.summary();
        assert_eq!((end.pieces, end.lines, end.score), (5, 1, 777));
        assert_eq!(end.ending, None, "the recording ends before the game does");
        assert_eq!(game_of(playback.view()).score[3..], [7, 7, 7]);
    }

    #[test]
    fn a_game_has_topped_out_where_the_last_piece_has_no_room() {
        let tower = (0..10).map(|height| pose(Piece::O, 0, 5, 18 - 2 * height));
        let locks: Vec<Pose> = tower.chain([Pose::spawn(Piece::T)]).collect();
        let mut playback = playback_of(&frames(&locks));
        playback.seek(playback.frames() - 1);
        assert_eq!(playback.summary().ending, None);
        playback.seek(playback.frames());
        let end = playback.summary();
        assert_eq!((end.pieces, end.ending), (10, Some(Ending::ToppedOut)));
    }

    #[test]
    fn a_clock_that_jumps_back_or_restarts_moves_nothing_far() {
        let usual = playback();
        for (place, back) in [(1, 53), (20, 80), (21, 2_000), (40, 60)] {
            let mut frames = frames(&locks());
            frames[place].time -= back;
            let playback = playback_of(&frames);
            // When the clock jumps backwards, no time is added. When it later jumps forward again, the amount of the
            // backward jump is added.
            let more = u64::from(back) * 60 / 1_000;
            let longer = playback.frames() - usual.frames();
            assert!(longer <= more + 1, "{place}: {longer}");
            let film = &playback.recording;
            assert!(film.spawns.is_sorted() && film.seen.is_sorted_by_key(|(at, _)| *at));
        }
        let mut frames = frames(&locks());
        for frame in &mut frames {
            frame.time = (frame.time + (1 << TIME_BITS) - 2_000) % (1 << TIME_BITS);
        }
        let playback = playback_of(&frames);
        assert_eq!(playback.spawns(), usual.spawns());
        assert_eq!(playback.frames(), usual.frames());
    }

    #[test]
    fn the_position_shown_at_a_spawn_is_the_rated_one() {
        let recorded = Recorded::Captured(Box::new(playback()));
        let games = GameMoves::from_recording(&recorded);
        assert_eq!(games.len(), 1);
        let mut playback = playback();
        let expected = locks();
        for (
            place,
            Move {
                position,
                lock,
                frame,
                ..
            },
        ) in games[0].moves.iter().enumerate()
        {
            playback.seek(*frame);
            let game = game_of(playback.view());
            assert_eq!(game.piece, Some(Pose::spawn(position.current)));
            let cells = game.field.iter().enumerate();
            for (cell, shown) in cells {
                let (x, y) = ((cell % 10) as i8, (cell / 10) as i8);
                assert_eq!(shown.is_occupied(), position.board.contains(x, y));
            }
            assert_eq!(*lock, expected[place]);
        }
        assert!(games[0].moves.len() >= 4);
        assert_eq!(games[0].later_pieces(0), [Piece::O, Piece::T, Piece::J]);
    }

    #[test]
    fn a_frame_is_the_same_however_it_was_reached() {
        let (mut one, mut other) = (playback(), playback());
        while !one.is_at_end() {
            one.step();
            other.seek(0);
            other.seek(one.frame());
            assert_eq!((one.view(), one.summary()), (other.view(), other.summary()));
            assert_eq!(one.figures(), other.figures());
        }
        assert_eq!(one.check(), Verdict::NothingToCompare);
    }

    #[test]
    fn statistics_count_the_visible_pieces() {
        let mut playback = playback();
        playback.seek(playback.frames());
        let figures = playback.figures();
        assert_eq!(figures.pieces().all(), 5);
        assert_eq!((figures.clears().of(1), figures.clears().lines()), (1, 1));
        assert_eq!(figures.locks[19][2] + figures.locks[18][9], 2);
        assert_eq!(
            (figures.frames(), figures.score()),
            (playback.frames(), 760)
        );
        assert!(figures.das().is_none() && figures.taps().is_none());
        assert_eq!(figures.levels().rows()[0].level, 18);
    }
}
