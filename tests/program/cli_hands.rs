//! Tests of hands on the command line: names, files, patterns, and figures that mention hands.

use std::fs;

use rightwell::players::NamedHand;

use crate::support::program::{figures, folder, refuse, succeed};

#[test]
fn hands_are_listed_a_line_each_and_used_by_name_or_file() {
    let folder = folder();
    let hands = succeed(folder.path(), "hands");
    let lines: Vec<&str> = hands.lines().collect();
    assert_eq!(lines.len(), NamedHand::names().count());
    for (line, name) in lines.iter().zip(NamedHand::names()) {
        assert!(line.starts_with(&format!("{name} ")), "{line}");
        assert!(line.contains(" sight "), "{line}");
    }
    fs::copy("assets/hands/slow-5.ron", folder.path().join("mine.ron")).unwrap();
    let play = "simulate --input pad --level 19 --seed 2A --games 1 --pieces-per-game 12 --json -";
    let figures = |options: &str| figures(folder.path(), &format!("{play} {options}"));
    for hand in ["slow-5", "mine.ron"] {
        let figures = figures(&format!("--hand {hand}"));
        assert_eq!(figures["hand"], "slow-5");
        assert_eq!(figures["taps"], "X.X.X.X...........");
        assert!(figures.get("tap_hz").is_none());
    }
    let beside = figures("--hand das --tap-hz 12 --reaction 3");
    assert_eq!(
        (&beside["tap_hz"], &beside["reaction"]),
        (&12.0.into(), &3.into())
    );
    assert!(beside.get("taps").is_none());
    assert_eq!(figures("--taps 3,4")["taps"], "X..X...");
    assert_eq!(figures("--hand das")["taps"], "das");
    let double = figures("--double-killscreen");
    assert_eq!(double["double_killscreen"], true);
    assert!(beside.get("double_killscreen").is_none());
    let crashes = figures("--crash top-out");
    assert_eq!(crashes["crash"], "top-out");
    assert!(figures("--crash off").get("crash").is_none());
    let slips = figures("--hand tapper --tuck-misdrops");
    assert_eq!(slips["tuck_misdrops"], true);
    assert!(slips.get("hand").is_none(), "tapper misses nothing");
    assert!(beside.get("tuck_misdrops").is_none());
    let file = fs::read_to_string("assets/hands/slow-5.ron").unwrap();
    let file = file.replace("sight:", "tuck_misdrops: true, sight:");
    fs::write(folder.path().join("slips.ron"), file).unwrap();
    assert_eq!(figures("--hand slips.ron")["tuck_misdrops"], true);
    for (options, words) in [
        ("--hand foot", ["foot", "tournament"]),
        ("--hand none.ron", ["hand file", "none.ron"]),
        ("--taps XX", ["XX", "without XX"]),
        ("--taps X... --tap-hz 12", ["--taps", "--tap-hz"]),
    ] {
        refuse(folder.path(), &format!("{play} {options}"), &words);
    }
    for option in [
        "--taps X.",
        "--hand das",
        "--tuck-misdrops",
        "--double-killscreen",
        "--crash show",
    ] {
        let line = format!("simulate --games 1 {option}");
        refuse(folder.path(), &line, &["--input pad"]);
    }
    let learn = "train --pieces 3 --seed 8 --input pad --hand slips.ron --table t.table";
    refuse(folder.path(), learn, &["tuck misdrops", "tuck_misdrops"]);
    let movie = "record --input pad --double-killscreen --frames 9 --save-replay game.fm2";
    refuse(
        folder.path(),
        movie,
        &["game.fm2", "double killscreen", ".ron"],
    );
    for start in ["record --input pad --frames 9", "play"] {
        let movie = format!("{start} --crash crash --save-replay game.fm2");
        refuse(folder.path(), &movie, &["game.fm2", "a crash rule", ".ron"]);
    }
    let other = "simulate --input pad --games 1 --crash never";
    refuse(folder.path(), other, &["never", "top-out"]);
}

#[test]
fn the_yardstick_sets_the_options_of_published_comparisons() {
    let folder = folder();
    let games = "--player survival --tap-hz 12 --games 2 --seed 5 --json -";
    let said = "--input pad --level 18 --double-killscreen --lines 430 --randomizer nes-odds";
    let whole = figures(folder.path(), &format!("simulate {said} {games}"));
    let short = figures(folder.path(), &format!("simulate --yardstick {games}"));
    for key in [
        "tally",
        "wanted",
        "level",
        "double_killscreen",
        "randomizer",
        "input",
        "tap_hz",
    ] {
        assert!(whole.get(key).is_some(), "{key}");
        assert_eq!(short[key], whole[key], "{key}");
    }
    let text = succeed(
        folder.path(),
        "simulate --yardstick --games 2 --seed 5 --tap-hz 12",
    );
    assert!(text.contains("rows per game on average"), "{text}");
    assert!(text.contains("scores not above 10 %: "), "{text}");
    for option in ["--level 19", "--lines 230", "--input drag", "--filter well"] {
        let line = format!("simulate --yardstick --games 2 {option}");
        let name = option.split(' ').next().unwrap_or_default();
        refuse(folder.path(), &line, &["--yardstick", name]);
    }
}
