//! Tests of the swarm: it finds better players, always the same ones, and loses nothing when it is interrupted.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rightwell::lab::Control;
use rightwell::lab::swarm::{
    Objective, Swarm, SwarmCheckpoint, SwarmGames, SwarmRecipe, SwarmTrial, VariedNumbers,
};
use rightwell::players::{EvaluatorFile, Player, PlayerFile, SixWeights};
use rightwell::rules::{RandomizerKind, Region};
use rightwell::search::Hand;
use rightwell::session::{Controls, PadControls, SeriesSettings};

use crate::learning_goes_on::start;
use crate::support::cases::sample;
use crate::support::program::{self, folder, refuse, run_in, standard_error, succeed};

fn recipe(objective: Objective) -> SwarmRecipe {
    SwarmRecipe {
        from: "survival".to_owned(),
        from_fingerprint: Player::named("survival").unwrap().fingerprint(),
        objective,
        varied: VariedNumbers::WEIGHTS,
        games: 8,
        particles: 5,
        iterations: 6,
        patience: 3,
        spread: 0.5,
        input: "drag".to_owned(),
        seed: 5,
        version: "0.1.0".to_owned(),
    }
}

fn series(level: u8, controls: Controls) -> SeriesSettings {
    SeriesSettings {
        level,
        randomizer: RandomizerKind::NesOdds,
        seed: 5,
        controls,
        position: None,
    }
}

fn drag() -> SeriesSettings {
    series(0, Controls::Drag)
}

/// Returns `survival` with weights that ignore holes, which leaves much to improve.
fn careless() -> PlayerFile {
    let mut file = PlayerFile::named("survival").unwrap();
    file.evaluator = EvaluatorFile::SixFeatures(SixWeights {
        column_holes: -2.0,
        column_transitions: 3.0,
        ..SixWeights::SURVIVAL
    });
    file
}

/// Returns each objective with a series of games that is short enough for a test.
fn objectives() -> [(Objective, SeriesSettings); 5] {
    let pad = |tap_hz| {
        Controls::Pad(PadControls {
            hand: Hand::new(tap_hz, 0).unwrap(),
            region: Region::Ntsc,
            game_type: rightwell::engine::GameType::A,
            double_killscreen: false,
            crash: rightwell::engine::CrashRule::Off,
            training: None,
        })
    };
    let score = Objective::Score {
        lines: 12,
        best: 100,
    };
    [
        (score, series(19, pad(30))),
        (Objective::Survival { rise: 1 }, drag()),
        (Objective::Garbage { pieces: 25 }, drag()),
        (
            Objective::Heights {
                pieces: 200,
                skew: 0,
            },
            drag(),
        ),
        (Objective::Length { pieces: 200 }, series(29, pad(13))),
    ]
}

#[test]
fn each_objective_finds_a_better_player_that_is_better_in_fresh_games() {
    let objectives = objectives();
    for (objective, series) in sample(objectives.len()).map(|index| objectives[index].clone()) {
        let recipe = SwarmRecipe {
            games: 24,
            particles: 10,
            iterations: 8,
            ..recipe(objective)
        };
        let games = SwarmGames::new(objective, series).unwrap();
        let from = careless();
        let control = Control::default();
        let mut swarm = Swarm::new(&recipe, &games, &from).unwrap();
        while swarm.step(&control).is_some() {}
        let course = swarm.course();
        assert_eq!(course.len(), 8);
        assert!(course.is_sorted_by(|before, after| before.best <= after.best));
        let (best, found) = swarm.best().unwrap();
        assert_eq!(best, course[7].best);
        let trial = SwarmTrial::run(&games, 99, 60, [&from, &found], &control);
        let trial = trial.unwrap().unwrap();
        assert!(trial.ci95[0] > 0.0, "{objective:?}: {trial:?}");
        let [low, high] = trial.ci95;
        assert!(low <= trial.gain && trial.gain <= high, "{trial:?}");
    }
}

