//! A game that a camera saw, forwards and from anywhere: the settled cells as they were rebuilt, and on
//! them the piece where it was last seen.

use std::convert::Infallible;

use crate::engine::ngf::TIME_BITS;
use crate::engine::view::{GameType, GameView, Music};
use crate::engine::{Event, Events, View};
use crate::rules::{Board, Cell, Counter, Page, Piece, Pose, Score, level};
use crate::session::ending::Ending;
use crate::session::places::poses;
use crate::session::sighted::{Fate, SightedGame};
use crate::session::tally::Summary;

use super::{Place, Playback, Verdict, seek_by_playback};

/// Video frames of the console in a million milliseconds, so that a game takes the time that it took.
///
/// Source: tetris.wiki, "Tetris (NES, Nintendo)": 60.0988 a second.
const FRAMES_IN_A_MILLION: u64 = 60_099;
/// Frames before the next piece at which one is shown where it locked, whatever was seen.
const LOCKED: u64 = 6;

/// A game that a camera saw, with a place in it; a frame is a sixtieth of a second, as at the console.
#[derive(Clone, Debug)]
pub struct SightedPlayback {
    playback: Playback<Played>,
}

seek_by_playback!(SightedPlayback);

/// The game, and what is shown of it when.
#[derive(Clone, Debug)]
struct Film {
    game: SightedGame,
    /// What is settled when each piece comes, and the score then.
    settled: Vec<(Page, u32)>,
    /// The frame in which each piece comes.
    spawns: Vec<u64>,
    /// The piece in play where it was seen, from that frame on.
    seen: Vec<(u64, Pose)>,
    frames: u64,
}

/// A place in the film.
#[derive(Clone, Debug)]
struct Played {
    frame: u64,
    /// The piece in play.
    index: usize,
}

impl Place for Played {
    type Recording = Film;
    type Fault = Infallible;

    fn frame(&self) -> u64 {
        self.frame
    }

    fn step(&mut self, film: &Film) -> Result<(Events, bool), Infallible> {
        self.frame += 1;
        let mut events = Events::default();
        let is_new = film.spawns.get(self.index + 1) == Some(&self.frame);
        if is_new {
            self.index += 1;
            events.insert(Event::Spawned);
        } else if film.locks_at(self.index) == Some(self.frame) {
            match film.game.pieces[self.index].fate {
                Fate::Locked { rows: 0, .. } | Fate::Unknown => events.insert(Event::Locked),
                Fate::Locked { rows, .. } => {
                    events.insert(Event::RowCompleted);
                    if rows == 4 {
                        events.insert(Event::Tetris);
                    }
                }
                Fate::Last => {}
            }
        }
        Ok((events, is_new))
    }
}

impl SightedPlayback {
    /// Stands at the first piece of the game.
    pub fn new(game: SightedGame) -> SightedPlayback {
        let film = Film::of(game);
        let frames = film.frames;
        let first = Played { frame: 0, index: 0 };
        match Playback::new(film, first, frames) {
            Ok(playback) => SightedPlayback { playback },
        }
    }

    /// The game.
    pub const fn game(&self) -> &SightedGame {
        &self.playback.recording().game
    }

    /// The frame in which each of its pieces comes.
    pub fn spawns(&self) -> &[u64] {
        &self.playback.recording().spawns
    }

    /// There is nothing that it could be compared with.
    pub const fn check(&self) -> Verdict {
        Verdict::NothingToCompare
    }

    /// The level at the present frame.
    pub fn level(&self) -> u8 {
        self.game().pieces[self.playback.now().index].level
    }

