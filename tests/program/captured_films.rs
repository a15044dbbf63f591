//! Tests of games that are read from films of this program, damaged by ffmpeg. Without ffmpeg, the tests print a
//! message and are skipped.

use std::path::Path;
use std::process::{Command, Stdio};

use rightwell::session::{GameMoves, Move, PieceOutcome, Recorded};
use serde_json::Value;

use crate::puzzles::at_home;
use crate::support::cases::sample;
use crate::support::program::{figures, folder, refuse, run_in, standard_error, succeed};

/// Returns `true` if there is an ffmpeg. If not, prints a message.
pub(super) fn has_ffmpeg() -> bool {
    let mut command = Command::new("ffmpeg");
    command
        .arg("-version")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let is_there = command.status().is_ok_and(|status| status.success());
    if !is_there {
        eprintln!("left out: there is no ffmpeg");
    }
    is_there
}

/// Makes an H.264 film with ffmpeg. `words` are the arguments before the film's name.
pub(super) fn make(folder: &Path, words: &str, to: &str) {
    let mut command = Command::new("ffmpeg");
    command.args("-nostdin -loglevel error -y".split(' '));
    command.args(words.split(' ')).args([
        "-an", "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", to,
    ]);
    let status = command.current_dir(folder).status().unwrap();
    assert!(status.success(), "{words}");
}

/// Returns the moves of a recording.
pub(super) fn moves(path: &Path) -> Vec<Move> {
    let recorded = Recorded::from_ron(&std::fs::read_to_string(path).unwrap()).unwrap();
    GameMoves::from_recording(&recorded).remove(0).moves
}

#[test]
fn a_captured_game_is_a_recording_like_others() {
    if !has_ffmpeg() {
        return;
    }
    let folder = folder();
    let folder = folder.path();
    let game = "--input pad --level 19 --player survival --randomizer nes --seed 8988 --frames 500";
    succeed(
        folder,
        &format!("record {game} --video film.mp4 --save-replay film.ron"),
    );
    let played = moves(&folder.join("film.ron"));
    succeed(folder, "capture film.mp4 -o game.ron");
    let text = std::fs::read_to_string(folder.join("game.ron")).unwrap();
    let Recorded::Captured(playback) = Recorded::from_ron(&text).unwrap() else {
        panic!("the recording must be a captured game");
    };
    let captured = playback.game();
    assert_eq!(captured.to_ron(), text);
    assert!(captured.pieces.len() >= played.len());
    for (seen, played) in captured.pieces.iter().zip(&played) {
        let PieceOutcome::Locked { lock, rows, .. } = seen.outcome else {
            panic!("{seen:?}");
        };
        assert_eq!((lock, rows, seen.level), (played.lock, played.rows, 19));
    }
    refuse(
        folder,
        "capture film.mp4 -o game.ron",
        &["game.ron already exists"],
    );
    let reviewed = figures(folder, "review game.ron --json -");
    let of_film = figures(
        folder,
        "review film.mp4 --playouts 2 --json - --html page.html",
    );
    assert_eq!(of_film["pieces"], reviewed["pieces"]);
    let page = std::fs::read_to_string(folder.join("page.html")).unwrap();
    // A JPEG begins with the bytes FF D8 FF.
    let frames = page.matches("src=\"data:image/jpeg;base64,/9j/").count();
    let worst = of_film["worst"].as_array().unwrap();
    assert!(
        frames > 0 && frames == worst.len(),
        "{frames} of {}",
        worst.len()
    );
    assert!(page.contains("; img-src data:"));
    succeed(
        folder,
        "record --replay game.ron --frames 30 --png game.png",
    );
    refuse(
        folder,
        "record --replay game.ron --wav game.wav",
        &["--wav"],
    );
    refuse(
        folder,
        "review film.mp4 --game 2",
        &["--game 2 is out of range: there is one game"],
    );
}

