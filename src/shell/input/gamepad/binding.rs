//! What on a pad presses what: one binding of a mapping.

use super::button::PadButton;

/// Something of a pad by SDL's number of it, see `numbering`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingSource {
    /// A button.
    Button(u8),
    /// Directions of a hat: 1 up, 2 right, 4 down, 8 left, or a sum of them.
    Hat(u8, u8),
    /// An axis, or a half of it; turned round or not.
    Axis(u8, AxisSpan, bool),
}

/// How much of an axis counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisSpan {
    /// From one end to the other.
    Whole,
    /// From the middle to the greatest value.
    Positive,
    /// From the middle to the least value.
    Negative,
}

/// What a source presses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingTarget {
    /// One thing.
    One(PadButton),
    /// The two halves of an axis, the negative one first.
    Axis(PadButton, PadButton),
}

/// A source and what it presses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// What of the pad.
    pub from: BindingSource,
    /// What it presses.
    pub to: BindingTarget,
}

impl AxisSpan {
    /// How far along the span an axis is, 0 to 1, its value being -1 to 1; none outside the span.
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
    /// How much a share of the source, 0 to 1, presses each; for an axis the middle presses none.
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
