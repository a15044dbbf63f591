//! Tests that the sources agree with `.github/SECURITY.md`, as far as this can be read from the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// Only these sources may read the user's files, and only these may write them.
const READS: [&str; 1] = ["src/shell/store/read.rs"];
const WRITES: [&str; 1] = ["src/shell/store/files"];
/// Only these sources may use `File::options`. The sources in `store` open journals, locks and temporary files, and other
/// processes may have the same files open. `files.rs` opens a file a second time, and `page.rs` opens resources of a web page.
const SHARES: [&str; 5] = [
    "src/shell/host/files.rs",
    "src/shell/host/page.rs",
    "src/shell/store/journal",
    "src/shell/store/lock.rs",
    "src/shell/store/leftovers.rs",
];

/// Files that open gamepads, each with its library. Each file is for one system.
const PADS: [(&str, &str); 2] = [
    ("src/shell/input/gamepad/linux.rs", "evdev::"),
    ("src/shell/input/gamepad/elsewhere.rs", "gilrs::"),
];

/// Code that reads a file, and code that writes one.
const READING: [&str; 3] = ["fs::read(", "read_to_string(", "File::open"];
const WRITING: [&str; 6] = [
    "fs::write(",
    "fs::copy(",
    "File::create",
    "OpenOptions",
    "NamedTempFile::",
    "tempfile_in",
];

/// Words that indicate network access.
const AWAY: [&str; 4] = ["std::net", "TcpStream", "TcpListener", "UdpSocket"];
/// Words that indicate starting other programs.
const STARTING: [&str; 3] = ["process::Command", "process::{", "Command::new("];

