//! Tests of merging the parts of a batch of `simulate`, and of parts that cannot be merged.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::program::{
    folder, lasting_figures as figures, refuse, run_in, standard_error, succeed,
};

/// Plays the parts of a batch and writes them to `1.json`, `2.json` and so on.
fn play(folder: &Path, work: &str, parts: usize) {
    for part in 1..=parts {
        succeed(
            folder,
            &format!("{work} --shard {part}/{parts} --json {part}.json"),
        );
    }
}

fn read(folder: &Path, name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join(name)).unwrap()).unwrap()
}

fn write(folder: &Path, name: &str, figures: &Value) {
    fs::write(folder.join(name), figures.to_string()).unwrap();
}

#[test]
fn parts_of_matches_have_the_figures_of_the_whole() {
    let folder = folder();
    let work = "simulate --match bcts,misdrops=5 first-day --games 7 --seed 5 --best-of 3";
    play(folder.path(), work, 3);
    let whole = figures(folder.path(), &format!("{work} --json -"));
    assert_eq!(whole["games"], 7);
    let merge = "simulate --merge 2.json 3.json 1.json";
    assert_eq!(figures(folder.path(), &format!("{merge} --json -")), whole);
    let text = succeed(folder.path(), merge);
    assert!(text.contains("7 matches, best of 3"), "{text}");
    let missing = "simulate --merge 1.json 3.json";
    refuse(folder.path(), missing, &["part 2/3 is missing"]);
    let games = "simulate --seed 5 --games 3 --pieces-per-game 9 --shard 2/3 --json g.json";
    succeed(folder.path(), games);
    let mixed = "simulate --merge 1.json g.json 3.json";
    refuse(folder.path(), mixed, &["g.json", "1.json", "different"]);
    let other = work.replace("misdrops=5", "misdrops=6");
    succeed(folder.path(), &format!("{other} --shard 2/3 --json o.json"));
    let mixed = "simulate --merge 1.json o.json 3.json";
    refuse(folder.path(), mixed, &["o.json", "options"]);
}

#[test]
fn parts_name_program_and_player_and_others_are_refused() {
    let folder = folder();
    let work = "simulate --seed 1 --games 4 --pieces-per-game 20";
    play(folder.path(), work, 2);
    let one = read(folder.path(), "1.json");
    assert_eq!(one["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(one["fingerprint"].as_str().unwrap().len(), 16);
    let merge = "simulate --merge 1.json other.json";
    let refuse = |key: &str, value: Value, words: &[&str]| {
        let mut two = read(folder.path(), "2.json");
        two[key] = value;
        write(folder.path(), "other.json", &two);
        refuse(folder.path(), merge, words);
    };
    refuse(
        "version",
        json!("9.9.9"),
        &["1.json", "other.json", "9.9.9"],
    );
    let long = "9.".repeat(2_500);
    refuse("version", json!(long), &["other.json by version 9.9."]);
    assert!(standard_error(&run_in(folder.path(), merge)).len() < 1_000);
    let words = ["different players named survival", "other.json"];
    refuse("fingerprint", json!("0000000000000000"), &words);
    refuse("version", Value::Null, &["other.json", "not a report"]);
    refuse("seconds", json!(-1), &["other.json", "-1 seconds"]);
    let mut tally = read(folder.path(), "2.json")["tally"].clone();
    tally["pieces"] = json!(7);
    refuse("tally", tally.clone(), &["other.json", "inconsistent"]);
    tally["games"] = json!(u64::MAX);
    refuse("tally", tally, &["other.json", "more than"]);
}

#[test]
fn sums_that_are_too_large_are_refused() {
    let folder = folder();
    let work = "simulate --match bcts first-day --games 2 --seed 5";
    play(folder.path(), work, 2);
    for name in ["1.json", "2.json"] {
        let mut part = read(folder.path(), name);
        part["tally"]["sides"][0]["rows_sent"] = json!((1_u64 << 53) - 5);
        write(folder.path(), name, &part);
    }
    let merge = "simulate --merge 1.json 2.json";
    refuse(
        folder.path(),
        merge,
        &["2.json", "added to the previous files", "more than"],
    );
    let mut part = read(folder.path(), "1.json");
    part["tally"]["wins"][0] = json!(u64::MAX);
    write(folder.path(), "1.json", &part);
    refuse(folder.path(), merge, &["1.json", "more than"]);
    let output = run_in(folder.path(), "simulate --merge none.json");
    assert_eq!(output.status.code(), Some(2), "{}", standard_error(&output));
}

#[test]
fn a_player_file_that_was_changed_between_the_parts_is_noticed() {
    let folder = folder();
    let survival = fs::read_to_string("assets/players/survival.ron").unwrap();
    let mine = survival.replace("\"survival\"", "\"mine\"");
    let other = mine.replace("lock_height: 12.885008263218383", "lock_height: 12.5");
    assert_ne!(mine, other);
    let scorer = fs::read_to_string("assets/players/scorer.ron").unwrap();
    let scorer = scorer.replace("table: \"machine\"", "table: \"my.table\"");
    let path = |name: &str| folder.path().join(name);
    let part = |player: &str, part: u32, file: &str| {
        let work = "simulate --seed 1 --games 2 --pieces-per-game 5";
        let line = format!("{work} --player {player} --shard {part}/2 --json {file}");
        succeed(folder.path(), &line);
    };
    fs::write(path("mine.ron"), format!("// mine\n{mine}")).unwrap();
    part("mine.ron", 1, "1.json");
    fs::write(path("mine.ron"), &mine).unwrap();
    part("mine.ron", 2, "2.json");
    succeed(folder.path(), "simulate --merge 1.json 2.json");
    fs::write(path("mine.ron"), &other).unwrap();
    part("mine.ron", 2, "2.json");
    refuse(
        folder.path(),
        "simulate --merge 1.json 2.json",
        &["named mine"],
    );
    fs::write(path("scorer.ron"), scorer).unwrap();
    for (number, table) in [(1, "scorer"), (2, "well")] {
        let table = format!("assets/players/{table}.table.gz");
        fs::copy(table, path("my.table")).unwrap();
        part("scorer.ron", number, &format!("{number}.json"));
    }
    refuse(
        folder.path(),
        "simulate --merge 1.json 2.json",
        &["named scorer"],
    );
}
