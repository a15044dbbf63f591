//! What was chosen last in the menu for watching, playing and matches: found again at the next
//! start.

use std::path::Path;

use rightwell::engine::TrainingMode;
use rightwell::players::{NamedHand, Opponent};
use serde::{Deserialize, Serialize};

use crate::shell::error::CliError;
use crate::shell::options::scenes::PERSON;

use super::read::{self, FileKind};
use super::versioned::{self, Version};

/// What was chosen last, each mode by itself. All texts are as on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Choices {
    version: Version<1>,
    /// Whether there is a file that could not be read: it stays as it is until the program ends.
    #[serde(skip)]
    is_unread: bool,
    /// For watching.
    pub watch: WatchChoice,
    /// For playing.
    pub play: PlayChoice,
    /// For matches.
    pub versus: VersusChoice,
    /// For puzzles.
    pub puzzles: PuzzlesChoice,
    /// For training.
    pub training: TrainingChoice,
}

/// How an AI's games are played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WatchChoice {
    /// The endless demo, which needs neither player nor filter, input or randomizer.
    pub demo: bool,
    pub player: String,
    /// `none`, `well`, `pattern`, `well-plain` or `pattern-plain`.
    pub filter: String,
    /// The picture of the pattern filters.
    pub pattern: String,
    pub input: String,
    /// A name, or [`OWN_HAND`] for taps, reaction and sight of its own.
    pub hand: String,
    pub tap_hz: u32,
    pub reaction: u32,
    /// A number of frames, or `never`.
    pub sight: String,
    pub region: String,
    pub game_type: String,
    pub height: u32,
    pub level: u32,
    /// Pieces fall two rows a frame from level 39 on.
    pub double_killscreen: bool,
    /// What is done about crashes, as in the two below.
    pub crash: String,
    /// `usual`, or a randomizer.
    pub randomizer: String,
    /// Empty for a fresh one.
    pub seed: String,
    pub speed: String,
    pub fast: bool,
}

/// How a person's games begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlayChoice {
    /// Straight into a game rather than to the title screen.
    pub is_direct: bool,
    pub game_type: String,
    pub level: u32,
    pub height: u32,
    /// Empty for a fresh one.
    pub seed: String,
    pub region: String,
    pub crash: String,
    pub speed: String,
}

/// How a match is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VersusChoice {
    pub left: String,
    pub right: String,
    /// Dials of the computer on the right, or on the left where a person sits on the right; those of
    /// the opponent itself where they are not used.
    pub has_dials: bool,
    pub player: String,
    /// A name, or [`OWN_HAND`] for taps, reaction and sight of its own.
    pub hand: String,
    pub tap_hz: u32,
    pub reaction: u32,
    /// A number of frames, or `never`.
    pub sight: String,
    pub depth: u32,
    pub misdrops: u32,
    pub aggression: u32,
    pub garbage: String,
    pub cancelling: bool,
    pub best_of: u32,
    pub left_level: u32,
    pub right_level: u32,
    pub randomizer: String,
    /// Empty for a fresh one.
    pub seed: String,
    pub region: String,
    pub speed: String,
}

/// Which puzzles are shown. All texts are as on the command line, or [`ANY`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PuzzlesChoice {
    /// Mistakes of one's own rather than the puzzles compiled in.
    pub mine: bool,
    pub theme: String,
    pub stars: String,
    /// The kind of mistakes.
    pub kind: String,
}

/// What is trained. All texts are as on the command line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrainingChoice {
    pub mode: String,
    pub value: u32,
    /// The digits of the mode `seed`; empty for the usual ones.
    pub pieces: String,
    pub level: u32,
    /// `none`, `level` or `lines`: when it begins.
    pub linecap: String,
    pub linecap_level: u32,
    pub linecap_lines: u32,
    pub linecap_effect: String,
    pub das_only: bool,
    pub no_pause: bool,
    pub score: String,
    pub region: String,
    pub crash: String,
    pub speed: String,
}

impl TrainingChoice {
    /// The mode; the usual one where its name is not that of one.
    pub fn mode(&self) -> TrainingMode {
        TrainingMode::named(&self.mode).unwrap_or(TrainingMode::Drought)
    }
}

impl Default for TrainingChoice {
    fn default() -> TrainingChoice {
        TrainingChoice {
            mode: "drought".to_owned(),
            value: 13,
            pieces: String::new(),
            level: 18,
            linecap: "none".to_owned(),
            linecap_level: 39,
            linecap_lines: 330,
            linecap_effect: "killscreen".to_owned(),
            das_only: false,
            no_pause: false,
            score: "classic".to_owned(),
            region: "ntsc".to_owned(),
            crash: "off".to_owned(),
            speed: "1".to_owned(),
        }
    }
}

impl Default for WatchChoice {
    fn default() -> WatchChoice {
        WatchChoice {
            demo: false,
            player: "survival".to_owned(),
            filter: "none".to_owned(),
            pattern: "smiley".to_owned(),
            input: "drag".to_owned(),
            hand: OWN_HAND.to_owned(),
            tap_hz: 30,
            reaction: 0,
            sight: "0".to_owned(),
            region: "ntsc".to_owned(),
            game_type: "a".to_owned(),
            height: 0,
            level: 0,
            double_killscreen: false,
            crash: "off".to_owned(),
            randomizer: "usual".to_owned(),
            seed: String::new(),
            speed: "1".to_owned(),
            fast: false,
        }
    }
}

