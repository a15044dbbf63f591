//! Tests of the line protocol of `engine`, as used by another program.

use std::process::Command;

use serde_json::Value;

use crate::support::engine::ask;

/// Returns the states in an answer, or panics if it is not exactly one answer.
fn states(answer: &str) -> Vec<Value> {
    let text = answer
        .strip_prefix("= ")
        .unwrap_or_else(|| panic!("{answer}"));
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn state(answer: &str) -> Value {
    let states = states(answer);
    assert_eq!(states.len(), 1);
    states[0].clone()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Returns a `board` request with these rows at the bottom.
fn board(rows: &str) -> String {
    let rows: Vec<&str> = rows.split_whitespace().collect();
    let empty = vec![".........."; 20 - rows.len()];
    format!("board {} {}", empty.join(" "), rows.join(" "))
}

#[test]
fn answers_are_framed_and_numbered() {
    let answers = ask(
        folder().path(),
        "1 power\n\n2 dance\nstate\n 3  step - 5 \nquit\nstate\n",
    );
    assert_eq!(answers.len(), 5);
    assert!(answers[0].starts_with("=1 {\"frame\":0,\"screen\":\"legal\""));
    assert!(answers[1].starts_with("?2 'dance' is not known"));
    assert!(answers[2].starts_with("= {"));
    assert!(answers[3].starts_with("=3 {\"frame\":5"));
    assert_eq!(answers[4].trim(), "=");
}

#[test]
fn earliest_path_through_the_menus_leads_to_a_game_in_frame_287() {
    let requests = "power\nstep - 267\nstep T\nstep - 4\nstep T\nstep - 3\nstep T\nstep - 4\nstep T\nstep - 4\nstep -\n";
    let answers = ask(folder().path(), requests);
    let screens: Vec<String> = answers
        .iter()
        .map(|answer| state(answer)["screen"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(screens[1], "legal");
    assert_eq!(screens[2], "title");
    assert_eq!(screens[4], "type");
    assert_eq!(screens[6], "level");
    assert_eq!(screens[8], "game");
    let chosen = state(&answers[9]);
    assert_eq!(chosen["frame"], 286);
    assert_eq!(
        (&chosen["piece"], &chosen["next"]),
        (&"I".into(), &"T".into())
    );
    assert_eq!(chosen["lfsr"], "3EB0");
}

#[test]
fn a_board_and_pieces_begin_a_fresh_piece() {
    let requests = [
        "new level=18".to_owned(),
        board("XXXXXXXXX. XXXXXXXXX. XXXXXXXXX. XXXXXXXXX."),
        "pieces I T".to_owned(),
        "step A".to_owned(),
        "run R - R - R - R".to_owned(),
        "step - 90".to_owned(),
    ]
    .join("\n");
    let answers = ask(folder().path(), &requests);
    let fresh = state(&answers[2]);
    assert_eq!(
        (&fresh["piece"], &fresh["next"]),
        (&"I".into(), &"T".into())
    );
    assert_eq!(
        (&fresh["x"], &fresh["y"], &fresh["das"]),
        (&5.into(), &0.into(), &0.into())
    );
    assert_eq!(fresh["rows"][19], "XXXXXXXXX.");
    let run = states(&answers[4]);
    assert_eq!(run.len(), 7);
    assert_eq!((&run[6]["x"], &run[6]["rotation"]), (&9.into(), &1.into()));
    let after = state(&answers[5]);
    assert_eq!(after["lines"], 4);
    assert_eq!(after["score"], 1200 * 19);
    assert_eq!(after["rows"][19], "..........");
}

#[test]
fn locks_of_an_empty_board_are_counted_by_hand() {
    // Number of columns for each orientation: 9 + 9 + 8 + 8 for J, L and T; 8 + 9 for S and Z; 9 for O; 7 + 10 for I.
    for (piece, count) in [
        ("T", 34),
        ("J", 34),
        ("L", 34),
        ("S", 17),
        ("Z", 17),
        ("O", 9),
        ("I", 17),
    ] {
        let answers = ask(folder().path(), &format!("new\npieces {piece} T\nlocks\n"));
        let locks: Vec<&str> = answers[2].strip_prefix("= ").unwrap().lines().collect();
        assert_eq!(locks.len(), count, "{piece}");
        let numbers =
            |lock: &str| -> Vec<i32> { lock.split(' ').map(|n| n.parse().unwrap()).collect() };
        assert!(
            locks.iter().map(|lock| numbers(lock)).is_sorted(),
            "{piece}"
        );
    }
}

#[test]
fn genmove_names_a_lock_and_run_plays_it() {
    for (level, hand) in [
        ("0", ""),
        ("9", ""),
        ("18", ""),
        ("19", ""),
        ("18", "survival hand=slow-5"),
        ("18", "hand=das reaction=2"),
        ("19", "bcts taps=X...X.."),
        ("29", "scorer sight=9 tuck_misdrops=on"),
    ] {
        let requests = format!(
            "new level={level}\n{}\npieces I O\ngenmove {hand}\ngenmove nobody\n",
            board("XXXXXXXXX. XXXXXXXXX.")
        );
        let answers = ask(folder().path(), &requests);
        let words: Vec<&str> = answers[3].strip_prefix("= ").unwrap().split(' ').collect();
        assert!(answers[4].starts_with("? ") && answers[4].contains("survival"));
        let again = format!("{requests}run {}\n", words[3..].join(" "));
        let states = states(&ask(folder().path(), &again)[5]);
        let [.., before, last] = &states[..] else {
            panic!("{states:?}");
        };
        assert_eq!(
            (&before["play_state"], &last["play_state"]),
            (&1.into(), &2.into())
        );
        let place = ["x", "y", "rotation"].map(|key| last[key].to_string());
        assert_eq!(place, words[..3]);
    }
}

#[test]
fn genmove_plays_the_first_piece_of_a_game_which_hangs() {
    let requests = "new level=5\ngenmove\n";
    let answer = &ask(folder().path(), requests)[1];
    let words: Vec<&str> = answer.strip_prefix("= ").unwrap().split(' ').collect();
    let again = format!("{requests}run {}\ngenmove\n", words[3..].join(" "));
    let answers = ask(folder().path(), &again);
    let last = states(&answers[2]).pop().unwrap();
    assert_eq!(last["play_state"], 2);
    assert_eq!(
        ["x", "y", "rotation"].map(|key| last[key].to_string()),
        words[..3]
    );
    assert!(answers[3].starts_with("? no piece"), "{}", answers[3]);
}

#[test]
fn genmove_during_a_fall_continues_from_there() {
    for (level, fall) in [("18", "run L - L - - - - - - - - -"), ("0", "step D 9")] {
        let requests = format!(
            "new level={level}\n{}\npieces J T\n{fall}\ngenmove\n",
            board("XXXXXXX.XX XXXXXXX.XX")
        );
        let answers = ask(folder().path(), &requests);
        let words: Vec<&str> = answers[4].strip_prefix("= ").unwrap().split(' ').collect();
        let again = format!("{requests}run {}\n", words[3..].join(" "));
        let last = states(&ask(folder().path(), &again)[5]).pop().unwrap();
        assert_eq!(last["play_state"], 2);
        assert_eq!(
            ["x", "y", "rotation"].map(|key| last[key].to_string()),
            words[..3]
        );
    }
}

#[test]
fn genmove_begins_a_piece_without_looking_at_next() {
    // The path does not depend on NEXT until frame 12. If the hands never see NEXT, no part of the path does.
    let board = [".......... ".repeat(17), "XXXX..XXX. ".repeat(3)].concat();
    let ask_with = |hands: &str| -> Vec<Vec<String>> {
        let requests = ["T", "J", "Z", "O", "S", "L", "I"].map(|next| {
            format!("new level=19\nboard {board}\npieces L {next}\ngenmove scorer {hands}\n")
        });
        let answers = ask(folder().path(), &requests.concat());
        let moves = answers.chunks(4).map(|answers| {
            let words = answers[3].strip_prefix("= ").unwrap().split_whitespace();
            words.skip(3).map(str::to_owned).collect()
        });
        moves.collect()
    };
    let seen = ask_with("sight=12");
    assert!(seen.iter().all(|inputs| inputs[..12] == seen[0][..12]));
    assert!(seen.iter().any(|inputs| inputs != &seen[0]));
    let never = ask_with("sight=never");
    assert!(never.iter().all(|inputs| inputs == &never[0]));
}

#[test]
fn locks_pad_takes_rates_with_decimals() {
    // The O falls one row in every frame and has 19 frames. Four taps, in frames 0, 4, 9 and 13, bring it to the wall.
    // At 10 taps a second and after a delay of one frame, the taps come in frames 1, 7, 13 and 19, which is too late.
    let requests = "new level=29\npieces O T\nlocks pad tap_hz=13.3 reaction=1\nlocks pad tap_hz=10 reaction=1\nlocks pad tap_hz=13.333\n";
    let answers = ask(folder().path(), requests);
    assert_eq!(answers[2].lines().count(), 9, "{}", answers[2]);
    assert_eq!(answers[3].lines().count(), 7, "{}", answers[3]);
    assert!(answers[4].starts_with("? tap_hz=13.333; allowed: 1 to 30"));
}

#[test]
fn locks_pad_in_mid_fall_knows_that_the_other_thumb_is_free() {
    // One thumb holds A. In the next frame, the other thumb presses Left.
    let start = "new level=29\npieces O I\nrun - - - - - - - - - - - A\n";
    let answers = ask(folder().path(), &format!("{start}locks pad\n"));
    let locks: Vec<&str> = answers[3].strip_prefix("= ").unwrap().lines().collect();
    assert_eq!(locks.len(), 9, "{locks:?}");
    assert!(locks.contains(&"1 18 0 7"), "{locks:?}");
    let answers = ask(folder().path(), &format!("{start}run L - L - L - L\n"));
    let last = states(&answers[3]).pop().unwrap();
    assert_eq!(
        ["x", "y", "play_state"].map(|key| last[key].to_string()),
        ["1", "18", "2"]
    );
}

#[test]
fn locks_pad_in_mid_fall_remembers_taps_made_before() {
    // At 12 taps a second, the second tap comes at least five frames after the first one. So three more taps fit into
    // the O's 19 frames.
    let requests = "new level=29\npieces O T\nrun L -\nlocks pad tap_hz=12\n";
    let answers = ask(folder().path(), requests);
    let columns: Vec<&str> = answers[3].strip_prefix("= ").unwrap().lines().collect();
    let columns: Vec<&str> = columns.iter().map(|line| &line[..1]).collect();
    assert_eq!(columns, ["1", "2", "3", "4", "5", "6", "7"]);
    // At 10 taps a second, the second tap comes six frames after the first one. That is too late, because the O reaches
    // the stack in the fifth frame.
    let board = [".......... ".repeat(6), "XXXXXXXXX. ".repeat(14)].concat();
    let requests = format!(
        "new level=29\nboard {board}\npieces O T\nrun L -\nlocks pad tap_hz=10\nlocks pad\n"
    );
    let answers = ask(folder().path(), &requests);
    assert_eq!(answers[4], "= 4 4 0 3");
    assert_eq!(answers[5].lines().count(), 5, "{}", answers[5]);
}

#[test]
fn locks_pad_names_locks_and_frames() {
    let requests = "new level=0\npieces O T\nlocks\nlocks pad\nlocks pad tap_hz=10 reaction=18\n";
    let answers = ask(folder().path(), requests);
    let lines = |index: usize| -> Vec<&str> {
        answers[index].strip_prefix("= ").unwrap().lines().collect()
    };
    assert_eq!(lines(3).len(), lines(2).len());
    // There are 19 pushes, in frames 3, 5, 7 and so on. `tests/search/pad_reach.rs` derives this number.
    assert!(lines(3).contains(&"5 18 0 39"), "{:?}", lines(3));
    assert!(lines(4).contains(&"5 18 0 57"), "{:?}", lines(4));
}

#[test]
fn a_saved_movie_loads_to_the_same_state_and_passes_the_check() {
    let folder = folder();
    let requests = "new level=9 type=b height=3 seed=ABCD\nrun L - L - D D D D\nstep D 200\nsave a.fm2\nload a.fm2\n";
    let answers = ask(folder.path(), requests);
    let (saved, loaded) = (state(&answers[2]), state(&answers[4]));
    assert_eq!(saved, loaded);
    assert_eq!(saved["level"], 9);
    let check = Command::new(env!("CARGO_BIN_EXE_rightwell"))
        .args(["replay", "--check", "a.fm2"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(
        check.status.success(),
        "{}",
        String::from_utf8_lossy(&check.stderr)
    );
}

#[test]
fn a_pal_game_is_saved_in_ron() {
    let folder = folder();
    let requests = "new region=pal level=3\nstep D 90\nsave a.ron\nload a.ron\n";
    let answers = ask(folder.path(), requests);
    assert_eq!(answers[2], "= a.ron");
    assert_eq!(state(&answers[1]), state(&answers[3]));
}

#[test]
fn a_start_above_level_19_is_saved_in_ron() {
    let folder = folder();
    let requests = "new level=29 seed=1234\nstep - 150\nsave a.fm2\nsave a.ron\nload a.ron\n";
    let answers = ask(folder.path(), requests);
    assert_eq!(state(&answers[0])["level"], 29);
    assert!(answers[2].starts_with("? ") && answers[2].contains("19"));
    assert_eq!(answers[3], "= a.ron");
    assert_eq!(state(&answers[1]), state(&answers[4]));
}

#[test]
fn a_console_with_crashes_is_saved_in_ron() {
    let folder = folder();
    let requests = "new level=200 crash=strict\nstep D 60\nsave a.fm2\nsave a.ron\nload a.ron\n";
    let answers = ask(folder.path(), requests);
    assert!(answers[2].starts_with("? "), "{}", answers[2]);
    assert_eq!(answers[3], "= a.ron");
    assert_eq!(state(&answers[1]), state(&answers[4]));
    let text = std::fs::read_to_string(folder.path().join("a.ron")).unwrap();
    assert!(text.contains("Strict"), "{text}");
}

#[test]
fn unsaveable_states_are_refused_with_the_reason() {
    let folder = folder();
    let requests = format!(
        "save a.fm2\nnew region=pal\nsave a.fm2\nnew\nsave a.txt\n{}\nsave a.fm2\nload none.fm2\n",
        board("XXXXX.....")
    );
    let answers = ask(folder.path(), &requests);
    for (index, word) in [
        (0, "new"),
        (2, "PAL"),
        (4, ".fm2"),
        (6, "were set"),
        (7, "none.fm2"),
    ] {
        assert!(answers[index].starts_with("? "), "{}", answers[index]);
        assert!(answers[index].contains(word), "{}", answers[index]);
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn invalid_requests_never_end_the_protocol() {
    let mut seed = 1u32;
    let words = [
        "power",
        "new",
        "board",
        "pieces",
        "step",
        "run",
        "-",
        "T",
        "level=9",
        "seed=",
        "99999999999",
        "X",
        "..........",
        "=",
        "locks",
        "genmove",
        "é",
        "\t",
    ];
    let mut requests = String::new();
    for _ in 0..2_000 {
        let mut line = Vec::new();
        for _ in 0..4 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            line.push(words[(seed >> 16) as usize % words.len()]);
        }
        requests.push_str(&line.join(" "));
        requests.push('\n');
    }
    requests.push_str("new\nstate\n");
    let answers = ask(folder().path(), &requests);
    assert!(answers.last().unwrap().starts_with("= {"));
}