#[test]
fn a_swarm_resumes_from_its_checkpoint_without_a_difference() {
    let objectives = objectives();
    for (objective, series) in sample(objectives.len()).map(|index| objectives[index].clone()) {
        let recipe = recipe(objective);
        let games = SwarmGames::new(objective, series).unwrap();
        let (from, control) = (careless(), Control::default());
        let mut whole = Swarm::new(&recipe, &games, &from).unwrap();
        while whole.step(&control).is_some() {}
        let mut swarm = Swarm::new(&recipe, &games, &from).unwrap();
        loop {
            let bytes = SwarmCheckpoint::from_swarm(&swarm).to_bytes();
            let checkpoint = SwarmCheckpoint::from_bytes(&bytes).unwrap();
            assert!(
                checkpoint == SwarmCheckpoint::from_swarm(&swarm),
                "bit for bit"
            );
            swarm = checkpoint.into_swarm(&recipe, &games, &from).unwrap();
            if swarm.step(&control).is_none() {
                break;
            }
        }
        let end = |swarm| SwarmCheckpoint::from_swarm(swarm).to_bytes();
        assert!(
            end(&swarm) == end(&whole),
            "the swarms must be equal in every byte"
        );
    }
}

#[test]
fn a_swarm_can_get_more_iterations_later_but_not_fewer_than_done() {
    let (objective, series) = objectives()[1].clone();
    let [few, many] = [2, 6].map(|iterations| SwarmRecipe {
        iterations,
        ..recipe(objective)
    });
    let games = SwarmGames::new(objective, series).unwrap();
    let (from, control) = (careless(), Control::default());
    let mut whole = Swarm::new(&many, &games, &from).unwrap();
    let mut swarm = Swarm::new(&few, &games, &from).unwrap();
    while swarm.step(&control).is_some() {}
    let checkpoint = SwarmCheckpoint::from_swarm(&swarm);
    assert_eq!((checkpoint.iterations(), many.difference(&few)), (2, None));
    let mut swarm = checkpoint.into_swarm(&many, &games, &from).unwrap();
    while whole.step(&control).is_some() {}
    while swarm.step(&control).is_some() {}
    assert!(SwarmCheckpoint::from_swarm(&swarm) == SwarmCheckpoint::from_swarm(&whole));
    let checkpoint = SwarmCheckpoint::from_swarm(&swarm);
    let fault = checkpoint.into_swarm(&few, &games, &from).unwrap_err();
    assert!(fault.contains("inconsistent"), "{fault}");
}

#[test]
fn a_stopped_swarm_discards_the_unfinished_iteration() {
    let (objective, series) = objectives()[1].clone();
    let recipe = recipe(objective);
    let games = SwarmGames::new(objective, series).unwrap();
    let mut swarm = Swarm::new(&recipe, &games, &careless()).unwrap();
    swarm.step(&Control::default()).unwrap();
    let before = SwarmCheckpoint::from_swarm(&swarm);
    let stopped = Control::default();
    stopped
        .stop
        .store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(swarm.step(&stopped), None);
    assert!(SwarmCheckpoint::from_swarm(&swarm) == before);
    assert!(swarm.step(&Control::default()).is_some());
}

#[test]
fn a_corrupt_checkpoint_and_one_of_another_recipe_are_refused() {
    let (objective, series) = objectives()[2].clone();
    let recipe = recipe(objective);
    let games = SwarmGames::new(objective, series).unwrap();
    let mut swarm = Swarm::new(&recipe, &games, &careless()).unwrap();
    swarm.step(&Control::default()).unwrap();
    let bytes = SwarmCheckpoint::from_swarm(&swarm).to_bytes();
    for place in [40, 200, bytes.len() / 2, bytes.len() - 1] {
        let mut corrupt = bytes.clone();
        corrupt[place] ^= 1;
        let fault = SwarmCheckpoint::from_bytes(&corrupt).unwrap_err();
        assert!(fault.contains("checksum"), "{place}: {fault}");
    }
    for length in [0, 10, 29, 33, 100, bytes.len() - 1] {
        assert!(SwarmCheckpoint::from_bytes(&bytes[..length]).is_err());
    }
    let checkpoint = SwarmCheckpoint::from_bytes(&bytes).unwrap();
    let other = SwarmRecipe {
        spread: 0.25,
        ..recipe.clone()
    };
    let difference = other.difference(&recipe).unwrap();
    assert_eq!(difference, "spread is 0.25; the checkpoint has 0.5");
    let fault = checkpoint
        .clone()
        .into_swarm(&other, &games, &careless())
        .unwrap_err();
    assert!(fault.contains("recipe differs"), "{fault}");
    // This player has another number of weights, so the particles of the checkpoint do not fit.
    let plateau = PlayerFile::named("plateau").unwrap();
    assert!(checkpoint.into_swarm(&recipe, &games, &plateau).is_err());
}

