//! Tests of games that are read while they are played, from a stream. Without ffmpeg, they are skipped.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::captured_films::has_ffmpeg;
use crate::support::program::{figures, folder, refuse, succeed};

/// Films a game, and returns its locks as `capture` reads them from the file.
fn film(folder: &Path) -> Vec<Value> {
    succeed(
        folder,
        "record --input pad --level 18 --player survival --randomizer nes --seed 8988 --frames 500 --video film.mp4",
    );
    let found = figures(folder, "capture film.mp4 --json -");
    let locks = found["games"][0]["locks"].as_array().unwrap().iter();
    let known = locks.filter(|lock| !lock["lock"].is_null());
    known.map(|lock| lock["lock"].clone()).collect()
}

/// Returns the film as raw frames.
fn raw_frames(folder: &Path) -> Vec<u8> {
    let line = "-nostdin -loglevel error -i film.mp4 -vf scale=320:300 -f yuv4mpegpipe -";
    let command = Command::new("ffmpeg")
        .args(line.split(' '))
        .current_dir(folder)
        .output();
    command.unwrap().stdout
}

fn start(folder: &Path, line: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_rightwell"))
        .args(line.split(' '))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Returns the lock of each piece by the last line about it, in order.
fn last_locks(events: &[Value]) -> Vec<Value> {
    let mut locks = std::collections::BTreeMap::new();
    for event in events.iter().filter(|event| event["event"] == "piece") {
        locks.insert(event["number"].as_u64(), event["lock"].clone());
    }
    locks.into_values().collect()
}

fn event(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

#[test]
fn each_piece_of_a_stream_gets_its_line_while_the_stream_goes_on() {
    if !has_ffmpeg() {
        return;
    }
    let folder = folder();
    let folder = folder.path();
    let locks = film(folder);
    let frames = raw_frames(folder);
    let mut child = start(folder, "capture --live - --events -");
    let mut pipe = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let (seen, left) = frames.split_at(frames.len() * 8 / 10);
    pipe.write_all(seen).unwrap();
    // The stream has not ended, but its first pieces are there.
    let mut events: Vec<Value> = Vec::new();
    while events.iter().all(|event| event["number"] != 3) {
        events.push(event(&lines.next().unwrap().unwrap()));
    }
    assert_eq!(events[0]["event"], "game_began");
    pipe.write_all(left).unwrap();
    drop(pipe);
    events.extend(lines.map(|line| event(&line.unwrap())));
    assert!(child.wait().unwrap().success());
    assert_eq!(last_locks(&events), locks);
    let ended = events.last().unwrap();
    assert_eq!(
        (&ended["event"], &ended["game"], &ended["seat"]),
        (&"game_ended".into(), &1.into(), &1.into())
    );
    let mut pieces = events.iter().filter(|event| event["event"] == "piece");
    // The level may be unclear at first. It is never wrong.
    let is_right = |piece: &Value| {
        let cells = piece["cells"].as_array().unwrap();
        cells.len() == 4 && (piece["level"].is_null() || piece["level"] == 18)
    };
    assert!(pieces.all(is_right));
    let times = events
        .iter()
        .filter(|event| event["corrected"].is_null())
        .filter_map(|event| event["time"].as_f64());
    assert!(times.collect::<Vec<f64>>().is_sorted());
}

#[test]
fn a_filter_of_ffmpeg_is_followed_like_a_device() {
    if !has_ffmpeg() {
        return;
    }
    let folder = folder();
    let folder = folder.path();
    let locks = film(folder);
    succeed(
        folder,
        "capture --live lavfi:movie=film.mp4 --events events.jsonl --json live.json",
    );
    let events = std::fs::read_to_string(folder.join("events.jsonl")).unwrap();
    let events: Vec<Value> = events.lines().map(event).collect();
    // A busy computer skips frames.
    assert!(last_locks(&events).len() + 2 >= locks.len(), "{events:?}");
    assert!(folder.join("live.json").exists());
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_a_stream() {
    if !has_ffmpeg() {
        return;
    }
    let folder = folder();
    let folder = folder.path();
    let locks = film(folder);
    let made = Command::new("mkfifo").arg(folder.join("pipe")).status();
    assert!(made.unwrap().success());
    let child = start(folder, "capture --live pipe --events - -o game.ron");
    std::fs::write(folder.join("pipe"), raw_frames(folder)).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let events: Vec<Value> = text.lines().map(event).collect();
    assert_eq!(last_locks(&events), locks);
    assert!(folder.join("game.ron").exists());
}

#[test]
fn a_stream_that_cannot_be_read_gets_one_line() {
    let folder = folder();
    let folder = folder.path();
    let page = "https://www.youtube.com/watch?v=1";
    for (line, said) in [
        (format!("capture {page}"), "yt-dlp -o game.mp4 ADDRESS"),
        (format!("review {page}"), "yt-dlp -o game.mp4 ADDRESS"),
        (
            format!("capture --live {page} --events -"),
            "yt-dlp -o - 'https://www.youtube.com/watch?v=1' | ",
        ),
        (
            "capture --live - --events - --json -".to_owned(),
            "only one output",
        ),
        (
            "capture --live - -o game.fm2".to_owned(),
            "a video does not show the buttons",
        ),
        (
            "capture --live - -o game.ngf".to_owned(),
            "allowed: a folder, or a file ending in .ron",
        ),
        (
            "capture film.mp4 --events -".to_owned(),
            "cannot be used with",
        ),
        // Standard input is empty.
        (
            "capture --live - --events -".to_owned(),
            "cannot read standard input: it is empty",
        ),
    ] {
        refuse(folder, &line, &[said]);
    }
}
