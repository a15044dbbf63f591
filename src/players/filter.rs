//! The filter in force, as a user names it.

use std::fmt;

use crate::rules::{Board, Orientation, Pose};
use crate::search::{ChildFilter, Line, NoFilter, Pivots};

use super::input::{Input, Sifted};
use super::pattern::{Pattern, PatternError};
use super::pattern_builder::PatternBuilder;
use super::pattern_filter::PatternFilter;
use super::player::Player;
use super::position::Position;
use super::well_builder::WellBuilder;
use super::well_filter::WellFilter;

/// The filter of a game.
#[derive(Clone, Debug, Default)]
pub enum Filter {
    /// Nothing is refused.
    #[default]
    None,
    /// Keeps a well open for Tetrises.
    Well(Box<WellBuilder>),
    /// The same by refusing squares, and nothing else.
    WellPlain(WellFilter),
    /// Builds a picture.
    Pattern(Box<PatternBuilder>),
    /// The same by refusing squares, and nothing else.
    PatternPlain(PatternFilter),
}

/// Why there is no such filter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    /// None of the forms there are.
    #[error(
        "filter '{0}' is not known; allowed: none, well, pattern:NAME, pattern:FILE.png, well-plain, pattern-plain:NAME, pattern-plain:FILE.png"
    )]
    Unknown(String),
    /// The picture is not there or wrong.
    #[error(transparent)]
    Pattern(#[from] PatternError),
}

impl Filter {
    /// The filter written as `none`, `well`, `pattern:NAME` or `pattern:FILE.png`; `well-plain` and
    /// `pattern-plain:…` are those that only refuse squares.
    ///
    /// # Errors
    /// [`FilterError`]: another word, or a picture that is not there or wrong.
    pub fn find(text: &str) -> Result<Filter, FilterError> {
        Ok(match text.split_once(':') {
            None if text == "none" => Filter::None,
            None if text == "well" => Filter::Well(Box::default()),
            None if text == "well-plain" => Filter::WellPlain(WellFilter),
            Some(("pattern", name)) => {
                Filter::Pattern(Box::new(PatternBuilder::new(Pattern::find(name)?)))
            }
            Some(("pattern-plain", name)) => {
                Filter::PatternPlain(PatternFilter::new(Pattern::find(name)?))
            }
            _ => return Err(FilterError::Unknown(text.to_owned())),
        })
    }

    /// The picture being built, if one is.
    pub const fn pattern(&self) -> Option<&Pattern> {
        match self {
            Filter::Pattern(builder) => Some(builder.pattern()),
            Filter::PatternPlain(filter) => Some(filter.pattern()),
            Filter::None | Filter::Well(_) | Filter::WellPlain(_) => None,
        }
    }

    /// The same kind of filter with another picture; other kinds stay as they are.
    #[must_use]
    pub fn with_pattern(&self, pattern: Pattern) -> Filter {
        match self {
            Filter::Pattern(_) => Filter::Pattern(Box::new(PatternBuilder::new(pattern))),
            Filter::PatternPlain(_) => Filter::PatternPlain(PatternFilter::new(pattern)),
            other => other.clone(),
        }
    }

    /// The best line of `player` under this filter, or none if the known pieces cannot all be
    /// placed as it wants them.
    pub fn decide(&self, player: &Player, position: &Position, input: &Input) -> Option<Line> {
        match self {
            // The common case gets a search without any filter in it.
            Filter::None => match input {
                Input::Drag => player.decide(position, &NoFilter),
                Input::Pad(mover) => player.decide_to_the_last(position, &**mover),
            },
            Filter::Well(builder) => builder.decide(position, input),
            Filter::WellPlain(filter) => decide_by_veto(filter, player, position, input),
            Filter::Pattern(builder) => match input {
                Input::Drag => builder.decide(position, &NoFilter),
                Input::Pad(mover) => builder.decide(position, &**mover),
            },
            Filter::PatternPlain(filter) => decide_by_veto(filter, player, position, input),
        }
    }
}

/// The best line without what `filter` refuses: without gravity on the whole way, by pad where the
/// pieces lock.
fn decide_by_veto(
    filter: &impl ChildFilter,
    player: &Player,
    position: &Position,
    input: &Input,
) -> Option<Line> {
    match input {
        Input::Drag => player.decide(position, filter),
        Input::Pad(mover) => {
            let mover = &**mover;
            player.decide_to_the_last(position, &Sifted { mover, filter })
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.pattern().map_or("", Pattern::name);
        match self {
            Filter::None => f.write_str("none"),
            Filter::Well(_) => f.write_str("well"),
            Filter::WellPlain(_) => f.write_str("well-plain"),
            Filter::Pattern(_) => write!(f, "pattern:{name}"),
            Filter::PatternPlain(_) => write!(f, "pattern-plain:{name}"),
        }
    }
}

impl ChildFilter for Filter {
    fn validate(&self, board: &Board, pose: Pose) -> bool {
        match self {
            Filter::None | Filter::Well(_) | Filter::Pattern(_) => true,
            Filter::WellPlain(filter) => filter.validate(board, pose),
            Filter::PatternPlain(filter) => filter.validate(board, pose),
        }
    }

    fn retain(&self, board: &Board, orientation: Orientation, free: Pivots) -> Pivots {
        match self {
            Filter::None | Filter::Well(_) | Filter::Pattern(_) => free,
            Filter::WellPlain(filter) => filter.retain(board, orientation, free),
            Filter::PatternPlain(filter) => filter.retain(board, orientation, free),
        }
    }
}