#[test]
fn games_are_the_same_for_all_and_others_for_another_number() {
    let strategy = |name: &str| {
        let player = Player::named(name).unwrap();
        std::sync::Arc::new(rightwell::players::Strategy::alone(player.into()))
    };
    let stop = Control::default().stop;
    for (objective, series) in objectives() {
        let games = SwarmGames::new(objective, series).unwrap();
        let play = |name: &str, number: u64| games.play(&strategy(name), number, &stop).unwrap();
        let first = play("survival", 0);
        assert_eq!(play("survival", 0), first);
        assert_eq!(first.locks.iter().sum::<u64>(), first.pieces);
        assert!(first.pieces > 0, "{objective:?}");
        let others = (1..4).map(|number| play("survival", number));
        assert!(others.into_iter().any(|other| other != first));
        assert!((0..4).any(|number| play("dt20", number) != play("survival", number)));
        let fresh = games.with_seed(6).play(&strategy("survival"), 0, &stop);
        assert_ne!(fresh.unwrap(), first, "{objective:?}");
    }
}

/// Options for a swarm that ends after a moment.
const SMALL: &str = "--seed 5 --particles 6 --games 8 --iterations 12 --patience 4 --fresh-games 20 \
                     --objective survival --rise 1";

#[test]
fn the_same_command_writes_the_same_player_with_any_number_of_threads() {
    let folder = folder();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    for threads in [1, 2, 3] {
        let line = format!("train --swarm {threads}/mine.ron --threads {threads} {SMALL}");
        fs::create_dir(folder.path().join(threads.to_string())).unwrap();
        let said = succeed(folder.path(), &line);
        assert!(said.contains("20 fresh games (seed "), "{said}");
        let files = fs::read_dir(folder.path().join(threads.to_string()));
        assert_eq!(files.unwrap().count(), 1, "no checkpoint may remain");
    }
    let text = read("1/mine.ron");
    assert_eq!(text, read("2/mine.ron"));
    assert_eq!(text, read("3/mine.ron"));
    for words in [
        "// Found by a swarm: from survival (",
        "objective survival, rise 1, vary weights, games 8, particles 6, iterations 12, patience 4",
        "input drag, seed 0000000000000005, rightwell 0.1.0",
        "// 20 fresh games (seed ",
        "name: \"mine\"",
    ] {
        assert!(text.contains(words), "'{words}' is missing in {text}");
    }
    let player = Player::from_ron("mine.ron", &text).unwrap();
    assert_ne!(
        player.six_features(),
        Player::named("survival").unwrap().six_features()
    );
    // The weights form a vector of constant length, because the optimization does not change their scale.
    let length = |file: PlayerFile| {
        let EvaluatorFile::SixFeatures(six) = file.evaluator else {
            panic!("survival has six features");
        };
        let squares = six.named().map(|(_, weight)| weight * weight);
        squares.iter().sum::<f64>().sqrt()
    };
    let found = length(PlayerFile::from_ron("mine.ron", &text).unwrap());
    let begun = length(PlayerFile::named("survival").unwrap());
    assert!((found - begun).abs() < 1e-6, "{found}, {begun}");
    // Commands accept the new player as a file.
    let line = "simulate --player 1/mine.ron --seed 1 --games 1 --pieces-per-game 50";
    assert!(succeed(folder.path(), line).contains("player mine"));
}

