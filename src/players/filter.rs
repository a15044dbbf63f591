//! The filter in force, as a user names it.

use std::fmt;

use crate::rules::{Board, Orientation, Pose};
use crate::search::{ChildFilter, Pivots};

use super::pattern::{Pattern, PatternError};
use super::pattern_filter::PatternFilter;
use super::well_filter::WellFilter;

/// The filter of a game.
#[derive(Clone, Debug, Default)]
pub enum Filter {
    /// Nothing is refused.
    #[default]
    None,
    /// Keeps a well open for Tetrises.
    Well(WellFilter),
    /// Builds a picture.
    Pattern(PatternFilter),
}

/// Why there is no such filter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    /// None of the three forms.
    #[error("filter '{0}' is not known; allowed: none, well, pattern:NAME, pattern:FILE.png")]
    Unknown(String),
    /// The picture is not there or wrong.
    #[error(transparent)]
    Pattern(#[from] PatternError),
}

impl Filter {
    /// The filter written as `none`, `well`, `pattern:NAME` or `pattern:FILE.png`.
    ///
    /// # Errors
    /// [`FilterError`]: another word, or a picture that is not there or wrong.
    pub fn find(text: &str) -> Result<Filter, FilterError> {
        match text {
            "none" => Ok(Filter::None),
            "well" => Ok(Filter::Well(WellFilter)),
            _ => match text.strip_prefix("pattern:") {
                Some(name) => Ok(Filter::Pattern(PatternFilter::new(Pattern::find(name)?))),
                None => Err(FilterError::Unknown(text.to_owned())),
            },
        }
    }

    /// The picture being built, if one is.
    pub const fn pattern(&self) -> Option<&Pattern> {
        match self {
            Filter::Pattern(filter) => Some(filter.pattern()),
            _ => None,
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Filter::None => f.write_str("none"),
            Filter::Well(_) => f.write_str("well"),
            Filter::Pattern(filter) => write!(f, "pattern:{}", filter.pattern().name()),
        }
    }
}

impl ChildFilter for Filter {
    fn validate(&self, board: &Board, pose: Pose) -> bool {
        match self {
            Filter::None => true,
            Filter::Well(filter) => filter.validate(board, pose),
            Filter::Pattern(filter) => filter.validate(board, pose),
        }
    }

    fn retain(&self, board: &Board, orientation: Orientation, free: Pivots) -> Pivots {
        match self {
            Filter::None => free,
            Filter::Well(filter) => filter.retain(board, orientation, free),
            Filter::Pattern(filter) => filter.retain(board, orientation, free),
        }
    }
}
