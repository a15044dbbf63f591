//! Tests of the rules of a game with a gamepad, one situation at a time. The files `tests/data/pad/*.txt` list the
//! initial values, the buttons held, and the values expected in certain ticks.
//!
//! A situation starts with `vector NAME SENTENCE`. Its initial values are `level`, `piece` (orientation id), `at X,Y`,
//! `timer`, `das`, `down`, `pushes`, `held`, `next`, `score`, `lines`, `frame` (the frame counter in tick 1), `type`,
//! `region`, `fill X,Y ...` and `row Y but COLUMNS`. Without them, a piece has just spawned over an empty playfield.
//! `hold BUTTONS FIRST-LAST` holds buttons; without LAST, to the end. `expect KEY VALUE@TICK ...` states the expected
//! values.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use rightwell::engine::{GameType, PadGame, PadPosition, PadStart, PersistentMemory, View};
use rightwell::rules::{Buttons, Cell, Orientation, Piece, PlayfieldMemory, Pose, Region};

/// A situation: initial values, input and expected values.
struct Vector {
    name: String,
    position: PadPosition,
    carry: PersistentMemory,
    /// Down counter. A spawn clears it.
    down: i8,
    fall_timer: u8,
    holds: Vec<(Buttons, usize, usize)>,
    expectations: Vec<Expectation>,
}

struct Expectation {
    tick: usize,
    key: String,
    value: String,
}

#[test]
fn every_situation_has_the_expected_values() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/pad");
    let mut vectors = 0;
    let mut failures = String::new();
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for vector in read(&text) {
            vectors += 1;
            play(vector, &mut failures);
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(
        vectors > 80,
        "expected more than 80 situations, found {vectors}"
    );
}

fn read(text: &str) -> Vec<Vector> {
    let mut vectors: Vec<Vector> = Vec::new();
    let lines = text.lines().map(str::trim);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').expect("expected a word and its value");
        if word == "vector" {
            vectors.push(Vector::new(rest));
        } else {
            let vector = vectors.last_mut().expect("a vector begins");
            vector.take(word, rest);
        }
    }
    vectors
}

impl Vector {
    fn new(name: &str) -> Vector {
        Vector {
            name: name.to_owned(),
            position: PadPosition {
                start: PadStart::default(),
                page: PlayfieldMemory::default(),
                pose: Pose::spawn(Piece::T),
                next: Piece::T,
                lines: 0,
                score: 0,
            },
            carry: PersistentMemory::default(),
            down: 0,
            fall_timer: 0,
            holds: Vec::new(),
            expectations: Vec::new(),
        }
    }

    fn take(&mut self, word: &str, rest: &str) {
        let number = || rest.parse::<i32>().expect(rest);
        let Vector {
            position, carry, ..
        } = self;
        match word {
            "level" => position.start.level = number() as u8,
            "piece" => position.pose.orientation = Orientation::new(number() as u8).unwrap(),
            "at" => (position.pose.x, position.pose.y) = cell(rest),
            "timer" => self.fall_timer = number() as u8,
            "das" => carry.control.das = number() as u8,
            "down" => self.down = number() as i8,
            "pushes" => carry.control.pushes = number() as u8,
            "held" => carry.pad.held = rest.parse().unwrap(),
            "next" => position.next = Piece::from_letter(rest.chars().next().unwrap()).unwrap(),
            "score" => position.score = number() as u32,
            "lines" => position.lines = number() as u16,
            "frame" => carry.frame = (number() as u16).wrapping_sub(1),
            "type" => position.start.game_type = GameType::B { height: 0 },
            "region" => position.start.region = Region::Pal,
            "fill" => {
                for (x, y) in rest.split(' ').map(cell) {
                    position.page.set(x, y, Cell::LIGHT);
                }
            }
            "row" => {
                let (y, holes) = rest.split_once(" but ").expect(rest);
                for x in (0..10).filter(|x| !holes.contains(&x.to_string())) {
                    position.page.set(x, y.parse().unwrap(), Cell::DARK);
                }
            }
            "hold" => {
                let (buttons, ticks) = rest.split_once(' ').expect(rest);
                let (first, last) = ticks.split_once('-').expect(rest);
                let last = last.parse().unwrap_or(usize::MAX);
                let hold = (buttons.parse().unwrap(), first.parse().unwrap(), last);
                self.holds.push(hold);
            }
            "expect" => {
                let (key, values) = rest.split_once(' ').expect(rest);
                for word in values.split(' ') {
                    let (value, tick) = word.split_once('@').expect(word);
                    self.expectations.push(Expectation {
                        tick: tick.parse().unwrap(),
                        key: key.to_owned(),
                        value: value.to_owned(),
                    });
                }
            }
            _ => panic!("unknown word '{word}'"),
        }
    }

