//! Plans for a piece whose NEXT is not visible yet.
//!
//! The player moves at once and may change its mind on seeing NEXT. So it looks for a waiting pose with a good lock
//! within reach for every NEXT. It takes the best reachable lock for each of the seven pieces, weighed by the odds of
//! the cartridge's randomizer. A lock that is good with every NEXT needs no waiting: the mean over the pieces is its
//! value, and the piece goes there at once.
//!
//! [`costs`] computes all locks of the piece, each with its cost for each of the seven pieces. [`hovers`] finds
//! the poses in which it can wait, and the locks reachable from each. The plan with the lowest mean cost wins. If
//! other plans are nearly as good, the judge prices their few locks again, searching as far ahead as it can.

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

    /// Returns the margin within which costs may come out in another order under [`Foresee::deep_cost`]. `None` if
    /// there is no deeper judgement.
    fn margin(&self) -> Option<i64> {
        None
    }

    /// Returns the cost of a lock with this next piece, judged as far ahead as possible. Only called on judges with a
    /// [margin](Foresee::margin).
    fn deep_cost(&self, lock: Pose, next: Piece) -> i64;
}

/// Actions until NEXT is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Buttons of each frame.
    pub inputs: Vec<Buttons>,
    /// Lock of the piece after them, if it locks. Otherwise NEXT is seen now.
    pub lock: Option<Pose>,
    /// Piece after them.
    pub piece: PadPiece,
    /// 64 times the expected mean cost, by [`Foresee::costs`] alone.
    pub cost: i128,
}

impl Opening {}

/// Plans the actions of `piece` on `field` until these hands see NEXT. Returns `None` if it has no lock, or none that
/// the judge accepts.
///
/// Hands that sometimes miss tucks choose by the mean cost of a lock, misses included.
///
/// The mean over NEXT is 64 times the mean by the cartridge's odds. Among equal costs a lock without waiting wins,
/// the first by rotation, column, row. After that the pose to wait in with the least effort wins: a 32nd of the taps
/// before NEXT is seen plus the mean square of those after it, as in BetaTetris.
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
