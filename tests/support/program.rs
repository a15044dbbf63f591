//! The program, started as a user would, and what it must say.

use std::path::Path;
use std::process::{Command, Output};

/// Runs the program in `folder`, without a display and without a terminal.
pub fn run_in(folder: &Path, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rightwell"))
        .args(line.split_whitespace())
        .current_dir(folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program can be started")
}

/// A folder of its own for a test.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is a folder for temporary files")
}

pub fn standard_error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs a command that must succeed.
pub fn succeed(folder: &Path, line: &str) -> String {
    let output = run_in(folder, line);
    let error = standard_error(&output);
    assert!(output.status.success(), "{line}: {error}");
    String::from_utf8(output.stdout).expect("output is text")
}

/// Checks that a command ends with 2 and one line that holds all of `words`.
pub fn refuse(folder: &Path, line: &str, words: &[&str]) {
    let output = run_in(folder, line);
    let error = standard_error(&output);
    assert_eq!(output.status.code(), Some(2), "{line}: {error}");
    assert_eq!(error.lines().count(), 1, "{line}: {error}");
    for word in words {
        assert!(error.contains(word), "{line}: '{word}' is not in: {error}");
    }
    assert!(output.stdout.is_empty(), "{line}");
}
