//! Report of many matches, as figures for programs and people.

use serde::{Deserialize, Serialize};

use crate::engine::GarbageHoles;
use crate::players::Opponent;

use super::batch::BatchSize;
use super::description::{BatchLimits, VERSION};
use super::matches::{MatchBatch, MatchTally};

/// Description of a batch of matches. All parts of a batch must have equal descriptions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchDescription {
    /// Contenders, left first.
    #[serde(rename = "match")]
    pub sides: [Contender; 2],
    /// Rules of the matches.
    #[serde(flatten)]
    pub rules: MatchRules,
}

/// Contender of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contender {
    /// Name of the opponent.
    pub name: String,
    /// Name of the opponent's player.
    pub player: String,
    /// Dials of the opponent, as on the command line.
    pub dials: String,
    /// [Fingerprint](Opponent::fingerprint) of the opponent, in hexadecimal.
    pub fingerprint: String,
}

/// Rules of a batch of matches, and the number of matches requested.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchRules {
    /// Start levels, left first.
    pub levels: [u8; 2],
    /// Kind of garbage: `classic` (holes in one column), `changing` (holes in changing columns), or `off`.
    pub garbage: String,
    /// True if clears cancel incoming garbage.
    pub cancelling: bool,
    /// Maximum number of counted rounds per match.
    pub best_of: u8,
    /// Name of the randomizer.
    pub randomizer: String,
    /// Region of the cartridge.
    pub region: String,
    /// Seed of the series, in hexadecimal.
    pub seed: String,
    /// Version of the program.
    pub version: String,
    /// Number of matches requested.
    pub wanted: BatchLimits,
}

/// Figures of a batch of matches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchReport {
    /// Figures of both sides, left first.
    #[serde(rename = "match")]
    pub sides: [SideFigures; 2],
    /// Rules of the matches.
    #[serde(flatten)]
    pub rules: MatchRules,
    /// Part of the batch, as `I/K` with I from 1. Absent for the whole batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Number of matches played.
    pub games: u64,
    /// Number of matches stopped before one side had won.
    pub undecided: u64,
    /// Number of rounds, including replayed ones.
    pub rounds: u64,
    /// Number of rounds that were replayed because both sides topped out in the same frame.
    pub drawn_rounds: u64,
    /// Share of the decided matches that the left side won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_rate: Option<f64>,
    /// 95 % confidence interval of `win_rate` (Wilson's score interval).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ci95: Option<[f64; 2]>,
    /// Mean length of a round in frames.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_round_frames: Option<f64>,
    /// Length of the longest round in frames.
    pub longest_round_frames: u64,
    /// Time taken in seconds.
    pub seconds: f64,
    /// Pieces of both sides per second.
    pub pieces_per_second: f64,
    /// True if the run was stopped early.
    pub interrupted: bool,
    /// Counters behind all figures.
    pub tally: MatchTally,
}

/// Figures of one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideFigures {
    /// Contender on this side.
    #[serde(flatten)]
    pub who: Contender,
    /// Number of matches won.
    pub wins: u64,
    /// Number of pieces locked.
    pub pieces: u64,
    /// Number of rows cleared.
    pub rows_cleared: u64,
    /// Share of the cleared rows that were cleared four at a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tetris_rate: Option<f64>,
    /// Number of rows of garbage sent.
    pub rows_sent: u64,
}

impl MatchDescription {
    /// Creates the description of all matches of `batch`.
    pub fn from_batch(batch: &MatchBatch) -> MatchDescription {
        let start = &batch.start;
        let [left, right] = &batch.opponents;
        let garbage = match start.garbage.holes {
            GarbageHoles::Fixed => "classic",
            GarbageHoles::Changing => "changing",
            GarbageHoles::Off => "off",
        };
        MatchDescription {
            sides: [
                Contender::from_opponent(left),
                Contender::from_opponent(right),
            ],
            rules: MatchRules {
                levels: start.levels,
                garbage: garbage.to_owned(),
                cancelling: start.garbage.cancelling,
                best_of: start.best_of,
                randomizer: start.randomizer.to_string(),
                region: start.region.name().to_owned(),
                seed: format!("{:016X}", start.seed),
                version: VERSION.to_owned(),
                wanted: BatchLimits::from_extent(BatchSize::Games {
                    games: batch.games,
                    pieces: None,
                }),
            },
        }
    }
}

