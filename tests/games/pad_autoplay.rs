//! Tests of an AI with a gamepad on the exact console. The game follows the AI's plans. Equal starts give equal games,
//! whether they are watched, recorded or only counted.

use std::sync::Arc;

use rightwell::engine::history::Command;
use rightwell::engine::{CrashRule, Event, Events, GameType, History};
use rightwell::lab::decision_log::DecisionLog;
use rightwell::lab::games::{BatchGame, TurnOutcome, moves};
use rightwell::lab::{Batch, BatchSize, Control, Shard};
use rightwell::players::{Pattern, Player, Strategy, StrategyKind, TreeMemory};
use rightwell::rules::{Pose, RandomizerKind, Region};
use rightwell::search::Hand;
use rightwell::session::{
    Autoplay, ConsolePlayback, Controls, Ending, MovesByLevel, PadControls, PadPlay,
    SeriesSettings, Verdict,
};

fn controls(tap_hz: &str, reaction: u64, region: Region) -> PadControls {
    PadControls {
        hand: Hand::from_rate(tap_hz.parse().unwrap(), reaction).unwrap(),
        region,
        game_type: GameType::A,
        double_killscreen: false,
        crash: CrashRule::Off,
        training: None,
    }
}

fn seeing(pad: PadControls, sight: &str) -> PadControls {
    let hand = pad.hand.with_sight(sight.parse().unwrap()).unwrap();
    PadControls { hand, ..pad }
}

fn series(level: u8, randomizer: RandomizerKind, seed: u64, pad: PadControls) -> SeriesSettings {
    SeriesSettings {
        level,
        randomizer,
        seed,
        controls: Controls::Pad(pad),
        position: None,
    }
}

fn survival() -> Arc<Player> {
    Arc::new(Player::named("survival").unwrap())
}

fn autoplay(series: SeriesSettings, filter: &str) -> Autoplay {
    let kind = StrategyKind::find(filter, Pattern::named).unwrap();
    Autoplay::new(series, Arc::new(Strategy::new(survival(), kind))).unwrap()
}

/// Lets the computer think, then steps one frame. The game must follow the plan.
fn advance(autoplay: &mut Autoplay) -> Events {
    let events = autoplay.advance();
    assert_eq!(autoplay.take_desync(), None, "{:?}", autoplay.series());
    events
}

fn fastest() -> PadControls {
    controls("30", 0, Region::Ntsc)
}

/// Plays `pieces` pieces frame by frame, and compares each plan with the game. Returns the number of pieces.
fn check_plans(series: SeriesSettings, pad: PadControls, pieces: u32) -> u32 {
    let moves = Arc::new(MovesByLevel::new(pad));
    let strategy = Arc::new(Strategy::alone(survival()));
    let mut locked = 0;
    for number in 0.. {
        let mut play = PadPlay::new(&series, pad, Arc::clone(&moves), number).unwrap();
        let mut planned: Option<Pose> = None;
        while play.ending().is_none() {
            if play.needs_plan() {
                let decision = play.task(&strategy).solve(&mut TreeMemory::default());
                planned = decision.presses.last().map(|press| press.pose);
                play.accept_plan(decision);
            }
            play.step(false);
            assert_eq!(play.take_desync(), None);
            if let Some(lock) = play.take_locked() {
                assert_eq!(planned.unwrap_or(lock), lock, "{series:?}");
                locked += 1;
                if locked == pieces {
                    return locked;
                }
            }
        }
    }
    unreachable!("games go on for ever")
}

#[test]
fn the_game_follows_the_plan() {
    for region in [Region::Ntsc, Region::Pal] {
        for level in [0, 9, 18, 19, 29] {
            for (tap_hz, reaction) in [("30", 0), ("13.3", 0), ("10", 18)] {
                let pad = controls(tap_hz, reaction, region);
                let series = series(level, RandomizerKind::Nes, 0x5EED, pad);
                assert_eq!(check_plans(series, pad, 250), 250);
            }
        }
    }
}

