//! Dials of opponents, and their names on the command line.

use std::fmt;

use crate::players::hands_profile::HandsProfile;
use crate::players::named_hand::{NamedHand, NamedHandError};
use crate::search::{Hand, Rhythm, Sight};

use super::file::OpponentError;

/// Dials that make an opponent weaker or stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpponentDials {
    /// Tapping speed, reaction, and sight of NEXT.
    pub hand: Hand,
    /// Number of pieces that the opponent looks ahead, including the current one, 1-4. See
    /// [`Player::no_deeper_than`](crate::players::Player::no_deeper_than).
    pub depth: u8,
    /// Misdrops per hundred pieces, 0-100. A misdropped piece locks somewhere nearby.
    pub misdrops: u8,
    /// Stack height up to which the opponent builds for Tetrises, in percent of the playfield's height. Above it, the
    /// opponent plays safe. Incoming garbage counts as stack. 0 means that it never attacks, 100 that it always does.
    pub aggression: u8,
}

impl OpponentDials {
    /// Maximum number of pieces to look ahead.
    pub const DEPTH_MAX: u8 = 4;
    /// Dials of an opponent at full strength that never attacks.
    pub const BEST: OpponentDials = OpponentDials {
        hand: Hand::FASTEST,
        depth: OpponentDials::DEPTH_MAX,
        misdrops: 0,
        aggression: 0,
    };
}

/// Formats the dials as on the command line. `sight` appears only if NEXT is not seen at once, and `tuck-misdrops` only
/// if it is on.
impl fmt::Display for OpponentDials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OpponentDials {
            hand,
            depth,
            misdrops,
            aggression,
        } = self;
        let reaction = hand.reaction_frames();
        match hand.rhythm() {
            Rhythm::Rate(rate) => write!(f, "tap-hz={rate}")?,
            other => write!(f, "taps={other}")?,
        }
        write!(f, ",reaction={reaction}")?;
        if hand.sight() != Sight::AT_ONCE {
            write!(f, ",sight={}", hand.sight())?;
        }
        if hand.tuck_misdrops() {
            write!(f, ",tuck-misdrops=on")?;
        }
        write!(
            f,
            ",depth={depth},misdrops={misdrops},aggression={aggression}"
        )
    }
}

impl OpponentDials {
    /// Returns these dials with `changes` applied. Each change is the name of a dial and its value. `hand` looks up
    /// hands by name.
    pub(super) fn with_changes<'a>(
        mut self,
        changes: impl IntoIterator<Item = (&'a str, &'a str)>,
        hand: impl FnOnce(&str) -> Result<NamedHand, NamedHandError>,
    ) -> Result<OpponentDials, OpponentError> {
        let mut hands = HandsProfile::default();
        for (dial, value) in changes {
            let wrong = |allowed| OpponentError::Dial {
                place: String::new(),
                dial: format!("{dial}={value}"),
                allowed,
            };
            let in_range = |least, most, unit| {
                let number: Option<u8> = value.parse().ok();
                let number = number.filter(|number| (least..=most).contains(number));
                number.ok_or_else(|| wrong(format!("{least} to {most} {unit}")))
            };
            match dial {
                "depth" => self.depth = in_range(1, OpponentDials::DEPTH_MAX, "pieces")?,
                "misdrops" => self.misdrops = in_range(0, 100, "percent")?,
                "aggression" => self.aggression = in_range(0, 100, "percent")?,
                _ if hands.set(dial, value).map_err(wrong)? => {}
                _ => return Err(wrong(DIALS.to_owned())),
            }
        }
        self.hand = hands.apply_to(self.hand, hand)?;
        Ok(self)
    }
}

/// Splits a line into dials at its commas. The commas in a pattern of taps, such as `taps=3,4`, do not split it.
pub(super) fn split_dials(line: &str) -> Vec<&str> {
    let mut dials = Vec::new();
    let mut first = 0;
    for (comma, _) in line.match_indices(',') {
        let is_gap = |letter: char| letter.is_ascii_digit();
        if !(line[first..].starts_with("taps=") && line[comma + 1..].starts_with(is_gap)) {
            dials.push(&line[first..comma]);
            first = comma + 1;
        }
    }
    dials.push(&line[first..]);
    dials
}

const DIALS: &str = "hand=NAME, tap-hz=N, taps=PATTERN, reaction=FRAMES, sight=FRAMES|never, tuck-misdrops=on|off, depth=PIECES, misdrops=PERCENT, aggression=PERCENT, filter=FILTER";
