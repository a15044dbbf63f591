//! Tests of films of this program's games, damaged in typical ways: which games can still be read? The table in
//! `src/capture/game/README.md` lists the results. Without ffmpeg, the tests print a message and are skipped.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rayon::prelude::*;
use rightwell::engine::{StartPosition, View};
use rightwell::rules::{Piece, Region};
use rightwell::session::{Move, Recorded, Seek};
use serde_json::Value;

use super::captured_films::{has_ffmpeg, make, moves};
use crate::support::cases::sample;
use crate::support::program::{figures, folder, succeed};

/// The games: how each starts, and the options for the frames and colours of the film.
const GAMES: [(Begin, &str); 12] = [
    (Begin::Level(0, "8988"), "--frames 1200"),
    (Begin::At(0, 8, Region::Pal), "--frames 900 --palette vivid"),
    (
        Begin::Level(9, "77"),
        "--frames 1000 --filter well --palette soft",
    ),
    (Begin::At(9, 96, Region::Pal), "--frames 800"),
    (Begin::Level(18, "8988"), "--frames 900 --palette vivid"),
    (Begin::At(18, 126, Region::Ntsc), "--frames 700"),
    (
        Begin::At(18, 128, Region::Pal),
        "--frames 800 --palette soft",
    ),
    (Begin::Level(19, "4321"), "--frames 800 --palette soft"),
    (
        Begin::At(25, 196, Region::Pal),
        "--frames 700 --palette vivid",
    ),
    (Begin::Level(29, "1234"), "--frames 700 --palette vivid"),
    (Begin::Level(29, "99"), "--frames 600 --region pal"),
    (Begin::Level(19, "26"), "--frames 700"),
];

/// Start of a game.
#[derive(Clone, Copy)]
enum Begin {
    /// From the menu, with this level and seed.
    Level(u8, &'static str),
    /// In the middle of a game, with this level and number of lines, on the console of this region.
    At(u8, u16, Region),
}

/// Part of a game that can still be read in a damaged film.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Survives {
    All,
    /// Everything, except the locks of some pieces.
    NoCorner,
    /// Only this many seconds, from the start of the film.
    Seconds(u64),
}

