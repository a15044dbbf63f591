//! Client for the program's line protocol.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Sends requests to the engine in `folder` and returns the answers without their blank lines.
pub fn ask(folder: &Path, requests: &str) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rightwell"))
        .arg("engine")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(requests.as_bytes()).expect("it is read");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("answers are text");
    let answers: Vec<String> = text.split("\n\n").map(str::to_owned).collect();
    let (last, answers) = answers.split_last().expect("the engine must answer");
    assert_eq!(last, "", "every answer ends with a blank line");
    answers.to_vec()
}
