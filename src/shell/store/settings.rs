//! What a person may set: keys, pads, colours, how the picture fills the window, what is asked and
//! kept.

mod fields;
mod hint_mode;
mod key_map;
mod pad_names;
mod reader;
mod save;
mod values;

use std::path::Path;

use rightwell::rules::echo::{echo_ends, plain};
use rightwell::sound::VOLUME_MAX;
use serde::Deserialize;

use crate::shell::error::CliError;
use crate::shell::store::files;
use crate::shell::store::read::{self, Kind};

use fields::{Field, fields_of};
use reader::Reader;

pub use hint_mode::HintMode;
pub use key_map::KeyMap;
#[cfg(feature = "window")]
pub use pad_names::pad_number;
pub use pad_names::{PAD_NAMES, is_pad_name};
pub use values::{Scaling, Settings};

/// The file as it is made at the first start.
const DEFAULT: &str = include_str!("../../../assets/settings.ron");
/// The version this program reads.
const VERSION: u32 = 1;

/// Recordings of a kind that may be kept, at most.
const KEPT_MAX: usize = 10_000;

/// The fields of the file.
const FIELDS: [&str; 28] = [
    "version",
    "keys",
    "left_keys",
    "right_keys",
    "program_keys",
    "pad_buttons",
    "second_pad_buttons",
    "pad_mappings",
    "palette",
    "flashing",
    "scaling",
    "full_screen",
    "status_line",
    "input_display",
    "goal",
    "lab",
    "hint",
    "coach",
    "coach_hand",
    "sound",
    "effects_volume",
    "music_volume",
    "music",
    "title_tune",
    "sound_in_background",
    "confirmations",
    "recordings_kept",
    "loop_hz",
];

impl Settings {
    /// Reads the settings, or makes the file if there is none. Mistakes come back one text each,
    /// with the place; where one is, the default is in force.
    pub fn load(path: &Path, is_key: impl Fn(&str) -> bool) -> (Settings, Vec<String>) {
        let faulty = |fault: String| {
            let settings = Settings {
                recordings_kept: None,
                ..Settings::default()
            };
            (settings, vec![fault])
        };
        if !read::is_there(path) {
            match create(path) {
                Ok(true) => return (Settings::default(), Vec::new()),
                // Another program has just made it.
                Ok(false) => {}
                Err(error) => return faulty(error.to_string()),
            }
        }
        let (settings, faults) = match read::text(path, Kind::Settings) {
            Ok(text) => Settings::parse(&text, is_key),
            Err(error) => return faulty(error.to_string()),
        };
        let place = |fault| plain(&format!("{}, {fault}", path.display()));
        (settings, faults.into_iter().map(place).collect())
    }

    fn parse(text: &str, is_key: impl Fn(&str) -> bool) -> (Settings, Vec<String>) {
        let mut settings = Settings::default();
        let mut reader = Reader::new(text);
        let fields = fields_of(text, &FIELDS);
        let no_setting = format!("is no setting; allowed: {}", FIELDS.join(", "));
        for field in fields.iter().filter(|field| !FIELDS.contains(&field.name)) {
            reader.fault(field, &no_setting);
        }
        let version = reader.number(&fields, "version", VERSION..=VERSION);
        if version.is_none() && fields.iter().any(|field| field.name == "version") {
            // A file of another version may mean something else by the same names.
            settings.recordings_kept = None;
            return (settings, reader.faults());
        }
        settings.read(&mut reader, &fields, is_key);
        let mut faults = reader.faults();
        // What no field has: a parenthesis too few, something behind the end, no fields at all.
        if faults.is_empty()
            && let Err(error) = ron::from_str::<AnyFields>(text)
        {
            let (line, code) = (error.span.start.line, echo_ends(&error.code.to_string()));
            faults.push(format!("line {line}: {code}; the defaults are used"));
        }
        if !faults.is_empty() {
            settings.recordings_kept = None;
        }
        (settings, faults)
    }
}

