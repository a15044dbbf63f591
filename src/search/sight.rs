//! How a piece is begun whose NEXT is not seen yet.
//!
//! In plain words: the player moves at once, and may change its mind when it sees NEXT. So it looks
//! for a place to wait from which, whatever NEXT shows, a good lock can still be reached: for each
//! of the seven pieces the best lock that can, weighed by how often the cartridge's randomizer
//! chooses that piece. A lock that is good with every NEXT needs no waiting: the mean over the
//! pieces says how good, and the piece goes there at once.
//!
//! 1. All locks of the piece, each with its cost for each of the seven pieces: [`costs`].
//! 2. Where it can wait, and what can be reached from there: [`hovers`].
//! 3. The least mean cost. Where some plans are nearly as good the judge is asked again for the few
//!    locks that they lead to, as far ahead as it can look.

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

/// Judges the locks of a piece for each piece that may come after it.
pub trait Foresee {
    /// What each of these locks costs for each piece that may come next; lower is better. None for
    /// a lock that is refused.
    fn costs(&self, locks: &[Pose]) -> Vec<Option<NextCosts>>;

    /// Costs that are so close together may come out in another order when they are judged by
    /// [`Foresee::deep_cost`]; none if there is no such thing.
    fn margin(&self) -> Option<i64> {
        None
    }

    /// What a lock costs with this piece after it, judged as far ahead as can be; asked only of those
    /// who have a [margin](Foresee::margin).
    fn deep_cost(&self, lock: Pose, next: Piece) -> i64;
}

/// What is done until NEXT is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The buttons of each frame.
    pub inputs: Vec<Buttons>,
    /// Where the piece rests after them, if it does; if not NEXT is seen now.
    pub lock: Option<Pose>,
    /// The piece after them.
    pub piece: PadPiece,
    /// 64 times the mean cost to be expected, by [`Foresee::costs`] alone.
    pub cost: i128,
}

impl Opening {}

/// What `piece` does on `field` until these hands see NEXT, or none if it can lock nowhere, or
/// nowhere that is not refused.
///
/// Hands that miss tucks now and then choose by what a lock costs on average, misses included.
///
/// The mean over NEXT is 64 times that by the cartridge's odds. Among equal costs a lock without
/// waiting wins, the first by rotation, column, row; then the place to wait with the least of a 32nd of
/// the taps before NEXT is seen and the mean square of those after it, as BetaTetris has it.
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
