//! Explanation of why a move loses. Each reason is a claim that is true on the boards, with the price that the judge
//! gives it.
//!
//! The board after the played move and NEXT is compared with the board after the best move and NEXT. The price of an
//! error is the difference between two prices of the judge: for the board as it is, and for the board with the error
//! repaired (its holes filled, or the well uncovered). The main reason is the true claim with the highest price. The
//! claim about the surface comes last, because every error changes the surface. Columns are counted from 1 at the left.

mod claims;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::players::{Aspect, BoardPricing, Input, Label, Player, Position, RatedOutcome, Rating};
use crate::rules::{Board, Pose};

use super::calibration::{LossParts, shares_at};
use crate::session::field::filled;

/// Describes the columns of a lock. Columns are counted from 1 at the left.
pub(super) fn columns_of(lock: Pose) -> String {
    let columns = lock.cells().map(|(x, _)| x + 1);
    let (first, last) = (columns.iter().min(), columns.iter().max());
    let (first, last) = (first.copied().unwrap_or(0), last.copied().unwrap_or(0));
    match first == last {
        true => format!("column {first}"),
        false => format!("columns {first} to {last}"),
    }
}

/// Category of an error in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// The move makes more holes than necessary.
    Hole,
    /// The move burns rows that the best move does not burn.
    Burn,
    /// The move does not burn although the stack is too high.
    BurnMissed,
    /// The best move makes a Tetris, but the played move does not.
    TetrisMissed,
    /// The move puts cells over the open well or into it.
    WellCovered,
    /// The move leaves some piece without a good lock.
    #[serde(rename = "no-place")]
    NoLock,
    /// The move leaves a gap that only an I fills.
    #[serde(rename = "waits")]
    NeedsI,
    /// After the move, fewer pieces reach one side of the playfield, or they must cross a higher stack on the way.
    OutOfReach,
    /// The surface is steeper or higher than necessary.
    Surface,
    /// No other category applies: some possible piece fits less well.
    #[serde(rename = "later")]
    WorseFit,
}

impl Category {
    /// All categories.
    pub const ALL: [Category; 10] = [
        Category::Hole,
        Category::Burn,
        Category::BurnMissed,
        Category::TetrisMissed,
        Category::WellCovered,
        Category::NoLock,
        Category::NeedsI,
        Category::OutOfReach,
        Category::Surface,
        Category::WorseFit,
    ];

