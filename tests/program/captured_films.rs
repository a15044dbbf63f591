//! Games read from films that this program made itself and the user's ffmpeg has spoilt. Left out, with a line,
//! where there is no ffmpeg.

use std::path::Path;
use std::process::{Command, Stdio};

use rightwell::session::{Fate, GameMoves, Move, Recorded};
use serde_json::Value;

use crate::support::program::{figures, folder, refuse, succeed};

/// What ffmpeg does to the film.
const DAMAGES: [(&str, &str); 4] = [
    ("smaller", "-vf scale=358:336 -crf 28"),
    (
        "wide, dark and noisy",
        "-vf scale=816:624,eq=brightness=-0.08:saturation=0.8,noise=alls=12:allf=t -crf 26",
    ),
    (
        "half of the pictures, blended",
        "-vf tblend=all_mode=average,fps=30 -crf 24",
    ),
    (
        "beside something that moves",
        "-vf scale=448:-2,pad=960:540:380:60,drawbox=x=20:y=60:w=300:h=400:color=blue:t=fill,hue=h=10 -crf 30",
    ),
];

/// Whether there is an ffmpeg; says if not.
fn has_ffmpeg() -> bool {
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

fn spoil(folder: &Path, options: &str, to: &str) {
    let mut command = Command::new("ffmpeg");
    command.args("-nostdin -loglevel error -y -i film.mp4".split(' '));
    command.args(options.split(' ')).args([
        "-an", "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", to,
    ]);
    let status = command.current_dir(folder).status().unwrap();
    assert!(status.success(), "{options}");
}

/// The moves of a recording.
fn moves(path: &Path) -> Vec<Move> {
    let recorded = Recorded::from_ron(&std::fs::read_to_string(path).unwrap()).unwrap();
    GameMoves::from_recording(&recorded).remove(0).moves
}

/// The locks of a game: piece, column, row, turns, mark.
fn locks(game: &Value) -> Vec<(String, Option<[i64; 3]>, String)> {
    let locks = game["locks"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    locks
        .map(|lock| {
            let place = lock["lock"].as_array();
            let place = place.map(|place| [0, 1, 2].map(|part| place[part].as_i64().unwrap()));
            (text(&lock["piece"]), place, text(&lock["mark"]))
        })
        .collect()
}

#[test]
fn a_film_is_read_however_it_was_spoilt() {
    if !has_ffmpeg() {
        return;
    }
    let folder = folder();
    let folder = folder.path();
    let game = "--input pad --level 18 --hand fast-tapper --player survival --randomizer nes --seed 8988 --frames 900";
    succeed(
        folder,
        &format!("record {game} --video film.mp4 --save-replay film.ron"),
    );
    let played = moves(&folder.join("film.ron"));
    assert!(played.len() > 10);
    for (name, options) in DAMAGES {
        spoil(folder, options, "spoilt.mp4");
        let found = figures(folder, "capture spoilt.mp4 --json -");
        let games = found["games"].as_array().unwrap();
        assert_eq!(games.len(), 1, "{name}");
        let locks = locks(&games[0]);
        let (mut certain, mut right) = (0, 0);
        for (played, (piece, place, mark)) in played.iter().zip(&locks) {
            assert_eq!(
                *piece,
                played.position.current.letter().to_string(),
                "{name}"
            );
            let lock = played.lock;
            let is_right = *place
                == Some([
                    lock.x.into(),
                    lock.y.into(),
                    lock.orientation.rotation().into(),
                ]);
            assert!(
                is_right || mark != "certain",
                "{name}: {lock:?} is said to be {place:?}"
            );
            right += usize::from(is_right);
            certain += usize::from(mark == "certain");
        }
        eprintln!(
            "{name}: {right} of {} right, {certain} certain",
            played.len()
        );
        assert!(
            right + 1 >= played.len(),
            "{name}: {right} of {}",
            played.len()
        );
    }
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
        panic!("it is a captured game");
    };
    let captured = playback.game();
    assert_eq!(captured.to_ron(), text);
    assert!(captured.pieces.len() >= played.len());
    for (seen, played) in captured.pieces.iter().zip(&played) {
        let Fate::Locked { lock, rows, .. } = seen.fate else {
            panic!("{seen:?}");
        };
        assert_eq!((lock, rows, seen.level), (played.lock, played.rows, 19));
    }
    refuse(
        folder,
        "capture film.mp4 -o game.ron",
        &["game.ron exists already"],
    );
    let reviewed = figures(folder, "review game.ron --json -");
    assert_eq!(
        figures(folder, "review film.mp4 --json -")["pieces"],
        reviewed["pieces"]
    );
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
        &["--game 2: there is one game"],
    );
}
