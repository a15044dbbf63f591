//! Tests of games that start at a position, on the console and without gravity: their first state and their replay.

use std::sync::Arc;

use rightwell::engine::{
    Console, CrashRule, DirectStart, DragRecording, GameType, HighScores, History, RecordedConsole,
    StartPosition,
};
use rightwell::players::{Player, Strategy};
use rightwell::rules::{Buttons, Cell, Piece, RandomizerKind, Region};
use rightwell::search::Hand;
use rightwell::session::{
    Autoplay, ConsolePlayback, Controls, DragPlayback, PadControls, Person, SaveWatcher, Seek,
    SeriesSettings, Verdict,
};

/// Returns a position with four rows that are ready for a Tetris, made of three kinds of blocks, and with one cell
/// above them.
fn position(region: Region) -> StartPosition {
    let mut position = StartPosition::new(Piece::I, Piece::T);
    (position.level, position.lines, position.score) = (18, 126, 250_000);
    position.region = region;
    let styles = [Cell::BORDERED, Cell::LIGHT, Cell::DARK];
    for y in 16..20 {
        for x in 0..9 {
            position.set(x, y, styles[(x + y) as usize % 3]);
        }
    }
    position.set(3, 15, Cell::LIGHT);
    position
}

fn start(region: Region) -> DirectStart {
    DirectStart {
        region,
        game_type: GameType::B { height: 3 },
        level: 5,
        seed: 0x8988,
    }
}

/// Asserts that the console is at the position.
fn assert_at_position(console: &Console, position: &StartPosition) {
    let game = console.game().unwrap();
    assert_eq!(StartPosition::of_pad(game), *position);
    assert_eq!(game.start().game_type, GameType::A);
    assert_eq!(game.page(), &position.page());
}

#[test]
fn a_console_reaches_the_position_from_any_game() {
    for region in [Region::Ntsc, Region::Pal] {
        let mut console = RecordedConsole::direct(start(region), HighScores::default()).unwrap();
        let position = position(region);
        console.begin_at(position);
        assert_at_position(console.console(), &position);
        // A position can also be set in the middle of another game.
        for frame in 0..500 {
            console.step(Buttons::from_bits((frame / 3) as u8 & 0x83));
        }
        console.begin_at(position);
        assert_at_position(console.console(), &position);
        let history = console.history().unwrap();
        let text = history.to_ron();
        let again = History::from_ron(&text).unwrap();
        assert_eq!(
            (&again, again.play()),
            (&history, console.console().clone())
        );
        assert!(!again.is_for_emulators() && text.contains(&position.to_string()));
        // The history starts at the position. It keeps only the randomizer and the clock of the previous game.
        assert_eq!(again.position(0), Some(position));
        assert_eq!(again.position(again.len() + 1), None);
    }
}

#[test]
fn the_tetris_of_the_position_counts_from_there() {
    let mut console = RecordedConsole::direct(start(Region::Ntsc), HighScores::default()).unwrap();
    console.begin_at(position(Region::Ntsc));
    let mut right = [Buttons::A, Buttons::NONE]
        .into_iter()
        .chain([Buttons::RIGHT, Buttons::NONE].into_iter().cycle().take(8));
    let lines = loop {
        console.step(right.next().unwrap_or(Buttons::DOWN));
        let game = console.console().game().unwrap();
        if game.lines() != 126 {
            break game.lines();
        }
    };
    let game = console.console().game().unwrap();
    assert_eq!(
        (lines, game.level()),
        (130, 19),
        "level 19 must follow after 130 lines"
    );
    assert!(game.score().points() >= 250_000 + 1200 * 20);
}

#[test]
fn a_recording_with_the_position_of_another_release_is_refused() {
    let mut console = RecordedConsole::direct(start(Region::Ntsc), HighScores::default()).unwrap();
    console.begin_at(position(Region::Ntsc));
    let text = console.history().unwrap().to_ron();
    let (old, new) = (position(Region::Ntsc), position(Region::Pal));
    for (other, wanted) in [
        (new.to_string(), "positions: "),
        (
            old.to_string().replace("-18-", "-19-"),
            "incomplete or mistyped",
        ),
        ("TI".to_owned(), "is not a position"),
    ] {
        let wrong = text.replace(&old.to_string(), &other);
        let fault = History::from_ron(&wrong).unwrap_err().to_string();
        assert!(fault.contains(wanted), "{fault}");
    }
}

