//! Answers of one or two pieces: the piece, and NEXT at its turn.

use std::sync::Arc;

use rightwell::players::{Label, Position};
use rightwell::render::panel::Figure;
use rightwell::rules::Pose;
use rightwell::session::{Move, Rater, ReviewedMove};

use crate::scene::words;

/// Maximum loss of two pieces that counts as right, in lines: so much may the judge be wrong about two locks.
const PAIR_ERROR: f64 = 0.2;
/// Grades, each with its minimum number of 100. A lower number is an F.
const GRADES: [(&str, f64); 4] = [("A", 90.0), ("B", 75.0), ("C", 50.0), ("D", 25.0)];

/// Returns the grade of an answer that loses so many lines, as in `B, 85 of 100`. Each line takes 25 of 100.
fn graded(loss: f64) -> String {
    let number = (100.0 - 25.0 * loss).max(0.0).round();
    let grade = GRADES.iter().find(|(_, least)| number >= *least);
    format!("{}, {number} of 100", grade.map_or("F", |(grade, _)| grade))
}

/// Task for a worker: to rate the locks of an answer.
#[derive(Debug)]
pub struct AnswerTask {
    /// Rater of the locks.
    pub rater: Arc<Rater>,
    /// Number of the exercise in its series.
    pub number: usize,
    /// Position of the exercise.
    pub position: Position,
    /// Locks of the piece and, if it is placed too, of NEXT.
    pub locks: Vec<Pose>,
}

/// Rated locks of an answer.
#[derive(Debug)]
pub struct RatedAnswer {
    /// The piece's lock. `None` if it cannot be rated.
    pub tried: Option<ReviewedMove>,
    /// NEXT's lock, rated at its turn. `None` if it was not placed.
    pub next: Option<ReviewedMove>,
}

impl AnswerTask {
    /// Rates the locks.
    pub fn solve(self) -> RatedAnswer {
        let mut tried = self.rate(&self.position, self.locks[0]);
        let then = self.locks.get(1).copied();
        let after = self.position.after(self.locks[0], None);
        let next = then
            .zip(after)
            .and_then(|(lock, after)| self.rate(&after, lock));
        if let Some(tried) = &mut tried {
            tried.rating.played.then = then.or(tried.rating.played.then);
        }
        RatedAnswer { tried, next }
    }

    fn rate(&self, position: &Position, lock: Pose) -> Option<ReviewedMove> {
        let (_, rows) = position.board.lock(lock);
        let tried = Move {
            rows: rows as u8,
            position: position.clone(),
            lock,
            frame: 0,
            seen: None,
        };
        self.rater.rate(self.number, &tried)
    }
}

/// Rating of NEXT's lock in an answer.
#[derive(Debug)]
pub struct NextAnswer {
    /// Number of pieces to place: 1, or 2 for the piece and NEXT.
    pieces: usize,
    /// The rated lock. `None` before the answer, without NEXT, and if the first piece topped out.
    rated: Option<ReviewedMove>,
}

impl NextAnswer {
    /// Returns the state before an answer of `pieces` pieces, 1 or 2.
    pub const fn new(pieces: usize) -> NextAnswer {
        NextAnswer {
            pieces,
            rated: None,
        }
    }

    /// Returns the number of pieces to place.
    pub const fn pieces(&self) -> usize {
        self.pieces
    }

    /// Takes the rating of NEXT's lock. `None` if there is none.
    pub fn take(&mut self, rated: Option<ReviewedMove>) {
        self.rated = rated;
    }

    /// Returns the sum of the losses of both pieces, each compared with the best lock at its turn.
    pub fn loss(&self, tried: &ReviewedMove) -> f64 {
        let next = self.rated.as_ref();
        tried.rating.loss + next.map_or(0.0, |next| next.rating.loss)
    }

    /// Returns whether the answer is as good as the best one within the judge's error, or leads to the same board.
    pub fn is_right(&self, tried: &ReviewedMove) -> bool {
        let board = &tried.played.position.board;
        let (played, best) = (&tried.rating.played, tried.rating.best());
        if self.pieces == 1 {
            return tried.rating.label() == Label::Best
                || board.lock(played.lock) == board.lock(best.lock);
        }
        let after = |lock, then| Some(board.lock(lock).0.lock(then?).0);
        let end = after(played.lock, played.then);
        self.rated.is_some() && self.loss(tried) <= PAIR_ERROR
            || end.is_some() && end == after(best.lock, best.then)
    }

    /// Returns the first reason why the worse of the locks loses.
    pub fn reason(&self, tried: &ReviewedMove) -> Option<String> {
        let all = [Some(tried), self.rated.as_ref()].into_iter().flatten();
        let worse = all.max_by(|one, other| one.rating.loss.total_cmp(&other.rating.loss))?;
        worse.sentences().next()
    }

    /// Returns the losses of both pieces and the grade. Empty for an answer of one piece.
    pub fn figures(&self, tried: &ReviewedMove) -> Vec<Figure> {
        let Some(next) = &self.rated else {
            return Vec::new();
        };
        vec![
            Figure::new("This piece", words::loss(tried.rating.loss)),
            Figure::new("NEXT", words::loss(next.rating.loss)),
            Figure::new("Grade", graded(self.loss(tried))),
        ]
    }
}
