//! Tests of hands that use autoshift. A plain reference finds the same locks within their reach, and the real game
//! follows their buttons.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand::RngExt;
use rightwell::engine::{CrashRule, GameType};
use rightwell::players::{NamedHand, Player, Strategy, TreeMemory};
use rightwell::rules::{Board, Buttons, Piece, Pose, RandomizerKind, Region};
use rightwell::search::{
    Hand, MoveGenerator, PadMoves, PadPiece, ReachableLocks, pad_locks, pad_path, pad_reach,
};
use rightwell::session::{Controls, MovesByLevel, PadControls, PadPlay, SeriesSettings};

use crate::support::boards;
use crate::support::naive_autoshift::{self, State};
use crate::support::pad_play::{REGIONS, play};

fn das() -> Hand {
    NamedHand::named("das").unwrap().hand()
}

/// Returns the hands `das` after their reaction time, when they can see NEXT.
fn das_awake() -> Hand {
    das().awake()
}

fn sorted(locks: Option<ReachableLocks>) -> BTreeSet<Pose> {
    locks.iter().flat_map(ReachableLocks::iter).collect()
}

/// Returns a piece that spawns while these buttons are held and the autoshift counter has this value.
fn coming(piece: Piece, level: u8, region: Region, held: Buttons, das: u8) -> PadPiece {
    let mut piece = PadPiece::fresh(piece, level, region);
    piece.held = held;
    piece.control.das = das;
    piece
}

#[test]
fn the_search_agrees_with_a_plain_queue_and_the_real_game() {
    let mut generator = boards::generator(31);
    let (mut all, mut held_ways) = (0, 0);
    for index in 0..400 {
        let level = [19, 29, 18, 29, 35][index % 5];
        let region = REGIONS[index / 5 % 2];
        let rows = match region.gravity_frames(level) {
            1 => 9,
            2 => 6,
            _ => 4,
        };
        let board = boards::crowded(&mut generator, rows, 45);
        let held = [Buttons::NONE, Buttons::LEFT, Buttons::RIGHT][index / 10 % 3];
        let full = region.autoshift_delay_frames();
        let charge = [full - 1, full, full - 6, generator.random_range(0..=full)][index % 4];
        let piece = coming(boards::piece(&mut generator), level, region, held, charge);
        let expected = naive_autoshift::locks(&board, piece);
        let found = sorted(pad_locks(&board, piece, das()));
        assert_eq!(found, expected, "{piece:?} {board:?}");
        let reach = pad_reach(&board, piece, das());
        let reached: BTreeSet<Pose> = reach.iter().map(|lock| lock.pose).collect();
        assert_eq!(reached, expected, "{piece:?} {board:?}");
        for lock in expected {
            for inputs in [
                pad_path(&board, piece, das(), lock).unwrap(),
                reach.inputs(lock).unwrap(),
            ] {
                play(&board, piece, &inputs, lock);
                let mut state = State::first(piece);
                for (frame, &held) in inputs.iter().enumerate() {
                    let after = state.after(held, (&board, piece, true));
                    state = after
                        .unwrap_or_else(|| panic!("frame {frame}: {inputs:?} {piece:?} {board:?}"))
                        .0;
                }
                assert_eq!(state.pose(), lock);
                held_ways += usize::from(inputs.starts_with(&[held, held]) && !held.is_empty());
            }
            all += 1;
        }
    }
    println!("{all} locks, {held_ways} ways that begin by holding on");
    assert!(all > 1_500 && held_ways > 300, "{all} {held_ways}");
}

#[test]
fn the_search_agrees_with_the_plain_queue_for_pieces_in_flight() {
    let mut generator = boards::generator(33);
    let (mut compared, mut after_a_tap, mut held_on) = (0, 0, 0);
    while compared < 300 {
        let level = [18, 19, 29][compared % 3];
        let board = boards::crowded(&mut generator, 9, 45);
        let held = [Buttons::LEFT, Buttons::RIGHT][compared / 3 % 2];
        let full = Region::Ntsc.autoshift_delay_frames();
        let das = [full - 1, full - 6, 0][compared / 6 % 3];
        let piece = coming(
            boards::piece(&mut generator),
            level,
            Region::Ntsc,
            held,
            das,
        );
        // Press random buttons, but only those that the hands may press.
        let (mut state, mut inputs) = (State::first(piece), Vec::new());
        let mut rests = false;
        for _ in 0..generator.random_range(1..=7) {
            let wanted =
                [Buttons::LEFT, Buttons::RIGHT, held, Buttons::NONE][generator.random_range(0..4)];
            let turn = [Buttons::A, Buttons::NONE, Buttons::NONE][generator.random_range(0..3)];
            let mut tries = [wanted | turn, wanted, Buttons::NONE].into_iter();
            let after =
                tries.find_map(|held| Some((held, state.after(held, (&board, piece, true))?)));
            let Some((held, (next, is_down))) = after else {
                break;
            };
            inputs.push(held);
            (state, rests) = (next, is_down);
            if rests {
                break;
            }
        }
        if rests || state.is_or_was_blocked() {
            continue;
        }
        let under_way = piece.after(&board, &inputs);
        let expected = naive_autoshift::locks_from(state, &board, piece);
        let found = sorted(pad_locks(&board, under_way, das_awake()));
        assert_eq!(found, expected, "{inputs:?} {under_way:?} {board:?}");
        let is_held = inputs
            .last()
            .is_some_and(|held| held.has(Buttons::LEFT.with(Buttons::RIGHT)));
        after_a_tap += usize::from(is_held && under_way.thumbs.sideways.count > 0);
        held_on += usize::from(is_held && under_way.thumbs.sideways.count == 0);
        compared += 1;
    }
    println!("{after_a_tap} after a tap, {held_on} held on");
    assert!(after_a_tap > 30 && held_on > 30, "{after_a_tap} {held_on}");
}

