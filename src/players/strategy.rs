//! Choice of locks: by a player alone, by a builder in place of the player, or by a player behind a filter.

use std::fmt;
use std::sync::Arc;

use crate::rules::{Board, Orientation, Pose, StateHash, sanitized};
use crate::search::{ChildFilter, LockChain, MoveGenerator, NoFilter, Path, Pivots, find_path};

use super::input::{FilteredMoves, Input};
use super::pattern::{Pattern, PatternError};
use super::pattern_builder::PatternBuilder;
use super::pattern_filter::PatternFilter;
use super::player::Player;
use super::position::Position;
use super::rating::PricedLocks;
use super::uct::TreeMemory;
use super::well_builder::WellBuilder;
use super::well_filter::WellFilter;

/// Strategy that chooses the locks.
///
/// Whenever a lock is needed, the caller asks a strategy: for newly spawned pieces and for pieces in motion, with and
/// without a known NEXT. If NEXT is unknown, the strategy decides by the current piece alone. Players that average over
/// unknown pieces then start averaging one piece earlier.
#[derive(Clone, Debug)]
pub struct Strategy {
    player: Arc<Player>,
    kind: StrategyKind,
    /// Pictures to build in turn, one per game. Empty if there is only one picture, or none.
    round: Arc<[Pattern]>,
}

/// Way in which a strategy chooses locks. A tree search is no separate kind, because it is a player: see
/// [`Uct`](super::Uct).
#[derive(Clone, Debug, Default)]
pub enum StrategyKind {
    /// The player alone chooses the locks.
    #[default]
    Alone,
    /// A builder chooses in place of the player. It keeps a well open for Tetrises.
    Well(Box<WellBuilder>),
    /// The player chooses behind a filter that keeps a well open by refusing poses.
    WellFilter(WellFilter),
    /// A builder chooses in place of the player. It builds a picture.
    Pattern(Box<PatternBuilder>),
    /// The player chooses behind a filter that builds a picture by refusing poses.
    PatternFilter(Box<PatternFilter>),
}

/// Reason why a text describes no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    /// The text is none of the filters below.
    #[error(
        "unknown filter '{}'; allowed: none, well, pattern:NAME, pattern:FILE.png, well-plain, pattern-plain:NAME, \
        pattern-plain:FILE.png, or several patterns separated by commas",
        sanitized(.0)
    )]
    Unknown(String),
    /// The picture is missing or faulty.
    #[error(transparent)]
    Pattern(#[from] PatternError),
}

impl Strategy {
    /// Returns a strategy of this kind with `player`.
    pub fn new(player: Arc<Player>, kind: StrategyKind) -> Strategy {
        let round = Arc::default();
        Strategy {
            player,
            kind,
            round,
        }
    }

    /// Returns the strategy of `player` with the kind in `text`, see [`StrategyKind::find`]. The text may name several
    /// pictures, separated by commas, to build in turn. `picture` finds a picture by its name.
    ///
    /// # Errors
    /// [`StrategyError`] for an unknown word, or a missing or faulty picture.
    pub fn find(
        player: Arc<Player>,
        text: &str,
        picture: impl Fn(&str) -> Result<Pattern, PatternError>,
    ) -> Result<Strategy, StrategyError> {
        let is_list = |names: &str| names.contains(',') && picture(names).is_err();
        match text.split_once(':') {
            Some((kind, names)) if kind.starts_with("pattern") && is_list(names) => {
                let round: Result<Arc<[Pattern]>, PatternError> =
                    names.split(',').map(&picture).collect();
                let round = round?;
                let kind = StrategyKind::find(text, |_| Ok(round[0].clone()))?;
                Ok(Strategy {
                    player,
                    kind,
                    round,
                })
            }
            _ => Ok(Strategy::new(player, StrategyKind::find(text, picture)?)),
        }
    }

    /// Returns `player` alone.
    pub fn alone(player: Arc<Player>) -> Strategy {
        Strategy::new(player, StrategyKind::Alone)
    }

    /// Returns the player. If the strategy is a builder, the builder decides in place of this player.
    pub const fn player(&self) -> &Arc<Player> {
        &self.player
    }

    /// Returns this strategy for games that end after `last_line` lines. Only some players take the limit into account.
    #[must_use]
    pub fn ending_with(&self, last_line: Option<u32>) -> Strategy {
        Strategy {
            player: Arc::new(self.player.ending_with(last_line)),
            ..self.clone()
        }
    }

    /// Returns the way in which the strategy chooses locks.
    pub const fn kind(&self) -> &StrategyKind {
        &self.kind
    }

