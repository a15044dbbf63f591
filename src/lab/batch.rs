//! Batches of many games.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use rayon::prelude::*;

use crate::players::{Strategy, TreeMemory};
use crate::rules::{Lfsr, RandomizerKind};
use crate::session::{Controls, MovesByLevel, SeriesSettings};

use super::decision_log::{DecisionLog, ReplayMismatch};
use super::endings::{EndingCause, LastTurns};
use super::games::{self, BatchGame, TurnOutcome};
use super::heights::height_of;
use super::run::{Control, Counts, RunResults, UnitWork};
use super::tally::Tally;

/// Number of pieces in one stream, for batches that count pieces instead of games.
pub const STREAM_PIECES: u64 = 250_000;

/// Number of pieces between two updates of the progress counters. Updates are rare, so that threads seldom wait for
/// each other.
const PROGRESS_STEP: u64 = 16;

/// Batch of games: their settings, their number, and the strategy that plays them.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Level, randomizer and seed.
    pub series: SeriesSettings,
    /// Strategy that decides.
    pub strategy: Arc<Strategy>,
    /// Number of games or pieces.
    pub extent: BatchSize,
    /// Number of lines at which each game ends. `None` for no limit.
    pub lines: Option<u16>,
    /// Maximum number of pieces per game. `None` for no limit.
    pub pieces_per_game: Option<u64>,
    /// Part of the batch that this process plays.
    pub shard: Shard,
}

/// Part of a batch that is split up to play on several machines. Merging all parts gives the figures of the whole
/// batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Index of the part, from 0.
    pub index: u64,
    /// Number of parts.
    pub count: u64,
}

impl Shard {
    /// The whole batch.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// Returns the part as written in reports, such as `1/8`, or `None` for the whole batch.
    pub(super) fn label(self) -> Option<String> {
        let Shard { index, count } = self;
        (self != Shard::WHOLE).then(|| format!("{}/{count}", index + 1))
    }

    /// Returns how many of the batch's `units` units belong to this part. The part consists of every `count`-th unit,
    /// starting with unit `index`.
    pub(super) fn share_of(self, units: u64) -> u64 {
        units.saturating_sub(self.index).div_ceil(self.count)
    }

    /// Converts the number of a unit within this part to its number within the whole batch.
    pub(super) fn unit(self, unit: u64) -> u64 {
        self.index + unit * self.count
    }
}

/// Number of games or pieces in a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchSize {
    /// Number of games, with an optional limit on the total number of their pieces. With that limit, later games depend
    /// on earlier ones, so the batch cannot be split into parts.
    Games {
        /// Number of games.
        games: u64,
        /// Maximum number of pieces of all games.
        pieces: Option<u64>,
    },
    /// Number of pieces, played in streams of [`STREAM_PIECES`]. A stream starts with an empty playfield and plays game
    /// after game.
    Pieces(u64),
}

impl Batch {
    /// Plays the batch on all threads of the current rayon pool.
    ///
    /// The result does not depend on the number of threads, unless the batch is stopped.
    pub fn run(&self, control: &Control) -> Tally {
        match self.extent {
            BatchSize::Games {
                games,
                pieces: Some(pieces),
            } => self.run_until_pieces_run_out(games, pieces, control),
            _ => self.run_on(&RunResults::without_memory(), control),
        }
    }

    /// Plays the units that are missing from `ledger`, like [`Batch::run`]. Other threads can read `ledger` while this
    /// runs.
    ///
    /// # Panics
    /// If both games and pieces are limited. The game in which the pieces run out then depends on all games
    /// before it.
    pub fn run_on(&self, ledger: &RunResults<Tally>, control: &Control) -> Tally {
        ledger.run(&self.units_of_work(), control)
    }

    pub(super) fn units_of_work(&self) -> BatchUnits<'_> {
        BatchUnits {
            batch: self,
            moves: games::moves(&self.series),
        }
    }

    /// Returns the number of units (games or streams) in this part of the batch.
    ///
    /// # Panics
    /// If both games and pieces are limited.
    pub fn units(&self) -> u64 {
        self.shard.share_of(match self.extent {
            BatchSize::Games {
                games,
                pieces: None,
            } => games,
            BatchSize::Pieces(pieces) => pieces.div_ceil(STREAM_PIECES),
            BatchSize::Games { .. } => {
                panic!("with a limit on total pieces, games are not independent")
            }
        })
    }

    /// Returns the number of a stream's first game. It is far from the numbers of other streams' games.
    ///
    /// The NES randomizer has only [`Lfsr::PERIOD`] different games. Its streams start a golden section of the period
    /// apart, so that it takes as long as possible until they overlap.
    fn first_game(&self, stream: u64) -> u64 {
        match self.series.randomizer {
            RandomizerKind::Nes => stream % u64::from(Lfsr::PERIOD) * 20_251,
            _ => stream << 32,
        }
    }

    /// Plays blocks of games in parallel and adds their tallies in order, until games or pieces run out.
    fn run_until_pieces_run_out(&self, games: u64, pieces: u64, control: &Control) -> Tally {
        let units = self.units_of_work();
        let play = |game: u64, limit: u64| {
            let mut memory = DecisionLog::none();
            units.game(self.shard.unit(game), limit, &mut memory, control)
        };
        // Each block is played in parallel. Games after the one in which the pieces run out are discarded.
        let block = rayon::current_num_threads() as u64;
        let mut sum = Tally::default();
        let mut next = 0;
        let games = self.shard.share_of(games);
        while next < games && sum.pieces < pieces && !control.is_stopped() {
            let limit = pieces - sum.pieces;
            let block: Vec<Tally> = (next..games.min(next + block))
                .into_par_iter()
                .map(|game| play(game, limit).0)
                .collect();
            for tally in block {
                let left = pieces - sum.pieces;
                if left == 0 {
                    break;
                }
                if tally.pieces >= left && limit > left {
                    // The pieces run out in this game. Replay it with the number of pieces left as its limit, because
                    // the game may have ended just after its last piece.
                    sum.add(&play(next, left).0);
                } else {
                    sum.add(&tally);
                }
                next += 1;
            }
        }
        sum
    }

    /// Returns the lines cleared between two readings of the line counter, which wraps at 25,600.
    fn lines_between(&self, before: u16, after: u16) -> u16 {
        if self.counts_down() {
            before - after
        } else {
            (after + 25_600 - before) % 25_600
        }
    }

    /// Returns whether the line counter counts down from 25.
    fn counts_down(&self) -> bool {
        matches!(self.series.controls, Controls::Pad(pad) if pad.has_goal())
    }
}