    fn held_in(&self, tick: usize) -> Buttons {
        let held = self
            .holds
            .iter()
            .filter(|(_, first, last)| (*first..=*last).contains(&tick));
        held.fold(Buttons::NONE, |all, &(buttons, _, _)| all | buttons)
    }
}

fn cell(text: &str) -> (i8, i8) {
    let (x, y) = text.split_once(',').expect(text);
    (x.parse().unwrap(), y.parse().unwrap())
}

fn play(vector: Vector, failures: &mut String) {
    let mut carry = vector.carry;
    let mut game = PadGame::from_position(vector.position.clone(), &mut carry);
    carry.control.down = vector.down;
    carry.control.fall_timer = vector.fall_timer;
    let last = vector.expectations.iter().map(|expected| expected.tick);
    for tick in 1..=last.max().expect("something is expected") {
        game.step(&mut carry, vector.held_in(tick));
        for expected in vector.expectations.iter().filter(|e| e.tick == tick) {
            let found = value_of(&game, &carry, &expected.key);
            if found != expected.value {
                let Expectation { key, value, .. } = expected;
                let name = &vector.name;
                writeln!(
                    failures,
                    "{name}: after tick {tick} {key} is {found}, not {value}"
                )
                .unwrap();
            }
        }
    }
}

/// Returns the value of a game for a `key` of the data files.
fn value_of(game: &PadGame, carry: &PersistentMemory, key: &str) -> String {
    let View::Game(view) = game.view() else {
        panic!("a game shows the game screen");
    };
    let count = |wanted: Cell| view.field.iter().filter(|&&cell| cell == wanted).count();
    let place = |prefix: &str| key.strip_prefix(prefix).and_then(|n| n.parse::<u8>().ok());
    if let Some(index) = place("cell") {
        let (x, y) = ((index % 10) as i8, (index / 10) as i8);
        // The page ends with two hidden rows: cells 236-245 are row -2, and cells 246-255 are row -1.
        let (x, y) = match index {
            236..=245 => ((index - 236) as i8, -2),
            246.. => ((index - 246) as i8, -1),
            _ => (x, y),
        };
        return game.page().cell(x, y).is_occupied().to_string();
    }
    if let Some(y) = place("row") {
        let board = game.board().to_string();
        return board.lines().nth(usize::from(y)).unwrap().to_owned();
    }
    match key {
        "x" => game.pose().x.to_string(),
        "y" => game.pose().y.to_string(),
        "id" => game.pose().orientation.id().to_string(),
        "das" => carry.control.das.to_string(),
        "pushes" => carry.control.pushes.to_string(),
        "down" => carry.control.down.to_string(),
        "timer" => carry.control.fall_timer.to_string(),
        "state" => game.play_state().number().to_string(),
        "cursor" => game.row_cursor().to_string(),
        "score" => game.score().points().to_string(),
        "lines" => game.lines().to_string(),
        "level" => game.level().to_string(),
        "over" => game.is_over().to_string(),
        "fast" => game.is_music_fast().to_string(),
        "flash" => u8::from(view.flash).to_string(),
        "blanked" => count(Cell::BLANK).to_string(),
        "curtain" => {
            let covered = game.page().visible().chunks(10);
            covered
                .filter(|row| row.iter().all(|&cell| cell == Cell::CURTAIN))
                .count()
                .to_string()
        }
        "shown" => view.lines.map(|digit| format!("{digit:X}")).concat(),
        _ => panic!("no value is called '{key}'"),
    }
}
