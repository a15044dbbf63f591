//! Tests that the sources are in order: which module may use which, words that are not allowed, and the form of files.
//!
//! These tests read the sources as text. Before that, they try their scanners on made-up texts, because a broken
//! scanner would find nothing.

mod circles;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use circles::{arrows_within, circle};

/// Modules of the library, and the modules that each of them may use. A new dependency is a decision about the design:
/// add it here and to the table in `src/lib.rs`.
const MAY_USE: [(&str, &[&str]); 13] = [
    ("rules", &[]),
    ("engine", &["rules"]),
    ("search", &["rules"]),
    ("pixels", &[]),
    ("capture", &["rules", "engine", "search"]),
    ("players", &["rules", "search", "pixels"]),
    (
        "session",
        &["rules", "engine", "search", "capture", "players"],
    ),
    ("menu", &[]),
    ("render", &["rules", "engine", "pixels", "menu"]),
    ("sound", &["rules", "engine"]),
    ("film", &["rules", "render", "sound"]),
    ("lab", &["rules", "engine", "search", "players", "session"]),
    (
        "plots",
        &["rules", "pixels", "players", "session", "render", "lab"],
    ),
];

/// Folders of the shell, and the folders that each of them may use, without cycles. All may use `error`.
const SHELL_MAY_USE: [(&str, &str); 10] = [
    ("command", "front scene work store host options"),
    ("front", "menu scene input stage store host options"),
    ("menu", "scene work input store host options"),
    ("scene", "work input stage store host options"),
    ("work", "stage store host options"),
    ("input", "store host"),
    ("stage", "store"),
    ("store", "host options"),
    ("host", ""),
    ("options", ""),
];

/// Services of the system that only `host` in the shell may use: clock, randomness, paths, environment, signals,
/// standard error.
const HOST_ONLY: [&str; 10] = [
    "Instant",
    "SystemTime",
    "SysRng",
    "std::env",
    "ProjectDirs",
    "ctrlc",
    "signal_hook",
    "eprintln",
    "eprint",
    "dbg",
];

/// Words that must not occur in a pure module: clocks, files, threads, floats, globals, the system.
const IMPURE: [&str; 12] = [
    "Instant",
    "SystemTime",
    "std::fs",
    "std::io",
    "std::env",
    "std::thread",
    "std::sync",
    "static mut",
    "thread_local",
    "SysRng",
    "f32",
    "f64",
];

/// Words that reach outside the library. The library handles only texts and bytes; the shell reads the files.
const OUTSIDE: [&str; 6] = [
    "std::fs",
    "fs",
    "std::env",
    "std::path",
    "std::net",
    "std::process",
];

/// Modules whose submodules must not depend on each other in cycles.
const WITHOUT_CIRCLES: [&str; 1] = ["players"];

/// Names that are allowed at the top level of the repository, besides names that start with a dot.
const TOP_LEVEL: [&str; 12] = [
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "CITATION.cff",
    "src",
    "assets",
    "patterns",
    "tests",
    "benches",
    "python",
];

/// Maximum number of lines in a file. A longer file probably mixes two topics.
const LINES_MAX: usize = 600;

// Tests of the sources.

#[test]
fn every_module_uses_only_what_the_table_allows() {
    let mut imports = 0;
    for (room, allowed) in MAY_USE {
        for source in sources("src").iter().filter(|source| source.room() == room) {
            for used in rooms_used(&source.text, source.depth()) {
                imports += 1;
                let is_allowed = used == room || allowed.contains(&used.as_str());
                assert!(
                    is_allowed,
                    "{} uses {used}; {room} may use only {allowed:?}",
                    source.path
                );
            }
        }
    }
    assert!(imports > 40, "the scanner must find imports: {imports}");
}

#[test]
fn every_allowed_dependency_is_used() {
    let sources = sources("src");
    for (room, allowed) in MAY_USE {
        let own = sources.iter().filter(|source| source.room() == room);
        let used: BTreeSet<String> = own
            .flat_map(|source| rooms_used(&source.text, source.depth()))
            .collect();
        for other in allowed {
            assert!(
                used.contains(*other),
                "the table lets {room} use {other}, which is not used"
            );
        }
    }
}

