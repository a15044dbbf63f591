//! Loss of a move that playouts measured.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::players::rating::points;

use super::ReviewedMove;

/// Loss of a move, measured by playouts in pairs of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayoutLoss {
    /// Mean loss compared with the best lock, in lines. Negative if the played lock did better.
    pub loss: f64,
    /// Standard error of the loss, in lines.
    pub error: f64,
    /// Number of pairs of games.
    pub pairs: u32,
}

impl fmt::Display for PlayoutLoss {
    /// Writes the loss with one standard error, such as `1.1 ± 0.2 lines`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} lines", self.in_digits())
    }
}

impl PlayoutLoss {
    /// Formats the loss with one standard error, without the unit.
    pub fn in_digits(&self) -> String {
        // Adding 0 turns a rounded -0 into 0.
        let loss = (10.0 * self.loss).round() / 10.0 + 0.0;
        format!("{loss:.1} \u{b1} {:.1}", self.error)
    }
}

impl ReviewedMove {
    /// Formats the loss: the playouts' loss with its standard error if the move was played out, otherwise the rating's.
    pub fn loss_in_lines(&self) -> String {
        match &self.playouts {
            Some(playouts) => playouts.to_string(),
            None => format!("{:.1} lines", self.rating.loss),
        }
    }

    /// Returns the loss that [`ReviewedMove::loss_in_lines`] shows, in points. A measured gain counts as no loss.
    pub fn shown_points(&self) -> f64 {
        match &self.playouts {
            Some(playouts) => points(playouts.loss.max(0.0), self.played.position.level),
            None => self.points_lost(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_is_shown_with_one_standard_error() {
        let shown = |loss, error| {
            let pairs = 8;
            PlayoutLoss { loss, error, pairs }.to_string()
        };
        assert_eq!(shown(1.125, 0.2), "1.1 \u{b1} 0.2 lines");
        assert_eq!(shown(-0.04, 0.31), "0.0 \u{b1} 0.3 lines");
        assert_eq!(shown(-0.26, 0.31), "-0.3 \u{b1} 0.3 lines");
    }
}
