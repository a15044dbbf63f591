//! The user's settings: keys, gamepads, colours, scaling, confirmations, limits and more.

mod action;
mod fields;
mod key;
mod key_map;
mod pad_names;
mod reader;
mod save;
mod table;
mod value;
mod words;

use std::path::Path;

use rightwell::rules::RonFault;
use rightwell::rules::sanitize::plain;
use serde::Deserialize;

use crate::error::CliError;
use crate::store::files;
use crate::store::read::{self, FileKind};

use fields::{RonField, fields_of};
use reader::SettingsReader;

pub use crate::options::hint_mode::HintMode;
pub use action::{Action, is_of_recordings};
pub use key::Key;
#[cfg(feature = "window")]
pub(crate) use key::every_key;
pub use key_map::KeyMap;
#[cfg(feature = "window")]
pub use pad_names::pad_number;
pub use pad_names::{PAD_NAMES, is_pad_name};
pub(super) use save::other_version;
pub use table::{Setting, Settings, SettingsPart, TABLE};
pub use value::SettingValue;
pub use words::{Ground, KeysPanel, PanelPlace, Scaling, StatisticsPage};

/// Version of the settings file that this program reads.
const VERSION: u32 = 1;

impl Settings {
    /// Reads the settings. Creates the file if it does not exist.
    ///
    /// Also returns one message for each faulty line. A faulty field gets its default.
    pub fn load(path: &Path) -> (Settings, Vec<String>) {
        let faulty = |fault: String| {
            let settings = Settings {
                is_faulty: true,
                ..Settings::default()
            };
            (settings, vec![fault])
        };
        if !read::is_there(path) {
            match create(path) {
                Ok(true) => return (Settings::default(), Vec::new()),
                // Another program has just created it.
                Ok(false) => {}
                Err(error) => return faulty(error.to_string()),
            }
        }
        let (settings, faults) = match read::text(path, FileKind::Settings) {
            Ok(text) => Settings::parse(&text),
            Err(error) => return faulty(error.to_string()),
        };
        let place = |fault| plain(&format!("{}, {fault}", path.display()));
        (settings, faults.into_iter().map(place).collect())
    }

    /// Changes the settings for a stream: a clean one shows nothing beside the game screen, and a green one has a green
    /// background. The file of the settings stays as it is.
    pub fn suit_stream(&mut self, is_clean: bool, ground: Option<&str>) {
        if is_clean {
            self.status_line = false;
            self.panels = PanelPlace::None;
        }
        if ground == Some("green") {
            self.ground = Ground::Green;
        }
    }

    fn parse(text: &str) -> (Settings, Vec<String>) {
        let mut settings = Settings::default();
        let mut reader = SettingsReader::new(text);
        let names = Setting::names();
        let fields = fields_of(text, 0..text.len(), &names);
        let no_setting = format!("is not a setting; allowed: {}", names.join(", "));
        for field in fields.iter().filter(|field| !names.contains(&field.name)) {
            reader.fault(field, &no_setting);
        }
        let version = SettingValue::Number(&mut { VERSION }, VERSION..=VERSION, 1);
        if !reader.read(&fields, "version", version) {
            // In a file of another version, fields may have other meanings.
            settings.is_faulty = true;
            return (settings, reader.faults());
        }
        for setting in TABLE {
            // Earlier versions had the scanlines among the scalings.
            if setting.name == "scaling" && fields.iter().any(|field| is_scanlines(field, text)) {
                settings.scaling = Scaling::Television;
                settings.scanlines = true;
                continue;
            }
            let value = (setting.value)(&mut settings);
            if !matches!(value, SettingValue::Keys(_)) {
                reader.read(&fields, setting.name, value);
            }
        }
        settings.read_keys(&mut reader, &fields);
        let mut faults = reader.faults();
        // Errors outside the fields: a missing parenthesis, trailing text, no fields at all.
        if faults.is_empty()
            && let Err(error) = ron::from_str::<AnyFields>(text)
        {
            let RonFault { line, message, .. } = error.into();
            faults.push(format!("line {line}: {message}; using the defaults"));
        }
        settings.is_faulty = !faults.is_empty();
        (settings, faults)
    }

    /// Reads all keys. The keys of the program come first, because no controller may use them.
    fn read_keys(&mut self, reader: &mut SettingsReader, fields: &[RonField]) {
        let own = &mut [("program_keys", &mut self.program_keys)];
        reader.keys(fields, own, None, Key::is_name);
        let taken = Some(&self.program_keys);
        let alone = &mut [("keys", &mut self.keys)];
        reader.keys(fields, alone, taken, Key::is_name);
        let two = &mut [
            ("left_keys", &mut self.left_keys),
            ("right_keys", &mut self.right_keys),
        ];
        reader.keys(fields, two, taken, Key::is_name);
        for (name, buttons) in [
            ("pad_buttons", &mut self.pad_buttons),
            ("second_pad_buttons", &mut self.second_pad_buttons),
        ] {
            let pad = &mut [(name, buttons)];
            reader.keys(fields, pad, None, is_pad_name);
        }
    }
}

