//! Tests of the cards over the game screen: results, messages, pauses and countdowns.

use rightwell::render::panel::PanelPart;

use super::*;

/// Returns the first lines of the keys in the current card.
fn keys(app: &App) -> Vec<(String, String)> {
    let card = app.card().expect("a card");
    let keys = card.parts.into_iter().find_map(|part| match part {
        PanelPart::Keys(keys) => Some(keys),
        _ => None,
    });
    keys.unwrap_or_default()
}

fn pairs(keys: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |&(key, does): &(&str, &str)| (key.to_owned(), does.to_owned());
    keys.iter().map(owned).collect()
}

#[test]
fn a_finished_game_shows_its_result_and_the_next_keys() {
    let scene = Box::new(PersonScene::new(lost(), RecordingStore::nowhere()));
    let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
    app.set_windowed();
    assert_eq!(app.card().unwrap().title, "Game over");
    let expected = [("Enter", "Again"), ("PgDn", "Review"), ("Esc", "Menu")];
    assert_eq!(keys(&app), pairs(&expected));
    assert_eq!(
        app.notice_beside(),
        None,
        "the notice must not repeat the card"
    );
    let with_card = app.picture().clone();
    app.act(Action::Help);
    assert!(
        app.card().is_some() && *app.picture() != with_card,
        "the help must cover the card"
    );
}

#[test]
fn the_card_of_a_finished_game_shows_the_worst_move_as_soon_as_it_is_rated() {
    let scene = Box::new(PersonScene::new(lost(), RecordingStore::nowhere()));
    let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
    app.set_windowed();
    let has_worst = |app: &App| {
        let own = app.hud().own_result.as_ref();
        own.is_some_and(|own| own.worst.is_some() && own.figures[0].value != "-")
    };
    coach::wait_until(&mut app, has_worst);
    let expected = [("Enter", "Again"), ("PgDn", "Review"), ("Esc", "Menu")];
    assert_eq!(keys(&app), pairs(&expected));
    app.notice = None;
    stage::check_at("game_over", &mut app, &[(768, 720), (1280, 720)]);
}

#[test]
fn a_paused_game_names_the_key_that_resumes_it() {
    let mut app = coach::playing();
    assert!(app.notice.is_none(), "the card replaces the notice");
    assert_eq!(app.card().unwrap().title, "Paused");
    assert_eq!(keys(&app), pairs(&[("Space", "Resume"), ("Esc", "Menu")]));
    app.act(Action::Pause);
    assert_eq!(app.card(), None);
}

#[test]
fn a_paused_drill_shows_its_result_so_far() {
    let mut person = Person::direct(coach::START, HighScores::default()).unwrap();
    person.train("wells".parse().unwrap());
    person.step(Buttons::NONE);
    let scene = Box::new(PersonScene::new(person, RecordingStore::nowhere()));
    let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
    app.act(Action::Pause);
    let card = app.card().unwrap();
    assert_eq!(card.title, "Paused");
    let said = format!("{:?}", card.parts[0]);
    assert!(said.contains("Most in a row"), "{said}");
}

#[test]
fn a_falling_piece_waits_for_a_countdown_after_the_menu() {
    let mut app = coach::playing();
    app.act(Action::Pause);
    assert_eq!(app.countdown_digit(), None);
    app.act(Action::Menu);
    app.act(Action::Menu);
    assert_eq!(app.countdown_digit(), Some(3));
    assert!(app.is_stopped());
    let counting = app.picture().clone();
    app.countdown = Some(now());
    assert_eq!(app.countdown_digit(), None);
    assert!(!app.is_stopped() && *app.picture() != counting);
    // An AI's game continues without a countdown.
    let mut watched = lab::watching();
    watched.act(Action::Pause);
    watched.act(Action::Menu);
    watched.act(Action::Menu);
    assert_eq!(watched.countdown_digit(), None);
}

#[test]
fn a_match_begins_with_a_countdown() {
    assert_eq!(matches::playing(None).countdown_digit(), Some(3));
}
