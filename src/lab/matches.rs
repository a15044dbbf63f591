//! Batches of matches between two computer players.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::engine::{Event, MatchStage, RoundOutcome, Side, VersusStart};
use crate::players::Opponent;
use crate::rules::randomizer::generator;
use crate::session::{Contestant, Match};

use super::batch::Shard;
use super::decision_log::DecisionLog;
use super::run::{Control, Counts, RunResults, UnitWork};
use super::tally::COUNT_MAX;

/// Batch of matches.
#[derive(Clone, Debug)]
pub struct MatchBatch {
    /// Start of each match, with the seed of the whole series.
    pub start: VersusStart,
    /// Opponents, left first.
    pub opponents: [Arc<Opponent>; 2],
    /// Number of matches.
    pub games: u64,
    /// Part of the batch that this process plays.
    pub shard: Shard,
}

/// Results of many matches, as counters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchTally {
    /// Number of matches won, left side first.
    pub wins: [u64; 2],
    /// Number of matches stopped before one side had won.
    pub undecided: u64,
    /// Number of rounds, including replayed ones.
    pub rounds: u64,
    /// Number of rounds that were replayed because both sides topped out in the same frame.
    pub drawn_rounds: u64,
    /// Total length of all rounds in frames.
    pub frames: u64,
    /// Length of the longest round in frames.
    pub longest: u64,
    /// Results of each side.
    pub sides: [SideTally; 2],
}

/// Results of one side in many matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideTally {
    /// Number of pieces locked.
    pub pieces: u64,
    /// Number of rows cleared.
    pub rows_cleared: u64,
    /// Number of rows cleared four at a time.
    pub tetris_rows: u64,
    /// Number of rows of garbage sent.
    pub rows_sent: u64,
    /// Number of pieces that locked elsewhere than planned. Should be 0.
    #[serde(rename = "departures")]
    pub desyncs: u64,
}

/// Number of frames after which a match counts as endless and is stopped: nine hours.
const FRAMES_MAX: u64 = 2_000_000;
/// Number of drawn rounds after which a match counts as endless, because both sides play alike.
const DRAWS_MAX: u64 = 20;

impl MatchBatch {
    /// Plays the matches that are missing from `ledger`. Other threads can read `ledger` while this runs. An
    /// interrupted match starts again.
    pub fn run_on(&self, ledger: &RunResults<MatchTally>, control: &Control) -> MatchTally {
        ledger.run(self, control)
    }

    /// Returns the number of matches in this part of the batch.
    pub fn units(&self) -> u64 {
        self.shard.share_of(self.games)
    }

    /// Creates match number `number` (from 0) of the series.
    pub fn new_match(&self, number: u64) -> Match {
        let start = VersusStart {
            seed: generator(self.start.seed, number).random(),
            ..self.start.clone()
        };
        let contestants = self.opponents.clone().map(Contestant::Computer);
        Match::new(start, contestants).expect("the start was checked with the options")
    }

    /// Plays one match to its end. Returns `None` if `control` stops it; the match then does not count.
    fn play_match(&self, number: u64, control: &Control) -> Option<MatchTally> {
        let mut tally = MatchTally::default();
        let mut play = self.new_match(number);
        play.forget_inputs();
        loop {
            let events = play.advance();
            for (side, events) in tally.sides.iter_mut().zip(events) {
                side.pieces += u64::from(events.contains(Event::Spawned));
                side.tetris_rows += 4 * u64::from(events.contains(Event::Tetris));
            }
            if let Some(desync) = play.take_desync() {
                debug_assert!(false, "{desync}");
                tally.sides[0].desyncs += 1;
            }
            let versus = play.versus();
            let is_over = versus.game(Side::Left).is_over() || versus.game(Side::Right).is_over();
            if is_over
                && events
                    .iter()
                    .any(|events| events.contains(Event::ToppedOut))
            {
                tally.count_round(&play);
            }
            if let MatchStage::MatchOver(RoundOutcome::Won(winner)) = versus.moment() {
                tally.wins[winner.index()] += 1;
                break;
            }
            let is_endless = versus.frames() >= FRAMES_MAX || tally.drawn_rounds >= DRAWS_MAX;
            if is_endless {
                tally.undecided += 1;
                break;
            }
            if control.is_stopped() {
                return None;
            }
        }
        let pieces = tally.sides.iter().map(|side| side.pieces).sum();
        control.pieces.fetch_add(pieces, Ordering::Relaxed);
        control.games.fetch_add(1, Ordering::Relaxed);
        Some(tally)
    }
}

impl UnitWork for MatchBatch {
    type Counts = MatchTally;

    fn units(&self) -> u64 {
        self.units()
    }

    fn play(&self, unit: u64, _memory: &mut DecisionLog, control: &Control) -> (MatchTally, bool) {
        match self.play_match(self.shard.unit(unit), control) {
            Some(tally) => (tally, true),
            None => (MatchTally::default(), false),
        }
    }
}

impl MatchTally {
    /// Returns the number of matches.
    pub fn games(&self) -> u64 {
        self.wins[0] + self.wins[1] + self.undecided
    }

    /// Counts a round that ended in the last frame.
    fn count_round(&mut self, play: &Match) {
        let versus = play.versus();
        let frames = u64::from(versus.round_frames());
        self.rounds += 1;
        self.frames += frames;
        self.longest = self.longest.max(frames);
        if let MatchStage::RoundOver(RoundOutcome::Draw) = versus.moment() {
            self.drawn_rounds += 1;
        }
        for (tally, side) in self.sides.iter_mut().zip(Side::BOTH) {
            tally.rows_cleared += u64::from(versus.game(side).lines());
            tally.rows_sent += u64::from(versus.sent(side));
        }
    }
}

impl Counts for MatchTally {
    fn add(&mut self, other: &MatchTally) {
        for side in 0..2 {
            self.wins[side] += other.wins[side];
            let (mine, others) = (&mut self.sides[side], other.sides[side]);
            mine.pieces += others.pieces;
            mine.rows_cleared += others.rows_cleared;
            mine.tetris_rows += others.tetris_rows;
            mine.rows_sent += others.rows_sent;
            mine.desyncs += others.desyncs;
        }
        self.undecided += other.undecided;
        self.rounds += other.rounds;
        self.drawn_rounds += other.drawn_rounds;
        self.frames += other.frames;
        self.longest = self.longest.max(other.longest);
    }

    fn check(&self) -> Result<(), String> {
        let sides = self.sides.iter().flat_map(|side| {
            let SideTally {
                pieces,
                rows_cleared,
                tetris_rows,
                rows_sent,
                desyncs,
            } = *side;
            [pieces, rows_cleared, tetris_rows, rows_sent, desyncs]
        });
        let [left, right] = self.wins;
        let (undecided, rounds) = (self.undecided, self.rounds);
        let counts = [left, right, undecided, rounds, self.drawn_rounds];
        let mut counts = counts.into_iter().chain(sides);
        let is_large = |count: u64| count > COUNT_MAX;
        if counts.any(is_large) || is_large(self.frames) || is_large(self.longest) {
            return Err(format!("a count is more than {COUNT_MAX}"));
        }
        if self.drawn_rounds > rounds || self.longest > self.frames {
            return Err("its counts are inconsistent".to_owned());
        }
        Ok(())
    }

    fn progress(&self) -> [u64; 2] {
        [
            self.sides.iter().map(|side| side.pieces).sum(),
            self.games(),
        ]
    }
}