#[test]
fn no_module_depends_on_itself_through_others() {
    for room in WITHOUT_CIRCLES {
        let arrows = arrows_within(room, &sources("src"));
        assert!(
            arrows.len() > 5,
            "the scanner must find imports: {arrows:?}"
        );
        assert_eq!(circle(&arrows), None, "in {room}");
    }
}

#[test]
fn the_library_opens_no_files() {
    for source in sources("src") {
        if !MAY_USE.map(|(room, _)| room).contains(&source.room()) {
            continue;
        }
        for word in OUTSIDE {
            let found = line_with(&source.text, word);
            assert_eq!(found, None, "{}: '{word}' in the library", source.path);
        }
    }
}

#[test]
fn every_source_is_in_a_module_of_the_table() {
    for source in sources("src") {
        let known = MAY_USE.map(|(room, _)| room).contains(&source.room())
            || ["lib", "main", "shell"].contains(&source.room());
        assert!(
            known,
            "{} is in the module '{}', which the table lacks",
            source.path,
            source.room()
        );
    }
}

#[test]
fn the_map_in_lib_rs_is_this_table() {
    let lib = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let drawn: Vec<(String, Vec<String>)> = map_rows(&lib);
    let table: Vec<(String, Vec<String>)> = MAY_USE
        .iter()
        .map(|(room, uses)| {
            (
                (*room).to_owned(),
                uses.iter().map(|&used| used.to_owned()).collect(),
            )
        })
        .collect();
    assert_eq!(drawn, table);
    let declared: Vec<&str> = lib
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    assert_eq!(declared, MAY_USE.map(|(room, _)| room), "the reading order");
}

#[test]
fn rules_and_engine_are_pure() {
    for source in sources("src") {
        if !["rules", "engine"].contains(&source.room()) {
            continue;
        }
        for word in IMPURE {
            if let Some(line) = line_with(&source.text, word) {
                panic!("{}, line {line}: '{word}' in a pure module", source.path);
            }
        }
    }
}

#[test]
fn only_the_shell_uses_the_window_and_the_systems_randomness() {
    for source in sources("src") {
        if source.room() == "shell" {
            continue;
        }
        for word in ["macroquad", "SysRng", "getrandom"] {
            let found = line_with(&source.text, word);
            assert_eq!(found, None, "{}: '{word}' outside the shell", source.path);
        }
    }
}

#[test]
fn every_folder_of_the_shell_uses_only_what_its_table_allows() {
    let mut arrows = BTreeSet::new();
    for source in sources("src/shell") {
        let folder = source.shell_folder();
        if ["error", "lib"].contains(&folder) {
            continue;
        }
        let row = SHELL_MAY_USE.iter().find(|(known, _)| *known == folder);
        let (_, allowed) = row.unwrap_or_else(|| panic!("the table lacks {}", source.path));
        for used in shell_folders_used(&source.text, source.depth()) {
            if used != folder {
                let is_allowed = allowed.split(' ').any(|one| one == used);
                assert!(is_allowed, "{} uses {used}", source.path);
                arrows.insert((folder.to_owned(), used));
            }
        }
    }
    for (folder, allowed) in SHELL_MAY_USE {
        for used in allowed.split_terminator(' ') {
            let arrow = (folder.to_owned(), used.to_owned());
            assert!(
                arrows.contains(&arrow),
                "the table lets {folder} use {used}, which is not used"
            );
        }
    }
}

#[test]
fn only_the_shells_host_calls_the_system() {
    for source in sources("src") {
        if source.path.starts_with("src/shell/host") {
            continue;
        }
        for word in HOST_ONLY {
            if let Some(line) = line_with(&source.text, word) {
                panic!(
                    "{}, line {line}: '{word}' outside the shell's host",
                    source.path
                );
            }
        }
    }
}

#[test]
fn every_file_begins_with_a_module_doc() {
    for source in all_sources() {
        assert!(
            source.text.starts_with("//! "),
            "{} must begin with a module doc",
            source.path
        );
    }
}

#[test]
fn no_file_is_longer_than_600_lines() {
    for source in all_sources() {
        let lines = source.text.lines().count();
        assert!(
            lines <= LINES_MAX,
            "{} has too many lines: {lines}",
            source.path
        );
    }
}

#[test]
fn the_top_level_contains_only_allowed_names() {
    for name in top_level() {
        assert!(
            name.starts_with('.') || TOP_LEVEL.contains(&name.as_str()),
            "'{name}' is not allowed at the top level"
        );
    }
}

