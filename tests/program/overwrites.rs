//! Tests that no command overwrites its input, and that no recording is deleted before its replacement is complete.

use std::fs;
use std::path::Path;

use crate::support::program::{folder, refuse, succeed};

/// Copies a file of the repository into the folder, under the name `name`.
fn put(folder: &Path, file: &str, name: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    fs::copy(file, folder.join(name)).unwrap();
}

#[test]
fn a_command_never_overwrites_its_input_under_any_name() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir_all(path.join("patterns")).unwrap();
    fs::create_dir_all(path.join("games")).unwrap();
    for (file, name) in [
        ("tests/data/recordings/a_type.fm2", "a.fm2"),
        ("tests/data/recordings/drag_fast.ron", "a.ron"),
        ("tests/data/recordings/drag_fast.ron", "games/a.ron"),
        ("assets/players/dt10.ron", "me.ron"),
        ("assets/music/two.tune", "a.tune"),
        ("patterns/house.png", "patterns/mine.png"),
    ] {
        put(path, file, name);
    }
    fs::write(path.join("a.pal"), [0x55; 192]).unwrap();
    fs::write(path.join("page.html"), "mine").unwrap();
    for part in ["1/2 --json a.json", "2/2 --json b.json"] {
        let games = "simulate --seed 1 --games 2 --pieces-per-game 5 --shard";
        succeed(path, &format!("{games} {part}"));
    }
    succeed(path, "train --seed 1 --pieces 1 --table a.table");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("a.ron", path.join("link.ron")).unwrap();
        std::os::unix::fs::symlink(".", path.join("here")).unwrap();
    }
    let lines = [
        "review --json a.ron a.ron",
        "review --json ./a.ron a.ron",
        "review --html page.html --json page.html a.ron",
        "review --json games/a.ron games",
        "review --html page.html --json page.html games",
        "record --replay a.fm2 --png a.fm2",
        "record --replay a.ron --save-replay patterns/../a.ron",
        "record --replay a.ron --wav a.ron",
        "record --seed 1 --palette a.pal --gif a.pal",
        "record --seed 1 --music a.tune --wav a.tune",
        "record --seed 1 --player me.ron --save-replay me.ron",
        "record --seed 1 --match me.ron club --save-replay me.ron",
        "record --seed 1 --filter pattern:mine --apng patterns/mine.png",
        "record --seed 1 --png a.png --gif a.png",
        "simulate --seed 1 --games 1 --lines 1 --player me.ron --json me.ron",
        "simulate --seed 1 --games 1 --lines 1 --player dt10 --compare me.ron --json me.ron",
        "simulate --seed 1 --games 1 --match me.ron club --json me.ron",
        "simulate --games 1 --lines 1 --seed 1 --json c.json --resume c.json",
        "simulate --merge a.json b.json --json a.json",
        "train --seed 1 --pieces 1 --table a.table --from a.table",
        "train --seed 1 --swarm me.ron --from me.ron --iterations 1",
        "versus --seed 1 --left me.ron --right club --save-replay me.ron",
        #[cfg(unix)]
        "review --json link.ron a.ron",
        #[cfg(unix)]
        "record --replay link.ron --png a.ron",
        #[cfg(unix)]
        "record --seed 1 --png here/a.png --gif a.png",
        #[cfg(unix)]
        "train --seed 1 --pieces 1 --table here/a.table --from a.table",
    ];
    let contents = || {
        let files = [path.to_owned(), path.join("patterns")];
        let files = files.map(|folder| fs::read_dir(folder).unwrap().flatten());
        let mut all: Vec<_> = files
            .into_iter()
            .flatten()
            .filter(|file| file.path().is_file())
            .map(|file| (file.path(), fs::read(file.path()).unwrap()))
            .collect();
        all.sort();
        all
    };
    let before = contents();
    for line in lines {
        refuse(path, line, &["cannot write ", "; choose another name"]);
        assert!(contents() == before, "{line}");
    }
}

#[test]
fn a_match_that_cannot_be_shown_leaves_the_recording_that_is_there() {
    let folder = folder();
    put(folder.path(), "tests/data/recordings/match.ron", "a.ron");
    let before = fs::read(folder.path().join("a.ron")).unwrap();
    for line in [
        "versus --seed 1 --save-replay a.ron",
        "versus --seed 1 --left club --save-replay a.ron",
        "versus --seed 1 --left club --display window --save-replay a.ron",
        "play --region pal --save-replay a.ron",
    ] {
        refuse(folder.path(), line, &["window"]);
        assert!(fs::read(folder.path().join("a.ron")).unwrap() == before);
    }
}
