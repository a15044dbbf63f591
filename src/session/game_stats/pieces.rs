//! Numbers of pieces in a game, their evenness, and the waits for each kind of piece.

use crate::rules::Piece;

/// Numbers of latest pieces over which the two short-term deviations are computed.
///
/// Source: NestrisChamps.
pub const SPANS: [usize; 2] = [28, 56];
const SPAN_MAX: usize = SPANS[1];

/// Numbers of pieces spawned so far, by kind, including the current piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceCounts {
    counts: [u32; Piece::COUNT],
    waits: [PieceWait; Piece::COUNT],
    /// Ring buffer of the latest pieces, as indexes into [`Piece::ALL`].
    recent: [u8; SPAN_MAX],
    all: u32,
}

/// Length of the wait for one kind of piece, in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PieceWait {
    /// Number of pieces since the last one of this kind, or since the beginning.
    pub now: u32,
    /// Longest wait so far, including the current one.
    pub longest: u32,
}

impl Default for PieceCounts {
    fn default() -> PieceCounts {
        PieceCounts {
            counts: [0; Piece::COUNT],
            waits: [PieceWait::default(); Piece::COUNT],
            recent: [0; SPAN_MAX],
            all: 0,
        }
    }
}

impl PieceCounts {
    /// Counts a piece.
    pub(super) fn count(&mut self, piece: Piece) {
        self.recent[self.all as usize % SPAN_MAX] = piece.index() as u8;
        self.all += 1;
        self.counts[piece.index()] += 1;
        for (place, wait) in self.waits.iter_mut().enumerate() {
            wait.now = if place == piece.index() {
                0
            } else {
                wait.now + 1
            };
            wait.longest = wait.longest.max(wait.now);
        }
    }

    /// Returns the number of pieces.
    pub const fn all(&self) -> u32 {
        self.all
    }

    /// Returns the number of pieces of one kind.
    pub const fn of(&self, piece: Piece) -> u32 {
        self.counts[piece.index()]
    }

    /// Returns the share of one kind of piece, 0-1, or `None` before the first piece.
    pub fn share(&self, piece: Piece) -> Option<f64> {
        (self.all > 0).then(|| f64::from(self.of(piece)) / f64::from(self.all))
    }

    /// Returns the wait for a piece.
    pub const fn wait(&self, piece: Piece) -> PieceWait {
        self.waits[piece.index()]
    }

    /// Returns how unevenly the seven kinds of pieces are distributed: the root mean square distance of the seven
    /// shares from 1/7. 0 if all shares are equal, 0.35 if there is only one kind. `None` before the first piece.
    ///
    /// Source: NestrisChamps.
    pub fn deviation(&self) -> Option<f64> {
        deviation(&self.counts)
    }

    /// Returns the deviation of the latest `span` pieces (at most 56), or of all pieces if there are fewer. See
    /// [`SPANS`].
    pub fn deviation_of_last(&self, span: usize) -> Option<f64> {
        let all = self.all as usize;
        let mut counts = [0; Piece::COUNT];
        for place in all - span.min(SPAN_MAX).min(all)..all {
            counts[usize::from(self.recent[place % SPAN_MAX])] += 1;
        }
        deviation(&counts)
    }
}

fn deviation(counts: &[u32; Piece::COUNT]) -> Option<f64> {
    let all: u32 = counts.iter().sum();
    let even = 1.0 / Piece::COUNT as f64;
    let squares = counts.iter().map(|&count| {
        let share = f64::from(count) / f64::from(all);
        (share - even).powi(2)
    });
    (all > 0).then(|| (squares.sum::<f64>() * even).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(letters: &str) -> PieceCounts {
        let mut counts = PieceCounts::default();
        for letter in letters.chars() {
            let mut all = Piece::ALL.into_iter();
            counts.count(all.find(|piece| piece.letter() == letter).unwrap());
        }
        counts
    }

    fn is(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-9)
    }

    #[test]
    fn deviation_is_that_of_the_shares_from_a_seventh() {
        assert_eq!(counts("").deviation(), None);
        assert!(is(counts("TJZOSLI").deviation(), 0.0));
        // If there is one kind only, the mean square is ((6/7)^2 + 6 (1/7)^2) / 7 = 42 / 343.
        assert!(is(counts("TTT").deviation(), (42.0_f64 / 343.0).sqrt()));
        // Four pieces: two of one kind, and one each of two others. Four kinds are missing, so the sum of squares is
        // (1/2 - 1/7)^2 + 2 (1/4 - 1/7)^2 + 4 (1/7)^2 = 0.232142857.
        let by_hand = (0.232_142_857_142_857_14_f64 / 7.0).sqrt();
        assert!(is(counts("TTJI").deviation(), by_hand));
    }

    #[test]
    fn deviation_of_the_last_pieces_ignores_earlier_ones() {
        let even = "TJZOSLI";
        let late = counts(&("I".repeat(60) + &even.repeat(4)));
        assert!(is(late.deviation_of_last(28), 0.0));
        // The last 56 pieces are 32 I and four of each other kind.
        let squares =
            (32.0_f64 / 56.0 - 1.0 / 7.0).powi(2) + 6.0 * (4.0_f64 / 56.0 - 1.0 / 7.0).powi(2);
        assert!(is(late.deviation_of_last(56), (squares / 7.0).sqrt()));
        assert!(late.deviation() > late.deviation_of_last(56));
        let few = counts("TTJI");
        assert_eq!(few.deviation_of_last(28), few.deviation());
    }

    #[test]
    fn each_piece_has_its_waits() {
        let counts = counts("TJJTOOOOT");
        assert_eq!((counts.of(Piece::O), counts.all()), (4, 9));
        assert!(is(counts.share(Piece::T), 1.0 / 3.0));
        let wait = |now, longest| PieceWait { now, longest };
        assert_eq!(counts.wait(Piece::T), wait(0, 4));
        assert_eq!(counts.wait(Piece::J), wait(6, 6));
        assert_eq!(counts.wait(Piece::O), wait(1, 4));
        assert_eq!(counts.wait(Piece::I), wait(9, 9));
    }
}