// Tests of the scanners, on made-up texts.

#[test]
fn the_scanner_finds_every_way_to_name_a_module() {
    let text = "
        //! Prose may link to [`crate::lab::Batch`].
        use crate::rules::{Board, Piece};
        pub(crate) use crate::{engine::DragGame, search::{reach, NoFilter}, players};
        // use crate::session::Replay;
        fn f() -> crate::render::Frame { todo!() }
    ";
    let found: Vec<String> = rooms_used(text, 1).into_iter().collect();
    assert_eq!(found, ["engine", "players", "render", "rules", "search"]);
}

#[test]
fn the_scanner_follows_super_up_to_the_crate() {
    let text = "use super::rules::Board; use super::super::engine::View; use super::session;";
    let found = |depth| -> Vec<String> { rooms_used(text, depth).into_iter().collect() };
    assert_eq!(found(1), ["rules", "session"], "in src/ROOM.rs");
    assert_eq!(found(2), ["engine"], "in src/ROOM/file.rs");
    assert_eq!(
        rooms_used("use super::super::{lab, rules::Board};", 2).len(),
        2
    );
}

#[test]
fn the_scanner_finds_circles_of_modules() {
    let source = |path: &str, text: &str| Source {
        path: format!("src/hall/{path}"),
        text: text.to_owned(),
    };
    let mut sources = vec![
        source("a.rs", "use super::b::B; use super::a::Own;"),
        source("b.rs", "mod inner;"),
        source(
            "b/inner.rs",
            "use super::super::{c::C, d}; use super::helper;",
        ),
        source("c.rs", "use crate::hall::d::D; use crate::rules::Board;"),
        source("d.rs", "// use super::a::A;"),
    ];
    assert_eq!(circle(&arrows_within("hall", &sources)), None);
    sources.push(source("d/more.rs", "use crate::hall::{x::X, a::A};"));
    let found = circle(&arrows_within("hall", &sources));
    assert_eq!(found.as_deref(), Some("a > b > c > d > a"));
}

#[test]
fn the_scanner_finds_folders_of_the_shell() {
    let text = "
        use crate::store::{files, scores};
        use crate::{host::clock::now, error::CliError};
        use super::input::action; // as in src/shell/front.rs
    ";
    let found: Vec<String> = shell_folders_used(text, 2).into_iter().collect();
    assert_eq!(found, ["host", "input", "store"]);
    let found: Vec<String> = shell_folders_used(text, 3).into_iter().collect();
    assert_eq!(found, ["host", "store"]);
    assert_eq!(shell_folders_used("super::super::front::app", 3).len(), 1);
}

#[test]
fn the_scanner_matches_whole_words_outside_comments() {
    assert_eq!(line_with("let a = 1;\nlet b: f32 = 2.0;", "f32"), Some(2));
    assert_eq!(line_with("let xf32 = f32x; // f32", "f32"), Some(1));
    assert_eq!(line_with("// f32\nlet xf32 = f32x;", "f32"), None);
}

#[test]
fn the_scanner_reads_the_map() {
    let text = "
//! | module | owns | uses |
//! | --- | --- | --- |
//! | [`rules`] | pieces, board | nothing |
//! | [`lab`] | batches | rules, engine |
    ";
    let rows = map_rows(text);
    assert_eq!(rows[0], ("rules".to_owned(), vec![]));
    assert_eq!(
        rows[1],
        ("lab".to_owned(), vec!["rules".into(), "engine".into()])
    );
    assert_eq!(rows.len(), 2);
}

/// Source file with its path from the top of the repository.
pub struct Source {
    pub path: String,
    pub text: String,
}

impl Source {
    /// Returns the part of the path that names the library's module: `engine` for `src/engine.rs` and for
    /// `src/engine/core.rs`.
    fn room(&self) -> &str {
        let path = self.path.trim_start_matches("src/");
        path.split(['/', '.']).next().unwrap()
    }

    /// Returns the folder of the shell that contains the file, or the file's own name: `front` for `src/shell/front.rs`
    /// and for `src/shell/front/app.rs`.
    fn shell_folder(&self) -> &str {
        let path = self.path.trim_start_matches("src/shell/");
        path.split(['/', '.']).next().unwrap()
    }

