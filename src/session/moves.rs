//! Moves of recorded games: each position with the lock played in it.

use crate::engine::{Console, Event, Events, GameType, Screen, Side};
use crate::players::Position;
use crate::rules::{Board, Piece, Pose};

use super::captured::{CapturedGame, LinesFrom, PieceOutcome};
use super::job::{position_of, position_of_pad};
use super::playback::{CapturedPlayback, MatchPlayback, Recorded, Seek};
use crate::capture::game::places::resting;

/// Position and the lock played in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Position when the piece spawned.
    pub position: Position,
    /// Lock of the piece.
    pub lock: Pose,
    /// Number of rows cleared, 0-4.
    pub rows: u8,
    /// Frame of the recording in which the piece spawned, see [`Seek::seek`]. [`GameMoves::from_captured`] uses the
    /// camera's frames.
    pub frame: u64,
    /// How the move was seen, in a game from a video or a camera.
    pub seen: Option<SeenMove>,
}

/// How a move was seen in a video.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenMove {
    /// Milliseconds from the start of the video to the spawn of the piece.
    pub time: u32,
    /// True if the frames do not prove the lock, so that it is only the best explanation of them.
    pub is_guess: bool,
}

impl Move {
    /// Returns whether the lock is only the best explanation of the frames.
    pub fn is_guess(&self) -> bool {
        self.seen.is_some_and(|seen| seen.is_guess)
    }
}

/// Moves of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameMoves {
    /// Moves in order. After a piece with an unknown lock, the next position does not follow from the previous move.
    pub moves: Vec<Move>,
    /// Number of pieces with an unknown lock.
    pub unknown: usize,
    /// All pieces in order, including those with an unknown lock.
    pub pieces: Vec<SpawnedPiece>,
    /// Origin of the line counts of the positions.
    pub lines_from: LinesFrom,
}

/// Piece that spawned in a game. Its lock may be unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpawnedPiece {
    /// Frame in which the piece spawned, as in [`Move`].
    pub frame: u64,
    /// Kind of the piece.
    pub piece: Piece,
    /// NEXT when the piece spawned, if it was seen.
    pub next: Option<Piece>,
}

impl SpawnedPiece {
    fn new(position: &Position, frame: u64) -> SpawnedPiece {
        SpawnedPiece {
            frame,
            piece: position.current,
            next: position.next,
        }
    }
}

/// State of a running game: the pose of its piece, and a step count. If the step count does not rise, another game has
/// started.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GameSnapshot {
    pose: Pose,
    /// Step count, which rises with each frame of a game.
    steps: u64,
}

/// Tracker that derives the moves of the games in a recording or on a console, step by step.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MoveTracker {
    before: Option<GameSnapshot>,
    /// Position of the piece in motion, whose move is still incomplete, and the frame of its spawn.
    due: Option<(Position, u64)>,
}

/// Event that a step caused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MoveEvent {
    /// No piece has locked, and no game has started or ended.
    Nothing,
    /// The previous game has ended, or another game has started.
    NewGame,
    /// A piece has locked and the next piece has spawned.
    Locked(Move),
    /// A piece has locked in an unknown pose, and the next piece has spawned.
    Unknown(SpawnedPiece),
}

impl MoveTracker {
    /// Starts following at `frame`. `position` returns the position of the running game.
    pub(super) fn new(
        snapshot: Option<GameSnapshot>,
        position: impl FnOnce() -> Option<Position>,
        frame: u64,
    ) -> MoveTracker {
        MoveTracker {
            before: snapshot,
            due: snapshot
                .and_then(|_| position())
                .map(|position| (position, frame)),
        }
    }

    /// Returns the position of the piece in motion, if any.
    pub(super) fn due(&self) -> Option<&Position> {
        self.due.as_ref().map(|(position, _)| position)
    }

