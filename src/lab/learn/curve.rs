//! Learning curve: totals and cost errors, recorded at intervals.

use serde::{Deserialize, Serialize};

use super::LearningTotals;

/// Maximum number of points in a curve.
const NOTES_MAX: usize = 400;
/// Number of pieces between the first points of the curve.
const FIRST_SPACING: u64 = 256;

/// Learning curve from the first piece on, with at most 400 evenly spaced points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearningCurve {
    notes: Vec<CurveNote>,
    spacing: u64,
}

/// Learning totals at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurveNote {
    /// Number of pieces locked.
    pub pieces: u64,
    /// Number of games lost.
    pub games_over: u64,
    /// Number of rows cleared.
    pub rows: u64,
    /// Number of rows cleared by Tetrises.
    pub rows_by_tetrises: u64,
    /// Number of playfields from which the learner has learnt.
    pub fields: u64,
    /// Sum of the absolute errors of the learnt playfields' costs, in lines.
    pub errors: f64,
}

impl Default for LearningCurve {
    fn default() -> LearningCurve {
        LearningCurve {
            notes: vec![CurveNote::default()],
            spacing: FIRST_SPACING,
        }
    }
}

impl LearningCurve {
    /// Returns the points of the curve. The first one is from before the first piece.
    pub fn notes(&self) -> &[CurveNote] {
        &self.notes
    }

    /// Adds a point with the current state if enough pieces have passed since the last one.
    pub(super) fn note(&mut self, totals: &LearningTotals, fields: u64, errors: f64) {
        let last = self.notes.last().map_or(0, |note| note.pieces);
        if totals.pieces < last + self.spacing {
            return;
        }
        if self.notes.len() == NOTES_MAX {
            let mut places = 0..;
            self.notes
                .retain(|_| places.next().is_some_and(|place| place % 2 == 0));
            self.spacing *= 2;
        }
        self.notes.push(CurveNote {
            pieces: totals.pieces,
            games_over: totals.games_over,
            rows: totals.rows,
            rows_by_tetrises: totals.rows_by_tetrises(),
            fields,
            errors,
        });
    }

    /// Returns whether a learner can have produced this curve.
    pub(super) fn fits(&self) -> bool {
        let mut pairs = self.notes.windows(2);
        let is_later = |pair: &[CurveNote]| pair[0].pieces < pair[1].pieces;
        let is_number = |note: &CurveNote| note.errors >= 0.0 && note.errors.is_finite();
        (1..=NOTES_MAX).contains(&self.notes.len())
            && (1..=u64::MAX / 4).contains(&self.spacing)
            && pairs.all(is_later)
            && self.notes.iter().all(is_number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_course_has_few_evenly_spaced_notes() {
        let mut curve = LearningCurve::default();
        for pieces in (0..3_000_000).step_by(64) {
            let totals = LearningTotals {
                pieces,
                ..LearningTotals::default()
            };
            curve.note(&totals, pieces, 0.5);
        }
        assert!(curve.fits());
        let notes = curve.notes();
        assert!(
            (NOTES_MAX / 2..=NOTES_MAX).contains(&notes.len()),
            "{}",
            notes.len()
        );
        assert_eq!(notes[0], CurveNote::default());
        let gap = notes[1].pieces;
        for pair in notes.windows(2) {
            assert_eq!(pair[1].pieces - pair[0].pieces, gap);
        }
    }
}
