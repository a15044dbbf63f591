//! Tests of the built-in puzzles, and of the commands for puzzles.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rightwell::engine::{DirectStart, GameType, HighScores};
use rightwell::players::Player;
use rightwell::rules::{Buttons, Region};
use rightwell::search::Hand;
use rightwell::session::puzzles::{self, Puzzle, SECOND_LOSES, Theme, built_in};
use rightwell::session::{Category, Person, Rater, position_of_start};

use crate::support::cases::sample;
use crate::support::program::{
    check_refused, folder, refuse, run_at_home, standard_error, succeed,
};

/// Number of built-in puzzles, as README and help say.
const COUNT: usize = 1548;

#[test]
fn the_built_in_puzzles_have_one_best_resting_lock_each_and_no_position_comes_twice() {
    let puzzles = built_in();
    assert_eq!(puzzles.len(), COUNT);
    let readme = include_str!("../../README.md");
    assert!(readme.contains(&format!("# {COUNT} puzzles")));
    for (number, puzzle) in (1..).zip(&puzzles) {
        let position = &puzzle.position;
        assert!(position.next.is_some(), "{number}");
        assert_eq!(puzzle.best.piece(), position.current, "{number}");
        assert!(puzzle.best.fits(&position.board) && puzzle.best.rests(&position.board));
        assert!(puzzle.second_loses >= SECOND_LOSES, "{number}");
        assert_eq!(
            puzzle.theme,
            Theme::classify(position, puzzle.best),
            "{number}"
        );
        assert!(puzzle.is_solved_by(puzzle.best));
    }
    assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.stars));
    let seen = |puzzle: &Puzzle| {
        let position = &puzzle.position;
        (position.board, position.current, position.next)
    };
    let seen: BTreeSet<_> = puzzles.iter().map(seen).collect();
    assert_eq!(
        seen.len(),
        COUNT,
        "a board comes twice with the same pieces"
    );
    for theme in Theme::ALL {
        let of_theme = puzzles.iter().filter(|puzzle| puzzle.theme == theme);
        assert!(of_theme.count() >= COUNT / 40, "{theme}");
    }
    for levels in [0..=17, 18..=18, 19..=28, 29..=29] {
        let of_levels = (puzzles.iter()).filter(|puzzle| levels.contains(&puzzle.position.level));
        assert!(of_levels.count() >= COUNT / 8, "{levels:?}");
    }
}

#[test]
fn the_judge_confirms_the_best_locks_of_piece_and_next_for_fast_and_slow_hands() {
    for rate in [30, 15, 12] {
        let hand = Hand::new(rate, 0).unwrap();
        let judge = Player::named(Rater::JUDGE).unwrap();
        let rater = Rater::new(judge, Some((hand, Region::Ntsc)));
        for (number, puzzle) in (1..).zip(built_in()).step_by(COUNT / 20) {
            if puzzle.position.level >= 29 && rate != 30 {
                continue;
            }
            let best = rater.best(&puzzle.position, 2).unwrap();
            assert!(puzzle.is_solved_by(best.played.lock), "{rate} {number}");
            let second = best.rating.second_loses().unwrap();
            assert!(
                second >= puzzle.second_loses - 0.01,
                "{rate} {number}: {second}"
            );
            let after = puzzle.position.after(puzzle.best, None).unwrap();
            let next = rater.best(&after, 2).unwrap();
            let second = next.rating.second_loses().unwrap();
            assert!(second >= SECOND_LOSES, "{rate} {number}: NEXT {second}");
        }
    }
}

#[test]
fn the_list_shows_what_is_chosen_under_its_number() {
    let folder = folder();
    let all = succeed(folder.path(), "puzzles --list");
    let all: Vec<&str> = all.lines().collect();
    assert_eq!(all.len(), COUNT);
    let some = succeed(folder.path(), "puzzles --list --theme tuck --stars 3");
    let some: Vec<&str> = some.lines().collect();
    let is_chosen = |line: &&&str| line.contains(" tuck ") && line.contains(" *** ");
    assert_eq!(
        some,
        all.iter().filter(is_chosen).copied().collect::<Vec<_>>()
    );
    assert!(!some.is_empty());
}