fn autoplay(controls: Controls, randomizer: RandomizerKind, position: StartPosition) -> Autoplay {
    let series = SeriesSettings {
        level: position.level,
        randomizer,
        seed: 0x1234,
        controls,
        position: Some(position),
    };
    let player = Arc::new(Player::named("survival").unwrap());
    let mut play = Autoplay::new(series, Arc::new(Strategy::alone(player))).unwrap();
    play.record();
    play
}

fn pad(region: Region) -> Controls {
    Controls::Pad(PadControls {
        hand: Hand::new(12, 0).unwrap(),
        region,
        game_type: GameType::A,
        double_killscreen: true,
        crash: CrashRule::default(),
        training: None,
    })
}

#[test]
fn computers_start_every_game_at_the_position_and_replay_equally() {
    for region in [Region::Ntsc, Region::Pal] {
        for randomizer in [RandomizerKind::Nes, RandomizerKind::Uniform] {
            let position = position(region);
            let mut play = autoplay(pad(region), randomizer, position);
            assert_at_position(play.console().unwrap(), &position);
            let control = play.console().unwrap().carry().control;
            assert!(control.double_killscreen);
            for _ in 0..2 {
                let number = play.game_number();
                for _ in 0..600 {
                    play.advance();
                }
                assert!(play.summary().unwrap().pieces > 1);
                play.new_game();
                assert_eq!(play.game_number(), number + 1);
                assert_at_position(play.console().unwrap(), &position);
            }
            let history = play.history().unwrap();
            let again = History::from_ron(&history.to_ron()).unwrap();
            let playback = ConsolePlayback::new(again);
            assert_eq!(playback.check(), Verdict::Same);
        }
    }
}

#[test]
fn games_without_gravity_start_at_the_position_too() {
    let mut position = position(Region::Ntsc);
    position.level = 200;
    let mut play = autoplay(Controls::Drag, RandomizerKind::NesOdds, position);
    let there = |play: &Autoplay| {
        let game = play.drag_game().unwrap();
        let (current, next) = (game.pose().piece(), game.next());
        let mut now = StartPosition::new(current, next).with_field(game.page());
        (now.level, now.lines) = (game.level(), game.lines());
        now.score = game.score().points();
        now
    };
    assert_eq!(there(&play), position);
    play.set_play_fast(true);
    while play.summary().unwrap().pieces < 30 {
        play.advance();
    }
    let summary = play.summary().unwrap();
    assert!(summary.lines > 0 && summary.lines < 100, "{summary:?}");
    let recording = play.recording().unwrap();
    let text = recording.to_ron();
    let again = DragRecording::from_ron(&text).unwrap();
    let mut playback = DragPlayback::new(again).unwrap();
    assert_eq!(playback.check(), Verdict::Same);
    playback.seek(playback.frames());
    assert_eq!(playback.summary().lines, summary.lines);
    let full = text.replace(&position.to_string(), "TI-0-0-0-1ZZ-000");
    assert!(DragRecording::from_ron(&full).is_err());
    play.new_game();
    assert_eq!(there(&play), position);
}

#[test]
fn a_position_is_practice_and_the_next_game_counts() {
    let scores = HighScores::default();
    let mut person = Person::direct(start(Region::Ntsc), scores.clone()).unwrap();
    let position = position(Region::Ntsc);
    person.begin_at(position);
    assert_eq!(person.position(), Some(position));
    let mut save_watcher = SaveWatcher::new(&person);
    let mut frame = 0;
    while person.is_in_game() {
        frame += 1;
        let leaves = person.is_curtain_closed() || person.console().is_game_ended();
        let held = match leaves && frame % 8 == 0 {
            true => Buttons::START,
            false => Buttons::DOWN,
        };
        person.step(held);
        assert!(person.is_unranked(), "it is practice");
        save_watcher.after_frame(&person);
        assert!(frame < 60_000);
    }
    // The 250,000 points are entered into the console's own table, but not into the saved table.
    assert_ne!(*person.console().scores(), scores);
    let mut entered = false;
    for frame in 0..40_000 {
        let held = match frame % 8 {
            0 => Buttons::START,
            _ => Buttons::NONE,
        };
        person.step(held);
        if save_watcher.after_frame(&person).scores {
            assert!(save_watcher.take_scores(&person).is_empty());
            entered = true;
        }
        if entered && person.is_in_game() {
            break;
        }
    }
    assert!(entered && !person.is_unranked() && person.position().is_none());
    let history = person.history();
    let again = Person::after(History::from_ron(&history.to_ron()).unwrap());
    assert_eq!(again.console(), person.console());
}
