//! Droughts: waits for the I.

use crate::rules::Piece;

/// Minimum number of pieces without an I in a drought.
///
/// Source: NestrisChamps. Many tournaments use it.
pub const DROUGHT: u32 = 13;

/// Statistics of the waits for an I, in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Droughts {
    /// Number of pieces since the last I, or since the beginning (DHT).
    pub now: u32,
    /// Longest wait so far, including the current one.
    pub longest: u32,
    /// Length of the last finished drought, at least [`DROUGHT`] pieces. 0 before the first drought.
    pub last: u32,
    /// Number of droughts, including the current one.
    pub count: u32,
}

impl Droughts {
    /// Counts a piece.
    pub(super) fn count(&mut self, piece: Piece) {
        if piece == Piece::I {
            if self.now >= DROUGHT {
                self.last = self.now;
            }
            self.now = 0;
            return;
        }
        self.now += 1;
        self.longest = self.longest.max(self.now);
        self.count += u32::from(self.now == DROUGHT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the droughts after these pieces.
    fn after(pieces: &str) -> Droughts {
        let mut droughts = Droughts::default();
        for letter in pieces.chars() {
            let mut all = Piece::ALL.into_iter();
            droughts.count(all.find(|piece| piece.letter() == letter).unwrap());
        }
        droughts
    }

    #[test]
    fn a_wait_of_thirteen_is_a_drought_and_ends_with_the_i() {
        let twelve = "TJZOSLTJZOSL";
        let droughts = |now, longest, last, count| Droughts {
            now,
            longest,
            last,
            count,
        };
        assert_eq!(after(twelve), droughts(12, 12, 0, 0));
        assert_eq!(after(&format!("{twelve}I")), droughts(0, 12, 0, 0));
        assert_eq!(after(&format!("{twelve}T")), droughts(13, 13, 0, 1));
        let three = format!("{twelve}TTI{twelve}I{twelve}SI{twelve}");
        assert_eq!(after(&three), droughts(12, 14, 13, 2));
        assert_eq!(after("II"), droughts(0, 0, 0, 0));
    }
}
