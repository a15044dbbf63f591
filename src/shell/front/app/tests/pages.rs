//! Tests of menu pages in windows of different sizes.

use std::fs::{self, File};

use rightwell::engine::{DirectStart, GameType};
use rightwell::render::Surface;

use super::stage::{check, check_at, replayed_match, replayed_match_text, watching_paused, window};
use super::*;
use crate::front::terminal::tests::lines_at;
use crate::golden;
use crate::host::clock::{FileTime, today};
use crate::store::home::Home;

#[test]
fn a_menu_value_is_explained_beside_its_page() {
    let mut app = watching_paused();
    app.act(Action::Menu);
    check("menu", &mut app);
    choose(&mut app, "SETTINGS");
    check("menu_settings", &mut app);
    // The mouse still selects rows.
    app.menu_input(Input::Point(20, 45));
    assert!(app.sheet().unwrap().lines[1].is_chosen);
    app.menu_input(Input::Back);
    choose(&mut app, "VERSUS");
    check("menu_versus", &mut app);
}

#[test]
fn the_training_modes_are_listed_with_their_pictures() {
    let mut app = watching_paused();
    app.act(Action::Training);
    let sizes = [(1280, 720)];
    check_at("menu_training", &mut app, &sizes);
    app.menu_input(Input::Accept);
    check_at("menu_drought", &mut app, &sizes);
}

#[test]
fn the_current_or_last_game_is_shown_beside_the_menu() {
    let size = (512, 480);
    let mut app = replayed_match();
    app.act(Action::Menu);
    let whole = window(&mut app, size);
    let pixels = whole.to_rgb(app.renderer().palette());
    golden::check("stage_menu_of_a_match_512x480", (512, 480), &pixels);
    // Over the title screen, the menu shows the last game.
    let mut app = watching_paused();
    window(&mut app, size);
    app.act(Action::Menu);
    let during = window(&mut app, size);
    app.act(Action::Menu);
    app.stack.push(StillScene::new().boxed());
    window(&mut app, size);
    app.act(Action::Menu);
    let after = window(&mut app, size);
    let field = |whole: &Surface| {
        let pixels = (320..470).flat_map(|x| (60..370).map(move |y| (x, y)));
        pixels.map(|(x, y)| whole.pixel(x, y)).collect::<Vec<u8>>()
    };
    assert_eq!(field(&during), field(&after));
}

/// Saves recordings dated yesterday: games of a person, a match, and a game that the user named.
pub(super) fn keep_recordings(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    let game = |level, frames| {
        let start = DirectStart {
            region: Region::Ntsc,
            game_type: GameType::A,
            level,
            seed: 0x8988,
        };
        let mut person = Person::direct(start, HighScores::default()).unwrap();
        for frame in 0..frames {
            let sideways = [Buttons::LEFT, Buttons::RIGHT, Buttons::NONE];
            person.step(match frame % 64 {
                moved @ ..12 if moved % 2 == 0 => sideways[frame / 64 % 3],
                12..60 => Buttons::DOWN,
                _ => Buttons::NONE,
            });
        }
        person.history().to_ron()
    };
    let played = replayed_match_text();
    for (minute, (name, text)) in (0..).zip([
        ("game-000001.ron", game(18, 1_800)),
        ("game-000002.ron", game(0, 1_300)),
        ("computers-000001.ron", played),
        ("My best game.ron", game(29, 1_500)),
        ("game-000003.ron", game(9, 900)),
    ]) {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        let seconds = (today() - 1) * 24 * 60 * 60 + (20 * 60 + 49 + minute) * 60;
        let date = FileTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let file = File::options().append(true).open(path).unwrap();
        file.set_modified(date).unwrap();
    }
}

#[test]
fn recordings_are_listed_in_columns_with_a_large_picture_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    keep_recordings(&home.folders.recordings());
    let mut app = watching_paused();
    app.context = AppContext::from_home(home);
    app.act(Action::Menu);
    choose(&mut app, "RECORDINGS");
    until(&mut app, |app| {
        let lines = app.sheet().unwrap().lines;
        let mut games = lines.iter().filter(|line| line.cells.len() > 1);
        games.all(|line| !line.cells[4].is_empty())
    });
    app.notice = None;
    check("menu_recordings", &mut app);
    app.devices.windowed = false;
    let lines = lines_at(&mut app, (80, 24));
    let is_row = |line: &String| line.contains("A-type") && line.contains("Yesterday 20:50");
    assert!(lines.iter().any(is_row), "{lines:#?}");
}

#[test]
fn the_selected_opponent_and_player_are_described_in_full() {
    let mut app = watching_paused();
    let go_to = |app: &mut App, label: &str| {
        let is_there = |app: &App| {
            let lines = app.sheet().unwrap().lines;
            lines
                .iter()
                .any(|line| line.is_chosen && line.label == label)
        };
        (0..20).any(|_| {
            app.menu_input(Input::Down);
            is_there(app)
        })
    };
    app.act(Action::Menu);
    choose(&mut app, "VERSUS");
    assert!(go_to(&mut app, "PLAYER 2"));
    // Choose the next opponent after first-week.
    app.menu_input(Input::Right);
    let shown = |app: &mut App| {
        let panels = app.panels();
        let mut named = panels.iter().filter(|panel| panel.title == "PLAYER 2");
        named
            .next()
            .map(|panel| format!("{:?}", panel.parts))
            .unwrap()
    };
    let told = Opponent::named("first-term").unwrap();
    let said = shown(&mut app);
    for wanted in [
        told.about(),
        "3 of 8",
        "Beats first-week",
        "dellacherie",
        "14%",
    ] {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
    check("menu_opponent", &mut app);
    app.menu_input(Input::Back);
    choose(&mut app, "WATCH THE AI");
    choose(&mut app, "MORE");
    assert!(go_to(&mut app, "PLAYER"));
    check("menu_player", &mut app);
}