    /// Returns a strategy of another kind with this player.
    #[must_use]
    pub fn with(&self, kind: StrategyKind) -> Strategy {
        Strategy::new(Arc::clone(&self.player), kind)
    }

    /// Returns the picture being built, if any.
    pub const fn pattern(&self) -> Option<&Pattern> {
        self.kind.pattern()
    }

    /// Returns the pictures to build in turn, one per game. Empty if there is only one picture, or none.
    pub fn round(&self) -> &[Pattern] {
        &self.round
    }

    /// Returns the strategy for game `number`. If it has several pictures, it builds the one for that game.
    #[must_use]
    pub fn in_game(&self, number: u64) -> Strategy {
        match self.round.len() {
            0 => self.clone(),
            count => {
                let place = (number % count as u64) as usize;
                let kind = self.kind.with_pattern(self.round[place].clone());
                Strategy {
                    kind,
                    ..self.clone()
                }
            }
        }
    }

    /// Returns the kind as written on the command line, with all its pictures.
    pub fn filter(&self) -> String {
        let kind = self.kind.to_string();
        match kind.split_once(':') {
            Some((kind, _)) if !self.round.is_empty() => {
                let names: Vec<&str> = self.round.iter().map(Pattern::name).collect();
                format!("{kind}:{}", names.join(","))
            }
            _ => kind,
        }
    }

    /// Returns a hash that is equal for strategies that decide alike. It covers the player, the kind, and the cells of
    /// the pictures.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = StateHash::default();
        hash.number(self.player.fingerprint());
        hash.bytes(self.filter().as_bytes());
        let pictures = self.pattern().filter(|_| self.round.is_empty());
        for picture in pictures.into_iter().chain(&*self.round) {
            let cells = picture.filled().words();
            cells.iter().for_each(|&word| hash.number(word));
        }
        hash.finish()
    }

    /// Returns this strategy with another picture. A strategy that builds no picture is unchanged.
    #[must_use]
    pub fn with_pattern(&self, pattern: Pattern) -> Strategy {
        self.with(self.kind.with_pattern(pattern))
    }

    /// Returns the best locks of the known pieces, beginning with the current one. `None` if the current piece has no
    /// lock that the filter accepts.
    ///
    /// Without gravity, the result is also `None` if a player finds no lock for the next piece: the player then gives
    /// up.
    ///
    /// `memory` is all that is carried over from piece to piece. Each game has its own memory.
    pub fn decide(
        &self,
        memory: &mut TreeMemory,
        position: &Position,
        input: &Input,
    ) -> Option<LockChain> {
        let player = &self.player;
        match input {
            Input::Drag => match &self.kind {
                // Common case: search without any filter.
                StrategyKind::Alone => player.decide(memory, position, &NoFilter),
                StrategyKind::Well(builder) => builder.drag.line(position, &NoFilter),
                StrategyKind::Pattern(builder) => builder.decide(position, &NoFilter),
                StrategyKind::WellFilter(_) | StrategyKind::PatternFilter(_) => {
                    player.decide(memory, position, &self.kind)
                }
            },
            Input::Pad(moves) => self.decide_by_pad(memory, position, &**moves),
            Input::InMotion(moves) => self.decide_by_pad(memory, position, &**moves),
        }
    }

    /// Decides for pieces moved by gamepad. Here a filter refuses only locks, not poses on the way to a lock.
    fn decide_by_pad(
        &self,
        memory: &mut TreeMemory,
        position: &Position,
        moves: &dyn MoveGenerator,
    ) -> Option<LockChain> {
        let player = &self.player;
        match &self.kind {
            StrategyKind::Alone => player.decide_to_the_last(memory, position, moves),
            StrategyKind::Well(builder) => builder.pad.line(position, moves),
            StrategyKind::Pattern(builder) => builder.decide(position, moves),
            StrategyKind::WellFilter(_) | StrategyKind::PatternFilter(_) => {
                let filter = &self.kind;
                player.decide_to_the_last(memory, position, &FilteredMoves { moves, filter })
            }
        }
    }

    /// Returns the best locks of the current piece with their costs for this strategy. Returns at least `least` locks,
    /// if the piece has that many. `chosen` is the lock that the strategy decided on. `None` for builders and tree
    /// searches, which have no comparable costs.
    pub fn price_locks(
        &self,
        position: &Position,
        input: &Input,
        chosen: Pose,
        least: usize,
    ) -> Option<PricedLocks> {
        let (player, filter, moves) = (&self.player, &self.kind, input.moves());
        let sifted = FilteredMoves { moves, filter };
        let moves: &dyn MoveGenerator = match (&self.kind, input) {
            (StrategyKind::Well(_) | StrategyKind::Pattern(_), _) => return None,
            (StrategyKind::Alone, _) => moves,
            (_, Input::Drag) => filter,
            _ => &sifted,
        };
        player.price_locks(position, chosen, moves, least)
    }

    /// Returns a shortest path without gravity from the spawn to `lock`, avoiding every refused pose. `None` if the
    /// lock is unreachable.
    pub fn path(&self, position: &Position, lock: Pose) -> Option<Path> {
        find_path(&position.board, position.current, lock, &self.kind)
    }
}

