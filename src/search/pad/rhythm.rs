//! Rhythm of a thumb: taps at a rate, taps by a pattern of frames, or a held direction.

use std::fmt;
use std::str::FromStr;

use crate::rules::Region;

use super::autoshift::shift_frames;
use super::hand::{HandError, TapHz};

/// Rhythm of the thumbs of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rhythm {
    /// At most this many taps per second. A thumb that rests after its first tap saves up taps.
    Rate(TapHz),
    /// Taps in certain frames after the first tap.
    Pattern(TapPattern),
    /// Autoshift with a few additional taps, as described in `src/search/pad/autoshift.rs`.
    Autoshift,
    /// One button in every second frame, beginning with the first in which the hands may press one.
    OneButton(ButtonOrder),
}

/// Order of the buttons of [`Rhythm::OneButton`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ButtonOrder {
    /// Left, Right, A and B in any order, with rests in between.
    ///
    /// Source: the follow-up of "Applying Artificial Intelligence to Nintendo Tetris" (meatfighter.com), whose player
    /// presses one button or nothing on even frames while pieces fall a row every two frames.
    Any,
    /// All turns in one direction, then all shifts in one direction, without a rest. Then the piece only falls.
    ///
    /// Source: the player without slides and spins in "Applying Artificial Intelligence to Nintendo Tetris"
    /// (meatfighter.com).
    TurnShiftFall,
}

impl Rhythm {
    /// Returns the rhythm for these bursts and holds. `gaps` contains the mean number of frames between taps for each
    /// burst. `None` if there are too few bursts and too few holds.
    pub fn of_bursts(mut gaps: Vec<f64>, holds: usize, region: Region) -> Option<Rhythm> {
        if holds >= SAMPLES_MIN && holds > gaps.len() {
            return Some(Rhythm::Autoshift);
        }
        if gaps.len() < SAMPLES_MIN {
            return None;
        }
        gaps.sort_by(f64::total_cmp);
        let frames = gaps[gaps.len() / 2];
        let per_second = match region {
            Region::Ntsc => 60.1,
            Region::Pal => 50.01,
        };
        let (least, most) = (TapHz::MIN.hundredths(), TapHz::MAX.hundredths());
        let hundredths = (100.0 * per_second / frames).round();
        let hundredths = hundredths.clamp(least.into(), most.into());
        let rate = format!("{:.1}", hundredths / 100.0).parse().ok()?;
        Some(Rhythm::Rate(rate))
    }

    /// Reads `das`, `one-button`, `turn-shift-fall`, or a pattern in the format of [`TapPattern`].
    ///
    /// # Errors
    /// [`HandError::Taps`].
    pub fn from_taps(text: &str) -> Result<Rhythm, HandError> {
        match text {
            AUTOSHIFT => Ok(Rhythm::Autoshift),
            ONE_BUTTON => Ok(Rhythm::OneButton(ButtonOrder::Any)),
            TURN_SHIFT_FALL => Ok(Rhythm::OneButton(ButtonOrder::TurnShiftFall)),
            _ => text.parse().map(Rhythm::Pattern),
        }
    }

    /// Returns the number of NTSC frames from the first to the last of five successive taps. Five taps bring a piece to
    /// a wall, so hands are compared by this number.
    pub fn frames_of_five_taps(self) -> u32 {
        const AFTER: usize = 4;
        match self {
            Rhythm::Rate(rate) => AFTER as u32 * 6000 / u32::from(rate.hundredths()),
            Rhythm::Pattern(pattern) => {
                let gaps = pattern.gaps();
                gaps.iter()
                    .cycle()
                    .take(AFTER)
                    .map(|&gap| u32::from(gap))
                    .sum()
            }
            Rhythm::Autoshift => AFTER as u32 * u32::from(shift_frames(Region::Ntsc)),
            Rhythm::OneButton(_) => AFTER as u32 * 2,
        }
    }
}

/// Minimum number of bursts, or of holds, from which a rhythm is determined.
const SAMPLES_MIN: usize = 5;

/// Word for hands that shift by holding a direction.
const AUTOSHIFT: &str = "das";
/// Word for [`ButtonOrder::Any`].
const ONE_BUTTON: &str = "one-button";
/// Word for [`ButtonOrder::TurnShiftFall`].
const TURN_SHIFT_FALL: &str = "turn-shift-fall";

/// Writes the form of the command line: `12 Hz`, `X....` or a word such as `das`.
impl fmt::Display for Rhythm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rhythm::Rate(rate) => write!(f, "{rate} Hz"),
            Rhythm::Pattern(pattern) => write!(f, "{pattern}"),
            Rhythm::Autoshift => f.write_str(AUTOSHIFT),
            Rhythm::OneButton(ButtonOrder::Any) => f.write_str(ONE_BUTTON),
            Rhythm::OneButton(ButtonOrder::TurnShiftFall) => f.write_str(TURN_SHIFT_FALL),
        }
    }
}

/// Reads the form that `Display` writes.
impl FromStr for Rhythm {
    type Err = HandError;

    fn from_str(text: &str) -> Result<Rhythm, HandError> {
        match text.strip_suffix(" Hz") {
            Some(rate) => rate.parse().map(Rhythm::Rate),
            None => Rhythm::from_taps(text),
        }
    }
}

