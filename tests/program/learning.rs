//! Tests of learning: value tables can be learned again.

use std::fs;
use std::path::Path;
use std::process::Command;

use rightwell::lab::{Control, Learner, LearningSettings};
use rightwell::players::value_table::{Table, entries::ENTRIES};
use rightwell::players::{Player, Position, TreeMemory};
use rightwell::rules::{Board, Randomizer, RandomizerKind, Region};
use rightwell::search::{Hand, MoveGenerator, NoFilter, PadMoves};

/// Returns a table that was learned from this many pieces without gravity.
fn learn(pieces: u64, seed: u64, from: Option<&Table>) -> Table {
    let lesson = LearningSettings {
        pieces,
        seed,
        ..LearningSettings::default()
    };
    learn_with(&lesson, &NoFilter, from)
}

fn learn_with(lesson: &LearningSettings, moves: &dyn MoveGenerator, from: Option<&Table>) -> Table {
    let mut learner = Learner::new(lesson, &[moves], from).unwrap();
    learner.run_to(u64::MAX, &Control::default());
    learner.table()
}

/// Returns a player that judges with a table in `folder`.
fn player(folder: &Path, table: &str) -> Player {
    let text = format!(
        "(version: 1, name: \"mine\", about: \"a test\", known_pieces: 2, evaluator: ValueTable((\
         table: \"{table}\", burns: (0.867, 1.667, 2.0), game_over: 60, \
         beam: 0, deep_beam: 0, deep_locks: 1)))"
    );
    let read = |name: &str| fs::read(folder.join(name)).map_err(|error| error.to_string());
    Player::from_ron_with("mine.ron", &text, &read).unwrap()
}

/// Plays five games of at most 500 pieces. Returns how many pieces were placed and how many rows were cleared.
fn play(player: &Player) -> (u32, u32) {
    let (mut pieces, mut rows) = (0, 0);
    for game in 0..5 {
        let mut randomizer = Randomizer::new(RandomizerKind::NesOdds, 3, game).unwrap();
        let first = randomizer.choose();
        let mut position = Position::new(Board::EMPTY, first, randomizer.choose());
        for _ in 0..500 {
            let next = position.next.unwrap();
            let Some(line) = player.decide(&mut TreeMemory::default(), &position, &NoFilter) else {
                break;
            };
            let (board, cleared) = position.board.lock(line.locks[0]);
            position = Position::new(board, next, randomizer.choose());
            pieces += 1;
            rows += cleared;
        }
    }
    (pieces, rows)
}

#[test]
fn equal_seeds_give_equal_tables() {
    let first = learn(4000, 5, None);
    assert!(first == learn(4000, 5, None));
    assert!(first != learn(4000, 6, None));
}

#[test]
fn the_number_of_threads_does_not_change_what_is_learnt() {
    for known_pieces in [1, 2] {
        let lesson = LearningSettings {
            known_pieces,
            pieces: 8000,
            ..LearningSettings::default()
        };
        let with_threads = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let pool = pool.build().unwrap();
            pool.install(|| learn_with(&lesson, &NoFilter, None))
        };
        assert!(with_threads(1) == with_threads(3), "{known_pieces}");
    }
}

#[test]
fn learning_continues_from_a_table_under_gravity() {
    let scorer = Table::built_in("scorer").unwrap();
    assert!(learn(0, 5, Some(&scorer)) == *scorer, "costs come through");
    let lesson = LearningSettings {
        pieces: 500,
        ..LearningSettings::default()
    };
    let moves = PadMoves::new(Hand::new(30, 0).unwrap(), 19, Region::Ntsc);
    let further = learn_with(&lesson, &moves, Some(&scorer));
    let changed = (0..ENTRIES as u32).filter(|&entry| further.cost(entry) != scorer.cost(entry));
    let changed = changed.count();
    assert!((1..ENTRIES / 10).contains(&changed), "{changed} entries");
}

fn asked(moves: &[PadMoves]) -> Vec<&dyn MoveGenerator> {
    moves.iter().map(|moves| moves as _).collect()
}