    /// Follows one step. `snapshot` is the state after the step, and `frame` the number of frames played.
    pub(super) fn step(
        &mut self,
        events: Events,
        snapshot: Option<GameSnapshot>,
        position: impl FnOnce() -> Option<Position>,
        frame: u64,
    ) -> MoveEvent {
        let before = std::mem::replace(&mut self.before, snapshot);
        let (Some(before), Some(_)) = (before, snapshot.filter(|now| is_later(before, *now)))
        else {
            *self = MoveTracker::new(snapshot, position, frame);
            return match before {
                None if snapshot.is_none() => MoveEvent::Nothing,
                _ => MoveEvent::NewGame,
            };
        };
        if !events.contains(Event::Spawned) {
            return MoveEvent::Nothing;
        }
        let after = position();
        let played = self.due.take();
        self.due = after.map(|position| (position, frame));
        let (Some((position, came)), Some((after, _))) = (played, &self.due) else {
            return MoveEvent::Nothing;
        };
        match lock_between(&position.board, before.pose, &after.board) {
            Some((lock, rows)) => MoveEvent::Locked(Move {
                position,
                lock,
                rows,
                frame: came,
                seen: None,
            }),
            None => MoveEvent::Unknown(SpawnedPiece::new(&position, came)),
        }
    }
}

/// Returns whether `now` is a later state of the same game as `before`.
fn is_later(before: Option<GameSnapshot>, now: GameSnapshot) -> bool {
    before.is_some_and(|before| before.steps < now.steps)
}

impl GameMoves {
    /// Removes the pieces that spawned in `frame` or later.
    pub(super) fn take_back(&mut self, frame: u64) {
        self.moves.retain(|played| played.frame < frame);
        self.pieces.retain(|piece| piece.frame < frame);
        self.unknown = self.pieces.len() - self.moves.len();
    }

    /// Returns the A-type games of a single-player recording, or only its main game if it has one. For a captured match,
    /// returns the games of both players in the order of [`CapturedMatchPlayback::games`](super::CapturedMatchPlayback::games). Empty for other matches.
    pub fn from_recording(recorded: &Recorded) -> Vec<GameMoves> {
        match recorded {
            Recorded::Captured(playback) => return vec![GameMoves::from_playback(playback, 0)],
            Recorded::CapturedMatch(playback) => {
                let games = playback.games();
                return games
                    .map(|(_, start, game)| GameMoves::from_playback(game, start))
                    .collect();
            }
            Recorded::Drag(_) | Recorded::Console(_) | Recorded::Match(_) => {}
        }
        let mut recorded = recorded.clone();
        let is_of_one = recorded.place().has_main_game();
        let begin = match is_of_one {
            true => recorded.place().first_piece(),
            false => 0,
        };
        recorded.seek().seek(begin);
        let mut games: Vec<GameMoves> = Vec::new();
        let mut game = GameMoves::default();
        let mut follower = MoveTracker::new(snapshot(&recorded), || position_in(&recorded), begin);
        while !recorded.place().is_at_end() {
            let events = recorded.seek().step();
            let frame = recorded.place().frame();
            let position = || position_in(&recorded);
            let followed = follower.step(events, snapshot(&recorded), position, frame);
            if followed == MoveEvent::NewGame {
                end(&mut games, &mut game);
                if is_of_one {
                    break;
                }
            }
            game.add_event(followed);
        }
        end(&mut games, &mut game);
        games
    }

    /// Returns the moves of one side of a match. Each round counts as a game. Garbage that arrives between two moves
    /// belongs to the next position.
    pub fn from_match(playback: &MatchPlayback, side: Side) -> Vec<GameMoves> {
        let mut playback = playback.clone();
        playback.seek(0);
        let mut games = Vec::new();
        let mut game = GameMoves::default();
        // The round, the number of pieces so far, the position of the piece in motion, and the frame of its spawn.
        let mut due: Option<(u32, u64, Position, u64)> = None;
        loop {
            let versus = playback.versus();
            let (round, pieces) = (versus.round(), playback.summary(side).pieces);
            let played = versus.game(side);
            let is_due = due
                .as_ref()
                .is_some_and(|known| (known.0, known.1) == (round, pieces));
            if !is_due {
                let before =
                    due.replace((round, pieces, position_of_pad(played), playback.frame()));
                match before {
                    Some((before, _, position, frame)) if before == round => {
                        game.add_event(locked_in(position, played.locked(), frame));
                    }
                    Some(_) => end(&mut games, &mut game),
                    None => {}
                }
            }
            if playback.is_at_end() {
                end(&mut games, &mut game);
                return games;
            }
            playback.step();
        }
    }