#[test]
fn the_game_follows_a_plan_without_next() {
    for (index, level) in [0, 9, 18, 19, 29].into_iter().enumerate() {
        for (tap_hz, reaction, sight) in [
            ("30", 0, "18"),
            ("13.3", 0, "never"),
            ("12", 6, "21"),
            ("20", 0, "1"),
            ("10", 18, "60"),
        ] {
            let region = [Region::Ntsc, Region::Pal][index % 2];
            let pad = seeing(controls(tap_hz, reaction, region), sight);
            let series = series(level, RandomizerKind::Nes, 0x5EED, pad);
            assert_eq!(check_plans(series, pad, 60), 60);
        }
    }
}

#[test]
fn the_first_plan_of_a_b_type_game_knows_its_garbage() {
    // In the first tick, the game removes the garbage above the chosen height. After that it moves the piece.
    for height in 0..=5 {
        for level in [0, 18, 19] {
            let mut pad = fastest();
            pad.game_type = GameType::B { height };
            let series = series(level, RandomizerKind::Nes, 0x4242, pad);
            assert_eq!(check_plans(series, pad, 4), 4);
        }
    }
}

#[test]
fn locks_without_frames_equal_those_of_the_console() {
    // With slow hands at a high speed, games are lost. They also test the hidden rows.
    let mut b_type = fastest();
    b_type.game_type = GameType::B { height: 3 };
    for (level, pad) in [
        (0, fastest()),
        (9, b_type),
        (18, controls("12", 5, Region::Ntsc)),
        (29, controls("10", 18, Region::Ntsc)),
        (19, controls("15", 0, Region::Pal)),
        (0, seeing(fastest(), "60")),
        (18, seeing(fastest(), "18")),
        (19, seeing(controls("12", 0, Region::Ntsc), "21")),
        (29, seeing(controls("10", 3, Region::Pal), "9")),
        (19, seeing(fastest(), "never")),
    ] {
        let series = series(level, RandomizerKind::NesOdds, 99, pad);
        let moves = moves(&series).unwrap();
        let strategy = Arc::new(Strategy::alone(survival()));
        let mut lost = 0;
        for number in 0..4 {
            let play = || Box::new(PadPlay::new(&series, pad, Arc::clone(&moves), number).unwrap());
            let (mut quick, mut console) = (BatchGame::PadAtOnce(play()), BatchGame::Pad(play()));
            for _ in 0..150 {
                let turn = quick.play(&strategy, &mut DecisionLog::none()).unwrap();
                let same = console.play(&strategy, &mut DecisionLog::none()).unwrap();
                assert_eq!(turn, same, "{series:?}, game {number}");
                if turn == TurnOutcome::Lost {
                    lost += 1;
                }
                if !matches!(turn, TurnOutcome::Locked(_)) {
                    break;
                }
                assert_eq!(quick.board(), console.board());
                assert_eq!(quick.lines(), console.lines());
                assert_eq!(quick.score().unlimited(), console.score().unlimited());
            }
        }
        assert!(
            lost > 0 || pad.hand.tap_hz() > Some("10".parse().unwrap()),
            "slow hands lose at level 29"
        );
    }
}

#[test]
fn watched_games_equal_simulated_ones() {
    for (randomizer, level) in [(RandomizerKind::Nes, 29), (RandomizerKind::NesOdds, 29)] {
        let pad = controls("10", 18, Region::Ntsc);
        let series = series(level, randomizer, 0x1234, pad);
        let batch = Batch {
            series: series.clone(),
            strategy: Arc::new(Strategy::alone(survival())),
            extent: BatchSize::Games {
                games: 3,
                pieces: None,
            },
            lines: None,
            pieces_per_game: None,
            shard: Shard::WHOLE,
        };
        let tally = batch.run(&Control::default());
        let mut watched = autoplay(series, "none");
        let mut pieces = 0;
        while watched.game_number() < 3 {
            let was_on = watched.ending().is_none();
            advance(&mut watched);
            if was_on && watched.ending() == Some(Ending::ToppedOut) {
                pieces += watched.summary().unwrap().pieces;
            }
        }
        assert_eq!(pieces, tally.pieces);
        assert_eq!(tally.games_over, 3);
    }
}

