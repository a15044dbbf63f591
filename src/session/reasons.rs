//! Why a move loses: each reason is one that the judge charges for and that holds on the fields.
//!
//! The field after the move and NEXT is set beside the one after the best move and NEXT. What an error costs is
//! what the judge asks more for the field as it is than for the same field without the error: its holes filled,
//! the well uncovered. The largest of those whose claim is true on both fields is the reason; the surface, which
//! every error changes, stands behind all others. Columns are told from 1 at the left.

mod claims;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::players::{Aspect, Input, Label, Player, Position, Prices, RatedOutcome, Rating};
use crate::rules::Board;

use super::field::filled;
use super::toned::{LossParts, shares_at};

/// What kind of error a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// A hole more than needed.
    Hole,
    /// Rows cleared by fewer than four that the best move keeps.
    Burn,
    /// Rows not cleared though the stack is too high.
    BurnMissed,
    /// A Tetris that the best move has.
    TetrisMissed,
    /// Cells over the open well, or in it.
    WellCovered,
    /// No good place left for some piece.
    NoPlace,
    /// A gap that only one piece fills.
    Waits,
    /// A side of the field that pieces no longer get to, or over a higher stack.
    OutOfReach,
    /// Steeper or higher than needed.
    Surface,
    /// Nothing of these: a piece that may come fits less well.
    Later,
}

impl Category {
    /// All of them.
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

    /// Its name, a word or two.
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

    /// Its name on a command line: in small letters, without spaces.
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

    /// The kind of that word.
    pub fn from_word(word: &str) -> Option<Category> {
        Category::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// What a player does who loses most by it, and what would be better.
    pub const fn habit(self) -> &'static str {
        match self {
            Category::Hole => "makes holes where a place without one is there",
            Category::Burn => "clears one to three rows that could wait for a Tetris",
            Category::BurnMissed => "does not burn when the stack is too high",
            Category::TetrisMissed => "misses Tetrises that are there",
            Category::WellCovered => "puts cells over the well or into it",
            Category::NoPlace => "leaves a field on which some pieces have no good place",
            Category::Waits => "leaves deep gaps that wait for one piece",
            Category::OutOfReach => "builds so high that pieces do not get to the sides",
            Category::Surface => "leaves a steeper surface than needed",
            Category::Later => "takes places that fit less well with what may come",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A reason why a move loses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// What kind of error it is.
    pub category: Category,
    /// A sentence that says it of this move.
    pub sentence: String,
}

/// Reasons that are told of one move, at most.
const REASONS_MAX: usize = 2;
/// A second reason is told if the judge charges at least this share of what it charges for the first.
const SECOND: f64 = 0.5;

/// Both moves with what they leave.
struct Case<'a> {
    position: &'a Position,
    rating: &'a Rating,
    played: RatedOutcome,
    best: RatedOutcome,
    prices: Prices<'a>,
    input: &'a Input,
}

/// Why a rated move loses, the heaviest reason first: none for a move that is good, at least one for any
/// other. `judge` and `input` are those of the rating.
pub fn explain(judge: &Player, position: &Position, rating: &Rating, input: &Input) -> Vec<Reason> {
    if rating.label() <= Label::Good {
        return Vec::new();
    }
    let Some(prices) = judge.prices(position, input) else {
        return Vec::new();
    };
    let case = Case {
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
    // Two things that NEXT does are one sentence.
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

impl Case<'_> {
    /// Rows cleared in all by the move and by NEXT.
    fn rows(outcome: &RatedOutcome) -> u8 {
        outcome.rows.iter().sum()
    }

    /// The share that is kept of what the field after the move and NEXT costs more than it would as `changed`
    /// makes it, less the same after the best move.
    fn charge(&self, kept: f64, changed: impl Fn(&Board) -> Board) -> f64 {
        let more = |outcome: &RatedOutcome| {
            let price = |board: &Board| self.prices.field(board, Case::rows(outcome));
            price(&outcome.last) - price(&changed(&outcome.last))
        };
        kept * (more(&self.played) - more(&self.best))
    }

    /// What is kept of charges in the position of the move.
    const fn shares(&self) -> LossParts {
        shares_at(self.position)
    }

    /// What the form of the field costs more than after the best move, holes apart.
    fn form(&self) -> f64 {
        let price = |outcome: &RatedOutcome| {
            self.prices
                .field(&filled(&outcome.last), Case::rows(outcome))
        };
        self.shares().form * (price(&self.played) - price(&self.best))
    }

    /// The same by some of its aspects.
    fn form_by(&self, aspects: &[Aspect]) -> f64 {
        let price = |outcome: &RatedOutcome| {
            let field = filled(&outcome.last);
            self.prices.share(&field, Case::rows(outcome), aspects)
        };
        self.shares().form * (price(&self.played) - price(&self.best))
    }

    fn next(&self) -> String {
        self.position
            .next
            .map_or_else(|| "NEXT".to_owned(), |next| format!("NEXT ({next})"))
    }
}
