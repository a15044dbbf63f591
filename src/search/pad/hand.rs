//! Hands that hold a pad: tapping speed, reaction time, and the moment they see NEXT.

use std::fmt;
use std::str::FromStr;

use crate::rules::sanitized;

use super::autoshift;
use super::rhythm::{self, ButtonOrder, Rhythm};

/// Taps of a thumb per second, 1 to 30, exact to the hundredth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TapHz(u16);

impl TapHz {
    /// Slowest rate: one tap per second.
    pub const MIN: TapHz = TapHz(100);
    /// Fastest rate: one tap in every second frame.
    pub const MAX: TapHz = TapHz(3000);

    /// Returns a rate of whole taps a second (1-30).
    ///
    /// # Errors
    /// [`HandError::TapHz`] for any other number.
    pub fn whole(taps: u64) -> Result<TapHz, HandError> {
        if (1..=30).contains(&taps) {
            Ok(TapHz(taps as u16 * 100))
        } else {
            Err(HandError::TapHz(taps.to_string()))
        }
    }

    /// Returns the number of taps in a hundred seconds, 100-3000.
    pub const fn hundredths(self) -> u16 {
        self.0
    }
}

/// Writes a rate with as few digits as possible: `13.3`.
impl fmt::Display for TapHz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 100, self.0 % 100);
        match (rest, rest % 10) {
            (0, _) => write!(f, "{whole}"),
            (_, 0) => write!(f, "{whole}.{}", rest / 10),
            _ => write!(f, "{whole}.{rest:02}"),
        }
    }
}

/// Parses a number with at most two decimals.
impl FromStr for TapHz {
    type Err = HandError;

    fn from_str(text: &str) -> Result<TapHz, HandError> {
        let wrong = || HandError::TapHz(text.to_owned());
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(decimals) || !(1..=2).contains(&decimals.len()) {
            return Err(wrong());
        }
        let whole: u16 = whole.parse().map_err(|_| wrong())?;
        let tens = if decimals.len() == 1 { 10 } else { 1 };
        let decimals: u16 = decimals.parse().map_err(|_| wrong())?;
        let rate = whole.checked_mul(100).map(|whole| whole + decimals * tens);
        match rate {
            Some(rate) if (TapHz::MIN.0..=TapHz::MAX.0).contains(&rate) => Ok(TapHz(rate)),
            _ => Err(wrong()),
        }
    }
}

/// Moment at which the player sees NEXT: a number of frames after the piece came under control, or never. Until then,
/// only the piece under control is known to the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sight(Option<u8>);

impl Sight {
    /// Latest frame, equal to the longest reaction time.
    pub const FRAMES_MAX: u8 = 60;
    /// NEXT is seen as soon as the piece comes under control.
    pub const AT_ONCE: Sight = Sight(Some(0));
    /// NEXT is never seen.
    pub const NEVER: Sight = Sight(None);

    /// Returns the sight of a player who sees NEXT once a piece has been under control for `frames` (0-60) frames.
    pub fn after(frames: u64) -> Result<Sight, HandError> {
        match u8::try_from(frames) {
            Ok(frames) if frames <= Sight::FRAMES_MAX => Ok(Sight(Some(frames))),
            _ => Err(HandError::Sight(frames.to_string())),
        }
    }

    /// Returns the frame of a piece's control (0-60) in which the player first sees NEXT, or `None` for never.
    pub const fn frames(self) -> Option<u8> {
        self.0
    }
}

impl Default for Sight {
    fn default() -> Sight {
        Sight::AT_ONCE
    }
}

/// Writes a number, or `never`.
impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(frames) => write!(f, "{frames}"),
            None => write!(f, "never"),
        }
    }
}

/// Parses a number, or `never`.
impl FromStr for Sight {
    type Err = HandError;

    fn from_str(text: &str) -> Result<Sight, HandError> {
        if text == "never" {
            return Ok(Sight::NEVER);
        }
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let frames = text.parse().ok().filter(|_| is_number);
        frames
            .and_then(|frames| Sight::after(frames).ok())
            .ok_or_else(|| HandError::Sight(text.to_owned()))
    }
}

/// Speed and reaction of a player's hands, and the moment the player sees NEXT.
///
/// One thumb taps Left and Right, the other A and B. Each thumb has its own limit. A tap lasts one frame, and the thumb
/// is up for at least one frame between two taps.
///
/// The k-th tap after the first tap of a piece comes at least `frames · k / tap_hz` frames after the first, rounded
/// down. Here `frames` is the number of frames per second. So a thumb that rests after its first tap saves up taps and
/// can then tap faster than its rate. A *steady* thumb saves up none: for it, the limit counts from every tap. Instead
/// of a rate, a hand can also have another [`Rhythm`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    rhythm: Rhythm,
    reaction_frames: u8,
    sight: Sight,
    tuck_misdrops: bool,
}

