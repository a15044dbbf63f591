//! Tests that the users' old recordings can still be read, whatever their comments contain.
//!
//! `tests/data/recordings` contains one recording of each kind, as earlier versions of the program wrote it.

use std::fs;
use std::path::{Path, PathBuf};

use rightwell::engine::{DirectStart, GameType, HighScores, History, View};
use rightwell::rules::{Buttons, Cell, Region};
use rightwell::session::{GameMoves, Person, Recorded, RecordingInfo};

use crate::support::engine::ask;
use crate::support::program::{folder, refuse, run_in, standard_error, succeed};

/// Old recordings, with the number of frames in each.
const KEPT: [(&str, u64); 8] = [
    ("a_type.fm2", 2_650),
    ("b_type.ron", 11_987),
    ("pal.ron", 18_491),
    ("level_29.ron", 31_705),
    ("match.ron", 158),
    ("drag.ron", 700),
    ("drag_fast.ron", 40),
    // Earlier versions did not count the hits of this drill.
    ("tap.ron", 33_936),
];

/// Comment with all the words by which the program might recognize the kind of a recording.
const COMMENT: &str = "// my console: PAL tv, versus: my brother, games: all, kind: Match\n";

fn kept(name: &str) -> PathBuf {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/recordings");
    data.join(name)
}

/// Lets the program check the end of a recording.
fn check(folder: &Path, name: &str, frames: u64) {
    let output = run_in(folder, &format!("replay --check {name}"));
    let said = standard_error(&output);
    assert!(output.status.success(), "{name}: {said}");
    let expected = format!("same end after {frames} frames");
    assert!(said.contains(&expected), "{name}: {said}");
}

/// Returns a movie in which a person loses two games in a row and then watches the second curtain for a while. Also
/// returns the frame in which each game starts.
fn sitting() -> (History, [u64; 2]) {
    let start = DirectStart {
        region: Region::Ntsc,
        game_type: GameType::A,
        level: 18,
        seed: 0x8988,
    };
    let mut person = Person::direct(start, HighScores::default()).unwrap();
    let first = person.frames().len() as u64;
    let play = |person: &mut Person, is_in_game: bool, button: Buttons| {
        for frame in 0.. {
            if person.is_in_game() != is_in_game || is_in_game && person.is_curtain_closed() {
                return;
            }
            let is_tap = is_in_game || frame % 8 == 0;
            person.step(if is_tap { button } else { Buttons::NONE });
        }
    };
    play(&mut person, true, Buttons::DOWN);
    while person.is_in_game() {
        person.step(Buttons::NONE);
        person.step(Buttons::START);
    }
    play(&mut person, false, Buttons::START);
    let second = person.frames().len() as u64;
    play(&mut person, true, Buttons::DOWN);
    for _ in 0..1_200 {
        person.step(Buttons::NONE);
    }
    (person.history(), [first, second])
}

#[test]
fn a_saved_recording_plays_its_main_game_and_contains_the_whole_session() {
    let (history, [first, second]) = sitting();
    let movie = history.to_fm2();
    assert!(movie.contains(&format!("\ncomment rightwell game {second}\n")));
    for kept in [
        Recorded::from_fm2(&movie),
        Recorded::from_ron(&history.to_ron()),
    ] {
        let mut kept = kept.unwrap();
        let mut whole = kept.clone().whole();
        assert_eq!(kept.place().first_piece(), second);
        assert_eq!(whole.place().first_piece(), first);
        assert_eq!(whole.place().last_shown(), history.len());
        assert!(
            kept.place().last_shown() < history.len() - 900,
            "a curtain stands"
        );
        assert_eq!(GameMoves::from_recording(&kept).len(), 1);
        let both = GameMoves::from_recording(&whole);
        assert_eq!(GameMoves::from_recording(&kept)[0], both[1]);
        let about = RecordingInfo::describe(&mut kept);
        assert_eq!(RecordingInfo::describe(&mut whole).summary, about.summary);
        let View::Game(picture) = kept.view() else {
            panic!("the image must show the game");
        };
        assert!(!picture.field.contains(&Cell::CURTAIN));
    }
}

