//! World of a tree search over placements: the player locks a piece, then chance draws the next one.

use crate::rules::randomizer::ODDS;
use crate::rules::{Board, Piece, Pose};
use crate::search::lookahead::{Cost, SearchRoot};
use crate::search::move_generator::MoveGenerator;
use crate::search::reach::ReachableLocks;

use super::dice::RandomStreams;
use super::nodes::{Candidate, SearchWorld};
use super::playouts::PlayoutOutcome;

/// Judge that rates positions and has a fast policy for playouts.
pub trait Judge: Cost {
    /// Lets the policy choose one of `locks` for `piece`. Returns the board after the lock, the rows cleared, and the
    /// index of the rule that chose (0 to 3).
    fn choose_lock(
        &self,
        board: &Board,
        lines: u32,
        piece: Piece,
        locks: &ReachableLocks,
    ) -> (Board, u32, usize);

    /// Returns whether the game ends at this line count. Costs after the end do not count.
    fn is_over(&self, lines: u32) -> bool;
}

/// Pieces that come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpcomingPieces {
    /// The piece to place, and the piece after it if known.
    Known(Piece, Option<Piece>),
    /// Chance draws the piece. The value is the previous piece.
    Unknown(Piece),
}

/// Position of the game, some pieces after the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreePosition {
    /// Settled cells.
    pub board: Board,
    /// Number of lines cleared since the beginning of the game.
    pub lines: u32,
    /// Cost of clears since the root.
    pub paid: i64,
    /// Number of pieces placed since the root.
    pub placed: u32,
    /// Pieces that come next.
    pub coming: UpcomingPieces,
}

/// Length of playouts, and scale that converts costs to rewards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutScale {
    /// Number of pieces from the root to the end of a playout, including those placed in the tree. If the tree is
    /// deeper than that, the playout ends where it leaves the tree.
    pub horizon: u32,
    /// Cost difference for the full reward: a board this much cheaper than the root's has reward 1, and a board this much
    /// more expensive has reward 0. At least 1.
    pub range: i64,
}

impl PlayoutScale {
    /// Returns the cost that corresponds to `reward` if the root's board costs `base`.
    pub fn cost(&self, base: i64, reward: f64) -> i64 {
        base + ((0.5 - reward) * (2 * self.range) as f64).round() as i64
    }
}

/// Rules, costs and rewards of a tree search over placements from one root.
#[derive(Clone, Copy)]
pub struct PlacementWorld<'a, J> {
    moves: &'a dyn MoveGenerator,
    judge: &'a J,
    scale: PlayoutScale,
    /// Cost of the root's board. A playout that ends with this cost has a reward of 1/2.
    base: i64,
}

impl TreePosition {
    /// Returns the root of a search.
    pub fn root(root: &SearchRoot) -> TreePosition {
        TreePosition {
            board: root.board,
            lines: root.lines,
            paid: 0,
            placed: 0,
            coming: UpcomingPieces::Known(root.current, root.next),
        }
    }

    #[inline(always)]
    fn with(&self, board: Board, rows: u32, paid: i64, coming: UpcomingPieces) -> TreePosition {
        TreePosition {
            board,
            lines: self.lines + rows,
            paid: self.paid + paid,
            placed: self.placed + 1,
            coming,
        }
    }
}

/// Returns the coming pieces after a piece was placed.
#[inline(always)]
fn after(piece: Piece, next: Option<Piece>) -> UpcomingPieces {
    match next {
        Some(next) => UpcomingPieces::Known(next, None),
        None => UpcomingPieces::Unknown(piece),
    }
}

