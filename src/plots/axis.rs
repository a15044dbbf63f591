//! Axes of charts: positions of values, and tick values.

/// Axis of a chart, from one value to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Label: the measured quantity and its unit.
    pub label: String,
    /// Value at the start of the axis.
    pub from: f64,
    /// Value at the end of the axis. Greater than `from`.
    pub to: f64,
    /// Spacing of the values.
    pub spacing: Spacing,
}

/// Way in which values are spaced on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// Linear: equal distances for equal differences.
    Linear,
    /// Linear, with ticks only at whole numbers.
    Whole,
    /// Logarithmic: equal distances for equal ratios. All values are positive.
    Logarithmic,
}

impl Axis {
    /// Creates a linear axis.
    pub fn linear(label: &str, from: f64, to: f64) -> Axis {
        Axis {
            label: label.to_owned(),
            from,
            // If both ends were equal, positions would require a division by zero.
            to: if to > from { to } else { from + 1.0 },
            spacing: Spacing::Linear,
        }
    }

    /// Creates a linear axis for whole numbers from 0 on.
    pub fn whole(label: &str, to: f64) -> Axis {
        Axis {
            spacing: Spacing::Whole,
            ..Axis::linear(label, 0.0, to)
        }
    }

    /// Creates a logarithmic axis that contains both values. It starts and ends at powers of ten.
    pub fn logarithmic(label: &str, from: f64, to: f64) -> Axis {
        let low = (from.log10() + 1e-9).floor();
        let high = (to.log10() - 1e-9).ceil().max(low + 1.0);
        Axis {
            label: label.to_owned(),
            from: 10f64.powf(low),
            to: 10f64.powf(high),
            spacing: Spacing::Logarithmic,
        }
    }

    /// Returns the position of a value: 0 at the start of the axis, 1 at its end. Values outside the axis have
    /// positions below 0 or above 1.
    pub fn share(&self, value: f64) -> f64 {
        match self.spacing {
            Spacing::Linear | Spacing::Whole => (value - self.from) / (self.to - self.from),
            Spacing::Logarithmic => (value / self.from).log10() / (self.to / self.from).log10(),
        }
    }

    /// Returns at most `most` (three or more) round values within the axis, in order.
    pub fn ticks(&self, most: usize) -> Vec<f64> {
        match self.spacing {
            Spacing::Linear | Spacing::Whole => {
                let least = f64::from(u8::from(self.spacing == Spacing::Whole));
                let step = round_step(self.to - self.from, most).max(least);
                let first = (self.from / step - 1e-9).ceil() as i64;
                let last = (self.to / step + 1e-9).floor() as i64;
                (first..=last).map(|tick| tick as f64 * step).collect()
            }
            Spacing::Logarithmic => {
                let decade = |value: f64| value.log10().round() as i32;
                let (low, high) = (decade(self.from), decade(self.to));
                let step = ((high - low) as usize / most.max(1) + 1).max(1);
                let decades = (low..=high).rev().step_by(step);
                decades.map(|decade| 10f64.powi(decade)).collect()
            }
        }
    }
}

/// Returns the smallest round step (1, 2 or 5 times a power of ten) that divides `length` into fewer than `most` parts.
pub fn round_step(length: f64, most: usize) -> f64 {
    let least = length / (most.max(2) - 1) as f64;
    let decade = 10f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|times| times * decade);
    let fits = |step: &f64| *step >= least * (1.0 - 1e-9);
    steps.into_iter().find(fits).unwrap_or(10.0 * decade)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(Axis::linear("", 0.0, 19.0).ticks(6), [0.0, 5.0, 10.0, 15.0]);
        assert_eq!(Axis::linear("", 0.0, 1.0).ticks(6).len(), 6);
        assert_eq!(Axis::whole("", 2.0).ticks(7), [0.0, 1.0, 2.0]);
        let scores = Axis::linear("", 831_000.0, 1_240_000.0);
        assert_eq!(
            scores.ticks(6),
            [900_000.0, 1_000_000.0, 1_100_000.0, 1_200_000.0]
        );
    }

    #[test]
    fn logarithmic_axes_begin_and_end_at_powers_of_ten() {
        let axis = Axis::logarithmic("", 0.003, 50.0);
        assert!((axis.from - 0.001).abs() < 1e-12 && (axis.to - 100.0).abs() < 1e-9);
        assert!((axis.share(1.0) - 0.6).abs() < 1e-9);
        assert_eq!(axis.ticks(8).len(), 6);
        assert_eq!(axis.ticks(3).len(), 3);
        assert_eq!(Axis::logarithmic("", 10.0, 10.0).ticks(3), [100.0, 10.0]);
    }
}
