//! Tests that all tests run: every test file belongs to a test program, and `.ci/check` names suites that exist.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the files and folders in a folder of the repository, sorted by name.
fn entries(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

/// Returns each test program, with the modules that its `main.rs` declares and the files beside it.
fn programs() -> Vec<(String, Vec<String>, Vec<String>)> {
    let mut programs = Vec::new();
    for folder in entries("tests") {
        let Ok(main) = fs::read_to_string(folder.join("main.rs")) else {
            continue;
        };
        let program = name(&folder);
        let named = |line: &str| Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_owned());
        let modules = main.lines().filter_map(named).collect();
        let files = entries(&format!("tests/{program}")).into_iter();
        let files = files.filter(|file| file.is_file()).map(|file| name(&file));
        let files = files.filter(|file| file != "main").collect();
        programs.push((program, modules, files));
    }
    programs
}

#[test]
fn every_test_file_is_a_module_of_its_program() {
    let mut checked = 0;
    for (program, modules, files) in programs() {
        for file in files {
            assert!(modules.contains(&file), "tests/{program}/{file}.rs");
            checked += 1;
        }
    }
    assert!(checked > 70, "{checked} files");
    let beside = entries("tests").into_iter();
    let beside: Vec<PathBuf> = beside
        .filter(|path| path.is_file() && !path.ends_with("Cargo.toml"))
        .collect();
    assert!(
        beside.is_empty(),
        "these files belong to no test program: {beside:?}"
    );
}

#[test]
fn suites_with_debug_assertions_belong_to_the_named_programs() {
    let run = fs::read_to_string(root().join(".ci/check")).unwrap();
    let (_, after) = run.split_once(" --locked --test ").unwrap();
    let (command, _) = after.split_once("\n\n").unwrap();
    let (of_cargo, of_tests) = command.split_once(" -- ").unwrap();
    let of_cargo = of_cargo.split_whitespace();
    let named: Vec<&str> = of_cargo.filter(|word| *word != "--test").collect();
    let programs = programs();
    let mut used: Vec<&str> = Vec::new();
    let suites = of_tests.split_whitespace();
    for suite in suites.filter_map(|word| word.strip_suffix("::")) {
        let program = programs
            .iter()
            .find(|(_, _, files)| files.iter().any(|file| file == suite));
        let (program, ..) = program.unwrap_or_else(|| panic!("there is no test suite {suite}"));
        assert!(
            named.contains(&program.as_str()),
            ".ci/check must name {program} to run {suite}"
        );
        used.push(program);
    }
    assert!(used.len() >= 10, "{used:?}");
    for program in named {
        assert!(
            used.contains(&program),
            ".ci/check runs no tests of {program}"
        );
    }
}
