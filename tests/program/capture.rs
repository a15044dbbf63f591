//! Tests of `capture` with images: what it reads in them, and the one-line error for an image without a game.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use rightwell::pixels::{picture_size, read_picture, to_png};

use crate::support::program::{figures, folder, refuse, run_in, standard_error, succeed};

/// Writes `game.png`, an image of this program's game whose contents are known.
fn game(folder: &Path) {
    succeed(
        folder,
        "record --input pad --level 18 --seed 8988 --frames 900 --png game.png",
    );
}

/// Returns a raw grey film that shows this PNG `pictures` times.
fn film(path: &Path, pictures: usize) -> Vec<u8> {
    let bytes = fs::read(path).unwrap();
    let (width, height) = picture_size(&bytes).unwrap();
    let pixels = read_picture(&bytes, (width, height)).unwrap();
    let grey = pixels.iter().map(|[red, green, blue, _]| {
        16 + (u32::from(*(red.max(green).max(blue))) * 219 / 255) as u8
    });
    let grey: Vec<u8> = grey.collect();
    let mut film = format!("YUV4MPEG2 W{width} H{height} F60:1 Cmono\n").into_bytes();
    for _ in 0..pictures {
        film.extend(b"FRAME\n");
        film.extend(&grey);
    }
    film
}

/// Runs the program with these bytes on its standard input.
fn with_input(folder: &Path, line: &str, input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rightwell"))
        .args(line.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    // The program may end before it has read all of its input.
    drop(pipe.write_all(input));
    drop(pipe);
    child.wait_with_output().unwrap()
}

#[test]
fn a_picture_is_read_and_what_was_found_is_drawn() {
    let folder = folder();
    game(folder.path());
    let found = figures(folder.path(), "capture game.png --json - --show found.png");
    let field: Vec<f64> = found["field"]
        .as_array()
        .unwrap()
        .iter()
        .map(|at| at.as_f64().unwrap())
        .collect();
    let bytes = fs::read(folder.path().join("game.png")).unwrap();
    let scale = f64::from(picture_size(&bytes).unwrap().0) / 256.0;
    for (at, expected) in field.iter().zip([96.0, 48.0, 80.0, 160.0]) {
        assert!((at - expected * scale).abs() < 2.5 * scale, "{field:?}");
    }
    assert_eq!(found["level"], "18");
    assert_eq!(found["rows"].as_array().unwrap().len(), 20);
    assert!(found["next"].is_string());
    let drawn = fs::read(folder.path().join("found.png")).unwrap();
    assert_eq!(picture_size(&drawn).unwrap(), picture_size(&bytes).unwrap());
    // The result must not change if the position of the playfield is given.
    let told = field
        .iter()
        .map(f64::to_string)
        .collect::<Vec<_>>()
        .join(",");
    let again = figures(
        folder.path(),
        &format!("capture game.png --json - --field {told}"),
    );
    assert_eq!(again["rows"], found["rows"]);
    let said = succeed(folder.path(), "capture game.png");
    assert!(said.contains("level 18"), "{said}");
}

#[test]
fn raw_pictures_and_folders_are_read_as_videos() {
    let folder = folder();
    game(folder.path());
    let rows = figures(folder.path(), "capture game.png --json -")["rows"].clone();
    let rows: Vec<&str> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap())
        .collect();
    let film = film(&folder.path().join("game.png"), 3);
    let output = with_input(folder.path(), "capture - --format y4m --sightings -", &film);
    assert!(output.status.success(), "{}", standard_error(&output));
    fs::create_dir(folder.path().join("film")).unwrap();
    for picture in 1..4 {
        let name = format!("film/{picture}.png");
        fs::copy(folder.path().join("game.png"), folder.path().join(name)).unwrap();
    }
    let of_folder = succeed(folder.path(), "capture film --sightings -");
    for lines in [String::from_utf8(output.stdout).unwrap(), of_folder] {
        let lines: Vec<serde_json::Value> = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[2]["time"], 33333);
        assert_eq!(lines[2]["rows"], rows.join(" "));
    }
}