/// A batch as units of work: games or streams of games.
pub(super) struct BatchUnits<'a> {
    batch: &'a Batch,
    moves: Option<Arc<MovesByLevel>>,
}

impl UnitWork for BatchUnits<'_> {
    type Counts = Tally;

    fn units(&self) -> u64 {
        self.batch.units()
    }

    fn play(&self, unit: u64, memory: &mut DecisionLog, control: &Control) -> (Tally, bool) {
        let unit = self.batch.shard.unit(unit);
        // A decision log stores decisions but no search trees. So a tree-search player's interrupted game must start
        // again.
        let mut none = DecisionLog::none();
        let has_tree = self.batch.strategy.player().uct().is_some();
        let memory = if has_tree { &mut none } else { memory };
        match self.batch.extent {
            BatchSize::Games { .. } => self.game(unit, u64::MAX, memory, control),
            BatchSize::Pieces(pieces) => {
                let pieces = STREAM_PIECES.min(pieces - unit * STREAM_PIECES);
                self.stream(unit, pieces, memory, control)
            }
        }
    }
}

impl BatchUnits<'_> {
    /// Plays games from [`Batch::first_game`] on until they have `pieces` pieces in total.
    fn stream(
        &self,
        stream: u64,
        pieces: u64,
        memory: &mut DecisionLog,
        control: &Control,
    ) -> (Tally, bool) {
        let mut tally = Tally::default();
        let mut game = self.batch.first_game(stream);
        while tally.pieces < pieces && !control.is_stopped() {
            let rest = pieces - tally.pieces;
            tally.add(&self.game(game, rest, memory, control).0);
            game += 1;
        }
        let is_done = tally.pieces == pieces;
        (tally, is_done)
    }

    /// Plays one game of at most `pieces` pieces. The returned flag is true if the game ended or reached this limit.
    fn game(
        &self,
        number: u64,
        pieces: u64,
        memory: &mut DecisionLog,
        control: &Control,
    ) -> (Tally, bool) {
        let batch = self.batch;
        let strategy = Arc::new(batch.strategy.in_game(number));
        memory.tree = TreeMemory::default();
        let mut game = BatchGame::new(&batch.series, number, self.moves.as_ref());
        let mut tally = Tally {
            games: 1,
            ..Tally::default()
        };
        let limit = pieces.min(batch.pieces_per_game.unwrap_or(u64::MAX));
        let mut board = game.board();
        let mut last_turns = LastTurns::default();
        let mut since_clear = 0;
        let mut finished = false;
        while tally.pieces < limit && !control.is_stopped() {
            let (lines, level) = (game.lines(), game.level());
            last_turns.push(board, game.piece(), level);
            let turn = match game.play(&strategy, memory) {
                Ok(turn) => turn,
                Err(ReplayMismatch) => {
                    control.fail_replay();
                    break;
                }
            };
            let (TurnOutcome::Locked(lock) | TurnOutcome::Goal(lock)) = turn else {
                tally.games_over = 1;
                let cause = match game.has_crashed() {
                    true => EndingCause::Crash,
                    false => last_turns.cause(self.moves.as_deref()),
                };
                tally.endings.count(cause, level, tally.rows_cleared);
                finished = true;
                break;
            };
            board = game.board();
            let rows = u32::from(batch.lines_between(lines, game.lines()));
            tally.count_lock(lock, rows, height_of(&board));
            if tally.pieces.is_multiple_of(PROGRESS_STEP) {
                control.pieces.fetch_add(PROGRESS_STEP, Ordering::Relaxed);
            }
            since_clear += 1;
            if board.is_empty() {
                tally.count_clear(since_clear);
                since_clear = 0;
            }
            let is_at_lines = batch.lines.is_some_and(|lines| game.lines() >= lines);
            if is_at_lines || matches!(turn, TurnOutcome::Goal(_)) {
                tally.reached_lines = 1;
                finished = true;
                break;
            }
            if let Some(pattern) = strategy.pattern()
                && pattern.is_done(&board)
            {
                tally.pictures_done = 1;
                tally.picture_pieces = tally.pieces;
                finished = true;
                break;
            }
        }
        control
            .pieces
            .fetch_add(tally.pieces % PROGRESS_STEP, Ordering::Relaxed);
        finished |= batch.pieces_per_game == Some(tally.pieces);
        if finished {
            tally.count_milestones();
            tally.scores.count(game.score().unlimited());
            control.games.fetch_add(1, Ordering::Relaxed);
            if let Some(pattern) = strategy.pattern() {
                tally.picture_rows = u64::from(pattern.rows_done(&board));
            }
        }
        let is_done = finished || tally.pieces == limit;
        (tally, is_done)
    }
}
