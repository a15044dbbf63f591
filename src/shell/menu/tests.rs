//! Tests of menu pages with scripted inputs, and golden images of the pages.

mod begin;
mod choices;
mod editor;
mod fit;
mod recordings;
mod steps;
mod training;

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use rightwell::engine::{DirectStart, GameType, HighScores, View};
use rightwell::render::{Frame, Renderer};
use rightwell::rules::{Buttons, Region};
use rightwell::session::Person;

use super::*;
use crate::golden;
use crate::host::clock::{FileTime, now, today};
use crate::host::{exit, places};
use crate::store::home::Home;
use crate::store::settings::{HintMode, Scaling, Settings};
use crate::work::film::{FilmArgs, FilmPart};

/// Returns the command line of the scene that was begun.
fn begun(request: Option<Request>, context: &AppContext) -> String {
    assert!(matches!(request, Some(Request::Begin(_))), "{request:?}");
    let args = context.begun.as_ref();
    args.expect("no scene has begun").words().join(" ")
}

/// Returns a context in temporary folders.
fn context() -> (tempfile::TempDir, AppContext) {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    (folder, AppContext::from_home(home))
}

/// Returns the menu over a game in a window. The game can be left without a confirmation.
fn menu() -> ProgramMenu {
    ProgramMenu::new(SceneInfo {
        is_windowed: true,
        ..SceneInfo::default()
    })
}

/// Moves the cursor to the row with this label.
fn go_to(menu: &mut ProgramMenu, context: &mut AppContext, label: &str) {
    for _ in 0..100 {
        let sheet = menu.sheet();
        let mut chosen = sheet.lines.iter().filter(|line| line.is_chosen);
        if chosen.any(|line| line.label == label) {
            return;
        }
        menu.press(Input::Down, context);
    }
    panic!("the menu has no row {label}");
}

/// Chooses the rows with these labels in turn.
fn choose(menu: &mut ProgramMenu, context: &mut AppContext, labels: &[&str]) -> Option<Request> {
    let mut request = None;
    for label in labels {
        go_to(menu, context, label);
        request = menu.press(Input::Accept, context);
        request = context.finish_tasks().pop().or(request);
        menu.refresh(context);
    }
    request
}

/// Returns the value of the row with this label.
fn value(menu: &ProgramMenu, label: &str) -> String {
    let sheet = menu.sheet();
    let line = sheet.lines.iter().find(|line| line.label == label);
    line.unwrap_or_else(|| panic!("no {label}")).value.clone()
}

#[test]
fn two_presses_of_start_lead_into_every_mode() {
    for (mode, words) in [
        ("WATCH THE AI", "watch"),
        ("PLAY", "play"),
        ("VERSUS", "versus"),
        ("PUZZLES", "puzzles"),
    ] {
        let ((_folder, mut context), mut menu) = (context(), menu());
        go_to(&mut menu, &mut context, mode);
        menu.press(Input::Start, &mut context);
        let request = menu.press(Input::Start, &mut context);
        let line = begun(request, &context);
        assert!(line.starts_with(words), "{line}");
    }
}

#[test]
fn a_setting_applies_at_once_and_after_a_restart() {
    let ((folder, mut context), mut menu) = (context(), menu());
    choose(
        &mut menu,
        &mut context,
        &["SETTINGS", "PICTURE", "FLASHING", "SIZE"],
    );
    assert!(!context.settings().flashing && context.settings().scaling == Scaling::Television);
    assert_eq!(context.changes(), 2);
    let again = AppContext::from_home(Home::in_folder(folder.path()));
    assert_eq!(again.settings(), context.settings());
    menu.press(Input::Back, &mut context);
    choose(
        &mut menu,
        &mut context,
        &["RESET ALL SETTINGS AND KEYS", "RESET"],
    );
    assert_eq!(context.settings(), &Settings::default());
    choose(&mut menu, &mut context, &["PICTURE"]);
    go_to(&mut menu, &mut context, "FLASHING");
    assert_eq!(value(&menu, "FLASHING"), "yes");
}

