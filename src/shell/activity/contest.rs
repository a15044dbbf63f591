//! What a match has to tell that its picture does not show.

use rightwell::engine::{Side, Versus};
use rightwell::players::NamedHand;
use rightwell::session::Match;

/// A round of a match, beside what its picture says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contest {
    /// The round, from 1; draws count.
    pub round: u32,
    /// The most rounds that count.
    pub best_of: u8,
    /// Rows of garbage that each side has sent in this round, left first.
    pub sent: [u32; 2],
    /// With which hands each side plays, in words; none where nobody knows, as of a recording.
    pub hands: [Option<String>; 2],
}

impl Contest {
    /// Of a match of which it is not known who plays with which hands.
    pub fn of(versus: &Versus) -> Contest {
        Contest {
            round: versus.round() + 1,
            best_of: versus.start().best_of,
            sent: Side::BOTH.map(|side| versus.sent(side)),
            hands: [None, None],
        }
    }

    /// Of a match that is played here.
    pub fn played(play: &Match) -> Contest {
        let hands = Side::BOTH.map(|side| {
            Some(match play.hand(side) {
                None => "a person's".to_owned(),
                Some(hand) => NamedHand::name_of(hand).unwrap_or_else(|| "its own".to_owned()),
            })
        });
        Contest {
            hands,
            ..Contest::of(play.versus())
        }
    }
}
