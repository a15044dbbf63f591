//! Poses in which a piece can wait until NEXT is seen. For each rotation and column, this module finds the inputs with
//! the fewest taps, and the locks that can still be reached from there.
//!
//! Planned taps are always completed: a person who taps five times does not stop halfway because NEXT appears. So the
//! player decides when NEXT is seen or, if that is later, after the last tap.

use crate::rules::motion::{COLUMNS, Occupancy};
use crate::rules::{Buttons, Pose};
use crate::search::reach::ReachableLocks;

use super::cells::Cells;
use super::hand::Hand;
use super::pace::Pace;
use super::rule::TapRules;
use super::stage::DownStage;
use super::sweep::steady_locks;
use super::{PadPiece, SIDEWAYS, TURNS, exact_locks};

/// A piece that waits for NEXT in the air.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoveringPiece {
    /// Buttons of each frame until the player sees NEXT and decides.
    pub inputs: Vec<Buttons>,
    /// State of the piece after these inputs.
    pub piece: PadPiece,
    /// Number of frames in which one thumb or both tap.
    pub taps: u32,
    /// Locks that steady thumbs can still reach. At 30 Hz these are all reachable locks. For slower hands they are
    /// nearly all of them, and much faster to find.
    pub locks: ReachableLocks,
}

/// Returns the hovers of `piece` on `field` if NEXT is seen `sight` frames from now, ordered by rotation and column.
/// Poses in which the piece would come to rest earlier are left out.
///
/// Both thumbs tap as early as the hand allows, together if possible. Otherwise one thumb waits for the other.
pub fn hovers(
    field: &impl Occupancy,
    piece: PadPiece,
    hand: Hand,
    sight: u8,
) -> Vec<HoveringPiece> {
    let cells = Cells::from_field(field);
    let flight = HoverFlight {
        cells: &cells,
        start: piece,
        rules: TapRules::exact(hand, piece.region),
        idle_frames: usize::from(hand.reaction_frames()),
        frames: usize::from(sight),
    };
    let kind = piece.pose.piece();
    let mut found = Vec::new();
    for rotation in 0..kind.rotation_count() {
        for x in 0..COLUMNS {
            let to = Pose {
                orientation: kind.orientation(rotation),
                x,
                ..piece.pose
            };
            // Hands that press one button at a time do not move a piece before they see NEXT.
            if hand.button_order().is_some() && to != piece.pose {
                continue;
            }
            let Some((inputs, piece)) = flight.to(to) else {
                continue;
            };
            let Some(locks) = locks(&cells, piece, hand.awake()) else {
                continue;
            };
            // A direction that stays held is not a tap.
            let before = [flight.start.held]
                .into_iter()
                .chain(inputs.iter().copied());
            let presses = before
                .zip(&inputs)
                .filter(|(before, held)| held.without(*before).has(SIDEWAYS.with(TURNS)));
            found.push(HoveringPiece {
                taps: presses.count() as u32,
                inputs,
                piece,
                locks,
            });
        }
    }
    found
}

/// Returns the locks that a piece in the air can reach.
fn locks(cells: &Cells, piece: PadPiece, hand: Hand) -> Option<ReachableLocks> {
    let (shift, turn) = piece.thumb_states(TapRules::steady(hand, piece.region));
    let most = |rhythm| Pace::new(rhythm, piece.region).debts() as i32;
    let is_owing = shift.debt >= most(hand.sideways()) || turn.debt >= most(hand.turns());
    if !hand.taps_freely() || DownStage::begin(piece.control).is_held() || is_owing {
        // Autoshift, one button at a time, a held Down, and debts that steady thumbs cannot have need the exact search.
        return exact_locks(cells, piece, hand);
    }
    steady_locks(cells, piece, hand)
}

/// Thumb that taps first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FirstThumb {
    Neither,
    Turns,
    Shifts,
}

/// A piece to move to its hovers, and the minimum number of frames until the decision.
struct HoverFlight<'a> {
    cells: &'a Cells,
    start: PadPiece,
    rules: TapRules,
    idle_frames: usize,
    frames: usize,
}

impl HoverFlight<'_> {
    /// Returns the buttons that lead to the rotation and column of `to`, and the piece at the moment of the decision.
    fn to(&self, to: Pose) -> Option<(Vec<Buttons>, PadPiece)> {
        let from = self.start.pose;
        let count = to.piece().rotation_count();
        let clockwise = (to.orientation.rotation() + count - from.orientation.rotation()) % count;
        // Turn in the shorter direction, or try both if they are equally long.
        let turns: &[i8] = match (clockwise, count) {
            (0, _) => &[0],
            (1, 2) => &[1, -1],
            (1, _) => &[1],
            (2, _) => &[2, -2],
            _ => &[-1],
        };
        let shifts = to.x - from.x;
        turns.iter().find_map(|&turns| {
            let orders = [FirstThumb::Neither, FirstThumb::Turns, FirstThumb::Shifts];
            let is_both = turns != 0 && shifts != 0;
            orders[..if is_both { 3 } else { 1 }]
                .iter()
                .find_map(|&first| self.fly(shifts, turns, first))
        })
    }

    /// Shifts right `shifts` times and turns clockwise `turns` times, or the opposite way for negative numbers, and
    /// then waits. Returns `None` if a tap moves nothing or the piece comes to rest.
    fn fly(
        &self,
        mut shifts: i8,
        mut turns: i8,
        first: FirstThumb,
    ) -> Option<(Vec<Buttons>, PadPiece)> {
        let mut piece = self.start;
        let mut inputs = Vec::with_capacity(self.frames.max(16));
        // True while the thumb still holds, for autoshift, the direction that it held before the spawn.
        let mut grips = self.rules.shift.autoshifts() && piece.held.has(SIDEWAYS);
        while shifts != 0 || turns != 0 || inputs.len() < self.frames {
            let mut held = Buttons::NONE;
            let mut holds = false;
            let is_due = piece.control.das + 1 >= piece.region.autoshift_delay_frames();
            if DownStage::begin(piece.control).must_go_on() {
                held = Buttons::DOWN;
            } else if inputs.len() >= self.idle_frames {
                let (shift, turn) = piece.thumb_states(self.rules);
                let direction = match shifts {
                    1.. => Buttons::RIGHT,
                    0 => piece.held.only(SIDEWAYS),
                    _ => Buttons::LEFT,
                };
                let (late_shifts, late_turns) = (
                    first == FirstThumb::Turns && turns != 0,
                    first == FirstThumb::Shifts && shifts != 0,
                );
                // The thumb holds the direction as long as this shifts the piece or charges the counter.
                holds = grips
                    && piece.held.only(SIDEWAYS) == direction
                    && if shifts == 0 { !is_due } else { !late_shifts };
                if holds {
                    held = direction;
                } else if shifts != 0 && !late_shifts && self.rules.shift.may_tap(shift) {
                    held = direction;
                    shifts -= shifts.signum();
                }
                if turns != 0 && !late_turns && self.rules.turn.may_tap(turn) {
                    held = held.with(if turns > 0 { Buttons::A } else { Buttons::B });
                    turns -= turns.signum();
                }
            }
            let done = piece.frame(self.cells, held);
            let shifts_now = held.has(SIDEWAYS) && (!holds || is_due);
            let is_vain = shifts_now && !done.shifted || held.has(TURNS) && !done.rotated;
            if is_vain || done.rests {
                return None;
            }
            if holds && done.shifted {
                shifts -= shifts.signum();
            }
            grips = holds;
            inputs.push(held);
        }
        Some((inputs, piece))
    }
}
