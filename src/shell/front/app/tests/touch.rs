//! Tests of an app with touch input: no panels, and no keys in its texts.

use rightwell::render::PhoneScreen;

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
fn a_phone_shows_the_playfield_with_score_level_and_next_above_or_beside_it() {
    use PhoneScreen::{Sideways, Upright};
    let mut app = stage::watching_paused();
    app.set_windowed();
    app.devices.is_touched = true;
    for ((width, height), screen, share_min) in [
        ((360, 499), Upright, 60),
        ((390, 658), Upright, 60),
        ((768, 798), Sideways, 50),
        ((472, 390), Sideways, 39),
        ((373, 375), Sideways, 48),
    ] {
        let layout = app.layout((width, height));
        assert_eq!(layout.phone, Some(screen), "{width}x{height}");
        let playfield = 80 * layout.picture.width / layout.source.0;
        let share = 100 * playfield / width;
        assert!(share >= share_min, "{width}x{height}: {share} %");
        let is_as_high = layout.picture.height == height;
        assert!(is_as_high || screen == Upright, "{width}x{height}");
    }
    for (screen, name) in [(Upright, "upright"), (Sideways, "sideways")] {
        let (shown, _) = app.picture_and_strip(StatusPlace::OnPhone(screen));
        let shown = Frame::clone(shown);
        crate::golden::check_frame(name, app.renderer(), &shown);
    }
    app.act(Action::Menu);
    for size in [(360, 499), (472, 390)] {
        let layout = app.layout(size);
        assert!(layout.phone.is_none(), "the menu needs the whole screen");
    }
}

#[test]
fn a_clean_picture_has_no_notice() {
    let mut app = app(&StillScene::new());
    app.say("a notice".to_owned());
    let shown = |app: &mut App| Frame::clone(app.picture_and_strip(StatusPlace::Nowhere).0);
    let with_notice = shown(&mut app);
    app.devices.is_clean = true;
    let clean = shown(&mut app);
    assert!(clean == app.picture.frame && clean != with_notice);
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
