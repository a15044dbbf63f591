//! Tests that the program reads any file or stream with limited memory, or refuses it in one line.
//!
//! In these tests, the program has little address space, so it would end if it used too much memory.

#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::support::program::{folder, standard_error};

/// Address space that the program gets, in KiB: for recordings, and for small files.
const SPACE_KIB: u64 = 768 * 1024;
const LITTLE_SPACE_KIB: u64 = 128 * 1024;
/// Seconds until the test kills the program, in case the program waits or reads for ever.
const SECONDS: u32 = 60;

/// Returns a command that runs the program in `folder` with this much address space.
fn bounded(folder: &Path, space_kib: u64, line: &str) -> Command {
    let program = env!("CARGO_BIN_EXE_rightwell");
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(format!(
            "ulimit -v {space_kib}; exec timeout {SECONDS} {program} {line}"
        ))
        .current_dir(folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env("RUST_BACKTRACE", "0")
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .env("XDG_DATA_HOME", folder.join("data"))
        .stdin(Stdio::null());
    command
}

/// Checks that the program refuses the command in one line with all of `words`.
fn refuse(folder: &Path, line: &str, words: &[&str]) {
    refuse_within(folder, SPACE_KIB, line, words);
}

fn refuse_within(folder: &Path, space_kib: u64, line: &str, words: &[&str]) {
    let output = bounded(folder, space_kib, line).output().unwrap();
    let said = standard_error(&output);
    assert_eq!(output.status.code(), Some(2), "{line}: {said}");
    assert_eq!(said.lines().count(), 1, "{line}: {said}");
    assert!(said.chars().count() < 600, "{line}: {said}");
    for word in words {
        assert!(
            said.contains(word),
            "{line}: '{word}' is missing in: {said}"
        );
    }
}

fn make_pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
}

/// Commands that read a file, each with the extension that it expects.
const READERS: [(&str, &str); 13] = [
    ("replay --check NAME.fm2", ".fm2"),
    ("replay --check NAME.ron", ".ron"),
    ("replay --check NAME.fm2.gz", ".fm2.gz"),
    ("replay --check NAME.ron.gz", ".ron.gz"),
    ("record --png p.png --replay NAME.fm2", ".fm2"),
    ("record --png p.png --player NAME.ron", ".ron"),
    (
        "record --png p.png --filter pattern:patterns/NAME.png",
        ".png",
    ),
    ("simulate --games 1 --match NAME.ron first-day", ".ron"),
    (
        "simulate --games 1 --match first-day NAME.ron,depth=1",
        ".ron",
    ),
    ("simulate --merge NAME.json", ".json"),
    (
        "train --pieces 1 --table t.table --from NAME.table",
        ".table",
    ),
    ("versus --left NAME.ron", ".ron"),
    ("--player NAME.ron", ".ron"),
];

#[test]
fn non_files_are_refused_before_they_are_opened() {
    let folder = folder();
    let _socket = UnixListener::bind(folder.path().join("socket")).unwrap();
    make_pipe(&folder.path().join("pipe"));
    fs::create_dir(folder.path().join("folder")).unwrap();
    fs::create_dir(folder.path().join("patterns")).unwrap();
    for (line, ending) in READERS {
        for (target, said) in [
            ("/dev/zero", "device"),
            ("pipe", "pipe"),
            ("socket", "socket"),
            ("folder", "folder"),
        ] {
            let link = match ending {
                ".png" => folder.path().join(format!("patterns/x{target}{ending}")),
                _ => folder.path().join(format!("x{target}{ending}")),
            };
            let link = link.to_string_lossy().replace("/dev/zero", "zero");
            let _ = fs::remove_file(&link);
            symlink(folder.path().join(target), &link).unwrap();
            let name = format!("x{}", target.trim_start_matches("/dev/"));
            // For an image, the program tries several names. It accepts only files.
            let words = match ending {
                ".png" => [name.as_str(), "allowed: a PNG file"],
                _ => [name.as_str(), said],
            };
            refuse(folder.path(), &line.replace("NAME", &name), &words);
        }
    }
}

