//! Tests of the sound of games: equal games give equal samples, bit for bit.

use std::sync::Arc;

use rightwell::engine::{Console, DirectStart, Event, Events, GameType, View, direct_start};
use rightwell::players::{Player, Strategy};
use rightwell::rules::{Buttons, RandomizerKind, Region};
use rightwell::session::{Autoplay, Controls, SeriesSettings};
use rightwell::sound::{
    ConsoleSynth, Director, Effect, ExtraSoundEvent, MusicChoice, PlayingMusic, Repertoire,
    SoundCue, TuneId,
};

/// Returns the samples of a computer's game.
fn samples_of_game(seed: u64, frames: usize) -> Vec<f32> {
    let series = SeriesSettings {
        level: 9,
        randomizer: RandomizerKind::NesOdds,
        seed,
        controls: Controls::Drag,
        position: None,
    };
    let player = Arc::new(Player::named("survival").unwrap());
    let mut autoplay = Autoplay::new(series, Arc::new(Strategy::alone(player))).unwrap();
    let mut director = Director::new(Region::Ntsc);
    let mut sound = ConsoleSynth::new(Arc::new(Repertoire::built_in()));
    let mut samples = Vec::new();
    for _ in 0..frames {
        let events = autoplay.advance();
        let cue = director.cue(events, &autoplay.view(), &[], [false; 2]);
        sound.frame(&[cue], &mut samples);
    }
    samples
}

