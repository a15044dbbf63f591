//! Who decides where pieces go: a player alone, a builder in its place, or a filter over it.

use std::fmt;
use std::sync::Arc;

use crate::rules::{Board, Orientation, Pose, StateHash, sanitized};
use crate::search::{ChildFilter, LockLine, MoveGenerator, NoFilter, Path, Pivots, find_path};

use super::input::{Input, Sifted};
use super::pattern::{Pattern, PatternError};
use super::pattern_builder::PatternBuilder;
use super::pattern_filter::PatternFilter;
use super::player::Player;
use super::position::Position;
use super::rating::PricedPlaces;
use super::uct::TreeMemory;
use super::well_builder::WellBuilder;
use super::well_filter::WellFilter;

/// Who decides where pieces go.
///
/// All that asks where a piece goes asks a strategy: for fresh pieces and for pieces under way, with
/// and without a known next piece. What it does without one: it decides by the current piece alone,
/// and where it judges by the mean over unknown pieces in any case, that mean begins one piece
/// earlier.
#[derive(Clone, Debug)]
pub struct Strategy {
    player: Arc<Player>,
    kind: StrategyKind,
    /// The pictures that are built in turn, from one field to the next; empty where there is one, or none.
    round: Arc<[Pattern]>,
}

/// In what way a strategy decides. A tree search is none of these: it is in the player itself, see
/// [`Uct`](super::Uct).
#[derive(Clone, Debug, Default)]
pub enum StrategyKind {
    /// The player alone.
    #[default]
    Alone,
    /// Keeps a well open for Tetrises, whoever the player is.
    Well(Box<WellBuilder>),
    /// The player, with the same aim by refusing squares and nothing else.
    WellFilter(WellFilter),
    /// Builds a picture, whoever the player is.
    Pattern(Box<PatternBuilder>),
    /// The player, with the same aim by refusing squares and nothing else.
    PatternFilter(Box<PatternFilter>),
}

/// Why there is no such strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    /// None of the forms there are.
    #[error(
        "filter '{}' is not known; allowed: none, well, pattern:NAME, pattern:FILE.png, well-plain, pattern-plain:NAME, pattern-plain:FILE.png, also several pictures with commas",
        sanitized(.0)
    )]
    Unknown(String),
    /// The picture is not there or wrong.
    #[error(transparent)]
    Pattern(#[from] PatternError),
}

impl Strategy {
    /// `player`, bent or replaced in the way of `kind`.
    pub fn new(player: Arc<Player>, kind: StrategyKind) -> Strategy {
        let round = Arc::default();
        Strategy {
            player,
            kind,
            round,
        }
    }

    /// `player` in the way that a text says: that of a kind, see [`StrategyKind::find`], whose picture can
    /// be several with commas between them, of which each field has the next, round and round.
    ///
    /// # Errors
    /// [`StrategyError`]: another word, or a picture that is not there or wrong.
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

    /// `player` alone.
    pub fn alone(player: Arc<Player>) -> Strategy {
        Strategy::new(player, StrategyKind::Alone)
    }

    /// The player; with a builder in its place, the one that plays when the builder is switched off.
    pub const fn player(&self) -> &Arc<Player> {
        &self.player
    }

    /// The same for games that end with so many lines, if the player has an eye to that.
    #[must_use]
    pub fn ending_with(&self, last_line: Option<u32>) -> Strategy {
        Strategy {
            player: Arc::new(self.player.ending_with(last_line)),
            ..self.clone()
        }
    }

    /// In what way it decides.
    pub const fn kind(&self) -> &StrategyKind {
        &self.kind
    }

    /// The same player in another way.
    #[must_use]
    pub fn with(&self, kind: StrategyKind) -> Strategy {
        Strategy::new(Arc::clone(&self.player), kind)
    }

    /// The picture being built, if one is.
    pub const fn pattern(&self) -> Option<&Pattern> {
        self.kind.pattern()
    }

    /// The pictures that are built in turn, from one field to the next; empty where there is one, or none.
    pub fn round(&self) -> &[Pattern] {
        &self.round
    }

    /// The same for a game with that number of many: it builds the picture whose turn it is.
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

    /// In what way it decides, with all pictures that are built in turn, as on the command line.
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

    /// A number that two strategies share who decide alike: that of the player, the filter, and the
    /// cells of its pictures.
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

    /// The same way with another picture; others stay as they are.
    #[must_use]
    pub fn with_pattern(&self, pattern: Pattern) -> Strategy {
        self.with(self.kind.with_pattern(pattern))
    }

