//! Tests of positions as text, on the command line and in the line protocol.

use rightwell::engine::{POSITION_EXAMPLE, StartPosition};
use rightwell::rules::Region;
use serde_json::Value;

use crate::support::engine::ask;
use crate::support::program::{folder, lasting_figures, refuse, succeed};

/// Position in which a Tetris is ready and an I is the current piece.
const WELL: &str = "IT-18-96-0-1ZYZYZYZY-AJ5";

#[test]
fn a_review_lists_the_five_best_locks_with_their_losses() {
    let folder = folder();
    let told = succeed(folder.path(), &format!("review --position {WELL}"));
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 3 + 5, "{told}");
    assert_eq!(
        lines[0],
        format!("{WELL}: I, then T, at level 18, 96 lines")
    );
    assert!(
        lines[3].starts_with("  1. I-0, column 10, turned once: best; then T in "),
        "{told}"
    );
    let file = succeed(
        folder.path(),
        &format!("review --position {WELL} --json a.json"),
    );
    assert_eq!(file, told);
    let json = succeed(folder.path(), &format!("review --position {WELL} --json -"));
    let report: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["position"], WELL);
    let places = report["places"].as_array().unwrap();
    assert_eq!(places.len(), 5);
    let losses: Vec<f64> = places
        .iter()
        .map(|place| place["loss"].as_f64().unwrap())
        .collect();
    assert!(losses[0] == 0.0 && losses.is_sorted(), "{losses:?}");
    for (place, line) in places.iter().zip(&lines[3..]).skip(1) {
        let (loss, points) = (&place["loss"], &place["points_lost"]);
        let (loss, points) = (loss.as_f64().unwrap(), points.as_f64().unwrap());
        assert!((points - 5700.0 * loss).abs() < 1e-6);
        assert!(
            line.contains(&format!(": {loss:.2} lines lost, {points:.0} points")),
            "{line}"
        );
    }
}

#[test]
fn the_protocol_accepts_returns_and_saves_a_position() {
    let folder = folder();
    let requests = format!(
        "position {WELL}\nposition\nsave a.ron\nrun A - R - R - R - R\nposition\nsave b.fm2\nload a.ron\nposition\nposition {}\npower\nposition\n",
        WELL.to_lowercase()
    );
    let answers = ask(folder.path(), &requests);
    let state: Value = serde_json::from_str(answers[0].strip_prefix("= ").unwrap()).unwrap();
    assert_eq!(
        (&state["piece"], &state["level"]),
        (&"I".into(), &18.into())
    );
    let there = format!("= {WELL}");
    for place in [1, 4, 7] {
        assert_eq!(answers[place].trim(), there, "{place}");
    }
    assert_eq!(answers[2].trim(), "= a.ron");
    assert!(
        answers[5].starts_with("? b.fm2: an FCEUX movie cannot hold"),
        "{}",
        answers[5]
    );
    assert!(answers[8].starts_with("= {"));
    assert!(answers[10].starts_with("? there is no game on the screen"));
}

#[test]
fn many_games_begin_at_a_position() {
    let folder = folder();
    for input in ["drag", "pad --randomizer nes-odds", "pad"] {
        let line = format!(
            "simulate --games 3 --pieces-per-game 8 --seed 2222 --position {WELL} --input {input} --json -"
        );
        let figures = lasting_figures(folder.path(), &line);
        let text = figures.to_string();
        assert!(
            text.contains(WELL),
            "the figures must state the start position: {text}"
        );
        assert!(text.contains("\"level\":18"), "{text}");
    }
}

#[test]
fn a_game_from_a_position_is_recorded_and_leads_to_the_same_end() {
    let folder = folder();
    for input in ["drag", "pad"] {
        let line = format!(
            "record --position {WELL} --seed 2222 --input {input} --frames 400 --png a.png --save-replay a.ron"
        );
        succeed(folder.path(), &line);
        succeed(folder.path(), "replay a.ron --check");
        succeed(folder.path(), "record --replay a.ron --png b.png");
        let [one, other] =
            ["a.png", "b.png"].map(|name| std::fs::read(folder.path().join(name)).unwrap());
        assert_eq!(one, other);
    }
}

#[test]
fn options_in_conflict_with_a_position_are_refused_in_one_line() {
    let folder = folder();
    for (line, words) in [
        (
            "review --position TI-18-96-0-1ZYZYZYZY-000",
            &["incomplete or mistyped", "copy all of it"][..],
        ),
        ("watch --position TI-18", &["six words", POSITION_EXAMPLE]),
        ("review", &["<FILE|FOLDER>"]),
        (&format!("review a.ron --position {WELL}"), &["--position"]),
        (
            &format!("simulate --games 1 --level 3 --position {WELL}"),
            &["--level", "--position"],
        ),
        (
            &format!("simulate --games 1 --seed 2 --input pad --type b --position {WELL}"),
            &["--type b", "A-type"],
        ),
        (
            &format!("simulate --games 1 --seed 2 --input pad --region pal --position {WELL}"),
            &["--region", "--position"],
        ),
        (
            &format!("simulate --match first-day veteran --games 1 --seed 2 --position {WELL}"),
            &["--position", "a match"],
        ),
        (
            &format!("record --input pad --seed 2222 --position {WELL} --save-replay a.fm2"),
            &["a.fm2", "start at a position", ".ron"],
        ),
        (
            &format!("play --position {WELL} --save-replay a.fm2"),
            &["a.fm2", "start at a position", ".ron"],
        ),
        (
            &format!("watch --demo --position {WELL}"),
            &["--demo", "--position"],
        ),
    ] {
        refuse(folder.path(), line, words);
    }
}

#[test]
fn a_position_is_a_puzzle() {
    let folder = folder();
    let listed = succeed(folder.path(), &format!("puzzles --list --position {WELL}"));
    assert!(
        listed.starts_with("   1 level-end ") && listed.contains(" I then T level 18: "),
        "{listed}"
    );
    assert_eq!(listed.lines().count(), 1);
    // The locks of a position on the PAL cartridge can be listed too. There, pieces fall faster at this level.
    let mut pal: StartPosition = WELL.parse().unwrap();
    pal.region = Region::Pal;
    let listed = succeed(folder.path(), &format!("puzzles --list --position {pal}"));
    assert!(listed.starts_with("   1 level-end "), "{listed}");
}
