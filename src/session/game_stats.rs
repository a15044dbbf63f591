//! What the lab counts of a game under way: where pieces lock, and how long the I is waited for.

use crate::engine::{Event, Events};
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Piece, Pose};

/// Pieces without an I that are a drought.
///
/// Source: NestrisChamps, which many tournaments show.
pub const DROUGHT: u32 = 13;

/// Counts of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct GameStats {
    /// Locks after which the game went on, by row (0 at the top) and column of the pivot.
    pub locks: [[u32; COLUMNS as usize]; ROWS as usize],
    /// Waits for the I.
    pub droughts: Droughts,
    /// Whether the first piece is counted.
    has_begun: bool,
}

/// Waits for the I, in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Droughts {
    /// Pieces that have come since the last I, or since the beginning.
    pub now: u32,
    /// The longest wait so far, the present one among them.
    pub longest: u32,
    /// How long the last drought that is over was, of at least [`DROUGHT`] pieces; 0 before there
    /// was one.
    pub last: u32,
    /// How many droughts there were, the present one among them.
    pub count: u32,
}

impl GameStats {
    /// A step was made: `piece` is the current one after it, and `locked` is where the last one
    /// came to rest.
    pub fn follow(&mut self, events: Events, locked: Option<Pose>, piece: Piece) {
        let has_spawned = events.contains(Event::Spawned);
        if !self.has_begun {
            self.has_begun = true;
            // The first piece may have gone in the first step.
            let first = locked
                .filter(|_| has_spawned)
                .map(|pose| pose.orientation.piece());
            first
                .into_iter()
                .for_each(|first| self.droughts.count(first));
            self.droughts.count(piece);
        } else if has_spawned {
            self.droughts.count(piece);
        }
        if let Some(pose) = locked.filter(|_| has_spawned || events.contains(Event::GoalReached)) {
            let row = self.locks.get_mut(pose.y as usize);
            if let Some(cell) = row.and_then(|row| row.get_mut(pose.x as usize)) {
                *cell += 1;
            }
        }
    }
}

impl Droughts {
    fn count(&mut self, piece: Piece) {
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
        let mut figures = GameStats::default();
        for letter in pieces.chars() {
            let piece = Piece::ALL
                .into_iter()
                .find(|piece| piece.letter() == letter);
            let mut events = Events::default();
            events.insert(Event::Spawned);
            figures.follow(events, None, piece.unwrap());
            figures.follow(Events::default(), None, piece.unwrap());
        }
        figures.droughts
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

    #[test]
    fn a_lock_counts_when_the_game_goes_on_or_its_goal_is_reached() {
        let mut figures = GameStats::default();
        let pose = Pose {
            orientation: Piece::T.orientation(0),
            x: 4,
            y: 18,
        };
        for event in [
            Event::Locked,
            Event::ToppedOut,
            Event::Spawned,
            Event::GoalReached,
        ] {
            let mut events = Events::default();
            events.insert(event);
            figures.follow(events, Some(pose), Piece::O);
        }
        assert_eq!(figures.locks[18][4], 2);
        assert_eq!(figures.locks.as_flattened().iter().sum::<u32>(), 2);
    }
}
