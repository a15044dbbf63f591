//! Tests of runs of `simulate` that are interrupted: whenever they are resumed, they end with the result of a run
//! without interruption.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime};

use rightwell::engine::{CrashRule, GameType, VersusStart};
use rightwell::lab::compare::Comparison;
use rightwell::lab::match_report::MatchDescription;
use rightwell::lab::{
    Batch, BatchDescription, BatchSize, Control, Counts, MatchBatch, RunResults, RunResultsContent,
    SavedRun, Shard,
};
use rightwell::players::{NamedHand, Opponent, Pattern, Player, Strategy};
use rightwell::rules::{RandomizerKind, Region};
use rightwell::search::Hand;
use rightwell::session::{Controls, PadControls, SeriesSettings};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::support::program::{folder, lasting_figures, refuse, run_in, standard_error, succeed};

/// Compares a run without interruption with a run that is interrupted after every `step` pieces, saved, read and
/// resumed. Returns the number of interruptions.
fn interrupted<D, C>(
    description: &D,
    units: u64,
    step: u64,
    work: impl Fn(&RunResults<C>, &Control) -> C + Sync,
) -> u32
where
    D: Clone + Serialize + DeserializeOwned,
    C: Counts + Serialize + DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let whole = work(&RunResults::without_memory(), &Control::default());
    let mut kept: SavedRun<D, C> = SavedRun {
        description: description.clone(),
        shard: Shard::WHOLE,
        seconds: 0.0,
        entries: RunResultsContent::default(),
    };
    let mut breaks = 0;
    let mut pieces = 0;
    while kept.entries.done.len() < units {
        let ledger = RunResults::new(kept.entries);
        let control = Control::default();
        control
            .pieces
            .store(ledger.entries().sum.progress()[0], Ordering::Relaxed);
        pieces += step;
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while control.pieces.load(Ordering::Relaxed) < pieces
                    && ledger.entries().done.len() < units
                {
                    std::thread::yield_now();
                }
                control.stop.store(true, Ordering::Relaxed);
            });
            work(&ledger, &control);
        });
        assert!(!control.replay_failed.load(Ordering::Relaxed));
        kept.entries = ledger.entries();
        let bytes = kept.to_bytes();
        kept = SavedRun::from_bytes(&bytes).unwrap();
        kept.check(units).unwrap();
        assert_eq!(kept.to_bytes(), bytes);
        breaks += 1;
    }
    assert_eq!(kept.entries.sum, whole);
    assert!(kept.entries.open.is_empty());
    breaks
}

fn batch(player: &str, controls: Controls, randomizer: RandomizerKind, extent: BatchSize) -> Batch {
    Batch {
        series: SeriesSettings {
            level: 18,
            randomizer,
            seed: 0x1234,
            controls,
            position: None,
        },
        strategy: Arc::new(Strategy::alone(Arc::new(Player::named(player).unwrap()))),
        extent,
        lines: None,
        pieces_per_game: None,
        shard: Shard::WHOLE,
    }
}

fn pad(hand: Hand) -> PadControls {
    PadControls {
        hand,
        region: Region::Ntsc,
        game_type: GameType::A,
        double_killscreen: false,
        crash: CrashRule::Off,
        training: None,
    }
}

fn interrupted_games(batch: &Batch, step: u64) -> u32 {
    let description = BatchDescription::from_batch(batch);
    interrupted(&description, batch.units(), step, |ledger, control| {
        batch.run_on(ledger, control)
    })
}

fn games(games: u64) -> BatchSize {
    BatchSize::Games {
        games,
        pieces: None,
    }
}

#[test]
fn games_without_gravity_resume_in_the_middle() {
    let batch = batch(
        "survival",
        Controls::Drag,
        RandomizerKind::NesOdds,
        games(40),
    );
    let batch = Batch {
        lines: Some(if cfg!(debug_assertions) { 20 } else { 400 }),
        ..batch
    };
    let step = if cfg!(debug_assertions) { 400 } else { 8_000 };
    assert!(interrupted_games(&batch, step) > 1);
}

