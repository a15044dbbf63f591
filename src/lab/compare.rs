//! Comparison of two players that play the same games.
//!
//! In each game, both players start with the same pieces. While both get the same pieces, the luck of the pieces
//! cancels out in the difference of their results. The mean and the spread of these differences show whether chance can
//! explain them.

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

use super::batch::{Batch, BatchUnits};
use super::decision_log::DecisionLog;
use super::description::BatchDescription;
use super::report::Report;
use super::run::{Control, Counts, RunResults, UnitWork};
use super::tally::{COUNT_MAX, Tally};

/// Two batches that differ only in the player.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Games of the first player.
    pub one: Batch,
    /// Games of the second player, with which the first is compared.
    pub other: Batch,
}

/// Results of both players in equal games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComparisonTally {
    /// Results of the first player.
    pub one: Tally,
    /// Results of the second player.
    pub other: Tally,
    /// Differences of the scores, not capped at 999,999.
    pub scores: Differences,
    /// Differences of the rows cleared.
    pub rows: Differences,
}

/// Differences between pairs of whole numbers: the value of the first player minus that of the second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Differences {
    /// Number of pairs.
    pub pairs: u64,
    /// Sum of the differences.
    pub sum: i64,
    /// Sum of the squared differences.
    pub squares: u128,
}

/// Description of the games of both players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparisonDescription {
    /// Description of the first player's games.
    #[serde(flatten)]
    pub one: BatchDescription,
    /// The second player.
    pub compared_with: ComparedPlayer,
}

/// The second player of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComparedPlayer {
    /// Name of the player.
    pub player: String,
    /// Filter of its strategy, as on the command line.
    pub filter: String,
    /// [Fingerprint](crate::players::Strategy::fingerprint) of player and filter, in hexadecimal.
    pub fingerprint: String,
}

/// Figures of both players and of their differences.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparisonReport {
    /// Figures of the first player.
    #[serde(flatten)]
    pub one: Report,
    /// The second player, and the differences.
    pub compare: CompareFigures,
}

/// The second player of a comparison, and the differences.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CompareFigures {
    /// Name, filter and fingerprint of the second player.
    #[serde(flatten)]
    pub who: ComparedPlayer,
    /// Differences of the scores: first player minus second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<DifferenceFigures>,
    /// Differences of the rows cleared: first player minus second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<DifferenceFigures>,
    /// Counters behind these figures, for both players.
    pub tally: ComparisonTally,
}

/// Statistics of differences.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DifferenceFigures {
    /// Number of pairs.
    pub pairs: u64,
    /// Mean difference.
    pub mean: f64,
    /// 95 % confidence interval of the true mean (Student's t of the pairs).
    pub ci95: [f64; 2],
    /// Verdict of the comparison.
    pub verdict: ComparisonVerdict,
    /// Number of further pairs that would decide the comparison if mean and spread stayed unchanged. Absent if the
    /// comparison is decided or the mean difference is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs_to_decide: Option<u64>,
}

/// Verdict on two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ComparisonVerdict {
    /// The first player is better, with 95 % confidence.
    Better,
    /// The first player is worse, with 95 % confidence.
    Worse,
    /// The data do not decide which player is better.
    Open,
    /// Both players have equal results in every pair.
    Equal,
}

impl Comparison {
    /// Plays the units that are missing from `ledger`, on all threads of the current rayon pool. In each unit, the
    /// players play the same game one after the other.
    pub fn run_on(
        &self,
        ledger: &RunResults<ComparisonTally>,
        control: &Control,
    ) -> ComparisonTally {
        let pair = GamePair {
            one: self.one.units_of_work(),
            other: self.other.units_of_work(),
        };
        ledger.run(&pair, control)
    }

    /// Returns the description of the comparison.
    pub fn description(&self) -> ComparisonDescription {
        let other = BatchDescription::from_batch(&self.other);
        ComparisonDescription {
            one: BatchDescription::from_batch(&self.one),
            compared_with: ComparedPlayer {
                player: other.player,
                filter: other.filter,
                fingerprint: other.fingerprint,
            },
        }
    }
}

/// Games of both players, as units of work.
struct GamePair<'a> {
    one: BatchUnits<'a>,
    other: BatchUnits<'a>,
}

