//! Reasons why a move loses. Each reason has a charge by the judge and a claim that is true on the fields.
//!
//! The field after the move and NEXT is compared with the field after the best move and NEXT. The charge of an error
//! is the difference between the judge's costs of the field as it is and of the field with the error repaired: its
//! holes filled, the well uncovered. The reason is the largest charge whose claim is true on both fields. The
//! surface, which every error changes, comes after all others. Columns count from 1 at the left.

mod claims;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::players::{Aspect, Input, Label, Player, Position, Prices, RatedOutcome, Rating};
use crate::rules::Board;

use super::calibration::{LossParts, shares_at};
use super::field::filled;

/// Category of a move's error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// More holes than necessary.
    Hole,
    /// Rows cleared by fewer than four that the best move leaves.
    Burn,
    /// Rows not cleared although the stack is too high.
    BurnMissed,
    /// The best move makes a Tetris, the played move does not.
    TetrisMissed,
    /// Cells over the open well, or in it.
    WellCovered,
    /// No good lock left for some piece.
    NoPlace,
    /// A gap that only one piece fills.
    Waits,
    /// A side of the field that pieces no longer reach, or only over a higher stack.
    OutOfReach,
    /// A surface that is steeper or higher than necessary.
    Surface,
    /// No other category applies: some possible piece fits less well.
    Later,
}

impl Category {
    /// All categories.
    pub const ALL: [Category; 10] = [
        Category::Hole,
        Category::Burn,
        Category::BurnMissed,
        Category::TetrisMissed,
        Category::WellCovered,
        Category::NoPlace,
        Category::Waits,
        Category::OutOfReach,
        Category::Surface,
        Category::Later,
    ];

    /// Returns its name, one or two words.
    pub const fn name(self) -> &'static str {
        match self {
            Category::Hole => "hole",
            Category::Burn => "burn",
            Category::BurnMissed => "burn missed",
            Category::TetrisMissed => "Tetris missed",
            Category::WellCovered => "well covered",
            Category::NoPlace => "no place",
            Category::Waits => "waits",
            Category::OutOfReach => "out of reach",
            Category::Surface => "surface",
            Category::Later => "later",
        }
    }

    /// Returns its name on a command line: in lower case, without spaces.
    pub const fn word(self) -> &'static str {
        match self {
            Category::BurnMissed => "burn-missed",
            Category::TetrisMissed => "tetris-missed",
            Category::WellCovered => "well-covered",
            Category::NoPlace => "no-place",
            Category::OutOfReach => "out-of-reach",
            kind => kind.name(),
        }
    }

    /// Returns the category of that word.
    pub fn from_word(word: &str) -> Option<Category> {
        Category::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Describes a player who loses most by it, and how to do better.
    pub const fn habit(self) -> &'static str {
        match self {
            Category::Hole => "makes holes where a lock without one exists",
            Category::Burn => "clears one to three rows that could wait for a Tetris",
            Category::BurnMissed => "does not burn when the stack is too high",
            Category::TetrisMissed => "misses Tetrises that are ready",
            Category::WellCovered => "puts cells over the well or into it",
            Category::NoPlace => "leaves a stack on which some pieces have no good lock",
            Category::Waits => "leaves deep gaps that wait for one piece",
            Category::OutOfReach => "builds so high that pieces cannot reach the sides",
            Category::Surface => "leaves a steeper surface than needed",
            Category::Later => "chooses locks that suit the coming pieces less well",
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
pub struct Reason {
    /// Category of the error.
    pub category: Category,
    /// Sentence about this move.
    pub sentence: String,
}

/// Maximum number of reasons given for one move.
const REASONS_MAX: usize = 2;
/// A second reason is given if its charge is at least this share of the first one's.
const SECOND: f64 = 0.5;

/// Both moves with their results.
struct ComparedMoves<'a> {
    position: &'a Position,
    rating: &'a Rating,
    played: RatedOutcome,
    best: RatedOutcome,
    prices: Prices<'a>,
    input: &'a Input,
}

/// Returns why a rated move loses, heaviest reason first: none for a good move, at least one for any other. `judge` and
/// `input` belong to the rating.
pub fn explain(judge: &Player, position: &Position, rating: &Rating, input: &Input) -> Vec<Reason> {
    if rating.label() <= Label::Good {
        return Vec::new();
    }
    let Some(prices) = judge.prices(position, input) else {
        return Vec::new();
    };
    let case = ComparedMoves {
        position,
        rating,
        played: prices.outcome(&rating.played),
        best: prices.outcome(rating.best()),
        prices,
        input,
    };
    let mut found = claims::all(&case);
    let least = found
        .first()
        .map_or(0.0, |(charge, _)| charge.min(charge * SECOND));
    found.retain(|(charge, _)| *charge >= least);
    let mut reasons: Vec<Reason> = Vec::new();
    for (_, reason) in found {
        let is_new = !reasons
            .iter()
            .any(|other| other.category == reason.category);
        if is_new && reasons.len() < REASONS_MAX {
            reasons.push(reason);
        }
    }
    if reasons.is_empty() {
        reasons.push(claims::nothing());
    }
    // Two effects of NEXT share one sentence.
    let all_it_has = format!("Leaves {} nothing better than to ", case.next());
    if let [first, second] = reasons.as_mut_slice()
        && let Some(one) = first.sentence.strip_prefix(&all_it_has)
        && let Some(other) = second.sentence.strip_prefix(&all_it_has)
    {
        let [one, other] = [one, other].map(|what| what.replacen(' ', "s ", 1));
        first.sentence = format!("At best {} {one} and {other}", case.next());
        reasons.truncate(1);
    }
    reasons
}

impl ComparedMoves<'_> {
    /// Returns the rows cleared by the move and NEXT together.
    fn rows(outcome: &RatedOutcome) -> u8 {
        outcome.rows.iter().sum()
    }

    /// Returns the charge of an error. It is the share `kept` of the cost difference between the field after the move
    /// and NEXT and the `changed` field, less that difference for the best move.
    fn charge(&self, kept: f64, changed: impl Fn(&Board) -> Board) -> f64 {
        let more = |outcome: &RatedOutcome| {
            let price = |board: &Board| self.prices.field(board, ComparedMoves::rows(outcome));
            price(&outcome.last) - price(&changed(&outcome.last))
        };
        kept * (more(&self.played) - more(&self.best))
    }

    /// Returns the shares of charges that count in the position of the move.
    const fn shares(&self) -> LossParts {
        shares_at(self.position)
    }

    /// Returns the extra cost of the field's form over the best move's, without holes.
    fn form(&self) -> f64 {
        let price = |outcome: &RatedOutcome| {
            self.prices
                .field(&filled(&outcome.last), ComparedMoves::rows(outcome))
        };
        self.shares().form * (price(&self.played) - price(&self.best))
    }

    /// Returns the extra cost of the field's form by some of its aspects.
    fn form_by(&self, aspects: &[Aspect]) -> f64 {
        let price = |outcome: &RatedOutcome| {
            let field = filled(&outcome.last);
            self.prices
                .share(&field, ComparedMoves::rows(outcome), aspects)
        };
        self.shares().form * (price(&self.played) - price(&self.best))
    }

    fn next(&self) -> String {
        self.position
            .next
            .map_or_else(|| "NEXT".to_owned(), |next| format!("NEXT ({next})"))
    }
}
