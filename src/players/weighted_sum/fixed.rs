//! Fixed-point numbers for sums of weights.

/// Scale of fixed-point numbers: the number of units that make up a weight of 1. It is a power of two, small enough
/// that no sum overflows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FixedScale {
    parts: f64,
}

/// Exponent of a power of two. All sums, including ties, stay below that power; costs of refused leaves are above it.
pub(super) const SUM_BITS: i32 = 60;

impl FixedScale {
    /// Returns the finest scale for sums up to `largest`, with `spare` low bits left free.
    pub(super) fn for_sums_up_to(largest: f64, spare: u32) -> FixedScale {
        // `largest` is less than 2 to the power of `exponent`. The rounding of a few dozen terms needs one more bit.
        let exponent = if largest > 0.0 {
            (largest.to_bits() >> 52 & 0x7FF) as i32 - 1022
        } else {
            0
        };
        let shift = (SUM_BITS - 1 - spare as i32 - exponent).clamp(-900, 900);
        FixedScale {
            parts: f64::from_bits(((1023 + shift) as u64) << 52),
        }
    }

    /// Converts a sum in the unit of the weights to a fixed-point number.
    #[inline(always)]
    pub(super) fn fixed(self, sum: f64) -> i64 {
        (sum * self.parts).round() as i64
    }

    /// Converts a fixed-point number to the unit of the weights.
    pub(super) fn in_weights(self, value: i64) -> f64 {
        value as f64 / self.parts
    }
}

/// Raises `base` to `power`. Whole powers are computed by multiplication, so that all machines agree. Returns 0 instead
/// of NaN.
pub(super) fn raise(base: f64, power: f64) -> f64 {
    if power.fract() == 0.0 {
        return (0..power as u32).fold(1.0, |product, _| product * base);
    }
    let raised = base.powf(power);
    if raised.is_nan() { 0.0 } else { raised }
}
