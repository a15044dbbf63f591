//! What costs most in a game.

use serde::Serialize;

use crate::rules::counted;

use super::{CategoryShare, ReviewedMove, categories};

/// The kind of errors that costs most in a game, or in a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Habit {
    /// Which part of the game; nothing for the whole of it.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub part: &'static str,
    /// The kind, and what it has cost there.
    #[serde(flatten)]
    pub share: CategoryShare,
    /// That among what all errors cost there, 0 to 1.
    pub of_all: f64,
}

/// From this level on pieces fall in every frame: a game that comes to it is most often lost there, by errors of
/// other kinds than before.
const LAST_SPEED: u8 = 29;

impl Habit {
    /// That of a game; of one that has errors below level 29 and from there on that of each part, the part below
    /// first.
    pub fn find_all(moves: &[&ReviewedMove]) -> Vec<Habit> {
        let is_below = |reviewed: &&ReviewedMove| reviewed.played.position.level < LAST_SPEED;
        let (below, from): (Vec<_>, Vec<_>) = moves.iter().copied().partition(is_below);
        let of_part = |part, moves: &[&ReviewedMove]| {
            let shares = categories(moves);
            let all: f64 = shares.iter().map(|share| share.points_lost).sum();
            let share = *shares.first()?;
            let of_all = share.points_lost / all;
            Some(Habit {
                part,
                share,
                of_all,
            })
        };
        let parts = [
            of_part("up to level 28", &below),
            of_part("from level 29 on", &from),
        ];
        match parts {
            [Some(below), Some(from)] => vec![below, from],
            [one, other] => one
                .or(other)
                .map(|habit| Habit { part: "", ..habit })
                .into_iter()
                .collect(),
        }
    }

    /// In words: what is done, how often, and its share of what all errors cost.
    pub fn told(&self) -> String {
        let moves = counted(self.share.moves, "move");
        let percent = 100.0 * self.of_all;
        let habit = self.share.category.habit();
        format!("{habit} ({moves}, {percent:.0} % of what all errors cost)")
    }
}