impl Contender {
    fn from_opponent(opponent: &Opponent) -> Contender {
        Contender {
            name: opponent.name().to_owned(),
            player: opponent.player().name().to_owned(),
            dials: opponent.settings(),
            fingerprint: format!("{:016X}", opponent.fingerprint()),
        }
    }
}

impl MatchReport {
    /// Creates the report of a batch. `tally` contains the results after `seconds` seconds.
    pub fn new(
        batch: &MatchBatch,
        tally: &MatchTally,
        seconds: f64,
        interrupted: bool,
    ) -> MatchReport {
        let description = MatchDescription::from_batch(batch);
        MatchReport {
            shard: batch.shard.label(),
            ..MatchReport::from_description(description, tally, seconds, interrupted)
        }
    }

    /// Creates the report of a whole batch from its description. `tally` contains the results after `seconds` seconds.
    pub fn from_description(
        description: MatchDescription,
        tally: &MatchTally,
        seconds: f64,
        interrupted: bool,
    ) -> MatchReport {
        let MatchDescription { sides, rules } = description;
        let [left, right] = sides;
        let sides = [
            SideFigures::from_tally(left, tally, 0),
            SideFigures::from_tally(right, tally, 1),
        ];
        let decided = tally.wins[0] + tally.wins[1];
        let share = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
        let pieces = sides[0].pieces + sides[1].pieces;
        MatchReport {
            sides,
            rules,
            shard: None,
            games: tally.games(),
            undecided: tally.undecided,
            rounds: tally.rounds,
            drawn_rounds: tally.drawn_rounds,
            win_rate: share(tally.wins[0], decided),
            ci95: (decided > 0).then(|| wilson(tally.wins[0], decided)),
            mean_round_frames: share(tally.frames, tally.rounds),
            longest_round_frames: tally.longest,
            seconds,
            pieces_per_second: pieces as f64 / seconds,
            interrupted,
            tally: tally.clone(),
        }
    }
}

impl SideFigures {
    fn from_tally(who: Contender, tally: &MatchTally, side: usize) -> SideFigures {
        let sums = tally.sides[side];
        SideFigures {
            who,
            wins: tally.wins[side],
            pieces: sums.pieces,
            rows_cleared: sums.rows_cleared,
            tetris_rate: (sums.rows_cleared > 0)
                .then(|| sums.tetris_rows as f64 / sums.rows_cleared as f64),
            rows_sent: sums.rows_sent,
        }
    }
}

/// Returns the 95 % confidence interval of a share, given `hits` successes in `tries` tries.
///
/// Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
/// 1927.
fn wilson(hits: u64, tries: u64) -> [f64; 2] {
    const Z: f64 = 1.959_964;
    let (share, tries) = (hits as f64 / tries as f64, tries as f64);
    let middle = share + Z * Z / (2.0 * tries);
    let spread = Z * (share * (1.0 - share) / tries + Z * Z / (4.0 * tries * tries)).sqrt();
    let whole = 1.0 + Z * Z / tries;
    [(middle - spread) / whole, (middle + spread) / whole].map(|share| share.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_textbook() {
        let rounded = |share: f64| (share * 1000.0).round() / 1000.0;
        assert_eq!(wilson(130, 200).map(rounded), [0.582, 0.713]);
        assert_eq!(wilson(0, 10).map(rounded), [0.0, 0.278]);
        assert_eq!(wilson(10, 10).map(rounded), [0.722, 1.0]);
    }
}
