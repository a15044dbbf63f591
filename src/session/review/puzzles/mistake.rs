//! Mistakes of reviewed games, saved so that the player can try to find the better lock later.

use serde::{Deserialize, Serialize};

use crate::players::{Player, Position};
use crate::rules::{Pose, Region};
use crate::search::Hand;
use crate::session::reasons::Category;
use crate::session::{PracticeStart, Rater, ReviewedMove};

use super::LOSES_MAX;
use super::drawn::{self, LockCode};

/// Move with the label mistake or worse, and everything needed to try it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "MistakeFile", into = "MistakeFile")]
pub struct Mistake {
    /// Position, with a known NEXT.
    pub position: Position,
    /// Lock that was played.
    pub played: Pose,
    /// Loss of the mistake, in lines.
    pub lost: f64,
    /// Category of the error.
    pub kind: Category,
    /// Region of the cartridge.
    pub region: Region,
    /// Hands for which the move was rated. They may tap in any rhythm, but they never miss tucks.
    pub hand: Hand,
}

impl Mistake {
    /// Returns the mistakes among moves rated by `rater`, in order. Skips moves without a known NEXT. Returns none if
    /// the moves were rated without gravity.
    pub fn of_moves(moves: &[ReviewedMove], rater: &Rater) -> Vec<Mistake> {
        let Some((hand, region)) = rater.hands() else {
            return Vec::new();
        };
        let mistakes = moves.iter().filter(|reviewed| reviewed.is_mistake());
        let mistakes_to_queue = mistakes.filter_map(|reviewed| {
            let position = &reviewed.played.position;
            let lock = reviewed.played.lock;
            let can_be_kept = position.next.is_some()
                && lock.fits(&position.board)
                && lock.rests(&position.board);
            can_be_kept.then(|| Mistake {
                position: position.clone(),
                played: lock,
                lost: reviewed.rating.loss.min(LOSES_MAX),
                kind: reviewed.category().unwrap_or(Category::WorseFit),
                region,
                hand: hand.with_tuck_misdrops(false),
            })
        });
        mistakes_to_queue.collect()
    }

    /// Returns a hash of the position, as [`Puzzle::fingerprint`](super::Puzzle::fingerprint) does.
    pub fn fingerprint(&self) -> u64 {
        drawn::fingerprint(&self.position)
    }

    /// Returns the position as a practice start.
    pub fn start(&self) -> PracticeStart {
        PracticeStart {
            region: self.region,
            position: self.position.clone(),
            score: 0,
            later_pieces: Vec::new(),
            register: self.fingerprint() as u16,
        }
    }

    /// Returns a rater for new attempts. It rates for the hands of the original rating. `judge` must price future
    /// losses.
    pub fn rater(&self, judge: Player) -> Rater {
        Rater::new(judge, Some((self.hand, self.region)))
    }
}

/// Serialized form of a mistake.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MistakeFile {
    /// Board, as in a puzzle file.
    field: Vec<String>,
    pieces: String,
    level: u8,
    lines: u16,
    played: LockCode,
    lost: f64,
    /// Category of the error, as the [word](Category::word) on the command line.
    kind: String,
    region: Region,
    /// Rhythm of the hands, as in a hand file.
    taps: String,
    reaction: u64,
    sight: String,
}

impl From<Mistake> for MistakeFile {
    fn from(mistake: Mistake) -> MistakeFile {
        let (position, hand) = (&mistake.position, mistake.hand);
        MistakeFile {
            field: drawn::rows_of(&position.board),
            pieces: drawn::letters_of(position),
            level: position.level,
            lines: position.lines,
            played: drawn::place_of(mistake.played),
            lost: (100.0 * mistake.lost).round() / 100.0,
            kind: mistake.kind.word().to_owned(),
            region: mistake.region,
            taps: hand.rhythm().to_string(),
            reaction: hand.reaction_frames().into(),
            sight: hand.sight().to_string(),
        }
    }
}

impl TryFrom<MistakeFile> for Mistake {
    type Error = String;

    fn try_from(file: MistakeFile) -> Result<Mistake, String> {
        let board = drawn::board_of(&file.field)?;
        let (current, next) = drawn::pieces_of(&file.pieces)?;
        let played = drawn::pose_of("played", file.played, current, &board)?;
        if !(0.0..=LOSES_MAX).contains(&file.lost) {
            return Err(format!("lost {}; allowed: 0 to {LOSES_MAX}", file.lost));
        }
        let kind = Category::from_word(&file.kind).ok_or_else(|| {
            let words = Category::ALL.map(Category::word).join(", ");
            format!("unknown kind {:?}; allowed: {words}", file.kind)
        })?;
        let hand = || {
            let hand = Hand::FASTEST.with_rhythm(file.taps.parse()?);
            hand.with_reaction(file.reaction)?
                .with_sight(file.sight.parse()?)
        };
        Ok(Mistake {
            position: Position {
                level: file.level,
                lines: file.lines,
                ..Position::new(board, current, next)
            },
            played,
            lost: file.lost,
            kind,
            region: file.region,
            hand: hand().map_err(|error| error.to_string())?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::puzzles::{Puzzle, built_in};

    fn mistake() -> Mistake {
        let Puzzle { position, best, .. } = built_in().swap_remove(0);
        Mistake {
            position,
            played: best,
            lost: 1.75,
            kind: Category::TetrisMissed,
            region: Region::Pal,
            hand: Hand::new(12, 0).unwrap(),
        }
    }

    #[test]
    fn a_mistake_is_read_as_it_was_written_with_any_hands() {
        for (taps, reaction, sight) in [("13.3 Hz", 0, "0"), ("X...", 3, "18"), ("das", 0, "never")]
        {
            let hand = Hand::FASTEST.with_rhythm(taps.parse().unwrap());
            let hand = hand.with_reaction(reaction).unwrap();
            let written = Mistake {
                hand: hand.with_sight(sight.parse().unwrap()).unwrap(),
                ..mistake()
            };
            let text = ron::to_string(&written).unwrap();
            assert_eq!(ron::from_str::<Mistake>(&text).unwrap(), written, "{text}");
        }
    }

    #[test]
    fn impossible_values_are_named() {
        let text = ron::to_string(&mistake()).unwrap();
        let place = format!("played:{:?}", drawn::place_of(mistake().played)).replace(' ', "");
        for (right, wrong, message) in [
            (
                &*place,
                "played:(127,-128,0)",
                "played (127, -128, 0) is not a lock; allowed: a position",
            ),
            ("lost:1.75", "lost:-1.0", "lost -1; allowed: 0 to 1000"),
            ("lost:1.75", "lost:inf", "lost inf; allowed"),
            (
                "tetris-missed",
                "bad-luck",
                "unknown kind \"bad-luck\"; allowed: hole, burn",
            ),
            ("12 Hz", "99 Hz", "tap_hz=99; allowed"),
            ("reaction:0", "reaction:99", "reaction=99; allowed"),
            ("sight:\"0\"", "sight:\"x\"", "sight=x; allowed"),
        ] {
            assert!(text.contains(right), "{right}: {text}");
            let error = ron::from_str::<Mistake>(&text.replace(right, wrong)).unwrap_err();
            assert!(error.code.to_string().contains(message), "{error}");
        }
    }
}
