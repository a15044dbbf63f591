//! Finds puzzles: positions whose best two locks are clear for fast and for slow hands.

use crate::players::{Input, Label, Player, Position, TreeMemory};
use crate::rules::{Board, Pose};
use crate::search::Tuck;

use super::{Puzzle, Theme};
use crate::session::controls::MovesByLevel;
use crate::session::review::calibration;

/// Minimum loss of the second-best lock in a puzzle, in lines.
pub const SECOND_LOSES: f64 = 0.5;
/// Maximum cost of the game after a puzzle's position, in lines. At higher costs the game is nearly lost anyway.
const COST_MAX: f64 = 25.0;

/// Finder of puzzles. A strong player is the judge; a weak player grades the difficulty.
#[derive(Clone, Debug)]
pub struct PuzzleMiner {
    judge: Player,
    weak: Player,
}

impl Default for PuzzleMiner {
    /// The judge is `scorer`. A puzzle counts as harder if `plateau` misses its best lock.
    fn default() -> PuzzleMiner {
        let named = |name| Player::named(name).expect("the player is built in");
        PuzzleMiner {
            judge: named("scorer"),
            weak: named("plateau"),
        }
    }
}

impl PuzzleMiner {
    /// Returns the position as a puzzle, if the best locks of the piece and of NEXT are clear for all these hands. All
    /// must have the same best lock. For each of them, the second-best lock must lose at least [`SECOND_LOSES`] lines.
    /// NEXT is placed after the piece, with the third piece unknown.
    pub fn puzzle(&self, position: &Position, hands: &[MovesByLevel]) -> Option<Puzzle> {
        position.next?;
        let (best, second_loses) = self.clear_best(position, hands)?;
        self.clear_best(&position.after(best, None)?, hands)?;
        let input = Input::Pad(hands[0].at(position.level));
        Some(Puzzle {
            stars: self.stars(position, best, second_loses, &input),
            position: position.clone(),
            best,
            second_loses,
            theme: Theme::classify(position, best),
        })
    }

    /// Returns the lock that is clearly the best for all these hands, and the loss of the second-best lock.
    fn clear_best(&self, position: &Position, hands: &[MovesByLevel]) -> Option<(Pose, f64)> {
        let mut found: Option<(Pose, f64)> = None;
        for hand in hands {
            let (best, second) = self.best(position, &Input::Pad(hand.at(position.level)))?;
            match found {
                Some((known, _)) if !same(&position.board, known, best) => return None,
                Some((known, least)) => found = Some((known, least.min(second))),
                None => found = Some((best, second)),
            }
        }
        found
    }

    /// Returns any position as a puzzle, even if its best lock is not clear. `None` if no lock is reachable.
    pub fn any(&self, position: &Position, input: &Input) -> Option<Puzzle> {
        let memory = &mut TreeMemory::default();
        let line = self.judge.decide(memory, position, input)?;
        let rating = calibration::rate(&self.judge, position, line.locks[0], input)?;
        let best = rating.best().lock;
        let second_loses = rating.second_loses().unwrap_or(0.0);
        Some(Puzzle {
            stars: self.stars(position, best, second_loses, input),
            position: position.clone(),
            best,
            second_loses,
            theme: Theme::classify(position, best),
        })
    }

    /// Returns the best lock and the loss of the second-best one. `None` if the best lock is not clear.
    fn best(&self, position: &Position, input: &Input) -> Option<(Pose, f64)> {
        let line = self
            .judge
            .decide(&mut TreeMemory::default(), position, input)?;
        let rating = calibration::rate(&self.judge, position, line.locks[0], input)?;
        let best = rating.best();
        let is_hopeful = rating.label() == Label::Best && best.cost <= COST_MAX;
        let second = rating.second_loses()?;
        let is_clear = is_hopeful && second >= SECOND_LOSES;
        is_clear.then_some((best.lock, second))
    }

    /// Returns the difficulty of a puzzle. A puzzle is hard if its locks differ little, if its best lock is under an
    /// overhang, or if a weak player misses it.
    fn stars(&self, position: &Position, best: Pose, second: f64, input: &Input) -> u8 {
        let weak = self
            .weak
            .decide(&mut TreeMemory::default(), position, input);
        let is_missed = weak.is_none_or(|weak| !same(&position.board, weak.locks[0], best));
        let hard = [
            second < 2.5,
            second < 1.0,
            is_missed,
            Tuck::is_needed(&position.board, best),
        ];
        1 + hard.into_iter().filter(|&is_hard| is_hard).count() as u8
    }
}

/// Returns whether two locks lead to the same board.
fn same(board: &Board, one: Pose, other: Pose) -> bool {
    board.lock(one) == board.lock(other)
}