#[test]
fn offsets_and_powers_vary_on_request() {
    let folder = folder();
    let line =
        format!("train --swarm a.ron --from el-tetris --vary weights,powers,offsets {SMALL}");
    succeed(folder.path(), &line);
    let text = fs::read_to_string(folder.path().join("a.ron")).unwrap();
    assert!(
        text.contains("vary weights and offsets and powers"),
        "{text}"
    );
    assert!(Player::from_ron("a.ron", &text).is_ok());
    assert!(
        text.contains("offset:") && text.contains("power:"),
        "{text}"
    );
}

#[test]
fn points_by_gamepad_are_those_of_simulate() {
    let folder = folder();
    let line = "train --swarm a.ron --from plateau --objective score --best 100 --lines 20 --input pad \
                --level 19 --seed 5 --particles 2 --games 4 --iterations 1 --fresh-games 12";
    let said = succeed(folder.path(), line);
    let seed = said.split("(seed ").nth(1).unwrap();
    let seed = &seed[..16];
    let before = said.split("): ").nth(1).unwrap();
    let before: f64 = before.split(' ').next().unwrap().parse().unwrap();
    let line = format!(
        "simulate --player plateau --input pad --level 19 --lines 20 --randomizer nes-odds --games 12 \
         --seed {seed} --json -"
    );
    let figures = program::figures(folder.path(), &line);
    let mean = figures["scores"]["mean"].as_f64().unwrap();
    assert_eq!(before, mean.round());
}

/// Options for a swarm that runs long enough to be interrupted.
const LONG: &str =
    "--particles 6 --games 20 --iterations 24 --patience 9 --fresh-games 60 --rise 2";

/// Returns the number of iterations in the checkpoint.
fn iterations(path: &Path) -> Option<usize> {
    let bytes = fs::read(path).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    assert!(SwarmCheckpoint::from_bytes(&bytes).is_ok(), "written whole");
    Some(text.matches("begins_anew").count())
}

#[test]
fn a_killed_swarm_resumes_to_the_same_player() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    succeed(
        folder.path(),
        &format!("train --swarm whole/a.ron --seed 5 {LONG}").replace("whole/", ""),
    );
    fs::rename(path("a.ron"), path("whole.ron")).unwrap();
    let mut resume = "";
    let mut breaks = 0;
    for wanted in [1, 5, 13, 19] {
        let mut child = start(
            folder.path(),
            &format!("--swarm a.ron --seed 5 {LONG} {resume}"),
        );
        let is_there = (0..60_000).any(|_| {
            std::thread::sleep(Duration::from_millis(1));
            iterations(&path("a.ron.checkpoint")).is_some_and(|done| done >= wanted)
                || child.try_wait().unwrap().is_some()
        });
        assert!(is_there, "no checkpoint within a minute");
        child.kill().unwrap();
        child.wait().unwrap();
        breaks += usize::from(!path("a.ron").exists());
        resume = "--resume";
    }
    assert!(breaks >= 3, "{breaks} breaks");
    // Without `--seed` the command uses the seed of the interrupted run.
    if !path("a.ron").exists() {
        succeed(
            folder.path(),
            &format!("train --swarm a.ron --resume {LONG}"),
        );
    }
    assert!(fs::read(path("a.ron")).unwrap() == fs::read(path("whole.ron")).unwrap());
    assert!(!path("a.ron.checkpoint").exists());
}

