//! Ghost of a race: a recorded game that is played back beside a person's game.

use crate::engine::{
    DirectStart, DirectStartError, GameType, HighScores, Race, StartPosition, StartPositionError,
    View,
};
use crate::rules::{Board, Piece, Region};

use super::game_stats::levels::MILESTONES;
use super::game_stats::{GameStats, LevelRow};
use super::person::Person;
use super::playback::Recorded;
use super::summary::Summary;

/// Recorded game that a person races. It follows the person's game frame by frame, without its pauses.
#[derive(Clone, Debug)]
pub struct Ghost {
    name: String,
    recorded: Recorded,
    start: RaceStart,
    sequence: Vec<Piece>,
    /// Unpaused parts of the game, in order: the number of frames played when each begins, and its first frame in the
    /// recording.
    parts: Vec<(u64, u64)>,
    /// Number of frames in the whole game, without pauses.
    frames: u64,
    /// Lines and score after each clear, in order.
    clears: Vec<(u64, u64)>,
    level_ups: Vec<LevelUp>,
    /// Result and statistics at the end of the game.
    end: (Summary, Box<GameStats>),
}

/// Start of a ghost's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RaceStart {
    region: Region,
    level: u8,
    /// Position at the first piece. `None` for an empty playfield.
    position: Option<StartPosition>,
    has_double_killscreen: bool,
}

/// Moment at which a game reached a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelUp {
    /// Level reached.
    pub level: u8,
    /// Frames since the first piece, without pauses.
    pub frames: u64,
    /// Lines cleared since the first piece.
    pub lines: u64,
    /// Score, including the clear.
    pub score: u64,
}

/// Figures of one level in both games of a race. `None` if a game had no piece at the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelComparison {
    /// Level number.
    pub level: u8,
    /// Figures of the person.
    pub own: Option<LevelRow>,
    /// Figures of the ghost.
    pub ghost: Option<LevelRow>,
}

/// Reason why a recording cannot be raced.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GhostFault {
    /// The recording contains no game.
    #[error("cannot race a recording without a game")]
    NoGame,
    /// The recording is a match.
    #[error("cannot race a match; allowed: a game of one player")]
    Match,
    /// The game is B-type.
    #[error("cannot race a B-type game; allowed: an A-type game")]
    BType,
    /// The game is in a training mode.
    #[error("cannot race a training game; allowed: a game without a training mode")]
    Training,
    /// No game can start at the position of the first piece.
    #[error("cannot race a game that starts at such a position: {0}")]
    Position(StartPositionError),
}

impl Ghost {
    /// Plays the main game of a recording once, or its longest game if it has no main game. The ghost is then at its first
    /// piece. `name` is the name of the recording.
    ///
    /// # Errors
    /// [`GhostFault`] if the recording cannot be raced.
    pub fn new(mut recorded: Recorded, name: &str) -> Result<Ghost, GhostFault> {
        let first = match recorded.place().has_main_game() {
            true => recorded.place().first_piece(),
            false => longest_game(&mut recorded).ok_or(GhostFault::NoGame)?,
        };
        recorded.seek().seek(first);
        let start = RaceStart::of(&recorded)?;
        let mut ghost = Ghost {
            name: name.to_owned(),
            start,
            sequence: sequence_at(&recorded),
            parts: vec![(0, first)],
            frames: 0,
            clears: Vec::new(),
            level_ups: Vec::new(),
            end: result(&recorded).ok_or(GhostFault::NoGame)?,
            recorded,
        };
        let last = ghost.explore();
        ghost.recorded.seek().seek(last);
        ghost.end = result(&ghost.recorded).ok_or(GhostFault::NoGame)?;
        ghost.recorded.seek().seek(first);
        Ok(ghost)
    }

    /// Plays the game to its end and notes the course of it. Returns its last frame in the recording.
    fn explore(&mut self) -> u64 {
        let begun = GameProgress::of(&self.recorded);
        let mut before = begun.expect("the recording is at the first piece of a game");
        let mut last = self.recorded.place().frame();
        while !before.is_over && !self.recorded.place().is_at_end() {
            self.recorded.seek().step();
            let Some(now) = GameProgress::of(&self.recorded) else {
                break;
            };
            // Another game has begun.
            if now.frames < before.frames || now.pieces < before.pieces {
                break;
            }
            last = self.recorded.place().frame();
            if now.frames > before.frames {
                self.frames += 1;
                let (played, began) = self.parts[self.parts.len() - 1];
                if began + (self.frames - played) != last {
                    self.parts.push((self.frames, last));
                }
            }
            if now.lines > before.lines {
                self.clears.push((now.lines, now.score));
                if now.level != before.level {
                    self.level_ups.push(LevelUp {
                        level: now.level,
                        frames: self.frames,
                        lines: now.lines,
                        score: now.score,
                    });
                }
            }
            if now.pieces > before.pieces && !matches!(self.recorded, Recorded::Captured(_)) {
                self.sequence.extend(sequence_at(&self.recorded).last());
            }
            before = now;
        }
        last
    }

