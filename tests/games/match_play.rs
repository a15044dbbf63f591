//! Tests of matches over several rounds: computers of adjustable strength play against each other and against people.

use std::sync::Arc;

use rightwell::engine::{
    Event, GarbageHoles, GarbageRules, MatchRecording, MatchStage, RoundOutcome, Side, Versus,
    VersusStart,
};
use rightwell::lab::{Control, Counts, MatchBatch, MatchTally, RunResults, Shard};
use rightwell::players::{NamedHand, Opponent, Pattern, Position, StrategyKind, TreeMemory};
use rightwell::rules::{Board, Buttons, Piece, Region};
use rightwell::search::ChildFilter;
use rightwell::session::{Contestant, Match, MatchPlayback, PlanTask, Seek, Verdict};

use crate::support::cases::{sample, share};

/// No buttons on either side.
const NOTHING: [Buttons; 2] = [Buttons::NONE; 2];

fn computer(line: &str) -> Contestant {
    Contestant::Computer(Arc::new(
        Opponent::from_line(line, Opponent::named, NamedHand::named, Pattern::named).unwrap(),
    ))
}

fn start(seed: u64) -> VersusStart {
    VersusStart {
        seed,
        ..VersusStart::default()
    }
}

/// Steps one frame. Every computer thinks first. The people hold `held`.
fn step(play: &mut Match, held: [Buttons; 2]) -> [rightwell::engine::Events; 2] {
    for side in Side::BOTH {
        if let Some(job) = play.job(side) {
            play.deliver(side, job.solve());
        }
    }
    play.step(held)
}

/// Steps without buttons until `is_there` returns true, for at most an hour of play.
fn run_until(play: &mut Match, is_there: impl Fn(&Match) -> bool) {
    for _ in 0..216_000 {
        if is_there(play) {
            return;
        }
        step(play, NOTHING);
    }
    panic!("the condition is not met within an hour");
}

fn is_decided(play: &Match) -> bool {
    play.versus().is_decided()
}

fn batch(lines: [&str; 2], start: VersusStart, games: u64) -> MatchBatch {
    MatchBatch {
        start,
        opponents: lines.map(|line| {
            Arc::new(
                Opponent::from_line(line, Opponent::named, NamedHand::named, Pattern::named)
                    .unwrap(),
            )
        }),
        games,
        shard: Shard::WHOLE,
    }
}

#[test]
fn matches_between_computers_end_without_a_fault() {
    let lines = [
        "survival",
        "dellacherie,misdrops=30,tap-hz=3,reaction=60,depth=1",
        "survival,aggression=100,depth=2,tap-hz=12,reaction=18,tuck-misdrops=on",
        "bcts,misdrops=5,aggression=50,depth=2,tap-hz=13.3,sight=never",
        "endurance,tap-hz=20,reaction=3,sight=15,misdrops=100",
    ];
    let mut sum = MatchTally::default();
    for place in sample(50) {
        let game = place as u64;
        let pair = [lines[place % 5], lines[place / 5 % 5]];
        let levels = [(game * 7 % 30) as u8, (game * 11 % 30) as u8];
        let start = VersusStart {
            levels,
            garbage: GarbageRules {
                holes: [GarbageHoles::Fixed, GarbageHoles::Changing][place % 2],
                cancelling: place.is_multiple_of(3),
            },
            best_of: [1, 3][place / 2 % 2],
            region: [Region::Ntsc, Region::Pal][place / 4 % 2],
            ..start(game)
        };
        let tally =
            batch(pair, start, 2).run_on(&RunResults::without_memory(), &Control::default());
        assert_eq!(tally.games(), 2);
        let desyncs: u64 = tally.sides.iter().map(|side| side.desyncs).sum();
        assert_eq!(
            desyncs, 0,
            "every piece must reach its planned lock: {pair:?}"
        );
        sum.add(&tally);
    }
    assert_eq!(sum.undecided, 0, "every match must have a winner");
    assert!(sum.sides.iter().all(|side| side.rows_sent > share(400)));
}