#[test]
fn a_charged_direction_shifts_in_the_first_frame_and_every_six() {
    // On an empty playfield, a J moves four columns to the wall, in frames 0, 6, 12 and 18.
    let piece = coming(Piece::J, 18, Region::Ntsc, Buttons::LEFT, 15);
    let lock = Pose::spawn(Piece::J);
    let lock = Pose {
        x: 1,
        y: 18,
        ..lock
    };
    let inputs = pad_path(&Board::EMPTY, piece, das(), lock).unwrap();
    // After the last shift, the direction stays held until the counter is 15 again, which takes five frames.
    assert!(
        inputs[..24].iter().all(|&held| held == Buttons::LEFT),
        "{inputs:?}"
    );
    assert!(!inputs[24..].iter().any(|held| held.has(Buttons::LEFT)));
    assert!(inputs.ends_with(&[Buttons::DOWN; 3]));
    play(&Board::EMPTY, piece, &inputs, lock);
}

#[test]
fn without_a_charge_there_are_three_taps() {
    let board = Board::EMPTY;
    let piece = coming(Piece::O, 18, Region::Ntsc, Buttons::NONE, 0);
    let columns: Vec<i8> = sorted(pad_locks(&board, piece, das()))
        .iter()
        .map(|lock| lock.x)
        .collect();
    assert_eq!(columns, [2, 3, 4, 5, 6, 7, 8]);
    let piece = coming(Piece::O, 18, Region::Ntsc, Buttons::RIGHT, 15);
    let columns: Vec<i8> = sorted(pad_locks(&board, piece, das()))
        .iter()
        .map(|lock| lock.x)
        .collect();
    assert_eq!(columns, [2, 3, 4, 5, 6, 7, 8, 9]);
    let piece = coming(Piece::O, 18, Region::Ntsc, Buttons::LEFT, 15);
    let columns: Vec<i8> = sorted(pad_locks(&board, piece, das()))
        .iter()
        .map(|lock| lock.x)
        .collect();
    assert_eq!(columns, [1, 2, 3, 4, 5, 6, 7, 8]);
}

#[test]
fn later_pieces_are_assumed_to_be_charged() {
    let mut generator = boards::generator(32);
    let (mut quick, mut exact, mut both) = (0, 0, 0);
    for index in 0..300 {
        let board = boards::any(&mut generator);
        let level = [0, 9, 18, 19, 29][index % 5];
        let kind = boards::piece(&mut generator);
        let guess = sorted(PadMoves::new(das(), level, Region::Ntsc).locks(&board, kind));
        let mut true_locks = BTreeSet::new();
        for held in [Buttons::LEFT, Buttons::RIGHT, Buttons::NONE] {
            let piece = coming(kind, level, Region::Ntsc, held, 15);
            true_locks.extend(sorted(pad_locks(&board, piece, das())));
        }
        quick += guess.len();
        exact += true_locks.len();
        both += guess.intersection(&true_locks).count();
    }
    println!("{quick} quick, {exact} exact, {both} both");
    assert!(quick > 5_000 && both * 100 > quick * 97 && both * 100 > exact * 90);
}

#[test]
fn games_follow_their_plans_and_most_spawns_are_charged() {
    let strategy = Strategy::alone(Arc::new(Player::named("survival").unwrap()));
    let strategy = Arc::new(strategy);
    for (level, region) in [(0, Region::Ntsc), (18, Region::Ntsc), (15, Region::Pal)] {
        let pad = PadControls {
            hand: das(),
            region,
            game_type: GameType::A,
            double_killscreen: false,
            crash: CrashRule::Off,
            training: None,
        };
        let series = SeriesSettings {
            controls: Controls::Pad(pad),
            randomizer: RandomizerKind::NesOdds,
            level,
            seed: 5,
            position: None,
        };
        let moves = Arc::new(MovesByLevel::new(pad));
        let mut play = PadPlay::new(&series, pad, moves, 0).unwrap();
        let (mut pieces, mut charged, mut held) = (0, 0, 0);
        while pieces < 150 && play.ending().is_none() {
            if play.needs_plan() {
                let task = play.task(&strategy);
                let full = region.autoshift_delay_frames() - 1;
                // Count each piece at its spawn. Do not count it again while it waits for NEXT.
                if task.piece.pose == Pose::spawn(task.piece.pose.piece()) {
                    pieces += 1;
                    charged += usize::from(task.piece.control.das >= full);
                    held += usize::from(!task.piece.held.is_empty());
                }
                play.accept_plan(task.solve(&mut TreeMemory::default()));
            }
            play.step(false);
            assert_eq!(play.take_desync(), None);
        }
        println!(
            "level {level} {region:?}: {pieces} pieces, {charged} charged, {held} with a direction held"
        );
        assert!(pieces > 60 && 2 * charged > pieces && 2 * held > pieces);
    }
}