impl UnitWork for GamePair<'_> {
    type Counts = ComparisonTally;

    fn units(&self) -> u64 {
        self.one.units()
    }

    fn play(
        &self,
        unit: u64,
        memory: &mut DecisionLog,
        control: &Control,
    ) -> (ComparisonTally, bool) {
        let (one, is_done) = self.one.play(unit, memory, control);
        let (other, is_other_done) = self.other.play(unit, memory, control);
        let is_done = is_done && is_other_done;
        let mut tally = ComparisonTally {
            one,
            other,
            ..ComparisonTally::default()
        };
        if is_done {
            tally.count_pair();
        }
        (tally, is_done)
    }
}

impl ComparisonTally {
    /// Counts the differences of one game that both players finished.
    fn count_pair(&mut self) {
        let scores = [&self.one, &self.other].map(|tally| tally.scores.only());
        if let [Some(one), Some(other)] = scores {
            self.scores.count(one, other);
        }
        self.rows
            .count(self.one.rows_cleared, self.other.rows_cleared);
    }
}

impl Counts for ComparisonTally {
    fn add(&mut self, other: &ComparisonTally) {
        self.one.add(&other.one);
        self.other.add(&other.other);
        self.scores.add(&other.scores);
        self.rows.add(&other.rows);
    }

    fn check(&self) -> Result<(), String> {
        self.one.check()?;
        self.other.check()?;
        self.scores.check(self.one.games)?;
        self.rows.check(self.one.games)
    }

    fn progress(&self) -> [u64; 2] {
        let [pieces, games] = self.one.progress();
        let [more_pieces, more_games] = self.other.progress();
        [pieces + more_pieces, games + more_games]
    }
}

impl Differences {
    /// Counts the difference of a pair: `one` minus `other`.
    pub fn count(&mut self, one: u64, other: u64) {
        let difference = one as i64 - other as i64;
        self.pairs += 1;
        self.sum += difference;
        self.squares += u128::from(difference.unsigned_abs()).pow(2);
    }

