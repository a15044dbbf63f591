//! Tests of the named hands: the page that describes them, and the tables and limits of lines that `scorer` uses for
//! them.

use std::sync::Arc;

use rightwell::players::value_table::{Table, ValueTable, ValueTableFile};
use rightwell::players::{NamedHand, Player, Position, Strategy, TreeMemory, UnseenNextCosts};
use rightwell::rules::{Pose, Region};
use rightwell::search::{
    ButtonOrder, Cost, Hand, MoveGenerator, PadMoves, Rhythm, Sight, UnseenNextJudge,
};

use crate::support::boards;

const PAGE: &str = include_str!("../../assets/hands/README.md");

/// Returns the rows of the page's table of hands. Each row is one pair of hands.
fn rows() -> Vec<Vec<&'static str>> {
    let rows = PAGE.lines().filter(|line| line.starts_with("| `"));
    let rows = rows.take_while(|line| !line.contains("--"));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

/// Returns the words with which the page describes the taps of hands.
fn words(rhythm: Rhythm) -> String {
    match rhythm {
        Rhythm::Rate(rate) => format!("{rate} a second"),
        Rhythm::Autoshift => "autoshift, up to three quick taps a piece".to_owned(),
        Rhythm::OneButton(ButtonOrder::Any) => "one button in every second frame".to_owned(),
        Rhythm::OneButton(ButtonOrder::TurnShiftFall) => {
            "one button in every second frame: turns, then shifts".to_owned()
        }
        Rhythm::Pattern(pattern) => match pattern.gaps()[..] {
            [2, 2, 2, pause] => format!("four at 30 a second, a pause of {pause} frames"),
            _ => panic!("the test has no words for {pattern}"),
        },
    }
}

#[test]
fn the_page_agrees_with_the_file_of_every_hand() {
    let rows = rows();
    assert_eq!(rows.len(), NamedHand::names().count());
    for (row, named) in rows.iter().zip(NamedHand::built_in()) {
        let hand = named.hand();
        assert_eq!(row[0], format!("`{}`", named.name()));
        assert_eq!(row[1], words(hand.rhythm()));
        let sight = row[2].trim_end_matches(" frames");
        assert_eq!(sight, hand.sight().to_string(), "{}", named.name());
        assert_eq!(
            hand.reaction_frames(),
            0,
            "the page mentions no reaction time"
        );
    }
}