impl Settings {
    /// Reads all fields.
    fn read(&mut self, reader: &mut Reader, fields: &[Field], is_key: impl Fn(&str) -> bool) {
        let kept = reader.number(fields, "recordings_kept", 0..=KEPT_MAX as u32);
        self.recordings_kept = kept.map_or(self.recordings_kept, |kept| Some(kept as usize));
        if let Some(hz) = reader.number(fields, "loop_hz", 60..=240) {
            self.loop_hz = hz;
        }
        for (name, flag) in [
            ("flashing", &mut self.flashing),
            ("full_screen", &mut self.full_screen),
            ("status_line", &mut self.status_line),
            ("input_display", &mut self.input_display),
            ("goal", &mut self.goal),
            ("lab", &mut self.lab),
            ("coach", &mut self.coach),
            ("sound", &mut self.sound),
            ("title_tune", &mut self.title_tune),
            ("sound_in_background", &mut self.sound_in_background),
            ("confirmations", &mut self.confirmations),
        ] {
            *flag = reader.flag(fields, name).unwrap_or(*flag);
        }
        if let Some(place) = reader.word(fields, "scaling", &Scaling::ALL.map(Scaling::name)) {
            self.scaling = Scaling::ALL[place];
        }
        for (name, volume) in [
            ("effects_volume", &mut self.volumes.effects),
            ("music_volume", &mut self.volumes.music),
        ] {
            let set = reader.number(fields, name, 0..=VOLUME_MAX.into());
            *volume = set.map_or(*volume, |set| set as u8);
        }
        if let Some(hint) = reader.parsed(fields, "hint") {
            self.hint = hint;
        }
        for (name, text) in [
            ("palette", &mut self.palette),
            ("music", &mut self.music),
            ("coach_hand", &mut self.coach_hand),
        ] {
            *text = reader.text(fields, name).unwrap_or(std::mem::take(text));
        }
        if let Some(mappings) = reader.texts(fields, "pad_mappings") {
            self.pad_mappings = mappings;
        }
        self.read_keys(reader, fields, is_key);
    }

    /// Reads all keys: first those of the program, which no gamepad can have then.
    fn read_keys(&mut self, reader: &mut Reader, fields: &[Field], is_key: impl Fn(&str) -> bool) {
        let own = &mut [("program_keys", &mut self.program_keys)];
        reader.keys(fields, own, None, &is_key);
        let taken = Some(&self.program_keys);
        let alone = &mut [("keys", &mut self.keys)];
        reader.keys(fields, alone, taken, &is_key);
        let two = &mut [
            ("left_keys", &mut self.left_keys),
            ("right_keys", &mut self.right_keys),
        ];
        reader.keys(fields, two, taken, &is_key);
        for (name, buttons) in [
            ("pad_buttons", &mut self.pad_buttons),
            ("second_pad_buttons", &mut self.second_pad_buttons),
        ] {
            let pad = &mut [(name, buttons)];
            reader.keys(fields, pad, None, &is_pad_name);
        }
    }
}

/// A block of fields, whichever they are: those of the settings are read one by one.
#[derive(Deserialize)]
#[serde(rename = "Settings")]
struct AnyFields {}

