//! The puzzles compiled in, and what the command line promises of them.

use std::collections::BTreeSet;
use std::fs;

use rightwell::players::{Label, NamedHand, Player};
use rightwell::rules::Region;
use rightwell::session::puzzles::{self, Puzzle, SECOND_LOSES, Theme, built_in};
use rightwell::session::{Move, Rater};

use crate::support::program::{check_refused, folder, refuse, run_at_home, succeed};

#[test]
fn there_are_two_hundred_each_with_one_best_place_where_the_piece_rests() {
    let puzzles = built_in();
    assert_eq!(puzzles.len(), 200);
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
    let numbers: BTreeSet<u64> = puzzles.iter().map(Puzzle::fingerprint).collect();
    assert_eq!(numbers.len(), puzzles.len(), "each has a number of its own");
    for theme in Theme::ALL {
        let of_theme = puzzles.iter().filter(|puzzle| puzzle.theme == theme);
        assert!(of_theme.count() >= 10, "{theme}");
    }
}

#[test]
fn the_judge_finds_the_best_place_again_for_fast_hands_and_for_slow_ones() {
    for name in ["machine", "tapper"] {
        let hand = NamedHand::named(name).unwrap().hand();
        let judge = Player::named(Rater::JUDGE).unwrap();
        let rater = Rater::new(judge, Some((hand, Region::Ntsc)));
        for (number, puzzle) in (1..).zip(built_in()).step_by(10) {
            let played = Move {
                lock: puzzle.best,
                rows: puzzle.position.board.lock(puzzle.best).1 as u8,
                position: puzzle.position.clone(),
                frame: 0,
            };
            let rated = rater.rate(number, &played).unwrap();
            assert_eq!(rated.rating.label(), Label::Best, "{name} {number}");
            let second = rated.rating.second_loses().unwrap();
            assert!(
                second >= puzzle.second_loses - 0.01,
                "{name} {number}: {second}"
            );
        }
    }
}

#[test]
fn the_list_shows_what_is_chosen_under_its_number() {
    let folder = folder();
    let all = succeed(folder.path(), "puzzles --list");
    let all: Vec<&str> = all.lines().collect();
    assert_eq!(all.len(), 200);
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
    let made = |name: &str, threads: u8| {
        let make = format!("puzzles --make {name} --count 5 --threads {threads}");
        succeed(folder.path(), &make);
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        puzzles::from_ron(&text).unwrap()
    };
    let five = made("two.ron", 2);
    assert_eq!(five, made("one.ron", 1));
    let themes: BTreeSet<Theme> = five.iter().map(|puzzle| puzzle.theme).collect();
    assert_eq!(themes.len(), 5, "one of each theme");
    let built_in = built_in();
    assert!(five.iter().all(|puzzle| built_in.contains(puzzle)));
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
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
        ("--make new.ron --theme tuck", &["--theme"]),
    ] {
        refuse(folder.path(), &format!("puzzles {options}"), words);
    }
    assert!(!folder.path().join("new.ron").exists());
}

#[test]
fn without_a_display_nothing_is_played() {
    let folder = folder();
    let line = "puzzles --stars 1";
    check_refused(&run_at_home(folder.path(), line), line, &["no window"]);
}