#[test]
fn an_unwritable_setting_is_reported_and_lasts_until_the_end() {
    let (folder, mut context) = context();
    let config = folder.path().join("config");
    std::fs::remove_dir_all(&config).unwrap();
    std::fs::write(&config, "a file where a folder should be").unwrap();
    context.set(|settings| settings.flashing = false);
    let said = context.take_said().unwrap();
    assert!(said.contains("config"), "{said}");
    assert!(!context.settings().flashing && !context.home().unwrap().settings.flashing);
    assert_eq!(
        std::fs::read(&config).unwrap(),
        b"a file where a folder should be"
    );
}

#[test]
fn a_key_is_bound_by_pressing_it_and_a_used_key_is_swapped() {
    let ((folder, mut context), mut menu) = (context(), menu());
    choose(
        &mut menu,
        &mut context,
        &["SETTINGS", "KEYS AND PADS", "KEYS", "A"],
    );
    assert_eq!(menu.takes(), InputKind::AnyKey);
    menu.key("C", &mut context);
    assert_eq!(context.settings().keys.key_of("a"), Some("C"));
    choose(&mut menu, &mut context, &["B"]);
    let Some(Request::Notify(said)) = menu.key("Left", &mut context) else {
        panic!("no notice about the conflict");
    };
    assert!(said.contains("Left was the key of left"), "{said}");
    let key_of =
        |context: &AppContext, name| context.settings().keys.key_of(name).unwrap().to_owned();
    assert_eq!(
        (key_of(&context, "b"), key_of(&context, "left")),
        ("Left".into(), "Z".into())
    );
    choose(&mut menu, &mut context, &["START"]);
    menu.key("F5", &mut context);
    // `filter` must not get Enter, which is a pad key. Only the program's keys for recordings may also be pad keys.
    let filter = context.settings().program_keys.key_of("filter").unwrap();
    assert!(filter != "Enter" && filter != "F5", "{filter}");
    let again = AppContext::from_home(Home::in_folder(folder.path()));
    assert_eq!(again.settings(), context.settings());
    assert_eq!(again.notices, [""; 0]);
    choose(&mut menu, &mut context, &["UP"]);
    menu.press(Input::Back, &mut context);
    assert_eq!(
        (key_of(&context, "up"), menu.takes()),
        ("Up".into(), InputKind::Buttons)
    );
    choose(&mut menu, &mut context, &["RESET TO DEFAULTS"]);
    assert_eq!(context.settings().keys, Settings::default().keys);
    assert_eq!(context.settings(), &Settings::default(), "filter as well");
}

#[test]
fn left_and_right_swap_and_a_lost_key_is_reported_and_returns() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    let key_of = |context: &AppContext, name| {
        let settings = context.settings();
        let key = settings.keys.key_of(name);
        key.or(settings.program_keys.key_of(name))
            .unwrap()
            .to_owned()
    };
    choose(
        &mut menu,
        &mut context,
        &["SETTINGS", "KEYS AND PADS", "KEYS", "RIGHT"],
    );
    menu.key("Left", &mut context);
    assert_eq!(key_of(&context, "right"), "Left");
    assert_eq!(key_of(&context, "left"), "Right");
    choose(&mut menu, &mut context, &["RESET TO DEFAULTS"]);
    assert_eq!(context.settings(), &Settings::default());

    // Tab moves from the program's keys to the pad's RIGHT and back, directly or after another key.
    for keys in [&["Tab"][..], &["Tab", "C"], &["Tab", "F5", "F6"]] {
        for key in keys {
            choose(&mut menu, &mut context, &["RIGHT"]);
            let Some(Request::Notify(said)) = menu.key(key, &mut context) else {
                panic!("{key} changes another key without a notice");
            };
            let kept = key_of(&context, "keep_recording");
            let line = match *key {
                "Tab" => format!("Tab was the key of keep recording, which is now on {kept}"),
                "F6" => "filter is back on F5".to_owned(),
                _ => "keep recording is back on Tab".to_owned(),
            };
            assert!(said.contains(&line), "{said}");
        }
        let Some(Request::Notify(said)) = choose(&mut menu, &mut context, &["RESET TO DEFAULTS"])
        else {
            assert_eq!(
                keys,
                ["Tab", "C"],
                "a notice must name the action that gets its old key back"
            );
            continue;
        };
        assert!(said.contains(" is back on "), "{said}");
        assert_eq!(context.settings(), &Settings::default());
    }
}