    /// Returns the depth of the file's module below the crate.
    fn depth(&self) -> usize {
        self.path.matches('/').count()
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns every Rust file below `folder`, sorted by name.
fn sources(folder: &str) -> Vec<Source> {
    let mut files = Vec::new();
    collect(&root().join(folder), &mut files);
    files.sort();
    files
        .into_iter()
        .map(|file| Source {
            text: fs::read_to_string(&file).unwrap(),
            path: file
                .strip_prefix(root())
                .unwrap()
                .to_string_lossy()
                .replace('\\', "/"),
        })
        .collect()
}

pub fn all_sources() -> Vec<Source> {
    ["src", "tests", "benches"]
        .into_iter()
        .filter(|folder| root().join(folder).is_dir())
        .flat_map(sources)
        .collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Returns the lines that contain code, with their numbers from 1.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// Returns the library's modules that a file uses, through `crate::` or through as many `super::` as its depth below
/// the crate.
fn rooms_used(text: &str, depth: usize) -> BTreeSet<String> {
    let mut rooms = names_used(text, "crate::");
    rooms.extend(names_used(text, &"super::".repeat(depth)));
    rooms.retain(|name| MAY_USE.iter().any(|(room, _)| room == name));
    rooms
}

/// Returns the folders of the shell that a file uses. `depth` is its depth below the crate.
fn shell_folders_used(text: &str, depth: usize) -> BTreeSet<String> {
    let mut folders = names_used(text, "crate::");
    folders.extend(names_used(text, &"super::".repeat(depth - 1)));
    folders.retain(|name| SHELL_MAY_USE.iter().any(|(folder, _)| folder == name));
    folders
}

/// Returns the names that follow the path `prefix`.
fn names_used(text: &str, prefix: &str) -> BTreeSet<String> {
    let code: Vec<&str> = code_lines(text).map(|(_, line)| line).collect();
    let code = code.join("\n");
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let before = &code[..at];
        // `super::super::x` also contains `super::x`, but only the full prefix counts.
        if !before.ends_with("super::") && !before.ends_with("self::") {
            names.extend(first_names(&code[at + prefix.len()..]));
        }
    }
    names
}

/// Returns the names after a path: one name, or the names of a group in braces.
fn first_names(rest: &str) -> Vec<String> {
    let Some(group) = rest.strip_prefix('{') else {
        return vec![first_word(rest)];
    };
    let mut depth = 1;
    let mut names = vec![first_word(group)];
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => names.push(first_word(&group[at + 1..])),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names
}

fn first_word(text: &str) -> String {
    text.trim_start()
        .chars()
        .take_while(|&letter| is_word(letter))
        .collect()
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns the first line of code, from 1, that contains `word` as a whole word.
fn line_with(text: &str, word: &str) -> Option<usize> {
    code_lines(text)
        .find(|(_, line)| {
            line.match_indices(word).any(|(at, _)| {
                !line[..at].ends_with(is_word) && !line[at + word.len()..].starts_with(is_word)
            })
        })
        .map(|(number, _)| number)
}

/// Returns the rows of the table in the crate's documentation: each module, and the modules that it uses.
fn map_rows(text: &str) -> Vec<(String, Vec<String>)> {
    text.lines()
        .filter_map(|line| {
            let row = line.strip_prefix("//! | [`")?;
            let (room, row) = row.split_once("`]")?;
            let uses = row.trim_end_matches([' ', '|']).rsplit('|').next()?.trim();
            let uses = uses
                .split(", ")
                .filter(|&used| used != "nothing")
                .map(str::to_owned)
                .collect();
            Some((room.to_owned(), uses))
        })
        .collect()
}

/// Returns the names at the top level of the repository: those of tracked files, or of all files if git is not
/// available.
fn top_level() -> BTreeSet<String> {
    let git = Command::new("git")
        .args(["ls-files", "-z"])
        .current_dir(root())
        .output();
    match git {
        Ok(git) if git.status.success() && !git.stdout.is_empty() => {
            String::from_utf8_lossy(&git.stdout)
                .split_terminator('\0')
                .map(|path| path.split('/').next().unwrap().to_owned())
                .collect()
        }
        _ => fs::read_dir(root())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| name != "target")
            .collect(),
    }
}
