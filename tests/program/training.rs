//! Tests of training modes on the command line.

use rightwell::engine::TrainingMode;

use crate::support::program::{folder, refuse, succeed};

#[test]
fn every_training_mode_is_listed_and_its_page_says_the_same() {
    let page = include_str!("../../src/engine/training/README.md");
    let listed = succeed(folder().path(), "modes");
    // The list contains the speed test after the modes, although it is not a mode of a game.
    assert_eq!(listed.lines().count(), TrainingMode::ALL.len() + 1);
    assert!(listed.lines().last().unwrap().starts_with("speed-test "));
    for line in listed.lines() {
        let (name, about) = line.split_once(' ').unwrap();
        let row = format!("| `{name}` | {} |", about.trim_start());
        assert!(page.contains(&row), "{row}");
    }
}

#[test]
fn an_impossible_training_mode_is_reported_in_one_line() {
    let folder = folder();
    let mistakes: &[(&str, &[&str])] = &[
        ("play --mode drouht", &["'drouht'", "tetris, drought"]),
        ("play --mode drought:19", &["'19'", "0-18"]),
        ("play --mode tetris --type b", &["--mode b-type:N"]),
        (
            "play --mode tetris --linecap 39",
            &["'39'", "level=N:EFFECT", "lines=N:EFFECT"],
        ),
        ("play --das-only", &["--mode"]),
        (
            "play --mode speed-test --level 9",
            &["--level", "--mode speed-test", "not a game", "--region"],
        ),
        ("watch --input pad --mode speed-test", &["'speed-test'"]),
        (
            "play --mode tetris --save-replay a.fm2",
            &["a.fm2", "training", ".ron"],
        ),
        (
            "simulate --games 1 --mode drought",
            &["--mode", "--input pad"],
        ),
        (
            "simulate --games 1 --input pad --mode t-spins",
            &["t-spins", "only for people", "drought"],
        ),
        (
            "simulate --games 1 --input pad --mode floor --double-killscreen",
            &["--linecap level=39:killscreen"],
        ),
        (
            "record --input pad --mode drought --seed 8988 --frames 9 --save-replay a.fm2",
            &["a.fm2", ".ron"],
        ),
    ];
    for (line, words) in mistakes {
        refuse(folder.path(), line, words);
    }
}

#[test]
fn the_computer_plays_droughts_floors_and_garbage_and_its_recordings_end_the_same() {
    let folder = folder();
    for mode in [
        "drought:18",
        "floor:4",
        "garbage:3",
        "marathon:0",
        "crunch:5",
    ] {
        let line = format!(
            "record --input pad --mode {mode} --level 18 --seed 8988 --player dellacherie --frames 1500 --save-replay a.ron"
        );
        succeed(folder.path(), &line);
        succeed(folder.path(), "replay a.ron --check");
        std::fs::remove_file(folder.path().join("a.ron")).unwrap();
    }
    let line = "simulate --input pad --mode floor:8 --level 9 --games 2 --pieces-per-game 60 --seed 8988 --player dellacherie";
    assert!(succeed(folder.path(), line).contains("2 games"));
}