    /// What the game has come to by the present frame, as the camera read it.
    pub fn summary(&self) -> Summary {
        let (film, now) = (self.playback.recording(), self.playback.now());
        let is_tetris = |fate| matches!(fate, Fate::Locked { rows: 4, .. });
        let locked = &film.game.pieces[..now.index];
        let is_last = now.frame == film.frames;
        Summary {
            lines: film.game.pieces[now.index].lines.into(),
            tetrises: locked.iter().filter(|piece| is_tetris(piece.fate)).count() as u64,
            pieces: now.index as u64,
            score: film.settled[now.index].1.into(),
            ending: is_last.then_some(Ending::ToppedOut),
        }
    }

    /// What the screen showed, as far as it is known.
    pub fn view(&self) -> View {
        let (film, now) = (self.playback.recording(), self.playback.now());
        let piece = &film.game.pieces[now.index];
        let (page, score) = &film.settled[now.index];
        let mut statistics = [0; Piece::COUNT];
        for piece in &film.game.pieces[..=now.index] {
            statistics[piece.piece.index()] += 1;
        }
        let best = film.settled.iter().map(|(_, score)| *score).max();
        View::Game(Box::new(GameView {
            field: *page.visible(),
            piece: Some(film.pose(now.index, now.frame)),
            next: piece.next,
            game_type: GameType::A,
            lines: Counter::new(piece.lines).digits(),
            statistics: statistics.map(|count| Counter::new(count).digits()),
            top: Score::new(best.unwrap_or(0)).digits(),
            score: Score::new(*score).digits(),
            level_digits: level::level_digits(piece.level),
            palette_level: piece.level,
            flash: false,
            paused: false,
            music: Music::default(),
        }))
    }
}

impl Film {
    fn of(game: SightedGame) -> Film {
        let first = game.frames[game.pieces[0].frame].time;
        let since = |time: u32| {
            let passed = time.wrapping_sub(first) & ((1 << TIME_BITS) - 1);
            u64::from(passed) * FRAMES_IN_A_MILLION / 1_000_000
        };
        let mut spawns: Vec<u64> = Vec::with_capacity(game.pieces.len());
        for piece in &game.pieces {
            // Of pieces that came in one gap of the camera each has a frame.
            let after = spawns.last().map_or(0, |before| before + 1);
            spawns.push(since(game.frames[piece.frame].time).max(after));
        }
        let end = since(game.frames[game.frames.len() - 1].time);
        let frames = end.max(spawns[spawns.len() - 1] + LOCKED + 1);
        let mut film = Film {
            settled: settled(&game),
            spawns,
            seen: Vec::new(),
            frames,
            game,
        };
        film.seen = film.sightings(since);
        film
    }

    /// The pieces in play wherever nothing but they and the settled cells is seen.
    fn sightings(&self, since: impl Fn(u32) -> u64) -> Vec<(u64, Pose)> {
        let mut seen = Vec::new();
        for (index, piece) in self.game.pieces.iter().enumerate() {
            let looks: Vec<(Board, Pose)> = poses(piece.piece)
                .map(|pose| (Board::EMPTY.with(pose), pose))
                .collect();
            let end = self.game.pieces.get(index + 1);
            let end = end.map_or(self.game.frames.len(), |next| next.frame);
            for frame in &self.game.frames[piece.frame.min(end)..end] {
                let board = frame.board();
                if board.union(&piece.board) != board {
                    continue;
                }
                let (all, old) = (board.words(), piece.board.words());
                let new = Board::from_words(std::array::from_fn(|word| all[word] & !old[word]));
                if let Some((_, pose)) = looks.iter().find(|(look, _)| *look == new) {
                    seen.push((since(frame.time).max(self.spawns[index]), *pose));
                }
            }
        }
        seen
    }

    /// The frame from which on a piece is shown where it locked; none of the last.
    fn locks_at(&self, index: usize) -> Option<u64> {
        let next = self.spawns.get(index + 1)?;
        Some(next.saturating_sub(LOCKED).max(self.spawns[index] + 1))
    }

