//! Report of a batch, readable by machines.

use std::collections::BTreeMap;

use serde::Serialize;

use super::batch::Batch;
use super::description::BatchDescription;
use super::endings::{EndedGames, LEVEL_BANDS};
use super::fit::RowShareFit;
use super::scores::ScoreFigures;
use super::tally::{MILESTONES, Tally};

/// Report of a batch. Keys that do not apply are absent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Description of the batch.
    #[serde(flatten)]
    pub description: BatchDescription,
    /// Part of the batch, as `I/K` with I from 1. Absent for the whole batch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Number of games begun.
    pub games: u64,
    /// Number of games lost.
    pub games_over: u64,
    /// Number of pieces locked.
    pub pieces: u64,
    /// Number of rows cleared.
    pub rows_cleared: u64,
    /// Time taken in seconds.
    pub seconds: f64,
    /// Pieces per second of all threads together.
    pub pieces_per_second: f64,
    /// True if the run was stopped early.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// Share of the cleared rows that were cleared four at a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tetris_rate: Option<f64>,
    /// Percentage of the locks in each row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row_percent: Option<[f64; 20]>,
    /// Percentage of the locks by row and column of the pivot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell_percent: Option<[[f64; 10]; 20]>,
    /// Ratio of each row's share of locks to that of the row below, in percent. Null if the row below has no locks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row_ratio_percent: Option<[Option<f64>; 19]>,
    /// Line fitted to the logarithms of the rows' percentages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fit: Option<RowShareFit>,
    /// Numbers of pieces between two successive empty playfields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete_clears: Option<CompleteClears>,
    /// Scores of finished games, not capped at 999,999.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<ScoreFigures>,
    /// Share of the games that reached their line limit, or the goal of a B-type game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share_reached_lines: Option<f64>,
    /// Share of the games that reached each line milestone. Milestones past the end of the games are left out.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub share_at_lines: BTreeMap<u64, f64>,
    /// Figures of the pattern that the games build.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<PatternFigures>,
    /// Counters behind all figures.
    pub tally: Tally,
}

/// Numbers of pieces between two successive empty playfields.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CompleteClears {
    /// Number of times the playfield became empty.
    pub count: u64,
    /// Mean wait in pieces.
    pub mean_pieces: f64,
    /// Number of waits of each length.
    pub histogram: BTreeMap<u32, u64>,
}

/// Figures of games that build a pattern.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PatternFigures {
    /// Name of the pattern.
    pub name: String,
    /// Share of the games that completed the pattern.
    pub completed_share: f64,
    /// Mean number of finished rows at the end of a game.
    pub rows_done_mean: f64,
    /// Mean number of pieces of the games that completed the pattern.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces_mean: Option<f64>,
}

impl Report {
    /// Creates the report of a batch. `tally` contains the results after `seconds` seconds.
    pub fn new(batch: &Batch, tally: &Tally, seconds: f64, interrupted: bool) -> Report {
        Report {
            shard: batch.shard.label(),
            ..Report::from_description(
                BatchDescription::from_batch(batch),
                tally,
                seconds,
                interrupted,
            )
        }
    }

    /// Creates the report of a whole batch from its description. `tally` contains the results after `seconds` seconds.
    pub fn from_description(
        description: BatchDescription,
        tally: &Tally,
        seconds: f64,
        interrupted: bool,
    ) -> Report {
        let percent = |count: u64| 100.0 * count as f64 / tally.pieces as f64;
        // An interrupted game does not count here, because nobody knows how far it would get.
        let ended = tally.scores.games();
        let share = |count: u64| count as f64 / ended as f64;
        let by_row = tally.locks_by_row();
        let played = tally.pieces > 0;
        let of_games = description.wanted.games.is_some();
        let share_reached_lines =
            (ended > 0 && description.has_goal()).then(|| share(tally.reached_lines));
        let milestones = MILESTONES.into_iter().zip(tally.at_lines.iter().copied());
        let share_at_lines = milestones
            .filter(|&(lines, _)| ended > 0 && of_games && description.can_reach(lines))
            .map(|(lines, count)| (lines, share(count)))
            .collect();
        let picture = description.picture().filter(|_| ended > 0);
        let pattern = picture.map(|name| PatternFigures {
            name: name.to_owned(),
            completed_share: share(tally.pictures_done),
            rows_done_mean: share(tally.picture_rows),
            pieces_mean: (tally.pictures_done > 0)
                .then(|| tally.picture_pieces as f64 / tally.pictures_done as f64),
        });
        Report {
            description,
            shard: None,
            games: tally.games,
            games_over: tally.games_over,
            pieces: tally.pieces,
            rows_cleared: tally.rows_cleared,
            seconds,
            pieces_per_second: tally.pieces as f64 / seconds,
            interrupted,
            tetris_rate: (tally.rows_cleared > 0)
                .then(|| tally.tetris_rows as f64 / tally.rows_cleared as f64),
            row_percent: played.then(|| by_row.map(percent)),
            cell_percent: played.then(|| tally.locks.map(|row| row.map(percent))),
            row_ratio_percent: played.then(|| {
                std::array::from_fn(|row| {
                    let (count, below) = (by_row[row], by_row[row + 1]);
                    (below > 0).then(|| 100.0 * count as f64 / below as f64)
                })
            }),
            fit: RowShareFit::from_locks(&by_row),
            complete_clears: CompleteClears::from_tally(tally),
            scores: tally.scores.figures().filter(|_| of_games),
            share_reached_lines,
            share_at_lines,
            pattern,
            tally: tally.clone(),
        }
    }
}

impl Report {
    /// Returns the line fitted to the rows' percentages, or the reason why it is not valid.
    pub fn good_fit(&self) -> Result<RowShareFit, String> {
        let few = || "fewer than three of the rows 6-15 have at least ten locks".to_owned();
        let fit = self.fit.ok_or_else(few)?;
        match fit.fault(self.games_over, self.pieces) {
            Some(fault) => Err(fault),
            None => Ok(fit),
        }
    }
}

impl Report {
    /// Returns the table of causes of lost games: its head, and a row for each cause. A row has the number of games in each
    /// of [`LEVEL_BANDS`], the sum of these numbers, and the mean number of lines. `None` if no game was lost.
    pub fn endings(&self) -> Option<(Vec<&'static str>, Vec<Vec<String>>)> {
        let endings = &self.tally.endings;
        let all = endings.by_cause().map(|(cause, bands)| {
            let sum = bands
                .into_iter()
                .fold(EndedGames::default(), EndedGames::plus);
            let lines = sum.lines as f64 / sum.games as f64;
            let games = bands.into_iter().chain([sum]);
            let games = games.map(|ended| ended.games.to_string());
            let row = [cause.words().to_owned()].into_iter().chain(games);
            row.chain([format!("{lines:.0}")]).collect()
        });
        let bands = LEVEL_BANDS.map(|(name, _)| name);
        let head = [["level"].as_slice(), &bands, &["games", "lines"]].concat();
        (endings.games() > 0).then(|| (head, all.collect()))
    }
}

impl CompleteClears {
    fn from_tally(tally: &Tally) -> Option<CompleteClears> {
        let count: u64 = tally.clears.values().sum();
        let pieces: u64 = tally
            .clears
            .iter()
            .map(|(&pieces, &count)| u64::from(pieces) * count)
            .sum();
        (count > 0).then(|| CompleteClears {
            count,
            mean_pieces: pieces as f64 / count as f64,
            histogram: tally.clears.clone(),
        })
    }
}
