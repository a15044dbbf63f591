//! Tests of the endless demo on the command line.

use std::fs;

use rightwell::session::endless::PIECES;

use crate::support::program::{folder, refuse, run_in, succeed};

#[test]
fn options_in_conflict_with_the_demo_are_refused_in_one_line() {
    let folder = folder();
    let mistakes: &[(&str, &[&str])] = &[
        ("--demo --player scorer", &["--demo", "--player"]),
        ("watch --filter well --demo", &["--demo", "--filter"]),
        ("--demo --input pad", &["--demo", "--input"]),
        ("--demo --randomizer uniform", &["--demo", "--randomizer"]),
        (
            "record --demo --taps X.. --png a.png",
            &["--demo", "--taps"],
        ),
        (
            "record --demo --replay a.ron --png a.png",
            &["--demo", "--replay"],
        ),
        (
            "record --demo --match survival survival --png a.png",
            &["--demo", "--match", "cannot be combined"],
        ),
        ("simulate --demo --games 1", &["--demo"]),
        ("play --demo", &["--demo"]),
    ];
    for (line, words) in mistakes {
        refuse(folder.path(), line, words);
    }
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert!(left.is_empty(), "no file may remain: {left:?}");
}

#[test]
fn the_help_states_the_length_of_a_period() {
    let folder = folder();
    for command in ["watch", "record"] {
        let help = succeed(folder.path(), &format!("{command} --help"));
        let words: Vec<&str> = help.split_whitespace().collect();
        let round = format!("after {PIECES} pieces");
        assert!(
            help.contains("--demo") && words.join(" ").contains(&round),
            "{help}"
        );
    }
}

#[test]
fn an_endless_demo_begins_where_its_seed_says_and_replays_to_the_same_end() {
    let folder = folder();
    let demo = "record --demo --seed 1F85 --level 5 --fast --frames 60 --save-replay demo.ron";
    succeed(folder.path(), demo);
    let text = fs::read_to_string(folder.path().join("demo.ron")).unwrap();
    // Hexadecimal `1F85` is 8,069, and a period has 8,075 pieces. So the sixth piece after this start is the first of
    // the next period.
    assert!(text.contains("before: 8069"), "{text}");
    succeed(folder.path(), "replay demo.ron --check");
    fs::write(
        folder.path().join("other.ron"),
        text.replace("before: 8069", "before: 8068"),
    )
    .unwrap();
    let other = run_in(folder.path(), "replay other.ron --check");
    assert_ne!(other.status.code(), Some(0));
}
