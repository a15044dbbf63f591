//! Tests of matches played with random buttons: invariants, symmetry, fingerprints and recordings.

use rightwell::engine::{
    Event, Events, GarbageHoles, GarbageRules, MatchRecording, MatchStage, RoundOutcome, Side,
    Versus, VersusStart,
};
use rightwell::rules::{Buttons, Cell, RandomizerKind, Region};

use crate::support::duel::*;
use crate::support::random_duel::*;

const RULES: [GarbageRules; 5] = [
    CLASSIC,
    CANCELLING,
    CHANGING,
    GarbageRules {
        holes: GarbageHoles::Changing,
        cancelling: true,
    },
    OFF,
];

/// Returns a random start.
fn any_start(hands: &mut Hands, number: u64) -> VersusStart {
    VersusStart {
        levels: [hands.below(30), hands.below(30)],
        garbage: RULES[number as usize % RULES.len()],
        best_of: [1, 3, 5][usize::from(hands.below(3))],
        seed: number,
        randomizer: [RandomizerKind::NesOdds, RandomizerKind::Uniform][usize::from(hands.below(2))],
        region: [Region::Ntsc, Region::Pal][usize::from(hands.below(2))],
        ..VersusStart::default()
    }
}

/// Checks what a frame does to incoming garbage, and to the playfields that receive it.
fn check_garbage(before: &Versus, after: &Versus, events: [Events; 2]) {
    let GarbageRules { holes, cancelling } = after.start().garbage;
    for side in Side::BOTH {
        let sent = |versus: &Versus| versus.sent(side.other());
        let came = sent(after) - sent(before);
        let (was, is) = (before.pending(side), after.pending(side));
        let happened = events[side.index()];
        let has_received = happened.contains(Event::GarbageReceived);
        if has_received {
            assert_eq!(
                is, came,
                "all garbage arrived, so only rows sent in this frame are pending"
            );
            check_arrival(after, side, was);
        } else if cancelling {
            assert!(is <= was + came, "{was} and {came} became {is}");
        } else {
            assert_eq!(is, was + came);
        }
        assert!(came == 0 || events[side.other().index()].contains(Event::GarbageSent));
        if holes == GarbageHoles::Off {
            assert!(is == 0 && came == 0 && !has_received);
        }
    }
}

/// Checks that the lowest `rows` rows are garbage, and that each has one hole.
fn check_arrival(versus: &Versus, side: Side, rows: u32) {
    assert!(rows > 0);
    let page = versus.game(side).page();
    for y in 20 - rows.min(20) as i8..20 {
        let count = |kind: Cell| page.row(y).iter().filter(|&&cell| cell == kind).count();
        assert_eq!(
            (count(Cell::GARBAGE), count(Cell::EMPTY)),
            (9, 1),
            "row {y}"
        );
    }
}

fn check_cells(versus: &Versus) {
    let known = [
        Cell::EMPTY,
        Cell::BORDERED,
        Cell::LIGHT,
        Cell::DARK,
        Cell::GARBAGE,
        Cell::CURTAIN,
    ];
    for side in Side::BOTH {
        let page = versus.game(side).page();
        assert!(page.visible().iter().all(|cell| known.contains(cell)));
    }
}

#[derive(Default)]
struct Seen {
    frames: u64,
    received: u32,
    pushed_out: u32,
    draws: u32,
    pauses: u32,
}

/// Plays a match to its end. Now and then, replaces a playfield.
fn play(number: u64, seen: &mut Seen) {
    let mut hands = Hands::new(number);
    let mut versus = Versus::new(any_start(&mut hands, number)).unwrap();
    let needed = versus.start().wins_needed();
    while !versus.is_decided() {
        assert!(versus.frames() < 3_000_000, "match {number} does not end");
        let before = versus.clone();
        let events = versus.step(hands.next_with_start());
        if versus.round() == before.round() {
            check_garbage(&before, &versus, events);
        }
        check_cells(&versus);
        let [received, out, paused] = [Event::GarbageReceived, Event::ToppedOut, Event::Paused]
            .map(|event| happened(events, event));
        for side in 0..2 {
            seen.received += u32::from(received[side]);
            seen.pushed_out += u32::from(received[side] && out[side]);
            if events[side].contains(Event::Spawned) && hands.below(8) == 0 {
                let side = Side::BOTH[side];
                let position = hands.fill(versus.game(side).position());
                versus.set_position(side, position);
            }
        }
        seen.pauses += u32::from(paused[0]);
        seen.draws +=
            u32::from(versus.moment() == MatchStage::RoundOver(RoundOutcome::Draw) && out[0]);
        assert!(Side::BOTH.iter().all(|&side| versus.wins(side) <= needed));
        if versus.frames().is_multiple_of(512) {
            let _ = (versus.view(), versus.state());
        }
    }
    let MatchStage::MatchOver(RoundOutcome::Won(winner)) = versus.moment() else {
        panic!(
            "a decided match must end with a won round: {:?}",
            versus.moment()
        );
    };
    assert_eq!(versus.wins(winner), needed);
    assert!(versus.wins(winner.other()) < needed);
    seen.frames += versus.frames();
}

#[test]
fn matches_of_random_buttons_end_and_keep_the_rules_of_garbage() {
    let mut seen = Seen::default();
    (0..250).for_each(|number| play(number, &mut seen));
    let Seen {
        frames,
        received,
        pushed_out,
        draws,
        pauses,
    } = seen;
    println!(
        "{frames} frames, {received} times garbage, {pushed_out} pushed out, {draws} draws, {pauses} pauses"
    );
    assert!(frames > 300_000 && received > 300 && pushed_out > 5 && pauses > 100);
}

