//! Tests that every command treats compressed recordings like uncompressed ones.

use std::fs;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;

use crate::support::engine::ask;
use crate::support::program::{folder, refuse, run_in, standard_error, succeed};

/// Old recording of each kind, with its number of frames.
const KEPT: [(&str, u64); 3] = [("a_type.fm2", 2_650), ("match.ron", 158), ("drag.ron", 700)];

fn copy_kept(folder: &Path) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/recordings");
    for (name, _) in KEPT {
        fs::copy(data.join(name), folder.join(name)).unwrap();
    }
}

#[test]
fn recordings_are_packed_and_unpacked_under_another_name() {
    let folder = folder();
    copy_kept(folder.path());
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    for (name, frames) in KEPT {
        let packed = format!("{name}.gz");
        succeed(
            folder.path(),
            &format!("record --replay {name} --save-replay {packed}"),
        );
        let mut text = Vec::new();
        GzDecoder::new(&read(&packed)[..])
            .read_to_end(&mut text)
            .unwrap();
        assert!(
            text == read(name),
            "{packed} must contain {name} byte for byte"
        );
        let again = format!("again-{name}");
        succeed(
            folder.path(),
            &format!("record --replay {packed} --save-replay {again}"),
        );
        assert!(read(&again) == read(name));
        let twice = format!("twice-{packed}");
        succeed(
            folder.path(),
            &format!("record --replay {again} --save-replay {twice}"),
        );
        assert!(
            read(&twice) == read(&packed),
            "equal texts must give equal bytes"
        );
        let checked = run_in(folder.path(), &format!("replay --check {packed}"));
        let said = standard_error(&checked);
        assert!(
            said.contains(&format!("same end after {frames} frames")),
            "{said}"
        );
        for of in [name, packed.as_str()] {
            let line = format!("record --replay {of} --frames 100 --png {of}.png");
            succeed(folder.path(), &line);
        }
        assert!(read(&format!("{name}.png")) == read(&format!("{packed}.png")));
        let states = |of: &str| succeed(folder.path(), &format!("replay {of} --states 9,99"));
        assert_eq!(states(name), states(&packed));
    }
}

#[test]
fn a_recording_stays_in_its_form() {
    let folder = folder();
    copy_kept(folder.path());
    for (from, to, allowed) in [
        ("a_type.fm2", "x.ron", ".fm2 or .fm2.gz"),
        ("drag.ron", "x.fm2.gz", ".ron or .ron.gz"),
        ("match.ron", "x.gz", ".ron or .ron.gz"),
    ] {
        let line = format!("record --replay {from} --save-replay {to}");
        refuse(folder.path(), &line, &["cannot write", to, allowed]);
    }
    fs::write(folder.path().join("x.gz"), "no recording").unwrap();
    refuse(
        folder.path(),
        "replay x.gz",
        &["not a recording", ".fm2.gz"],
    );
    // The program refuses to write files that it could not read again.
    for options in [
        "--save-replay x.ron",
        "--match club club --save-replay x.ron.gz",
    ] {
        let line = format!("record --seed 2 --frames 5192537 {options}");
        refuse(folder.path(), &line, &["24 hours of play", "up to 5192536"]);
    }
}

#[test]
fn games_are_written_packed_when_the_name_says_so() {
    let folder = folder();
    for (options, plain, packed) in [
        ("--input pad --level 18", "a.fm2", "a.fm2.gz"),
        ("--input pad --level 29", "b.ron", "b.ron.gz"),
        ("--match first-day club", "c.ron", "c.ron.gz"),
        ("", "d.ron", "d.ron.gz"),
    ] {
        for name in [plain, packed] {
            let line = format!("record --seed 1234 --frames 900 {options} --save-replay {name}");
            succeed(folder.path(), &line);
            succeed(folder.path(), &format!("replay --check {name}"));
        }
        let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
        let mut text = Vec::new();
        GzDecoder::new(&read(packed)[..])
            .read_to_end(&mut text)
            .unwrap();
        assert!(text == read(plain), "{packed}");
        if plain == "a.fm2" {
            assert!(
                text.len() > 500_000,
                "the file must contain the whole history"
            );
            assert!(
                read(packed).len() * 10 < text.len(),
                "compression must save at least nine tenths"
            );
        }
    }
}

#[test]
fn the_line_protocol_saves_and_loads_packed_recordings() {
    let folder = folder();
    let requests = "new level=5\nstep R 20\nsave a.fm2\nsave a.fm2.gz\nsave a.ron.gz\n\
        load a.fm2\nload a.fm2.gz\nload a.ron.gz\nsave b.fm2.gz\nload a.gz\nsave a.gz\n";
    let answers = ask(folder.path(), requests);
    assert_eq!(answers[3], "= a.fm2.gz");
    for loaded in &answers[5..8] {
        assert_eq!(loaded, &answers[1]);
    }
    assert!(answers[9].starts_with("? a.gz: allowed"), "{}", answers[9]);
    assert!(
        answers[10].starts_with("? a.gz: allowed"),
        "{}",
        answers[10]
    );
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("a.fm2.gz") == read("b.fm2.gz"));
    assert!(read("a.fm2.gz").len() * 10 < read("a.fm2").len());
}
