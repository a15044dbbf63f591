//! An AI at the gamepad of the exact console: what it plans is what the game does, and the same
//! start gives the same game watched, recorded and counted.

use std::sync::Arc;

use rightwell::engine::{Event, Events, Fm2, GameType, Tape};
use rightwell::lab::games::{Game, Turn, movers};
use rightwell::lab::{Batch, Control, Extent, Shard};
use rightwell::players::{Pattern, Player, Strategy, StrategyKind};
use rightwell::rules::{Pose, RandomizerKind, Region};
use rightwell::search::Hand;
use rightwell::session::{
    Controls, Ending, Exhibition, Movers, Movie, PadControls, PadTable, Series, Verdict,
};

fn controls(tap_hz: &str, reaction: u64, region: Region) -> PadControls {
    PadControls {
        hand: Hand::of(tap_hz.parse().unwrap(), reaction).unwrap(),
        region,
        game_type: GameType::A,
    }
}

fn series(level: u8, randomizer: RandomizerKind, seed: u64, pad: PadControls) -> Series {
    Series {
        level,
        randomizer,
        seed,
        controls: Controls::Pad(pad),
    }
}

fn survival() -> Arc<Player> {
    Arc::new(Player::named("survival").unwrap())
}

fn exhibition(series: Series, filter: &str) -> Exhibition {
    let kind = StrategyKind::find(filter, Pattern::named).unwrap();
    Exhibition::new(series, Arc::new(Strategy::new(survival(), kind))).unwrap()
}

/// Thinks and steps; what is planned must be what the game does.
fn advance(exhibition: &mut Exhibition) -> Events {
    let events = exhibition.advance();
    assert_eq!(exhibition.take_mishap(), None, "{:?}", exhibition.series());
    events
}

fn fastest() -> PadControls {
    controls("30", 0, Region::Ntsc)
}