    /// The best line, or none if there is no place left, or none that the filter lets pass.
    ///
    /// Its first lock is that of the current piece. Without gravity it is none, too, where a player
    /// finds no place for the next piece: the game is given up.
    ///
    /// What it remembers from piece to piece is in `memory`, that of the game, and nowhere else.
    pub fn decide(
        &self,
        memory: &mut TreeMemory,
        position: &Position,
        input: &Input,
    ) -> Option<LockLine> {
        let player = &self.player;
        match input {
            Input::Drag => match &self.kind {
                // The common case gets a search without any filter in it.
                StrategyKind::Alone => player.decide(memory, position, &NoFilter),
                StrategyKind::Well(builder) => builder.drag.line(position, &NoFilter),
                StrategyKind::Pattern(builder) => builder.decide(position, &NoFilter),
                StrategyKind::WellFilter(_) | StrategyKind::PatternFilter(_) => {
                    player.decide(memory, position, &self.kind)
                }
            },
            Input::Pad(moves) => self.decide_by_pad(memory, position, &**moves),
            Input::UnderWay(moves) => self.decide_by_pad(memory, position, &**moves),
        }
    }

    /// By pad a filter refuses only where pieces lock, not what is on their way.
    fn decide_by_pad(
        &self,
        memory: &mut TreeMemory,
        position: &Position,
        moves: &dyn MoveGenerator,
    ) -> Option<LockLine> {
        let player = &self.player;
        match &self.kind {
            StrategyKind::Alone => player.decide_to_the_last(memory, position, moves),
            StrategyKind::Well(builder) => builder.pad.line(position, moves),
            StrategyKind::Pattern(builder) => builder.decide(position, moves),
            StrategyKind::WellFilter(_) | StrategyKind::PatternFilter(_) => {
                let filter = &self.kind;
                player.decide_to_the_last(memory, position, &Sifted { moves, filter })
            }
        }
    }

    /// What the best places of the current piece cost to whoever decides, `chosen` being the one that was
    /// decided for: at least so many, if there are. None of a builder, and of a player that searches a
    /// tree: they have no prices.
    pub fn price_places(
        &self,
        position: &Position,
        input: &Input,
        chosen: Pose,
        least: usize,
    ) -> Option<PricedPlaces> {
        let (player, filter, moves) = (&self.player, &self.kind, input.moves());
        let sifted = Sifted { moves, filter };
        let moves: &dyn MoveGenerator = match (&self.kind, input) {
            (StrategyKind::Well(_) | StrategyKind::Pattern(_), _) => return None,
            (StrategyKind::Alone, _) => moves,
            (_, Input::Drag) => filter,
            _ => &sifted,
        };
        player.price_places(position, chosen, moves, least)
    }

    /// A shortest way without gravity from the current piece's spawn to `lock`, through nothing that
    /// is refused, or none if it cannot be reached.
    pub fn path(&self, position: &Position, lock: Pose) -> Option<Path> {
        find_path(&position.board, position.current, lock, &self.kind)
    }
}

impl StrategyKind {
    /// The kind written as `none`, `well`, `pattern:NAME` or `pattern:FILE.png`; `well-plain` and
    /// `pattern-plain:…` are those that only refuse squares. `picture` finds the pictures, such as
    /// [`Pattern::named`].
    ///
    /// # Errors
    /// [`StrategyError`]: another word, or a picture that is not there or wrong.
    pub fn find(
        text: &str,
        picture: impl FnOnce(&str) -> Result<Pattern, PatternError>,
    ) -> Result<StrategyKind, StrategyError> {
        Ok(match text.split_once(':') {
            None if text == "none" => StrategyKind::Alone,
            None if text == "well" => StrategyKind::Well(Box::default()),
            None if text == "well-plain" => StrategyKind::WellFilter(WellFilter),
            Some(("pattern", name)) => StrategyKind::building(picture(name)?),
            Some(("pattern-plain", name)) => {
                StrategyKind::PatternFilter(Box::new(PatternFilter::new(picture(name)?)))
            }
            _ => return Err(StrategyError::Unknown(text.to_owned())),
        })
    }

    /// Builds `pattern`.
    pub fn building(pattern: Pattern) -> StrategyKind {
        StrategyKind::Pattern(Box::new(PatternBuilder::new(pattern)))
    }

    /// The picture being built, if one is.
    pub const fn pattern(&self) -> Option<&Pattern> {
        match self {
            StrategyKind::Pattern(builder) => Some(builder.pattern()),
            StrategyKind::PatternFilter(filter) => Some(filter.pattern()),
            StrategyKind::Alone | StrategyKind::Well(_) | StrategyKind::WellFilter(_) => None,
        }
    }

    /// The same kind with another picture; other kinds stay as they are.
    #[must_use]
    pub fn with_pattern(&self, pattern: Pattern) -> StrategyKind {
        match self {
            StrategyKind::Pattern(_) => StrategyKind::building(pattern),
            StrategyKind::PatternFilter(_) => {
                StrategyKind::PatternFilter(Box::new(PatternFilter::new(pattern)))
            }
            other => other.clone(),
        }
    }
}

/// The kind as it is written on the command line, a picture by its name.
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

/// What is refused to pieces moved without gravity: builders and players refuse nothing.
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
