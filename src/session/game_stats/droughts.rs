//! Waits for the I.

use crate::rules::Piece;

/// Pieces without an I that are a drought.
///
/// Source: NestrisChamps, which many tournaments show.
pub const DROUGHT: u32 = 13;

/// Waits for the I, in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Droughts {
    /// Pieces that have come since the last I, or since the beginning (DHT).
    pub now: u32,
    /// The longest wait so far, the present one among them.
    pub longest: u32,
    /// How long the last drought that is over was, of at least [`DROUGHT`] pieces; 0 before there
    /// was one.
    pub last: u32,
    /// How many droughts there were, the present one among them.
    pub count: u32,
}

impl Droughts {
    /// A piece came.
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

    /// What comes of these pieces, one after the other.
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