/// Each kind of damage: its name, the part that can still be read, and ffmpeg's filter. The playfield has 160x320
/// pixels of 512x480. Its upper left corner is at 192,96 (on PAL and NTSC).
const DAMAGES: [(&str, Survives, &str); 35] = [
    (
        "0.4 of its size",
        Survives::All,
        "-vf scale=204:192 -crf 24",
    ),
    (
        "0.6 of its size",
        Survives::All,
        "-vf scale=308:288 -crf 24",
    ),
    (
        "three times as large",
        Survives::Seconds(4),
        "-vf scale=1536:1440 -crf 30 -t 4",
    ),
    ("wide as 16:9", Survives::All, "-vf scale=854:480 -crf 26"),
    ("narrow", Survives::All, "-vf scale=400:540 -crf 26"),
    (
        "cut off on all sides",
        Survives::All,
        "-vf crop=400:440:100:10 -crf 26",
    ),
    (
        "small in a larger picture",
        Survives::All,
        "-vf scale=448:-2,pad=960:540:380:60,drawbox=x=20:y=60:w=300:h=400:color=blue:t=fill -crf 30",
    ),
    (
        "small over a moving picture",
        Survives::All,
        "-f lavfi -i testsrc2=s=640x400:r=60:d=30 -filter_complex [0]scale=320:-2[g];[1][g]overlay=300:60:shortest=1 -crf 30",
    ),
    (
        "a moving picture beside it",
        Survives::All,
        "-f lavfi -i testsrc2=s=200x480:r=60:d=30 -filter_complex [0]fps=60[g];[1][g]hstack=shortest=1 -crf 30",
    ),
    (
        "text over the upper right corner",
        Survives::All,
        "-filter_complex split[a][b];[b]crop=96:48:384:96[t];[a][t]overlay=320:80 -crf 24",
    ),
    (
        "text over the upper left corner",
        Survives::All,
        "-filter_complex split[a][b];[b]crop=96:48:384:96[t];[a][t]overlay=180:80 -crf 24",
    ),
    (
        "a box over the upper right corner",
        Survives::All,
        "-vf drawbox=x=300:y=80:w=70:h=60:color=white@0.9:t=fill -crf 24",
    ),
    (
        "a box over the lower right corner",
        Survives::NoCorner,
        "-vf drawbox=x=304:y=368:w=80:h=60:color=white@0.9:t=fill -crf 24",
    ),
    (
        "a black box over the lower right corner",
        Survives::NoCorner,
        "-vf drawbox=x=304:y=368:w=80:h=60:color=black:t=fill -crf 24",
    ),
    (
        "dark and noisy",
        Survives::All,
        "-vf eq=brightness=-0.08:saturation=0.8,noise=alls=12:allf=t -crf 28",
    ),
    (
        "very noisy",
        Survives::All,
        "-vf noise=alls=30:allf=t -crf 30",
    ),
    (
        "dim",
        Survives::All,
        "-vf eq=brightness=-0.25:contrast=0.7 -crf 26",
    ),
    (
        "washed out",
        Survives::All,
        "-vf eq=contrast=0.55:brightness=0.15:saturation=0.6 -crf 26",
    ),
    ("another hue", Survives::All, "-vf hue=h=60 -crf 26"),
    ("the opposite hue", Survives::All, "-vf hue=h=180 -crf 26"),
    ("blurred", Survives::All, "-vf gblur=sigma=2.5 -crf 26"),
    (
        "100 kilobits a second",
        Survives::All,
        "-vf fps=30 -b:v 100k -maxrate 120k -bufsize 120k",
    ),
    ("H.264, very coarse", Survives::All, "-crf 40"),
    ("30 pictures a second", Survives::All, "-vf fps=30 -crf 24"),
    ("25 pictures a second", Survives::All, "-vf fps=25 -crf 24"),
    (
        "a sixth dropped, others doubled",
        Survives::All,
        "-vf select=gt(random(1)\\,0.15),fps=60 -crf 24",
    ),
    (
        "half of the pictures, blended",
        Survives::All,
        "-vf tblend=all_mode=average,fps=30 -crf 24",
    ),
    (
        "three pictures blended",
        Survives::All,
        "-vf tmix=frames=3 -crf 24",
    ),
    (
        "blended to 50 pictures a second",
        Survives::All,
        "-vf framerate=fps=50 -crf 24",
    ),
    (
        "interlaced",
        Survives::All,
        "-vf scale=640:480,tinterlace=interleave_top -crf 22",
    ),
    (
        "half, blended, small, dim and noisy",
        Survives::All,
        "-vf tblend=all_mode=average,fps=30,scale=460:430,eq=brightness=-0.05:contrast=0.8,noise=alls=8:allf=t -crf 32",
    ),
    (
        "with afterglow",
        Survives::All,
        "-vf lagfun=decay=0.6 -crf 24",
    ),
    (
        "paused, in black",
        Survives::All,
        "-vf loop=loop=120:size=1:start=300,setpts=N/60/TB,drawbox=w=512:h=480:t=fill:color=black:enable=between(n\\,301\\,419) -crf 24",
    ),
    (
        "wide, dark and noisy",
        Survives::All,
        "-vf scale=816:624,eq=brightness=-0.08:saturation=0.8,noise=alls=12:allf=t -crf 26",
    ),
    (
        "heavy scanlines",
        Survives::All,
        "-vf scale=768:720:flags=neighbor,drawgrid=w=768:h=3:t=1:c=black@0.7 -crf 24",
    ),
];

/// Kinds of damage after which no one can read the score. The program then computes the score from the clears.
const UNREADABLE: [&str; 1] = ["blurred"];

/// Lock: piece, column, row, turns.
type Lock = (char, [i64; 3]);

/// The original game.
struct Played {
    moves: Vec<Move>,
    locks: Vec<Lock>,
    /// Score on the screen in the last frame of the game.
    score: u64,
}

/// Lets the program play a game and film it.
fn play(folder: &Path, game: usize) -> Played {
    let (begin, words) = GAMES[game];
    let begin = match begin {
        Begin::Level(level, seed) => format!("--level {level} --seed {seed}"),
        Begin::At(level, lines, region) => {
            let mut position = StartPosition::new(Piece::T, Piece::I);
            (position.level, position.lines, position.region) = (level, lines, region);
            format!("--position {position} --seed 2{game}")
        }
    };
    let line = format!(
        "record --input pad --hand fast-tapper --player survival --randomizer nes {begin} {words} \
         --video film-{game}.mp4 --save-replay film-{game}.ron"
    );
    succeed(folder, &line);
    let recording = folder.join(format!("film-{game}.ron"));
    let moves = moves(&recording);
    let lock = |played: &Move| {
        let lock = played.lock;
        let turns = lock.orientation.rotation();
        let place = [lock.x.into(), lock.y.into(), turns.into()];
        (lock.piece().letter(), place)
    };
    Played {
        locks: moves.iter().map(lock).collect(),
        moves,
        score: last_score(&recording),
    }
}