/// Makes the file; says whether it did, or another program has just made it.
fn create(path: &Path) -> Result<bool, CliError> {
    files::make_folder_of(path)?;
    files::write_new(path, DEFAULT.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::reader::FAULTS_MAX;
    use super::*;

    fn any_key(_: &str) -> bool {
        true
    }

    /// The defaults while something in the file is faulty: nothing is dropped.
    fn faulty_default() -> Settings {
        Settings {
            recordings_kept: None,
            ..Settings::default()
        }
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
        assert_eq!(settings, faulty_default());
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
            assert!(settings.recordings_kept.is_none_or(|kept| kept <= 10_000));
        }
    }

    #[test]
    fn every_mistake_is_named_by_line_and_field() {
        let text = DEFAULT
            .replace("b: \"Z\"", "b: \"Hyper\"")
            .replace("a: \"X\"", "a: \"Up\"")
            .replace("recordings_kept: 100", "recordings_kept: 99999");
        let (settings, faults) = Settings::parse(&text, |key| key != "Hyper");
        assert_eq!(settings, faulty_default());
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert!(faults[0].contains("recordings_kept: 99999"), "{faults:?}");
        assert!(faults[1].contains("b: 'Hyper'"), "{faults:?}");
        assert!(
            faults[2].contains("a: 'Up' is the key of up already"),
            "{faults:?}"
        );
        let (_, faults) = Settings::parse(&DEFAULT.replace("loop_hz:", "loop:"), any_key);
        let line = format!("line {}, loop: is no setting", loop_line());
        assert!(faults[0].starts_with(&line), "{faults:?}");
    }

    #[test]
    fn a_fault_in_one_field_costs_that_field_and_no_recording() {
        let mine = DEFAULT
            .replace("recordings_kept: 100", "recordings_kept: 1000")
            .replace("loop_hz: 120", "loop_hz: 90")
            .replace("a: \"X\"", "a: \"C\"")
            .replace("b: \"K\"", "b: \"O\"");
        let (settings, faults) = Settings::parse(&mine, any_key);
        assert_eq!((settings.recordings_kept, faults.len()), (Some(1000), 0));
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
                "    ),\n\n    // What presses",
                "\n\n    // What presses",
                "",
            ),
            ("90,\n)", "90,\n", ""),
            ("90,\n)", "90,\n) loop_hz", ""),
        ] {
            let text = mine.replace(from, to);
            assert_ne!(text, mine, "{from}");
            let (faulty, faults) = Settings::parse(&text, any_key);
            assert!(!faults.is_empty(), "{to}");
            assert_eq!(faulty.recordings_kept, None, "{to}: {faults:?}");
            let default = Settings::default();
            let mut expected = settings.clone();
            expected.recordings_kept = None;
            match of {
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
        let text = DEFAULT.replace("version: 1", "version: 2");
        let (settings, faults) = Settings::parse(&text, any_key);
        assert_eq!(settings, faulty_default());
        assert_eq!(faults.len(), 1);
        assert!(faults[0].contains("version: 2; allowed: 1"), "{faults:?}");
    }

    #[test]
    fn what_is_no_settings_is_said_and_costs_no_recording() {
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
            let (settings, faults) = Settings::parse(text, any_key);
            assert_eq!(faults.len(), 1, "{text}");
            assert_eq!(settings.recordings_kept, None, "{text}");
        }
        for text in ["()", "Settings(loop_hz: 120)", "(version: 1,)"] {
            let expected = (Settings::default(), Vec::new());
            assert_eq!(Settings::parse(text, any_key), expected, "{text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_nowhere_is_said_stays_and_costs_no_recording() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        std::os::unix::fs::symlink("unmounted/settings.ron", &path).unwrap();
        let (settings, faults) = Settings::load(&path, any_key);
        assert_eq!((&settings, faults.len()), (&faulty_default(), 1));
        assert!(
            faults[0].contains("settings.ron: it is a link that leads nowhere"),
            "{faults:?}"
        );
        let new = Settings {
            flashing: false,
            ..settings.clone()
        };
        assert!(new.save(&settings, &path, any_key).is_err());
        std::fs::create_dir(folder.path().join("unmounted")).unwrap();
        assert!(
            new.save(&settings, &path, any_key).is_err(),
            "all of it would be new"
        );
        assert!(path.is_symlink() && !path.exists());
    }

    #[test]
    fn of_a_hundred_thousand_faults_the_first_ones_are_said_at_once() {
        let begin = crate::shell::host::clock::now();
        for text in [
            format!("({})", "\nx: 1,".repeat(100_000)),
            format!("({})", "\nloop_hz: x,".repeat(60_000)),
            format!("(keys: ({}))", "x: 1,".repeat(100_000)),
            format!("(keys: ({}))", "\nleft: \"Q\",".repeat(60_000)),
        ] {
            let (settings, faults) = Settings::parse(&text, any_key);
            assert_eq!(settings.recordings_kept, None);
            assert_eq!(faults.len(), FAULTS_MAX + 1);
            assert!(faults[FAULTS_MAX].contains(" more"), "{faults:?}");
        }
        let took = crate::shell::host::clock::now() - begin;
        // Without a limit it was minutes.
        assert!(took.as_secs() < 20, "{took:?}");
    }

    #[test]
    fn no_field_has_the_name_of_a_key() {
        // One that stands first in its line would begin a field inside its block.
        let maps = [KeyMap::program(), Settings::default().keys];
        let mut names = maps.iter().flat_map(KeyMap::names);
        assert!(names.all(|name| !FIELDS.contains(name)));
    }

    #[test]
    fn the_file_made_at_the_first_start_says_the_defaults() {
        assert_eq!(
            Settings::parse(DEFAULT, any_key),
            (Settings::default(), vec![])
        );
    }
}