    /// Adds the event of one step.
    pub(super) fn add_event(&mut self, followed: MoveEvent) {
        match followed {
            MoveEvent::Locked(played) => {
                self.pieces
                    .push(SpawnedPiece::new(&played.position, played.frame));
                self.moves.push(played);
            }
            MoveEvent::Unknown(came) => {
                self.pieces.push(came);
                self.unknown += 1;
            }
            MoveEvent::Nothing | MoveEvent::NewGame => {}
        }
    }

    /// Returns the moves of a captured game with the frames of its playback, which begins in frame `start`.
    fn from_playback(playback: &CapturedPlayback, start: u64) -> GameMoves {
        let mut game = GameMoves::from_captured(playback.game());
        for (came, &frame) in game.pieces.iter_mut().zip(playback.spawns()) {
            came.frame = start + frame;
        }
        let pieces = playback.game().pieces.iter().zip(playback.spawns());
        let locked =
            pieces.filter(|(piece, _)| matches!(piece.outcome, PieceOutcome::Locked { .. }));
        for (played, (_, &frame)) in game.moves.iter_mut().zip(locked) {
            played.frame = start + frame;
        }
        game
    }

    /// Returns the moves of a captured game.
    pub fn from_captured(game: &CapturedGame) -> GameMoves {
        let (_, unknown) = game.locked();
        let moves = game.pieces.iter().enumerate().filter_map(|(index, piece)| {
            let PieceOutcome::Locked { lock, rows, .. } = piece.outcome else {
                return None;
            };
            Some(Move {
                position: Position {
                    board: piece.board,
                    current: piece.piece,
                    next: piece.next,
                    later: [None; 2],
                    level: piece.level,
                    lines: piece.lines,
                },
                lock,
                rows,
                frame: piece.frame,
                // The locks of a list have no times.
                seen: (game.time > 0).then(|| SeenMove {
                    time: game.start + piece.time,
                    is_guess: game.is_guess(index),
                }),
            })
        });
        let came = game.pieces.iter().map(|piece| SpawnedPiece {
            frame: piece.frame,
            piece: piece.piece,
            next: piece.next,
        });
        GameMoves {
            moves: moves.collect(),
            unknown,
            pieces: came.collect(),
            lines_from: game.lines_from,
        }
    }

    /// Returns the number of each move's piece in the game, from 1. Pieces with an unknown lock count too.
    pub fn numbers(&self) -> Vec<usize> {
        let mut all = (1..).zip(&self.pieces);
        let number = |(place, played): (usize, &Move)| {
            let is_it = |came: &SpawnedPiece| {
                came.frame == played.frame && came.piece == played.position.current
            };
            all.find(|(_, came)| is_it(came))
                .map_or(place + 1, |(number, _)| number)
        };
        self.moves.iter().enumerate().map(number).collect()
    }

    /// Returns the index (from 0) of the last move whose piece had spawned when `frame` frames of the recording were
    /// played.
    pub fn at(&self, frame: u64) -> Option<usize> {
        last_by(&self.moves, frame, |played| played.frame)
    }

