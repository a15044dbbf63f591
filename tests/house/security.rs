//! What the README says under Security, as far as the sources show it.

use std::fs;
use std::path::{Path, PathBuf};

/// Where files are read, and where they are written.
const READS: [&str; 1] = ["src/shell/store/read.rs"];
const WRITES: [&str; 1] = ["src/shell/store/files"];
/// Where files of the program's own are opened that others may hold: journals, locks, leftovers.
const SHARES: [&str; 3] = [
    "src/shell/store/journal",
    "src/shell/store/lock.rs",
    "src/shell/store/leftovers.rs",
];

/// Where game pads are opened, and the library that does it; each file has the system that it is for.
const PADS: [(&str, &str); 2] = [
    ("src/shell/input/gamepad/linux.rs", "evdev::"),
    ("src/shell/input/gamepad/elsewhere.rs", "gilrs::"),
];

/// Ways to read a file, and to write one.
const READING: [&str; 6] = [
    "fs::read(",
    "read_to_string(",
    "File::open",
    "image::open",
    "ImageReader::open",
    "load_from_path",
];
const WRITING: [&str; 6] = [
    "fs::write(",
    "fs::copy(",
    "File::create",
    "OpenOptions",
    "NamedTempFile::",
    "tempfile_in",
];

/// Words of a network or of other programs.
const AWAY: [&str; 6] = [
    "std::net",
    "TcpStream",
    "TcpListener",
    "UdpSocket",
    "std::process::Command",
    "process::{Command",
];

/// The files that may name the window's library.
const WINDOW: [&str; 2] = ["src/shell/front/window", "src/shell/input/pad_keys.rs"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The program's sources with their paths, without their own tests and comments.
fn sources() -> Vec<(String, String)> {
    let mut files = Vec::new();
    collect(&root().join("src"), &mut files);
    assert!(files.len() > 100, "{} files", files.len());
    files
}

fn collect(folder: &Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && !path.ends_with("tests.rs")
        {
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
            let code = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            let name = path.strip_prefix(root()).unwrap();
            let name = name.to_string_lossy().replace('\\', "/");
            files.push((name, code.collect::<Vec<_>>().join("\n")));
        }
    }
}

/// Checks that only the files whose paths begin so hold one of the words, and that they do.
fn only_in(allowed: &[&str], words: &[&str]) {
    let mut found = 0;
    for (path, text) in sources() {
        let Some(word) = words.iter().find(|word| text.contains(**word)) else {
            continue;
        };
        let is_allowed = allowed.iter().any(|begin| path.starts_with(begin));
        assert!(is_allowed, "{path}: '{word}'");
        found += 1;
    }
    assert!(found >= allowed.len(), "{words:?} are in {found} files");
}

#[test]
fn files_are_read_in_one_place_and_written_in_one() {
    only_in(&READS, &READING);
    only_in(&WRITES, &WRITING);
    only_in(&SHARES, &["File::options"]);
}

#[test]
fn devices_are_opened_for_game_pads_only_and_in_one_file_a_system() {
    for (path, library) in PADS {
        only_in(&[path], &[library]);
    }
}

#[test]
fn nothing_speaks_to_a_network_or_starts_a_program() {
    only_in(&[], &AWAY);
}

#[test]
fn the_windows_library_is_named_where_the_readme_says() {
    only_in(&WINDOW, &["macroquad"]);
}

#[test]
fn the_only_advisory_passed_over_is_the_one_that_the_readme_names() {
    let deny = fs::read_to_string(root().join(".cargo/deny.toml")).unwrap();
    let passed_over: Vec<&str> = deny.split("id = \"").skip(1).collect();
    assert_eq!(passed_over.len(), 1);
    let (id, rest) = passed_over[0].split_once('"').unwrap();
    assert!(rest.starts_with(", reason = \""), "{rest}");
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let (_, security) = readme.split_once("\n## Security\n").unwrap();
    assert!(security.contains(id), "{id}");
    let used = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let (_, version) = used
        .split_once("name = \"macroquad\"\nversion = \"")
        .unwrap();
    let version = version.split('"').next().unwrap();
    assert!(security.contains(&format!("({version})")), "{version}");
}
