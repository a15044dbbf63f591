//! Tests of the command line: formats, exit codes, and one clear line for each mistake.

use std::fs;
use std::path::Path;
use std::process::Command;

use rightwell::players::Pattern;
use serde_json::Value;

use crate::support::cases::sample;
use crate::support::program::{
    folder, lasting_figures as figures, refuse, run_in, standard_error, succeed,
};

#[test]
fn wrong_options_get_one_line_that_says_what_is_allowed() {
    let folder = folder();
    let mistakes: &[(&str, &[&str])] = &[
        ("--level 30", &["30", "--level", "0-29", "--input pad"]),
        ("--level x", &["'x'", "--level"]),
        ("--seed xyz", &["xyz", "--seed", "hexadecimal"]),
        ("--seed 12345678123456789", &["--seed", "16"]),
        (
            "--seed 1 --randomizer sz:101",
            &["'sz:101'", "nes-odds", "uniform", "sz:0 to sz:100"],
        ),
        (
            "record --seed 0001 --randomizer nes --png a.png",
            &["0001", "0000"],
        ),
        ("--speed 0", &["--speed", "0.25", "max"]),
        ("--speed fast", &["fast", "0.25", "max"]),
        ("--nonsense", &["--nonsense"]),
        ("dance", &["dance"]),
        ("--player nobody", &["nobody", "survival"]),
        ("--player none.ron", &["none.ron"]),
        (
            "--seed 1 --filter wall",
            &["wall", "none", "well", "pattern:NAME"],
        ),
        (
            "--seed 1 --filter pattern:nothing",
            &["nothing", "tetriminos"],
        ),
        ("--display moon", &["moon", "window", "terminal"]),
        ("simulate --seed 1", &["--games", "--pieces"]),
        ("simulate --games 0", &["0", "--games"]),
        ("simulate --seed 1 --games 1 --threads 0", &["--threads"]),
        (
            "simulate --seed 1 --games 1 --json none/a.json",
            &["none/a.json", "folder"],
        ),
        (
            "simulate --seed 1 --games 9 --shard 4/3",
            &["--shard", "I/K"],
        ),
        ("simulate --games 9 --shard 1/3", &["--shard", "--seed"]),
        (
            "simulate --seed 1 --games 9 --pieces 9 --shard 1/3",
            &["--shard", "--games", "--pieces"],
        ),
        ("simulate --merge none.json", &["none.json"]),
        ("simulate --merge a.json --games 3", &["--merge", "--games"]),
        ("record --seed 1", &["--png", "--gif", "--save-replay"]),
        ("record --seed 1 --frames 0 --png a.png", &["--frames"]),
        ("record --seed 1 --png none/a.png", &["none/a.png"]),
        (
            "record --seed 1 --save-replay a.fm2",
            &["a.fm2", "gravity", ".ron"],
        ),
        ("record --seed 1 --save-replay a.txt", &["a.txt", ".ron"]),
        (
            "record --frames 5 --skip 5 --seed 1 --gif a.gif",
            &["--skip"],
        ),
        (
            "record --level 29 --input pad --save-replay a.fm2",
            &["a.fm2", "19", ".ron"],
        ),
        (
            "record --input pad --region pal --save-replay a.fm2",
            &["a.fm2", "NTSC", ".ron"],
        ),
        (
            "record --input pad --randomizer uniform --save-replay a.fm2",
            &["a.fm2", "--randomizer nes", ".ron"],
        ),
        ("record --input pad --save-replay a.txt", &["a.txt", ".fm2"]),
        ("record --seed 0001 --input pad --png a.png", &["0001"]),
        ("--input mouse", &["mouse", "drag", "pad"]),
        ("--tap-hz 10", &["--tap-hz", "--input pad"]),
        ("--reaction 10", &["--reaction", "--input pad"]),
        ("--region pal", &["--region", "--input pad"]),
        ("--type b", &["--type", "--input pad"]),
        ("--height 2 --input drag", &["--height", "--input pad"]),
        ("--input pad --height 2", &["--height", "--type b"]),
        ("--input pad --type a --height 2", &["--height", "--type b"]),
        ("--input pad --height 6", &["6", "--height"]),
        ("--input pad --tap-hz 31", &["--tap-hz", "31", "1 to 30"]),
        ("--input pad --tap-hz 0.5", &["--tap-hz", "0.5", "1 to 30"]),
        ("--input pad --tap-hz x", &["--tap-hz", "x", "1 to 30"]),
        ("--input pad --reaction 61", &["--reaction", "61"]),
        ("--sight 10", &["--sight", "--input pad"]),
        (
            "--input pad --sight 61",
            &["--sight", "61", "0 to 60 frames, or never"],
        ),
        ("--input pad --sight soon", &["--sight", "soon", "never"]),
        (
            "--input pad --reaction 9 --sight 8",
            &["sight=8 with reaction=9", "9 to 60 frames, or never"],
        ),
        (
            "simulate --input pad --type b --lines 30 --games 1",
            &["--lines", "--type a", "25"],
        ),
        (
            "simulate --input pad --mode b-type --lines 30 --games 1",
            &["--lines", "--type a", "25"],
        ),
        ("record --replay none.ron --png a.png", &["none.ron"]),
        (
            "record --replay none.ron --input pad --png a.png",
            &["--replay", "--input"],
        ),
        (
            "record --replay none.ron --level 3 --png a.png",
            &["--replay", "--level"],
        ),
        ("replay none.ron", &["none.ron"]),
        ("replay none.ngf", &["none.ngf"]),
        ("replay none.txt", &["cannot read none.txt"]),
        ("review none.txt", &["cannot read none.txt"]),
        (
            "record --replay none.txt --png a.png",
            &["cannot read none.txt"],
        ),
        ("replay", &["FILE"]),
        ("play --level 256", &["256", "--level"]),
        (
            "play --level 29 --save-replay a.fm2",
            &["a.fm2", "19", ".ron"],
        ),
        ("play --type c", &["'c'", "a, b"]),
        ("play --type a --height 3", &["--height", "--type b"]),
        ("play --level 1 --seed 0001", &["0001"]),
        ("play --save-replay a.txt", &["a.txt", ".fm2"]),
        (
            "play --hint maybe",
            &["'maybe'", "off, key, always", "3600"],
        ),
        ("play --hand nobody", &["nobody", "tapper"]),
        ("play --region pal --save-replay a.fm2", &["a.fm2", ".ron"]),
    ];
    for (line, words) in mistakes {
        refuse(folder.path(), line, words);
    }
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert!(left.is_empty(), "no file may remain: {left:?}");
}

