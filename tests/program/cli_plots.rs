//! Tests of `--plots DIR`: which files it writes, which files it leaves alone, and which mistakes it refuses before any
//! work.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rightwell::plots::{NAMES, PAGE};
use serde_json::Value;

use crate::support::cases::sample;
use crate::support::program::{folder, refuse, run_in, standard_error, succeed};

/// Returns all files of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap());
    files
        .map(|file| {
            let name = file.file_name().into_string().unwrap();
            (name, fs::read(file.path()).unwrap())
        })
        .collect()
}

/// Returns the files without the page, which contains the command and the time.
fn pictures(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = files(folder);
    files.remove(PAGE).expect("the folder must contain a page");
    files
}

#[test]
fn the_program_draws_exactly_the_plots_that_the_page_lists() {
    let page = fs::read_to_string("assets/lab/README.md").unwrap();
    let (_, table) = page.split_once("| picture | of |").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let named: Vec<&str> = table
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .collect();
    assert_eq!(named, NAMES);
    let folder = folder();
    let lines = [
        "simulate --seed 1 --games 20 --pieces-per-game 600 --plots games",
        "simulate --seed 1 --match bcts first-day --games 3 --plots matches",
        "train --seed 1 --pieces 3000 --known-pieces 1 --table a.table --plots learning",
        "train --seed 1 --iterations 3 --games 4 --particles 3 --rise 1 --swarm a.ron --plots swarm",
    ];
    let mut drawn = BTreeMap::new();
    for line in lines {
        succeed(folder.path(), line);
        let into = folder.path().join(line.rsplit(' ').next().unwrap());
        let said = format!("<code>rightwell {line}</code>");
        assert!(fs::read_to_string(into.join(PAGE)).unwrap().contains(&said));
        drawn.extend(pictures(&into));
    }
    let wanted = NAMES
        .iter()
        .flat_map(|name| ["png", "svg"].map(|end| format!("{name}.{end}")));
    let mut wanted: Vec<String> = wanted.collect();
    wanted.sort();
    assert_eq!(drawn.into_keys().collect::<Vec<_>>(), wanted);
}

#[test]
fn plots_of_merged_parts_and_of_saved_figures_equal_those_of_the_whole() {
    let folder = folder();
    let works = [
        "simulate --seed 3 --games 7 --lines 60 --player el-tetris",
        "simulate --seed 1 --pieces 260000 --pieces-per-game 3000",
        "simulate --seed 5 --match bcts first-day --games 5",
    ];
    for work in sample(works.len()).map(|index| works[index]) {
        for part in 1..=3 {
            let line = format!("{work} --shard {part}/3 --json {part}.json");
            succeed(folder.path(), &line);
        }
        let whole = format!("{work} --threads 1 --plots whole --json whole.json");
        succeed(folder.path(), &whole);
        let merge = "simulate --merge 3.json 1.json 2.json --plots parts";
        succeed(folder.path(), merge);
        let again = "simulate --merge whole.json --plots again --json again.json";
        succeed(folder.path(), again);
        let plots = ["whole", "parts", "again"];
        let [whole, parts, again] = plots.map(|name| pictures(&folder.path().join(name)));
        assert!(!whole.is_empty() && whole == parts, "{work}");
        assert!(whole == again, "{work}");
        let [whole, again] = ["whole.json", "again.json"].map(|name| {
            let text = fs::read(folder.path().join(name)).unwrap();
            let mut figures: Value = serde_json::from_slice(&text).unwrap();
            // The last digit of a time can change when it is read.
            for time in ["seconds", "pieces_per_second"] {
                figures.as_object_mut().unwrap().remove(time);
            }
            figures
        });
        assert_eq!(whole, again, "{work}");
    }
}

#[test]
fn parts_of_an_older_version_are_merged_without_missing_figures() {
    let folder = folder();
    let work = "simulate --seed 3 --games 4 --pieces-per-game 30";
    for part in 1..=2 {
        succeed(
            folder.path(),
            &format!("{work} --shard {part}/2 --json {part}.json"),
        );
    }
    let path = folder.path().join("2.json");
    let mut figures: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let tally = figures["tally"].as_object_mut().unwrap();
    assert!(tally.remove("locks_by_piece").is_some() && tally.remove("heights").is_some());
    fs::write(&path, figures.to_string()).unwrap();
    for order in ["1.json 2.json", "2.json 1.json"] {
        let output = run_in(
            folder.path(),
            &format!("simulate --merge {order} --plots out --json w.json"),
        );
        assert!(output.status.success());
        let error = standard_error(&output);
        assert!(error.contains("2.json is from an older version"), "{error}");
        assert!(!error.contains("1.json is"), "{error}");
        let whole = fs::read(folder.path().join("w.json")).unwrap();
        let whole: Value = serde_json::from_slice(&whole).unwrap();
        assert_eq!(whole["tally"]["pieces"], 120);
        assert!(whole["tally"].get("locks_by_piece").is_none());
        let drawn = files(&folder.path().join("out"));
        assert!(drawn.contains_key("locks.svg") && drawn.contains_key("rows.png"));
        assert!(!drawn.contains_key("locks-by-piece.svg") && !drawn.contains_key("heights.svg"));
    }
    // Locks from one version and heights from another do not belong together.
    let mut figures: Value = figures;
    figures["tally"]["locks_by_piece"] = Value::Array(vec![]);
    figures["tally"]["heights"] = serde_json::json!({"1": [60, 60]});
    fs::write(&path, figures.to_string()).unwrap();
    let merge = "simulate --merge 1.json 2.json";
    refuse(folder.path(), merge, &["2.json", "inconsistent"]);
}

#[test]
fn other_files_in_the_folder_remain_and_old_plots_are_replaced() {
    let folder = folder();
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    fs::write(out.join("mine.txt"), "mine").unwrap();
    fs::write(out.join("rows.svg"), "old").unwrap();
    fs::write(out.join("matches.png"), "of other figures").unwrap();
    let line = "simulate --seed 3 --games 4 --pieces-per-game 30 --plots";
    succeed(folder.path(), &format!("{line} out"));
    let mut drawn = pictures(&out);
    assert_eq!(drawn.remove("mine.txt").unwrap(), b"mine");
    assert_ne!(drawn["rows.svg"], b"old");
    assert!(
        !drawn.contains_key("matches.png"),
        "it would be taken for an earlier plot"
    );
    succeed(folder.path(), &format!("{line} out/new/"));
    assert_eq!(
        pictures(&out.join("new")),
        drawn,
        "equal seeds must give equal plots"
    );
}

#[test]
fn a_folder_that_cannot_be_written_is_refused_before_the_work() {
    let folder = folder();
    fs::write(folder.path().join("file"), "mine").unwrap();
    fs::create_dir_all(folder.path().join("full/rows.png")).unwrap();
    // This work would take more than an hour.
    for work in [
        "simulate --seed 1 --games 100000000",
        "simulate --seed 1 --games 100000000 --match bcts first-day",
        "train --seed 1 --pieces 1000000000000 --table a.table",
        "train --seed 1 --iterations 10000 --rise 1000 --swarm a.ron",
    ] {
        for (name, words) in [
            ("file", ["--plots file", "not a folder"]),
            ("none/new", ["none/new", "there is no folder none"]),
            ("full", ["full/rows.png", "it is a folder"]),
        ] {
            refuse(folder.path(), &format!("{work} --plots {name}"), &words);
        }
    }
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 2, "nothing was written");
    assert_eq!(fs::read(folder.path().join("file")).unwrap(), b"mine");
}