    /// Returns the pieces after the move at index `place` and its NEXT, including pieces with an unknown lock.
    pub fn later_pieces(&self, place: usize) -> Vec<Piece> {
        let Some(played) = self.moves.get(place) else {
            return Vec::new();
        };
        let came = |came: &SpawnedPiece| came.frame <= played.frame;
        let later = &self.pieces[self.pieces.partition_point(came)..];
        let all = later.iter().map(|came| came.piece);
        let last = later.last().and_then(|came| came.next);
        let is_next_known = played.position.next.is_some();
        all.chain(last).skip(usize::from(is_next_known)).collect()
    }

    /// Returns how many moves cleared 0, 1, 2, 3 and 4 rows.
    pub fn clears(&self) -> [u32; 5] {
        let mut clears = [0; 5];
        for played in &self.moves {
            clears[usize::from(played.rows)] += 1;
        }
        clears
    }
}

/// Returns the index of the last element whose frame is at most `frame`. The frames must be ascending.
pub(super) fn last_by<T>(all: &[T], frame: u64, frame_of: impl Fn(&T) -> u64) -> Option<usize> {
    let come = all.partition_point(|one| frame_of(one) <= frame);
    come.checked_sub(1)
}

/// Returns the event for a piece that may have locked at `lock`. If the piece cannot rest there, its lock is unknown.
fn locked_in(position: Position, lock: Option<Pose>, frame: u64) -> MoveEvent {
    let board = position.board;
    let rests = |lock: &Pose| lock.fits(&board) && lock.rests(&board);
    match lock.filter(rests) {
        Some(lock) => MoveEvent::Locked(Move {
            position,
            lock,
            rows: board.lock(lock).1 as u8,
            frame,
            seen: None,
        }),
        None => MoveEvent::Unknown(SpawnedPiece::new(&position, frame)),
    }
}

/// Appends the finished game to `games` if a piece locked in it.
fn end(games: &mut Vec<GameMoves>, game: &mut GameMoves) {
    let game = std::mem::take(game);
    if !game.moves.is_empty() {
        games.push(game);
    }
}

/// Returns the state on the screen, if it shows a single-player A-type game.
fn snapshot(recorded: &Recorded) -> Option<GameSnapshot> {
    match recorded {
        Recorded::Drag(playback) => {
            let game = playback.game();
            (!game.is_over()).then(|| GameSnapshot {
                pose: game.pose(),
                steps: game.steps(),
            })
        }
        Recorded::Console(playback) => snapshot_of_console(playback.console(), playback.frame()),
        Recorded::Match(_) | Recorded::Captured(_) | Recorded::CapturedMatch(_) => None,
    }
}

/// Returns the position of the game on the screen.
fn position_in(recorded: &Recorded) -> Option<Position> {
    match recorded {
        Recorded::Drag(playback) => Some(position_of(playback.game())),
        Recorded::Console(playback) => playback.console().game().map(position_of_pad),
        Recorded::Match(_) | Recorded::Captured(_) | Recorded::CapturedMatch(_) => None,
    }
}

/// Returns the state on a console's screen after `frame` frames, if it shows a person's A-type game.
pub(super) fn snapshot_of_console(console: &Console, frame: u64) -> Option<GameSnapshot> {
    let is_game = console.screen() == Screen::Game && !console.is_demo();
    let game = console.game().filter(|_| is_game)?;
    let is_open = game.start().game_type == GameType::A && !game.is_over();
    is_open.then(|| GameSnapshot {
        pose: game.pose(),
        steps: frame,
    })
}

/// Returns the lock that turned `board` into `after`, and the number of rows it cleared. Prefers `seen`, the last pose
/// in which the piece was seen.
fn lock_between(board: &Board, seen: Pose, after: &Board) -> Option<(Pose, u8)> {
    let leads_there = |&pose: &Pose| board.lock(pose).0 == *after;
    let rests = |pose: &Pose| pose.rests(board);
    let elsewhere = resting(seen.piece(), board);
    let mut found = [seen]
        .into_iter()
        .filter(rests)
        .chain(elsewhere)
        .filter(leads_there);
    found.next().map(|lock| (lock, board.lock(lock).1 as u8))
}