/// Returns the FNV-1a hash of the samples as 16-bit values.
fn fingerprint(samples: &[f32]) -> u64 {
    let bytes = samples
        .iter()
        .flat_map(|sample| ((sample * 32_767.0).round() as i16).to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn a_known_game_has_the_accepted_sound() {
    let samples = samples_of_game(7, 1_800);
    assert_eq!(samples.len(), 1_437_632);
    assert_eq!(
        format!("{:016X}", fingerprint(&samples)),
        "BD4B5CC492FFA82D"
    );
}

#[test]
fn equal_seeds_give_equal_samples_and_others_do_not() {
    assert!(samples_of_game(3, 300) == samples_of_game(3, 300));
    assert!(samples_of_game(3, 300) != samples_of_game(4, 300));
}

/// Returns the view and the sound cue of each frame since power-on. `held` returns the buttons for each frame.
fn cues(frames: usize, held: impl Fn(&Console, usize) -> Buttons) -> Vec<(View, SoundCue)> {
    let mut console = Console::power_on(Region::Ntsc);
    let mut director = Director::new(Region::Ntsc);
    (0..frames)
        .map(|frame| {
            let events = console.step(held(&console, frame));
            let view = console.view();
            let cue = director.cue(events, &view, &[], [true, false]);
            (view, cue)
        })
        .collect()
}

/// Presses Start every forty frames. This leads through all menus into a game.
fn start_often(_: &Console, frame: usize) -> Buttons {
    if frame % 40 == 39 && frame < 800 {
        Buttons::START
    } else {
        Buttons::NONE
    }
}

#[test]
fn title_and_level_menu_are_silent_and_the_type_menu_previews_its_tune() {
    let all = cues(900, start_often);
    let music = |is_meant: fn(&View) -> bool| -> Vec<PlayingMusic> {
        let meant = all.iter().filter(|(view, _)| is_meant(view));
        meant.map(|(_, cue)| cue.music).collect()
    };
    let silent = music(|view| matches!(view, View::Legal | View::Title | View::LevelMenu(_)));
    assert!(silent.len() > 200 && silent.iter().all(|music| *music == PlayingMusic::Silence));
    let one = PlayingMusic::Tune {
        tune: TuneId::from_menu(0).unwrap(),
        is_fast: false,
    };
    let preview = music(|view| matches!(view, View::TypeMenu(_)));
    assert!(preview.len() > 20 && preview.iter().all(|music| *music == one));
    let game = music(|view| matches!(view, View::Game(game) if !game.paused));
    assert!(game.len() > 20 && game.iter().all(|music| *music == one));
    let choices = all
        .iter()
        .filter(|(_, cue)| cue.effects.contains(Effect::MenuChoice));
    assert!(choices.count() >= 3, "every menu must end with a sound");
}

#[test]
fn the_demo_has_effects_and_no_music() {
    let all = cues(4_000, |_, _| Buttons::NONE);
    let demo = all.iter().filter(|(view, _)| matches!(view, View::Game(_)));
    let demo: Vec<&SoundCue> = demo.map(|(_, cue)| cue).collect();
    assert!(demo.len() > 1_000);
    assert!(demo.iter().all(|cue| cue.music == PlayingMusic::Silence));
    assert!(demo.iter().any(|cue| cue.effects.contains(Effect::Lock)));
    assert!(demo.iter().any(|cue| cue.effects.contains(Effect::Shift)));
}

#[test]
fn a_pause_holds_the_music_and_beeps() {
    let all = cues(1_200, |console, frame| {
        if frame == 1_000 && matches!(console.view(), View::Game(_)) {
            return Buttons::START;
        }
        start_often(console, frame)
    });
    // During the game, a Start every forty frames alternately pauses and resumes it. So the game may or may not be
    // paused in the last frame.
    let paused = all
        .iter()
        .position(|(_, cue)| cue.effects.contains(Effect::Pause));
    let (_, cue) = &all[paused.expect("it was paused")];
    assert!(cue.stops, "a pause must stop all other sounds");
    assert_eq!(all[paused.unwrap() + 5].1.music, PlayingMusic::Held);
}

#[test]
fn a_lost_game_has_its_curtain_and_no_music_after_it() {
    let all = cues(9_000, |console, frame| {
        if matches!(console.view(), View::Game(_)) && frame > 800 {
            return Buttons::DOWN;
        }
        start_often(console, frame)
    });
    let lost = all
        .iter()
        .position(|(_, cue)| cue.effects.contains(Effect::Curtain));
    let lost = lost.expect("the tower of pieces must end the game");
    assert!(all[lost].1.stops);
    let music = |frame: usize| all[frame].1.music;
    assert!(matches!(
        music(lost - 200),
        PlayingMusic::Tune { is_fast: true, .. }
    ));
    assert!((lost..lost + 60).all(|frame| music(frame) == PlayingMusic::Silence));
}

/// Returns the music in the first frame of a game for which this music was chosen.
fn music_of_game(choice: MusicChoice, besides: &[ExtraSoundEvent]) -> PlayingMusic {
    let start = DirectStart {
        region: Region::Ntsc,
        game_type: GameType::A,
        level: 5,
        seed: 0x8988,
    };
    let (console, _) = direct_start(start, 0).unwrap();
    let mut director = Director::new(Region::Ntsc);
    director.choose(choice, false);
    let view = console.view();
    director
        .cue(Events::default(), &view, besides, [true, false])
        .music
}

#[test]
fn another_tune_than_the_menus_or_none_can_be_chosen() {
    let tune = |tune: TuneId| PlayingMusic::Tune {
        tune,
        is_fast: false,
    };
    assert_eq!(
        music_of_game(MusicChoice::Menu, &[]),
        tune(TuneId::from_menu(0).unwrap())
    );
    assert_eq!(music_of_game(MusicChoice::Off, &[]), PlayingMusic::Silence);
    assert_eq!(
        music_of_game(MusicChoice::Tune(TuneId::VICTORY), &[]),
        tune(TuneId::VICTORY)
    );
    let picture = music_of_game(MusicChoice::Menu, &[ExtraSoundEvent::PictureDone]);
    assert_eq!(picture, tune(TuneId::PICTURE));
}

#[test]
fn the_switch_of_the_musics_speed_cuts_a_running_effect() {
    let mut director = Director::new(Region::Ntsc);
    let mut events = Events::default();
    events.insert(Event::MusicSpeedChanged);
    assert!(director.cue(events, &View::Title, &[], [false; 2]).cuts);
}