#[test]
fn without_display_and_terminal_the_hint_names_record_and_simulate() {
    let folder = folder();
    refuse(folder.path(), "--seed 1", &["record", "simulate"]);
    let window = "watch --seed 1 --display window";
    refuse(folder.path(), window, &["record", "simulate"]);
    let terminal = "watch --seed 1 --display terminal";
    refuse(folder.path(), terminal, &["terminal", "record", "simulate"]);
}

#[test]
fn help_shows_every_command_and_option() {
    let folder = folder();
    let help = succeed(folder.path(), "--help");
    for word in [
        "Exit codes",
        "watch",
        "play",
        "versus",
        "engine",
        "replay",
        "record",
        "simulate",
        "players",
        "hands",
        "opponents",
        "patterns",
        "--player",
    ] {
        assert!(help.contains(word), "{word}");
    }
    let record = succeed(folder.path(), "record --help");
    for word in [
        "--frames",
        "--skip",
        "--every",
        "--png",
        "--gif",
        "--replay",
        "--scale",
        "--save-replay",
        "--fast",
    ] {
        assert!(record.contains(word), "{word}");
    }
    assert!(succeed(folder.path(), "--version").starts_with("rightwell "));
}

#[test]
fn players_and_patterns_are_listed_a_line_each() {
    let folder = folder();
    assert!(succeed(folder.path(), "players").starts_with("survival "));
    let patterns = succeed(folder.path(), "patterns");
    let names: Vec<&str> = patterns
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    let mut built_in = Pattern::built_in();
    built_in.sort_by(|a, b| a.name().cmp(b.name()));
    let built_in: Vec<&str> = built_in.iter().map(Pattern::name).collect();
    assert_eq!(names, built_in);
}

