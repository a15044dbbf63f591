//! Runs the program as a user starts it, and checks its output.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// Runs the program in `folder`, without a display and without a terminal.
pub fn run_in(folder: &Path, line: &str) -> Output {
    output(&mut command_in(folder, line))
}

/// Runs the program for a user who has no data yet. `folder` is also the user's home.
pub fn run_at_home(folder: &Path, line: &str) -> Output {
    let mut command = command_in(folder, line);
    let names = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA"];
    output(command.envs(names.map(|name| (name, folder))))
}

fn command_in(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rightwell"));
    command
        .args(line.split_whitespace())
        .current_dir(folder)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(std::process::Stdio::null());
    command
}

fn output(command: &mut Command) -> Output {
    command.output().expect("the program can be started")
}

/// Creates a folder for a test.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("the system must have a folder for temporary files")
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

/// Returns the figures that a command prints as JSON.
pub fn figures(folder: &Path, line: &str) -> Value {
    serde_json::from_str(&succeed(folder, line)).expect("figures are JSON")
}

/// Returns the figures that a command prints as JSON, without those that depend on time.
pub fn lasting_figures(folder: &Path, line: &str) -> Value {
    let mut figures = figures(folder, line);
    let object = figures.as_object_mut().expect("figures have names");
    for key in ["seconds", "pieces_per_second"] {
        let value = object.remove(key).and_then(|value| value.as_f64());
        assert!(value.is_some_and(|value| value > 0.0), "{key}: {value:?}");
    }
    figures
}

/// Checks that a command ends with exit code 2 and prints one line, which contains all of `words`.
pub fn refuse(folder: &Path, line: &str, words: &[&str]) {
    check_refused(&run_in(folder, line), line, words);
}

/// Checks that a command has ended with exit code 2 and has printed one line, which contains all of `words`.
pub fn check_refused(output: &Output, line: &str, words: &[&str]) {
    let error = standard_error(output);
    assert_eq!(output.status.code(), Some(2), "{line}: {error}");
    assert_eq!(error.lines().count(), 1, "{line}: {error}");
    for word in words {
        assert!(
            error.contains(word),
            "{line}: '{word}' is missing in: {error}"
        );
    }
    assert!(output.stdout.is_empty(), "{line}");
}
