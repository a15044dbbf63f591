//! Buttons that bring a piece to a lock. They are pressed as a person would press them.
//!
//! The search tries simple plans first: shift and turn as soon as the hand allows, both thumbs at once, then hold Down
//! to the end. Variants turn first, or shift first, or make the last taps in the row of the lock, for slides and spins.
//! If no plan leads to the lock, [`PoseLayers`] searches all frames for a path on which the piece falls by itself. The taps
//! of that path are then tried again with Down in between. As a last resort, thumbs save up taps.

use crate::rules::motion::Occupancy;
use crate::rules::{Buttons, Orientation, Pose};

use super::cells::Cells;
use super::hand::Hand;
use super::layers::PoseLayers;
use super::pace::Pace;
use super::rhythm::ButtonOrder;
use super::rule::TapRules;
use super::turn_shift_fall::turn_shift_fall;
use super::walk::{FrameResult, SteeredPiece};
use super::{PadPiece, SIDEWAYS, TURNS};

/// Returns the buttons of each frame that bring `piece` to rest at `lock`, or `None` if `lock` is not reachable.
///
/// The piece rests in the last frame. Thumbs are steady if possible. Shifts and turns come early, and Down is held to
/// the end if that saves time.
pub fn pad_path(
    field: &impl Occupancy,
    piece: PadPiece,
    hand: Hand,
    lock: Pose,
) -> Option<Vec<Buttons>> {
    if lock.piece() != piece.pose.piece() {
        return None;
    }
    let cells = Cells::from_field(field);
    if !lock.fits(&cells) || !lock.rests(&cells) {
        return None;
    }
    if hand.button_order() == Some(ButtonOrder::TurnShiftFall) {
        let mut locks = turn_shift_fall(&cells, piece, hand).into_iter();
        return locks
            .find(|(pose, _)| *pose == lock)
            .map(|(_, inputs)| inputs);
    }
    if let Some(inputs) = simple(&cells, piece, hand, lock) {
        return Some(inputs);
    }
    let rules = [
        TapRules::steady(hand, piece.region),
        TapRules::exact(hand, piece.region),
    ];
    let count = if rules[1].save() { 2 } else { 1 };
    rules[..count].iter().find_map(|&rules| {
        let layers = PoseLayers::new(&cells, piece, rules, hand);
        path_through(&cells, piece, hand, &layers, lock)
            .filter(|inputs| count == 1 || rules.save() || is_short(inputs))
    })
}

/// Returns inputs that lead to a lock of these layers: a simple plan if possible, otherwise a path through the layers.
pub(super) fn path_to(
    cells: &Cells,
    piece: PadPiece,
    hand: Hand,
    layers: &PoseLayers,
    lock: Pose,
) -> Option<Vec<Buttons>> {
    simple(cells, piece, hand, lock).or_else(|| path_through(cells, piece, hand, layers, lock))
}

/// Returns the path through the layers, with Down added to save time if the piece still reaches the lock.
fn path_through(
    cells: &Cells,
    piece: PadPiece,
    hand: Hand,
    layers: &PoseLayers,
    lock: Pose,
) -> Option<Vec<Buttons>> {
    let slow = layers.inputs(lock)?;
    let walk = SteeredPiece::new(cells, piece, hand);
    // A direction that stays held for autoshift is not a tap. One button at a time leaves no room for Down.
    let quick = hand.taps_freely().then(|| {
        let taps = taps(&walk, &slow);
        tapped(walk.clone(), &taps, lock)
    });
    quick.flatten().or_else(|| {
        // Press the taps in the frames of the path, but hold Down after the last tap.
        let mut walk = walk;
        let last = slow.iter().rposition(|held| !held.is_empty());
        for &held in &slow[..last.map_or(0, |last| last + 1)] {
            if walk.frame(held) == FrameResult::Rests {
                return Some(slow);
            }
        }
        walk.drop();
        Some(walk.inputs)
    })
}

/// Returns whether both thumbs tap so few times that a steady pace certainly follows the exact rule.
fn is_short(inputs: &[Buttons]) -> bool {
    [SIDEWAYS, TURNS].into_iter().all(|thumb| {
        let taps = inputs.iter().filter(|held| held.has(thumb)).count();
        taps < Pace::TAPS as usize
    })
}

/// Returns the taps in `inputs`, each with the row of the piece at that moment.
fn taps(walk: &SteeredPiece, inputs: &[Buttons]) -> Vec<(i8, Buttons)> {
    let mut walk = walk.clone();
    let mut taps = Vec::new();
    for &held in inputs {
        let tapped = held.without(Buttons::DOWN);
        if !tapped.is_empty() {
            taps.push((walk.pose.y, tapped));
        }
        walk.frame(held);
    }
    taps
}

