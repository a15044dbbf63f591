//! Hint: the best lock that the falling piece can reach.

use std::sync::Arc;

use crate::engine::{PadGame, PersistentMemory};
use crate::players::{Input, Position, Strategy, TreeMemory};
use crate::rules::{PlayfieldMemory, Pose};
use crate::search::{InMotionMoves, PadMoves, PadPiece, ReachableLocks, Thumbs, pad_locks};

use super::controls::MovesByLevel;
use super::job::piece_of_pad;

/// Best lock of a piece, and of NEXT after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Lock of the piece.
    pub lock: Pose,
    /// Best lock of NEXT after `lock`, if there is one.
    pub then: Option<Pose>,
}

/// Task of finding a hint for the piece in motion.
#[derive(Clone, Debug)]
pub struct HintTask {
    /// Position in which the piece spawned.
    pub position: Position,
    /// Playfield, including hidden rows.
    pub page: PlayfieldMemory,
    /// Current state of the piece.
    pub piece: PadPiece,
    /// Move generators of the player's hands.
    pub moves: Arc<MovesByLevel>,
    /// Previous hint for this piece, if any.
    pub last: Option<Hint>,
}

impl HintTask {
    /// Returns the task for the piece of `position`, in its current state in `game`. If the player has hidden NEXT, it
    /// counts as unknown.
    pub fn new(
        game: &PadGame,
        carry: &PersistentMemory,
        position: &Position,
        moves: &Arc<MovesByLevel>,
        last: Option<Hint>,
    ) -> HintTask {
        HintTask {
            position: Position {
                next: position.next.filter(|_| !carry.next_hidden),
                ..position.clone()
            },
            page: game.field().into_owned(),
            piece: piece_of_pad(game, carry, Thumbs::default()),
            moves: Arc::clone(moves),
            last,
        }
    }

    /// Returns the previous hint while the piece can still reach it, otherwise the best lock that is still reachable.
    /// `None` if no lock is reachable.
    ///
    /// A piece that has not moved yet is judged as in a [review](super::review). For a piece in motion, the hands no
    /// longer need time to react and may tap immediately.
    pub fn solve(&self, judge: &Strategy, memory: &mut TreeMemory) -> Option<Hint> {
        let level = self.position.level;
        let left = self.locks_left();
        let is_left = |hint: &Hint| left.as_ref().is_some_and(|left| has(left, hint.lock));
        if let Some(last) = self.last.filter(is_left) {
            return Some(last);
        }
        if self.last.is_none() {
            let fresh = self.decide(judge, memory, &Input::Pad(self.moves.at(level)));
            if let Some(fresh) = fresh.filter(is_left) {
                return Some(fresh);
            }
        }
        let others = PadMoves::clone(&self.moves.at(level));
        let under_way = InMotionMoves::new(self.position.board, left, others);
        self.decide(judge, memory, &Input::InMotion(Box::new(under_way)))
    }

    /// Returns the locks that the piece can still reach.
    fn locks_left(&self) -> Option<ReachableLocks> {
        pad_locks(&self.page, self.piece, self.moves.hand().awake())
    }

    fn decide(&self, judge: &Strategy, memory: &mut TreeMemory, input: &Input) -> Option<Hint> {
        let line = judge.decide(memory, &self.position, input)?;
        Some(Hint {
            lock: *line.locks.first()?,
            then: line.locks.get(1).copied(),
        })
    }
}

fn has(reach: &ReachableLocks, lock: Pose) -> bool {
    reach.iter().any(|other| other == lock)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::HighScores;
    use crate::players::{NamedHand, Player};
    use crate::rules::{Buttons, Region};
    use crate::session::hurried::START;
    use crate::session::{Person, Rater, position_of_pad};

    #[test]
    fn a_hint_knows_nothing_of_a_hidden_next() {
        let mut person = Person::direct(START, HighScores::default()).unwrap();
        person.step(Buttons::NONE);
        let game = person.console().game().unwrap();
        let (position, mut carry) = (position_of_pad(game), *person.console().carry());
        let hand = NamedHand::named(Rater::HAND).unwrap().hand();
        let moves = Arc::new(Rater::moves_of(hand, Region::Ntsc));
        let judge = Strategy::alone(Arc::new(Player::named(Rater::JUDGE).unwrap()));
        for is_hidden in [false, true] {
            carry.next_hidden = is_hidden;
            let task = HintTask::new(game, &carry, &position, &moves, None);
            assert_eq!(task.position.next.is_none(), is_hidden);
            let hint = task.solve(&judge, &mut TreeMemory::default()).unwrap();
            assert_eq!(hint.then.is_none(), is_hidden);
        }
    }
}