#[test]
fn a_game_in_play_is_abandoned_only_after_confirmation() {
    let (_folder, mut context) = context();
    let busy = |is_match| {
        ProgramMenu::new(SceneInfo {
            is_busy: true,
            is_match,
            ..SceneInfo::default()
        })
    };
    let mut menu = busy(false);
    assert!(choose(&mut menu, &mut context, &["QUIT"]).is_none());
    assert_eq!(menu.sheet().title, "LEAVE THIS GAME?");
    menu.press(Input::Back, &mut context);
    assert_eq!(menu.sheet().title, "RIGHTWELL");
    assert!(matches!(
        choose(&mut menu, &mut context, &["QUIT", "KEEP PLAYING"]),
        Some(Request::Close)
    ));
    let mut menu = busy(true);
    assert!(choose(&mut menu, &mut context, &["QUIT"]).is_none());
    assert_eq!(menu.sheet().title, "LEAVE THIS MATCH?");
    assert!(matches!(
        choose(&mut menu, &mut context, &["LEAVE AND QUIT"]),
        Some(Request::Quit)
    ));
    let mut menu = busy(false);
    assert!(choose(&mut menu, &mut context, &["PLAY", "BEGIN"]).is_none());
    assert!(matches!(
        choose(&mut menu, &mut context, &["LEAVE"]),
        Some(Request::Notify(_))
    ));
    context.set(|settings| settings.confirmations = false);
    assert!(matches!(
        choose(&mut busy(false), &mut context, &["QUIT"]),
        Some(Request::Quit)
    ));
}

#[test]
fn the_same_key_closes_the_menu_from_its_first_page() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    choose(&mut menu, &mut context, &["SETTINGS"]);
    assert!(menu.press(Input::Back, &mut context).is_none());
    assert!(matches!(
        menu.press(Input::Back, &mut context),
        Some(Request::Close)
    ));
}

/// Saves a game of a person under this name, dated yesterday.
fn keep_a_game(context: &AppContext, name: &str) {
    let mut person = Person::power_on(Region::Ntsc, HighScores::default());
    for frame in 0..4_000 {
        person.step(match frame % 64 {
            start if !person.is_in_game() && start % 8 == 0 => Buttons::START,
            ..60 => Buttons::DOWN,
            _ => Buttons::NONE,
        });
    }
    keep(context, name, &person.history().to_fm2());
}

/// Writes a recording of yesterday, 22:02, to the user's folder.
fn keep(context: &AppContext, name: &str, recording: &str) {
    let folder = context.home().unwrap().folders.recordings();
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, recording).unwrap();
    date_yesterday(&path);
}

/// Dates a file yesterday, 22:02.
fn date_yesterday(path: &Path) {
    let seconds = (today() - 1) * 24 * 60 * 60 + (22 * 60 + 2) * 60;
    let date = FileTime::UNIX_EPOCH + Duration::from_secs(seconds);
    File::options()
        .append(true)
        .open(path)
        .unwrap()
        .set_modified(date)
        .unwrap();
}

#[test]
fn a_recording_is_renamed_deleted_and_brought_back() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    keep_a_game(&context, "game-000001.fm2");
    let rows = ["RECORDINGS", "game-000001", "WATCH"];
    let request = choose(&mut menu, &mut context, &rows);
    assert!(matches!(request, Some(Request::Begin(_))), "{request:?}");
    go_to(&mut menu, &mut context, "NAME");
    (0..20).for_each(|_| drop(menu.press(Input::Erase, &mut context)));
    "Best"
        .chars()
        .for_each(|letter| drop(menu.press(Input::Letter(letter), &mut context)));
    choose(
        &mut menu,
        &mut context,
        &["RENAME", "Best", "DELETE", "DELETE"],
    );
    let folder = context.home().unwrap().folders.recordings();
    assert!(!folder.join("Best.fm2").exists() && folder.join("bin/Best.fm2").exists());
    choose(
        &mut menu,
        &mut context,
        &["BRING BACK THE LAST ONE", "Best"],
    );
    assert!(folder.join("Best.fm2").exists());
}

