//! Tests of the commands' outputs. Devices, pipes and links keep their kind, and files keep their modes. If an output
//! cannot be written, the program says so before any work.

#![cfg(unix)]

use std::fs::{self, Permissions};
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::program::{folder, refuse, run_in, standard_error, succeed};

/// A command for each kind of file that the program writes. The file is named `OUT`, with its extension.
const WRITERS: [&str; 10] = [
    "record --seed 8 --frames 20 --png OUT.png",
    "record --seed 8 --frames 20 --gif OUT.gif",
    "record --seed 8 --frames 20 --apng OUT.apng",
    "record --seed 8 --frames 20 --wav OUT.wav",
    "record --seed 8 --frames 20 --video OUT.mp4",
    "record --seed 8 --frames 20 --save-replay OUT.ron",
    "record --seed 8 --frames 20 --save-replay OUT.ron.gz",
    "record --seed 8 --frames 20 --input pad --save-replay OUT.fm2.gz",
    "simulate --seed 8 --games 1 --pieces-per-game 3 --json OUT.json",
    "train --seed 8 --pieces 3 --table OUT.table",
];

/// Returns the file that a line of [`WRITERS`] writes.
fn output_of(line: &str) -> &str {
    line.split_whitespace()
        .find(|word| word.starts_with("OUT."))
        .unwrap()
}

#[test]
fn a_device_is_written_to_and_stays_a_device() {
    let folder = folder();
    for line in WRITERS {
        let link = folder.path().join(output_of(line));
        symlink("/dev/null", &link).unwrap();
        succeed(folder.path(), line);
        assert!(link.symlink_metadata().unwrap().is_symlink(), "{line}");
    }
    succeed(
        folder.path(),
        "simulate --seed 8 --games 1 --lines 1 --json /dev/null",
    );
    succeed(folder.path(), "record --seed 8 --frames 2 --png /dev/null");
    assert!(
        fs::metadata("/dev/null")
            .unwrap()
            .file_type()
            .is_char_device()
    );
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, WRITERS.len(), "only the links may remain");
}

#[test]
fn a_pipe_gets_what_a_file_would_and_stays_a_pipe() {
    let folder = folder();
    for line in WRITERS {
        if line.contains("json") {
            // The number of seconds is different in each run.
            continue;
        }
        let name = folder.path().join(output_of(line));
        succeed(folder.path(), line);
        let expected = fs::read(&name).unwrap();
        fs::remove_file(&name).unwrap();
        assert!(
            Command::new("mkfifo")
                .arg(&name)
                .status()
                .unwrap()
                .success()
        );
        let mut reader = Command::new("cat")
            .arg(&name)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = reader.stdout.take().unwrap();
        let taken = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            out.read_to_end(&mut bytes).map(|_| bytes)
        });
        succeed(folder.path(), line);
        // The header of a WAV file states its length. The program cannot go back in a pipe to fill in this length, so
        // the headers differ.
        let begin = if line.contains("wav") { 44 } else { 0 };
        let taken = taken.join().unwrap().unwrap();
        assert!(taken[begin..] == expected[begin..], "{line}");
        reader.wait().unwrap();
        assert!(fs::metadata(&name).unwrap().file_type().is_fifo(), "{line}");
    }
}

#[test]
fn standard_output_by_its_name_gets_the_picture() {
    let folder = folder();
    let line = "record --seed 8 --frames 20 --png";
    succeed(folder.path(), &format!("{line} a.png"));
    let output = run_in(folder.path(), &format!("{line} /dev/stdout"));
    assert!(output.status.success(), "{}", standard_error(&output));
    assert!(output.stdout == fs::read(folder.path().join("a.png")).unwrap());
}

#[test]
fn links_stay_and_their_targets_are_replaced() {
    let folder = folder();
    let deep = folder.path().join("deep");
    fs::create_dir(&deep).unwrap();
    for line in WRITERS {
        let (name, target) = (output_of(line), deep.join(output_of(line)));
        let link = folder.path().join(name);
        // A link to a second link, which leads nowhere at first, and later to a file.
        symlink(
            format!("deep/{name}"),
            folder.path().join(format!("to-{name}")),
        )
        .unwrap();
        symlink(format!("to-{name}"), &link).unwrap();
        for _ in 0..2 {
            succeed(folder.path(), line);
            assert!(link.symlink_metadata().unwrap().is_symlink(), "{line}");
            assert!(target.symlink_metadata().unwrap().is_file(), "{line}");
            assert!(target.metadata().unwrap().len() > 10, "{line}");
        }
    }
    assert_eq!(fs::read_dir(&deep).unwrap().count(), WRITERS.len());
    symlink("loop.png", folder.path().join("loop.png")).unwrap();
    refuse(
        folder.path(),
        "record --frames 1 --png loop.png",
        &["cannot write loop.png"],
    );
    symlink("none/x.png", folder.path().join("lost.png")).unwrap();
    refuse(
        folder.path(),
        "record --frames 1 --png lost.png",
        &["cannot write lost.png: there is no folder none"],
    );
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

#[test]
fn a_new_file_has_the_mode_of_the_umask_and_an_old_one_keeps_its_own() {
    let folder = folder();
    for line in WRITERS {
        let name = folder.path().join(output_of(line));
        for (mask, expected) in [("077", 0o600), ("002", 0o664), ("022", 0o644)] {
            let program = env!("CARGO_BIN_EXE_rightwell");
            let run = || {
                Command::new("sh")
                    .arg("-c")
                    .arg(format!("umask {mask}; exec {program} {line}"))
                    .current_dir(folder.path())
                    .output()
                    .unwrap()
            };
            assert!(run().status.success(), "{line}");
            assert_eq!(mode(&name), expected, "{line}, umask {mask}");
            fs::set_permissions(&name, Permissions::from_mode(0o640)).unwrap();
            assert!(run().status.success(), "{line}");
            assert_eq!(mode(&name), 0o640, "{line}, umask {mask}");
            fs::remove_file(&name).unwrap();
        }
    }
}

#[test]
fn unwritable_outputs_are_refused_before_the_work() {
    let folder = folder();
    for line in WRITERS {
        // This work would take more than an hour.
        let long = line
            .replace("--frames 20", "--frames 5000000")
            .replace("--games 1", "--games 100000000")
            .replace("--pieces 3", "--pieces 1000000000000");
        let name = folder.path().join(output_of(line));
        fs::write(&name, "mine").unwrap();
        fs::set_permissions(&name, Permissions::from_mode(0o444)).unwrap();
        let said = format!("cannot write {}: it is read-only", output_of(line));
        refuse(folder.path(), &long, &[&said]);
        assert_eq!(fs::read(&name).unwrap(), b"mine");
        fs::remove_file(&name).unwrap();
        fs::create_dir(&name).unwrap();
        refuse(folder.path(), &long, &["it is a folder"]);
        fs::remove_dir(&name).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(&name).unwrap();
        refuse(folder.path(), &long, &["it is a socket"]);
        fs::remove_file(&name).unwrap();
        refuse(
            folder.path(),
            &long.replace("OUT", "none/OUT"),
            &["there is no folder none"],
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{line}");
    }
}

#[test]
fn json_goes_to_a_file_whole() {
    let folder = folder();
    let line = "simulate --seed 1 --games 2 --pieces-per-game 40 --json out.json";
    succeed(folder.path(), line);
    let text = fs::read_to_string(folder.path().join("out.json")).unwrap();
    let figures: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(figures["pieces"], 80);
    let files = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(files, 1, "no temporary file may remain");
}