impl<'a, J: Judge> PlacementWorld<'a, J> {
    /// Creates the world of a search that starts at `root`.
    pub fn new(
        root: &SearchRoot,
        moves: &'a dyn MoveGenerator,
        judge: &'a J,
        scale: PlayoutScale,
    ) -> PlacementWorld<'a, J> {
        PlacementWorld {
            moves,
            judge,
            scale,
            base: judge.board(&root.board, root.lines),
        }
    }

    /// Returns the cost of the root's board.
    pub const fn base(&self) -> i64 {
        self.base
    }

    /// Returns the reward for the total cost of a playout.
    #[inline(always)]
    fn reward(&self, cost: i64) -> f64 {
        let above = (self.base - cost) as f64 / (2 * self.scale.range) as f64;
        (0.5 + above).clamp(0.0, 1.0)
    }

    /// Returns by how much all rewards rise when the root advances. `paid` is the cost of play up to the new root, and
    /// `before` is the cost of the old root's board.
    pub fn raise(&self, before: i64, paid: i64) -> f64 {
        (self.base - before + paid) as f64 / (2 * self.scale.range) as f64
    }
}

impl<J: Judge> SearchWorld for PlacementWorld<'_, J> {
    type State = TreePosition;
    type Choice = Pose;

    #[inline(always)]
    fn candidates(&self, position: &TreePosition, found: &mut Vec<Candidate<TreePosition, Pose>>) {
        let UpcomingPieces::Known(piece, next) = position.coming else {
            return;
        };
        if self.judge.is_over(position.lines) {
            return;
        }
        let Some(locks) = self.moves.locks(&position.board, piece) else {
            return;
        };
        let coming = after(piece, next);
        for rotation in 0..piece.rotation_count() {
            let orientation = piece.orientation(rotation);
            for (x, y) in locks.rotation(rotation).iter() {
                let lock = Pose { orientation, x, y };
                let (board, rows) = position.board.lock(lock);
                let paid = self.judge.clear(rows, position.lines);
                let cost = paid + self.judge.board(&board, position.lines + rows);
                let state = position.with(board, rows, paid, coming);
                found.push(Candidate {
                    choice: lock,
                    state,
                    cost,
                });
            }
        }
    }

    fn after(&self, position: &TreePosition, lock: Pose) -> TreePosition {
        let (board, rows) = position.board.lock(lock);
        let paid = self.judge.clear(rows, position.lines);
        let next = match position.coming {
            UpcomingPieces::Known(_, next) => next,
            UpcomingPieces::Unknown(_) => None,
        };
        position.with(board, rows, paid, after(lock.piece(), next))
    }

    fn worse(&self, dearer: i64) -> f64 {
        dearer as f64 / (2 * self.scale.range) as f64
    }

    fn odds(&self, position: &TreePosition) -> Option<[u8; 7]> {
        match position.coming {
            UpcomingPieces::Known(..) => None,
            UpcomingPieces::Unknown(previous) => Some(ODDS[previous.index()]),
        }
    }

    fn outcome(&self, position: &TreePosition, outcome: usize) -> TreePosition {
        TreePosition {
            coming: UpcomingPieces::Known(Piece::ALL[outcome], None),
            ..*position
        }
    }

    #[inline(always)]
    fn playout(&self, position: &TreePosition, dice: &mut RandomStreams) -> (f64, PlayoutOutcome) {
        let mut outcome = PlayoutOutcome::default();
        let mut board = position.board;
        let mut lines = position.lines;
        let mut paid = position.paid;
        let mut coming = position.coming;
        let pieces = self.scale.horizon.saturating_sub(position.placed);
        while outcome.pieces < pieces && !self.judge.is_over(lines) {
            let (piece, next) = match coming {
                UpcomingPieces::Known(piece, next) => (piece, next),
                UpcomingPieces::Unknown(previous) => {
                    let drawn = dice.by_odds(&ODDS[previous.index()]);
                    (Piece::ALL[drawn], None)
                }
            };
            let Some(locks) = self.moves.locks(&board, piece) else {
                outcome.is_lost = true;
                break;
            };
            let (field, rows, rule) = self.judge.choose_lock(&board, lines, piece, &locks);
            board = field;
            paid += self.judge.clear(rows, lines);
            lines += rows;
            coming = after(piece, next);
            outcome.pieces += 1;
            outcome.rules[rule] += 1;
        }
        let rest = match outcome.is_lost {
            true => self.judge.loss(lines),
            false => self.judge.board(&board, lines),
        };
        (self.reward(paid + rest), outcome)
    }
}