#[test]
fn the_bin_is_emptied_only_after_a_question_that_names_the_number() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    let recordings = context.home().unwrap().folders.recordings();
    let bin = recordings.join("bin");
    std::fs::create_dir_all(&bin).unwrap();
    let names = ["game-000001.fm2.gz", "match-000002.ron", "mine.ron"];
    for name in names {
        std::fs::write(bin.join(name), "recording").unwrap();
    }
    std::fs::write(bin.join("notes.txt"), "not a recording").unwrap();
    std::fs::write(recordings.join("game-000003.fm2"), "recording").unwrap();
    choose(&mut menu, &mut context, &["RECORDINGS", "EMPTY THE BIN"]);
    let hint = menu.sheet().hint;
    assert_eq!(hint, "This deletes 3 recordings in the bin for good");
    choose(&mut menu, &mut context, &["KEEP THEM"]);
    assert!(names.iter().all(|name| bin.join(name).exists()));
    let rows = ["EMPTY THE BIN", "DELETE FOR GOOD"];
    let request = choose(&mut menu, &mut context, &rows);
    assert!(
        matches!(&request, Some(Request::Notify(said)) if said == "3 recordings deleted"),
        "{request:?}"
    );
    assert!(!names.iter().any(|name| bin.join(name).exists()));
    assert!(bin.join("notes.txt").exists() && recordings.join("game-000003.fm2").exists());
    let lines = menu.sheet().lines;
    assert!(!lines.iter().any(|line| line.label == "EMPTY THE BIN"));
}

#[test]
fn the_notice_about_a_film_names_its_folder() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    let name = "a film of no test";
    keep_a_game(&context, &format!("{name}.fm2"));
    let Some(Request::Notify(said)) = choose(
        &mut menu,
        &mut context,
        &["RECORDINGS", name, "FILM", "SAVE WHOLE GAME"],
    ) else {
        panic!("the film is never written");
    };
    assert_eq!(said, format!("{name}.mp4 is being written.."));
    let written = std::iter::repeat_with(|| {
        std::thread::sleep(Duration::from_millis(5));
        context.take_said()
    });
    let told = written.take(20_000).flatten().next();
    let file = places::media_folder(places::Media::Videos)
        .unwrap()
        .join(format!("{name}.mp4"));
    std::fs::remove_file(&file).unwrap();
    let place = places::file_in_words(&file, places::home().as_deref());
    let folder = file.parent().and_then(Path::file_name).unwrap();
    assert!(place.contains(&*folder.to_string_lossy()), "{place}");
    assert_eq!(told, Some(format!("Saved: {place}")));
}

#[test]
fn a_film_that_cannot_be_written_is_reported_and_makes_the_exit_code_1() {
    let (folder, mut context) = context();
    keep_a_game(&context, "game-000001.fm2");
    let recordings = context.home().unwrap().folders.recordings();
    let path = folder.path().join("gone/a.mp4");
    let film = FilmArgs {
        video: Some(path.clone()),
        ..FilmArgs::default()
    };
    let recording = recordings.join("game-000001.fm2");
    let begun = context.write_film((film, FilmPart::Last(1)), recording, path);
    begun.unwrap();
    let told = std::iter::repeat_with(|| {
        std::thread::sleep(Duration::from_millis(5));
        context.take_said()
    });
    let told = told.take(20_000).flatten().next().unwrap();
    assert!(
        told.contains("cannot write") && told.contains("a.mp4"),
        "{told}"
    );
    assert_eq!(exit::code(), 1);
}

