//! Figures of several games by hands and falling speed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{LevelGroup, ReviewFigures};

/// Figures of all moves at one falling speed that were rated for the same hands. Only within such a group can games be
/// compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HandFigures {
    /// Name of the hands.
    pub hand: String,
    /// Levels with one falling speed.
    pub level: LevelGroup,
    /// Number of games with such moves.
    pub games: usize,
    /// Number of moves.
    pub moves: usize,
    /// Mean accuracy (0-1).
    pub accuracy: f64,
    /// Mean loss, in lines.
    pub mean_loss: f64,
}

impl HandFigures {
    /// Returns the figures of all groups. Each game comes with the name of the hands for which it was rated.
    pub fn of<'a>(
        games: impl IntoIterator<Item = (&'a str, &'a ReviewFigures)>,
    ) -> Vec<HandFigures> {
        let mut groups: BTreeMap<(&str, LevelGroup), HandFigures> = BTreeMap::new();
        for (hand, figures) in games {
            let speeds = figures.by_speed.iter();
            for (&level, share, accuracy) in
                speeds.filter_map(|(level, share)| Some((level, share, share.accuracy?)))
            {
                let group = groups.entry((hand, level)).or_insert_with(|| HandFigures {
                    hand: hand.to_owned(),
                    level,
                    games: 0,
                    moves: 0,
                    accuracy: 0.0,
                    mean_loss: 0.0,
                });
                let (before, more) = (group.moves as f64, share.moves as f64);
                let mean = |one: f64, other: f64| (before * one + more * other) / (before + more);
                group.accuracy = mean(group.accuracy, accuracy);
                group.mean_loss = mean(group.mean_loss, share.mean_loss);
                group.games += 1;
                group.moves += share.moves;
            }
        }
        groups.into_values().collect()
    }
}
