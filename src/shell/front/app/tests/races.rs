//! Tests of races against recorded games, from the menu to the result.

use rightwell::render::panel::{Figure, PanelPart};

use crate::store::home::Home;

use super::pages::keep_recordings;
use super::stage::{check_at, watching_paused};
use super::*;

/// Window sizes of the golden images.
const SIZES: [(u32, u32); 3] = [(1280, 720), (1920, 1080), (800, 600)];

/// Returns an app with recordings in its home folder.
fn with_recordings(folder: &Path) -> App {
    let home = Home::in_folder(folder);
    keep_recordings(&home.folders.recordings());
    let mut app = watching_paused();
    app.set_windowed();
    app.context = AppContext::from_home(home);
    app
}

/// Waits until the menu lists all recordings with their contents.
fn wait_for_list(app: &mut App) {
    until(app, |app| {
        let lines = app.sheet().unwrap().lines;
        let mut games = lines.iter().filter(|line| line.cells.len() > 1);
        games.all(|line| !line.cells[4].is_empty())
    });
}

/// Waits until the race has begun, and ends its countdown.
fn wait_for_race(app: &mut App) {
    until(app, |app| app.menu.is_none() && race_panel(app).is_some());
    app.countdown = None;
    app.notice = None;
}

/// Returns the title and the parts of the panel of the race.
fn race_panel(app: &App) -> Option<(String, Vec<PanelPart>)> {
    let mut panels = app.hud().panels.iter();
    let panel = panels.find(|panel| panel.panel.title.starts_with("Race"))?;
    Some((panel.panel.title.clone(), panel.panel.parts.clone()))
}

/// Returns a figure of the race's panel.
fn figure(app: &App, word: &str) -> Option<String> {
    let (_, parts) = race_panel(app)?;
    let figures = parts.into_iter().flat_map(|part| match part {
        PanelPart::KeyFigure(figure) => vec![figure],
        PanelPart::Figures(figures) => figures,
        _ => Vec::new(),
    });
    let mut figures = figures.filter(|figure| figure.word == word);
    figures.next().map(|Figure { value, .. }| value)
}

/// Plays this number of frames with these buttons held.
fn play(app: &mut App, frames: usize, held: Buttons) {
    app.buttons.held = [held, Buttons::NONE];
    for _ in 0..frames {
        assert!(app.step(STEP_TIME));
    }
}

#[test]
fn a_new_user_races_a_recorded_game_with_three_choices_in_the_menu() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = with_recordings(folder.path());
    app.act(Action::Menu);
    choose(&mut app, "RECORDINGS");
    wait_for_list(&mut app);
    choose(&mut app, "game-000001");
    choose(&mut app, "RACE");
    wait_for_race(&mut app);
    assert_eq!(race_panel(&app).unwrap().0, "Race: game-000001");
    let View::Game(view) = app.view() else {
        panic!("a game must begin");
    };
    assert_eq!(view.palette_level, 18, "it begins at the ghost's level");
    play(&mut app, 300, Buttons::DOWN);
    play(&mut app, 40, Buttons::NONE);
    check_at("race", &mut app, &SIZES);
    app.context.set(|settings| settings.ghost_stack = true);
    app.follow_settings();
    app.attend();
    check_at("race_stack", &mut app, &SIZES[..1]);
}

#[test]
fn the_result_of_a_race_leads_to_the_reviews_of_both_games() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = with_recordings(folder.path());
    app.act(Action::Menu);
    choose(&mut app, "RACE");
    wait_for_list(&mut app);
    app.notice = None;
    check_at("menu_race", &mut app, &SIZES);
    choose(&mut app, "My best game");
    wait_for_race(&mut app);
    assert_eq!(figure(&app, "Lead at line 0").as_deref(), Some("0"));
    app.buttons.held = [Buttons::DOWN, Buttons::NONE];
    until_curtain(&mut app);
    let card = app.card().expect("a card shows the result");
    let said = format!("{card:?}");
    assert!(
        said.contains("won by") && said.contains("Compare"),
        "{said}"
    );
    coach::wait_until(&mut app, |app| {
        let own = app.hud().own_result.as_ref();
        own.is_some_and(|own| own.worst.is_some())
    });
    app.notice = None;
    check_at("race_over", &mut app, &SIZES[..1]);
    app.act(Action::NextMistake);
    check_at("menu_race_result", &mut app, &SIZES);
    choose(&mut app, "REVIEW THE GHOST");
    assert!(app.menu.is_none() && app.is_reviewed());
    app.act(Action::Menu);
    choose(&mut app, "GO BACK");
    app.act(Action::NextMistake);
    choose(&mut app, "REVIEW MY GAME");
    assert!(app.is_reviewed());
    app.act(Action::Menu);
    choose(&mut app, "GO BACK");
    app.act(Action::NextMistake);
    choose(&mut app, "RACE AGAIN");
    assert_eq!(figure(&app, "Lead at line 0").as_deref(), Some("0"));
    assert_eq!(app.hud().race, None);
}

/// Steps until the person's game is over and its curtain is closed.
fn until_curtain(app: &mut App) {
    for _ in 0..40_000 {
        app.step(STEP_TIME);
        if app.hud().race.is_some() && app.card().is_some() {
            app.buttons.held = [Buttons::NONE; 2];
            play(app, 200, Buttons::NONE);
            return;
        }
    }
    panic!("the game never ends");
}

#[test]
fn a_game_can_be_raced_after_it_and_so_can_the_best_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = with_recordings(folder.path());
    let kept = app.context.folders().unwrap().recordings();
    std::fs::write(kept.join("game-000009.ron"), lost().history().to_ron()).unwrap();
    let store = app.context.home().unwrap().recording_store(None);
    app.stack.replace(BegunScene {
        scene: Box::new(PersonScene::new(lost(), store)),
        speed: Speed::Times(1.0),
    });
    app.act(Action::Menu);
    choose(&mut app, "RACE THIS GAME");
    wait_for_race(&mut app);
    assert_eq!(race_panel(&app).unwrap().0, "Race: this game");
    let store = app.context.home().unwrap().recording_store(None);
    app.stack.replace(BegunScene {
        scene: Box::new(PersonScene::new(lost(), store)),
        speed: Speed::Times(1.0),
    });
    app.act(Action::Menu);
    choose(&mut app, "RACE MY BEST");
    until(&mut app, |app| {
        race_panel(app).is_some_and(|(title, _)| title == "Race: game-000009")
    });
}

#[test]
fn the_ghost_waits_while_the_person_pauses_and_goes_back_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = with_recordings(folder.path());
    app.act(Action::Menu);
    choose(&mut app, "RACE");
    wait_for_list(&mut app);
    choose(&mut app, "game-000001");
    wait_for_race(&mut app);
    play(&mut app, 300, Buttons::DOWN);
    let board = |app: &App| {
        let (_, parts) = race_panel(app).unwrap();
        parts.into_iter().find_map(|part| match part {
            PanelPart::Boards(boards) => Some(boards),
            _ => None,
        })
    };
    // The cartridge's own pause, which the recording contains.
    play(&mut app, 1, Buttons::START);
    play(&mut app, 1, Buttons::NONE);
    let paused = board(&app);
    play(&mut app, 200, Buttons::NONE);
    assert_eq!(board(&app), paused, "the ghost must wait");
    play(&mut app, 1, Buttons::START);
    play(&mut app, 60, Buttons::NONE);
    let later = board(&app);
    assert_ne!(later, paused, "the ghost must go on");
    app.act(Action::TakeBack);
    assert_ne!(board(&app), later, "the ghost must go back with the person");
}
