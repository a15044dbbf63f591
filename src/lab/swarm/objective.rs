//! Objectives of a swarm, and the results of a game that they use.

use serde::{Deserialize, Serialize};

use crate::rules::motion::ROWS;

use super::super::fit::RowShareFit;

/// Objective to maximize: a figure over many games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Objective {
    /// Mean score of the best games, each played up to a number of lines. For example, with 100 games and `best` at 33
    /// percent, it is the mean over the best 33.
    Score {
        /// Number of lines at which a game ends (1-25,599).
        lines: u16,
        /// Share of the games that count as the best, in percent (1-100).
        best: u8,
    },
    /// Mean number of pieces until the game is lost, while S and Z become ever more frequent. After every `rise`
    /// pieces, the percentage of pieces that are replaced by S or Z, with equal odds, rises by one.
    Survival {
        /// Number of pieces per rise of one percent (1-10,000).
        rise: u64,
    },
    /// Rows cleared per piece, on a playfield that starts with ten rows of garbage. Each cleared row adds another row
    /// of garbage. If a game is lost, its remaining pieces count as clearing nothing.
    Garbage {
        /// Number of pieces per game (1-100,000).
        pieces: u64,
    },
    /// Slope of [`RowShareFit`] over the locks of all games: how much rarer locks become from row to row towards the top.
    Heights {
        /// Number of pieces per game (1-100,000).
        pieces: u64,
        /// Percentage of pieces that are replaced by S or Z, each with equal odds (0-100).
        skew: u8,
    },
    /// Mean number of pieces until the game is lost, by the cartridge's odds. A game that reaches `pieces` ends there.
    Length {
        /// Maximum number of pieces per game (1-100,000).
        pieces: u64,
    },
}

/// Results of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwarmOutcome {
    /// Number of pieces that locked.
    pub pieces: u64,
    /// Number of rows cleared.
    pub rows: u64,
    /// Points, not capped at 999,999.
    pub points: u64,
    /// Locks by row, 0 at the top.
    pub locks: [u64; ROWS as usize],
}

/// Maximum of [`Objective::Survival`]'s `rise`.
const RISE_MAX: u64 = 10_000;
/// Maximum number of pieces per game.
const PIECES_MAX: u64 = 100_000;
/// Maximum number of lines per game.
const LINES_MAX: u16 = 25_599;

impl Objective {
    /// Checks that all values are within their ranges.
    ///
    /// # Errors
    /// The first value outside its range, with the allowed values.
    pub fn check(&self) -> Result<(), String> {
        let within = |name: &str, value: u64, least: u64, most: u64| {
            if (least..=most).contains(&value) {
                Ok(())
            } else {
                Err(format!("{name} {value}; allowed: {least} to {most}"))
            }
        };
        match *self {
            Objective::Score { lines, best } => {
                within("lines", lines.into(), 1, LINES_MAX.into())?;
                within("best", best.into(), 1, 100)
            }
            Objective::Survival { rise } => within("rise", rise, 1, RISE_MAX),
            Objective::Garbage { pieces } | Objective::Length { pieces } => {
                within("pieces", pieces, 1, PIECES_MAX)
            }
            Objective::Heights { pieces, skew } => {
                within("pieces", pieces, 1, PIECES_MAX)?;
                within("skew", skew.into(), 0, 100)
            }
        }
    }

