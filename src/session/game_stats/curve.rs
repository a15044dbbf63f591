//! Curve of height and score, piece by piece.

/// Maximum number of points in a curve.
pub const POINTS_MAX: usize = 128;

/// Height and score, stored at regular intervals of pieces. A full curve drops every second point, so it always covers
/// the whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    points: Vec<CurvePoint>,
    /// Number of pieces between two points.
    step: u32,
}

/// Statistics of the game at one spawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurvePoint {
    /// Number of pieces that spawned earlier.
    pub pieces: u32,
    /// Line count of the game. Together with the score, they give the pace: see [`super::pace::ahead`].
    pub lines: u64,
    /// Height of the stack: rows from the floor to the highest cell, 0-20.
    pub height: u8,
    /// The score.
    pub score: u64,
}

impl Default for Curve {
    fn default() -> Curve {
        Curve {
            points: Vec::new(),
            step: 1,
        }
    }
}

impl Curve {
    pub(super) fn add(&mut self, point: CurvePoint) {
        if !point.pieces.is_multiple_of(self.step) {
            return;
        }
        if self.points.len() == POINTS_MAX {
            self.step *= 2;
            let step = self.step;
            self.points
                .retain(|point| point.pieces.is_multiple_of(step));
            if !point.pieces.is_multiple_of(step) {
                return;
            }
        }
        self.points.push(point);
    }

    /// Returns the points, oldest first. There are at most [`POINTS_MAX`].
    pub fn points(&self) -> &[CurvePoint] {
        &self.points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_curve_drops_every_second_point() {
        let mut curve = Curve::default();
        let mut sizes = Vec::new();
        for pieces in 0..2_000 {
            curve.add(CurvePoint {
                pieces,
                lines: 0,
                height: 1,
                score: u64::from(pieces),
            });
            sizes.push(curve.points().len());
        }
        assert_eq!((sizes[127], sizes[128]), (128, 65));
        assert!(sizes.iter().all(|&size| size <= POINTS_MAX));
        let pieces: Vec<u32> = curve.points().iter().map(|point| point.pieces).collect();
        let every: Vec<u32> = (0..2_000).step_by(16).collect();
        assert_eq!(pieces, every);
    }
}
