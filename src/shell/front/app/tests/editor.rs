//! Tests of the editor over a game: its start position, the mouse, and copied texts.

use rightwell::engine::{DirectStart, GameType, StartPosition};
use rightwell::rules::Cell;

use super::*;

const POSITION: &str = "TI-18-96-250000-1ZYZYZYZY-1M8";

/// Returns an app with a person's game, from a position or from the start of a ranked game.
fn playing(position: Option<&str>) -> App {
    let start = DirectStart {
        region: Region::Ntsc,
        game_type: GameType::A,
        level: 18,
        seed: 0x8988,
    };
    let mut person = Person::direct(start, HighScores::default()).unwrap();
    if let Some(position) = position {
        person.begin_at(position.parse().unwrap());
    }
    let scene = PersonScene::new(person, RecordingStore::nowhere());
    let mut app = app_of(Box::new(scene), Speed::Times(1.0), StopFlag::default());
    app.set_windowed();
    app
}

fn edited(app: &App) -> StartPosition {
    app.hud().edited.expect("the editor must be open")
}

#[test]
fn the_editor_begins_with_the_current_game_unless_it_is_ranked() {
    let mut app = playing(Some(POSITION));
    app.act(Action::Edit);
    assert_eq!(edited(&app).to_string(), POSITION);
    assert_eq!(app.menu_takes(), None);
    app.act(Action::Edit);
    assert_eq!(
        app.sheet().map(|sheet| sheet.title).as_deref(),
        Some("EDITOR")
    );
    let mut app = playing(None);
    app.act(Action::Edit);
    let fresh = StartPosition::new(edited(&app).current, edited(&app).next);
    assert_eq!(edited(&app), fresh);
}

#[test]
fn opening_the_editor_closes_the_menu() {
    let mut app = playing(None);
    app.act(Action::Menu);
    choose(&mut app, "EDITOR");
    assert!(app.hud().edited.is_some());
    assert_eq!(app.menu_takes(), None);
}

#[test]
fn the_mouse_draws_only_in_the_playfield_and_not_while_the_menu_is_open() {
    let mut app = playing(None);
    app.act(Action::Edit);
    // The playfield begins at column 96 and row 48 of the screen.
    app.draw_with_mouse(Some((96 + 9 * 8 + 3, 48 + 19 * 8 + 7)), false);
    assert_eq!(edited(&app).cell(9, 19), Cell::BORDERED);
    let before = edited(&app);
    app.draw_with_mouse(Some((96 + 10 * 8, 48)), false);
    app.draw_with_mouse(Some((95, 60)), false);
    app.draw_with_mouse(None, false);
    app.act(Action::Menu);
    app.draw_with_mouse(Some((96, 48 + 80)), false);
    app.act(Action::Menu);
    assert_eq!(edited(&app), before);
    app.draw_with_mouse(Some((96 + 9 * 8, 48 + 19 * 8)), true);
    assert_eq!(edited(&app).cell(9, 19), Cell::EMPTY);
}

thread_local! {
    static COPIED: RefCell<Option<String>> = const { RefCell::new(None) };
}

#[test]
fn positions_are_copied_and_pasted_as_texts() {
    let mut app = playing(Some(POSITION));
    app.set_clipboard(Clipboard {
        get: || COPIED.with_borrow(Clone::clone),
        set: |text| COPIED.set(Some(text.to_owned())),
    });
    let choose_there = |app: &mut App, label: &str| {
        app.act(Action::Edit);
        choose(app, label);
    };
    app.act(Action::Edit);
    choose_there(&mut app, "PASTE");
    assert_eq!(app.notice().as_deref(), Some("the clipboard has no text"));
    app.act(Action::Menu);
    choose_there(&mut app, "POSITION AS TEXT");
    assert_eq!(COPIED.with_borrow(Clone::clone).as_deref(), Some(POSITION));
    app.act(Action::Menu);
    choose_there(&mut app, "EMPTY FIELD");
    assert_ne!(edited(&app).to_string(), POSITION);
    choose_there(&mut app, "PASTE");
    assert_eq!(edited(&app).to_string(), POSITION);
    assert_eq!(app.menu_takes(), None, "the menu must be closed");
}
