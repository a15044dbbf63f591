//! Why a move loses: each reason is one that the judge charges for and that holds on the fields.
//!
//! The field after the move and NEXT is set beside the one after the best move and NEXT. The judge's
//! price of a field is a sum over its parts, so it says what each part charges more; the largest of
//! those whose claim is true on both fields is the reason. Columns are told from 1 at the left.

mod claims;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::players::{Input, Label, Outcome, Player, Position, Rating};

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
    /// Nothing of these: what is likely to come fits less well.
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
            Category::Later => "takes places that fit less well with what is likely to come",
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
    played: Outcome,
    best: Outcome,
    input: &'a Input,
}

/// Why a rated move loses, the heaviest reason first: none for a move that is good, at least one for any
/// other. `judge` and `input` are those of the rating.
pub fn explain(judge: &Player, position: &Position, rating: &Rating, input: &Input) -> Vec<Reason> {
    if rating.label() <= Label::Good {
        return Vec::new();
    }
    let outcome = |rated| judge.outcome(position, rated, input);
    let (Some(played), Some(best)) = (outcome(&rating.played), outcome(rating.best())) else {
        return Vec::new();
    };
    let case = Case {
        position,
        rating,
        played,
        best,
        input,
    };
    let mut found = claims::all(&case);
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let least = found.first().map_or(0.0, |(charge, _)| charge * SECOND);
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
        reasons.push(claims::later());
    }
    reasons
}