/// Returns the score that is displayed in the last frame of a recording.
fn last_score(recording: &Path) -> u64 {
    let recorded = Recorded::from_ron(&std::fs::read_to_string(recording).unwrap()).unwrap();
    let Recorded::Console(mut playback) = recorded else {
        panic!("the recording must be a console game");
    };
    while !playback.is_at_end() {
        playback.step();
    }
    let View::Game(game) = playback.console().view() else {
        panic!("it is on");
    };
    let digits = game.score.into_iter();
    digits.fold(0, |score, digit| 10 * score + u64::from(digit))
}

/// Returns the locks of a game as the program reports them, each with its mark.
fn told(game: &Value) -> Vec<(Option<Lock>, String)> {
    let locks = game["locks"].as_array().unwrap().iter();
    let lock = |lock: &Value| {
        let place = lock["lock"].as_array();
        let place = place.map(|place| [0, 1, 2].map(|part| place[part].as_i64().unwrap()));
        let piece = lock["piece"].as_str().unwrap().chars().next().unwrap();
        let mark = lock["mark"].as_str().unwrap().to_owned();
        (place.map(|place| (piece, place)), mark)
    };
    locks.map(lock).collect()
}

/// Pairs played locks with reported locks, in order, so that as many pairs as possible are equal. For each played lock,
/// returns the index of the reported one.
fn paired(played: &[Lock], told: &[(Option<Lock>, String)]) -> Vec<Option<usize>> {
    let equal = |one: usize, other: usize| told[other].0 == Some(played[one]);
    let mut most = vec![vec![0; told.len() + 1]; played.len() + 1];
    for one in (0..played.len()).rev() {
        for other in (0..told.len()).rev() {
            most[one][other] = match equal(one, other) {
                true => most[one + 1][other + 1] + 1,
                false => most[one + 1][other].max(most[one][other + 1]),
            };
        }
    }
    let (mut pairs, mut other) = (Vec::new(), 0);
    for (one, row) in most.iter().enumerate().take(played.len()) {
        while other < told.len() && !equal(one, other) && row[other + 1] == row[other] {
            other += 1;
        }
        let is_pair = other < told.len() && equal(one, other);
        pairs.push(is_pair.then_some(other));
        other += usize::from(is_pair);
    }
    pairs
}

/// Result of reading a film.
#[derive(Clone, Debug, Default)]
struct Found {
    locks: usize,
    certain: usize,
    repaired: usize,
    /// True if lines, clears and levels are those of the original. `None` if the film does not show the whole game.
    counted: Option<bool>,
    /// Errors that must not occur.
    wrong: Vec<String>,
}

/// Damages a film, lets the program read it, and returns the result.
fn found(
    folder: &Path,
    played: &Played,
    game: usize,
    (name, sees, words): (&str, Survives, &str),
) -> Found {
    let file = format!("spoilt-{game}-{}.mp4", name.replace([' ', ',', ':'], "-"));
    make(
        folder,
        &format!("-i film-{game}.mp4 {words} -threads 1"),
        &file,
    );
    let report = figures(folder, &format!("capture {file} --json -"));
    std::fs::remove_file(folder.join(file)).unwrap();
    let games = report["games"].as_array().unwrap();
    let longest = games
        .iter()
        .max_by_key(|game| game["pieces"].as_u64())
        .unwrap();
    let told = told(longest);
    let mut locks = &played.locks[..];
    if let Survives::Seconds(seconds) = sees {
        let last = played.moves[0].frame + 60 * seconds - 20;
        let count = played
            .moves
            .iter()
            .skip(1)
            .take_while(|played| played.frame < last)
            .count();
        locks = &locks[..count];
    }
    let pairs = paired(locks, &told);
    let marked = |mark: &str| {
        let is_marked = |pair: &&Option<usize>| pair.is_some_and(|pair| told[pair].1 == mark);
        pairs.iter().filter(is_marked).count()
    };
    let mut found = Found {
        locks: locks.len(),
        certain: marked("certain"),
        repaired: marked("repaired"),
        counted: None,
        wrong: Vec::new(),
    };
    let mut wrong = |what: &str, is_right: bool, read: &Value| {
        if !is_right {
            found
                .wrong
                .push(format!("{name}, game {game}: {what} {read}"));
        }
    };
    for (place, (lock, mark)) in told.iter().enumerate().take(locks.len()) {
        let is_right = mark != "certain" || pairs.contains(&Some(place));
        wrong(
            &format!("{lock:?} is said to be certain"),
            is_right,
            &Value::Null,
        );
    }
    if matches!(sees, Survives::Seconds(_) | Survives::NoCorner) {
        return found;
    }
    wrong("games", games.len() == 1, &games.len().into());
    let (first, last) = (
        &played.moves[0].position,
        &played.moves[played.moves.len() - 1],
    );
    let is = |name: &str, value: u64| longest[name].as_u64() == Some(value);
    let lines = last.position.lines + u16::from(last.rows);
    let level = last.position.level;
    let levels = [level, level + 1];
    let mut levels = levels.into_iter().take(1 + usize::from(last.rows > 0));
    let count = |rows: u8| {
        played
            .moves
            .iter()
            .filter(|played| played.rows == rows)
            .count()
    };
    if !UNREADABLE.contains(&name) {
        let score = played.score;
        wrong(
            &format!("the score is {score}, and is read as"),
            is("score", score),
            &longest["score"],
        );
    }
    let is_counted = longest["clears"] == serde_json::json!([1, 2, 3, 4].map(count))
        && is("lines", lines.into())
        && is("first_level", first.level.into())
        && levels.any(|level| is("level", level.into()));
    found.counted = Some(is_counted);
    if !is_counted {
        let what = ["lines", "clears", "first_level", "level"].map(|what| &longest[what]);
        eprintln!("{name}, game {game}: {what:?}");
    }
    found
}

