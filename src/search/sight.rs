//! Plans for a piece whose NEXT is not visible yet.
//!
//! The player starts to move the piece at once, and decides anew when it sees NEXT. So it looks for a waiting pose from
//! which a good lock is reachable for every NEXT. The cost of such a pose is a mean over the seven NEXT pieces,
//! weighted by the odds of the cartridge's randomizer: for each NEXT, the cost of the best lock reachable from the
//! pose. If one lock is good with every NEXT, the piece goes there without waiting. The cost of that lock is its own
//! mean over NEXT.
//!
//! [`costs`] computes the cost of every lock of the piece for each of the seven NEXT pieces. [`hovers`] finds the poses
//! in which the piece can wait, and the locks reachable from each. The plan with the lowest mean cost wins. If other
//! plans are nearly as good, the judge evaluates their few best locks again and looks as far ahead as it can.

mod costs;
mod plans;
mod slips;

use crate::rules::motion::Occupancy;
use crate::rules::{Buttons, Piece, Pose};

use super::pad::{Hand, PadPiece, hovers, pad_locks, pad_path};
use plans::{Plans, SightPlan};
use slips::TuckMissJudge;

pub(super) use costs::for_each_next;
pub use costs::{NextCosts, chain_costs, single_costs};

/// Judge that prices the locks of a piece for each possible next piece.
pub trait UnseenNextJudge {
    /// Returns the cost of each of these locks for each possible next piece. Lower is better. `None` means that the
    /// judge refuses the lock.
    fn costs(&self, locks: &[Pose]) -> Vec<Option<NextCosts>>;

    /// Returns the largest difference in cost at which [`UnseenNextJudge::deep_cost`] may still change the order of locks.
    /// `None` if there is no deeper judgement.
    fn margin(&self) -> Option<i64> {
        None
    }

    /// Returns the cost of `lock` if `next` follows, judged as far ahead as possible. Only called on judges with a
    /// [margin](UnseenNextJudge::margin).
    fn deep_cost(&self, lock: Pose, next: Piece) -> i64;
}

/// Inputs until the piece locks or NEXT is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputsBeforeNext {
    /// Buttons of each frame.
    pub inputs: Vec<Buttons>,
    /// Lock of the piece after the inputs. `None` if NEXT is seen first.
    pub lock: Option<Pose>,
    /// State of the piece after the inputs.
    pub piece: PadPiece,
    /// 64 times the cost of the best plan: the mean over all NEXT pieces, by [`UnseenNextJudge::costs`] alone.
    pub cost: i128,
}

/// Plans the inputs for `piece` on `field` until the player sees NEXT. Returns `None` if the piece has no lock, or no
/// lock that the judge accepts.
///
/// For hands that sometimes miss tucks, the cost of a tuck includes the cost of a miss.
///
/// The mean over NEXT is weighted by the cartridge's odds and multiplied by 64. Among equal costs, going to a lock at
/// once beats waiting, and the first lock by rotation, column, row wins. Among waiting poses of equal cost, the one
/// with the least effort wins. As in BetaTetris, the effort is 1/32 of the number of taps before NEXT is seen, plus the
/// mean square of the number of taps after that.
pub fn open_unseen(
    field: &impl Occupancy,
    piece: PadPiece,
    hand: Hand,
    judge: &impl UnseenNextJudge,
) -> Option<InputsBeforeNext> {
    let locks: Vec<Pose> = pad_locks(field, piece, hand)?.iter().collect();
    let hovers = match hand.sight().frames() {
        Some(frames) => hovers(field, piece, hand, frames),
        None => Vec::new(),
    };
    let (plan, cost) = match hand.tuck_misdrops() {
        true => {
            let judge = TuckMissJudge::new(judge, field, piece, hand, &locks);
            Plans::new(&judge, &locks, &hovers)?.best()
        }
        false => Plans::new(judge, &locks, &hovers)?.best(),
    };
    match plan {
        SightPlan::Wait(index) => {
            let hover = &hovers[index];
            Some(InputsBeforeNext {
                inputs: hover.inputs.clone(),
                lock: None,
                piece: hover.piece,
                cost,
            })
        }
        SightPlan::Lock(lock) => {
            let mut inputs = pad_path(field, piece, hand, lock)?;
            let sees = hand.sight().frames().map(usize::from);
            let sees = sees.filter(|&frames| frames < inputs.len());
            if let Some(frames) = sees {
                inputs.truncate(frames);
            }
            Some(InputsBeforeNext {
                lock: sees.is_none().then_some(lock),
                piece: piece.after(field, &inputs),
                inputs,
                cost,
            })
        }
    }
}
