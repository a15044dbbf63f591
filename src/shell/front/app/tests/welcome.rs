//! Tests of the welcome card.

use rightwell::render::panel::PanelPart;

use super::stage::{check_at, watching_paused, window};
use super::*;
use crate::store::home::Home;

/// Returns a window with an AI's game, as a new user sees it.
fn arrived() -> App {
    let mut app = watching_paused();
    app.set_windowed();
    app.is_welcome = true;
    app
}

/// Returns the lines of the card, if it is shown.
fn lines(app: &App) -> Option<Vec<String>> {
    let card = app.welcome()?;
    let keys = card.parts.into_iter().find_map(|part| match part {
        PanelPart::Keys(keys) => Some(keys),
        _ => None,
    });
    let lines = keys.into_iter().flatten();
    Some(lines.map(|(key, does)| format!("{key} {does}")).collect())
}

#[test]
fn a_new_user_reads_how_to_play_and_to_build_a_picture() {
    let mut app = arrived();
    let expected = [
        "Enter Play from level 0",
        "\u{2190} \u{2192} Level",
        "F5 Build a picture",
        "D Train",
        "F2 Fastest (PLAY_FAST)",
        "F1 All keys",
        "Esc Menu",
    ];
    assert_eq!(lines(&app).unwrap(), expected);
    // The page's build shows the second size in previews of links.
    let sizes = [(1280, 720), (1200, 630), (854, 480), (512, 480)];
    check_at("welcome", &mut app, &sizes);
    app.set_has_pad(true);
    assert_eq!(lines(&app).unwrap()[0], "START Play from level 0");
}

#[test]
fn the_card_does_not_cover_a_game_whose_panels_are_off() {
    let mut app = arrived();
    assert!(lines(&app).is_some());
    app.pages = PanelPages::None;
    assert_eq!(lines(&app), None);
}

#[test]
fn the_card_starts_a_game_at_the_level_that_it_shows() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = arrived();
    app.context = AppContext::from_home(Home::in_folder(folder.path()));
    for _ in 0..2 {
        app.act(Action::SeekForward);
    }
    assert_eq!(lines(&app).unwrap()[0], "Enter Play from level 2");
    app.act(Action::GoOn);
    assert!(
        !app.is_welcome,
        "the card does not come back after the game"
    );
    assert!(
        app.has_person() && app.welcome().is_none(),
        "{:?}",
        app.notice()
    );
    let View::Game(view) = app.view() else {
        panic!("the game must begin at its first piece");
    };
    assert_eq!(view.level_digits, [0, 2]);
}

#[test]
fn the_card_stays_away_once_the_user_knows_the_way() {
    for action in [Action::Menu, Action::Filter, Action::GoOn] {
        let mut app = arrived();
        app.act(Action::PlayFast);
        assert!(lines(&app).is_some());
        app.act(action);
        assert!(app.context.choices.knows_the_way, "{action:?}");
    }
    let mut app = arrived();
    window(&mut app, (1280, 720));
    app.act(Action::Menu);
    app.act(Action::Menu);
    app.act(Action::SeekForward);
    let card = lines(&app).expect("who has only looked at the menu can still play");
    assert_eq!(card[0], "Enter Play from level 1");
    app.act(Action::Filter);
    assert_eq!(lines(&app), None, "the keys for pictures take its place");
    let mut app = arrived();
    app.context.choices.knows_the_way = true;
    assert_eq!(lines(&app), None, "it would cover the picture");
    window(&mut app, (1280, 720));
    let card = app.welcome().unwrap();
    assert!(
        card.title == "Your turn" && card.parts.len() == 1,
        "{card:?}"
    );
    let mut app = arrived();
    app.is_welcome = false;
    assert_eq!(lines(&app), None);
    app.act(Action::Help);
    assert!(lines(&app).is_some(), "the help brings the card back");
}
