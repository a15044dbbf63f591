//! Tests of the exit codes: success, failure, wrong usage, interruption.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use crate::support::program::{folder, refuse, run_in, standard_error, succeed};

fn start(folder: &Path, line: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_rightwell"))
        .args(line.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn signal(child: &Child, name: &str) {
    let kill = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
}

/// Starts a command, lets it work for a second, and ends it with the signal `name`.
fn interrupted(folder: &Path, line: &str, name: &str) -> Output {
    let child = start(folder, line);
    std::thread::sleep(Duration::from_millis(1000));
    signal(&child, name);
    child.wait_with_output().unwrap()
}

#[test]
fn long_commands_that_a_signal_ends_write_what_they_have_and_say_so() {
    let folder = folder();
    let has = |name: &str| folder.path().join(name).exists();
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let line = "simulate --seed 1 --pieces 1000000000";
        let output = interrupted(folder.path(), line, name);
        let error = standard_error(&output);
        assert_eq!(output.status.code(), Some(code), "{error}");
        assert!(error.contains("stopped early"), "{error}");
        let figures = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(figures.contains("pieces"), "{figures}");
    }
    let line = "simulate --player scorer --seed 1 --games 1 --lines 25000";
    let output = interrupted(folder.path(), line, "-INT");
    let figures = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(figures.contains("1 game, 0 of them lost"), "{figures}");
    assert!(!figures.contains("reached the lines"), "{figures}");
    let line = "simulate --match bcts dt10 --seed 1 --games 1000000 --json -";
    let output = interrupted(folder.path(), line, "-INT");
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"interrupted\": true"));
    let line = "puzzles --make p.ron --count 10000";
    let output = interrupted(folder.path(), line, "-INT");
    let error = standard_error(&output);
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(
        error.contains("nothing was written") && !has("p.ron"),
        "{error}"
    );
    let line = "record --seed 1 --player scorer --frames 5000000 --png a.png --save-replay a.ron";
    let output = interrupted(folder.path(), line, "-TERM");
    let error = standard_error(&output);
    assert_eq!(output.status.code(), Some(143), "{error}");
    assert!(has("a.png") && has("a.ron"), "{error}");
}

#[test]
fn an_engine_ended_by_a_signal_reports_it() {
    let folder = folder();
    let mut child = start(folder.path(), "engine");
    let mut requests = child.stdin.take().unwrap();
    requests.write_all(b"power\n").unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    let mut answer = String::new();
    answers.read_line(&mut answer).unwrap();
    assert!(answer.starts_with("= "), "{answer}");
    signal(&child, "-TERM");
    assert_eq!(child.wait().unwrap().code(), Some(143));
}

#[test]
fn figures_and_pictures_that_cannot_be_written_after_the_work_are_a_failure_not_a_mistake() {
    for line in [
        "simulate --seed 1 --pieces 1000000000 --json gone/a.json",
        "record --seed 1 --player scorer --frames 5000000 --png gone/a.png --save-replay a.ron",
    ] {
        let folder = folder();
        let gone = folder.path().join("gone");
        std::fs::create_dir(&gone).unwrap();
        let child = start(folder.path(), line);
        std::thread::sleep(Duration::from_millis(1000));
        std::fs::remove_dir(&gone).unwrap();
        signal(&child, "-INT");
        let output = child.wait_with_output().unwrap();
        let error = standard_error(&output);
        assert_eq!(output.status.code(), Some(1), "{line}: {error}");
        assert!(error.contains("gone"), "{error}");
        let is_recorded = folder.path().join("a.ron").exists();
        assert_eq!(is_recorded, line.starts_with("record"), "{error}");
    }
}

#[test]
fn a_simulation_of_games_without_an_end_says_so_at_once() {
    let folder = folder();
    let words = "may not end by itself";
    let child = start(folder.path(), "simulate --seed 1 --games 3 --threads 1");
    std::thread::sleep(Duration::from_millis(1000));
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    let error = standard_error(&output);
    assert!(error.lines().next().unwrap().contains(words), "{error}");
    assert!(!output.stdout.is_empty(), "the figures are printed");
    for end in ["--pieces 9", "--pieces-per-game 9", "--lines 1"] {
        let line = format!("simulate --seed 1 --games 3 {end}");
        assert!(succeed(folder.path(), &line).contains("3 games") || end == "--pieces 9");
        let error = standard_error(&run_in(folder.path(), &line));
        assert!(!error.contains(words), "{line}: {error}");
    }
}

#[test]
fn messages_about_files_that_cannot_be_written_hold_no_random_names() {
    let folder = folder();
    // No user can create a file in this folder.
    let line = "record --seed 1 --frames 1 --png /proc/a.png";
    refuse(folder.path(), line, &["/proc/a.png"]);
    let error = standard_error(&run_in(folder.path(), line));
    assert!(!error.contains("tmp"), "{error}");
    let answer = || {
        let mut child = start(folder.path(), "engine");
        let mut requests = child.stdin.take().unwrap();
        requests.write_all(b"power\nsave /proc/a.fm2\n").unwrap();
        drop(requests);
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            output.status.code(),
            Some(0),
            "the input has ended, so the program succeeds"
        );
        String::from_utf8(output.stdout).unwrap()
    };
    let first = answer();
    assert!(first.contains("? cannot write /proc/a.fm2: "), "{first}");
    assert_eq!(first, answer(), "equal scripts must give equal bytes");
}

/// The program must end even if the parent process blocked SIGHUP before the terminal was closed.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_that_goes_without_a_signal_ends_the_program_too() {
    let folder = folder();
    let deaf = "stty cols 90 rows 30; trap '' HUP
        sh -c 'echo $$ >pid; exec $PROGRAM --display terminal --seed 1'; echo $? >code";
    let script = Command::new("script")
        .args(["-qfc", deaf, "/dev/null"])
        .current_dir(folder.path())
        .env("PROGRAM", env!("CARGO_BIN_EXE_rightwell"))
        .env("TERM", "xterm-256color")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn();
    let Ok(mut terminal) = script else {
        eprintln!("LEFT OUT: there is no script to make a terminal");
        return;
    };
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    std::thread::sleep(Duration::from_millis(1500));
    assert!(
        !read("pid").is_empty() && read("code").is_empty(),
        "it plays"
    );
    terminal.kill().unwrap();
    terminal.wait().unwrap();
    for _ in 0..200 {
        std::thread::sleep(Duration::from_millis(100));
        if !read("code").is_empty() {
            assert_eq!(read("code"), "129\n");
            return;
        }
    }
    let killed = Command::new("kill")
        .args(["-KILL", read("pid").trim()])
        .status();
    panic!("the program keeps running without a terminal; killed: {killed:?}");
}