#[test]
fn equal_seeds_make_equal_puzzles_on_any_threads_as_those_compiled_in() {
    let folder = folder();
    let made = |threads: usize| {
        let make = format!("puzzles --make {threads}.ron --count 2 --threads {threads}");
        succeed(folder.path(), &make);
        let text = fs::read_to_string(folder.path().join(format!("{threads}.ron"))).unwrap();
        puzzles::from_ron(&text).unwrap()
    };
    let all: Vec<_> = sample(2).map(|index| made(2 - index)).collect();
    let two = &all[0];
    assert!(all.iter().all(|other| other == two));
    assert_ne!(two[0].theme, two[1].theme, "themes take turns");
    let built_in = built_in();
    assert!(two.iter().all(|puzzle| built_in.contains(puzzle)));
}

#[test]
fn faults_are_named_in_one_line() {
    let folder = folder();
    fs::write(folder.path().join("bad.ron"), "(version: 7").unwrap();
    let first = puzzles::to_ron(&built_in()[..1], "by hand");
    for (name, right, wrong) in [
        ("lines.ron", "lines: ", "lines: 65"),
        ("loses.ron", "second_loses: ", "second_loses: -7"),
    ] {
        fs::write(folder.path().join(name), first.replace(right, wrong)).unwrap();
    }
    for (options, words) in [
        ("--theme hard", &["hard", "clean", "well"][..]),
        ("--stars 6", &["6", "1"]),
        (
            "--theme clean --stars 5",
            &["--theme clean --stars 5", "none", "--list"],
        ),
        ("bad.ron", &["bad.ron", "line 1"]),
        ("lines.ron", &["lines.ron", "puzzle 1", "allowed: 0 to 999"]),
        (
            "loses.ron",
            &["loses.ron", "puzzle 1", "allowed: 0 to 1000"],
        ),
        ("gone.ron", &["gone.ron"]),
        ("--hand nobody", &["nobody"]),
        ("--list --hand tapper", &["--hand"]),
        ("--theme hole", &["--theme hole", "--mine", "clean", "well"]),
        ("--mine --stars 3", &["--mine", "--stars"]),
        ("--empty", &["--mine"]),
        ("--make new.ron --theme tuck", &["--theme"]),
    ] {
        refuse(folder.path(), &format!("puzzles {options}"), words);
    }
    assert!(!folder.path().join("new.ron").exists());
}

#[test]
fn without_a_display_puzzles_cannot_be_played() {
    let folder = folder();
    let line = "puzzles --stars 1";
    check_refused(&run_at_home(folder.path(), line), line, &["no window"]);
}

/// Returns a movie in which a person lets every piece fall straight down.
fn careless() -> String {
    let start = DirectStart {
        region: Region::Ntsc,
        game_type: GameType::A,
        level: 18,
        seed: 0x1234,
    };
    let mut person = Person::direct(start, HighScores::default()).unwrap();
    for _ in 0..400 {
        person.step(Buttons::DOWN);
    }
    person.history().to_fm2()
}

/// Runs a command for a user whose home folder is `home`. Returns standard output and standard error.
pub(super) fn at_home(home: &Path, line: &str) -> (String, String) {
    let output = run_at_home(home, line);
    assert!(
        output.status.success(),
        "{line}: {}",
        standard_error(&output)
    );
    let printed = String::from_utf8(output.stdout.clone()).unwrap();
    (printed, standard_error(&output))
}