#[test]
fn parallel_games_take_the_levels_in_turn() {
    let at = |level| PadMoves::new(Hand::new(10, 0).unwrap(), level, Region::Ntsc);
    let lesson = LearningSettings {
        pieces: 4000,
        ..LearningSettings::default()
    };
    let scorer = Table::built_in("scorer").unwrap();
    let lost = |moves: &[PadMoves]| {
        let mut learner = Learner::new(&lesson, &asked(moves), Some(&scorer)).unwrap();
        learner.run_to(u64::MAX, &Control::default()).games_over
    };
    // With ten taps a second, games are soon lost only at level 29.
    let [slow, mixed, quick] = [lost(&[at(18)]), lost(&[at(18), at(29)]), lost(&[at(29)])];
    assert!(slow < mixed && mixed < quick, "{slow} {mixed} {quick}");
    for count in [0, 17] {
        let moves = vec![at(18); count];
        let fault = Learner::new(&lesson, &asked(&moves), None).err().unwrap();
        assert_eq!(fault, format!("{count} move generators; allowed: 1 to 16"));
    }
}

#[test]
fn under_gravity_the_well_moves_to_the_right() {
    let moves = PadMoves::new(Hand::new(30, 0).unwrap(), 19, Region::Ntsc);
    let lesson = LearningSettings {
        pieces: 300_000,
        game_over: 25.0,
        seed: 1,
        ..LearningSettings::default()
    };
    let mut learner = Learner::new(&lesson, &[&moves], None).unwrap();
    let [left, .., right] = learner.run_to(u64::MAX, &Control::default()).tetrises;
    assert!(
        right > 2_500 && right > 10 * left,
        "{left} left, {right} right"
    );
}

#[test]
fn a_table_of_version_1_is_read_as_seen_in_the_mirror() {
    // Version 1 has 110,207 entries of two bytes. The first entries are the contours, from the left wall on.
    let mut entries = vec![0_u8; 2 * 110_207];
    let flat = 4 * 9 * 9 * 9 + 4 * 9 * 9 + 4 * 9 + 4;
    entries[2 * flat..2 * flat + 2].copy_from_slice(&512_i16.to_le_bytes());
    let last = entries.len() - 2;
    entries[last..].copy_from_slice(&(-512_i16).to_le_bytes());
    let file = [b"rightwell value table 1\n", entries.as_slice()].concat();
    let table = Table::from_bytes(&file).unwrap();
    // Reading mirrors the table. The flat contour at the left wall is then at the well.
    assert_eq!(table.cost(flat as u32), 512);
    let stretch = 3 * 9 * 9 * 9 * 9;
    assert_eq!(table.cost(110_206 + stretch), -512);
    let others = (0..ENTRIES as u32).filter(|&entry| table.cost(entry) != 0);
    assert_eq!(others.count(), 2);
    let short = &file[..file.len() - 2];
    let fault = Table::from_bytes(short).unwrap_err();
    assert!(fault.contains("expected 220414"), "{fault}");
}

#[test]
fn garbage_shortens_the_training_games() {
    let games_over = |garbage| {
        let lesson = LearningSettings {
            garbage,
            pieces: 20_000,
            ..LearningSettings::default()
        };
        let well = Table::built_in("well").unwrap();
        let mut learner = Learner::new(&lesson, &[&NoFilter], Some(&well)).unwrap();
        learner.run_to(u64::MAX, &Control::default()).games_over
    };
    let [none, some, much] = [0.0, 20.0, 60.0].map(games_over);
    assert!(
        none < 20 && some > 100 && much > 2 * some,
        "{none}, {some}, {much}"
    );
}

#[test]
fn deliberate_mistakes_cost_tetrises_in_training_games() {
    for known_pieces in [1, 2] {
        let tetrises = |mistakes| {
            let lesson = LearningSettings {
                mistakes,
                known_pieces,
                pieces: 10_000,
                ..LearningSettings::default()
            };
            let well = Table::built_in("well").unwrap();
            let mut learner = Learner::new(&lesson, &[&NoFilter], Some(&well)).unwrap();
            learner
                .run_to(u64::MAX, &Control::default())
                .rows_by_tetrises()
        };
        let [none, some, many] = [0.0, 5.0, 50.0].map(tetrises);
        assert!(
            none > some && some > 2 * many,
            "{known_pieces}: {none}, {some}, {many}"
        );
    }
}

