//! Tests of learning that is interrupted: nothing is lost, thanks to checkpoints, partial tables and checksums.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use rightwell::lab::{Checkpoint, Control, Learner, LearningSettings, Recipe};
use rightwell::players::value_table::Table;
use rightwell::rules::Region;
use rightwell::search::{Hand, MoveGenerator, NoFilter, PadMoves};

fn recipe(lesson: &LearningSettings) -> Recipe {
    Recipe {
        lesson: lesson.clone(),
        from: "nothing".to_owned(),
        from_checksum: None,
        input: "drag".to_owned(),
        version: "0.1.0".to_owned(),
    }
}

/// Compares learning without a break with learning that stops after every `step` pieces.
fn learn_with_breaks(
    lesson: &LearningSettings,
    moves: &[&dyn MoveGenerator],
    from: Option<&Table>,
    step: u64,
) {
    let control = Control::default();
    let mut whole = Learner::new(lesson, moves, from).unwrap();
    whole.run_to(u64::MAX, &control);
    let mut learner = Learner::new(lesson, moves, from).unwrap();
    let mut breaks = 0;
    while learner.totals().pieces < lesson.pieces {
        learner.run_to(learner.totals().pieces + step, &control);
        let bytes = Checkpoint::from_learner(&learner, &recipe(lesson)).to_bytes();
        let checkpoint = Checkpoint::from_bytes(&bytes).unwrap();
        learner = checkpoint.into_learner(lesson, moves).unwrap();
        breaks += 1;
    }
    assert!(breaks > 3, "{breaks} breaks");
    assert_eq!(learner.totals(), whole.totals());
    assert!(learner.table() == whole.table());
    let end = |learner| Checkpoint::from_learner(learner, &recipe(lesson)).to_bytes();
    assert!(
        end(&learner) == end(&whole),
        "the learners must be equal in every byte"
    );
}

#[test]
fn a_learner_resumes_from_its_checkpoint_without_a_difference() {
    let lesson = LearningSettings {
        pieces: 12_000,
        garbage: 20.0,
        mistakes: 5.0,
        seed: 7,
        ..LearningSettings::default()
    };
    learn_with_breaks(&lesson, &[&NoFilter], None, 997);
}

#[test]
fn a_learner_under_gravity_resumes_too() {
    let at = |level| PadMoves::new(Hand::new(30, 0).unwrap(), level, Region::Ntsc);
    let scorer = Table::built_in("scorer").unwrap();
    for (known_pieces, moves) in [(1, vec![at(18), at(19), at(29)]), (2, vec![at(19)])] {
        let lesson = LearningSettings {
            known_pieces,
            pieces: 6000,
            ..LearningSettings::default()
        };
        let moves: Vec<&dyn MoveGenerator> = moves.iter().map(|moves| moves as _).collect();
        learn_with_breaks(&lesson, &moves, Some(&scorer), 997);
    }
}

#[test]
fn a_corrupt_checkpoint_and_one_of_another_lesson_are_refused() {
    let lesson = LearningSettings::default();
    let learner = Learner::new(&lesson, &[&NoFilter], None).unwrap();
    let bytes = Checkpoint::from_learner(&learner, &recipe(&lesson)).to_bytes();
    for place in [30, 200, 100_000, bytes.len() - 1] {
        let mut corrupt = bytes.clone();
        corrupt[place] ^= 1;
        let fault = Checkpoint::from_bytes(&corrupt).unwrap_err();
        assert!(fault.contains("checksum"), "{place}: {fault}");
    }
    for length in [0, 10, 23, 24, 30, 1000, bytes.len() - 1] {
        assert!(Checkpoint::from_bytes(&bytes[..length]).is_err());
    }
    let other = LearningSettings { seed: 1, ..lesson };
    let checkpoint = Checkpoint::from_bytes(&bytes).unwrap();
    assert!(checkpoint.into_learner(&other, &[&NoFilter]).is_err());
}