#[test]
fn videos_without_a_game_are_named_in_one_line() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("text.png"), "no picture").unwrap();
    fs::write(path("black.png"), to_png(320, &[[0; 3]; 320 * 240])).unwrap();
    fs::write(path("tiny.png"), to_png(8, &[[0; 3]; 64])).unwrap();
    fs::create_dir(path("empty")).unwrap();
    for (line, said) in [
        ("capture missing.png", "missing.png: "),
        ("capture missing.mp4", "missing.mp4: "),
        ("capture text.png", "text.png: not a readable picture"),
        (
            "capture black.png",
            "black.png: no game found; a playfield without the screen around it may need a video",
        ),
        (
            "capture black.png --field 10,10,80,160",
            "black.png: no game found; no playfield",
        ),
        ("capture tiny.png", "8x8 pixels; allowed: at least 64x64"),
        (
            "capture empty",
            "it contains no images; allowed: names ending in .png, .jpg, .webp or .bmp",
        ),
        (
            "capture - ",
            "`--format` is required for raw frames on standard input",
        ),
        (
            "capture black.png --format y4m",
            "`--format` is required for raw frames on standard input",
        ),
        (
            "capture black.png --field 1,2,3",
            "allowed: left, top, width",
        ),
        (
            "capture empty --show x.png",
            "`--show` needs a single image",
        ),
    ] {
        refuse(folder.path(), line, &[said]);
    }
    let large = b"YUV4MPEG2 W7680 H4320 F60:1\n";
    let output = with_input(folder.path(), "capture - --format y4m", large);
    assert_eq!(output.status.code(), Some(2));
    assert!(standard_error(&output).contains("7680x4320 pixels; allowed: "));
}

#[test]
fn without_ffmpeg_the_error_names_its_source() {
    let folder = folder();
    fs::write(folder.path().join("game.mp4"), "no video").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_rightwell"))
        .args(["capture", "game.mp4"])
        .current_dir(folder.path())
        .env("PATH", folder.path())
        .output()
        .unwrap();
    let error = standard_error(&output);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("install it"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn videos_are_decoded_by_ffmpeg_and_other_files_are_reported() {
    if Command::new("ffmpeg").arg("-version").output().is_err() {
        eprintln!("left out: there is no ffmpeg");
        return;
    }
    let folder = folder();
    succeed(
        folder.path(),
        "record --input pad --level 18 --seed 8988 --frames 90 --video game.mp4 --wav game.wav",
    );
    let lines = succeed(folder.path(), "capture game.mp4 --sightings -");
    let lines: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!((89..=91).contains(&lines.len()), "{}", lines.len());
    let games = lines.iter().filter(|line| line["rows"].is_string());
    assert!(games.count() >= 88);
    let time = lines[60]["time"].as_u64().unwrap();
    assert!((997_000..1_000_000).contains(&time), "{time}");
    fs::write(folder.path().join("text.mp4"), "no video").unwrap();
    for name in ["text.mp4", "game.wav"] {
        let output = run_in(folder.path(), &format!("capture {name}"));
        let error = standard_error(&output);
        assert_eq!(output.status.code(), Some(2), "{name}: {error}");
        assert!(error.contains(&format!("cannot read {name}: ")), "{error}");
        assert_eq!(error.lines().count(), 1, "{name}: {error}");
    }
}

#[test]
fn a_playlist_is_refused_before_ffmpeg_opens_what_it_names() {
    let folder = folder();
    // Network addresses, and files that may be pipes.
    for (name, list) in [
        (
            "list.m3u8",
            "#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n",
        ),
        ("list.ffconcat", "ffconcat version 1.0\nfile pipe.mp4\n"),
        (
            "list.mp4",
            "\u{FEFF}\n<?xml version=\"1.0\"?>\n<MPD></MPD>\n",
        ),
    ] {
        fs::write(folder.path().join(name), list).unwrap();
        let wanted = format!("cannot read {name}: it is a playlist; allowed: one of its videos");
        refuse(folder.path(), &format!("capture {name}"), &[&wanted]);
    }
}
