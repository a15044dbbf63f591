//! Tests of the console from power-on, frame by frame. The files `tests/data/pad/console/*.txt` list the buttons held
//! and the values expected in video frames.
//!
//! `run NAME SENTENCE` switches a console on. `press BUTTONS FRAME ...` holds buttons in single frames, and `hold
//! BUTTONS FIRST-LAST` in a range of frames. `expect KEY VALUE@FRAME ...` states values after a frame. Most keys are
//! fields of the state that other programs read.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use rightwell::engine::{Console, Event, Events, MenuView, View};
use rightwell::rules::{Buttons, Cell, Region};

#[derive(Default)]
struct Run {
    name: String,
    held: Vec<(Buttons, u64, u64)>,
    /// Expected values: frame, key and value.
    expected: Vec<(u64, String, String)>,
}

#[test]
fn every_run_from_power_on_has_the_expected_values() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/pad/console");
    let mut failures = String::new();
    let mut runs = 0;
    for file in ["power_on.txt", "menus.txt"] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        for run in read(&text) {
            runs += 1;
            play(&run, &mut failures);
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(runs > 25, "expected more than 25 runs, found {runs}");
}

fn read(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let lines = text.lines().map(str::trim);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.split(' ');
        let word = words.next().unwrap();
        if word == "run" {
            runs.push(Run {
                name: line.to_owned(),
                ..Run::default()
            });
            continue;
        }
        let run = runs.last_mut().expect("a run begins");
        let first = words.next().expect(line);
        for rest in words {
            match word {
                "press" => {
                    let frame = rest.parse().expect(line);
                    run.held.push((first.parse().unwrap(), frame, frame));
                }
                "hold" => {
                    let (from, to) = rest.split_once('-').expect(line);
                    let frames = (from.parse().unwrap(), to.parse().unwrap());
                    run.held.push((first.parse().unwrap(), frames.0, frames.1));
                }
                "expect" => {
                    let (value, frame) = rest.split_once('@').expect(line);
                    let frame = frame.parse().expect(line);
                    run.expected
                        .push((frame, first.to_owned(), value.to_owned()));
                }
                _ => panic!("unknown word '{word}'"),
            }
        }
    }
    runs
}

fn play(run: &Run, failures: &mut String) {
    let mut console = Console::power_on(Region::Ntsc);
    let last = run.expected.iter().map(|(frame, ..)| *frame).max();
    for frame in 1..=last.expect("something is expected") {
        let held = run
            .held
            .iter()
            .filter(|(_, from, to)| (*from..=*to).contains(&frame))
            .fold(Buttons::NONE, |all, &(buttons, ..)| all | buttons);
        let events = console.step(held);
        for (_, key, value) in run.expected.iter().filter(|(at, ..)| *at == frame) {
            let found = value_of(&console, events, key);
            if found != *value {
                let name = &run.name;
                writeln!(
                    failures,
                    "{name}: after frame {frame} {key} is {found}, not {value}"
                )
                .unwrap();
            }
        }
    }
}

/// Returns the value for a `key` of the data files, or `-` if the console has no such value.
fn value_of(console: &Console, events: Events, key: &str) -> String {
    if let Some(y) = key.strip_prefix("cells") {
        let game = console.game().expect("a game");
        let cells = game.page().row(y.parse().unwrap()).iter();
        return cells.map(letter_of).collect();
    }
    let carry = console.carry();
    match key {
        "count" => carry.choice.count.to_string(),
        "F" => carry.frame.to_string(),
        "next_hidden" => carry.next_hidden.to_string(),
        "demo" => console.is_demo().to_string(),
        "music" => console.music().to_string(),
        "moved" => events.contains(Event::MenuMoved).to_string(),
        "menu_level" => menu_of(console).level.to_string(),
        "menu_height" => menu_of(console).height.to_string(),
        "menu_on_height" => menu_of(console).is_on_height.to_string(),
        _ => match &serde_json::to_value(console.state()).unwrap()[key] {
            serde_json::Value::Null => "-".to_owned(),
            serde_json::Value::String(text) => text.clone(),
            value => value.to_string().trim_matches(['[', ']']).to_owned(),
        },
    }
}

/// Returns the state of the level menu, which the screen shows one frame after a press.
fn menu_of(console: &Console) -> MenuView {
    match console.view() {
        View::LevelMenu(view) => view.menu,
        view => panic!("expected the level menu, found {view:?}"),
    }
}

fn letter_of(cell: &Cell) -> char {
    match *cell {
        Cell::EMPTY => '-',
        Cell::BORDERED => 'B',
        Cell::LIGHT => 'C',
        Cell::DARK => 'D',
        _ => '?',
    }
}
