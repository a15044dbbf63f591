//! Tests of how the program fits into the system: desktop entry, completions, manual pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::program::{folder, refuse, standard_error, succeed};

/// Commands that must be in all completions and manual pages.
const COMMANDS: [&str; 4] = ["watch", "versus", "record", "install-desktop"];

/// Runs the program with its own data folder for the desktop.
fn with_data(data: &Path, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rightwell"))
        .args(line.split_whitespace())
        .env("XDG_DATA_HOME", data)
        .output()
        .expect("the program can be started")
}

/// Returns all files below a folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(files_below(&path)),
            false => files.push(path),
        }
    }
    files
}

#[test]
#[cfg(all(unix, not(target_os = "macos")))]
fn the_desktop_entry_is_installed_and_removed_with_its_icons() {
    let data = folder();
    let mine = data.path().join("applications/mine.desktop");
    fs::create_dir_all(mine.parent().unwrap()).unwrap();
    fs::write(&mine, "mine").unwrap();
    let installed = with_data(data.path(), "install-desktop");
    assert!(installed.status.success(), "{installed:?}");
    let said = standard_error(&installed);
    let files = files_below(data.path());
    assert_eq!(files.len(), 7, "{files:?}");
    for file in files.iter().filter(|file| **file != mine) {
        assert!(said.contains(&file.display().to_string()), "{said}");
    }
    let entry = data.path().join("applications/rightwell.desktop");
    let entry = fs::read_to_string(entry).unwrap();
    let program = env!("CARGO_BIN_EXE_rightwell");
    assert!(entry.contains(&format!("Exec=\"{program}\"")), "{entry}");
    assert!(
        data.path()
            .join("icons/hicolor/64x64/apps/rightwell.png")
            .exists()
    );

    let again = with_data(data.path(), "install-desktop");
    assert!(again.status.success(), "installing again must succeed");
    let removed = with_data(data.path(), "install-desktop --remove");
    assert!(removed.status.success(), "{removed:?}");
    assert_eq!(standard_error(&removed).lines().count(), 6);
    assert_eq!(files_below(data.path()), [mine]);
    let removed = with_data(data.path(), "install-desktop --remove");
    assert!(
        removed.status.success(),
        "removing a missing entry must succeed"
    );
    assert_eq!(standard_error(&removed), "");
}

#[test]
#[cfg(all(unix, not(target_os = "macos")))]
fn a_relative_home_saves_nothing_in_the_working_folder() {
    let folder = folder();
    let run = |program: &mut Command| {
        let output = program
            .current_dir(folder.path())
            .env("HOME", "home")
            .env("TERM", "xterm-256color")
            .env("PROGRAM", env!("CARGO_BIN_EXE_rightwell"))
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_DATA_HOME")
            .output();
        output.expect("the program can be started")
    };
    let installed = run(Command::new(env!("CARGO_BIN_EXE_rightwell")).arg("install-desktop"));
    assert_eq!(installed.status.code(), Some(1));
    let error = standard_error(&installed);
    assert!(
        error.contains("home/.local/share is a relative path: "),
        "{error}"
    );
    let watch = "stty cols 90 rows 30; timeout --foreground -s INT 2 $PROGRAM watch --display terminal 2>said";
    if Command::new("script").arg("--version").output().is_ok() {
        run(Command::new("script").args(["-qec", watch, "/dev/null"]));
        let said = fs::read_to_string(folder.path().join("said")).unwrap();
        assert!(said.contains("games cannot be saved"), "{said}");
    }
    assert!(!folder.path().join("home").exists());
}

#[test]
fn every_shell_gets_completions() {
    let folder = folder();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = succeed(folder.path(), &format!("completions {shell}"));
        for command in COMMANDS {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    refuse(folder.path(), "completions perl", &["perl", "zsh"]);
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let folder = folder();
    let page = succeed(folder.path(), "man");
    for word in COMMANDS {
        let word = word.replace('-', "\\-");
        assert!(page.contains(&word), "{word}");
    }
    assert!(page.contains(".TH rightwell 1"), "{page}");
    succeed(folder.path(), "man --output .");
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert!(names.len() > 12, "{names:?}");
    assert_eq!(names[0], "rightwell-capture.1");
    let record = fs::read_to_string(folder.path().join("rightwell-record.1")).unwrap();
    assert!(record.contains("\\-\\-palette"), "{record}");
    assert_eq!(
        fs::read_to_string(folder.path().join("rightwell.1"))
            .unwrap()
            .lines()
            .next(),
        page.lines().next()
    );
    refuse(
        folder.path(),
        "man --output none",
        &["there is no folder none"],
    );
}

#[test]
#[cfg(unix)]
fn without_a_thread_a_command_ends_with_one_line_and_exit_code_1() {
    let folder = folder();
    for line in [
        "play",
        "versus",
        "puzzles",
        "engine",
        "simulate --pieces 100 --seed 5",
        "record --frames 2 --seed 5 --png a.png",
        "train --swarm a.ron --seed 5",
        "capture a.mkv",
    ] {
        // No system has enough memory for the stack of such a thread.
        let output = Command::new(env!("CARGO_BIN_EXE_rightwell"))
            .args(line.split_whitespace())
            .current_dir(folder.path())
            .env("HOME", folder.path())
            .env("RUST_MIN_STACK", "1000000000000000")
            .output()
            .unwrap();
        let said = standard_error(&output);
        assert_eq!(output.status.code(), Some(1), "{line}: {said}");
        assert!(
            said.starts_with("rightwell: cannot start a thread: "),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1, "{line}: {said}");
    }
    assert!(!folder.path().join("a.png").exists());
}
