//! Tests that replay recordings of a console. Each frame must have the recorded values.
//!
//! `tests/data/recordings` contains recordings made by this program. A person has checked their values. The folder
//! named by the variable `RIGHTWELL_RECORDINGS` may contain FCEUX movies of the original cartridge, which this console
//! must reproduce. Each folder has a table `expected.tsv` with the columns recording, frame, key and value. Frame N is
//! the state after the N-th frame of the recording. After its end, no button is held.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rightwell::engine::{GameState, History};
use rightwell::session::{ConsolePlayback, Verdict};

/// Line of the table.
struct Expected {
    frame: u64,
    key: String,
    value: String,
}

#[test]
fn the_console_shows_what_it_showed_when_it_was_recorded() {
    let (recordings, values) = check_folder(&own_recordings());
    assert_eq!((recordings, values), (2, 88), "recordings and values");
}

#[test]
fn the_console_shows_what_the_cartridge_showed() {
    let Some(folder) = std::env::var_os("RIGHTWELL_RECORDINGS").map(PathBuf::from) else {
        eprintln!("left out: RIGHTWELL_RECORDINGS names no folder of recordings of the cartridge");
        return;
    };
    let (recordings, values) = check_folder(&folder);
    eprintln!("{values} values of {recordings} recordings checked");
    assert!(values >= recordings && recordings > 0, "{values} values");
}

#[test]
fn a_text_is_written_back_as_it_was_read() {
    let text = fs::read_to_string(own_recordings().join("a_type.fm2")).unwrap();
    assert_eq!(History::from_fm2(&text).unwrap().to_fm2(), text);
    let text = fs::read_to_string(own_recordings().join("b_type.ron")).unwrap();
    assert_eq!(History::from_ron(&text).unwrap().to_ron(), text);
}

#[test]
fn the_same_history_plays_from_both_forms_of_text() {
    for name in ["a_type", "b_type"] {
        let history = read(&own_recordings(), name);
        let movie = History::from_fm2(&history.to_fm2()).unwrap();
        let recording = History::from_ron(&history.to_ron()).unwrap();
        assert_eq!((&movie, &recording), (&history, &history), "{name}");
        assert_eq!(ConsolePlayback::new(history).check(), Verdict::Same);
    }
}

fn own_recordings() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/recordings")
}

/// Reads the history of a movie (`.fm2`) or a recording (`.ron`) with this name.
fn read(folder: &Path, name: &str) -> History {
    let text = |ending: &str| fs::read_to_string(folder.join(format!("{name}.{ending}")));
    match (text("fm2"), text("ron")) {
        (Ok(movie), _) => {
            History::from_fm2(&movie).unwrap_or_else(|error| panic!("{name}: {error}"))
        }
        (_, Ok(recording)) => {
            History::from_ron(&recording).unwrap_or_else(|error| panic!("{name}: {error}"))
        }
        (Err(error), _) => panic!("{name}: {error}"),
    }
}

/// Checks the table of a folder. Returns how many recordings and values it contains.
fn check_folder(folder: &Path) -> (usize, usize) {
    let table = fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let (mut recordings, mut values) = (0, 0);
    let mut failures = Vec::new();
    for (name, expected) in grouped(&table) {
        recordings += 1;
        values += expected.len();
        failures.extend(check(&name, &read(folder, &name), &expected));
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
    (recordings, values)
}

/// Groups the table's lines by recording.
fn grouped(table: &str) -> BTreeMap<String, Vec<Expected>> {
    let mut groups: BTreeMap<String, Vec<Expected>> = BTreeMap::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, frame, key, value] = columns[..] else {
            panic!("the line needs four columns: {line}");
        };
        groups.entry(name.to_owned()).or_default().push(Expected {
            frame: frame.parse().unwrap(),
            key: key.to_owned(),
            value: value.to_owned(),
        });
    }
    for group in groups.values_mut() {
        group.sort_by_key(|expected| expected.frame);
    }
    groups
}

/// Replays a history. Returns a message for each value that differs.
fn check(name: &str, history: &History, expected: &[Expected]) -> Vec<String> {
    let mut console = history.power_on();
    let mut failures = Vec::new();
    for Expected { frame, key, value } in expected {
        while console.frames() < *frame {
            history.play_frame(console.frames(), &mut console);
        }
        let found = value_of(&console.state(), key);
        if found != *value {
            failures.push(format!(
                "{name}, frame {frame}: {key} is {found}, not {value}"
            ));
        }
    }
    failures
}

/// Formats a value of the state as in the table.
fn value_of(state: &GameState, key: &str) -> String {
    let json = serde_json::to_value(state).unwrap();
    match &json[key] {
        serde_json::Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