#[test]
fn a_saved_game_is_filmed_alone_without_whole() {
    let folder = folder();
    let (history, [_, second]) = sitting();
    fs::write(folder.path().join("game.fm2"), history.to_fm2()).unwrap();
    check(folder.path(), "game.fm2", history.len());
    let frames = |options: &str| {
        succeed(
            folder.path(),
            &format!("record --replay game.fm2 {options} --wav sound.wav"),
        );
        let bytes = fs::metadata(folder.path().join("sound.wav")).unwrap().len() - 44;
        // A sample has two bytes, and a frame has 798.68 samples.
        (bytes as f64 / 2.0 / 798.68).round() as u64
    };
    let kept = Recorded::from_fm2(&history.to_fm2()).unwrap();
    let last = kept.place().last_shown();
    assert_eq!(frames(""), last - second + 1);
    assert_eq!(frames("--frames 100"), 100);
    assert_eq!(frames("--skip 300"), last - 300, "counted from power-on");
    assert_eq!(frames("--whole"), history.len());
    let picture = |options: &str| {
        succeed(
            folder.path(),
            &format!("record --replay game.fm2 {options} --png picture.png"),
        );
        fs::read(folder.path().join("picture.png")).unwrap()
    };
    let of_game = picture("");
    assert_eq!(
        of_game,
        picture(&format!(
            "--whole --frames {}",
            RecordingInfo::describe(&mut kept.clone()).last_game
        ))
    );
    assert_ne!(
        of_game,
        picture("--whole"),
        "the whole session ends with the curtain"
    );
    refuse(
        folder.path(),
        "record --whole --png picture.png",
        &["--replay"],
    );
}

#[test]
fn every_old_format_is_read_and_ends_as_recorded() {
    let folder = folder();
    for (name, frames) in KEPT {
        fs::copy(kept(name), folder.path().join(name)).unwrap();
        check(folder.path(), name, frames);
    }
    let all = fs::read_dir(kept("")).unwrap().flatten();
    let recordings = all.filter(|file| !file.file_name().to_string_lossy().ends_with(".tsv"));
    assert_eq!(
        recordings.count(),
        KEPT.len(),
        "the test must check every kept recording"
    );
}

#[test]
fn comments_do_not_affect_the_kind_of_a_recording() {
    let folder = folder();
    for (name, frames) in KEPT.iter().filter(|(name, _)| name.ends_with(".ron")) {
        let text = fs::read_to_string(kept(name)).unwrap();
        let inside = text.replacen("(\n", &format!("(\n{COMMENT}"), 1);
        assert_ne!(inside, text);
        for text in [
            format!("{COMMENT}{text}"),
            inside,
            format!("{text}{COMMENT}"),
        ] {
            fs::write(folder.path().join(name), text).unwrap();
            check(folder.path(), name, *frames);
        }
    }
}

#[test]
fn the_line_protocol_reads_what_a_comment_does_not_hide() {
    let folder = folder();
    let text = fs::read_to_string(kept("pal.ron")).unwrap();
    fs::write(folder.path().join("pal.ron"), format!("{COMMENT}{text}")).unwrap();
    let states = succeed(folder.path(), "replay pal.ron --states 18491");
    assert!(states.contains("\"screen\":\"game\""), "{states}");
    let text = fs::read_to_string(kept("drag.ron")).unwrap();
    fs::write(folder.path().join("drag.ron"), format!("{COMMENT}{text}")).unwrap();
    let answers = ask(folder.path(), "load pal.ron\nload drag.ron\nstate\n");
    assert_eq!(answers[0], format!("= {}", states.trim_end()));
    assert!(answers[1].starts_with("? drag.ron: allowed"), "{answers:?}");
    assert_eq!(answers[2], answers[0]);
}

#[test]
fn faults_of_a_recording_are_named_by_its_kind() {
    let folder = folder();
    for (name, from, to, said) in [
        (
            "pal.ron",
            "console: Pal",
            "console: Secam",
            "unknown name 'Secam'; allowed: Ntsc, Pal",
        ),
        (
            "pal.ron",
            "version: 1",
            "version: 9",
            "unsupported version 9; allowed: 1",
        ),
        (
            "match.ron",
            "best_of: 1",
            "best_of: 2",
            "versus: invalid best of 2",
        ),
        ("drag.ron", "level: 3", "level: 33", "game 1: level 33"),
        (
            "drag.ron",
            "hash: \"",
            "hash: \"x",
            "is not a hexadecimal number",
        ),
    ] {
        let text = fs::read_to_string(kept(name)).unwrap();
        assert!(text.contains(from), "{name}: {from}");
        let text = format!("{COMMENT}{}", text.replacen(from, to, 1));
        fs::write(folder.path().join(name), text).unwrap();
        refuse(
            folder.path(),
            &format!("replay --check {name}"),
            &[name, said],
        );
    }
}
