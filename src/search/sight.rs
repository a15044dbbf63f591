//! Plans for a piece whose NEXT is not visible yet.
//!
//! The player moves at once and may change its plan when it sees NEXT. So it looks for a waiting pose from which a good
//! lock is reachable for every NEXT. The cost of such a pose is the mean over the seven NEXT pieces, each with its best
//! reachable lock, weighted by the odds of the cartridge's randomizer. A lock that is good with every NEXT needs no
//! waiting: its cost is the mean over NEXT, and the piece goes there at once.
//!
//! [`costs`] computes the cost of every lock of the piece for each of the seven NEXT pieces. [`hovers`] finds the poses
//! in which the piece can wait, and the locks reachable from each. The plan with the lowest mean cost wins. If other
//! plans are nearly as good, the judge prices their few locks again, searching as far ahead as it can.

mod costs;
mod plans;
mod slips;

use crate::rules::motion::Occupancy;
use crate::rules::{Buttons, Piece, Pose};

use super::pad::{Hand, PadPiece, hovers, pad_locks, pad_path};
use plans::{Plan, Plans};
use slips::Slipping;

pub(super) use costs::for_each_next;
pub use costs::{NextCosts, chain_costs, single_costs};

/// Judge of the locks of a piece for each piece that may come next.
pub trait Foresee {
    /// Returns the cost of each of these locks for each possible next piece. Lower is better. `None` refuses a lock.
    fn costs(&self, locks: &[Pose]) -> Vec<Option<NextCosts>>;

    /// Returns the margin of cost within which [`Foresee::deep_cost`] may change the order of locks. `None` if there is
    /// no deeper judgement.
    fn margin(&self) -> Option<i64> {
        None
    }

    /// Returns the cost of a lock with this next piece, judged as far ahead as possible. Only called on judges with a
    /// [margin](Foresee::margin).
    fn deep_cost(&self, lock: Pose, next: Piece) -> i64;
}

/// Inputs until the piece locks or NEXT is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Buttons of each frame.
    pub inputs: Vec<Buttons>,
    /// Lock of the piece after the inputs. `None` if NEXT is seen first.
    pub lock: Option<Pose>,
    /// Piece after the inputs.
    pub piece: PadPiece,
    /// 64 times the expected mean cost, by [`Foresee::costs`] alone.
    pub cost: i128,
}

impl Opening {}

/// Plans the inputs for `piece` on `field` until these hands see NEXT. Returns `None` if the piece has no lock, or no
/// lock that the judge accepts.
///
/// Hands that sometimes miss tucks choose by the mean cost of a lock, misses included.
///
/// The mean over NEXT is weighted by the cartridge's odds and multiplied by 64. Among equal costs a lock without
/// waiting wins, the first by rotation, column, row. After that the waiting pose with the least effort wins: a 32nd of
/// the taps before NEXT is seen plus the mean square of those after it, as in BetaTetris.
pub fn open_unseen(
    field: &impl Occupancy,
    piece: PadPiece,
    hand: Hand,
    judge: &impl Foresee,
) -> Option<Opening> {
    let locks: Vec<Pose> = pad_locks(field, piece, hand)?.iter().collect();
    let hovers = match hand.sight().frames() {
        Some(frames) => hovers(field, piece, hand, frames),
        None => Vec::new(),
    };
    let (plan, cost) = match hand.tuck_misdrops() {
        true => {
            let judge = Slipping::new(judge, field, piece, hand, &locks);
            Plans::new(&judge, &locks, &hovers)?.best()
        }
        false => Plans::new(judge, &locks, &hovers)?.best(),
    };
    match plan {
        Plan::Wait(index) => {
            let hover = &hovers[index];
            Some(Opening {
                inputs: hover.inputs.clone(),
                lock: None,
                piece: hover.piece,
                cost,
            })
        }
        Plan::Lock(lock) => {
            let mut inputs = pad_path(field, piece, hand, lock)?;
            let sees = hand.sight().frames().map(usize::from);
            let sees = sees.filter(|&frames| frames < inputs.len());
            if let Some(frames) = sees {
                inputs.truncate(frames);
            }
            Some(Opening {
                lock: sees.is_none().then_some(lock),
                piece: piece.after(field, &inputs),
                inputs,
                cost,
            })
        }
    }
}