#[cfg(target_os = "linux")]
#[test]
fn own_palettes_players_and_opponents_are_found_by_name_everywhere() {
    let folder = folder();
    let (path, config) = (folder.path(), folder.path().join("config"));
    let run = |line: &str| {
        let program = Command::new(env!("CARGO_BIN_EXE_rightwell"))
            .args(line.split_whitespace())
            .current_dir(path)
            .env("XDG_CONFIG_HOME", &config)
            .output();
        let output = program.expect("the program can be started");
        let error = standard_error(&output);
        assert!(output.status.success(), "{line}: {error}");
        String::from_utf8(output.stdout).expect("output is text")
    };
    for (from, to) in [
        ("assets/players/dt10.ron", "players/me.ron"),
        ("assets/opponents/first-day.ron", "opponents/rival.ron"),
        ("Cargo.toml", "players/faulty.ron"),
    ] {
        let to = config.join("rightwell").join(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(from), to).unwrap();
    }
    let players = run("players");
    let last: Vec<&str> = players.lines().rev().take(2).collect();
    let same = players.lines().find(|line| line.starts_with("dt10 "));
    assert_eq!(last[0].replace("me  ", "dt10"), same.unwrap());
    assert!(last[1].starts_with("faulty ") && last[1].contains("cannot be used: player file"));
    assert!(
        run("opponents")
            .lines()
            .last()
            .unwrap()
            .starts_with("rival ")
    );
    let games = |player: &str| -> Value {
        let line =
            format!("simulate --player {player} --games 3 --pieces-per-game 200 --seed 1 --json -");
        serde_json::from_str(&run(&line)).expect("figures are JSON")
    };
    let (mine, same) = (games("me"), games("dt10"));
    assert!(mine["tally"]["pieces"] == 600 && mine["tally"] == same["tally"]);
    assert_eq!(mine["fingerprint"], same["fingerprint"]);
    run("simulate --match rival me --games 1 --seed 1");

    let palettes = config.join("rightwell/palettes");
    fs::create_dir_all(&palettes).unwrap();
    fs::write(palettes.join("grey.pal"), [0x55; 192]).unwrap();
    run("record --frames 1 --seed 1 --palette grey --png grey.png");
    let grey = fs::read(path.join("grey.png")).unwrap();
    let grey = rightwell::pixels::read_picture(&grey, (256, 240)).unwrap();
    assert!(grey.iter().all(|rgba| *rgba == [0x55, 0x55, 0x55, 0xFF]));
}

#[test]
fn patterns_in_the_working_folder_are_found_and_wrong_ones_named() {
    let folder = folder();
    fs::create_dir(folder.path().join("patterns")).unwrap();
    let file = |name: &str| folder.path().join("patterns").join(name);
    fs::copy("patterns/house.png", file("mine.png")).unwrap();
    fs::write(file("broken.png"), b"no picture").unwrap();
    let patterns = succeed(folder.path(), "patterns");
    assert!(
        patterns.contains("mine ") && patterns.contains("house "),
        "{patterns}"
    );
    assert!(patterns.contains("broken.png"), "{patterns}");
    succeed(
        folder.path(),
        "record --seed 1 --frames 9 --filter pattern:mine --png a.png",
    );
    succeed(
        folder.path(),
        "record --seed 1 --frames 9 --filter pattern:patterns/mine.png --png a.png",
    );
    let broken = "record --seed 1 --filter pattern:broken --png a.png";
    refuse(folder.path(), broken, &["broken.png", "PNG"]);
}

