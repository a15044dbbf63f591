//! Opponents: players with dials that make them weaker or stronger, so that every person finds an equal opponent.

mod dials;
mod file;

pub use dials::OpponentDials;
pub use file::{OpponentError, OpponentFile};

use std::sync::Arc;

use crate::rules::StateHash;
use crate::rules::motion::ROWS;

use super::pattern_builder::rows::stack_height;
use super::player::Player;
use super::position::Position;
use super::strategy::{Strategy, StrategyKind};
use super::well_builder::WellBuilder;

/// Player whose strength is set by dials.
#[derive(Clone, Debug)]
pub struct Opponent {
    name: String,
    about: String,
    dials: OpponentDials,
    /// The player as given, without the depth limit of the dials.
    best: Arc<Player>,
    /// Strategy for attacks, with the depth limit of the dials.
    attack: Arc<Strategy>,
    /// Strategy for defence: the player behind the filter, with the depth limit of the dials.
    defence: Arc<Strategy>,
}

impl Opponent {
    /// Returns the opponent that plays like `player` with these dials, under the given name and description.
    pub fn new(name: &str, about: &str, player: &Player, dials: OpponentDials) -> Opponent {
        Opponent::with_filter((name, about), player, dials, StrategyKind::Alone)
    }

    /// Returns the opponent with this name and description whose defence is `player` behind `filter`.
    fn with_filter(
        (name, about): (&str, &str),
        player: &Player,
        dials: OpponentDials,
        filter: StrategyKind,
    ) -> Opponent {
        let attack = WellBuilder::default().no_deeper_than(dials.depth);
        let attack = StrategyKind::Well(Box::new(attack));
        let filter = match filter {
            StrategyKind::Well(_) => attack.clone(),
            other => other,
        };
        let defence = Strategy::new(Arc::new(player.no_deeper_than(dials.depth)), filter);
        Opponent {
            name: name.to_owned(),
            about: about.to_owned(),
            dials,
            best: Arc::new(player.clone()),
            attack: Arc::new(defence.with(attack)),
            defence: Arc::new(defence),
        }
    }

    /// Returns `player` as an opponent of the same name, at full strength and without attacks.
    pub fn from_player(player: &Player) -> Opponent {
        Opponent::new(player.name(), player.about(), player, OpponentDials::BEST)
    }

    /// Returns the opponent's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the opponent's one-line description.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Returns the opponent's dials.
    pub const fn dials(&self) -> &OpponentDials {
        &self.dials
    }

    /// Returns the filter of the player. A builder decides in place of the player.
    pub fn filter(&self) -> &StrategyKind {
        self.defence.kind()
    }

    /// Returns the dials and the filter as on the command line. Without a filter, only the dials.
    pub fn settings(&self) -> String {
        match self.filter() {
            StrategyKind::Alone => self.dials.to_string(),
            filter => format!("{},filter={filter}", self.dials),
        }
    }

    /// Returns the player that chooses the locks in defence, unless the filter is a builder.
    pub fn player(&self) -> &Arc<Player> {
        self.defence.player()
    }

    /// Returns a hash of the player's fingerprint, the dials and the filter. Opponents that play alike have equal hashes.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = StateHash::default();
        hash.number(self.best.fingerprint());
        hash.bytes(self.settings().as_bytes());
        if let Some(picture) = self.filter().pattern() {
            let cells = picture.filled().words();
            cells.iter().for_each(|&word| hash.number(word));
        }
        hash.finish()
    }

    /// Returns the strategy for the current piece: attack or defence. `pending` rows of incoming garbage count as
    /// stack.
    pub fn strategy(&self, position: &Position, pending: u32) -> &Arc<Strategy> {
        let height = (stack_height(&position.board) as u32).saturating_add(pending);
        if is_attack(self.dials.aggression, height) {
            &self.attack
        } else {
            &self.defence
        }
    }
}

/// Returns whether a stack of this height still allows an attack.
fn is_attack(aggression: u8, height: u32) -> bool {
    let rows = ROWS as u32;
    height.min(rows - 1) * 100 < u32::from(aggression) * rows
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
