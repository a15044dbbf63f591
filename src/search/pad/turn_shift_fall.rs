//! Locks of hands that turn a piece, then shift it, and then only let it fall, see
//! [`ButtonOrder::TurnShiftFall`](super::ButtonOrder).

use crate::rules::motion::COLUMNS;
use crate::rules::{Buttons, Pose};

use super::PadPiece;
use super::cells::Cells;
use super::hand::Hand;
use super::walk::{FrameResult, SteeredPiece};

/// Returns the locks, each with the buttons of each frame that lead to it. These buttons turn the
/// piece as few times as possible.
pub(super) fn turn_shift_fall(
    cells: &Cells,
    piece: PadPiece,
    hand: Hand,
) -> Vec<(Pose, Vec<Buttons>)> {
    let mut locks: Vec<(Pose, Vec<Buttons>)> = Vec::new();
    let has_shifted = piece.thumbs.sideways.count > 0;
    let rotations = piece.pose.piece().rotation_count();
    let turns_max = if has_shifted { 0 } else { rotations - 1 };
    let mut add = |walk: &SteeredPiece| {
        let is_new = locks.iter().all(|(known, _)| *known != walk.pose);
        if is_new && walk.pose.fits(cells) {
            locks.push((walk.pose, walk.inputs.clone()));
        }
    };
    let mut start = SteeredPiece::new(cells, piece, hand);
    for _ in 0..piece.first_beat(hand) {
        if start.wait() == FrameResult::Rests {
            add(&start);
            return locks;
        }
    }
    for turns in 0..=turns_max {
        // Without turns, and for two orientations, B leads where A leads.
        let directions = if turns == 0 || rotations == 2 { 1 } else { 2 };
        for &turn in &[Buttons::A, Buttons::B][..directions] {
            for shift in [Buttons::LEFT, Buttons::RIGHT] {
                let taps = std::iter::repeat_n(turn, turns.into());
                let taps = taps.chain(std::iter::repeat_n(shift, COLUMNS as usize));
                let mut walk = start.clone();
                for (index, button) in taps.enumerate() {
                    if index >= turns.into() {
                        let mut falling = walk.clone();
                        falling.drop();
                        add(&falling);
                    }
                    let went = match walk.frame(button) {
                        FrameResult::On => walk.wait(),
                        other => other,
                    };
                    if went == FrameResult::Rests {
                        add(&walk);
                    }
                    if went != FrameResult::On {
                        break;
                    }
                }
            }
        }
    }
    locks
}
