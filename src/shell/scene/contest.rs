//! Facts about a match that its screen does not show.

use rightwell::engine::{Side, Versus};
use rightwell::players::NamedHand;
use rightwell::render::panel::Figure;
use rightwell::session::Match;

/// Facts about a match: its round, the garbage sent, the players' hands, and the coach's figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchFacts {
    /// Number of the round, from 1, and maximum number of rounds. Drawn rounds count only in the first. `None` in a
    /// captured match.
    pub round: Option<(u32, u8)>,
    /// Rows of garbage that each side has sent in this round, left side first. `None` in a captured match.
    pub sent: Option<[u32; 2]>,
    /// Names of the computers' hands. `None` for people, for hands without a name, and in recordings.
    pub hands: [Option<String>; 2],
    /// Figures of the coach about each side's game. Empty unless its moves are rated.
    pub rated: [Vec<Figure>; 2],
}

impl MatchFacts {
    /// Returns the facts about a recorded match. The hands of its players are unknown.
    pub fn of(versus: &Versus) -> MatchFacts {
        MatchFacts {
            round: Some((versus.round() + 1, versus.start().best_of)),
            sent: Some(Side::BOTH.map(|side| versus.sent(side))),
            ..MatchFacts::default()
        }
    }

    /// Returns the facts about a live match, with the hands of its computers if they have names.
    pub fn played(play: &Match) -> MatchFacts {
        MatchFacts {
            hands: Side::BOTH.map(|side| play.hand(side).and_then(NamedHand::name_of)),
            ..MatchFacts::of(play.versus())
        }
    }
}
