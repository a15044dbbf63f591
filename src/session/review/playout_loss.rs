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

/// Maximum standard error of a measured loss that replaces the rated one, in lines. A larger error says less than the
/// rating.
const ERROR_MAX: f64 = 0.5;

impl ReviewedMove {
    /// Returns the loss measured by playouts, if it is more certain than the rated one.
    fn measured(&self) -> Option<&PlayoutLoss> {
        let playouts = self.playouts.as_ref();
        playouts.filter(|playouts| playouts.error <= ERROR_MAX)
    }

    /// Returns the loss to show, in lines: the loss measured by playouts if it is certain enough, otherwise the rated
    /// one. A measured gain counts as no loss.
    pub fn shown_loss(&self) -> f64 {
        self.measured()
            .map_or(self.rating.loss, |measured| measured.loss.max(0.0))
    }

    /// Formats the loss: the measured one with its standard error if it is certain enough, otherwise the rated one. If
    /// the playouts left the loss uncertain, their result follows in parentheses.
    pub fn loss_in_lines(&self) -> String {
        let rated = self.rating.loss;
        match (self.measured(), &self.playouts) {
            (Some(measured), _) => measured.to_string(),
            (None, Some(playouts)) => {
                format!("{rated:.1} lines ({} by playouts)", playouts.in_digits())
            }
            (None, None) => format!("{rated:.1} lines"),
        }
    }

    /// Returns the loss to show, in points.
    pub fn shown_points(&self) -> f64 {
        match self.measured() {
            Some(_) => points(self.shown_loss(), self.played.position.level),
            None => self.points_lost(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::{Position, RatedMove, Rating};
    use crate::rules::{Board, Piece, Pose};
    use crate::session::Move;

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

    #[test]
    fn only_a_certain_result_replaces_the_rated_loss() {
        let lock = Pose::spawn(Piece::O);
        let rated = RatedMove {
            lock,
            then: None,
            cost: 1.4,
        };
        let mut reviewed = ReviewedMove {
            number: 1,
            played: Move {
                position: Position::new(Board::EMPTY, Piece::O, Piece::T),
                lock,
                rows: 0,
                frame: 0,
                seen: None,
            },
            rating: Rating {
                played: rated,
                moves: vec![rated],
                quick_moves: Vec::new(),
                luck: 0.0,
                loss: 1.4,
                loss_without_next: 1.4,
                in_reach: true,
            },
            reasons: Vec::new(),
            tuck: None,
            lost_from: None,
            playouts: None,
            faster: None,
        };
        assert_eq!(reviewed.loss_in_lines(), "1.4 lines");
        let mut shown = |loss, error| {
            let pairs = 48;
            reviewed.playouts = Some(PlayoutLoss { loss, error, pairs });
            (reviewed.shown_loss(), reviewed.loss_in_lines())
        };
        let lines = "2.6 \u{b1} 0.4 lines".to_owned();
        assert_eq!(shown(2.6, 0.4), (2.6, lines));
        assert_eq!(shown(-0.1, 0.3).0, 0.0, "a gain is no loss");
        let lines = "1.4 lines (0.3 \u{b1} 2.5 by playouts)".to_owned();
        assert_eq!(shown(0.3, 2.5), (1.4, lines));
    }
}
