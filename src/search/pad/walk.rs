//! Frame-by-frame play of a piece, with steady thumbs and no useless tap.

use crate::rules::{Buttons, Control, Pad, Pose};

use super::autoshift::ThumbGrip;
use super::cells::Cells;
use super::hand::Hand;
use super::rule::{TapRules, Thumb};
use super::stage::DownStage;
use super::{PadPiece, SIDEWAYS, TURNS};

/// A piece, the hands that move it, and their buttons so far.
#[derive(Clone)]
pub(super) struct SteeredPiece<'a> {
    cells: &'a Cells,
    piece: PadPiece,
    control: Control,
    pad: Pad,
    pub(super) pose: Pose,
    stage: DownStage,
    rules: TapRules,
    shift: Thumb,
    turn: Thumb,
    idle_frames: u16,
    /// Charge that the autoshift counter should reach; 0 for hands without autoshift.
    charge: u8,
    /// True if the last frame moved the piece left or right.
    pub(super) has_shifted: bool,
    /// True if Down is faster than gravity.
    pub(super) pushes: bool,
    pub(super) inputs: Vec<Buttons>,
}

/// Result of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrameResult {
    On,
    /// A tap moved nothing.
    Wrong,
    /// The piece rests.
    Rests,
}

impl<'a> SteeredPiece<'a> {
    pub(super) fn new(cells: &'a Cells, piece: PadPiece, hand: Hand) -> SteeredPiece<'a> {
        let rules = TapRules::steady(hand, piece.region);
        let (shift, turn) = piece.thumb_states(rules);
        SteeredPiece {
            cells,
            piece,
            control: piece.control,
            pad: Pad {
                held: piece.held,
                new: Buttons::NONE,
            },
            pose: piece.pose,
            stage: DownStage::begin(piece.control),
            rules,
            shift,
            turn,
            idle_frames: u16::from(hand.reaction_frames()),
            charge: match hand.autoshifts() {
                true => piece.region.autoshift_delay_frames() - 1,
                false => 0,
            },
            has_shifted: false,
            pushes: piece.region.gravity_frames(piece.level) > 1,
            inputs: Vec::new(),
        }
    }

    /// Returns whether the buttons of the next frame can be chosen freely.
    pub(super) fn is_free(&self) -> bool {
        self.inputs.len() >= usize::from(self.idle_frames) && !self.stage.must_go_on()
    }

    pub(super) fn may_shift(&self) -> bool {
        self.rules.shift.may_tap(self.shift)
    }

    /// Returns whether this direction has been held since before the piece spawned.
    pub(super) fn holds(&self, direction: Buttons) -> bool {
        self.shift.grip == ThumbGrip::Holds(direction)
    }

    /// Returns the direction to keep holding so that the autoshift counter charges. Returns no buttons once holding
    /// would shift the piece.
    pub(super) fn charging(&self) -> Buttons {
        if self.control.das < self.charge && !self.pad.held.has(Buttons::DOWN) {
            self.pad.held.only(SIDEWAYS)
        } else {
            Buttons::NONE
        }
    }

    pub(super) fn may_turn(&self) -> bool {
        self.rules.turn.may_tap(self.turn)
    }

    /// Runs one frame with only the buttons that must be held: none, Down, or a direction that charges the counter.
    pub(super) fn wait(&mut self) -> FrameResult {
        if self.stage.must_go_on() {
            self.frame(Buttons::DOWN)
        } else {
            self.frame(self.charging())
        }
    }

    /// Runs one frame with Down, or like [`SteeredPiece::wait`] if Down is not possible or gains nothing.
    pub(super) fn push(&mut self) -> FrameResult {
        let is_idle = self.inputs.len() < usize::from(self.idle_frames);
        let charging = self.charging();
        if !charging.is_empty() {
            return self.frame(charging);
        }
        // Down must be released before it can be pressed again.
        let is_stale = self.inputs.is_empty() && self.pad.held.has(Buttons::DOWN);
        if self.pushes && !is_idle && (!is_stale || self.stage.is_held()) {
            self.frame(Buttons::DOWN)
        } else {
            self.wait()
        }
    }

    /// Runs one frame.
    pub(super) fn frame(&mut self, held: Buttons) -> FrameResult {
        self.pad.read(held);
        let taps = self.pad.new.has(SIDEWAYS);
        let holds = held.has(SIDEWAYS) && !taps;
        let shifts = taps || holds && self.control.das >= self.charge;
        self.control.fall_timer = self.control.fall_timer.wrapping_add(1);
        let PadPiece { level, region, .. } = self.piece;
        let done = self
            .control
            .tick(&mut self.pose, self.pad, level, region, self.cells);
        self.inputs.push(held);
        let turns = held.has(TURNS);
        let rule = self.rules.shift;
        self.shift = match (self.shift.grip, holds) {
            (ThumbGrip::Free, true) => rule.slipped(self.shift),
            (ThumbGrip::Free, false) => rule.after(self.shift, taps),
            (_, true) => rule.rested(self.shift),
            (_, false) => rule.let_go(self.shift),
        };
        self.has_shifted = done.shifted;
        self.turn = self.rules.turn.after(self.turn, turns);
        self.stage = self.stage.after(self.control.down);
        if shifts && !done.shifted || turns && !done.rotated {
            FrameResult::Wrong
        } else if done.rests {
            FrameResult::Rests
        } else {
            FrameResult::On
        }
    }

    /// Lets the piece fall with Down held until it rests.
    pub(super) fn drop(&mut self) {
        while self.push() != FrameResult::Rests {}
    }
}
