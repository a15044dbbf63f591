//! Binding of a mapping: an input of the pad, and the buttons that it presses.

use super::button::PadButton;

/// Input of a pad, by SDL's number (see `numbering`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingSource {
    /// Number of a button.
    Button(u8),
    /// Number of a hat, and one or more of its directions as a sum: 1 up, 2 right, 4 down, 8 left.
    Hat(u8, u8),
    /// Number of an axis, the whole axis or one half of it, and whether its direction is inverted.
    Axis(u8, AxisSpan, bool),
}

/// Part of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisSpan {
    /// The whole axis, from the minimum to the maximum.
    Whole,
    /// From the centre to the maximum.
    Positive,
    /// From the centre to the minimum.
    Negative,
}

/// One or two buttons that an input presses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingTarget {
    /// The input presses one button.
    One(PadButton),
    /// Each half of an axis presses a button of its own, the negative half the first button.
    Axis(PadButton, PadButton),
}

/// Input of a pad, with the buttons that it presses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Input of the pad.
    pub from: BindingSource,
    /// Button or buttons that the input presses.
    pub to: BindingTarget,
}

impl AxisSpan {
    /// Converts the value of an axis, from -1 to 1, to the position along the span, from 0 to 1. Returns `None` if the
    /// value is outside the span.
    pub fn share(self, value: f32, is_turned: bool) -> Option<f32> {
        let share = match self {
            AxisSpan::Whole => (value + 1.0) / 2.0,
            AxisSpan::Positive => value,
            AxisSpan::Negative => -value,
        };
        let share = (0.0..=1.0).contains(&share).then_some(share)?;
        Some(if is_turned { 1.0 - share } else { share })
    }
}

impl BindingTarget {
    /// Returns the buttons, each with the degree to which an input at the position `share` (0 to 1) presses it. At the
    /// centre of an axis, neither half is pressed.
    pub fn pressed(self, share: f32) -> [(PadButton, f32); 2] {
        match self {
            BindingTarget::One(button) => [(button, share), (button, share)],
            BindingTarget::Axis(negative, positive) => {
                let along = share * 2.0 - 1.0;
                [(negative, -along), (positive, along)]
            }
        }
    }
}