/// Files that may name the window's library.
const WINDOW: [&str; 2] = ["src/shell/front/window", "src/shell/input/pad_keys.rs"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the program's sources with their paths, without unit tests and comments.
fn sources() -> Vec<(String, String)> {
    let mut files = Vec::new();
    collect(&root().join("src"), &mut files);
    assert!(files.len() > 100, "{} files", files.len());
    files
}

fn collect(folder: &Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("tests") || path.ends_with("tests.rs") {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
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

/// Checks that the words occur only in files whose paths begin with one of `allowed`, and at least once.
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
    assert!(
        found >= allowed.len(),
        "expected {words:?} in more files, found them in {found}"
    );
}

#[test]
fn files_are_read_in_one_place_and_written_in_one() {
    only_in(&READS, &READING);
    only_in(&WRITES, &WRITING);
    only_in(&SHARES, &["File::options"]);
}

/// Returns the page's text in one line.
fn security() -> String {
    let page = fs::read_to_string(root().join(".github/SECURITY.md")).unwrap();
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the code of one of the program's sources.
fn source(name: &str) -> String {
    let found = sources().into_iter().find(|(path, _)| path == name);
    found.unwrap_or_else(|| panic!("{name}")).1
}

/// Returns the quoted texts directly after `before`.
fn texts_after<'a>(code: &'a str, before: &str) -> Vec<&'a str> {
    let behind = code.split(before).skip(1);
    let texts = behind.filter_map(|rest| rest.strip_prefix('"')?.split_once('"'));
    texts.map(|(text, _)| text).collect()
}

/// Kinds of files that the program reads: the name on the page, and the name in the source.
const KINDS: [(&str, &str); 17] = [
    ("Settings", "settings"),
    ("Scores", "scores"),
    ("Player", "players"),
    ("Hand", "hands"),
    ("Puzzles", "puzzles"),
    ("Results", "results"),
    ("Mistakes", "mistakes"),
    ("Playouts", "playouts"),
    ("Table", "tables"),
    ("Checkpoint", "checkpoints"),
    ("Run", "run files"),
    ("Pattern", "pictures"),
    ("Palette", "palettes"),
    ("Tune", "tunes"),
    ("Recording", "recordings"),
    ("Figures", "figures"),
    ("Still", "stills"),
];

/// The only file that starts another program.
const STARTS: [&str; 1] = ["src/shell/host/ffmpeg.rs"];

#[test]
fn every_kind_of_file_has_the_limit_stated_on_the_page() {
    let security = security();
    let (_, limits) = security.split_once("| --- | --- | | ").unwrap();
    let limits: Vec<&str> = limits.split_once("##").unwrap().0.split(" | | ").collect();
    let code = source("src/shell/store/read.rs");
    let (_, arms) = code.split_once("fn bytes_max").unwrap();
    let arms: Vec<&str> = arms
        .split_once("fn ")
        .unwrap_or((arms, ""))
        .0
        .split("=>")
        .collect();
    let mut checked = 0;
    for pair in arms.windows(2) {
        let value = pair[1].trim_start_matches([' ', '\n', '{']);
        let mib = value
            .split_once(" * MIB")
            .filter(|(number, _)| number.len() < 5);
        let mib = mib.map_or("1", |(number, _)| number);
        for kind in pair[0].split("Kind::").skip(1) {
            let kind = kind.split(|letter: char| !letter.is_alphanumeric()).next();
            let (_, word) = KINDS
                .iter()
                .find(|(known, _)| Some(*known) == kind)
                .unwrap();
            let is_said =
                |limit: &&str| limit.starts_with(&format!("{mib} MiB")) && limit.contains(word);
            assert!(limits.iter().any(is_said), "{word}: {mib} MiB");
            checked += 1;
        }
    }
    assert_eq!(checked, KINDS.len());
}

#[test]
fn every_file_that_the_program_writes_is_on_the_page() {
    let security = security();
    let folders = source("src/shell/store/folders.rs");
    // These folders contain the user's own files. The program only reads them.
    let read = ["music", "palettes", "players", "opponents"];
    let mut names = texts_after(&folders, ".0.config.join(");
    names.extend(texts_after(&folders, ".0.data.join("));
    names.retain(|name| !read.contains(name));
    assert!(names.len() >= 6, "{names:?}");
    let kept = source("src/shell/store/recording_store.rs");
    let journal = source("src/shell/store/journal.rs");
    let below = [
        texts_after(&kept, "BIN: &str = "),
        texts_after(&journal, "recordings.join("),
    ];
    assert_eq!(below, [["bin"], ["journal"]]);
    let leftovers = source("src/shell/store/leftovers.rs");
    let prefix = texts_after(&leftovers, "PREFIX: &str = ");
    let lock = source("src/shell/store/lock.rs");
    let lock = texts_after(&lock, "place.push(");
    assert_eq!((prefix.len(), lock.len()), (1, 1));
    for name in names
        .into_iter()
        .chain(below.into_iter().flatten())
        .chain(prefix)
        .chain(lock)
    {
        assert!(security.contains(&format!("`{name}`")), "{name}");
    }
    for (path, fallback) in [
        ("src/shell/store/settings/save.rs", "settings-faulty-"),
        ("src/shell/store/journal/recovery.rs", "spoilt"),
        ("src/shell/store/files.rs", "rightwell-"),
    ] {
        assert!(
            source(path).contains(&format!("\"{fallback}")),
            "{fallback}"
        );
        assert!(security.contains(fallback), "{fallback}");
    }
}

#[test]
fn only_one_file_per_system_opens_gamepads() {
    for (path, library) in PADS {
        only_in(&[path], &[library]);
    }
}

#[test]
fn no_source_uses_the_network() {
    only_in(&[], &AWAY);
}

#[test]
fn only_ffmpeg_is_started_and_only_on_local_files_and_devices() {
    only_in(&STARTS, &STARTING);
    let code = source(STARTS[0]);
    assert_eq!(texts_after(&code, "Command::new("), ["ffmpeg"]);
    assert_eq!(texts_after(&code, "PROTOCOLS: &str = "), ["file,pipe"]);
    for word in ["\"-nostdin\"", "\"-protocol_whitelist\"", "\"file:\""] {
        assert!(code.contains(word), "{word}");
    }
    let security = security();
    for said in ["`-nostdin -protocol_whitelist file,pipe`", "`file:`"] {
        assert!(security.contains(said), "{said}");
    }
    let kinds = texts_after(&code, "        name: ");
    assert_eq!(kinds.len(), 6, "{kinds:?}");
    let addresses = texts_after(&code, "    address(");
    assert_eq!(addresses.len(), 8, "{addresses:?}");
    // An address, or a playlist behind it, opens no file.
    let [network] = texts_after(&code, "NETWORK: &str = ")[..] else {
        panic!("one list of protocols")
    };
    let is_local = |word: &str| ["file", "pipe", "concat", "subfile", "unix"].contains(&word);
    assert!(!network.split(',').any(is_local), "{network}");
    for kind in kinds.into_iter().chain(addresses) {
        assert!(security.contains(&format!("`{kind}:")), "{kind}");
    }
}

#[test]
fn the_window_library_is_used_only_where_the_page_says() {
    only_in(&WINDOW, &["macroquad"]);
}

#[test]
fn the_only_ignored_advisory_is_on_the_page() {
    let deny = fs::read_to_string(root().join(".cargo/deny.toml")).unwrap();
    let passed_over: Vec<&str> = deny.split("id = \"").skip(1).collect();
    assert_eq!(passed_over.len(), 1);
    let (id, rest) = passed_over[0].split_once('"').unwrap();
    assert!(rest.starts_with(", reason = \""), "{rest}");
    let security = security();
    assert!(security.contains(id), "{id}");
    let used = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let (_, version) = used
        .split_once("name = \"macroquad\"\nversion = \"")
        .unwrap();
    let version = version.split('"').next().unwrap();
    assert!(security.contains(&format!("({version})")), "{version}");
}
