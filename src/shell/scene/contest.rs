//! Facts about a match that its screen does not show.

use rightwell::engine::{Side, Versus};
use rightwell::players::NamedHand;
use rightwell::session::Match;

/// Round of a match: its number, the garbage sent, and the players' hands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchRound {
    /// Number of the round, from 1. Drawn rounds count too.
    pub round: u32,
    /// Maximum number of rounds, not counting draws.
    pub best_of: u8,
    /// Rows of garbage that each side has sent in this round, left side first.
    pub sent: [u32; 2],
    /// Hands of the players, in words. `None` if they are unknown, as in a recording.
    pub hands: [Option<String>; 2],
}

impl MatchRound {
    /// Returns the facts about a recorded match. The hands of its players are unknown.
    pub fn of(versus: &Versus) -> MatchRound {
        MatchRound {
            round: versus.round() + 1,
            best_of: versus.start().best_of,
            sent: Side::BOTH.map(|side| versus.sent(side)),
            hands: [None, None],
        }
    }

    /// Returns the facts about a live match, with the hands of its players.
    pub fn played(play: &Match) -> MatchRound {
        let hands = Side::BOTH.map(|side| {
            Some(match play.hand(side) {
                None => "a person's".to_owned(),
                Some(hand) => NamedHand::name_of(hand).unwrap_or_else(|| "its own".to_owned()),
            })
        });
        MatchRound {
            hands,
            ..MatchRound::of(play.versus())
        }
    }
}