#[test]
fn play_fast_shows_fewer_frames_of_the_same_game() {
    for pad in [fastest(), seeing(fastest(), "15")] {
        let series = series(18, RandomizerKind::Nes, 0xBEEE, pad);
        check_play_fast(series);
    }
}

fn check_play_fast(series: SeriesSettings) {
    let (mut slow, mut fast) = (autoplay(series.clone(), "none"), autoplay(series, "none"));
    slow.record();
    fast.record();
    fast.set_play_fast(true);
    for _ in 0..60 {
        advance(&mut fast);
    }
    let end = fast.console().unwrap().frames();
    while slow.console().unwrap().frames() < end {
        advance(&mut slow);
    }
    assert_eq!(
        slow.console().unwrap().hash(),
        fast.console().unwrap().hash()
    );
    assert_eq!(slow.history(), fast.history());
    let pieces = fast.summary().unwrap().pieces;
    assert_eq!((fast.frame(), pieces), (60, 60));
    assert!(slow.frame() > 60 * 20);
}

#[test]
fn a_late_plan_delays_the_game_and_does_not_alter_it() {
    let series = series(19, RandomizerKind::Nes, 0x0ABC, fastest());
    let (mut prompt, mut late) = (autoplay(series.clone(), "none"), autoplay(series, "none"));
    for _ in 0..2_000 {
        advance(&mut prompt);
        if let Some(job) = late.job() {
            assert!(!late.is_ready());
            assert!(late.job().is_none(), "a job must be posted only once");
            late.deliver(job.solve());
        }
        late.step();
        assert_eq!(late.take_desync(), None);
    }
    assert_eq!(prompt.console(), late.console());
}

/// Records until `games` games are over, and then for some more frames.
fn recorded(series: SeriesSettings, games: u64) -> Autoplay {
    let mut autoplay = autoplay(series, "none");
    autoplay.set_play_fast(true);
    autoplay.record();
    while autoplay.game_number() < games {
        advance(&mut autoplay);
    }
    autoplay.set_play_fast(false);
    for _ in 0..100 {
        advance(&mut autoplay);
    }
    autoplay
}

#[test]
fn games_become_a_movie_that_replays_to_the_same_end() {
    // A B-type game ends at its goal. The movie contains its ending, the name entry, and a reset.
    let mut pad = fastest();
    pad.game_type = GameType::B { height: 0 };
    let autoplay = recorded(series(18, RandomizerKind::Nes, 0x4242, pad), 2);
    let history = autoplay.history().unwrap();
    assert!(history.is_for_emulators());
    assert_eq!(History::from_fm2(&history.to_fm2()).unwrap(), history);
    let resets = history.frames().iter();
    let resets = resets.filter(|frame| frame.command == Command::Reset);
    assert_eq!(resets.count(), 2);
    assert_eq!(ConsolePlayback::new(history).check(), Verdict::Same);
    let scores = autoplay.console().unwrap().scores();
    assert!(
        scores.top(true) > 0,
        "the score of the first game must be kept"
    );
}

#[test]
fn games_that_no_movie_can_store_are_saved_in_ron() {
    for (randomizer, sight) in [(RandomizerKind::Nes, "0"), (RandomizerKind::Uniform, "20")] {
        let pad = seeing(controls("10", 18, Region::Pal), sight);
        let autoplay = recorded(series(29, randomizer, 0x4242, pad), 2);
        let history = autoplay.history().unwrap();
        assert!(!history.is_for_emulators());
        assert_eq!(History::from_ron(&history.to_ron()).unwrap(), history);
        let playback = ConsolePlayback::new(history);
        assert_eq!(playback.check(), Verdict::Same, "{randomizer:?}");
    }
}

#[test]
fn a_double_killscreen_is_in_the_recording_and_holds_for_each_game() {
    let mut pad = controls("10", 18, Region::Ntsc);
    pad.double_killscreen = true;
    let autoplay = recorded(series(19, RandomizerKind::Nes, 0x4242, pad), 2);
    let carry = autoplay.console().unwrap().carry();
    assert!(carry.control.double_killscreen);
    let history = autoplay.history().unwrap();
    assert!(!history.is_for_emulators());
    assert_eq!(History::from_ron(&history.to_ron()).unwrap(), history);
    assert_eq!(ConsolePlayback::new(history).check(), Verdict::Same);
}