impl StrategyKind {
    /// Parses a kind: `none`, `well`, `pattern:NAME` or `pattern:FILE.png`. The kinds `well-plain` and
    /// `pattern-plain:…` are filters that only refuse poses. `picture` finds a picture by its name, for example
    /// [`Pattern::named`].
    ///
    /// # Errors
    /// [`StrategyError`] for an unknown word, or a missing or faulty picture.
    pub fn find(
        text: &str,
        picture: impl FnOnce(&str) -> Result<Pattern, PatternError>,
    ) -> Result<StrategyKind, StrategyError> {
        Ok(match text.split_once(':') {
            None if text == "none" => StrategyKind::Alone,
            None if text == "well" => StrategyKind::Well(Box::default()),
            None if text == "well-plain" => StrategyKind::WellFilter(WellFilter),
            Some(("pattern", name)) => StrategyKind::building(picture(name)?),
            Some(("pattern-plain", name)) => StrategyKind::filtering(picture(name)?),
            _ => return Err(StrategyError::Unknown(text.to_owned())),
        })
    }

    /// Returns the kind that builds `pattern`.
    pub fn building(pattern: Pattern) -> StrategyKind {
        StrategyKind::Pattern(Box::new(PatternBuilder::new(pattern)))
    }

    /// Returns the kind whose filter lets the player build `pattern`.
    pub fn filtering(pattern: Pattern) -> StrategyKind {
        StrategyKind::PatternFilter(Box::new(PatternFilter::new(pattern)))
    }

    /// Returns whether a learnt builder decides in place of the player.
    pub const fn ignores_player(&self) -> bool {
        matches!(self, StrategyKind::Well(_) | StrategyKind::Pattern(_))
    }

    /// Returns the picture being built, if any.
    pub const fn pattern(&self) -> Option<&Pattern> {
        match self {
            StrategyKind::Pattern(builder) => Some(builder.pattern()),
            StrategyKind::PatternFilter(filter) => Some(filter.pattern()),
            StrategyKind::Alone | StrategyKind::Well(_) | StrategyKind::WellFilter(_) => None,
        }
    }

    /// Returns this kind with another picture. A kind without a picture is unchanged.
    #[must_use]
    pub fn with_pattern(&self, pattern: Pattern) -> StrategyKind {
        match self {
            StrategyKind::Pattern(_) => StrategyKind::building(pattern),
            StrategyKind::PatternFilter(_) => StrategyKind::filtering(pattern),
            other => other.clone(),
        }
    }
}

/// Formats the kind as on the command line, with the picture's name.
impl fmt::Display for StrategyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.pattern().map_or("", Pattern::name);
        match self {
            StrategyKind::Alone => f.write_str("none"),
            StrategyKind::Well(_) => f.write_str("well"),
            StrategyKind::WellFilter(_) => f.write_str("well-plain"),
            StrategyKind::Pattern(_) => write!(f, "pattern:{name}"),
            StrategyKind::PatternFilter(_) => write!(f, "pattern-plain:{name}"),
        }
    }
}

/// Filter for pieces moved without gravity. Only the two filter kinds refuse poses.
impl ChildFilter for StrategyKind {
    fn validate(&self, board: &Board, pose: Pose) -> bool {
        match self {
            StrategyKind::Alone | StrategyKind::Well(_) | StrategyKind::Pattern(_) => true,
            StrategyKind::WellFilter(filter) => filter.validate(board, pose),
            StrategyKind::PatternFilter(filter) => filter.validate(board, pose),
        }
    }

    fn retain(&self, board: &Board, orientation: Orientation, free: Pivots) -> Pivots {
        match self {
            StrategyKind::Alone | StrategyKind::Well(_) | StrategyKind::Pattern(_) => free,
            StrategyKind::WellFilter(filter) => filter.retain(board, orientation, free),
            StrategyKind::PatternFilter(filter) => filter.retain(board, orientation, free),
        }
    }
}