#[test]
fn a_checkpoint_whose_streams_play_other_games_than_their_own_is_refused() {
    let lesson = LearningSettings::default();
    let learner = Learner::new(&lesson, &[&NoFilter], None).unwrap();
    let bytes = Checkpoint::from_learner(&learner, &recipe(&lesson)).to_bytes();
    let old = b"(number:1,";
    let place = bytes.windows(old.len()).position(|found| found == old);
    let place = place.expect("the second stream plays game 1");
    for (number, is_possible) in [
        ("1", true),
        ("0", false),
        ("5", false),
        // No piece has been placed yet, so no game can have ended. These numbers are impossible.
        ("17", false),
        ("18446744073709551601", false),
    ] {
        let mut other = bytes[..bytes.len() - 4].to_vec();
        let new = format!("(number:{number},").into_bytes();
        other.splice(place..place + old.len(), new);
        other.extend(crc32fast::hash(&other).to_le_bytes());
        let read = Checkpoint::from_bytes(&other);
        assert_eq!(read.is_ok(), is_possible, "{number}: {:?}", read.err());
    }
}

#[test]
fn recipes_name_their_first_difference() {
    let mine = recipe(&LearningSettings::default());
    assert_eq!(mine.difference(&mine), None);
    let other = recipe(&LearningSettings {
        step: 0.25,
        seed: 3,
        ..LearningSettings::default()
    });
    let difference = mine.difference(&other).unwrap();
    assert_eq!(difference, "step is 0.5; the checkpoint has 0.25");
}

#[test]
fn a_table_names_its_origin_and_a_corrupt_one_fails_its_checksum() {
    let well = Table::built_in("well").unwrap();
    let bytes = well.to_bytes("by hand");
    let head: Vec<&[u8]> = bytes.splitn(4, |&byte| byte == b'\n').collect();
    assert_eq!(head[0], b"rightwell value table 4");
    assert_eq!(head[1], b"by hand");
    assert_eq!(head[2], format!("crc32 {:08X}", well.checksum()).as_bytes());
    assert!(Table::from_bytes(&bytes).unwrap() == *well);
    let mut corrupt = bytes.clone();
    corrupt[70_000] ^= 4;
    let fault = Table::from_bytes(&corrupt).unwrap_err();
    assert!(fault.contains("checksum"), "{fault}");
    let headless = [b"rightwell value table 4\n", head[3]].concat();
    assert!(Table::from_bytes(&headless).is_err());
    // Versions 2 and 3 had 131,951 entries. In the entries that were added later, all bytes are 0.
    let entries = &head[3][..2 * 131_951];
    assert!(head[3][entries.len()..].iter().all(|&byte| byte == 0));
    let version_2 = [b"rightwell value table 2\n", entries].concat();
    assert!(Table::from_bytes(&version_2).unwrap() == *well);
    let crc = format!("by hand\ncrc32 {:08X}\n", crc32fast::hash(entries));
    let version_3 = [b"rightwell value table 3\n", crc.as_bytes(), entries].concat();
    assert!(Table::from_bytes(&version_3).unwrap() == *well);
}

/// Starts `train` in `folder`.
pub fn start(folder: &Path, options: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_rightwell"))
        .arg("train")
        .args(options.split_whitespace())
        .current_dir(folder)
        .env("TMPDIR", folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Returns the exit code and standard error.
fn end(child: Child) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
}

fn train(folder: &Path, options: &str) -> (Option<i32>, String) {
    end(start(folder, options))
}

/// Returns a run that is in progress and has written a checkpoint.
fn under_way(folder: &Path, options: &str, checkpoint: &str) -> Child {
    let child = start(folder, options);
    let is_there = (0..6_000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        folder.join(checkpoint).exists()
    });
    assert!(is_there, "no checkpoint within a minute");
    child
}

#[test]
fn a_learnt_table_names_its_lesson() {
    let folder = tempfile::tempdir().unwrap();
    let options =
        "--table a.table --from well --pieces 600 --seed 5 --game-over 40 --input pad --level 19";
    let (code, error) = train(folder.path(), options);
    assert_eq!(code, Some(0), "{error}");
    let bytes = fs::read(folder.path().join("a.table")).unwrap();
    let head = String::from_utf8_lossy(&bytes[..600]).into_owned();
    for words in [
        "from well (crc32 ",
        "pieces 600",
        "game over 40",
        "burns 0.867,1.667,2",
        "step 0.5",
        "garbage 0",
        "input pad level 19 tap-hz 30",
        "seed 0000000000000005",
        "rightwell 0.1.0",
        "pieces played",
    ] {
        assert!(head.contains(words), "'{words}' is missing in {head}");
    }
    let files = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(files, 1, "only the table may remain");
}