#[test]
fn the_example_on_the_page_is_a_file_of_hands() {
    let (_, rest) = PAGE.split_once("```ron\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    let hand = NamedHand::from_ron("mine.ron", example).unwrap();
    assert_eq!(hand.name(), "mine");
    let hand = hand.hand();
    assert_eq!(hand.rhythm().to_string(), "12 Hz");
    assert_eq!(hand.sight().to_string(), "21");
}

/// Returns `scorer`, but with one table for all hands and levels.
fn by_table(table: &str, last_line: Option<u32>) -> Player {
    let file = include_str!("../../assets/players/scorer.ron");
    let (before, rest) = file.split_once("        table: ").unwrap();
    let (_, after) = rest.split_once("        ],\n").unwrap();
    let last_line = match last_line {
        Some(lines) => format!("last_line: {lines},"),
        None => String::new(),
    };
    let file = format!("{before} table: \"{table}\", {last_line}\n{after}");
    Player::from_ron("mine.ron", &file).unwrap()
}

/// Returns random positions at this level and with this number of lines. Their top rows are free.
fn positions(seed: u64, level: u8, lines: u16) -> Vec<Position> {
    let mut generator = boards::generator(seed);
    let mut found = Vec::new();
    while found.len() < 4 {
        let board = boards::clean(&mut generator);
        let (current, next) = (boards::piece(&mut generator), boards::piece(&mut generator));
        if (0..8).all(|y| board.row(y) == 0) {
            found.push(Position {
                level,
                lines,
                ..Position::new(board, current, next)
            });
        }
    }
    found
}

fn hand(name: &str) -> Hand {
    NamedHand::named(name).unwrap().hand()
}

/// Returns `true` if both players give exactly equal values to all these positions, for this hand.
fn agree(one: &Player, other: &Player, hand: Hand, positions: &[Position]) -> bool {
    positions.iter().all(|position| {
        let moves = PadMoves::new(hand, position.level, Region::Ntsc);
        one.decide(&mut TreeMemory::default(), position, &moves)
            == other.decide(&mut TreeMemory::default(), position, &moves)
    })
}

#[test]
fn scorer_plays_with_every_hand_by_the_table_learnt_for_it_and_the_level() {
    let scorer = Player::named("scorer").unwrap();
    let all = Table::names().to_vec();
    let at_once = hand("fast-tapper").with_sight(Sight::AT_ONCE).unwrap();
    let quick = hand("tournament").with_rhythm("20 Hz".parse().unwrap());
    for (hand, tables) in [
        (hand("machine"), ["machine", "machine", "machine-29"]),
        (
            hand("tournament"),
            ["tap24-18", "tap24-19", "tournament-29"],
        ),
        (hand("slow-5"), ["slow-5-18", "slow-5-19", "slow-5-29"]),
        (
            at_once,
            ["fast-tapper-18", "fast-tapper-19", "fast-tapper-29"],
        ),
        (
            hand("fast-tapper"),
            ["late15-18", "late15-19", "fast-tapper-29"],
        ),
        (quick, ["late20-18", "late20-19", "tap20-29"]),
        (hand("tapper"), ["tapper-18", "tapper-19", "tapper-19"]),
        (hand("das"), ["tap10-18", "tap10-19", "tap10-19"]),
    ] {
        for (level, wanted) in [18, 19, 29].into_iter().zip(tables) {
            let ends = ["tapper", "tap10"]
                .iter()
                .any(|hands| wanted.starts_with(hands));
            let end = ends.then_some(230);
            let positions = positions(41, level, 40);
            let mut fitting = all.clone();
            fitting.retain(|table| agree(&scorer, &by_table(table, end), hand, &positions));
            assert_eq!(fitting, [wanted], "{hand:?} at level {level}");
        }
    }
}

#[test]
fn a_game_counts_up_to_its_next_end() {
    let scorer = Player::named("scorer").unwrap();
    let mut nearer = 0;
    for (end, lines, wanted) in [
        (None, 150, Some(230)),
        (None, 227, Some(230)),
        (None, 230, None),
        (None, 427, None),
        (Some(430), 227, Some(230)),
        (Some(430), 230, Some(430)),
        (Some(430), 427, Some(430)),
        (Some(430), 430, None),
        (Some(200), 197, Some(200)),
        (Some(200), 227, Some(230)),
    ] {
        let scorer = scorer.ending_with(end);
        let positions = positions(42, 28, lines);
        let is = |last_line| {
            agree(
                &scorer,
                &by_table("tapper-19", last_line),
                hand("tapper"),
                &positions,
            )
        };
        assert!(is(wanted), "{end:?} at {lines} lines");
        nearer += usize::from(wanted.is_some() && !is(None));
    }
    assert!(
        nearer >= 4,
        "the end of the game must count only near it: {nearer}"
    );
}

#[test]
fn players_with_one_known_piece_judge_by_hands_and_lines_too() {
    let scorer = Player::named("scorer").unwrap().no_deeper_than(1);
    let strategy = Arc::new(Strategy::alone(Arc::new(scorer.clone())));
    let file = ValueTableFile {
        table: "tapper-19".to_owned(),
        tables: Vec::new(),
        burns: [0.867, 1.667, 2.0],
        game_over: 60.0,
        last_line: Some(230),
        beam: 0,
        deep_beam: 0,
        deep_locks: 1,
    };
    let judge = ValueTable::new(&file, &|name| Err(name.to_owned())).unwrap();
    let moves = PadMoves::new(hand("tapper"), 28, Region::Ntsc);
    for lines in [150, 228, 229] {
        for position in positions(43, 28, lines) {
            let cost = |lock: Pose| {
                let (board, rows) = position.board.lock(lock);
                let lines = u32::from(lines);
                judge.clear(rows, lines) + judge.board(&board, lines + rows)
            };
            let locks: Vec<Pose> = moves
                .locks(&position.board, position.current)
                .unwrap()
                .iter()
                .collect();
            let best = locks
                .iter()
                .copied()
                .min_by_key(|&lock| cost(lock))
                .unwrap();
            let line = scorer
                .decide(&mut TreeMemory::default(), &position, &moves)
                .unwrap();
            assert_eq!((line.locks, line.value), (vec![best], cost(best)));
            let costs = UnseenNextCosts::new(&strategy, &position, &moves).costs(&locks);
            let plain: Vec<_> = locks.iter().map(|&lock| Some([cost(lock); 7])).collect();
            assert_eq!(costs, plain);
        }
    }
}
