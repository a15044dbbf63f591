//! The clock: how many steps are due.

use std::time::{Duration, Instant};

/// Video frames of the NTSC console in a second.
///
/// Source: tetris.wiki, "Tetris (NES, Nintendo)".
pub const FRAMES_PER_SECOND: f64 = 60.0988;
/// Video frames of the PAL console in a second.
///
/// Source: tetris.wiki, "Tetris (NES, Nintendo)".
pub const PAL_FRAMES_PER_SECOND: f64 = 50.007;
/// Steps may take so much of a display frame before the picture is shown.
pub const BUDGET: Duration = Duration::from_millis(10);
/// Longer gaps (a moved window, a suspended machine) are not caught up.
const GAP_MAX: Duration = Duration::from_millis(250);

/// The present moment; the one place of the program that asks for it.
#[expect(
    clippy::disallowed_methods,
    reason = "the clock is read here and handed on"
)]
pub fn now() -> Instant {
    Instant::now()
}

/// How fast the game runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Speed {
    /// So many times the console's speed.
    Times(f64),
    /// As fast as it goes.
    Max,
}

/// The speeds that the keys go through.
const STEPS: [Speed; 10] = [
    Speed::Times(0.25),
    Speed::Times(0.5),
    Speed::Times(1.0),
    Speed::Times(2.0),
    Speed::Times(4.0),
    Speed::Times(8.0),
    Speed::Times(16.0),
    Speed::Times(32.0),
    Speed::Times(64.0),
    Speed::Max,
];

impl Speed {
    /// A speed as typed: a number from 0.25 to 64, or `max`.
    pub fn parse(text: &str) -> Result<Speed, String> {
        if text == "max" {
            return Ok(Speed::Max);
        }
        match text.parse() {
            Ok(times) if (0.25..=64.0).contains(&times) => Ok(Speed::Times(times)),
            _ => Err("allowed: 0.25 to 64, or max".to_owned()),
        }
    }

    /// The same speed, but the fastest counted one instead of the maximum.
    pub fn limited(self) -> Speed {
        match self {
            Speed::Max => Speed::Times(64.0),
            times @ Speed::Times(_) => times,
        }
    }

    fn factor(self) -> f64 {
        match self {
            Speed::Times(times) => times,
            Speed::Max => f64::INFINITY,
        }
    }

    /// The next slower one of the usual speeds.
    pub fn slower(self) -> Speed {
        let mut slower = STEPS.into_iter().rev();
        slower
            .find(|step| step.factor() < self.factor())
            .unwrap_or(STEPS[0])
    }

    /// The next faster one of the usual speeds.
    pub fn faster(self) -> Speed {
        let mut faster = STEPS.into_iter();
        faster
            .find(|step| step.factor() > self.factor())
            .unwrap_or(Speed::Max)
    }
}

impl std::fmt::Display for Speed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Speed::Times(0.25) => f.write_str("1/4"),
            Speed::Times(0.5) => f.write_str("1/2"),
            Speed::Times(times) => write!(f, "{times}"),
            Speed::Max => f.write_str("max"),
        }
    }
}

/// Turns passing time into steps due.
#[derive(Debug)]
pub struct Pacer {
    before: Instant,
    /// Steps owed, with a fraction.
    owed: f64,
}

impl Pacer {
    /// A clock that starts now.
    pub fn new(now: Instant) -> Pacer {
        Pacer {
            before: now,
            owed: 0.0,
        }
    }

    /// Adds the time since the last call at `times` the console's speed; none is owed while
    /// `times` is 0.
    pub fn pass(&mut self, now: Instant, times: f64) {
        let elapsed = now.saturating_duration_since(self.before).min(GAP_MAX);
        self.before = now;
        self.owed += elapsed.as_secs_f64() * FRAMES_PER_SECOND * times;
        if times == 0.0 {
            self.owed = 0.0;
        }
    }

    /// Takes one step that is due, if one is.
    pub fn take(&mut self) -> bool {
        let due = self.owed >= 1.0;
        if due {
            self.owed -= 1.0;
        }
        due
    }

    /// Forgets what could not be made in time, but for one step.
    pub fn forgive(&mut self) {
        self.owed = self.owed.min(1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(pacer: &mut Pacer) -> u32 {
        let mut steps = 0;
        while pacer.take() {
            steps += 1;
        }
        steps
    }

    #[test]
    fn a_minute_of_any_display_rate_has_3606_steps() {
        for rate in [50, 60, 75, 144, 240] {
            let begin = now();
            let mut pacer = Pacer::new(begin);
            let mut sum = 0;
            for frame in 1..=60 * rate {
                pacer.pass(begin + Duration::from_secs(60) * frame / (60 * rate), 1.0);
                sum += steps(&mut pacer);
            }
            assert!((3605..=3606).contains(&sum), "{sum} at {rate} Hz");
        }
    }

    #[test]
    fn a_long_gap_is_not_caught_up() {
        let begin = now();
        let mut pacer = Pacer::new(begin);
        pacer.pass(begin + Duration::from_secs(3600), 1.0);
        assert_eq!(steps(&mut pacer), 15);
    }

    #[test]
    fn speeds_go_from_a_quarter_to_the_maximum_and_back() {
        let mut speed = Speed::Times(0.25);
        let mut names = vec![speed.to_string()];
        while speed != Speed::Max {
            speed = speed.faster();
            names.push(speed.to_string());
        }
        assert_eq!(names.join(" "), "1/4 1/2 1 2 4 8 16 32 64 max");
        assert_eq!(Speed::Max.slower(), Speed::Times(64.0));
        assert_eq!(Speed::Times(3.0).slower(), Speed::Times(2.0));
        assert_eq!(Speed::Times(0.25).slower(), Speed::Times(0.25));
    }
}
