//! Tests of `review --playouts`: bad moves get a measured loss beside the rated one, and the second look is immediate.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::program::{folder, refuse, run_at_home, succeed};

/// Records a short game with some bad moves.
fn record(folder: &Path) {
    let game = "--input pad --player survival --level 19 --seed 5 --hand tapper --frames 500";
    succeed(folder, &format!("record {game} --save-replay a.fm2"));
}

/// Reviews the game for a user whose home is the folder. Returns the standard output.
fn review(home: &Path, options: &str) -> String {
    let output = run_at_home(home, &format!("review a.fm2 {options}"));
    assert!(output.status.success(), "{options}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the moves of the game, reviewed with these options.
fn moves(home: &Path, options: &str) -> Vec<Value> {
    let figures = review(home, &format!("{options} --json -"));
    let figures: Value = serde_json::from_str(&figures).unwrap();
    figures["moves"].as_array().unwrap().clone()
}

#[test]
fn bad_moves_get_a_measured_loss_and_the_second_review_reads_it_from_the_data_folder() {
    let [one, two] = [folder(), folder()];
    record(one.path());
    record(two.path());
    let plain = moves(one.path(), "");
    let played_out = moves(one.path(), "--playouts 2 --threads 1");
    assert_eq!(played_out, moves(two.path(), "--playouts 2 --threads 2"));
    let mut bad = 0;
    for (plain, told) in plain.iter().zip(&played_out) {
        assert_eq!(plain["loss"], told["loss"], "the rating stays");
        assert!(plain.get("playouts").is_none());
        assert_eq!(
            told.get("playouts").is_some(),
            told["loss"].as_f64() >= Some(0.3)
        );
        if let Some(playouts) = told.get("playouts") {
            assert_eq!(playouts["pairs"], 2);
            assert!(playouts["loss"].is_f64() && playouts["error"].is_f64());
            bad += 1;
        }
    }
    assert!(bad > 0);
    let file = find(one.path(), "playouts.ron").unwrap();
    let saved = fs::read_to_string(&file).unwrap();
    fs::write(&file, saved.replace("pairs: 2", "pairs: 77")).unwrap();
    let again = moves(one.path(), "--playouts 2");
    let read = again.iter().filter(|told| told["playouts"]["pairs"] == 77);
    assert_eq!(read.count(), bad, "not played out again");
    fs::write(&file, "(version: 1, games: [").unwrap();
    assert_eq!(moves(one.path(), "--playouts 2"), played_out);
    assert_eq!(fs::read_to_string(&file).unwrap(), saved);
    let text = review(one.path(), "--playouts 2");
    assert!(text.contains(" \u{b1} "), "{text}");
    review(one.path(), "--playouts 2 --html a.html");
    let page = fs::read_to_string(one.path().join("a.html")).unwrap();
    let worst = page.split("The worst moves").nth(1).unwrap();
    assert!(worst.contains(" \u{b1} "), "measured losses in the report");
}

/// Returns the path of the file with this name in a folder or below it.
fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    fs::read_dir(folder).ok()?.find_map(|entry| {
        let path = entry.ok()?.path();
        match path.is_dir() {
            true => find(&path, name),
            false => Some(path).filter(|path| path.ends_with(name)),
        }
    })
}

#[test]
fn playouts_that_cannot_be_are_refused() {
    let folder = folder();
    record(folder.path());
    for (line, words) in [
        ("review . --playouts 3", &["`--playouts`", "folder"][..]),
        ("review a.fm2 --playouts many", &["--playouts"]),
        (
            "review a.fm2 --playouts 1",
            &["--playouts", "allowed: 0, or 2"],
        ),
        (
            "review a.fm2 --playouts 3 --check-by-playouts 3",
            &["--playouts"],
        ),
        (
            "review --position TI-18-96-250000-1ZYZYZYZY-1M8 --playouts 3",
            &["--playouts"],
        ),
    ] {
        refuse(folder.path(), line, words);
    }
}

#[test]
fn playouts_end_after_the_time_that_the_user_allows() {
    let folder = folder();
    let game = "--input pad --player survival --level 19 --seed 5 --hand tapper --frames 4000";
    succeed(folder.path(), &format!("record {game} --save-replay a.fm2"));
    let line = "review a.fm2 --playouts 1000 --playout-time 1 --threads 1 --html a.html";
    let output = run_at_home(folder.path(), line);
    assert!(output.status.success());
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("played out ") && told.contains("--playout-time"),
        "{told}"
    );
    assert!(folder.path().join("a.html").is_file());
    refuse(
        folder.path(),
        "review a.fm2 --playout-time 0",
        &["--playout-time"],
    );
}
