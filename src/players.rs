//! Decides where pieces lock: features, evaluators, player files, patterns, and strategies.
//!
//! A player is a RON file that selects an algorithm and its weights. A strategy is a player alone, a builder that
//! replaces it, or a player behind a filter. Other modules ask strategies, never players. This module knows no screens,
//! threads, files or games in progress. Start with [`Player`] and [`Strategy`].

pub mod evaluator;
pub mod features;
mod field;
pub mod hands_profile;
pub mod input;
pub mod named_hand;
pub mod opponent;
pub mod pattern;
pub mod pattern_builder;
pub mod pattern_filter;
pub mod player;
mod player_text;
pub mod position;
pub mod rating;
mod sight_file;
pub mod six_features;
pub mod stakes;
pub mod strategy;
pub mod tuck_aware_choice;
pub mod uct;
pub mod unseen_next_costs;
pub mod value_table;
pub mod weighted_sum;
pub mod well_builder;
pub mod well_filter;

pub use evaluator::{Evaluator, EvaluatorFile};
pub use features::{Counts, Feature, FeatureCost, FeatureGroups, Features};
pub use hands_profile::HandsProfile;
pub use input::{FilteredMoves, Input};
pub use named_hand::{NamedHand, NamedHandError};
pub use opponent::{Opponent, OpponentDials, OpponentError};
pub use pattern::{Pattern, PatternError};
pub use pattern_builder::PatternBuilder;
pub use pattern_filter::PatternFilter;
pub use player::{Player, PlayerError, PlayerFile};
pub use position::Position;
pub use rating::{BoardPricing, Label, PriceUnit, PricedLocks, RatedMove, RatedOutcome, Rating};
pub use sight_file::SightFile;
pub use six_features::{SixFeatures, SixWeights};
pub use strategy::{Strategy, StrategyError, StrategyKind};
pub use tuck_aware_choice::TuckAwareChoice;
pub use uct::{SearchTree, TreeMemory, TreeWatch, Uct, UctFile};
pub use unseen_next_costs::UnseenNextCosts;
pub use value_table::{Aspect, MissingTable, ValueTable, ValueTableFile, supply_tables};
pub use weighted_sum::{SizeWeights, TermFile, WeightedSum, WeightedSumFile};
pub use well_builder::WellBuilder;
pub use well_filter::WellFilter;
