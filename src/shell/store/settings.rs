//! What a person may set: keys, how many recordings are kept, how often the loop runs.

use std::path::Path;

use rightwell::rules::echo;
use rightwell::rules::echo::{echo_ends, plain};
use serde::Deserialize;

use crate::shell::error::CliError;
use crate::shell::store::files;
use crate::shell::store::read::{self, Kind};

/// The file as it is made at the first start.
const DEFAULT: &str = include_str!("../../../assets/settings.ron");
/// The version this program reads.
const VERSION: u32 = 1;

/// The settings in force.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    version: u32,
    /// The keys of the gamepad.
    pub keys: PadKeys,
    /// The keys of the left one of two people at one keyboard.
    #[serde(default = "PadKeys::of_left")]
    pub left_keys: PadKeys,
    /// The keys of the right one.
    #[serde(default = "PadKeys::of_right")]
    pub right_keys: PadKeys,
    /// How many recordings are kept, 0-10,000.
    pub recordings_kept: usize,
    /// Rounds of the window's loop in a second, 60-240.
    pub loop_hz: u32,
}

/// The gamepad's keys by their names.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PadKeys {
    pub left: String,
    pub right: String,
    pub up: String,
    pub down: String,
    pub b: String,
    pub a: String,
    pub start: String,
    pub select: String,
}

impl PadKeys {
    /// Those of a file that says nothing about the left one of two people.
    fn of_left() -> PadKeys {
        Settings::default().left_keys
    }

    /// The same for the right one.
    fn of_right() -> PadKeys {
        Settings::default().right_keys
    }

    /// The buttons with their keys, in the order of the file.
    pub fn named(&self) -> [(&'static str, &str); 8] {
        [
            ("left", &self.left),
            ("right", &self.right),
            ("up", &self.up),
            ("down", &self.down),
            ("b", &self.b),
            ("a", &self.a),
            ("start", &self.start),
            ("select", &self.select),
        ]
    }
}

impl Default for Settings {
    fn default() -> Settings {
        ron::from_str(DEFAULT).expect("the settings compiled in are tested")
    }
}

impl Settings {
    /// Reads the settings, or makes the file if there is none. Mistakes come back one text each,
    /// with the place; where one is, the default is in force.
    pub fn load(path: &Path, is_key: impl Fn(&str) -> bool) -> (Settings, Vec<String>) {
        if !path.exists() {
            return match create(path) {
                Ok(()) => (Settings::default(), Vec::new()),
                Err(error) => (Settings::default(), vec![error.to_string()]),
            };
        }
        let (settings, faults) = match read::text(path, Kind::Settings) {
            Ok(text) => Settings::parse(&text, is_key),
            Err(error) => return (Settings::default(), vec![error.to_string()]),
        };
        let place = |fault| plain(&format!("{}, {fault}", path.display()));
        (settings, faults.into_iter().map(place).collect())
    }

