//! Tests of an AI with a gamepad in games that can crash because counting the score takes too long. The AI survives all
//! levels, and its recording can be replayed.

use std::sync::Arc;

use rightwell::engine::{CrashRule, Event, GameType, History, RecordedConsole};
use rightwell::players::{Player, Strategy};
use rightwell::rules::{Buttons, RandomizerKind, Region};
use rightwell::search::Hand;
use rightwell::session::{
    Autoplay, ConsolePlayback, Controls, Ending, PadControls, Seek, SeriesSettings, Verdict,
};

/// Returns a game from level 29 at thirty taps a second.
fn endurance(crash: CrashRule) -> Autoplay {
    let controls = Controls::Pad(PadControls {
        hand: Hand::FASTEST,
        region: Region::Ntsc,
        game_type: GameType::A,
        double_killscreen: false,
        crash,
        training: None,
    });
    let series = SeriesSettings {
        level: 29,
        randomizer: RandomizerKind::NesOdds,
        seed: 1,
        controls,
        position: None,
    };
    let player = Player::named("endurance").unwrap();
    let mut autoplay = Autoplay::new(series, Strategy::alone(Arc::new(player)).into()).unwrap();
    autoplay.set_play_fast(true);
    autoplay
}

fn level(autoplay: &Autoplay) -> u8 {
    autoplay.console().unwrap().game().unwrap().level()
}

/// Returns how often a button is newly pressed.
fn presses(history: &History, button: Buttons) -> usize {
    let pairs = history.frames().windows(2);
    pairs
        .filter(|pair| pair[1].held.has(button) && !pair[0].held.has(button))
        .count()
}

#[test]
fn from_level_29_through_all_levels_to_level_0_and_once_more_from_the_recording() {
    // With this rule, the game crashes wherever it can.
    let mut autoplay = endurance(CrashRule::Strict);
    autoplay.record();
    while level(&autoplay) >= 29 {
        autoplay.advance();
        assert_eq!(autoplay.take_desync(), None);
        assert_eq!(autoplay.ending(), None, "at level {}", level(&autoplay));
    }
    let summary = autoplay.summary().unwrap();
    assert_eq!((level(&autoplay), summary.lines / 10), (0, 326));
    let history = autoplay.history().unwrap();
    let [select, down] = [Buttons::SELECT, Buttons::DOWN].map(|button| presses(&history, button));
    println!("{} frames, Select {select}, Down {down}", history.len());
    assert!(select > 10 && down > 10, "Select {select}, Down {down}");
    let again = History::from_ron(&history.to_ron()).unwrap();
    assert!(again == history && !again.is_for_emulators());
    assert_eq!(ConsolePlayback::new(again).check(), Verdict::Same);
}

#[test]
fn players_unaware_of_crashes_crash() {
    let mut autoplay = endurance(CrashRule::Off);
    autoplay.record();
    let begin = autoplay.console().unwrap().frames();
    while level(&autoplay) < 165 {
        autoplay.advance();
    }
    // Play these buttons on a console whose game can crash.
    let unaware = autoplay.history().unwrap();
    let mut console = RecordedConsole::after(unaware.until(begin));
    console.set_crash(CrashRule::Crash);
    let frames = unaware.frames()[begin as usize..].iter();
    let crashed = frames
        .take_while(|frame| !console.play(**frame).contains(Event::Crashed))
        .count();
    let game = console.console().game().unwrap();
    assert!(game.is_crashed() && game.level() >= 155);
    assert!(begin + (crashed as u64) < unaware.len());
    let mut playback = ConsolePlayback::new(console.history().unwrap());
    assert_eq!(playback.check(), Verdict::Same);
    playback.seek(u64::MAX);
    assert_eq!(playback.summary().unwrap().ending, Some(Ending::Crashed));
}