#[test]
fn nearly_all_locks_of_damaged_films_are_read() {
    if !has_ffmpeg() {
        return;
    }
    let folder = folder();
    let folder = folder.path();
    // Apply each kind of damage to two games. So each game has at least five kinds of damage.
    let jobs: Vec<(usize, usize)> = (0..DAMAGES.len())
        .flat_map(|damage| [2 * damage, 2 * damage + 5].map(|game| (damage, game % GAMES.len())))
        .collect();
    let jobs: Vec<(usize, usize)> = sample(jobs.len()).map(|index| jobs[index]).collect();
    let games: BTreeSet<usize> = jobs.iter().map(|&(_, game)| game).collect();
    let played = games.into_par_iter().map(|game| (game, play(folder, game)));
    let played: BTreeMap<usize, Played> = played.collect();
    let all: Vec<Found> = jobs
        .par_iter()
        .map(|&(damage, game)| found(folder, &played[&game], game, DAMAGES[damage]))
        .collect();
    let mut wrong: Vec<String> = Vec::new();
    let (mut locks, mut missed) = (0, 0);
    let mut counted = Vec::new();
    for (place, (name, ..)) in DAMAGES.iter().enumerate() {
        let mut sum = Found::default();
        let mut right = Vec::new();
        let of_it = jobs.iter().zip(&all);
        for (_, found) in of_it.filter(|((damage, _), _)| *damage == place) {
            sum.locks += found.locks;
            sum.certain += found.certain;
            sum.repaired += found.repaired;
            right.extend(found.counted);
            wrong.extend(found.wrong.iter().cloned());
        }
        if sum.locks == 0 {
            continue;
        }
        let (certain, repaired) = (sum.certain, sum.repaired);
        let not_found = sum.locks - certain - repaired;
        let are_right = right.iter().filter(|right| **right).count();
        eprintln!(
            "| {name} | {certain} | {repaired} | {not_found} | {are_right} of {} |",
            right.len()
        );
        (locks, missed) = (locks + sum.locks, missed + not_found);
        counted.extend(right);
    }
    let are_right = counted.iter().filter(|right| **right).count();
    eprintln!(
        "{missed} of {locks} locks are not found; lines, clears and levels are right in {are_right} of {} films",
        counted.len()
    );
    assert_eq!(wrong, [""; 0]);
    assert!(200 * missed <= locks, "{missed} of {locks}");
    assert!(50 * are_right >= 49 * counted.len(), "{are_right}");
}

/// Moving cameras: ffmpeg's filters.
const CAMERAS: [&str; 3] = [
    "fps=30,scale=640:480,pad=700:540:30:30,crop=660:500:20+3*sin(t*2.1):20+3*sin(t*3.3)",
    "fps=30,scale=640:480,pad=720:540:40:30,rotate=2*PI/180",
    "fps=30,scale=640:480,pad=720:540:40:30,zoompan=z=1+0.2*on/350:x=iw/2-iw/zoom/2:y=ih/2-ih/zoom/2:d=1:fps=30:s=720x540",
];

#[test]
fn nearly_all_locks_are_read_while_the_camera_shakes_turns_or_zooms() {
    if !has_ffmpeg() {
        return;
    }
    let folder = folder();
    let folder = folder.path();
    let game = GAMES.len() - 1;
    let played = play(folder, game);
    for camera in sample(CAMERAS.len()).map(|index| CAMERAS[index]) {
        make(
            folder,
            &format!("-i film-{game}.mp4 -vf {camera} -crf 24"),
            "camera.mp4",
        );
        let report = figures(folder, "capture camera.mp4 --json -");
        let games = report["games"].as_array().unwrap();
        let told: Vec<_> = games.iter().flat_map(told).collect();
        let pairs = paired(&played.locks, &told);
        let found = pairs.iter().flatten().count();
        assert!(8 * found >= 7 * played.locks.len(), "{camera}: {found}");
    }
}