/// Returns whether this is the scaling of earlier versions with scanlines.
fn is_scanlines(field: &RonField, text: &str) -> bool {
    let value = field.value.clone().map(|range| text[range].trim());
    field.name == "scaling" && value == Some("\"scanlines\"")
}

/// Accepts any fields in parentheses, so that only the outer syntax is checked.
#[derive(Deserialize)]
#[serde(rename = "Settings")]
struct AnyFields {}

/// Creates the file. Returns `false` if another program has just created it.
fn create(path: &Path) -> Result<bool, CliError> {
    files::make_folder_of(path)?;
    files::write_new(path, Settings::default().text().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::reader::FAULTS_MAX;
    use super::*;

    /// Returns the default settings, marked as faulty so that no recording is deleted.
    fn faulty_default() -> Settings {
        Settings {
            is_faulty: true,
            ..Settings::default()
        }
    }

    /// Returns the text of the file that the first start creates.
    fn default_text() -> String {
        Settings::default().text()
    }

    /// Returns the number of the line that sets the loop's rate.
    fn loop_line() -> usize {
        let text = default_text();
        let place = text.lines().position(|line| line.contains("loop_hz:"));
        place.unwrap() + 1
    }

    #[test]
    fn scanlines_of_earlier_versions_stay_on_until_they_are_turned_off() {
        let old = default_text().replace("\"fill\"", "\"scanlines\"");
        let without = old.replace("    scanlines: false,\n", "");
        assert_ne!(old, without);
        let read = |text: &str| {
            let (settings, faults) = Settings::parse(text);
            assert_eq!(faults, Vec::<String>::new());
            (settings.scaling, settings.scanlines)
        };
        assert_eq!(read(&without), (Scaling::Television, true));
        assert_eq!(read(&old), (Scaling::Television, false));
    }

    #[test]
    fn the_file_of_the_first_start_contains_the_defaults_and_is_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/settings.ron");
        let (settings, faults) = Settings::load(&path);
        assert_eq!((settings, faults), (Settings::default(), vec![]));
        let mine = default_text().replace("loop_hz: 120", "loop_hz: 12");
        std::fs::write(&path, &mine).unwrap();
        let (settings, faults) = Settings::load(&path);
        assert_eq!(settings, faulty_default());
        assert_eq!(faults.len(), 1);
        let place = format!("line {}, loop_hz: 12; allowed: 60-240", loop_line());
        assert!(faults[0].contains(&place), "{faults:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), mine);
    }

    #[test]
    fn corrupt_files_are_reported_and_leave_usable_settings() {
        let letters: Vec<char> = default_text().chars().collect();
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
            let (settings, _) = Settings::parse(&text);
            assert!((60..=240).contains(&settings.loop_hz));
            assert!(settings.recordings_kept <= 10_000);
        }
    }

    #[test]
    fn every_fault_is_reported_with_line_and_field() {
        let text = default_text()
            .replace("b: \"Z\"", "b: \"Hyper\"")
            .replace("a: \"X\"", "a: \"Up\"")
            .replace("recordings_kept: 100", "recordings_kept: 99999");
        let (settings, faults) = Settings::parse(&text);
        assert_eq!(settings, faulty_default());
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert!(faults[0].contains("recordings_kept: 99999"), "{faults:?}");
        assert!(faults[1].contains("b: 'Hyper'"), "{faults:?}");
        assert!(
            faults[2].contains("a: 'Up' is already the key of up"),
            "{faults:?}"
        );
        let (_, faults) = Settings::parse(&default_text().replace("loop_hz:", "loop:"));
        let line = format!("line {}, loop: is not a setting", loop_line());
        assert!(faults[0].starts_with(&line), "{faults:?}");
    }

    #[test]
    fn a_fault_in_one_field_costs_that_field_and_no_recording() {
        let mine = default_text()
            .replace("recordings_kept: 100", "recordings_kept: 1000")
            .replace("loop_hz: 120", "loop_hz: 90")
            .replace("a: \"X\"", "a: \"C\"")
            .replace("b: \"K\"", "b: \"O\"");
        let (settings, faults) = Settings::parse(&mine);
        assert_eq!((settings.kept(), faults.len()), (Some(1000), 0));
        for (from, to, of) in [
            ("loop_hz: 90", "loop_hz 90", "loop_hz"),
            ("loop_hz: 90", "loop_hz: 9O", "loop_hz"),
            (
                "recordings_kept: 1000",
                "recordings_kept: 20000",
                "recordings_kept",
            ),
            (
                "recordings_kept: 1000",
                "recordings_kept: -1",
                "recordings_kept",
            ),
            (
                "recordings_kept: 1000",
                "recordings_kept 1000",
                "recordings_kept",
            ),
            ("a: \"C\"", "a: \"C", "keys"),
            ("b: \"O\"", "b: O", "right_keys"),
            ("b: \"O\"", "b \"O\"", "right_keys"),
            ("1000,", "1000", ""),
            (
                "    ),\n\n    // Buttons of the first",
                "\n\n    // Buttons of the first",
                "",
            ),
            ("90,\n)", "90,\n", ""),
            ("90,\n)", "90,\n) loop_hz", ""),
        ] {
            let text = mine.replace(from, to);
            assert_ne!(text, mine, "{from}");
            let (faulty, faults) = Settings::parse(&text);
            assert!(!faults.is_empty(), "{to}");
            assert_eq!(faulty.kept(), None, "{to}: {faults:?}");
            let default = Settings::default();
            let mut expected = settings.clone();
            expected.is_faulty = true;
            match of {
                "recordings_kept" => expected.recordings_kept = default.recordings_kept,
                "loop_hz" => expected.loop_hz = default.loop_hz,
                "keys" => expected.keys = default.keys,
                "right_keys" => expected.right_keys = default.right_keys,
                _ => {}
            }
            assert_eq!(faulty, expected, "{to}: {faults:?}");
        }
    }

    #[test]
    fn settings_of_another_version_are_left_alone() {
        let text = default_text().replace("version: 1", "version: 2");
        let (settings, faults) = Settings::parse(&text);
        assert_eq!(settings, faulty_default());
        assert_eq!(faults.len(), 1);
        assert!(faults[0].contains("version: 2; allowed: 1"), "{faults:?}");
    }

    #[test]
    fn a_file_without_settings_is_reported_and_costs_no_recording() {
        for text in [
            "{\"version\": 1, \"recordings_kept\": 10000}",
            "{version: 1, recordings_kept: 10000}",
            "[]",
            "5",
            "(5)",
            "\"recordings_kept: 10000\"",
            "None",
            "",
            "// recordings_kept: 10000",
        ] {
            let (settings, faults) = Settings::parse(text);
            assert_eq!(faults.len(), 1, "{text}");
            assert_eq!(settings.kept(), None, "{text}");
        }
        for text in ["()", "Settings(loop_hz: 120)", "(version: 1,)"] {
            let expected = (Settings::default(), Vec::new());
            assert_eq!(Settings::parse(text), expected, "{text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_broken_link_is_reported_and_costs_no_recording() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        std::os::unix::fs::symlink("unmounted/settings.ron", &path).unwrap();
        let (settings, faults) = Settings::load(&path);
        assert_eq!((&settings, faults.len()), (&faulty_default(), 1));
        assert!(
            faults[0].contains("settings.ron: it is a broken link"),
            "{faults:?}"
        );
        let new = Settings {
            flashing: false,
            ..settings.clone()
        };
        assert!(new.save(&settings, &path).is_err());
        std::fs::create_dir(folder.path().join("unmounted")).unwrap();
        assert!(
            new.save(&settings, &path).is_err(),
            "the folder behind the link must not be created"
        );
        assert!(path.is_symlink() && !path.exists());
    }

    #[test]
    fn only_the_first_of_many_faults_are_reported() {
        let begin = crate::host::clock::now();
        for text in [
            format!("({})", "\nx: 1,".repeat(100_000)),
            format!("({})", "\nloop_hz: x,".repeat(60_000)),
            format!("(keys: ({}))", "x: 1,".repeat(100_000)),
            format!("(keys: ({}))", "\nleft: \"Q\",".repeat(60_000)),
        ] {
            let (settings, faults) = Settings::parse(&text);
            assert_eq!(settings.kept(), None);
            assert_eq!(faults.len(), FAULTS_MAX + 1);
            assert!(faults[FAULTS_MAX].contains(" more"), "{faults:?}");
        }
        let took = crate::host::clock::now() - begin;
        // This took minutes before the number of faults was limited.
        assert!(took.as_secs() < 20, "{took:?}");
    }

    #[test]
    fn no_field_has_the_name_of_a_key() {
        // If a key had one of these names, the reader could take a line in a block of keys for another field.
        let maps = [KeyMap::program(), Settings::default().keys];
        let mut names = maps.iter().flat_map(KeyMap::names);
        assert!(names.all(|name| !Setting::names().contains(&name)));
    }

    #[test]
    fn the_file_of_the_first_start_contains_the_defaults() {
        assert_eq!(
            Settings::parse(&default_text()),
            (Settings::default(), vec![])
        );
    }
}
