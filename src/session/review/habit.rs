//! The most expensive habit in a game.

use std::ops::RangeInclusive;

use serde::Serialize;

use crate::rules::counted;

use super::{ByStage, CategoryShare, ReviewedMove, categories};

/// Most expensive category of errors in a game or a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Habit {
    /// Part of the game. Empty for the whole game.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub part: &'static str,
    /// Category and its cost in this part.
    #[serde(flatten)]
    pub share: CategoryShare,
    /// Share of the category in the cost of all errors in this part (0-1).
    pub of_all: f64,
}

/// First level at which pieces fall a row in every frame. Games that reach it usually end there, and typical errors
/// differ from those before.
const LAST_SPEED: u8 = 29;
/// Parts of a game with errors at the last speed and before.
const BELOW: &str = "up to level 28";
const FROM: &str = "from level 29 on";

impl Habit {
    /// Returns the habit of a game. Of the points that moves lose, only these shares count. If there are errors both below level 29 and from 29 on, returns one habit for each
    /// part, lower levels first.
    pub fn find_all(moves: &[&ReviewedMove], point_shares: ByStage) -> Vec<Habit> {
        let is_below = |reviewed: &&ReviewedMove| reviewed.played.position.level < LAST_SPEED;
        let (below, from): (Vec<_>, Vec<_>) = moves.iter().copied().partition(is_below);
        let of_part = |part, moves: &[&ReviewedMove]| {
            let shares = categories(moves, point_shares);
            let all: f64 = shares.iter().map(|share| share.points_lost).sum();
            let share = *shares.first()?;
            let of_all = share.points_lost / all;
            Some(Habit {
                part,
                share,
                of_all,
            })
        };
        let parts = [of_part(BELOW, &below), of_part(FROM, &from)];
        match parts {
            [Some(below), Some(from)] => vec![below, from],
            [one, other] => one
                .or(other)
                .map(|habit| Habit { part: "", ..habit })
                .into_iter()
                .collect(),
        }
    }

    /// Returns the levels of the habit's part of the game.
    pub fn levels(&self) -> RangeInclusive<u8> {
        match self.part {
            BELOW => 0..=LAST_SPEED - 1,
            FROM => LAST_SPEED..=u8::MAX,
            _ => 0..=u8::MAX,
        }
    }

    /// Describes the habit: what the player does, how often, and its share of the cost of all errors.
    pub fn description(&self) -> String {
        let moves = counted(self.share.moves, "move");
        let percent = 100.0 * self.of_all;
        let habit = self.share.category.habit();
        format!("{habit} ({moves}, {percent:.0} % of the cost of all errors)")
    }
}
