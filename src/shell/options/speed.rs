//! Speed of a scene, and the frame rates of the consoles.

use rightwell::rules::Region;

use super::words::OptionWord;

/// Speed of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Speed {
    /// Multiple of the console's speed.
    Times(f64),
    /// As fast as the computer allows.
    Max,
}

/// Speeds that the keys select, from the slowest to the fastest.
pub const STEPS: [Speed; 10] = [
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

impl Default for Speed {
    fn default() -> Speed {
        Speed::Times(1.0)
    }
}

impl OptionWord for Speed {
    fn word(&self) -> String {
        match self {
            Speed::Times(times) => times.to_string(),
            Speed::Max => "max".to_owned(),
        }
    }

    fn from_word(word: &str) -> Result<Speed, String> {
        if word == "max" {
            return Ok(Speed::Max);
        }
        match word.parse() {
            Ok(times) if (0.25..=64.0).contains(&times) => Ok(Speed::Times(times)),
            _ => Err("allowed: 0.25 to 64, or max".to_owned()),
        }
    }
}

impl Speed {
    /// Returns the speed, or the fastest finite step instead of [`Speed::Max`].
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

    /// Returns the next slower step, or the slowest step.
    pub fn slower(self) -> Speed {
        let mut slower = STEPS.into_iter().rev();
        slower
            .find(|step| step.factor() < self.factor())
            .unwrap_or(STEPS[0])
    }

    /// Returns the next faster step, or the maximum.
    pub fn faster(self) -> Speed {
        let mut faster = STEPS.into_iter();
        faster
            .find(|step| step.factor() > self.factor())
            .unwrap_or(Speed::Max)
    }
}

impl Speed {
    /// Returns whether the speed is too high to watch. The display then shows only totals.
    pub fn is_high(self) -> bool {
        self.factor() >= HIGH
    }

    /// Returns the speed in words. Returns `None` for normal speed.
    pub fn words(self) -> Option<String> {
        match self {
            Speed::Times(1.0) => None,
            Speed::Times(times) => Some(format!("{times}x")),
            Speed::Max => Some("top speed".to_owned()),
        }
    }
}

/// Multiple of the console's speed at which the display begins to show only totals.
const HIGH: f64 = 16.0;

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

/// Frame rate of the NTSC console, in frames per second.
///
/// Source: tetris.wiki, "Tetris (NES, Nintendo)".
pub const FRAMES_PER_SECOND: f64 = 60.0988;
/// Frame rate of the PAL console, in frames per second.
///
/// Source: tetris.wiki, "Tetris (NES, Nintendo)".
const PAL_FRAMES_PER_SECOND: f64 = 50.007;

/// Returns the frame rate of the console in this region, in frames per second.
pub fn frames_per_second(region: Region) -> f64 {
    match region {
        Region::Ntsc => FRAMES_PER_SECOND,
        Region::Pal => PAL_FRAMES_PER_SECOND,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