#[test]
fn a_match_has_no_row_for_a_review() {
    let ((_folder, mut context), mut menu) = (context(), menu());
    for name in ["game-000001", "match-000001", "computers-000001"] {
        keep_a_game(&context, &format!("{name}.fm2"));
    }
    let folder = context.home().unwrap().folders.recordings();
    for name in ["match-000001", "computers-000001"] {
        // For an unreadable recording, the name determines the kind.
        std::fs::write(folder.join(format!("{name}.fm2")), "broken").unwrap();
    }
    choose(&mut menu, &mut context, &["RECORDINGS"]);
    for (name, is_rated) in [
        ("game-000001", true),
        ("match-000001", false),
        ("computers-000001", false),
    ] {
        choose(&mut menu, &mut context, &[name]);
        let lines = menu.sheet().lines;
        assert_eq!(lines.iter().any(|line| line.label == "REVIEW"), is_rated);
        menu.press(Input::Back, &mut context);
    }
}

#[test]
fn the_hint_setting_names_its_key_only_if_it_has_one() {
    let (_folder, mut context) = context();
    for key in ["H", "J"] {
        context.set(|settings| {
            let keys = &mut settings.program_keys;
            let place = keys.names().iter().position(|name| *name == "show_hint");
            keys.set(place.unwrap(), key);
            settings.hint = HintMode::Key;
        });
        let mut menu = menu();
        choose(&mut menu, &mut context, &["SETTINGS", "COACH"]);
        go_to(&mut menu, &mut context, "HINT");
        let held = format!("while {key} is held");
        for _ in 0..6 {
            let hint = menu.sheet().hint;
            let is_key = value(&menu, "HINT") == "key";
            assert_eq!(hint.contains(&held), is_key, "{hint}");
            menu.press(Input::Right, &mut context);
        }
    }
}

/// Compares the top page with its golden image.
fn check(menu: &ProgramMenu, name: &str) {
    let renderer = Renderer::new();
    let mut frame = Frame::new();
    renderer.draw(&View::Title, &mut frame);
    renderer.sheet(&menu.sheet(), &View::Title, &mut frame);
    golden::check_frame(&format!("page_{name}"), &renderer, &frame);
}

#[test]
fn every_page_matches_its_golden_image() {
    let (_folder, mut context) = context();
    check(&menu(), "menu");
    for (name, labels) in [
        ("watch_gallery", &["WATCH THE AI"][..]),
        ("pictures", &["WATCH THE AI", "BUILD A PICTURE"]),
        ("watch", &["WATCH THE AI", "MORE"]),
        ("play", &["PLAY"]),
        ("versus", &["VERSUS"]),
        ("versus_dials", &["VERSUS", "CUSTOM OPPONENT"]),
        ("puzzles", &["PUZZLES"]),
        ("puzzles_mine", &["PUZZLES", "FROM"]),
        ("training", &["TRAINING"]),
        ("training_setups", &["TRAINING", "SETUPS", "SETUP"]),
        ("settings", &["SETTINGS"]),
        ("settings_picture", &["SETTINGS", "PICTURE"]),
        ("settings_panels", &["SETTINGS", "PANELS"]),
        ("settings_sound", &["SETTINGS", "SOUND"]),
        ("settings_coach", &["SETTINGS", "COACH"]),
        ("settings_keys", &["SETTINGS", "KEYS AND PADS"]),
        ("keys", &["KEYS"]),
        ("set_keys", &["SETTINGS", "KEYS AND PADS", "KEYS", "DOWN"]),
        (
            "set_program_keys",
            &["SETTINGS", "KEYS AND PADS", "KEYS OF THE PROGRAM"],
        ),
        ("set_pad", &["SETTINGS", "KEYS AND PADS", "GAME PAD"]),
        ("question", &["SETTINGS", "RESET ALL SETTINGS AND KEYS"]),
        ("no_recordings", &["RECORDINGS"]),
    ] {
        let mut menu = menu();
        choose(&mut menu, &mut context, labels);
        check(&menu, name);
    }
    let mut menu = menu();
    choose(&mut menu, &mut context, &["WATCH THE AI", "MORE"]);
    go_to(&mut menu, &mut context, "FILTER");
    (0..2).for_each(|_| drop(menu.press(Input::Right, &mut context)));
    go_to(&mut menu, &mut context, "PICTURE");
    check(&menu, "watch_picture");
}