impl Default for PlayChoice {
    fn default() -> PlayChoice {
        PlayChoice {
            is_direct: false,
            game_type: "a".to_owned(),
            level: 0,
            height: 0,
            seed: String::new(),
            region: "ntsc".to_owned(),
            crash: "off".to_owned(),
            speed: "1".to_owned(),
        }
    }
}

impl Default for VersusChoice {
    fn default() -> VersusChoice {
        VersusChoice {
            left: "person".to_owned(),
            right: "first-week".to_owned(),
            has_dials: false,
            player: "survival".to_owned(),
            hand: OWN_HAND.to_owned(),
            tap_hz: 10,
            reaction: 15,
            sight: "0".to_owned(),
            depth: 2,
            misdrops: 5,
            aggression: 50,
            garbage: "classic".to_owned(),
            cancelling: false,
            best_of: 3,
            left_level: 0,
            right_level: 0,
            randomizer: "nes-odds".to_owned(),
            seed: String::new(),
            region: "ntsc".to_owned(),
            speed: "1".to_owned(),
        }
    }
}

impl Default for PuzzlesChoice {
    fn default() -> PuzzlesChoice {
        PuzzlesChoice {
            mine: false,
            theme: ANY.to_owned(),
            stars: ANY.to_owned(),
            kind: ANY.to_owned(),
        }
    }
}

impl WatchChoice {
    /// Whether a picture is built.
    pub fn has_pattern(&self) -> bool {
        self.filter.starts_with("pattern")
    }
}

impl VersusChoice {
    /// The choice with this opponent's dials, as near as it can say them: taps of no name are whole
    /// ones a second.
    #[must_use]
    pub fn with_dials_of(self, opponent: &Opponent) -> VersusChoice {
        let dials = opponent.dials();
        let of_five = dials.hand.rhythm().frames_of_five_taps();
        VersusChoice {
            player: opponent.player().name().to_owned(),
            hand: NamedHand::name_of(dials.hand).unwrap_or_else(|| OWN_HAND.to_owned()),
            tap_hz: (240 + of_five / 2) / of_five,
            reaction: dials.hand.reaction_frames().into(),
            sight: dials.hand.sight().to_string(),
            depth: dials.depth.into(),
            misdrops: dials.misdrops.into(),
            aggression: dials.aggression.into(),
            ..self
        }
    }

    /// Whether a computer plays.
    pub fn has_computer(&self) -> bool {
        self.left != PERSON || self.right != PERSON
    }
}

/// The word for hands whose taps, reaction and sight are chosen one by one.
pub const OWN_HAND: &str = "own";

/// When NEXT is seen with hands that react so late: before that is as good as at once.
pub fn sight_with(sight: &str, reaction: u32) -> &str {
    match sight.parse::<u32>() {
        Ok(frames) if frames < reaction => "0",
        _ => sight,
    }
}

/// The word for puzzles of all kinds.
pub const ANY: &str = "any";

impl Choices {
    /// What was chosen last; the defaults where nothing was, and where the file cannot be used, with
    /// what is wrong with it.
    pub fn load(path: &Path) -> (Choices, Option<String>) {
        if !read::is_there(path) {
            return (Choices::default(), None);
        }
        let text = match read::text(path, FileKind::Settings) {
            Ok(text) => text,
            Err(error) => {
                let unread = Choices {
                    is_unread: true,
                    ..Choices::default()
                };
                return (unread, Some(error.to_string()));
            }
        };
        match versioned::parse(path, &text) {
            Ok(choices) => (choices, None),
            Err(error) => (Choices::default(), Some(error.to_string())),
        }
    }

    /// Writes the file, whole or not at all; nothing where it could not be read, which was said.
    pub fn save(&self, path: &Path) -> Result<(), CliError> {
        match self.is_unread {
            true => Ok(()),
            false => versioned::save(path, self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_the_place_of_the_file_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("choices.ron");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        let said = Choices::default().save(&path).unwrap_err().to_string();
        assert!(
            said.ends_with("choices.ron: it is a pipe; allowed: a file"),
            "{said}"
        );
        assert!(Choices::load(&path).1.is_some());
    }

    #[test]
    fn what_was_chosen_is_found_again_and_a_faulty_file_costs_the_choices_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/choices.ron");
        assert_eq!(Choices::load(&path), (Choices::default(), None));
        let mut choices = Choices::default();
        choices.watch.level = 18;
        choices.versus.right = "machine".to_owned();
        choices.save(&path).unwrap();
        assert_eq!(Choices::load(&path), (choices, None));
        for text in ["", "(version: 2)", "(watch: 3)", "\u{1b}[2J"] {
            std::fs::write(&path, text).unwrap();
            let (choices, fault) = Choices::load(&path);
            assert_eq!(choices, Choices::default());
            assert!(fault.is_some_and(|fault| fault.contains("choices.ron")));
        }
    }
}