#[test]
fn record_twice_gives_identical_files() {
    let folder = folder();
    for run in ["a", "b"] {
        let line = format!(
            "record --seed 5EED --level 8 --frames 700 --png {run}.png --gif {run}.gif --save-replay {run}.ron"
        );
        succeed(folder.path(), &line);
    }
    for ending in ["png", "gif", "ron"] {
        let read = |run: &str| fs::read(folder.path().join(format!("{run}.{ending}"))).unwrap();
        assert!(read("a") == read("b"), "{ending}");
    }
}

#[test]
fn record_uses_the_requested_palette() {
    let folder = folder();
    let picture = |options: &str| {
        succeed(
            folder.path(),
            &format!("record --seed 7 --frames 200 --png x.png {options}"),
        );
        fs::read(folder.path().join("x.png")).unwrap()
    };
    let usual = picture("");
    assert_eq!(picture("--palette rightwell"), usual);
    assert_ne!(picture("--palette red-green"), usual);
    assert_eq!(picture("--no-flashing"), usual, "nothing flashes yet");
    fs::write(folder.path().join("grey.pal"), [0x55; 192]).unwrap();
    assert_ne!(picture("--palette grey.pal"), usual);
    fs::write(folder.path().join("short.pal"), [0x55; 191]).unwrap();
    for (palette, words) in [
        ("short.pal", ["short.pal: 191 bytes", "192"]),
        ("none.pal", ["cannot read none.pal", ""]),
        ("purple", ["unknown palette 'purple'", "blue-yellow"]),
    ] {
        let line = format!("record --png y.png --palette {palette}");
        refuse(folder.path(), &line, &words);
    }
}

#[test]
fn a_recording_replays_to_the_same_end_and_the_same_picture() {
    let folder = folder();
    let line = "record --seed 77 --frames 900 --scale 2 --png a.png --save-replay a.ron";
    succeed(folder.path(), line);
    succeed(folder.path(), "replay --check a.ron");
    succeed(folder.path(), "record --replay a.ron --scale 2 --png b.png");
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("a.png") == read("b.png"));
    let states = succeed(folder.path(), "replay a.ron --states 1,900");
    let states: Vec<Value> = states
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(states.len(), 2);
    assert_eq!(states[1]["frame"], 900);
    assert_eq!(states[1]["screen"], "game");
    assert_eq!(states[1]["rows"].as_array().unwrap().len(), 20);
    assert_eq!(states[1]["das"], Value::Null);
    let recording = String::from_utf8(read("a.ron")).unwrap();
    let hash = states[1]["hash"].as_str().unwrap();
    assert!(recording.contains(hash), "no hash of the state");
}

#[test]
fn a_recording_that_ends_otherwise_fails_the_check() {
    let folder = folder();
    let line = "record --fast --seed 9 --frames 50 --save-replay a.ron";
    succeed(folder.path(), line);
    let path = folder.path().join("a.ron");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("level: 0", "level: 1")).unwrap();
    let output = run_in(folder.path(), "replay --check a.ron");
    assert_eq!(output.status.code(), Some(1));
    let without_end = text[..text.find("end:").unwrap()].to_owned() + "end: None,\n)\n";
    fs::write(&path, without_end).unwrap();
    refuse(
        folder.path(),
        "replay --check a.ron",
        &["a.ron", "nothing to check"],
    );
}

#[test]
fn faults_of_a_recording_are_located() {
    let folder = folder();
    fs::write(
        folder.path().join("a.ron"),
        "(\n  version: 1,\n  gems: [],\n)",
    )
    .unwrap();
    refuse(folder.path(), "replay a.ron", &["a.ron", "line 3", "gems"]);
    succeed(
        folder.path(),
        "record --fast --seed 9 --frames 50 --save-replay b.ron",
    );
    let text = fs::read_to_string(folder.path().join("b.ron")).unwrap();
    let first = text.find('#').unwrap();
    let wrong =
        text[..first].to_owned() + "=5,5,0" + &text[text[first..].find('"').unwrap() + first..];
    fs::write(folder.path().join("b.ron"), wrong).unwrap();
    refuse(
        folder.path(),
        "replay b.ron",
        &["b.ron", "game 1", "piece 1", "=5,5,0"],
    );
}