    /// Returns the objective's name on the command line.
    pub const fn name(&self) -> &'static str {
        match self {
            Objective::Score { .. } => "score",
            Objective::Survival { .. } => "survival",
            Objective::Garbage { .. } => "garbage",
            Objective::Heights { .. } => "heights",
            Objective::Length { .. } => "length",
        }
    }

    /// Returns the unit of the objective's figure.
    pub const fn unit(&self) -> &'static str {
        match self {
            Objective::Score { .. } => "points",
            Objective::Survival { .. } | Objective::Length { .. } => "pieces a game",
            Objective::Garbage { .. } => "rows a piece",
            Objective::Heights { .. } => "slope",
        }
    }

    /// Formats a value of the objective with as many decimals as are meaningful.
    pub fn in_words(&self, value: f64) -> String {
        match self {
            Objective::Score { .. } => format!("{value:.0}"),
            Objective::Survival { .. } | Objective::Length { .. } => format!("{value:.1}"),
            Objective::Garbage { .. } | Objective::Heights { .. } => format!("{value:.4}"),
        }
    }

    /// Returns the objective's figure over `games`. `None` if there are no games, or if too few rows have locks for a
    /// slope.
    pub fn value<'a>(&self, games: impl Iterator<Item = &'a SwarmOutcome>) -> Option<f64> {
        match *self {
            Objective::Score { best, .. } => {
                let mut points: Vec<u64> = games.map(|game| game.points).collect();
                points.sort_unstable_by(|a, b| b.cmp(a));
                let share = points.len() * usize::from(best) / 100;
                mean(points.into_iter().take(share.max(1)))
            }
            Objective::Survival { .. } | Objective::Length { .. } => {
                mean(games.map(|game| game.pieces))
            }
            Objective::Garbage { pieces } => {
                let rows = mean(games.map(|game| game.rows))?;
                Some(rows / pieces as f64)
            }
            Objective::Heights { .. } => {
                let mut locks = [0; ROWS as usize];
                for game in games {
                    for (sum, count) in locks.iter_mut().zip(game.locks) {
                        *sum += count;
                    }
                }
                RowShareFit::from_locks(&locks).map(|fit| fit.slope)
            }
        }
    }
}

fn mean(values: impl Iterator<Item = u64>) -> Option<f64> {
    let (mut sum, mut count) = (0u128, 0u64);
    for value in values {
        sum += u128::from(value);
        count += 1;
    }
    (count > 0).then(|| sum as f64 / count as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(points: u64, pieces: u64, rows: u64) -> SwarmOutcome {
        SwarmOutcome {
            points,
            pieces,
            rows,
            ..SwarmOutcome::default()
        }
    }

    #[test]
    fn each_objective_is_its_figure() {
        let games = [game(100, 10, 2), game(700, 30, 6), game(300, 20, 4)];
        let value = |objective: Objective| objective.value(games.iter());
        let score = |best| Objective::Score { lines: 230, best };
        // 34 % of three games are one game, and so is 1 %, because at least one game counts. 67 % are two games.
        assert_eq!(value(score(34)), Some(700.0));
        assert_eq!(value(score(1)), Some(700.0));
        assert_eq!(value(score(67)), Some(500.0));
        assert_eq!(value(score(100)), Some(1100.0 / 3.0));
        assert_eq!(value(Objective::Survival { rise: 1 }), Some(20.0));
        assert_eq!(value(Objective::Length { pieces: 30 }), Some(20.0));
        // All three games together clear twelve rows. The divisor is three times forty pieces, as if no game had been
        // lost.
        assert_eq!(value(Objective::Garbage { pieces: 40 }), Some(0.1));
        let heights = Objective::Heights { pieces: 9, skew: 0 };
        assert_eq!(value(heights), None, "nothing locked in rows 6 to 15");
        let mut tenfold = [SwarmOutcome::default(), SwarmOutcome::default()];
        for row in 12..=15 {
            tenfold[row % 2].locks[row] = 10u64.pow(row as u32 - 10);
        }
        let slope = heights.value(tenfold.iter()).unwrap();
        assert!((slope - 1.0).abs() < 1e-12);
        for objective in [score(34), Objective::Survival { rise: 1 }, heights] {
            assert_eq!(objective.value([].iter()), None);
        }
    }

    #[test]
    fn numbers_out_of_their_ranges_are_named() {
        let fault = |objective: Objective| objective.check().unwrap_err();
        let score = Objective::Score { lines: 1, best: 0 };
        assert_eq!(fault(score), "best 0; allowed: 1 to 100");
        let survival = Objective::Survival { rise: 0 };
        assert_eq!(fault(survival), "rise 0; allowed: 1 to 10000");
    }
}