/// Reason why a hand is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandError {
    /// The rate is too slow, too fast, or not a number.
    TapHz(String),
    /// The text is not a valid pattern of taps.
    Taps(String),
    /// The reaction time is too long.
    Reaction(u64),
    /// NEXT is seen too late, or the text is neither a number nor `never`.
    Sight(String),
    /// The player sees NEXT before the hands react, but not at once. This is rejected, because it has no other effect
    /// than seeing NEXT at once.
    SightBeforeReaction {
        /// Frame in which NEXT is seen.
        sight: u8,
        /// First frame in which a button may be pressed.
        reaction: u8,
    },
}

/// Writes the invalid setting and the allowed values.
impl fmt::Display for HandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; allowed: {}", self.what(), self.allowed())
    }
}

impl HandError {
    /// Returns the invalid setting with its value.
    pub fn what(&self) -> String {
        match self {
            HandError::TapHz(text) => format!("tap_hz={}", sanitized(text)),
            HandError::Taps(text) => format!("taps={}", sanitized(text)),
            HandError::Reaction(frames) => format!("reaction={frames}"),
            HandError::Sight(text) => format!("sight={}", sanitized(text)),
            HandError::SightBeforeReaction { sight, reaction } => {
                format!("sight={sight} with reaction={reaction}")
            }
        }
    }

    /// Returns the allowed values.
    pub fn allowed(&self) -> String {
        let latest = Sight::FRAMES_MAX;
        match self {
            HandError::TapHz(_) => {
                format!(
                    "{} to {}, with at most two decimals",
                    TapHz::MIN,
                    TapHz::MAX
                )
            }
            HandError::Taps(_) => rhythm::allowed(),
            HandError::Reaction(_) => format!("0 to {} frames", Hand::REACTION_FRAMES_MAX),
            HandError::Sight(_) => format!("0 to {latest} frames, or never"),
            HandError::SightBeforeReaction { reaction, .. } => {
                format!("0, {reaction} to {latest} frames, or never")
            }
        }
    }
}

impl Hand {
    /// Longest reaction time, in frames.
    pub const REACTION_FRAMES_MAX: u8 = 60;
    /// The fastest hand, which reacts at once.
    pub const FASTEST: Hand = Hand {
        rhythm: Rhythm::Rate(TapHz::MAX),
        reaction_frames: 0,
        sight: Sight::AT_ONCE,
        tuck_misdrops: false,
    };

    /// Returns a hand with `tap_hz` taps of a thumb a second (1-30) that presses nothing in the first
    /// `reaction_frames` (0-60) frames.
    ///
    /// # Errors
    /// [`HandError`] with the first illegal value.
    pub fn new(tap_hz: u64, reaction_frames: u64) -> Result<Hand, HandError> {
        Hand::from_rate(TapHz::whole(tap_hz)?, reaction_frames)
    }

    /// Like [`Hand::new`], for rates with decimals.
    ///
    /// # Errors
    /// [`HandError::Reaction`].
    pub const fn from_rate(tap_hz: TapHz, reaction_frames: u64) -> Result<Hand, HandError> {
        Hand::FASTEST
            .with_rhythm(Rhythm::Rate(tap_hz))
            .with_reaction(reaction_frames)
    }

    /// Returns these hands with another rhythm.
    #[must_use]
    pub const fn with_rhythm(self, rhythm: Rhythm) -> Hand {
        Hand { rhythm, ..self }
    }

    /// Returns these hands with another reaction time: they press nothing in the first `frames` (0-60) frames.
    ///
    /// # Errors
    /// [`HandError::Reaction`]. Also [`HandError::SightBeforeReaction`] if these hands see NEXT after frame 0
    /// but before they react.
    pub const fn with_reaction(self, frames: u64) -> Result<Hand, HandError> {
        if frames > Hand::REACTION_FRAMES_MAX as u64 {
            return Err(HandError::Reaction(frames));
        }
        let hand = Hand {
            reaction_frames: frames as u8,
            ..self
        };
        hand.with_sight(self.sight)
    }

    /// Returns these hands, except that they see NEXT at the time `sight`.
    ///
    /// # Errors
    /// [`HandError::SightBeforeReaction`] if they would see NEXT after frame 0 but before they react.
    pub const fn with_sight(self, sight: Sight) -> Result<Hand, HandError> {
        if let Some(frames @ 1..) = sight.frames()
            && frames < self.reaction_frames
        {
            return Err(HandError::SightBeforeReaction {
                sight: frames,
                reaction: self.reaction_frames,
            });
        }
        Ok(Hand { sight, ..self })
    }

    /// Returns these hands with or without occasional misses of the last press of a [`Tuck`](super::Tuck).
    #[must_use]
    pub const fn with_tuck_misdrops(self, tuck_misdrops: bool) -> Hand {
        Hand {
            tuck_misdrops,
            ..self
        }
    }

    /// Returns whether the hands sometimes miss the last press of a [`Tuck`](super::Tuck). A shorter window is missed
    /// more often.
    pub const fn tuck_misdrops(self) -> bool {
        self.tuck_misdrops
    }

    /// Returns the rhythm of the thumbs.
    pub const fn rhythm(self) -> Rhythm {
        self.rhythm
    }

