//! Tests of matches over several rounds: how rounds end and start, pauses, surplus, and what both sides share.

use rightwell::engine::{
    Event, Events, MatchStage, PadPosition, RoundOutcome, Side, Versus, VersusStart,
};
use rightwell::rules::{Buttons, Cell, Piece, PlayfieldMemory, Randomizer, RandomizerKind};

use crate::support::duel::*;
use crate::support::random_duel::*;

/// Number of frames from the end of a round until the game reads Start, and until the next round starts without Start.
const CURTAIN_FRAMES: u64 = 148;
const BREAK_FRAMES: u64 = 300;

fn wins(versus: &Versus) -> [u8; 2] {
    Side::BOTH.map(|side| versus.wins(side))
}

/// Makes a side lose the current round.
fn lose(versus: &mut Versus, side: Side) {
    versus.set_position(side, buried());
    until(versus, side, Event::ToppedOut);
}

#[test]
fn topping_out_in_one_frame_is_a_draw_and_replayed() {
    let by_garbage = |versus: &mut Versus, side| {
        // The garbage arrives in the ninth frame.
        versus.set_position(side, tower(20));
        versus.send(side, 1);
    };
    let by_lock = |versus: &mut Versus, side| versus.set_position(side, buried());
    let both_by_garbage = {
        let mut versus = duel(CLASSIC, 1);
        for side in Side::BOTH {
            by_garbage(&mut versus, side);
        }
        wait(&mut versus, 8);
        versus
    };
    let both_by_lock = {
        let mut versus = duel(CLASSIC, 1);
        for side in Side::BOTH {
            by_lock(&mut versus, side);
        }
        wait(&mut versus, 1);
        versus
    };
    let one_of_each = Side::BOTH.map(|side| {
        let mut versus = duel(CLASSIC, 1);
        by_garbage(&mut versus, side);
        wait(&mut versus, 7);
        by_lock(&mut versus, side.other());
        wait(&mut versus, 1);
        versus
    });
    for mut versus in [both_by_garbage, both_by_lock]
        .into_iter()
        .chain(one_of_each)
    {
        assert_eq!(versus.moment(), MatchStage::Playing);
        let events = versus.step(IDLE);
        assert_eq!(happened(events, Event::ToppedOut), [true; 2]);
        assert_eq!(versus.moment(), MatchStage::RoundOver(RoundOutcome::Draw));
        assert_eq!(wins(&versus), [0, 0]);
        wait(&mut versus, BREAK_FRAMES);
        assert_eq!((versus.moment(), versus.round()), (MatchStage::Playing, 1));
        assert_eq!(wins(&versus), [0, 0]);
        assert_eq!(Side::BOTH.map(|side| versus.pending(side)), [0, 0]);
    }
}

#[test]
fn each_round_has_pieces_of_its_own() {
    let mut versus = duel(CLASSIC, 5);
    let mut first = [0, 1].map(|_| Vec::new());
    for round in 0..12 {
        let mut pieces = Randomizer::new(RandomizerKind::NesOdds, 5, round).unwrap();
        let two = [pieces.choose(), pieces.choose()];
        if round > 0 {
            for side in Side::BOTH {
                let game = versus.game(side);
                assert_eq!([game.pose().piece(), game.next()], two);
                first[side.index()].push(two);
            }
        }
        for side in Side::BOTH {
            versus.set_position(side, buried());
        }
        wait(&mut versus, 2 + BREAK_FRAMES);
    }
    first[0].dedup();
    assert!(first[0].len() > 5, "{first:?}");
}

#[test]
fn the_next_round_begins_by_itself_after_300_frames() {
    let mut versus = duel(CLASSIC, 1);
    lose(&mut versus, Side::Left);
    wait(&mut versus, BREAK_FRAMES - 1);
    assert_eq!(
        versus.moment(),
        MatchStage::RoundOver(RoundOutcome::Won(Side::Right))
    );
    let events = versus.step(IDLE);
    assert_eq!(happened(events, Event::ScreenChanged), [true; 2]);
    assert_eq!((versus.moment(), versus.round()), (MatchStage::Playing, 1));
    assert_eq!((versus.round_frames(), wins(&versus)), (0, [0, 1]));
}

#[test]
fn start_begins_the_next_round_once_the_curtain_is_closed() {
    for pad in 0..2 {
        let mut start = IDLE;
        start[pad] = Buttons::START;
        let mut versus = duel(CLASSIC, 1);
        lose(&mut versus, Side::Right);
        for _ in 0..CURTAIN_FRAMES / 2 {
            versus.step(start);
            versus.step(IDLE);
        }
        assert_eq!(
            versus.moment(),
            MatchStage::RoundOver(RoundOutcome::Won(Side::Left))
        );
        assert!(
            shown(&versus)[1]
                .game
                .field
                .iter()
                .all(|&cell| cell == Cell::CURTAIN)
        );
        versus.step(start);
        // Start has been held since the previous round, so it does not pause the new one.
        for _ in 0..10 {
            assert_eq!((versus.moment(), versus.round()), (MatchStage::Playing, 1));
            versus.step(start);
        }
    }
}