#[test]
fn streams_of_pieces_resume_in_the_middle() {
    // A stream has more pieces than this, so all games are in one stream. Many of them are lost.
    let pieces = BatchSize::Pieces(if cfg!(debug_assertions) {
        20_000
    } else {
        200_000
    });
    let batch = batch("dt10", Controls::Drag, RandomizerKind::Uniform, pieces);
    let step = if cfg!(debug_assertions) {
        3_000
    } else {
        25_000
    };
    assert!(interrupted_games(&batch, step) > 1);
}

#[test]
fn games_by_gamepad_that_lock_at_once_resume_in_the_middle() {
    let hand = NamedHand::named("tapper").unwrap().hand();
    let batch = batch(
        "survival",
        Controls::Pad(pad(hand)),
        RandomizerKind::NesOdds,
        games(5),
    );
    assert!(interrupted_games(&batch, 300) > 1);
}

#[test]
fn games_by_gamepad_frame_by_frame_resume_in_the_middle() {
    for (name, tucks, game_type, count) in [
        ("tapper", true, GameType::A, 2),
        ("das", false, GameType::A, 2),
        ("machine", true, GameType::B { height: 3 }, 60),
    ] {
        let hand = NamedHand::named(name).unwrap().hand();
        let pad = PadControls {
            game_type,
            ..pad(hand.with_tuck_misdrops(tucks))
        };
        let kind = RandomizerKind::Nes;
        let batch = batch("survival", Controls::Pad(pad), kind, games(count));
        assert!(interrupted_games(&batch, 200) > 1, "{name}");
    }
}

#[test]
fn comparisons_and_matches_resume() {
    let one = batch(
        "survival",
        Controls::Drag,
        RandomizerKind::NesOdds,
        games(20),
    );
    let one = Batch {
        lines: Some(if cfg!(debug_assertions) { 20 } else { 200 }),
        ..one
    };
    let other = Batch {
        strategy: Arc::new(Strategy::alone(Arc::new(Player::named("plateau").unwrap()))),
        ..one.clone()
    };
    let comparison = Comparison { one, other };
    let breaks = interrupted(&comparison.description(), 20, 1_000, |ledger, control| {
        comparison.run_on(ledger, control)
    });
    assert!(breaks > 1, "{breaks} breaks");
    let opponent = |line| {
        Arc::new(
            Opponent::from_line(line, Opponent::named, NamedHand::named, Pattern::named).unwrap(),
        )
    };
    let matches = MatchBatch {
        start: VersusStart::default(),
        opponents: [opponent("dt10,misdrops=30"), opponent("bcts,misdrops=30")],
        games: 20,
        shard: Shard::WHOLE,
    };
    // After an interruption, a match starts again. So a step must be longer than a match.
    let breaks = interrupted(
        &MatchDescription::from_batch(&matches),
        20,
        2_000,
        |ledger, control| matches.run_on(ledger, control),
    );
    assert!(breaks > 1, "{breaks} breaks");
}

/// Returns the command line of a run that takes about a second.
fn long_run() -> String {
    let pieces = if cfg!(debug_assertions) {
        60_000
    } else {
        300_000
    };
    format!("simulate --pieces {pieces} --randomizer uniform --seed 77")
}