    fn parse(text: &str, is_key: impl Fn(&str) -> bool) -> (Settings, Vec<String>) {
        let default = Settings::default();
        let mut settings: Settings = match ron::from_str(text) {
            Ok(settings) => settings,
            Err(error) => {
                let line = error.span.start.line;
                let code = echo_ends(&error.code.to_string());
                let fault = format!("line {line}: {code}; the default settings are used");
                return (default, vec![fault]);
            }
        };
        let mut faults = Vec::new();
        let mut fault = |field: &str, message: String| {
            let line = line_of(text, field);
            let field = field.rsplit('.').next().unwrap_or(field);
            faults.push(format!(
                "line {line}, {field}: {message}; the default is used"
            ));
        };
        if settings.version != VERSION {
            fault(
                "version",
                format!("{}; allowed: {VERSION}", settings.version),
            );
            return (default, faults);
        }
        if settings.recordings_kept > 10_000 {
            let found = settings.recordings_kept;
            fault("recordings_kept", format!("{found}; allowed: 0-10000"));
            settings.recordings_kept = default.recordings_kept;
        }
        if !(60..=240).contains(&settings.loop_hz) {
            fault("loop_hz", format!("{}; allowed: 60-240", settings.loop_hz));
            settings.loop_hz = default.loop_hz;
        }
        // One key alone could collide with another one's default, so all of a keyboard are reset.
        if !check_keys(&[("keys", &settings.keys)], &is_key, &mut fault) {
            settings.keys = default.keys;
        }
        let two = [
            ("left_keys", &settings.left_keys),
            ("right_keys", &settings.right_keys),
        ];
        if !check_keys(&two, &is_key, &mut fault) {
            settings.left_keys = default.left_keys;
            settings.right_keys = default.right_keys;
        }
        (settings, faults)
    }
}

fn create(path: &Path) -> Result<(), CliError> {
    files::make_folder_of(path)?;
    files::write_whole(path, DEFAULT.as_bytes())
}

/// Whether all keys of one keyboard can be chosen and are different; what is wrong goes to `fault`.
fn check_keys(
    blocks: &[(&str, &PadKeys)],
    is_key: &impl Fn(&str) -> bool,
    fault: &mut impl FnMut(&str, String),
) -> bool {
    let mut seen: Vec<(&str, &str)> = Vec::new();
    let mut is_good = true;
    for (block, keys) in blocks {
        for (button, key) in keys.named() {
            let before = seen.iter().find(|(_, other)| *other == key);
            let message = if !is_key(key) {
                Some(format!("'{}' is no key that can be chosen", echo(key)))
            } else {
                before.map(|(other, _)| format!("'{}' is the key of {other} already", echo(key)))
            };
            if let Some(message) = message {
                fault(&format!("{block}.{button}"), message);
                is_good = false;
            }
            seen.push((button, key));
        }
    }
    is_good
}

/// The line, from 1, on which a field is set, be it in a block: `block.field`.
fn line_of(text: &str, field: &str) -> usize {
    let mut line = 0;
    for part in field.split('.') {
        let sets = |line: &str| {
            let rest = line.trim_start().strip_prefix(part);
            rest.is_some_and(|rest| rest.trim_start().starts_with(':'))
        };
        line += text
            .lines()
            .skip(line)
            .position(sets)
            .map_or(0, |found| found + 1);
    }
    line.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn any_key(_: &str) -> bool {
        true
    }

    /// The line of the file on which the loop's rate stands.
    fn loop_line() -> usize {
        let place = DEFAULT.lines().position(|line| line.contains("loop_hz:"));
        place.unwrap() + 1
    }

    #[test]
    fn file_made_at_the_first_start_says_the_defaults_and_is_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/settings.ron");
        let (settings, faults) = Settings::load(&path, any_key);
        assert_eq!((settings, faults), (Settings::default(), vec![]));
        let mine = DEFAULT.replace("loop_hz: 120", "loop_hz: 12");
        std::fs::write(&path, &mine).unwrap();
        let (settings, faults) = Settings::load(&path, any_key);
        assert_eq!(settings, Settings::default());
        assert_eq!(faults.len(), 1);
        let place = format!("line {}, loop_hz: 12; allowed: 60-240", loop_line());
        assert!(faults[0].contains(&place), "{faults:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), mine);
    }

    #[test]
    fn spoilt_files_are_read_or_named_and_leave_usable_settings() {
        let letters: Vec<char> = DEFAULT.chars().collect();
        let mut seed = 1u32;
        for _ in 0..3_000 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let mut spoilt = letters.clone();
            let place = (seed >> 8) as usize % spoilt.len();
            match seed >> 30 {
                0 => drop(spoilt.remove(place)),
                1 => spoilt.truncate(place),
                _ => spoilt[place] = char::from(32 + (seed >> 16) as u8 % 95),
            }
            let text: String = spoilt.into_iter().collect();
            let (settings, _) = Settings::parse(&text, |key| !key.is_empty());
            assert!((60..=240).contains(&settings.loop_hz));
            assert!(settings.recordings_kept <= 10_000);
        }
    }

    #[test]
    fn every_mistake_is_named_by_line_and_field() {
        let text = DEFAULT
            .replace("b: \"Z\"", "b: \"Hyper\"")
            .replace("a: \"X\"", "a: \"Up\"")
            .replace("recordings_kept: 100", "recordings_kept: 99999");
        let (settings, faults) = Settings::parse(&text, |key| key != "Hyper");
        assert_eq!(settings, Settings::default());
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert!(faults[0].contains("recordings_kept: 99999"), "{faults:?}");
        assert!(faults[1].contains("b: 'Hyper'"), "{faults:?}");
        assert!(
            faults[2].contains("a: 'Up' is the key of up already"),
            "{faults:?}"
        );
        let (_, faults) = Settings::parse(&DEFAULT.replace("loop_hz", "loop"), any_key);
        let line = format!("line {}", loop_line());
        assert!(faults[0].starts_with(&line), "{faults:?}");
        assert!(faults[0].contains("loop"), "{faults:?}");
    }
}