#[test]
fn a_table_beside_a_player_is_a_file_too() {
    let folder = folder();
    make_pipe(&folder.path().join("my.table"));
    let player = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/players/scorer.ron");
    let text = fs::read_to_string(player).unwrap();
    let text = text.replace("table: \"machine\"", "table: \"my.table\"");
    fs::write(folder.path().join("mine.ron"), text).unwrap();
    refuse(
        folder.path(),
        "record --png p.png --player mine.ron",
        &["mine.ron", "my.table", "pipe"],
    );
}

#[test]
fn the_list_of_patterns_skips_what_is_not_a_file() {
    let folder = folder();
    fs::create_dir(folder.path().join("patterns")).unwrap();
    make_pipe(&folder.path().join("patterns/wait.png"));
    symlink("/dev/zero", folder.path().join("patterns/endless.png")).unwrap();
    let output = bounded(folder.path(), SPACE_KIB, "patterns")
        .output()
        .unwrap();
    let said = standard_error(&output) + &String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("it is a pipe"), "{said}");
    assert!(said.contains("it is a device"), "{said}");
}

#[test]
fn settings_and_scores_that_are_not_files_do_not_block_the_start() {
    let folder = folder();
    let settings = folder.path().join("config/rightwell/settings.ron");
    let scores = folder.path().join("data/rightwell/scores.ron");
    for path in [&settings, &scores] {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        make_pipe(path);
    }
    let output = bounded(folder.path(), SPACE_KIB, "play").output().unwrap();
    let said = standard_error(&output);
    assert_ne!(output.status.code(), Some(124), "it waits: {said}");
    assert!(
        said.contains("scores.ron") && said.contains("it is a pipe"),
        "{said}"
    );
}

#[test]
fn large_files_are_refused_by_size() {
    let folder = folder();
    for (line, ending) in READERS {
        fs::create_dir_all(folder.path().join("patterns")).unwrap();
        let file = match ending {
            ".png" => format!("patterns/big{ending}"),
            _ => format!("big{ending}"),
        };
        let file = File::create(folder.path().join(file)).unwrap();
        file.set_len(4 << 30).unwrap();
        let line = line.replace("NAME", "big");
        refuse(
            folder.path(),
            &line,
            &["4294967296 bytes", "allowed: up to"],
        );
    }
}

#[test]
fn movies_of_100_megabytes_are_read_in_bounded_memory() {
    let folder = folder();
    let head = "version 3\nemuVersion 20400\n";
    for (text, said) in [
        (format!("|0|{}", "|".repeat(100_000_000)), "line 3"),
        ("a ".repeat(50_000_000), "no frame"),
        (
            format!("comment rightwell {}", "a ".repeat(50_000_000)),
            "comment 'rightwell a a",
        ),
        (
            format!("version {}", "a".repeat(100_000_000)),
            "version 'aaa",
        ),
        (
            "|0|........|........||\n".repeat(4_347_826),
            "nothing to check",
        ),
        ("|0|........||\n".repeat(7_142_857), "24 hours"),
    ] {
        fs::write(folder.path().join("big.fm2"), format!("{head}{text}")).unwrap();
        refuse(folder.path(), "replay --check big.fm2", &["big.fm2", said]);
    }
}

