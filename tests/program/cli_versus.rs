//! Tests of matches on the command line: names, formats, exit codes.

use serde_json::Value;

use crate::support::program::{
    figures, folder, lasting_figures, refuse, run_in, standard_error, succeed,
};

#[test]
fn wrong_matches_get_one_line_that_says_what_is_allowed() {
    let folder = folder();
    std::fs::write(folder.path().join("mine.ron"), "(version: 1, name: 3)").unwrap();
    let mistakes: &[(&str, &[&str])] = &[
        ("versus --right nobody", &["nobody", "first-day", "machine"]),
        ("versus --right survival,speed=3", &["speed=3", "tap-hz=N"]),
        ("versus --tap-hz 31", &["tap-hz=31", "1 to 30"]),
        ("versus --hand foot", &["foot", "tapper"]),
        ("versus --taps X.X", &["X.X", "without XX"]),
        ("versus --reaction 61", &["reaction=61", "0 to 60"]),
        ("versus --sight 61", &["sight=61", "0 to 60", "never"]),
        ("versus --depth 5", &["depth=5", "1 to 4"]),
        ("versus --misdrops x", &["misdrops=x", "0 to 100"]),
        ("versus --aggression 101", &["aggression=101", "0 to 100"]),
        ("versus --filter wall", &["filter=wall", "well-plain"]),
        (
            "versus --right club --filter well",
            &["filter=well", "aggression=50", "aggression=0"],
        ),
        ("versus --player nobody", &["nobody"]),
        (
            "versus --right person --player survival",
            &["--player", "`--left` or `--right`"],
        ),
        ("versus --best-of 4", &["4", "odd"]),
        ("versus --level 30", &["30", "0..=29"]),
        ("versus --left-level 30", &["30", "0..=29"]),
        (
            "versus --garbage much",
            &["much", "classic", "changing", "off"],
        ),
        ("versus --randomizer nes", &["nes-odds"]),
        ("versus --save-replay x.fm2", &["x.fm2", ".ron"]),
        ("versus --right mine.ron", &["mine.ron", "line 1"]),
        ("versus --right none.ron", &["none.ron"]),
        ("simulate --match machine machine", &["--games"]),
        ("simulate --match machine --games 3", &["--match", "2"]),
        (
            "simulate --match machine survival --match machine survival --games 3",
            &["--match <A> <B>", "cannot be used multiple times"],
        ),
        (
            "simulate --match machine machine --games 3 --player dt10",
            &["--match", "--player"],
        ),
        (
            "simulate --match machine machine --games 3 --pieces 9",
            &["--match", "--pieces"],
        ),
        (
            "simulate --match machine machine --games 3 --shard 1/2",
            &["--seed"],
        ),
        (
            "simulate --games 3 --best-of 3",
            &["`--best-of` is only for matches; pass `--match A B`"],
        ),
        ("simulate --games 3 --cancelling", &["--cancelling"]),
        ("record --png x.png --garbage off", &["--garbage"]),
        (
            "record --match machine machine --save-replay x.fm2",
            &["x.fm2", ".ron"],
        ),
    ];
    for (line, words) in mistakes {
        refuse(folder.path(), line, words);
    }
}

#[test]
fn without_a_display_a_match_of_people_says_what_it_needs() {
    let folder = folder();
    for line in ["versus", "versus --seed 1", "play --level 5"] {
        let output = run_in(folder.path(), line);
        assert_eq!(output.status.code(), Some(2));
        let error = standard_error(&output);
        assert!(
            error.starts_with("rightwell: no window: "),
            "{line}: {error}"
        );
        assert_eq!(error.lines().count(), 1, "{line}: {error}");
    }
}

#[test]
fn opponents_are_listed_weakest_first() {
    let folder = folder();
    let list = succeed(folder.path(), "opponents");
    assert!(list.starts_with("first-day "), "{list}");
    assert!(list.lines().last().unwrap().starts_with("machine "));
}

#[test]
fn figures_of_matches_have_their_names_and_shapes() {
    let folder = folder();
    let line = "simulate --match survival,misdrops=3 first-day --games 12 --seed 5 --json -";
    let figures = figures(folder.path(), line);
    assert_eq!(figures["match"][0]["name"], "survival");
    let dials = "tap-hz=30,reaction=0,depth=4,misdrops=3,aggression=0";
    assert_eq!(figures["match"][0]["dials"], dials);
    assert_eq!(figures["match"][1]["name"], "first-day");
    for key in [
        "player",
        "wins",
        "pieces",
        "rows_cleared",
        "rows_sent",
        "tetris_rate",
    ] {
        assert!(!figures["match"][0][key].is_null(), "{key}");
    }
    assert_eq!(figures["games"], 12);
    assert_eq!(figures["best_of"], 1);
    assert_eq!(figures["garbage"], "classic");
    assert_eq!(figures["levels"], serde_json::json!([0, 0]));
    let rate = figures["win_rate"].as_f64().unwrap();
    let bound = |index: usize| figures["ci95"][index].as_f64().unwrap();
    assert!(bound(0) < rate && rate <= bound(1));
    assert!(figures["mean_round_frames"].as_f64().unwrap() > 500.0);
    assert_eq!(figures["interrupted"], false);
}

#[test]
fn figures_of_matches_do_not_depend_on_threads() {
    let folder = folder();
    let figures = |threads: u32| {
        let line = format!(
            "simulate --match bcts first-day --games 9 --seed 5 --best-of 3 --garbage changing --cancelling --left-level 9 --region pal --threads {threads} --json -"
        );
        lasting_figures(folder.path(), &line)
    };
    let one = figures(1);
    assert_eq!(one["levels"], serde_json::json!([9, 0]));
    assert_eq!(one["region"], "pal");
    assert_eq!(one, figures(3));
}

#[test]
fn a_match_is_recorded_and_replays_to_the_same_end_and_the_same_picture() {
    let folder = folder();
    let record = "record --match dt20,misdrops=9 survival --level 12 --seed 7 --frames 900 --save-replay m.ron --png end.png";
    succeed(folder.path(), record);
    succeed(folder.path(), "replay m.ron --check");
    succeed(
        folder.path(),
        "record --replay m.ron --png again.png --gif film.gif",
    );
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("end.png"), read("again.png"));
    assert!(read("film.gif").len() > 1_000);
    let refused = [
        "m.ron",
        "a match",
        "--review",
        "which `--review` cannot rate",
        "--side left",
    ];
    refuse(folder.path(), "replay m.ron --review", &refused);
    let states = succeed(folder.path(), "replay m.ron --states 1,900");
    let states: Vec<Value> = states
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(states[0]["screen"], "versus");
    assert_eq!(states[1]["frame"], 900);
    assert_eq!(states[1]["left"]["game"]["level"], 12);
    assert_eq!(states[1]["right"]["name"], "survival");
    let text = std::fs::read_to_string(folder.path().join("m.ron")).unwrap();
    let corrupt = text.replace("best_of: 3", "best_of: 2");
    std::fs::write(folder.path().join("spoilt.ron"), corrupt).unwrap();
    refuse(
        folder.path(),
        "replay spoilt.ron --check",
        &["spoilt.ron", "best of 2", "odd"],
    );
}
