//! Tests of an app with touch input: no panels, and no keys in its texts.

use super::*;

#[test]
fn with_touch_input_there_are_no_panels_and_no_key_names() {
    let game = StillScene::new();
    game.0.borrow_mut().is_person = true;
    let mut app = app(&game);
    app.set_windowed();
    assert!(!app.layout((844, 390)).columns.is_empty());
    assert!(app.status().spread(200).contains("Esc"));
    app.devices.is_touched = true;
    assert!(app.layout((844, 390)).columns.is_empty());
    assert_eq!(app.panels_beside_game(), []);
    assert!(!app.status().spread(200).contains("Esc"));
    app.lose_focus();
    let said = app.notice().unwrap();
    assert_eq!(said, "paused: the window lost focus. START: resume");
    assert_eq!(app.named("{MENU}: menu"), "MENU: menu");
    app.act(Action::Menu);
    assert_eq!(app.sheet().unwrap().footer, "A: CHOOSE  B: BACK");
}

#[test]
fn an_upright_phone_shows_the_playfield_with_score_level_and_next_above_it() {
    let mut app = stage::watching_paused();
    app.set_windowed();
    app.devices.is_touched = true;
    for (width, height) in [(360, 499), (390, 658), (768, 798)] {
        let layout = app.layout((width, height));
        assert!(layout.is_upright());
        let playfield = 80 * layout.picture.width / layout.source.0;
        let share = 100 * playfield / width;
        assert!(
            share >= 45 && (share >= 60 || width > 400),
            "{width}x{height}: {share} %"
        );
    }
    let (shown, _) = app.picture_and_strip(StatusPlace::Upright);
    let shown = Frame::clone(shown);
    crate::golden::check_frame("upright", app.renderer(), &shown);
    assert!(
        !app.layout((844, 390)).is_upright(),
        "the phone is held sideways"
    );
    app.act(Action::Menu);
    assert!(
        !app.layout((360, 499)).is_upright(),
        "the menu needs the whole screen"
    );
}

#[test]
fn texts_name_keys_or_buttons_whichever_was_pressed_last() {
    let mut app = app(&StillScene::new());
    app.set_has_pad(true);
    assert_eq!(app.named("{START}"), "START");
    app.note_press(true);
    assert_eq!(app.named("{START}"), "Enter");
    app.note_press(false);
    assert_eq!(app.named("{START}"), "START");
}