#[test]
fn recordings_whose_counts_ask_for_more_than_a_day_are_refused() {
    let folder = folder();
    let table = "[\"080F17010412 1 9\", \"080F17010412 1 9\", \"080F17010412 1 9\"]";
    let words = "-*40000000 A*40000000 ".repeat(28_000);
    let console = format!(
        "(version: 1, console: Pal, scores: ({table}, {table}), inputs: [\"{words}\"], end: None)"
    );
    let start = "start: (level: 0, randomizer: Uniform, seed: 1, game: 0, top: 0)";
    let piece = format!("\"{}\", ", "5,0,0*3600 ".repeat(60));
    let drag = format!(
        "(version: 1, games: [({start}, frames: 223000000, pieces: [{}])], end: None)",
        piece.repeat(900)
    );
    for text in [console, drag] {
        assert!(text.len() > 590_000, "{}", text.len());
        fs::write(folder.path().join("bomb.ron"), text).unwrap();
        let words = ["bomb.ron", "5192536", "allowed: 24 hours of play"];
        refuse(folder.path(), "replay --check bomb.ron", &words);
    }
}

#[test]
fn a_recording_of_more_settings_than_two_a_second_is_refused() {
    let folder = folder();
    let table = "[\"080F17010412 1 9\", \"080F17010412 1 9\", \"080F17010412 1 9\"]";
    let head = format!("(version: 1, console: Pal, scores: ({table}, {table}), inputs: [\"-\"], ");
    let bomb = format!(
        "{head}taken_back: [{}], end: None)",
        "(frame:0,pieces:1),".repeat(5_000_000)
    );
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bomb.as_bytes()).unwrap();
    fs::write(folder.path().join("bomb.ron.gz"), packer.finish().unwrap()).unwrap();
    let line = "replay --check bomb.ron.gz";
    let words = ["bomb.ron.gz", "200000", "allowed: two settings per second"];
    refuse_within(folder.path(), 2 * LITTLE_SPACE_KIB, line, &words);
    // All lists of a recording have one limit together.
    let half = "0,".repeat(150_000);
    let bomb = format!("{head}hints: [{half}], double_killscreens: [{half}], end: None)");
    fs::write(folder.path().join("bomb.ron"), bomb).unwrap();
    let words = [
        "bomb.ron",
        "300000 settings are too many; allowed: at most 200000",
    ];
    refuse(folder.path(), "replay --check bomb.ron", &words);
}

#[test]
fn endless_archives_are_refused() {
    let folder = folder();
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    let zeros = vec![b' '; 1 << 20];
    for _ in 0..1_000 {
        packer.write_all(&zeros).unwrap();
    }
    let bomb = packer.finish().unwrap();
    assert!(bomb.len() < 2 << 20);
    for name in ["bomb.fm2.gz", "bomb.ron.gz"] {
        fs::write(folder.path().join(name), &bomb).unwrap();
        let line = format!("replay --check {name}");
        refuse(folder.path(), &line, &[name, "more than 134217728 bytes"]);
    }
}

#[test]
fn a_small_picture_of_very_many_pixels_is_refused_by_its_size() {
    let folder = folder();
    fs::create_dir(folder.path().join("patterns")).unwrap();
    let name = folder.path().join("patterns/wide.png");
    let white = rightwell::pixels::to_png(12_000, &vec![[255]; 12_000 * 12_000]);
    fs::write(&name, white).unwrap();
    refuse_within(
        folder.path(),
        LITTLE_SPACE_KIB,
        "record --png p.png --filter pattern:wide",
        &["wide", "12000x12000 pixels; allowed: 10x20"],
    );
}