#[test]
fn a_game_from_its_middle_without_numbers_says_what_is_unknown() {
    if !has_ffmpeg() {
        return;
    }
    let folder = folder();
    let folder = folder.path();
    let game = "record --input pad --level 19 --player survival --randomizer nes --frames 1500";
    succeed(folder, &format!("{game} --seed 8988 --video whole.mp4"));
    // Only the playfield, on a plain background, from the tenth second on.
    make(
        folder,
        "-ss 10 -i whole.mp4 -vf crop=160:320:192:96,pad=168:328:4:4:color=0xd2d2d7,pad=640:480:200:60:color=0x343a60 -crf 18",
        "middle.mp4",
    );
    let found = figures(folder, "capture middle.mp4 --json -");
    let game = &found["games"][0];
    assert_eq!(game["lines_from"], "first_piece", "{game}");
    assert!(game.get("score").is_none() && game.get("score_from").is_none());
    let whole = &figures(folder, "capture whole.mp4 --json -")["games"][0];
    assert_eq!(
        (&whole["lines_from"], &whole["score_from"]),
        (&Value::from("start"), &Value::from("screen"))
    );
    let told = succeed(folder, "capture middle.mp4 -o middle.ron");
    for said in ["since the first piece seen, ", ", score unknown"] {
        assert!(told.contains(said), "{said}: {told}");
    }
    let told = succeed(
        folder,
        "review middle.ron --hand tournament --playouts 0 --html page.html --json review.json",
    );
    for said in [
        "since the first piece seen; ",
        "lines that the video does not show are not counted",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    let page = std::fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(page.contains("Note: lines that the video does not show are not counted"));
    let report = std::fs::read_to_string(folder.join("review.json")).unwrap();
    assert!(report.contains("\"lines_from\": \"first_piece\""));
}

/// Returns the known locks of the game in a film.
fn places(folder: &Path, line: &str) -> Vec<String> {
    places_of(&figures(folder, &format!("capture {line} --json -"))["games"][0])
}

fn places_of(game: &Value) -> Vec<String> {
    let locks = game["locks"].as_array().unwrap().iter();
    let locks = locks.map(|lock| format!("{} {}", lock["piece"], lock["lock"]));
    locks.collect()
}

/// Makes the films of two games, `one.mp4` and `other.mp4`, and `both.mp4`, which shows them side by side.
fn make_match(folder: &Path) {
    let game = "record --input pad --level 19 --player survival --randomizer nes --frames 420";
    for (seed, name) in [(8988, "one"), (1234, "other")] {
        succeed(folder, &format!("{game} --seed {seed} --video {name}.mp4"));
    }
    make(
        folder,
        "-i one.mp4 -i other.mp4 -filter_complex hstack -crf 22",
        "both.mp4",
    );
}

#[test]
fn one_or_both_of_two_players_are_read() {
    if !has_ffmpeg() {
        return;
    }
    let folder = folder();
    let folder = folder.path();
    make_match(folder);
    let [one, other] = ["one.mp4", "other.mp4"].map(|name| places(folder, name));
    assert!(one.len() > 4 && one != other);
    let sides = [("left", &one), ("right", &other)];
    for (side, alone) in sample(sides.len()).map(|index| sides[index]) {
        assert_eq!(places(folder, &format!("both.mp4 --side {side}")), *alone);
    }
    let found = figures(folder, "capture both.mp4 --names Ann,Bob -o games --json -");
    let games = found["games"].as_array().unwrap();
    assert_eq!(
        [&games[0], &games[1]].map(places_of),
        [one.clone(), other.clone()]
    );
    let players: Vec<&Value> = games.iter().map(|game| &game["player"]).collect();
    assert_eq!(players, ["Ann", "Bob"]);
    for (name, game) in ["Ann", "Bob"].iter().zip(games) {
        let text = std::fs::read_to_string(folder.join(format!("games/{name}.ron"))).unwrap();
        let Recorded::Captured(playback) = Recorded::from_ron(&text).unwrap() else {
            panic!("{name}");
        };
        let captured = playback.game();
        assert_eq!(captured.player.as_deref(), Some(*name));
        assert_eq!(
            captured.pieces.len() as u64,
            game["pieces"].as_u64().unwrap()
        );
        assert!(captured.start < 7_000);
    }
    succeed(folder, "review games --html match.html");
    let page = std::fs::read_to_string(folder.join("match.html")).unwrap();
    for said in [
        "Side by side",
        "Moments that decided",
        "<td>Ann</td><td>Bob</td>",
    ] {
        assert!(page.contains(said), "{said}");
    }
    // The folder, and both files, are one recording.
    for replayed in ["games", "games/Ann.ron games/Bob.ron"] {
        refuse(
            folder,
            &format!("replay {replayed} --check"),
            &["nothing to check"],
        );
    }
    refuse(
        folder,
        "replay games/Ann.ron games/Ann.ron",
        &["games/Ann.ron: a match has games of two players, and this is 1 player"],
    );
    refuse(
        folder,
        "replay games --names Ann,Bob",
        &["`--names` needs a video; games is not one"],
    );
    succeed(folder, "record --replay games --frames 200 --png match.png");
    let picture = std::fs::read(folder.join("match.png")).unwrap();
    // A film of the replay shows both games again. Their first pieces fall before the playfields are found.
    succeed(folder, "record --replay games --video film.mp4");
    let found = figures(folder, "capture film.mp4 --json -");
    for (game, alone) in [&one, &other].into_iter().enumerate() {
        assert_eq!(places_of(&found["games"][game])[1..], alone[1..]);
    }
    let told = standard_error(&run_in(folder, "capture one.mp4 --side right"));
    assert!(
        told.contains("only one player was found: `--side` has no effect"),
        "{told}"
    );
    let is_shown = |of: &str| {
        succeed(
            folder,
            &format!("record --replay games/{of}.ron --frames 200 --png {of}.png"),
        );
        std::fs::read(folder.join(format!("{of}.png"))).unwrap() == picture
    };
    assert!(!is_shown("Ann") && !is_shown("Bob"));
    refuse(
        folder,
        "review games --names Ann,Bob",
        &["`--names` needs a single game, and games is a folder"],
    );
    let listed = succeed(folder, "review games");
    assert!(listed.contains("match of Ann and Bob, until "), "{listed}");
    refuse(
        folder,
        "capture both.mp4 -o games",
        &["games already exists"],
    );
    refuse(
        folder,
        "capture both.mp4 --names Ann",
        &["two different names"],
    );
}

#[test]
fn a_video_of_two_players_is_reviewed_as_a_match() {
    if !has_ffmpeg() {
        return;
    }
    let folder = folder();
    let folder = folder.path();
    make_match(folder);
    let review = "review both.mp4 --names Ann,Bob --hand tournament --keep-mistakes";
    let (told, said) = at_home(folder, review);
    assert!(said.contains(" saved for puzzles"), "{said}");
    for said in [
        "left player, Ann, from 0:0",
        "right player, Bob, from 0:0",
        "match of Ann and Bob, until 0:",
        "moments that decided:",
    ] {
        assert_eq!(told.matches(said).count(), 1, "{said}: {told}");
    }
    assert_eq!(told.matches("accuracy ").count() % 2, 0, "{told}");
    let report = figures(
        folder,
        "review both.mp4 --hand tournament --playouts 2 --json - --html match.html",
    );
    let games = report["games"].as_array().unwrap();
    let mut worst = games
        .iter()
        .flat_map(|game| game["worst"].as_array().unwrap());
    assert!(worst.any(|played| played["playouts"]["pairs"] == 2));
    // Each game has the figures of its own film.
    let films = [("left", "one.mp4"), ("right", "other.mp4")];
    for index in sample(films.len()) {
        let (game, (side, film)) = (&games[index], films[index]);
        let alone = figures(folder, &format!("review {film} --hand tournament --json -"));
        assert_eq!(game["player"], side);
        for key in ["pieces", "lines", "clears", "labels"] {
            assert_eq!(game[key], alone[key], "{side} {key}");
        }
        let read = figures(
            folder,
            &format!("review both.mp4 --side {side} --hand tournament --json -"),
        );
        assert_eq!(read["labels"], alone["labels"], "{side}");
        assert!(alone["moves"].is_array() && alone.get("games").is_none());
    }
    let page = std::fs::read_to_string(folder.join("match.html")).unwrap();
    assert!(page.contains("Side by side") && page.contains("match-games/left.html"));
    assert!(folder.join("match-games/right.html").is_file());
    refuse(
        folder,
        "review one.mp4 --names Ann,Bob --side left",
        &["cannot be used with"],
    );
    refuse(
        folder,
        "review both.mp4 --names Ann,Bob --game 1",
        &["cannot be used with"],
    );
}

#[test]
fn real_clips_are_read_from_the_level_menu_on() {
    let Some(clips) = std::env::var_os("RIGHTWELL_VIDEO").filter(|_| has_ffmpeg()) else {
        eprintln!(
            "left out: RIGHTWELL_VIDEO names no folder of clips of the cartridge, or there is no ffmpeg"
        );
        return;
    };
    let clips = Path::new(&clips);
    let names = ["case_small_level29.mov", "tap_20hz_level29.mov"];
    for name in sample(names.len()).map(|index| names[index]) {
        let path = clips.join(name);
        let found = figures(clips, &format!("capture {} --json -", path.display()));
        let games = found["games"].as_array().unwrap();
        assert_eq!(games.len(), 1, "{name}");
        let game = &games[0];
        let numbers =
            ["pieces", "unknown", "level", "lines", "score"].map(|key| game[key].as_u64());
        assert_eq!(numbers, [11, 0, 29, 2, 3000].map(Some), "{name}");
    }
}

#[test]
fn films_without_a_game_get_one_line() {
    if !has_ffmpeg() {
        return;
    }
    let folder = folder();
    let folder = folder.path();
    succeed(
        folder,
        "record --input pad --level 18 --seed 8988 --frames 120 --video film.mp4 --wav film.wav --png still.png",
    );
    let film = std::fs::read(folder.join("film.mp4")).unwrap();
    std::fs::write(folder.join("broken.mp4"), &film[..film.len() / 2]).unwrap();
    let black = "-f lavfi -i color=black:s=320x240:r=1:d=3600 -g 600";
    for (words, to) in [
        ("-f lavfi -i testsrc2=s=640x480:r=30:d=2", "pattern.mp4"),
        ("-loop 1 -i still.png -t 3 -r 30", "still.mp4"),
        ("-f lavfi -i testsrc2=s=7680x4320:r=1:d=1", "large.mp4"),
        (black, "black.mp4"),
    ] {
        make(folder, words, to);
    }
    for (name, said) in [
        (
            "pattern.mp4",
            "no game found in 60 frames: no playfield is visible",
        ),
        ("broken.mp4", "cannot read broken.mp4: ffmpeg: "),
        (
            "film.wav",
            "cannot read film.wav: the file contains no video",
        ),
        (
            "still.mp4",
            "no game found in 90 frames: a playfield is visible, but no piece locks",
        ),
        (
            "large.mp4",
            "cannot read large.mp4: 7680x4320 pixels; allowed: at least 64x64",
        ),
        (
            "black.mp4",
            "no game found in 3600 frames: no playfield is visible",
        ),
    ] {
        for line in [format!("capture {name}"), format!("review {name}")] {
            // A review reads films as `capture` does. So one film is enough to see its line.
            if line.starts_with("capture") || name == "pattern.mp4" {
                refuse(folder, &line, &[said]);
            }
        }
    }
}

#[test]
fn a_gap_in_the_time_stamps_of_a_film_is_reported_and_hides_no_piece() {
    if !has_ffmpeg() {
        return;
    }
    let folder = folder();
    let folder = folder.path();
    succeed(
        folder,
        "record --input pad --level 18 --player survival --randomizer nes --seed 8988 --frames 500 --video film.mp4",
    );
    // From frame 250 on, 26 hours are missing.
    let gap = "-i film.mp4 -vf setpts=PTS+gte(N\\,250)*93600/TB -vsync 0";
    make(folder, gap, "gap.mkv");
    let games = |name: &str| -> (String, Value) {
        let line = format!("capture {name} --json games.json -o {name}.ron");
        let said = succeed(folder, &line);
        let report = std::fs::read(folder.join("games.json")).unwrap();
        (said, serde_json::from_slice(&report).unwrap())
    };
    let (_, whole) = games("film.mp4");
    let (said, with_gap) = games("gap.mkv");
    let locks = |report: &Value| -> Vec<Value> {
        let locks = report["games"][0]["locks"].as_array().unwrap().iter();
        locks.map(|lock| lock["lock"].clone()).collect()
    };
    assert_eq!(locks(&whole), locks(&with_gap));
    assert_eq!(whole["pictures"], with_gap["pictures"]);
    assert!(whole["gaps"].is_null(), "{whole}");
    let gaps = with_gap["gaps"].as_array().unwrap();
    let [start, seconds] = ["start", "seconds"].map(|key| gaps[0][key].as_f64().unwrap());
    assert!((start - 4.14).abs() < 0.05, "{start}");
    assert!((seconds - 93_600.0).abs() < 0.1, "{seconds}");
    assert_eq!(gaps.len(), 1);
    let wanted = "1 gap in the time stamps of the frames: no frame for 1560:00 after 0:04";
    assert!(said.contains(wanted), "{said}");
    assert_eq!(
        moves(&folder.join("film.mp4.ron")).len(),
        moves(&folder.join("gap.mkv.ron")).len()
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_the_games_read_so_far() {
    use std::io::Write;

    if !has_ffmpeg() {
        return;
    }
    let folder = folder();
    let folder = folder.path();
    succeed(
        folder,
        "record --input pad --level 18 --player survival --randomizer nes --seed 8988 --frames 500 --video film.mp4",
    );
    let pictures = Command::new("ffmpeg")
        .args("-nostdin -loglevel error -i film.mp4 -vf scale=320:300 -f yuv4mpegpipe -".split(' '))
        .current_dir(folder)
        .output()
        .unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_rightwell"))
        .args("capture - --format y4m -o game.ron".split(' '))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // After these frames, the program waits for more.
    let (seen, left) = pictures.stdout.split_at(pictures.stdout.len() * 9 / 10);
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(seen).unwrap();
    let number = child.id().to_string();
    let kill = Command::new("kill").args(["-INT", &number]).status();
    assert!(kill.unwrap().success());
    std::thread::sleep(std::time::Duration::from_millis(500));
    drop(pipe.write_all(left));
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    let (said, error) = (
        String::from_utf8_lossy(&output.stdout),
        standard_error(&output),
    );
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(error.contains("stopped early"), "{error}");
    assert!(said.starts_with("game 1: "), "{said}");
    let text = std::fs::read_to_string(folder.join("game.ron")).unwrap();
    let Recorded::Captured(playback) = Recorded::from_ron(&text).unwrap() else {
        panic!("the recording must be a captured game");
    };
    assert!(playback.game().certain() >= 4);
}

#[test]
fn a_missing_device_is_reported() {
    let folder = folder();
    for (line, said) in [
        ("capture", "the following required arguments"),
        ("capture --live x11grab::7", "`--live` needs an output"),
        (
            "capture --live http:example.org -o a.ron",
            "allowed: v4l2:/dev/video0",
        ),
        (
            "capture a.mp4 --live x11grab::7 -o a.ron",
            "cannot be used with",
        ),
        ("capture --live x11grab::7 --hand nobody -o a.ron", "nobody"),
        ("capture a.mp4 --hand tournament", "cannot be used with"),
        ("capture a.mp4 --display window", "cannot be used with"),
        (
            "capture --live x11grab::7 --display terminal",
            "no terminal: standard input and output must be a terminal",
        ),
    ] {
        refuse(folder.path(), line, &[said]);
    }
    if has_ffmpeg() {
        for device in ["v4l2:/dev/no-video", "x11grab::12345"] {
            refuse(
                folder.path(),
                &format!("capture --live {device} -o a.ron"),
                &[&format!("cannot read {device}: ffmpeg: ")],
            );
        }
    }
}