#[cfg(unix)]
#[test]
fn a_stopped_swarm_saves_its_best_player_beside_the_previous_one() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.ron"), "a good one").unwrap();
    let child = start(
        folder.path(),
        &format!("--swarm a.ron --seed 5 --iterations 9999 {LONG}").replace("--iterations 24 ", ""),
    );
    let is_there = (0..6_000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        path("a.ron.checkpoint").exists()
    });
    assert!(is_there, "no checkpoint within a minute");
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let error = standard_error(&output);
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(
        error.contains("a.ron.partial") && error.contains("--resume"),
        "{error}"
    );
    assert_eq!(fs::read(path("a.ron")).unwrap(), b"a good one");
    let partial = fs::read_to_string(path("a.ron.partial")).unwrap();
    assert!(Player::from_ron("a.ron", &partial).is_ok());
    for (line, words) in [
        (LONG.to_owned(), ["a.ron.checkpoint", "--resume"]),
        (
            format!("--resume --games 21 {}", LONG.replace("--games 20 ", "")),
            [
                "games is 21; the checkpoint has 20",
                "the command of that run",
            ],
        ),
        (
            format!("--resume --seed 6 {LONG}"),
            ["a.ron.checkpoint", "; the checkpoint has "],
        ),
        (
            format!("--resume --from endurance {LONG}"),
            ["from is endurance (", "the checkpoint has survival ("],
        ),
    ] {
        refuse(
            folder.path(),
            &format!("train --swarm a.ron {line}"),
            &words,
        );
    }
}

#[test]
fn impossible_options_are_refused_in_one_line_before_the_work() {
    let folder = folder();
    fs::write(folder.path().join("bad.ron"), "(version: 1").unwrap();
    fs::write(folder.path().join("b.ron.checkpoint"), "no").unwrap();
    let refused: [(&str, &[&str]); 23] = [
        ("", &["--table FILE.table", "--swarm FILE.ron"]),
        ("--table a.table", &["--table", "--pieces N"]),
        (
            "--table a.table --swarm a.ron",
            &["--table", "--swarm", "cannot be used"],
        ),
        (
            "--swarm a.ron --pieces 9",
            &["--pieces", "--swarm", "cannot be used"],
        ),
        (
            "--swarm a.ron --game-over 9",
            &["--game-over", "cannot be used"],
        ),
        (
            "--table a.table --pieces 9 --particles 3",
            &["--particles", "--table", "cannot be used"],
        ),
        (
            "--swarm a.ron --objective score --input pad --level 39",
            &["--level 39", "0 to 29"],
        ),
        (
            "--swarm a.txt",
            &["a.txt", "allowed: a name ending in .ron"],
        ),
        ("--swarm none/a.ron", &["there is no folder none"]),
        ("--swarm a.ron --from nobody", &["'nobody'", "survival"]),
        ("--swarm a.ron --from bad.ron", &["bad.ron, line"]),
        ("--swarm a.ron --from scorer", &["scorer", "learnt table"]),
        (
            "--swarm a.ron --vary colours",
            &["colours", "weights, offsets, powers"],
        ),
        (
            "--swarm a.ron --vary powers",
            &["survival", "--vary weights"],
        ),
        ("--swarm a.ron --spread 0", &["spread 0", "0.001 to 10"]),
        ("--swarm a.ron --particles 1", &["--particles", "2..=256"]),
        (
            "--swarm a.ron --objective speed",
            &["speed", "score, survival, garbage, heights, length"],
        ),
        ("--swarm a.ron --lines 9", &["--lines", "--objective score"]),
        (
            "--swarm a.ron --objective score --rise 9",
            &["--rise", "--objective survival"],
        ),
        ("--swarm a.ron --level 5", &["--level", "--input pad"]),
        (
            "--swarm a.ron --input pad --level 18,19",
            &["--level", "2 levels", "one"],
        ),
        (
            "--swarm a.ron --input pad --tuck-misdrops",
            &["tuck misdrops"],
        ),
        (
            "--swarm b.ron --resume",
            &["b.ron.checkpoint", "not a swarm checkpoint"],
        ),
    ];
    for (options, words) in refused {
        refuse(folder.path(), &format!("train {options}"), words);
    }
    let output = run_in(
        folder.path(),
        "train --swarm x.ron --objective heights --games 4 --pieces-per-game 1 --seed 1",
    );
    let error = standard_error(&output);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("rate any particle"), "{error}");
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 2, "nothing was written");
}
