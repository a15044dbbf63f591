//! Tests of the documentation pages: the README is short, links lead somewhere, and commands in examples are valid.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::engine::ask;
use crate::support::program::{folder, succeed};

/// Maximum number of lines of the README.
const README_LINES_MAX: usize = 120;

/// Page that names every command.
const COMMANDS: &str = "src/shell/command/README.md";

/// All pages of the project.
const PAGES: [&str; 21] = [
    "README.md",
    ".github/SECURITY.md",
    COMMANDS,
    "src/shell/input/README.md",
    "src/shell/store/README.md",
    "assets/README.md",
    "assets/players/README.md",
    "assets/players/ARTICLE.md",
    "assets/opponents/README.md",
    "assets/hands/README.md",
    "patterns/README.md",
    "assets/music/README.md",
    "assets/web/README.md",
    "assets/coach/README.md",
    "assets/lab/README.md",
    "assets/lab/swarm.md",
    "assets/lab/experiment.md",
    "assets/lab/machines/README.md",
    "benches/README.md",
    "src/engine/README.md",
    "src/capture/README.md",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn text(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

#[test]
fn the_readme_is_short() {
    let lines = text("README.md").lines().count();
    assert!(lines <= README_LINES_MAX, "{lines} lines");
}

#[test]
fn the_coach_quotes_the_accuracy_of_strong_people_from_the_file_that_reports_read() {
    let norms = rightwell::plots::strong_people().into_iter();
    let cells: String = norms
        .map(|norm| format!(" {:.1} % |", 100.0 * norm.accuracy))
        .collect();
    let page = text("assets/coach/README.md");
    assert!(page.contains(&format!("| two strong people, `tournament` |{cells}")));
}

#[test]
fn the_readme_begins_with_the_commands_that_work_in_a_clone() {
    let readme = text("README.md");
    let (_, start) = readme.split_once("## Start").unwrap();
    let commands = start.find("cargo run --release").unwrap();
    let published = start.find("publish.yml").unwrap();
    assert!(commands < published && commands < 300, "{commands}");
}

#[test]
fn links_and_images_lead_to_existing_files() {
    let mut checked = 0;
    for page in PAGES {
        let text = text(page);
        let folder = Path::new(page).parent().unwrap();
        for link in links(&text).filter(|link| !link.contains("://")) {
            let path = root().join(folder).join(link);
            assert!(
                path.exists(),
                "{page} links to {link}, which does not exist"
            );
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked} links");
    assert_eq!(
        links("[`a`](b.md) ![c](d/e.png)").collect::<Vec<_>>(),
        ["b.md", "d/e.png"]
    );
}

#[test]
fn every_example_is_a_command_that_the_program_understands() {
    let folder = folder();
    let mut checked = 0;
    for page in PAGES {
        for line in text(page).lines() {
            let Some(line) = line.strip_prefix("rightwell ") else {
                continue;
            };
            let line = line.split('#').next().unwrap().trim();
            // The program reads options in order, and shows help only if all options before `--help` are valid.
            let help = succeed(folder.path(), &format!("{line} --help"));
            assert!(help.contains("Usage"), "{page}: {line}");
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked} examples");
}

#[test]
fn every_command_has_a_row_and_every_row_is_a_command() {
    let folder = folder();
    let help = succeed(folder.path(), "--help");
    let listed: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    assert!(listed.len() >= 11, "{listed:?}");
    let page = text(COMMANDS);
    for command in &listed {
        assert!(
            page.contains(&format!("`rightwell {command}")),
            "{COMMANDS} does not name {command}"
        );
    }
    let pages: String = PAGES.map(text).concat();
    let named = pages
        .split("`rightwell ")
        .skip(1)
        .filter_map(|after| after.split(['`', ' ']).next());
    for command in named.filter(|word| word.chars().all(char::is_lowercase)) {
        assert!(listed.contains(&command), "unknown command {command}");
    }
}

#[test]
fn every_request_of_the_engine_is_in_its_help() {
    let folder = folder();
    let help = succeed(folder.path(), "engine --help");
    let answers = ask(folder.path(), "dance\n");
    let (_, known) = answers[0]
        .split_once("allowed: ")
        .expect("the error must list the known requests");
    let known: Vec<&str> = known.trim().split(", ").collect();
    assert!(known.len() >= 12, "{known:?}");
    for request in known {
        let is_there = help.lines().any(|line| {
            let words = line.split([' ', ',']).filter(|word| !word.is_empty());
            line.starts_with("  ") && words.take(3).any(|word| word == request)
        });
        assert!(is_there, "{request} is missing in the help: {help}");
    }
}

/// Returns the targets of a page's links and images.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](")
        .skip(1)
        .filter_map(|after| after.split(')').next())
}