/// Plays `pieces` pieces frame by frame and checks each plan against what the game does.
fn check_plans(series: Series, pad: PadControls, pieces: u32) -> u32 {
    let movers = Arc::new(Movers::new(pad));
    let strategy = Arc::new(Strategy::alone(survival()));
    let mut locked = 0;
    for number in 0.. {
        let mut table = PadTable::new(&series, pad, Arc::clone(&movers), number).unwrap();
        let mut planned: Option<Pose> = None;
        while table.ending().is_none() {
            if table.asks() {
                let presses = table.task(&strategy).solve();
                planned = presses.last().map(|press| press.pose);
                table.take(presses);
            }
            table.step(false);
            assert_eq!(table.take_mishap(), None);
            if let Some(lock) = table.take_locked() {
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
fn what_is_planned_is_what_the_game_does() {
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
fn the_first_plan_of_a_b_type_game_knows_its_garbage() {
    // The first tick cuts the garbage, and only then moves the piece.
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
fn locks_at_once_are_those_of_the_console() {
    // Slow hands at high speed lose games, hidden rows and all.
    let mut b_type = fastest();
    b_type.game_type = GameType::B { height: 3 };
    for (level, pad) in [
        (0, fastest()),
        (9, b_type),
        (18, controls("12", 5, Region::Ntsc)),
        (29, controls("10", 18, Region::Ntsc)),
        (19, controls("15", 0, Region::Pal)),
    ] {
        let series = series(level, RandomizerKind::NesOdds, 99, pad);
        let movers = movers(&series).unwrap();
        let strategy = Arc::new(Strategy::alone(survival()));
        let mut lost = 0;
        for number in 0..4 {
            let table =
                || Box::new(PadTable::new(&series, pad, Arc::clone(&movers), number).unwrap());
            let (mut quick, mut console) = (Game::PadAtOnce(table()), Game::Pad(table()));
            for _ in 0..150 {
                let turn = quick.play(&strategy);
                assert_eq!(turn, console.play(&strategy), "{series:?}, game {number}");
                if turn == Turn::Lost {
                    lost += 1;
                }
                if !matches!(turn, Turn::Locked(_)) {
                    break;
                }
                assert_eq!(quick.board(), console.board());
                assert_eq!(quick.lines(), console.lines());
                assert_eq!(quick.score().unlimited(), console.score().unlimited());
            }
        }
        assert!(lost > 0 || level < 29, "slow hands lose at level 29");
    }
}

#[test]
fn games_watched_are_those_that_are_counted() {
    for (randomizer, level) in [(RandomizerKind::Nes, 29), (RandomizerKind::NesOdds, 29)] {
        let pad = controls("10", 18, Region::Ntsc);
        let series = series(level, randomizer, 0x1234, pad);
        let batch = Batch {
            series: series.clone(),
            strategy: Arc::new(Strategy::alone(survival())),
            extent: Extent::Games {
                games: 3,
                pieces: None,
            },
            lines: None,
            pieces_per_game: None,
            shard: Shard::WHOLE,
        };
        let tally = batch.run(&Control::default());
        let mut watched = exhibition(series, "none");
        let mut pieces = 0;
        while watched.game_number() < 3 {
            let was_on = watched.ending().is_none();
            advance(&mut watched);
            if was_on && watched.ending() == Some(Ending::ToppedOut) {
                pieces += watched.pieces();
            }
        }
        assert_eq!(pieces, tally.pieces);
        assert_eq!(tally.games_over, 3);
    }
}

#[test]
fn play_fast_shows_fewer_frames_of_the_same_game() {
    let series = series(18, RandomizerKind::Nes, 0xBEEE, fastest());
    let (mut slow, mut fast) = (
        exhibition(series.clone(), "none"),
        exhibition(series, "none"),
    );
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
    assert_eq!(slow.movie(), fast.movie());
    assert_eq!((fast.frame(), fast.pieces()), (60, 60));
    assert!(slow.frame() > 60 * 20);
}

#[test]
fn a_late_plan_delays_the_game_and_does_not_alter_it() {
    let series = series(19, RandomizerKind::Nes, 0x0ABC, fastest());
    let (mut prompt, mut late) = (
        exhibition(series.clone(), "none"),
        exhibition(series, "none"),
    );
    for _ in 0..2_000 {
        advance(&mut prompt);
        if let Some(job) = late.job() {
            assert!(!late.is_ready());
            assert!(late.job().is_none(), "a question is asked once");
            late.deliver(job.solve());
        }
        late.step();
        assert_eq!(late.take_mishap(), None);
    }
    assert_eq!(prompt.console(), late.console());
}

/// Records games until `games` of them are over, and some frames more.
fn recorded(series: Series, games: u64) -> Exhibition {
    let mut exhibition = exhibition(series, "none");
    exhibition.set_play_fast(true);
    exhibition.record();
    while exhibition.game_number() < games {
        advance(&mut exhibition);
    }
    exhibition.set_play_fast(false);
    for _ in 0..100 {
        advance(&mut exhibition);
    }
    exhibition
}

#[test]
fn games_become_a_movie_that_replays_to_the_same_end() {
    // A B-type game ends by its goal; the movie goes through its ending, the name entry and a reset.
    let mut pad = fastest();
    pad.game_type = GameType::B { height: 0 };
    let exhibition = recorded(series(18, RandomizerKind::Nes, 0x4242, pad), 2);
    let movie = exhibition.movie().unwrap();
    assert!(movie.is_for_emulators(Region::Ntsc));
    let movie = Fm2::from_text(&movie.to_text()).unwrap();
    assert_eq!(
        movie
            .frames
            .iter()
            .filter(|frame| frame.commands != 0)
            .count(),
        2
    );
    let replay = Movie::new(movie);
    assert_eq!(replay.check(), Verdict::Same);
    let scores = exhibition.console().unwrap().scores();
    assert!(scores.top(true) > 0, "the score of the first game is kept");
}

#[test]
fn games_that_no_movie_can_say_are_kept_in_ron() {
    for randomizer in [RandomizerKind::Nes, RandomizerKind::Uniform] {
        let pad = controls("10", 18, Region::Pal);
        let exhibition = recorded(series(29, randomizer, 0x4242, pad), 2);
        let movie = exhibition.movie().unwrap();
        assert!(!movie.is_for_emulators(Region::Pal));
        let text = Tape::of_movie(&movie, Region::Pal).to_ron();
        let replay = Movie::new(Tape::read(&text).unwrap());
        assert_eq!(replay.check(), Verdict::Same, "{randomizer:?}");
    }
}

#[test]
fn a_b_type_game_ends_at_its_goal_for_three_seconds() {
    let mut pad = fastest();
    pad.game_type = GameType::B { height: 5 };
    let mut exhibition = exhibition(series(9, RandomizerKind::Nes, 0x1357, pad), "none");
    exhibition.set_play_fast(true);
    for _ in 0..400 {
        let events = advance(&mut exhibition);
        if events.contains(Event::GoalReached) {
            break;
        }
    }
    assert_eq!(exhibition.ending(), Some(Ending::GoalReached));
    for _ in 0..180 {
        assert!(exhibition.ending().is_some());
        advance(&mut exhibition);
    }
    assert_eq!(exhibition.ending(), None);
    advance(&mut exhibition);
    assert_eq!(exhibition.game_number(), 1);
}

#[test]
fn plain_filters_refuse_locks_at_the_gamepad_too() {
    let series = series(0, RandomizerKind::Nes, 0x2468, fastest());
    let mut exhibition = exhibition(series, "well-plain");
    exhibition.set_play_fast(true);
    for _ in 0..15 {
        advance(&mut exhibition);
    }
    assert_eq!(exhibition.board().column(9), 0, "the well is open");
    assert!(!exhibition.board().is_empty());
}

#[test]
fn after_a_picture_comes_the_next_one_at_the_gamepad_too() {
    let pictures = ["XXXX......", "XXX......."];
    let patterns = pictures.map(|rows| Pattern::new(rows, rows.parse().unwrap()).unwrap());
    let kind = StrategyKind::find("pattern-plain:house", Pattern::named).unwrap();
    let strategy = Arc::new(Strategy::new(survival(), kind).with_pattern(patterns[0].clone()));
    for controls in [Controls::Drag, Controls::Pad(fastest())] {
        let series = Series {
            level: 0,
            randomizer: RandomizerKind::Nes,
            seed: 0x1000,
            controls,
        };
        let mut exhibition = Exhibition::new(series, Arc::clone(&strategy)).unwrap();
        exhibition.set_gallery(patterns.to_vec());
        exhibition.set_play_fast(true);
        let mut done = Vec::new();
        while done.len() < 3 {
            let number = exhibition.game_number();
            if exhibition.ending() == Some(Ending::PictureDone) {
                done.push(exhibition.strategy().pattern().unwrap().name().to_owned());
                let board = exhibition.board();
                while exhibition.ending().is_some() && exhibition.game_number() == number {
                    assert_eq!(exhibition.board(), board, "it stays for a while");
                    advance(&mut exhibition);
                }
            } else {
                advance(&mut exhibition);
            }
        }
        assert_eq!(done, [pictures[0], pictures[1], pictures[0]]);
    }
}
