//! Tests of output to pipes and descriptors: output is appended to a file, an unread pipe does not block the program,
//! and errors name the stream.

#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::program::{folder, refuse, run_in, standard_error, succeed};

/// Commands that write films, images, sound, a recording and figures.
const WRITERS: [&str; 7] = [
    "record --seed 8 --frames 9 --png OUT",
    "record --seed 8 --frames 9 --gif OUT",
    "record --seed 8 --frames 9 --apng OUT",
    "record --seed 8 --frames 9 --video OUT",
    "record --seed 8 --frames 9 --wav OUT",
    "record --seed 8 --frames 9 --input pad --save-replay OUT",
    "simulate --seed 8 --games 1 --lines 1 --json OUT",
];

/// Creates a link to `target` whose name has the extension that recordings need.
fn link(folder: &Path, target: &str) {
    let name = folder.join("out.fm2");
    drop(fs::remove_file(&name));
    symlink(target, name).unwrap();
}

/// Runs a line in a shell, where `$IT` is the program.
fn shell(folder: &Path, line: &str) -> Output {
    let shell = Command::new("sh")
        .args(["-c", line])
        .env("IT", env!("CARGO_BIN_EXE_rightwell"))
        .current_dir(folder)
        .output();
    shell.unwrap()
}

#[test]
fn output_to_a_descriptor_is_appended_to_its_file() {
    let folder = folder();
    let path = folder.path();
    for line in WRITERS {
        link(path, "file");
        succeed(path, &line.replace("OUT", "out.fm2"));
        let mut expected = fs::read(path.join("file")).unwrap();
        if line.contains("wav") {
            // Ignore the header, which states the length before the length is known.
            expected.drain(..44);
        }
        if line.contains("json") {
            // Compare only the end of the figures, because they contain the duration of the run.
            expected = b"\n}\n".to_vec();
        }
        for (name, number) in [
            ("/dev/stdout", 1),
            ("/dev/stderr", 2),
            ("/dev/fd/1", 1),
            ("/dev/fd/5", 5),
            ("/proc/self/fd/7", 7),
            ("/proc/thread-self/fd/1", 1),
        ] {
            let is_of_few = !["/dev/stdout", "/dev/fd/5"].contains(&name);
            if is_of_few && !line.contains("--png") && !line.contains("json") {
                continue;
            }
            link(path, name);
            let line = line.replace("OUT", "out.fm2");
            for to in [">", ">>"] {
                fs::write(path.join("log"), "").unwrap();
                let line = format!(
                    "{{ echo before >&{number}; $IT {line} && echo behind >&{number}; }} {number}{to}log"
                );
                let output = shell(path, &line);
                assert!(
                    output.status.success(),
                    "{line}: {}",
                    standard_error(&output)
                );
                let log = fs::read(path.join("log")).unwrap();
                let body = log.strip_prefix(b"before\n").expect(&line);
                let end = body.windows(7).rposition(|text| text == b"behind\n");
                let body = &body[..end.expect(&line)];
                let found = body.windows(expected.len()).any(|text| text == expected);
                assert!(found, "{line}: {}", String::from_utf8_lossy(body));
            }
        }
    }
    refuse(path, "record --png /dev/fd/99", &["/dev/fd/99"]);
    let closed = shell(path, "$IT record --png /dev/stdin </dev/null");
    assert_eq!(
        closed.status.code(),
        Some(2),
        "a descriptor that is open only for reading must be refused"
    );
}

#[test]
fn an_unread_pipe_does_not_delay_the_exit() {
    let folder = folder();
    let path = folder.path();
    let make = |name: &str| Command::new("mkfifo").arg(path.join(name)).status();
    assert!(make("pipe").unwrap().success() && make("stuck.wav").unwrap().success());
    link(path, "pipe");
    // Another process has opened the pipe but does not read from it.
    let mut sleeper = Command::new("sleep");
    let stuck = fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open(path.join("stuck.wav"));
    let mut sleeper = sleeper.arg("600").stdin(stuck.unwrap()).spawn().unwrap();
    let stuck = "record --seed 8 --frames 100000 --wav stuck.wav".to_owned();
    let lines = WRITERS.map(|line| line.replace("OUT", "out.fm2"));
    let started: Vec<_> = (lines
        .into_iter()
        .chain([stuck])
        .zip(["INT", "TERM"].iter().cycle()))
    .map(|(line, signal)| {
        let program = Command::new(env!("CARGO_BIN_EXE_rightwell"))
            .args(line.split_whitespace())
            .current_dir(path)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn();
        (program.unwrap(), line, signal)
    })
    .collect();
    thread::sleep(Duration::from_secs(5));
    for (program, line, signal) in &started {
        let signal = format!("-{signal}");
        let kill = Command::new("kill")
            .args([signal, program.id().to_string()])
            .status();
        assert!(kill.unwrap().success(), "{line}");
    }
    // The program must end although no one reads its pipes.
    let mut rounds = 0..300;
    for (mut program, line, _) in started {
        while program.try_wait().unwrap().is_none() {
            if rounds.next().is_none() {
                program.kill().unwrap();
            }
            thread::sleep(Duration::from_millis(100));
        }
        let output = program.wait_with_output().unwrap();
        let error = standard_error(&output);
        assert_eq!(output.status.code(), Some(1), "{line}: {error}");
        let name = line.split(' ').next_back().unwrap();
        let said = format!("cannot write {name}: nobody reads it");
        assert!(error.contains(&said), "{line}: {error}");
    }
    sleeper.kill().unwrap();
    sleeper.wait().unwrap();
}

#[test]
fn an_animated_picture_goes_to_a_pipe_with_its_number_of_pictures() {
    let folder = folder();
    let line = "record --seed 8 --frames 60 --apng";
    succeed(folder.path(), &format!("{line} a.png"));
    succeed(folder.path(), &format!("{line} /dev/null"));
    let output = run_in(folder.path(), &format!("{line} /dev/stdout"));
    assert!(output.status.success(), "{}", standard_error(&output));
    assert!(output.stdout == fs::read(folder.path().join("a.png")).unwrap());
}

#[test]
fn help_and_answers_that_cannot_be_written_are_a_failure() {
    for line in ["--help", "--version", "help play", "opponents", "engine"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rightwell"))
            .args(line.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(File::options().write(true).open("/dev/full").unwrap())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Only `engine` reads this.
        drop(child.stdin.take().unwrap().write_all(b"power\n"));
        let output = child.wait_with_output().unwrap();
        let error = standard_error(&output);
        assert_eq!(output.status.code(), Some(1), "{line}: {error}");
        let said = "rightwell: cannot write to standard output: No space left on device";
        assert!(error.starts_with(said), "{line}: {error}");
        assert_eq!(error.lines().count(), 1, "{line}: {error}");
    }
}

#[test]
fn full_disks_are_named() {
    let folder = folder();
    link(folder.path(), "/dev/full");
    for line in WRITERS {
        let output = run_in(folder.path(), &line.replace("OUT", "out.fm2"));
        let error = standard_error(&output);
        assert_eq!(output.status.code(), Some(1), "{line}: {error}");
        let said = "cannot write out.fm2: No space left on device";
        assert_eq!(error.matches(said).count(), 1, "{line}: {error}");
    }
}