    /// Starts a person's game for the race, on a console that has these high scores. `level` replaces the ghost's start
    /// level; a game from a position ignores it. With `has_own_pieces`, the cartridge chooses the pieces from `seed`.
    ///
    /// # Errors
    /// [`DirectStartError`] if no game can start like this.
    pub fn begin(
        &self,
        level: Option<u8>,
        seed: u16,
        has_own_pieces: bool,
        scores: HighScores,
    ) -> Result<Person, DirectStartError> {
        let start = DirectStart {
            region: self.start.region,
            game_type: GameType::A,
            level: level.unwrap_or(self.start.level),
            seed,
        };
        let mut person = Person::direct(start, scores)?;
        if let Some(position) = self.start.position {
            person.begin_at(position);
        }
        person.race(Race {
            ghost: self.name.clone(),
            sequence: match has_own_pieces {
                true => Vec::new(),
                false => self.sequence.clone(),
            },
        });
        if self.start.has_double_killscreen {
            person.set_double_killscreen();
        }
        Ok(person)
    }

    /// Moves the ghost to the moment when its player had played this many frames, without pauses. At the end of its
    /// game it stops.
    pub fn follow(&mut self, played: u64) {
        let played = played.min(self.frames);
        let part = self.parts.partition_point(|&(begin, _)| begin <= played) - 1;
        let (begin, first) = self.parts[part];
        let frame = first + (played - begin);
        let place = self.recorded.seek();
        if frame == place.frame() + 1 {
            place.step();
        } else if frame != place.frame() {
            place.seek(frame);
        }
    }

    /// Returns the ghost's score at as many lines as this game has, or its final score if it had fewer.
    fn score_at(&self, lines: u64) -> u64 {
        let count = self
            .clears
            .partition_point(|&(cleared, _)| cleared <= lines);
        match count.checked_sub(1) {
            _ if lines > self.end.0.lines => self.end.0.score,
            Some(last) => self.clears[last].1,
            None => self
                .start
                .position
                .map_or(0, |position| position.score.into()),
        }
    }

    /// Returns by how many points a game is ahead of the ghost at equal lines. Negative if it is behind.
    pub fn lead(&self, own: &GameStats) -> i64 {
        own.score() as i64 - self.score_at(own.clears().lines()) as i64
    }

    /// Returns the moments at which the ghost reached the transition, level 19, 29 and 39, in order.
    pub fn milestones(&self) -> impl Iterator<Item = &LevelUp> {
        let is_milestone =
            |&(place, up): &(usize, &LevelUp)| place == 0 || MILESTONES.contains(&up.level);
        let ups = self.level_ups.iter().enumerate();
        ups.filter(is_milestone).map(|(_, up)| up)
    }

    /// Returns all level-ups of the ghost, in order.
    pub fn level_ups(&self) -> &[LevelUp] {
        &self.level_ups
    }

    /// Compares a game with the whole game of the ghost, level by level.
    pub fn by_level(&self, own: &GameStats) -> Vec<LevelComparison> {
        let rows = [own.levels().rows(), self.end.1.levels().rows()];
        let mut levels: Vec<u8> = rows
            .iter()
            .flat_map(|rows| rows.iter().map(|row| row.level))
            .collect();
        levels.sort_unstable();
        levels.dedup();
        let row = |rows: &[LevelRow], level| rows.iter().find(|row| row.level == level).copied();
        let pair = |level| LevelComparison {
            level,
            own: row(rows[0], level),
            ghost: row(rows[1], level),
        };
        levels.into_iter().map(pair).collect()
    }

    /// Returns the name of the ghost's recording.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the recording, at the ghost's current frame.
    pub const fn recorded(&self) -> &Recorded {
        &self.recorded
    }

    /// Returns the screen of the ghost.
    pub fn view(&self) -> View {
        self.recorded.view()
    }

    /// Returns the statistics of the ghost's game so far.
    pub fn figures(&self) -> Option<&GameStats> {
        self.recorded.figures()[0]
    }

    /// Returns the result of the whole game.
    pub const fn result(&self) -> &Summary {
        &self.end.0
    }

    /// Returns the release of the cartridge on which the race is played.
    pub const fn region(&self) -> Region {
        self.start.region
    }

