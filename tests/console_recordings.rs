//! Recordings of the original cartridge, played on this console: what it showed at a frame, this
//! one must show.
//!
//! The folder in the variable `RIGHTWELL_RECORDINGS` holds FCEUX movies and a table
//! `expected.tsv` of recording, frame, key and value. Without it these tests are left out, and say
//! so. Frame N is the state after the movie's N-th line; past its end no button is held.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use rightwell::engine::{Fm2, GameState};
use rightwell::rules::Buttons;

/// A line of the table.
struct Expected {
    frame: u64,
    key: String,
    value: String,
}

#[test]
fn the_console_shows_what_the_cartridge_showed() {
    let Some(folder) = std::env::var_os("RIGHTWELL_RECORDINGS").map(PathBuf::from) else {
        eprintln!("left out: RIGHTWELL_RECORDINGS names no folder of recordings");
        return;
    };
    let table = fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let mut checked = 0;
    let mut failures = Vec::new();
    for (name, expected) in grouped(&table) {
        let text = fs::read_to_string(folder.join(format!("{name}.fm2"))).unwrap();
        let movie = Fm2::from_text(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        checked += expected.len();
        failures.extend(check(&name, &movie, &expected));
    }
    eprintln!("{checked} values checked");
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// The table's lines by recording, by frame.
fn grouped(table: &str) -> BTreeMap<String, Vec<Expected>> {
    let mut groups: BTreeMap<String, Vec<Expected>> = BTreeMap::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, frame, key, value] = columns[..] else {
            panic!("not four columns: {line}");
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

/// Plays a movie and tells each value that differs.
fn check(name: &str, movie: &Fm2, expected: &[Expected]) -> Vec<String> {
    let mut console = movie.power_on();
    let mut frames = movie.frames.iter();
    let mut failures = Vec::new();
    for Expected { frame, key, value } in expected {
        while console.frames() < *frame {
            match frames.next() {
                Some(frame) => frame.play(&mut console),
                None => console.step(Buttons::NONE),
            };
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

/// A value of the state as the table writes it.
fn value_of(state: &GameState, key: &str) -> String {
    let json = serde_json::to_value(state).unwrap();
    match &json[key] {
        serde_json::Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
