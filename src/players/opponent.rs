//! An opponent: a player with dials that make it weaker or stronger, so that everyone finds a match.

mod file;

pub use file::{OpponentError, OpponentFile};

use std::fmt;
use std::sync::Arc;

use crate::rules::StateHash;
use crate::rules::motion::ROWS;
use crate::search::{Hand, Rhythm, Sight};

use super::pattern_builder::rows::stack_height;
use super::player::Player;
use super::position::Position;
use super::strategy::{Strategy, StrategyKind};
use super::well_builder::WellBuilder;

/// What makes an opponent weaker or stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dials {
    /// How fast it taps and reacts, and when it sees NEXT.
    pub hand: Hand,
    /// Pieces it looks ahead, the current one included, 1-4; see [`Player::no_deeper_than`].
    pub depth: u8,
    /// How many of a hundred pieces are misdrops: they go to another place near by, 0-100.
    pub misdrops: u8,
    /// How long it builds for Tetrises rather than playing safe: up to a stack of so many percent of
    /// the field's height, what is on its way included. 0 never, 100 always.
    pub aggression: u8,
}

impl Dials {
    /// The deepest look ahead.
    pub const DEPTH_MAX: u8 = 4;
    /// All that a player can do, without attacking.
    pub const BEST: Dials = Dials {
        hand: Hand::FASTEST,
        depth: Dials::DEPTH_MAX,
        misdrops: 0,
        aggression: 0,
    };
}

/// A player with its dials set.
#[derive(Clone, Debug)]
pub struct Opponent {
    name: String,
    about: String,
    dials: Dials,
    /// The player as deep as it can look.
    best: Arc<Player>,
    /// Both look no deeper than the dials say.
    attack: Arc<Strategy>,
    defence: Arc<Strategy>,
}

impl Opponent {
    /// `player` with these dials, under a name of its own.
    pub fn new(name: &str, about: &str, player: &Player, dials: Dials) -> Opponent {
        let attack = WellBuilder::default().no_deeper_than(dials.depth);
        let defence = Strategy::alone(Arc::new(player.no_deeper_than(dials.depth)));
        Opponent {
            name: name.to_owned(),
            about: about.to_owned(),
            dials,
            best: Arc::new(player.clone()),
            attack: Arc::new(defence.with(StrategyKind::Well(Box::new(attack)))),
            defence: Arc::new(defence),
        }
    }

    /// `player` under its own name, doing its best without attacking.
    pub fn from_player(player: &Player) -> Opponent {
        Opponent::new(player.name(), player.about(), player, Dials::BEST)
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One line about it.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Its dials.
    pub const fn dials(&self) -> &Dials {
        &self.dials
    }

    /// The same opponent with other dials.
    #[must_use]
    pub fn with_dials(&self, dials: Dials) -> Opponent {
        Opponent::new(&self.name, &self.about, &self.best, dials)
    }

    /// Who decides where a piece goes when it defends.
    pub fn player(&self) -> &Arc<Player> {
        self.defence.player()
    }

    /// A number that two opponents share who play alike: that of the player, and the dials.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = StateHash::default();
        hash.number(self.best.fingerprint());
        hash.bytes(self.dials.to_string().as_bytes());
        hash.finish()
    }

    /// Whether it attacks now or defends: who decides about this piece. `pending` rows of garbage are
    /// on their way.
    pub fn strategy(&self, position: &Position, pending: u32) -> &Arc<Strategy> {
        let height = (stack_height(&position.board) as u32).saturating_add(pending);
        if is_attack(self.dials.aggression, height) {
            &self.attack
        } else {
            &self.defence
        }
    }
}

/// Whether a stack of so many rows is still one to attack with.
fn is_attack(aggression: u8, height: u32) -> bool {
    let rows = ROWS as u32;
    height.min(rows - 1) * 100 < u32::from(aggression) * rows
}

/// The dials, as they are written on the command line; `sight` only where NEXT is not seen at once,
/// `tuck-misdrops` only where there are some.
impl fmt::Display for Dials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Dials {
            hand,
            depth,
            misdrops,
            aggression,
        } = self;
        let reaction = hand.reaction_frames();
        match hand.rhythm() {
            Rhythm::Rate(rate) => write!(f, "tap-hz={rate}")?,
            other => write!(f, "taps={other}")?,
        }
        write!(f, ",reaction={reaction}")?;
        if hand.sight() != Sight::AT_ONCE {
            write!(f, ",sight={}", hand.sight())?;
        }
        if hand.tuck_misdrops() {
            write!(f, ",tuck-misdrops=on")?;
        }
        write!(
            f,
            ",depth={depth},misdrops={misdrops},aggression={aggression}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aggression_is_the_height_up_to_which_it_attacks() {
        for height in 0..30 {
            assert!(!is_attack(0, height), "never");
            assert!(is_attack(100, height), "always");
            assert_eq!(is_attack(50, height), height < 10);
            assert_eq!(is_attack(1, height), height == 0);
        }
    }
}