#[cfg(target_os = "linux")]
#[test]
fn mistakes_are_queued_listed_by_kind_and_removed() {
    let folder = folder();
    let home = folder.path();
    let file = home.join("rightwell/mistakes.ron");
    fs::write(home.join("game.fm2"), careless()).unwrap();
    let (_, said) = at_home(home, "review game.fm2");
    assert!(!said.contains("kept") && !file.exists(), "{said}");
    let none = "puzzles --mine --list";
    check_refused(
        &run_at_home(home, none),
        none,
        &["no mistake", "--keep-mistakes"],
    );
    let (_, said) = at_home(home, "review game.fm2 --keep-mistakes");
    let count: usize = said
        .split(" mistakes saved for puzzles")
        .next()
        .unwrap()
        .trim()
        .lines()
        .last()
        .unwrap()
        .parse()
        .unwrap();
    let (list, _) = at_home(home, none);
    assert_eq!(list.lines().count(), count + 1, "{list}");
    assert!(list.ends_with(&format!("{count} waiting, 0 solved once, 0 done\n")));
    let (_, again) = at_home(home, "review game.fm2 --keep-mistakes");
    assert!(
        again.contains(&format!(
            "0 mistakes saved for puzzles, {count} saved before"
        )),
        "{again}"
    );
    fs::create_dir(home.join("games")).unwrap();
    fs::copy(home.join("game.fm2"), home.join("games/game.fm2")).unwrap();
    let (_, again) = at_home(home, "review games --keep-mistakes");
    assert!(again.contains(&format!("{count} saved before")), "{again}");
    let kind = list.split_whitespace().nth(1).unwrap();
    let of_kind = list
        .lines()
        .filter(|line| line.split_whitespace().nth(1) == Some(kind));
    let of_kind = of_kind.count();
    let (some, _) = at_home(home, &format!("puzzles --mine --list --theme {kind}"));
    assert_eq!(some.lines().count(), of_kind + 1);
    let missing = Category::ALL
        .map(Category::word)
        .into_iter()
        .find(|word| !list.contains(word));
    let missing = format!("puzzles --mine --list --theme {}", missing.unwrap());
    check_refused(
        &run_at_home(home, &missing),
        &missing,
        &["none of your", &count.to_string()],
    );
    let clean = "puzzles --mine --theme clean";
    check_refused(
        &run_at_home(home, clean),
        clean,
        &["--mine: allowed: hole", "well-covered"],
    );
    let window = "puzzles --mine";
    check_refused(&run_at_home(home, window), window, &["no window"]);
    let words = |count: usize| {
        [
            format!("{count} mistake taken out"),
            format!("{count} mistakes taken out"),
        ]
    };
    let says = |said: &str, count| words(count).iter().any(|words| said.contains(words));
    let (_, said) = at_home(home, &format!("puzzles --mine --empty --theme {kind}"));
    assert!(says(&said, of_kind), "{said}");
    let (_, said) = at_home(home, "puzzles --mine --empty");
    assert!(says(&said, count - of_kind), "{said}");
    fs::write(&file, "(version: 1, mistakes: [(").unwrap();
    for line in ["puzzles --mine --list", "puzzles --mine --empty"] {
        check_refused(&run_at_home(home, line), line, &["mistakes.ron: line 1"]);
    }
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        "(version: 1, mistakes: [("
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_review_of_the_users_recording_saves_mistakes_if_the_setting_is_on() {
    let folder = folder();
    let home = folder.path();
    let own = home.join("rightwell/recordings/game-000001.fm2");
    fs::create_dir_all(own.parent().unwrap()).unwrap();
    for path in [&own, &home.join("other.fm2")] {
        fs::write(path, careless()).unwrap();
    }
    let (file, settings) = (
        home.join("rightwell/mistakes.ron"),
        home.join("rightwell/settings.ron"),
    );
    let review = "review rightwell/recordings/game-000001.fm2";
    at_home(home, review);
    assert!(!file.exists() && !settings.exists(), "nothing is made");
    fs::write(&settings, "(version: 1, keep_mistakes: true)").unwrap();
    at_home(home, "review other.fm2");
    assert!(!file.exists(), "the game is not one of the user's own");
    let (_, said) = at_home(home, review);
    assert!(
        said.contains("mistakes saved for puzzles") && file.exists(),
        "{said}"
    );
}

#[test]
fn chosen_puzzles_are_listed_for_programs_and_written_as_a_file_that_can_be_read_again() {
    let folder = folder();
    let listed = succeed(folder.path(), "puzzles --theme dig --list --json -");
    let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
    let dug = built_in().into_iter();
    let dug: Vec<Puzzle> = dug.filter(|puzzle| puzzle.theme == Theme::Dig).collect();
    assert_eq!(listed.as_array().unwrap().len(), dug.len());
    for (line, puzzle) in listed.as_array().unwrap().iter().zip(&dug) {
        let text = line["position"].as_str().unwrap();
        let position = position_of_start(&text.parse().unwrap());
        assert_eq!(position, puzzle.position);
        assert_eq!(line["best"], puzzle.best.notation().to_string());
    }
    succeed(folder.path(), "puzzles --theme dig --export my.ron");
    let written = fs::read_to_string(folder.path().join("my.ron")).unwrap();
    assert_eq!(puzzles::from_ron(&written).unwrap(), dug);
    let count = succeed(folder.path(), "puzzles my.ron --list")
        .lines()
        .count();
    assert_eq!(count, dug.len());
    refuse(folder.path(), "puzzles --json -", &["--list"]);
}
