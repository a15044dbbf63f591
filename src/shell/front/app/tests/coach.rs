//! Tests of the coach beside a person's game: timing of hints and marks, and the effect on scores.

use std::path::Path;

use rightwell::engine::{DirectStart, GameType, HighScore, History};

use super::*;
use crate::host::clock::now;
use crate::scene::coach::CoachSettings;
use crate::store::read::{self, FileKind};
use crate::store::scores;
use crate::store::settings::HintMode;

pub(super) const START: DirectStart = DirectStart {
    region: Region::Ntsc,
    game_type: GameType::A,
    level: 18,
    seed: 0x8988,
};

/// Starts a person's practice game, paused, without saving anything.
pub(super) fn playing() -> App {
    let mut app = ranked(Speed::Times(1.0));
    app.send(SceneCommand::Unrank);
    app.act(Action::Pause);
    app
}

/// Starts a person's game for the high scores, without saving anything.
pub(super) fn ranked(speed: Speed) -> App {
    let person = Person::direct(START, HighScores::default()).unwrap();
    let scene = PersonScene::new(person, RecordingStore::nowhere());
    let mut app = app_of(Box::new(scene), speed, StopFlag::default());
    app.set_windowed();
    app
}

/// Lets the coach's thread work until the condition holds.
pub(super) fn wait_until(app: &mut App, is_so: impl Fn(&App) -> bool) {
    let until = now() + Duration::from_secs(60);
    while !is_so(app) {
        assert!(now() < until, "the coach never answers");
        std::thread::sleep(Duration::from_millis(2));
        app.advance();
    }
}

fn has_hint(app: &App) -> bool {
    app.overlay().outlines[0].is_some()
}

/// Steps through this many frames.
pub(super) fn step(app: &mut App, frames: u32) {
    for _ in 0..frames {
        app.act(Action::Step);
        app.advance();
    }
}

#[test]
fn a_hint_is_on_the_screen_while_its_key_is_held_and_hides_nothing() {
    let mut app = playing();
    step(&mut app, 3);
    let without = app.picture().pixels().to_owned();
    let (view, held) = (app.view(), |key: &str| key == "H");
    app.set_held_keys(held);
    wait_until(&mut app, has_hint);
    assert!(
        app.overlay().outlines[1].is_some(),
        "NEXT's lock must be outlined too"
    );
    assert_eq!(app.view(), view, "the hint must not step the game");
    let with = app.picture().pixels().to_owned();
    let changed: Vec<u8> = (without.iter().zip(&with))
        .filter(|(before, after)| before != after)
        .map(|(before, _)| *before)
        .collect();
    assert!(changed.len() > 20, "{}", changed.len());
    assert!(changed.iter().all(|before| *before == changed[0]), "black");
    app.set_held_keys(|_| false);
    app.advance();
    assert!(!has_hint(&app) && *app.picture().pixels() == without);
    app.set_held_keys(held);
    app.act(Action::Menu);
    app.advance();
    assert!(
        !has_hint(&app),
        "while the menu is open, the hint key must have no effect"
    );
}

#[test]
fn a_key_used_for_play_shows_no_hint() {
    let mut app = playing();
    app.context.set(|settings| settings.keys.set(5, "H"));
    app.set_held_keys(|key| key == "H");
    app.advance();
    assert!(!app.buttons.asks_for_hint);
    app.context.set(|settings| {
        let keys = &mut settings.program_keys;
        let place = keys.names().iter().position(|name| *name == "show_hint");
        keys.set(place.unwrap(), "J");
    });
    app.set_held_keys(|key| key == "J");
    wait_until(&mut app, has_hint);
}

#[test]
fn hints_appear_as_the_setting_says() {
    let mut app = playing();
    let set = |app: &mut App, hint| {
        app.context.set(|settings| settings.hint = hint);
        app.advance();
    };
    set(&mut app, HintMode::Off);
    app.set_held_keys(|_| true);
    step(&mut app, 2);
    std::thread::sleep(Duration::from_millis(50));
    app.advance();
    assert!(!has_hint(&app));
    app.set_held_keys(|_| false);
    set(&mut app, HintMode::Always);
    wait_until(&mut app, has_hint);
    // The hint for this piece is ready, and only the delay has to pass.
    set(&mut app, HintMode::After(20));
    assert!(!has_hint(&app));
    let mut frames = 2;
    while !has_hint(&app) {
        step(&mut app, 1);
        frames += 1;
        assert!(frames < 30, "the hint never appears");
    }
    assert_eq!(frames, 20);
    // The option of the command line applies until the setting changes.
    app.context.coach.hint = Some(HintMode::Off);
    // This is the state at the start of the program.
    app.picture.followed = None;
    app.advance();
    assert!(!has_hint(&app));
    set(&mut app, HintMode::Always);
    assert!(has_hint(&app) && app.context.coach.hint.is_none());
}