    fn add(&mut self, other: &Differences) {
        self.pairs += other.pairs;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    fn check(&self, games: u64) -> Result<(), String> {
        let (pairs, sum) = (u128::from(self.pairs), u128::from(self.sum.unsigned_abs()));
        let most = u128::from(COUNT_MAX);
        // The square of the mean difference cannot exceed the mean of the squares.
        let fits = self.pairs <= games
            && sum <= most
            && self.squares <= most * most
            && sum * sum <= pairs * self.squares.min(u128::MAX / pairs.max(1));
        if fits {
            Ok(())
        } else {
            Err("the differences in the file are inconsistent".to_owned())
        }
    }

    /// Returns the statistics. `None` for fewer than two pairs.
    pub fn figures(&self) -> Option<DifferenceFigures> {
        if self.pairs < 2 {
            return None;
        }
        let pairs = self.pairs as f64;
        let mean = self.sum as f64 / pairs;
        let variance = (self.squares as f64 - pairs * mean * mean) / (pairs - 1.0);
        let deviation = variance.max(0.0).sqrt();
        let half = t95(self.pairs - 1) * deviation / pairs.sqrt();
        let ci95 = [mean - half, mean + half];
        let verdict = match () {
            () if self.squares == 0 => ComparisonVerdict::Equal,
            () if ci95[0] > 0.0 => ComparisonVerdict::Better,
            () if ci95[1] < 0.0 => ComparisonVerdict::Worse,
            () => ComparisonVerdict::Open,
        };
        let is_open = verdict == ComparisonVerdict::Open && self.sum != 0;
        Some(DifferenceFigures {
            pairs: self.pairs,
            mean,
            ci95,
            verdict,
            pairs_to_decide: is_open.then(|| {
                let needed = (Z95 * deviation / mean).powi(2).ceil() as u64;
                needed.max(self.pairs + 1) - self.pairs
            }),
        })
    }
}

impl ComparisonReport {
    /// Creates the report of a comparison. `tally` has its results, `one` is the report of the first player.
    pub fn new(
        description: &ComparisonDescription,
        tally: &ComparisonTally,
        one: Report,
    ) -> ComparisonReport {
        ComparisonReport {
            one,
            compare: CompareFigures {
                who: description.compared_with.clone(),
                scores: tally.scores.figures(),
                rows: tally.rows.figures(),
                tally: tally.clone(),
            },
        }
    }
}

/// Half width of a 95 % confidence interval in standard errors, for many pairs.
const Z95: f64 = 1.959_964;

/// Returns the half width of a mean's 95 % confidence interval, as a multiple of the standard error. `freedom` is the
/// number of degrees of freedom (1 or more). This is Student's t at 97.5 %.
///
/// The result is exact for 1 and 2 degrees. For more it uses the expansion in Abramowitz and Stegun, "Handbook of
/// Mathematical Functions", 26.7.5, with an error below 0.2 %.
fn t95(freedom: u64) -> f64 {
    const UPPER: f64 = 0.975;
    match freedom {
        0 | 1 => (PI * (UPPER - 0.5)).tan(),
        2 => (2.0 * UPPER - 1.0) / (2.0 * UPPER * (1.0 - UPPER)).sqrt(),
        _ => {
            let (z, v) = (Z95, freedom as f64);
            let z2 = z * z;
            let one = z * (z2 + 1.0) / 4.0;
            let two = z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
            let three = z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
            let four =
                z * ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / 92_160.0;
            z + (one + (two + (three + four / v) / v) / v) / v
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differences(pairs: &[(u64, u64)]) -> Differences {
        let mut differences = Differences::default();
        for &(one, other) in pairs {
            differences.count(one, other);
        }
        differences
    }

    #[test]
    fn the_interval_is_that_of_the_textbooks() {
        // Student's t at 97.5 %, from printed tables.
        for (freedom, table) in [
            (1, 12.706),
            (2, 4.303),
            (3, 3.182),
            (5, 2.571),
            (10, 2.228),
            (30, 2.042),
        ] {
            let t = t95(freedom);
            assert!((t / table - 1.0).abs() < 0.002, "{freedom}: {t}");
        }
        let figures = differences(&[(5, 3), (9, 5), (7, 1)]).figures().unwrap();
        assert_eq!(figures.mean, 4.0);
        // The standard deviation is 2, so the half width is 4.303 * 2 / sqrt(3).
        assert!((figures.ci95[1] - 4.0 - 4.968).abs() < 0.01, "{figures:?}");
        assert_eq!(figures.verdict, ComparisonVerdict::Open);
        // The standard deviation is 2 and the mean 4, so less than one further pair would be enough. The result is at
        // least 1.
        assert_eq!(figures.pairs_to_decide, Some(1));
    }

    #[test]
    fn the_verdict_is_better_only_if_the_interval_excludes_zero() {
        let verdict = |pairs: &[(u64, u64)]| differences(pairs).figures().unwrap().verdict;
        let alike = [(10, 9), (11, 9), (12, 11), (10, 9), (9, 7)];
        assert_eq!(verdict(&alike), ComparisonVerdict::Better);
        assert_eq!(
            verdict(&alike.map(|(one, other)| (other, one))),
            ComparisonVerdict::Worse
        );
        assert_eq!(
            verdict(&[(10, 1), (1, 9), (12, 1), (1, 9)]),
            ComparisonVerdict::Open
        );
        assert_eq!(verdict(&[(3, 3), (4, 4)]), ComparisonVerdict::Equal);
        assert_eq!(
            differences(&[(1, 0)]).figures(),
            None,
            "one pair says nothing of the spread"
        );
    }

    #[test]
    fn pairs_to_decide_do_decide() {
        let mut differences = differences(&[(10, 1), (1, 9), (12, 1), (1, 9), (8, 0), (0, 6)]);
        let figures = differences.figures().unwrap();
        let more = figures.pairs_to_decide.unwrap();
        assert!(more > 10, "{more}");
        // Repeating all pairs as they are changes neither the mean nor the spread.
        let times = (figures.pairs + more).div_ceil(figures.pairs) + 1;
        differences = Differences {
            pairs: differences.pairs * times,
            sum: differences.sum * times as i64,
            squares: differences.squares * u128::from(times),
        };
        assert_eq!(
            differences.figures().unwrap().verdict,
            ComparisonVerdict::Better
        );
    }

    #[test]
    fn impossible_differences_are_refused() {
        let good = differences(&[(10, 1), (1, 9)]);
        assert!(good.check(2).is_ok());
        assert!(good.check(1).is_err(), "more pairs than games");
        assert!(Differences { sum: 400, ..good }.check(2).is_err());
    }
}