/// Makes each tap in its row, as soon as possible there. Holds Down on the way to the next row.
fn tapped(mut walk: SteeredPiece, taps: &[(i8, Buttons)], lock: Pose) -> Option<Vec<Buttons>> {
    for &(y, held) in taps {
        loop {
            let is_ready =
                (!held.has(SIDEWAYS) || walk.may_shift()) && (!held.has(TURNS) || walk.may_turn());
            let went = if walk.pose.y > y {
                return None;
            } else if walk.pose.y < y {
                walk.push()
            } else if walk.is_free() && is_ready {
                if walk.frame(held) != FrameResult::On {
                    return None;
                }
                break;
            } else {
                walk.wait()
            };
            if went != FrameResult::On {
                return None;
            }
        }
    }
    walk.drop();
    (walk.pose == lock).then_some(walk.inputs)
}

/// A simple plan: taps on the way down, then taps in one late row, then a drop.
#[derive(Clone, Copy)]
struct TapPlan {
    /// Number of shifts on the way down: positive is right. `late_shifts` counts the shifts in the late row.
    shifts: i8,
    late_shifts: i8,
    /// Number of turns on the way down: positive is clockwise. `late_turns` counts the turns in the late row.
    turns: i8,
    late_turns: i8,
    /// Row of the late shifts and turns.
    late_row: i8,
    /// Order in which the thumbs press.
    order: Order,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Together,
    TurnFirst,
    ShiftFirst,
}

/// Returns the inputs of the first simple plan that leads to `lock`.
fn simple(cells: &Cells, piece: PadPiece, hand: Hand, lock: Pose) -> Option<Vec<Buttons>> {
    if hand.button_order().is_some() {
        return None;
    }
    let walk = &SteeredPiece::new(cells, piece, hand);
    let start = walk.pose;
    for late_shifts in [0, -1, 1, -2, 2] {
        for late_turns in [0, 1, -1] {
            for late_row in [lock.y, lock.y - 1] {
                let is_plain = late_shifts == 0 && late_turns == 0;
                if is_plain && late_row != lock.y || late_row < start.y {
                    continue;
                }
                let early = Pose {
                    orientation: turned(lock, -late_turns),
                    x: lock.x - late_shifts,
                    y: late_row,
                };
                let is_same = late_turns != 0 && early.orientation == lock.orientation;
                if is_same || !early.fits(cells) {
                    continue;
                }
                let plan = TapPlan {
                    shifts: early.x - start.x,
                    late_shifts,
                    turns: shortest_turns(start, early),
                    late_turns,
                    late_row,
                    order: Order::Together,
                };
                let orders = [Order::Together, Order::TurnFirst, Order::ShiftFirst];
                let is_both = plan.shifts != 0 && plan.turns != 0;
                let found = orders[..if is_both { 3 } else { 1 }]
                    .iter()
                    .find_map(|&order| plan_to(walk, TapPlan { order, ..plan }, lock));
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}

/// Returns the orientation after `turns` more turns.
fn turned(pose: Pose, turns: i8) -> Orientation {
    let count = pose.piece().rotation_count() as i8;
    let rotation = (pose.orientation.rotation() as i8 + turns).rem_euclid(count);
    pose.piece().orientation(rotation as u8)
}

/// Returns the number of turns from one orientation to the other in the shorter direction.
fn shortest_turns(from: Pose, to: Pose) -> i8 {
    let count = from.piece().rotation_count();
    let turns = (to.orientation.rotation() + count - from.orientation.rotation()) % count;
    if turns == 3 { -1 } else { turns as i8 }
}

/// Plays a plan and returns the buttons if it leads to `lock`.
fn plan_to(start: &SteeredPiece, plan: TapPlan, lock: Pose) -> Option<Vec<Buttons>> {
    let mut walk = start.clone();
    let (mut shifts, mut turns) = (plan.shifts, plan.turns);
    let mut is_late = plan.late_shifts == 0 && plan.late_turns == 0;
    loop {
        if shifts == 0 && turns == 0 && !is_late && walk.pose.y >= plan.late_row && walk.is_free() {
            (shifts, turns) = (plan.late_shifts, plan.late_turns);
            is_late = true;
        }
        let went = if !walk.is_free() {
            walk.wait()
        } else if shifts == 0 && turns == 0 {
            walk.push()
        } else {
            let direction = match shifts {
                1.. => Buttons::RIGHT,
                _ => Buttons::LEFT,
            };
            let mut held = Buttons::NONE;
            let mut holds = false;
            if shifts == 0 {
                held = walk.charging();
            } else if turns == 0 || plan.order != Order::TurnFirst {
                holds = walk.holds(direction);
                if holds || walk.may_shift() {
                    held = direction;
                }
            }
            let shift = if held.is_empty() { 0 } else { shifts.signum() };
            if turns != 0 && walk.may_turn() && (shifts == 0 || plan.order != Order::ShiftFirst) {
                held = held | if turns > 0 { Buttons::A } else { Buttons::B };
                turns -= turns.signum();
            }
            let went = walk.frame(held);
            if !holds || walk.has_shifted {
                shifts -= shift;
            }
            went
        };
        match went {
            FrameResult::On => {}
            FrameResult::Rests if walk.pose == lock && is_late && shifts == 0 && turns == 0 => {
                return Some(walk.inputs);
            }
            FrameResult::Wrong | FrameResult::Rests => return None,
        }
    }
}