#[test]
fn figures_do_not_depend_on_the_number_of_threads() {
    let folder = folder();
    let works = [
        "simulate --seed 1 --pieces 200000 --pieces-per-game 20000",
        "simulate --seed 1 --games 20 --pieces 5000 --pieces-per-game 300 --level 18",
        "simulate --seed 1 --games 4 --lines 40 --filter well",
        "simulate --seed 1 --games 6 --pieces-per-game 200 --filter pattern-plain:rightwell",
        "simulate --seed 1234 --games 4 --pieces-per-game 50 --input pad --level 29 --tap-hz 10",
        "simulate --seed 1 --games 9 --input pad --type b --level 19 --randomizer nes-odds",
    ];
    for work in sample(works.len()).map(|index| works[index]) {
        let one = figures(folder.path(), &format!("{work} --threads 1 --json -"));
        let two = figures(folder.path(), &format!("{work} --threads 2 --json -"));
        assert_eq!(one, two, "{work}");
    }
}

#[test]
fn a_b_type_drill_ends_after_25_lines() {
    let folder = folder();
    let work = "simulate --seed 3 --games 4 --input pad --mode b-type:3 --json -";
    assert_eq!(figures(folder.path(), work)["rows_cleared"], 100);
}

#[test]
fn figures_have_their_names_and_shapes() {
    let folder = folder();
    let figures = figures(
        folder.path(),
        "simulate --seed 2A --games 3 --lines 60 --level 9 --filter well --json -",
    );
    assert_eq!(figures["player"], "survival");
    assert_eq!(figures["filter"], "well");
    assert_eq!(figures["input"], "drag");
    assert_eq!(figures["level"], 9);
    assert_eq!(figures["games"], 3);
    assert_eq!(figures["row_percent"].as_array().unwrap().len(), 20);
    assert_eq!(figures["row_ratio_percent"].as_array().unwrap().len(), 19);
    let cells = figures["cell_percent"].as_array().unwrap();
    assert_eq!(cells.len(), 20);
    for (row, cells) in cells.iter().enumerate() {
        let sum: f64 = cells
            .as_array()
            .unwrap()
            .iter()
            .map(|cell| cell.as_f64().unwrap())
            .sum();
        assert!((sum - figures["row_percent"][row].as_f64().unwrap()).abs() < 1e-9);
    }
    let scores = &figures["scores"];
    for key in ["mean", "median", "min", "max", "top_third_mean"] {
        assert!(scores[key].as_f64().unwrap() > 0.0, "{key}");
    }
    assert_eq!(scores["ci95"].as_array().unwrap().len(), 2);
    assert!(scores["percentiles"]["90"].is_number());
    assert!(scores["share_at_least"]["900000"].is_number());
    assert!(figures["share_reached_lines"].is_number());
    assert!(figures.get("share_at_lines").is_none(), "before 100 lines");
    assert!(figures["tetris_rate"].as_f64().unwrap() > 0.0);
    assert!(
        figures.get("pattern").is_none(),
        "absent when it does not apply"
    );
}

#[test]
fn merged_parts_have_the_figures_of_the_whole() {
    let folder = folder();
    let works = [
        "simulate --seed 1 --games 20 --pieces-per-game 60 --level 18 --filter well-plain",
        "simulate --seed 1 --pieces 260000 --pieces-per-game 20000",
        "simulate --seed 3 --games 5 --lines 130 --player el-tetris",
        "simulate --seed 77 --games 7 --input pad --level 29 --tap-hz 10 --pieces-per-game 50",
    ];
    for work in sample(works.len()).map(|index| works[index]) {
        for part in 1..=3 {
            let line = format!("{work} --shard {part}/3 --json {part}.json");
            succeed(folder.path(), &line);
        }
        let whole = figures(folder.path(), &format!("{work} --json -"));
        let merged = "simulate --json - --merge 2.json 1.json 3.json";
        assert_eq!(figures(folder.path(), merged), whole, "{work}");
    }
    let part = "part 3/3 is missing";
    refuse(folder.path(), "simulate --merge 1.json 2.json", &[part]);
    let twice = "simulate --merge 1.json 1.json 2.json";
    let once = "each of the 3 parts once";
    refuse(folder.path(), twice, &["1.json", once]);
    succeed(
        folder.path(),
        "simulate --seed 2 --games 3 --pieces-per-game 9 --shard 3/3 --json 4.json",
    );
    let other = "simulate --merge 1.json 2.json 4.json";
    refuse(folder.path(), other, &["1.json", "4.json", "different"]);
    fs::write(folder.path().join("5.json"), "{}").unwrap();
    refuse(
        folder.path(),
        "simulate --merge 5.json",
        &["5.json", "not a report"],
    );
    succeed(
        folder.path(),
        "simulate --seed 2 --games 3 --pieces-per-game 9 --json 6.json",
    );
    refuse(
        folder.path(),
        "simulate --merge 6.json 6.json",
        &["6.json", "a whole batch"],
    );
}

