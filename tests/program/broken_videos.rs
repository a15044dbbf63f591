//! Tests of videos for which ffmpeg hangs or ends early: a signal ends the program and ffmpeg, and the games that have
//! been read are saved.

#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::captured_films::has_ffmpeg;
use crate::support::program::{folder, standard_error, succeed};

/// Maximum time from a signal to the exit. The program needs only a tenth of it, but test machines are busy.
const END_TIME: Duration = Duration::from_secs(4);

/// Creates an `ffmpeg` in `folder`, which writes its process id to `pid` and then runs this shell script.
fn script(folder: &Path, script: &str) {
    let bin = folder.join("bin");
    fs::create_dir_all(&bin).unwrap();
    let path = bin.join("ffmpeg");
    fs::write(&path, format!("#!/bin/sh\necho $$ >pid\n{script}\n")).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
}

/// Starts a command that finds the ffmpeg of the folder first. In the script, `$FFMPEG` is the real one.
fn start(folder: &Path, line: &str) -> Child {
    let path = std::env::var("PATH").unwrap();
    let real = path.split(':').map(|folder| format!("{folder}/ffmpeg"));
    let real = real.into_iter().find(|path| Path::new(path).exists());
    Command::new(env!("CARGO_BIN_EXE_rightwell"))
        .args(line.split_whitespace())
        .current_dir(folder)
        .env("PATH", format!("{}/bin:{path}", folder.display()))
        .env("FFMPEG", real.unwrap_or_default())
        .env("HOME", folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn send(signal: &str, process: &str) -> bool {
    let kill = Command::new("kill")
        .args([signal, process])
        .stderr(Stdio::null())
        .status();
    kill.unwrap().success()
}

/// Waits until the ffmpeg of the folder is running. Returns its process id.
fn running(folder: &Path) -> String {
    for _ in 0..400 {
        let process = fs::read_to_string(folder.join("pid")).unwrap_or_default();
        if process.ends_with('\n') {
            return process.trim().to_owned();
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("ffmpeg was not started");
}

/// Sends a signal. Checks that the program and ffmpeg end soon.
#[expect(
    clippy::disallowed_methods,
    reason = "only this test uses the clock, not a game"
)]
fn stop(folder: &Path, child: Child, signal: &str) -> Output {
    let ffmpeg = running(folder);
    let begin = Instant::now();
    assert!(send(signal, &child.id().to_string()));
    let output = child.wait_with_output().unwrap();
    assert!(begin.elapsed() < END_TIME, "it took {:?}", begin.elapsed());
    assert!(!send("-0", &ffmpeg), "ffmpeg goes on");
    output
}

/// Writes a film of fourteen locks.
fn film(folder: &Path) {
    succeed(
        folder,
        "record --input pad --level 18 --hand fast-tapper --player survival --randomizer nes --seed 8988 \
         --frames 900 --video game.mp4",
    );
}

/// Returns the number of locks of the only game in a file of `capture --json`.
fn locks(path: &Path) -> usize {
    let report: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    report["games"][0]["locks"].as_array().unwrap().len()
}

#[test]
fn a_signal_ends_a_silent_ffmpeg() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("game.mp4"), "never read").unwrap();
    let silent = "exec sleep 60";
    let talkative = "while :; do echo trouble >&2; done";
    for (ffmpeg, line, signal, code) in [
        (silent, "capture game.mp4", "-INT", 130),
        (silent, "capture game.mp4", "-TERM", 143),
        (silent, "capture game.mp4 --sightings -", "-INT", 130),
        (silent, "review game.mp4", "-TERM", 143),
        (talkative, "capture game.mp4", "-INT", 130),
        (
            silent,
            "capture --live v4l2:/dev/video0 --json live.json",
            "-INT",
            130,
        ),
        (
            talkative,
            "capture --live v4l2:/dev/video0 --json live.json",
            "-TERM",
            143,
        ),
    ] {
        script(folder, ffmpeg);
        drop(fs::remove_file(folder.join("pid")));
        let output = stop(folder, start(folder, line), signal);
        let error = standard_error(&output);
        assert_eq!(output.status.code(), Some(code), "{line}: {error}");
        assert!(error.contains("stopped before any game was "), "{error}");
    }
}

#[test]
fn a_signal_ends_the_wait_for_a_silent_standard_input() {
    let folder = folder();
    let mut child = start(folder.path(), "capture - --format y4m");
    let input = child.stdin.take();
    std::thread::sleep(Duration::from_millis(500));
    fs::write(folder.path().join("pid"), "0x\n").unwrap();
    let output = stop(folder.path(), child, "-INT");
    assert_eq!(output.status.code(), Some(130));
    drop(input);
}

#[test]
fn games_before_a_signal_are_written() {
    if !has_ffmpeg() {
        return;
    }
    let folder = folder();
    let folder = folder.path();
    film(folder);
    // Both searches for playfields get the whole film. After that, the frames stop in the middle of the film.
    script(
        folder,
        r#"case "$*" in *nokey* | *fps=2*) exec "$FFMPEG" "$@" ;; esac
           "$FFMPEG" "$@" 2>/dev/null | head -c 150000000
           echo >stalled
           exec sleep 60"#,
    );
    let child = start(folder, "capture game.mp4 --json games.json -o game.ron");
    for _ in 0..400 {
        if folder.join("stalled").exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    std::thread::sleep(Duration::from_millis(500));
    let output = stop(folder, child, "-INT");
    let error = standard_error(&output);
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(error.contains("stopped early"), "{error}");
    assert!(locks(&folder.join("games.json")) >= 5, "{error}");
    assert!(folder.join("game.ron").exists());
}

#[test]
fn games_before_a_broken_frame_are_written_and_the_exit_code_is_1() {
    if !has_ffmpeg() {
        return;
    }
    let folder = folder();
    let folder = folder.path();
    film(folder);
    script(
        folder,
        r#""$FFMPEG" "$@" 2>/dev/null | head -c 150000000
           echo "[in#0 @ 0x5] the cable was pulled" >&2
           echo "and more" >&2
           exit 1"#,
    );
    let child = start(folder, "capture game.mp4 --json games.json -o game.ron");
    let output = child.wait_with_output().unwrap();
    let error = standard_error(&output);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("game.mp4 ends early after "), "{error}");
    assert!(
        error.contains(": ffmpeg: the cable was pulled; "),
        "{error}"
    );
    assert!(locks(&folder.join("games.json")) >= 5, "{error}");
    assert!(folder.join("game.ron").exists());
    // ffmpeg fails before the first frame, so the program says that the file is invalid.
    script(folder, "echo 'nothing there' >&2; exit 1");
    let output = start(folder, "capture game.mp4")
        .wait_with_output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = standard_error(&output);
    assert!(
        error.contains("cannot read game.mp4: ffmpeg: nothing there"),
        "{error}"
    );
}

#[test]
fn a_file_with_sound_only_is_reported_to_have_no_video() {
    if !has_ffmpeg() {
        return;
    }
    let folder = folder();
    let folder = folder.path();
    succeed(
        folder,
        "record --input pad --level 18 --seed 8988 --frames 90 --png game.png --wav game.wav",
    );
    let output = start(folder, "capture game.wav")
        .wait_with_output()
        .unwrap();
    let error = standard_error(&output);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.ends_with("cannot read game.wav: the file contains no video\n"),
        "{error}"
    );
}