/// Pattern of the frames in which a thumb may tap. It begins with the first tap and repeats without end.
///
/// A thumb goes through the pattern frame by frame, and stays at an `X` until it taps. So two taps are never closer
/// than in the pattern, and a rest saves up nothing. Each piece starts the pattern again with its first tap.
///
/// Source of the notation: the tap patterns of StackRabbit and NestrisChamps, `X.X..` and the like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TapPattern {
    /// Bit k is set if a tap may come in frame k.
    frames: u64,
    length: u8,
}

impl TapPattern {
    /// Longest pattern, in frames: about a second.
    pub const FRAMES_MAX: u8 = 60;

    /// Creates a pattern from the frames between its taps. After the last gap the pattern repeats.
    ///
    /// # Errors
    /// [`HandError::Taps`] if there are no gaps, if a gap is less than 2 frames, or if all gaps together are more than
    /// [`TapPattern::FRAMES_MAX`].
    pub fn from_gaps(gaps: &[u8]) -> Result<TapPattern, HandError> {
        let wrong = || {
            let gaps: Vec<String> = gaps.iter().map(u8::to_string).collect();
            HandError::Taps(gaps.join(","))
        };
        let (mut frames, mut length) = (0, 0);
        for &gap in gaps {
            if gap < 2 || gap > TapPattern::FRAMES_MAX - length {
                return Err(wrong());
            }
            frames |= 1 << length;
            length += gap;
        }
        match length {
            0 => Err(wrong()),
            _ => Ok(TapPattern { frames, length }),
        }
    }

    /// Creates a pattern with a tap every `frames` frames, 2-60.
    pub(super) const fn even(frames: u8) -> TapPattern {
        TapPattern {
            frames: 1,
            length: frames,
        }
    }

    /// Returns the frames as bits: bit k is set if a tap may come in frame k.
    pub(super) const fn frames(self) -> u64 {
        self.frames
    }

    /// Returns the number of frames after which the pattern repeats, 2-60.
    pub const fn length(self) -> u8 {
        self.length
    }

    /// Returns whether the pattern has only one tap, so that all gaps are equal.
    pub const fn is_even(self) -> bool {
        self.frames == 1
    }

    /// Returns the number of frames from each tap to the next, for one round of the pattern.
    pub fn gaps(self) -> Vec<u8> {
        let taps = (0..self.length).filter(|frame| self.frames >> frame & 1 == 1);
        let taps: Vec<u8> = taps.chain([self.length]).collect();
        taps.windows(2).map(|two| two[1] - two[0]).collect()
    }
}

/// Writes the pattern as letters: `X..X...`.
impl fmt::Display for TapPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |frame| {
            if self.frames >> frame & 1 == 1 {
                'X'
            } else {
                '.'
            }
        };
        let letters: String = (0..self.length).map(letter).collect();
        f.write_str(&letters)
    }
}

/// Reads letters, `X..X...`, or the frames from tap to tap, `3,4`.
impl FromStr for TapPattern {
    type Err = HandError;

    fn from_str(text: &str) -> Result<TapPattern, HandError> {
        let wrong = || HandError::Taps(text.to_owned());
        if text.starts_with(|first: char| first.is_ascii_digit()) {
            let gaps: Option<Vec<u8>> = text.split(',').map(whole).collect();
            return TapPattern::from_gaps(&gaps.ok_or_else(wrong)?).map_err(|_| wrong());
        }
        let is_pattern = text.bytes().all(|letter| matches!(letter, b'X' | b'.'));
        if !is_pattern || !text.starts_with('X') || text.len() > TapPattern::FRAMES_MAX.into() {
            return Err(wrong());
        }
        let gaps: Vec<u8> = text[1..]
            .split('X')
            .map(|rest| 1 + rest.len() as u8)
            .collect();
        TapPattern::from_gaps(&gaps).map_err(|_| wrong())
    }
}

/// Parses a number that consists only of digits.
fn whole(text: &str) -> Option<u8> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

/// Returns the allowed patterns, for messages.
pub(super) fn allowed() -> String {
    let max = TapPattern::FRAMES_MAX;
    format!(
        "2 to {max} letters X (tap) and . (no tap), starting with X and without XX; frames from tap to tap, such as \
        2,2,12; {AUTOSHIFT}; {ONE_BUTTON}; or {TURN_SHIFT_FALL}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_as_letters_or_gaps() {
        for (text, letters, gaps) in [
            ("X.", "X.", vec![2]),
            ("X..X...", "X..X...", vec![3, 4]),
            ("2,2,2,12", "X.X.X.X...........", vec![2, 2, 2, 12]),
            ("60", &format!("X{}", ".".repeat(59)), vec![60]),
        ] {
            let pattern: TapPattern = text.parse().unwrap();
            assert_eq!(pattern.to_string(), letters);
            assert_eq!(pattern.gaps(), gaps);
            assert_eq!(letters.parse(), Ok(pattern));
        }
    }

    #[test]
    fn impossible_patterns_are_refused() {
        for text in [
            "", "X", "XX", "X.X", ".X", "x.", "X. ", "1", "2,1", "0", "2,", ",2", "61", "30,31",
            "+2", "2.5", "-2", "300",
        ] {
            let error = text.parse::<TapPattern>().unwrap_err().to_string();
            assert!(
                error.contains("taps=") && error.contains("allowed"),
                "{text}: {error}"
            );
        }
        assert!(
            format!("X{}", ".".repeat(60))
                .parse::<TapPattern>()
                .is_err()
        );
    }
}
