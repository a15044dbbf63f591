//! Settings of hands. Command-line options, dials, files and requests all use these names and error messages.

use crate::search::{Hand, HandError, Rhythm, Sight};

use super::named_hand::{NamedHand, NamedHandError};

/// Settings of hands. Unset settings leave the hands unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandsProfile {
    /// Name of the hands to start from.
    pub hand: Option<String>,
    /// Rhythm of the taps.
    pub rhythm: Option<Rhythm>,
    /// Number of frames before the first tap of a piece.
    pub reaction: Option<u8>,
    /// Frame of a piece in which the hands see NEXT.
    pub sight: Option<Sight>,
    /// True if the hands sometimes miss tucks.
    pub tuck_misdrops: Option<bool>,
}

impl HandsProfile {
    /// Sets one value: `hand`, `tap-hz`, `taps`, `reaction`, `sight` or `tuck-misdrops`. Returns `false` if `name` is
    /// none of these.
    ///
    /// # Errors
    /// Describes the allowed values if `value` is invalid.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, String> {
        let allowed = |error: HandError| error.allowed();
        match name {
            "hand" => self.hand = Some(value.to_owned()),
            "tap-hz" => self.rhythm = Some(Rhythm::Rate(value.parse().map_err(allowed)?)),
            "taps" => self.rhythm = Some(Rhythm::from_taps(value).map_err(allowed)?),
            "reaction" => {
                let frames: Option<u8> = value.parse().ok();
                let known = frames.filter(|frames| *frames <= Hand::REACTION_FRAMES_MAX);
                let too_late = || HandError::Reaction(u64::MAX).allowed();
                self.reaction = Some(known.ok_or_else(too_late)?);
            }
            "sight" => self.sight = Some(value.parse().map_err(allowed)?),
            "tuck-misdrops" => match value {
                "on" => self.tuck_misdrops = Some(true),
                "off" => self.tuck_misdrops = Some(false),
                _ => return Err("on or off".to_owned()),
            },
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns `hand` with these settings applied. `named` looks up hands by name.
    ///
    /// # Errors
    /// [`NamedHandError`] if no hands have the name. Also if the hands would see NEXT after the spawn but
    /// before they react.
    pub fn apply_to(
        &self,
        hand: Hand,
        named: impl FnOnce(&str) -> Result<NamedHand, NamedHandError>,
    ) -> Result<Hand, NamedHandError> {
        let mut hand = match &self.hand {
            Some(name) => named(name)?.hand(),
            None => hand,
        };
        if let Some(rhythm) = self.rhythm {
            hand = hand.with_rhythm(rhythm);
        }
        if let Some(frames) = self.reaction {
            // NEXT seen before the hands react is as good as NEXT seen at once.
            hand = hand.reacting(frames.into())?;
        }
        if let Some(tuck_misdrops) = self.tuck_misdrops {
            hand = hand.with_tuck_misdrops(tuck_misdrops);
        }
        match self.sight {
            Some(sight) => Ok(hand.with_sight(sight)?),
            None => Ok(hand),
        }
    }
}
