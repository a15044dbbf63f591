//! Last choices in the menu, saved for the next start.

use std::path::Path;

use rightwell::rules::sanitized;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::CliError;
use crate::options::forms::{PlayForm, PuzzlesForm, TrainingForm, VersusForm, WatchForm};

use super::read::{self, FileKind};
use super::versioned::{self, Version};

/// Forms of the menu, as the user left them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SavedChoices {
    version: Version<2>,
    /// True if the file exists but could not be read. The program then does not overwrite it.
    #[serde(skip)]
    is_unread: bool,
    /// True once the user has played, opened the menu or chosen a filter. The welcome card is then shorter.
    pub knows_the_way: bool,
    pub watch: WatchForm,
    pub play: PlayForm,
    pub versus: VersusForm,
    pub puzzles: PuzzlesForm,
    pub training: TrainingForm,
}

/// Values that mean "no value" in a file of version 1, each with its field.
const NO_VALUE: [(&str, &str); 7] = [
    ("hand", "own"),
    ("kind", "any"),
    ("linecap", "none"),
    ("randomizer", "usual"),
    ("seed", ""),
    ("stars", "any"),
    ("theme", "any"),
];

impl SavedChoices {
    /// Loads the choices. If the file is missing or faulty, returns the defaults. The error belongs to a faulty file.
    pub fn load(path: &Path) -> (SavedChoices, Option<String>) {
        if !read::is_there(path) {
            return (SavedChoices::default(), None);
        }
        let text = match read::text(path, FileKind::Settings) {
            Ok(text) => text,
            Err(error) => {
                let unread = SavedChoices {
                    is_unread: true,
                    ..SavedChoices::default()
                };
                return (unread, Some(error.to_string()));
            }
        };
        match versioned::parse(path, &text) {
            Ok(choices) => (choices, None),
            Err(error) => match migrated(&text) {
                Some((choices, mut said)) => {
                    said.extend(choices.save(path).err().map(|error| error.to_string()));
                    (choices, (!said.is_empty()).then(|| said.join("; ")))
                }
                None => (SavedChoices::default(), Some(error.to_string())),
            },
        }
    }

    /// Writes the file atomically. Does nothing if loading the file failed; that error was already reported.
    pub fn save(&self, path: &Path) -> Result<(), CliError> {
        match self.is_unread {
            true => Ok(()),
            false => versioned::save(path, self),
        }
    }
}

/// Converts a file of version 1. Replaces unknown values with defaults, and returns a notice about each of them.
fn migrated(text: &str) -> Option<(SavedChoices, Vec<String>)> {
    let old: Value = ron::from_str(text).ok()?;
    let mut forms = serde_json::to_value(SavedChoices::default()).ok()?;
    let mut said = Vec::new();
    for (mode, values) in old.as_object()? {
        match values.as_object() {
            None if mode == "version" && *values == 1 => continue,
            None => return None,
            Some(values) => {
                for (name, value) in values {
                    let is_set = set(&mut forms, mode, name, value)?;
                    said.extend((!is_set).then(|| unknown(name, value)));
                }
            }
        }
    }
    Some((serde_json::from_value(forms).ok()?, said))
}

/// Sets a value from a file of version 1, in which the options for hands had no group. Returns whether the value is
/// valid, or `None` if there is no such field.
fn set(forms: &mut Value, mode: &str, name: &str, value: &Value) -> Option<bool> {
    let mut changed = forms.clone();
    let form = changed.get_mut(mode)?;
    let has_field = form.get(name).is_some();
    let group = if has_field {
        form
    } else {
        form.get_mut("hands")?
    };
    let field = group.get_mut(name)?;
    if value
        .as_str()
        .is_some_and(|word| NO_VALUE.contains(&(name, word)))
    {
        return Some(true);
    }
    *field = value.clone();
    let is_known = serde_json::from_value::<SavedChoices>(changed.clone()).is_ok();
    if is_known {
        *forms = changed;
    }
    Some(is_known)
}

