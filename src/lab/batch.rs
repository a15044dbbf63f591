//! Many games at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use crate::engine::GameType;
use crate::players::Strategy;
use crate::rules::{Lfsr, RandomizerKind};
use crate::session::{Controls, LevelMoves, Series};

use super::games::{self, Game, Turn};
use super::heights::height_of;
use super::tally::Tally;

/// Pieces of one stream, when pieces are counted rather than games.
pub const STREAM_PIECES: u64 = 250_000;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Level, randomizer and seed.
    pub series: Series,
    /// Who decides.
    pub strategy: Arc<Strategy>,
    /// How much.
    pub extent: Extent,
    /// A game ends at this many lines.
    pub lines: Option<u16>,
    /// A game ends after so many pieces.
    pub pieces_per_game: Option<u64>,
    /// Which part of it is played here.
    pub shard: Shard,
}

/// One of several parts of a batch, to be played on different machines; all parts together have
/// the figures of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 0.
    pub index: u64,
    /// How many parts there are.
    pub count: u64,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// How many of `units` belong to the part; they are `index`, `index + count`, and so on.
    pub(super) fn share_of(self, units: u64) -> u64 {
        units.saturating_sub(self.index).div_ceil(self.count)
    }

    /// The number in the whole of the part's unit number `unit`.
    pub(super) fn unit(self, unit: u64) -> u64 {
        self.index + unit * self.count
    }
}

/// How much is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// So many games, of at most so many pieces together. With a limit on pieces the games depend
    /// on each other: then the batch has one part only.
    Games {
        /// Games.
        games: u64,
        /// Pieces of all of them.
        pieces: Option<u64>,
    },
    /// So many pieces, in streams of [`STREAM_PIECES`]; a stream begins with an empty field and
    /// plays game after game.
    Pieces(u64),
}

/// How a running batch is watched and stopped.
#[derive(Debug, Default)]
pub struct Control {
    /// Set to stop soon; what was played until then counts.
    pub stop: AtomicBool,
    /// Pieces played so far.
    pub pieces: AtomicU64,
    /// Games finished so far.
    pub games: AtomicU64,
}

impl Batch {
    /// Plays on as many threads as the current rayon pool has.
    ///
    /// The result does not depend on their number, unless the batch is stopped.
    pub fn run(&self, control: &Control) -> Tally {
        let run = Run {
            control,
            moves: games::moves(&self.series),
        };
        match self.extent {
            Extent::Games { games, pieces } => self.run_games(games, pieces, &run),
            Extent::Pieces(pieces) => self.run_streams(pieces, &run),
        }
    }

    fn run_streams(&self, pieces: u64, run: &Run<'_>) -> Tally {
        (0..self.shard.share_of(pieces.div_ceil(STREAM_PIECES)))
            .into_par_iter()
            .map(|stream| {
                let stream = self.shard.unit(stream);
                let begin = stream * STREAM_PIECES;
                self.run_stream(stream, STREAM_PIECES.min(pieces - begin), run)
            })
            .reduce(Tally::default, |mut sum, tally| {
                sum.add(&tally);
                sum
            })
    }

    /// The first game of a stream, far from those of the other streams.
    ///
    /// The exact randomizer has [`Lfsr::PERIOD`] games; there the streams are a golden section
    /// of them apart, so they overlap as late as they can.
    fn first_game(&self, stream: u64) -> u64 {
        match self.series.randomizer {
            RandomizerKind::Nes => stream % u64::from(Lfsr::PERIOD) * 20_251,
            RandomizerKind::NesOdds | RandomizerKind::Uniform => stream << 32,
        }
    }

    /// Games of the series from [`Batch::first_game`] on, `pieces` pieces together.
    fn run_stream(&self, stream: u64, pieces: u64, run: &Run<'_>) -> Tally {
        let mut tally = Tally::default();
        let mut game = self.first_game(stream);
        while tally.pieces < pieces && !run.control.stop.load(Ordering::Relaxed) {
            let rest = pieces - tally.pieces;
            tally.add(&self.run_game(game, rest, run));
            game += 1;
        }
        tally
    }