    /// Returns the number of taps of a thumb per second, if the hands tap at a rate.
    pub const fn tap_hz(self) -> Option<TapHz> {
        match self.rhythm {
            Rhythm::Rate(rate) => Some(rate),
            _ => None,
        }
    }

    /// Returns whether the hands shift by autoshift. They then hold a direction already before a piece spawns.
    pub const fn autoshifts(self) -> bool {
        matches!(self.rhythm, Rhythm::Autoshift)
    }

    /// Returns whether each thumb taps by its own rule: without held directions, and without waiting for the other thumb.
    pub(super) const fn taps_freely(self) -> bool {
        !self.autoshifts() && self.button_order().is_none()
    }

    /// Returns the order of the buttons, if the hands press one at a time.
    pub(super) const fn button_order(self) -> Option<ButtonOrder> {
        match self.rhythm {
            Rhythm::OneButton(order) => Some(order),
            _ => None,
        }
    }

    /// Returns the rhythm of the thumb for Left and Right.
    pub(super) const fn sideways(self) -> Rhythm {
        self.rhythm
    }

    /// Returns the rhythm of the thumb for A and B.
    pub(super) const fn turns(self) -> Rhythm {
        match self.rhythm {
            Rhythm::Autoshift => Rhythm::Pattern(autoshift::TURNS),
            other => other,
        }
    }

    /// Returns the number of frames at the start of a piece's control in which nothing is pressed.
    pub const fn reaction_frames(self) -> u8 {
        self.reaction_frames
    }

    /// Like [`Hand::with_reaction`], except that hands which would see NEXT before they react see it at once.
    ///
    /// # Errors
    /// [`HandError::Reaction`].
    pub fn reacting(self, frames: u64) -> Result<Hand, HandError> {
        let hand = Hand {
            sight: Sight::AT_ONCE,
            ..self
        };
        let hand = hand.with_reaction(frames)?;
        Ok(hand.with_sight(self.sight).unwrap_or(hand))
    }

    /// Returns these hands without reaction time and with NEXT seen at once, for a piece that they have already
    /// started.
    #[must_use]
    pub const fn awake(self) -> Hand {
        Hand {
            reaction_frames: 0,
            sight: Sight::AT_ONCE,
            ..self
        }
    }

    /// Returns the moment at which NEXT is seen.
    pub const fn sight(self) -> Sight {
        self.sight
    }

    /// Returns whether the hands may press a button before NEXT is seen. If not, seeing NEXT at once has the same
    /// effect.
    pub const fn begins_unseen(self) -> bool {
        match self.sight.frames() {
            Some(frames) => frames > self.reaction_frames,
            None => true,
        }
    }
}

impl Default for Hand {
    fn default() -> Hand {
        Hand::FASTEST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_read_with_two_decimals_at_most() {
        for (text, hundredths) in [("13.3", 1330), ("30", 3000), ("1.05", 105), ("12.50", 1250)] {
            assert_eq!(text.parse::<TapHz>().unwrap().hundredths(), hundredths);
        }
        for text in [
            "", ".", "0.99", "30.01", "13.333", "-3", "1e1", "+5", "x", "13.",
        ] {
            let error = text.parse::<TapHz>().unwrap_err().to_string();
            assert!(
                error.contains(&format!("tap_hz={text}; allowed: 1 to 30")),
                "{error}"
            );
        }
    }

    #[test]
    fn rates_are_written_short() {
        let written =
            ["13.30", "30.0", "1.05"].map(|text| text.parse::<TapHz>().unwrap().to_string());
        assert_eq!(written, ["13.3", "30", "1.05"]);
    }

    #[test]
    fn impossible_hands_are_refused() {
        assert_eq!(Hand::new(0, 0), Err(HandError::TapHz("0".to_owned())));
        assert_eq!(Hand::new(31, 0), Err(HandError::TapHz("31".to_owned())));
        assert_eq!(Hand::new(30, 61), Err(HandError::Reaction(61)));
    }

    #[test]
    fn sight_is_a_number_of_frames_or_never() {
        for text in ["0", "18", "60", "never"] {
            assert_eq!(text.parse::<Sight>().unwrap().to_string(), text);
        }
        for text in ["", "61", "-1", "+5", "1.5", "Never", "x"] {
            let error = text.parse::<Sight>().unwrap_err().to_string();
            let wanted = format!("sight={text}; allowed: 0 to 60 frames, or never");
            assert_eq!(error, wanted);
        }
    }

    #[test]
    fn next_is_seen_at_once_or_not_before_the_hands_react() {
        let hand = Hand::new(30, 18).unwrap();
        assert_eq!(hand.sight(), Sight::AT_ONCE);
        for (sight, begins_unseen) in [("0", false), ("18", false), ("19", true), ("never", true)] {
            let seeing = hand.with_sight(sight.parse().unwrap()).unwrap();
            assert_eq!(seeing.begins_unseen(), begins_unseen, "{sight}");
        }
        let error = hand.with_sight(Sight::after(17).unwrap()).unwrap_err();
        let wanted = "sight=17 with reaction=18; allowed: 0, 18 to 60 frames, or never";
        assert_eq!(error.to_string(), wanted);
    }
}