fn start(folder: &Path, line: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_rightwell"))
        .args(line.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program can be started")
}

#[test]
fn a_run_that_is_killed_ten_times_loses_only_the_last_seconds() {
    let folder = folder();
    let run = long_run();
    let whole = lasting_figures(folder.path(), &format!("{run} --json -"));
    let kept = format!("{run} --resume run.kept");
    let mut sizes = Vec::new();
    for kill in 0..10 {
        let mut child = start(folder.path(), &kept);
        // The program is killed before the first save, during a save, or between two saves.
        std::thread::sleep(Duration::from_millis(40 + 53 * (kill * 7 % 10)));
        child.kill().unwrap();
        child.wait().unwrap();
        if let Ok(bytes) = fs::read(folder.path().join("run.kept")) {
            let found =
                SavedRun::<BatchDescription, rightwell::lab::Tally>::from_bytes(&bytes).unwrap();
            let open = found.entries.open.values();
            let open: usize = open.map(Vec::len).sum();
            sizes.push(found.entries.sum.pieces + open as u64 / 2);
        }
    }
    assert!(
        sizes.is_sorted(),
        "the saved run must never shrink: {sizes:?}"
    );
    assert!(sizes.last() > sizes.first(), "{sizes:?}");
    assert_eq!(
        lasting_figures(folder.path(), &format!("{kept} --json -")),
        whole
    );
    // The run is complete. If it is resumed again, the program only reports the result.
    assert_eq!(
        lasting_figures(folder.path(), &format!("{kept} --json -")),
        whole
    );
}

#[test]
fn ctrl_c_prints_the_results_so_far_and_the_same_command_resumes() {
    let folder = folder();
    let run =
        "simulate --player dellacherie --games 4000 --pieces-per-game 4000 --seed 5 --resume r";
    let child = Command::new(env!("CARGO_BIN_EXE_rightwell"))
        .args(run.split_whitespace())
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(800));
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let error = standard_error(&output);
    for words in ["saved in r; repeat the command to resume", "stopped early"] {
        assert!(error.contains(words), "{words}: {error}");
    }
    assert!(String::from_utf8_lossy(&output.stdout).contains("pieces"));
    let kept = fs::read(folder.path().join("r")).unwrap();
    let kept = SavedRun::<BatchDescription, rightwell::lab::Tally>::from_bytes(&kept).unwrap();
    assert!(kept.seconds > 0.0);
}

#[test]
fn leftovers_of_a_killed_run_are_removed_by_the_next() {
    let folder = folder();
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    for name in [".rightwell-aB3dE6", ".rightwell-mine"] {
        let file = fs::File::create(folder.path().join(name)).unwrap();
        file.set_modified(old).unwrap();
    }
    let run = "simulate --player dellacherie --games 1 --pieces-per-game 20 --seed 5 --resume r";
    succeed(folder.path(), run);
    let files = fs::read_dir(folder.path()).unwrap().flatten();
    let mut names: Vec<_> = files.map(|file| file.file_name()).collect();
    names.sort();
    assert_eq!(names, [".rightwell-mine", "r"]);
}

#[test]
fn only_an_equal_run_resumes() {
    let folder = folder();
    let run = "simulate --player dellacherie --games 3 --lines 20 --seed 5 --resume r";
    succeed(folder.path(), run);
    let refused = |line: &str, words: &[&str]| refuse(folder.path(), line, words);
    refused(
        &run.replace("dellacherie", "dt10"),
        &["player is dellacherie in the file, dt10 in this command"],
    );
    refused(
        &run.replace("--seed 5", "--seed 6"),
        &["seed", "another file"],
    );
    refused(
        &run.replace("--seed 5", ""),
        &["`--resume` needs `--seed HEX`"],
    );
    refused(
        &format!("{run} --shard 1/3"),
        &["shard is 1/1 in the file, 1/3 in this command"],
    );
    refused(
        &format!("{run} --pieces 50"),
        &["`--resume` needs either", "not both"],
    );
    refused(&format!("{run} --compare dt10"), &["r:"]);
    refused("simulate --merge a --resume r", &["--merge", "--resume"]);
    let path = folder.path().join("r");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    refused(run, &["r: the file is corrupt"]);
    fs::write(&path, "something else").unwrap();
    refused(run, &["r: not a run saved by `simulate --resume`"]);
    assert_eq!(
        fs::read(&path).unwrap(),
        b"something else",
        "the file must stay unchanged"
    );
}

#[test]
fn decisions_that_cannot_be_played_are_found() {
    let folder = folder();
    let run = "simulate --player dellacherie --games 1 --pieces-per-game 50 --seed 5 --resume r";
    succeed(folder.path(), run);
    let path = folder.path().join("r");
    let kept = fs::read(&path).unwrap();
    let kept = SavedRun::<BatchDescription, rightwell::lab::Tally>::from_bytes(&kept).unwrap();
    for decisions in [
        vec![0, 0],
        vec![0xFE, 0x0F],
        vec![1],
        vec![1, 0x80, 9, 0, 1],
    ] {
        let mut entries = RunResultsContent::default();
        entries.open.insert(0, decisions.clone());
        let corrupt = SavedRun {
            entries,
            ..kept.clone()
        };
        fs::write(&path, corrupt.to_bytes()).unwrap();
        let output = run_in(folder.path(), run);
        let error = standard_error(&output);
        assert_eq!(output.status.code(), Some(2), "{decisions:?}: {error}");
        assert!(error.contains("games in the file desync"), "{error}");
        assert_eq!(
            fs::read(&path).unwrap(),
            corrupt.to_bytes(),
            "the file must stay unchanged"
        );
    }
}

