//! Tests of games that count for the high scores, and of what makes them practice.

use rightwell::engine::{HighScore, HighScores};

use super::coach::{START, ranked};
use super::*;

const QUESTION: &str = "practice: Then this game does not count. Same key again: yes";

#[test]
fn the_first_press_that_would_make_a_game_practice_asks() {
    for action in [
        Action::Slower,
        Action::Faster,
        Action::Step,
        Action::TakeBack,
        Action::Hint,
    ] {
        let mut app = ranked(Speed::Times(1.0));
        app.advance();
        app.set_held_keys(|key| key == "H");
        assert!(!app.buttons.asks_for_hint, "no hint without the question");
        app.act(action);
        assert_eq!(app.notice().as_deref(), Some(QUESTION), "{action:?}");
        assert!(app.can().counts && app.top().speed == Speed::Times(1.0));
        app.act(action);
        assert!(!app.can().counts, "{action:?}");
        assert_ne!(app.notice().as_deref(), Some(QUESTION));
        app.set_held_keys(|key| key == "H");
        assert!(app.buttons.asks_for_hint);
    }
}

#[test]
fn an_unanswered_question_is_asked_again() {
    let mut app = ranked(Speed::Times(1.0));
    for _ in 0..2 {
        app.act(Action::Slower);
        app.notice = None;
    }
    assert!(app.can().counts && app.top().speed == Speed::Times(1.0));
}

#[test]
fn a_game_at_another_speed_does_not_count_and_says_so_at_once() {
    for times in [0.25, 4.0] {
        let mut app = ranked(Speed::Times(times));
        app.advance();
        let notice = app.notice().unwrap();
        assert!(notice.contains("this game does not count"), "{notice}");
        app.fulfil([Request::Notify("game kept".to_owned())]);
        assert_eq!(app.notice(), Some(notice));
        assert!(!app.can().counts);
    }
    let mut app = ranked(Speed::Times(1.0));
    app.advance();
    assert!(app.can().counts && app.notice().is_none());
}

#[test]
fn a_name_is_entered_at_the_consoles_speed() {
    let mut low = HighScores::default();
    low.set_table(false, [HighScore::new("LOW", 1, 9); 3]);
    let mut person = Person::direct(START, low).unwrap();
    while !person.is_curtain_closed() {
        person.step(Buttons::DOWN);
    }
    let mut scene = PersonScene::new(person, RecordingStore::nowhere());
    let mut step = |held| {
        let input = StepInput::of([held, Buttons::NONE]);
        scene.step(input, &mut Context::default());
        scene.can().enters_name
    };
    step(Buttons::START);
    while !step(Buttons::NONE) {}
    let mut app = app_of(Box::new(scene), Speed::Times(4.0), StopFlag::default());
    assert_eq!(app.times(), 1.0);
    app.advance();
    let notice = app.notice().unwrap_or_default();
    assert!(!notice.contains("count"), "a name is not a game: {notice}");
}