fn unknown(name: &str, value: &Value) -> String {
    let label = name.to_uppercase().replace('_', " ");
    let value = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    let value = sanitized(&value);
    format!("{label}: unknown value '{value}'; using the default")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rightwell::engine::training::{ClearScoring, LinecapEffect, ScoreDisplay};
    use rightwell::engine::versus::GarbageHoles;
    use rightwell::engine::{CrashRule, GameType, TrainingMode};
    use rightwell::rules::{RandomizerKind, Region};
    use rightwell::search::Sight;
    use rightwell::session::puzzles::Theme;

    use crate::options::controls::InputArg;
    use crate::options::forms::{FilterKind, HandsForm, LinecapUnit, TrainedMode};
    use crate::options::speed::Speed;

    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_pipe_instead_of_the_file_does_not_block() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("choices.ron");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        let said = SavedChoices::default().save(&path).unwrap_err().to_string();
        assert!(
            said.ends_with("choices.ron: it is a pipe, not a file"),
            "{said}"
        );
        assert!(SavedChoices::load(&path).1.is_some());
    }

    #[test]
    fn choices_are_loaded_again_and_a_faulty_file_loses_only_choices() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/choices.ron");
        assert_eq!(SavedChoices::load(&path), (SavedChoices::default(), None));
        let mut choices = SavedChoices::default();
        choices.watch.level = 18;
        choices.versus.right = "machine".to_owned();
        choices.save(&path).unwrap();
        assert_eq!(SavedChoices::load(&path), (choices, None));
        for text in [
            "",
            "(version: 3)",
            "(version: 2, watch: (speed: \"warp\"))",
            "(watch: 3)",
            "\u{1b}[2J",
        ] {
            std::fs::write(&path, text).unwrap();
            let (choices, fault) = SavedChoices::load(&path);
            assert_eq!(choices, SavedChoices::default());
            assert!(fault.is_some_and(|fault| fault.contains("choices.ron")));
        }
    }

    /// File of version 1 with all its fields.
    const FIRST_VERSION: &str = r#"(
    version: 1,
    watch: (
        demo: false,
        player: "scorer",
        filter: "pattern-plain",
        pattern: "house",
        input: "pad",
        hand: "own",
        tap_hz: 13,
        reaction: 4,
        sight: "never",
        region: "pal",
        game_type: "b",
        height: 3,
        level: 19,
        double_killscreen: true,
        crash: "top-out",
        randomizer: "usual",
        seed: "7B",
        speed: "0.5",
        fast: true,
    ),
    play: (
        is_direct: true,
        game_type: "a",
        level: 18,
        height: 5,
        seed: "",
        region: "ntsc",
        crash: "off",
        speed: "max",
    ),
    versus: (
        left: "person",
        right: "machine",
        has_dials: true,
        player: "fighter",
        hand: "tapper",
        tap_hz: 17,
        reaction: 6,
        sight: "18",
        depth: 3,
        misdrops: 1,
        aggression: 25,
        garbage: "changing",
        cancelling: true,
        best_of: 5,
        left_level: 9,
        right_level: 8,
        randomizer: "uniform",
        seed: "FFFFFFFFFFFFFFFF",
        region: "pal",
        speed: "2",
    ),
    puzzles: (
        mine: true,
        theme: "tuck",
        stars: "3",
        kind: "any",
    ),
    training: (
        mode: "seed",
        value: 7,
        pieces: "0A0B0C",
        level: 155,
        linecap: "lines",
        linecap_level: 40,
        linecap_lines: 230,
        linecap_effect: "halt",
        das_only: true,
        no_pause: true,
        score: "hidden",
        region: "pal",
        crash: "strict",
        speed: "4",
    ),
)
"#;

    #[test]
    fn a_file_of_the_first_version_is_migrated_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("choices.ron");
        std::fs::write(&path, FIRST_VERSION).unwrap();
        let (choices, said) = SavedChoices::load(&path);
        assert_eq!(said, None);
        let watch = WatchForm {
            demo: false,
            player: "scorer".to_owned(),
            filter: FilterKind::PatternPlain,
            pattern: "house".to_owned(),
            input: InputArg::Pad,
            hands: HandsForm {
                hand: None,
                tap_hz: 13,
                reaction: 4,
                sight: Sight::NEVER,
            },
            region: Region::Pal,
            game_type: GameType::B { height: 0 },
            height: 3,
            level: 19,
            double_killscreen: true,
            crash: CrashRule::TopOut,
            randomizer: None,
            seed: Some(0x7B),
            speed: Speed::Times(0.5),
            fast: true,
        };
        assert_eq!(choices.watch, watch);
        let play = PlayForm {
            is_direct: true,
            level: 18,
            height: 5,
            speed: Speed::Max,
            ..PlayForm::default()
        };
        assert_eq!(choices.play, play);
        let versus = VersusForm {
            left: "person".to_owned(),
            right: "machine".to_owned(),
            has_dials: true,
            player: "fighter".to_owned(),
            hands: HandsForm {
                hand: Some("tapper".to_owned()),
                tap_hz: 17,
                reaction: 6,
                sight: Sight::after(18).unwrap(),
            },
            depth: 3,
            misdrops: 1,
            aggression: 25,
            filter: FilterKind::None,
            pattern: "smiley".to_owned(),
            garbage: GarbageHoles::Changing,
            cancelling: true,
            best_of: 5,
            left_level: 9,
            right_level: 8,
            randomizer: RandomizerKind::Uniform,
            seed: Some(u64::MAX),
            region: Region::Pal,
            speed: Speed::Times(2.0),
        };
        assert_eq!(choices.versus, versus);
        let puzzles = PuzzlesForm {
            mine: true,
            rated: true,
            pieces: 2,
            mine_pieces: 1,
            theme: Some(Theme::Tuck),
            stars: Some(3),
            kind: None,
        };
        assert_eq!(choices.puzzles, puzzles);
        let training = TrainingForm {
            mode: TrainedMode::Game(TrainingMode::Seed),
            value: 7,
            others: BTreeMap::new(),
            pieces: "0A0B0C".to_owned(),
            level: 155,
            linecap: Some(LinecapUnit::Lines),
            linecap_level: 40,
            linecap_lines: 230,
            linecap_effect: LinecapEffect::Halt,
            das_only: true,
            no_pause: true,
            score: ScoreDisplay::Hidden,
            clears: ClearScoring::All,
            also: "none".to_owned(),
            region: Region::Pal,
            crash: CrashRule::Strict,
            speed: Speed::Times(4.0),
        };
        assert_eq!(choices.training, training);
        let migrated = std::fs::read_to_string(&path).unwrap();
        assert!(migrated.contains("version: 2"), "{migrated}");
        assert_eq!(SavedChoices::load(&path), (choices, None));
    }

    #[test]
    fn an_unknown_word_of_the_first_version_becomes_the_default() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("choices.ron");
        let text = FIRST_VERSION.replace("pattern-plain", "pattern-round");
        std::fs::write(&path, text.replace("tap_hz: 13", "tap_hz: 1300")).unwrap();
        let (choices, said) = SavedChoices::load(&path);
        assert_eq!(choices.watch.filter, FilterKind::None);
        assert_eq!((choices.watch.hands.tap_hz, choices.watch.level), (30, 19));
        let said = said.unwrap();
        for line in [
            "FILTER: unknown value 'pattern-round'; using the default",
            "TAP HZ: unknown value '1300'",
        ] {
            assert!(said.contains(line), "{said}");
        }
        assert_eq!(SavedChoices::load(&path), (choices, None), "said once");
    }
}