#[test]
fn each_lock_is_marked_for_a_second_and_the_game_has_figures() {
    let mut app = playing();
    app.context.set(|settings| settings.coach = true);
    assert_eq!(
        app.status().joined(120).split("  ").next(),
        Some("You play")
    );
    let is_marked = |app: &App| app.overlay().mark.is_some();
    let has_locked = |app: &App| app.hud().totals.as_ref().unwrap().pieces == 1;
    while !has_locked(&app) {
        step(&mut app, 1);
    }
    wait_until(&mut app, is_marked);
    let with = app.picture().pixels().to_owned();
    let said = app.status().joined(120);
    assert!(
        said.starts_with("You play: accuracy ") && said.contains(", last "),
        "{said}"
    );
    let narrow = app.status().joined(32);
    assert!(
        narrow.contains("% ") && narrow.contains(" worst "),
        "{narrow}"
    );
    app.context.set(|settings| settings.coach = false);
    app.advance();
    assert!(!is_marked(&app) && *app.picture().pixels() != with);
    assert!(!app.status().joined(120).contains("accuracy"));
    app.context.set(|settings| settings.coach = true);
    app.advance();
    assert!(is_marked(&app), "earlier ratings must be kept");
    step(&mut app, 59);
    assert!(is_marked(&app));
    step(&mut app, 1);
    assert!(!is_marked(&app));
    assert!(app.status().joined(120).contains("accuracy"));
}

/// Loses a game with a score for the table, enters a name and leaves. Returns the game's summary, the saved high scores
/// and the recording.
fn lose(folder: &Path, hint: HintMode) -> (String, HighScores, History) {
    let mut low = HighScores::default();
    low.set_table(false, [HighScore::new("LOW", 0, 0); 3]);
    let path = folder.join("scores.ron");
    scores::save(&path, &low).unwrap();
    let store = RecordingStore {
        save_replay: Some(folder.join("all.fm2")),
        ..RecordingStore::in_folder(folder, Some(9))
    };
    let person = Person::direct(START, low).unwrap();
    let mut scene = PersonScene::new(person, store);
    let wanted = CoachSettings {
        hint,
        ..CoachSettings::default()
    };
    let until = now() + Duration::from_secs(60);
    while hint == HintMode::Always && scene.hud().overlay.outlines[0].is_none() {
        scene.tick(&wanted, &mut Context::default());
        assert!(now() < until, "no hint comes");
    }
    let mut summary = None;
    for frame in 0..20_000 {
        let over = summary.is_some();
        let held = match over && frame % 8 == 0 {
            true => Buttons::START,
            false if over => Buttons::NONE,
            false => Buttons::DOWN,
        };
        scene.step(
            StepInput::of([held, Buttons::NONE]),
            &mut Context::default(),
        );
        summary = summary.or(scene.hud().summary);
        let ending = scene.hud().totals.map(|totals| totals.ending);
        if over && ending == Some(None) {
            break;
        }
    }
    drop(scene);
    let movie = read::text(&folder.join("all.fm2"), FileKind::Recording).unwrap();
    (
        summary.expect("the game must be over"),
        scores::load(&path).unwrap(),
        History::from_fm2(&movie).unwrap(),
    )
}

#[test]
fn a_game_with_hints_is_marked_in_its_recording_and_sets_no_high_score() {
    let folder = tempfile::tempdir().unwrap();
    let (summary, scores, history) = lose(folder.path(), HintMode::Key);
    assert!(!summary.contains("hint"), "{summary}");
    assert!(scores.top(false) > 0 && history.hints().is_empty());
    let (summary, hinted, history) = lose(folder.path(), HintMode::Always);
    assert!(
        summary.contains("practice: the score does not count"),
        "{summary}"
    );
    assert_eq!(hinted.top(false), 0, "the saved table must stay unchanged");
    assert_eq!(history.hints().len(), 1);
    assert_eq!(history.play().scores().top(false), 0);
}
