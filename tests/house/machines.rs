//! Tests of the instructions in `assets/lab/machines`. Each of them plays a whole batch in parts.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::program::{folder, lasting_figures, standard_error};

const PARTS: u32 = 3;
const PIECES: u32 = 150_000;

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/lab/machines")
}

/// Runs a shell with these arguments and environment variables. The shell finds the program on its path.
fn shell(folder: &Path, arguments: &[&str], surroundings: &[(&str, &str)]) {
    let program = Path::new(env!("CARGO_BIN_EXE_rightwell"));
    let path = std::env::var("PATH").unwrap_or_default();
    let places = program.parent().unwrap().display();
    let output = Command::new("bash")
        .args(arguments)
        .current_dir(folder)
        .env("PATH", format!("{places}:{path}"))
        .env("PIECES", PIECES.to_string())
        .envs(surroundings.iter().copied())
        .output()
        .expect("the system must have a shell");
    assert!(output.status.success(), "{}", standard_error(&output));
}

/// Checks that the parts in `out`, merged, are equal to the result of one machine.
fn check_whole(folder: &Path, parts: &str) {
    let whole = format!(
        "simulate --player survival --randomizer uniform --pieces {PIECES} --seed 1 --json -"
    );
    let merge = format!("simulate --merge {parts} --json -");
    assert_eq!(
        lasting_figures(folder, &merge),
        lasting_figures(folder, &whole)
    );
}

#[test]
fn each_task_of_a_slurm_array_plays_its_part() {
    let folder = folder();
    let script = scripts().join("slurm.sbatch");
    for task in 1..=PARTS {
        shell(
            folder.path(),
            &[script.to_str().unwrap()],
            &[
                ("SLURM_ARRAY_TASK_ID", &task.to_string()),
                ("SLURM_ARRAY_TASK_COUNT", &PARTS.to_string()),
            ],
        );
    }
    check_whole(folder.path(), "out/3.json out/1.json out/2.json");
}

#[test]
fn each_pod_of_a_kubernetes_job_plays_its_part() {
    let folder = folder();
    let job = fs::read_to_string(scripts().join("kubernetes.yaml")).unwrap();
    let (_, command) = job.split_once("- >-\n").expect("a folded command");
    let (command, _) = command.split_once("resources:").unwrap();
    let command: Vec<&str> = command.lines().map(str::trim).collect();
    for index in 0..PARTS {
        shell(
            folder.path(),
            &["-c", &command.join(" ")],
            &[
                ("JOB_COMPLETION_INDEX", &index.to_string()),
                ("PARTS", &PARTS.to_string()),
            ],
        );
    }
    check_whole(folder.path(), "1.json 2.json 3.json");
    assert!(
        folder.path().join("2.kept").exists(),
        "the file of a part must remain, so that it can be resumed"
    );
}