/// Sends requests to `engine` and returns its answers.
fn ask(
    requests: impl FnOnce(&mut dyn Write) + Send,
    read: impl FnOnce(&mut dyn BufRead),
) -> Output {
    let folder = folder();
    let mut engine = bounded(folder.path(), LITTLE_SPACE_KIB, "engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = engine.stdin.take().unwrap();
    let mut answers = BufReader::new(engine.stdout.take().unwrap());
    std::thread::scope(|scope| {
        scope.spawn(move || requests(&mut input));
        read(&mut answers);
    });
    engine.wait_with_output().unwrap()
}

#[test]
fn a_request_that_is_too_long_gets_one_answer() {
    let mut lines = Vec::new();
    let output = ask(
        |input| {
            for _ in 0..3 {
                let line = format!("7 run {}\n", "- ".repeat(2_000_000));
                input.write_all(line.as_bytes()).unwrap();
            }
            input.write_all(&vec![b'x'; 50_000_000]).unwrap();
            input.write_all(b"\n8 power\n").unwrap();
        },
        |answers| lines = answers.lines().map(Result::unwrap).collect(),
    );
    assert!(output.status.success(), "{output:?}");
    let answers: Vec<&String> = lines.iter().filter(|line| !line.is_empty()).collect();
    assert_eq!(answers.len(), 5, "{}", answers.len());
    for answer in &answers[..3] {
        assert_eq!(
            *answer,
            "?7 request longer than 1048576 bytes; split it into shorter ones"
        );
    }
    assert!(answers[3].starts_with("? request longer than"));
    assert!(answers[4].starts_with("=8 {"), "{}", answers[4]);
}

#[test]
fn the_longest_run_is_answered_state_by_state() {
    let words = 400_000;
    let mut states = 0;
    let output = ask(
        move |input| {
            let line = format!("power\nrun {}\nquit\n", "- ".repeat(words));
            input.write_all(line.as_bytes()).unwrap();
        },
        |answers| {
            for line in answers.lines() {
                states += usize::from(line.unwrap().contains("\"frame\":"));
            }
        },
    );
    assert!(output.status.success(), "{}", standard_error(&output));
    assert_eq!(states, 1 + words);
}

#[test]
fn errors_shorten_and_sanitize_typed_text() {
    let folder = folder();
    let long = "ab c".repeat(3_000);
    let wild = "x\ny\u{1b}[31m\u{202E}";
    for (before, ending) in [
        (&["replay"][..], ".fm2"),
        (&["replay"], ""),
        (&["--level"], ""),
        (&["--player"], ""),
        (&["--player"], ".ron"),
        (&["--filter"], ""),
        (&["--filter"], ".png"),
        (&["--seed"], ""),
        (&["--tap-hz"], ""),
        (&["--speed"], ""),
        (&["versus", "--left"], ""),
        (&["versus", "--left", "person", "--tap-hz"], ""),
        (&["simulate", "--merge"], ""),
        (&["simulate", "--shard"], ""),
        (&["record", "--png"], "/x.png"),
        (&["record", "--save-replay"], "/x.ron"),
        (&["train", "--pieces", "1", "--table"], "/x.table"),
        (
            &["train", "--pieces", "1", "--table", "t.table", "--from"],
            "",
        ),
        (&["train", "--pieces", "1", "--table"], ""),
        (&[], ""),
    ] {
        for text in [long.as_str(), wild] {
            let output = Command::new(env!("CARGO_BIN_EXE_rightwell"))
                .args(before)
                .arg(format!("{text}{ending}"))
                .current_dir(folder.path())
                .env_remove("DISPLAY")
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let said = standard_error(&output);
            assert_eq!(output.status.code(), Some(2), "{before:?}: {said}");
            let line = said.strip_suffix('\n').unwrap();
            assert!(!line.contains(char::is_control), "{before:?}: {line:?}");
            assert!(!line.contains('\u{202E}'), "{before:?}: {line:?}");
            assert!(!line.contains(&long[..201]), "{before:?}: {line}");
        }
    }
}

#[test]
fn errors_shorten_text_of_files() {
    let folder = folder();
    let long = "x".repeat(5_000);
    let tune = |words: &str| format!("name x\ntempo 100 100\nkey c major\n{words}");
    let puzzle = |field: &str, pieces: &str| {
        format!(
            "(version: 1, made: \"\", puzzles: [(field: [{field}], pieces: {pieces:?}, level: 0, \
             lines: 0, best: (0, 0, 0), second_loses: 1, theme: holes, stars: 1)])"
        )
    };
    let (music, puzzles) = ("record --wav a.wav --music a.tune", "puzzles a.ron --list");
    for (line, file, text) in [
        (music, "a.tune", tune(&long)),
        (music, "a.tune", tune(&format!("key {long} {long}"))),
        (music, "a.tune", tune(&format!("voice v {long}"))),
        (
            music,
            "a.tune",
            tune(&format!("section {long}\ntriangle | {long} |")),
        ),
        (puzzles, "a.ron", puzzle("", &long)),
        (puzzles, "a.ron", puzzle(&format!("{long:?}"), "TT")),
        (puzzles, "a.ron", format!("(version: 1, {long}: 1)")),
    ] {
        fs::write(folder.path().join(file), text).unwrap();
        refuse(folder.path(), line, &[file]);
        let said = bounded(folder.path(), SPACE_KIB, line).output().unwrap();
        assert!(!standard_error(&said).contains(&long[..201]), "{line}");
    }
}

#[test]
fn trees_that_would_fill_the_memory_are_refused() {
    let folder = folder();
    let player = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/players/uct.ron");
    let text = fs::read_to_string(player).unwrap();
    let number = |name: &str| {
        let (_, rest) = text.split_once(name).unwrap();
        format!("{name}{}", rest.split_once(',').unwrap().0)
    };
    for (trees, nodes, said) in [
        (
            "64",
            "100000",
            "nodes 100000 in each of 64 trees; allowed: 4000000 in all",
        ),
        ("1", "10000000", "nodes 10000000; allowed: 1 to 4000000"),
    ] {
        let text = text
            .replace(&number("playouts: "), "playouts: 1000000")
            .replace(&number(" trees: "), &format!(" trees: {trees}"))
            .replace(&number("nodes: "), &format!("nodes: {nodes}"));
        fs::write(folder.path().join("mine.ron"), text).unwrap();
        refuse(
            folder.path(),
            "record --png p.png --player mine.ron",
            &["mine.ron", said],
        );
    }
}

#[test]
fn the_longest_patterns_of_taps_cost_little() {
    let folder = folder();
    let pattern = "X.X..X...X.X....X.X.X.X..X..X....X.X...X.X.X....X..X.......";
    let line = "simulate --games 1 --pieces-per-game 3 --seed 2A --input pad --sight never";
    let line = format!("{line} --taps {pattern}");
    let output = bounded(folder.path(), SPACE_KIB, &line).output().unwrap();
    let error = standard_error(&output);
    assert_eq!(
        output.status.code(),
        Some(0),
        "124 means a timeout: {error}"
    );
}

#[test]
fn a_pipe_instead_of_a_file_is_refused_at_once() {
    let folder = folder();
    make_pipe(&folder.path().join("x.fm2"));
    let begin = Command::new("timeout")
        .arg(Duration::from_secs(5).as_secs().to_string())
        .arg(env!("CARGO_BIN_EXE_rightwell"))
        .args(["replay", "x.fm2"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(begin.status.code(), Some(2));
    let said = standard_error(&begin);
    assert_eq!(
        said,
        "rightwell: cannot read x.fm2: it is a pipe, not a file\n"
    );
}

#[test]
fn the_line_protocol_keeps_no_history_longer_than_a_recording() {
    let mut answers = String::new();
    let output = ask(
        |input| {
            let steps = "step - 1000000\n".repeat(6);
            let requests = format!("power\n{steps}save day.fm2\nstate\npower\nsave new.fm2.gz\n");
            input.write_all(requests.as_bytes()).unwrap();
        },
        |out| assert!(out.read_to_string(&mut answers).is_ok()),
    );
    assert!(output.status.success(), "{}", standard_error(&output));
    let answers: Vec<&str> = answers.split_terminator("\n\n").collect();
    assert!(answers[7].starts_with("? day.fm2: "), "{}", answers[7]);
    assert!(answers[7].contains("more than 5192536 frames were played"));
    assert!(
        answers[8].starts_with("= {\"frame\":6000000,"),
        "{}",
        answers[8]
    );
    assert_eq!(answers[10], "= new.fm2.gz");
}