    /// Blocks of games in parallel, counted in order, until games or pieces are used up.
    fn run_games(&self, games: u64, pieces: Option<u64>, run: &Run<'_>) -> Tally {
        // With a limit on pieces, games past the one in which they run out are played in vain.
        let block = match pieces {
            Some(_) => rayon::current_num_threads() as u64,
            None => 64 * rayon::current_num_threads() as u64,
        };
        let mut sum = Tally::default();
        let mut next = 0;
        let games = self.shard.share_of(games);
        while next < games && !run.control.stop.load(Ordering::Relaxed) {
            let limit = pieces.map_or(u64::MAX, |pieces| pieces - sum.pieces);
            if limit == 0 {
                break;
            }
            let block: Vec<Tally> = (next..games.min(next + block))
                .into_par_iter()
                .map(|game| self.run_game(self.shard.unit(game), limit, run))
                .collect();
            for tally in block {
                let left = pieces.map_or(u64::MAX, |pieces| pieces - sum.pieces);
                if left == 0 {
                    break;
                }
                if tally.pieces >= left && limit > left {
                    // The game in which the pieces run out is played again up to there: with its
                    // own limit it may have seen its end just behind the last piece.
                    sum.add(&self.run_game(self.shard.unit(next), left, run));
                } else {
                    sum.add(&tally);
                }
                next += 1;
            }
        }
        sum
    }

    /// One game of at most `pieces` pieces.
    fn run_game(&self, number: u64, pieces: u64, run: &Run<'_>) -> Tally {
        let control = run.control;
        let mut game = Game::new(&self.series, number, run.moves.as_ref());
        let strategy = self.strategy.afresh();
        let mut tally = Tally {
            games: 1,
            ..Tally::default()
        };
        let limit = pieces.min(self.pieces_per_game.unwrap_or(u64::MAX));
        let mut board = game.board();
        let mut since_clear = 0;
        let mut finished = false;
        while tally.pieces < limit && !control.stop.load(Ordering::Relaxed) {
            let lines = game.lines();
            let turn = game.play(&strategy);
            let (Turn::Locked(lock) | Turn::Goal(lock)) = turn else {
                tally.games_over = 1;
                finished = true;
                break;
            };
            board = game.board();
            let rows = u32::from(self.lines_between(lines, game.lines()));
            tally.count_lock(lock, rows, height_of(&board));
            control.pieces.fetch_add(1, Ordering::Relaxed);
            since_clear += 1;
            if board.is_empty() {
                tally.count_clear(since_clear);
                since_clear = 0;
            }
            let is_at_lines = self.lines.is_some_and(|lines| game.lines() >= lines);
            if is_at_lines || matches!(turn, Turn::Goal(_)) {
                tally.reached_lines = 1;
                finished = true;
                break;
            }
            if let Some(pattern) = self.strategy.pattern()
                && pattern.is_done(&board)
            {
                tally.pictures_done = 1;
                tally.picture_pieces = tally.pieces;
                finished = true;
                break;
            }
        }
        finished |= self.pieces_per_game == Some(tally.pieces);
        tally.count_milestones();
        if finished {
            tally.scores.count(game.score().unlimited());
            control.games.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(pattern) = self.strategy.pattern() {
            tally.picture_rows = u64::from(pattern.rows_done(&board));
        }
        tally
    }

    /// Lines cleared between two readings of the line counter, which wraps at 25,600.
    fn lines_between(&self, before: u16, after: u16) -> u16 {
        if self.counts_down() {
            before - after
        } else {
            (after + 25_600 - before) % 25_600
        }
    }

    /// Whether the games are of B-type, with a goal of 25 lines.
    fn counts_down(&self) -> bool {
        match self.series.controls {
            Controls::Drag => false,
            Controls::Pad(pad) => pad.game_type != GameType::A,
        }
    }
}

/// A batch being played.
struct Run<'a> {
    control: &'a Control,
    moves: Option<Arc<LevelMoves>>,
}