#[test]
fn a_start_held_since_before_the_curtain_closed_does_not_count() {
    let mut versus = duel(CLASSIC, 1);
    lose(&mut versus, Side::Right);
    for _ in 1..BREAK_FRAMES {
        versus.step([Buttons::START; 2]);
    }
    assert_eq!(versus.round(), 0);
}

#[test]
fn more_than_half_of_the_rounds_win_the_match() {
    use Side::{Left, Right};
    for (losers, winner) in [
        (vec![Left, Left], Right),
        (vec![Right, Right], Left),
        (vec![Left, Right, Left], Right),
        (vec![Right, Left, Right], Left),
        (vec![Left, Right, Right], Left),
    ] {
        let mut versus = duel(CLASSIC, 1);
        for (round, &loser) in losers.iter().enumerate() {
            assert!(!versus.is_decided());
            lose(&mut versus, loser);
            if round + 1 < losers.len() {
                assert_eq!(
                    versus.moment(),
                    MatchStage::RoundOver(RoundOutcome::Won(loser.other()))
                );
                wait(&mut versus, BREAK_FRAMES);
            }
        }
        assert!(versus.is_decided());
        assert_eq!(
            versus.moment(),
            MatchStage::MatchOver(RoundOutcome::Won(winner))
        );
        assert_eq!(versus.wins(winner), 2);
        assert_eq!(usize::from(versus.wins(winner.other())), losers.len() - 2);
    }
}

#[test]
fn after_the_match_only_the_curtain_closes() {
    let start = VersusStart {
        best_of: 1,
        ..VersusStart::default()
    };
    let mut versus = Versus::new(start).unwrap();
    lose(&mut versus, Side::Left);
    let winner = versus.game(Side::Right).clone();
    wait(&mut versus, CURTAIN_FRAMES);
    let loser = versus.game(Side::Left).clone();
    let mut hands = Hands::new(1);
    for _ in 0..2_000 {
        let events = versus.step(hands.next_with_start());
        assert_eq!(events, [Events::default(); 2]);
        assert_eq!(
            versus.moment(),
            MatchStage::MatchOver(RoundOutcome::Won(Side::Right))
        );
        assert_eq!(
            [versus.game(Side::Left), versus.game(Side::Right)],
            [&loser, &winner]
        );
    }
}

/// Steps up to a frame of the round in which no side loses.
fn wait_in_round(versus: &mut Versus, frame: u32) {
    while versus.round_frames() < frame {
        if versus.round_frames().is_multiple_of(500) {
            for side in Side::BOTH {
                versus.set_position(side, waiting());
            }
        }
        wait(versus, 1);
    }
}

#[test]
fn attacks_gain_a_row_after_18000_frames_of_a_round_and_one_more_each_3600() {
    let mut versus = duel(CLASSIC, 1);
    for (frame, sent) in [
        (17_999, [0, 1, 2, 4]),
        (18_000, [0, 2, 3, 5]),
        (21_599, [0, 2, 3, 5]),
        (21_600, [0, 3, 4, 6]),
        (36_000, [0, 7, 8, 10]),
    ] {
        wait_in_round(&mut versus, frame - 6);
        for (lines, sent) in (1..).zip(sent) {
            let mut versus = versus.clone();
            versus.set_position(Side::Right, clearing(lines, 0));
            wait(&mut versus, 6);
            assert_eq!(versus.round_frames(), frame);
            assert_eq!(
                versus.pending(Side::Left),
                sent,
                "{lines} lines, frame {frame}"
            );
        }
    }
    // The next round starts without a surplus.
    lose(&mut versus, Side::Left);
    wait(&mut versus, BREAK_FRAMES);
    versus.set_position(Side::Right, clearing(4, 0));
    wait(&mut versus, 6);
    assert_eq!(versus.pending(Side::Left), 4);
}

#[test]
fn start_on_either_pad_pauses_and_resumes_both_games() {
    for (pauser, resumer) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let press = |pad: usize| {
            let mut held = IDLE;
            held[pad] = Buttons::START;
            held
        };
        let mut versus = duel(CLASSIC, 1);
        wait(&mut versus, 100);
        let before = versus.clone();
        let events = versus.step(press(pauser));
        assert_eq!(happened(events, Event::Paused), [true; 2]);
        // While Start is held, other buttons do not end the pause.
        for held in [
            press(pauser),
            press(pauser),
            [Buttons::A | Buttons::SELECT; 2],
            IDLE,
        ] {
            assert_eq!(versus.step(held), [Events::default(); 2]);
        }
        wait(&mut versus, 5_000);
        assert_eq!(versus.moment(), MatchStage::Paused);
        assert_eq!(versus.round_frames(), 100, "a pause must not count");
        let events = versus.step(press(resumer));
        assert_eq!(happened(events, Event::Resumed), [true; 2]);
        assert_eq!(versus.moment(), MatchStage::Playing);
        let mut unpaused = before;
        for _ in 0..2_000 {
            for side in Side::BOTH {
                assert_eq!(versus.game(side), unpaused.game(side));
                assert_eq!(versus.carry(side), unpaused.carry(side));
            }
            versus.step(IDLE);
            unpaused.step(IDLE);
        }
    }
}