#[test]
fn equal_seeds_give_equal_matches_and_other_seeds_do_not() {
    let play = |seed| {
        let contestants = [
            computer("survival,aggression=60,depth=2,misdrops=4,sight=12,tuck-misdrops=on"),
            computer("bcts,tap-hz=10,reaction=20,misdrops=10"),
        ];
        let mut play = Match::new(start(seed), contestants).unwrap();
        run_until(&mut play, is_decided);
        play.versus().hash()
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn figures_do_not_depend_on_the_number_of_threads_or_on_parts() {
    let pair = ["survival,misdrops=20", "bcts,misdrops=20"];
    let whole = batch(pair, start(9), 24);
    let with_threads = |count| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
        pool.unwrap()
            .install(|| whole.run_on(&RunResults::without_memory(), &Control::default()))
    };
    assert_eq!(with_threads(1), with_threads(3));
    let part = |index| {
        let shard = Shard { index, count: 3 };
        MatchBatch {
            shard,
            ..whole.clone()
        }
        .run_on(&RunResults::without_memory(), &Control::default())
    };
    let mut sum = part(0);
    sum.add(&part(1));
    sum.add(&part(2));
    assert_eq!(sum, with_threads(2));
}

#[test]
fn a_recorded_match_replays_to_its_end_from_a_file() {
    let contestants = [computer("survival,misdrops=10"), computer("dt10,tap-hz=9")];
    let mut play = Match::new(start(4), contestants).unwrap();
    run_until(&mut play, Match::is_finished);
    assert!(play.versus().round() >= 1, "several rounds");
    let text = play.recording().unwrap().to_ron();
    let recording = MatchRecording::from_ron(&text).unwrap();
    let playback = MatchPlayback::new(recording.clone()).unwrap();
    assert_eq!(playback.check(), Verdict::Same);
    let mut altered = recording;
    let middle = altered.inputs.len() / 3;
    altered.inputs[middle] = [Buttons::START, Buttons::NONE];
    let playback = MatchPlayback::new(altered).unwrap();
    assert!(matches!(playback.check(), Verdict::Different { .. }));
}

#[test]
fn a_pause_loses_nothing_of_what_a_computer_planned() {
    let start = VersusStart {
        levels: [19; 2],
        ..start(6)
    };
    let contestants = [Contestant::Person, computer("survival")];
    let new = || Match::new(start.clone(), contestants.clone()).unwrap();
    let (mut straight, mut paused) = (new(), new());
    for frame in 0..2_000 {
        // Pause the second match every 97 frames: press Start, release it, and press it again. This interrupts the
        // computer's plans in different frames.
        if frame % 97 == 50 {
            for held in [Buttons::START, Buttons::NONE, Buttons::NONE, Buttons::START] {
                step(&mut paused, [held, Buttons::NONE]);
            }
        }
        step(&mut straight, NOTHING);
        step(&mut paused, NOTHING);
        let game = |play: &Match| {
            let game = play.versus().game(Side::Right);
            (
                game.page().clone(),
                game.pose(),
                game.score(),
                game.play_state(),
            )
        };
        assert_eq!(game(&straight), game(&paused), "frame {frame}");
        assert_eq!(paused.take_desync(), None);
        if straight.versus().moment() != MatchStage::Playing {
            return;
        }
    }
    panic!("the side without input must top out");
}

#[test]
fn an_idle_player_loses_and_start_begins_another_match() {
    let contestants = [Contestant::Person, computer("survival")];
    let mut play = Match::new(start(3), contestants).unwrap();
    run_until(&mut play, is_decided);
    assert_eq!(play.versus().wins(Side::Right), 2, "best of three");
    let lost = RoundOutcome::Won(Side::Right);
    assert_eq!(play.versus().moment(), MatchStage::MatchOver(lost));
    // A player's late press for the game must not skip the result.
    step(&mut play, [Buttons::START, Buttons::NONE]);
    assert_eq!(play.number(), 0);
    run_until(&mut play, Match::is_finished);
    let seed = play.versus().start().seed;
    for _ in 0..1_000 {
        step(&mut play, NOTHING);
    }
    assert_eq!(play.number(), 0, "a person must start the next match");
    step(&mut play, [Buttons::START, Buttons::NONE]);
    assert_eq!((play.number(), play.versus().frames()), (1, 0));
    assert_eq!(play.versus().wins(Side::Right), 0);
    assert_ne!(play.versus().start().seed, seed, "other pieces");
}

#[test]
fn start_that_leads_to_another_match_does_not_pause_it() {
    for held_frames in [1, 2, 30] {
        let start = VersusStart {
            best_of: 1,
            levels: [29, 0],
            ..start(7)
        };
        let mut play = Match::new(start, [Contestant::Person, Contestant::Person]).unwrap();
        run_until(&mut play, Match::is_finished);
        for _ in 0..held_frames {
            play.step([Buttons::START, Buttons::NONE]);
        }
        play.step(NOTHING);
        assert_eq!(play.number(), 1, "{held_frames} frames");
        assert_eq!(
            play.versus().moment(),
            MatchStage::Playing,
            "{held_frames} frames"
        );
        play.step([Buttons::START, Buttons::NONE]);
        assert_eq!(play.versus().moment(), MatchStage::Paused, "pressed anew");
        play.step(NOTHING);
        let replay = MatchPlayback::new(play.recording().unwrap()).unwrap();
        assert_eq!(replay.check(), Verdict::Same);
    }
}

#[test]
fn select_swaps_the_sides_with_their_names_and_levels() {
    let contestants = [Contestant::Person, computer("survival")];
    let start = VersusStart {
        names: ["you", "survival"].map(str::to_owned),
        levels: [3, 9],
        best_of: 1,
        ..start(8)
    };
    let mut play = Match::new(start, contestants).unwrap();
    assert_eq!(play.people(), [true, false]);
    run_until(&mut play, Match::is_finished);
    step(&mut play, [Buttons::SELECT, Buttons::NONE]);
    assert_eq!(play.people(), [false, true]);
    let start = play.versus().start();
    assert_eq!(start.names, ["survival", "you"].map(str::to_owned));
    assert_eq!(start.levels, [9, 3]);
    // The person has the right pad now.
    let x = |play: &Match| play.versus().game(Side::Right).pose().x;
    let before = x(&play);
    step(&mut play, [Buttons::LEFT, Buttons::RIGHT]);
    assert_eq!(x(&play), before + 1);
}

#[test]
fn computers_alone_start_the_next_match() {
    let contestants = [computer("bcts,misdrops=40"), computer("survival")];
    let start = VersusStart {
        best_of: 1,
        ..start(8)
    };
    let mut play = Match::new(start, contestants).unwrap();
    run_until(&mut play, |play| play.number() == 2);
}

#[test]
fn the_next_match_has_the_levels_and_the_opponent_set_for_it() {
    let contestants = [Contestant::Person, computer("survival")];
    let mut play = Match::new(start(2), contestants).unwrap();
    play.set_next_levels([5, 40]);
    let next = Arc::new(
        Opponent::from_line("machine", Opponent::named, NamedHand::named, Pattern::named).unwrap(),
    );
    play.set_next_opponent(Side::Left, Arc::clone(&next));
    play.set_next_opponent(Side::Right, next);
    assert_eq!(play.versus().start().levels, [0, 0], "not before");
    play.rematch(false);
    let start = play.versus().start();
    assert_eq!(start.levels, [5, 29]);
    assert_eq!(start.names[1], "machine");
    assert_eq!(
        play.people(),
        [true, false],
        "the person must keep their side"
    );
}

#[test]
fn a_misdropped_piece_lands_one_or_two_columns_off() {
    let job = |line: &str| {
        let contestants = [Contestant::Person, computer(line)];
        let mut play = Match::new(start(5), contestants).unwrap();
        let job = play.job(Side::Right).unwrap();
        let PlanTask::Pad(task) = &job.task else {
            panic!("the computer's plan must use a gamepad");
        };
        let wanted = task.lock(&mut TreeMemory::default()).unwrap();
        play.deliver(Side::Right, job.solve());
        run_until_spawn(&mut play);
        (wanted, play.versus().game(Side::Right).board())
    };
    let (wanted, board) = job("survival,misdrops=0");
    assert_eq!(board, Board::EMPTY.with(wanted));
    let (wanted, board) = job("survival,misdrops=100");
    let beside = [-2, -1, 1, 2].map(|columns| {
        let x = wanted.x + columns;
        Board::EMPTY.with(rightwell::rules::Pose { x, ..wanted })
    });
    assert!(beside.contains(&board), "{board}");
}

fn run_until_spawn(play: &mut Match) {
    for _ in 0..2_000 {
        if step(play, NOTHING)[1].contains(Event::Spawned) {
            return;
        }
    }
    panic!("the piece never locked");
}

#[test]
fn an_opponent_attacks_while_stack_and_pending_rows_are_low() {
    let opponent = Opponent::from_line(
        "survival,aggression=50",
        Opponent::named,
        NamedHand::named,
        Pattern::named,
    )
    .unwrap();
    let low = "X........X\n".repeat(5);
    let position = Position::new(low.parse().unwrap(), Piece::T, Piece::I);
    let filter = |pending| {
        let strategy = opponent.strategy(&position, pending);
        strategy.kind().to_string()
    };
    assert_eq!(filter(0), "well");
    assert_eq!(filter(4), "well");
    assert_eq!(filter(5), "none", "ten rows are half of the playfield");
    assert_eq!(filter(u32::MAX), "none");
}

/// Plays a round of `survival` with these dials against `survival`. Returns the strategies and the boards of its
/// decisions, with the locks that it chose.
fn decisions(dials: &str) -> Vec<(String, Board, Option<rightwell::rules::Pose>)> {
    let contestants = [computer(&format!("survival{dials}")), computer("survival")];
    let start = VersusStart {
        best_of: 1,
        ..start(11)
    };
    let mut play = Match::new(start, contestants).unwrap();
    let mut found = Vec::new();
    for _ in 0..60_000 {
        if is_decided(&play) || found.len() == 300 {
            assert_eq!(play.take_desync(), None, "every piece reaches its lock");
            return found;
        }
        if let Some(job) = play.job(Side::Left) {
            let filter = job.task.strategy().filter();
            let board = job.task.position().board;
            let plan = job.solve();
            found.push((filter, board, plan.decision.lock()));
            play.deliver(Side::Left, plan);
        }
        step(&mut play, NOTHING);
    }
    panic!("the round does not end");
}

#[test]
fn an_opponent_plays_each_filter_in_a_match() {
    for filter in [
        "none",
        "well",
        "pattern:smiley",
        "well-plain",
        "pattern-plain:smiley",
    ] {
        let found = decisions(&format!(",filter={filter}"));
        assert!(found.len() > 10, "{filter}");
        assert!(found.iter().all(|(kind, ..)| kind == filter), "{filter}");
    }
}

#[test]
fn an_opponent_behind_a_filter_locks_only_where_it_allows() {
    for text in ["well-plain", "pattern-plain:smiley"] {
        let filter = StrategyKind::find(text, Pattern::named).unwrap();
        let refused = |dials: &str| {
            let locks = decisions(dials).into_iter();
            let locks = locks.filter_map(|(_, board, lock)| Some((board, lock?)));
            locks
                .filter(|(board, lock)| !filter.validate(board, *lock))
                .count()
        };
        assert_eq!(refused(&format!(",filter={text}")), 0, "{text}");
        assert!(refused("") > 0, "{text}: the player alone locks elsewhere");
    }
}

#[test]
fn a_resumed_match_replays_from_its_first_frame() {
    let recording = {
        let mut play =
            Match::new(start(3), [computer("first-day"), computer("first-day")]).unwrap();
        for _ in 0..900 {
            step(&mut play, NOTHING);
        }
        play.recording().unwrap()
    };
    let mut playback = MatchPlayback::new(recording.clone()).unwrap();
    playback.seek(400);
    for side in Side::BOTH {
        let mut contestants = [Contestant::Person, Contestant::Person];
        contestants[side.index()] = computer("first-week");
        let mut play = Match::resume_from(&playback, contestants);
        assert_eq!(play.versus().hash(), playback.versus().hash());
        let mut frames = 400;
        // The computer's piece reaches the recorded lock, no matter what the person does until then.
        while !step(&mut play, NOTHING)[side.index()].contains(Event::Spawned) {
            let held = play.pressed()[side.index()];
            assert_eq!(held, recording.inputs[frames][side.index()]);
            frames += 1;
        }
        let mut there = MatchPlayback::new(recording.clone()).unwrap();
        there.seek(frames as u64 + 1);
        let board = |versus: &Versus| versus.game(side).board();
        assert_eq!(board(play.versus()), board(there.versus()));
        // After that piece, the computer plays as it does in this version of the program.
        for _ in 0..600 {
            step(&mut play, NOTHING);
        }
        let own = &play.inputs()[frames..];
        assert!(own.iter().any(|held| !held[side.index()].is_empty()));
        assert_eq!(play.take_desync(), None);
        let kept = play.recording().unwrap();
        assert_eq!(kept.start, recording.start);
        assert_eq!(kept.inputs[..400], recording.inputs[..400]);
        let again = MatchPlayback::new(kept).unwrap();
        assert_eq!(again.check(), Verdict::Same);
        play.rematch(false);
        let names = &play.versus().start().names;
        assert_eq!(names[side.index()], "first-week");
        assert_eq!(names[side.other().index()], "you");
    }
}