#[test]
fn decisions_by_gamepad_that_lead_elsewhere_are_found() {
    let folder = folder();
    let run = "simulate --player dt10 --input pad --level 18 --randomizer nes --games 1 \
               --pieces-per-game 6 --seed 5 --resume r";
    succeed(folder.path(), run);
    let path = folder.path().join("r");
    let kept = fs::read(&path).unwrap();
    let kept = SavedRun::<BatchDescription, rightwell::lab::Tally>::from_bytes(&kept).unwrap();
    // Each corrupt decision is one plan: no button, Down, or A and Left, held for some frames.
    for (held, frames) in [
        (0, 1_000_u32),
        (0, 30),
        (0x04, 200),
        (0x82, 255),
        (0x04, 2_500),
    ] {
        let runs = frames.div_ceil(250) as u8;
        let mut decisions = vec![1, 0x80, runs, 0];
        for first in (0..frames).step_by(250) {
            decisions.extend([held, (frames - first).min(250) as u8]);
        }
        let mut entries = RunResultsContent::default();
        entries.open.insert(0, decisions);
        let corrupt = SavedRun {
            entries,
            ..kept.clone()
        };
        fs::write(&path, corrupt.to_bytes()).unwrap();
        let output = run_in(folder.path(), run);
        let error = standard_error(&output);
        assert_eq!(output.status.code(), Some(2), "{held} {frames}: {error}");
        assert!(error.contains("games in the file desync"), "{error}");
    }
}

#[test]
fn two_players_are_compared_in_the_same_games() {
    let folder = folder();
    let games = "--games 12 --pieces-per-game 400 --seed 5";
    let compare = format!("simulate --player dellacherie --compare dt20 {games}");
    let both = lasting_figures(folder.path(), &format!("{compare} --json -"));
    let alone = |player: &str| {
        let line = format!("simulate --player {player} {games} --json -");
        lasting_figures(folder.path(), &line)
    };
    let [one, other] = ["dellacherie", "dt20"].map(alone);
    assert_eq!(
        both["tally"], one["tally"],
        "the comparison must not affect the first player"
    );
    let compared = &both["compare"];
    assert_eq!(compared["player"], "dt20");
    assert_eq!(compared["tally"]["other"], other["tally"]);
    let mean = |figures: &serde_json::Value| figures["scores"]["mean"].as_f64().unwrap();
    let difference = compared["scores"]["mean"].as_f64().unwrap();
    assert!((difference - (mean(&one) - mean(&other))).abs() < 1e-6);
    assert_eq!(compared["scores"]["pairs"], 12);
    // Play the batch in parts and merge them.
    for part in 1..=3 {
        succeed(
            folder.path(),
            &format!("{compare} --shard {part}/3 --json {part}.json"),
        );
    }
    let merge = "simulate --merge 3.json 1.json 2.json";
    assert_eq!(
        lasting_figures(folder.path(), &format!("{merge} --json -")),
        both
    );
    let text = succeed(folder.path(), merge);
    assert!(
        text.contains("compared with dt20 in the same games:"),
        "{text}"
    );
    // A player that is compared with itself is neither better nor worse.
    let itself = succeed(
        folder.path(),
        &format!("simulate --player dt20 --compare dt20 {games}"),
    );
    assert!(itself.contains("the same in every game"), "{itself}");
    refuse(
        folder.path(),
        "simulate --compare dt20 --pieces 100 --seed 1",
        &["`--compare` needs `--games N`"],
    );
    refuse(
        folder.path(),
        "simulate --compare nobody --games 1 --seed 1",
        &["--compare", "nobody"],
    );
}