#[test]
fn a_table_learnt_from_nothing_outlasts_an_empty_one() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, table: Table| {
        fs::write(folder.path().join(name), table.to_bytes("for a test")).unwrap();
    };
    write("empty.table", learn(0, 1, None));
    write("learnt.table", learn(60_000, 1, None));
    let (pieces_empty, rows_empty) = play(&player(folder.path(), "empty.table"));
    let (pieces, rows) = play(&player(folder.path(), "learnt.table"));
    assert!(
        pieces > 2 * pieces_empty && rows > 10 * rows_empty.max(1),
        "{pieces} pieces and {rows} rows after {pieces_empty} and {rows_empty}"
    );
}

#[test]
fn learning_settings_report_values_out_of_range() {
    let wrong = |lesson: LearningSettings| lesson.check().unwrap_err();
    let burns = [0.0, 1.0, f64::NAN];
    let lesson = LearningSettings::default();
    assert_eq!(
        wrong(LearningSettings {
            burns,
            ..lesson.clone()
        }),
        "burn NaN; allowed: 0 to 1000"
    );
    assert_eq!(
        wrong(LearningSettings {
            decisions: 0,
            ..lesson
        }),
        "decisions 0; allowed: 1 to 100"
    );
}

/// Runs `train` in `folder`. Returns its exit code and standard error.
fn train(folder: &Path, options: &str) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_rightwell"))
        .arg("train")
        .args(options.split_whitespace())
        .current_dir(folder)
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), error)
}

#[test]
fn train_writes_a_table_that_a_player_beside_it_plays_with() {
    let folder = tempfile::tempdir().unwrap();
    let (code, error) = train(folder.path(), "--table mine.table --pieces 2000 --seed 5");
    assert_eq!(code, Some(0), "{error}");
    let bytes = fs::read(folder.path().join("mine.table")).unwrap();
    assert!(Table::from_bytes(&bytes).unwrap() == learn(2000, 5, None));
    let (pieces, _) = play(&player(folder.path(), "mine.table"));
    assert!(pieces >= 50, "{pieces}");
    let more = "--table more.table --from mine.table --pieces 200 --seed 5 --input pad --level 19";
    let (code, error) = train(folder.path(), more);
    assert_eq!(code, Some(0), "{error}");
    assert_ne!(fs::read(folder.path().join("more.table")).unwrap(), bytes);
}

#[test]
fn train_refuses_mistakes_with_one_line_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.table"), "bad").unwrap();
    let mistakes: [(&str, &[&str]); 15] = [
        ("--table a.table", &["--pieces"]),
        ("--pieces 9", &["--table"]),
        ("--table a.txt --pieces 9", &["a.txt", ".table"]),
        ("--table none/a.table --pieces 9", &["none", "folder"]),
        ("--table a.table --pieces 0", &["--pieces"]),
        (
            "--table a.table --pieces 9 --burns 1,2",
            &["--burns", "A,B,C"],
        ),
        (
            "--table a.table --pieces 9 --burns 1,2,3000",
            &["burn 3000", "1000"],
        ),
        (
            "--table a.table --pieces 9 --game-over nan",
            &["game over NaN", "1000"],
        ),
        (
            "--table a.table --pieces 9 --garbage 101",
            &["garbage 101", "0 to 100"],
        ),
        (
            "--table a.table --pieces 9 --mistakes 101",
            &["mistakes 101", "0 to 100"],
        ),
        (
            "--table a.table --pieces 9 --level 19",
            &["--level", "--input pad"],
        ),
        (
            "--table a.table --pieces 9 --double-killscreen",
            &["--double-killscreen", "--input pad"],
        ),
        (
            "--table a.table --pieces 9 --input pad --level 40",
            &["40", "--level", "39"],
        ),
        (
            "--table a.table --pieces 9 --from none.table",
            &["none.table", "scorer"],
        ),
        (
            "--table a.table --pieces 9 --from bad.table",
            &["bad.table", "version 1 to 4"],
        ),
    ];
    for (options, words) in mistakes {
        let (code, error) = train(folder.path(), options);
        assert_eq!(
            (code, error.lines().count()),
            (Some(2), 1),
            "{options}: {error}"
        );
        for word in words {
            assert!(
                error.contains(word),
                "{options}: '{word}' is missing in: {error}"
            );
        }
    }
    assert!(!folder.path().join("a.table").exists());
}