    /// Where the piece in play is at a frame.
    fn pose(&self, index: usize, frame: u64) -> Pose {
        let piece = &self.game.pieces[index];
        if let (Fate::Locked { lock, .. }, Some(at)) = (piece.fate, self.locks_at(index))
            && frame >= at
        {
            return lock;
        }
        let by_now = self.seen.partition_point(|(at, _)| *at <= frame);
        let last = self.seen[..by_now].last();
        // One that was seen just as it came may be a misread: there it is where pieces come.
        match last {
            Some((at, pose)) if *at > self.spawns[index] && pose.piece() == piece.piece => *pose,
            _ => Pose::spawn(piece.piece),
        }
    }
}

/// What is settled when each piece comes, in the colours of the pieces that locked, and the score.
fn settled(game: &SightedGame) -> Vec<(Page, u32)> {
    let mut page = Page::default();
    let mut score = 0;
    let mut settled = Vec::with_capacity(game.pieces.len());
    for piece in &game.pieces {
        // Where it is not known what locked, nobody knows its colour either.
        if page.board() != piece.board {
            page = Page::from_board(&piece.board, Cell::BORDERED);
        }
        score = game.frames[piece.frame].score.unwrap_or(score);
        settled.push((page.clone(), score));
        if let Fate::Locked { lock, .. } = piece.fate {
            page.write_visible(lock);
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
    use crate::session::playback::{Recorded, Seek};
    use crate::session::{GameMoves, Move};

    /// Milliseconds between two frames of the camera, and frames of a piece.
    const APART: u32 = 50;

    /// A camera's frames of a game in which these pieces lock so.
    fn frames(locks: &[Pose]) -> Vec<NgfFrame> {
        let (mut settled, mut lines) = (Board::EMPTY, 0);
        let mut counts = [0; Piece::COUNT];
        let mut frames: Vec<NgfFrame> = Vec::new();
        for (place, lock) in locks.iter().enumerate() {
            let piece = lock.piece();
            counts[piece.index()] += 1;
            let falling = |y| Pose { y, ..*lock };
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
                    score: Some(100 * place as u32),
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

    /// Two I lying side by side and an O at the wall clear a row.
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

    fn playback() -> SightedPlayback {
        SightedPlayback::new(SightedGame::of(&frames(&locks())).expect("a game is seen"))
    }

    fn game_of(view: View) -> GameView {
        match view {
            View::Game(game) => *game,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_piece_comes_when_it_was_seen_to_and_is_shown_where_it_was_seen() {
        let mut playback = playback();
        // Twelve frames of the camera are six tenths of a second.
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
        assert_eq!(
            game.field.iter().filter(|cell| cell.is_occupied()).count(),
            8
        );
        assert_eq!(game.statistics[Piece::I.index()], [0, 0, 2]);
        playback.seek_next_piece();
        let game = game_of(playback.view());
        assert_eq!(game.lines, [0, 0, 1], "the O filled a row");
        assert_eq!(game.score[3..], [3, 0, 0]);
        assert_eq!(
            game.field[190..]
                .iter()
                .filter(|cell| cell.is_occupied())
                .count(),
            2
        );
        assert_eq!(game.field[198], Cell::of(Piece::O), "in its own colour");
        playback.seek(u64::MAX);
        assert!(playback.is_at_end());
        assert_eq!(playback.summary().pieces, 4);
        playback.seek_previous_piece();
        assert_eq!(playback.frame(), 144);
    }

    #[test]
    fn what_is_shown_when_a_piece_comes_is_the_position_that_is_rated() {
        let recorded = Recorded::Sighted(Box::new(playback()));
        let games = GameMoves::of_recording(&recorded);
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
    }

    #[test]
    fn equal_places_are_equal_however_one_came_there() {
        let (mut one, mut other) = (playback(), playback());
        while !one.is_at_end() {
            one.step();
            other.seek(0);
            other.seek(one.frame());
            assert_eq!((one.view(), one.summary()), (other.view(), other.summary()));
        }
        assert_eq!(one.check(), Verdict::NothingToCompare);
    }
}