fn mirrored(outcome: RoundOutcome) -> RoundOutcome {
    match outcome {
        RoundOutcome::Won(side) => RoundOutcome::Won(side.other()),
        RoundOutcome::Draw => RoundOutcome::Draw,
    }
}

fn mirrored_moment(moment: MatchStage) -> MatchStage {
    match moment {
        MatchStage::RoundOver(outcome) => MatchStage::RoundOver(mirrored(outcome)),
        MatchStage::MatchOver(outcome) => MatchStage::MatchOver(mirrored(outcome)),
        moment => moment,
    }
}

/// Plays a match together with its mirror image, in which pads and playfields are swapped, as long as `goes_on` returns
/// `true`. Returns how often garbage arrived.
fn play_mirrored(mut pair: [Versus; 2], seed: u64, goes_on: impl Fn(&Versus) -> bool) -> u32 {
    let mut hands = Hands::new(seed);
    let mut received = 0;
    while goes_on(&pair[0]) {
        let [left, right] = hands.next_with_start();
        let events = [pair[0].step([left, right]), pair[1].step([right, left])];
        let [one, other] = &pair;
        for side in Side::BOTH {
            let opposite = side.other();
            assert_eq!(one.game(side), other.game(opposite));
            assert_eq!(one.carry(side), other.carry(opposite));
            assert_eq!(one.pending(side), other.pending(opposite));
            assert_eq!(one.sent(side), other.sent(opposite));
            assert_eq!(one.wins(side), other.wins(opposite));
            assert_eq!(events[0][side.index()], events[1][opposite.index()]);
        }
        assert_eq!(one.moment(), mirrored_moment(other.moment()));
        for side in Side::BOTH {
            let happened = events[0][side.index()];
            received += u32::from(happened.contains(Event::GarbageReceived));
            if happened.contains(Event::Spawned) && hands.below(6) == 0 {
                let position = hands.fill(pair[0].game(side).position());
                pair[0].set_position(side, position.clone());
                pair[1].set_position(side.other(), position);
            }
        }
    }
    received
}

#[test]
fn swapping_the_sides_swaps_the_whole_match() {
    for seed in 0..12 {
        let start = any_start(&mut Hands::new(seed), seed);
        let start = VersusStart {
            garbage: OFF,
            ..start
        };
        let mut swapped = start.clone();
        swapped.levels.swap(0, 1);
        let pair = [start, swapped];
        let pair = pair.map(|start| Versus::new(start).unwrap());
        play_mirrored(pair, seed, |versus| !versus.is_decided());
    }
}

/// In a round, the holes of both sides are in the same column, so nothing distinguishes the left side from the right.
#[test]
fn garbage_is_alike_on_both_sides() {
    let mut received = 0;
    for (seed, garbage) in (0..40).map(|seed| (seed, RULES[seed as usize % 2])) {
        let column = seed as usize % 10;
        let versus = duel_with_holes(garbage, [column; 2]);
        received += play_mirrored([versus.clone(), versus], seed, |versus| {
            versus.round() == 0 && versus.moment() != MatchStage::RoundOver(RoundOutcome::Draw)
        });
    }
    assert!(received > 100, "garbage came {received} times");
}

#[test]
fn equal_matches_and_their_clones_have_equal_fingerprints() {
    for number in 0..10 {
        let mut dice = Hands::new(number);
        let start = any_start(&mut dice, number);
        let mut versus = Versus::new(start.clone()).unwrap();
        let mut same = Versus::new(start.clone()).unwrap();
        let seed = number + 100;
        let mut other = Versus::new(VersusStart { seed, ..start }).unwrap();
        let mut hands = Hands::new(number);
        for frame in 0..8_000 {
            if frame % 1_000 == 500 {
                same = versus.clone();
            }
            let held = hands.next_with_start();
            let hash = versus.hash();
            assert_eq!(versus.step(held), same.step(held));
            other.step(held);
            assert_eq!(versus, same);
            assert_eq!(versus.hash(), same.hash());
            assert_ne!(versus.hash(), hash, "each frame must change the hash");
            assert_ne!(
                versus.hash(),
                other.hash(),
                "another seed must give another hash"
            );
        }
    }
}

#[test]
fn recorded_matches_are_played_again_to_the_same_state() {
    let mut rounds = 0;
    for number in 0..10 {
        let mut hands = Hands::new(number);
        let mut versus = Versus::new(any_start(&mut hands, number)).unwrap();
        let mut inputs = Vec::new();
        while !versus.is_decided() {
            // The recording includes a held Start, other buttons, and frames after the match.
            let held = hands.next_with_start();
            inputs.push(held);
            versus.step(held);
        }
        for held in [IDLE, [Buttons::START; 2]] {
            inputs.push(held);
            versus.step(held);
        }
        rounds += versus.round() + 1;
        let text = MatchRecording::from_versus(&versus, inputs.clone()).to_ron();
        let recording = MatchRecording::from_ron(&text).unwrap();
        assert_eq!(recording.inputs, inputs);
        let mut again = Versus::new(recording.start).unwrap();
        for &held in &recording.inputs {
            again.step(held);
        }
        let end = recording.end.unwrap();
        assert_eq!(end.frame, again.frames());
        assert_eq!(end.hash, again.hash());
        assert_eq!(again, versus);
    }
    assert!(rounds > 15, "{rounds} rounds");
}