/// A run of learning that is long enough to be interrupted.
const LESSON: &str = "--pieces 40000 --seed 5 --garbage 3";

#[test]
fn a_killed_run_resumes_to_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let (code, error) = train(folder.path(), &format!("--table whole.table {LESSON}"));
    assert_eq!(code, Some(0), "{error}");
    let options = format!("--table a.table {LESSON}");
    let mut child = under_way(folder.path(), &options, "a.table.checkpoint");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!folder.path().join("a.table").exists());
    // Without `--seed` the command uses the seed of the interrupted run.
    let again = "--table a.table --pieces 40000 --garbage 3 --resume";
    let (code, error) = train(folder.path(), again);
    assert_eq!(code, Some(0), "{error}");
    assert!(read("a.table") == read("whole.table"));
    assert!(!folder.path().join("a.table.checkpoint").exists());
}

#[cfg(unix)]
#[test]
fn a_stopped_run_saves_its_table_beside_the_previous_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.table"), "a good one").unwrap();
    let options = format!("--table a.table {LESSON}");
    for (signal, code) in [("-TERM", 143), ("-INT", 130)] {
        let _ = fs::remove_file(path("a.table.checkpoint"));
        let child = under_way(folder.path(), &options, "a.table.checkpoint");
        let id = child.id().to_string();
        let kill = Command::new("kill").args([signal, &id]).status();
        assert!(kill.unwrap().success());
        let (found, error) = end(child);
        assert_eq!(found, Some(code), "{error}");
        assert!(
            error.contains("a.table.partial") && error.contains("--resume"),
            "{error}"
        );
        assert_eq!(fs::read(path("a.table")).unwrap(), b"a good one");
        Table::from_bytes(&fs::read(path("a.table.partial")).unwrap()).unwrap();
    }
    let refused: [(&str, &[&str]); 4] = [
        ("--seed 5", &["a.table.checkpoint", "--resume"]),
        ("--seed 6 --resume", &["a.table.checkpoint", "seed"]),
        (
            "--seed 5 --resume --step 0.25",
            &["step is 0.25; the checkpoint has 0.5"],
        ),
        (
            "--seed 5 --resume --input pad",
            &["input is pad level 0", "the checkpoint has drag"],
        ),
    ];
    for (other, words) in refused {
        let line = format!("--table a.table --pieces 40000 --garbage 3 {other}");
        let (code, error) = train(folder.path(), &line);
        assert_eq!((code, error.lines().count()), (Some(2), 1), "{error}");
        for word in words {
            assert!(error.contains(word), "{other}: {error}");
        }
    }
    let (code, error) = train(folder.path(), &format!("{options} --resume"));
    assert_eq!(code, Some(0), "{error}");
    let (code, error) = train(folder.path(), &format!("--table whole.table {LESSON}"));
    assert_eq!(code, Some(0), "{error}");
    assert!(fs::read(path("a.table")).unwrap() == fs::read(path("whole.table")).unwrap());
    for gone in ["a.table.partial", "a.table.checkpoint"] {
        assert!(!path(gone).exists(), "{gone}");
    }
    let (code, error) = train(folder.path(), &format!("{options} --resume"));
    assert_eq!((code, error.lines().count()), (Some(2), 1), "{error}");
}

#[test]
fn a_table_whose_folder_is_gone_goes_to_the_folder_of_temporary_files() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("gone")).unwrap();
    let options = format!("--table gone/a.table {LESSON}");
    let child = under_way(folder.path(), &options, "gone/a.table.checkpoint");
    fs::remove_dir_all(folder.path().join("gone")).unwrap();
    let (code, error) = end(child);
    assert_eq!(code, Some(1), "{error}");
    let place = error.split("it is in ").nth(1).unwrap();
    let place = place.split(" instead").next().unwrap();
    Table::from_bytes(&fs::read(folder.path().join(place)).unwrap()).unwrap();
}