#[test]
fn plans_hold_at_the_double_killscreen() {
    // A game that starts at level 29 is at level 30 after 240 lines. After that, each ten lines raise the level, up to
    // 39.
    let mut pad = fastest();
    pad.double_killscreen = true;
    let moves = Arc::new(MovesByLevel::new(pad));
    let strategy = Arc::new(Strategy::alone(survival()));
    let series = series(29, RandomizerKind::NesOdds, 7, pad);
    let mut pieces = 0;
    for number in 0..6 {
        let mut play = PadPlay::new(&series, pad, Arc::clone(&moves), number).unwrap();
        while play.ending().is_none() {
            if play.game().level() < 39 {
                // Up to level 39, play without frames.
                let lock = play.task(&strategy).lock(&mut TreeMemory::default());
                if !lock.is_some_and(|lock| play.lock_at_once(lock)) {
                    break;
                }
                continue;
            }
            if play.needs_plan() {
                play.accept_plan(play.task(&strategy).solve(&mut TreeMemory::default()));
                pieces += 1;
            }
            play.step(false);
            assert_eq!(play.take_desync(), None);
        }
        if pieces > 0 {
            break;
        }
    }
    println!("{pieces} pieces at the double killscreen");
    assert!(pieces > 5);
}

#[test]
fn a_b_type_game_ends_at_its_goal_for_three_seconds() {
    let mut pad = fastest();
    pad.game_type = GameType::B { height: 5 };
    let mut autoplay = autoplay(series(9, RandomizerKind::Nes, 0x1357, pad), "none");
    autoplay.set_play_fast(true);
    for _ in 0..400 {
        let events = advance(&mut autoplay);
        if events.contains(Event::GoalReached) {
            break;
        }
    }
    assert_eq!(autoplay.ending(), Some(Ending::GoalReached));
    for _ in 0..180 {
        assert!(autoplay.ending().is_some());
        advance(&mut autoplay);
    }
    assert_eq!(autoplay.ending(), None);
    advance(&mut autoplay);
    assert_eq!(autoplay.game_number(), 1);
}

#[test]
fn plain_filters_reject_locks_with_a_gamepad_too() {
    let series = series(0, RandomizerKind::Nes, 0x2468, fastest());
    let mut autoplay = autoplay(series, "well-plain");
    autoplay.set_play_fast(true);
    for _ in 0..15 {
        advance(&mut autoplay);
    }
    let board = autoplay.board();
    assert!(!board.contains(9, 19), "the floor of the well must be open");
    assert!(board.row(19) != 0);
}

#[test]
fn the_next_pattern_follows_with_a_gamepad_too() {
    let pictures = ["XXXX......", "XXX......."];
    let patterns = pictures.map(|rows| Pattern::new(rows, rows.parse().unwrap()).unwrap());
    let kind = StrategyKind::find("pattern-plain:house", Pattern::named).unwrap();
    let strategy = Arc::new(Strategy::new(survival(), kind).with_pattern(patterns[0].clone()));
    for controls in [Controls::Drag, Controls::Pad(fastest())] {
        let series = SeriesSettings {
            level: 0,
            randomizer: RandomizerKind::Nes,
            seed: 0x1000,
            controls,
            position: None,
        };
        let mut autoplay = Autoplay::new(series, Arc::clone(&strategy)).unwrap();
        autoplay.set_gallery(patterns.to_vec());
        autoplay.set_play_fast(true);
        let mut done = Vec::new();
        while done.len() < 3 {
            let number = autoplay.game_number();
            if autoplay.ending() == Some(Ending::PictureDone) {
                done.push(autoplay.strategy().pattern().unwrap().name().to_owned());
                let board = autoplay.board();
                while autoplay.ending().is_some() && autoplay.game_number() == number {
                    assert_eq!(autoplay.board(), board, "the pattern must stay for a while");
                    advance(&mut autoplay);
                }
            } else {
                advance(&mut autoplay);
            }
        }
        assert_eq!(done, [pictures[0], pictures[1], pictures[0]]);
    }
}
