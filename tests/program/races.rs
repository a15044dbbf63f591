//! Tests of the option `--ghost`: files that cannot be raced, and options that do not fit.

use std::fs;

use crate::support::program::{folder, refuse};

const A_TYPE: &str = include_str!("../data/recordings/a_type.fm2");
const B_TYPE: &str = include_str!("../data/recordings/b_type.ron");
const MATCH: &str = include_str!("../data/recordings/match.ron");

#[test]
fn a_file_that_cannot_be_raced_is_refused_with_the_reason() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("b.ron"), B_TYPE).unwrap();
    fs::write(path("match.ron"), MATCH).unwrap();
    fs::write(path("notes.txt"), "no recording").unwrap();
    let races = |file: &str, words: &[&str]| {
        refuse(folder.path(), &format!("play --ghost {file}"), words);
    };
    races("b.ron", &["b.ron", "B-type", "allowed: an A-type game"]);
    races("match.ron", &["match.ron", "match", "one player"]);
    races("none.fm2", &["none.fm2"]);
    races("notes.txt", &["notes.txt", ".fm2", ".ngf"]);
}

#[test]
fn options_that_the_ghost_decides_are_refused_beside_it() {
    let folder = folder();
    fs::write(folder.path().join("a.fm2"), A_TYPE).unwrap();
    for option in [
        "--type b",
        "--seed 8988",
        "--position TI-18-96-250000-1ZYZYZYZY-1M8",
        "--region pal",
        "--mode drought:13",
    ] {
        let name = option.split(' ').next().unwrap();
        let line = format!("play --ghost a.fm2 {option}");
        refuse(
            folder.path(),
            &line,
            &["`--ghost` cannot be combined with", name],
        );
    }
    refuse(folder.path(), "play --own-pieces", &["--ghost"]);
    let line = "play --ghost a.fm2 --save-replay race.fm2";
    refuse(
        folder.path(),
        line,
        &["race.fm2", "cannot contain a race", ".ron"],
    );
    assert!(!folder.path().join("race.fm2").exists());
}

#[test]
fn a_race_in_a_recording_with_a_wrong_piece_is_refused_with_its_letter() {
    let folder = folder();
    let text = fs::read_to_string("tests/data/recordings/level_29.ron").unwrap();
    let races = "races: [(frame: 9, ghost: \"a\", sequence: \"TIX\")],\n    end:";
    fs::write(folder.path().join("x.ron"), text.replacen("end:", races, 1)).unwrap();
    refuse(
        folder.path(),
        "replay x.ron --check",
        &["x.ron", "races", "'X'", "TJZOSLI"],
    );
}