    /// Returns whether the race starts at a position instead of an empty playfield.
    pub const fn has_position(&self) -> bool {
        self.start.position.is_some()
    }

    /// Returns whether the game is over at the current frame.
    pub fn is_over(&self) -> bool {
        self.figures()
            .is_none_or(|figures| figures.frames() >= self.end.1.frames())
    }
}

impl RaceStart {
    /// Returns the start of the game on the screen, whose first piece has just spawned.
    fn of(recorded: &Recorded) -> Result<RaceStart, GhostFault> {
        let mut position = match recorded {
            Recorded::Match(_) | Recorded::CapturedMatch(_) => return Err(GhostFault::Match),
            Recorded::Console(playback) => {
                let console = playback.console();
                let game = console.game().filter(|_| console.is_in_game());
                let game = game.ok_or(GhostFault::NoGame)?;
                match (game.start().game_type, game.training()) {
                    (GameType::B { .. }, _) => return Err(GhostFault::BType),
                    (_, Some(_)) => return Err(GhostFault::Training),
                    (GameType::A, None) => StartPosition::of_pad(game),
                }
            }
            Recorded::Drag(playback) => {
                let game = playback.game();
                let pieces = StartPosition::new(game.pose().piece(), game.next());
                let mut position = pieces.with_field(game.page());
                position.level = game.level();
                position.lines = game.lines();
                position.score = game.score().points();
                position
            }
            Recorded::Captured(_) => {
                let View::Game(view) = recorded.view() else {
                    return Err(GhostFault::NoGame);
                };
                StartPosition::of_view(&view).ok_or(GhostFault::NoGame)?
            }
        };
        position.region = recorded.region();
        position.check().map_err(GhostFault::Position)?;
        let is_empty =
            position.board() == Board::EMPTY && position.lines == 0 && position.score == 0;
        Ok(RaceStart {
            region: position.region,
            level: position.level,
            position: (!is_empty).then_some(position),
            has_double_killscreen: match recorded {
                Recorded::Console(playback) => playback.console().carry().control.double_killscreen,
                _ => false,
            },
        })
    }
}

/// Counters of the game on the screen.
#[derive(Clone, Copy, Debug)]
struct GameProgress {
    frames: u64,
    pieces: u32,
    lines: u64,
    level: u8,
    score: u64,
    is_over: bool,
}

impl GameProgress {
    /// Returns the counters, or `None` if there is no game on the screen.
    fn of(recorded: &Recorded) -> Option<GameProgress> {
        let figures = recorded.figures()[0]?;
        Some(GameProgress {
            frames: figures.frames(),
            pieces: figures.pieces().all(),
            lines: figures.clears().lines(),
            level: figures.levels().now(),
            score: figures.score(),
            is_over: recorded.summary()?.ending.is_some(),
        })
    }
}

/// Returns the first frame of the longest game in a recording.
fn longest_game(recorded: &mut Recorded) -> Option<u64> {
    if let Recorded::Match(_) | Recorded::CapturedMatch(_) = recorded {
        return Some(0);
    }
    recorded.seek().seek(0);
    let mut before: Option<GameProgress> = None;
    let (mut first, mut longest) = (0, None);
    loop {
        let now = GameProgress::of(recorded);
        let is_new = now.is_some_and(|now| before.is_none_or(|before| now.frames < before.frames));
        if is_new {
            first = recorded.place().frame();
        }
        if let Some(now) = now
            && longest.is_none_or(|(frames, _)| now.frames > frames)
        {
            longest = Some((now.frames, first));
        }
        before = now;
        if recorded.place().is_at_end() {
            return longest.map(|(_, first)| first);
        }
        recorded.seek().step();
    }
}

/// Returns the pieces known at the current frame: the current one and NEXT, or all pieces of a captured game.
fn sequence_at(recorded: &Recorded) -> Vec<Piece> {
    match recorded {
        Recorded::Console(playback) => {
            let game = playback.console().game();
            game.map_or(Vec::new(), |game| vec![game.pose().piece(), game.next()])
        }
        Recorded::Drag(playback) => {
            let game = playback.game();
            vec![game.pose().piece(), game.next()]
        }
        Recorded::Captured(playback) => {
            let seen = &playback.game().pieces;
            let last = seen.last().and_then(|piece| piece.next);
            seen.iter().map(|piece| piece.piece).chain(last).collect()
        }
        Recorded::Match(_) | Recorded::CapturedMatch(_) => Vec::new(),
    }
}

/// Returns the result and the statistics of the game on the screen.
fn result(recorded: &Recorded) -> Option<(Summary, Box<GameStats>)> {
    let [figures, _] = recorded.figures();
    Some((recorded.summary()?, Box::new(figures?.clone())))
}