#[test]
fn start_on_both_pads_at_once_is_one_pause() {
    let mut versus = duel(CLASSIC, 1);
    versus.step([Buttons::START; 2]);
    assert_eq!(versus.moment(), MatchStage::Paused);
    versus.step(IDLE);
    versus.step([Buttons::START; 2]);
    assert_eq!(versus.moment(), MatchStage::Playing);
}

/// Asserts that two sequences of buttons have equal effects on each side, frame by frame.
fn assert_alike(one: impl Fn(u32) -> Buttons, other: impl Fn(u32) -> Buttons) {
    for side in Side::BOTH {
        let mut pair = [(); 2].map(|()| Versus::new(VersusStart::default()).unwrap());
        for frame in 0..1_500 {
            let held = [one(frame), other(frame)];
            for (versus, held) in pair.iter_mut().zip(held) {
                let mut pads = IDLE;
                pads[side.index()] = held;
                versus.step(pads);
            }
            let [one, other] = &pair;
            for side in Side::BOTH {
                assert_eq!(one.game(side), other.game(side), "frame {frame}");
                assert_eq!(one.carry(side), other.carry(side), "frame {frame}");
            }
        }
        assert!(
            pair[0].game(side).page() != &Default::default(),
            "pieces must have locked by then"
        );
    }
}

#[test]
fn select_never_reaches_a_game() {
    let press = |frame: u32| {
        if (frame / 50).is_multiple_of(2) {
            Buttons::DOWN
        } else {
            Buttons::A
        }
    };
    assert_alike(press, |frame| press(frame) | Buttons::SELECT);
}

#[test]
fn start_does_not_reach_a_running_game() {
    // Start is held from before the first frame, and during a pause that ends.
    let mut versus = Versus::new(VersusStart::default()).unwrap();
    versus.step([Buttons::START, Buttons::NONE]);
    versus.step(IDLE);
    versus.step([Buttons::START, Buttons::NONE]);
    let mut other = Versus::new(VersusStart::default()).unwrap();
    for frame in 0..1_500 {
        versus.step([Buttons::START | Buttons::DOWN, Buttons::NONE]);
        other.step([Buttons::DOWN, Buttons::NONE]);
        assert_eq!(
            versus.game(Side::Left),
            other.game(Side::Left),
            "frame {frame}"
        );
        assert_eq!(
            versus.carry(Side::Left),
            other.carry(Side::Left),
            "frame {frame}"
        );
    }
}

#[test]
fn the_reset_buttons_and_left_right_down_do_not_stop_or_slow_one_side() {
    let all = Buttons::LEFT | Buttons::RIGHT | Buttons::DOWN;
    assert_alike(|_| all, |_| Buttons::DOWN);
    assert_alike(|_| all | Buttons::SELECT, |_| Buttons::DOWN);
    let turns = |frame: u32| {
        if frame % 9 < 4 {
            Buttons::A | Buttons::B
        } else {
            Buttons::NONE
        }
    };
    assert_alike(turns, |frame| turns(frame) | Buttons::SELECT);
}

#[test]
fn both_sides_get_the_same_pieces_however_far_one_is_ahead() {
    for seed in 0..4 {
        let start = VersusStart {
            levels: [19, 0],
            seed,
            ..VersusStart::default()
        };
        let mut versus = Versus::new(start).unwrap();
        let mut pieces = Side::BOTH.map(|side| vec![versus.game(side).pose().piece()]);
        let mut hands = Hands::new(seed);
        for _ in 0..40_000 {
            let events = versus.step(hands.next_buttons());
            for side in Side::BOTH {
                if events[side.index()].contains(Event::Spawned) {
                    pieces[side.index()].push(versus.game(side).pose().piece());
                    // Clear the playfield, so that no side loses.
                    let page = PlayfieldMemory::default();
                    let game = versus.game(side).position();
                    versus.set_position(side, PadPosition { page, ..game });
                }
            }
        }
        let [left, right] = pieces;
        assert!(
            right.len() > 100 && left.len() > right.len() + 200,
            "{} and {}",
            left.len(),
            right.len()
        );
        let mut randomizer = Randomizer::new(RandomizerKind::NesOdds, seed, 0).unwrap();
        let expected: Vec<Piece> = left.iter().map(|_| randomizer.choose()).collect();
        assert_eq!(left, expected);
        assert_eq!(right, expected[..right.len()]);
    }
}