#[test]
fn figures_state_that_games_used_a_gamepad() {
    let folder = folder();
    let line =
        "simulate --seed 2A --games 5 --level 18 --input pad --tap-hz 12 --reaction 7 --json -";
    let a_type = figures(folder.path(), &format!("{line} --pieces-per-game 40"));
    assert_eq!(a_type["input"], "pad");
    assert_eq!(a_type["tap_hz"], 12.0);
    assert_eq!(a_type["reaction"], 7);
    assert_eq!(a_type["region"], "ntsc");
    assert_eq!(a_type["type"], "a");
    assert_eq!(a_type["randomizer"], "nes", "the default at the gamepad");
    assert!(a_type.get("height").is_none());
    assert!(a_type.get("sight").is_none(), "the default sight");
    for (sight, said) in [("9", serde_json::json!(9)), ("never", "never".into())] {
        let late = format!("{line} --pieces-per-game 10 --sight {sight}");
        assert_eq!(figures(folder.path(), &late)["sight"], said);
    }
    assert!(a_type.get("share_reached_lines").is_none());
    let b_type = figures(
        folder.path(),
        &format!("{line} --region pal --type b --height 3"),
    );
    assert_eq!(b_type["region"], "pal");
    assert_eq!(b_type["type"], "b");
    assert_eq!(b_type["height"], 3);
    assert!(b_type["share_reached_lines"].is_number());
}

#[test]
fn gamepad_games_are_recorded_as_movies_that_replay() {
    let folder = folder();
    let line = "record --input pad --level 18 --seed 1234 --frames 800 --png a.png --save-replay a";
    succeed(folder.path(), &format!("{line}.fm2"));
    succeed(folder.path(), "replay --check a.fm2");
    let movie = fs::read(folder.path().join("a.fm2")).unwrap();
    let picture = fs::read(folder.path().join("a.png")).unwrap();
    succeed(folder.path(), "record --replay a.fm2 --png b.png");
    assert!(picture == fs::read(folder.path().join("b.png")).unwrap());
    succeed(folder.path(), &format!("{line}.fm2"));
    assert!(movie == fs::read(folder.path().join("a.fm2")).unwrap());
    succeed(folder.path(), &format!("{line}.ron"));
    succeed(folder.path(), "replay --check a.ron");
    let line = "record --fast --input pad --region pal --level 29 --tap-hz 10 --randomizer nes-odds --seed 9";
    succeed(
        folder.path(),
        &format!("{line} --frames 700 --save-replay b.ron"),
    );
    succeed(folder.path(), "replay --check b.ron");
}

#[cfg(unix)]
#[test]
fn an_interrupted_simulation_prints_its_figures_so_far() {
    let child = Command::new(env!("CARGO_BIN_EXE_rightwell"))
        .args("simulate --seed 1 --pieces 1000000000 --json -".split(' '))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let error = standard_error(&output);
    assert_eq!(output.status.code(), Some(130), "{error}");
    let figures: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(figures["interrupted"], true);
    assert!(figures["pieces"].as_u64().unwrap() > 1000);
}