    /// Returns the category's name, one or two words.
    pub const fn name(self) -> &'static str {
        match self {
            Category::Hole => "hole",
            Category::Burn => "burn",
            Category::BurnMissed => "burn missed",
            Category::TetrisMissed => "Tetris missed",
            Category::WellCovered => "well covered",
            Category::NoLock => "no place",
            Category::NeedsI => "waits",
            Category::OutOfReach => "out of reach",
            Category::Surface => "surface",
            Category::WorseFit => "later",
        }
    }

    /// Returns the category's name on the command line: lower case, no spaces.
    pub const fn word(self) -> &'static str {
        match self {
            Category::BurnMissed => "burn-missed",
            Category::TetrisMissed => "tetris-missed",
            Category::WellCovered => "well-covered",
            Category::NoLock => "no-place",
            Category::OutOfReach => "out-of-reach",
            kind => kind.name(),
        }
    }

    /// Returns the category with this command-line name.
    pub fn from_word(word: &str) -> Option<Category> {
        Category::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Describes the habit of a player who loses most by errors of this category.
    pub const fn habit(self) -> &'static str {
        match self {
            Category::Hole => "makes holes that could be avoided",
            Category::Burn => "burns rows that could wait for a Tetris",
            Category::BurnMissed => "does not burn when the stack is too high",
            Category::TetrisMissed => "misses Tetrises that are ready",
            Category::WellCovered => "puts cells over the well or into it",
            Category::NoLock => "leaves a stack on which some pieces have no good lock",
            Category::NeedsI => "leaves deep gaps that wait for one piece",
            Category::OutOfReach => "builds so high that pieces cannot reach the sides",
            Category::Surface => "leaves a steeper surface than needed",
            Category::WorseFit => "chooses locks that fit the next pieces less well",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reason why a move loses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LossReason {
    /// Category of the error.
    pub category: Category,
    /// Sentence about this move.
    pub sentence: String,
}

/// Maximum number of reasons given for a move.
const REASONS_MAX: usize = 2;
/// Minimum price of a second reason, as a share of the first reason's price.
const SECOND_SHARE_MIN: f64 = 0.5;

/// Played and best move, with the boards after them.
struct ComparedMoves<'a> {
    position: &'a Position,
    rating: &'a Rating,
    played: RatedOutcome,
    best: RatedOutcome,
    prices: BoardPricing<'a>,
    input: &'a Input,
}

/// Returns whether some error explains the loss of a rated move. `judge` and `input` must be those with which the move
/// was rated.
pub(super) fn is_explained(
    judge: &Player,
    position: &Position,
    rating: &Rating,
    input: &Input,
) -> bool {
    let case = ComparedMoves::new(judge, position, rating, input);
    case.is_some_and(|case| !claims::find_all(&case).is_empty())
}

/// Returns the reasons why a rated move loses, most expensive first. Good moves have no reasons, all others at least
/// one. `judge` and `input` must be those with which the move was rated.
pub fn explain(
    judge: &Player,
    position: &Position,
    rating: &Rating,
    input: &Input,
) -> Vec<LossReason> {
    if rating.label() <= Label::Good {
        return Vec::new();
    }
    let Some(case) = ComparedMoves::new(judge, position, rating, input) else {
        return Vec::new();
    };
    let mut found = claims::find_all(&case);
    let least = found
        .first()
        .map_or(0.0, |(charge, _)| charge.min(charge * SECOND_SHARE_MIN));
    found.retain(|(charge, _)| *charge >= least);
    let mut reasons: Vec<LossReason> = Vec::new();
    for (_, reason) in found {
        let is_new = !reasons
            .iter()
            .any(|other| other.category == reason.category);
        if is_new && reasons.len() < REASONS_MAX {
            reasons.push(reason);
        }
    }
    if reasons.is_empty() {
        reasons.push(claims::fallback(&case));
    }
    // One sentence says enough about NEXT.
    let is_of_next = |reason: &LossReason| reason.sentence.starts_with(&case.next());
    if reasons.iter().all(is_of_next) {
        reasons.truncate(1);
    }
    reasons
}

impl<'a> ComparedMoves<'a> {
    /// Compares the played move with the best one. `None` if the judge does not price boards.
    fn new(
        judge: &'a Player,
        position: &'a Position,
        rating: &'a Rating,
        input: &'a Input,
    ) -> Option<ComparedMoves<'a>> {
        let prices = judge.prices(position, input)?;
        Some(ComparedMoves {
            position,
            rating,
            played: prices.outcome(&rating.played),
            best: prices.outcome(rating.best()),
            prices,
            input,
        })
    }

    /// Returns the rows cleared by a move and NEXT together.
    fn rows(outcome: &RatedOutcome) -> u8 {
        outcome.rows.iter().sum()
    }

    /// Returns the price of an error. `repaired` returns a board with the error repaired. The repair changes the price
    /// of the board after the played move, and that of the board after the best move. The result is the difference of
    /// these two changes, multiplied by `share`.
    fn charge(&self, share: f64, repaired: impl Fn(&Board) -> Board) -> f64 {
        let extra = |outcome: &RatedOutcome| {
            let price = |board: &Board| self.prices.board_cost(board, ComparedMoves::rows(outcome));
            price(&outcome.last) - price(&repaired(&outcome.last))
        };
        share * (extra(&self.played) - extra(&self.best))
    }

    /// Returns the shares of the judge's prices that count in this position.
    fn calibration(&self) -> LossParts {
        shares_at(self.position)
    }

    /// Returns the additional cost of the playfield's shape compared with the best move. Holes count as filled.
    fn shape_cost(&self) -> f64 {
        let price = |outcome: &RatedOutcome| {
            self.prices
                .board_cost(&filled(&outcome.last), ComparedMoves::rows(outcome))
        };
        self.calibration().form * (price(&self.played) - price(&self.best))
    }

    /// Returns the additional cost of these aspects of the playfield's shape, compared with the best move.
    fn shape_cost_by(&self, aspects: &[Aspect]) -> f64 {
        let price = |outcome: &RatedOutcome| {
            let field = filled(&outcome.last);
            self.prices
                .cost_share(&field, ComparedMoves::rows(outcome), aspects)
        };
        self.calibration().form * (price(&self.played) - price(&self.best))
    }

    /// Returns whether NEXT locks in the same place after both moves.
    fn has_same_next(&self) -> bool {
        self.rating.played.then == self.rating.best().then
    }

    /// Names who does something better: the best lock, or NEXT after it.
    fn best_or_next(&self, is_best: bool) -> String {
        match is_best {
            true => "the best move".to_owned(),
            false => format!("after the best move, {}", self.next()),
        }
    }

    fn next(&self) -> String {
        self.position
            .next
            .map_or_else(|| "NEXT".to_owned(), |next| format!("NEXT ({next})"))
    }
}
